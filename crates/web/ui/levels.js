// @ts-check
/**
 * Levels by collection and number: from the server's library, or opened here from a text (pasted,
 * dropped, from a link, made in the editor, generated). Opened texts live as long as the tab.
 */
import { api, words } from './api.js';
import { known, ofFault, t } from './i18n.js';

/** @import {Category, Collection, Context, Drawing, Found, Level, LevelInput, Moves, Playable, SlideBy, UnblockBoard} from './types.d.ts' */

/** @type {Map<string, Promise<Collection>>} */
const loaded = new Map();

/** Names of collections opened from a text begin with this. */
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
  const whole = await api(`collections/${encodeURIComponent(name)}`);
  while (whole.levels.length < whole.count) {
    const from = whole.levels.length + 1;
    const more = await api(`collections/${encodeURIComponent(name)}?from=${from}`);
    if (!more.levels.length) break;
    whole.levels.push(...more.levels);
  }
  return whole;
}

/** One level with its collection. @param {string} name @param {number} index @returns {Promise<Found>} */
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

/** @type {Promise<{categories: Category[]}>|undefined} */
let asked;

/** The categories of Unblock boards, asked for once. */
export async function categories() {
  asked ??= api('categories');
  return (await asked).categories;
}

/** The level as the API takes it. @param {Drawing} it @returns {LevelInput} */
export function input(it) {
  if (it.rows) return { rows: it.rows };
  if (it.board) return { board: it.board };
  throw new Error('a level has rows or a board');
}

/** A level in a notation, or in the usual one of its game. @param {Drawing} it @param {string} [format] */
export async function written(it, format) {
  const body = { level: input(it), title: it.title, format };
  return (await api('write', { body })).text;
}

/** Moves as slides of pieces; texts are read by the server.
 *  @param {UnblockBoard} board @param {Moves} moves @returns {Promise<SlideBy[]>} */
export async function slidesOf(board, moves) {
  if (typeof moves !== 'string') return moves;
  if (!moves) return [];
  return (await api('moves', { body: { level: { board }, moves } })).slides;
}

/** A link to a level that holds the level itself. @param {Drawing} it */
export async function shareLink(it) {
  return `${location.origin}/#/open/${encodeURIComponent(await written(it))}`;
}

/** Copies a link to a level that holds the level itself. @param {Context} ctx @param {Drawing} it */
export async function share(ctx, it) {
  try {
    await copy(ctx, t('share'), await shareLink(it), t('linkCopied'));
  } catch (error) {
    ctx.say(words(error), 'error');
  }
}

/** Copies a text, or shows it where the browser does not let us.
 *  @param {Context} ctx @param {string} label @param {string} text @param {string} done what to say then */
export async function copy(ctx, label, text, done) {
  try {
    await navigator.clipboard.writeText(text);
    ctx.say(done);
  } catch {
    prompt(label, text);
  }
}

/** Why a level cannot be played, in one line. @param {Level} level */
export const faultsOf = (level) => (level.faults ?? []).map(ofFault).join('; ');

/** Whether a level can be played. @param {Level} level @returns {level is Playable} */
export const isPlayable = (level) => level.key !== null && !level.faults?.length;

/** The address of a level in one of the views. @param {'play'|'solve'|'edit'} view @param {Collection} whole @param {number} index */
export const address = (view, whole, index) =>
  `#/${view}/${encodeURIComponent(whole.name)}/${index}`;

/** Title of a collection for people. @param {Collection} whole */
export const nameOf = (whole) =>
  whole.title ?? (whole.name.startsWith(OPENED) ? t('openedHere') : whole.name);

/** Title of a level for people. @param {Level} it */
export function titleOf(it) {
  const title = it.title && (known(`category.${it.title}`) ?? it.title);
  return title ? `${it.index}. ${title}` : t('levelNumber', { n: it.index });
}
