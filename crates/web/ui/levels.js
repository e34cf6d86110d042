// @ts-check
/**
 * Levels by collection and number: from the server's library, or opened here from a text (pasted,
 * dropped, from a link, made in the editor, generated). Opened texts live as long as the tab.
 */
import { api } from './api.js';
import { known, t } from './i18n.js';

/** @typedef {{index: number, title: string|null, author?: string, notes?: string[], key: string|null, rows?: string[], board?: any, known?: any, faults?: any[], impossible?: string}} Level */
/** @typedef {{name: string, game: string, title: string|null, author: string|null, count: number, levels: Level[]}} Collection */

/** Optimal moves at which each category of Unblock begins, as the apps have them. */
export const CATEGORIES = /** @type {[string, number, number][]} */ ([
  ['first', 1, 7],
  ['easy', 8, 14],
  ['beginner', 15, 20],
  ['intermediate', 21, 25],
  ['advanced', 26, 30],
  ['expert', 31, 999],
]);

/** @type {Map<string, Promise<Collection>>} */
const loaded = new Map();

/** Names of collections opened from a text begin so. */
export const OPENED = '~';

/** A whole collection. @param {string} name */
export function collection(name) {
  let promise = loaded.get(name);
  if (!promise) {
    promise = load(name);
    loaded.set(name, promise);
    promise.catch(() => loaded.delete(name));
  }
  return promise;
}

/** @param {string} name @returns {Promise<Collection>} */
async function load(name) {
  if (name.startsWith(OPENED)) {
    const kept = sessionStorage.getItem(`banto.text.${name}`);
    if (kept === null) throw new Error(name);
    return { ...(await api('read', { body: { text: kept } })), name };
  }
  const path = `collections/${encodeURIComponent(name)}`;
  const whole = await api(path);
  while (whole.levels.length < whole.count) {
    const more = await api(`${path}?from=${whole.levels.length + 1}`);
    if (!more.levels.length) break;
    whole.levels.push(...more.levels);
  }
  return whole;
}

/** One level with its collection. @param {string} name @param {number} index */
export async function level(name, index) {
  const whole = await collection(name);
  const found = whole.levels[index - 1];
  if (!found) throw new Error(`${name}:${index}`);
  return { whole, level: found };
}

/** Opens a text under a name of its own; throws what the server says when it holds no level.
 *  @param {string} text @param {string} [name] @returns {Promise<Collection>} */
export async function open(text, name = `${OPENED}opened`) {
  const whole = { ...(await api('read', { body: { text } })), name };
  try {
    sessionStorage.setItem(`banto.text.${name}`, text);
  } catch {
    /* too large for the tab: it is gone after a reload */
  }
  loaded.set(name, Promise.resolve(whole));
  return whole;
}

/** The text of an opened collection. @param {string} name */
export function openedText(name) {
  return sessionStorage.getItem(`banto.text.${name}`);
}

/** Forgets what was read, so that the next look asks the server again. @param {string} name */
export function forget(name) {
  loaded.delete(name);
}

/** The level as the API takes it. @param {{rows?: string[], board?: any}} it */
export function input(it) {
  return it.rows ? { rows: it.rows } : { board: it.board };
}

/** A level as text that can be read back and put into a link.
 *  @param {{rows?: string[], board?: any, title?: string|null}} it */
export function asText(it) {
  const title = it.title ? `; ${it.title}\n` : '';
  if (it.rows) return title + it.rows.join('\n') + '\n';
  const { width, height, walls, pieces, red, exit } = it.board;
  const cells = Array.from({ length: height }, () => Array(width).fill('.'));
  for (const [r, c] of walls) cells[r][c] = '#';
  let next = 0;
  const letters = 'BCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnpqrstuvwyz0123456789';
  pieces.forEach((/** @type {any} */ piece, /** @type {number} */ i) => {
    const letter = i === red ? 'A' : letters[next++];
    for (let k = 0; k < piece.length; k++)
      cells[piece.row + (piece.axis === 'v' ? k : 0)][piece.column + (piece.axis === 'h' ? k : 0)] =
        letter;
  });
  return `${title}exit=${exit ?? 'right'}\n${cells.map((row) => row.join('')).join('\n')}\n`;
}

/** A link to a level that holds the level itself. @param {{rows?: string[], board?: any, title?: string|null}} it */
export function shareLink(it) {
  return `${location.origin}/#/open/${encodeURIComponent(asText(it))}`;
}

/** Title of a level for people. @param {Level} it */
export function titleOf(it) {
  const title = it.title && (known(`category.${it.title}`) ?? it.title);
  return title ? `${it.index}. ${title}` : t('levelNumber', { n: it.index });
}
