// @ts-check
/** Solutions of a level: the player's own and the engines', without those that others beat in everything. */
import { button, dialog, h, put } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { forgetKnown } from './known.js';
import { copy } from '../lib/levels.js';
import { store } from '../lib/store.js';
import { keepSolution } from './saving.js';
import { undominated } from './stars.js';

/** @import {Context, Counts, KeptSolution, Playable} from '../types.d.ts' */

/**
 * A solution to choose.
 * @typedef {object} Shown
 * @property {string} moves
 * @property {Counts} counts
 * @property {boolean} solver
 * @property {number} hints
 */

/**
 * The player of the level.
 * @typedef {object} Shower
 * @property {Context} ctx
 * @property {Playable} level
 * @property {(moves: string) => Promise<Counts|null>} weigh what moves count, or null when they are no solution
 * @property {(it: Shown) => void} replay
 */

/** A place for them, filled whenever it is opened. @param {Shower} player */
export function solutionList(player) {
  const list = h('ul', { class: 'solutions' });
  const box = h(
    'details',
    { class: 'more', id: 'solutions' },
    h('summary', {}, t('solutions')),
    list,
    h(
      'div',
      { class: 'row' },
      button(t('pasteMoves'), () => pasteMoves(player), { icon: 'open', id: 'paste-moves' }),
    ),
  );
  box.addEventListener('toggle', () => {
    if (box.open) fill(player, list);
  });
  return box;
}

/** @param {Shower} player @param {Element} list */
async function fill(player, list) {
  try {
    const all = await weighed(player, await store.solutions(player.level.key));
    const known = player.level.known;
    put(
      list,
      undominated(all).map((it) => row(player, it)),
      known && h('li', { class: 'known' }, t('knownSolution', { n: known.moves ?? known.pushes })),
      !all.length && !known && h('li', { class: 'none' }, t('noSolutions')),
    );
  } catch (error) {
    put(list, h('li', { class: 'none' }, words(error)));
  }
}

/** Each solution once, with its counts. @param {Shower} player @param {KeptSolution[]} best @returns {Promise<Shown[]>} */
async function weighed(player, best) {
  /** @type {Map<string, Shown>} */
  const all = new Map();
  for (const { moves, solver, hints } of best) {
    const counts = all.has(moves) ? null : await player.weigh(moves);
    if (counts) all.set(moves, { moves, counts, solver, hints });
  }
  return [...all.values()];
}

/** @param {Shower} player @param {Shown} it */
function row(player, it) {
  const { counts } = it;
  const text = t(counts.pushes === undefined ? 'ownUnblock' : 'ownSokoban', { ...counts });
  const who = it.solver ? t('byEngine') : it.hints ? t('byYouHints', { n: it.hints }) : t('byYou');
  return h(
    'li',
    {},
    h('span', {}, h('strong', {}, text), ' ', h('small', {}, who)),
    h(
      'span',
      { class: 'row' },
      button(t('replay'), () => player.replay(it), { icon: 'play', compact: true }),
      player.level.rows &&
        button(t('improve'), () => improve(player, it), {
          icon: 'star',
          compact: true,
          class: 'improve',
        }),
      button(t('copySolution'), () => copy(player.ctx, t('copySolution'), it.moves, t('copied')), {
        icon: 'copy',
        compact: true,
      }),
    ),
  );
}

/** Has the optimizer make a solution shorter, and shows what came of it. @param {Shower} player @param {Shown} it */
async function improve(player, it) {
  const { ctx, level } = player;
  ctx.say(t('improving'), 'busy');
  try {
    const { moves, counts, before } = await engine.improve(level, it.moves, ctx.settings.path);
    if (moves === it.moves) {
      ctx.say(t('notImproved'));
      return;
    }
    const saved = { moves: before.moves, to: counts.moves, pushes: before.pushes, less: counts.pushes };
    ctx.say(t('improved', saved));
    await keepSolution(ctx, level, moves, 0, true);
    forgetKnown(level.key);
    player.replay({ moves, counts, solver: true, hints: 0 });
  } catch (error) {
    ctx.say(words(error), 'error');
  }
}

/** Takes a solution as text, to look at. @param {Shower} player */
function pasteMoves(player) {
  const area = h('textarea', {
    rows: 6,
    cols: 44,
    spellcheck: 'false',
    id: 'moves-area',
    'aria-label': t('pasteMoves'),
  });
  const take = async () => {
    const moves = area.value.replace(/\s+/g, player.level.rows ? '' : ' ').trim();
    const counts = moves ? await player.weigh(moves) : null;
    if (counts) player.replay({ moves, counts, solver: true, hints: 0 });
    else player.ctx.say(t('notASolution'), 'error');
  };
  dialog(
    t('pasteMoves'),
    [h('p', {}, t('pasteMovesHelp')), area],
    [
      h('button', { class: 'button primary', value: 'ok', id: 'moves-ok' }, t('open')),
      h('button', { class: 'button', value: '' }, t('cancel')),
    ],
    take,
  );
}
