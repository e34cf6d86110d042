// @ts-check
/**
 * Saving, without a browser: games and solutions go into the browser's own outbox first and leave it when the store has
 * them, so nothing is lost while the store is away. A game that was played on elsewhere is never overwritten: its player
 * is asked, and while nobody answers, what is played goes on as a branch beside it.
 *
 * Every piece that waits has a name of its own in the storage that the tabs share, and is never changed, only replaced by another one:
 * a tab sees what others write a moment later, and one list of everything would lose what two of them write at a time.
 */
import { Refused } from '../lib/errors.js';
import { attemptsOf } from './state.js';

/** @import {BestRow, Moves, NewSolution, SavedGame, Store} from '../types.d.ts' */

const NAME = 'banto.outbox';

/**
 * What the store does not have yet.
 * @typedef {object} Waiting
 * @property {Record<string, SavedGame>} games by the key of the level
 * @property {NewSolution[]} solutions
 * @property {Record<string, SavedGame & {level: string}>} branches games that go on while it is not decided which of two
 *   counts, by the tab, its visit of the level, and the key of the level
 */

/**
 * What an outbox stands between.
 * @typedef {object} Ends
 * @property {Pick<Store, 'game'|'keepGame'|'keepSolution'>} store
 * @property {Pick<Storage, 'getItem'|'setItem'|'removeItem'|'key'|'length'>} storage what outlasts the page, and is shared with its other tabs
 * @property {string} here the name of this tab; no other has it
 * @property {() => string} otherName what a game is called that is kept beside another one
 * @property {(best: BestRow[]) => void} kept called with the best results of a level when they have changed
 * @property {(work: () => Promise<void>) => Promise<void>} tried does something and says when the store is away
 */

/** The names of what waits. @param {Ends['storage']} storage */
const namesIn = (storage) =>
  Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
    .filter((name) => name.startsWith(`${NAME}/`))
    .sort();

/** @param {string} text @returns {any} null when it is not JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What tells one piece from all others. @param {string} kind @param {string} id @param {unknown} it */
const pieceOf = (kind, id, it) => `${kind}/${id}/${JSON.stringify(it)}`;

/** Everything that waits, piece by piece. @param {Waiting} all @returns {Map<string, [kind: string, id: string, it: unknown]>} */
function piecesOf({ games, solutions, branches }) {
  /** @type {[string, string, unknown][]} */
  const all = [
    ...Object.entries(games).map(([id, it]) => /** @type {[string, string, unknown]} */ (['game', id, it])),
    ...Object.entries(branches).map(([id, it]) => /** @type {[string, string, unknown]} */ (['branch', id, it])),
    ...solutions.map((it) => /** @type {[string, string, unknown]} */ (['solution', '', it])),
  ];
  return new Map(all.map((piece) => [pieceOf(...piece), piece]));
}

/** The visit of a level that wrote a game: the tab, and which visit of it. @param {SavedGame} game */
const writer = ({ revision }) => revision?.split('-')[0];

/** The tab that wrote a game. @param {SavedGame} game */
const tabOf = (game) => writer(game)?.split(/[.+]/)[0];

/** Which of the versions of that visit it is. @param {SavedGame} game */
const version = ({ revision }) => Number(revision?.split('-')[1] ?? 0);

export class Outbox {
  /** @param {Ends} ends */
  constructor(ends) {
    this.ends = ends;
    /** Versions of games the store is known to have, by key. @type {Map<string, string|undefined>} */
    this.known = new Map();
    /** Versions that wait, written by other tabs, and that this tab goes on from. @type {Map<string, string|undefined>} */
    this.follows = new Map();
    /** Whom to ask when a level has been played elsewhere too, by key. @type {Map<string, (theirs: SavedGame) => void>} */
    this.players = new Map();
    this.made = 0;
    /** Names of the branches of levels that are played in this tab. @type {Set<string>} */
    this.open = new Set();
    /** What the last visit of a level is called, by key. A visit may begin without what the one before has left, when nobody
     *  could be asked for it: its versions do not follow those. @type {Map<string, string>} */
    this.visit = new Map();
    this.visits = 0;
    /** Pieces written by this tab. */
    this.written = 0;
    /** What waits, where the browser has no room for it. @type {Waiting|null} */
    this.held = null;
  }

  /** @returns {Waiting} */
  get waiting() {
    return this.held ? structuredClone(this.held) : this.#read().all;
  }

  /** What waits, and under which names: those of one piece are several when two tabs have noted the same. What two tabs
   *  have noted of one level comes one after the other, the own game first. @returns {{all: Waiting, names: Map<string, string[]>}} */
  #read() {
    const { storage, here } = this.ends;
    /** @type {Waiting} */
    const all = { games: {}, solutions: [], branches: {} };
    /** @type {Map<string, string[]>} */
    const names = new Map();
    for (const name of namesIn(storage)) {
      const [, kind, id] = name.split('/');
      const text = storage.getItem(name);
      const it = text === null ? null : parsed(text);
      if (it === null) continue;
      if (kind === 'game') {
        const other = all.games[id];
        if (other && JSON.stringify(other) !== text) {
          if (tabOf(other) === here || tabOf(it) !== here) continue;
          names.delete(pieceOf(kind, id, other));
        }
        all.games[id] = it;
      } else if (kind === 'branch') all.branches[id] = it;
      else if (!names.has(pieceOf(kind, id, it))) all.solutions.push(it);
      const piece = pieceOf(kind, id, it);
      names.set(piece, [...(names.get(piece) ?? []), name]);
    }
    return { all, names };
  }

  /** @param {(all: Waiting) => void} change */
  alter(change) {
    const { storage, here } = this.ends;
    const { all: there, names } = this.#read();
    const all = this.held ? this.waiting : there;
    const before = piecesOf(all);
    change(all);
    const after = piecesOf(all);
    try {
      // Written before anything is taken away: whatever ends the page in between loses nothing.
      for (const [piece, [kind, id, it]] of after)
        if (!names.has(piece)) storage.setItem(`${NAME}/${kind}/${id}/${here}-${++this.written}`, JSON.stringify(it));
      for (const piece of before.keys())
        if (!after.has(piece)) for (const name of names.get(piece) ?? []) storage.removeItem(name);
      this.held = null;
    } catch {
      this.held = all;
    }
  }

  /** Takes over what an earlier version of the page has left in one piece. */
  #takeOver() {
    const { storage } = this.ends;
    const before = parsed(storage.getItem(NAME) ?? '');
    if (!before) return;
    this.alter((all) => {
      all.games = { ...before.games, ...all.games };
      all.branches = { ...before.branches, ...all.branches };
      all.solutions = [...(before.solutions ?? []), ...all.solutions];
    });
    if (!this.held) storage.removeItem(NAME);
  }

  /** A name for a new version. What puts two games together is no version of the game that is played here: `merge`.
   *  @param {string} writer @param {string} [merge] */
  #revision(writer, merge = '') {
    return `${writer}${merge}-${++this.made}`;
  }

  /** Who writes a level now. @param {string} key */
  #writer(key) {
    return this.visit.get(key) ?? this.ends.here;
  }

  /** Sends everything that waits. */
  async deliver() {
    const { store, kept } = this.ends;
    this.#takeOver();
    const { games, solutions, branches } = this.waiting;
    // A level that was left, or a tab that was closed, before it was decided: both games stay.
    for (const [id, branch] of Object.entries(branches)) if (!this.open.has(id)) await this.deliverBranch(id, branch);
    for (const key of Object.keys(games)) await this.#deliverGames(key);
    for (const solution of solutions) {
      try {
        kept(await store.keepSolution(solution));
      } catch (error) {
        if (!(error instanceof Refused && error.final)) throw error;
        // It is no solution of that level: nothing will make it one.
      }
      const sent = JSON.stringify(solution);
      this.alter((all) => {
        all.solutions = all.solutions.filter((it) => JSON.stringify(it) !== sent);
      });
    }
  }

  /** Sends what waits of a level: two games when two tabs have noted one at a time. @param {string} key */
  async #deliverGames(key) {
    for (let before = ''; ; ) {
      const { revision } = this.waiting.games[key] ?? {};
      if (!revision || revision === before) return;
      before = revision;
      await this.deliverGame(key);
    }
  }

  /** Whether a game that waits is the one this tab goes on from. @param {string} key @param {SavedGame} waiting */
  #own(key, waiting) {
    return writer(waiting) === this.#writer(key) || this.follows.get(key) === waiting.revision;
  }

  /** @param {string} key @param {boolean} [keepalive] */
  async deliverGame(key, keepalive = false) {
    const waiting = this.waiting.games[key];
    if (!waiting) return;
    const own = this.#own(key, waiting);
    const body = own && this.known.has(key) ? { ...waiting, base: this.known.get(key) } : waiting;
    if (await this.ends.store.keepGame(key, body, { keepalive })) this.#delivered(key, body, own);
    else await this.#conflict(key, body, own);
  }

  /** The store has a version that waited here. @param {string} key @param {SavedGame} sent @param {boolean} own */
  #delivered(key, sent, own) {
    if (own) this.known.set(key, sent.revision);
    this.alter((all) => {
      if (all.games[key]?.revision === sent.revision) delete all.games[key];
    });
  }

  /** The level has been played elsewhere: the player of this tab is asked when it is its game; a game that nobody plays
   *  here is kept as a snapshot beside the other. @param {string} key @param {SavedGame} mine @param {boolean} own */
  async #conflict(key, mine, own) {
    const { store } = this.ends;
    const theirs = await store.game(key);
    if (!theirs) {
      if (own) this.known.delete(key);
      return;
    }
    if (theirs.revision === mine.revision) {
      this.#delivered(key, mine, own);
      return;
    }
    if (writer(theirs) === writer(mine)) {
      // Versions of one visit follow each other: the answer to one of them has not come yet, or got lost.
      if (version(theirs) > version(mine)) this.#delivered(key, mine, false);
      if (own) this.known.set(key, theirs.revision);
      const next = { ...mine, base: theirs.revision };
      if (version(theirs) < version(mine) && (await store.keepGame(key, next))) this.#delivered(key, next, own);
      return;
    }
    const player = own && this.players.get(key);
    if (player) {
      // The branch is written before the game leaves the outbox.
      player(theirs);
      this.#delivered(key, mine, false);
      return;
    }
    const both = this.#beside(theirs, mine);
    // Changed once more meanwhile: the next time. A player of this level here has not seen this version, and will be asked.
    if (await store.keepGame(key, both)) this.#delivered(key, mine, false);
  }

  /** A game with another one kept beside it. @param {SavedGame} theirs @param {SavedGame} mine @returns {SavedGame} */
  #beside(theirs, mine) {
    const { moves, cursor, hints, watched } = mine;
    const place = { name: this.ends.otherName(), moves, cursor, hints, watched };
    const same = (/** @type {{moves: Moves}} */ it) => JSON.stringify(it.moves) === JSON.stringify(moves);
    const there = theirs.snapshots ?? [];
    const more = (mine.snapshots ?? []).filter(
      (it) => !there.some((other) => JSON.stringify(other.moves) === JSON.stringify(it.moves)),
    );
    const all = [...there, ...more];
    const snapshots = same(theirs) || all.some(same) ? all : [...all, place];
    const attempts = attemptsOf(theirs.attempts ?? [], mine.attempts ?? []);
    return { ...theirs, snapshots, attempts, base: theirs.revision, revision: this.#revision(this.ends.here, '+') };
  }

  /** Keeps a game that was played beside another as a place to go back to. @param {string} id @param {SavedGame & {level: string}} branch */
  async deliverBranch(id, branch) {
    const { level, ...mine } = branch;
    const theirs = await this.ends.store.game(level);
    const body = theirs ? this.#beside(theirs, mine) : { ...mine, base: undefined, revision: this.#revision(this.ends.here, '+') };
    // Changed once more meanwhile: the next time.
    if (!(await this.ends.store.keepGame(level, body))) return;
    const sent = JSON.stringify(branch);
    this.alter((all) => {
      // What was played since stays to be sent.
      if (JSON.stringify(all.branches[id]) === sent) delete all.branches[id];
    });
  }

  /** Notes a game as the next version and sends it. Another tab's version that still waits is not overwritten: the player
   *  is asked, and a tab that is being left keeps its game beside it. @param {string} key @param {SavedGame} state @param {boolean} keepalive
   *  @param {string} branch what its branch is called */
  send(key, state, keepalive, branch) {
    const before = this.waiting.games[key];
    if (before && !this.#own(key, before)) {
      const player = this.players.get(key);
      if (player) player(before);
      else this.branch(branch, key, state);
      return Promise.resolve();
    }
    const body = { ...state, base: this.known.get(key), revision: this.#revision(this.#writer(key)) };
    this.alter((all) => {
      const waiting = all.games[key];
      all.games[key] = waiting ? { ...body, base: waiting.base } : body;
    });
    return this.ends.tried(() => this.deliverGame(key, keepalive));
  }

  /** A name for the branch of a level that is played here from now on: who leaves it and comes back has another one, as the
   *  first may still wait. @param {string} key */
  opened(key) {
    const visit = `${this.ends.here}.${++this.visits}`;
    this.visit.set(key, visit);
    const branch = `${visit} ${key}`;
    this.open.add(branch);
    return branch;
  }

  /** Notes a game beside the one that counts. @param {string} branch @param {string} key @param {SavedGame} state */
  branch(branch, key, state) {
    this.alter((all) => {
      all.branches[branch] = { ...state, level: key };
    });
  }

  /** This tab goes on after a game from elsewhere, which its own follows or replaces. @param {string} key @param {SavedGame} theirs */
  follow(key, theirs) {
    const waiting = this.waiting.games[key];
    const waits = waiting?.revision === theirs.revision;
    this.known.set(key, waits ? waiting.base : theirs.revision);
    this.follows.set(key, theirs.revision);
  }

  /** The saved game of a level: what waits here, else what the store has. @param {string} key */
  async saved(key) {
    const waiting = this.waiting.games[key];
    if (waiting) {
      this.follow(key, waiting);
      return waiting;
    }
    try {
      const game = await this.ends.store.game(key);
      this.known.set(key, game?.revision);
      return game;
    } catch {
      // What is there is not known, so nothing here follows it.
      this.known.delete(key);
      return null;
    }
  }

  /** @param {NewSolution} solution */
  keep(solution) {
    this.alter((all) => all.solutions.push(solution));
    return this.ends.tried(() => this.deliver());
  }
}

/**
 * A game that is kept.
 * @typedef {object} Kept
 * @property {() => SavedGame} state
 * @property {(theirs: SavedGame) => void} elsewhere called when it was changed elsewhere meanwhile
 */

/** Keeps one game in an outbox, some time after each change. */
export class Saver {
  /** @param {Outbox} outbox @param {string} key @param {Kept} game */
  constructor(outbox, key, game) {
    this.outbox = outbox;
    this.key = key;
    this.game = game;
    this.branch = outbox.opened(key);
    /** Whether it is not decided which of two games counts. */
    this.undecided = false;
    this.dirty = false;
    this.asked = (/** @type {SavedGame} */ theirs) => {
      this.undecided = true;
      this.#write(false);
      this.game.elsewhere(theirs);
    };
    outbox.players.set(key, this.asked);
  }

  /** @param {boolean} keepalive */
  #write(keepalive) {
    const { outbox, key, game } = this;
    if (!this.undecided) return outbox.send(key, game.state(), keepalive, this.branch);
    outbox.branch(this.branch, key, game.state());
    return undefined;
  }

  change() {
    this.dirty = true;
  }

  /** Writes what has changed. @param {boolean} [keepalive] lets it arrive when the page is closed meanwhile */
  flush(keepalive = false) {
    if (!this.dirty) return undefined;
    this.dirty = false;
    return this.#write(keepalive);
  }

  /** Goes on after a game from elsewhere, which is the one that follows or is replaced. @param {SavedGame} theirs */
  resume(theirs) {
    const { outbox, key } = this;
    outbox.follow(key, theirs);
    this.undecided = false;
    this.dirty = true;
    this.flush();
    // Asked again at once, because there is one more version: the branch has been written anew.
    if (this.undecided) return;
    outbox.alter((all) => {
      delete all.branches[this.branch];
    });
  }

  leave() {
    const { outbox, key } = this;
    if (outbox.players.get(key) === this.asked) outbox.players.delete(key);
    this.flush(true);
    // From now on it is sent with everything else that waits.
    outbox.open.delete(this.branch);
    const left = outbox.waiting.branches[this.branch];
    if (left) outbox.deliverBranch(this.branch, left).catch(() => {});
  }
}
