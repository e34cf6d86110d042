// @ts-check
/** The frame around the views: header, routes, settings, keys, messages. */
import { api, words } from './api.js';
import { button, h, put } from './dom.js';
import { editorView } from './editor.js';
import { language, setLanguage, t } from './i18n.js';
import { labView } from './lab.js';
import { address, collection, faultsOf, isPlayable, level, open } from './levels.js';
import { libraryView } from './library.js';
import { sokobanPlayer } from './play-sokoban.js';
import { unblockPlayer } from './play-unblock.js';
import { solveView } from './solve.js';

/** @import {Collection, Context, Found, Settings, View} from './types.d.ts' */

/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto',
  language: '',
  animation: 'smooth',
  path: 'pushes',
  warn: true,
  speed: 6,
};

/** What the views share. @type {Context} */
const ctx = {
  settings: { ...DEFAULTS, ...JSON.parse(localStorage.getItem('banto.settings') ?? '{}') },
  best: new Map(),
  begun: new Set(),
  trouble: null,
  ready: Promise.resolve(),
  go,
  say,
  hush,
  set,
  refreshProgress,
  openText,
};

/** @param {Partial<Settings>} change */
function set(change) {
  Object.assign(ctx.settings, change);
  localStorage.setItem('banto.settings', JSON.stringify(ctx.settings));
  api('settings', { method: 'PUT', body: change }).catch(() => {});
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
    const { best, begun } = await api('progress');
    ctx.best.clear();
    for (const it of best) {
      const of = ctx.best.get(it.level) ?? {};
      const slot = it.solver ? 'solver' : 'own';
      of[slot] = { ...of[slot], [it.metric]: it.value, hints: it.hints };
      ctx.best.set(it.level, of);
    }
    ctx.begun = new Set(begun);
    ctx.trouble = null;
  } catch (error) {
    ctx.trouble = words(error);
  }
}

// The frame.

function theme() {
  const { theme: chosen } = ctx.settings;
  document.documentElement.dataset.theme =
    chosen === 'auto'
      ? matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light'
      : chosen;
}

function header() {
  document.documentElement.lang = language();
  put(
    part('top'),
    h(
      'a',
      { class: 'brand', href: '#/' },
      h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }),
      'Banto',
    ),
    navigation(),
    tools(),
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
    link('library', '', 'c', 'play'),
    link('solve', 'solve'),
    link('editor', 'edit'),
    link('lab', 'lab'),
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

/** Shows what the address says. */
async function route() {
  const mine = ++visit;
  const [, name = '', ...rest] = location.hash.split('/');
  header();
  /** @type {View|null} */
  let next;
  try {
    [next] = await Promise.all([show(name, rest), ctx.ready]);
  } catch (error) {
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
  view?.leave?.();
  view = next;
  header();
  document.title = view.title ? `${view.title} · Banto` : 'Banto';
  put(
    part('view'),
    ctx.trouble &&
      h('p', { class: 'banner', role: 'alert' }, t('notSaved', { reason: ctx.trouble })),
    view.element,
  );
  put(
    part('keys'),
    (view.keys ?? []).map(([key, text]) => h('span', {}, h('kbd', {}, key), ' ', text)),
  );
}

/** @param {string} name @param {string[]} rest @returns {Promise<View|null>} */
async function show(name, rest) {
  switch (name) {
    case '':
      return libraryView(ctx, null);
    case 'c':
      return libraryView(ctx, decode(rest[0] ?? ''));
    case 'play': {
      await ctx.ready;
      return playerOf(await level(decode(rest[0]), Number(rest[1])));
    }
    case 'solve':
      await ctx.ready;
      return solveView(
        ctx,
        rest[0] ? await level(decode(rest[0]), Number(rest[1])) : await firstLevel(),
      );
    case 'edit':
      await ctx.ready;
      return editorView(ctx, rest[0] ? await level(decode(rest[0]), Number(rest[1])) : null);
    case 'lab':
      return labView(ctx, rest[0] ? decode(rest[0]) : null);
    case 'open': {
      const whole = await open(decode(rest.join('/')));
      location.replace(placeOf(whole));
      return null;
    }
    default:
      throw new Error(name);
  }
}

/** The player of a level's game. @param {Found} found */
function playerOf({ whole, level: it }) {
  const { rows, board } = it;
  if (isPlayable(it) && rows) return sokobanPlayer(ctx, { whole, level: { ...it, rows } });
  if (isPlayable(it) && board) return unblockPlayer(ctx, { whole, level: { ...it, board } });
  throw new Error(faultsOf(it));
}

/** Where an opened text is shown: one good level is played at once. @param {Collection} whole */
function placeOf(whole) {
  const single = whole.levels.length === 1 && isPlayable(whole.levels[0]);
  return single ? address('play', whole, 1) : `#/c/${encodeURIComponent(whole.name)}`;
}

/** What the solve view shows when nothing was chosen: the first level of the first collection. */
async function firstLevel() {
  const { collections } = await api('collections');
  const whole = await collection(collections[0].name);
  return { whole, level: whole.levels[0] };
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

/** Opens what was dropped or pasted. @param {string} text */
async function openText(text) {
  try {
    const whole = await open(text);
    go(placeOf(whole));
    say(t('opened', { n: whole.count }));
  } catch (error) {
    say(words(error), 'error');
  }
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
  const file = event.dataTransfer?.files[0];
  const text = file ? await file.text() : event.dataTransfer?.getData('text/plain');
  if (text?.trim()) openText(text);
});

addEventListener('hashchange', route);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', theme);
setLanguage(ctx.settings.language);
theme();
header();
// The library is asked for at once; what it shows waits for progress and settings.
ctx.ready = Promise.all([
  refreshProgress(),
  api('settings')
    .then((saved) => {
      Object.assign(ctx.settings, saved);
      setLanguage(ctx.settings.language);
      theme();
    })
    .catch(() => {}),
]);
await route();
