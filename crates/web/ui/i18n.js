// @ts-check
/** Saying things in the language chosen. */
import { DATA, FAULTS } from './words-server.js';
import { MESSAGES } from './words.js';

/** @import {Fault} from './types.d.ts' */

let current = 0;

/** `en` or `pt`; anything else follows the browser. @param {string} name */
export function setLanguage(name) {
  const browser = typeof navigator === 'undefined' ? 'en' : navigator.language;
  current = (name || browser).startsWith('pt') ? 1 : 0;
}

export function language() {
  return current === 1 ? 'pt' : 'en';
}

/** A word of an experiment in the language chosen. @param {string} word */
export function ofLab(word) {
  return (current === 1 && DATA[word]) || word;
}

/** What is wrong with a level, in the language chosen. @param {Fault} fault */
export function ofFault({ code, text }) {
  return (current === 1 && FAULTS[code]) || text;
}

/** Faults of a board as a whole, which are nowhere in particular. */
const EVERYWHERE = new Set([
  'board-too-large',
  'box-goal-count',
  'empty-board',
  'no-box',
  'no-exit',
  'no-level',
  'no-player',
  'no-red',
]);

/** The same with its place in a drawing, if it has one. @param {Fault} fault */
export function faultIn(fault) {
  const message = ofFault(fault);
  if (EVERYWHERE.has(fault.code)) return message;
  return t('faultRow', { row: fault.line, column: fault.column, message });
}

/** The same with its place in a text. @param {Fault} fault */
export function faultAt(fault) {
  return t('faultAt', { line: fault.line, column: fault.column, message: ofFault(fault) });
}

/** A message that may be missing. @param {string} key */
export function known(key) {
  return MESSAGES[key]?.[current] ?? null;
}

/** A message in the language chosen, its places filled and its plurals chosen.
 *  @param {string} key @param {Record<string, unknown>} [fill] */
export function t(key, fill = {}) {
  const text = MESSAGES[key]?.[current] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name, one, many) => {
    if (!(name in fill)) return whole;
    const value = String(fill[name]);
    return one === undefined ? value : value === '1' ? one : many;
  });
}
