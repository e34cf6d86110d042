// @ts-check
/** What is kept of playing: games, solutions, the best that is known. */
import { api, words } from './api.js';
import { debounce } from './dom.js';
import { t } from './i18n.js';
import { input } from './levels.js';

/** @import {Context, Metric, Moves, Playable, SavedGame} from './types.d.ts' */

/** Games that could not reach the server in time, so that the view after them still finds them. @type {Map<string, SavedGame>} */
const latest = new Map();

/** Keeps a game on the server, a moment after each change and at once when the page is left.
 *  @param {Context} ctx @param {string} key @param {() => SavedGame} state */
export function autosave(ctx, key, state) {
  const write = (/** @type {boolean} */ keepalive = false) => {
    const body = state();
    latest.set(key, body);
    ctx.begun.add(key);
    api(`progress/${key}`, { method: 'PUT', body, keepalive }).catch((error) => {
      if (!ctx.trouble) ctx.say(t('notSaved', { reason: words(error) }), 'error');
      ctx.trouble = words(error);
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
  const here = latest.get(key);
  if (here) return here;
  return api(`progress/${key}`).then(
    (saved) => saved.game,
    () => null,
  );
}

/** Tells the server about a solution. @param {Context} ctx @param {Playable} level @param {Moves} moves @param {number} hints @param {boolean} solver */
export async function keepSolution(ctx, level, moves, hints, solver) {
  try {
    await api('solutions', { body: { level: input(level), moves, hints, solver } });
    await ctx.refreshProgress();
  } catch {
    /* the banner about saving has been shown */
  }
}

/** The best that the file, the user and the engines know. @param {Context} ctx @param {Playable} level @param {Metric} metric */
export function bestKnown(ctx, level, metric) {
  const best = ctx.best.get(level.key);
  const all = [level.known?.[metric], best?.own?.[metric], best?.solver?.[metric]].filter(
    (count) => count !== undefined,
  );
  return all.length ? Math.min(...all) : undefined;
}
