// @ts-check
/** The library: collections, their levels as small pictures, what is solved and what is next. */
import { api } from './api.js';
import { unblockThumb } from './board-unblock.js';
import { sokobanThumb } from './board-sokoban.js';
import { button, h, icon, put } from './dom.js';
import { faultAt, t } from './i18n.js';
import {
  OPENED,
  address,
  categories,
  collection,
  isPlayable,
  nameOf,
  openedText,
  titleOf,
} from './levels.js';
import { keepDialog, removeDialog, sidebar } from './shelf.js';

/** @import {Category, Collection, Context, Level, Playable, View} from './types.d.ts' */

/** @param {Context} ctx @param {string|null} chosen @returns {Promise<View>} */
export async function libraryView(ctx, chosen) {
  const [{ collections }, classes] = await Promise.all([
    api('collections'),
    categories(),
    ctx.ready,
  ]);
  const name = chosen ?? collections.find((it) => !it.error)?.name;
  const main = h('section', { class: 'levels', 'aria-live': 'off' });
  const beside = sidebar(ctx, collections, name ?? '', classes);
  const element = h('div', { class: 'library' }, beside, main);
  const whole = name ? await collection(name) : null;
  const own = collections.some((it) => it.name === name && it.own);
  if (whole) new Levels(ctx, whole, own, classes).show(main);
  else put(main, h('p', {}, t('noCollections')));
  return {
    element,
    title: whole?.title ?? name ?? t('library'),
    keys: [
      ['N', t('nextUnsolved')],
      ['/', t('search')],
      ['Ctrl V', t('paste')],
    ],
    key: (event) => {
      if (event.key === 'n' && whole) {
        nextUnsolved(ctx, whole);
        return true;
      }
      if (event.key === '/') {
        /** @type {HTMLInputElement|null} */ (element.querySelector('input[type=search]'))?.focus();
        return true;
      }
      return false;
    },
  };
}

/** Opens the first unsolved level after a number, or else the first of all. @param {Context} ctx @param {Collection} whole @param {number} [after] */
export function nextUnsolved(ctx, whole, after = 0) {
  const open = whole.levels.filter((it) => isPlayable(it) && !ctx.best.get(it.key)?.own);
  const next = open.find((it) => it.index > after) ?? open[0];
  if (next) ctx.go(address('play', whole, next.index));
  else ctx.say(t('allSolved'));
}

/** The levels of a collection: which are done, and those that the search finds. */
class Levels {
  /** @param {Context} ctx @param {Collection} whole @param {boolean} own whether the user may remove it @param {Category[]} classes */
  constructor(ctx, whole, own, classes) {
    this.ctx = ctx;
    this.whole = whole;
    this.own = own;
    this.classes = classes;
    this.category = '';
    this.grid = h('ul', { class: 'cards' });
    this.search = h('input', {
      type: 'search',
      placeholder: t('search'),
      'aria-label': t('search'),
      oninput: () => this.#fill(),
    });
  }

  /** @param {Element} main */
  show(main) {
    put(main, this.#headline(), this.#bar(), this.grid);
    this.#fill();
  }

  #headline() {
    const { whole, ctx } = this;
    const solved = whole.levels.filter((it) => it.key && ctx.best.get(it.key)?.own).length;
    return h(
      'div',
      { class: 'headline' },
      h('h1', {}, nameOf(whole)),
      whole.author && h('p', { class: 'author' }, whole.author),
      h('p', { class: 'sum' }, t('solvedOf', { n: solved, of: whole.count })),
      meter(solved, whole.count),
    );
  }

  #bar() {
    const { ctx, whole } = this;
    const keep = () => keepDialog(ctx, whole.title ?? t('openedHere'), openedText(whole.name));
    return h(
      'div',
      { class: 'row bar' },
      button(t('nextUnsolved'), () => nextUnsolved(ctx, whole), {
        icon: 'next',
        key: 'N',
        class: 'primary',
        id: 'next-unsolved',
      }),
      h('span', { class: 'search' }, icon('search'), this.search),
      whole.levels.some((it) => it.category) && this.#categories(),
      whole.name.startsWith(OPENED) && button(t('keep'), keep, { icon: 'save', id: 'keep' }),
      this.own &&
        button(t('removeCollection'), () => removeDialog(ctx, whole), {
          icon: 'bin',
          compact: true,
          id: 'remove',
        }),
    );
  }

  #categories() {
    const range = (/** @type {Category} */ { least, most }) => `${least}${most ? `–${most}` : '+'}`;
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      {
        'aria-label': t('category'),
        id: 'category',
        onchange: () => {
          this.category = select.value;
          this.#fill();
        },
      },
      h('option', { value: '' }, t('allLevels')),
      this.classes.map((it) =>
        h('option', { value: it.name }, `${t(`category.${it.name}`)} ${range(it)}`),
      ),
    );
    return select;
  }

  /** Shows the levels that the search finds. */
  #fill() {
    const wanted = this.search.value.toLowerCase().trim();
    const has = (/** @type {string} */ text) => text.toLowerCase().includes(wanted);
    const shown = this.whole.levels.filter(
      (it) =>
        (!wanted || has(titleOf(it)) || has(it.author ?? '')) &&
        (!this.category || it.category === this.category),
    );
    put(
      this.grid,
      shown.map((it) => (isPlayable(it) ? card(this.ctx, this.whole, it) : faultyCard(it))),
    );
    if (!shown.length) put(this.grid, h('li', { class: 'none' }, t('noMatch')));
  }
}

/** @param {number} done @param {number} of */
function meter(done, of) {
  return h('progress', { max: of || 1, value: done, 'aria-label': t('solvedOf', { n: done, of }) });
}

/** Pictures that are not drawn yet. @type {WeakMap<Element, Level>} */
const undrawn = new WeakMap();

/** Draws a picture only when its card comes into view. */
const painter = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      painter.unobserve(target);
      const it = undrawn.get(target);
      if (it?.rows) target.replaceChildren(sokobanThumb(it.rows));
      else if (it?.board) target.replaceChildren(unblockThumb(it.board));
    }
  },
  { rootMargin: '300px' },
);

/** A level that cannot be played, and why. @param {Level} it */
function faultyCard(it) {
  const why = (it.faults ?? []).map(faultAt);
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'card bad' },
      h('span', { class: 'title' }, titleOf(it)),
      h('span', { class: 'why' }, why.join('; ')),
    ),
  );
}

/** @param {Context} ctx @param {Collection} whole @param {Playable} it */
function card(ctx, whole, it) {
  const picture = h('div', { class: 'picture' });
  undrawn.set(picture, it);
  painter.observe(picture);
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'card', href: address('play', whole, it.index) },
      picture,
      h('span', { class: 'title' }, titleOf(it)),
      h('span', { class: 'facts' }, counts(ctx, it)),
      badge(ctx, it),
    ),
  );
}

/** The user's own counts, else the best that came with the level. @param {Context} ctx @param {Playable} it */
function counts(ctx, it) {
  const own = ctx.best.get(it.key)?.own;
  if (own) return `${own.moves} / ${it.rows ? own.pushes : own.steps}`;
  return it.known?.moves ? t('bestKnown', { n: it.known.moves }) : '';
}

/** Whether it is solved or begun. @param {Context} ctx @param {Playable} it */
function badge(ctx, it) {
  const own = ctx.best.get(it.key)?.own;
  if (own)
    return h(
      'span',
      { class: 'badge solved', title: t('solvedBadge') },
      icon('check'),
      own.hints ? `+${own.hints}` : '',
    );
  return ctx.begun.has(it.key) && h('span', { class: 'badge begun', title: t('begun') }, '…');
}
