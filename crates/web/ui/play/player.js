// @ts-check
/** What both players have in common: the player itself, its keys, the frame around the board. */
import { Camera } from '../board/camera.js';
import { noteDay } from './daily.js';
import { button, debounce, dialog, h, put } from '../lib/dom.js';
import { finishCard } from './finish.js';
import { t } from '../lib/i18n.js';
import { forgetKnown, knownBox } from './known.js';
import { address, nextUnsolved } from '../lib/levels.js';
import { counter, heading, snapshots } from './panel.js';
import { ReplayBar } from './replay.js';
import { autosave, bestOf, keepSolution } from './saving.js';
import { solutionList } from './solutions.js';
import { sound } from './sound.js';
import { starsOf } from './stars.js';

/** @import {ButtonLook} from '../lib/dom.js' */
/** @import {BoardView, Child, Collection, Context, Counts, Found, Level, Moves, Playable, Played, SavedGame, Snapshot} from '../types.d.ts' */

/** Restarts that can be taken back. */
const ATTEMPTS = 20;

/** Whether things may glide: the setting, and what the system asks for. @param {Context} ctx */
export function glides(ctx) {
  return (
    ctx.settings.animation === 'smooth' && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/**
 * What a player begins with.
 * @template {Moves} M @template {Played<M>} G @template {BoardView} V
 * @typedef {object} Start
 * @property {'sokoban'|'unblock'} kind
 * @property {G} game
 * @property {V} view
 * @property {SavedGame<M>|null} saved
 * @property {number} speed of the replay
 */

/**
 * A game being played: what is kept of it, the controls around the board, the end. The players of
 * both games extend it with `changed`, `askHint`, `solution`, `show` and their own ways to move.
 * @template {Moves} M @template {Played<M>} G @template {BoardView} V
 */
export class Player {
  /** @param {Context} ctx @param {Found<Playable>} found @param {Start<M, G, V>} start */
  constructor(ctx, { collection, level }, { kind, game, view, saved, speed }) {
    this.ctx = ctx;
    this.collection = collection;
    this.level = level;
    this.game = game;
    this.view = view;
    this.camera = new Camera(view.svg, view.extent);
    this.hints = saved?.hints ?? 0;
    /** Whether an engine's solution has been shown in this game. */
    this.watched = saved?.watched ?? false;
    this.snapshots = saved?.snapshots ?? [];
    /** Attempts that ended with a restart, the last one at the end. */
    this.attempts = saved?.attempts ?? [];
    if (saved) game.load(saved.moves, saved.cursor);
    this.saver = this.#saver();
    /** @type {number|null} the selected box or piece */
    this.selected = null;
    /** Whether the end has been told of. */
    this.won = false;
    /** What is said as long as nothing else is. @type {string|null} */
    this.note = null;
    /** Counts questions to the server, so that a late answer is not believed. */
    this.question = 0;
    this.element = h('div', { class: `player ${kind}-player` });
    this.hinted = counter(t('hints'), 'hints');
    this.message = h('div', {
      class: 'message',
      role: 'status',
      'aria-live': 'polite',
      id: 'message',
    });
    /** What has just happened, and the whole position: for those who do not see the board. */
    this.spoken = h('div', {
      class: 'unseen',
      role: 'status',
      'aria-live': 'polite',
      id: 'spoken',
    });
    this.described = h('div', { class: 'unseen', id: 'described' });
    /** A large position is put into words when nothing has happened for a moment. */
    this.describe = () => '';
    this.describeSoon = debounce(() => {
      this.described.textContent = this.describe();
    }, 120);
    /** What must be answered; it stays until it is. */
    this.asked = h('div', { class: 'asked', role: 'status', 'aria-live': 'polite' });
    this.end = h('div', { class: 'end', role: 'status', 'aria-live': 'polite' });
    this.bar = this.#replay(speed);
  }

  #saver() {
    const state = () => ({
      moves: this.game.recorded,
      cursor: this.game.cursor,
      hints: this.hints,
      watched: this.watched,
      snapshots: this.snapshots,
      attempts: this.attempts,
    });
    return autosave(this.ctx, this.level.key, {
      state,
      settle: () => this.settle(),
      elsewhere: (theirs) => this.#elsewhere(theirs),
    });
  }

  /** @param {number} speed */
  #replay(speed) {
    return new ReplayBar({
      length: () => this.game.moves.length,
      cursor: () => this.game.cursor,
      jump: (index) => this.alter(() => this.game.jump(index)),
      speed,
      onspeed: (value) => this.ctx.set({ speed: value }),
    });
  }

  /** Finishes at once whatever is still being shown. */
  settle() {}

  /** After any change of the position. */
  changed() {}

  /** Shows the position. */
  show() {}

  /** One step further with a hint. */
  askHint() {}

  /** The whole way from here, or null after saying why there is none.
   *  @returns {Promise<{moves: M, cursor: number, text: string}|null>} */
  async solution() {
    return null;
  }

  /** Moves from their text. @param {string} _text @returns {Promise<M|null>} */
  async movesOf(_text) {
    return null;
  }

  /** What moves count, or null when they are no solution. @param {string} text @returns {Promise<Counts|null>} */
  async weigh(text) {
    const moves = await this.movesOf(text);
    if (!moves) return null;
    const game = this.fresh();
    game.load(moves);
    return game.solved ? game.counts : null;
  }

  /** A game at its beginning, to try moves on. @returns {G} */
  fresh() {
    return this.game;
  }

  /** Shows a solution from the list: what others have found is not one's own.
   *  @param {{moves: string, solver: boolean, hints: number}} it */
  async #replaySolution(it) {
    const moves = await this.movesOf(it.moves);
    if (!moves) return;
    this.act(() => {
      this.watched = it.solver;
      this.hints = it.hints;
      this.game.load(moves, 0);
    });
    this.bar.play();
  }

  /** What shows where the way became longer than it had to be, if that can be shown.
   *  @returns {(() => void)|null} */
  ground() {
    return null;
  }

  /** What the end says. @returns {string} */
  ended() {
    return '';
  }

  /** The best there is to compare with. @returns {Counts} */
  best() {
    return bestOf(this.ctx, this.level);
  }

  /** @param {number|null} _id */
  select(_id) {}

  /** Changes the game once nothing is being shown any more. @param {() => void} work */
  alter(work) {
    this.settle();
    work();
    this.changed();
  }

  /** The same when the user does it, which stops the replay. @param {() => void} work */
  act(work) {
    this.bar.stop();
    this.note = null;
    this.alter(work);
  }

  /** From the start, as a new attempt: what was hinted or shown before is not there to be redone. It is a move that
   *  undo takes back. */
  restart() {
    const { hints, watched } = this;
    const { recorded: moves, cursor } = this.game;
    if (cursor > 0) this.attempts = [...this.attempts, { moves, cursor, hints, watched }].slice(-ATTEMPTS);
    this.game.jump(0);
    if (hints > 0 || watched) this.game.load(this.game.played);
    this.hints = 0;
    this.watched = false;
  }

  /** Takes a move back, or at the beginning the restart that led there. */
  undo() {
    if (this.game.undo()) return;
    const before = this.attempts.at(-1);
    if (!before) return;
    this.attempts = this.attempts.slice(0, -1);
    this.game.load(before.moves, before.cursor);
    this.hints = before.hints;
    this.watched = before.watched;
  }

  /** One of the buttons for the game. @param {string} name @param {() => void} work @param {ButtonLook} look */
  control(name, work, look) {
    return button(
      t(name),
      () => {
        this.act(work);
        this.view.svg.focus({ preventScroll: true });
      },
      look,
    );
  }

  /** The buttons that are always in reach. @param {Record<'undo'|'redo'|'hint', string|undefined>} keys */
  primary(keys) {
    const { game } = this;
    const menu = button(t('menu'), () => this.#menu(), { icon: 'menu', id: 'menu' });
    return h(
      'div',
      { class: 'primary-bar', role: 'toolbar', 'aria-label': t('controls') },
      this.control('undo', () => this.undo(), { icon: 'undo', key: keys.undo, id: 'undo' }),
      this.control('redo', () => game.redo(), { icon: 'redo', key: keys.redo, id: 'redo' }),
      this.control('reset', () => this.restart(), { icon: 'reset', key: '⇱', id: 'reset' }),
      button(t('hint'), () => this.askHint(), {
        icon: 'hint',
        key: keys.hint,
        class: 'primary',
        id: 'hint',
      }),
      menu,
    );
  }

  /** Opens or closes what small screens keep behind a button. */
  #menu() {
    this.element.classList.toggle('menu-open');
  }

  /** Does what a key means in both games; returns whether it means anything.
   *  @param {KeyboardEvent} event @param {Record<string, () => void>} acts what keys do to this game */
  commonKey(event, acts) {
    const { game, camera } = this;
    const act = {
      Backspace: () => this.undo(),
      Home: () => this.restart(),
      End: () => game.jump(game.moves.length),
      ...acts,
    }[event.key];
    if (act) {
      this.act(act);
      return true;
    }
    const look = {
      '+': () => camera.zoom(1.25),
      '=': () => camera.zoom(1.25),
      '-': () => camera.zoom(0.8),
      0: () => camera.whole(),
      f: () => this.#fullScreen(),
      F: () => this.#fullScreen(),
      Escape: () => this.#escape(),
    }[event.key];
    if (look) {
      look();
      return true;
    }
    return levelKeys(this.ctx, this.collection, this.level, event);
  }

  #escape() {
    this.select(null);
    this.element.classList.remove('menu-open');
    if (this.game.solved) put(this.end);
  }

  #fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.element.requestFullscreen?.().catch(() => {});
  }

  /** One more hint was given: what it says, and the way to the next step. @param {string} text @param {string} more */
  tellHint(text, more) {
    put(
      this.message,
      h(
        'p',
        { id: 'hint-text' },
        text,
        ' ',
        h('button', { type: 'button', class: 'link', onclick: () => this.askHint() }, more),
      ),
    );
  }

  /** One more hint was given. */
  countHint() {
    this.hints++;
    this.hinted.show(this.hints, undefined);
    this.saver.change();
  }

  /** The board and everything around it. @param {{element: Element}[]} counters @param {Element} primary @param {Child[]} more @param {Child} [options] */
  frame(counters, primary, more, options = null) {
    const { ctx, collection, level, camera } = this;
    const { svg } = this.view;
    svg.setAttribute('role', 'application');
    svg.setAttribute('aria-describedby', 'described');
    const field = h('div', { class: 'field' }, svg, this.#lens(), this.end);
    const notes = level.notes ?? [];
    put(
      this.element,
      h('div', { class: 'stage' }, field, this.asked, this.message, this.spoken, this.described),
      primary,
      h(
        'div',
        { class: 'counters' },
        [...counters, this.hinted].map((it) => it.element),
      ),
      h(
        'div',
        { class: 'panel' },
        heading(ctx, collection, level),
        this.bar.element,
        h('div', { class: 'controls' }, more),
        solutionList({
          ctx,
          level,
          weigh: (moves) => this.weigh(moves),
          replay: (it) => this.#replaySolution(it),
        }),
        knownBox(level),
        this.#snapshots(),
        options,
        notes.length > 0 &&
          h(
            'details',
            { class: 'more' },
            h('summary', {}, t('notes')),
            notes.map((line) => h('p', {}, line)),
          ),
      ),
    );
    camera.attach(field);
    ctx.last = { name: collection.name, index: level.index };
  }

  /** Closer, away, everything, the whole screen. */
  #lens() {
    const { camera } = this;
    const one = (
      /** @type {string} */ name,
      /** @type {() => void} */ work,
      /** @type {ButtonLook} */ look,
    ) => button(t(name), work, { ...look, compact: true, class: 'quiet' });
    return h(
      'div',
      { class: 'lens' },
      one('closer', () => camera.zoom(1.25), { icon: 'closer', key: '+', id: 'closer' }),
      one('awayZoom', () => camera.zoom(0.8), { icon: 'away', key: '−', id: 'away' }),
      one('fullScreen', () => this.#fullScreen(), { icon: 'whole', key: 'F', id: 'full' }),
    );
  }

  #snapshots() {
    return snapshots({
      list: this.snapshots,
      take: () => ({
        moves: this.game.played,
        cursor: this.game.cursor,
        hints: this.hints,
        watched: this.watched,
      }),
      restore: (it) => this.act(() => this.#load(it)),
      changed: () => this.saver.change(),
    });
  }

  /** @param {Snapshot<M>|SavedGame<M>} it */
  #load(it) {
    this.hints = it.hints ?? this.hints;
    this.watched = it.watched ?? this.watched;
    this.game.load(it.moves, it.cursor);
  }

  /** The same level was played on elsewhere: which game counts is not ours to decide. @param {SavedGame} theirs */
  #elsewhere(theirs) {
    const take = () => {
      const { played: moves, cursor } = this.game;
      const mine = { name: t('otherGame'), moves, cursor, hints: this.hints, watched: this.watched };
      this.saver.resume(theirs);
      put(this.asked);
      this.act(() => this.#load(/** @type {SavedGame<M>} */ (theirs)));
      // What was played here meanwhile stays within reach.
      this.snapshots.splice(0, Infinity, .../** @type {Snapshot<M>[]} */ (theirs.snapshots ?? []));
      if (cursor > 0) this.snapshots.push(mine);
      this.saver.change();
    };
    const keep = () => {
      this.saver.resume(theirs);
      put(this.asked);
      this.saver.change();
    };
    put(
      this.asked,
      h(
        'div',
        { class: 'banner', id: 'elsewhere' },
        t('elsewhere'),
        h(
          'span',
          { class: 'row' },
          button(t('takeTheirs'), take, { class: 'primary', id: 'take-theirs' }),
          button(t('keepMine'), keep, { id: 'keep-mine' }),
        ),
      ),
    );
  }

  /** Says that the level is solved, or that it no longer is. @param {boolean} [fresh] whether it has just happened */
  finish(fresh = true) {
    const { solved } = this.game;
    this.view.celebrate(solved);
    if (!solved) {
      this.won = false;
      put(this.end);
      return;
    }
    this.note = null;
    put(this.end, this.#card(fresh));
    if (this.won) return;
    this.won = true;
    if (!fresh) return;
    sound(this.ctx, 'solved');
    const { counts } = this.game;
    const { hints, watched } = this;
    const { n } = starsOf({ counts, best: this.best(), hints, watched });
    if (!watched) noteDay(this.ctx, this.collection.name, n);
    keepSolution(this.ctx, this.level, this.game.played, this.hints, this.watched).then(() => {
      forgetKnown(this.level.key);
      this.show();
    });
  }

  /** @param {boolean} fresh */
  #card(fresh) {
    const { ctx, collection, level, hints, watched } = this;
    return finishCard({
      ctx,
      collection,
      level,
      hints,
      watched,
      fresh: fresh && !this.won,
      text: this.ended(),
      counts: this.game.counts,
      best: this.best(),
      again: () => this.act(() => this.restart()),
      replay: () => this.#watchAgain(),
      close: () => put(this.end),
      ground: this.ground(),
    });
  }

  /** Shows the game from its beginning; its end is no second win. */
  #watchAgain() {
    this.settle();
    this.game.jump(0);
    this.changed();
    this.bar.play();
  }

  /** Asks before the solution is shown. */
  giveUp() {
    dialog(
      t('giveUpTitle'),
      h('p', {}, t('giveUpHelp')),
      [
        h('button', { class: 'button primary', value: 'ok', id: 'give-up-ok' }, t('giveUpShow')),
        h('button', { class: 'button', value: '' }, t('goOn')),
      ],
      () => this.#watch(),
    );
  }

  /** Shows a whole solution: it becomes what "redo" does. */
  async #watch() {
    this.settle();
    put(this.message, h('p', { class: 'busy' }, t('thinking')));
    const found = await this.solution();
    if (!found) return;
    this.watched = true;
    this.note = found.text;
    this.game.load(found.moves, found.cursor);
    this.changed();
    this.bar.play();
  }

  /** Says a position in words. @param {string} now what has just happened @param {() => string} all
   *  @param {boolean} large whether that takes long enough to wait until nothing happens */
  speak(now, all, large) {
    this.spoken.textContent = now;
    this.describe = all;
    if (large) this.describeSoon();
    else this.described.textContent = all();
  }

  /** The place for words is empty, but for what is said as long as nothing else is. */
  quiet() {
    put(this.message, this.note && h('p', { id: 'watching' }, this.note));
  }

  /** @param {string} text */
  tell(text) {
    put(this.message, h('p', {}, text));
  }

  /** Before another view is made, which may be of the same level. */
  save() {
    this.settle();
    this.saver.now();
  }

  leave() {
    this.settle();
    this.bar.stop();
    this.camera.leave();
    this.saver.leave();
  }
}

/** Keys to other levels. @param {Context} ctx @param {Collection} collection @param {Level} level @param {KeyboardEvent} event */
function levelKeys(ctx, collection, level, event) {
  const to = { PageUp: level.index - 1, PageDown: level.index + 1 }[event.key];
  if (to !== undefined) {
    if (to >= 1 && to <= collection.count) ctx.go(address('play', collection, to));
    return true;
  }
  if (event.key.toLowerCase() === 'n') {
    nextUnsolved(ctx, collection, level.index);
    return true;
  }
  return false;
}
