// @ts-check
/** What the browser keeps: tables in IndexedDB. A browser that keeps nothing has them as long as the tab is open. */

import { Refused } from './errors.js';

/** @import {KeptRecord, SolveRecord, Tables} from '../types.d.ts' */

const NAME = 'banto-store';
const VERSION = 3;

/** The tables and what their rows are found by. @type {Record<keyof Tables, string>} */
const KEYS = {
  games: 'level',
  solutions: 'id',
  levels: 'level',
  records: 'id',
  settings: 'name',
  collections: 'name',
  removed: 'id',
  lists: 'name',
  results: 'id',
  grades: 'level',
};

/** @type {Promise<IDBDatabase>|undefined} */
let opened;

/** Opens the tables. A page that is older than they are takes them as they stand: a version only ever adds tables.
 *  @param {number} [version] @returns {Promise<IDBDatabase>} */
function open(version) {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, version);
    asked.onupgradeneeded = () => {
      for (const [table, keyPath] of Object.entries(KEYS))
        if (!asked.result.objectStoreNames.contains(table))
          asked.result.createObjectStore(table, { keyPath });
    };
    asked.onsuccess = () => {
      // A newer page in another tab may change the tables.
      asked.result.onversionchange = () => {
        asked.result.close();
        opened = undefined;
      };
      done(asked.result);
    };
    asked.onerror = () => fail(asked.error);
  });
}

function database() {
  opened ??= open(VERSION).catch((error) => {
    if (error?.name === 'VersionError') return open();
    throw error;
  });
  return opened;
}

/** What a browser that keeps nothing has. @type {Map<string, Map<string, any>>} */
const here = new Map(Object.keys(KEYS).map((table) => [table, new Map()]));

/** @param {string} table */
const memory = (table) => /** @type {Map<string, any>} */ (here.get(table));

/** @template T @param {IDBRequest<T>} asked @returns {Promise<T>} */
const result = (asked) =>
  new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const finished = (transaction) =>
  new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onerror = transaction.onabort = () => fail(transaction.error);
  });

/** Whether the browser keeps anything. */
let keeps = typeof indexedDB !== 'undefined';

/** What the tables say; what this tab holds in a browser that has none. A connection that was lost is made again. What cannot be
 *  kept, because there is no room for it, is an error: it must not seem to be kept.
 *  @template T @param {() => Promise<T>} kept @param {() => T} held @returns {Promise<T>} */
async function either(kept, held) {
  if (!keeps) return held();
  try {
    return await kept();
  } catch {
    opened = undefined;
  }
  try {
    await database();
  } catch {
    keeps = false;
    return held();
  }
  try {
    return await kept();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new Refused(507, { detail: `this browser has no room left (${detail})` });
  }
}

/** One row, or null. @template {keyof Tables} T @param {T} table @param {string} key @returns {Promise<Tables[T]|null>} */
export const row = (table, key) =>
  either(
    async () => {
      const store = (await database()).transaction(table).objectStore(table);
      return (await result(store.get(key))) ?? null;
    },
    () => memory(table).get(key) ?? null,
  );

/** All rows. @template {keyof Tables} T @param {T} table @returns {Promise<Tables[T][]>} */
export const rows = (table) =>
  either(
    async () => result((await database()).transaction(table).objectStore(table).getAll()),
    () => [...memory(table).values()],
  );

/**
 * Changes one row at once: nobody, in whichever tab, comes in between. What the change returns is kept; null takes the row
 * away, undefined leaves it as it is. Returns the row as it is then.
 * @template {keyof Tables} T @param {T} table @param {string} key
 * @param {(now: Tables[T]|null) => Tables[T]|null|undefined} change @returns {Promise<Tables[T]|null>}
 */
export const change = (table, key, change) =>
  either(
    async () => {
      const transaction = (await database()).transaction(table, 'readwrite');
      const store = transaction.objectStore(table);
      const now = (await result(store.get(key))) ?? null;
      const next = change(now);
      if (next === null) store.delete(key);
      else if (next !== undefined) store.put(next);
      await finished(transaction);
      return next === undefined ? now : next;
    },
    () => {
      const now = memory(table).get(key) ?? null;
      const next = change(now);
      if (next === null) memory(table).delete(key);
      else if (next !== undefined) memory(table).set(key, next);
      return next === undefined ? now : next;
    },
  );

/** Keeps a row, whatever was there. @template {keyof Tables} T @param {T} table @param {Tables[T]} it */
export const put = (table, it) =>
  change(table, /** @type {Record<string, any>} */ (it)[KEYS[table]], () => it);

/** Keeps what a search has proved about a level, if nothing better is kept. @param {string} level @param {SolveRecord} record */
export async function keepRecord(level, record) {
  const goal = record.guarantee ?? 'none';
  const id = `${level} ${goal}`;
  /** @param {KeptRecord|null} now */
  const better = (now) => ((now?.record.bound ?? -1) >= (record.bound ?? 0) ? undefined : { id, level, record });
  await change('records', id, better);
}
