// @ts-check
/** Playing Sokoban: keys, clicks, drags and swipes; undo without end; hints, warnings, the solution. */
import { api } from './api.js';
import { SokobanView } from './board-sokoban.js';
import { button, choice, h, put } from './dom.js';
import { t } from './i18n.js';
import { Board, Game, dirOf, firstPush, isPush } from './sokoban.js';
import {
  Player,
  bestKnown,
  counter,
  faultsOf,
  glides,
  levelKeys,
  savedGame,
} from './play-common.js';

/** Milliseconds a step takes when it is shown. */
const STEP = 70;

const ARROWS = { ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3 };

/** @param {any} ctx @param {{whole: any, level: any}} found */
export async function sokobanPlayer(ctx, found) {
  const { level } = found;
  if (level.faults?.length) throw new Error(faultsOf(level));
  const player = new SokobanPlayer(ctx, found, await savedGame(level.key));
  return {
    element: player.element,
    title: level.title ?? String(level.index),
    keys: /** @type {[string, string][]} */ ([
      ['← ↑ ↓ →', t('key.move')],
      ['U', t('undo')],
      ['R', t('redo')],
      ['Shift U', t('undoPush')],
      ['Shift R', t('redoPush')],
      ['Home', t('reset')],
      ['H', t('hint')],
      ['D', t('deadSquares')],
      ['Tab', t('key.board')],
      ['N', t('nextUnsolved')],
    ]),
    key: (/** @type {KeyboardEvent} */ event) => player.key(event),
    leave: () => player.leave(),
  };
}

class SokobanPlayer extends Player {
  /** @param {any} ctx @param {{whole: any, level: any}} found @param {any} saved */
  constructor(ctx, found, saved) {
    const { level } = found;
    const game = new Game(new Board(level.rows));
    const label = { title: level.title ?? level.index, boxes: game.boxes.length };
    const view = new SokobanView(game.board, t('boardLabel', label));
    super(ctx, found, saved, game, view, ctx.settings.speed);
    /** @type {string[]} moves still to be shown */
    this.pending = [];
    this.timer = 0;
    /** @type {{stage: number, rows: string, push: any, togo: number}|null} */
    this.hint = null;
    this.#build();
    this.#pointer();
    this.show(false);
    this.warn();
  }

  #build() {
    const { game } = this;
    this.moves = counter(t('moves'), 'moves');
    this.pushes = counter(t('pushes'), 'pushes');
    this.deadButton = button(t('deadSquares'), () => this.toggleDead(), {
      icon: 'eye',
      key: 'D',
      pressed: false,
      id: 'dead',
    });
    this.frame(
      'sokoban',
      [this.moves, this.pushes],
      [
        this.control('undo', () => game.undo(), { icon: 'undo', key: 'U', id: 'undo' }),
        this.control('redo', () => game.redo(), { icon: 'redo', key: 'R', id: 'redo' }),
        this.control('undoPush', () => game.undoPush(), { icon: 'undoPush', id: 'undo-push' }),
        this.control('redoPush', () => game.redoPush(), { icon: 'redoPush', id: 'redo-push' }),
        this.control('reset', () => game.jump(0), { icon: 'reset', key: 'Home', id: 'reset' }),
        button(t('hint'), () => this.askHint(), {
          icon: 'hint',
          key: 'H',
          class: 'primary',
          id: 'hint',
        }),
      ],
      [this.deadButton, button(t('giveUp'), () => this.giveUp(), { icon: 'flag', id: 'give-up' })],
      this.#options(),
    );
  }

  #options() {
    const { ctx } = this;
    return h(
      'details',
      { class: 'more' },
      h('summary', {}, t('options')),
      choice(
        t('pathFor'),
        [
          ['pushes', t('fewestPushes')],
          ['moves', t('fewestMoves')],
        ],
        ctx.settings.path,
        (path) => {
          ctx.set({ path });
          this.select(null);
        },
        'path',
      ),
      choice(
        t('animation'),
        [
          ['smooth', t('smooth')],
          ['step', t('stepwise')],
          ['instant', t('instant')],
        ],
        ctx.settings.animation,
        (animation) => {
          ctx.set({ animation });
          this.show(false);
        },
        'animation',
      ),
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          checked: ctx.settings.warn,
          onchange: (/** @type {any} */ event) => {
            ctx.set({ warn: event.target.checked });
            this.warn();
          },
        }),
        t('warnLost'),
      ),
    );
  }

  // Showing.

  /** @param {boolean} [animate] */
  show(animate = true) {
    const { game, view, ctx } = this;
    view.svg.classList.toggle('smooth', animate && glides(ctx));
    const last = game.moves[game.cursor - 1];
    view.show(game, last ? dirOf(last) : 1);
    const { moves, pushes } = game.counts;
    this.moves.show(moves, bestKnown(ctx, this.level, 'moves'), t('bestNote'));
    this.pushes.show(pushes, bestKnown(ctx, this.level, 'pushes'), t('bestNote'));
    this.hinted.show(this.hints, undefined);
    this.bar.update();
  }

  /** After any change of the position. */
  changed() {
    this.select(null);
    this.hint = null;
    this.show();
    this.view.mark(null);
    put(this.message);
    this.saver.change();
    this.warn();
    this.finish(() => {
      const { counts } = this.game;
      return this.watched ? t('solvedWatched', counts) : t('solved', counts);
    });
  }

  /** Says when the position is lost, and why. */
  async warn() {
    const mine = ++this.question;
    if (!this.ctx.settings.warn || this.game.counts.pushes === 0 || this.game.solved) {
      this.lost(null);
      return;
    }
    try {
      const why = await api('why', { body: { level: { rows: this.game.rows() } } });
      if (mine === this.question) this.lost(why.lost ? why : null);
    } catch {
      /* a warning that cannot be had is no error of the game */
    }
  }

  /** @param {any} why */
  lost(why) {
    this.element.classList.toggle('lost', Boolean(why));
    if (!why) return;
    const at = (/** @type {any} */ place) => place.row * this.game.board.width + place.column;
    this.view.mark({ kind: 'why', boxes: why.boxes.map(at), squares: why.squares.map(at) });
    put(
      this.message,
      h(
        'div',
        { class: 'banner bad', id: 'why' },
        h(
          'div',
          {},
          h('strong', {}, t('lost')),
          ' ',
          t(`why.${why.kind}`, { n: why.boxes.length }),
        ),
        button(
          t('undoPush'),
          () => {
            this.game.undoPush();
            this.changed();
          },
          { icon: 'undoPush', id: 'undo-lost' },
        ),
      ),
    );
  }

  async toggleDead() {
    const on = this.deadButton.getAttribute('aria-pressed') !== 'true';
    this.deadButton.setAttribute('aria-pressed', String(on));
    if (!on) {
      this.view.showDead([]);
      return;
    }
    try {
      const { dead } = await api('squares', { body: { level: { rows: this.level.rows } } });
      this.view.showDead(dead);
      put(
        this.message,
        h(
          'div',
          { class: 'legend' },
          ['corner', 'wall', 'no-goal'].map(
            (reason) =>
              dead.some((/** @type {any} */ it) => it.reason === reason) &&
              h('span', { class: `dead-${reason}` }, t(`dead.${reason}`)),
          ),
        ),
      );
    } catch (error) {
      this.ctx.say(error.message, 'error');
    }
  }

  // Hints.

  /** One stage further: which box, where to, the whole push. */
  async askHint() {
    this.settle();
    const rows = this.game.rows();
    const same = this.hint && this.hint.rows === rows.join('\n');
    if (!same) {
      put(this.message, h('p', { class: 'busy' }, t('thinking')));
      const mine = ++this.question;
      try {
        const answer = await api('hint', { body: { level: { rows } } });
        if (mine !== this.question) return;
        if (answer.status !== 'solved') {
          this.tell(t(answer.status === 'unsolvable' ? 'hintNone' : 'hintUnknown'));
          return;
        }
        if (!answer.solution) {
          this.tell(t('alreadySolved'));
          return;
        }
        this.hint = {
          stage: 0,
          rows: rows.join('\n'),
          push: firstPush(rows, answer.solution),
          togo: answer.pushes,
        };
      } catch (error) {
        this.tell(error.message);
        return;
      }
    }
    const hint = /** @type {any} */ (this.hint);
    hint.stage++;
    this.countHint();
    const { push, stage, togo } = hint;
    if (stage === 1) this.view.mark({ kind: 'hint', boxes: [push.from] });
    if (stage === 2) this.view.mark({ kind: 'hint', boxes: [push.from], target: push.to });
    if (stage >= 3) {
      this.run(push.moves);
      return;
    }
    put(
      this.message,
      h(
        'p',
        { id: 'hint-text' },
        t(stage === 1 ? 'hintBox' : 'hintWhere', { n: togo }),
        ' ',
        h(
          'button',
          { type: 'button', class: 'link', onclick: () => this.askHint() },
          t(stage === 1 ? 'hintMore' : 'hintDo'),
        ),
      ),
    );
  }

  /** Fetches a solution and leaves it to be watched: it becomes what "redo" does. */
  async giveUp() {
    this.settle();
    put(this.message, h('p', { class: 'busy' }, t('thinking')));
    try {
      let from = this.game.played;
      let answer = await api('hint', { body: { level: { rows: this.game.rows() } } });
      if (answer.status !== 'solved') {
        from = '';
        answer = await api('hint', { body: { level: { rows: this.level.rows } } });
      }
      if (answer.status !== 'solved') {
        this.tell(t(answer.status === 'unsolvable' ? 'unsolvable' : 'hintUnknown'));
        return;
      }
      this.watch(from + answer.solution, from.length, t('watching', { n: answer.pushes }));
    } catch (error) {
      this.tell(error.message);
    }
  }

  // Moving.

  /** Shows moves one after the other. @param {string} moves */
  run(moves) {
    this.settle();
    this.bar.stop();
    this.select(null);
    this.pending = [...moves];
    if (
      this.ctx.settings.animation === 'instant' ||
      matchMedia('(prefers-reduced-motion: reduce)').matches
    ) {
      this.settle();
      this.changed();
      return;
    }
    const tick = () => {
      const letter = this.pending.shift();
      if (letter === undefined || !this.game.step(dirOf(letter))) {
        this.pending = [];
        this.timer = 0;
        this.changed();
        return;
      }
      this.show();
      this.timer = setTimeout(tick, STEP);
    };
    tick();
  }

  /** Makes at once whatever is still being shown. */
  settle() {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const letter of this.pending) this.game.step(dirOf(letter));
    this.pending = [];
  }

  /** @param {number} d */
  step(d) {
    this.settle();
    this.bar.stop();
    if (this.game.step(d)) {
      const pushed = isPush(this.game.moves[this.game.cursor - 1]);
      if (pushed || this.game.solved || this.hint || this.message.firstChild) this.changed();
      else {
        this.select(null);
        this.show();
        this.saver.change();
      }
    }
  }

  /** @param {number|null} id */
  select(id) {
    this.selected = id;
    this.view.select(id);
    this.reach = id === null ? null : this.game.reach(id, this.ctx.settings.path);
    this.view.showReach(this.reach?.squares ?? []);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this;
    if (event.key in ARROWS && !event.ctrlKey && !event.metaKey) {
      this.step(ARROWS[/** @type {'ArrowUp'} */ (event.key)]);
      return true;
    }
    const undo = (event.ctrlKey || event.metaKey) && event.key === 'z';
    if ((event.ctrlKey || event.metaKey) && !undo) return false;
    const acts = /** @type {Record<string, () => any>} */ ({
      u: () => game.undo(),
      U: () => game.undoPush(),
      r: () => game.redo(),
      R: () => game.redoPush(),
      Backspace: () => game.undo(),
      Home: () => game.jump(0),
      End: () => game.jump(game.moves.length),
    });
    const act = undo ? () => game.undo() : acts[event.key];
    if (act) {
      this.settle();
      this.bar.stop();
      act();
      this.changed();
      return true;
    }
    if (event.key === 'h') {
      this.askHint();
      return true;
    }
    if (event.key === 'd') {
      this.toggleDead();
      return true;
    }
    if (event.key === 'Escape') {
      this.select(null);
      return true;
    }
    return levelKeys(this.ctx, this.whole, this.level, event);
  }

  /** Clicks, drags and swipes. */
  #pointer() {
    const { view } = this;
    /** @type {{x: number, y: number, square: number, box: number, was: number|null, dragging: boolean, touch: boolean}|null} */
    let down = null;
    view.svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0) return;
      this.settle();
      const square = view.square(event);
      if (square < 0) return;
      const box = this.game.boxAt[square];
      down = {
        x: event.clientX,
        y: event.clientY,
        square,
        box,
        was: this.selected,
        dragging: false,
        touch: event.pointerType === 'touch',
      };
      view.svg.setPointerCapture(event.pointerId);
      if (box >= 0) this.select(box);
    });
    view.svg.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (!down || down.box < 0) return;
      if (!down.dragging && Math.hypot(event.clientX - down.x, event.clientY - down.y) > 8)
        down.dragging = true;
      if (down.dragging) view.drag(view.point(event));
    });
    const up = (/** @type {PointerEvent} */ event) => {
      if (!down) return;
      const from = down;
      down = null;
      view.drag(null);
      const square = view.square(event);
      if (from.box >= 0 && from.dragging) {
        this.#drop(square);
        return;
      }
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (from.box < 0 && from.touch && Math.hypot(dx, dy) > 24) {
        this.step(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 3 : 2) : dy > 0 ? 1 : 0);
        return;
      }
      if (from.box >= 0) {
        if (from.was === from.box) this.select(null);
        return;
      }
      this.#click(square);
    };
    view.svg.addEventListener('pointerup', up);
    view.svg.addEventListener('pointercancel', () => {
      down = null;
      view.drag(null);
    });
  }

  /** A dragged box is let go. @param {number} square */
  #drop(square) {
    const path = this.reach?.path(square);
    if (path) this.run(path);
    else this.select(null);
  }

  /** @param {number} square */
  #click(square) {
    if (this.reach) {
      const path = this.reach.path(square);
      if (path) {
        this.run(path);
        return;
      }
    }
    this.select(null);
    const walk = this.game.walk(square);
    if (walk) this.run(walk);
  }
}
