// @ts-check
/**
 * The store of a page with a server: everything is kept in the browser first, and the server has it too. What only the
 * server knows is remembered here when it says so. While it is away the browser's own copy answers; what it has not got
 * yet waits in the outbox of `play/saving.js`.
 */

import { levelKey } from '../game/key.js';
import { put, row, rows } from './database.js';
import { hasModule } from './engine-worker.js';
import { Offline } from './errors.js';
import { allResults, importResults } from './results.js';
import { browserStore } from './store-browser.js';
import { bestOfKnown } from './bounds.js';

/** @import {BestRow, Progress, Store} from '../types.d.ts' */

/** Levels of the largest collection that is remembered. */
const LARGEST = 5000;

/** Keeps a copy of what the server has. A browser without room for it still has the server. @type {typeof put} */
const copy = (table, it) => put(table, it).catch(() => null);

/** What was said last, or nothing. @template T @param {string} name @returns {Promise<T|null>} */
const last = async (name) => /** @type {T|null} */ ((await row('lists', name))?.value ?? null);

/** An answer of the server, remembered; what it said last while it is away.
 *  @template T @param {string} name @param {Promise<T>} asked @param {(answer: T) => boolean} [worth] @returns {Promise<T>} */
async function remembered(name, asked, worth = () => true) {
  try {
    const value = await asked;
    if (worth(value)) await copy('lists', { name, value });
    return value;
  } catch (error) {
    const before = error instanceof Offline ? await last(name) : null;
    if (before === null) throw error;
    return /** @type {T} */ (before);
  }
}

/** An answer of the server, or of the browser while it is away.
 *  @template T @param {() => Promise<T>} there @param {() => Promise<T>} here @returns {Promise<T>} */
async function either(there, here) {
  try {
    return await there();
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    return here();
  }
}

/** The better of what two sides know, metric by metric. @param {BestRow[]} ours @param {BestRow[]} theirs */
function better(ours, theirs) {
  /** @type {Map<string, BestRow>} */
  const all = new Map();
  for (const it of [...theirs, ...ours]) {
    const id = `${it.level} ${it.metric} ${it.solver}`;
    const before = all.get(id);
    if (!before || it.value < before.value || (it.value === before.value && it.hints < before.hints))
      all.set(id, it);
  }
  return [...all.values()];
}

/** @param {Store} server @returns {Store} */
export const synced = (server) => ({
  ...server,

  async progress(how) {
    try {
      const value = await server.progress(how);
      await copy('lists', { name: 'progress', value });
      return value;
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      const [here, before] = [await browserStore.progress(), await last('progress')];
      const there = /** @type {Progress} */ (before ?? { best: [], begun: [] });
      const begun = [...new Set([...here.begun, ...there.begun])];
      return { best: better(here.best, there.best), begun, away: true };
    }
  },

  async game(key, how) {
    try {
      const game = await server.game(key, how);
      if (game) await copy('games', { level: key, game, at: Date.now() });
      return game;
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      return browserStore.game(key);
    }
  },

  solutions: (key, how) =>
    either(
      () => server.solutions(key, how),
      () => browserStore.solutions(key, how),
    ),

  async keepGame(key, game, how) {
    // Not awaited before it is sent: a page that is being closed has no time.
    const here = copy('games', { level: key, game, at: Date.now() });
    const kept = await server.keepGame(key, game, how);
    await here;
    return kept;
  },

  async keepSolution(solution, how) {
    const here = browserStore.keepSolution(solution).catch(() => {});
    const best = await server.keepSolution(solution, how);
    await here;
    return best;
  },

  // What was proved on either side counts, the better bound of the two; the server's answer is remembered for when it is away.
  async known(level, how) {
    const key = levelKey(level);
    const asked = remembered(`known ${key}`, server.known(level, how));
    // The module is fetched only when something has been proved here.
    const proved = async () => hasModule && (await rows('records')).some((it) => it.level === key);
    try {
      const there = await asked;
      return bestOfKnown(there, (await proved()) ? await browserStore.known(level, how).catch(() => null) : null);
    } catch (error) {
      if (!(error instanceof Offline) || !hasModule) throw error;
      return browserStore.known(level, how);
    }
  },

  async settings(how) {
    try {
      const all = await server.settings(how);
      await browserStore.set(all).catch(() => {});
      return all;
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      return browserStore.settings();
    }
  },

  async set(change, how) {
    // Both at once: a page that is being closed has no time.
    await Promise.all([browserStore.set(change).catch(() => {}), server.set(change, how)]);
  },

  // The history is the browser's own: the server has no table for it.
  export: (how) =>
    either(
      async () => ({ ...(await server.export(how)), results: await allResults() }),
      () => browserStore.export(how),
    ),

  async import(everything, how) {
    const { results, ...rest } = /** @type {Record<string, unknown>} */ (everything ?? {});
    const done = await server.import(rest, how);
    const { added, invalid } = await importResults(results);
    if (!invalid) return { ...done, results: added };
    const reason = `${invalid} of them are not results`;
    return { ...done, results: added, left_out: done.left_out + 1, refused: [...done.refused, { row: 'results', reason }] };
  },

  collections: (how) => remembered('collections', server.collections(how)),

  collection: (name, how) =>
    remembered(`collection ${name}`, server.collection(name, how), (it) => it.count <= LARGEST),
});
