// @ts-check
/** A level as engines and stores take it. */

/** @import {Drawing, LevelInput} from '../types.d.ts' */

/** The rows or the board alone. @param {Drawing} it @returns {LevelInput} */
export function input(it) {
  if (it.rows) return { rows: it.rows };
  if (it.board) return { board: it.board };
  throw new Error('a level has rows or a board');
}
