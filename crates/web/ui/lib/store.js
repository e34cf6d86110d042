// @ts-check
/** Where games, solutions, settings and collections are kept, chosen here and nowhere else. What can be asked is
 *  the type `Store`. */

import { isStatic } from './site.js';
import { browserStore } from './store-browser.js';
import { serverStore } from './store-server.js';
import { synced } from './store-synced.js';

/** @import {Store} from '../types.d.ts' */

/** @type {Store} */
export const store = isStatic ? browserStore : synced(serverStore);
