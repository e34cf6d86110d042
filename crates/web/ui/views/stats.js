// @ts-check
/** What somebody has solved, how long it took, and which level comes next for them. All of it is this browser's own. */
import { button, h } from '../lib/dom.js';
import { aborted, words } from '../lib/errors.js';
import { gradeOf, knownGrade, readGrades, shareOf } from '../lib/grades.js';
import { number, t } from '../lib/i18n.js';
import { address, isPlayable, loadCollection, nameOf } from '../lib/levels.js';
import { allResults } from '../lib/results.js';
import { store } from '../lib/store.js';
import { daysInARow, fitting, ratingOf } from '../game/rating.js';
import { rows } from '../lib/database.js';

/** @import {Collection, Context, GameName, GameResult, Playable, View} from '../types.d.ts' */

/** @type {GameName[]} */
const GAMES = ['sokoban', 'unblock'];

/** Levels that are graded for somebody who has no graded ones left. */
const TRIED = 12;

/** Levels of a collection that is looked through for the next one. */
const LARGEST = 3000;

/** Shares of levels by key, as far as they are known. @returns {Promise<(hash: string) => number|null>} */
async function shares() {
  await readGrades();
  const kept = new Map((await rows('grades')).map(({ level, grade }) => [level, shareOf(grade)]));
  for (const it of await graded()) kept.set(it.key, shareOf(knownGrade(it)));
  return (hash) => kept.get(hash) ?? null;
}

/** Levels that come with a grade: those of the embedded packs. @returns {Promise<Playable[]>} */
async function graded() {
  const list = (await store.collections()).filter((it) => it.embedded && !it.error);
  const all = await Promise.all(list.map((it) => loadCollection(it.name).catch(() => null)));
  return all.flatMap((it) => (it?.levels ?? []).filter(isPlayable).filter((level) => level.grade));
}

/** @param {Context} ctx @returns {Promise<View>} */
export async function statsView(ctx) {
  await ctx.ready;
  const results = await allResults();
  const share = await shares();
  const names = await titles(results);
  const element = h(
    'section',
    { class: 'stats' },
    h('p', {}, h('a', { class: 'back', href: '#/' }, t('library'))),
    h('h1', {}, t('statistics')),
    h('div', { class: 'tiles' }, GAMES.map((game) => tile(ctx, game, results, share))),
    results.length > 0 && [h('h2', {}, t('stats.byCollection')), table(results, names)],
  );
  return { element, title: t('statistics') };
}

/** A time in words: minutes, or hours and minutes. @param {number} seconds */
function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${number(Math.round(seconds))} s`;
  if (minutes < 60) return `${number(minutes)} min`;
  return `${number(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** @param {Context} ctx @param {GameName} game @param {GameResult[]} all @param {(hash: string) => number|null} share */
function tile(ctx, game, all, share) {
  const results = all.filter((it) => it.game === game);
  const { rating, n } = ratingOf(all, game, share);
  const { solved, seconds, hints, clean } = summed(results);
  const row = (/** @type {string} */ name, /** @type {string|number} */ value) => [h('dt', {}, t(name)), h('dd', {}, value)];
  return h(
    'section',
    { class: 'sheet', id: `stats-${game}` },
    h('h2', {}, game === 'sokoban' ? 'Sokoban' : 'Unblock'),
    results.length
      ? h(
          'dl',
          {},
          row('stats.solved', number(solved)),
          row('stats.wins', number(results.length)),
          row('stats.clean', number(clean)),
          row('stats.hints', number(hints)),
          row('stats.time', duration(seconds)),
          row('stats.streak', number(daysInARow(results))),
          n > 0 && row('stats.rating', number(rating)),
        )
      : h('p', {}, t('stats.none')),
    n > 0 && h('p', { class: 'about' }, t('stats.ratingHelp')),
    button(t('nextForMe'), () => nextForMe(ctx, game), { icon: 'next', class: 'primary', id: `next-${game}` }),
  );
}

/** @param {GameResult[]} results */
function summed(results) {
  return {
    solved: new Set(results.map((it) => it.hash)).size,
    seconds: results.reduce((sum, it) => sum + it.seconds, 0),
    hints: results.reduce((sum, it) => sum + it.hints, 0),
    clean: new Set(results.filter((it) => !it.hints).map((it) => it.hash)).size,
  };
}

/** Titles of collections for people. @param {GameResult[]} results @returns {Promise<Map<string, string>>} */
async function titles(results) {
  const list = await store.collections().catch(() => []);
  const known = new Map(list.map((it) => [it.name, it.title ?? null]));
  const names = [...new Set(results.map((it) => it.collection))];
  const game = 'sokoban';
  const title = (/** @type {string} */ name) =>
    nameOf({ name, title: known.get(name) ?? null, game, author: null, count: 0, levels: [] });
  return new Map(names.map((name) => [name, title(name)]));
}

/** @param {GameResult[]} results @param {Map<string, string>} names */
function table(results, names) {
  /** @type {Map<string, GameResult[]>} */
  const groups = new Map();
  for (const it of results) {
    const name = names.get(it.collection) ?? it.collection;
    groups.set(name, [...(groups.get(name) ?? []), it]);
  }
  const latest = (/** @type {GameResult[]} */ all) => all[all.length - 1].when;
  const sorted = [...groups].sort((a, b) => latest(b[1]) - latest(a[1]));
  const heads = ['stats.collection', 'stats.solved', 'stats.clean', 'stats.hints', 'stats.time', 'stats.best'];
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('stats.byCollection') },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, heads.map((it) => h('th', { scope: 'col' }, t(it))))),
      h(
        'tbody',
        {},
        sorted.map(([name, all]) => {
          const { solved, clean, hints, seconds } = summed(all);
          const figures = [number(solved), number(clean), number(hints), duration(seconds)];
          return h(
            'tr',
            {},
            h('th', { scope: 'row' }, name),
            figures.map((it) => h('td', { class: 'figure' }, it)),
            h('td', {}, new Date(latest(all)).toLocaleDateString(document.documentElement.lang)),
          );
        }),
      ),
    ),
  );
}

/** Unsolved levels of a game, with their collections. @param {Context} ctx @param {GameName} game */
async function unsolved(ctx, game) {
  const list = (await store.collections()).filter((it) => it.game === game && !it.error);
  const small = list.filter((it) => (it.count ?? 0) <= LARGEST);
  const all = await Promise.all(small.map((it) => loadCollection(it.name).catch(() => null)));
  return all.flatMap((collection) =>
    (collection?.levels ?? [])
      .filter(isPlayable)
      .filter((level) => !level.impossible && !ctx.best.get(level.key)?.own)
      .map((level) => ({ collection: /** @type {Collection} */ (collection), level })),
  );
}

/** Opens the unsolved level that fits somebody best. @param {Context} ctx @param {GameName} game */
export async function nextForMe(ctx, game) {
  const ends = new AbortController();
  const here = location.hash;
  ctx.say(t('nextFinding'), 'busy', [t('cancel'), () => ends.abort()]);
  try {
    const share = await shares();
    const { rating } = ratingOf(await allResults(), game, share);
    const open = await unsolved(ctx, game);
    const known = () =>
      open.flatMap((level) => {
        const it = shareOf(knownGrade(level.level));
        return it === null ? [] : [{ level, share: it }];
      });
    // Who has no graded level left gets some graded, spread over all there are.
    if (known().length < TRIED) {
      const unknown = open.filter((it) => knownGrade(it.level) === undefined);
      const every = Math.max(1, Math.floor(unknown.length / TRIED));
      for (let i = 0; i < unknown.length; i += every) await gradeOf(unknown[i].level, ends.signal);
    }
    const next = fitting(rating, known());
    if (location.hash !== here) return;
    if (next) {
      ctx.hush();
      ctx.go(address('play', next.collection, next.level.index));
    } else ctx.say(t('nextNone'), 'error');
  } catch (error) {
    if (aborted(error)) ctx.hush();
    else ctx.say(words(error), 'error');
  }
}
