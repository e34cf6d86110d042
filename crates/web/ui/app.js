// @ts-check
/** The frame around the views: header, routes, settings, keys, messages. */
import { api } from './api.js';
import { button, h, icon, put } from './dom.js';
import { editorView } from './editor.js';
import { language, setLanguage, t } from './i18n.js';
import { labView } from './lab.js';
import { collection, level, open } from './levels.js';
import { libraryView } from './library.js';
import { sokobanPlayer } from './play-sokoban.js';
import { unblockPlayer } from './play-unblock.js';
import { solveView } from './solve.js';

/** @typedef {{element: Element, keys?: [string, string][], key?: (event: KeyboardEvent) => boolean|void, title?: string, leave?: () => void}} View */

const DEFAULTS = {
  theme: 'auto',
  language: '',
  animation: 'smooth',
  path: 'pushes',
  warn: true,
  speed: 6,
};

/** What the views share. */
export const ctx = {
  /** @type {Record<string, any>} */
  settings: { ...DEFAULTS, ...JSON.parse(localStorage.getItem('banto.settings') ?? '{}') },
  /** Best results by level key and metric. @type {Map<string, any>} */
  best: new Map(),
  /** Keys of levels with a game. @type {Set<string>} */
  begun: new Set(),
  /** Why nothing is saved, when nothing is. @type {string|null} */
  trouble: null,
  /** Settled when progress and settings are here. */
  ready: /** @type {Promise<any>} */ (Promise.resolve()),
  go,
  say,
  hush,
  set,
  refreshProgress,
};

/** @param {Record<string, any>} change */
function set(change) {
  Object.assign(ctx.settings, change);
  localStorage.setItem('banto.settings', JSON.stringify(ctx.settings));
  api('settings', { method: 'PUT', body: change }).catch(() => {});
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
  const notice = /** @type {HTMLElement} */ (document.getElementById('notice'));
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
    sayTimer = setTimeout(() => put(notice), act ? 15000 : kind === 'error' ? 8000 : 3500);
}

/** Takes the message away. */
function hush() {
  clearTimeout(sayTimer);
  put(/** @type {HTMLElement} */ (document.getElementById('notice')));
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
    ctx.trouble = error.message;
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
  const here = location.hash.split('/')[1] ?? '';
  const link = (
    /** @type {string} */ path,
    /** @type {string} */ text,
    /** @type {boolean} */ current,
  ) => h('a', { href: path, 'aria-current': current ? 'page' : null }, text);
  const flip = () => {
    set({ theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' });
    theme();
  };
  const speak = () => {
    set({ language: language() === 'en' ? 'pt' : 'en' });
    setLanguage(ctx.settings.language);
    route();
  };
  put(
    /** @type {Element} */ (document.getElementById('top')),
    h(
      'a',
      { class: 'brand', href: '#/' },
      h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }),
      'Banto',
    ),
    h(
      'nav',
      { 'aria-label': t('nav') },
      link('#/', t('library'), here === '' || here === 'c' || here === 'play'),
      link('#/solve', t('solve'), here === 'solve'),
      link('#/edit', t('editor'), here === 'edit'),
      link('#/lab', t('lab'), here === 'lab'),
    ),
    h(
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
    ),
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
  let next;
  try {
    [next] = await Promise.all([show(name, rest), ctx.ready]);
  } catch (error) {
    next = {
      element: h(
        'section',
        { class: 'sheet' },
        h('h1', {}, t('nothing')),
        h('p', {}, error.message),
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
    /** @type {Element} */ (document.getElementById('view')),
    ctx.trouble &&
      h('p', { class: 'banner', role: 'alert' }, t('notSaved', { reason: ctx.trouble })),
    view.element,
  );
  put(
    /** @type {Element} */ (document.getElementById('keys')),
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
      const found = await level(decode(rest[0]), Number(rest[1]));
      return found.level.rows ? sokobanPlayer(ctx, found) : unblockPlayer(ctx, found);
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
      const good = whole.levels.find((it) => !it.faults);
      location.replace(
        whole.levels.length === 1 && good ? `#/play/${whole.name}/1` : `#/c/${whole.name}`,
      );
      return null;
    }
    default:
      throw new Error(name);
  }
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
    go(
      whole.levels.length === 1 && !whole.levels[0].faults
        ? `#/play/${whole.name}/1`
        : `#/c/${whole.name}`,
    );
    say(t('opened', { n: whole.count }));
  } catch (error) {
    say(error.message, 'error');
  }
}
ctx.openText = openText;

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
