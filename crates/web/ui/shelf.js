// @ts-check
/** Beside the levels: collections to choose from, to add and to remove; new puzzles; saved games. */
import { api } from './api.js';
import { button, dialog, download, h, icon } from './dom.js';
import { t } from './i18n.js';
import { CATEGORIES, OPENED, forget, open } from './levels.js';

/** @param {any} ctx @param {any[]} collections @param {string} current */
export function sidebar(ctx, collections, current) {
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
  // Beside the levels where there is room; on a phone folded above them.
  const open = !matchMedia('(max-width: 60rem)').matches;
  return h(
    'aside',
    { class: 'shelf', 'aria-label': t('collections') },
    h('details', { open }, h('summary', {}, icon('open'), t('shelf')), shelf()),
  );

  function shelf() {
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
    ];
  }
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

/** Asks for a name and puts a text into the user's library.
 *  @param {any} ctx @param {string} suggested @param {string|null} text */
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
        const done = await api('collections', { body: { name: name.value, text } });
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
export function removeDialog(ctx, whole) {
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
