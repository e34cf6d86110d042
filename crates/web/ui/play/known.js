// @ts-check
/** What is known about a level: the best solutions, what no solution can beat, and who has proved it. */
import { h, put } from '../lib/dom.js';
import { words } from '../lib/errors.js';
import { number, t } from '../lib/i18n.js';
import { store } from '../lib/store.js';
import { gapOf, percent } from './stars.js';

/** @import {Counts, Known, Metric, Playable, Prover, Standing} from '../types.d.ts' */

/** Answers, by the key of the level, as long as nothing new was found. @type {Map<string, Promise<Known>>} */
const asked = new Map();

/** What the store knows about a level. @param {Playable} level @returns {Promise<Known>} */
function knownOf(level) {
  let promise = asked.get(level.key);
  if (!promise) {
    promise = store.known(level);
    asked.set(level.key, promise);
    promise.catch(() => asked.delete(level.key));
  }
  return promise;
}

/** Something was found or proved: the next look asks again. @param {string} key */
export const forgetKnown = (key) => asked.delete(key);

/** A place for all of it, filled by `refresh`. @param {Playable} level */
export function knownList(level) {
  const element = h('div', { id: 'known' });
  const refresh = async () => {
    try {
      const { known, contradictions } = await knownOf(level);
      put(
        element,
        contradictions.map((text) => h('p', { class: 'faults' }, text)),
        h(
          'dl',
          { class: 'known-list' },
          known.lost && [h('dt', {}, t('knownLost')), proof(known.lost)],
          known.fewest.map((it) => row(level, it)),
        ),
      );
    } catch (error) {
      put(element, h('p', {}, words(error)));
    }
  };
  return { element, refresh };
}

/** The same behind a summary, filled when it is opened. @param {Playable} level */
export function knownBox(level) {
  const { element, refresh } = knownList(level);
  const box = h(
    'details',
    { class: 'more', id: 'known-box' },
    h('summary', {}, t('whatIsKnown')),
    element,
  );
  box.addEventListener('toggle', () => {
    if (box.open) refresh();
  });
  return box;
}

/** One metric. @param {Playable} level @param {Standing} it */
function row(level, it) {
  const { metric, bound } = it;
  // The solutions of a Sokoban file were replayed when it was read.
  const inFile = level.rows && level.known?.[metric];
  const fromFile = inFile !== undefined && inFile < (it[metric] ?? Infinity);
  const best = fromFile ? inFile : it[metric];
  const other = fromFile ? t('knownFile') : withOther(it);
  return [
    h('dt', {}, t(`fewest.${metric}`)),
    best !== undefined && h('dd', { class: 'best' }, h('strong', {}, number(best)), ' ', other),
    h('dd', {}, rated(it) ? t('knownExact', { bound }) : judged(best, bound)),
    it.by && proof(it.by, it.from),
  ];
}

/** Whether a rating has seen a shortest solution that nobody has kept. @param {Standing} it */
function rated({ metric, by, from, ...counts }) {
  return by?.kind === 'rating' && !from && counts[metric] === undefined;
}

/** The other figure of the best solution. @param {Standing} it */
function withOther(it) {
  const metrics = /** @type {Metric[]} */ (['moves', 'pushes', 'steps']);
  const other = metrics.find((name) => name !== it.metric && it[name] !== undefined);
  return other ? t(`with.${other}`, { n: it[other] }) : '';
}

/** How far the best is from what was proved. @param {number|undefined} best @param {number|undefined} bound */
function judged(best, bound) {
  if (best === undefined) return t(bound === undefined ? 'knownNothing' : 'knownBound', { bound });
  if (bound === undefined) return t('knownUnproved');
  if (best === bound) return t('knownProved');
  const gap = gapOf(best, bound);
  return gap === undefined ? t('bounded', { bound }) : t('knownGap', { bound, gap: percent(gap) });
}

/** Who has proved it. @param {Prover} by @param {Metric} [from] the metric it was proved for, when that is another */
function proof(by, from) {
  const { kind, engine, config, version } = by;
  const text = t(`by.${kind}`, { engine, version });
  const words = from ? `${t(`from.${from}`)} ${text}` : text;
  return h('dd', { class: 'proof' }, words, config && [' ', h('code', {}, config)]);
}

/** What is proved about a solution that has just been found, one line for each metric.
 *  @param {Playable} level @param {Counts} counts @returns {Promise<string[]>} */
export async function provedOf(level, counts) {
  const { known } = await knownOf(level);
  const proved = known.fewest.filter((it) => it.bound !== undefined && counts[it.metric] === it.bound);
  return proved.map((it) => t(`proved.${it.metric}`));
}
