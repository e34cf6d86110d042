// @ts-check
/** How good a solution is: stars against the best that is known, less what others did for it; and how far it can
 *  be from a shortest one. */
import { h, s } from '../lib/dom.js';
import { number, t } from '../lib/i18n.js';

/** @import {Counts, Metric} from '../types.d.ts' */

/** Within this part of the best known there are two stars. */
const NEAR = 1.25;

/**
 * Stars, and why not more.
 * @typedef {object} Stars
 * @property {number} n 0 to 3
 * @property {string} why a message, or nothing
 */

/**
 * Three stars for the best known in moves or in the other metric, two for a quarter more; a hint
 * costs one, hints for half of the game leave one, and a solution that was shown has none.
 * @param {{counts: Counts, best: Counts, hints: number, watched?: boolean}} it @returns {Stars}
 */
export function starsOf({ counts, best, hints, watched = false }) {
  if (watched) return { n: 0, why: 'stars.watched' };
  const metrics = /** @type {Metric[]} */ (['moves', 'pushes', 'steps']);
  const ratios = metrics.flatMap((metric) => {
    const [own, least] = [counts[metric], best[metric]];
    return own !== undefined && least ? [own / least] : [];
  });
  const ratio = ratios.length ? Math.min(...ratios) : 1;
  const n = ratio <= 1 ? 3 : ratio <= NEAR ? 2 : 1;
  const work = counts.pushes ?? counts.moves ?? 0;
  if (hints * 2 >= work && hints > 0) return { n: Math.min(n, 1), why: 'stars.manyHints' };
  if (hints > 0) return { n: Math.min(n, 2), why: 'stars.hints' };
  return { n, why: n === 3 ? 'stars.best' : 'stars.more' };
}

/** Without those that another one beats in one metric and equals in the other.
 *  @template {{counts: Counts}} S @param {S[]} all @returns {S[]} */
export function undominated(all) {
  const pair = (/** @type {S} */ { counts }) => [
    counts.moves ?? 0,
    counts.pushes ?? counts.steps ?? 0,
  ];
  const beats = (/** @type {S} */ a, /** @type {S} */ b) => {
    const [[am, ap], [bm, bp]] = [pair(a), pair(b)];
    return am <= bm && ap <= bp && (am < bm || ap < bp);
  };
  return all.filter((it) => !all.some((other) => beats(other, it)));
}

/** A gap for people, rounded up so that it holds: `3.1 %`. @param {number} gap */
export const percent = (gap) => `${number(Math.max(0, Math.ceil(gap * 1000 - 1e-9)) / 10)}\u00a0%`;

/** By how much a length can be more than the shortest, as a part of the bound; nothing where there is no bound.
 *  @param {number|undefined} length @param {number|undefined} bound */
export function gapOf(length, bound) {
  if (length === undefined || !bound || length < bound) return undefined;
  return (length - bound) / bound;
}

const SHAPE = 'M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z';

/** The stars as a picture with words. @param {number} n @param {string} [size] */
export function starRow(n, size = '') {
  const star = (/** @type {number} */ i) =>
    s(
      'svg',
      { class: i < n ? 'star lit' : 'star', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      s('path', { d: SHAPE }),
    );
  return h(
    'span',
    { class: `stars ${size}`, role: 'img', 'aria-label': t('starsOf', { n }) },
    [0, 1, 2].map(star),
  );
}
