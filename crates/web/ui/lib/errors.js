// @ts-check
/** How engines and stores say no. Whatever stands behind `engine.js` and `store.js` throws these and nothing else. */

import { faultAt, known, language, t } from './i18n.js';

/** @import {Fault} from '../types.d.ts' */

/** A refusal in the words of who refuses; `status` is that of HTTP. */
export class Refused extends Error {
  /** @param {number} status @param {{detail?: string, faults?: Fault[]}|null} problem */
  constructor(status, problem) {
    super(problem?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.faults = problem?.faults ?? [];
  }

  /** Whether asking the same again cannot help. */
  get final() {
    return this.status < 500;
  }
}

/** Nobody answers at all. */
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
