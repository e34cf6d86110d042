// @ts-check
/**
 * The page without its server: everything is asked of the server first, and what it answered last is
 * shown when it is away. Only what is read is kept; whatever changes something goes to the server or waits
 * in the page's own outbox.
 */

const KEPT = 'banto-1';

/** What of the API is worth keeping: lists and levels, not answers about positions. */
const LISTS = /^\/api\/(collections|categories|formats|engines|settings|progress$|experiments$|sources$)/;

/** @import {PageWorker} from './types.d.ts' */

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = origin === location.origin && request.method === 'GET';
  // With a token the server is another machine, and its answers are not kept here.
  const secret = request.headers.has('authorization');
  const api = pathname.startsWith('/api/');
  if (ours && !secret && (!api || LISTS.test(pathname))) event.respondWith(answer(request));
});

/** Keeps every file that the page names, and drops those that only an older page had. */
async function keepPage() {
  const cache = await caches.open(KEPT);
  const page = await fetch('/');
  const text = await page.clone().text();
  await cache.put('/', page);
  const files = new Set([...text.matchAll(/(?:href|src)="(\/[\w./-]+)"/g)].map(([, file]) => file));
  await cache.addAll([...files]);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const current = pathname === '/' || pathname.startsWith('/api/') || files.has(pathname);
    if (!current) await cache.delete(request);
  }
}

/** What the server says, else what it said last. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}
