// @ts-check
/**
 * How hard levels are for people, by the keys of the levels. A grade comes with its level, or was kept by this browser,
 * or is asked of the engines: for one level after the other, because a grade takes a moment.
 */
import { put, rows } from './database.js';
import { engine } from './engine.js';
import { Offline, Refused } from './errors.js';

/** @import {Grade, Level, Playable} from '../types.d.ts' */

/** Names of the five bands as messages, the easy ones first. */
export const BANDS = ['first', 'easy', 'medium', 'hard', 'few'];

/** The words of the engines for them. */
const WORDS = ['first steps', 'easy', 'medium', 'hard', 'few will do it'];

/** The band of a grade. @param {Grade|null|undefined} grade */
export const bandOf = (grade) => BANDS[WORDS.indexOf(grade?.band ?? '')] ?? null;

/** What people make of the moves of Unblock as a share: the bands of both games begin at the same places. */
const MOVES = [
  [1, 0.98],
  [10, 0.82],
  [20, 0.72],
  [35, 0.6],
  [60, 0.45],
  [200, 0.1],
];

/** How likely it is that somebody solves it: the share of plays, or what the moves people need amount to.
 *  @param {Grade|null|undefined} grade */
export function shareOf(grade) {
  if (!grade) return null;
  if (grade.share !== undefined) return grade.share;
  if (grade.moves === undefined) return null;
  const moves = Math.min(Math.max(grade.moves, 1), 200);
  const at = MOVES.findIndex(([from]) => moves <= from);
  const [[low, easy], [high, hard]] = [MOVES[Math.max(at - 1, 0)], MOVES[Math.max(at, 1)]];
  const part = Math.log(moves / low) / Math.log(high / low);
  return easy + (hard - easy) * part;
}

/** Grades of another version of the page are made again. */
const VERSION = document.documentElement.dataset.grade ?? document.documentElement.dataset.files ?? '';

/** What is known in this tab. @type {Map<string, Grade|null>} */
const known = new Map();

/** @type {Promise<void>|undefined} */
let reading;

/** Reads what the browser has kept, once. */
export function readGrades() {
  reading ??= rows('grades').then((all) => {
    for (const { level, grade, by } of all) if (by === VERSION && !known.has(level)) known.set(level, grade);
  });
  return reading;
}

/** The grade of a level as far as it is known: null when it has none, undefined when nobody has asked. @param {Level} level */
export const knownGrade = (level) =>
  level.grade ?? (level.key === null ? null : known.get(level.key));

/** The grade of a level. @param {Playable} level @param {AbortSignal} [signal] @returns {Promise<Grade|null>} */
export async function gradeOf(level, signal) {
  await readGrades();
  const there = knownGrade(level);
  if (there !== undefined) return there;
  /** @type {Grade|null} */
  let grade = null;
  try {
    grade = await engine.rate(level, { signal });
    if (grade.unsolvable) grade = null;
  } catch (error) {
    // Too large, or nothing to do in it: it has none. Whoever does not answer or is busy is asked again.
    if (!(error instanceof Refused) || !error.final || error.status === 429) throw error;
  }
  known.set(level.key, grade);
  await put('grades', { level: level.key, grade, by: VERSION }).catch(() => {});
  return grade;
}

/** Grades levels one after the other, those that were wanted last first, until it is stopped. */
export class Grading {
  /** @param {(level: Playable, grade: Grade|null) => void} done */
  constructor(done) {
    this.done = done;
    /** @type {Playable[]} */
    this.waiting = [];
    this.ends = new AbortController();
    this.busy = false;
  }

  /** @param {Playable[]} levels */
  want(levels) {
    const wanted = new Set(levels);
    this.waiting = [...levels, ...this.waiting.filter((it) => !wanted.has(it))];
    if (!this.busy) this.#work();
  }

  /** Levels that wait are forgotten. */
  clear() {
    this.waiting = [];
  }

  async #work() {
    this.busy = true;
    const { signal } = this.ends;
    for (let next = this.waiting.shift(); next && !signal.aborted; next = this.waiting.shift()) {
      try {
        this.done(next, await gradeOf(next, signal));
      } catch (error) {
        if (signal.aborted || error instanceof Offline) break;
        // A server that has no time now.
        await new Promise((go) => setTimeout(go, 1000));
      }
    }
    this.busy = false;
  }

  stop() {
    this.ends.abort();
    this.clear();
  }
}
