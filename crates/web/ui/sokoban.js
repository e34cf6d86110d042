// @ts-check
/**
 * The rules of Sokoban: a board, a game with unlimited undo, and the ways of the player and of one
 * box. No drawing and no network here, so that `node --test` can run it.
 */

/** Directions in the order of the letters `u d l r`, as row and column steps. */
export const DIRS = [
  { letter: 'u', dr: -1, dc: 0 },
  { letter: 'd', dr: 1, dc: 0 },
  { letter: 'l', dr: 0, dc: -1 },
  { letter: 'r', dr: 0, dc: 1 },
];

const OPPOSITE = [1, 0, 3, 2];

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
    this.#spread(from, lifted, placed, (at, far) => {
      distance[at] = far;
      return true;
    });
    return distance;
  }

  /** Walks outwards from a square; `seen` is told each square once, with its distance, and says
   *  whether to go on. @param {number} from @param {number} lifted @param {number} placed @param {(at: number, far: number) => boolean} seen */
  #spread(from, lifted, placed, seen) {
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

  /** How far it is to each side of a box, in the order of the directions; -1 where there is no way.
   *  The ways around the box itself are tried first: in the open they are all there is to know.
   *  @param {number} from a side of the box @param {number} lifted where the box really stands @param {number} box */
  #sides(from, lifted, box) {
    const free = (/** @type {number} */ at) =>
      at >= 0 && !this.board.wall[at] && (this.boxAt[at] < 0 || at === lifted);
    const sides = [0, 1, 2, 3].map((d) => this.board.next(box, d));
    /** @type {number[]} */
    const far = sides.map((at) => (at === from ? 0 : -1));
    let missing = sides.filter((at) => free(at) && at !== from).length;
    const around = this.#around(from, box, free);
    for (const [d, steps] of around) {
      far[d] = steps;
      missing--;
    }
    if (missing > 0)
      this.#spread(from, lifted, box, (at, steps) => {
        const d = sides.indexOf(at);
        if (d >= 0 && far[d] < 0) {
          far[d] = steps;
          missing--;
        }
        return missing > 0;
      });
    return far;
  }

  /** Sides of a box that are reached along its eight neighbours, with the steps it takes; no way is
   *  shorter than those. @param {number} from @param {number} box @param {(at: number) => boolean} free @returns {Map<number, number>} */
  #around(from, box, free) {
    const reached = new Map();
    const start = [0, 3, 1, 2].findIndex((d) => this.board.next(box, d) === from);
    if (start < 0) return reached;
    for (const turn of [1, 3]) {
      let steps = 0;
      for (let i = 1; i <= 2; i++) {
        const before = [0, 3, 1, 2][(start + (i - 1) * turn) % 4];
        const d = [0, 3, 1, 2][(start + i * turn) % 4];
        const side = this.board.next(box, d);
        if (side < 0) break;
        const corner = this.board.next(side, before);
        if (!free(corner) || !free(side)) break;
        steps += 2;
        if (!reached.has(d)) reached.set(d, steps);
      }
    }
    return reached;
  }

  /** The shortest walk to a square as letters, or `null`.
   *  @param {number} target */
  walk(target) {
    return backtrack(this.board, this.flood(this.player), target);
  }

  /**
   * Everywhere a box can be pushed while the others stay: for each square the cheapest way.
   * @param {number} id the box
   * @param {'pushes'|'moves'} prefer what to save first
   */
  reach(id, prefer) {
    const start = this.boxes[id];
    const weigh = prefer === 'pushes' ? [1, 1e6] : [1e6, 1];
    /** @type {Map<number, Pushed>} */
    const nodes = new Map();
    const heap = new Heap();
    const first = this.flood(this.player);
    const sides = [0, 1, 2, 3].map((d) => first[Math.max(0, this.board.next(start, d))]);
    this.#relax({ nodes, heap, start, weigh }, -1, 0, start, sides);
    for (let top = heap.pop(); top; top = heap.pop()) {
      const node = nodes.get(top.value);
      if (!node || node.cost < top.key) continue;
      const far = this.#sides(node.player, start, node.box);
      this.#relax({ nodes, heap, start, weigh }, top.value, node.cost, node.box, far);
    }
    return new Reach(this, start, nodes);
  }

  /** The pushes that can follow. @param {{nodes: Map<number, Pushed>, heap: Heap, start: number, weigh: number[]}} search
   *  @param {number} parent @param {number} cost @param {number} box @param {number[]} far how far each side is */
  #relax({ nodes, heap, start, weigh }, parent, cost, box, far) {
    const { board } = this;
    for (let d = 0; d < 4; d++) {
      const walked = far[OPPOSITE[d]];
      const to = board.next(box, d);
      if (walked < 0 || to < 0 || board.wall[to] || board.next(box, OPPOSITE[d]) < 0) continue;
      if (this.boxAt[to] >= 0 && to !== start) continue;
      const total = cost + (walked + 1) * weigh[0] + weigh[1];
      const node = to * 4 + d;
      const known = nodes.get(node);
      if (known && known.cost <= total) continue;
      nodes.set(node, { cost: total, parent, box: to, player: box, d });
      heap.push(total, node);
    }
  }
}

/**
 * A box after a push in direction `d`: what it cost to get there, and the push before (-1 for none).
 * @typedef {{cost: number, parent: number, box: number, player: number, d: number}} Pushed
 */

/** The squares a box can be pushed to. */
export class Reach {
  /** @param {Game} game @param {number} start @param {Map<number, Pushed>} nodes */
  constructor(game, start, nodes) {
    this.game = game;
    this.start = start;
    this.nodes = nodes;
    /** @type {Map<number, Pushed>} the cheapest way to each square */
    this.best = new Map();
    for (const node of nodes.values()) {
      if (node.box === start) continue;
      const known = this.best.get(node.box);
      if (!known || known.cost > node.cost) this.best.set(node.box, node);
    }
  }

  get squares() {
    return [...this.best.keys()];
  }

  /** The moves that bring the box to a square, as letters. @param {number} square */
  path(square) {
    const last = this.best.get(square);
    if (!last) return null;
    const pushes = [];
    for (
      let node = /** @type {Pushed|undefined} */ (last);
      node;
      node = this.nodes.get(node.parent)
    )
      pushes.unshift(node);
    let moves = '';
    let { player } = this.game;
    let box = this.start;
    for (const push of pushes) {
      const behind = this.game.board.next(box, OPPOSITE[push.d]);
      const distance = this.game.flood(player, this.start, box);
      moves += backtrack(this.game.board, distance, behind) + DIRS[push.d].letter.toUpperCase();
      player = box;
      box = push.box;
    }
    return moves;
  }
}

/** A walk read off a table of distances. @param {Board} board @param {Int32Array} distance @param {number} target */
function backtrack(board, distance, target) {
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

/** A binary heap of numbers by key. */
class Heap {
  constructor() {
    /** @type {{key: number, value: number}[]} */
    this.items = [];
  }

  /** @param {number} key @param {number} value */
  push(key, value) {
    const { items } = this;
    items.push({ key, value });
    for (let i = items.length - 1; i > 0;) {
      const parent = (i - 1) >> 1;
      if (items[parent].key <= items[i].key) break;
      [items[parent], items[i]] = [items[i], items[parent]];
      i = parent;
    }
  }

  pop() {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (items.length && last) {
      items[0] = last;
      for (let i = 0; ;) {
        let least = i;
        for (const child of [2 * i + 1, 2 * i + 2]) {
          if (child < items.length && items[child].key < items[least].key) least = child;
        }
        if (least === i) break;
        [items[least], items[i]] = [items[i], items[least]];
        i = least;
      }
    }
    return top;
  }
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
