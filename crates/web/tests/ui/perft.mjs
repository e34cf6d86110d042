// @ts-check
/** Positions by their distance from the start, counted by the rules of the page: the counts of
 *  `testdata/*.perft`, which the Rust crates check too. */
import { readFileSync } from 'node:fs';
import { Board, Game, dirOf } from '../../ui/game/sokoban.js';
import { Game as Unblock } from '../../ui/game/unblock.js';

/** @import {Side, UnblockBoard} from '../../ui/types.d.ts' */

/** A file of the project. @param {string} path from its root */
export const file = (path) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/**
 * The boards of a file and, by the words before them, the figures below each.
 * @param {string} path @param {RegExp} row what a row of a board looks like
 * @returns {{rows: string[], words: Map<string, string>}[]}
 */
export function boards(path, row) {
  const blocks = file(path).split('\n\n');
  const parsed = blocks.map((block) => {
    const lines = block.split('\n').filter((line) => line && !line.startsWith(';'));
    const figures = lines.filter((line) => !row.test(line));
    return {
      rows: lines.filter((line) => row.test(line)),
      words: new Map(
        figures.map((line) => {
          const [, name, value] = /^(\w+(?: [A-Z])?(?: solved)?)[ =](.*)$/.exec(line) ?? [];
          return [name, value];
        }),
      ),
    };
  });
  return parsed.filter(({ rows }) => rows.length > 0);
}

/**
 * What is reached after each number of moves, and when it is solved first.
 * @param {string[]} start a position as text, in lines
 * @param {(position: string) => {solved: boolean, next: string[]}} look
 */
function layers(start, look) {
  const seen = new Set(start);
  const sizes = [];
  let solved = 'never';
  for (let layer = start; layer.length > 0;) {
    const seenNext = layer.map(look);
    if (solved === 'never' && seenNext.some((it) => it.solved)) solved = String(sizes.length);
    sizes.push(layer.length);
    layer = [];
    for (const position of seenNext.flatMap((it) => it.next)) {
      if (seen.has(position)) continue;
      seen.add(position);
      layer.push(position);
    }
  }
  return { sizes: sizes.join(' '), solved };
}

/** The position with the player on the first square it can walk to. @param {Game} game */
function normal(game) {
  const first = game.flood(game.player).findIndex((distance) => distance >= 0);
  const walk = game.walk(first);
  for (const letter of walk ?? '') game.step(dirOf(letter));
  return game.rows().join('\n');
}

/** Every push from a position, made by walking and stepping and then taken back. @param {string} position */
function pushes(position) {
  const game = new Game(new Board(position.split('\n')));
  const next = [];
  for (const box of [...game.boxes]) {
    for (const letter of 'udlr') {
      const behind = game.board.next(box, dirOf(letter) ^ 1);
      const walk = behind < 0 ? null : game.walk(behind);
      if (walk === null) continue;
      for (const step of walk) game.step(dirOf(step));
      if (game.step(dirOf(letter))) next.push(normal(game));
      game.jump(0);
    }
  }
  return { solved: game.solved, next };
}

/** Sequences of 1 to `most` pushes, without merging. @param {string[]} rows @param {number} most */
function sequences(rows, most) {
  let layer = new Map([[normal(new Game(new Board(rows))), 1]]);
  const counts = [];
  for (let depth = 1; depth <= most; depth++) {
    /** @type {Map<string, number>} */
    const after = new Map();
    for (const [position, count] of layer)
      for (const next of pushes(position).next) after.set(next, (after.get(next) ?? 0) + count);
    counts.push([...after.values()].reduce((sum, count) => sum + count, 0));
    layer = after;
  }
  return counts.join(' ');
}

/** What the page counts on a Sokoban board. @param {string[]} rows */
export function sokobanPerft(rows) {
  const { sizes, solved } = layers([normal(new Game(new Board(rows)))], pushes);
  return { T: sequences(rows, 4), U: sizes, solved };
}

/** A board of Unblock from rows of letters, red being A. @param {string[]} rows @param {Side} exit @returns {UnblockBoard} */
export function unblockBoard(rows, exit) {
  /** @type {UnblockBoard} */
  const board = {
    width: rows[0].length,
    height: rows.length,
    walls: [],
    pieces: [],
    red: null,
    exit,
  };
  rows.forEach((line, row) => {
    [...line].forEach((name, column) => {
      if (name === '#') board.walls.push([row, column]);
      if (name === '#' || name === '.') return;
      const piece = board.pieces.find((it) => it.name === name);
      if (piece) {
        piece.axis = piece.row === row ? 'h' : 'v';
        piece.length++;
      } else board.pieces.push({ name, axis: 'h', row, column, length: 1 });
    });
  });
  board.pieces.sort((a, b) => a.name.localeCompare(b.name));
  board.red = board.pieces.findIndex(({ name }) => name === 'A');
  return board;
}

/** What the page counts on an Unblock board. @param {UnblockBoard} board @param {'moves'|'steps'} metric */
export function unblockPerft(board, metric) {
  const game = new Unblock(board);
  const most = metric === 'steps' ? 1 : Infinity;
  /** @param {string} position */
  const look = (position) => {
    game.at = position.split(' ').map(Number);
    const next = [];
    for (const [piece, from] of game.at.entries()) {
      const [least, greatest] = game.range(piece);
      for (let to = least; to <= greatest; to++)
        if (to !== from && Math.abs(to - from) <= most)
          next.push(game.at.with(piece, to).join(' '));
    }
    return { solved: game.solved, next };
  };
  return layers([game.at.join(' ')], look);
}
