// @ts-check
/**
 * A game being played, as one object, and everything that can happen to it. No drawing, no clock, no network: a player
 * changes the state with these functions and shows it with `render`; nothing is ever read back from the page.
 */

/** @import {Attempt, Moves, Play, Played, SavedGame, Snapshot} from '../types.d.ts' */

/** Restarts that can be taken back. */
const ATTEMPTS = 20;

/** Whether two lists of moves are the same. @param {Moves} a @param {Moves} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The state of a game that begins, or goes on as it was saved.
 * @template {Moves} M @template {Played<M>} G @template P
 * @param {G} game at its beginning @param {SavedGame<M>|null} saved @param {P} own what only this game has @returns {Play<M, G, P>}
 */
export function begin(game, saved, own) {
  if (saved) game.load(saved.moves, saved.cursor);
  return {
    game,
    hints: saved?.hints ?? 0,
    watched: saved?.watched ?? false,
    // A saved game that is solved has been noted already, also by versions that did not write it down.
    noted: saved?.noted ?? game.solved,
    seconds: saved?.seconds ?? 0,
    since: null,
    snapshots: saved?.snapshots ?? [],
    attempts: saved?.attempts ?? [],
    selected: null,
    message: null,
    note: null,
    elsewhere: null,
    won: false,
    card: null,
    menu: false,
    spoken: null,
    own,
  };
}

/** What is saved of it. @template {Moves} M @param {Play<M>} state @param {number} now @returns {SavedGame<M>} */
export function savedOf(state, now) {
  const { game, hints, watched, noted, snapshots, attempts } = state;
  const seconds = tenths(secondsOf(state, now));
  return { moves: game.recorded, cursor: game.cursor, hints, watched, noted, seconds, snapshots, attempts };
}

// Time.

/** How long it has been played. @param {Play} state @param {number} now milliseconds */
export const secondsOf = ({ seconds, since }, now) =>
  seconds + (since === null ? 0 : Math.max(0, now - since) / 1000);

/** As time is saved: never more than was shown. @param {number} seconds */
const tenths = (seconds) => Math.floor(seconds * 10) / 10;

/** Starts the clock, or stops it. It stands when the page is out of sight and when the game is over.
 *  @param {Play} state @param {boolean} on @param {number} now */
export function runClock(state, on, now) {
  const runs = on && !state.game.solved;
  if (runs === (state.since !== null)) return;
  if (!runs) state.seconds = secondsOf(state, now);
  state.since = runs ? now : null;
}

/** Minutes and seconds, hours when there are any. @param {number} seconds */
export function clockWords(seconds) {
  const all = Math.floor(seconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** The clock of another game. @param {Play} state @param {number} seconds @param {number} now */
function setClock(state, seconds, now) {
  state.seconds = seconds;
  if (state.since !== null) state.since = now;
}

// Attempts.

/** Keeps the game as it is among the attempts, before another one takes its place.
 *  @template {Moves} M @param {Play<M>} state @param {number} now */
function setAside(state, now) {
  const { game, hints, watched, noted } = state;
  const { recorded: moves, cursor } = game;
  const seconds = tenths(secondsOf(state, now));
  if (cursor > 0)
    state.attempts = [...state.attempts, { moves, cursor, hints, watched, noted, seconds }].slice(-ATTEMPTS);
}

/** From the start, as a new attempt: what was hinted or shown before is not there to be redone. It is a move that
 *  undo takes back. @template {Moves} M @param {Play<M>} state @param {number} now */
export function restart(state, now) {
  const { game, hints, watched } = state;
  setAside(state, now);
  game.jump(0);
  if (hints > 0 || watched) game.load(game.played);
  state.hints = 0;
  state.watched = false;
  state.noted = false;
  setClock(state, 0, now);
}

/** Takes a move back, or at the beginning the restart that led there. @template {Moves} M @param {Play<M>} state @param {number} now */
export function undo(state, now) {
  return state.game.undo() || undoRestart(state, now);
}

/** Takes the last restart back. @template {Moves} M @param {Play<M>} state @param {number} now */
export function undoRestart(state, now) {
  const before = state.attempts.at(-1);
  if (!before) return false;
  state.attempts = state.attempts.slice(0, -1);
  load(state, before, now);
  return true;
}

/** Attempts of two games, those that undo takes back first at the end, each once.
 *  @template {Moves} M @param {Attempt<M>[]} last @param {Attempt<M>[]} others */
export function attemptsOf(last, others) {
  const known = new Set(last.map(({ moves }) => JSON.stringify(moves)));
  return [...others.filter(({ moves }) => !known.has(JSON.stringify(moves))), ...last].slice(-ATTEMPTS);
}

/** Goes to a place that was kept; the game that was played is set aside, where undo finds it.
 *  @template {Moves} M @param {Play<M>} state @param {Snapshot<M>} it @param {number} now */
export function goTo(state, it, now) {
  setAside(state, now);
  load(state, it, now);
}

/** Takes over another game of the level. @template {Moves} M @param {Play<M>} state
 *  @param {Snapshot<M>|Attempt<M>|SavedGame<M>} it @param {number} now */
export function load(state, it, now) {
  state.hints = it.hints ?? state.hints;
  state.watched = it.watched ?? state.watched;
  state.noted = it.noted ?? state.noted;
  state.game.load(it.moves, it.cursor);
  if (it.seconds !== undefined) setClock(state, it.seconds, now);
}

/** Shows a way from its beginning that was found before: its end is no new result.
 *  @template {Moves} M @param {Play<M>} state @param {M} moves @param {{hints: number, watched: boolean}} help @param {number} now */
export function show(state, moves, { hints, watched }, now) {
  setAside(state, now);
  state.hints = hints;
  state.watched = watched;
  state.noted = true;
  state.game.load(moves, 0);
}

/** Takes over a solution that was asked for: it becomes what redo does. One from the start, because there is none from
 *  here, takes the place of the game. @template {Moves} M @param {Play<M>} state
 *  @param {{moves: M, cursor: number, text: string}} found @param {number} now */
export function watch(state, { moves, cursor, text }, now) {
  if (cursor === 0) setAside(state, now);
  state.watched = true;
  state.note = text;
  state.game.load(moves, cursor);
}

// Snapshots.

/** @template {Moves} M @param {Play<M>} state @param {string} name @returns {Snapshot<M>} */
export function place(state, name) {
  const { game, hints, watched } = state;
  return { name, moves: game.played, cursor: game.cursor, hints, watched };
}

/** @template {Moves} M @param {Play<M>} state @param {string} name */
export function keepPlace(state, name) {
  state.snapshots = [...state.snapshots, place(state, name)];
}

/** @param {Play} state @param {number} index */
export function dropPlace(state, index) {
  state.snapshots = state.snapshots.filter((_, i) => i !== index);
}

/** The places of both, each once. @template {Moves} M @param {Snapshot<M>[]} some @param {Snapshot<M>[]} others */
function together(some, others) {
  const known = new Set(some.map((it) => JSON.stringify([it.name, it.moves])));
  return [...some, ...others.filter((it) => !known.has(JSON.stringify([it.name, it.moves])))];
}

// Two pages on one level.

/** Goes on with the game of the other page; what was played here stays within reach.
 *  @template {Moves} M @param {Play<M>} state @param {SavedGame<M>} theirs @param {string} name of the place @param {number} now */
export function takeTheirs(state, theirs, name, now) {
  const mine = place(state, name);
  const snapshots = together(theirs.snapshots ?? [], state.snapshots);
  state.attempts = attemptsOf(theirs.attempts ?? [], state.attempts);
  load(state, theirs, now);
  state.snapshots = mine.cursor > 0 && !same(mine.moves, state.game.played) ? [...snapshots, mine] : snapshots;
  state.elsewhere = null;
}

/** Goes on with the game of this page; the other one stays within reach.
 *  @template {Moves} M @param {Play<M>} state @param {SavedGame<M>} theirs @param {string} name of the place */
export function keepMine(state, theirs, name) {
  const { moves, cursor, hints, watched } = theirs;
  const snapshots = together(state.snapshots, theirs.snapshots ?? []);
  const other = { name, moves, cursor, hints, watched };
  state.attempts = attemptsOf(state.attempts, theirs.attempts ?? []);
  state.snapshots = cursor > 0 && !same(moves, state.game.recorded) ? [...snapshots, other] : snapshots;
  state.elsewhere = null;
}

// The end.

/** Notes whether the game is won. Returns what has just happened: a first win of this attempt (`new`), the end once
 *  more (`again`), or nothing. @param {Play} state @param {boolean} fresh whether it can have just happened */
export function noteEnd(state, fresh) {
  if (!state.game.solved) {
    state.won = false;
    state.card = null;
    return null;
  }
  const first = !state.won;
  state.won = true;
  state.note = null;
  state.card = { fresh: fresh && first };
  if (!first || !fresh) return null;
  const counts = !state.noted && !state.watched;
  state.noted = true;
  return counts ? 'new' : 'again';
}

// What is said below the board.

/** What is said: what was said last, else what is said as long as nothing else is. @param {Play} state */
export const messageOf = ({ message, note }) =>
  message ?? (note === null ? null : /** @type {const} */ ({ kind: 'text', id: 'watching', text: note }));
