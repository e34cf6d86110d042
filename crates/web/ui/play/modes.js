// @ts-check
/**
 * The two modes of the FEUP report on Unblock Me (figures 2 and 3): in human mode the person plays and asks for hints, in
 * pc mode one of its searches plays and the page says what it took.
 */
import { button, choice, h, put } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { words } from '../lib/errors.js';
import { number, t } from '../lib/i18n.js';

/** @import {Collection, Context, SolveRecord, UnblockLevel} from '../types.d.ts' */

/** The searches of the report, each counted as the report counts; and the engine of the page. */
const SEARCHES = ['feup-bfs', 'feup-dfs', 'feup-iddfs', 'feup-greedy', 'feup-astar', 'auto'];

/** Milliseconds a search may take. */
const LIMIT = 30_000;

/**
 * Whom the switch serves.
 * @typedef {object} Modal
 * @property {Context} ctx
 * @property {UnblockLevel} level
 * @property {Collection} collection
 * @property {() => void} settle before a search begins
 * @property {(mode: 'human'|'pc') => void} changed
 * @property {(record: SolveRecord) => void} found
 */

/** The switch, and what pc mode needs. @param {Modal} it */
export function modeSwitch(it) {
  let chosen = 'feup-astar';
  /** @type {AbortController|null} */
  let running = null;
  const result = h('p', { id: 'pc-result', role: 'status' });
  const names = SEARCHES.map((name) => /** @type {[string, string]} */ ([name, t(`pc.${name}`)]));
  const solve = async () => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    it.settle();
    put(result, t('thinking'), '… ', button(t('cancel'), () => mine.abort(), { id: 'pc-cancel' }));
    try {
      const question = { level: it.level, engine: chosen, time_ms: LIMIT };
      const record = await engine.solve(question, { signal: mine.signal });
      if (running !== mine) return;
      put(result, record && told(record));
      if (record?.solution) it.found(record);
    } catch (error) {
      if (running === mine) put(result, words(error));
    }
  };
  const panel = h(
    'div',
    { class: 'pc-panel' },
    choice(t('pcSearch'), names, chosen, (name) => (chosen = name), 'pc-search'),
    button(t('pcSolve'), solve, { icon: 'play', id: 'pc-solve', class: 'primary' }),
    result,
  );
  const tab = (/** @type {'human'|'pc'} */ mode) =>
    button(t(`mode.${mode}`), () => change(mode), { id: `mode-${mode}`, pressed: false });
  const tabs = { human: tab('human'), pc: tab('pc') };
  const change = (/** @type {'human'|'pc'} */ mode) => {
    if (mode === 'human') running?.abort();
    it.changed(mode);
  };
  const element = h(
    'div',
    { class: 'modes', role: 'group', 'aria-label': t('modes') },
    h('div', { class: 'row' }, tabs.human, tabs.pc),
    panel,
  );
  /** @param {'human'|'pc'} mode */
  const show = (mode) => {
    panel.hidden = mode !== 'pc';
    tabs.human.setAttribute('aria-pressed', String(mode === 'human'));
    tabs.pc.setAttribute('aria-pressed', String(mode === 'pc'));
  };
  return { element, show };
}

/** What a search took. @param {SolveRecord} record */
function told({ status, moves, steps, expanded, seconds, solution }) {
  const n = number(expanded ?? 0);
  if (!solution) return t('pcNone', { status, n });
  const thousandths = Math.round((seconds ?? 0) * 1000);
  const time = thousandths ? number(thousandths / 1000) : `< ${number(0.001)}`;
  return t('pcFound', { moves: moves ?? 0, steps: steps ?? 0, n, seconds: time });
}
