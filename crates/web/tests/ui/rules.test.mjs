// The rules of the page, without a browser: `node --test crates/web/tests/ui/rules.test.mjs`.
import test from 'node:test';
import assert from 'node:assert/strict';
import { Board, Game, dirOf, firstPush } from '../../ui/sokoban.js';
import { Game as Unblock } from '../../ui/unblock.js';
import { growRows, mirrorRows, putTile, rotateRows } from '../../ui/draw-sokoban.js';
import { growBoard, placePiece, rotateBoard } from '../../ui/draw-unblock.js';
import { MESSAGES } from '../../ui/words.js';

const ROOM = ['#######', '#     #', '# $@. #', '#  $. #', '#     #', '#######'];

test('a step pushes a box, undo takes it back, redo makes it again', () => {
  const game = new Game(new Board(ROOM));
  const start = game.rows();
  assert.ok(game.step(dirOf('l')));
  assert.deepEqual(game.counts, { moves: 1, pushes: 1 });
  assert.equal(game.step(dirOf('l')), false, 'the box is against the wall');
  const after = game.rows();
  assert.ok(game.undo());
  assert.deepEqual(game.rows(), start);
  assert.ok(game.redo());
  assert.deepEqual(game.rows(), after);
});

test('random games can be undone to the start and redone to the end', () => {
  let seed = 7;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  for (let round = 0; round < 50; round++) {
    const game = new Game(new Board(ROOM));
    const start = game.rows();
    for (let i = 0; i < 200; i++) game.step(random(4));
    const end = game.rows();
    const played = game.played;
    if (round % 2) game.jump(0);
    else while (game.undoPush());
    assert.deepEqual(game.rows(), start);
    if (round % 2) game.jump(played.length);
    else {
      while (game.redoPush());
    }
    assert.deepEqual(game.rows(), end);
    const copy = new Game(new Board(ROOM));
    copy.load(played);
    assert.deepEqual(copy.rows(), end);
  }
});

test('new moves drop what was undone unless they repeat it', () => {
  const game = new Game(new Board(ROOM));
  game.load('urd');
  game.jump(1);
  game.step(dirOf('r'));
  assert.equal(game.moves, 'urd');
  game.jump(1);
  game.step(dirOf('l'));
  assert.equal(game.moves, 'ul');
});

test('walks are shortest and go around boxes', () => {
  const game = new Game(new Board(ROOM));
  assert.equal(game.walk(1 * 7 + 1).length, 3);
  assert.equal(game.walk(2 * 7 + 1).length, 4);
  assert.equal(game.walk(2 * 7 + 2), null, 'a box stands there');
});

test('every way of a box can be played and ends where it says', () => {
  for (const prefer of /** @type {const} */ (['pushes', 'moves'])) {
    const game = new Game(new Board(ROOM));
    const reach = game.reach(0, prefer);
    assert.ok(reach.squares.length > 5);
    for (const square of reach.squares) {
      const copy = new Game(new Board(ROOM));
      const path = reach.path(square);
      copy.load(path);
      assert.equal(copy.played, path);
      assert.equal(copy.boxes[0], square);
      assert.equal(copy.boxes[1], game.boxes[1]);
    }
  }
});

test('fewest pushes and fewest moves are different ways', () => {
  const rows = [
    '#########',
    '#       #',
    '# ##### #',
    '#   @$  #',
    '#       #',
    '#      .#',
    '#########',
  ];
  const game = new Game(new Board(rows));
  for (const square of game.reach(0, 'pushes').squares) {
    const count = (path) => [...path].filter((x) => x >= 'A' && x <= 'Z').length;
    const a = game.reach(0, 'pushes').path(square);
    const b = game.reach(0, 'moves').path(square);
    assert.ok(count(a) <= count(b));
    assert.ok(a.length >= b.length);
  }
});

test('the first push of a solution names one box and where it goes', () => {
  const hint = firstPush(['########', '#@ $  .#', '#  $  .#', '########'], 'rRRRllldrRRR');
  assert.deepEqual([hint.box, hint.from, hint.to, hint.moves], [0, 11, 14, 'rRRR']);
});

const JAM = {
  width: 6,
  height: 6,
  walls: [[5, 5]],
  red: 0,
  exit: 'right',
  pieces: [
    { name: 'A', axis: 'h', row: 2, column: 0, length: 2 },
    { name: 'B', axis: 'v', row: 1, column: 3, length: 3 },
    { name: 'C', axis: 'v', row: 3, column: 5, length: 2 },
  ],
};

test('pieces slide as far as the others and the walls let them', () => {
  const game = new Unblock(JAM);
  assert.deepEqual(game.range(0), [0, 1]);
  assert.deepEqual(game.range(1), [0, 3]);
  assert.deepEqual(game.range(2), [0, 3]);
  assert.equal(game.slide(0, 4), false);
});

test('moves of one piece merge, back to the start costs nothing', () => {
  const game = new Unblock(JAM);
  game.slide(1, 2);
  game.slide(1, 3);
  assert.deepEqual(game.counts, { moves: 1, steps: 2 });
  game.slide(1, 1);
  assert.deepEqual(game.counts, { moves: 0, steps: 0 });
  game.slide(1, 3);
  game.slide(0, 4);
  assert.ok(game.solved);
  assert.equal(game.played, 'B+2 A+4');
  const copy = new Unblock(JAM);
  copy.load('B+2 A+4', 1);
  assert.deepEqual(copy.at, [0, 3, 3]);
  copy.redo();
  assert.ok(copy.solved);
});

test('every message exists in both languages with the same places to fill', () => {
  const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  for (const [key, [en, pt]] of Object.entries(MESSAGES)) {
    assert.ok(en && pt, key);
    assert.deepEqual(places(en), places(pt), key);
  }
});

test('every message the page asks for exists', async () => {
  const { readdirSync, readFileSync } = await import('node:fs');
  const folder = new URL('../../ui/', import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const source = readFileSync(new URL(file, folder), 'utf8');
    for (const [, key] of source.matchAll(/\bt\('([\w.-]+)'/g))
      assert.ok(MESSAGES[key], `${file}: ${key}`);
  }
});

test('drawing sokoban: one player, boxes on goals, four turns are none', () => {
  const again = (work, n, it) => (n ? again(work, n - 1, work(it)) : it);
  assert.deepEqual(putTile(ROOM, '@', 2, 4)[2], '# $ + #', 'the old player is gone');
  assert.equal(putTile(ROOM, '$', 2, 4)[2], '# $@* #');
  assert.equal(putTile(ROOM, '#', 0, 0), ROOM, 'nothing changes');
  assert.deepEqual(again(rotateRows, 4, ROOM), ROOM);
  assert.deepEqual(mirrorRows(mirrorRows(ROOM)), ROOM);
  assert.deepEqual(growRows(growRows(ROOM, 'left', 1), 'left', -1), ROOM);
  assert.equal(again((rows) => growRows(rows, 'top', -1), 20, ROOM).length, 3);
  assert.equal(again((rows) => growRows(rows, 'right', 1), 99, ROOM)[0].length, 50);
});

test('drawing unblock: a piece takes the place of others, four turns are none', () => {
  const fresh = () => ({
    width: 6,
    height: 6,
    walls: [[5, 5]],
    red: 0,
    exit: 'right',
    pieces: [
      { name: 'A', axis: 'h', row: 2, column: 0, length: 2 },
      { name: 'B', axis: 'v', row: 1, column: 3, length: 3 },
    ],
  });
  const board = fresh();
  placePiece(board, 'h3', 2, 5);
  assert.deepEqual(
    board.pieces.map(({ name, row, column }) => [name, row, column]),
    [
      ['A', 2, 0],
      ['B', 2, 3],
    ],
  );
  placePiece(board, 'erase', 2, 1);
  assert.equal(board.red, null);
  placePiece(board, 'red', 2, 5);
  assert.deepEqual([board.red, board.pieces.length, board.pieces[0].column], [0, 1, 4]);
  placePiece(board, 'wall', 5, 5);
  assert.deepEqual(board.walls, [], 'a second click takes the block away');
  const turned = fresh();
  for (let i = 0; i < 4; i++) rotateBoard(turned);
  assert.deepEqual(turned, fresh());
  const cut = fresh();
  growBoard(cut, 'left', -1);
  assert.deepEqual([cut.red, cut.pieces.length, cut.width], [null, 1, 5]);
});
