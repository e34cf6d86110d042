// @ts-check
/** What stands beside the board while playing: counters, title, snapshots. */
import { button, choice, h, put } from '../lib/dom.js';
import { number, t } from '../lib/i18n.js';
import { address, nameOf, share, titleOf } from '../lib/levels.js';
import { hasCustomSkin, takeCustomSkin } from '../board/custom-skin.js';

/** @import {Collection, Context, Level, Moves, Snapshot} from '../types.d.ts' */

/** A counter against the best that is known. @param {string} label @param {string} id */
export function counter(label, id) {
  // No live region: the last move is announced once, and these figures stand in the page.
  const value = h('span', { class: 'value', id });
  const aim = h('span', { class: 'aim' });
  return {
    element: h('div', { class: 'counter' }, h('span', { class: 'label' }, label), value, aim),
    /** @param {number|string} now @param {number|undefined} best @param {string} [note] */
    show(now, best, note) {
      value.textContent = typeof now === 'number' ? number(now) : now;
      aim.textContent = best === undefined ? '' : `/ ${number(best)}`;
      aim.title = note ?? '';
    },
  };
}

/** Title, neighbours and ways to the other views. @param {Context} ctx @param {Collection} collection @param {Level} level */
export function heading(ctx, collection, level) {
  const { index } = level;
  const to = (/** @type {number} */ other) => ctx.go(address('play', collection, other));
  const link = (/** @type {'solve'|'edit'} */ view, /** @type {string} */ name) =>
    h('a', { class: 'button', href: address(view, collection, index), id: `to-${view}` }, t(name));
  return h(
    'div',
    { class: 'heading' },
    h(
      'a',
      { class: 'back', href: `#/c/${encodeURIComponent(collection.name)}` },
      nameOf(collection),
    ),
    h('h1', {}, titleOf(level)),
    level.author && h('p', { class: 'author' }, level.author),
    h(
      'div',
      { class: 'row' },
      index > 1 &&
        button(t('previousLevel'), () => to(index - 1), {
          icon: 'previous',
          compact: true,
          key: 'PgUp',
        }),
      index < collection.count &&
        button(t('nextLevel'), () => to(index + 1), { icon: 'next', compact: true, key: 'PgDn' }),
      link('solve', 'solveThis'),
      link('edit', 'edit'),
      button(t('share'), () => share(ctx, level), { icon: 'copy', compact: true }),
    ),
  );
}

/** Which level this is, and its neighbours: on a small screen, where the heading is behind the menu.
 *  @param {Context} ctx @param {Collection} collection @param {Level} level */
export function levelStrip(ctx, collection, level) {
  const step = (/** @type {number} */ to, /** @type {'previousLevel'|'nextLevel'} */ name) => {
    const it = button(t(name), () => ctx.go(address('play', collection, to)), {
      icon: name === 'nextLevel' ? 'next' : 'previous',
      compact: true,
      class: 'quiet',
      id: name === 'nextLevel' ? 'strip-next' : 'strip-previous',
    });
    it.disabled = to < 1 || to > collection.count;
    return it;
  };
  return h(
    'div',
    { class: 'level-strip', role: 'group', 'aria-label': titleOf(level) },
    step(level.index - 1, 'previousLevel'),
    h('a', { href: `#/c/${encodeURIComponent(collection.name)}` }, h('b', { role: 'heading', 'aria-level': 1 }, titleOf(level)), ' ', h('small', {}, nameOf(collection))),
    step(level.index + 1, 'nextLevel'),
  );
}

/**
 * What is done with the places of a game.
 * @template {Moves} M
 * @typedef {object} Placed
 * @property {(name: string) => void} keep
 * @property {(index: number) => void} drop
 * @property {(it: Snapshot<M>) => void} restore
 */

/** Named places of a game to come back to. @template {Moves} M @param {Placed<M>} does */
export function snapshots(does) {
  const list = h('ul', { class: 'snapshots' });
  let number = 0;
  const row = (/** @type {Snapshot<M>} */ it, /** @type {number} */ i) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'link', onclick: () => does.restore(it) },
        `${it.name} (${it.cursor})`,
      ),
      button(t('remove'), () => does.drop(i), { icon: 'close', compact: true }),
    );
  const name = h('input', {
    type: 'text',
    maxlength: 40,
    placeholder: t('snapshotName'),
    'aria-label': t('snapshotName'),
    id: 'snapshot-name',
  });
  const keep = () => {
    does.keep(name.value.trim() || t('snapshotNumber', { n: number + 1 }));
    name.value = '';
  };
  const element = h(
    'details',
    { class: 'more' },
    h('summary', {}, t('snapshots')),
    h(
      'div',
      { class: 'row' },
      name,
      button(t('keepSnapshot'), keep, { icon: 'star', id: 'keep-snapshot' }),
    ),
    list,
  );
  /** @param {Snapshot<M>[]} places */
  const show = (places) => {
    number = places.length;
    put(list, places.map(row));
  };
  return { element, show };
}

/** Whether there are sounds. @param {Context} ctx */
export function soundOption(ctx) {
  const box = h('input', {
    type: 'checkbox',
    id: 'sound',
    checked: ctx.settings.sound,
    onchange: () => ctx.set({ sound: box.checked }),
  });
  return h('label', { class: 'check' }, box, t('sound'));
}

/** Whether the time is shown. @param {Context} ctx */
export function timerOption(ctx) {
  const box = h('input', {
    type: 'checkbox',
    id: 'show-time',
    checked: ctx.settings.timer,
    onchange: () => {
      ctx.set({ timer: box.checked });
      ctx.go(location.hash);
    },
  });
  return h('label', { class: 'check' }, box, t('showTime'));
}

/** How boards look. @param {Context} ctx */
export function skinOption(ctx) {
  const skins = ['calm', 'wood', 'contrast', ...(hasCustomSkin() ? ['own'] : [])];
  const chosen = (/** @type {string} */ skin) => {
    ctx.set({ skin });
    ctx.go(location.hash);
  };
  return [
    choice(
      t('skin'),
      skins.map((name) => [name, t(`skin.${name}`)]),
      ctx.settings.skin,
      chosen,
      'skin',
    ),
    stripOption(ctx, chosen),
  ];
}

/** A look from a file. @param {Context} ctx @param {(skin: string) => void} chosen */
function stripOption(ctx, chosen) {
  const file = h('input', {
    type: 'file',
    accept: 'image/*',
    class: 'hidden',
    id: 'strip',
    tabindex: -1,
    'aria-hidden': 'true',
    onchange: async () => {
      const [it] = file.files ?? [];
      if (it && (await takeCustomSkin(it))) chosen('own');
      else ctx.say(t('stripWrong'), 'error');
    },
  });
  const ask = button(t('stripOpen'), () => file.click(), { icon: 'open', id: 'strip-open' });
  ask.title = t('stripHelp');
  return h('span', {}, ask, file);
}
