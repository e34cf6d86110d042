// @ts-check
/** The server's laboratory: experiments, their runs, and the documents they come from. */

import { api, follow } from './http.js';
import { isStatic } from './site.js';

/** @import {RunView} from '../types.d.ts' */

/** All experiments. */
export async function experiments() {
  return (await api('experiments')).experiments;
}

/** One experiment with the report of the runs that are published with it. @param {string} name */
export const experiment = (name) => api(`experiments/${encodeURIComponent(name)}`);

/** What the documents are, in both languages. */
export const sources = () => api('sources');

/** What a run is to do; `null` is as the experiment says.
 *  @typedef {object} Wish
 *  @property {string} experiment
 *  @property {string|null} collection
 *  @property {number|null} from
 *  @property {number|null} to
 *  @property {number|null} seconds
 */

/** Begins a run. @param {Wish} wish */
export const beginRun = (wish) => api('runs', { body: wish });

/** How a run stands, with its report so far. @param {string} id */
export const runOf = (id) => api(`runs/${id}`);

/** Follows a run until it is done; the signal ends the following and not the run.
 *  @param {string} id @param {(view: RunView) => void} seen @param {AbortSignal} signal */
export const followRun = (id, seen, signal) => follow(`runs/${id}`, seen, signal);

/** Cancels a run. @param {string} id */
export async function cancelRun(id) {
  await api(`runs/${id}`, { method: 'DELETE' }).catch(() => {});
}

/** A report as a file: of a run, or of what is published when there is none.
 *  @param {string} name of the experiment @param {string|null} id @param {string} format */
export async function reportFile(name, id, format) {
  const published = isStatic ? 'reports' : 'experiments';
  const place = id === null ? `${published}/${name}/${format}` : `runs/${id}/report/${format}`;
  return (await api(/** @type {`experiments/${string}/${string}`} */ (place))).text;
}
