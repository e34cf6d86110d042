// @ts-check
/** Boards that are made when somebody asks for one: the puzzle of the day, a new one of a category. */
import { engine } from '../lib/engine.js';
import { aborted, words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { OPENED, open } from '../lib/levels.js';
import { dailyName, dayName } from './daily.js';

/** @import {Collection, Context, GameName} from '../types.d.ts' */

/** @param {Context} ctx @param {GameName} game @param {string} [date] */
export async function daily(ctx, game, date = dayName(new Date())) {
  const ask = (/** @type {AbortSignal} */ signal) => engine.daily(game, date, { signal });
  await made(ctx, ask, dailyName(game, date));
}

/** Names of boards made for a category begin with this. */
const RANDOM = `${OPENED}new-`;

/** The category a board was made for. @param {Collection} collection */
export function madeFor({ name }) {
  return name.startsWith(RANDOM) ? name.slice(RANDOM.length).split('-')[0] : null;
}

/** @param {Context} ctx @param {string} category @param {GameName} [game] */
export async function random(ctx, category, game = 'unblock') {
  const seed = Math.floor(Math.random() * 1e9);
  const ask = (/** @type {AbortSignal} */ signal) => engine.generate(game, category, seed, { signal });
  const kind = game === 'sokoban' ? `sokoban.${category}` : category;
  await made(ctx, ask, `${RANDOM}${kind}-${seed}`);
}

/** The board that is being made, so that another wish replaces it. @type {AbortController|null} */
let making = null;

/** Asks for a board, which takes seconds for the hardest; the page goes on meanwhile, and a user
 *  who has gone elsewhere is only told.
 *  @param {Context} ctx @param {(signal: AbortSignal) => Promise<string>} ask @param {string} name */
async function made(ctx, ask, name) {
  making?.abort();
  const mine = new AbortController();
  making = mine;
  const here = location.hash;
  const show = () => ctx.go(`#/play/${encodeURIComponent(name)}/1`);
  const cancel = () => mine.abort();
  ctx.say(t('making'), 'busy', [t('cancel'), cancel]);
  try {
    await open(await ask(mine.signal), name);
    if (location.hash === here) {
      ctx.hush();
      show();
    } else ctx.say(t('made'), 'info', [t('play'), show]);
  } catch (error) {
    if (making !== mine) return;
    if (aborted(error)) ctx.hush();
    else ctx.say(words(error), 'error');
  } finally {
    if (making === mine) making = null;
  }
}
