// @ts-check
/** Playing Unblock: drag with snapping, keys, undo; how far it still is, and which move helps. */
import { api } from './api.js';
import { UnblockView } from './board-unblock.js';
import { button, h, put } from './dom.js';
import { t } from './i18n.js';
import { daily, random } from './shelf.js';
import { Game, readMoves } from './unblock.js';
import {
  Player,
  bestKnown,
  counter,
  faultsOf,
  glides,
  levelKeys,
  savedGame,
} from './play-common.js';

/** @param {any} ctx @param {{whole: any, level: any}} found */
export async function unblockPlayer(ctx, found) {
  const { level } = found;
  if (!level.board) throw new Error(faultsOf(level));
  const player = new UnblockPlayer(ctx, found, await savedGame(level.key));
  return {
    element: player.element,
    title: level.title ?? String(level.index),
    keys: /** @type {[string, string][]} */ ([
      ['A–Z', t('key.piece')],
      ['← ↑ ↓ →', t('key.slide')],
      ['Tab', t('key.nextPiece')],
      ['Ctrl Z', t('undo')],
      ['Ctrl Y', t('redo')],
      ['Home', t('reset')],
      ['?', t('help')],
      ['Enter', t('hint')],
    ]),
    key: (/** @type {KeyboardEvent} */ event) => player.key(event),
    leave: () => player.leave(),
  };
}

class UnblockPlayer extends Player {
  /** @param {any} ctx @param {{whole: any, level: any}} found @param {any} saved */
  constructor(ctx, found, saved) {
    const { level } = found;
    const label = { title: level.title ?? level.index, n: level.board.pieces.length };
    const view = new UnblockView(level.board, t('unblockLabel', label));
    super(ctx, found, saved, new Game(level.board), view, Math.min(ctx.settings.speed, 4));
    /** How far it is from the start, in both metrics. @type {{moves?: number, steps?: number}} */
    this.optimum = {};
    /** How far it is after each move of the game, as far as known. @type {(number|null)[]} */
    this.far = [];
    this.#build();
    this.#pointer();
    this.show();
    this.distance();
    if (this.game.cursor > 0 || this.game.solved) this.#learnOptimum();
  }

  allMoves() {
    const { game } = this;
    return game.moves
      .map(
        (/** @type {any} */ { piece, from, to }) =>
          `${game.board.pieces[piece].name}${to > from ? '+' : '-'}${Math.abs(to - from)}`,
      )
      .join(' ');
  }

  #build() {
    const { ctx, whole, game } = this;
    this.moves = counter(t('moves'), 'moves');
    this.steps = counter(t('steps'), 'steps');
    this.togo = counter(t('toGo'), 'to-go');
    const made = /^~(first|easy|beginner|intermediate|advanced|expert)-/.exec(whole.name)?.[1];
    this.frame(
      'unblock',
      [this.moves, this.steps, this.togo],
      [
        this.control('undo', () => game.undo(), { icon: 'undo', id: 'undo' }),
        this.control('redo', () => game.redo(), { icon: 'redo', id: 'redo' }),
        this.control('reset', () => game.jump(0), { icon: 'reset', key: 'Home', id: 'reset' }),
        button(t('hint'), () => this.askHint(), {
          icon: 'hint',
          key: 'Enter',
          class: 'primary',
          id: 'hint',
        }),
      ],
      [
        button(t('giveUp'), () => this.giveUp(), { icon: 'flag', id: 'give-up' }),
        button(t('daily'), () => daily(ctx), { icon: 'calendar' }),
        made && button(t('another'), () => random(ctx, made), { icon: 'dice', id: 'another' }),
      ],
    );
  }

  show() {
    const { game, ctx } = this;
    this.view.svg.classList.toggle('smooth', glides(ctx));
    this.view.show(game.at);
    const { moves, steps } = game.counts;
    this.moves.show(
      moves,
      this.optimum.moves ?? bestKnown(ctx, this.level, 'moves'),
      t('optimumNote'),
    );
    this.steps.show(
      steps,
      this.optimum.steps ?? bestKnown(ctx, this.level, 'steps'),
      t('optimumNote'),
    );
    this.hinted.show(this.hints, undefined);
    this.bar.update();
  }

  changed() {
    this.view.mark(null);
    put(this.message);
    this.show();
    this.saver.change();
    this.distance();
    this.finish(() => {
      const { counts } = this.game;
      if (this.watched) return t('outWatched', counts);
      return t(counts.moves === this.optimum.moves ? 'outPerfect' : 'out', counts);
    });
  }

  /** Asks about the start, for a game that goes on from somewhere else. */
  async #learnOptimum() {
    try {
      this.#aim(await api('hint', { body: { level: { board: this.level.board } } }));
    } catch {
      /* the counters simply have no aim */
    }
  }

  /** Takes the answer for the start as the aim. @param {{moves: number|null, steps: number|null}} start */
  #aim({ moves, steps }) {
    this.optimum = { moves: moves ?? undefined, steps: steps ?? undefined };
    this.far[0] = moves;
    if (moves === null) put(this.message, h('p', { class: 'banner bad' }, t('unsolvable')));
    this.show();
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
      const answer = await api('hint', { body: { level: { board: this.game.position() } } });
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

  /** The next move of a shortest way; asked again, it is made. */
  async askHint() {
    this.bar.stop();
    if (this.game.solved) return;
    if (this.hintMove) {
      const { piece, to, cursor } = this.hintMove;
      this.hintMove = null;
      if (cursor === this.game.cursor && this.game.slide(piece, to)) {
        this.changed();
        return;
      }
    }
    try {
      const last = this.game.moves[this.game.cursor - 1];
      const avoid = last ? this.game.board.pieces[last.piece].name : null;
      const answer = await api('hint', { body: { level: { board: this.game.position() }, avoid } });
      const [next] = readMoves(this.game.board, answer.next?.[0] ?? '');
      if (!next) {
        this.tell(t('unsolvable'));
        return;
      }
      this.countHint();
      const to = this.game.at[next.piece] + next.delta;
      this.hintMove = { piece: next.piece, to, cursor: this.game.cursor };
      this.select(next.piece);
      this.view.mark({ piece: next.piece, to });
      put(
        this.message,
        h(
          'p',
          { id: 'hint-text' },
          t('hintSlide', { piece: this.game.board.pieces[next.piece].name, n: answer.moves }),
          ' ',
          h(
            'button',
            { type: 'button', class: 'link', onclick: () => this.askHint() },
            t('hintDo'),
          ),
        ),
      );
    } catch (error) {
      this.tell(error.message);
    }
  }

  /** Shows the rest of the way. */
  async giveUp() {
    try {
      const answer = await api('hint', { body: { level: { board: this.game.position() } } });
      if (!answer.solution) {
        this.tell(t('unsolvable'));
        return;
      }
      const { played, cursor } = this.game;
      const text = t('watchingMoves', { n: answer.moves });
      this.watch(`${played} ${answer.solution}`, cursor, text);
    } catch (error) {
      this.tell(error.message);
    }
  }

  /** @param {number|null} piece */
  select(piece) {
    this.selected = piece;
    this.view.select(piece);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this;
    const way = {
      ArrowUp: ['v', -1],
      ArrowDown: ['v', 1],
      ArrowLeft: ['h', -1],
      ArrowRight: ['h', 1],
    }[event.key];
    if (way) {
      const [axis, by] = /** @type {['h'|'v', number]} */ (way);
      if (this.selected === null || game.board.pieces[this.selected].axis !== axis)
        return this.selected !== null;
      if (game.slide(this.selected, game.at[this.selected] + by)) {
        this.bar.stop();
        this.changed();
      }
      return true;
    }
    const control = event.ctrlKey || event.metaKey;
    const acts = /** @type {Record<string, () => any>} */ ({
      Backspace: () => game.undo(),
      Home: () => game.jump(0),
      End: () => game.jump(game.moves.length),
    });
    const act = control
      ? { z: () => game.undo(), y: () => game.redo(), Z: () => game.redo() }[event.key]
      : acts[event.key];
    if (act) {
      this.bar.stop();
      act();
      this.changed();
      return true;
    }
    if (control) return false;
    if (event.key === 'Enter') {
      this.askHint();
      return true;
    }
    if (event.key === 'Escape') {
      this.select(null);
      return true;
    }
    if (event.key === 'Tab' && /** @type {any} */ (event.target) === this.view.svg) {
      const n = game.board.pieces.length;
      const next = (this.selected ?? -1) + (event.shiftKey ? -1 : 1);
      if (next < 0 || next >= n) {
        this.select(null);
        return false;
      }
      this.select(next);
      return true;
    }
    const named = game.board.pieces.findIndex(
      ({ name }) => name.toLowerCase() === event.key.toLowerCase(),
    );
    if (named >= 0) {
      this.select(named);
      return true;
    }
    return levelKeys(this.ctx, this.whole, this.level, event);
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
    const at = (/** @type {PointerEvent} */ event) => {
      const { piece, grip, range } = /** @type {any} */ (drag);
      return Math.max(range[0], Math.min(range[1], along(event, piece) - grip));
    };
    view.svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
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
    view.svg.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (drag) view.show(game.at, { piece: drag.piece, at: at(event) });
    });
    view.svg.addEventListener('pointerup', (/** @type {PointerEvent} */ event) => {
      if (!drag) return;
      const { piece } = drag;
      const to = Math.round(at(event));
      drag = null;
      if (game.slide(piece, to)) this.changed();
      else this.show();
    });
    view.svg.addEventListener('pointercancel', () => {
      drag = null;
      this.show();
    });
  }
}
