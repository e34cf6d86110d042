// @ts-check
/**
 * Where one box can be pushed while the others stay, and how: the cheapest way to every square. A player
 * asks for it with each click on a box, so it has to be there before the finger is up, on large boards
 * too. No drawing and no network here, so that `node --test` can run it.
 */
import { DIRS, OPPOSITE, backtrack } from './sokoban.js';

/** @import {Game} from './sokoban.js' */

/** The direction after each, turning right and turning left. */
const TURNS = [
  [3, 2, 0, 1],
  [2, 3, 1, 0],
];

/** A distance that has not been asked for yet. */
const UNKNOWN = -2;

/**
 * Everywhere a box can be pushed while the others stay: for each square the cheapest way.
 * @param {Game} game @param {number} id the box @param {'pushes'|'moves'} prefer what to save first
 */
export function reachOf(game, id, prefer) {
  const start = game.boxes[id];
  const search = new BoxSearch(game, start, prefer);
  const walks = new Walks(game, start);
  const first = game.flood(game.player);
  const sides = [0, 1, 2, 3].map((d) => {
    const side = game.board.next(start, d);
    return side < 0 ? -1 : first[side];
  });
  search.relax(-1, 0, start, sides);
  for (let node = search.take(); node >= 0; node = search.take()) {
    const far = walks.from(node >> 2, OPPOSITE[node & 3]);
    search.relax(node, search.cost[node], node >> 2, far);
  }
  return new Reach(game, start, search);
}

/** The squares a box can be pushed to. */
export class Reach {
  /** @param {Game} game @param {number} start @param {BoxSearch} search */
  constructor(game, start, search) {
    this.game = game;
    this.start = start;
    this.search = search;
    const { cost } = search;
    /** @type {number[]} */
    this.squares = [];
    for (let at = 0; at < cost.length / 4; at++)
      if (at !== start && cost[this.#best(at)] < Infinity) this.squares.push(at);
  }

  /** The cheapest way to a square. @param {number} at */
  #best(at) {
    const { cost } = this.search;
    let best = at * 4;
    for (let node = best + 1; node < at * 4 + 4; node++) if (cost[node] < cost[best]) best = node;
    return best;
  }

  /** The moves that bring the box to a square, as letters, or `null`. @param {number} square */
  path(square) {
    if (square < 0 || square === this.start) return null;
    const last = this.#best(square);
    if (this.search.cost[last] === Infinity) return null;
    /** @type {number[]} */
    const pushes = [];
    for (let node = last; node >= 0; node = this.search.parent[node]) pushes.unshift(node);
    const { board } = this.game;
    let moves = '';
    let { player } = this.game;
    let box = this.start;
    for (const node of pushes) {
      const d = node & 3;
      const distance = this.game.flood(player, this.start, box);
      moves += backtrack(board, distance, board.next(box, OPPOSITE[d]));
      moves += DIRS[d].letter.toUpperCase();
      player = box;
      box = node >> 2;
    }
    return moves;
  }
}

/** What is known of one box being pushed about. A node is where it stands and how it was pushed there:
 *  the square times four, and the direction. */
class BoxSearch {
  /** @param {Game} game @param {number} start @param {'pushes'|'moves'} prefer what to save first */
  constructor(game, start, prefer) {
    this.game = game;
    this.start = start;
    const nodes = game.board.wall.length * 4;
    this.cost = new Float64Array(nodes).fill(Infinity);
    /** The push before, or -1. */
    this.parent = new Int32Array(nodes);
    this.heap = new Heap();
    /** What a move and a push cost. */
    this.weigh = prefer === 'pushes' ? [1, 1e6] : [1e6, 1];
  }

  /** The cheapest node that was not looked at yet, or -1. */
  take() {
    const { heap, cost } = this;
    while (heap.size) {
      const key = heap.keys[0];
      const node = heap.pop();
      if (cost[node] >= key) return node;
    }
    return -1;
  }

  /** The pushes that can follow. @param {number} parent @param {number} cost @param {number} box
   *  @param {ArrayLike<number>} far how far each side of the box is */
  relax(parent, cost, box, far) {
    const { boxAt, board } = this.game;
    const { near, wall } = board;
    for (let d = 0; d < 4; d++) {
      const walked = far[OPPOSITE[d]];
      const to = near[box * 4 + d];
      if (walked < 0 || to < 0 || wall[to] || (boxAt[to] >= 0 && to !== this.start)) continue;
      const total = cost + (walked + 1) * this.weigh[0] + this.weigh[1];
      const node = to * 4 + d;
      if (this.cost[node] <= total) continue;
      this.cost[node] = total;
      this.parent[node] = parent;
      this.heap.push(total, node);
    }
  }
}

/** How far the player walks from one side of a box to another, for every square the box may stand on. */
class Walks {
  /** @param {Game} game @param {number} lifted where the box really stands */
  constructor(game, lifted) {
    this.game = game;
    this.lifted = lifted;
    const squares = game.board.wall.length;
    /** Whether a player could stand there, the box being elsewhere. */
    this.free = new Uint8Array(squares);
    for (let at = 0; at < squares; at++)
      this.free[at] = Number(!game.board.wall[at] && (game.boxAt[at] < 0 || at === lifted));
    this.blocks = blocksOf(game.board.near, this.free, lifted);
    /** Sixteen for each square: from each side to each. */
    this.far = new Int32Array(squares * 16).fill(UNKNOWN);
  }

  /** Steps from one side of a box to each of them, in the order of the directions; -1 where there is
   *  no way. @param {number} box @param {number} from the direction of the side */
  from(box, from) {
    const { far, game, free, blocks } = this;
    const { near } = game.board;
    const row = box * 16 + from * 4;
    far[row + from] = 0;
    let missing = 0;
    for (let d = 0; d < 4; d++) {
      if (far[row + d] !== UNKNOWN) continue;
      const side = near[box * 4 + d];
      // Two sides are joined without the box's own square only within one block of the floor.
      const joined = side >= 0 && free[side] && blocks[box * 4 + d] === blocks[box * 4 + from];
      if (joined) missing++;
      else this.#note(box, from, d, -1);
    }
    if (missing > 0) missing -= this.#around(box, from);
    if (missing > 0) this.#walk(box, from, missing);
    return far.subarray(row, row + 4);
  }

  /** A walk is as long there as back. @param {number} box @param {number} from @param {number} to @param {number} steps */
  #note(box, from, to, steps) {
    this.far[box * 16 + from * 4 + to] = steps;
    this.far[box * 16 + to * 4 + from] = steps;
  }

  /** Sides that are reached along the eight neighbours of the box: no way is shorter, and in the open
   *  there is no other to know. Returns how many. @param {number} box @param {number} from */
  #around(box, from) {
    const { near } = this.game.board;
    const { free, far } = this;
    let found = 0;
    for (let steps = 2; steps <= 4; steps += 2)
      for (const turn of TURNS) {
        const before = steps === 2 ? from : turn[from];
        const d = turn[before];
        if (steps === 4 && far[box * 16 + from * 4 + before] !== 2) continue;
        if (far[box * 16 + from * 4 + d] !== UNKNOWN) continue;
        const side = near[box * 4 + d];
        if (!free[near[side * 4 + before]]) continue;
        this.#note(box, from, d, steps);
        found++;
      }
    return found;
  }

  /** Walks until all missing sides are found. @param {number} box @param {number} from @param {number} missing */
  #walk(box, from, missing) {
    const { near } = this.game.board;
    const { far } = this;
    let left = missing;
    this.game.spread(near[box * 4 + from], this.lifted, box, (at, steps) => {
      for (let d = 0; d < 4; d++)
        if (near[box * 4 + d] === at && far[box * 16 + from * 4 + d] === UNKNOWN) {
          this.#note(box, from, d, steps);
          left--;
        }
      return left > 0;
    });
  }
}

/**
 * Which block each side of each square belongs to: two sides of a square are joined without that square
 * exactly when their blocks are the same (biconnected components; Hopcroft and Tarjan 1973). One pass
 * over the floor spares a walk over all of it for every square whose sides are apart.
 * @param {Int32Array} near @param {Uint8Array} free @param {number} start
 */
function blocksOf(near, free, start) {
  const blocks = new Int32Array(near.length).fill(-1);
  const found = new Int32Array(free.length);
  const low = new Int32Array(free.length);
  const next = new Uint8Array(free.length);
  /** Steps from square to square that no block holds yet. @type {number[]} */
  const steps = [];
  const path = [{ at: start, by: -1 }];
  let time = 1;
  let block = 0;
  found[start] = low[start] = time++;
  const close = (/** @type {number} */ by) => {
    for (let step = -1; step !== by;) {
      step = /** @type {number} */ (steps.pop());
      blocks[step] = blocks[near[step] * 4 + OPPOSITE[step & 3]] = block;
    }
    block++;
  };
  while (path.length) {
    const { at, by } = path[path.length - 1];
    if (next[at] < 4) {
      const step = at * 4 + next[at]++;
      const to = near[step];
      if (to < 0 || !free[to] || (by >= 0 && to === by >> 2)) continue;
      if (!found[to]) {
        found[to] = low[to] = time++;
        steps.push(step);
        path.push({ at: to, by: step });
      } else if (found[to] < found[at]) {
        steps.push(step);
        low[at] = Math.min(low[at], found[to]);
      }
      continue;
    }
    path.pop();
    if (by < 0) break;
    const before = by >> 2;
    low[before] = Math.min(low[before], low[at]);
    if (low[at] >= found[before]) close(by);
  }
  return blocks;
}

/** A binary heap of numbers by key, in two plain arrays: thousands come and go with each question. */
class Heap {
  constructor() {
    /** @type {number[]} */
    this.keys = [];
    /** @type {number[]} */
    this.values = [];
  }

  get size() {
    return this.keys.length;
  }

  /** @param {number} key @param {number} value */
  push(key, value) {
    const { keys, values } = this;
    let at = keys.length;
    keys.push(key);
    values.push(value);
    for (let up = (at - 1) >> 1; at > 0 && keys[up] > key; up = (at - 1) >> 1) {
      keys[at] = keys[up];
      values[at] = values[up];
      at = up;
    }
    keys[at] = key;
    values[at] = value;
  }

  /** Takes the value with the least key. */
  pop() {
    const { keys, values } = this;
    const top = values[0];
    const key = /** @type {number} */ (keys.pop());
    const value = /** @type {number} */ (values.pop());
    if (keys.length) this.#sink(key, value);
    return top;
  }

  /** Puts a value where the top was and lets it sink. @param {number} key @param {number} value */
  #sink(key, value) {
    const { keys, values } = this;
    let at = 0;
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      if (child + 1 < keys.length && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[at] = keys[child];
      values[at] = values[child];
      at = child;
    }
    keys[at] = key;
    values[at] = value;
  }
}
