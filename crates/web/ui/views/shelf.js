// @ts-check
/** Beside the levels: collections to choose from, to add and to remove; new puzzles; saved games. */
import { button, dialog, download, h, icon } from '../lib/dom.js';
import { words } from '../lib/errors.js';
import { ofTitle, t } from '../lib/i18n.js';
import { calendarDialog, dayName, daysOf, streak } from '../play/daily.js';
import { forget, isPlayable, openFile, shortTitle } from '../lib/levels.js';
import { guideCollection, guideStep } from '../lib/guide.js';
import { guideAddress } from './guide.js';
import { packs } from '../lib/packs.js';
import { store } from '../lib/store.js';
import { textsIn } from '../lib/unpack.js';
import { daily, random } from '../play/generated.js';

/** @import {Category, Collection, Context, GameName, Shelved} from '../types.d.ts' */

/** What there is to choose from. @typedef {{collections: Shelved[], opened: string[], current: string, classes: Category[]}} Choice */

/** @param {Context} ctx @param {Choice} choice */
export function sidebar(ctx, choice) {
  // Beside the levels where there is room; on a phone folded above them.
  const unfolded = !matchMedia('(max-width: 60rem)').matches;
  return h(
    'aside',
    { class: 'shelf', 'aria-label': t('collections') },
    h(
      'details',
      { open: unfolded },
      h('summary', {}, icon('open'), t('shelf')),
      opening(ctx),
      you(ctx),
      list(choice),
      newPuzzles(ctx, choice.classes),
      savedState(ctx),
    ),
  );
}

/** Opens every text in some files, and shows the last; what has no level that can be played is named and left.
 *  @param {Context} ctx @param {File[]} files */
export async function openFiles(ctx, files) {
  try {
    const all = (await Promise.all(files.map(textsIn))).flat();
    // One text is shown with all its faults.
    if (all.length === 1) return await ctx.openText(all[0].text, all[0].name);
    /** @type {Collection[]} */
    const opened = [];
    /** @type {string[]} */
    const left = [];
    for (const { name, text } of all) {
      const it = await openFile(text, name).catch(() => null);
      if (it?.levels.some(isPlayable)) opened.push(it);
      else left.push(name);
    }
    const last = opened[opened.length - 1];
    if (last) ctx.showOpened(last);
    const told = [
      t('openedFiles', { n: opened.length }),
      left.length > 0 && t('openedNot', { n: left.length, names: left.slice(0, 5).join(', ') }),
    ];
    ctx.say(told.filter(Boolean).join('; '), left.length ? 'error' : 'info');
  } catch (error) {
    ctx.say(words(error), 'error');
  }
}

/** Ways to open a file. @param {Context} ctx */
function opening(ctx) {
  const file = h('input', {
    type: 'file',
    class: 'hidden',
    id: 'file',
    tabindex: -1,
    'aria-hidden': 'true',
    multiple: true,
    onchange: () => openFiles(ctx, [...(file.files ?? [])]),
  });
  return [
    h(
      'div',
      { class: 'row' },
      button(t('openFile'), () => file.click(), {
        icon: 'open',
        class: 'primary',
        id: 'open-file',
      }),
      button(t('pasteText'), () => pasteDialog(ctx), { icon: 'copy', id: 'paste-text' }),
    ),
    file,
  ];
}

/** The guided starts that are not finished, and what one has solved. @param {Context} ctx */
function you(ctx) {
  const guide = (/** @type {GameName} */ game) => {
    const step = guideStep(ctx, game);
    if (step === null) return false;
    const { count } = guideCollection(game);
    const label = t('guide.go', { game: game === 'sokoban' ? 'Sokoban' : 'Unblock', n: step, of: count });
    return h('li', {}, h('a', { href: guideAddress(game, step), id: `guide-${game}` }, `${t('guide')} · ${label}`));
  };
  return [
    h('h2', {}, t('you')),
    h(
      'ul',
      {},
      guide('sokoban'),
      guide('unblock'),
      h('li', {}, h('a', { href: '#/stats', id: 'to-stats' }, t('statistics'))),
      h('li', {}, h('a', { href: '#/search', id: 'to-search' }, t('searchAll'))),
    ),
  ];
}

/** All collections, by game. @param {Choice} choice */
function list({ collections, opened: files, current }) {
  const solved = packs();
  /** How many of how many, and how far that is. */
  const far = (/** @type {Partial<Shelved>} */ { name = '', count = 0 }) => {
    const n = Math.min(solved[name] ?? 0, count);
    if (!n) return count;
    const label = t('solvedOf', { n, of: count });
    return [`${n} / ${count}`, h('progress', { max: count, value: n, 'aria-label': label })];
  };
  const entry = (/** @type {Partial<Shelved>} */ it) =>
    h(
      'li',
      {},
      h(
        'a',
        {
          href: `#/c/${encodeURIComponent(it.name ?? '')}`,
          'aria-current': it.name === current ? 'page' : null,
        },
        h('span', { class: 'name', title: it.title }, it.title ? shortTitle(ofTitle(it.title)) : it.name),
        (it.error || it.count !== undefined) &&
          h('span', { class: 'count' }, it.error ? '!' : far(it)),
      ),
    );
  const group = (/** @type {string} */ title, /** @type {Partial<Shelved>[]} */ rows) =>
    rows.length > 0 && [h('h2', {}, title), h('ul', {}, rows.map(entry))];
  const opened = files.map((name) => ({ name, title: name.slice(1) }));
  const of = (/** @type {string} */ game) => collections.filter((it) => it.game === game);
  return [
    group(t('openedHere'), opened),
    group('Sokoban', of('sokoban')),
    group('Unblock', of('unblock')),
    group(
      t('unreadable'),
      collections.filter((it) => it.error),
    ),
  ];
}

/** The puzzle of the day and new boards by category. @param {Context} ctx @param {Category[]} classes */
function newPuzzles(ctx, classes) {
  const choices = (/** @type {string} */ id, /** @type {GameName} */ game, /** @type {string[]} */ names) => {
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      {
        id,
        onchange: () => {
          const { value } = select;
          select.value = '';
          if (value) random(ctx, value, game);
        },
      },
      h('option', { value: '' }, t('choose')),
      names.map((name) => h('option', { value: name }, t(`category.${name}`))),
    );
    return h('label', { class: 'field' }, h('span', {}, t(game === 'sokoban' ? 'newSokoban' : 'newUnblock')), select);
  };
  return [
    h('h2', {}, t('daily')),
    dayOf(ctx, 'sokoban'),
    dayOf(ctx, 'unblock'),
    h('h2', {}, t('newPuzzles')),
    h(
      'div',
      { class: 'row' },
      choices('random-sokoban', 'sokoban', ['easy', 'medium', 'hard']),
      choices(
        'random',
        'unblock',
        classes.map(({ name }) => name),
      ),
    ),
  ];
}

/** The puzzle of the day of a game, and its calendar. @param {Context} ctx @param {GameName} game */
function dayOf(ctx, game) {
  const days = daysOf(ctx.settings.days, game);
  const n = streak(days);
  const calendar = () => calendarDialog(ctx, game, (day) => daily(ctx, game, day));
  const done = days[dayName(new Date())] !== undefined;
  const end = game === 'sokoban' ? '-sokoban' : '';
  return h(
    'div',
    { class: 'row' },
    button(game === 'sokoban' ? 'Sokoban' : 'Unblock', () => daily(ctx, game), {
      icon: done ? 'check' : 'play',
      id: `daily${end}`,
    }),
    button(n > 1 ? t('streakShort', { n }) : t('calendar'), calendar, {
      icon: 'calendar',
      id: `calendar${end}`,
    }),
  );
}

/** Games and settings, to be kept elsewhere. @param {Context} ctx */
function savedState(ctx) {
  const take = async () =>
    download('banto-progress.json', JSON.stringify(await store.export(), null, 1));
  return [
    h('h2', {}, t('savedState')),
    h(
      'div',
      { class: 'row' },
      button(t('export'), take, { icon: 'save' }),
      button(t('import'), () => importDialog(ctx), { icon: 'open' }),
    ),
  ];
}

/** A field to paste into, for those who have no paste key at hand. @param {Context} ctx */
function pasteDialog(ctx) {
  const area = h('textarea', {
    rows: 14,
    cols: 44,
    spellcheck: 'false',
    id: 'paste-area',
    'aria-label': t('pasteText'),
  });
  dialog(
    t('pasteText'),
    [h('p', {}, t('pasteHelp')), area],
    [
      h('button', { class: 'button primary', value: 'ok', id: 'paste-ok' }, t('open')),
      h('button', { class: 'button', value: '' }, t('cancel')),
    ],
    () => {
      if (area.value.trim()) ctx.openText(area.value);
    },
  );
}

/** @param {Context} ctx */
function importDialog(ctx) {
  const input = h('input', { type: 'file', accept: '.json,application/json' });
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const done = await store.import(JSON.parse(await file.text()));
      const told = t('imported', { solutions: done.solutions, games: done.games });
      const first = done.refused[0];
      const missing =
        first && t('leftOut', { count: done.left_out, row: first.row, reason: first.reason });
      ctx.say(missing ? `${told}; ${missing}` : told, missing ? 'error' : undefined);
      ctx.ready = ctx.refreshProgress();
      ctx.go(location.hash || '#/');
    } catch (error) {
      ctx.say(words(error), 'error');
    }
  });
  input.click();
}

/** Asks for a name and puts a text into the user's library.
 *  @param {Context} ctx @param {string} suggested @param {string|null} text */
export function keepDialog(ctx, suggested, text) {
  const name = h('input', { type: 'text', maxlength: 60, value: suggested, id: 'keep-name' });
  dialog(
    t('keep'),
    h('label', { class: 'field' }, h('span', {}, t('keepAs')), name),
    [
      h('button', { class: 'button primary', value: 'ok', id: 'keep-ok' }, t('keepIt')),
      h('button', { class: 'button', value: '' }, t('cancel')),
    ],
    async () => {
      if (!name.value.trim()) return;
      try {
        const done = await store.add(name.value, text ?? '');
        forget(done.name);
        ctx.say(t('kept', { name: done.name }));
        ctx.go(`#/c/${encodeURIComponent(done.name)}`);
      } catch (error) {
        ctx.say(words(error), 'error');
      }
    },
  );
  name.select();
}

/** Asks before a collection is removed; it can be saved as a file first, and put back afterwards.
 *  @param {Context} ctx @param {Collection} collection */
export function removeDialog(ctx, collection) {
  const take = async () => {
    try {
      download(`${collection.name}.txt`, await store.collectionText(collection.name));
    } catch (error) {
      ctx.say(words(error), 'error');
    }
  };
  dialog(
    t('removeTitle', { name: collection.title ?? collection.name }),
    h('p', {}, t('removeHelp', { n: collection.count })),
    [
      h('button', { class: 'button danger', value: 'ok', id: 'remove-ok' }, t('remove')),
      button(t('exportFirst'), take, { icon: 'save', id: 'remove-export' }),
      h('button', { class: 'button', value: '', autofocus: true }, t('cancel')),
    ],
    async () => {
      try {
        const removed = await store.remove(collection.name);
        forget(collection.name);
        ctx.go('#/');
        ctx.say(t('removed', { name: collection.title ?? collection.name }), 'info', [
          t('undo'),
          () => putBack(ctx, removed),
        ]);
      } catch (error) {
        ctx.say(words(error), 'error');
      }
    },
  );
}

/** @param {Context} ctx @param {string} removed */
async function putBack(ctx, removed) {
  try {
    const name = await store.restore(removed);
    forget(name);
    ctx.say(t('putBack', { name }));
    ctx.go(`#/c/${encodeURIComponent(name)}`);
  } catch (error) {
    ctx.say(words(error), 'error');
  }
}
