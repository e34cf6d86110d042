// @ts-check
/** The library: collections, their levels as small pictures, what is solved and what is next. */
import { unblockThumb } from '../board/unblock.js';
import { sokobanThumb } from '../board/sokoban.js';
import { button, h, icon, put } from '../lib/dom.js';
import { faultAt, t } from '../lib/i18n.js';
import {
  OPENED,
  address,
  categories,
  closeFile,
  isPlayable,
  loadCollection,
  nameOf,
  nextUnsolved,
  open,
  openedFiles,
  openedText,
  titleOf,
} from '../lib/levels.js';
import { countSolved } from '../lib/packs.js';
import { store } from '../lib/store.js';
import { bestOf } from '../play/saving.js';
import { keepDialog, removeDialog, sidebar } from './shelf.js';
import { starRow, starsOf } from '../play/stars.js';

/** @import {Category, Collection, Context, Level, Playable, View} from '../types.d.ts' */

/** @param {Context} ctx @param {string|null} chosen @returns {Promise<View>} */
export async function libraryView(ctx, chosen) {
  const [collections, classes, opened] = await Promise.all([
    store.collections(),
    categories(),
    openedFiles(),
    ctx.ready,
  ]);
  const name = chosen ?? collections.find((it) => !it.error)?.name;
  const main = h('section', { class: 'levels', 'aria-live': 'off' });
  const collection = name ? await loadCollection(name) : null;
  if (collection) countSolved(ctx, collection);
  const beside = sidebar(ctx, { collections, opened, current: name ?? '', classes });
  const element = h('div', { class: 'library' }, beside, main);
  const own = collections.some((it) => it.name === name && it.own);
  if (collection) new Levels(ctx, collection, own, classes).show(main);
  else put(main, h('p', {}, t('noCollections')));
  return {
    element,
    title: collection ? nameOf(collection) : t('library'),
    keys: [
      ['N', t('nextUnsolved')],
      ['/', t('search')],
      ['Ctrl V', t('paste')],
    ],
    key: (event) => {
      if (event.key === 'n' && collection) {
        nextUnsolved(ctx, collection);
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

/** How levels are ordered and chosen, while the page is open. */
const remembered = { order: 'given', wanted: 'all' };

/** What levels can be ordered by. @type {Record<string, (it: Level) => number|string>} */
const ORDERS = {
  given: (it) => it.index,
  size: (it) => (it.rows ? it.rows.length * Math.max(...it.rows.map((row) => row.length)) : 0),
  boxes: (it) => (it.rows ? boxesIn(it.rows) : (it.board?.pieces.length ?? 0)),
  hard: (it) => it.known?.pushes ?? it.known?.moves ?? Infinity,
  author: (it) => it.author ?? '',
};

/** Which levels can be asked for. @type {Record<string, (ctx: Context, it: Level) => boolean>} */
const WANTED = {
  all: () => true,
  unsolved: (ctx, it) => !(it.key && ctx.best.get(it.key)?.own),
  begun: (ctx, it) => Boolean(it.key && ctx.begun.has(it.key) && !ctx.best.get(it.key)?.own),
  solved: (ctx, it) => Boolean(it.key && ctx.best.get(it.key)?.own),
};

/** The levels of a collection: which are done, and those that the search finds. */
class Levels {
  /** @param {Context} ctx @param {Collection} collection @param {boolean} own whether the user may remove it @param {Category[]} classes */
  constructor(ctx, collection, own, classes) {
    this.ctx = ctx;
    this.collection = collection;
    this.own = own;
    this.classes = classes;
    this.category = '';
    this.order = remembered.order;
    this.wanted = remembered.wanted;
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
    put(main, this.#welcome(), this.#headline(), this.#bar(), this.grid);
    this.#fill();
  }

  #headline() {
    const { collection, ctx } = this;
    const solved = countSolved(ctx, collection);
    return h(
      'div',
      { class: 'headline' },
      h('h1', {}, nameOf(collection)),
      collection.author && h('p', { class: 'author' }, collection.author),
      h('p', { class: 'sum' }, t('solvedOf', { n: solved, of: collection.count })),
      meter(solved, collection.count),
    );
  }

  #bar() {
    const { ctx, collection } = this;
    const keep = async () => keepDialog(ctx, nameOf(collection), await openedText(collection.name));
    return h(
      'div',
      { class: 'row bar' },
      button(t('nextUnsolved'), () => nextUnsolved(ctx, { ...collection, levels: this.#ordered() }), {
        icon: 'next',
        key: 'N',
        class: 'primary',
        id: 'next-unsolved',
      }),
      h('span', { class: 'search' }, icon('search'), this.search),
      collection.levels.some((it) => it.category) && this.#categories(),
      this.#choice('wanted', Object.keys(WANTED)),
      this.#choice('order', Object.keys(ORDERS)),
      collection.name.startsWith(OPENED) && [
        button(t('keep'), keep, { icon: 'save', id: 'keep' }),
        button(t('closeFile'), () => this.#close(), {
          icon: 'close',
          compact: true,
          id: 'close-file',
        }),
      ],
      this.own &&
        button(t('removeCollection'), () => removeDialog(ctx, collection), {
          icon: 'bin',
          compact: true,
          id: 'remove',
        }),
    );
  }

  /** Closes an opened file, which can be taken back. */
  async #close() {
    const { ctx, collection } = this;
    const text = await closeFile(collection.name);
    const back = async () => {
      await open(text, collection.name);
      ctx.go(`#/c/${encodeURIComponent(collection.name)}`);
    };
    ctx.go('#/');
    ctx.say(t('closed', { name: nameOf(collection) }), 'info', [t('undo'), back]);
  }

  /** @param {'wanted'|'order'} name @param {string[]} values */
  #choice(name, values) {
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      {
        'aria-label': t(name),
        id: name,
        onchange: () => {
          this[name] = select.value;
          remembered[name] = select.value;
          this.#fill();
        },
      },
      values.map((value) =>
        h('option', { value, selected: value === this[name] }, t(`${name}.${value}`)),
      ),
    );
    return select;
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

  /** All levels in the order that was chosen. */
  #ordered() {
    const by = ORDERS[this.order];
    return [...this.collection.levels].sort((a, b) =>
      by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : a.index - b.index,
    );
  }

  /** Who has played nothing yet: what it is about, and where to begin. */
  #welcome() {
    const { ctx, collection } = this;
    if (ctx.best.size || ctx.begun.size) return null;
    const { game } = collection;
    const first = collection.levels.find(isPlayable);
    return h(
      'div',
      { class: 'banner', id: 'welcome' },
      h('span', {}, t(`rules.${game}`)),
      first &&
        h('a', { class: 'button primary', href: address('play', collection, first.index) }, t('begin')),
    );
  }

  /** Shows the levels that the search finds. */
  #fill() {
    const wanted = this.search.value.toLowerCase().trim();
    const has = (/** @type {string} */ text) => text.toLowerCase().includes(wanted);
    const shown = this.#ordered().filter(
      (it) =>
        (!wanted || has(titleOf(it)) || has(it.author ?? '')) &&
        (!this.category || it.category === this.category) &&
        WANTED[this.wanted](this.ctx, it),
    );
    put(
      this.grid,
      shown.map((it) =>
        isPlayable(it) ? card(this.ctx, this.collection, it) : faultyCard(this.collection, it),
      ),
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

/** A level that cannot be played, and why; what can be drawn is mended in the editor.
 *  @param {Collection} collection @param {Level} it */
function faultyCard(collection, it) {
  const why = (it.faults ?? []).map(faultAt).join('; ');
  const drawn = it.rows ?? it.board;
  const picture = drawn && pictureOf(it);
  const inside = [
    picture,
    h('span', { class: 'title' }, titleOf(it)),
    h('span', { class: 'why' }, why),
    drawn && h('span', { class: 'mend' }, t('mend')),
  ];
  const href = address('edit', collection, it.index);
  return h(
    'li',
    {},
    drawn ? h('a', { class: 'card bad', href }, inside) : h('div', { class: 'card bad' }, inside),
  );
}

/** A picture that is drawn when it is looked at. @param {Level} it */
function pictureOf(it) {
  const picture = h('div', { class: 'picture' });
  undrawn.set(picture, it);
  painter.observe(picture);
  return picture;
}

/** @param {Context} ctx @param {Collection} collection @param {Playable} it */
function card(ctx, collection, it) {
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'card', href: address('play', collection, it.index) },
      pictureOf(it),
      h('span', { class: 'title' }, titleOf(it)),
      h('span', { class: 'facts' }, counts(ctx, it)),
      badge(ctx, it),
    ),
  );
}

/** What the user needed, else the best that came with the level. @param {Context} ctx @param {Playable} it */
function counts(ctx, it) {
  const own = ctx.best.get(it.key)?.own;
  if (own) return t(it.rows ? 'ownSokoban' : 'ownUnblock', { ...own });
  if (it.known?.moves) return t('bestKnown', { n: it.known.moves });
  return it.rows ? t('boxesIn', { n: boxesIn(it.rows) }) : '';
}

/** @param {string[]} rows */
const boxesIn = (rows) => rows.join('').match(/[$*]/g)?.length ?? 0;

/** How well it is solved, or that it is begun. @param {Context} ctx @param {Playable} it */
function badge(ctx, it) {
  const own = ctx.best.get(it.key)?.own;
  if (own) {
    const { n } = starsOf({ counts: own, best: bestOf(ctx, it), hints: own.hints ?? 0 });
    const title = own.hints ? t('solvedHints', { n: own.hints }) : t('solvedBadge');
    return h('span', { class: 'badge solved', title }, icon('check'), starRow(n));
  }
  return ctx.begun.has(it.key) && h('span', { class: 'badge begun' }, t('begun'));
}
