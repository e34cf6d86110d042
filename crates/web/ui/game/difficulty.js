// @ts-check
/** How hard a level is for a person, and why: read from a solution, not from the search that found it. */
import { Board, Game, dirOf, isPush } from './sokoban.js';

/** From which score each grade begins; the scale of `banto generate` without its search for entangled boxes. */
const GRADES = /** @type {const} */ ([
  ['expert', 120],
  ['hard', 70],
  ['medium', 30],
  ['easy', 0],
]);

/**
 * @typedef {object} Difficulty
 * @property {'easy'|'medium'|'hard'|'expert'} grade
 * @property {[string, Record<string, number>][]} reasons messages and what fills them
 */

/** @param {string[]} rows @param {string} solution @returns {Difficulty} */
export function difficultyOf(rows, solution) {
  const game = new Game(new Board(rows));
  const { pushes, changes, left, apart } = followed(game, solution);
  const score = pushes + 3 * changes;
  const grade = GRADES.find(([, from]) => score >= from)?.[0] ?? 'easy';
  /** @type {[string, Record<string, number>][]} */
  const reasons = [['hard.pushes', { n: pushes }]];
  if (changes > game.boxes.length) reasons.push(['hard.changes', { n: changes }]);
  if (left > 0) reasons.push(['hard.left', { n: left }]);
  const detour = pushes - apart;
  if (detour * 3 > pushes) reasons.push(['hard.detour', { n: detour, of: pushes }]);
  if (reasons.length === 1) reasons.push(['hard.plain', {}]);
  return { grade, reasons };
}

/** Plays a solution and counts: pushes, changes from box to box, boxes taken off a goal, and how many
 *  pushes the boxes are away from where they end. @param {Game} game @param {string} solution */
function followed(game, solution) {
  const first = [...game.boxes];
  let [pushes, changes, left, last] = [0, 0, 0, -1];
  for (const letter of solution) {
    const d = dirOf(letter);
    const next = game.board.next(game.player, d);
    const box = isPush(letter) ? game.boxAt[next] : -1;
    if (!game.step(d)) break;
    if (box < 0) continue;
    pushes++;
    if (last >= 0 && box !== last) changes++;
    if (box !== last && game.board.goal[next]) left++;
    last = box;
  }
  const apart = first.reduce((sum, from, id) => {
    const [[r, c], [toR, toC]] = [game.board.place(from), game.board.place(game.boxes[id])];
    return sum + Math.abs(r - toR) + Math.abs(c - toC);
  }, 0);
  return { pushes, changes, left, apart };
}
