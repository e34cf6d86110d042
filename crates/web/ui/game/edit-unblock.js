// @ts-check
/** What the editor does to an Unblock board. The functions change the board they are given. */

/** @import {Piece, Side, UnblockBoard} from '../types.d.ts' */

const MAX = 16;
const MIN = 3;
const LETTERS = 'BCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnpqrstuvwyz0123456789';

/** What an empty page begins with. @type {UnblockBoard} */
export const NEW_UNBLOCK = {
  width: 6,
  height: 6,
  walls: [],
  red: 0,
  exit: 'right',
  pieces: [
    { name: 'A', axis: 'h', row: 2, column: 0, length: 2 },
    { name: 'B', axis: 'v', row: 1, column: 3, length: 3 },
  ],
};

/** Tools: axis and length, red, wall, eraser; name and key. */
export const PIECES = /** @type {[string, string, string][]} */ ([
  ['h2', 'tool.h2', '1'],
  ['h3', 'tool.h3', '2'],
  ['v2', 'tool.v2', '3'],
  ['v3', 'tool.v3', '4'],
  ['red', 'tool.red', '5'],
  ['wall', 'tool.fixed', '6'],
  ['erase', 'tool.erase', '7'],
]);

/** @param {Piece} piece @returns {[number, number][]} */
const cells = (piece) =>
  Array.from({ length: piece.length }, (_, i) =>
    piece.axis === 'h' ? [piece.row, piece.column + i] : [piece.row + i, piece.column],
  );

/** The red piece, when there is one. @param {UnblockBoard} board */
const redOf = (board) => (board.red === null ? null : board.pieces[board.red]);

/** Puts a tool down on a cell, taking away what is in its place.
 *  @param {UnblockBoard} board @param {string} tool @param {number} row @param {number} column */
export function placePiece(board, tool, row, column) {
  const red = redOf(board);
  const fresh = freshPiece(board, tool, row, column, red);
  if (tool === 'red') board.pieces = board.pieces.filter((it) => it !== red);
  const spots = fresh ? cells(fresh) : [[row, column]];
  const taken = (/** @type {number[]} */ [r, c]) => spots.some(([a, b]) => a === r && b === c);
  const walled = board.walls.some(([r, c]) => r === row && c === column);
  board.pieces = board.pieces.filter((piece) => !cells(piece).some(taken));
  board.walls = board.walls.filter((cell) => !taken(cell));
  if (tool === 'wall' && !walled) board.walls.push([row, column]);
  if (fresh) board.pieces.push(fresh);
  setRed(board, tool === 'red' ? fresh : red);
  nameAll(board);
}

/** The piece a tool makes at a cell, moved inside the board, or null.
 *  @param {UnblockBoard} board @param {string} tool @param {number} row @param {number} column @param {Piece|null} red */
function freshPiece(board, tool, row, column, red) {
  const across = board.exit === 'left' || board.exit === 'right';
  /** @type {Piece} */
  let fresh;
  if (tool === 'red')
    fresh = { name: 'A', axis: across ? 'h' : 'v', row, column, length: red?.length ?? 2 };
  else if (tool[0] === 'h' || tool[0] === 'v')
    fresh = { name: '', axis: tool[0], row, column, length: Number(tool[1]) };
  else return null;
  if (fresh.axis === 'h') fresh.column = Math.min(column, board.width - fresh.length);
  else fresh.row = Math.min(row, board.height - fresh.length);
  return fresh;
}

/** @param {UnblockBoard} board @param {Piece|null} piece */
function setRed(board, piece) {
  board.red = piece && board.pieces.includes(piece) ? board.pieces.indexOf(piece) : null;
}

/** Gives every piece a letter, red being A. @param {UnblockBoard} board */
function nameAll(board) {
  let next = 0;
  board.pieces.forEach((piece, i) => {
    piece.name = i === board.red ? 'A' : (LETTERS[next++] ?? `P${i}`);
  });
}

/** Adds or takes away a line at a side; what no longer fits goes.
 *  @param {UnblockBoard} board @param {Side} side @param {number} by */
export function growBoard(board, side, by) {
  const across = side === 'left' || side === 'right';
  const size = (across ? board.width : board.height) + by;
  if (size < MIN || size > MAX) return;
  const red = redOf(board);
  if (across) board.width = size;
  else board.height = size;
  const shift = side === 'left' || side === 'top' ? by : 0;
  for (const piece of board.pieces) {
    if (across) piece.column += shift;
    else piece.row += shift;
  }
  const inside = (/** @type {number[]} */ [r, c]) =>
    r >= 0 && c >= 0 && r < board.height && c < board.width;
  board.walls = board.walls
    .map(([r, c]) => /** @type {[number, number]} */ (across ? [r, c + shift] : [r + shift, c]))
    .filter(inside);
  board.pieces = board.pieces.filter((piece) => cells(piece).every(inside));
  setRed(board, red);
}

/** Where a side ends up after a quarter turn to the right. @type {Record<Side, Side>} */
const TURNED = { right: 'bottom', bottom: 'left', left: 'top', top: 'right' };

/** A quarter turn to the right. @param {UnblockBoard} board */
export function rotateBoard(board) {
  const { height } = board;
  board.pieces = board.pieces.map((it) =>
    it.axis === 'h'
      ? { ...it, axis: 'v', row: it.column, column: height - 1 - it.row }
      : { ...it, axis: 'h', row: it.column, column: height - it.row - it.length },
  );
  board.walls = board.walls.map(([r, c]) => [c, height - 1 - r]);
  [board.width, board.height] = [board.height, board.width];
  board.exit = board.exit && TURNED[board.exit];
}

/** Left becomes right. @param {UnblockBoard} board */
export function mirrorBoard(board) {
  const { width } = board;
  for (const piece of board.pieces)
    piece.column = width - piece.column - (piece.axis === 'h' ? piece.length : 1);
  board.walls = board.walls.map(([r, c]) => [r, width - 1 - c]);
  if (board.exit === 'left') board.exit = 'right';
  else if (board.exit === 'right') board.exit = 'left';
}
