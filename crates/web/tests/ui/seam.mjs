// @ts-check
/** What stands behind `lib/engine.js` and `lib/store.js` answers as their types say. The scenarios ask the
 *  interfaces in the page and know nothing of a server: they hold for whatever implements them. */
import assert from 'node:assert/strict';
import { Board, Game } from '../../ui/game/sokoban.js';
import { Game as Unblock } from '../../ui/game/unblock.js';
import { scenario, visit } from './browser.mjs';

/** @import {Page} from 'playwright-core' */
/** @import {Engine, Store, UnblockBoard} from '../../ui/types.d.ts' */

const ROWS = ['########', '#      #', '# $$ # #', '#  @ ..#', '#      #', '########'];
const LOST = ['######', '#$ @ #', '#   .#', '######'];
/** No engine is done with it in the time of a test. */
const ENDLESS = [
  '###################',
  '#       #      ...#',
  '# $ $   #      ...#',
  '#  $  $        ...#',
  '# $ $ $ #      ...#',
  '#   @   #      ...#',
  '# $ $ $ ###########',
  '#  $  $ #',
  '# $ $ $ #',
  '#       #',
  '#########',
];

/** Asks the engines of the page. @template T, G @param {Page} page
 *  @param {(engine: Engine, given: G) => Promise<T>} work @param {G} given @returns {Promise<T>} */
const engines = (page, work, given) => inside(page, 'engine', work, given);

/** Asks the store of the page. @template T, G @param {Page} page
 *  @param {(store: Store, given: G) => Promise<T>} work @param {G} given @returns {Promise<T>} */
const store = (page, work, given) => inside(page, 'store', work, given);

/** @template T, G, O @param {Page} page @param {'engine'|'store'} name
 *  @param {(it: O, given: G) => Promise<T>} work @param {G} given @returns {Promise<T>} */
async function inside(page, name, work, given) {
  const it = await page.evaluateHandle(
    async (name) => {
      const { files } = document.documentElement.dataset;
      return (await import(new URL(`${files}lib/${name}.js`, document.baseURI).href))[name];
    },
    name,
  );
  const ask = /** @type {(it: any, given: any) => any} */ (
    new Function('it', 'given', `return (${work})(it, given.it)`)
  );
  return it.evaluate(ask, { it: given });
}

/** Whether moves solve a level, by the rules of the page. @param {string[]} rows @param {string} moves */
function solves(rows, moves) {
  const game = new Game(new Board(rows));
  game.load(moves);
  return game.solved && game.played === moves;
}

scenario('engines read, judge and write levels', async (page) => {
  await visit(page, '', '.card');
  const text = `; One\n${ROWS.join('\n')}\n\n; Two\n#####\n#@$ #\n#####\n`;
  const { game, count, levels } = await engines(page, (engine, it) => engine.read(it), text);
  assert.deepEqual([game, count], ['sokoban', 2]);
  assert.deepEqual([levels[0].rows, levels[0].title], [ROWS, 'One']);
  assert.ok(levels[0].key && !levels[0].faults?.length);
  const judged = await engines(page, (engine, rows) => engine.judge({ rows }), [
    '#####',
    '#@$ #',
    '#####',
  ]);
  const codes = judged.faults.map(({ code }) => code);
  assert.deepEqual(
    codes,
    levels[1].faults?.map(({ code }) => code),
  );
  assert.ok(codes.length);
  const written = await engines(page, (engine, rows) => engine.write({ rows, title: 'One' }), ROWS);
  const again = await engines(page, (engine, it) => engine.read(it), written);
  assert.deepEqual([again.levels[0].rows, again.levels[0].key], [ROWS, levels[0].key]);
  const facts = new Map(await engines(page, (engine, rows) => engine.facts({ rows }), ROWS));
  assert.equal(facts.get('boxes'), 2);
  const formats = await engines(page, (engine) => engine.formats(), null);
  for (const name of ['sokoban', 'unblock']) assert.ok(formats.some((it) => it.game === name));
});

scenario('engines help: hints, reasons, dead squares, shorter solutions', async (page) => {
  await visit(page, '', '.card');
  const hint = await engines(page, (engine, rows) => engine.hint({ rows }), ROWS);
  assert.equal(hint.status, 'solved');
  assert.ok(solves(ROWS, hint.solution ?? ''));
  const why = await engines(page, (engine, rows) => engine.why({ rows }), LOST);
  assert.deepEqual([why.lost, why.boxes], [true, [{ row: 1, column: 1 }]]);
  // Not lost, as far as can be seen without a search.
  assert.equal((await engines(page, (engine, rows) => engine.why({ rows }), ROWS)).lost, null);
  const dead = await engines(page, (engine, rows) => engine.deadSquares({ rows }), ROWS);
  assert.ok(
    dead.some(({ row, column, reason }) => row === 1 && column === 1 && reason === 'corner'),
  );
  assert.ok(!dead.some(({ row, column }) => ROWS[row][column] === '.'));
  // Back and forth first.
  const long = `lr${hint.solution}`;
  const asked = { rows: ROWS, long };
  const better = await engines(
    page,
    (engine, { rows, long }) => engine.improve({ rows }, long, 'moves'),
    asked,
  );
  assert.equal(better.before.moves, long.length);
  assert.ok(solves(ROWS, better.moves) && better.moves.length < long.length);
  assert.equal(better.counts.moves, better.moves.length);
});

scenario('engines make boards of Unblock, and lead out of them', async (page) => {
  await visit(page, '', '.card');
  const [first] = await engines(page, (engine) => engine.categories(), null);
  const made = (/** @type {string} */ category) =>
    engines(page, (engine, name) => engine.generate('unblock', name, 7), category);
  const text = await made(first.name);
  assert.equal(await made(first.name), text, 'the same for the same seed');
  const { game, levels } = await engines(page, (engine, it) => engine.read(it), text);
  assert.equal(game, 'unblock');
  const board = /** @type {UnblockBoard} */ (levels[0].board);
  const hint = await engines(page, (engine, it) => engine.hint({ board: it }), board);
  assert.ok(
    hint.moves !== null && hint.moves >= first.least && hint.moves <= (first.most ?? Infinity),
  );
  const asked = { board, moves: hint.solution ?? '' };
  const slides = await engines(page, (engine, it) => engine.slides(it.board, it.moves), asked);
  const played = new Unblock(board);
  played.load(slides);
  assert.ok(played.solved);
  const day = await engines(page, (engine) => engine.daily('sokoban', '2026-01-31'), null);
  const daily = await engines(page, (engine, it) => engine.read(it), day);
  assert.deepEqual([daily.game, daily.count], ['sokoban', 1]);
});

scenario('engines search, are watched, and are cancelled', async (page) => {
  await visit(page, '', '.card');
  const optimal = await engines(
    page,
    (engine, rows) => engine.solve({ level: { rows }, engine: 'optimal', goal: 'pushes' }),
    ROWS,
  );
  assert.deepEqual([optimal?.status, optimal?.guarantee], ['solved', 'push-optimal']);
  assert.ok(solves(ROWS, optimal?.solution ?? ''));
  const seen = await engines(
    page,
    (engine, rows) => engine.watch({ level: { rows }, engine: 'bfs' }),
    ROWS,
  );
  assert.equal(seen.status, 'solved');
  assert.ok(seen.steps.length > 1 && seen.solution.length > 1);
  const { engines: table } = await engines(page, (engine) => engine.engines(), null);
  assert.ok(table.some(({ name }) => name === 'optimal'));
  const plan = await engines(
    page,
    (engine) => engine.plan({ game: 'sokoban', engine: 'optimal' }),
    null,
  );
  assert.ok(plan.techniques.length && plan.techniques.every((name) => plan.reads.includes(name)));
  const cancelled = await engines(
    page,
    async (engine, rows) => {
      const control = new AbortController();
      let progress = 0;
      const seen = () => {
        progress++;
        control.abort();
      };
      const question = { level: { rows }, engine: 'optimal', goal: 'pushes', time_ms: 60000 };
      const record = await engine.solve(question, { signal: control.signal, seen });
      return { status: record?.status, progress };
    },
    ENDLESS,
  );
  assert.equal(cancelled.status, 'interrupted');
  assert.ok(cancelled.progress > 0);
  // The next search is not held up by it.
  const next = await engines(page, (engine, rows) => engine.solve({ level: { rows } }), ROWS);
  assert.equal(next?.status, 'solved');
});

scenario('a question that makes no sense is refused, one taken back is aborted', async (page) => {
  await visit(page, '', '.card');
  const told = await engines(
    page,
    async (engine, rows) => {
      const { files } = document.documentElement.dataset;
      const place = new URL(`${files}lib/errors.js`, document.baseURI).href;
      const { Refused, aborted } = await import(/** @type {string} */ (place));
      const failure = (/** @type {Promise<unknown>} */ asked) =>
        asked.then(
          () => null,
          (error) => error,
        );
      const faulty = await failure(engine.hint({ rows: ['#####', '#@$ #', '#####'] }));
      const unknown = await failure(engine.plan({ game: 'sokoban', engine: 'no such engine' }));
      const control = new AbortController();
      control.abort();
      const back = [engine.solve, engine.hint].map((ask) =>
        failure(ask(/** @type {any} */ ({ rows, level: { rows } }), { signal: control.signal })),
      );
      return {
        faulty: faulty instanceof Refused && faulty.final && faulty.faults.length > 0,
        unknown: unknown instanceof Refused && unknown.message,
        aborted: (await Promise.all(back)).map(aborted),
      };
    },
    ROWS,
  );
  assert.equal(told.faulty, true);
  assert.match(String(told.unknown), /no such engine/);
  assert.deepEqual(told.aborted, [true, true]);
});

scenario('the store keeps games, solutions and collections', async (page) => {
  await visit(page, '', '.card');
  // A board that no other scenario plays.
  const rows = ['#########', '#@ $   .#', '#       #', '#   #   #', '#########'];
  const { levels } = await engines(page, (engine, it) => engine.read(it), rows.join('\n'));
  const key = /** @type {string} */ (levels[0].key);
  const game = {
    moves: 'r',
    cursor: 1,
    hints: 0,
    watched: false,
    snapshots: [],
    revision: 'seam-1',
  };
  const keep = (/** @type {object} */ change) =>
    store(page, (it, { key, game }) => it.keepGame(key, game), {
      key,
      game: { ...game, ...change },
    });
  assert.equal(await keep({}), true);
  assert.deepEqual(await store(page, (it, key) => it.game(key), key), game);
  assert.equal(
    await keep({ revision: 'seam-2', base: 'another' }),
    false,
    'it was played elsewhere',
  );
  const best = await store(
    page,
    (it, rows) => it.keepSolution({ level: { rows }, moves: 'rRRRR', hints: 2, solver: false }),
    rows,
  );
  const row = { level: key, hints: 2, solver: false };
  assert.deepEqual(
    best.sort((a, b) => a.metric.localeCompare(b.metric)),
    [
      { ...row, metric: 'moves', value: 5 },
      { ...row, metric: 'pushes', value: 4 },
    ],
  );
  const progress = await store(page, (it) => it.progress(), null);
  assert.equal(progress.best.filter(({ level }) => level === key).length, 2);
  assert.ok(progress.begun.includes(key));
  const solutions = await store(page, (it, key) => it.solutions(key), key);
  assert.deepEqual(new Set(solutions.map(({ moves }) => moves)), new Set(['rRRRR']));
  const known = await store(page, (it, rows) => it.known({ rows }), rows);
  assert.equal(known.known.fewest.find(({ metric }) => metric === 'pushes')?.pushes, 4);
  const text = `; Seam\n${rows.join('\n')}\n`;
  const { name } = await store(page, (it, text) => it.add('seam', text), text);
  assert.equal((await store(page, (it, name) => it.collection(name), name)).levels[0].key, key);
  const removed = await store(page, (it, name) => it.remove(name), name);
  const names = async () =>
    (await store(page, (it) => it.collections(), null)).map((it) => it.name);
  assert.ok(!(await names()).includes(name));
  assert.equal(await store(page, (it, removed) => it.restore(removed), removed), name);
  assert.equal(await store(page, (it, name) => it.collectionText(name), name), text);
  await store(page, (it, name) => it.remove(name), name);
});

scenario('what a search proves is kept under the level it was asked about, though the drawing changes meanwhile', async (page) => {
  await visit(page, '', '.card');
  const [asked, drawn] = [9, 4].map((n) => [`#${'#'.repeat(n)}###`, `#@$${' '.repeat(n - 1)}.#`, `#${'#'.repeat(n)}###`]);
  const record = await engines(
    page,
    (it, { asked, drawn }) => {
      const level = { rows: asked };
      const answer = it.solve({ level, engine: 'optimal', goal: 'pushes' });
      level.rows = drawn;
      return answer;
    },
    { asked, drawn },
  );
  assert.equal(record?.bound, 9);
  const bound = async (/** @type {string[]} */ rows) =>
    (await store(page, (it, rows) => it.known({ rows }), rows)).known.fewest.find(({ metric }) => metric === 'pushes')?.bound;
  assert.equal(await bound(asked), 9);
  assert.ok((await bound(drawn)) !== 9);
});
