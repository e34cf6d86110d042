// @ts-check
/** The puzzle of the day: a calendar of those that are solved, and how many days in a row. */
import { button, dialog, h, put } from '../lib/dom.js';
import { language, t } from '../lib/i18n.js';
import { starRow } from './stars.js';

/** @import {Context, GameName} from '../types.d.ts' */

/** Names of the collections that hold a puzzle of the day. */
const NAME = /^~daily-(sokoban-)?(\d{4}-\d{2}-\d{2})$/;

/** What is written before the days of a game; Unblock was there first. @type {Record<GameName, string>} */
const BEFORE = { sokoban: 'sokoban ', unblock: '' };

/** The name of the collection that holds the puzzle of a day. @param {GameName} game @param {string} day */
export const dailyName = (game, day) => `~daily-${game === 'sokoban' ? 'sokoban-' : ''}${day}`;

/** The days of one game on which its puzzle was solved, with their stars.
 *  @param {Record<string, number>} days @param {GameName} game */
export function daysOf(days, game) {
  const of = Object.entries(days).filter(([day]) => day.startsWith('sokoban ') === (game === 'sokoban'));
  return Object.fromEntries(of.map(([day, stars]) => [day.slice(BEFORE[game].length), stars]));
}

/** A day as it is written in names. @param {Date} day */
export function dayName(day) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Notes that the puzzle of a day is solved, if it is one. @param {Context} ctx @param {string} name of the collection @param {number} stars */
export function noteDay(ctx, name, stars) {
  const found = NAME.exec(name);
  const day = found && BEFORE[found[1] ? 'sokoban' : 'unblock'] + found[2];
  if (!day || (ctx.settings.days[day] ?? -1) >= stars) return;
  ctx.set({ days: { ...ctx.settings.days, [day]: stars } });
}

/** Days in a row that end today or yesterday. @param {Record<string, number>} days @param {Date} [today] */
export function streak(days, today = new Date()) {
  const day = new Date(today);
  if (days[dayName(day)] === undefined) day.setDate(day.getDate() - 1);
  let n = 0;
  for (; days[dayName(day)] !== undefined; n++) day.setDate(day.getDate() - 1);
  return n;
}

/** A month to choose a day from. @param {Context} ctx @param {GameName} game @param {(day: string) => void} chosen */
export function calendarDialog(ctx, game, chosen) {
  const days = daysOf(ctx.settings.days, game);
  const month = new Date();
  month.setDate(1);
  const body = h('div', { class: 'calendar' });
  const turn = (/** @type {number} */ by) => {
    month.setMonth(month.getMonth() + by);
    put(body, page(days, month, chosen, turn));
  };
  turn(0);
  dialog(
    `${t('calendar')}: ${game === 'sokoban' ? 'Sokoban' : 'Unblock'}`,
    [h('p', {}, t('streak', { n: streak(days) })), body],
    [h('button', { class: 'button', value: '' }, t('close'))],
    () => {},
  );
}

/** @param {Record<string, number>} days @param {Date} month @param {(day: string) => void} chosen @param {(by: number) => void} turn */
function page(days, month, chosen, turn) {
  const locale = language() === 'pt' ? 'pt-PT' : 'en-GB';
  const title = month.toLocaleDateString(locale, { month: 'long', year: 'numeric' });
  const before = (month.getDay() + 6) % 7;
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const weekday = (/** @type {number} */ i) =>
    new Date(2024, 0, 1 + i).toLocaleDateString(locale, { weekday: 'short' });
  return [
    h(
      'div',
      { class: 'row months' },
      button(t('previousMonth'), () => turn(-1), { icon: 'previous', compact: true }),
      h('strong', {}, title),
      button(t('nextMonth'), () => turn(1), { icon: 'next', compact: true }),
    ),
    h(
      'div',
      { class: 'days' },
      [0, 1, 2, 3, 4, 5, 6].map((i) => h('span', { class: 'weekday' }, weekday(i))),
      Array.from({ length: before }, () => h('span', {})),
      Array.from({ length }, (_, i) => oneDay(days, month, i + 1, chosen)),
    ),
  ];
}

/** @param {Record<string, number>} days @param {Date} month @param {number} n @param {(day: string) => void} chosen */
function oneDay(days, month, n, chosen) {
  const day = new Date(month.getFullYear(), month.getMonth(), n);
  const name = dayName(day);
  const stars = days[name];
  return h(
    'button',
    {
      value: '',
      class: `day ${stars === undefined ? '' : 'done'}`,
      'aria-current': name === dayName(new Date()) ? 'date' : null,
      disabled: day > new Date(),
      data: { day: name },
      onclick: () => chosen(name),
    },
    h('span', {}, n),
    stars !== undefined && starRow(stars),
  );
}
