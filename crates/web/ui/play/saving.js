// @ts-check
/**
 * What is kept of playing: games, solutions, the best that is known. Everything goes into the
 * browser's own outbox first and leaves it when the server has it, so that nothing is lost while the
 * server is away.
 */
import { input } from '../game/level.js';
import { debounce } from '../lib/dom.js';
import { Offline, Refused, words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { store } from '../lib/store.js';
import { tellTabs } from '../lib/tabs.js';

/** @import {Context, Counts, Metric, Moves, NewSolution, Playable, SavedGame} from '../types.d.ts' */

const OUTBOX = 'banto.outbox';

/**
 * What the server does not have yet.
 * @typedef {object} Outbox
 * @property {Record<string, SavedGame>} games by the key of the level
 * @property {NewSolution[]} solutions
 * @property {Record<string, SavedGame & {level: string}>} branches games that go on while it is not decided which of two
 *   counts, by the tab and the key of the level
 */

/** @returns {Outbox} */
function outbox() {
  try {
    const kept = JSON.parse(localStorage.getItem(OUTBOX) ?? 'null');
    const { games = {}, solutions = [], branches = {} } = kept ?? {};
    return { games, solutions, branches };
  } catch {
    return { games: {}, solutions: [], branches: {} };
  }
}

/** @param {(all: Outbox) => void} change */
function alter(change) {
  const all = outbox();
  change(all);
  try {
    localStorage.setItem(OUTBOX, JSON.stringify(all));
  } catch {
    /* no room here: what cannot wait is sent or lost */
  }
}

/** Versions of games the server is known to have, by key. @type {Map<string, string|undefined>} */
const known = new Map();

/** Names of versions made here; no other tab makes the same. */
const here = Math.random().toString(36).slice(2, 10);
let made = 0;

/** Whom to ask when a level has been played elsewhere too, by key. @type {Map<string, (theirs: SavedGame) => void>} */
const players = new Map();

/** Sends what waits; when the server is away it is tried again later. @param {Context} ctx */
export async function deliver(ctx) {
  const { games, solutions, branches } = outbox();
  // A tab that was closed before it was decided: both games stay.
  for (const [id, branch] of Object.entries(branches))
    if (!id.startsWith(`${here} `)) await deliverBranch(id, branch);
  for (const key of Object.keys(games)) await deliverGame(ctx, key);
  for (const solution of solutions) {
    try {
      const best = await store.keepSolution(solution);
      ctx.noteBest(best);
      tellTabs(best);
    } catch (error) {
      if (!(error instanceof Refused && error.final)) throw error;
      // It is no solution of that level: nothing will make it one.
    }
    const sent = JSON.stringify(solution);
    alter((all) => {
      all.solutions = all.solutions.filter((it) => JSON.stringify(it) !== sent);
    });
  }
}

/** @param {Context} ctx @param {string} key @param {boolean} [keepalive] */
async function deliverGame(ctx, key, keepalive = false) {
  const waiting = outbox().games[key];
  if (!waiting) return;
  const body = known.has(key) ? { ...waiting, base: known.get(key) } : waiting;
  if (!(await store.keepGame(key, body, { keepalive }))) {
    await settle(ctx, key, body);
    return;
  }
  known.set(key, body.revision);
  forgetSent(key, body);
}

/** The tab that wrote a game. @param {SavedGame} game */
function writer({ revision }) {
  return revision?.split('-')[0];
}

/** @param {string} key @param {SavedGame} body */
function forgetSent(key, body) {
  alter((all) => {
    if (all.games[key]?.revision === body.revision) delete all.games[key];
  });
}

/** The level has been played elsewhere: its player is asked; a game that nobody plays any more is
 *  kept as a snapshot beside the other. @param {Context} ctx @param {string} key @param {SavedGame} mine */
async function settle(ctx, key, mine) {
  const theirs = await store.game(key);
  if (!theirs || theirs.revision === mine.revision) {
    known.set(key, mine.revision);
    forgetSent(key, mine);
    return;
  }
  if (writer(theirs) === writer(mine)) {
    // An earlier version from this very tab, whose answer has not come or got lost.
    known.set(key, theirs.revision);
    await deliverGame(ctx, key);
    return;
  }
  forgetSent(key, mine);
  const player = players.get(key);
  if (player) {
    player(theirs);
    return;
  }
  known.set(key, theirs.revision);
  alter((all) => {
    all.games[key] = beside(theirs, mine);
  });
  await deliverGame(ctx, key);
}

/** A game with another one kept beside it. @param {SavedGame} theirs @param {SavedGame} mine @returns {SavedGame} */
function beside(theirs, mine) {
  const { moves, cursor, hints, watched } = mine;
  const place = { name: t('otherGame'), moves, cursor, hints, watched };
  const same = (/** @type {{moves: Moves}} */ it) =>
    JSON.stringify(it.moves) === JSON.stringify(moves);
  const there = theirs.snapshots ?? [];
  const snapshots = same(theirs) || there.some(same) ? there : [...there, place];
  return { ...theirs, snapshots, base: theirs.revision, revision: `${here}-${++made}` };
}

/** Keeps a game that was played beside another as a place to go back to. @param {string} id @param {SavedGame & {level: string}} branch */
async function deliverBranch(id, { level, ...mine }) {
  const theirs = await store.game(level);
  const body = theirs ? beside(theirs, mine) : mine;
  // Changed once more meanwhile: the next time.
  if (!(await store.keepGame(level, body))) return;
  if (known.has(level)) known.set(level, body.revision);
  alter((all) => {
    delete all.branches[id];
  });
}

/** Sends and says when it cannot. @param {Context} ctx @param {() => Promise<void>} work */
async function tried(ctx, work) {
  try {
    await work();
    ctx.reached();
  } catch (error) {
    ctx.unreached(words(error), error instanceof Offline);
  }
}

/**
 * A game that is kept.
 * @typedef {object} Kept
 * @property {() => SavedGame} state
 * @property {() => void} settle ends at once what is still being shown: it has been played and counts
 * @property {(theirs: SavedGame) => void} elsewhere called when it was changed elsewhere meanwhile
 */

/** Notes a game as the next version and sends it. @param {Context} ctx @param {string} key @param {SavedGame} state @param {boolean} keepalive */
function send(ctx, key, state, keepalive) {
  const body = { ...state, base: known.get(key), revision: `${here}-${++made}` };
  alter((all) => {
    const waiting = all.games[key];
    all.games[key] = waiting ? { ...body, base: waiting.base } : body;
  });
  ctx.begun.add(key);
  tried(ctx, () => deliverGame(ctx, key, keepalive));
}

/** Keeps a game, a moment after each change and at once when the page is left.
 *  @param {Context} ctx @param {string} key @param {Kept} game */
export function autosave(ctx, key, { state, settle, elsewhere }) {
  const branch = `${here} ${key}`;
  /** Whether it is not decided which of two games counts. */
  let undecided = false;
  const write = (/** @type {boolean} */ keepalive = false) => {
    if (undecided) alter((all) => (all.branches[branch] = { ...state(), level: key }));
    else send(ctx, key, state(), keepalive);
  };
  let dirty = false;
  const flush = (/** @type {boolean} */ keepalive) => {
    if (!dirty) return;
    dirty = false;
    write(keepalive);
  };
  const later = debounce(() => flush(false), 400);
  const hide = () => {
    settle();
    flush(true);
  };
  // A phone ends pages that are out of sight without telling them.
  const unseen = () => document.visibilityState === 'hidden' && hide();
  addEventListener('pagehide', hide);
  document.addEventListener('visibilitychange', unseen);
  const asked = (/** @type {SavedGame} */ theirs) => {
    undecided = true;
    write();
    elsewhere(theirs);
  };
  players.set(key, asked);
  return {
    /** Writes at once what has changed, so that whoever looks next finds it. */
    now: () => flush(false),
    change() {
      dirty = true;
      later();
    },
    /** Goes on after a game from elsewhere, which is the one that follows or is replaced. @param {SavedGame} theirs */
    resume(theirs) {
      known.set(key, theirs.revision);
      undecided = false;
      alter((all) => {
        delete all.branches[branch];
      });
    },
    leave() {
      removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', unseen);
      if (players.get(key) === asked) players.delete(key);
      flush(true);
      const left = outbox().branches[branch];
      if (left) deliverBranch(branch, left).catch(() => {});
    },
  };
}

/** The saved game of a level: what waits here, else what the server has. @param {string} key */
export async function savedGame(key) {
  const waiting = outbox().games[key];
  if (waiting) {
    known.set(key, waiting.base);
    return waiting;
  }
  return store.game(key).then(
    (game) => {
      known.set(key, game?.revision);
      return game;
    },
    () => null,
  );
}

/** Keeps a solution; the best results follow from what the store answers. @param {Context} ctx @param {Playable} level @param {Moves} moves @param {number} hints @param {boolean} solver */
export async function keepSolution(ctx, level, moves, hints, solver) {
  const solution = { level: input(level), moves, hints, solver };
  alter((all) => all.solutions.push(solution));
  await tried(ctx, () => deliver(ctx));
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
