// @ts-check
/**
 * Two tabs on one level while the server comes and goes: random keys in both, reloads, answers to the question which of two
 * games goes on. Afterwards the position of each tab is in the game that is kept or beside it, and no win is missing.
 * `BANTO_KILLS` says how many scripts there are of each game, `BANTO_KILLS_FROM` where they begin, `BANTO_KILLS_AT_ONCE` how many are
 * played at a time. `kills.mjs` plays them against a program that it kills and starts again; here the way to the server is cut. The same
 * without a browser: `players.test.mjs`.
 */
import assert from 'node:assert/strict';
import { levelKey } from '../../ui/game/key.js';
import { Board, Game as Sokoban } from '../../ui/game/sokoban.js';
import { Game as Unblock } from '../../ui/game/unblock.js';
import { ask, base, playText, withServer, tab } from './browser.mjs';

/** @import {BrowserContext, Page} from 'playwright-core' */
/** @import {SavedGame, UnblockBoard} from '../../ui/types.d.ts' */

const SCRIPTS = Number(process.env.BANTO_KILLS ?? 1);
const FROM = Number(process.env.BANTO_KILLS_FROM ?? 0);
const AT_ONCE = Number(process.env.BANTO_KILLS_AT_ONCE ?? 1);
const INPUTS = 24;

/** Numbers from a seed (mulberry32). @param {number} seed */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ n) => {
    state = (state + 0x6d2b79f5) | 0;
    let it = Math.imul(state ^ (state >>> 15), 1 | state);
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
    return Math.floor((((it ^ (it >>> 14)) >>> 0) / 4294967296) * n);
  };
}

const wide = (/** @type {number} */ n) => 6 + (n % 40);

/** No two are the same. @param {number} n */
const room = (n) => {
  const wall = '#'.repeat(wide(n) + 2);
  const line = (/** @type {string} */ it) => `#${it.padEnd(wide(n))}#\n`;
  return `; Driven ${n}\n${wall}\n${line('')}${line(' @$ .')}${line('').repeat(1 + Math.floor(n / 40))}${wall}\n`;
};

/** No two of 256 are the same: each bit is a piece. @param {number} n */
const jam = (n) => {
  const cells = ['...B..', '...B..', 'AA.B..', '......', '......', '......'].map((it) => [...it]);
  const places = [[5, 0], [4, 4], [0, 0], [1, 4], [4, 0], [0, 4], [5, 4], [3, 0]];
  for (const [bit, [row, column]] of places.entries())
    if (n & (1 << bit)) cells[row][column] = cells[row][column + 1] = String.fromCharCode(67 + bit);
  return `${cells.map((it) => it.join('')).join('\n')}\n`;
};

const KEYS = {
  sokoban: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'h', 'Home'],
  unblock: ['a', 'b', 'c', 'ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Enter', 'Home'],
};

/** Where everything stands, as it is drawn. @param {Page} page */
const places = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg.board .box:not(.ghost), svg.board .player, svg.board .piece')]
      .map((it) => /** @type {SVGElement} */ (it).style.transform.replaceAll('px', ''))
      .join(' '),
  );

/** All positions of the kept game, its attempts and its snapshots. @param {SavedGame} game @param {(moves: any, cursor: number) => string} at */
function kept(game, at) {
  const all = [game, ...(game.attempts ?? []), ...(game.snapshots ?? [])];
  return new Set(all.flatMap(({ moves }) => Array.from({ length: moves.length + 1 }, (_, i) => at(moves, i))));
}

/** @param {Page} page @param {boolean} on */
async function server(page, on) {
  const context = page.context();
  // The text of an opened level is read by the server; this is about saving.
  if (on) await context.unroute('**/api/{progress,solutions,settings,hint,why}**');
  else await context.route('**/api/{progress,solutions,settings,hint,why}**', (route) => route.abort());
}

/** Waits until nothing glides and nothing waits to be sent. @param {Page} page */
async function rest(page) {
  await page.waitForSelector('.stage svg.board');
  await page.waitForFunction(
    () => {
      const { games = {}, solutions = [], branches = {} } = JSON.parse(localStorage.getItem('banto.outbox') ?? '{}');
      return !Object.keys(games).length && !solutions.length && !Object.keys(branches).length;
    },
    null,
    { timeout: 30000 },
  );
  await page.waitForTimeout(300);
}

/** Does something until it works: a server that was killed comes back. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
async function patiently(work) {
  for (let tries = 20; ; tries--)
    try {
      return await work();
    } catch (error) {
      if (!tries || error instanceof assert.AssertionError) throw error;
      await new Promise((done) => setTimeout(done, 300));
    }
}

/** Waits for the board. @param {Page} page */
const board = (page) => page.waitForSelector('.stage svg.board', { timeout: 5000 });

/** @param {BrowserContext} context @param {'sokoban'|'unblock'} game @param {number} n */
async function drive(context, game, n) {
  const pick = random(n * 7 + (game === 'sokoban' ? 1 : 2));
  const first = await context.newPage();
  await patiently(async () => {
    await first.goto('about:blank');
    await playText(first, game === 'sokoban' ? room(n) : jam(n));
  });
  const hash = await first.evaluate(() => location.hash);
  const arrive = async (/** @type {Page} */ page) => {
    await page.goto('about:blank');
    await page.goto(`${base}/${hash}`);
    await board(page);
  };
  const open = async () => {
    const page = await context.newPage();
    await patiently(() => arrive(page));
    return page;
  };
  const again = (/** @type {Page} */ page) =>
    page
      .reload()
      .then(() => board(page))
      .catch(() => patiently(() => arrive(page)));
  const pages = [first, await open()];
  let [away, won] = [false, false];
  const keys = KEYS[game];
  for (let i = 0; i < INPUTS; i++) {
    const page = pages[pick(2)];
    await page.bringToFront();
    await page.locator('svg.board').focus();
    for (let times = 1 + pick(4); times > 0; times--) await page.keyboard.press(keys[pick(keys.length)]);
    won ||= (await page.locator('#solved').count()) > 0;
    if (pick(5) === 0) await server(first, !(away = !away));
    if (pick(4) === 0) await page.waitForTimeout(pick(900));
    const answer = page.locator(pick(2) ? '#take-theirs' : '#keep-mine');
    // A page behind the others does not paint, so nothing there comes to rest.
    const press = (/** @type {Element} */ it) => /** @type {HTMLElement} */ (it).click();
    if (pick(3) === 0 && (await answer.count())) await answer.evaluate(press, null, { timeout: 2000 });
    if (pick(9) === 0) await again(page);
  }
  await Promise.all(pages.map((it) => it.waitForTimeout(900)));
  const ends = await Promise.all(pages.map(places));
  // The level as it began: a tab that is still there has lost nothing.
  if (away) await server(first, true);
  await pages[1].close();
  const last = await open();
  await first.close();
  await again(last);
  await patiently(() => rest(last));
  const read = await patiently(() => levelOf(last, game === 'sokoban' ? room(n) : jam(n)));
  const { game: saved, best } = await patiently(() => ask(last, `progress/${levelKey(read)}`));
  const found = kept(saved, at(n, read.board ?? null));
  for (const end of ends) assert.ok(found.has(end), `${game} ${n}: a position was lost: ${end}`);
  if (won) assert.ok(best.some((/** @type {{solver: boolean}} */ it) => !it.solver || saved.hints), `${game} ${n}: a win was lost`);
  await last.close();
}

/** A text as the server reads it. @param {Page} page @param {string} text */
const levelOf = (page, text) =>
  page.evaluate(async (text) => {
    const body = JSON.stringify({ text });
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch('/api/read', { method: 'POST', headers, body })).json()).levels[0];
  }, text);

/** How a position of the game is drawn. @param {number} n @param {UnblockBoard|null} board of Unblock */
function at(n, board) {
  return (/** @type {any} */ moves, /** @type {number} */ cursor) => {
    if (board) {
      const it = new Unblock(board);
      it.load(moves, cursor);
      return board.pieces
        .map(({ axis, row, column }, i) => {
          const [x, y] = axis === 'h' ? [it.at[i], row] : [column, it.at[i]];
          return `translate(${x * 60}, ${y * 60})`;
        })
        .join(' ');
    }
    const it = new Sokoban(new Board(room(n).trimEnd().split('\n').slice(1)));
    it.load(moves, cursor);
    return [...it.boxes, it.player]
      .map((square) => it.board.place(square))
      .map(([row, column]) => `translate(${column * 40}, ${row * 40})`)
      .join(' ');
  };
}

for (const game of /** @type {const} */ (['sokoban', 'unblock']))
  withServer(`${SCRIPTS} scripts of ${game} with two tabs and a server that goes away`, async () => {
    let next = FROM;
    // One browser after the other plays several levels, as people do.
    const lane = async () => {
      const context = (await tab()).context();
      context.setDefaultTimeout(5000);
      while (next < FROM + SCRIPTS) {
        const n = next++;
        await drive(context, game, n);
        if (AT_ONCE > 1) console.log(`   ${game} ${n}: nothing lost`);
      }
      await context.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  });
