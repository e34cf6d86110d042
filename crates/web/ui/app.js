// @ts-check
/** The frame around the views: header, routes, settings, keys, messages. */
import { button, h, put, s } from './lib/dom.js';
import { Offline, words } from './lib/errors.js';
import { editorView } from './views/editor.js';
import { language, setLanguage, t } from './lib/i18n.js';
import { labView } from './views/lab.js';
import { isLive } from './lib/live.js';
import { liveView } from './views/live.js';
import {
  address,
  faultsOf,
  findLevel,
  isPlayable,
  loadCollection,
  openFile,
} from './lib/levels.js';
import { droppedFiles } from './lib/dropped.js';
import { guideAddress, guided, isFirstVisit } from './views/guide.js';
import { libraryView } from './views/library.js';
import { searchView } from './views/search.js';
import { statsView } from './views/stats.js';
import { reverseView } from './play/reverse.js';
import { sokobanPlayer } from './play/sokoban.js';
import { unblockPlayer } from './play/unblock.js';
import { deliver } from './play/saving.js';
import { store } from './lib/store.js';
import { hearTabs } from './lib/tabs.js';
import { openFiles } from './views/shelf.js';
import { solveView } from './views/solve.js';
import { sourcesView } from './views/sources.js';
import { readCustomSkin } from './board/custom-skin.js';
import { watchView } from './views/watch.js';

/** @import {BestRow, Collection, Context, Found, Settings, View} from './types.d.ts' */

/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto',
  language: '',
  animation: 'smooth',
  path: 'pushes',
  warn: true,
  speed: 6,
  sound: false,
  skin: 'calm',
  keys: 'letters',
  timer: true,
  ownKeys: {},
  days: {},
};

/** What the views share. @type {Context} */
const ctx = {
  settings: { ...DEFAULTS, ...JSON.parse(localStorage.getItem('banto.settings') ?? '{}') },
  best: new Map(),
  begun: new Set(),
  live: false,
  last: JSON.parse(sessionStorage.getItem('banto.last') ?? 'null'),
  ready: Promise.resolve(),
  go,
  say,
  hush,
  set,
  reached,
  unreached,
  refreshProgress,
  noteBest,
  openText,
  showOpened,
};

/** @param {Partial<Settings>} change */
function set(change) {
  Object.assign(ctx.settings, change);
  localStorage.setItem('banto.settings', JSON.stringify(ctx.settings));
  if (change.skin) theme();
  store.set(change).catch(() => {});
}

/** A part of the frame, which is in the page from the start. @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} hash */
function go(hash) {
  if (location.hash === hash) route();
  else location.hash = hash;
}

let sayTimer = 0;

/** A short message at the edge of the page, with something that can be done about it.
 *  @param {string} text @param {'info'|'error'|'busy'} [kind] @param {[string, () => void]} [act] */
function say(text, kind = 'info', act) {
  const notice = part('notice');
  const doIt = () => {
    put(notice);
    act?.[1]();
  };
  put(
    notice,
    h(
      'p',
      { class: `toast ${kind}` },
      text,
      act && h('button', { type: 'button', class: 'link', id: 'toast-act', onclick: doIt }, act[0]),
    ),
  );
  clearTimeout(sayTimer);
  // What is still going on stays until something else is said.
  if (kind !== 'busy')
    sayTimer = window.setTimeout(() => put(notice), act ? 15000 : kind === 'error' ? 8000 : 3500);
}

/** Takes the message away. */
function hush() {
  clearTimeout(sayTimer);
  put(part('notice'));
}

async function refreshProgress() {
  try {
    const { best, begun, away } = await store.progress();
    ctx.best.clear();
    noteBest(best);
    ctx.begun = new Set(begun);
    if (away) unreached('', true);
    else reached();
  } catch (error) {
    unreached(words(error), error instanceof Offline);
  }
}

/** Takes over the best results of some levels: all that is known of each. @param {BestRow[]} rows */
function noteBest(rows) {
  for (const { level } of rows) ctx.best.delete(level);
  for (const it of rows) {
    const of = ctx.best.get(it.level) ?? {};
    const slot = it.solver ? 'solver' : 'own';
    of[slot] = { ...of[slot], [it.metric]: it.value, hints: it.hints };
    ctx.best.set(it.level, of);
  }
}

/** Whether the view could not be shown because nobody answered. */
let failed = false;

/** Milliseconds until the server is asked again. */
const RETRY = 2500;
let retry = 0;

/** Says that nothing reaches the server, and asks it again until something does.
 *  @param {string} reason @param {boolean} away whether it does not answer at all */
function unreached(reason, away) {
  const text = away ? t('away') : t('notSaved', { reason });
  // A server that is away is a quiet mark: nothing is lost. One that cannot keep anything is not.
  const look = away ? 'banner quiet' : 'banner bad';
  put(part('trouble'), h('p', { class: look }, text, button(t('tryNow'), again)));
  clearTimeout(retry);
  retry = window.setTimeout(again, RETRY);
}

/** Sends what has waited. */
async function again() {
  clearTimeout(retry);
  try {
    await deliver(ctx);
    await refreshProgress();
  } catch (error) {
    unreached(words(error), error instanceof Offline);
  }
}

/** The server has answered: nothing is wrong any more. */
function reached() {
  clearTimeout(retry);
  if (!part('trouble').firstChild) return;
  put(part('trouble'));
  say(t('backAgain'));
  deliver(ctx).catch(() => {});
  // What could not be shown without it can be shown now.
  if (failed) route();
}

// The frame.

function theme() {
  const { theme: chosen } = ctx.settings;
  document.documentElement.dataset.skin = ctx.settings.skin;
  document.documentElement.dataset.theme =
    chosen === 'auto'
      ? matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light'
      : chosen;
}

function header() {
  document.documentElement.lang = language();
  put(part('top'), h('a', { class: 'brand', href: '#/', 'aria-label': 'Banto' }, brand(), h('span', {}, 'Banto')), navigation(), tools());
}

/** The mark of the page, drawn here: it does not need the server. */
function brand() {
  return s(
    'svg',
    { class: 'mark', width: 28, height: 28, viewBox: '0 0 40 40', 'aria-hidden': 'true' },
    s('rect', { class: 'tile', width: 40, height: 40, rx: 9 }),
    s('rect', { class: 'crate', x: 8, y: 8, width: 24, height: 24, rx: 4 }),
    s('path', { class: 'plank', d: 'M13.5 13.5h13v13h-13z' }),
  );
}

function navigation() {
  const here = location.hash.split('/')[1] ?? '';
  const link = (/** @type {string} */ name, /** @type {string[]} */ ...views) =>
    h(
      'a',
      { href: `#/${views[0]}`, 'aria-current': views.includes(here) ? 'page' : null },
      t(name),
    );
  return h(
    'nav',
    { 'aria-label': t('nav') },
    link('library', '', 'c', 'play', 'reverse', 'search', 'stats'),
    link('solve', 'solve', 'watch'),
    link('editor', 'edit'),
    link('lab', 'lab', 'sources'),
    ctx.live && link('liveLink', 'live'),
  );
}

/** Language, theme and help. */
function tools() {
  const flip = () => {
    set({ theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' });
    theme();
  };
  const speak = () => {
    set({ language: language() === 'en' ? 'pt' : 'en' });
    setLanguage(ctx.settings.language);
    route();
  };
  return h(
    'div',
    { class: 'tools' },
    h(
      'button',
      {
        type: 'button',
        class: 'button compact',
        id: 'language',
        title: t('language'),
        onclick: speak,
      },
      language() === 'en' ? 'PT' : 'EN',
    ),
    button(t('theme'), flip, { icon: 'theme', compact: true, id: 'theme' }),
    button(t('help'), help, { icon: 'help', compact: true, key: '?', id: 'help' }),
  );
}

/** @type {View|null} */
let view = null;
let visit = 0;

/** @param {string} text */
const decode = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** How far each address was scrolled when it was left; and the one that is shown. @type {Map<string, number>} */
const places = new Map();
let shown = '';
history.scrollRestoration = 'manual';

/** A list is found as it was left, everything else begins at its top. */
function arrive() {
  const again = location.hash === shown;
  const list = /^#?\/?(c\/|$)/.test(location.hash);
  const before = shown;
  shown = location.hash;
  if (again) return;
  scrollTo({ top: list ? (places.get(shown) ?? 0) : 0, behavior: 'instant' });
  // The card of the level that was left, if this is its list.
  const [, , name, index] = before.split('/');
  const [, , mine] = shown.split('/');
  if (list && index && (mine === undefined || name === mine)) view?.find?.(Number(index));
}

/** Shows what the address says. */
async function route() {
  const mine = ++visit;
  const [, name = '', ...rest] = location.hash.split('/');
  header();
  view?.save?.();
  /** @type {View|null} */
  let next;
  failed = false;
  try {
    [next] = await Promise.all([show(name, rest), ctx.ready]);
  } catch (error) {
    failed = error instanceof Offline;
    next = {
      element: h(
        'section',
        { class: 'sheet' },
        h('h1', {}, t('nothing')),
        h('p', {}, words(error)),
        h('p', {}, h('a', { href: '#/' }, t('library'))),
      ),
    };
  }
  if (mine !== visit || !next) {
    next?.leave?.();
    return;
  }
  places.set(shown, scrollY);
  view?.leave?.();
  view = next;
  header();
  document.title = view.title ? `${view.title} · Banto` : 'Banto';
  document.body.dataset.view = name || 'c';
  sessionStorage.setItem('banto.last', JSON.stringify(ctx.last));
  put(part('view'), view.element);
  view.shown?.();
  arrive();
  put(
    part('keys'),
    (view.keys ?? []).map(([key, text]) => h('span', {}, h('kbd', {}, key), ' ', text)),
  );
}

/** @param {string} name @param {string[]} rest @returns {Promise<View|null>} */
async function show(name, rest) {
  switch (name) {
    case '':
      await ctx.ready;
      if (!location.hash && isFirstVisit(ctx)) {
        location.replace(guideAddress('sokoban', 1));
        return null;
      }
      return libraryView(ctx, null);
    case 'search':
      return searchView(ctx, decode(rest[0] ?? ''));
    case 'stats':
      return statsView(ctx);
    case 'c':
      return libraryView(ctx, decode(rest[0] ?? ''));
    case 'play': {
      await ctx.ready;
      return playerOf(await findLevel(decode(rest[0]), Number(rest[1])), rest[2]);
    }
    case 'reverse':
      await ctx.ready;
      return reverseView(ctx, await findLevel(decode(rest[0]), Number(rest[1])));
    case 'solve':
      await ctx.ready;
      return solveView(
        ctx,
        rest[0] ? await findLevel(decode(rest[0]), Number(rest[1])) : await lastLevel(),
      );
    case 'watch':
      await ctx.ready;
      return watchView(
        ctx,
        rest[0] ? await findLevel(decode(rest[0]), Number(rest[1])) : await lastLevel(),
      );
    case 'edit':
      await ctx.ready;
      return editorView(ctx, rest[0] ? await findLevel(decode(rest[0]), Number(rest[1])) : null);
    case 'lab':
      return labView(ctx, rest[0] ? decode(rest[0]) : null);
    case 'sources':
      return sourcesView(rest[0] ? decode(rest[0]) : null);
    case 'live':
      return liveView(ctx);
    case 'open': {
      const collection = await openFile(decode(rest.join('/')));
      location.replace(placeOf(collection));
      return null;
    }
    default:
      throw new Error(name);
  }
}

/** The player of a level's game. @param {Found} found @param {string} [mode] of Unblock: `pc` or `human` */
async function playerOf({ collection, level: it }, mode) {
  const { rows, board } = it;
  const found = { collection, level: it };
  if (isPlayable(it) && rows)
    return guided(ctx, found, await sokobanPlayer(ctx, { collection, level: { ...it, rows } }));
  if (isPlayable(it) && board)
    return guided(ctx, found, await unblockPlayer(ctx, { collection, level: { ...it, board } }, mode));
  throw new Error(faultsOf(it));
}

/** Where an opened text is shown: one good level is played at once. @param {Collection} collection */
function placeOf(collection) {
  const single = collection.levels.length === 1 && isPlayable(collection.levels[0]);
  return single ? address('play', collection, 1) : `#/c/${encodeURIComponent(collection.name)}`;
}

/** What the solve view shows when nothing was chosen: the level looked at last, else the first of the
 *  first collection. */
async function lastLevel() {
  const { last } = ctx;
  const found = last && (await findLevel(last.name, last.index).catch(() => null));
  if (found) return found;
  const [first] = await store.collections();
  const collection = await loadCollection(first.name);
  return { collection, level: collection.levels[0] };
}

/** All keys of this view and of everywhere. */
function help() {
  const rows = [...(view?.keys ?? []), ['?', t('help')], ['Esc', t('close')]];
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    h(
      'form',
      { method: 'dialog' },
      h('h2', { id: 'help-title' }, t('helpTitle')),
      h('p', {}, h('strong', {}, 'Sokoban'), ' ', t('rules.sokoban')),
      h('p', {}, h('strong', {}, 'Unblock'), ' ', t('rules.unblock')),
      h(
        'table',
        {},
        h(
          'tbody',
          {},
          rows.map(([key, text]) => h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, text))),
        ),
      ),
      h('p', {}, t('helpMouse')),
      h('p', {}, t('helpPrivacy')),
      h('button', { class: 'button primary' }, t('close')),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  // The focus is on the button at its end; reading begins at its top.
  dialog.scrollTop = 0;
}

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || document.querySelector('dialog[open]')) return;
  if (target.matches?.('input:not([type=range]):not([type=checkbox]), textarea, select')) return;
  if (event.key === '?') {
    event.preventDefault();
    help();
    return;
  }
  if ((event.key === 'Enter' || event.key === ' ') && target.closest?.('button, a, summary'))
    return;
  if (target.matches?.('input') && event.key.startsWith('Arrow')) return;
  if (view?.key?.(event)) event.preventDefault();
});

/** Opens what was dropped or pasted. @param {string} text @param {string} [name] of its file */
async function openText(text, name) {
  // A link that holds a level is as good as the level.
  const [, held] = /^\s*https?:\S+#\/open\/(\S+)\s*$/.exec(text) ?? [];
  try {
    showOpened(await openFile(held ? decode(held) : text, name));
  } catch (error) {
    say(words(error), 'error');
  }
}

/** Shows what was opened. @param {Collection} collection */
function showOpened(collection) {
  go(placeOf(collection));
  if (collection.levels.some(isPlayable)) say(t('opened', { n: collection.count }));
  else say(t('faultyOpened'), 'error');
}

document.addEventListener('paste', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches?.('input, textarea')) return;
  const text = event.clipboardData?.getData('text/plain');
  if (text?.trim()) openText(text);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  const { dataTransfer: data } = event;
  if (!data) return;
  const text = data.getData('text/plain');
  const files = await droppedFiles(data);
  if (files.length) await openFiles(ctx, files);
  if (!files.length && text.trim()) openText(text);
});

// What is solved in one tab is seen in the others.
hearTabs((best) => {
  noteBest(best);
  if (/^#?\/?(c\/|$)/.test(location.hash)) route();
});

/** Tells the style sheet whether the Tab key is in use: only then does the board show its focus. */
document.addEventListener('keydown', (event) => {
  if (event.key === 'Tab') document.documentElement.dataset.by = 'tab';
});
document.addEventListener('pointerdown', () => delete document.documentElement.dataset.by);

addEventListener('hashchange', route);
addEventListener('online', again);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', theme);
setLanguage(ctx.settings.language);
theme();
header();
// The library is asked for at once; what it shows waits for progress and settings.
ctx.ready = Promise.all([
  readCustomSkin(),
  deliver(ctx)
    .catch(() => {})
    .then(refreshProgress),
  isLive()
    .then((live) => {
      ctx.live = live;
    })
    .catch(() => {}),
  store
    .settings()
    .then((saved) => {
      Object.assign(ctx.settings, saved);
      setLanguage(ctx.settings.language);
      theme();
    })
    .catch(() => {}),
]);
await route();
navigator.serviceWorker?.register('sw.js').catch(() => {});
