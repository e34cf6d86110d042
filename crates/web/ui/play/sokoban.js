// @ts-check
/** Playing Sokoban: keys, clicks, drags, swipes; unlimited undo; hints, warnings, the solution. */
import { SokobanView } from '../board/sokoban.js';
import { button, choice, h, put, viewOf } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { aborted, words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { SCHEME_NAMES, actionOf, keysDialog, keysOf, shownKey } from './keys.js';
import { address, titleOf } from '../lib/levels.js';
import { Player, glides } from './player.js';
import { counter, skinOption, soundOption } from './panel.js';
import { followPointer } from './pointer.js';
import { planOf } from '../game/plan.js';
import { reachOf } from '../game/reach.js';
import { bestKnown, savedGame } from './saving.js';
import { sound } from './sound.js';
import { describeSokoban, lastMove, squareWords } from '../board/spoken.js';
import { Board, Game, dirOf, isPush, pushed } from '../game/sokoban.js';

/** @import {Plan} from '../game/plan.js' */
/** @import {Reach} from '../game/reach.js' */
/** @import {Context, Found, Loss, Place, SavedGame, SokobanLevel} from '../types.d.ts' */

/** Milliseconds a step takes when it is shown. */
const STEP = 70;

/** @type {Record<string, number>} */
const DIRECTIONS = { up: 0, down: 1, left: 2, right: 3 };

/** @param {Context} ctx @param {Found<SokobanLevel>} found */
export async function sokobanPlayer(ctx, found) {
  const { level } = found;
  const saved = await savedGame(level.key);
  const readable = typeof saved?.moves === 'string';
  const own = readable ? /** @type {SavedGame<string>} */ (saved) : null;
  return viewOf(titleOf(level), new SokobanPlayer(ctx, found, own), keyList(ctx));
}

/** What the keys do. @param {Context} ctx @returns {[string, string][]} */
function keyList(ctx) {
  const keys = keysOf(ctx);
  const own = ['undo', 'redo', 'undoPush', 'redoPush', 'hint', 'dead', 'record', 'repeat'];
  const letters = ['up', 'left', 'down', 'right'].map((name) => shownKey(keys[name])).join(' ').trim();
  return [
    [`← ↑ ↓ → ${letters}`.trim(), t('key.move')],
    .../** @type {[string, string][]} */ (
      own.map((name) => [shownKey(keys[name]) ?? '', t(`action.${name}`)])
    ),
    ['Home', t('reset')],
    ['+ −', t('key.zoom')],
    ['X', t('key.look')],
    ['F', t('fullScreen')],
    ['N', t('nextUnsolved')],
  ];
}

/** @extends {Player<string, Game, SokobanView>} */
class SokobanPlayer extends Player {
  /** @param {Context} ctx @param {Found<SokobanLevel>} found @param {SavedGame<string>|null} saved */
  constructor(ctx, found, saved) {
    const { level } = found;
    const game = new Game(new Board(level.rows));
    const label = { title: level.title ?? level.index, boxes: game.boxes.length };
    const view = new SokobanView(game.board, t('boardLabel', label));
    super(ctx, found, { kind: 'sokoban', game, view, saved, speed: ctx.settings.speed });
    this.rows = level.rows;
    /** @type {string[]} moves still to be shown */
    this.pending = [];
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {{stage: number, rows: string, push: ReturnType<typeof pushed>, togo: number}|null} */
    this.hint = null;
    /** The way to the end that hints follow as long as the player does. @type {Plan|null} */
    this.plan = null;
    /** Why the position is lost, as far as that is known. @type {Loss|null} */
    this.loss = null;
    /** Takes the question for a hint back. @type {AbortController|null} */
    this.asking = null;
    /** What the marks on dead squares mean. */
    this.legend = h('div', { class: 'legend' });
    /** The square that is looked at, or -1. */
    this.looking = -1;
    /** Moves to repeat, and where those that are being remembered begin. */
    this.macro = '';
    /** @type {number|null} */
    this.macroFrom = null;
    /** Where the selected box can go. @type {Reach|null} */
    this.reach = null;
    this.moves = counter(t('moves'), 'moves');
    this.pushes = counter(t('pushes'), 'pushes');
    this.deadButton = button(t('deadSquares'), () => this.toggleDead(), {
      icon: 'eye',
      key: shownKey(keysOf(ctx).dead),
      pressed: false,
      id: 'dead',
    });
    this.#build();
    followPointer(this);
    this.#warmUp();
    this.show(false);
    this.warn();
    this.finish(false);
  }

  /** On a large board the first question where a box can go is asked while nobody waits for it: until the
   *  browser has compiled the search, it takes several times as long. */
  #warmUp() {
    const { game } = this;
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ it) => setTimeout(it, 300));
    if (game.board.wall.length > 900 && game.boxes.length) idle(() => reachOf(game, 0, 'pushes'));
  }

  #build() {
    const { game } = this;
    this.frame(
      [this.moves, this.pushes],
      this.#bar(),
      [
        this.control('undoPush', () => game.undoPush(), { icon: 'undoPush', id: 'undo-push' }),
        this.control('redoPush', () => game.redoPush(), { icon: 'redoPush', id: 'redo-push' }),
        this.deadButton,
        h(
          'a',
          {
            class: 'button',
            id: 'reverse',
            href: address('reverse', this.collection, this.level.index),
          },
          t('reverse'),
        ),
        button(t('giveUp'), () => this.giveUp(), { icon: 'flag', id: 'give-up' }),
      ],
      this.#options(),
    );
    this.message.after(this.legend);
  }

  #bar() {
    const { undo, redo, hint } = keysOf(this.ctx);
    return this.primary({ undo: shownKey(undo), redo: shownKey(redo), hint: shownKey(hint) });
  }

  /** The scheme of keys, and each of them. */
  #keys() {
    const { ctx } = this;
    const again = () => ctx.go(location.hash);
    const names = SCHEME_NAMES.map(
      (name) => /** @type {[string, string]} */ ([name, t(`keys.${name}`)]),
    );
    const chosen = (/** @type {string} */ keys) => {
      ctx.set({ keys, ownKeys: {} });
      again();
    };
    return [
      choice(t('keys'), names, ctx.settings.keys, chosen, 'keys-scheme'),
      button(t('keysTitle'), () => keysDialog(ctx, again), { icon: 'gear', id: 'keys-own' }),
    ];
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
          ctx.set({ path: path === 'moves' ? 'moves' : 'pushes' });
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
      this.#warnOption(),
      soundOption(ctx),
      skinOption(ctx),
      this.#keys(),
    );
  }

  #warnOption() {
    const { ctx } = this;
    const box = h('input', {
      type: 'checkbox',
      checked: ctx.settings.warn,
      onchange: () => {
        ctx.set({ warn: box.checked });
        this.warn();
      },
    });
    return h('label', { class: 'check' }, box, t('warnLost'));
  }

  // Showing.

  /** @param {boolean} [animate] */
  show(animate = true) {
    const { game, view, ctx } = this;
    view.svg.classList.toggle('smooth', animate && glides(ctx));
    const last = game.moves[game.cursor - 1];
    view.show(game, last ? dirOf(last) : 1);
    this.camera.follow(...view.centre(game.player));
    const { moves, pushes } = game.counts;
    this.moves.show(moves, bestKnown(ctx, this.level, 'moves'), t('bestNote'));
    this.pushes.show(pushes, bestKnown(ctx, this.level, 'pushes'), t('bestNote'));
    this.hinted.show(this.hints, undefined);
    this.bar.update();
    this.speak(lastMove(game), () => describeSokoban(game), game.boxes.length > 40);
  }

  /** After any change of the position. */
  changed() {
    this.asking?.abort();
    this.loss = null;
    this.select(null);
    this.hint = null;
    this.show();
    this.view.mark(null);
    this.quiet();
    this.saver.change();
    this.warn();
    this.finish();
  }

  ended() {
    return t(this.watched ? 'solvedWatched' : 'solved', this.game.counts);
  }

  /** Says when the position is lost, and why. */
  async warn() {
    const mine = ++this.question;
    if (!this.ctx.settings.warn || this.game.counts.pushes === 0 || this.game.solved) {
      this.lost(null);
      return;
    }
    try {
      const why = await engine.why({ rows: this.game.rows() });
      if (mine === this.question) this.lost(why.lost ? why : null);
    } catch {
      /* a game without its warning goes on */
    }
  }

  /** @param {Loss|null} why */
  lost(why) {
    this.element.classList.toggle('lost', Boolean(why));
    this.loss = why;
    if (!why) return;
    const at = (/** @type {Place} */ { row, column }) => row * this.game.board.width + column;
    this.view.mark({ kind: 'why', boxes: why.boxes.map(at), squares: why.squares.map(at) });
    const undo = () => this.act(() => this.game.undoPush());
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
        button(t('undoPush'), undo, { icon: 'undoPush', id: 'undo-lost' }),
      ),
    );
  }

  async toggleDead() {
    const on = this.deadButton.getAttribute('aria-pressed') !== 'true';
    this.deadButton.setAttribute('aria-pressed', String(on));
    if (!on) {
      this.view.showDead([]);
      put(this.legend);
      return;
    }
    try {
      const dead = await engine.deadSquares({ rows: this.rows });
      this.view.showDead(dead);
      const reasons = ['corner', 'wall', 'no-goal'].filter((reason) =>
        dead.some((it) => it.reason === reason),
      );
      put(
        this.legend,
        reasons.map((reason) => h('span', { class: `dead-${reason}` }, t(`dead.${reason}`))),
      );
    } catch (error) {
      this.ctx.say(words(error), 'error');
    }
  }

  // Hints.

  /** One stage further: which box, where to, the whole push. */
  async askHint() {
    this.settle();
    this.bar.stop();
    if (this.game.solved) return;
    // There is no way on: the reason stays, and the way back.
    if (this.loss) {
      this.lost(this.loss);
      return;
    }
    const rows = this.game.rows();
    if (this.hint?.rows !== rows.join('\n')) await this.#findHint(rows);
    if (!this.hint) return;
    const stage = ++this.hint.stage;
    const { push, togo } = this.hint;
    this.countHint();
    if (stage >= 3) {
      this.run(push.moves);
      return;
    }
    const target = stage === 2 ? push.to : undefined;
    this.view.mark({ kind: 'hint', boxes: [push.from], target });
    const text = t(stage === 1 ? 'hintBox' : 'hintWhere', { n: togo });
    this.tellHint(text, t(stage === 1 ? 'hintMore' : 'hintDo'));
  }

  /** What to do next: as the plan says while it is followed, else from a new one. @param {string[]} rows */
  async #findHint(rows) {
    this.hint = null;
    const next = this.plan?.next(this.game) ?? (await this.#makePlan(rows));
    if (!next) return;
    const { moves, togo } = next;
    this.hint = { stage: 0, rows: rows.join('\n'), push: pushed(rows, moves), togo };
  }

  /** Asks for a way to the end; without one it says why. @param {string[]} rows */
  async #makePlan(rows) {
    const control = new AbortController();
    this.asking?.abort();
    this.asking = control;
    const cancel = () => {
      control.abort();
      this.quiet();
    };
    put(
      this.message,
      h(
        'p',
        { class: 'busy' },
        t('thinking'),
        ' ',
        h('button', { type: 'button', class: 'link', id: 'hint-cancel', onclick: cancel }, t('cancel')),
      ),
    );
    const mine = ++this.question;
    try {
      const answer = await engine.hint({ rows }, { signal: control.signal });
      if (mine !== this.question) return null;
      if (answer.status === 'solved' && answer.solution) {
        this.plan = planOf(rows, answer.solution);
        return this.plan.next(this.game);
      }
      const none = answer.status === 'unsolvable';
      const why = none ? await engine.why({ rows }).catch(() => null) : null;
      if (mine !== this.question) return null;
      if (why?.lost) this.lost(why);
      else this.tell(t(none ? 'hintNone' : 'hintUnknown'));
    } catch (error) {
      if (mine === this.question && !aborted(error)) this.tell(words(error));
    }
    return null;
  }

  /** @param {string} text */
  async movesOf(text) {
    return /^[udlrUDLR]+$/.test(text) ? text : null;
  }

  fresh() {
    return new Game(this.game.board);
  }

  /** The whole way: from here, or from the start when there is none from here. */
  async solution() {
    try {
      let from = this.game.played;
      let answer = await engine.hint({ rows: this.game.rows() });
      if (answer.status !== 'solved') {
        from = '';
        answer = await engine.hint({ rows: this.rows });
      }
      if (answer.status === 'solved') {
        const moves = from + (answer.solution ?? '');
        return { moves, cursor: from.length, text: t('watching', { n: answer.pushes }) };
      }
      this.tell(t(answer.status === 'unsolvable' ? 'unsolvable' : 'hintUnknown'));
    } catch (error) {
      this.tell(words(error));
    }
    return null;
  }

  // Moving.

  /** Shows moves one after the other. @param {string} moves */
  run(moves) {
    this.settle();
    this.bar.stop();
    this.note = null;
    this.select(null);
    this.pending = [...moves];
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (still || this.ctx.settings.animation === 'instant') this.settle();
    else this.#tick();
  }

  /** The next of the moves to be shown. */
  #tick() {
    const letter = this.pending.shift();
    if (letter === undefined || !this.game.step(dirOf(letter))) {
      this.pending = [];
      this.timer = undefined;
      this.changed();
      return;
    }
    this.#heard();
    this.show();
    this.timer = window.setTimeout(() => this.#tick(), STEP);
  }

  /** Finishes at once whatever is still being shown: the moves are made as if they had been. */
  settle() {
    if (this.timer === undefined && !this.pending.length) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const letter of this.pending) this.game.step(dirOf(letter));
    this.pending = [];
    this.changed();
  }

  /** @param {number} d */
  step(d) {
    this.settle();
    this.bar.stop();
    if (!this.game.step(d)) {
      this.spoken.textContent = t('spoken.blocked');
      return;
    }
    this.note = null;
    this.#heard();
    const pushed = isPush(this.game.moves[this.game.cursor - 1]);
    if (pushed || this.game.solved || this.hint || this.message.firstChild) this.changed();
    else {
      this.select(null);
      this.show();
      this.saver.change();
    }
  }

  /** The sound of the last move. */
  #heard() {
    const { game } = this;
    const letter = game.moves[game.cursor - 1];
    if (!isPush(letter)) return;
    const box = game.board.next(game.player, dirOf(letter));
    sound(this.ctx, game.board.goal[box] ? 'home' : 'push');
  }

  /** @param {number|null} id */
  select(id) {
    this.selected = id;
    this.view.select(id);
    this.reach = id === null ? null : reachOf(this.game, id, this.ctx.settings.path);
    this.view.showReach(this.reach?.squares ?? []);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this;
    const action = actionOf(this.ctx, event) ?? '';
    if (event.key === 'x' && !action) {
      this.#look(this.looking < 0 ? game.player : -1);
      return true;
    }
    if (action in DIRECTIONS && this.looking >= 0) {
      const next = game.board.next(this.looking, DIRECTIONS[action]);
      if (next >= 0) this.#look(next);
      return true;
    }
    if (action in DIRECTIONS) {
      this.step(DIRECTIONS[action]);
      return true;
    }
    const act = {
      undo: () => this.undo(),
      redo: () => game.redo(),
      undoPush: () => game.undoPush(),
      redoPush: () => game.redoPush(),
    }[action];
    if (act) this.act(act);
    const other = {
      hint: () => this.askHint(),
      dead: () => this.toggleDead(),
      record: () => this.#record(),
      repeat: () => this.run(this.macro),
    }[action];
    other?.();
    if (act || other) return true;
    return !event.ctrlKey && !event.metaKey && this.commonKey(event, {});
  }

  /** Goes over the board without moving anything: says what is on a square, or -1 ends it. @param {number} at */
  #look(at) {
    this.looking = at;
    this.view.mark(at < 0 ? null : { kind: 'look', squares: [at] });
    this.spoken.textContent = at < 0 ? t('spoken.lookEnd') : squareWords(this.game, at);
  }

  /** Begins to remember moves, or ends it: they can then be repeated. */
  #record() {
    const { game } = this;
    if (this.macroFrom === null) {
      this.macroFrom = game.cursor;
      this.tell(t('recording'));
      return;
    }
    this.macro = game.played.slice(this.macroFrom);
    this.macroFrom = null;
    this.tell(t('recorded', { n: this.macro.length }));
  }
}
