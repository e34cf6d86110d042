// @ts-check
/**
 * The store of the browser: games, solutions, settings and collections in IndexedDB, the embedded collections as files
 * beside the page. The rules are those of the server's store.
 */

import { Game as Sokoban, Board } from '../game/sokoban.js';
import { Game as Unblock } from '../game/unblock.js';
import { levelKey } from '../game/key.js';
import { input } from '../game/level.js';
import { change, put, row, rows } from './database.js';
import { knownFrom, workerEngine } from './engine-worker.js';
import { Refused } from './errors.js';
import { api, inParts } from './http.js';
import { allResults, importResults } from './results.js';

/** @import {BestRow, Counts, Drawing, KeptRow, Metric, Moves, SlideBy, Store, UnblockBoard} from '../types.d.ts' */

/** The word in an export. */
const FORMAT = 'banto 1';

/** @type {Metric[]} */
const METRICS = ['moves', 'pushes', 'steps'];

/** Whether a solution is better than the one that is kept: by its count, then by hints, then by its other count.
 *  @param {KeptRow} it @param {KeptRow|null} than */
const isBetter = (it, than) =>
  !than ||
  it.value < than.value ||
  (it.value === than.value &&
    (it.hints < than.hints || (it.hints === than.hints && it.other < than.other)));

/** @param {KeptRow} row @returns {BestRow} */
const best = ({ level, metric, value, hints, solver }) => ({ level, metric, value, hints, solver });

/** Replays a solution by the rules of the page; throws when it is none.
 *  @param {Drawing} level @param {Moves} moves @returns {Promise<{counts: Counts, text: string}>} */
async function replayed(level, moves) {
  const wrong = () => new Refused(400, { detail: 'the moves do not solve the level' });
  if (level.rows) {
    const game = new Sokoban(new Board(level.rows));
    game.load(String(moves));
    if (!game.solved || game.played.length !== moves.length) throw wrong();
    return { counts: game.counts, text: game.played };
  }
  const board = /** @type {UnblockBoard} */ (level.board);
  /** @type {SlideBy[]} */
  const slides = typeof moves === 'string' ? await workerEngine.slides(board, moves) : moves;
  const game = new Unblock(board);
  game.load(slides);
  if (!game.solved || game.moves.length !== slides.length) throw wrong();
  const text = slides.map(([piece, by]) => `${board.pieces[piece].name}${by > 0 ? '+' : ''}${by}`);
  return { counts: game.counts, text: text.join(' ') };
}

/** All rows of a level. @param {string} key */
const solutionsOf = async (key) => (await rows('solutions')).filter((it) => it.level === key);

/** Keeps a solution in every metric in which it is the best. @param {Drawing} level @param {Moves} moves @param {number} hints @param {boolean} solver */
async function keep(level, moves, hints, solver) {
  const { counts, text } = await replayed(level, moves);
  const key = levelKey(level);
  const all = METRICS.flatMap((metric) => counts[metric] ?? []);
  const sum = all.reduce((a, b) => a + b, 0);
  for (const metric of METRICS) {
    const value = counts[metric];
    if (value === undefined) continue;
    const id = `${key} ${metric} ${solver ? 1 : 0}`;
    /** @type {KeptRow} */
    const mine = { id, level: key, metric, value, other: sum - value, moves: text, hints, solver };
    await change('solutions', id, (now) => (isBetter(mine, now) ? mine : undefined));
  }
  await put('levels', { level: key, drawing: input(level) });
  return key;
}

/** @param {string} name */
const placeOf = (name) => /** @type {const} */ (`collections/${encodeURIComponent(name)}`);

/** Whatever was typed, as the name of a file. @param {string} name */
function plainName(name) {
  const kept = [...name].map((c) => (/[\p{L}\p{N}\-_ ]/u.test(c) ? c : '-')).slice(0, 60);
  return kept.join('').replace(/^[ -]+|[ -]+$/g, '') || 'pasted';
}

/** @type {Store} */
export const browserStore = {
  async progress() {
    const [solutions, games] = [await rows('solutions'), await rows('games')];
    games.sort((a, b) => b.at - a.at);
    return { best: solutions.map(best), begun: games.map((it) => it.level) };
  },

  async game(key) {
    return (await row('games', key))?.game ?? null;
  },

  async solutions(key) {
    return (await solutionsOf(key)).map(({ metric, value, moves, hints, solver }) => ({
      metric,
      value,
      moves,
      hints,
      solver,
    }));
  },

  async keepGame(key, game) {
    let follows = true;
    await change('games', key, (now) => {
      const there = now?.game.revision;
      const mine = game.revision;
      follows = !there || !mine || there === mine || there === game.base;
      return follows ? { level: key, game, at: Date.now() } : undefined;
    });
    return follows;
  },

  async keepSolution({ level, moves, hints, solver }) {
    return (await solutionsOf(await keep(level, moves, hints, solver))).map(best);
  },

  async known(level, { signal } = {}) {
    const key = levelKey(level);
    const solutions = (await solutionsOf(key)).map((it) => it.moves);
    const records = (await rows('records')).filter((it) => it.level === key);
    const proved = records.map((it) => it.record);
    return knownFrom(level, [...new Set(solutions)], proved, signal);
  },

  async settings() {
    return Object.fromEntries((await rows('settings')).map(({ name, value }) => [name, value]));
  },

  async set(some) {
    for (const [name, value] of Object.entries(some)) await put('settings', { name, value });
  },

  async export() {
    const [solutions, games, levels] = [await rows('solutions'), await rows('games'), await rows('levels')];
    return {
      format: FORMAT,
      levels,
      solutions: solutions.map(({ id: _, other: __, ...it }) => it),
      games: games.map(({ level, game }) => ({ level, state: game })),
      settings: await browserStore.settings(),
      collections: (await rows('collections')).map(({ name, text }) => ({ name, text })),
      results: await allResults(),
    };
  },

  async import(everything) {
    const given = /** @type {Record<string, any>} */ (everything ?? {});
    if (given.format !== FORMAT)
      throw new Refused(400, {
        detail: `expected the format "${FORMAT}", found ${JSON.stringify(given.format ?? null)}`,
      });
    /** @type {{row: string, reason: string}[]} */
    const refused = [];
    const done = { solutions: 0, games: 0 };
    /** @param {'solutions'|'games'} table @param {string} name @param {(it: any) => Promise<void>} take */
    const each = async (table, name, take) => {
      for (const [i, it] of (Array.isArray(given[table]) ? given[table] : []).entries()) {
        try {
          await take(it);
          done[table]++;
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          refused.push({ row: `${name} ${i + 1}`, reason });
        }
      }
    };
    const drawings = new Map((await rows('levels')).map((it) => [it.level, it.drawing]));
    for (const it of Array.isArray(given.levels) ? given.levels : []) drawings.set(it.level, it.drawing);
    await each('solutions', 'solution', async ({ level, moves, hints, solver }) => {
      const drawing = drawings.get(level);
      if (!drawing) throw new Error('its level is not known here');
      if (levelKey(drawing) !== level) throw new Error('it belongs to another level');
      await keep(drawing, moves, Number(hints) || 0, Boolean(solver));
    });
    await each('games', 'game', async ({ level, state }) => {
      if (!/^[a-z0-9]{33}$/i.test(level)) throw new Error('this is not the key of a level');
      if (state === null || typeof state !== 'object') throw new Error('this is not a game');
      // A game that is going on here stays; the other is kept beside it.
      await change('games', level, (now) => {
        if (!now) return { level, game: state, at: Date.now() };
        if (JSON.stringify(now.game.moves) === JSON.stringify(state.moves)) return undefined;
        const { moves, cursor, hints, watched } = state;
        const place = { name: new Date().toISOString().slice(0, 10), moves, cursor, hints, watched };
        return { ...now, game: { ...now.game, snapshots: [...(now.game.snapshots ?? []), place] } };
      });
    });
    for (const it of Array.isArray(given.collections) ? given.collections : [])
      if (typeof it?.name === 'string' && typeof it?.text === 'string')
        await browserStore.add(it.name, it.text).catch(() => {});
    if (given.settings && typeof given.settings === 'object') await browserStore.set(given.settings);
    const { added: results, invalid } = await importResults(given.results);
    if (invalid) refused.push({ row: 'results', reason: `${invalid} of them are not results` });
    return { ...done, results, left_out: refused.length, refused: refused.slice(0, 100) };
  },

  async collections({ signal } = {}) {
    const { collections: embedded } = await api('collections', { signal });
    const own = (await rows('collections')).map(({ name, game, title, author, count }) => ({
      ...{ name, game, title, author, count, description: '' },
      embedded: false,
      own: true,
    }));
    return [...embedded, ...own];
  },

  async collection(name, { signal } = {}) {
    const own = await row('collections', name);
    if (own) return { ...(await workerEngine.read(own.text, { signal })), name };
    const place = placeOf(name);
    const part = (/** @type {number} */ from) =>
      api(/** @type {typeof place} */ (from > 1 ? `${place}/from-${from}` : place), { signal });
    return inParts(part);
  },

  async collectionText(name, { signal } = {}) {
    const own = await row('collections', name);
    return own?.text ?? (await api(`${placeOf(name)}/text`, { signal })).text;
  },

  async add(wanted, text, { signal } = {}) {
    const { game, title, author, count, levels } = await workerEngine.read(text, { signal });
    if (!levels.some((it) => it.key)) throw new Refused(400, { detail: 'there is no level in the text' });
    const taken = new Set((await browserStore.collections({ signal })).map((it) => it.name));
    const plain = plainName(wanted);
    const same = await row('collections', plain);
    let name = plain;
    for (let n = 2; taken.has(name) && same?.text !== text; n++) name = `${plain} ${n}`;
    await put('collections', { name, text, game, title, author, count });
    return { name, count };
  },

  async remove(name) {
    const own = await row('collections', name);
    if (!own) throw new Refused(403, { detail: `${name} is not among the collections you have added` });
    const id = `${name}.${Date.now()}`;
    await put('removed', { id, it: own });
    await change('collections', name, () => null);
    return id;
  },

  async restore(id) {
    const there = await row('removed', id);
    if (!there) throw new Refused(404, { detail: 'nothing of that name was removed' });
    await put('collections', there.it);
    await change('removed', id, () => null);
    return there.it.name;
  },
};
