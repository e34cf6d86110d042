// @ts-check
/**
 * Two tabs on one level while the server comes and goes: random keys in both, reloads, answers to the question which of two
 * games goes on. Afterwards the position of each tab is in the game that is kept or beside it, and no win is missing.
 * `BANTO_KILLS` says how many scripts there are of each game, `BANTO_KILLS_FROM` where they begin, `BANTO_KILLS_INPUTS` how long they
 * are, `BANTO_KILLS_AT_ONCE` how many pairs of tabs play at a time, level after level. `kills.mjs` plays them against a program that it kills and starts again; here the way to the server is cut. The same
 * without a browser: `players.test.mjs`.
 */
import assert from 'node:assert/strict';
import { levelKey } from '../../ui/game/key.js';
import { Board, Game as Sokoban } from '../../ui/game/sokoban.js';
import { Game as Unblock } from '../../ui/game/unblock.js';
import { ask, base, tab, waiting, withServer } from './browser.mjs';

/** @import {BrowserContext, Page} from 'playwright-core' */
/** @import {SavedGame, UnblockBoard} from '../../ui/types.d.ts' */

const SCRIPTS = Number(process.env.BANTO_KILLS ?? 1);
const FROM = Number(process.env.BANTO_KILLS_FROM ?? 0);
const AT_ONCE = Number(process.env.BANTO_KILLS_AT_ONCE ?? 1);
const INPUTS = Number(process.env.BANTO_KILLS_INPUTS ?? 16);

/** Whether the way to the server is cut, too: not where the server itself is killed. */
const CUT = !process.env.BANTO_KILLED;

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

/** All positions of the kept game, its attempts and its snapshots. Two slides of one piece in a row are one move: what lies on the
 *  way of a slide has been passed, too. @param {SavedGame} game @param {(moves: any, cursor: number) => string} at */
function kept(game, at) {
  const all = [game, ...(game.attempts ?? []), ...(game.snapshots ?? [])];
  return new Set(
    all.flatMap(({ moves }) => [
      ...Array.from({ length: moves.length + 1 }, (_, i) => at(moves, i)),
      ...(typeof moves === 'string' ? [] : moves.flatMap(([piece, by], i) => onTheWay(by).map((part) => at([...moves.slice(0, i), [piece, part]], i + 1)))),
    ]),
  );
}

/** Shorter slides in the same direction. @param {number} by */
const onTheWay = (by) => Array.from({ length: Math.abs(by) - 1 }, (_, i) => Math.sign(by) * (i + 1));

/** @param {Page} page @param {boolean} on */
async function server(page, on) {
  const context = page.context();
  // The text of an opened level is read by the server; this is about saving.
  if (on) await context.unroute('**/api/{progress,solutions,settings,hint,why}**');
  else await context.route('**/api/{progress,solutions,settings,hint,why}**', (route) => route.abort());
}

/** Waits until nothing waits to be sent, which a browser that is online again tries. @param {Page} page */
async function rest(page) {
  const until = Date.now() + 30000;
  for (let left = await waiting(page); left.length; left = await waiting(page)) {
    assert.ok(Date.now() < until, `never sent: ${left.join()}`);
    // Which of two games goes on may still be asked: what waits for the answer is sent with it.
    await pressed(page, '#keep-mine');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForTimeout(200);
  }
}

/** Does something until it works: a server that was killed comes back. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
async function patiently(work) {
  for (let tries = 40; ; tries--)
    try {
      return await work();
    } catch (error) {
      if (!tries || error instanceof assert.AssertionError) throw error;
      await new Promise((done) => setTimeout(done, 300));
    }
}

/** Waits for the board. @param {Page} page */
const board = (page) => page.waitForSelector('.stage svg.board', { timeout: 15000 });

/** Shows a level on a page that may show another one. @param {Page} page @param {string} hash */
async function show(page, hash) {
  if (page.url().startsWith(`${base}/`)) {
    await page.evaluate(() => location.replace('#/search'));
    await page.waitForSelector('#search-all');
    await page.evaluate((it) => location.replace(it), hash);
  } else await page.goto(`${base}/${hash}`);
  await board(page);
}

/** Loads a page anew. @param {Page} page @param {string} hash */
const again = (page, hash) =>
  page
    .reload()
    .then(() => board(page))
    .catch(() =>
      patiently(async () => {
        await page.goto('about:blank');
        await show(page, hash);
      }),
    );

/** Presses a button if it is there. A page behind the others does not paint, so nothing there comes to rest.
 *  @param {Page} page @param {string} button */
const pressed = (page, button) =>
  page.evaluate((it) => {
    const there = /** @type {HTMLElement|null} */ (document.querySelector(it));
    there?.click();
    return there !== null;
  }, button);

/** Two tabs of one browser, which go from level to level as people do. @typedef {{context: BrowserContext, pages: Page[]}} Pair */

/** Ways to leave a level: for another view, by loading the page, by closing the tab after a moment. */
const LEAVING = ['view', 'reload', 'close'];

/** @param {Pair} pair @param {'sokoban'|'unblock'} game @param {number} n */
async function drive({ context, pages }, game, n) {
  const pick = random(n * 7 + (game === 'sokoban' ? 1 : 2));
  const text = game === 'sokoban' ? room(n) : jam(n);
  await patiently(() => show(pages[0], `#/open/${encodeURIComponent(text)}`));
  const hash = await pages[0].evaluate(() => location.hash);
  await patiently(() => show(pages[1], hash));
  let [away, won] = [false, false];
  const keys = KEYS[game];
  /** What was done, for whoever looks into a loss. @type {string[]} */
  const log = [];
  for (let i = 0; i < INPUTS; i++) {
    const which = pick(2);
    const page = pages[which];
    await page.bringToFront();
    await page.locator('svg.board').focus();
    const input = Array.from({ length: 1 + pick(4) }, () => keys[pick(keys.length)]);
    for (const key of input) await page.keyboard.press(key);
    log.push(`${which}: ${input.join(' ')}`);
    won ||= (await page.locator('#solved').count()) > 0;
    if (CUT && pick(5) === 0) await server(pages[0], !(away = !away));
    if (pick(4) === 0) await page.waitForTimeout(pick(900));
    const answer = pick(2) ? '#take-theirs' : '#keep-mine';
    if (pick(3) === 0 && (await pressed(page, answer))) log.push(`${which}: ${answer}`);
    if (pick(12) === 0) {
      await again(page, hash);
      log.push(`${which}: loaded`);
    }
  }
  const ends = await Promise.all(pages.map(places));
  if (away) await server(pages[0], true);
  const leave = LEAVING[pick(LEAVING.length)];
  if (leave === 'close') {
    // A tab that is still there after a moment has lost nothing.
    await pages[1].waitForTimeout(900);
    await pages[1].close();
    pages[1] = await context.newPage();
  } else if (leave === 'reload') await again(pages[1], hash);
  else await show(pages[1], '#/play/~guide-sokoban/1');
  await patiently(() => show(pages[0], hash));
  await patiently(() => rest(pages[0]));
  const read = await patiently(() => levelOf(pages[0], text));
  const { game: saved, best } = await patiently(() => ask(pages[0], `progress/${levelKey(read)}`));
  const found = kept(saved, at(n, read.board ?? null));
  const told = () => `${log.join('; ')}; left by ${leave}; kept ${JSON.stringify(saved)}`;
  for (const end of ends) assert.ok(found.has(end), `${game} ${n}: a position was lost: ${end}, of ${ends.join(' and ')}; ${told()}`);
  if (won) assert.ok(best.some((/** @type {{solver: boolean}} */ it) => !it.solver || saved.hints), `${game} ${n}: a win was lost; ${told()}`);
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
    const lane = async () => {
      const context = (await tab({ viewport: { width: 640, height: 480 } })).context();
      context.setDefaultTimeout(30000);
      const pages = [context.pages()[0], await context.newPage()];
      while (next < FROM + SCRIPTS) {
        const n = next++;
        await drive({ context, pages }, game, n);
        if (AT_ONCE > 1) console.log(`   ${game} ${n}: nothing lost`);
      }
      await context.close();
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, SCRIPTS) }, lane));
  });
