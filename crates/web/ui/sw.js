// @ts-check
/**
 * The page without a network: its files are kept when it is first visited, so that it opens and plays offline from
 * then on. Files whose names say what is in them are taken from here; the page itself is asked for first, so that a
 * new version is seen at once, and so are the lists of a server. Nothing that somebody played is kept here.
 */

/** @import {PageWorker} from './types.d.ts' */

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));

/** The version of the page, written here when its files are put together: a browser installs a worker again only when
 *  this file has changed. */
const VERSION = 'v';

/** Names of what is kept: the files of one version each, and the last lists of a server. */
const VERSIONS = 'banto-files-';
const LISTS = 'banto-lists';

/** What of the API is worth keeping: lists and levels, not answers about positions. */
const LISTED = /^api\/(collections|categories|formats|engines|experiments$|sources$)/;

/** Files that never change: another content has another name. */
const FIXED = /^(v-|engine-|grade-)/;

/** Milliseconds to wait for a network that says nothing. */
const PATIENCE = 4000;

const scope = new URL('./', location.href);

worker.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href } = new URL(request.url);
  // With a token the server is another machine, and its answers are not kept here.
  const secret = request.headers.has('authorization');
  if (request.method !== 'GET' || secret || !href.startsWith(scope.href)) return;
  const path = href.slice(scope.href.length).replace(/[?#].*$/, '');
  if (FIXED.test(path)) event.respondWith(kept(request));
  else if (LISTED.test(path)) event.respondWith(fresh(request, LISTS));
  else if (!path.startsWith('api/')) event.respondWith(fresh(request, null));
});

/** Keeps every file of the page. */
async function keepPage() {
  const list = await fetch(new URL('files.json', scope), { cache: 'no-store' });
  const { files } = await list.json();
  const cache = await caches.open(VERSIONS + VERSION);
  const wanted = ['./', ...files].map((/** @type {string} */ file) => new URL(file, scope).href);
  const missing = [];
  for (const file of wanted) {
    const fixed = FIXED.test(file.slice(scope.href.length));
    const there = fixed && (await caches.match(file));
    if (there) await cache.put(file, there);
    // The page itself may be an older one in the browser's own cache, which would name files that are gone.
    else missing.push(fixed ? file : new Request(file, { cache: 'reload' }));
  }
  await cache.addAll(missing);
}

/** Drops what only older versions had; the last one stays, because a tab may still show it. */
async function dropOld() {
  const versions = (await caches.keys()).filter((name) => name.startsWith(VERSIONS));
  for (const name of versions.slice(0, -2)) await caches.delete(name);
  // What an older page kept under other names.
  await caches.delete('banto-1');
}

/** A file that never changes; one that is not fetched with the page is kept when it is first wanted. @param {Request} request */
async function kept(request) {
  const there = await caches.match(request);
  if (there) return there;
  const answer = await fetch(request);
  const version = (await caches.keys()).filter((name) => name.startsWith(VERSIONS)).at(-1);
  if (answer.ok && version) await (await caches.open(version)).put(request, answer.clone());
  return answer;
}

/** What the network says, else what it said last. @param {Request} request @param {string|null} keep where to keep it */
async function fresh(request, keep) {
  const last = keep ? (await caches.open(keep)).match(request) : newest(request);
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok && keep) await (await caches.open(keep)).put(request, answer.clone());
    return answer;
  });
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE, new Error('the network says nothing')));
  try {
    const answer = await Promise.race([asked, (await last) ? late : asked]);
    return /** @type {Response} */ (answer);
  } catch (error) {
    const found = await last;
    if (found) return found;
    throw error;
  }
}

/** A file of the newest version that has it. @param {Request} request */
async function newest(request) {
  const versions = (await caches.keys()).filter((name) => name.startsWith(VERSIONS)).reverse();
  for (const name of versions) {
    const found = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (found) return found;
  }
  return undefined;
}
