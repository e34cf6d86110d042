// @ts-check
/** What the editor does to a Sokoban level, as functions from rows to rows. */

const MAX = 50;
const MIN = 3;

/** What an empty page begins with. */
export const NEW_SOKOBAN = [
  '##########',
  '#        #',
  '#        #',
  '#   $.   #',
  '#  @     #',
  '#        #',
  '##########',
];

/** Tools: what a click puts down, its name, its key. */
export const TILES = /** @type {[string, string, string][]} */ ([
  ['#', 'tool.wall', '1'],
  [' ', 'tool.floor', '2'],
  ['$', 'tool.box', '3'],
  ['.', 'tool.goal', '4'],
  ['@', 'tool.player', '5'],
]);

/** Rows of equal length. @param {string[]} rows */
function square(rows) {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => row.padEnd(width));
}

/** Puts a tool down on a square; the same rows when that changes nothing.
 *  @param {string[]} rows @param {string} tool @param {number} r @param {number} c */
export function putTile(rows, tool, r, c) {
  const here = rows[r].padEnd(c + 1)[c];
  const goal = '.+*'.includes(here);
  const next = {
    '#': '#',
    ' ': ' ',
    $: goal ? '*' : '$',
    '.': { $: '*', '@': '+' }[/** @type {'$'} */ (here)] ?? '.',
    '@': goal ? '+' : '@',
  }[/** @type {'#'} */ (tool)];
  if (next === here || next === undefined) return rows;
  // There is one player.
  const others = tool === '@' ? rows.map((row) => row.replace('@', ' ').replace('+', '.')) : rows;
  return others.map((row, i) => {
    if (i !== r) return row;
    const long = row.padEnd(c + 1);
    return long.slice(0, c) + next + long.slice(c + 1);
  });
}

/** Adds or takes away a line at a side, within the sizes a board may have.
 *  @param {string[]} given @param {string} side @param {number} by */
export function growRows(given, side, by) {
  let rows = square(given);
  const before = { width: rows[0].length, height: rows.length };
  if (side === 'top') rows = by > 0 ? [' '.repeat(before.width), ...rows] : rows.slice(1);
  if (side === 'bottom') rows = by > 0 ? [...rows, ' '.repeat(before.width)] : rows.slice(0, -1);
  if (side === 'left') rows = rows.map((row) => (by > 0 ? ` ${row}` : row.slice(1)));
  if (side === 'right') rows = rows.map((row) => (by > 0 ? `${row} ` : row.slice(0, -1)));
  const small = rows.length < MIN || rows[0].length < MIN;
  const large = by > 0 && (rows.length > MAX || rows[0].length > MAX);
  return small || large ? given : rows;
}

/** A quarter turn to the right. @param {string[]} given */
export function rotateRows(given) {
  const rows = square(given);
  return [...rows[0]].map((_, c) =>
    rows
      .map((row) => row[c])
      .reverse()
      .join(''),
  );
}

/** Left becomes right. @param {string[]} given */
export function mirrorRows(given) {
  return square(given).map((row) => [...row].reverse().join(''));
}
