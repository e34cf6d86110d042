// @ts-check
/** Playing Unblock: drag with snapping, keys, undo; how far there is to go, which move helps. */
import { UnblockView } from '../board/unblock.js';
import { button, h, viewOf } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { aborted, words } from '../lib/errors.js';
import { ofTitle, t } from '../lib/i18n.js';
import { slidesOf } from '../lib/levels.js';
import { Player, glides } from './player.js';
import { modeSwitch } from './modes.js';
import { counter, skinOption, soundOption, timerOption } from './panel.js';
import { bestKnown, bestOf, savedGame } from './saving.js';
import { daily, madeFor, random } from './generated.js';
import { sound } from './sound.js';
import { begin, restart, undoRestart, watch } from './state.js';
import { describeUnblock, pieceWords } from '../board/spoken.js';
import { Game } from '../game/unblock.js';

/** @import {Child, Context, Counts, Found, Hint, Moves, Play, SavedGame, SlideBy, SolveRecord, UnblockBoard, UnblockLevel} from '../types.d.ts' */

/**
 * What only a game of Unblock has.
 * @typedef {object} Own
 * @property {'human'|'pc'} mode who plays: the person, with hints, or a search that is watched
 * @property {Counts} optimum how far it is from the start, in both metrics
 * @property {(number|null)[]} far how far it is after each move of the game, as far as known
 * @property {number|string|null} togo how far it is from here
 * @property {{piece: number, to: number, cursor: number}|null} hint the move of a hint that was shown
 * @property {{piece: number, at: number}|null} drag the piece that is dragged, and where
 */

/** Seconds a hint may take, as the engines have it. */
const LIMIT = 10;

/** What an arrow does: along which axis, and how far. @type {Record<string, ['h'|'v', number]>} */
const ARROWS = {
  ArrowUp: ['v', -1],
  ArrowDown: ['v', 1],
  ArrowLeft: ['h', -1],
  ArrowRight: ['h', 1],
};

/** @param {Context} ctx @param {Found<UnblockLevel>} found @param {string} [mode] `pc` for a search that plays */
export async function unblockPlayer(ctx, found, mode) {
  const { level } = found;
  const saved = await ownGame(level);
  return viewOf(level.title ?? String(level.index), new UnblockPart(ctx, found, saved, mode === 'pc' ? 'pc' : 'human'), [
    ['A–Z', t('key.piece')],
    ['← ↑ ↓ →', t('key.slide')],
    ['Tab', t('key.nextPiece')],
    ['Ctrl Z', t('undo')],
    ['Ctrl Y', t('redo')],
    ['Home', t('reset')],
    ['?', t('help')],
    ['Enter', t('hint')],
  ]);
}

/** The saved game; games of earlier versions are texts.
 *  @param {UnblockLevel} level @returns {Promise<SavedGame<SlideBy[]>|null>} */
async function ownGame({ key, board }) {
  const saved = await savedGame(key);
  if (!saved?.moves) return null;
  try {
    /** @template {{moves: Moves}} T @param {T[]|undefined} list @returns {Promise<(Omit<T, 'moves'> & {moves: SlideBy[]})[]>} */
    const read = (list) =>
      Promise.all((list ?? []).map(async (it) => ({ ...it, moves: await slidesOf(board, it.moves) })));
    const moves = await slidesOf(board, saved.moves);
    const [snapshots, attempts] = [await read(saved.snapshots), await read(saved.attempts)];
    return { ...saved, moves, snapshots, attempts };
  } catch {
    // A game that cannot be read starts over.
    return null;
  }
}

class UnblockPart {
  /** @param {Context} ctx @param {Found<UnblockLevel>} found @param {SavedGame<SlideBy[]>|null} saved @param {'human'|'pc'} mode */
  constructor(ctx, found, saved, mode) {
    const { board, title, index } = found.level;
    this.kind = /** @type {const} */ ('unblock');
    this.ctx = ctx;
    this.level = found.level;
    this.collection = found.collection;
    this.board = board;
    this.game = new Game(board);
    /** @type {Play<SlideBy[], Game, Own>} */
    this.state = begin(this.game, saved, {
      ...{ mode, optimum: {}, far: [], togo: null, hint: null, drag: null },
    });
    const label = { title: title ? ofTitle(title) : index, n: board.pieces.length };
    this.view = new UnblockView(board, t('unblockLabel', label));
    this.speed = Math.min(ctx.settings.speed, 4);
    this.large = false;
    this.keys = { undo: undefined, redo: undefined, hint: '↵' };
    this.overlay = /** @type {Element|null} */ (null);
    this.moves = counter(t('moves'), 'moves');
    this.steps = counter(t('steps'), 'steps');
    this.togo = counter(t('toGo'), 'to-go');
    this.counters = [this.moves, this.steps, this.togo];
    /** Counts questions to the engines, so that a late answer is not believed. */
    this.question = 0;
    /** Takes the question for a hint back. @type {AbortController|null} */
    this.asking = null;
    /** What was drawn last. @type {{selected: number|null, hint: Own['hint']}|null} */
    this.drawn = null;
    this.modes = modeSwitch({
      ctx,
      level: found.level,
      collection: found.collection,
      settle: () => this.player.bar.stop(),
      changed: (now) => this.#setMode(now),
      found: (record) => this.#watch(record),
    });
    /** @type {Player<SlideBy[], Game, Own>} */
    this.player = new Player(ctx, found, this);
    this.element = this.player.element;
    this.player.frame();
    this.#pointer();
    this.distance();
    if (this.game.cursor > 0 || this.game.solved) this.#learnOptimum();
  }

  /** @returns {Child[]} */
  controls() {
    const { ctx, player } = this;
    const made = madeFor(this.collection);
    return [
      button(t('giveUp'), () => player.giveUp(), { icon: 'flag', id: 'give-up' }),
      button(t('daily'), () => daily(ctx, 'unblock'), { icon: 'calendar' }),
      made && button(t('another'), () => random(ctx, made), { icon: 'dice', id: 'another' }),
      this.modes.element,
    ];
  }

  options() {
    const { ctx } = this;
    return h(
      'details',
      { class: 'more' },
      h('summary', {}, t('options')),
      timerOption(ctx),
      skinOption(ctx),
      soundOption(ctx),
    );
  }

  // Showing.

  render() {
    const { game, ctx, state, view } = this;
    const { optimum, togo, hint, drag, mode } = state.own;
    view.svg.classList.toggle('smooth', glides(ctx));
    view.show(game.at, drag);
    const { counts } = game;
    const aim = (/** @type {'moves'|'steps'} */ metric) =>
      optimum[metric] ?? bestKnown(ctx, this.level, metric);
    this.moves.show(counts.moves, aim('moves'), t('optimumNote'));
    this.steps.show(counts.steps, aim('steps'), t('optimumNote'));
    this.togo.show(togo ?? '', undefined);
    this.player.element.classList.toggle('pc-mode', mode === 'pc');
    this.modes.show(mode);
    if (this.drawn?.selected !== state.selected) view.select(state.selected);
    if (this.drawn?.hint !== hint) view.mark(hint);
    this.drawn = { selected: state.selected, hint };
  }

  lastMove() {
    const { game } = this;
    const last = game.moves[game.cursor - 1];
    return last ? pieceWords(game, last.piece) : t('spoken.start');
  }

  describe() {
    return describeUnblock(this.game);
  }

  /** After any change of the position. */
  changed() {
    const { state } = this;
    this.cancel();
    state.own.hint = null;
    state.own.drag = null;
    if (this.game.solved) state.selected = null;
    this.distance();
  }

  /** Nothing glides here that is not made already. */
  settle() {}

  ended() {
    const { counts } = this.game;
    const { watched, hints, own } = this.state;
    if (watched) return t('outWatched', counts);
    const perfect = counts.moves === own.optimum.moves && hints === 0;
    return t(perfect ? 'outPerfect' : 'out', counts);
  }

  best() {
    return { ...bestOf(this.ctx, this.level), ...this.state.own.optimum };
  }

  ground() {
    const { moves } = this.state.own.optimum;
    const longer = moves !== undefined && this.game.counts.moves > moves;
    return longer ? () => this.#lostGround() : null;
  }

  /** Goes to the first move after which the whole way was longer than before it, and says so. */
  async #lostGround() {
    const { played } = this.game;
    const game = new Game(this.board);
    let least = this.state.own.optimum.moves ?? 0;
    try {
      for (let i = 1; i <= played.length; i++) {
        game.load(played, i);
        const left = game.solved ? 0 : (await this.#ask(game.position())).moves;
        if (left === null || i + left <= least) continue;
        this.player.act(() => this.game.jump(i));
        const { name } = this.board.pieces[played[i - 1][0]];
        this.player.tell(t('groundLost', { i, piece: name, n: i + left - least }));
        return;
      }
      this.player.tell(t('groundKept'));
    } catch (error) {
      this.player.tell(words(error));
    }
  }

  // Distances and hints.

  /** The way out from a board. @param {UnblockBoard} board @param {string|null} [avoid] the piece moved last @param {AbortSignal} [signal] */
  #ask(board, avoid = null, signal) {
    return engine.hint({ board }, { avoid, signal });
  }

  /** Asks about the start, for a saved game that goes on from elsewhere. */
  async #learnOptimum() {
    try {
      this.#aim(await this.#ask(this.board));
      this.player.render();
    } catch {
      /* the counters then have no target */
    }
  }

  /** Takes the answer for the start as the target. @param {Hint} start */
  #aim({ moves, steps }) {
    const { state } = this;
    state.own.optimum = { moves: moves ?? undefined, steps: steps ?? undefined };
    state.own.far[0] = moves;
    if (moves === null) state.message = { kind: 'bad', text: t('unsolvable') };
    // The card compares with it.
    if (state.card) state.card = { fresh: false };
  }

  /** Says how far it is and whether the last move made it worse. */
  async distance() {
    const mine = ++this.question;
    const { own } = this.state;
    const { cursor, solved } = this.game;
    own.far.length = Math.min(own.far.length, cursor);
    if (solved) {
      own.togo = 0;
      own.far[cursor] = 0;
      return;
    }
    try {
      const answer = await this.#ask(this.game.position());
      if (cursor === 0) this.#aim(answer);
      const { moves } = answer;
      if (mine !== this.question) return;
      own.togo = moves ?? '–';
      own.far[cursor] = moves;
      const before = own.far[cursor - 1];
      const worse = moves !== null && typeof before === 'number' ? moves - before : 0;
      if (worse > 0) this.player.say({ kind: 'text', id: 'worse', text: t('worse', { n: worse }) });
      else this.player.render();
    } catch {
      /* no distance then */
    }
  }

  /** Asks for the way from here, and shows how long it takes; null when it was taken back. @param {string|null} avoid */
  async #asked(avoid) {
    this.cancel();
    const control = new AbortController();
    this.asking = control;
    this.player.say({ kind: 'busy', since: Date.now(), limit: LIMIT });
    try {
      const answer = await this.#ask(this.game.position(), avoid, control.signal);
      return this.asking === control ? answer : null;
    } catch (error) {
      if (this.asking === control && !aborted(error)) this.player.tell(words(error));
      return null;
    }
  }

  /** Takes back what was asked. */
  cancel() {
    this.asking?.abort();
    this.asking = null;
  }

  /** Shows the next move of a shortest solution; asked again, makes it. */
  async askHint() {
    const { game, player, state } = this;
    player.bar.stop();
    if (state.own.mode === 'pc' || game.solved || this.#makeHint()) return;
    const last = game.moves[game.cursor - 1];
    const answer = await this.#asked(last ? this.board.pieces[last.piece].name : null);
    if (!answer) return;
    const [next] = await slidesOf(this.board, answer.next?.[0] ?? '').catch(() => []);
    if (!next) {
      player.tell(t('unsolvable'));
      return;
    }
    const [piece, by] = next;
    state.own.hint = { piece, to: game.at[piece] + by, cursor: game.cursor };
    state.selected = piece;
    const { name } = this.board.pieces[piece];
    player.hint(t('hintSlide', { piece: name, n: answer.moves }), t('hintDo'));
  }

  /** Makes the move of the last hint, when it still can be made. */
  #makeHint() {
    const { own } = this.state;
    const { hint } = own;
    own.hint = null;
    if (!hint || hint.cursor !== this.game.cursor) return false;
    if (!this.game.slide(hint.piece, hint.to)) return false;
    this.player.changed();
    return true;
  }

  /** @param {string} text */
  async movesOf(text) {
    try {
      return await slidesOf(this.board, text);
    } catch {
      return null;
    }
  }

  fresh() {
    return new Game(this.board);
  }

  /** The way out from here. */
  async solution() {
    const answer = await this.#asked(null);
    if (!answer) return null;
    const { solution, moves } = answer;
    if (solution) {
      const { played, cursor } = this.game;
      const rest = await slidesOf(this.board, solution);
      return { moves: [...played, ...rest], cursor, text: t('watchingMoves', { n: moves }) };
    }
    this.player.tell(t('unsolvable'));
    return null;
  }

  // The two modes.

  /** Whose turn it is; the person's own game waits where undo finds it. @param {Own['mode']} mode */
  #setMode(mode) {
    const { state, player } = this;
    if (state.own.mode === mode) return;
    const back = mode === 'human' && state.watched;
    state.own.mode = mode;
    state.selected = null;
    if (back && state.attempts.length) player.act(() => undoRestart(state, Date.now()));
    else if (back) player.act(() => player.restart());
    else player.render();
  }

  /** Plays what a search has found. @param {SolveRecord} record */
  async #watch(record) {
    const { state, player } = this;
    const moves = await this.movesOf(record.solution ?? '');
    if (!moves?.length) return;
    const text = t('watchingMoves', { n: record.moves ?? moves.length });
    player.act(() => {
      if (!state.watched) restart(state, Date.now());
      watch(state, { moves, cursor: 0, text }, Date.now());
    });
    player.bar.play();
  }

  // Moving.

  /** @param {number|null} piece */
  select(piece) {
    const { state } = this;
    state.selected = piece;
    if (piece !== null) state.spoken = pieceWords(this.game, piece);
    this.player.render();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game, player, state } = this;
    const human = state.own.mode === 'human';
    if (event.key in ARROWS) return human && this.#push(...ARROWS[event.key]);
    if (event.ctrlKey || event.metaKey) {
      const act = { z: () => player.undo(), y: () => game.redo(), Z: () => game.redo() }[event.key];
      if (act) player.act(act);
      return Boolean(act);
    }
    if (event.key === 'Enter') {
      this.askHint();
      return true;
    }
    if (human && event.key === 'Tab' && event.target === this.view.svg)
      return this.#selectNext(event.shiftKey ? -1 : 1);
    if (game.solved || !human) return player.key(event);
    const wanted = event.key.toLowerCase();
    const named = this.board.pieces.findIndex(({ name }) => name.toLowerCase() === wanted);
    if (named >= 0) {
      this.select(named);
      return true;
    }
    return player.key(event);
  }

  /** Slides the selected piece by a cell; returns whether the key was for it. @param {'h'|'v'} axis @param {number} by */
  #push(axis, by) {
    const { game } = this;
    const { selected } = this.state;
    if (selected === null) return false;
    const along = this.board.pieces[selected].axis === axis;
    if (along && game.slide(selected, game.at[selected] + by)) this.#slid();
    return true;
  }

  /** After a slide of the player's own. */
  #slid() {
    this.player.bar.stop();
    this.state.note = null;
    if (!this.game.solved) sound(this.ctx, 'push');
    this.player.changed();
  }

  /** The next piece, or none beyond the last: then the key goes on to the next control. @param {number} by */
  #selectNext(by) {
    const next = (this.state.selected ?? -1) + by;
    const there = next >= 0 && next < this.board.pieces.length;
    this.select(there ? next : null);
    return there;
  }

  /** A piece follows the pointer as far as it can and snaps to the nearest cell. */
  #pointer() {
    const { view, game, state, player } = this;
    /** @type {{piece: number, grip: number, range: number[]}|null} */
    let held = null;
    const along = (/** @type {PointerEvent} */ event, /** @type {number} */ piece) => {
      const point = view.point(event);
      return game.board.pieces[piece].axis === 'h' ? point.x : point.y;
    };
    const at = (/** @type {PointerEvent} */ event, /** @type {NonNullable<typeof held>} */ it) =>
      Math.max(it.range[0], Math.min(it.range[1], along(event, it.piece) - it.grip));
    const drop = () => {
      held = null;
      state.own.drag = null;
    };
    view.svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || state.own.mode === 'pc') return;
      const { x, y } = view.point(event);
      const piece = game.pieceAt(Math.floor(y), Math.floor(x));
      this.select(piece < 0 ? null : piece);
      if (piece < 0) return;
      player.bar.stop();
      held = { piece, grip: along(event, piece) - game.at[piece], range: game.range(piece) };
      view.svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      view.svg.focus({ preventScroll: true });
    });
    view.svg.addEventListener('pointermove', (event) => {
      if (!held) return;
      state.own.drag = { piece: held.piece, at: at(event, held) };
      view.show(game.at, state.own.drag);
    });
    view.svg.addEventListener('pointerup', (event) => {
      if (!held) return;
      const { piece } = held;
      const to = Math.round(at(event, held));
      drop();
      if (game.slide(piece, to)) this.#slid();
      else player.render();
    });
    view.svg.addEventListener('pointercancel', () => {
      drop();
      player.render();
    });
  }

  save() {
    this.player.save();
  }

  leave() {
    this.player.leave();
  }
}
