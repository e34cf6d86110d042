// @ts-check
/** What both players have in common: the player itself, saving, counters, snapshots, the frame. */
import { api } from './api.js';
import { button, debounce, h, put } from './dom.js';
import { t } from './i18n.js';
import { input, shareLink, titleOf } from './levels.js';
import { nextUnsolved } from './library.js';
import { replayBar } from './replay.js';

/** Why a level cannot be played, in one line. @param {any} level */
export const faultsOf = (level) =>
  (level.faults ?? []).map((/** @type {any} */ f) => f.text).join('; ');

/** Whether things may glide: the setting, and what the system asks for. @param {any} ctx */
export function glides(ctx) {
  return (
    ctx.settings.animation === 'smooth' && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/**
 * A game being played: what is kept of it, the controls around the board, the end. The players of
 * both games extend it with `changed`, `askHint`, `giveUp`, `show` and their own ways to move.
 */
export class Player {
  /** @param {any} ctx @param {{whole: any, level: any}} found @param {any} saved @param {any} game @param {any} view @param {number} speed */
  constructor(ctx, { whole, level }, saved, game, view, speed) {
    this.ctx = ctx;
    this.whole = whole;
    this.level = level;
    this.game = game;
    this.view = view;
    this.hints = saved?.hints ?? 0;
    /** Whether an engine's solution has been shown in this game. */
    this.watched = saved?.watched ?? false;
    this.snapshots = saved?.snapshots ?? [];
    if (typeof saved?.moves === 'string') game.load(saved.moves, saved.cursor);
    this.saver = autosave(ctx, level.key, () => ({
      moves: this.allMoves(),
      cursor: this.game.cursor,
      hints: this.hints,
      watched: this.watched,
      snapshots: this.snapshots,
    }));
    /** @type {number|null} the selected box or piece */
    this.selected = null;
    /** Counts questions to the server, so that a late answer is not believed. */
    this.question = 0;
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
      speed,
      onspeed: (value) => ctx.set({ speed: value }),
    });
  }

  /** All moves as text, the undone ones too. @returns {string} */
  allMoves() {
    return this.game.moves;
  }

  /** Makes at once whatever is still being shown. */
  settle() {}

  /** After any change of the position. */
  changed() {}

  /** What a button or key does to the game. @param {() => any} work */
  act(work) {
    return () => {
      this.settle();
      this.bar.stop();
      work();
      this.changed();
      this.view.svg.focus({ preventScroll: true });
    };
  }

  /** One of the buttons for the game. @param {string} name @param {() => any} work @param {any} more */
  control(name, work, more) {
    return button(t(name), this.act(work), more);
  }

  /** One more hint was given. */
  countHint() {
    this.hints++;
    this.hinted.show(this.hints, undefined);
    this.saver.change();
  }

  /** The board and everything beside it. @param {string} kind @param {any[]} counters @param {any[]} controls @param {any[]} below @param {any} [options] */
  frame(kind, counters, controls, below, options = null) {
    const { ctx, whole, level } = this;
    this.element = h(
      'div',
      { class: `player ${kind}-player` },
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

  show() {}

  /** Shows a whole solution: it becomes what "redo" does. @param {string} moves @param {number} cursor @param {string} text */
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

/** Games that could not reach the server in time, so that the view after them still finds them. @type {Map<string, any>} */
const latest = new Map();

/** Keeps a game on the server, a moment after each change and at once when the page is left.
 *  @param {any} ctx @param {string} key @param {() => any} state */
export function autosave(ctx, key, state) {
  const write = (/** @type {boolean} */ keepalive = false) => {
    const body = state();
    latest.set(key, body);
    ctx.begun.add(key);
    api(`progress/${key}`, { method: 'PUT', body, keepalive }).catch((error) => {
      if (!ctx.trouble) ctx.say(t('notSaved', { reason: error.message }), 'error');
      ctx.trouble = error.message;
    });
  };
  let dirty = false;
  const later = debounce(() => {
    dirty = false;
    write();
  }, 400);
  const flush = () => {
    if (dirty) {
      dirty = false;
      write(true);
    }
  };
  addEventListener('pagehide', flush);
  return {
    change() {
      dirty = true;
      later();
    },
    leave() {
      removeEventListener('pagehide', flush);
      flush();
    },
  };
}

/** The saved game of a level. @param {string} key */
export async function savedGame(key) {
  if (latest.has(key)) return latest.get(key);
  return api(`progress/${key}`).then(
    (saved) => saved.game,
    () => null,
  );
}

/** Tells the server about a solution. @param {any} ctx @param {any} level @param {string} moves @param {number} hints @param {boolean} solver */
export async function keepSolution(ctx, level, moves, hints, solver) {
  try {
    await api('solutions', { body: { level: input(level), moves, hints, solver } });
    await ctx.refreshProgress();
  } catch {
    /* the banner about saving has been shown */
  }
}

/** A counter against the best that is known. @param {string} label @param {string} id */
export function counter(label, id) {
  const value = h('output', { class: 'value', id });
  const aim = h('span', { class: 'aim' });
  return {
    element: h('div', { class: 'counter' }, h('span', { class: 'label' }, label), value, aim),
    /** @param {number} now @param {number|undefined} best @param {string} [note] */
    show(now, best, note) {
      value.textContent = String(now);
      aim.textContent = best === undefined ? '' : `/ ${best}`;
      aim.title = note ?? '';
    },
  };
}

/** The least of what the file, the user and the engines know. @param {any} ctx @param {any} level @param {string} metric */
export function bestKnown(ctx, level, metric) {
  const best = ctx.best.get(level.key);
  const all = [level.known?.[metric], best?.own?.[metric], best?.solver?.[metric]].filter(
    (x) => x !== undefined,
  );
  return all.length ? Math.min(...all) : undefined;
}

/** Title, neighbours and ways to the other views. @param {any} ctx @param {any} whole @param {any} level */
export function heading(ctx, whole, level) {
  const name = encodeURIComponent(whole.name);
  const to = (/** @type {number} */ index) => ctx.go(`#/play/${name}/${index}`);
  return h(
    'div',
    { class: 'heading' },
    h(
      'a',
      { class: 'back', href: `#/c/${name}` },
      whole.title ?? (whole.name.startsWith('~') ? t('openedHere') : whole.name),
    ),
    h('h1', {}, titleOf(level)),
    level.author && h('p', { class: 'author' }, level.author),
    h(
      'div',
      { class: 'row' },
      level.index > 1 &&
        button(t('previousLevel'), () => to(level.index - 1), {
          icon: 'previous',
          compact: true,
          key: 'PgUp',
        }),
      level.index < whole.count &&
        button(t('nextLevel'), () => to(level.index + 1), {
          icon: 'next',
          compact: true,
          key: 'PgDn',
        }),
      h(
        'a',
        { class: 'button', href: `#/solve/${name}/${level.index}`, id: 'to-solve' },
        t('solveThis'),
      ),
      h('a', { class: 'button', href: `#/edit/${name}/${level.index}`, id: 'to-edit' }, t('edit')),
      button(
        t('share'),
        async () => {
          try {
            await navigator.clipboard.writeText(shareLink(level));
            ctx.say(t('linkCopied'));
          } catch {
            prompt(t('share'), shareLink(level));
          }
        },
        { icon: 'copy', compact: true },
      ),
    ),
  );
}

/** Keys to other levels. @param {any} ctx @param {any} whole @param {any} level @param {KeyboardEvent} event */
export function levelKeys(ctx, whole, level, event) {
  const to = { PageUp: level.index - 1, PageDown: level.index + 1 }[event.key];
  if (to !== undefined) {
    if (to >= 1 && to <= whole.count) ctx.go(`#/play/${encodeURIComponent(whole.name)}/${to}`);
    return true;
  }
  if (event.key === 'n') {
    nextUnsolved(ctx, whole, level.index);
    return true;
  }
  return false;
}

/** Named places of a game to come back to.
 *  @param {{list: {name: string, moves: string, cursor: number}[], take: () => {moves: string, cursor: number}, restore: (it: any) => void, changed: () => void}} game */
export function snapshots(game) {
  const list = h('ul', { class: 'snapshots' });
  const show = () =>
    put(
      list,
      game.list.map((it, i) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'link', onclick: () => game.restore(it) },
            `${it.name} (${it.cursor})`,
          ),
          button(
            t('remove'),
            () => {
              game.list.splice(i, 1);
              game.changed();
              show();
            },
            { icon: 'close', compact: true },
          ),
        ),
      ),
    );
  const name = h('input', {
    type: 'text',
    maxlength: 40,
    placeholder: t('snapshotName'),
    'aria-label': t('snapshotName'),
    id: 'snapshot-name',
  });
  const keep = () => {
    game.list.push({
      name: name.value.trim() || t('snapshotNumber', { n: game.list.length + 1 }),
      ...game.take(),
    });
    name.value = '';
    game.changed();
    show();
  };
  show();
  return h(
    'details',
    { class: 'more' },
    h('summary', {}, t('snapshots')),
    h(
      'div',
      { class: 'row' },
      name,
      button(t('keepSnapshot'), keep, { icon: 'star', id: 'keep-snapshot' }),
    ),
    list,
  );
}

/** The line that says the level is solved. @param {any} ctx @param {any} whole @param {any} level @param {string} text */
export function solvedBanner(ctx, whole, level, text) {
  return h(
    'div',
    { class: 'banner good', id: 'solved' },
    h('strong', {}, text),
    button(t('nextUnsolved'), () => nextUnsolved(ctx, whole, level.index), {
      icon: 'next',
      key: 'N',
      class: 'primary',
    }),
  );
}
