// @ts-check
/** The boards in words, for those who play without seeing them. */
import { t } from '../lib/i18n.js';
import { dirOf, isPush } from '../game/sokoban.js';

/** @import {Game as Sokoban} from '../game/sokoban.js' */
/** @import {Game as Unblock} from '../game/unblock.js' */

/** Names of the directions in the order of the letters `u d l r`. */
const WAYS = ['up', 'down', 'left', 'right'];

/** A square by row and column, from 1. @param {Sokoban} game @param {number} at */
function place(game, at) {
  const [row, column] = game.board.place(at);
  return t('spoken.place', { row: row + 1, column: column + 1 });
}

/** The whole position of Sokoban. @param {Sokoban} game */
export function describeSokoban(game) {
  const { board } = game;
  const goals = [...board.goal.keys()].filter((at) => board.goal[at] && game.boxAt[at] < 0);
  const list = (/** @type {number[]} */ squares) =>
    squares.map((at) => place(game, at)).join('; ') || t('spoken.none');
  const away = game.boxes.filter((at) => !board.goal[at]);
  return [
    t('spoken.size', { rows: board.height, columns: board.width }),
    t('spoken.player', { place: place(game, game.player) }),
    t('spoken.boxes', { n: away.length, places: list(away) }),
    t('spoken.goals', { n: goals.length, places: list(goals) }),
    t('spoken.home', { n: game.boxes.length - away.length, of: game.boxes.length }),
  ].join(' ');
}

/** The last move of Sokoban. @param {Sokoban} game */
export function lastMove(game) {
  const letter = game.moves[game.cursor - 1];
  if (!letter) return t('spoken.start');
  const d = dirOf(letter);
  const way = t(`action.${WAYS[d]}`);
  if (!isPush(letter)) return way;
  const box = game.board.next(game.player, d);
  if (!game.board.goal[box]) return t('spoken.push', { way });
  const home = game.boxes.filter((at) => game.board.goal[at]).length;
  return t('spoken.pushHome', { way, n: home, of: game.boxes.length });
}

/** What is on a square of Sokoban. @param {Sokoban} game @param {number} at */
export function squareWords(game, at) {
  const { board } = game;
  const goal = board.goal[at];
  let what = goal ? 'goal' : 'floor';
  if (board.wall[at]) what = 'wall';
  else if (game.boxAt[at] >= 0) what = goal ? 'boxHome' : 'box';
  else if (at === game.player) what = goal ? 'playerGoal' : 'playerHere';
  return `${place(game, at)}: ${t(`spoken.${what}`)}`;
}

/** One piece of Unblock: where it is, and how far it can slide. @param {Unblock} game @param {number} i */
export function pieceWords(game, i) {
  const { name, axis, row, column, length } = game.board.pieces[i];
  const at = game.at[i];
  const [least, most] = game.range(i);
  const across = axis === 'h';
  return t(across ? 'spoken.across' : 'spoken.downwards', {
    name: i === game.board.red ? `${name} (${t('tool.red')})` : name,
    line: (across ? row : column) + 1,
    from: at + 1,
    to: at + length,
    back: at - least,
    on: most - at,
  });
}

/** The whole position of Unblock. @param {Unblock} game */
export function describeUnblock(game) {
  const { width, height, pieces, exit } = game.board;
  return [
    t('spoken.size', { rows: height, columns: width }),
    t('spoken.exit', { side: t(`side.${exit ?? 'right'}`) }),
    ...pieces.map((_, i) => pieceWords(game, i)),
  ].join(' ');
}
