// @ts-check
/**
 * Sokoban played backwards: boxes begin on the goals and are pulled to where the level has them. What
 * solves it, read from its end, solves the level. No drawing and no network here.
 */
import { Board, DIRS, Game, OPPOSITE, dirOf, isPush } from './sokoban.js';

/** What each square becomes: boxes stand where the goals are and want to where they began. @type {Record<string, string>} */
const SWAPPED = { $: '.', '.': '$', '@': ' ', '+': '$' };

/** The level with boxes and goals exchanged. The player may begin anywhere; it is put near its place.
 *  @param {string[]} rows */
export function swapped(rows) {
  const board = new Board(rows);
  const cells = rows.map((row) => [...row.padEnd(board.width)].map((it) => SWAPPED[it] ?? it));
  const free = (/** @type {number} */ at) => {
    const [r, c] = board.place(at);
    return board.inside[at] && ' .'.includes(cells[r][c]);
  };
  const near = Array.from(board.inside, (_, at) => at).filter(free);
  const [pr, pc] = board.place(board.player);
  const far = (/** @type {number} */ at) => {
    const [r, c] = board.place(at);
    return Math.abs(r - pr) + Math.abs(c - pc);
  };
  near.sort((a, b) => far(a) - far(b));
  if (!near.length) return null;
  const [r, c] = board.place(near[0]);
  cells[r][c] = cells[r][c] === '.' ? '+' : '@';
  return cells.map((row) => row.join(''));
}

/** A game of pulling. */
export class PullGame {
  /** @param {string[]} rows the level as it is pushed */
  constructor(rows) {
    this.level = new Board(rows);
    const turned = swapped(rows);
    if (!turned) throw new Error('there is no room for the player');
    this.board = new Board(turned);
    /** Moves of the player, those that pull as capitals. */
    this.moves = '';
    this.player = this.board.player;
    /** @type {number[]} */
    this.boxes = [];
    this.boxAt = new Int16Array(this.board.wall.length);
    this.restart();
  }

  restart() {
    this.moves = '';
    this.player = this.board.player;
    this.boxes = [...this.board.boxes];
    this.boxAt.fill(-1);
    this.boxes.forEach((at, id) => {
      this.boxAt[at] = id;
    });
  }

  get counts() {
    const pulls = [...this.moves].filter(isPush).length;
    return { moves: this.moves.length, pulls };
  }

  /** Whether a player could stand there. @param {number} at */
  free(at) {
    return at >= 0 && !this.board.wall[at] && this.boxAt[at] < 0;
  }

  /** Steps in a direction, with the box behind if it is pulled; says whether that was possible.
   *  @param {number} d @param {boolean} pull */
  step(d, pull) {
    const to = this.board.next(this.player, d);
    if (!this.free(to)) return false;
    const behind = this.board.next(this.player, OPPOSITE[d]);
    const box = pull && behind >= 0 ? this.boxAt[behind] : -1;
    if (box >= 0) this.#move(box, behind, this.player);
    this.player = to;
    const { letter } = DIRS[d];
    this.moves += box >= 0 ? letter.toUpperCase() : letter;
    return true;
  }

  /** @param {number} box @param {number} from @param {number} to */
  #move(box, from, to) {
    this.boxAt[from] = -1;
    this.boxAt[to] = box;
    this.boxes[box] = to;
  }

  undo() {
    const letter = this.moves.at(-1);
    if (!letter) return false;
    const d = dirOf(letter);
    const from = this.board.next(this.player, OPPOSITE[d]);
    if (isPush(letter)) this.#move(this.boxAt[from], from, this.board.next(from, OPPOSITE[d]));
    this.player = from;
    this.moves = this.moves.slice(0, -1);
    return true;
  }

  /** Walks to a square; before the first pull the player may begin on any. @param {number} at */
  go(at) {
    if (!this.free(at) || !this.board.inside[at]) return false;
    if (!this.counts.pulls) {
      this.moves = '';
      this.player = at;
      return true;
    }
    const walk = this.#as(this.board, this.boxes, this.player).walk(at);
    for (const letter of walk ?? '') this.step(dirOf(letter), false);
    return walk !== null;
  }

  /** A game of pushing with everything where it is said. @param {Board} board @param {number[]} boxes @param {number} player */
  #as(board, boxes, player) {
    const game = new Game(board);
    game.player = player;
    game.boxAt.fill(-1);
    boxes.forEach((at, id) => {
      game.boxAt[at] = id;
    });
    return game;
  }

  /** The solution of the level that this is backwards, or null while it is none. */
  get forwards() {
    if (!this.boxes.every((at) => this.board.goal[at])) return null;
    const walk = new Game(this.level).walk(this.player);
    if (walk === null) return null;
    const turned = [...this.moves].reverse().map((letter) => {
      const back = DIRS[OPPOSITE[dirOf(letter)]].letter;
      return isPush(letter) ? back.toUpperCase() : back;
    });
    return walk + turned.join('');
  }
}
