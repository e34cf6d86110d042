// @ts-check
/** Playing Unblock: drag with snapping, keys, undo; how far there is to go, which move helps. */
import { UnblockView } from '../board/unblock.js';
import { button, h, put, viewOf } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { slidesOf } from '../lib/levels.js';
import { Player, glides } from './player.js';
import { counter, skinOption, soundOption } from './panel.js';
import { bestKnown, savedGame } from './saving.js';
import { daily, madeFor, random } from './generated.js';
import { sound } from './sound.js';
import { describeUnblock, pieceWords } from '../board/spoken.js';
import { Game } from '../game/unblock.js';

/** @import {Context, Counts, Found, Hint, Moves, SavedGame, SlideBy, UnblockBoard, UnblockLevel} from '../types.d.ts' */

/** What an arrow does: along which axis, and how far. @type {Record<string, ['h'|'v', number]>} */
const ARROWS = {
  ArrowUp: ['v', -1],
  ArrowDown: ['v', 1],
  ArrowLeft: ['h', -1],
  ArrowRight: ['h', 1],
};

/** @param {Context} ctx @param {Found<UnblockLevel>} found */
export async function unblockPlayer(ctx, found) {
  const { level } = found;
  const saved = await ownGame(level);
  return viewOf(level.title ?? String(level.index), new UnblockPlayer(ctx, found, saved), [
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

/** @extends {Player<SlideBy[], Game, UnblockView>} */
class UnblockPlayer extends Player {
  /** @param {Context} ctx @param {Found<UnblockLevel>} found @param {SavedGame<SlideBy[]>|null} saved */
  constructor(ctx, found, saved) {
    const { board, title, index } = found.level;
    const label = { title: title ?? index, n: board.pieces.length };
    const view = new UnblockView(board, t('unblockLabel', label));
    const speed = Math.min(ctx.settings.speed, 4);
    super(ctx, found, { kind: 'unblock', game: new Game(board), view, saved, speed });
    this.board = board;
    /** How far it is from the start, in both metrics. @type {Counts} */
    this.optimum = {};
    /** How far it is after each move of the game, as far as known. @type {(number|null)[]} */
    this.far = [];
    /** The move of a hint that was shown. @type {{piece: number, to: number, cursor: number}|null} */
    this.hintMove = null;
    this.moves = counter(t('moves'), 'moves');
    this.steps = counter(t('steps'), 'steps');
    this.togo = counter(t('toGo'), 'to-go');
    this.#build();
    this.#pointer();
    this.show();
    this.distance();
    this.finish(false);
    if (this.game.cursor > 0 || this.game.solved) this.#learnOptimum();
  }

  #build() {
    const { ctx, collection } = this;
    const made = madeFor(collection);
    this.frame(
      [this.moves, this.steps, this.togo],
      this.primary({ undo: undefined, redo: undefined, hint: '↵' }),
      [
        button(t('giveUp'), () => this.giveUp(), { icon: 'flag', id: 'give-up' }),
        button(t('daily'), () => daily(ctx, 'unblock'), { icon: 'calendar' }),
        made && button(t('another'), () => random(ctx, made), { icon: 'dice', id: 'another' }),
      ],
      h(
        'details',
        { class: 'more' },
        h('summary', {}, t('options')),
        skinOption(ctx),
        soundOption(ctx),
      ),
    );
  }

  show() {
    const { game, ctx, optimum } = this;
    this.view.svg.classList.toggle('smooth', glides(ctx));
    this.view.show(game.at);
    const { counts } = game;
    const aim = (/** @type {'moves'|'steps'} */ metric) =>
      optimum[metric] ?? bestKnown(ctx, this.level, metric);
    this.moves.show(counts.moves, aim('moves'), t('optimumNote'));
    this.steps.show(counts.steps, aim('steps'), t('optimumNote'));
    this.hinted.show(this.hints, undefined);
    this.bar.update();
    const last = game.moves[game.cursor - 1];
    const now = last ? pieceWords(game, last.piece) : t('spoken.start');
    this.speak(now, () => describeUnblock(game), false);
  }

  changed() {
    this.view.mark(null);
    this.quiet();
    this.show();
    this.saver.change();
    this.distance();
    if (this.game.solved) this.select(null);
    this.finish();
  }

  ended() {
    const { counts } = this.game;
    if (this.watched) return t('outWatched', counts);
    const perfect = counts.moves === this.optimum.moves && this.hints === 0;
    return t(perfect ? 'outPerfect' : 'out', counts);
  }

  best() {
    return { ...super.best(), ...this.optimum };
  }

  ground() {
    const { moves } = this.optimum;
    const longer = moves !== undefined && this.game.counts.moves > moves;
    return longer ? () => this.#lostGround() : null;
  }

  /** Goes to the first move after which the whole way was longer than before it, and says so. */
  async #lostGround() {
    const { played } = this.game;
    const game = new Game(this.board);
    let least = this.optimum.moves ?? 0;
    try {
      for (let i = 1; i <= played.length; i++) {
        game.load(played, i);
        const left = game.solved ? 0 : (await this.#ask(game.position())).moves;
        if (left === null || i + left <= least) continue;
        this.act(() => this.game.jump(i));
        const { name } = this.board.pieces[played[i - 1][0]];
        this.tell(t('groundLost', { i, piece: name, n: i + left - least }));
        return;
      }
      this.tell(t('groundKept'));
    } catch (error) {
      this.tell(words(error));
    }
  }

  /** The way out from a board. @param {UnblockBoard} board @param {string|null} [avoid] the piece moved last */
  #ask(board, avoid = null) {
    return engine.hint({ board }, { avoid });
  }

  /** Asks about the start, for a saved game that goes on from elsewhere. */
  async #learnOptimum() {
    try {
      this.#aim(await this.#ask(this.board));
    } catch {
      /* the counters then have no target */
    }
  }

  /** Takes the answer for the start as the target. @param {Hint} start */
  #aim({ moves, steps }) {
    this.optimum = { moves: moves ?? undefined, steps: steps ?? undefined };
    this.far[0] = moves;
    if (moves === null) put(this.message, h('p', { class: 'banner bad' }, t('unsolvable')));
    this.show();
    if (this.game.solved && this.end.firstChild) this.finish(false);
  }

  /** Says how far it is and whether the last move made it worse. */
  async distance() {
    const mine = ++this.question;
    const { cursor, solved } = this.game;
    this.far.length = Math.min(this.far.length, cursor);
    if (solved) {
      this.togo.show(0, undefined);
      this.far[cursor] = 0;
      return;
    }
    try {
      const answer = await this.#ask(this.game.position());
      if (cursor === 0) this.#aim(answer);
      const { moves } = answer;
      if (mine !== this.question) return;
      this.togo.show(moves ?? '–', undefined);
      this.far[cursor] = moves;
      const before = this.far[cursor - 1];
      if (moves !== null && before !== undefined && before !== null && moves > before)
        put(this.message, h('p', { id: 'worse' }, t('worse', { n: moves - before })));
    } catch {
      /* no distance then */
    }
  }

  /** Shows the next move of a shortest solution; asked again, makes it. */
  async askHint() {
    const { game } = this;
    this.bar.stop();
    if (game.solved || this.#makeHint()) return;
    try {
      const last = game.moves[game.cursor - 1];
      const avoid = last ? this.board.pieces[last.piece].name : null;
      const answer = await this.#ask(game.position(), avoid);
      const [next] = await slidesOf(this.board, answer.next?.[0] ?? '');
      if (!next) {
        this.tell(t('unsolvable'));
        return;
      }
      const [piece, by] = next;
      this.countHint();
      this.hintMove = { piece, to: game.at[piece] + by, cursor: game.cursor };
      this.select(piece);
      this.view.mark(this.hintMove);
      const { name } = this.board.pieces[piece];
      this.tellHint(t('hintSlide', { piece: name, n: answer.moves }), t('hintDo'));
    } catch (error) {
      this.tell(words(error));
    }
  }

  /** Makes the move of the last hint, when it still can be made. */
  #makeHint() {
    const hint = this.hintMove;
    this.hintMove = null;
    if (!hint || hint.cursor !== this.game.cursor) return false;
    if (!this.game.slide(hint.piece, hint.to)) return false;
    this.changed();
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
    try {
      const { solution, moves } = await this.#ask(this.game.position());
      if (solution) {
        const { played, cursor } = this.game;
        const rest = await slidesOf(this.board, solution);
        return { moves: [...played, ...rest], cursor, text: t('watchingMoves', { n: moves }) };
      }
      this.tell(t('unsolvable'));
    } catch (error) {
      this.tell(words(error));
    }
    return null;
  }

  /** @param {number|null} piece */
  select(piece) {
    this.selected = piece;
    this.view.select(piece);
    if (piece !== null) this.spoken.textContent = pieceWords(this.game, piece);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this;
    if (event.key in ARROWS) return this.#push(...ARROWS[event.key]);
    if (event.ctrlKey || event.metaKey) {
      const act = { z: () => this.undo(), y: () => game.redo(), Z: () => game.redo() }[event.key];
      if (act) this.act(act);
      return Boolean(act);
    }
    if (event.key === 'Enter') {
      this.askHint();
      return true;
    }
    if (event.key === 'Tab' && event.target === this.view.svg)
      return this.#selectNext(event.shiftKey ? -1 : 1);
    if (game.solved) return this.commonKey(event, {});
    const wanted = event.key.toLowerCase();
    const named = this.board.pieces.findIndex(({ name }) => name.toLowerCase() === wanted);
    if (named >= 0) {
      this.select(named);
      return true;
    }
    return this.commonKey(event, {});
  }

  /** Slides the selected piece by a cell; returns whether the key was for it. @param {'h'|'v'} axis @param {number} by */
  #push(axis, by) {
    const { game, selected } = this;
    if (selected === null) return false;
    const along = this.board.pieces[selected].axis === axis;
    if (along && game.slide(selected, game.at[selected] + by)) this.#slid();
    return true;
  }

  /** After a slide of the player's own. */
  #slid() {
    this.bar.stop();
    this.note = null;
    if (!this.game.solved) sound(this.ctx, 'push');
    this.changed();
  }

  /** The next piece, or none beyond the last: then the key goes on to the next control. @param {number} by */
  #selectNext(by) {
    const next = (this.selected ?? -1) + by;
    const there = next >= 0 && next < this.board.pieces.length;
    this.select(there ? next : null);
    return there;
  }

  /** A piece follows the pointer as far as it can and snaps to the nearest cell. */
  #pointer() {
    const { view, game } = this;
    /** @type {{piece: number, grip: number, range: number[]}|null} */
    let drag = null;
    const along = (/** @type {PointerEvent} */ event, /** @type {number} */ piece) => {
      const point = view.point(event);
      return game.board.pieces[piece].axis === 'h' ? point.x : point.y;
    };
    const at = (/** @type {PointerEvent} */ event, /** @type {NonNullable<typeof drag>} */ it) =>
      Math.max(it.range[0], Math.min(it.range[1], along(event, it.piece) - it.grip));
    view.svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      const { x, y } = view.point(event);
      const piece = game.pieceAt(Math.floor(y), Math.floor(x));
      this.select(piece < 0 ? null : piece);
      if (piece < 0) return;
      this.bar.stop();
      drag = { piece, grip: along(event, piece) - game.at[piece], range: game.range(piece) };
      view.svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      view.svg.focus({ preventScroll: true });
    });
    view.svg.addEventListener('pointermove', (event) => {
      if (drag) view.show(game.at, { piece: drag.piece, at: at(event, drag) });
    });
    view.svg.addEventListener('pointerup', (event) => {
      if (!drag) return;
      const { piece } = drag;
      const to = Math.round(at(event, drag));
      drag = null;
      if (game.slide(piece, to)) this.#slid();
      else this.show();
    });
    view.svg.addEventListener('pointercancel', () => {
      drag = null;
      this.show();
    });
  }
}
