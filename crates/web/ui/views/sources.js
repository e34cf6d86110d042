// @ts-check
/** The five documents: what each program was, and its tables and figures beside ours. The text is that of
 *  the documentation, in the few forms of Markdown it is written in. */
import { h } from '../lib/dom.js';
import { language, t } from '../lib/i18n.js';
import { sources } from '../lib/lab.js';

/** @import {Child, View} from '../types.d.ts' */

/** @param {string|null} name a document, which is then brought into view @returns {Promise<View>} */
export async function sourcesView(name) {
  const texts = await sources();
  const element = h(
    'div',
    { class: 'prose' },
    h('div', { class: 'heading' }, h('a', { class: 'back', href: '#/lab' }, t('lab'))),
    blocks(texts[language()]),
  );
  if (name !== null)
    requestAnimationFrame(() => element.querySelector(`#${CSS.escape(name)}`)?.scrollIntoView());
  return { element, title: t('sources') };
}

/** Paragraphs, headings, tables and lists, which empty lines part. @param {string} text */
function blocks(text) {
  /** The last heading, and the tables below it: what they are called. */
  let [heading, tables] = ['', 0];
  return text.split(/\n{2,}/).map((block) => {
    const lines = block.trim().split('\n');
    const [, marks, title] = /^(##?) (.*)/.exec(lines[0]) ?? [];
    if (marks === '#') return h('h1', {}, inline(title));
    if (marks) {
      [heading, tables] = [title, 0];
      return h('h2', { id: title }, inline(title));
    }
    if (lines[0].startsWith('|')) return table(lines, t('tableOf', { n: ++tables, name: heading }));
    if (lines[0].startsWith('- ')) return list(lines);
    return lines[0] && h('p', {}, inline(lines.join(' ')));
  });
}

/** The second line says on which side the figures stand. @param {string[]} lines @param {string} name */
function table([head, sides, ...rows], name) {
  const cells = (/** @type {string} */ line) => line.slice(1, -1).split('|');
  const right = cells(sides).map((it) => it.trim().endsWith(':'));
  const row = (/** @type {string} */ line, /** @type {'th'|'td'} */ tag) =>
    h(
      'tr',
      {},
      // A head that says nothing is no head.
      cells(line).map((it, i) => h(it.trim() ? tag : 'td', { class: right[i] && 'figure' }, inline(it.trim()))),
    );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name },
    h(
      'table',
      {},
      h('thead', {}, row(head, 'th')),
      h(
        'tbody',
        {},
        rows.map((line) => row(line, 'td')),
      ),
    ),
  );
}

/** Lines that begin without a dash belong to the one before. @param {string[]} lines */
function list(lines) {
  const items = lines.join('\n').split(/^- /m).slice(1);
  return h(
    'ul',
    {},
    items.map((it) => h('li', {}, inline(it.replace(/\s+/g, ' ')))),
  );
}

/** Code, bold and italic words, links. @param {string} text @returns {Child[]} */
export function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|(?<!\w)\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/);
  return parts.map((part, i) => {
    if (i % 2 === 0) return part;
    if (part.startsWith('`')) return code(part.slice(1, -1));
    if (part.startsWith('**')) return h('strong', {}, inline(part.slice(2, -2)));
    if (part.startsWith('*')) return h('em', {}, part.slice(1, -1));
    // Files of the project are not on the page.
    return part.slice(1, part.indexOf(']'));
  });
}

/** A command; one that makes a report leads to the report, and an address of the page to where it is. @param {string} text */
function code(text) {
  if (/^#\/play\/[\w-]+\/\d+(\/[a-z]+)?$/.test(text)) return h('a', { href: text }, h('code', {}, text));
  const [, name] = /^banto lab (?:report|run) ([a-z][\w-]*)/.exec(text) ?? [];
  const it = h('code', {}, text);
  return name ? h('a', { href: `#/lab/${name}` }, it) : it;
}
