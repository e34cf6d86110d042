// @ts-check
/**
 * The rules of Sokoban: a board, a game with unlimited undo, and the ways of the player. No drawing and
 * no network here, so that `node --test` can run it.
 */

/** Directions in the order of the letters `u d l r`, as row and column steps. */
export const DIRS = [
  { letter: 'u', dr: -1, dc: 0 },
  { letter: 'd', dr: 1, dc: 0 },
  { letter: 'l', dr: 0, dc: -1 },
  { letter: 'r', dr: 0, dc: 1 },
];

export const OPPOSITE = [1, 0, 3, 2];

/** Index in {@link DIRS} of a move letter in either case, or -1. @param {string} letter */
export function dirOf(letter) {
  return 'udlr'.indexOf(letter.toLowerCase());
}

/** The fixed part of a level, and where everything starts. */
export class Board {
  /** @param {string[]} rows as the server writes them */
  constructor(rows) {
    this.height = rows.length;
    this.width = Math.max(1, ...rows.map((row) => row.length));
    const size = this.width * this.height;
    this.wall = new Uint8Array(size);
    this.goal = new Uint8Array(size);
    /** @type {number[]} squares of the boxes */
    this.boxes = [];
    this.player = -1;
    this.goals = 0;
    for (let r = 0; r < this.height; r++) {
      for (let c = 0; c < this.width; c++) {
        const tile = rows[r][c] ?? ' ';
        const at = r * this.width + c;
        if (tile === '#') this.wall[at] = 1;
        if ('.+*'.includes(tile)) {
          this.goal[at] = 1;
          this.goals++;
        }
        if ('$*'.includes(tile)) this.boxes.push(at);
        if ('@+'.includes(tile)) this.player = at;
      }
    }
    this.near = this.#neighbours();
    this.inside = this.#flood();
  }

  /** Squares the player could reach if all boxes were gone. */
  #flood() {
    const inside = new Uint8Array(this.width * this.height);
    if (this.player < 0) return inside;
    const stack = [this.player];
    inside[this.player] = 1;
    while (stack.length) {
      const at = /** @type {number} */ (stack.pop());
      for (let d = 0; d < 4; d++) {
        const next = this.next(at, d);
        if (next >= 0 && !this.wall[next] && !inside[next]) {
          inside[next] = 1;
          stack.push(next);
        }
      }
    }
    return inside;
  }

  /** The square beside each square in each direction, -1 beyond the edge: asked millions of times. */
  #neighbours() {
    const near = new Int32Array(this.wall.length * 4).fill(-1);
    for (let at = 0; at < this.wall.length; at++) {
      const [row, column] = this.place(at);
      DIRS.forEach(({ dr, dc }, d) => {
        const [r, c] = [row + dr, column + dc];
        const outside = r < 0 || c < 0 || r >= this.height || c >= this.width;
        if (!outside) near[at * 4 + d] = r * this.width + c;
      });
    }
    return near;
  }

  /** The square beside another, or -1 beyond the edge. @param {number} at @param {number} d */
  next(at, d) {
    return this.near[at * 4 + d];
  }

  /** @param {number} at @returns {[number, number]} row and column */
  place(at) {
    return [Math.floor(at / this.width), at % this.width];
  }
}

/** A game: a position with everything that led to it and everything that was undone. */
export class Game {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** All moves as letters, the undone ones too. */
    this.moves = '';
    this.cursor = 0;
    this.player = board.player;
    /** @type {number[]} the square of each box */
    this.boxes = [];
    /** The box on each square, or -1. */
    this.boxAt = new Int16Array(board.wall.length);
    /** What walks are worked out on, made once: they are asked for thousands of times. */
    this.scratch = {
      mark: 0,
      marks: new Int32Array(board.wall.length),
      queue: new Int32Array(board.wall.length),
      steps: new Int32Array(board.wall.length),
    };
    this.#start();
  }

  #start() {
    this.player = this.board.player;
    this.boxes = [...this.board.boxes];
    this.boxAt.fill(-1);
    this.boxes.forEach((at, id) => {
      this.boxAt[at] = id;
    });
  }

  /** Whether every box stands on a goal. */
  get solved() {
    return this.boxes.length > 0 && this.boxes.every((at) => this.board.goal[at]);
  }

  /** Moves and pushes made so far. */
  get counts() {
    let pushes = 0;
    for (let i = 0; i < this.cursor; i++) if (isPush(this.moves[i])) pushes++;
    return { moves: this.cursor, pushes };
  }

  /** The moves made so far. */
  get played() {
    return this.moves.slice(0, this.cursor);
  }

  /** All moves, the undone ones too. */
  get recorded() {
    return this.moves;
  }

  /** What a step in a direction would be: `null` when blocked. @param {number} d */
  look(d) {
    const next = this.board.next(this.player, d);
    if (next < 0 || this.board.wall[next]) return null;
    if (this.boxAt[next] < 0) return { push: false, next };
    const beyond = this.board.next(next, d);
    if (beyond < 0 || this.board.wall[beyond] || this.boxAt[beyond] >= 0) return null;
    return { push: true, next, beyond };
  }

  /** One step of the player; returns whether it could be made. What was undone before is kept as
   *  long as the player repeats it. @param {number} d */
  step(d) {
    const way = this.look(d);
    if (!way) return false;
    const letter = way.push ? DIRS[d].letter.toUpperCase() : DIRS[d].letter;
    if (this.moves[this.cursor] !== letter) this.moves = this.played + letter;
    this.#forward(d);
    return true;
  }

  /** @param {number} d */
  #forward(d) {
    const way = this.look(d);
    if (!way) throw new Error('a recorded move is blocked');
    if (way.push && way.beyond !== undefined) this.#moveBox(way.next, way.beyond);
    this.player = way.next;
    this.cursor++;
  }

  /** @param {number} from @param {number} to */
  #moveBox(from, to) {
    const id = this.boxAt[from];
    this.boxAt[from] = -1;
    this.boxAt[to] = id;
    this.boxes[id] = to;
  }

  /** Takes one move back. */
  undo() {
    if (this.cursor === 0) return false;
    const letter = this.moves[this.cursor - 1];
    const d = dirOf(letter);
    const from = this.board.next(this.player, OPPOSITE[d]);
    if (isPush(letter)) this.#moveBox(this.board.next(this.player, d), this.player);
    this.player = from;
    this.cursor--;
    return true;
  }

  /** Makes again what was taken back. */
  redo() {
    if (this.cursor >= this.moves.length) return false;
    this.#forward(dirOf(this.moves[this.cursor]));
    return true;
  }

  /** Takes back everything since before the last push. */
  undoPush() {
    let undone = false;
    while (this.cursor > 0) {
      const push = isPush(this.moves[this.cursor - 1]);
      this.undo();
      undone = true;
      if (push) break;
    }
    return undone;
  }

  /** Makes again everything up to the next push. */
  redoPush() {
    let redone = false;
    while (this.cursor < this.moves.length) {
      const push = isPush(this.moves[this.cursor]);
      this.redo();
      redone = true;
      if (push) break;
    }
    return redone;
  }

  /** Goes to any point of the game. @param {number} index */
  jump(index) {
    while (this.cursor > index && this.undo());
    while (this.cursor < index && this.redo());
  }

  /** Replaces the game by recorded moves; stops at the first that cannot be made.
   *  @param {string} moves @param {number} [cursor] */
  load(moves, cursor = moves.length) {
    this.moves = '';
    this.cursor = 0;
    this.#start();
    for (const letter of moves) {
      const d = dirOf(letter);
      if (d < 0 || !this.step(d)) break;
    }
    this.jump(Math.min(cursor, this.moves.length));
  }

  /** The position as rows of characters. */
  rows() {
    const { board } = this;
    const rows = [];
    for (let r = 0; r < board.height; r++) {
      let row = '';
      for (let c = 0; c < board.width; c++) {
        const at = r * board.width + c;
        const goal = board.goal[at];
        if (board.wall[at]) row += '#';
        else if (at === this.player) row += goal ? '+' : '@';
        else if (this.boxAt[at] >= 0) row += goal ? '*' : '$';
        else row += goal ? '.' : ' ';
      }
      rows.push(row);
    }
    return rows;
  }

  /** Distances of the player to every square, -1 where it cannot go; a box may be imagined elsewhere.
   *  @param {number} from @param {number} [lifted] @param {number} [placed] */
  flood(from, lifted = -1, placed = -1) {
    const distance = new Int32Array(this.board.wall.length).fill(-1);
    this.spread(from, lifted, placed, (at, far) => {
      distance[at] = far;
      return true;
    });
    return distance;
  }

  /** Walks outwards from a square; `seen` is told each square once, with its distance, and says
   *  whether to go on. @param {number} from @param {number} lifted @param {number} placed @param {(at: number, far: number) => boolean} seen */
  spread(from, lifted, placed, seen) {
    const { near, wall } = this.board;
    const { queue, steps, marks } = this.scratch;
    const mark = ++this.scratch.mark;
    let tail = 0;
    queue[tail] = from;
    steps[tail++] = 0;
    marks[from] = mark;
    if (!seen(from, 0)) return;
    for (let head = 0; head < tail; head++) {
      for (let d = 0; d < 4; d++) {
        const next = near[queue[head] * 4 + d];
        if (next < 0 || wall[next] || marks[next] === mark || next === placed) continue;
        if (this.boxAt[next] >= 0 && next !== lifted) continue;
        marks[next] = mark;
        queue[tail] = next;
        steps[tail] = steps[head] + 1;
        if (!seen(next, steps[tail++])) return;
      }
    }
  }

  /** The shortest walk to a square as letters, or `null`.
   *  @param {number} target */
  walk(target) {
    return backtrack(this.board, this.flood(this.player), target);
  }
}

/** A walk read off a table of distances. @param {Board} board @param {Int32Array} distance @param {number} target */
export function backtrack(board, distance, target) {
  if (target < 0 || distance[target] < 0) return null;
  let moves = '';
  for (let at = target; distance[at] > 0;) {
    for (let d = 0; d < 4; d++) {
      const before = board.next(at, OPPOSITE[d]);
      if (before >= 0 && distance[before] === distance[at] - 1) {
        moves = DIRS[d].letter + moves;
        at = before;
        break;
      }
    }
  }
  return moves;
}

/** Whether a move letter is a push. @param {string} letter */
export function isPush(letter) {
  return letter >= 'A' && letter <= 'Z';
}

/**
 * Which box the moves push, from where to where.
 * @param {string[]} rows the position @param {string} moves a walk and pushes of one box
 */
export function pushed(rows, moves) {
  const game = new Game(new Board(rows));
  const before = [...game.boxes];
  game.load(moves);
  const box = before.findIndex((at, id) => at !== game.boxes[id]);
  return { box, from: before[box], to: game.boxes[box], moves };
}
