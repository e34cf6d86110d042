// @ts-check
/**
 * Which key does what in Sokoban. Arrows always move; the letters are a scheme to choose, and each of
 * them can be changed. Caps Lock does not matter: a letter with Shift is another key, one without is not.
 */
import { dialog, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @import {Context} from '../types.d.ts' */

/** @typedef {Record<string, string>} Keys what a key does, by the name of the key */

/** Every action that has a key, with its key in each scheme. @type {Record<string, Record<string, string>>} */
const SCHEMES = {
  letters: {
    up: 'w',
    left: 'a',
    down: 's',
    right: 'd',
    undo: 'u',
    redo: 'r',
    undoPush: 'Shift+u',
    redoPush: 'Shift+r',
    hint: 'h',
    dead: 'g',
    record: 'm',
    repeat: '.',
  },
  wasd: {
    up: 'w',
    left: 'a',
    down: 's',
    right: 'd',
    undo: 'q',
    redo: 'e',
    undoPush: 'Shift+q',
    redoPush: 'Shift+e',
    hint: 'h',
    dead: 'g',
    record: 'm',
    repeat: '.',
  },
  vi: {
    left: 'h',
    down: 'j',
    up: 'k',
    right: 'l',
    undo: 'u',
    redo: 'r',
    undoPush: 'Shift+u',
    redoPush: 'Shift+r',
    hint: 'i',
    dead: 'd',
    record: 'q',
    repeat: '.',
  },
};

/** The same in every scheme. @type {Keys} */
const ALWAYS = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  'Ctrl+z': 'undo',
  'Ctrl+y': 'redo',
  'Ctrl+Shift+z': 'redo',
  Backspace: 'undo',
};

export const SCHEME_NAMES = Object.keys(SCHEMES);

/** The key of each action, as chosen. @param {Context} ctx */
export function keysOf({ settings }) {
  const scheme = SCHEMES[settings.keys] ?? SCHEMES.letters;
  // A key of one's own is not taken twice.
  const own = new Set(Object.values(settings.ownKeys));
  const free = Object.entries(scheme).filter(([, key]) => !own.has(key));
  return /** @type {Record<string, string>} */ ({
    ...Object.fromEntries(free),
    ...settings.ownKeys,
  });
}

/** The name of a key that was pressed. @param {KeyboardEvent} event */
export function keyName(event) {
  const letter = event.key.length === 1 && /\p{L}/u.test(event.key);
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const shift = letter && event.shiftKey ? 'Shift+' : '';
  return control + shift + (letter ? event.key.toLowerCase() : event.key);
}

/** What a key that was pressed means, or nothing. @param {Context} ctx @param {KeyboardEvent} event */
export function actionOf(ctx, event) {
  const name = keyName(event);
  const found = Object.entries(keysOf(ctx)).find(([, key]) => key === name);
  return found?.[0] ?? ALWAYS[name];
}

/** A key as it is written on a button. @param {string|undefined} key */
export function shownKey(key) {
  return key?.replace(/[\p{L}]$/u, (letter) => letter.toUpperCase()).replace('+', ' ');
}

/** Lets every key be chosen. @param {Context} ctx @param {() => void} done */
export function keysDialog(ctx, done) {
  /** @type {Record<string, string>} */
  const chosen = { ...keysOf(ctx) };
  const actions = [...new Set(Object.values(SCHEMES).flatMap((it) => Object.keys(it)))];
  const row = (/** @type {string} */ action) => {
    const field = h('input', {
      type: 'text',
      readonly: true,
      value: shownKey(chosen[action]) ?? '',
      'aria-label': t(`action.${action}`),
    });
    field.addEventListener('keydown', (event) => {
      if (['Tab', 'Escape', 'Enter', 'Shift', 'Control'].includes(event.key)) return;
      event.preventDefault();
      chosen[action] = keyName(event);
      field.value = shownKey(chosen[action]) ?? '';
    });
    return h('tr', {}, h('td', {}, t(`action.${action}`)), h('td', {}, field));
  };
  dialog(
    t('keysTitle'),
    [h('p', {}, t('keysHelp')), h('table', {}, h('tbody', {}, actions.map(row)))],
    [
      h('button', { class: 'button primary', value: 'ok', id: 'keys-ok' }, t('keepIt')),
      h('button', { class: 'button', value: '' }, t('cancel')),
    ],
    () => {
      ctx.set({ ownKeys: chosen });
      done();
    },
  );
}
