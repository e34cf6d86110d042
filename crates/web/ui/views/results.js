// @ts-check
/** What a search found: runs side by side, one in detail, facts about a level. */
import { button, h } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { known, language, number, t } from '../lib/i18n.js';
import { copy } from '../lib/levels.js';
import { gapOf, percent } from '../play/stars.js';

/** @import {Context, Drawing, Metric, SolveRecord} from '../types.d.ts' */

/** A search that was made, and the same on the command line. @typedef {{record: SolveRecord, command: string}} Run */

/**
 * A figure of the table: its heading, how it is read from a record, its digits after the point. The smallest is the best, unless it is none of those that can be.
 * @typedef {object} Column
 * @property {string} name
 * @property {(record: SolveRecord) => number|undefined} get
 * @property {number} digits
 * @property {(record: SolveRecord) => string} [note] what stands behind it
 * @property {boolean} [unjudged]
 */

/** What the bound of a record counts: what the guarantee names, else the goal, else the usual metric.
 *  @param {SolveRecord} record @param {Drawing} level @returns {Metric} */
function goalOf({ guarantee, config }, level) {
  const [, optimal] = /^(push|move|step)-optimal$/.exec(guarantee ?? '') ?? [];
  const [, asked] = /--goal (pushes|moves|steps)/.exec(config) ?? [];
  const named = { push: 'pushes', move: 'moves', step: 'steps' }[optimal ?? ''] ?? asked;
  return /** @type {Metric} */ (named ?? (level.rows ? 'pushes' : 'moves'));
}

/** @param {Drawing} level @returns {Column[]} */
function columnsOf(level) {
  const mebibytes = (/** @type {SolveRecord} */ r) => r.peak_bytes && r.peak_bytes / 1048576;
  const gap = (/** @type {SolveRecord} */ r) => {
    const value = gapOf(r[goalOf(r, level)], r.bound);
    return value ? ` (${percent(value)})` : '';
  };
  return [
    { name: 'moves', get: (r) => r.moves, digits: 0 },
    level.rows
      ? { name: 'pushes', get: (r) => r.pushes, digits: 0 }
      : { name: 'steps', get: (r) => r.steps, digits: 0 },
    { name: 'atLeast', get: (r) => r.bound, digits: 0, unjudged: true, note: gap },
    { name: 'seconds', get: (r) => r.seconds, digits: 3 },
    { name: 'cpuSeconds', get: (r) => r.cpu_seconds, digits: 3 },
    { name: 'expanded', get: (r) => r.expanded, digits: 0 },
    { name: 'generated', get: (r) => r.generated, digits: 0 },
    { name: 'memory', get: (r) => mebibytes(r) || undefined, digits: 1 },
  ];
}

/** All runs on a level, best figures marked. @param {Drawing} level @param {Run[]} runs @param {(solution: string) => void} watch */
export function resultTable(level, runs, watch) {
  const columns = columnsOf(level);
  const solved = runs.map((run) => run.record).filter(({ status }) => status === 'solved');
  const best = columns.map(({ get }) => Math.min(...solved.map((it) => get(it) ?? Infinity)));
  const cell = (/** @type {SolveRecord} */ record, /** @type {number} */ i) => {
    const { get, digits, note, unjudged } = columns[i];
    const value = get(record);
    const several = solved.length > 1 && record.status === 'solved';
    const first = several && !unjudged && value === best[i];
    const text = value === undefined ? '–' : number(Number(value.toFixed(digits)));
    return h('td', { class: first ? 'best' : null }, text, note?.(record));
  };
  const head = (/** @type {string} */ text) => h('th', { scope: 'col' }, text);
  return h(
    'table',
    { class: 'results' },
    h('caption', {}, t('runs')),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        head(t('configuration')),
        head(t('status')),
        columns.map(({ name }) => head(t(name))),
        head(t('guarantee')),
        h('th', { scope: 'col' }, h('span', { class: 'unseen' }, t('watch'))),
      ),
    ),
    h(
      'tbody',
      {},
      runs.map(({ record }) =>
        h(
          'tr',
          {},
          h('td', {}, record.config),
          h('td', {}, t(`status.${record.status}`)),
          columns.map((_, i) => cell(record, i)),
          h('td', { class: 'words' }, t(`guarantee.${record.guarantee ?? 'none'}`)),
          h('td', {}, watchButton(record, watch)),
        ),
      ),
    ),
  );
}

/** @param {SolveRecord} record @param {(solution: string) => void} watch */
function watchButton({ solution }, watch) {
  if (!solution) return null;
  return button(t('watch'), () => watch(solution), { icon: 'play', compact: true });
}

/** The command of a run and its whole record. @param {Context} ctx @param {Run} run */
export function runDetails(ctx, { record, command }) {
  const copyButton = (/** @type {string} */ label, /** @type {string} */ text) =>
    button(label, () => copy(ctx, label, text, t('copied')), { icon: 'copy' });
  return [
    h('h2', {}, t('commandLine')),
    h('p', { class: 'command', id: 'command' }, command),
    h(
      'div',
      { class: 'row' },
      copyButton(t('copyCommand'), command),
      record.solution && copyButton(t('copySolution'), record.solution),
    ),
    h(
      'details',
      { class: 'more' },
      h('summary', {}, t('record')),
      h('pre', { class: 'command', id: 'record', tabindex: 0 }, JSON.stringify(record, null, 1)),
    ),
  ];
}

/** How a run ended, in one sentence. @param {SolveRecord} record @param {Drawing} level */
export function describe(record, level) {
  const counts = { moves: record.moves, pushes: record.pushes, steps: record.steps };
  if (record.status === 'solved') {
    const proof =
      record.guarantee && record.guarantee !== 'none'
        ? ` ${t(`guarantee.${record.guarantee}`)}.`
        : bounded(record, level);
    return t(level.rows ? 'foundSokoban' : 'foundUnblock', counts) + proof;
  }
  // What the program itself says is in English.
  const more = record.error && language() === 'en' ? ` ${record.error}` : '';
  return t(`ended.${record.status}`) + bounded(record, level) + more;
}

/** What was proved on the way to a shortest solution. @param {SolveRecord} record @param {Drawing} level */
function bounded(record, level) {
  const { bound } = record;
  if (!bound) return '';
  const gap = gapOf(record[goalOf(record, level)], bound);
  return ` ${gap === undefined ? t('bounded', { bound }) : t('knownGap', { bound, gap: percent(gap) })}`;
}

/** What is known about a level without solving it, as a table. @param {Drawing} level */
export async function factTable(level) {
  const facts = await engine.facts(level);
  const name = (/** @type {string} */ key) => known(`fact.${key}`) ?? key.replaceAll('_', ' ');
  const shown = (/** @type {string|number} */ value) => {
    if (typeof value === 'number') return number(value);
    return known(`side.${value}`) ?? (/^\d+\.\d+$/.test(value) ? number(Number(value)) : value);
  };
  return h(
    'table',
    { class: 'facts-table' },
    h(
      'tbody',
      {},
      facts.map(([key, value]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name(key)),
          h('td', {}, key === 'category' ? (known(`category.${value}`) ?? value) : shown(value)),
        ),
      ),
    ),
  );
}
