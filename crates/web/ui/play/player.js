// @ts-check
/**
 * The frame around a board, the same for both games: it shows a state (`render`), and turns buttons and keys into changes
 * of the state (`act`). What only one game has is its part (`sokoban.js`, `unblock.js`).
 */
import { Camera } from '../board/camera.js';
import { noteDay } from './daily.js';
import { button, debounce, dialog, h, put } from '../lib/dom.js';
import { finishCard } from './finish.js';
import { t } from '../lib/i18n.js';
import { forgetKnown, knownBox } from './known.js';
import { address, nextUnsolved } from '../lib/levels.js';
import { recordResult } from '../lib/results.js';
import { counter, heading, levelStrip, snapshots } from './panel.js';
import { ReplayBar } from './replay.js';
import { autosave, keepSolution } from './saving.js';
import { solutionList } from './solutions.js';
import { sound } from './sound.js';
import { starsOf } from './stars.js';
import * as change from './state.js';

/** @import {ButtonLook} from '../lib/dom.js' */
/** @import {BoardView, Child, Context, Counts, Found, GameName, Message, Moves, Play, Playable, Played, SavedGame} from '../types.d.ts' */

/** Whether things may glide: the setting, and what the system asks for. @param {Context} ctx */
export function glides(ctx) {
  return (
    ctx.settings.animation === 'smooth' && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/**
 * What one game adds to the frame.
 * @template {Moves} M @template {Played<M>} G @template P
 * @typedef {object} Part
 * @property {GameName} kind
 * @property {Play<M, G, P>} state
 * @property {BoardView} view
 * @property {number} speed of the replay
 * @property {{element: Element}[]} counters
 * @property {Record<'undo'|'redo'|'hint', string|undefined>} keys shown on the buttons
 * @property {Element|null} overlay shown on the board
 * @property {() => Child[]} controls buttons beside the board
 * @property {() => Child} options
 * @property {() => void} settle makes at once what is still being shown
 * @property {() => void} changed after any change of the position
 * @property {() => void} render shows the state
 * @property {() => string} lastMove in words
 * @property {() => string} describe the whole position in words
 * @property {boolean} large whether that takes long enough to wait until nothing happens
 * @property {() => string} ended what the end says
 * @property {() => Counts} best the best there is to compare with
 * @property {() => (() => void)|null} ground shows where the way became longer than it had to be, if that can be shown
 * @property {() => void} askHint one step further with a hint
 * @property {() => void} cancel takes back what an engine was asked
 * @property {() => Promise<{moves: M, cursor: number, text: string}|null>} solution the whole way from here, or null
 *   after saying why there is none
 * @property {(text: string) => Promise<M|null>} movesOf moves from their text
 * @property {() => G} fresh a game at its beginning, to try moves on
 */

/** Shows something only when it has changed. @template T @param {(now: T) => void} show @returns {(now: T) => void} */
function once(show) {
  /** @type {{now: T}|null} */
  let before = null;
  return (now) => {
    if (before && Object.is(before.now, now)) return;
    before = { now };
    show(now);
  };
}

/** A place for news. @param {string} name */
const news = (name) => h('div', { class: name, role: 'status', 'aria-live': 'polite' });

/** @template {Moves} M @template {Played<M>} G @template P */
export class Player {
  /** @param {Context} ctx @param {Found<Playable>} found @param {Part<M, G, P>} part */
  constructor(ctx, { collection, level }, part) {
    this.ctx = ctx;
    this.collection = collection;
    this.level = level;
    this.part = part;
    this.state = part.state;
    this.camera = new Camera(part.view.svg, part.view.extent);
    this.element = h('div', { class: `player ${part.kind}-player` });
    this.saver = autosave(ctx, level.key, {
      state: () => change.savedOf(this.state, Date.now()),
      settle: () => this.settle(),
      elsewhere: (theirs) => this.#elsewhere(theirs),
    });
    this.bar = new ReplayBar({
      length: () => this.state.game.moves.length,
      cursor: () => this.state.game.cursor,
      jump: (index) => this.alter(() => this.state.game.jump(index)),
      speed: part.speed,
      onspeed: (speed) => ctx.set({ speed }),
    });
    this.shows = this.#parts();
    this.#clock();
  }

  // Changing the state.

  settle() {
    this.part.settle();
  }

  /** Changes the game once nothing is being shown any more. @param {() => void} work */
  alter(work) {
    this.settle();
    work();
    this.changed();
  }

  /** The same when the user does it, which stops the replay. @param {() => void} work */
  act(work) {
    this.bar.stop();
    this.state.note = null;
    this.alter(work);
  }

  /** After any change of the position. */
  changed() {
    const { state } = this;
    state.message = null;
    state.spoken = null;
    this.part.changed();
    this.saver.change();
    this.#end(true);
    this.render();
  }

  /** @param {Message|null} message */
  say(message) {
    this.state.message = message;
    this.render();
  }

  /** @param {string} text */
  tell(text) {
    this.say({ kind: 'text', text });
  }

  undo() {
    change.undo(this.state, Date.now());
  }

  restart() {
    change.restart(this.state, Date.now());
  }

  /** One more hint was given: what it says, and the way to the next step. @param {string} text @param {string} more */
  hint(text, more) {
    this.state.hints++;
    this.saver.change();
    this.say({ kind: 'hint', text, more });
  }

  /** One more hint was given, and done. */
  countHint() {
    this.state.hints++;
    this.saver.change();
  }

  /** The level has been played on elsewhere: which game counts is not ours to decide. @param {SavedGame} theirs */
  #elsewhere(theirs) {
    this.state.elsewhere = /** @type {SavedGame<M>} */ (theirs);
    this.render();
  }

  /** @param {SavedGame<M>} theirs @param {boolean} take */
  #decide(theirs, take) {
    if (take) this.act(() => change.takeTheirs(this.state, theirs, t('otherGame'), Date.now()));
    else {
      change.keepMine(this.state, theirs, t('otherGame'));
      this.render();
    }
    this.saver.resume(theirs);
  }

  /** The time runs as long as the page is seen. */
  #clock() {
    const look = () => {
      change.runClock(this.state, document.visibilityState === 'visible', Date.now());
      this.shows.time(this.#time());
    };
    const timer = setInterval(look, 1000);
    document.addEventListener('visibilitychange', look);
    this.stopClock = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      change.runClock(this.state, false, Date.now());
    };
    change.runClock(this.state, document.visibilityState === 'visible', Date.now());
  }

  #time() {
    return change.clockWords(change.secondsOf(this.state, Date.now()));
  }

  /** Notes the end, and what follows from it. @param {boolean} fresh whether it can have just happened */
  #end(fresh) {
    const { state, ctx, level } = this;
    change.runClock(state, document.visibilityState === 'visible', Date.now());
    const what = change.noteEnd(state, fresh);
    if (!what) return;
    sound(ctx, 'solved');
    const { hints, watched, game } = state;
    const { counts } = game;
    if (!watched) {
      const { n } = starsOf({ counts, best: this.part.best(), hints, watched });
      noteDay(ctx, this.collection.name, n);
    }
    if (what === 'new') this.#record();
    keepSolution(ctx, level, game.played, hints, watched).then(() => {
      forgetKnown(level.key);
      this.render();
    });
  }

  /** Puts a win into the history. */
  #record() {
    const { state, collection, level, part } = this;
    const { moves = 0, pushes, steps } = state.game.counts;
    const { hints, seconds } = state;
    const where = { game: part.kind, collection: collection.name, index: level.index, hash: level.key };
    recordResult({ ...where, seconds, moves, pushes, steps, hints, when: Date.now() }).catch(() => {});
  }

  // Showing it.

  /** Shows the state. What has not changed is left alone, so that nothing is announced twice. */
  render() {
    const { state, shows, part } = this;
    part.render();
    shows.hints(state.hints);
    shows.time(this.#time());
    shows.message(change.messageOf(state));
    shows.asked(state.elsewhere);
    shows.won(state.won);
    shows.card(state.card);
    shows.snapshots(state.snapshots);
    shows.menu(state.menu);
    shows.spoken(state.spoken ?? part.lastMove());
    this.bar.update();
    this.#described();
  }

  /** Whatever a state has that is shown in one place. */
  #parts() {
    const message = h('div', { class: 'message', role: 'status', 'aria-live': 'polite', id: 'message' });
    const spoken = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite', id: 'spoken' });
    const described = h('div', { class: 'unseen', id: 'described' });
    const [asked, end] = [news('asked'), news('end')];
    const hints = counter(t('hints'), 'hints');
    const time = counter(t('time'), 'time');
    const places = snapshots({
      keep: (name) => this.#places(() => change.keepPlace(this.state, name)),
      drop: (index) => this.#places(() => change.dropPlace(this.state, index)),
      restore: (it) => this.act(() => change.goTo(this.state, it, Date.now())),
    });
    const late = debounce(() => {
      described.textContent = this.part.describe();
    }, 120);
    return {
      elements: { message, spoken, described, asked, end, places: places.element },
      counters: [hints, this.ctx.settings.timer && time],
      late,
      described,
      hints: once((/** @type {number} */ n) => hints.show(n, undefined)),
      time: once((/** @type {string} */ text) => time.show(text, undefined)),
      message: once((/** @type {Message|null} */ it) => put(message, it && this.#message(it))),
      asked: once((/** @type {SavedGame<M>|null} */ it) => put(asked, it && this.#question(it))),
      won: once((/** @type {boolean} */ on) => this.part.view.celebrate(on)),
      card: once((/** @type {{fresh: boolean}|null} */ it) => put(end, it && this.#card(it))),
      snapshots: once(places.show),
      menu: once((/** @type {boolean} */ on) => this.element.classList.toggle('menu-open', on)),
      spoken: once((/** @type {string} */ text) => {
        spoken.textContent = text;
      }),
    };
  }

  /** @param {() => void} work */
  #places(work) {
    work();
    this.saver.change();
    this.render();
  }

  #described() {
    if (this.part.large) this.shows.late();
    else this.shows.described.textContent = this.part.describe();
  }

  /** @param {Message} it @returns {Child} */
  #message(it) {
    switch (it.kind) {
      case 'busy':
        return this.#busy(it);
      case 'hint': {
        const on = h('button', { type: 'button', class: 'link', onclick: () => this.part.askHint() }, it.more);
        return h('p', { id: 'hint-text' }, it.text, ' ', on);
      }
      case 'lost': {
        const back = () => this.act(() => this.state.game.undoPush?.());
        return h(
          'div',
          { class: 'banner bad', id: 'why' },
          h('div', {}, h('strong', {}, t('lost')), ' ', it.text),
          button(t('undoPush'), back, { icon: 'undoPush', id: 'undo-lost' }),
        );
      }
      case 'bad':
        return h('p', { class: 'banner bad' }, it.text);
      default:
        return h('p', { id: it.id }, it.text);
    }
  }

  /** How long an engine has been thinking, of the time it has, and a way to end it. @param {{since: number, limit: number}} it */
  #busy({ since, limit }) {
    const bar = h('progress', { max: limit, value: 0, 'aria-label': t('thinking') });
    const cancel = () => {
      this.part.cancel();
      this.say(null);
    };
    const line = h(
      'p',
      { class: 'busy' },
      t('thinking'),
      ' ',
      bar,
      ' ',
      h('button', { type: 'button', class: 'link', id: 'hint-cancel', onclick: cancel }, t('cancel')),
    );
    const timer = setInterval(() => {
      bar.value = (Date.now() - since) / 1000;
      if (!line.isConnected) clearInterval(timer);
    }, 200);
    return line;
  }

  /** @param {SavedGame<M>} theirs */
  #question(theirs) {
    return h(
      'div',
      { class: 'banner', id: 'elsewhere' },
      t('elsewhere'),
      h(
        'span',
        { class: 'row' },
        button(t('takeTheirs'), () => this.#decide(theirs, true), { class: 'primary', id: 'take-theirs' }),
        button(t('keepMine'), () => this.#decide(theirs, false), { id: 'keep-mine' }),
      ),
    );
  }

  /** @param {{fresh: boolean}} it */
  #card({ fresh }) {
    const { ctx, collection, level, part, state } = this;
    const { hints, watched, game } = state;
    return finishCard({
      ...{ ctx, collection, level, hints, watched, fresh },
      text: part.ended(),
      counts: game.counts,
      best: part.best(),
      again: () => this.act(() => this.restart()),
      replay: () => this.#watchAgain(),
      close: () => this.#close(),
      ground: part.ground(),
    });
  }

  /** Takes the card off the board. */
  #close() {
    this.state.card = null;
    this.render();
  }

  /** The board and everything around it, and the state as it is. */
  frame() {
    const { ctx, collection, level, camera, part } = this;
    const { svg } = part.view;
    const { message, spoken, described, asked, end, places } = this.shows.elements;
    svg.setAttribute('role', 'application');
    svg.setAttribute('aria-describedby', 'described');
    const field = h('div', { class: 'field' }, svg, part.overlay, this.#lens(), end);
    const notes = level.notes ?? [];
    put(
      this.element,
      levelStrip(ctx, collection, level),
      h('div', { class: 'stage' }, field, h('div', { class: 'news' }, asked, message), spoken, described),
      this.#primary(),
      h(
        'div',
        { class: 'counters' },
        [...part.counters, ...this.shows.counters].map((it) => it && it.element),
      ),
      h(
        'div',
        { class: 'panel' },
        heading(ctx, collection, level),
        this.bar.element,
        h('div', { class: 'controls' }, part.controls()),
        solutionList({
          ctx,
          level,
          weigh: (moves) => this.#weigh(moves),
          replay: (it) => this.#replaySolution(it),
        }),
        knownBox(level),
        places,
        part.options(),
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
    this.#end(false);
    this.render();
  }

  /** One of the buttons for the game. @param {string} name @param {() => void} work @param {ButtonLook} look */
  control(name, work, look) {
    const press = () => {
      this.act(work);
      this.part.view.svg.focus({ preventScroll: true });
    };
    return button(t(name), press, look);
  }

  /** The buttons that are always in reach. */
  #primary() {
    const { keys } = this.part;
    const { game } = this.state;
    return h(
      'div',
      { class: 'primary-bar', role: 'toolbar', 'aria-label': t('controls') },
      this.control('undo', () => this.undo(), { icon: 'undo', key: keys.undo, id: 'undo' }),
      this.control('redo', () => game.redo(), { icon: 'redo', key: keys.redo, id: 'redo' }),
      this.control('reset', () => this.restart(), { icon: 'reset', key: '⇱', id: 'reset' }),
      button(t('hint'), () => this.part.askHint(), {
        icon: 'hint',
        key: keys.hint,
        class: 'primary',
        id: 'hint',
      }),
      // What small screens keep behind a button.
      button(t('menu'), () => this.#menu(!this.state.menu), { icon: 'menu', id: 'menu' }),
    );
  }

  /** @param {boolean} open */
  #menu(open) {
    this.state.menu = open;
    this.render();
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

  #fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.element.requestFullscreen?.().catch(() => {});
  }

  // Keys.

  /** Does what a key means in both games; returns whether it means anything. @param {KeyboardEvent} event */
  key(event) {
    const { camera, ctx, collection, level, state } = this;
    const { game } = state;
    const act = {
      Backspace: () => this.undo(),
      Home: () => this.restart(),
      End: () => game.jump(game.moves.length),
    }[event.key];
    if (act) {
      this.act(act);
      return true;
    }
    const to = (/** @type {number} */ index) => {
      if (index >= 1 && index <= collection.count) ctx.go(address('play', collection, index));
    };
    const look = {
      '+': () => camera.zoom(1.25),
      '=': () => camera.zoom(1.25),
      '-': () => camera.zoom(0.8),
      0: () => camera.whole(),
      f: () => this.#fullScreen(),
      n: () => nextUnsolved(ctx, collection, level.index),
      escape: () => this.#escape(),
      pageup: () => to(level.index - 1),
      pagedown: () => to(level.index + 1),
    }[event.key.toLowerCase()];
    look?.();
    return Boolean(look);
  }

  #escape() {
    const { state } = this;
    state.selected = null;
    state.menu = false;
    state.card = null;
    this.render();
  }

  // Solutions.

  /** What moves count, or null when they are no solution. @param {string} text @returns {Promise<Counts|null>} */
  async #weigh(text) {
    const moves = await this.part.movesOf(text);
    if (!moves) return null;
    const game = this.part.fresh();
    game.load(moves);
    return game.solved ? game.counts : null;
  }

  /** Shows a solution from the list: what others have found is not one's own.
   *  @param {{moves: string, solver: boolean, hints: number}} it */
  async #replaySolution({ moves: text, solver: watched, hints }) {
    const moves = await this.part.movesOf(text);
    if (!moves) return;
    this.act(() => change.show(this.state, moves, { hints, watched }, Date.now()));
    this.bar.play();
  }

  /** Shows the game from its beginning; its end is no second win. */
  #watchAgain() {
    this.alter(() => this.state.game.jump(0));
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
    const found = await this.part.solution();
    if (!found) return;
    change.watch(this.state, found, Date.now());
    this.changed();
    this.bar.play();
  }

  // Leaving.

  /** Before another view is made, which may be of the same level. */
  save() {
    this.settle();
    this.saver.now();
  }

  leave() {
    this.settle();
    this.bar.stop();
    this.camera.leave();
    this.part.cancel();
    this.stopClock?.();
    this.saver.leave();
  }
}
