// @ts-check
/** Texts opened here, kept by the browser under their names until they are dropped. */

/** @typedef {{name: string, text: string, at: number}} Kept */

const TEXTS = 'texts';

/** What this tab has opened, for browsers that keep nothing. @type {Map<string, Kept>} */
const here = new Map();

/** @type {Promise<IDBDatabase>|undefined} */
let opened;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((done, fail) => {
    const asked = indexedDB.open('banto', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(TEXTS, { keyPath: 'name' });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  return opened;
}

/** @template T @param {IDBTransactionMode} mode @param {(texts: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} */
async function texts(mode, work) {
  const store = (await database()).transaction(TEXTS, mode).objectStore(TEXTS);
  return new Promise((done, fail) => {
    const asked = work(store);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/** Keeps a text. @param {string} name @param {string} text */
export async function keepText(name, text) {
  const it = { name, text, at: Date.now() };
  here.set(name, it);
  await texts('readwrite', (store) => store.put(it)).catch(() => {});
}

/** The text of a name, or null. @param {string} name @returns {Promise<string|null>} */
export async function textOf(name) {
  const own = here.get(name);
  if (own) return own.text;
  const found = await texts('readonly', (store) => store.get(name)).catch(() => null);
  return /** @type {Kept|undefined|null} */ (found)?.text ?? null;
}

/** @param {string} name */
export async function dropText(name) {
  here.delete(name);
  await texts('readwrite', (store) => store.delete(name)).catch(() => {});
}

/** Everything that is kept, the newest first. @returns {Promise<Kept[]>} */
export async function allTexts() {
  /** @type {Kept[]} */
  const found = await texts('readonly', (store) => store.getAll()).catch(() => []);
  const all = new Map(here);
  for (const it of found) all.set(it.name, it);
  return [...all.values()].sort((a, b) => b.at - a.at);
}
