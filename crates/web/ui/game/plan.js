// @ts-check
/**
 * A way to the end that hints follow. As long as the boxes stand as the plan has them, the next hint
 * comes from it, so that the pushes left only ever become fewer; where the player stands does not matter.
 */
import { Board, Game, dirOf, isPush } from './sokoban.js';

/** The boxes of a position, whatever their order. @param {Game} game */
const boxesOf = (game) => [...game.boxes].sort((a, b) => a - b).join();

/** A push of the plan: where it is in the text of the moves, and where the player stands before it.
 *  @typedef {{at: number, behind: number}} Step */

export class Plan {
  /** @param {string} moves @param {Step[]} steps @param {Map<string, number>} places number of the next push, by the boxes */
  constructor(moves, steps, places) {
    this.moves = moves;
    this.steps = steps;
    this.places = places;
  }

  /** One hint: the walk to the next push and the pushes that follow it in the same direction, as
   *  `first_step` of banto-puzzle has it, and how many pushes are left; null when the game has left the
   *  plan. @param {Game} game */
  next(game) {
    const first = this.places.get(boxesOf(game));
    if (first === undefined) return null;
    const walk = game.walk(this.steps[first].behind);
    if (walk === null) return null;
    const { at } = this.steps[first];
    let end = at + 1;
    while (this.moves[end] === this.moves[at]) end++;
    return { moves: walk + this.moves.slice(at, end), togo: this.steps.length - first };
  }
}

/** @param {string[]} rows the position @param {string} moves from there to the end */
export function planOf(rows, moves) {
  const game = new Game(new Board(rows));
  /** @type {Step[]} */
  const steps = [];
  const places = new Map();
  [...moves].forEach((letter, at) => {
    const d = dirOf(letter);
    if (isPush(letter)) {
      places.set(boxesOf(game), steps.length);
      steps.push({ at, behind: game.player });
    }
    game.step(d);
  });
  return new Plan(moves, steps, places);
}
