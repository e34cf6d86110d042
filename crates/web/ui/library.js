// @ts-check
/** The library: collections, their levels as small pictures, what is solved and what is next. */
import { api } from './api.js';
import { unblockThumb } from './board-unblock.js';
import { sokobanThumb } from './board-sokoban.js';
import { button, h, icon, put } from './dom.js';
import { t } from './i18n.js';
import { CATEGORIES, OPENED, collection, openedText, titleOf } from './levels.js';
import { keepDialog, removeDialog, sidebar } from './shelf.js';

/** @param {any} ctx @param {string|null} chosen */
export async function libraryView(ctx, chosen) {
  const [{ collections }] = await Promise.all([api('collections'), ctx.ready]);
  const usable = collections.filter((/** @type {any} */ it) => !it.error);
  const name = chosen ?? usable[0]?.name;
  const main = h('section', { class: 'levels', 'aria-live': 'off' });
  const element = h('div', { class: 'library' }, sidebar(ctx, collections, name), main);
  const whole = name ? await collection(name) : null;
  const own = collections.some((/** @type {any} */ it) => it.name === name && it.own);
  if (whole) levels(ctx, main, whole, own);
  else put(main, h('p', {}, t('noCollections')));
  return {
    element,
    title: whole?.title ?? name ?? t('library'),
    keys: /** @type {[string, string][]} */ ([
      ['N', t('nextUnsolved')],
      ['/', t('search')],
      ['Ctrl V', t('paste')],
    ]),
    key: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'n' && whole) {
        nextUnsolved(ctx, whole);
        return true;
      }
      if (event.key === '/') {
        element.querySelector('input[type=search]')?.focus();
        return true;
      }
      return false;
    },
  };
}

/** The first level after the last solved one that is not solved. @param {any} ctx @param {any} whole @param {number} [after] */
export function nextUnsolved(ctx, whole, after = 0) {
  const good = whole.levels.filter((/** @type {any} */ it) => it.key && !it.faults);
  const open = good.filter((/** @type {any} */ it) => !ctx.best.get(it.key)?.own);
  const next = open.find((/** @type {any} */ it) => it.index > after) ?? open[0];
  if (next) ctx.go(`#/play/${encodeURIComponent(whole.name)}/${next.index}`);
  else ctx.say(t('allSolved'));
}

/** @param {any} ctx @param {Element} main @param {any} whole @param {boolean} own whether the user may remove it */
function levels(ctx, main, whole, own) {
  const grid = h('ul', { class: 'cards' });
  const solved = whole.levels.filter((/** @type {any} */ it) => ctx.best.get(it.key)?.own).length;
  const search = h('input', {
    type: 'search',
    placeholder: t('search'),
    'aria-label': t('search'),
    oninput: () => fill(),
  });
  let category = '';
  const fill = () => {
    const words = search.value.toLowerCase().trim();
    const [, least, most] = CATEGORIES.find(([id]) => id === category) ?? ['', 0, Infinity];
    const shown = whole.levels.filter(
      (/** @type {any} */ it) =>
        (!words ||
          titleOf(it).toLowerCase().includes(words) ||
          (it.author ?? '').toLowerCase().includes(words)) &&
        (!category || ((it.known?.moves ?? 0) >= least && (it.known?.moves ?? 0) <= most)),
    );
    put(
      grid,
      shown.map((/** @type {any} */ it) => card(ctx, whole, it)),
    );
    if (!shown.length) put(grid, h('li', { class: 'none' }, t('noMatch')));
  };
  const graded =
    whole.game === 'unblock' && whole.levels.some((/** @type {any} */ it) => it.known?.moves);
  const categories =
    graded &&
    h(
      'select',
      {
        'aria-label': t('category'),
        id: 'category',
        onchange: (/** @type {any} */ event) => {
          category = event.target.value;
          fill();
        },
      },
      h('option', { value: '' }, t('allLevels')),
      CATEGORIES.map(([id, low, high]) =>
        h('option', { value: id }, `${t(`category.${id}`)} ${low}${high < 999 ? `–${high}` : '+'}`),
      ),
    );
  put(
    main,
    h(
      'div',
      { class: 'headline' },
      h('h1', {}, whole.title ?? (whole.name.startsWith(OPENED) ? t('openedHere') : whole.name)),
      whole.author && h('p', { class: 'author' }, whole.author),
      h('p', { class: 'sum' }, t('solvedOf', { n: solved, of: whole.count })),
      meter(solved, whole.count),
    ),
    h(
      'div',
      { class: 'row bar' },
      button(t('nextUnsolved'), () => nextUnsolved(ctx, whole), {
        icon: 'next',
        key: 'N',
        class: 'primary',
        id: 'next-unsolved',
      }),
      h('span', { class: 'search' }, icon('search'), search),
      categories,
      whole.name.startsWith(OPENED) &&
        button(
          t('keep'),
          () => keepDialog(ctx, whole.title ?? t('openedHere'), openedText(whole.name)),
          { icon: 'save', id: 'keep' },
        ),
      own &&
        button(t('removeCollection'), () => removeDialog(ctx, whole), {
          icon: 'bin',
          compact: true,
          id: 'remove',
        }),
    ),
    grid,
  );
  fill();
}

/** @param {number} done @param {number} of */
function meter(done, of) {
  return h('progress', { max: of || 1, value: done, 'aria-label': t('solvedOf', { n: done, of }) });
}

/** Draws a picture only when its card comes into view. */
const painter = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      painter.unobserve(target);
      const it = /** @type {any} */ (target).level;
      target.replaceChildren(it.rows ? sokobanThumb(it.rows) : unblockThumb(it.board));
    }
  },
  { rootMargin: '300px' },
);

/** @param {any} ctx @param {any} whole @param {any} it */
function card(ctx, whole, it) {
  if (it.faults?.length || !it.key) {
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'card bad' },
        h('span', { class: 'title' }, titleOf(it)),
        h(
          'span',
          { class: 'why' },
          (it.faults ?? [])
            .map((/** @type {any} */ f) =>
              t('faultAt', { line: f.line, column: f.column, message: f.text }),
            )
            .join('; '),
        ),
      ),
    );
  }
  const best = ctx.best.get(it.key);
  const picture = h('div', { class: 'picture' });
  /** @type {any} */ (picture).level = it;
  painter.observe(picture);
  const second = it.rows ? 'pushes' : 'steps';
  const facts = best?.own
    ? `${best.own.moves} / ${best.own[second]}`
    : it.known?.moves
      ? t('bestKnown', { n: it.known.moves })
      : '';
  const state = best?.own
    ? h(
        'span',
        { class: 'badge solved', title: t('solvedBadge') },
        icon('check'),
        best.own.hints ? `+${best.own.hints}` : '',
      )
    : ctx.begun.has(it.key)
      ? h('span', { class: 'badge begun', title: t('begun') }, '…')
      : null;
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'card', href: `#/play/${encodeURIComponent(whole.name)}/${it.index}` },
      picture,
      h('span', { class: 'title' }, titleOf(it)),
      h('span', { class: 'facts' }, facts),
      state,
    ),
  );
}
