// @ts-check
/** Saying things in the language chosen. */
import { LABELS, TITLES } from '../words/labels.js';
import { DATA, FAULTS } from '../words/server.js';
import { MESSAGES } from '../words/messages.js';
import { PEOPLE } from '../words/people.js';

/** @import {Fault} from '../types.d.ts' */

/** @param {string} key */
const row = (key) => MESSAGES[key] ?? PEOPLE[key];

let current = 0;

/** `en` or `pt`; anything else follows the browser. @param {string} name */
export function setLanguage(name) {
  const browser = typeof navigator === 'undefined' ? 'en' : navigator.language;
  current = (name || browser).startsWith('pt') ? 1 : 0;
}

export function language() {
  return current === 1 ? 'pt' : 'en';
}

/** A number as it is written in the language chosen. @param {number} n */
export const number = (n) =>
  n.toLocaleString(current === 1 ? 'pt-PT' : 'en', { maximumFractionDigits: Math.abs(n) < 0.1 ? 6 : 3 });

/** A word of an experiment in the language chosen; figures in it too. @param {string} word */
export function ofLab(word) {
  if (current === 0) return word;
  const [, sign, figure] = /^([<>] )?([\d,]+(?:\.\d+)?)$/.exec(word) ?? [];
  if (figure) return (sign ?? '') + number(Number(figure.replaceAll(',', '')));
  return DATA[word] ?? ofLabel(word);
}

/** A label put together from names and a few words. @param {string} label */
export function ofLabel(label) {
  if (current === 0) return label;
  return LABELS.reduce((text, [from, to]) => text.replace(from, to), label);
}

/** What an engine does. @param {{description: string, pt: string|null}} row */
export function ofEngine({ description, pt }) {
  return (current === 1 && pt) || description;
}

/** What a technique does. @param {{summary: string, pt: string|null}} row */
export function ofTechnique({ summary, pt }) {
  return (current === 1 && pt) || summary;
}

/** A title of our own levels; those of others stay as they are. @param {string} title */
export function ofTitle(title) {
  if (current !== 1) return title;
  const [, name, number] = /^(.+) (\d+)$/.exec(title) ?? [];
  return TITLES[title] ?? (TITLES[name] && `${TITLES[name]} ${number}`) ?? title;
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
  return row(key)?.[current] ?? null;
}

/** A message in the language chosen, its places filled and its plurals chosen.
 *  @param {string} key @param {Record<string, unknown>} [fill] */
export function t(key, fill = {}) {
  const text = row(key)?.[current] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name, one, many) => {
    if (!(name in fill)) return whole;
    const given = fill[name];
    const value = typeof given === 'number' ? number(given) : String(given);
    return one === undefined ? value : value === '1' ? one : many;
  });
}
