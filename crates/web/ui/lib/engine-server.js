// @ts-check
/** The engines of the server, asked by its HTTP API. */

import { input } from '../game/level.js';
import { Refused } from './errors.js';
import { api, follow, inParts } from './http.js';

/** @import {Engine, JobView} from '../types.d.ts' */

/** @type {Engine} */
export const serverEngine = {
  async read(text, { signal } = {}) {
    const options = { body: { text }, signal };
    let held = '';
    return inParts(async (from) => {
      if (from === 1) {
        const first = await api('read', options);
        held = first.name;
        return first;
      }
      // The server has remembered the text, if not too much was opened since.
      const place = /** @type {const} */ (`collections/${encodeURIComponent(held)}?from=${from}`);
      return api(place, { signal }).catch((error) => {
        if (error instanceof Refused && error.status === 404) return api(`read?from=${from}`, options);
        throw error;
      });
    });
  },

  judge: (level, { signal } = {}) => api('judge', { body: { level: input(level) }, signal }),

  async facts(level, { signal } = {}) {
    return (await api('facts', { body: { level: input(level) }, signal })).facts;
  },

  async write(level, { format, signal } = {}) {
    const body = { level: input(level), title: level.title, format };
    return (await api('write', { body, signal })).text;
  },

  async slides(board, moves, { signal } = {}) {
    return (await api('moves', { body: { level: { board }, moves }, signal })).slides;
  },

  hint: (level, { avoid, signal } = {}) =>
    api('hint', { body: { level: input(level), avoid }, signal }),

  why: (level, { signal } = {}) => api('why', { body: { level: input(level) }, signal }),

  async deadSquares(level, { signal } = {}) {
    return (await api('squares', { body: { level: input(level) }, signal })).dead;
  },

  async solve({ level, ...question }, { signal, seen } = {}) {
    signal?.throwIfAborted();
    const body = { level: input(level), ...question };
    let view = await api('jobs', { body });
    // The server ends a cancelled search and says what it had found by then.
    const cancel = () => api(`jobs/${view.id}`, { method: 'DELETE' }).catch(() => {});
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel);
    try {
      await follow(`jobs/${view.id}`, (/** @type {JobView} */ now) => {
        view = now;
        seen?.(now);
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
    return view.record;
  },

  watch: ({ level, ...question }, { signal } = {}) =>
    api('watch', { body: { level: input(level), ...question }, signal }),

  improve: (level, moves, goal, { signal } = {}) =>
    api('improve', { body: { level: input(level), moves, goal }, signal }),

  async daily(game, date, { signal } = {}) {
    return (await api(`daily/${date}?game=${game}`, { signal })).text;
  },

  async generate(game, category, seed, { signal } = {}) {
    return (await api(`random/${category}?seed=${seed}&game=${game}`, { signal })).text;
  },

  rate: (level, { signal } = {}) => api('rate', { body: { level: input(level) }, signal }),

  advice: (level, { signal } = {}) => api('advice', { body: { level: input(level) }, signal }),

  engines: ({ signal } = {}) => api('engines', { signal }),

  plan: (question, { signal } = {}) => api('plan', { body: question, signal }),

  async formats({ signal } = {}) {
    return (await api('formats', { signal })).formats;
  },

  async categories({ signal } = {}) {
    return (await api('categories', { signal })).categories;
  },
};
