// @ts-check
/** The game that an agent plays on the server. */

import { api, follow } from './http.js';
import { isStatic } from './site.js';

/** @import {LiveGame} from '../types.d.ts' */

/** Whether agents play on this server. */
export async function isLive() {
  return !isStatic && (await api('status')).game;
}

/** Follows the game. @param {(live: LiveGame) => void} seen @param {AbortSignal} signal */
export const followGame = (seen, signal) => follow('game', seen, signal);
