// @ts-check
/** Where games, solutions, settings and collections are kept, chosen here and nowhere else. What can be asked is
 *  the type `Store`. */

import { serverStore } from './store-server.js';

/** @import {Store} from '../types.d.ts' */

/** @type {Store} */
export const store = serverStore;
