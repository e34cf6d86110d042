// @ts-check
/** Tables of the laboratory: published, ours and the ratio; or ours alone. */
import { h } from '../lib/dom.js';
import { number, ofLab, t } from '../lib/i18n.js';

/** @import {Cell, Table} from '../types.d.ts' */

/** More configurations than this make a better list of rows than of columns. */
const MANY = 8;

/** @param {Table} given */
export function reportTable(given) {
  const table = given.headings.length > MANY && !given.compared ? turned(given) : given;
  const compared = table.headings.map((_, i) =>
    table.rows.some(({ cells }) => cells[i].published !== null),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': ofLab(table.title) },
    h(
      'table',
      { class: `results report-table${table.compared ? ' compared' : ''}` },
      h('caption', {}, ofLab(table.title)),
      headOf(table, compared),
      h(
        'tbody',
        {},
        table.rows.map(({ name, cells }) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row', title: ofLab(name), class: table.rows_are !== 'level' && 'long' },
              ofLab(name),
            ),
            cells.map((cell, i) => words(cell, compared[i])),
          ),
        ),
      ),
    ),
  );
}

/** The headings, two lines of them where figures are compared. @param {Table} table @param {boolean[]} compared */
function headOf(table, compared) {
  const rowspan = table.compared ? 2 : null;
  return h(
    'thead',
    {},
    h(
      'tr',
      {},
      h('th', { scope: 'col', rowspan }, t(`rows.${table.rows_are}`)),
      table.headings.map((label, i) =>
        compared[i]
          ? h('th', { scope: 'colgroup', colspan: 3, class: 'first' }, ofLab(label))
          : h('th', { scope: 'col', rowspan }, ofLab(label)),
      ),
    ),
    table.compared &&
      h(
        'tr',
        { class: 'sub' },
        compared
          .filter((it) => it)
          .map(() => [
            h('th', { scope: 'col', class: 'first' }, t('published')),
            h('th', { scope: 'col' }, t('ours')),
            h('th', { scope: 'col' }, t('ratio')),
          ]),
      ),
  );
}

/** The same with configurations as rows. @param {Table} table @returns {Table} */
function turned(table) {
  return {
    ...table,
    rows_are: 'configuration',
    headings: table.rows.map(({ name }) => name),
    rows: table.headings.map((name, i) => ({ name, cells: table.rows.map((row) => row.cells[i]) })),
  };
}

/** @param {Cell} cell @param {boolean} compared */
function words(cell, compared) {
  const ours = h(
    'td',
    { class: cell.value === null ? 'ended' : 'ours' },
    cell.value === null && cell.ours
      ? t(`status.${cell.ours}`).replace(/^status\./, '')
      : cell.ours && ofLab(cell.ours),
  );
  if (!compared) return ours;
  return [
    h('td', { class: 'theirs first' }, cell.published && ofLab(cell.published)),
    ours,
    ratio(cell.ratio),
  ];
}

/** @param {number|null} value */
function ratio(value) {
  if (value === null) return h('td', { class: 'ratio' });
  const near = value > 0.995 && value < 1.005;
  return h(
    'td',
    { class: `ratio ${near ? 'same' : ''}` },
    near ? '1' : number(Number(value < 0.1 ? value.toPrecision(2) : value.toFixed(2))),
  );
}
