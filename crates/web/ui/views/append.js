// @ts-check
/** Adding a drawn level to a collection that is there already: one of the user's own, or an opened file. */
import { choice, dialog, h } from '../lib/dom.js';
import { words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { OPENED, forget, open, openedFiles, openedText } from '../lib/levels.js';
import { store } from '../lib/store.js';

/** @import {Context, GameName} from '../types.d.ts' */

/** Asks which one, and adds the level at its end. @param {Context} ctx @param {GameName} game @param {string} text */
export async function appendDialog(ctx, game, text) {
  const [collections, opened] = await Promise.all([store.collections(), openedFiles()]);
  const own = collections.filter((it) => it.own && it.game === game);
  const rows = /** @type {[string, string][]} */ ([
    ...opened.map((name) => [name, name.slice(OPENED.length)]),
    ...own.map((it) => [it.name, it.title ?? it.name]),
  ]);
  if (!rows.length) {
    ctx.say(t('appendNone'));
    return;
  }
  let chosen = rows[0][0];
  const pick = (/** @type {string} */ name) => {
    chosen = name;
  };
  dialog(
    t('append'),
    choice(t('appendTo'), rows, chosen, pick, 'append-to'),
    [
      h('button', { class: 'button primary', value: 'ok', id: 'append-ok' }, t('append')),
      h('button', { class: 'button', value: '' }, t('cancel')),
    ],
    async () => {
      try {
        await (chosen.startsWith(OPENED) ? toFile(chosen, text) : toCollection(chosen, text));
        ctx.say(t('appended'));
        ctx.go(`#/c/${encodeURIComponent(chosen)}`);
      } catch (error) {
        ctx.say(words(error), 'error');
      }
    },
  );
}

/** One level after the others. @param {string} before @param {string} text */
const joined = (before, text) => `${before.trimEnd()}\n\n${text}`;

/** @param {string} name @param {string} text */
async function toFile(name, text) {
  await open(joined((await openedText(name)) ?? '', text), name);
}

/** Writes the collection anew. If that fails, it is put back as it was. @param {string} name @param {string} text */
async function toCollection(name, text) {
  const before = await store.collectionText(name);
  const removed = await store.remove(name);
  try {
    await store.add(name, joined(before, text));
  } catch (error) {
    await store.restore(removed);
    throw error;
  }
  forget(name);
}
