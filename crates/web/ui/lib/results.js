// @ts-check
/**
 * The history of solved games: one row for each time a game was played to its end, kept by this browser. The players write it
 * (`recordResult`), statistics read it (`allResults`); export and import of the store carry it along.
 */
import { change, rows } from './database.js';

/** @import {GameResult} from '../types.d.ts' */

/** Two rows are the same when level and moment are. @param {GameResult} it */
const idOf = ({ when, hash }) => `${when} ${hash}`;

/** @param {unknown} n */
const count = (n) => typeof n === 'number' && Number.isFinite(n) && n >= 0;

/** Whether a row from elsewhere is a result. @param {any} it @returns {it is GameResult} */
const isResult = (it) =>
  (it?.game === 'sokoban' || it?.game === 'unblock') &&
  typeof it.collection === 'string' &&
  /^[a-z0-9]{33}$/i.test(it.hash) &&
  [it.index, it.seconds, it.moves, it.hints, it.when].every(count) &&
  [it.pushes, it.steps].every((n) => n === undefined || n === null || count(n));

/** A row with the known fields alone. @param {GameResult} it @returns {GameResult} */
function plain({ game, collection, index, hash, seconds, moves, pushes, steps, hints, when }) {
  /** @type {GameResult} */
  const row = { game, collection, index, hash, seconds: Math.round(seconds), moves, hints, when };
  if (typeof pushes === 'number') row.pushes = pushes;
  if (typeof steps === 'number') row.steps = steps;
  return row;
}

/** Keeps a solved game. What was recorded before is never changed. @param {GameResult} result */
export async function recordResult(result) {
  const row = plain(result);
  const id = idOf(row);
  await change('results', id, (now) => (now ? undefined : { id, ...row }));
}

/** All solved games, the oldest first. @returns {Promise<GameResult[]>} */
export async function allResults() {
  return (await rows('results')).map(plain).sort((a, b) => a.when - b.when);
}

/** Takes over the rows of an export that are results and are not here yet; returns how many were new, and how many
 *  were no results. @param {unknown} given @returns {Promise<{added: number, invalid: number}>} */
export async function importResults(given) {
  const list = Array.isArray(given) ? given : [];
  const there = new Set((await rows('results')).map(({ id }) => id));
  const sound = list.filter(isResult).map(plain);
  const fresh = sound.filter((it) => !there.has(idOf(it)));
  for (const it of fresh) await recordResult(it);
  return { added: new Set(fresh.map(idOf)).size, invalid: list.length - sound.length };
}
