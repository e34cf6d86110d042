// @ts-check
/** The guided start around a player: what there is to learn, how far one is, and a way out at any time. */
import { button, h } from '../lib/dom.js';
import { guideName, guideOf } from '../lib/guide.js';
import { t } from '../lib/i18n.js';
import { address } from '../lib/levels.js';

/** @import {Context, Found, GameName, View} from '../types.d.ts' */

const SEEN = 'banto.seen';

/** Whether this browser shows the page for the first time; asked once, from then on it is not. @param {Context} ctx */
export function isFirstVisit(ctx) {
  try {
    if (localStorage.getItem(SEEN)) return false;
    localStorage.setItem(SEEN, '1');
  } catch {
    return false;
  }
  return ctx.best.size === 0 && ctx.begun.size === 0;
}

/** The address of a level of a guided start. @param {GameName} game @param {number} index */
export const guideAddress = (game, index) => `#/play/${encodeURIComponent(guideName(game))}/${index}`;

/** What there is to learn; fingers are not told of keys. @param {GameName} game @param {number} index */
const lesson = (game, index) => t(index === 1 && matchMedia('(pointer: coarse)').matches ? `guide.${game}.touch` : `guide.${game}.${index}`);

/** A player with the lesson above it, if its level belongs to a guided start. @param {Context} ctx @param {Found} found @param {View} view @returns {View} */
export function guided(ctx, { collection, level }, view) {
  const game = guideOf(collection.name);
  if (!game) return view;
  const { index } = level;
  const dots = collection.levels.map((it) =>
    h('a', {
      href: address('play', collection, it.index),
      class: it.key && ctx.best.get(it.key)?.own ? 'dot done' : 'dot',
      'aria-current': it.index === index ? 'step' : null,
      'aria-label': t('guide.step', { n: it.index, of: collection.count }),
    }),
  );
  const last = index === collection.count;
  const other = game === 'sokoban' ? 'unblock' : 'sokoban';
  const coach = h(
    'section',
    { class: 'coach', id: 'coach', 'aria-label': t('guide') },
    h('div', { class: 'dots' }, dots),
    h('p', {}, lesson(game, index)),
    h(
      'div',
      { class: 'row' },
      last &&
        button(t(`guide.try.${other}`), () => ctx.go(guideAddress(other, 1)), { id: 'guide-other' }),
      button(t(last ? 'guide.done' : 'guide.skip'), () => ctx.go('#/'), { id: 'guide-skip' }),
    ),
  );
  return { ...view, element: h('div', { class: 'guided' }, coach, view.element) };
}
