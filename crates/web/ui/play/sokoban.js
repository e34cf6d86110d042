// @ts-check
/** Playing Sokoban: keys, clicks, drags, swipes; unlimited undo; hints, warnings, the solution. */
import { SokobanView } from '../board/sokoban.js';
import { button, choice, h, put, viewOf } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { aborted, words } from '../lib/errors.js';
import { ofTitle, t } from '../lib/i18n.js';
import { SCHEME_NAMES, actionOf, keysDialog, keysOf, shownKey } from './keys.js';
import { address, titleOf } from '../lib/levels.js';
import { Player, glides } from './player.js';
import { counter, skinOption, soundOption, timerOption } from './panel.js';
import { followPointer } from './pointer.js';
import { planOf } from '../game/plan.js';
import { reachOf } from '../game/reach.js';
import { bestKnown, bestOf, savedGame } from './saving.js';
import { sound } from './sound.js';
import { begin } from './state.js';
import { Steps } from './steps.js';
import { describeSokoban, lastMove, squareWords } from '../board/spoken.js';
import { Board, Game, dirOf, isPush, pushed } from '../game/sokoban.js';

/** @import {Plan} from '../game/plan.js' */
/** @import {Reach} from '../game/reach.js' */
/** @import {Child, Context, DeadSquare, Found, Loss, Place, Play, SavedGame, SokobanLevel} from '../types.d.ts' */

/**
 * What only a game of Sokoban has.
 * @typedef {object} Own
 * @property {Loss|null} loss why the position is lost, as far as that is known
 * @property {{stage: number, rows: string, push: ReturnType<typeof pushed>, togo: number}|null} hint
 * @property {Plan|null} plan the way to the end that hints follow as long as the player does
 * @property {Reach|null} reach where the selected box can go
 * @property {DeadSquare[]|null} dead the dead squares, while they are shown
 * @property {number} looking the square that is looked at, or -1
 * @property {string} macro moves to repeat
 * @property {number|null} macroFrom where those that are being remembered begin
 */

/** Seconds a hint may take, as the engines have it. */
const LIMIT = 10;

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
  return viewOf(titleOf(level), new SokobanPart(ctx, found, own), keyList(ctx));
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

class SokobanPart {
  /** @param {Context} ctx @param {Found<SokobanLevel>} found @param {SavedGame<string>|null} saved */
  constructor(ctx, found, saved) {
    const { level, collection } = found;
    const game = new Game(new Board(level.rows));
    this.kind = /** @type {const} */ ('sokoban');
    this.ctx = ctx;
    this.level = level;
    this.collection = collection;
    this.game = game;
    /** @type {Play<string, Game, Own>} */
    this.state = begin(game, saved, {
      loss: null,
      hint: null,
      plan: null,
      reach: null,
      dead: null,
      looking: -1,
      macro: '',
      macroFrom: null,
    });
    const label = { title: level.title ? ofTitle(level.title) : level.index, boxes: game.boxes.length };
    this.view = new SokobanView(game.board, t('boardLabel', label));
    this.speed = ctx.settings.speed;
    this.large = game.boxes.length > 40;
    const { undo, redo, hint } = keysOf(ctx);
    this.keys = { undo: shownKey(undo), redo: shownKey(redo), hint: shownKey(hint) };
    this.moves = counter(t('moves'), 'moves');
    this.pushes = counter(t('pushes'), 'pushes');
    this.counters = [this.moves, this.pushes];
    /** Counts questions to the engines, so that a late answer is not believed. */
    this.question = 0;
    /** Takes the question for a hint back. @type {AbortController|null} */
    this.asking = null;
    /** Whether the next picture glides. */
    this.animate = false;
    /** What was drawn last, so that only what has changed is drawn.
     *  @type {{selected: number|null, reach: Reach|null, dead: DeadSquare[]|null, mark: unknown}|null} */
    this.drawn = null;
    /** The switch for dead squares, and what their marks mean. */
    this.deadButton = button(t('deadSquares'), () => this.toggleDead(), {
      icon: 'eye',
      key: shownKey(keysOf(ctx).dead),
      pressed: false,
      id: 'dead',
    });
    this.overlay = h('div', { class: 'legend' });
    this.steps = this.#shown();
    /** @type {Player<string, Game, Own>} */
    this.player = new Player(ctx, found, this);
    this.camera = this.player.camera;
    this.element = this.player.element;
    this.player.frame();
    this.animate = true;
    followPointer(this);
    this.#warmUp();
    this.warn();
  }

  /** How moves are shown one after the other. */
  #shown() {
    return new Steps({
      step: (letter) => this.game.step(dirOf(letter)),
      shown: () => {
        this.#heard();
        this.player.render();
      },
      done: () => this.player.changed(),
      wait: (work) => {
        const timer = setTimeout(work, STEP);
        return () => clearTimeout(timer);
      },
    });
  }

  /** On a large board the first question where a box can go is asked while nobody waits for it: until the
   *  browser has compiled the search, it takes several times as long. */
  #warmUp() {
    const { game } = this;
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ it) => setTimeout(it, 300));
    if (game.board.wall.length > 900 && game.boxes.length) idle(() => reachOf(game, 0, 'pushes'));
  }

  // What is beside the board.

  /** @returns {Child[]} */
  controls() {
    const { game, player } = this;
    return [
      player.control('undoPush', () => game.undoPush(), { icon: 'undoPush', id: 'undo-push' }),
      player.control('redoPush', () => game.redoPush(), { icon: 'redoPush', id: 'redo-push' }),
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
      button(t('giveUp'), () => player.giveUp(), { icon: 'flag', id: 'give-up' }),
    ];
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

  options() {
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
        (animation) => ctx.set({ animation }),
        'animation',
      ),
      this.#warnOption(),
      timerOption(ctx),
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

  render() {
    const { game, view, ctx, state } = this;
    const { own, selected } = state;
    view.svg.classList.toggle('smooth', this.animate && glides(ctx));
    const last = game.moves[game.cursor - 1];
    view.show(game, last ? dirOf(last) : 1);
    this.camera?.follow(...view.centre(game.player));
    const { moves, pushes } = game.counts;
    this.moves.show(moves, bestKnown(ctx, this.level, 'moves'), t('bestNote'));
    this.pushes.show(pushes, bestKnown(ctx, this.level, 'pushes'), t('bestNote'));
    this.player.element.classList.toggle('lost', Boolean(own.loss));
    if (this.drawn?.selected !== selected) view.select(selected);
    if (this.drawn?.reach !== own.reach) view.showReach(own.reach?.squares ?? []);
    if (this.drawn?.dead !== own.dead) this.#showDead(own.dead);
    const { hint, looking, loss } = own;
    const mark = looking >= 0 ? looking : (loss ?? (hint && `${hint.stage} ${hint.rows}`));
    if (this.drawn?.mark !== mark) view.mark(this.#mark());
    this.drawn = { selected, reach: own.reach, dead: own.dead, mark };
  }

  /** What is marked on the board. */
  #mark() {
    const { looking, loss, hint } = this.state.own;
    if (looking >= 0) return { kind: 'look', squares: [looking] };
    if (loss) {
      const at = (/** @type {Place} */ { row, column }) => row * this.game.board.width + column;
      return { kind: 'why', boxes: loss.boxes.map(at), squares: loss.squares.map(at) };
    }
    if (!hint?.stage || hint.stage > 2) return null;
    const { from, to } = hint.push;
    return { kind: 'hint', boxes: [from], target: hint.stage === 2 ? to : undefined };
  }

  lastMove() {
    return lastMove(this.game);
  }

  describe() {
    return describeSokoban(this.game);
  }

  /** After any change of the position. */
  changed() {
    const { own } = this.state;
    this.cancel();
    own.loss = null;
    own.hint = null;
    this.#select(null);
    this.warn();
  }

  ended() {
    return t(this.state.watched ? 'solvedWatched' : 'solved', this.game.counts);
  }

  best() {
    return bestOf(this.ctx, this.level);
  }

  /** Only Unblock shows where the way became longer. */
  ground() {
    return null;
  }

  /** Says when the position is lost, and why. */
  async warn() {
    const mine = ++this.question;
    const { game } = this;
    if (!this.ctx.settings.warn || game.counts.pushes === 0 || game.solved) {
      this.#lost(null);
      return;
    }
    try {
      const why = await engine.why({ rows: game.rows() });
      if (mine === this.question) this.#lost(why.lost ? why : null);
    } catch {
      /* a game without its warning goes on */
    }
  }

  /** @param {Loss|null} why */
  #lost(why) {
    const { state } = this;
    if (!why && !state.own.loss) return;
    state.own.loss = why;
    const text = why && t(`why.${why.kind}`, { n: why.boxes.length });
    if (text) this.player.say({ kind: 'lost', text });
    else this.player.say(state.message?.kind === 'lost' ? null : state.message);
  }

  /** @param {DeadSquare[]|null} dead */
  #showDead(dead) {
    this.deadButton.setAttribute('aria-pressed', String(dead !== null));
    this.view.showDead(dead ?? []);
    const reasons = ['corner', 'wall', 'no-goal'].filter((reason) =>
      dead?.some((it) => it.reason === reason),
    );
    const row = (/** @type {string} */ reason) => h('span', { class: `dead-${reason}` }, t(`dead.${reason}`));
    put(this.overlay, reasons.map(row));
  }

  async toggleDead() {
    const { own } = this.state;
    const on = own.dead === null;
    own.dead = on ? [] : null;
    this.player.render();
    if (!on) return;
    try {
      const dead = await engine.deadSquares({ rows: this.level.rows });
      if (own.dead) own.dead = dead;
    } catch (error) {
      own.dead = null;
      this.ctx.say(words(error), 'error');
    }
    this.player.render();
  }

  // Hints.

  /** One stage further: which box, where to, the whole push. */
  async askHint() {
    const { state, player, game } = this;
    const { own } = state;
    this.settle();
    player.bar.stop();
    // There is no way on from a lost position: the reason stays, and the way back.
    if (game.solved || own.loss) return;
    const rows = game.rows();
    if (own.hint?.rows !== rows.join('\n')) await this.#findHint(rows);
    if (!own.hint) return;
    const stage = ++own.hint.stage;
    const { push, togo } = own.hint;
    if (stage >= 3) {
      player.countHint();
      this.run(push.moves);
      return;
    }
    const text = t(stage === 1 ? 'hintBox' : 'hintWhere', { n: togo });
    player.hint(text, t(stage === 1 ? 'hintMore' : 'hintDo'));
  }

  /** What to do next: as the plan says while it is followed, else from a new one. @param {string[]} rows */
  async #findHint(rows) {
    const { own } = this.state;
    own.hint = null;
    const next = own.plan?.next(this.game) ?? (await this.#makePlan(rows));
    if (!next) return;
    const { moves, togo } = next;
    own.hint = { stage: 0, rows: rows.join('\n'), push: pushed(rows, moves), togo };
  }

  /** Asks an engine for the way from a position, and shows how long it takes; null when the question was taken back.
   *  @param {string[]} rows */
  async #ask(rows) {
    this.cancel();
    const control = new AbortController();
    this.asking = control;
    const mine = ++this.question;
    this.player.say({ kind: 'busy', since: Date.now(), limit: LIMIT });
    try {
      const answer = await engine.hint({ rows }, { signal: control.signal });
      return mine === this.question ? answer : null;
    } catch (error) {
      if (mine === this.question && !aborted(error)) this.player.tell(words(error));
      return null;
    }
  }

  /** Takes back what was asked. */
  cancel() {
    this.asking?.abort();
    this.asking = null;
  }

  /** Asks for a way to the end; without one it says why. @param {string[]} rows */
  async #makePlan(rows) {
    const answer = await this.#ask(rows);
    if (!answer) return null;
    if (answer.status === 'solved' && answer.solution) {
      const plan = planOf(rows, answer.solution);
      this.state.own.plan = plan;
      return plan.next(this.game);
    }
    const mine = this.question;
    const none = answer.status === 'unsolvable';
    const why = none ? await engine.why({ rows }).catch(() => null) : null;
    if (mine !== this.question) return null;
    if (why?.lost) this.#lost(why);
    else this.player.tell(t(none ? 'hintNone' : 'hintUnknown'));
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
    const { rows } = this.level;
    let from = this.game.played;
    let answer = await this.#ask(this.game.rows());
    if (answer && answer.status !== 'solved') {
      from = '';
      answer = await this.#ask(rows);
    }
    if (!answer) return null;
    if (answer.status === 'solved') {
      const moves = from + (answer.solution ?? '');
      return { moves, cursor: from.length, text: t('watching', { n: answer.pushes }) };
    }
    this.player.tell(t(answer.status === 'unsolvable' ? 'unsolvable' : 'hintUnknown'));
    return null;
  }

  // Moving.

  /** Shows moves one after the other. @param {string} moves */
  run(moves) {
    this.settle();
    this.player.bar.stop();
    this.state.note = null;
    this.select(null);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.steps.run(moves, still || this.ctx.settings.animation === 'instant');
  }

  /** Finishes at once whatever is still being shown. */
  settle() {
    this.steps.settle();
  }

  /** @param {number} d */
  step(d) {
    const { game, state, player } = this;
    const { own } = state;
    this.settle();
    player.bar.stop();
    if (!game.step(d)) {
      state.spoken = t('spoken.blocked');
      player.render();
      return;
    }
    state.note = null;
    this.#heard();
    const push = isPush(game.moves[game.cursor - 1]);
    if (push || game.solved || own.hint || state.message) player.changed();
    else {
      // A walk changes nothing that an engine has been asked about.
      this.#select(null);
      state.spoken = null;
      player.saver.change();
      player.render();
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

  get selected() {
    return this.state.selected;
  }

  get reach() {
    return this.state.own.reach;
  }

  /** @param {number|null} id */
  #select(id) {
    const { state } = this;
    state.selected = id;
    state.own.reach = id === null ? null : reachOf(this.game, id, this.ctx.settings.path);
  }

  /** @param {number|null} id */
  select(id) {
    this.#select(id);
    this.player.render();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game, player, state } = this;
    const { own } = state;
    const action = actionOf(this.ctx, event) ?? '';
    if (event.key === 'x' && !action) {
      this.#look(own.looking < 0 ? game.player : -1);
      return true;
    }
    if (action in DIRECTIONS && own.looking >= 0) {
      const next = game.board.next(own.looking, DIRECTIONS[action]);
      if (next >= 0) this.#look(next);
      return true;
    }
    if (action in DIRECTIONS) {
      this.step(DIRECTIONS[action]);
      return true;
    }
    const act = {
      undo: () => player.undo(),
      redo: () => game.redo(),
      undoPush: () => game.undoPush(),
      redoPush: () => game.redoPush(),
    }[action];
    if (act) player.act(act);
    const other = {
      hint: () => this.askHint(),
      dead: () => this.toggleDead(),
      record: () => this.#record(),
      repeat: () => this.run(own.macro),
    }[action];
    other?.();
    if (act || other) return true;
    if (event.key === 'Escape') own.reach = null;
    return !event.ctrlKey && !event.metaKey && player.key(event);
  }

  /** Goes over the board without moving anything: says what is on a square, or -1 ends it. @param {number} at */
  #look(at) {
    const { state } = this;
    state.own.looking = at;
    state.spoken = at < 0 ? t('spoken.lookEnd') : squareWords(this.game, at);
    this.player.render();
  }

  /** Begins to remember moves, or ends it: they can then be repeated. */
  #record() {
    const { game } = this;
    const { own } = this.state;
    if (own.macroFrom === null) {
      own.macroFrom = game.cursor;
      this.player.tell(t('recording'));
      return;
    }
    own.macro = game.played.slice(own.macroFrom);
    own.macroFrom = null;
    this.player.tell(t('recorded', { n: own.macro.length }));
  }

  save() {
    this.player.save();
  }

  leave() {
    this.player.leave();
  }
}
