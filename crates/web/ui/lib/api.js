// @ts-check
/** Talking to the server. */

import { faultAt, known, language, t } from './i18n.js';

/** @import {Answer, Fault, Options} from '../types.d.ts' */

/** A refusal of the server, in its own words. */
export class Refused extends Error {
  /** @param {number} status @param {{detail?: string, faults?: Fault[]}|null} problem */
  constructor(status, problem) {
    super(problem?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.faults = problem?.faults ?? [];
  }
}

/** The server does not answer at all. */
export class Offline extends Error {}

/** What an error says to people. @param {unknown} error */
export function words(error) {
  if (error instanceof Offline) return t('noAnswer');
  if (error instanceof Refused && error.faults.length) return error.faults.map(faultAt).join('; ');
  // The server's sentences are English; other languages have one for each kind of refusal.
  if (error instanceof Refused && language() !== 'en')
    return known(`refused.${error.status}`) ?? t('refused', { n: error.status });
  return error instanceof Error ? error.message : String(error);
}

/** Whether the question was taken back. @param {unknown} error */
export function aborted(error) {
  return error instanceof Error && error.name === 'AbortError';
}

// Beyond loopback the address printed at the start carries a token after `#token=`.
const given = /^#token=([A-Za-z0-9._~-]+)/.exec(location.hash);
if (given) {
  sessionStorage.setItem('banto.token', given[1]);
  history.replaceState(null, '', '#/');
}
const token = sessionStorage.getItem('banto.token');
const tab = Math.random().toString(36).slice(2, 12);

/** @returns {Record<string, string>} */
function headers() {
  return token ? { 'banto-tab': tab, authorization: `Bearer ${token}` } : { 'banto-tab': tab };
}

/**
 * Asks the server. What comes back is named in `types.d.ts`, by path.
 * @template {string} P @template {Options} [O=Options]
 * @param {P} path below `/api/` @param {O} [options] @returns {Promise<Answer<P, O>>}
 */
export async function api(path, options) {
  const { body, method, signal, keepalive } = /** @type {Options} */ (options ?? {});
  const response = await reach(`/api/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    signal,
    keepalive,
    headers: body === undefined ? headers() : { ...headers(), 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const data = text ? JSON.parse(text) : null;
  if (!response.ok) throw new Refused(response.status, data);
  return data;
}

/** Asks; nobody there is an error of its own. @param {string} where @param {RequestInit} how */
async function reach(where, how) {
  try {
    return await fetch(where, how);
  } catch (error) {
    throw aborted(error) ? error : new Offline();
  }
}

/**
 * Follows a job or a run until it is done, by server-sent events.
 * @template T
 * @param {string} place below `/api/` @param {(view: T) => void} seen @param {AbortSignal} [signal]
 */
export async function follow(place, seen, signal) {
  const response = await reach(`/api/${place}/events`, { headers: headers(), signal });
  if (!response.ok || !response.body) throw new Refused(response.status, null);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
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
