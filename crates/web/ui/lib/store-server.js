// @ts-check
/** The server's store, asked by its HTTP API. */

import { input } from '../game/level.js';
import { Refused } from './errors.js';
import { api, inParts } from './http.js';

/** @import {Store} from '../types.d.ts' */

/** @param {string} name */
const placeOf = (name) => /** @type {const} */ (`collections/${encodeURIComponent(name)}`);

/** The answer to a game that does not follow the one that is kept. */
const CONFLICT = 409;

/** @type {Store} */
export const serverStore = {
  progress: ({ signal } = {}) => api('progress', { signal }),

  async game(key, { signal } = {}) {
    return (await api(`progress/${key}`, { signal })).game;
  },

  async solutions(key, { signal } = {}) {
    return (await api(`progress/${key}`, { signal })).best ?? [];
  },

  async keepGame(key, game, { keepalive, signal } = {}) {
    try {
      await api(`progress/${key}`, { method: 'PUT', body: game, keepalive, signal });
      return true;
    } catch (error) {
      if (error instanceof Refused && error.status === CONFLICT) return false;
      throw error;
    }
  },

  async keepSolution({ level, moves, hints, solver }, { signal } = {}) {
    const body = { level: input(level), moves, hints, solver };
    return (await api('solutions', { body, signal })).best;
  },

  known: (level, { signal } = {}) => api('known', { body: { level: input(level) }, signal }),

  settings: ({ signal } = {}) => api('settings', { signal }),

  async set(change, { signal } = {}) {
    await api('settings', { method: 'PUT', body: change, signal });
  },

  export: ({ signal } = {}) => api('export', { signal }),

  import: (everything, { signal } = {}) => api('import', { body: everything, signal }),

  async collections({ signal } = {}) {
    return (await api('collections', { signal })).collections;
  },

  async collection(name, { signal } = {}) {
    const place = placeOf(name);
    const part = (/** @type {number} */ from) =>
      api(/** @type {typeof place} */ (`${place}?from=${from}`), { signal });
    return inParts(part);
  },

  async collectionText(name, { signal } = {}) {
    return (await api(`${placeOf(name)}/text`, { signal })).text;
  },

  add: (name, text, { signal } = {}) => api('collections', { body: { name, text }, signal }),

  async remove(name, { signal } = {}) {
    return (await api(placeOf(name), { method: 'DELETE', signal })).removed;
  },

  async restore(removed, { signal } = {}) {
    return (await api('restore', { body: { removed }, signal })).name;
  },
};
