// @ts-check
/** Levels as cards: pictures that are drawn when they come into view, and a list that holds only what can be seen. */
import { unblockThumb } from '../board/unblock.js';
import { sokobanThumb } from '../board/sokoban.js';
import { h, icon, put } from '../lib/dom.js';
import { bandOf, knownGrade } from '../lib/grades.js';
import { faultAt, t } from '../lib/i18n.js';
import { address, isPlayable, titleOf } from '../lib/levels.js';
import { bestOf } from '../play/saving.js';
import { starRow, starsOf } from '../play/stars.js';

/** @import {Collection, Context, Grade, Level, Playable} from '../types.d.ts' */

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

/** A picture that is drawn when it is looked at. @param {Level} it */
function pictureOf(it) {
  const picture = h('div', { class: 'picture' });
  undrawn.set(picture, it);
  painter.observe(picture);
  return picture;
}

/** A level that cannot be played, and why; what can be drawn is mended in the editor.
 *  @param {Collection} collection @param {Level} it */
function faultyCard(collection, it) {
  const why = (it.faults ?? []).map(faultAt).join('; ');
  const drawn = it.rows ?? it.board;
  const inside = [
    drawn && pictureOf(it),
    h('span', { class: 'title' }, titleOf(it)),
    h('span', { class: 'why', title: why }, why),
    drawn && h('span', { class: 'mend' }, t('mend')),
  ];
  const href = address('edit', collection, it.index);
  return drawn ? h('a', { class: 'card bad', href }, inside) : h('div', { class: 'card bad' }, inside);
}

/** @param {Context} ctx @param {Collection} collection @param {Playable} it */
function playableCard(ctx, collection, it) {
  return h(
    'a',
    { class: 'card', href: address('play', collection, it.index) },
    pictureOf(it),
    h('span', { class: 'title' }, titleOf(it)),
    h('span', { class: 'facts' }, counts(ctx, it)),
    gradeLine(knownGrade(it)),
    badge(ctx, it),
  );
}

/** A grade on a card; nothing as long as nobody has asked for it. @param {Grade|null|undefined} grade */
function gradeLine(grade) {
  const band = bandOf(grade);
  if (grade === undefined) return null;
  if (!band || !grade) return h('span', { class: 'grade' }, t('band.none'));
  const about =
    grade.share !== undefined
      ? t('grade.share', { n: Math.round(100 * grade.share) })
      : t('grade.moves', { n: Math.round(grade.moves ?? 0) });
  return h('span', { class: `grade ${band}`, title: about }, h('strong', {}, t(`band.${band}`)), ` · ${about}`);
}

/** What the user needed, else the best that came with the level. @param {Context} ctx @param {Playable} it */
function counts(ctx, it) {
  const own = ctx.best.get(it.key)?.own;
  if (own) return t(it.rows ? 'ownSokoban' : 'ownUnblock', { ...own });
  if (it.known?.moves) return t('bestKnown', { n: it.known.moves });
  return it.rows ? t('boxesIn', { n: boxesIn(it.rows) }) : '';
}

/** @param {string[]} rows */
export const boxesIn = (rows) => rows.join('').match(/[$*]/g)?.length ?? 0;

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

/** Lists up to here are on the page as a whole. */
const WHOLE = 120;

/** Rows above and below what can be seen that are on the page too. */
const SPARE = 3;

/**
 * A grid of cards. A long one holds only the rows around what can be seen, and as much room above and below as the others
 * would take; the page scrolls as if all were there. The arrow keys go from card to card, Home and End to the first and last.
 */
export class Cards {
  /** @param {Context} ctx @param {Collection} collection @param {(levels: Level[]) => void} [seen] called with the levels that came on the page */
  constructor(ctx, collection, seen) {
    this.ctx = ctx;
    this.collection = collection;
    this.seen = seen ?? (() => {});
    /** @type {Level[]} */
    this.levels = [];
    /** The cards on the page, by place. @type {Map<number, HTMLElement>} */
    this.there = new Map();
    this.element = h('ul', { class: 'cards', onkeydown: (event) => this.#key(event) });
    this.columns = 1;
    /** The card that had the focus when it was scrolled away. */
    this.lost = -1;
    /** Height of a row with its gap. */
    this.row = 0;
    this.again = () => this.#render();
    this.sized = new ResizeObserver(() => this.#measure());
  }

  /** To be called when it is on the page. */
  begin() {
    addEventListener('scroll', this.again, { passive: true });
    this.sized.observe(this.element);
    this.#measure();
  }

  end() {
    removeEventListener('scroll', this.again);
    this.sized.disconnect();
  }

  get #windowed() {
    return this.levels.length > WHOLE;
  }

  /** @param {Level[]} levels */
  show(levels) {
    this.levels = levels;
    this.there.clear();
    this.lost = -1;
    put(this.element);
    this.element.dataset.count = String(levels.length);
    this.element.classList.toggle('windowed', this.#windowed);
    this.#room(0, 0);
    if (!levels.length) put(this.element, h('li', { class: 'none' }, t('noMatch')));
    else if (this.#windowed && !this.element.isConnected) this.#put(0, 40);
    else if (this.#windowed) this.#measure();
    else this.#put(0, levels.length);
  }

  /** What is known of a level has changed. @param {Level} level */
  renew(level) {
    const at = this.levels.indexOf(level);
    const old = this.there.get(at);
    if (!old) return;
    const here = old.contains(document.activeElement);
    const next = this.#item(at);
    old.replaceWith(next);
    this.there.set(at, next);
    if (here) this.#focus(at);
  }

  /** Levels that are on the page. */
  get visible() {
    return [...this.there.keys()].map((at) => this.levels[at]);
  }

  /** How many columns there are, and how high a row is. */
  #measure() {
    if (!this.#windowed || !this.element.isConnected) return;
    if (!this.there.size) this.#put(0, 1);
    const style = getComputedStyle(this.element);
    this.columns = Math.max(1, style.gridTemplateColumns.split(' ').length);
    const first = this.element.querySelector('li');
    this.row = (first?.getBoundingClientRect().height ?? 200) + (parseFloat(style.rowGap) || 0);
    this.#render();
  }

  /** Puts the rows on the page that can be seen, and takes the others away. */
  #render() {
    if (!this.#windowed || !this.row || !this.element.isConnected) return;
    const rows = Math.ceil(this.levels.length / this.columns);
    const top = this.element.getBoundingClientRect().top;
    const from = Math.max(0, Math.min(rows - 1, Math.floor(-top / this.row) - SPARE));
    const to = Math.min(rows, Math.ceil((innerHeight - top) / this.row) + SPARE);
    this.#room(from, rows - Math.max(to, from + 1));
    this.#put(from * this.columns, Math.min(this.levels.length, Math.max(to, from + 1) * this.columns));
  }

  /** The room of the rows that are not on the page. @param {number} above @param {number} below */
  #room(above, below) {
    this.element.style.paddingTop = `${above * this.row}px`;
    this.element.style.paddingBottom = `${below * this.row}px`;
  }

  /** @param {number} from @param {number} to */
  #put(from, to) {
    for (const [at, item] of this.there)
      if (at < from || at >= to) {
        if (item.contains(document.activeElement)) this.lost = at;
        item.remove();
        this.there.delete(at);
      }
    /** @type {Level[]} */
    const fresh = [];
    /** @type {Element|null} */
    let after = null;
    for (let at = from; at < to; at++) {
      let item = this.there.get(at);
      if (!item) {
        item = this.#item(at);
        this.there.set(at, item);
        if (after) after.after(item);
        else this.element.prepend(item);
        fresh.push(this.levels[at]);
      }
      after = item;
    }
    // Whoever scrolls back finds the focus where it was.
    const lost = this.there.get(this.lost)?.querySelector('a');
    if (lost && document.activeElement === document.body) lost.focus({ preventScroll: true });
    if (lost) this.lost = -1;
    if (fresh.length) this.seen(fresh);
  }

  /** @param {number} at */
  #item(at) {
    const it = this.levels[at];
    const place = this.#windowed ? { 'aria-posinset': at + 1, 'aria-setsize': this.levels.length } : {};
    return h(
      'li',
      place,
      isPlayable(it) ? playableCard(this.ctx, this.collection, it) : faultyCard(this.collection, it),
    );
  }

  /** Brings a card into view and sets the focus on it. @param {number} at */
  #focus(at) {
    if (this.#windowed && !this.there.has(at)) {
      const top = this.element.getBoundingClientRect().top + scrollY;
      scrollTo({ top: top + Math.floor(at / this.columns) * this.row - innerHeight / 3, behavior: 'instant' });
      this.#render();
    }
    const card = this.there.get(at)?.querySelector('a');
    card?.focus();
    card?.scrollIntoView({ block: 'nearest' });
  }

  /** Sets the focus on the card of a level that is in view, without scrolling. @param {number} index */
  find(index) {
    this.#render();
    const at = this.levels.findIndex((it) => it.index === index);
    this.there.get(at)?.querySelector('a')?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = [...this.there].find(([, item]) => item.contains(document.activeElement))?.[0];
    if (at === undefined) return;
    if (!this.#windowed) this.columns = getComputedStyle(this.element).gridTemplateColumns.split(' ').length;
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + this.columns,
      ArrowUp: at - this.columns,
      Home: 0,
      End: this.levels.length - 1,
    }[event.key];
    if (to === undefined || to < 0 || to >= this.levels.length) return;
    event.preventDefault();
    this.#focus(to);
  }
}
