// @ts-check
/** Playing Unblock: drag with snapping, keys, undo; how far it still is, and which move helps. */
import { api } from './api.js';
import { UnblockView } from './board-unblock.js';
import { button, h, put } from './dom.js';
import { t } from './i18n.js';
import { daily, random } from './library.js';
import { replayBar } from './replay.js';
import { Game, readMoves } from './unblock.js';
import {
  autosave,
  bestKnown,
  counter,
  heading,
  keepSolution,
  levelKeys,
  savedGame,
  snapshots,
  solvedBanner,
} from './play-common.js';

/** @param {any} ctx @param {{whole: any, level: any}} found */
export async function unblockPlayer(ctx, { whole, level }) {
  if (!level.board)
    throw new Error((level.faults ?? []).map((/** @type {any} */ f) => f.message).join('; '));
  const player = new Player(ctx, whole, level, await savedGame(level.key));
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

class Player {
  /** @param {any} ctx @param {any} whole @param {any} level @param {any} saved */
  constructor(ctx, whole, level, saved) {
    this.ctx = ctx;
    this.whole = whole;
    this.level = level;
    this.game = new Game(level.board);
    this.hints = saved?.hints ?? 0;
    this.watched = saved?.watched ?? false;
    this.snapshots = saved?.snapshots ?? [];
    if (typeof saved?.moves === 'string') this.game.load(saved.moves, saved.cursor);
    this.view = new UnblockView(
      level.board,
      t('unblockLabel', { title: level.title ?? level.index, n: level.board.pieces.length }),
    );
    this.saver = autosave(ctx, level.key, () => ({
      moves: this.#allMoves(),
      cursor: this.game.cursor,
      hints: this.hints,
      watched: this.watched,
      snapshots: this.snapshots,
    }));
    /** @type {number|null} */
    this.selected = null;
    /** How far it is from the start, in both metrics. @type {{moves?: number, steps?: number}} */
    this.optimum = {};
    /** How far it is after each move of the game, as far as known. @type {(number|null)[]} */
    this.far = [];
    this.question = 0;
    this.#build();
    this.#pointer();
    this.show();
    this.#learnOptimum().then(() => this.distance());
  }

  #allMoves() {
    const { game } = this;
    return game.moves
      .map(
        ({ piece, from, to }) =>
          `${game.board.pieces[piece].name}${to > from ? '+' : '-'}${Math.abs(to - from)}`,
      )
      .join(' ');
  }

  #build() {
    const { ctx, whole, level } = this;
    this.moves = counter(t('moves'), 'moves');
    this.steps = counter(t('steps'), 'steps');
    this.togo = counter(t('toGo'), 'to-go');
    this.hinted = counter(t('hints'), 'hints');
    this.message = h('div', {
      class: 'message',
      role: 'status',
      'aria-live': 'polite',
      id: 'message',
    });
    this.end = h('div', { role: 'status', 'aria-live': 'polite' });
    this.bar = replayBar({
      length: () => this.game.moves.length,
      cursor: () => this.game.cursor,
      jump: (index) => {
        this.game.jump(index);
        this.changed();
      },
      speed: Math.min(ctx.settings.speed, 4),
      onspeed: (speed) => ctx.set({ speed }),
    });
    const act = (/** @type {() => any} */ work) => () => {
      this.bar.stop();
      work();
      this.changed();
      this.view.svg.focus({ preventScroll: true });
    };
    const made =
      whole.name.startsWith('~') &&
      /^~(daily|first|easy|beginner|intermediate|advanced|expert)-/.exec(whole.name)?.[1];
    this.element = h(
      'div',
      { class: 'player unblock-player' },
      h('div', { class: 'stage' }, this.view.svg, this.message),
      h(
        'div',
        { class: 'panel' },
        heading(ctx, whole, level),
        this.end,
        h(
          'div',
          { class: 'counters' },
          this.moves.element,
          this.steps.element,
          this.togo.element,
          this.hinted.element,
        ),
        h(
          'div',
          { class: 'controls' },
          button(
            t('undo'),
            act(() => this.game.undo()),
            { icon: 'undo', id: 'undo' },
          ),
          button(
            t('redo'),
            act(() => this.game.redo()),
            { icon: 'redo', id: 'redo' },
          ),
          button(
            t('reset'),
            act(() => this.game.jump(0)),
            { icon: 'reset', key: 'Home', id: 'reset' },
          ),
          button(t('hint'), () => this.askHint(), {
            icon: 'hint',
            key: 'Enter',
            class: 'primary',
            id: 'hint',
          }),
          button(t('giveUp'), () => this.giveUp(), { icon: 'flag', id: 'give-up' }),
        ),
        this.bar.element,
        h(
          'div',
          { class: 'controls' },
          button(t('daily'), () => daily(ctx), { icon: 'calendar' }),
          made &&
            made !== 'daily' &&
            button(t('another'), () => random(ctx, made), { icon: 'dice', id: 'another' }),
        ),
        snapshots({
          list: this.snapshots,
          take: () => ({ moves: this.game.played, cursor: this.game.cursor }),
          restore: (it) => {
            this.game.load(it.moves, it.cursor);
            this.changed();
          },
          changed: () => this.saver.change(),
        }),
        level.notes?.length > 0 &&
          h(
            'details',
            { class: 'more' },
            h('summary', {}, t('notes')),
            level.notes.map((/** @type {string} */ line) => h('p', {}, line)),
          ),
      ),
    );
  }

  show() {
    const { game, ctx } = this;
    const still =
      ctx.settings.animation !== 'smooth' || matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.view.svg.classList.toggle('smooth', !still);
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
    if (!this.game.solved) {
      put(this.end);
      return;
    }
    const { moves, steps } = this.game.counts;
    const perfect = !this.watched && moves === this.optimum.moves;
    const text = this.watched
      ? t('outWatched', { moves, steps })
      : perfect
        ? t('outPerfect', { moves, steps })
        : t('out', { moves, steps });
    put(this.end, solvedBanner(this.ctx, this.whole, this.level, text));
    keepSolution(this.ctx, this.level, this.game.played, this.hints, this.watched).then(() =>
      this.show(),
    );
  }

  async #learnOptimum() {
    try {
      const { moves, steps } = await api('hint', { body: { level: { board: this.level.board } } });
      this.optimum = { moves: moves ?? undefined, steps: steps ?? undefined };
      if (moves === null) put(this.message, h('p', { class: 'banner bad' }, t('unsolvable')));
      this.show();
    } catch {
      /* the counters simply have no aim */
    }
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
      const { moves } = await api('hint', { body: { level: { board: this.game.position() } } });
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
        put(this.message, h('p', {}, t('unsolvable')));
        return;
      }
      this.hints++;
      this.hinted.show(this.hints, undefined);
      this.saver.change();
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
      put(this.message, h('p', {}, error.message));
    }
  }

  /** Shows the rest of the way. */
  async giveUp() {
    try {
      const answer = await api('hint', { body: { level: { board: this.game.position() } } });
      if (!answer.solution) {
        put(this.message, h('p', {}, t('unsolvable')));
        return;
      }
      this.watched = true;
      const { played, cursor } = this.game;
      this.game.load(`${played} ${answer.solution}`, cursor);
      this.changed();
      put(this.message, h('p', { id: 'watching' }, t('watchingMoves', { n: answer.moves })));
      this.bar.play();
    } catch (error) {
      put(this.message, h('p', {}, error.message));
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

  leave() {
    this.bar.stop();
    this.saver.leave();
  }
}
