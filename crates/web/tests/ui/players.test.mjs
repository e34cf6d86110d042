// @ts-check
/** The players without a browser: their state, what is shown step by step, and saving with two tabs and a server that
 *  comes and goes. `node --test crates/web/tests/ui/players.test.mjs`; `BANTO_SCRIPTS=200` plays as many random scripts. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { Board, Game, dirOf } from '../../ui/game/sokoban.js';
import { Game as Unblock } from '../../ui/game/unblock.js';
import { Offline } from '../../ui/lib/errors.js';
import { Outbox, Saver } from '../../ui/play/outbox.js';
import * as change from '../../ui/play/state.js';
import { Steps } from '../../ui/play/steps.js';
import { unblockBoard } from './perft.mjs';

/** @import {Play, SavedGame} from '../../ui/types.d.ts' */

const HALL = ['#########', '#@ $   .#', '#       #', '#########'];

/** A game at its beginning, or as it was saved. @param {SavedGame<string>|null} [saved] @returns {Play<string, Game>} */
const hall = (saved = null) => change.begin(new Game(new Board(HALL)), saved, {});

/** @param {Play} state @param {string} moves */
function play(state, moves) {
  for (const letter of moves) assert.ok(state.game.step(dirOf(letter)), moves);
}

test('restart is a move that undo takes back, with its hints and its time', () => {
  for (const hints of [0, 2]) {
    const state = hall();
    change.runClock(state, true, 1000);
    play(state, 'rrrr');
    state.hints = hints;
    change.restart(state, 6000);
    assert.deepEqual([state.game.cursor, state.hints, change.secondsOf(state, 6000)], [0, 0, 0]);
    play(state, 'd');
    const again = hall(structuredClone(change.savedOf(state, 8000)));
    change.undo(again, 9000);
    assert.equal(again.game.cursor, 0);
    change.undo(again, 9000);
    assert.deepEqual([again.game.played, again.hints], ['rRRR', hints]);
    assert.equal(change.secondsOf(again, 9000), 5);
    assert.equal(change.undoRestart(again, 9000), false, 'there was one restart');
  }
});

test('a win is noted once in each attempt, and never for what was shown', () => {
  const state = hall();
  play(state, 'rrrrr');
  assert.equal(change.noteEnd(state, true), 'new');
  assert.equal(change.noteEnd(state, true), null, 'told once');
  change.undo(state, 0);
  assert.equal(change.noteEnd(state, true), null);
  state.game.redo();
  assert.equal(change.noteEnd(state, true), 'again', 'undone and redone is no second win');
  const again = hall(structuredClone(change.savedOf(state, 0)));
  assert.equal(change.noteEnd(again, false), null);
  change.restart(again, 0);
  change.noteEnd(again, true);
  play(again, 'rrrrr');
  assert.equal(change.noteEnd(again, true), 'new', 'a new attempt');
  const shown = hall();
  change.show(shown, 'rRRRR', { hints: 0, watched: false }, 0);
  shown.game.jump(5);
  assert.equal(change.noteEnd(shown, true), 'again');
  const watched = hall();
  change.watch(watched, { moves: 'rRRRR', cursor: 0, text: 'it follows' }, 0);
  assert.deepEqual(change.messageOf(watched), { kind: 'text', id: 'watching', text: 'it follows' });
  watched.game.jump(5);
  assert.equal(change.noteEnd(watched, true), 'again');
  assert.equal(change.messageOf(watched), null);
});

test('the clock stands while the page is out of sight and when the game is over', () => {
  const state = hall();
  change.runClock(state, true, 0);
  change.runClock(state, true, 2000);
  change.runClock(state, false, 5000);
  assert.equal(change.secondsOf(state, 60_000), 5);
  change.runClock(state, true, 60_000);
  play(state, 'rrrrr');
  change.runClock(state, true, 64_000);
  assert.equal(change.secondsOf(state, 90_000), 9);
  assert.deepEqual([0, 65, 3725].map(change.clockWords), ['0:00', '1:05', '1:02:05']);
});

test('whichever of two games is taken, the other stays within reach', () => {
  const theirs = () => ({ ...change.savedOf(hall(), 0), moves: 'drr', cursor: 3, snapshots: [{ name: 'x', moves: 'd', cursor: 1 }] });
  for (const take of [true, false]) {
    const state = hall();
    play(state, 'rr');
    change.keepPlace(state, 'mine');
    play(state, 'r');
    if (take) change.takeTheirs(state, theirs(), 'other', 0);
    else change.keepMine(state, theirs(), 'other');
    assert.equal(state.game.played, take ? 'drr' : 'rRR');
    const places = state.snapshots.map(({ name, moves }) => `${name} ${moves}`).sort();
    assert.deepEqual(places, ['mine rR', `other ${take ? 'rRR' : 'drr'}`, 'x d']);
  }
});

test('moves that are being shown are made, whatever interrupts them', () => {
  for (const stop of [0, 1, 3, 9]) {
    const game = new Game(new Board(HALL));
    /** @type {(() => void)[]} */
    const later = [];
    const seen = { shown: 0, done: 0 };
    const steps = new Steps({
      step: (letter) => game.step(dirOf(letter)),
      shown: () => seen.shown++,
      done: () => seen.done++,
      wait: (work) => {
        later.push(work);
        return () => later.splice(later.indexOf(work), 1);
      },
    });
    steps.run('rRRR', false);
    for (let i = 0; i < stop; i++) later.shift()?.();
    steps.settle();
    steps.settle();
    assert.equal(game.played, 'rRRR');
    assert.deepEqual([later.length, seen.done, steps.running], [0, 1, false]);
    assert.equal(seen.shown, Math.min(stop + 1, 4));
  }
  const game = new Game(new Board(HALL));
  let done = 0;
  const steps = new Steps({ step: (it) => game.step(dirOf(it)), shown() {}, done: () => done++, wait: () => () => {} });
  steps.run('rRRRRRRR', true);
  assert.deepEqual([game.played, done], ['rRRRR', 1], 'it ends where no move can be made');
});

// Saving.

/** Numbers from a seed (mulberry32). @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let it = Math.imul(state ^ (state >>> 15), 1 | state);
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
    return ((it ^ (it >>> 14)) >>> 0) / 4294967296;
  };
}

/** A store by the rules of the real ones, which goes away, and whose answers get lost. @param {() => number} chance */
function flaky(chance) {
  /** @type {Map<string, SavedGame>} */
  const games = new Map();
  /** @type {string[]} */
  const solutions = [];
  const it = { away: false, trouble: true, games, solutions };
  const answered = async (/** @type {() => any} */ work) => {
    await null;
    if (it.away) throw new Offline();
    const answer = work();
    await null;
    // It was done, and the server was killed before it said so.
    if (it.trouble && chance() < 0.15) throw new Offline();
    return structuredClone(answer);
  };
  return {
    ...it,
    /** @param {boolean} away @param {boolean} trouble */
    set(away, trouble) {
      it.away = away;
      it.trouble = trouble;
    },
    store: /** @type {any} */ ({
      game: (/** @type {string} */ key) => answered(() => games.get(key) ?? null),
      keepGame: (/** @type {string} */ key, /** @type {SavedGame} */ game) =>
        answered(() => {
          const there = games.get(key)?.revision;
          if (there && game.revision && there !== game.revision && there !== game.base) return false;
          games.set(key, structuredClone(game));
          return true;
        }),
      keepSolution: (/** @type {{moves: any}} */ { moves }) =>
        answered(() => {
          solutions.push(JSON.stringify(moves));
          return [];
        }),
    }),
  };
}

/**
 * What the tabs of one browser share, as browsers do it: a tab sees at once what it writes itself, and what others write when it looks
 * again. Whatever is written last under a name stays.
 */
class TabStorage {
  constructor() {
    /** @type {Map<string, string>} */
    this.all = new Map();
    /** What has happened, in order. @type {[name: string, text: string|null][]} */
    this.log = [];
  }

  seenBy() {
    const { all, log } = this;
    const mine = new Map(all);
    let seen = log.length;
    /** Places in the log of what this tab has written. @type {Map<string, number>} */
    const own = new Map();
    const write = (/** @type {string} */ name, /** @type {string|null} */ text) => {
      for (const kept of [all, mine]) text === null ? kept.delete(name) : kept.set(name, text);
      own.set(name, log.length);
      log.push([name, text]);
    };
    return {
      getItem: (/** @type {string} */ name) => mine.get(name) ?? null,
      setItem: (/** @type {string} */ name, /** @type {string} */ text) => write(name, text),
      removeItem: (/** @type {string} */ name) => write(name, null),
      key: (/** @type {number} */ at) => [...mine.keys()][at] ?? null,
      get length() {
        return mine.size;
      },
      /** Sees what others have written. */
      look() {
        for (; seen < log.length; seen++) {
          const [name, text] = log[seen];
          if ((own.get(name) ?? -1) > seen) continue;
          text === null ? mine.delete(name) : mine.set(name, text);
        }
      },
    };
  }
}

/** @typedef {{kind: 'sokoban'|'unblock', fresh: () => any, move: (game: any, pick: (n: number) => number) => void}} Rules */

const JAM = unblockBoard(['...B..', '...B..', 'AA.B..', '......', 'CC..D.', '....D.'], 'right');

/** @type {Rules[]} */
const GAMES = [
  {
    kind: 'sokoban',
    fresh: () => new Game(new Board(['#######', '#     #', '# @$. #', '#     #', '#######'])),
    move: (game, pick) => game.step(pick(4)),
  },
  {
    kind: 'unblock',
    fresh: () => new Unblock(JAM),
    move(game, pick) {
      const piece = pick(JAM.pieces.length);
      // A second slide of one piece is the same move: the place between would be nowhere to be found.
      if (game.moves[game.cursor - 1]?.piece === piece) return;
      const [least, most] = game.range(piece);
      game.slide(piece, least + pick(most - least + 1));
    },
  },
];

/** One script: two tabs of one browser and one of another play the same level, are closed, killed, asked, and the server
 *  comes and goes. Afterwards every win is stored, and the last moves of every tab are in the game or beside it.
 *  @param {Rules} rules @param {number} seed */
async function script(rules, seed) {
  const chance = random(seed);
  const pick = (/** @type {number} */ n) => Math.floor(chance() * n);
  const server = flaky(chance);
  const key = 'level';
  const name = `${rules.kind} ${seed}`;
  let tabs = 0;
  /** @type {string[]} */
  const wins = [];
  /** What every tab had played when it was left. @type {string[]} */
  const left = [];
  const browsers = [new TabStorage(), new TabStorage()];
  /** @typedef {{storage: ReturnType<TabStorage['seenBy']>, outbox: Outbox}} Tab */
  /** Shows the level in a new tab, or once more in one that has left it. @param {TabStorage} browser @param {Tab} [tab] */
  const open = async (browser, tab) => {
    const storage = tab?.storage ?? browser.seenBy();
    const outbox = tab?.outbox ?? new Outbox({
      store: server.store,
      storage,
      here: `tab${++tabs}`,
      otherName: () => 'other',
      kept() {},
      tried: (work) => work().catch((error) => assert.ok(error instanceof Offline, error)),
    });
    // As a page does when it begins.
    await outbox.deliver().catch(() => {});
    const state = change.begin(rules.fresh(), /** @type {any} */ (await outbox.saved(key)), {});
    /** @type {SavedGame|null} */
    let asked = null;
    const saver = new Saver(outbox, key, {
      state: () => change.savedOf(state, 0),
      elsewhere: (theirs) => {
        asked = theirs;
      },
    });
    change.noteEnd(state, false);
    // What is taken back on purpose is not lost: a page takes back only what it has played itself.
    let floor = state.game.cursor;
    return {
      state,
      tab: { storage, outbox },
      played: () => state.game.cursor > 0 && left.push(JSON.stringify(state.game.played)),
      async act() {
        // What other tabs have written is seen some time later.
        if (pick(2)) storage.look();
        const what = pick(12);
        if (what === 0 && state.game.cursor > floor) change.undo(state, 0);
        else if (what === 1 && pick(3) === 0) {
          change.restart(state, 0);
          floor = 0;
        } else if (what === 2) state.game.redo();
        else for (let i = pick(5); i >= 0; i--) rules.move(state.game, pick);
        const end = change.noteEnd(state, true);
        if (end) {
          wins.push(JSON.stringify(state.game.played));
          outbox.keep(/** @type {any} */ ({ level: {}, moves: state.game.played, hints: 0, solver: false }));
        }
        saver.change();
        if (pick(2)) await saver.flush();
        if (asked && pick(4) === 0) {
          const theirs = asked;
          asked = null;
          if (pick(2)) change.takeTheirs(state, /** @type {any} */ (theirs), 'other', 0);
          else change.keepMine(state, /** @type {any} */ (theirs), 'other');
          saver.resume(theirs);
          floor = state.game.cursor;
        }
        if (pick(6) === 0) await outbox.deliver().catch(() => {});
      },
      /** Closed as a browser closes it; a killed one writes what a visible page writes within its delay. */
      close(/** @type {boolean} */ killed) {
        if (!killed) saver.leave();
        else {
          saver.flush();
          outbox.players.delete(key);
          // Nothing that this page asked is ever answered.
          outbox.ends.store = /** @type {any} */ ({ keepGame: () => new Promise(() => {}), game: () => new Promise(() => {}) });
        }
      },
    };
  };
  const home = [0, 0, 1].map((n) => browsers[n]);
  const pages = await Promise.all(home.map((browser) => open(browser)));
  for (let i = 0; i < 60; i++) {
    if (pick(7) === 0) server.set(pick(2) === 0, true);
    const at = pick(pages.length);
    await pages[at].act();
    if (pick(10) === 0) {
      pages[at].played();
      const killed = pick(2) === 0;
      pages[at].close(killed);
      if (pick(2)) await settled();
      // Half of those who leave the level come back to it in the same tab.
      pages[at] = await open(home[at], !killed && pick(2) ? pages[at].tab : undefined);
    }
    if (pick(3) === 0) await settled();
  }
  // Everybody goes home, the server is back, and each browser is opened once more, until nothing waits.
  for (const page of pages) {
    page.played();
    page.close(pick(2) === 0);
  }
  server.set(false, false);
  await settled();
  for (let round = 0; round < 3; round++)
    for (const browser of browsers) {
      await open(browser);
      await settled();
    }
  for (const { all } of browsers) assert.deepEqual([...all], [], `${name}: something waits`);
  for (const win of wins) assert.ok(server.solutions.includes(win), `${name}: a win was lost: ${win}`);
  return { lost: lostOf(rules, server.games.get(key), left), wins: wins.length, left: left.length };
}

/** Ways that were left and cannot be found again, in the game, its attempts or its snapshots.
 *  @param {Rules} rules @param {SavedGame|undefined} game @param {string[]} left */
function lostOf(rules, game, left) {
  const places = game ? [game, ...(game.attempts ?? []), ...(game.snapshots ?? [])] : [];
  // Positions that can be reached again: a way is kept if its end is passed on one of those kept.
  const reached = new Set();
  const at = (/** @type {any} */ it) => JSON.stringify(rules.kind === 'sokoban' ? it.rows() : it.at);
  for (const { moves } of places) {
    const it = rules.fresh();
    it.load(moves);
    for (let i = 0; i <= it.moves.length; i++) {
      const there = rules.fresh();
      there.load(moves, i);
      reached.add(at(there));
    }
  }
  return left.filter((moves) => {
    const it = rules.fresh();
    it.load(JSON.parse(moves));
    return !reached.has(at(it));
  });
}

const settled = () => new Promise((done) => setTimeout(done, 0));

const SCRIPTS = Number(process.env.BANTO_SCRIPTS ?? 40);

for (const rules of GAMES)
  test(`${SCRIPTS} random scripts of ${rules.kind}: two tabs, another browser, a server that is killed`, async () => {
    let [wins, left] = [0, 0];
    for (let seed = 0; seed < SCRIPTS; seed++) {
      const it = await script(rules, seed);
      assert.deepEqual(it.lost, [], `${rules.kind} ${seed}: moves were lost`);
      wins += it.wins;
      left += it.left;
    }
    assert.ok(wins > 0 && left > SCRIPTS, 'the scripts win and leave');
    console.log(`${SCRIPTS} scripts of ${rules.kind}: ${wins} wins and ${left} games that were left, none lost`);
  });
