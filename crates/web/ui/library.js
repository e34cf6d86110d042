// @ts-check
/** The library: collections, their levels as small pictures, what is solved and what is next. */
import { api } from './api.js';
import { unblockThumb } from './board-unblock.js';
import { sokobanThumb } from './board-sokoban.js';
import { button, dialog, download, h, icon, put } from './dom.js';
import { t } from './i18n.js';
import { OPENED, collection, forget, open, openedText, titleOf } from './levels.js';

/** Optimal moves at which each category of Unblock begins, as the apps have them. */
export const CATEGORIES = /** @type {[string, number, number][]} */ ([
  ['first', 1, 7],
  ['easy', 8, 14],
  ['beginner', 15, 20],
  ['intermediate', 21, 25],
  ['advanced', 26, 30],
  ['expert', 31, 999],
]);

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

/** @param {any} ctx @param {any[]} collections @param {string} current */
function sidebar(ctx, collections, current) {
  const file = h('input', {
    type: 'file',
    class: 'hidden',
    id: 'file',
    tabindex: -1,
    'aria-hidden': 'true',
    onchange: async (/** @type {any} */ event) => ctx.openText(await event.target.files[0].text()),
  });
  const opened = current?.startsWith(OPENED)
    ? [{ name: current, title: t('openedHere'), count: null }]
    : [];
  const entry = (/** @type {any} */ it) =>
    h(
      'li',
      {},
      h(
        'a',
        {
          href: `#/c/${encodeURIComponent(it.name)}`,
          'aria-current': it.name === current ? 'page' : null,
          title: it.description || null,
        },
        h('span', { class: 'name' }, it.title ?? it.name),
        it.count !== null && h('span', { class: 'count' }, it.error ? '!' : it.count),
      ),
    );
  const group = (/** @type {string} */ title, /** @type {any[]} */ list) =>
    list.length > 0 && [h('h2', {}, title), h('ul', {}, list.map(entry))];
  return h(
    'aside',
    { class: 'shelf', 'aria-label': t('collections') },
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
    group(t('openedHere'), opened),
    group(
      'Sokoban',
      collections.filter((it) => it.game === 'sokoban'),
    ),
    group(
      'Unblock',
      collections.filter((it) => it.game === 'unblock'),
    ),
    group(
      t('unreadable'),
      collections.filter((it) => it.error),
    ),
    h('h2', {}, t('newPuzzles')),
    h(
      'div',
      { class: 'row' },
      button(t('daily'), () => daily(ctx), { icon: 'calendar', id: 'daily' }),
    ),
    h(
      'div',
      { class: 'row' },
      h(
        'label',
        { class: 'field' },
        h('span', {}, t('newBoard')),
        h(
          'select',
          {
            id: 'random',
            onchange: (/** @type {any} */ event) => {
              const { value } = event.target;
              event.target.value = '';
              if (value) random(ctx, value);
            },
          },
          h('option', { value: '' }, t('choose')),
          CATEGORIES.map(([id]) => h('option', { value: id }, t(`category.${id}`))),
        ),
      ),
    ),
    h('h2', {}, t('savedState')),
    h(
      'div',
      { class: 'row' },
      button(
        t('export'),
        async () => download('banto-progress.json', JSON.stringify(await api('export'), null, 1)),
        { icon: 'save' },
      ),
      button(t('import'), () => importDialog(ctx), { icon: 'open' }),
    ),
  );
}

/** Paste into a field, for those whose browser has no paste key at hand. @param {any} ctx */
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
    () => area.value.trim() && ctx.openText(area.value),
  );
}

/** @param {any} ctx */
function importDialog(ctx) {
  const input = h('input', { type: 'file', accept: '.json,application/json' });
  input.addEventListener('change', async () => {
    try {
      const done = await api('import', { body: JSON.parse(await input.files[0].text()) });
      ctx.say(t('imported', { solutions: done.solutions, games: done.games }));
      ctx.ready = ctx.refreshProgress();
      ctx.go(location.hash || '#/');
    } catch (error) {
      ctx.say(error.message, 'error');
    }
  });
  input.click();
}

/** @param {any} ctx */
export async function daily(ctx) {
  const now = new Date();
  const date = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
  await made(ctx, `daily/${date}`, `${OPENED}daily-${date}`);
}

/** @param {any} ctx @param {string} category */
export async function random(ctx, category) {
  const seed = Math.floor(Math.random() * 1e9);
  await made(ctx, `random/${category}?seed=${seed}`, `${OPENED}${category}-${seed}`);
}

/** The board that is being made, so that another wish replaces it. @type {AbortController|null} */
let making = null;

/** Asks for a board, which takes seconds for the hardest; the page goes on meanwhile, and whoever has
 *  gone elsewhere is only told. @param {any} ctx @param {string} path @param {string} name */
async function made(ctx, path, name) {
  making?.abort();
  const mine = new AbortController();
  making = mine;
  const here = location.hash;
  const show = () => ctx.go(`#/play/${encodeURIComponent(name)}/1`);
  const cancel = () => mine.abort();
  ctx.say(t('making'), 'busy', [t('cancel'), cancel]);
  try {
    const { text } = await api(path, { signal: mine.signal });
    await open(text, name);
    if (location.hash === here) {
      ctx.hush();
      show();
    } else ctx.say(t('made'), 'info', [t('play'), show]);
  } catch (error) {
    if (making !== mine) return;
    if (error.name === 'AbortError') ctx.hush();
    else ctx.say(error.message, 'error');
  } finally {
    if (making === mine) making = null;
  }
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
        button(t('keep'), () => keep(ctx, whole), { icon: 'save', id: 'keep' }),
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

/** Puts an opened text into the user's library. @param {any} ctx @param {any} whole */
function keep(ctx, whole) {
  const name = h('input', {
    type: 'text',
    maxlength: 60,
    value: whole.title ?? t('openedHere'),
    id: 'keep-name',
  });
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
        const body = { name: name.value, text: openedText(whole.name) };
        const done = await api('collections', { body });
        forget(done.name);
        ctx.say(t('kept', { name: done.name }));
        ctx.go(`#/c/${encodeURIComponent(done.name)}`);
      } catch (error) {
        ctx.say(error.message, 'error');
      }
    },
  );
  name.select();
}

/** Asks before a collection is removed; the file can be taken away first, and put back after.
 *  @param {any} ctx @param {any} whole */
function removeDialog(ctx, whole) {
  const path = `collections/${encodeURIComponent(whole.name)}`;
  const take = async () => {
    try {
      download(`${whole.name}.txt`, (await api(`${path}/text`)).text);
    } catch (error) {
      ctx.say(error.message, 'error');
    }
  };
  dialog(
    t('removeTitle', { name: whole.title ?? whole.name }),
    h('p', {}, t('removeHelp', { n: whole.count })),
    [
      h('button', { class: 'button danger', value: 'ok', id: 'remove-ok' }, t('remove')),
      button(t('exportFirst'), take, { icon: 'save', id: 'remove-export' }),
      h('button', { class: 'button', value: '', autofocus: true }, t('cancel')),
    ],
    async () => {
      try {
        const { removed } = await api(path, { method: 'DELETE' });
        forget(whole.name);
        ctx.go('#/');
        ctx.say(t('removed', { name: whole.title ?? whole.name }), 'info', [
          t('undo'),
          () => putBack(ctx, removed),
        ]);
      } catch (error) {
        ctx.say(error.message, 'error');
      }
    },
  );
}

/** @param {any} ctx @param {string} removed */
async function putBack(ctx, removed) {
  try {
    const { name } = await api('restore', { body: { removed } });
    forget(name);
    ctx.say(t('putBack', { name }));
    ctx.go(`#/c/${encodeURIComponent(name)}`);
  } catch (error) {
    ctx.say(error.message, 'error');
  }
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
              t('faultAt', { line: f.line, column: f.column, message: f.message }),
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
