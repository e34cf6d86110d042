// @ts-check
/**
 * How strong a player is: a rating as of chess players (Elo), computed from the results that this browser has kept and
 * from nothing else. A level is an opponent: it is worth 1500 when half of all plays of it end solved, and 400 more when
 * one of eleven does. Whoever solves a level without a hint has won; each hint takes from the win.
 */

/** @import {GameName, GameResult} from '../types.d.ts' */

/** Where everybody begins, and what is one to ten. */
const BEGIN = 1500;
const TEN = 400;

/** What a level is worth that this share of plays solves. @param {number} share */
export function worthOf(share) {
  const safe = Math.min(Math.max(share, 0.01), 0.99);
  return BEGIN + TEN * Math.log10((1 - safe) / safe);
}

/** How likely a player of a rating solves a level of a worth. @param {number} rating @param {number} worth */
export const chanceOf = (rating, worth) => 1 / (1 + 10 ** ((worth - rating) / TEN));

/** How far one result moves the rating: far at first, little later. @param {number} n results before */
const step = (n) => (n < 10 ? 64 : n < 30 ? 32 : 16);

/**
 * The rating of a player of one game. A level counts once, by its first result; a level whose share is not known does
 * not count.
 * @param {GameResult[]} results the oldest first @param {GameName} game @param {(hash: string) => number|null} share
 */
export function ratingOf(results, game, share) {
  /** @type {Set<string>} */
  const seen = new Set();
  let rating = BEGIN;
  let n = 0;
  for (const it of results) {
    if (it.game !== game || seen.has(it.hash)) continue;
    seen.add(it.hash);
    const known = share(it.hash);
    if (known === null) continue;
    rating += step(n) * (1 / (1 + it.hints) - chanceOf(rating, worthOf(known)));
    n++;
  }
  return { rating: Math.round(rating), n };
}

/** What a puzzle should be for somebody to enjoy it: as often solved as this. */
const WANTED = 0.7;

/** The level that fits a rating best: the one that is solved about as often as it should be, the earlier of two.
 *  @template T @param {number} rating @param {{level: T, share: number}[]} levels @returns {T|null} */
export function fitting(rating, levels) {
  /** @type {T|null} */
  let best = null;
  let least = Infinity;
  for (const { level, share } of levels) {
    const off = Math.abs(chanceOf(rating, worthOf(share)) - WANTED);
    if (off < least - 1e-9) [best, least] = [level, off];
  }
  return best;
}

/** Days in a row on which something was solved, up to today or yesterday.
 *  @param {{when: number}[]} results @param {Date} [today] */
export function daysInARow(results, today = new Date()) {
  const name = (/** @type {Date} */ it) => `${it.getFullYear()} ${it.getMonth()} ${it.getDate()}`;
  const days = new Set(results.map((it) => name(new Date(it.when))));
  const day = new Date(today);
  if (!days.has(name(day))) day.setDate(day.getDate() - 1);
  let n = 0;
  for (; days.has(name(day)); n++) day.setDate(day.getDate() - 1);
  return n;
}
