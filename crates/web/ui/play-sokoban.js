// @ts-check
/** Playing Sokoban: keys, clicks, drags and swipes; undo without end; hints, warnings, the solution. */
import { api } from './api.js';
import { SokobanView } from './board-sokoban.js';
import { button, choice, h, put } from './dom.js';
import { t } from './i18n.js';
import { replayBar } from './replay.js';
import { Board, Game, dirOf, firstPush, isPush } from './sokoban.js';
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

/** Milliseconds a step takes when it is shown. */
const STEP = 70;

const ARROWS = { ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3 };

/** @param {any} ctx @param {{whole: any, level: any}} found */
export async function sokobanPlayer(ctx, { whole, level }) {
  if (level.faults?.length)
    throw new Error(level.faults.map((/** @type {any} */ f) => f.message).join('; '));
  const saved = await savedGame(level.key);
  const player = new Player(ctx, whole, level, saved);
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

class Player {
  /** @param {any} ctx @param {any} whole @param {any} level @param {any} saved */
  constructor(ctx, whole, level, saved) {
    this.ctx = ctx;
    this.whole = whole;
    this.level = level;
    this.game = new Game(new Board(level.rows));
    this.hints = saved?.hints ?? 0;
    /** Whether an engine's solution has been shown in this game. */
    this.watched = saved?.watched ?? false;
    this.snapshots = saved?.snapshots ?? [];
    if (typeof saved?.moves === 'string') this.game.load(saved.moves, saved.cursor);
    this.view = new SokobanView(
      this.game.board,
      t('boardLabel', { title: level.title ?? level.index, boxes: this.game.boxes.length }),
    );
    this.saver = autosave(ctx, level.key, () => ({
      moves: this.game.moves,
      cursor: this.game.cursor,
      hints: this.hints,
      watched: this.watched,
      snapshots: this.snapshots,
    }));
    /** @type {number|null} the selected box */
    this.selected = null;
    /** @type {string[]} moves still to be shown */
    this.pending = [];
    this.timer = 0;
    /** @type {{stage: number, rows: string, push: any, togo: number}|null} */
    this.hint = null;
    this.question = 0;
    this.#build();
    this.#pointer();
    this.show(false);
    this.warn();
  }

  #build() {
    const { ctx, whole, level } = this;
    this.moves = counter(t('moves'), 'moves');
    this.pushes = counter(t('pushes'), 'pushes');
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
        this.settle();
        this.game.jump(index);
        this.changed();
      },
      speed: ctx.settings.speed,
      onspeed: (speed) => ctx.set({ speed }),
    });
    this.deadButton = button(t('deadSquares'), () => this.toggleDead(), {
      icon: 'eye',
      key: 'D',
      pressed: false,
      id: 'dead',
    });
    const act = (/** @type {() => any} */ work) => () => {
      this.settle();
      this.bar.stop();
      work();
      this.changed();
      this.view.svg.focus({ preventScroll: true });
    };
    const controls = h(
      'div',
      { class: 'controls' },
      button(
        t('undo'),
        act(() => this.game.undo()),
        { icon: 'undo', key: 'U', id: 'undo' },
      ),
      button(
        t('redo'),
        act(() => this.game.redo()),
        { icon: 'redo', key: 'R', id: 'redo' },
      ),
      button(
        t('undoPush'),
        act(() => this.game.undoPush()),
        { icon: 'undoPush', id: 'undo-push' },
      ),
      button(
        t('redoPush'),
        act(() => this.game.redoPush()),
        { icon: 'redoPush', id: 'redo-push' },
      ),
      button(
        t('reset'),
        act(() => this.game.jump(0)),
        { icon: 'reset', key: 'Home', id: 'reset' },
      ),
      button(t('hint'), () => this.askHint(), {
        icon: 'hint',
        key: 'H',
        class: 'primary',
        id: 'hint',
      }),
    );
    const options = h(
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
    this.element = h(
      'div',
      { class: 'player sokoban-player' },
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
          this.pushes.element,
          this.hinted.element,
        ),
        controls,
        this.bar.element,
        h(
          'div',
          { class: 'controls' },
          this.deadButton,
          button(t('giveUp'), () => this.giveUp(), { icon: 'flag', id: 'give-up' }),
        ),
        snapshots({
          list: this.snapshots,
          take: () => ({ moves: this.game.played, cursor: this.game.cursor }),
          restore: (it) => {
            this.settle();
            this.game.load(it.moves, it.cursor);
            this.changed();
          },
          changed: () => this.saver.change(),
        }),
        options,
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

  // Showing.

  /** @param {boolean} [animate] */
  show(animate = true) {
    const { game, view, ctx } = this;
    const smooth =
      animate &&
      ctx.settings.animation === 'smooth' &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches;
    view.svg.classList.toggle('smooth', smooth);
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
    this.finish();
  }

  finish() {
    if (!this.game.solved) {
      put(this.end);
      return;
    }
    const { moves, pushes } = this.game.counts;
    const text = this.watched
      ? t('solvedWatched', { moves, pushes })
      : t('solved', { moves, pushes });
    put(this.end, solvedBanner(this.ctx, this.whole, this.level, text));
    keepSolution(this.ctx, this.level, this.game.played, this.hints, this.watched).then(() =>
      this.show(),
    );
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
          put(
            this.message,
            h('p', {}, t(answer.status === 'unsolvable' ? 'hintNone' : 'hintUnknown')),
          );
          return;
        }
        if (!answer.solution) {
          put(this.message, h('p', {}, t('alreadySolved')));
          return;
        }
        this.hint = {
          stage: 0,
          rows: rows.join('\n'),
          push: firstPush(rows, answer.solution),
          togo: answer.pushes,
        };
      } catch (error) {
        put(this.message, h('p', {}, error.message));
        return;
      }
    }
    const hint = /** @type {any} */ (this.hint);
    hint.stage++;
    this.hints++;
    this.hinted.show(this.hints, undefined);
    this.saver.change();
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
        put(
          this.message,
          h('p', {}, t(answer.status === 'unsolvable' ? 'unsolvable' : 'hintUnknown')),
        );
        return;
      }
      this.watched = true;
      this.game.load(from + answer.solution, from.length);
      this.changed();
      put(this.message, h('p', { id: 'watching' }, t('watching', { n: answer.pushes })));
      this.bar.play();
    } catch (error) {
      put(this.message, h('p', {}, error.message));
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

  leave() {
    this.settle();
    this.bar.stop();
    this.saver.leave();
  }
}
