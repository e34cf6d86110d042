// @ts-check
/**
 * The engines in the browser itself: the WebAssembly module, which is fetched when it is first needed, in workers.
 *
 * Short questions share one worker. A search has workers of its own, which end with it: cancelling ends them, and
 * whatever becomes of one costs its search and nothing else. `auto` runs in as many workers as the device has cores:
 * one takes all members in turns, as a server with one thread does, the others have one member each; the first that
 * knows the answer ends them all.
 */

import { input } from '../game/level.js';
import { levelKey } from '../game/key.js';
import { keepRecord } from './database.js';
import { Offline, Refused } from './errors.js';

/** @import {Engine, Hint, SearchProgress, SolveRecord, WorkerAnswer, WorkerProgress} from '../types.d.ts' */

/** Where the module is, and that of the grades; null when this page has none. */
const place = document.documentElement.dataset.module ?? null;
const gradePlace = document.documentElement.dataset.grade ?? null;

/** Whether there are engines in this browser. */
export const hasModule = place !== null && typeof WebAssembly === 'object' && 'Worker' in window;

/** Bytes of a search, and the most one may ask for: a phone has little and ends pages that take much. */
const [MEMORY, MOST] = matchMedia('(pointer: coarse)').matches
  ? [256 << 20, 512 << 20]
  : [512 << 20, 2 ** 31];

/** What a module takes besides the tables of its search. */
const SLACK = 160 << 20;

/** Milliseconds after which a search that does not keep its time limit is ended. */
const GRACE = 1000;

/** Members of `auto` that get a worker of their own, in this order. */
const MEMBERS = ['fess', 'pull', 'novelty', 'push', 'phase', 'beam', 'imagined'];

/** Workers of one search at most. */
export const CORES = Math.min(navigator.hardwareConcurrency || 1, MEMBERS.length + 1);

/** Modules by their places, each fetched once. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** A module. @param {string|null} place */
function moduleAt(place) {
  if (!hasModule || place === null) return Promise.reject(new Offline());
  let module = compiled.get(place);
  if (!module) {
    module = fetchModule(place);
    compiled.set(place, module);
    module.catch(() => compiled.delete(place));
  }
  return module;
}

/** @param {string} place */
async function fetchModule(place) {
  let response;
  try {
    response = await fetch(new URL(place, document.baseURI));
  } catch {
    throw new Offline();
  }
  if (!response.ok) throw new Offline();
  // Not compiled while it streams: a plain server does not say what kind of file it is.
  return WebAssembly.compile(await response.arrayBuffer());
}

let asked = 0;

/** How a search ended that could not answer. */
class Died extends Error {
  /** @param {'memory'|'crashed'|'time'} status @param {string} [words] */
  constructor(status, words) {
    super(words ?? status);
    this.status = status;
    this.words = words ?? null;
  }
}

/** A worker that answers one question after the other. */
class Desk {
  /** @param {string|null} [from] where its module is */
  constructor(from = place) {
    this.worker = new Worker(new URL('./worker.js', import.meta.url));
    /** @type {Map<number, {done: (answer: unknown) => void, fail: (error: unknown) => void, seen?: (progress: WorkerProgress) => void}>} */
    this.waiting = new Map();
    this.worker.addEventListener('message', ({ data }) => this.#told(data));
    // What ends a worker from outside ends all its questions.
    this.worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#end(new Died('crashed', event.message));
    });
    this.ready = moduleAt(from).then((module) => this.worker.postMessage(module));
    // Whoever asks hears of it.
    this.ready.catch(() => {});
  }

  /** @param {WorkerAnswer} answer */
  #told({ id, progress, died, words, refused, answer }) {
    const one = this.waiting.get(id);
    if (!one) return;
    if (progress) {
      one.seen?.(progress);
      return;
    }
    this.waiting.delete(id);
    if (died) one.fail(new Died(died, words));
    else if (refused) one.fail(new Refused(refused.status, refused));
    else one.done(answer);
  }

  /** @param {string} ask @param {unknown} body @param {{memory?: number, seen?: (progress: WorkerProgress) => void}} [how] @returns {Promise<any>} */
  async ask(ask, body, { memory = MEMORY, seen } = {}) {
    await this.ready;
    return new Promise((done, fail) => {
      const id = ++asked;
      this.waiting.set(id, { done, fail, seen });
      const bounds = { memory, max_memory: memory };
      this.worker.postMessage({ id, ask, body, bounds, most: memory + SLACK });
    });
  }

  /** @param {unknown} error */
  #end(error) {
    for (const { fail } of this.waiting.values()) fail(error);
    this.waiting.clear();
  }

  /** Ends the worker, whatever it is doing. @param {unknown} reason what its questions are answered with */
  close(reason) {
    this.worker.terminate();
    this.#end(reason);
  }
}

/** The worker of short questions. @type {Desk|undefined} */
let desk;

/** The next worker for a search: made before it is needed, because making one takes time. @type {Desk|undefined} */
let spare;

function fresh() {
  const it = spare ?? new Desk();
  spare = undefined;
  return it;
}

/** Fetches the module and makes the workers, so that the first question is answered at once. */
export function prepare() {
  if (!hasModule) return;
  desk ??= new Desk();
  spare ??= new Desk();
}

const taken = () => new DOMException('The question was taken back.', 'AbortError');

/** Asks a short question. @param {string} name @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
async function ask(name, body = null, signal) {
  signal?.throwIfAborted();
  const mine = (desk ??= new Desk());
  try {
    return await unless(signal, mine.ask(name, body));
  } catch (error) {
    if (error instanceof Offline && desk === mine) desk = undefined;
    throw error instanceof Died ? new Refused(500, { detail: error.message }) : error;
  }
}

/** Asks a question in a worker of its own, which ends when it is taken back. @param {string} name @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
async function askAlone(name, body, signal) {
  signal?.throwIfAborted();
  const mine = fresh();
  try {
    return await unless(signal, mine.ask(name, body));
  } finally {
    mine.close(taken());
  }
}

/** @param {string} name @param {unknown} body @param {AbortSignal} [signal] */
async function made(name, body, signal) {
  try {
    return await askAlone(name, body, signal);
  } catch (error) {
    throw error instanceof Died ? new Refused(422, { detail: error.message }) : error;
  }
}

/** The worker that grades levels, as long as nobody takes a question back. @type {Desk|undefined} */
let grader;

/** Asks the module of the grades. A question that is taken back ends its worker. @param {string} name @param {object} body @param {AbortSignal} [signal] */
async function graded(name, body, signal) {
  signal?.throwIfAborted();
  const mine = (grader ??= new Desk(gradePlace));
  try {
    return await unless(signal, mine.ask(name, body));
  } catch (error) {
    if (grader === mine && (signal?.aborted || error instanceof Offline || error instanceof Died)) {
      grader = undefined;
      mine.close(taken());
    }
    throw error instanceof Died ? new Refused(422, { detail: error.message }) : error;
  }
}

/** Something, unless it is taken back first. @template T @param {AbortSignal|undefined} signal @param {Promise<T>} coming @returns {Promise<T>} */
function unless(signal, coming) {
  if (!signal) return coming;
  return new Promise((done, fail) => {
    const back = () => fail(taken());
    signal.addEventListener('abort', back, { once: true });
    coming.then(done, fail).finally(() => signal.removeEventListener('abort', back));
  });
}

/** The parts of a question: what each of several workers runs. @param {Record<string, any>} body @returns {(string|undefined)[]} */
function parts({ level, engine = 'auto', goal, techniques, nodes, threads }) {
  const any = goal === undefined || goal === null || goal === 'any';
  const split = level.rows && engine === 'auto' && any && !techniques?.length && !nodes;
  const workers = split ? Math.min(threads ?? CORES, CORES) : 1;
  return [undefined, ...MEMBERS.slice(0, workers - 1)];
}

/** Whether nothing another worker finds can change it. @param {SolveRecord} record */
const settled = ({ status }) => !['time', 'memory', 'nodes', 'gave-up', 'crashed'].includes(status);

/**
 * Runs a search until the first answer, and ends its workers.
 * @param {Record<string, any>} body @param {AbortSignal|undefined} signal @param {((progress: SearchProgress) => void)} [seen]
 * @returns {Promise<SolveRecord>}
 */
async function search(body, signal, seen) {
  const start = performance.now();
  const members = parts(body);
  const memory = Math.floor(Math.min(body.memory ?? MEMORY, MOST) / members.length);
  /** @type {WorkerProgress[]} */
  const last = [];
  const shown = () => {
    const expanded = last.reduce((sum, it) => sum + (it?.expanded ?? 0), 0);
    return { expanded, progress: { ...(last.find(Boolean) ?? last[0]), expanded } };
  };
  /** The record of a search that cannot tell. @param {string} status @param {string|null} error */
  const ended = (status, error) => {
    const seconds = (performance.now() - start) / 1000;
    return ask('ended', { ...body, status, error, expanded: shown().expanded, seconds });
  };
  const desks = members.map(fresh);
  const limit = (body.time_ms ?? 10000) + GRACE;
  const run = async (/** @type {Desk} */ mine, /** @type {number} */ at) => {
    const progress = (/** @type {WorkerProgress} */ now) => {
      last[at] = now;
      seen?.({ phase: 'running', progress: shown().progress });
    };
    const question = { ...body, member: members[at], memory, threads: undefined };
    const late = setTimeout(() => mine.close(new Died('time')), limit);
    try {
      return /** @type {SolveRecord} */ (await mine.ask('solve', question, { memory, seen: progress }));
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      return /** @type {SolveRecord} */ (await ended(error.status, error.words));
    } finally {
      clearTimeout(late);
    }
  };
  const running = desks.map(run);
  try {
    const first = new Promise((done, fail) => {
      for (const one of running) one.then((record) => settled(record) && done(record), fail);
      // Nobody knows: what the whole portfolio says.
      Promise.all(running).then(([whole]) => done(whole), fail);
    });
    return await unless(signal, /** @type {Promise<SolveRecord>} */ (first));
  } catch (error) {
    if (!signal?.aborted) throw error;
    for (const it of desks) it.close(taken());
    return ended('interrupted', null);
  } finally {
    for (const it of desks) it.close(taken());
    for (const one of running) one.catch(() => {});
  }
}

/** @type {Engine} */
export const workerEngine = {
  read: (text, { signal } = {}) => ask('read', { text }, signal),

  judge: (level, { signal } = {}) => ask('judge', { level: input(level) }, signal),

  async facts(level, { signal } = {}) {
    return (await made('facts', { level: input(level) }, signal)).facts;
  },

  async write(level, { format, signal } = {}) {
    const body = { level: input(level), title: level.title, format };
    return (await ask('write', body, signal)).text;
  },

  async slides(board, moves, { signal } = {}) {
    return (await ask('moves', { level: { board }, moves }, signal)).slides;
  },

  async hint(level, { avoid, signal } = {}) {
    try {
      return await askAlone('hint', { level: input(level), avoid }, signal);
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      return /** @type {Hint} */ ({ status: error.status, solution: null, moves: null, next: [] });
    }
  },

  why: (level, { signal } = {}) => ask('why', { level: input(level) }, signal),

  async deadSquares(level, { signal } = {}) {
    return (await ask('squares', { level: input(level) }, signal)).dead;
  },

  async solve({ level, ...question }, { signal, seen } = {}) {
    signal?.throwIfAborted();
    const body = { level: input(level), ...question };
    // A drawing may be another one when the answer comes: it is about this one.
    const key = levelKey(level);
    const record = await search(body, signal, seen);
    // What was proved is remembered, as a server does.
    if (record.bound !== undefined) await keepRecord(key, record).catch(() => {});
    return record;
  },

  watch: ({ level, ...question }, { signal } = {}) =>
    made('watch', { level: input(level), ...question }, signal),

  improve: (level, moves, goal, { signal } = {}) =>
    made('improve', { level: input(level), moves, goal }, signal),

  async daily(game, date, { signal } = {}) {
    // Levels of Sokoban are made to a grade.
    const maker = game === 'sokoban' ? graded : made;
    return (await maker('daily', { game, date }, signal)).text;
  },

  async generate(game, category, seed, { signal } = {}) {
    return (await made('random', { game, category, seed }, signal)).text;
  },

  rate: (level, { signal } = {}) => graded('rate', { level: input(level) }, signal),

  advice: (level, { signal } = {}) => graded('advice', { level: input(level) }, signal),

  async engines({ signal } = {}) {
    const table = await ask('engines', null, signal);
    const own = { max_memory: MOST, threads: CORES, max_threads: CORES };
    return { ...table, limits: { ...table.limits, ...own } };
  },

  plan: (question, { signal } = {}) => ask('plan', question, signal),

  async formats({ signal } = {}) {
    return (await ask('formats', null, signal)).formats;
  },

  async categories({ signal } = {}) {
    return (await ask('categories', null, signal)).categories;
  },
};

/** What is known about a level from what is kept of it. @param {import('../types.d.ts').Drawing} level @param {string[]} solutions @param {object[]} records @param {AbortSignal} [signal] */
export const knownFrom = (level, solutions, records, signal) =>
  ask('known', { level: input(level), solutions, records }, signal);

/** The nodes of all searches on some levels: the signature of the engines, a part on each core; with more parts than cores
 *  only as many of them. @param {string[]} texts @param {number} [parts] */
export async function signature(texts, parts = CORES) {
  const desks = Array.from({ length: Math.min(CORES, parts) }, fresh);
  const counts = desks.map((it, part) => it.ask('signature', { texts, part, parts }));
  try {
    return (await Promise.all(counts)).reduce((sum, { nodes }) => sum + nodes, 0);
  } finally {
    for (const it of desks) it.close(taken());
  }
}
