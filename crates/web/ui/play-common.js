// @ts-check
/** What both players have in common: the player itself, its keys, the frame around the board. */
import { button, h, put } from './dom.js';
import { t } from './i18n.js';
import { address } from './levels.js';
import { nextUnsolved } from './library.js';
import { counter, heading, snapshots, solvedBanner } from './play-panel.js';
import { ReplayBar } from './replay.js';
import { autosave, keepSolution } from './saving.js';

/** @import {ButtonLook} from './dom.js' */
/** @import {BoardView, Child, Collection, Context, Found, Level, Moves, Playable, Played, SavedGame} from './types.d.ts' */

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
 * both games extend it with `changed`, `askHint`, `giveUp`, `show` and their own ways to move.
 * @template {Moves} M @template {Played<M>} G @template {BoardView} V
 */
export class Player {
  /** @param {Context} ctx @param {Found<Playable>} found @param {Start<M, G, V>} start */
  constructor(ctx, { whole, level }, { kind, game, view, saved, speed }) {
    this.ctx = ctx;
    this.whole = whole;
    this.level = level;
    this.game = game;
    this.view = view;
    this.hints = saved?.hints ?? 0;
    /** Whether an engine's solution has been shown in this game. */
    this.watched = saved?.watched ?? false;
    this.snapshots = saved?.snapshots ?? [];
    if (saved) game.load(saved.moves, saved.cursor);
    this.saver = autosave(ctx, level.key, () => ({
      moves: this.game.recorded,
      cursor: this.game.cursor,
      hints: this.hints,
      watched: this.watched,
      snapshots: this.snapshots,
    }));
    /** @type {number|null} the selected box or piece */
    this.selected = null;
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
    this.end = h('div', { role: 'status', 'aria-live': 'polite' });
    this.bar = new ReplayBar({
      length: () => this.game.moves.length,
      cursor: () => this.game.cursor,
      jump: (index) => this.alter(() => this.game.jump(index)),
      speed,
      onspeed: (value) => ctx.set({ speed: value }),
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
    this.alter(work);
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

  /** The button that asks for a hint. @param {string} key */
  hintButton(key) {
    return button(t('hint'), () => this.askHint(), {
      icon: 'hint',
      key,
      class: 'primary',
      id: 'hint',
    });
  }

  /** Does what a key means in both games; returns whether it means anything.
   *  @param {KeyboardEvent} event @param {Record<string, () => void>} acts what keys do to this game */
  commonKey(event, acts) {
    const { game } = this;
    const act = {
      Backspace: () => game.undo(),
      Home: () => game.jump(0),
      End: () => game.jump(game.moves.length),
      ...acts,
    }[event.key];
    if (act) {
      this.act(act);
      return true;
    }
    if (event.key === 'Escape') {
      this.select(null);
      return true;
    }
    return levelKeys(this.ctx, this.whole, this.level, event);
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

  /** The board and everything beside it. @param {{element: Element}[]} counters @param {Child[]} controls @param {Child[]} below @param {Child} [options] */
  frame(counters, controls, below, options = null) {
    const { ctx, whole, level } = this;
    const notes = level.notes ?? [];
    put(
      this.element,
      h('div', { class: 'stage' }, this.view.svg, this.message),
      h(
        'div',
        { class: 'panel' },
        heading(ctx, whole, level),
        this.end,
        h(
          'div',
          { class: 'counters' },
          [...counters, this.hinted].map((it) => it.element),
        ),
        h('div', { class: 'controls' }, controls),
        this.bar.element,
        h('div', { class: 'controls' }, below),
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
  }

  #snapshots() {
    return snapshots({
      list: this.snapshots,
      take: () => ({ moves: this.game.played, cursor: this.game.cursor }),
      restore: (it) => this.alter(() => this.game.load(it.moves, it.cursor)),
      changed: () => this.saver.change(),
    });
  }

  /** Says that the level is solved, or that it no longer is. @param {() => string} text */
  finish(text) {
    if (!this.game.solved) {
      put(this.end);
      return;
    }
    put(this.end, solvedBanner(this.ctx, this.whole, this.level, text()));
    keepSolution(this.ctx, this.level, this.game.played, this.hints, this.watched).then(() =>
      this.show(),
    );
  }

  /** Shows a whole solution: it becomes what "redo" does. @param {M} moves @param {number} cursor @param {string} text */
  watch(moves, cursor, text) {
    this.watched = true;
    this.game.load(moves, cursor);
    this.changed();
    put(this.message, h('p', { id: 'watching' }, text));
    this.bar.play();
  }

  /** @param {string} text */
  tell(text) {
    put(this.message, h('p', {}, text));
  }

  leave() {
    this.settle();
    this.bar.stop();
    this.saver.leave();
  }
}

/** Keys to other levels. @param {Context} ctx @param {Collection} whole @param {Level} level @param {KeyboardEvent} event */
function levelKeys(ctx, whole, level, event) {
  const to = { PageUp: level.index - 1, PageDown: level.index + 1 }[event.key];
  if (to !== undefined) {
    if (to >= 1 && to <= whole.count) ctx.go(address('play', whole, to));
    return true;
  }
  if (event.key === 'n') {
    nextUnsolved(ctx, whole, level.index);
    return true;
  }
  return false;
}
