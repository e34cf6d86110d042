// @ts-check
/** What is kept of playing in this browser: games, solutions, the best that is known. How it is kept is in `outbox.js`. */
import { input } from '../game/level.js';
import { debounce } from '../lib/dom.js';
import { Offline, words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { store } from '../lib/store.js';
import { tellTabs } from '../lib/tabs.js';
import { Outbox, Saver } from './outbox.js';

/** @import {Context, Counts, Metric, Moves, Playable, SavedGame} from '../types.d.ts' */

/** Who is told; set by the first that sends. @type {Context|null} */
let told = null;

const outbox = new Outbox({
  store,
  storage: localStorage,
  here: Math.random().toString(36).slice(2, 10),
  otherName: () => t('otherGame'),
  kept(best) {
    told?.noteBest(best);
    tellTabs(best);
  },
  async tried(work) {
    try {
      await work();
      told?.reached();
    } catch (error) {
      told?.unreached(words(error), error instanceof Offline);
    }
  },
});

/** Sends what waits; when the server is away it is tried again later. @param {Context} ctx */
export function deliver(ctx) {
  told = ctx;
  return outbox.deliver();
}

/**
 * A game that is kept.
 * @typedef {object} Kept
 * @property {() => SavedGame} state
 * @property {() => void} settle ends at once what is still being shown: it has been played and counts
 * @property {(theirs: SavedGame) => void} elsewhere called when it was changed elsewhere meanwhile
 */

/** Keeps a game, a moment after each change and at once when the page is left.
 *  @param {Context} ctx @param {string} key @param {Kept} game */
export function autosave(ctx, key, { state, settle, elsewhere }) {
  told = ctx;
  const saver = new Saver(outbox, key, { state, elsewhere });
  const later = debounce(() => saver.flush(), 400);
  const hide = () => {
    settle();
    saver.flush(true);
  };
  // A phone ends pages that are out of sight without telling them.
  const unseen = () => document.visibilityState === 'hidden' && hide();
  addEventListener('pagehide', hide);
  document.addEventListener('visibilitychange', unseen);
  return {
    /** Writes at once what has changed, so that whoever looks next finds it. */
    now: () => saver.flush(),
    change() {
      ctx.begun.add(key);
      saver.change();
      later();
    },
    /** @param {SavedGame} theirs */
    resume: (theirs) => saver.resume(theirs),
    leave() {
      removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', unseen);
      saver.leave();
    },
  };
}

/** The saved game of a level: what waits here, else what the store has. @param {string} key */
export const savedGame = (key) => outbox.saved(key);

/** Keeps a solution; the best results follow from what the store answers. @param {Context} ctx @param {Playable} level @param {Moves} moves @param {number} hints @param {boolean} solver */
export function keepSolution(ctx, level, moves, hints, solver) {
  told = ctx;
  return outbox.keep({ level: input(level), moves, hints, solver });
}

/** The best that the file, the user and the engines know. @param {Context} ctx @param {Playable} level @param {Metric} metric */
export function bestKnown(ctx, level, metric) {
  const best = ctx.best.get(level.key);
  const all = [level.known?.[metric], best?.own?.[metric], best?.solver?.[metric]].filter(
    (count) => count !== undefined,
  );
  return all.length ? Math.min(...all) : undefined;
}

/** The same in all metrics. @param {Context} ctx @param {Playable} level @returns {Counts} */
export function bestOf(ctx, level) {
  const of = (/** @type {Metric} */ metric) => bestKnown(ctx, level, metric);
  return { moves: of('moves'), pushes: of('pushes'), steps: of('steps') };
}
