// @ts-check
/**
 * Levels by collection and number: from the store's library, or opened here from a text (pasted,
 * dropped, from a link, made in the editor, generated). Opened texts are kept by the browser.
 */
import { engine } from './engine.js';
import { words } from './errors.js';
import { guideCollection, guideOf } from './guide.js';
import { known, ofFault, ofTitle, t } from './i18n.js';
import { allTexts, dropText, keepText, textOf } from './kept.js';
import { store } from './store.js';

/** @import {Category, Collection, Context, Drawing, Found, Level, Moves, Playable, SlideBy, UnblockBoard} from '../types.d.ts' */

/** @type {Map<string, Promise<Collection>>} */
const loaded = new Map();

/** Names of collections opened from a text begin with this. */
export const OPENED = '~';

/** A whole collection. @param {string} name */
export function loadCollection(name) {
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
  if (!name.startsWith(OPENED)) return store.collection(name);
  const guide = guideOf(name);
  if (guide) return guideCollection(guide);
  const text = await textOf(name);
  if (text === null) throw new Error(t('notKept'));
  return read(text, name);
}

/** @param {string} text @param {string} name @returns {Promise<Collection>} */
async function read(text, name) {
  return { ...(await engine.read(text)), name };
}

/** One level with its collection. @param {string} name @param {number} index @returns {Promise<Found>} */
export async function findLevel(name, index) {
  const collection = await loadCollection(name);
  const found = collection.levels[index - 1];
  if (!found) throw new Error(`${name}:${index}`);
  return { collection, level: found };
}

/** Names of what was made here and not opened: the list of opened files leaves these out. */
const MADE = /^~(daily-|new-|guide-|drawn$|faulty$)/;

/** Opens a text under a name; throws what is wrong with it when it holds no level.
 *  @param {string} text @param {string} name @returns {Promise<Collection>} */
export async function open(text, name) {
  const all = await read(text, name);
  await keepText(name, text);
  loaded.set(name, Promise.resolve(all));
  return all;
}

/** A title as a name in a list: its first line, and not too much of it. @param {string} title */
export function shortTitle(title) {
  const line = title.trim().split('\n')[0].replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
}

/** What a text without a title is called: by what is in it. @param {Omit<Collection, 'name'>} all */
function described({ count, levels: [first] }) {
  if (count > 1) return t('pastedMany', { n: count });
  const { rows, board } = first;
  const [width, height] = rows
    ? [Math.max(...rows.map((row) => row.length)), rows.length]
    : [board?.width ?? 0, board?.height ?? 0];
  const n = rows ? (rows.join('').match(/[$*]/g)?.length ?? 0) : (board?.pieces.length ?? 0);
  return t(rows ? 'pastedSokoban' : 'pastedUnblock', { width, height, n });
}

/** A text in which no level can be played: shown as long as the page is open, and not kept. */
const FAULTY = `${OPENED}faulty`;

/** Opens a text under the name of its file, or what the text calls itself; another text of that name
 *  gets a number. A text in which nothing can be played is shown and not kept.
 *  @param {string} text @param {string} [file] */
export async function openFile(text, file) {
  const all = await read(text, '');
  if (!all.levels.some(isPlayable)) {
    const shown = { ...all, name: FAULTY };
    loaded.set(FAULTY, Promise.resolve(shown));
    return shown;
  }
  const label = shortTitle(file || all.title || all.levels[0]?.title || '') || described(all);
  let name = OPENED + label;
  for (let n = 2; ; n++) {
    const there = await textOf(name);
    if (there === null || there === text) break;
    name = `${OPENED}${label} (${n})`;
  }
  await keepText(name, text);
  const named = { ...all, name };
  loaded.set(name, Promise.resolve(named));
  return named;
}

/** Files that have been opened here, the newest first. */
export async function openedFiles() {
  return (await allTexts()).map((it) => it.name).filter((name) => !MADE.test(name));
}

/** Closes an opened file; returns its text. @param {string} name */
export async function closeFile(name) {
  const text = await textOf(name);
  await dropText(name);
  loaded.delete(name);
  return text ?? '';
}

/** Whether a collection was opened from a text that is kept. @param {string} name */
export const isOpened = (name) => name.startsWith(OPENED) && !/^~(guide-|faulty$)/.test(name);

/** The text of an opened collection. @param {string} name */
export const openedText = (name) => textOf(name);

/** Forgets what was read, so that the next look asks again. @param {string} name */
export function forget(name) {
  loaded.delete(name);
}

/** @type {Promise<Category[]>|undefined} */
let asked;

/** The categories of Unblock boards, asked for once. */
export function categories() {
  asked ??= engine.categories().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Moves as slides of pieces; texts are read by the engines.
 *  @param {UnblockBoard} board @param {Moves} moves @returns {Promise<SlideBy[]>} */
export async function slidesOf(board, moves) {
  if (typeof moves !== 'string') return moves;
  if (!moves) return [];
  return engine.slides(board, moves);
}

/** A link to a level that holds the level itself. @param {Drawing} it */
export async function shareLink(it) {
  return `${location.origin}${location.pathname}#/open/${encodeURIComponent(await engine.write(it))}`;
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

/** The address of a level in one of the views. @param {'play'|'solve'|'edit'|'watch'|'reverse'} view @param {Collection} collection @param {number} index */
export const address = (view, collection, index) =>
  `#/${view}/${encodeURIComponent(collection.name)}/${index}`;

/** Title of a collection for people. @param {Collection} collection */
export function nameOf(collection) {
  if (collection.title) return shortTitle(ofTitle(collection.title));
  const { name } = collection;
  // What was made here has names that only the page understands.
  const guide = guideOf(name);
  if (guide) return ofTitle(guideCollection(guide).title ?? name);
  if (/^~daily-/.test(name)) return t('daily');
  if (/^~new-/.test(name)) return t('newPuzzle');
  if (name === FAULTY) return t('faultyText');
  if (name === `${OPENED}drawn`) return t('editor');
  return name.startsWith(OPENED) ? name.slice(1) : name;
}

/** Title of a level for people. @param {Level} it */
export function titleOf(it) {
  const title = it.title && (known(`category.${it.title}`) ?? ofTitle(it.title));
  return title ? `${it.index}. ${title}` : t('levelNumber', { n: it.index });
}

/** The order in which the levels of a collection were shown last, by its name. @type {Map<string, number[]>} */
const orders = new Map();

/** Notes the order in which levels are shown: what is next follows it, in the player too.
 *  @param {string} name of the collection @param {Level[]} levels */
export const noteOrder = (name, levels) => orders.set(name, levels.map(({ index }) => index));

/** Opens the first unsolved level after a number, or else the first of all, in the order that was chosen for the
 *  collection. @param {Context} ctx @param {Collection} collection @param {number} [after] */
export function nextUnsolved(ctx, collection, after = 0) {
  const { name, levels } = collection;
  if (!after) noteOrder(name, levels);
  const order = orders.get(name) ?? levels.map(({ index }) => index);
  const place = new Map(order.map((index, i) => [index, i]));
  const at = (/** @type {number} */ index) => place.get(index) ?? index - 1;
  const open = levels.filter((it) => isPlayable(it) && !ctx.best.get(it.key)?.own);
  open.sort((a, b) => at(a.index) - at(b.index));
  const next = (after && open.find((it) => at(it.index) > at(after))) || open[0];
  if (next) ctx.go(address('play', collection, next.index));
  else ctx.say(t('allSolved'));
}
