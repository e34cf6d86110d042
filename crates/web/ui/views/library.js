// @ts-check
/** The library: collections, their levels as small pictures, what is solved and what is next. */
import { button, h, icon, put } from '../lib/dom.js';
import { BANDS, Grading, bandOf, knownGrade, readGrades, shareOf } from '../lib/grades.js';
import { t } from '../lib/i18n.js';
import {
  categories,
  closeFile,
  isOpened,
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
import { Cards, boxesIn } from './cards.js';
import { keepDialog, removeDialog, sidebar } from './shelf.js';

/** @import {Category, Collection, Context, Grade, Level, Playable, View} from '../types.d.ts' */

/** @param {Context} ctx @param {string|null} chosen @returns {Promise<View>} */
export async function libraryView(ctx, chosen) {
  const [collections, classes, opened] = await Promise.all([
    store.collections(),
    categories(),
    openedFiles(),
    ctx.ready,
    readGrades(),
  ]);
  const name = chosen ?? collections.find((it) => !it.error)?.name;
  const main = h('section', { class: 'levels', 'aria-live': 'off' });
  const collection = name ? await loadCollection(name) : null;
  if (collection) countSolved(ctx, collection);
  const beside = sidebar(ctx, { collections, opened, current: name ?? '', classes });
  const element = h('div', { class: 'library' }, beside, main);
  const own = collections.some((it) => it.name === name && it.own);
  const levels = collection && new Levels(ctx, collection, own, classes);
  if (levels) levels.show(main);
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
    shown: () => levels?.cards.begin(),
    find: (index) => levels?.cards.find(index),
    leave: () => levels?.leave(),
  };
}

/** How levels are ordered and chosen, while the page is open. */
const remembered = { order: 'given', wanted: 'all', size: 'all', difficulty: 'all' };

/** Squares of a board, its walls too. @param {Level} it */
const areaOf = ({ rows, board }) =>
  rows ? rows.length * Math.max(...rows.map((row) => row.length)) : board ? board.width * board.height : 0;

/** Boxes of a level of Sokoban, pieces of one of Unblock. @param {Level} it */
const thingsIn = ({ rows, board }) => (rows ? boxesIn(rows) : (board?.pieces.length ?? 0));

/** What levels can be ordered by. @type {Record<string, (it: Level) => number|string>} */
const ORDERS = {
  given: (it) => it.index,
  size: areaOf,
  boxes: thingsIn,
  hard: (it) => it.known?.pushes ?? it.known?.moves ?? Infinity,
  author: (it) => it.author ?? '',
  // What is not graded yet comes after what is, what has no grade last.
  grade: (it) => {
    const grade = knownGrade(it);
    return -(shareOf(grade) ?? (grade === undefined ? -1 : -2));
  },
};

/** Collections up to here are graded as a whole when they are to be sorted by difficulty. */
const GRADED = 150;

/** Which levels can be asked for. @type {Record<string, (ctx: Context, it: Level) => boolean>} */
const WANTED = {
  all: () => true,
  unsolved: (ctx, it) => !(it.key && ctx.best.get(it.key)?.own),
  begun: (ctx, it) => Boolean(it.key && ctx.begun.has(it.key) && !ctx.best.get(it.key)?.own),
  solved: (ctx, it) => Boolean(it.key && ctx.best.get(it.key)?.own),
};

/** Ranges of boxes or pieces, and of sides of a square board as large: the least and the most. @type {[least: number, most: number][]} */
const BOXES = [[1, 2], [3, 5], [6, 10], [11, 20], [21, Infinity]];
/** @type {[least: number, most: number][]} */
const SIDES = [[1, 8], [9, 12], [13, 16], [17, Infinity]];

/** Which levels can be asked for by their size. @type {Record<string, (it: Level) => boolean>} */
const SIZES = {
  all: () => true,
  ...Object.fromEntries(BOXES.map((range, i) => [`boxes-${i}`, (/** @type {Level} */ it) => within(thingsIn(it), range)])),
  ...Object.fromEntries(
    SIDES.map((range, i) => [`side-${i}`, (/** @type {Level} */ it) => within(Math.ceil(Math.sqrt(areaOf(it))), range)]),
  ),
};

/** @param {number} n @param {[least: number, most: number]} range */
const within = (n, [least, most]) => least <= n && n <= most;

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
    this.size = SIZES[remembered.size] ? remembered.size : 'all';
    this.difficulty = remembered.difficulty;
    this.cards = new Cards(ctx, collection, (levels) => this.#came(levels));
    this.grades = h('p', { class: 'row grading', role: 'status', 'aria-live': 'polite' });
    /** @type {Grading|null} */
    this.grading = null;
    /** Whether all levels are to be graded, not only those that are seen. */
    this.every = false;
    this.search = h('input', {
      type: 'search',
      placeholder: t('search'),
      'aria-label': t('search'),
      oninput: () => this.#fill(),
    });
  }

  /** @param {Element} main */
  show(main) {
    put(main, this.#headline(), this.#bar(), this.#filters(), this.grades, this.cards.element);
    this.#fill();
  }

  #headline() {
    const { collection, ctx } = this;
    const solved = countSolved(ctx, collection);
    return h(
      'div',
      { class: 'headline' },
      h('h1', { title: collection.title }, nameOf(collection)),
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
      isOpened(collection.name) && [
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

  /** Which levels are shown, and in which order: a row of its own, so that no choice is cut. */
  #filters() {
    const { collection } = this;
    return h(
      'div',
      { class: 'row filters' },
      collection.levels.some((it) => it.category) && this.#categories(),
      this.#choice('wanted', Object.keys(WANTED)),
      this.#choice('difficulty', ['all', ...BANDS]),
      this.#sizes(),
      this.#choice('order', Object.keys(ORDERS)),
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

  /** @param {'wanted'|'order'|'difficulty'} name @param {string[]} values */
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
        h('option', { value, selected: value === this[name] }, label(name, value)),
      ),
    );
    return select;
  }

  /** Levels of some size: as many boxes or pieces, or as large a board; what the collection does not have is not offered. */
  #sizes() {
    const { levels, game } = this.collection;
    const some = (/** @type {string} */ value) => levels.some(SIZES[value]);
    const range = (/** @type {[number, number]} */ [least, most]) => (most === Infinity ? `${least}+` : `${least}–${most}`);
    const option = (/** @type {string} */ value, /** @type {string} */ text) =>
      some(value) && h('option', { value, selected: value === this.size }, text);
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      {
        'aria-label': t('size'),
        id: 'size',
        onchange: () => {
          this.size = select.value;
          remembered.size = select.value;
          this.#fill();
        },
      },
      option('all', t('size.all')),
      h(
        'optgroup',
        { label: t(`size.things.${game}`) },
        BOXES.map((it, i) => option(`boxes-${i}`, t(`size.${game}`, { n: range(it) }))),
      ),
      h(
        'optgroup',
        { label: t('size.sides') },
        SIDES.map((it, i) => option(`side-${i}`, it[1] === Infinity ? t('size.larger') : t('size.upTo', { n: it[1] }))),
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

  /** Shows the levels that the search finds. */
  #fill() {
    const wanted = this.search.value.toLowerCase().trim();
    const has = (/** @type {string} */ text) => text.toLowerCase().includes(wanted);
    const shown = this.#ordered().filter(
      (it) =>
        (!wanted || has(titleOf(it)) || has(it.author ?? '')) &&
        (!this.category || it.category === this.category) &&
        this.#ofBand(it) &&
        SIZES[this.size](it) &&
        WANTED[this.wanted](this.ctx, it),
    );
    this.cards.show(shown);
    this.#grade();
  }

  /** Whether a level may be of the difficulty that was chosen: what is not graded yet may. @param {Level} it */
  #ofBand(it) {
    if (this.difficulty === 'all') return true;
    const grade = knownGrade(it);
    return grade === undefined || bandOf(grade) === this.difficulty;
  }

  /** Whether the list depends on grades. */
  get #wantsGrades() {
    return this.order === 'grade' || this.difficulty !== 'all';
  }

  /** Grades what is wanted: all of a small collection, of a large one what is seen. */
  #grade() {
    this.#tell();
    if (!this.#wantsGrades) {
      this.grading?.stop();
      this.grading = null;
      return;
    }
    const all = this.collection.levels;
    const whole = this.every || all.length <= GRADED;
    this.#want(whole ? [...this.cards.visible, ...all] : this.cards.visible);
  }

  /** @param {Level[]} levels */
  #want(levels) {
    this.grading ??= new Grading((level, grade) => this.#graded(level, grade));
    const open = levels.filter(isPlayable).filter((it) => knownGrade(it) === undefined);
    if (open.length) this.grading.want([...new Set(open)]);
  }

  /** @param {Level[]} levels that came on the page */
  #came(levels) {
    if (this.#wantsGrades) this.#want(levels);
  }

  /** A card says its grade at once; the list is put in order again when all are there. @param {Playable} level @param {Grade|null} _ */
  #graded(level, _) {
    this.cards.renew(level);
    this.#tell();
    if (this.#ungraded === 0) this.#fill();
  }

  get #ungraded() {
    return this.collection.levels.filter((it) => isPlayable(it) && knownGrade(it) === undefined).length;
  }

  /** How many levels are graded, and what can be done about the others. */
  #tell() {
    const open = this.#wantsGrades ? this.#ungraded : 0;
    if (!open) {
      put(this.grades);
      return;
    }
    const of = this.collection.levels.length;
    const whole = this.every || of <= GRADED;
    const act = () => {
      this.every = !whole;
      if (this.every) this.#grade();
      else this.grading?.clear();
      this.#tell();
    };
    put(
      this.grades,
      t('gradedOf', { n: of - open, of }),
      of > GRADED &&
        button(t(whole ? 'gradeStop' : 'gradeAll'), act, { icon: whole ? 'stop' : 'play', id: 'grade-all' }),
    );
  }

  leave() {
    this.cards.end();
    this.grading?.stop();
  }
}

/** @param {number} done @param {number} of */
function meter(done, of) {
  return h('progress', { max: of || 1, value: done, 'aria-label': t('solvedOf', { n: done, of }) });
}

/** What a choice is called. @param {string} name @param {string} value */
const label = (name, value) =>
  t(name === 'difficulty' && value !== 'all' ? `band.${value}` : `${name}.${value}`);
