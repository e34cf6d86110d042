// @ts-check
/**
 * The rules of Unblock Me: a board of pieces that slide along their axis, and a game with unlimited
 * undo. Consecutive slides of one piece are one move; sliding back to where it stood costs nothing.
 */

/** @import {Piece, SlideBy, UnblockBoard} from '../types.d.ts' */
/** @typedef {{piece: number, from: number, to: number}} Slide */

/** A game on a board. */
export class Game {
  /** @param {UnblockBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {number[]} coordinate of each piece along its axis */
    this.at = board.pieces.map(startOf);
    /** @type {Slide[]} */
    this.moves = [];
    this.cursor = 0;
    this.wall = new Set(board.walls.map(([r, c]) => r * 64 + c));
  }

  /** Whether the red piece touches the edge of the exit. */
  get solved() {
    const { red, pieces, width, height, exit } = this.board;
    if (red === null) return false;
    const { axis, length } = pieces[red];
    const far = (axis === 'h' ? width : height) - length;
    return this.at[red] === (exit === 'right' || exit === 'bottom' ? far : 0);
  }

  /** Moves (of any length) and steps (of one cell) made so far. */
  get counts() {
    let steps = 0;
    for (let i = 0; i < this.cursor; i++) steps += Math.abs(this.moves[i].to - this.moves[i].from);
    return { moves: this.cursor, steps };
  }

  /** The moves made so far. */
  get played() {
    return this.recorded.slice(0, this.cursor);
  }

  /** All moves, the undone ones too. @returns {SlideBy[]} */
  get recorded() {
    return this.moves.map(({ piece, from, to }) => [piece, to - from]);
  }

  /** Cells of a piece at a coordinate. @param {number} piece @param {number} at */
  cells(piece, at = this.at[piece]) {
    const { axis, row, column, length } = this.board.pieces[piece];
    return Array.from({ length }, (_, i) => (axis === 'h' ? [row, at + i] : [at + i, column]));
  }

  /** The piece on a cell, or -1. @param {number} row @param {number} column */
  pieceAt(row, column) {
    return this.board.pieces.findIndex((_, i) =>
      this.cells(i).some(([r, c]) => r === row && c === column),
    );
  }

  /** Least and greatest coordinate a piece can slide to now. @param {number} piece */
  range(piece) {
    const { axis, row, column, length } = this.board.pieces[piece];
    const extent = axis === 'h' ? this.board.width : this.board.height;
    const taken = new Set(this.wall);
    this.board.pieces.forEach((_, i) => {
      if (i !== piece) for (const [r, c] of this.cells(i)) taken.add(r * 64 + c);
    });
    const free = (/** @type {number} */ x) =>
      x >= 0 && x < extent && !taken.has(axis === 'h' ? row * 64 + x : x * 64 + column);
    let least = this.at[piece];
    while (free(least - 1)) least--;
    let most = this.at[piece];
    while (free(most + length)) most++;
    return [least, most];
  }

  /** Slides a piece to a coordinate; returns whether it could. @param {number} piece @param {number} to */
  slide(piece, to) {
    const [least, most] = this.range(piece);
    const from = this.at[piece];
    if (to === from || to < least || to > most) return false;
    const last = this.moves[this.cursor - 1];
    if (last && last.piece === piece) {
      this.moves.length = this.cursor - 1;
      if (last.from !== to) this.moves.push({ piece, from: last.from, to });
    } else {
      this.moves.length = this.cursor;
      this.moves.push({ piece, from, to });
    }
    this.cursor = this.moves.length;
    this.at[piece] = to;
    return true;
  }

  undo() {
    if (this.cursor === 0) return false;
    const { piece, from } = this.moves[--this.cursor];
    this.at[piece] = from;
    return true;
  }

  redo() {
    if (this.cursor >= this.moves.length) return false;
    const { piece, to } = this.moves[this.cursor++];
    this.at[piece] = to;
    return true;
  }

  /** Goes to any point of the game. @param {number} index */
  jump(index) {
    while (this.cursor > index && this.undo());
    while (this.cursor < index && this.redo());
  }

  /** Replaces the game by recorded moves; stops at the first that cannot be made.
   *  @param {SlideBy[]} slides @param {number} [cursor] */
  load(slides, cursor = slides.length) {
    this.jump(0);
    this.moves = [];
    for (const [piece, by] of slides) {
      const to = this.at[piece] + by;
      const [least, most] = this.range(piece);
      if (to < least || to > most) break;
      this.moves.push({ piece, from: this.at[piece], to });
      this.cursor++;
      this.at[piece] = to;
    }
    this.jump(Math.min(cursor, this.moves.length));
  }

  /** The position as a board of its own. @returns {UnblockBoard} */
  position() {
    const pieces = this.board.pieces.map((piece, i) =>
      piece.axis === 'h' ? { ...piece, column: this.at[i] } : { ...piece, row: this.at[i] },
    );
    return { ...this.board, pieces };
  }
}

/** @param {Piece} piece */
function startOf(piece) {
  return piece.axis === 'h' ? piece.column : piece.row;
}
