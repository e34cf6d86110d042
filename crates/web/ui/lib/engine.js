// @ts-check
/** The engines of the page, chosen here and nowhere else. What they answer is the type `Engine`; views and
 *  players know nothing of how they are reached. */

import { serverEngine } from './engine-server.js';
import { hasModule, workerEngine } from './engine-worker.js';
import { Offline } from './errors.js';
import { isStatic } from './site.js';

/** @import {Engine} from '../types.d.ts' */

/** The server's engines, and those of the browser for as long as it does not answer. @returns {Engine} */
function either() {
  const names = /** @type {(keyof Engine)[]} */ (Object.keys(serverEngine));
  const one = (/** @type {keyof Engine} */ name) => async (/** @type {any[]} */ ...given) => {
    try {
      return await /** @type {any} */ (serverEngine[name])(...given);
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      return /** @type {any} */ (workerEngine[name])(...given);
    }
  };
  return /** @type {any} */ (Object.fromEntries(names.map((name) => [name, one(name)])));
}

/** @type {Engine} */
export const engine = isStatic ? workerEngine : hasModule ? either() : serverEngine;
