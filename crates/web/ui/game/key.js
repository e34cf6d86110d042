// @ts-check
/** The key of a level: the name under which everything that belongs to it is kept. The engines make the same. */

/** @import {Drawing, UnblockBoard} from '../types.d.ts' */

const START = 0x6c62272e07bb014262b821756295c58dn;
const PRIME = 0x0000000001000000000000000000013bn;
const BITS = 128;

/** FNV-1a of 128 bits. @param {string} letter @param {string} text */
function hashed(letter, text) {
  let hash = START;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(BITS, (hash ^ BigInt(byte)) * PRIME);
  return letter + hash.toString(16).padStart(BITS / 4, '0');
}

/** A board as text, its pieces from the top left and without names. @param {UnblockBoard} board */
function plain({ width, height, walls, pieces, red, exit }) {
  const sorted = [...pieces].sort((a, b) => a.row - b.row || a.column - b.column);
  const at = red === null ? null : sorted.indexOf(pieces[red]);
  const unnamed = sorted.map(({ axis, row, column, length }) => ({
    name: '',
    axis,
    row,
    column,
    length,
  }));
  return JSON.stringify({ width, height, walls, pieces: unnamed, red: at, exit });
}

/** @param {Drawing} level */
export function levelKey({ rows, board }) {
  if (rows) return hashed('s', rows.join('\n'));
  if (board) return hashed('u', plain(board));
  throw new Error('a level has rows or a board');
}
