// @ts-check
/** Searching all collections for levels by title and author: one collection after the other, until it is left. */
import { h, icon, put } from '../lib/dom.js';
import { aborted, words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { address, isPlayable, loadCollection, nameOf, openedFiles, titleOf } from '../lib/levels.js';
import { store } from '../lib/store.js';

/** @import {Collection, Context, Level, View} from '../types.d.ts' */

/** Levels that are shown at most. */
const MOST = 300;

/** @param {Context} ctx @param {string} wanted @returns {Promise<View>} */
export async function searchView(ctx, wanted) {
  await ctx.ready;
  const input = h('input', {
    type: 'search',
    value: wanted,
    id: 'search-all',
    placeholder: t('search'),
    'aria-label': t('searchAll'),
  });
  const told = h('p', { class: 'sum', role: 'status', 'aria-live': 'polite', id: 'search-told' });
  const list = h('div', { class: 'found' });
  let ends = new AbortController();
  const begin = () => {
    ends.abort();
    ends = new AbortController();
    put(list);
    if (input.value.trim().length > 1)
      search(ctx, input.value.trim().toLowerCase(), { told, list, signal: ends.signal });
    else put(told);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const hash = `#/search/${encodeURIComponent(input.value.trim())}`;
    history.replaceState(null, '', hash);
    begin();
  };
  const element = h(
    'section',
    { class: 'sheet searching' },
    h('p', {}, h('a', { class: 'back', href: '#/' }, t('library'))),
    h('h1', {}, t('searchAll')),
    h('form', { class: 'row', role: 'search', onsubmit: submit }, h('span', { class: 'search' }, icon('search'), input), h('button', { class: 'button primary', type: 'submit', id: 'search-go' }, t('search'))),
    told,
    list,
  );
  return {
    element,
    title: t('searchAll'),
    shown() {
      input.focus();
      begin();
    },
    leave: () => ends.abort(),
  };
}

/** @typedef {{told: Element, list: Element, signal: AbortSignal}} Where */

/** @param {Context} ctx @param {string} wanted @param {Where} where */
async function search(ctx, wanted, { told, list, signal }) {
  let [n, of, unread] = [0, 0, 0];
  try {
    const names = [...(await openedFiles()), ...(await store.collections()).filter((it) => !it.error).map((it) => it.name)];
    for (const name of names) {
      if (signal.aborted) return;
      put(told, t('searching', { name }));
      const collection = await loadCollection(name).catch(() => null);
      if (signal.aborted) return;
      unread += collection ? 0 : 1;
      const levels = collection ? matching(collection, wanted) : [];
      if (!collection || !levels.length) continue;
      of++;
      if (n < MOST) list.append(group(ctx, collection, levels.slice(0, MOST - n)));
      n += levels.length;
    }
    put(
      told,
      [
        n ? t('found', { n, of }) : t('noMatch'),
        n > MOST && t('foundMany', { n: MOST }),
        unread > 0 && t('searchFailed', { n: unread }),
      ]
        .filter(Boolean)
        .join(' '),
    );
  } catch (error) {
    if (!aborted(error)) put(told, words(error));
  }
}

/** Levels whose title or author has the words; all of a collection that is called so. @param {Collection} collection @param {string} wanted */
function matching(collection, wanted) {
  const has = (/** @type {string} */ text) => text.toLowerCase().includes(wanted);
  return collection.levels.filter(
    (it) => has(titleOf(it)) || has(it.author ?? '') || has(nameOf(collection)) || has(collection.author ?? ''),
  );
}

/** @param {Context} ctx @param {Collection} collection @param {Level[]} levels */
function group(ctx, collection, levels) {
  const row = (/** @type {Level} */ it) => {
    const solved = it.key !== null && ctx.best.get(it.key)?.own;
    return h(
      'li',
      {},
      h(
        'a',
        { href: address(isPlayable(it) ? 'play' : 'edit', collection, it.index) },
        titleOf(it),
        it.author && h('small', {}, ` ${it.author}`),
        solved && icon('check'),
      ),
    );
  };
  return h(
    'section',
    {},
    h('h2', {}, h('a', { href: `#/c/${encodeURIComponent(collection.name)}` }, nameOf(collection))),
    h('ul', {}, levels.map(row)),
  );
}
