// @ts-check
/** The rules of the page, without a browser: `node --test crates/web/tests/ui/rules.test.mjs`. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { Board, Game, dirOf, pushed } from '../../ui/game/sokoban.js';
import { Game as Unblock } from '../../ui/game/unblock.js';
import { growRows, mirrorRows, putTile, rotateRows } from '../../ui/game/edit-sokoban.js';
import { growBoard, mirrorBoard, placePiece, rotateBoard } from '../../ui/game/edit-unblock.js';
import { streak } from '../../ui/play/daily.js';
import { allResults, importResults, recordResult } from '../../ui/lib/results.js';
import { bestOfKnown } from '../../ui/lib/bounds.js';
import { ofTitle, setLanguage, t } from '../../ui/lib/i18n.js';
import { planOf } from '../../ui/game/plan.js';
import { PullGame } from '../../ui/game/pull.js';
import { reachOf } from '../../ui/game/reach.js';
import { gapOf, percent, starsOf, undominated } from '../../ui/play/stars.js';
import { FAULTS } from '../../ui/words/server.js';
import { MESSAGES as COMMON } from '../../ui/words/messages.js';
import { PEOPLE } from '../../ui/words/people.js';
import { TITLES } from '../../ui/words/labels.js';
import { chanceOf, daysInARow, fitting, ratingOf, worthOf } from '../../ui/game/rating.js';
import { guideCollection } from '../../ui/lib/guide.js';
import { boards, file, sokobanPerft, unblockBoard, unblockPerft } from './perft.mjs';

/** @import {Side, UnblockBoard} from '../../ui/types.d.ts' */

/** A starter level: rows, pushes and moves of its solution, the solution. */
const STARTER =
  /\n\n((?:[ #.$*@+]+\n)+)Comment:\n[^\n]*?(\d+) pushes[^\n]*?(\d+) moves[^]*?\nSolution\n((?:[udlrUDLR]+\n)+)/g;

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
  const random = (/** @type {number} */ n) => {
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
  assert.equal(game.walk(1 * 7 + 1)?.length, 3);
  assert.equal(game.walk(2 * 7 + 1)?.length, 4);
  assert.equal(game.walk(2 * 7 + 2), null, 'a box stands there');
});

test('every way of a box can be played and ends where it says', () => {
  for (const prefer of /** @type {const} */ (['pushes', 'moves'])) {
    const game = new Game(new Board(ROOM));
    const reach = reachOf(game, 0, prefer);
    assert.ok(reach.squares.length > 5);
    for (const square of reach.squares) {
      const copy = new Game(new Board(ROOM));
      const path = reach.path(square) ?? '';
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
  for (const square of reachOf(game, 0, 'pushes').squares) {
    const count = (/** @type {string} */ path) =>
      [...path].filter((x) => x >= 'A' && x <= 'Z').length;
    const a = reachOf(game, 0, 'pushes').path(square) ?? '';
    const b = reachOf(game, 0, 'moves').path(square) ?? '';
    assert.ok(count(a) <= count(b));
    assert.ok(a.length >= b.length);
  }
});

test('the step of a hint names one box and where it goes', () => {
  const hint = pushed(['########', '#@ $  .#', '#  $  .#', '########'], 'drRR');
  assert.deepEqual([hint.box, hint.from, hint.to], [1, 19, 21]);
});

/** @returns {UnblockBoard} */
const jam = () =>
  unblockBoard(['......', '...B..', 'AA.B..', '...B.C', '.....C', '.....#'], 'right');

test('pieces slide as far as the others and the walls let them', () => {
  const game = new Unblock(jam());
  assert.deepEqual(game.range(0), [0, 1]);
  assert.deepEqual(game.range(1), [0, 3]);
  assert.deepEqual(game.range(2), [0, 3]);
  assert.equal(game.slide(0, 4), false);
});

test('moves of one piece merge, back to the start costs nothing', () => {
  const game = new Unblock(jam());
  game.slide(1, 2);
  game.slide(1, 3);
  assert.deepEqual(game.counts, { moves: 1, steps: 2 });
  game.slide(1, 1);
  assert.deepEqual(game.counts, { moves: 0, steps: 0 });
  game.slide(1, 3);
  game.slide(0, 4);
  assert.ok(game.solved);
  assert.deepEqual(game.played, [
    [1, 2],
    [0, 4],
  ]);
  const copy = new Unblock(jam());
  copy.load(game.played, 1);
  assert.deepEqual(copy.at, [0, 3, 3]);
  copy.redo();
  assert.ok(copy.solved);
});

test('the page counts the positions of sokoban that Rust counts', () => {
  const all = boards('testdata/sokoban.perft', /^[ #.$*@+]+$/);
  assert.ok(all.length >= 5);
  for (const { rows, words } of all) {
    const { T, U, solved } = sokobanPerft(rows);
    const wanted = [words.get('push T'), words.get('push U'), words.get('solved')];
    assert.deepEqual([T, U, solved], wanted, rows.join('\n'));
  }
});

test('the page counts the positions of unblock that Rust counts', () => {
  const all = boards('testdata/unblock.perft', /^[.#A-Z]+$/);
  assert.ok(all.length >= 5);
  for (const { rows, words } of all) {
    const exit = /** @type {Side} */ (words.get('exit') ?? 'right');
    for (const metric of /** @type {const} */ (['moves', 'steps'])) {
      const { sizes, solved } = unblockPerft(unblockBoard(rows, exit), metric);
      const wanted = [words.get(`${metric} U`), words.get(`${metric} solved`)];
      assert.deepEqual([sizes, solved], wanted, rows.join('\n'));
    }
  }
});

test('the solutions of the starter levels are played to the end', () => {
  const levels = [...file('levels/starter-sokoban.sok').matchAll(STARTER)];
  assert.equal(levels.length, 40);
  for (const [, rows, pushes, moves, solution] of levels) {
    const game = new Game(new Board(rows.trimEnd().split('\n')));
    game.load(solution.replaceAll('\n', ''));
    assert.ok(game.solved, rows);
    assert.deepEqual(game.counts, { moves: Number(moves), pushes: Number(pushes) });
  }
});

test('starter boards of unblock have as many positions as their file says, and their optimum', () => {
  const small = file('levels/starter-unblock.txt')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split('\t'))
    .filter(([, , cluster]) => Number(cluster) < 2000);
  assert.ok(small.length >= 6);
  for (const [moves, cells, cluster] of small) {
    const rows = (cells.replaceAll('o', '.').match(/.{6}/g) ?? []).map(String);
    const { sizes, solved } = unblockPerft(unblockBoard(rows, 'right'), 'moves');
    const positions = sizes.split(' ').reduce((sum, size) => sum + Number(size), 0);
    assert.deepEqual([solved, positions], [moves, Number(cluster)], cells);
  }
});

/** All messages; no key is in two files. */
const MESSAGES = { ...COMMON, ...PEOPLE };

test('every message exists in both languages with the same places to fill', () => {
  const places = (/** @type {string} */ text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  assert.deepEqual(Object.keys(PEOPLE).filter((key) => key in COMMON), []);
  for (const [key, [en, pt]] of Object.entries(MESSAGES)) {
    assert.ok(en && pt, key);
    assert.deepEqual(places(en), places(pt), key);
  }
});

test('one is not many', () => {
  setLanguage('en');
  assert.equal(t('hintBox', { n: 1 }), 'Look at this box. 1 push is left.');
  assert.equal(t('hintBox', { n: 21 }), 'Look at this box. 21 pushes are left.');
  assert.equal(t('labDone', { total: 1 }), 'All done: 1 search.');
  setLanguage('pt');
  assert.equal(t('hintBox', { n: 1 }), 'Olhe para esta caixa. Falta 1 empurrão.');
  assert.equal(t('hintBox', { n: 0 }), 'Olhe para esta caixa. Faltam 0 empurrões.');
});

test('a gap is a part of the bound, rounded up so that it holds', () => {
  setLanguage('en');
  const shown = (/** @type {number} */ length, /** @type {number} */ bound) =>
    percent(gapOf(length, bound) ?? NaN);
  assert.deepEqual(
    [shown(134, 130), shown(1001, 1000), shown(100001, 100000), shown(8, 8)],
    ['3.1', '0.1', '0.1', '0'].map((it) => `${it}\u00a0%`),
  );
  setLanguage('pt');
  assert.equal(shown(134, 130), '3,1\u00a0%');
  assert.deepEqual([gapOf(4, 0), gapOf(4, 5), gapOf(undefined, 5)], [undefined, undefined, undefined]);
  setLanguage('en');
});

test('every fault that Rust names is said in Portuguese', () => {
  const sources = [
    'sokoban/src/format/error.rs',
    'sokoban/src/grid.rs',
    'sokoban/src/level.rs',
    'text/src/lib.rs',
    'unblock/src/format/mod.rs',
    'unblock/src/layout.rs',
  ];
  const codes = sources.flatMap((source) => {
    const [, body] = /fn code\(&?self\)([^]*?)\n    }\n/.exec(file(`crates/${source}`)) ?? [];
    assert.ok(body, source);
    return [...body.matchAll(/=> "([a-z-]+)"/g)].map((match) => match[1]);
  });
  assert.ok(codes.length > 40);
  assert.deepEqual(
    codes.filter((code) => !FAULTS[code]),
    [],
  );
});

/** The modules of the page without their comments, by path. */
function modules() {
  const folder = new URL('../../ui/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((name) => name.endsWith('.js'));
  const code = (/** @type {string} */ name) =>
    readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  return scripts.map((name) => ({ name: name.replaceAll('\\', '/'), code: code(name) }));
}

test('every message the page asks for exists', () => {
  for (const { name, code } of modules())
    for (const [, key] of code.matchAll(/\bt\('([\w.-]+)'/g))
      assert.ok(MESSAGES[key], `${name}: ${key}`);
});

test('only the modules of lib ask the server', () => {
  const asks = /\b(fetch|EventSource|WebSocket|XMLHttpRequest|sendBeacon)\b|\/http\.js'/;
  // The service worker stands between the page and the server.
  const asking = modules().filter(({ name, code }) => name !== 'sw.js' && asks.test(code));
  assert.deepEqual(
    asking.map(({ name }) => name),
    ['engine-server', 'engine-worker', 'http', 'lab', 'live', 'store-browser', 'store-server'].map(
      (name) => `lib/${name}.js`,
    ),
  );
  const chosen = /\/(engine|store)-server\.js'/;
  assert.deepEqual(
    modules().flatMap(({ name, code }) => (chosen.test(code) ? name : [])),
    ['lib/engine.js', 'lib/store.js'],
    'an implementation is chosen in one place',
  );
});

test('folders of the page depend on each other in one direction', () => {
  // Each may use itself and what stands before it.
  const rooms = ['words', 'game', 'lib', 'board', 'play', 'views', ''];
  const place = (/** @type {string} */ path) => rooms.indexOf(path.split('/').at(-2) ?? '');
  for (const { name, code } of modules())
    for (const [, path] of code.matchAll(/\bfrom '([^']+)'/g)) {
      const used = new URL(path, `file:///${name}`).pathname.slice(1);
      assert.ok(place(used) >= 0 && place(used) <= place(name), `${name} uses ${used}`);
    }
});

test('drawing sokoban: one player, boxes on goals, four turns are none', () => {
  /** @type {(work: (rows: string[]) => string[], n: number, rows: string[]) => string[]} */
  const again = (work, n, rows) => (n ? again(work, n - 1, work(rows)) : rows);
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
  const fresh = () =>
    unblockBoard(['......', '...B..', 'AA.B..', '...B..', '......', '.....#'], 'right');
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

test('days in a row end today or yesterday', () => {
  const today = new Date(2026, 10, 16);
  const days = { '2026-11-15': 3, '2026-11-14': 1, '2026-11-12': 2 };
  assert.equal(streak(days, today), 2);
  assert.equal(streak({ ...days, '2026-11-16': 0 }, today), 3);
  assert.equal(streak({ '2026-11-14': 3 }, today), 0);
});

test('stars are against the best known, less what others did', () => {
  const best = { moves: 100, pushes: 40 };
  const stars = (/** @type {object} */ more) =>
    starsOf({ counts: { moves: 130, pushes: 40 }, best, hints: 0, ...more }).n;
  assert.equal(stars({}), 3, 'the fewest pushes are enough');
  assert.equal(stars({ counts: { moves: 120, pushes: 60 } }), 2);
  assert.equal(stars({ counts: { moves: 200, pushes: 80 } }), 1);
  assert.equal(stars({ hints: 1 }), 2);
  assert.equal(stars({ hints: 20 }), 1);
  assert.equal(stars({ watched: true }), 0);
});

test('a solution beaten in everything is not listed', () => {
  const of = (/** @type {number} */ moves, /** @type {number} */ pushes) => ({
    moves: `${moves}`,
    counts: { moves, pushes },
    solver: false,
    hints: 0,
  });
  const kept = undominated([of(100, 40), of(90, 50), of(110, 40), of(100, 50)]);
  assert.deepEqual(
    kept.map((it) => it.moves),
    ['100', '90'],
  );
});

test('a plan is followed wherever the player stands, and left when a box goes elsewhere', () => {
  const rows = ['########', '#      #', '#@$  . #', '#  $ . #', '#      #', '########'];
  const moves = 'RRRlldRR';
  const game = new Game(new Board(rows));
  const plan = planOf(rows, moves);
  assert.equal(plan.next(game)?.togo, 5);
  game.load('RRR');
  game.step(0);
  const next = plan.next(game);
  assert.equal(next?.togo, 2);
  game.load(`RRRu${next?.moves}`);
  assert.ok(game.solved);
  game.load('ur');
  game.step(1);
  assert.equal(plan.next(game), null);
});

test('a hint ends where the direction of the pushes turns', () => {
  const rows = ['#######', '#     #', '#@$   #', '#    .#', '#     #', '#######'];
  const game = new Game(new Board(rows));
  const plan = planOf(rows, 'RRRurD');
  assert.deepEqual(plan.next(game), { moves: 'RRR', togo: 4 });
  game.load('RRR');
  assert.deepEqual(plan.next(game), { moves: 'urD', togo: 1 });
});

test('mirroring a board twice changes nothing', () => {
  /** @type {UnblockBoard} */
  const board = {
    width: 6,
    height: 5,
    walls: [[1, 4]],
    red: 0,
    exit: 'right',
    pieces: [
      { name: 'A', axis: 'h', row: 2, column: 1, length: 2 },
      { name: 'B', axis: 'v', row: 1, column: 3, length: 3 },
    ],
  };
  const before = structuredClone(board);
  mirrorBoard(board);
  assert.deepEqual([board.pieces[0].column, board.pieces[1].column, board.exit], [3, 2, 'left']);
  assert.deepEqual(board.walls, [[1, 1]]);
  mirrorBoard(board);
  assert.deepEqual(board, before);
});

test('what is pulled to its beginning solves the level forwards', () => {
  const rows = ['#######', '#     #', '# $ @.#', '#  .$ #', '#     #', '#######'];
  const chance = (() => {
    let state = 7;
    return (/** @type {number} */ n) => {
      state = (Math.imul(state, 48271) >>> 0) % 2147483647;
      return state % n;
    };
  })();
  let solved = 0;
  for (let round = 0; round < 60; round++) {
    const game = new PullGame(rows);
    for (let i = 0; i < 3000 && game.forwards === null; i++) {
      const before = [game.player, ...game.boxes].join();
      const steps = game.moves.length;
      // Whatever is done can be taken back.
      if (game.step(chance(4), chance(3) > 0) && chance(4) === 0) {
        game.undo();
        assert.equal([game.player, ...game.boxes].join(), before);
        assert.equal(game.moves.length, steps);
      }
    }
    if (game.forwards === null) continue;
    solved++;
    const forwards = new Game(new Board(rows));
    forwards.load(game.forwards);
    assert.equal(forwards.moves, game.forwards, 'every move can be made');
    assert.ok(forwards.solved);
    assert.equal(forwards.counts.pushes, game.counts.pulls);
  }
  assert.ok(solved > 0);
});

test('before the first pull the player begins anywhere, afterwards it walks', () => {
  const game = new PullGame(['#######', '#@ $ .#', '#######']);
  // The box is on the goal, in the way: only its left side can be begun on.
  assert.ok(game.go(10));
  assert.equal(game.moves, '');
  assert.ok(game.go(11));
  assert.ok(game.step(2, true));
  assert.equal(game.forwards, null);
  assert.ok(game.step(2, true));
  assert.equal(game.forwards, 'rRR');
  assert.ok(!game.go(12), 'beyond the box');
});

test('results are kept once, in their order, and only if they are results', async () => {
  const one = { game: /** @type {const} */ ('sokoban'), collection: 'two', index: 3, hash: `s${'0'.repeat(32)}`, hints: 0 };
  await recordResult({ ...one, seconds: 12.4, moves: 30, pushes: 9, when: 2000 });
  await recordResult({ ...one, seconds: 5, moves: 28, pushes: 9, when: 1000 });
  await recordResult({ ...one, seconds: 99, moves: 99, pushes: 99, when: 2000 });
  const kept = await allResults();
  assert.deepEqual(
    kept.map(({ when, moves, seconds }) => [when, moves, seconds]),
    [
      [1000, 28, 5],
      [2000, 30, 12],
    ],
  );
  const given = [...kept, { ...one, seconds: 1, moves: 2, when: 3000, more: 'x' }, { ...one, moves: -1 }, null];
  assert.deepEqual(await importResults(given), { added: 1, invalid: 2 });
  assert.deepEqual(await importResults(given), { added: 0, invalid: 2 });
  const all = await allResults();
  assert.equal(all.length, 3);
  assert.ok(!('more' in all[2]));
  assert.deepEqual(await importResults('nonsense'), { added: 0, invalid: 0 });
});

/** @param {Partial<import('../../ui/types.d.ts').GameResult>[]} some */
const results = (some) =>
  some.map((it, i) => ({
    ...{ game: /** @type {const} */ ('sokoban'), collection: 'c', index: 1, hash: `h${i}`, seconds: 1, moves: 1, hints: 0, when: i },
    ...it,
  }));

test('a rating rises with what is solved, more for what is hard, less with hints', () => {
  const share = (/** @type {number} */ it) => () => it;
  const after = (/** @type {any[]} */ some, /** @type {number} */ of) => ratingOf(results(some), 'sokoban', share(of)).rating;
  const [easy, hard] = [after([{}], 0.9), after([{}], 0.3)];
  assert.ok(1500 < easy && easy < hard, `${easy} ${hard}`);
  assert.ok(after([{ hints: 3 }], 0.7) < 1500, 'with three hints it is no win');
  // The same level twice, another game, and a level without a grade count nothing.
  assert.equal(after([{ hash: 'x' }, { hash: 'x' }], 0.5), after([{ hash: 'x' }], 0.5));
  assert.deepEqual(ratingOf(results([{ game: 'unblock' }]), 'sokoban', share(0.5)), { rating: 1500, n: 0 });
  assert.deepEqual(ratingOf(results([{}]), 'sokoban', () => null), { rating: 1500, n: 0 });
  // Easy levels alone lead nowhere far.
  const many = Array.from({ length: 200 }, () => ({}));
  assert.ok(after(many, 0.95) < after(many, 0.4));
  assert.equal(Math.round(worthOf(0.5)), 1500);
  assert.ok(Math.abs(chanceOf(1500, worthOf(0.7)) - 0.7) < 1e-9);
});

test('the next level is the one solved seven times of ten by such a player', () => {
  const levels = [0.95, 0.7, 0.5, 0.2].map((share) => ({ level: share, share }));
  assert.equal(fitting(1500, levels), 0.7);
  assert.equal(fitting(2200, levels), 0.2);
  assert.equal(fitting(900, levels), 0.95);
  assert.equal(fitting(1500, []), null);
});

test('days in a row end today or yesterday', () => {
  const today = new Date(2026, 10, 18, 12);
  const on = (/** @type {number[]} */ ...days) => days.map((day) => ({ when: new Date(2026, 10, day, 23).getTime() }));
  assert.equal(daysInARow(on(16, 17, 18), today), 3);
  assert.equal(daysInARow(on(16, 17), today), 2);
  assert.equal(daysInARow(on(15, 16), today), 0);
  assert.equal(daysInARow([], today), 0);
});

test('the levels of the guided start can be solved, and each teaches in both languages', () => {
  for (const game of /** @type {const} */ (['sokoban', 'unblock'])) {
    const { levels, count } = guideCollection(game);
    assert.equal(levels.length, count);
    for (const { index, title, rows, board } of levels) {
      assert.ok(PEOPLE[`guide.${game}.${index}`], `${game} ${index}`);
      assert.ok(TITLES[title ?? ''], title ?? '');
      const { solved } = board ? unblockPerft(board, 'moves') : sokobanPerft(rows ?? []);
      assert.match(solved, /^\d+$/, `${game} ${index}`);
    }
  }
});

test('of two bounds the higher counts, of two solutions the shorter, and no bound is above a solution', () => {
  const by = (/** @type {string} */ engine) => ({ kind: /** @type {const} */ ('search'), engine });
  const of = (/** @type {object} */ it) => ({
    known: { fewest: [{ metric: /** @type {const} */ ('pushes'), proved: false, ...it }] },
    contradictions: [],
  });
  const there = of({ pushes: 12, moves: 40, bound: 8, by: by('there') });
  const here = of({ pushes: 11, moves: 44, bound: 10, by: by('here') });
  for (const [a, b] of [[there, here], [here, there]]) {
    const [it] = bestOfKnown(a, b).known.fewest;
    assert.deepEqual([it.pushes, it.moves, it.bound, it.by?.engine, it.proved], [11, 44, 10, 'here', false]);
    assert.equal(it.gap, 0.1);
  }
  const exact = bestOfKnown(there, of({ bound: 12, by: by('here') }));
  assert.deepEqual([exact.known.fewest[0].proved, exact.known.fewest[0].gap], [true, undefined]);
  const wrong = bestOfKnown(there, of({ bound: 13, by: by('here') }));
  assert.deepEqual([wrong.known.fewest[0].bound, wrong.known.fewest[0].by?.engine], [8, 'there']);
  assert.equal(wrong.contradictions.length, 1);
  assert.equal(bestOfKnown(there, null), there);
});

test('the graded collections and their levels have Portuguese titles', () => {
  const english = ['graded-sokoban.sok', 'graded-unblock.txt'].flatMap((name) => {
    const text = file(`levels/${name}`);
    return [/Banto graded \w+/.exec(text)?.[0] ?? '', ...(text.match(/(?<=^(?:# )?)[a-z ]+ \d+$/gm) ?? [])];
  });
  assert.ok(english.length > 500, String(english.length));
  setLanguage('pt');
  assert.deepEqual(english.filter((it) => ofTitle(it) === it), []);
  assert.equal(ofTitle('few will do it 12'), 'poucos conseguem 12');
  assert.equal(ofTitle('Room 12'), 'Room 12');
  setLanguage('en');
  assert.equal(ofTitle('easy 3'), 'easy 3');
});
