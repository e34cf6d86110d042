// @ts-check
/** The engines of the page, chosen here and nowhere else. What they answer is the type `Engine`; views and
 *  players know nothing of how they are reached. */

import { serverEngine } from './engine-server.js';

/** @import {Engine} from '../types.d.ts' */

/** @type {Engine} */
export const engine = serverEngine;
