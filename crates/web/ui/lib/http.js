// @ts-check
/** Requests to the server. Only the modules of this folder use it: views and players ask `engine.js`, `store.js`,
 *  `lab.js` and `live.js`. */

import { Offline, Refused, aborted } from './errors.js';
import { isStatic } from './site.js';

/** @import {Answer, Level, Options} from '../types.d.ts' */

// Beyond loopback the address printed at the start carries a token after `#token=`.
const given = /^#token=([A-Za-z0-9._~-]+)/.exec(location.hash);
if (given) {
  sessionStorage.setItem('banto.token', given[1]);
  history.replaceState(null, '', '#/');
}
const token = sessionStorage.getItem('banto.token');
const tab = Math.random().toString(36).slice(2, 12);

/** Where the API is: beside the page, wherever that is. What a static web space has of it are files.
 *  @param {string} path */
const placeOf = (path) =>
  new URL(isStatic ? `${document.documentElement.dataset.files}api/${path}.json` : `api/${path}`, document.baseURI);

/** With `banto-quiet` a refusal that is ordinary use does not come as an error, which browsers print in red; its status is
 *  in the header `banto-status`. @returns {Record<string, string>} */
function headers() {
  const mine = { 'banto-tab': tab, 'banto-quiet': '1' };
  return token ? { ...mine, authorization: `Bearer ${token}` } : mine;
}

/**
 * Asks the server. What comes back is named in `types.d.ts`, by path.
 * @template {string} P @template {Options} [O=Options]
 * @param {P} path below `/api/` @param {O} [options] @returns {Promise<Answer<P, O>>}
 */
export async function api(path, options) {
  const { body, method, signal, keepalive } = /** @type {Options} */ (options ?? {});
  // Files answer no questions.
  if (isStatic && (body !== undefined || method)) throw new Offline();
  const response = await reach(placeOf(path), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    signal,
    keepalive,
    headers: body === undefined ? headers() : { ...headers(), 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const data = parsed(await arrives(response.text()));
  const status = Number(response.headers.get('banto-status') ?? response.status);
  if (status >= 400) throw new Refused(status, data ?? null);
  if (data === undefined) throw new Offline();
  return data;
}

/** What was sent; undefined when it is no JSON, because something between us and the server has answered.
 *  @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return undefined;
  }
}

/** All levels of something that comes a few hundred at a time.
 *  @template {{count: number, levels: Level[]}} C @param {(from: number) => Promise<C>} part */
export async function inParts(part) {
  const all = await part(1);
  while (all.levels.length < all.count) {
    const { levels } = await part(all.levels.length + 1);
    if (!levels.length) break;
    all.levels.push(...levels);
  }
  return all;
}

/** @param {URL} where @param {RequestInit} how */
const reach = (where, how) => arrives(fetch(where, how));

/** Waits for something from the server; nobody there is an error of its own. @template T @param {Promise<T>} coming */
async function arrives(coming) {
  try {
    return await coming;
  } catch (error) {
    throw aborted(error) ? error : new Offline();
  }
}

/**
 * Follows a job, a run or a game until it is done, by server-sent events.
 * @template T
 * @param {string} place below `/api/` @param {(view: T) => void} seen @param {AbortSignal} [signal]
 */
export async function follow(place, seen, signal) {
  const response = await reach(placeOf(`${place}/events`), { headers: headers(), signal });
  if (!response.ok || !response.body) throw new Refused(response.status, null);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await arrives(reader.read());
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = text
        .slice(0, end)
        .split('\n')
        .find((line) => line.startsWith('data: '));
      text = text.slice(end + 2);
      if (data) seen(JSON.parse(data.slice(6)));
    }
  }
}
