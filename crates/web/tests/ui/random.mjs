// @ts-check
/**
 * Random input at random moments, during animations too. Afterwards what the page shows, what is stored
 * and what the checker of the server makes of the recorded moves must be the same, and no position that
 * was a win may have gone unrecorded. `BANTO_SCRIPTS` says how many scripts there are for each game, and
 * `BANTO_SCRIPTS_FROM` where they begin; many run in several tabs at a time.
 */
import assert from 'node:assert/strict';
import { Board, Game as Sokoban } from '../../ui/game/sokoban.js';
import { Game as Unblock } from '../../ui/game/unblock.js';
import { ask, base, cell, drag, playText, withServer, square, tab } from './browser.mjs';

/** @import {Page} from 'playwright-core' */

const SCRIPTS = Number(process.env.BANTO_SCRIPTS ?? 2);
const FROM = Number(process.env.BANTO_SCRIPTS_FROM ?? 0);
const TABS = SCRIPTS > 8 ? 4 : 1;
const INPUTS = 30;

/** Numbers from a seed (mulberry32), so that a failure can be had again. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let it = Math.imul(state ^ (state >>> 15), 1 | state);
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
    return ((it ^ (it >>> 14)) >>> 0) / 4294967296;
  };
}

/** @typedef {(page: Page, pick: (n: number) => number) => Promise<void>} Input */

/** @param {string[]} all @returns {Input} */
const keys = (all) => (page, pick) => page.keyboard.press(all[pick(all.length)]);

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** A small room with two boxes near their goals; each script has one of its own. @param {number} n */
const room = (n) => {
  const wide = 5 + (n % 5);
  const wall = '#'.repeat(wide + 2);
  const floor = `#${' '.repeat(wide)}#\n`;
  const line = (/** @type {string} */ it) => `#${it.padEnd(wide)}#\n`;
  return `${wall}\n${floor}${line(' @$ .')}${line('  $ .')}${floor.repeat(1 + Math.floor(n / 5))}${wall}\n`;
};

/** A jam of two or three moves. @param {number} n */
const jam = (n) => {
  const rows = ['...B..', '...B..', 'AA.B..', '......', '......', '......'];
  const cells = rows.map((row) => [...row]);
  // Pieces in the lower rows make each board another one.
  if (n & 1) [cells[5][0], cells[5][1]] = ['C', 'C'];
  if (n & 2) [cells[4][4], cells[4][5]] = ['D', 'D'];
  if (n & 4) [cells[0][0], cells[0][1]] = ['E', 'E'];
  if (n & 8) [cells[1][4], cells[1][5]] = ['F', 'F'];
  if (n & 16) [cells[4][0], cells[4][1]] = ['G', 'G'];
  if (n & 32) [cells[0][4], cells[0][5]] = ['H', 'H'];
  if (n & 64) [cells[5][4], cells[5][5]] = ['I', 'I'];
  if (n & 128) [cells[3][0], cells[3][1]] = ['J', 'J'];
  return `${cells.map((row) => row.join('')).join('\n')}\n`;
};

/** Notes every winning position that is shown. @param {Page} page @param {string} winning */
const watchWins = (page, winning) =>
  page.evaluate((it) => {
    // What was seen outlasts the page, which may be left.
    sessionStorage.setItem('wins', '0');
    const won = () => sessionStorage.setItem('wins', '1');
    const svg = /** @type {Element} */ (document.querySelector('svg.board'));
    const look = () => {
      if (it === 'home') {
        const boxes = svg.querySelectorAll('.box:not(.ghost)');
        if ([...boxes].every((box) => box.classList.contains('home'))) won();
      } else if (svg.classList.contains('won')) won();
    };
    new MutationObserver(look).observe(svg, { subtree: true, attributes: true });
  }, winning);

/** Plays one script. @param {Page} page @param {Input[]} inputs @param {() => number} chance */
async function script(page, inputs, chance) {
  const pick = (/** @type {number} */ n) => Math.floor(chance() * n);
  const hash = () => page.evaluate(() => location.hash);
  const here = await hash();
  for (let i = 0; i < INPUTS; i++) {
    await inputs[pick(inputs.length)](page, pick);
    // A click may meet "Next unsolved" on the banner of a win: then one comes back to the level.
    if ((await hash()) !== here) {
      await page.goto(`${base}/${here}`);
      await page.waitForSelector('.stage svg.board');
    }
    if (chance() < 0.6) await page.waitForTimeout(pick(140));
  }
  await page.mouse.up();
  // Half of the pages are left at once, whatever is still gliding; the others come to rest.
  if (pick(2)) await page.reload();
  await rest(page);
}

/** Waits until nothing moves any more and everything has been stored. @param {Page} page */
async function rest(page) {
  await page.waitForSelector('.stage svg.board');
  const state = () =>
    page.evaluate(
      () =>
        `${document.querySelector('svg.board')?.innerHTML} ${Object.keys(localStorage).filter((it) => it.startsWith('banto.outbox/game/'))}`,
    );
  let before = '';
  for (let now = await state(), still = 0; still < 6; before = now, now = await state()) {
    still = now === before && !now.includes('banto.outbox/game/') ? still + 1 : 0;
    await page.waitForTimeout(150);
  }
}

/** Sends something to the server from within the page. @param {Page} page @param {string} where @param {object} body */
const send = (page, where, body) =>
  page.evaluate(
    async ([path, it]) => {
      const answer = await fetch(`/api/${path}`, {
        method: 'POST',
        // A refusal is an answer here, and nothing that the console should complain about.
        headers: { 'content-type': 'application/json', 'banto-quiet': '1' },
        body: JSON.stringify(it),
      });
      const ok = answer.ok && !answer.headers.has('banto-status');
      return { ok, body: await answer.json() };
    },
    [where, body],
  );

/** What is stored of a level. @param {Page} page @param {object} level */
async function stored(page, level) {
  const { key } = (await send(page, 'judge', { level })).body;
  const { best } = await ask(page, 'progress');
  const { game } = await ask(page, `progress/${key}`);
  const solved = best.filter((/** @type {{level: string}} */ it) => it.level === key).length;
  return { game, solved };
}

/** What the checker says about moves: solved, or why not. @param {Page} page @param {object} solution */
async function checked(page, solution) {
  const { ok, body } = await send(page, 'solutions', solution);
  return ok ? 'solved' : body.detail;
}

/** The page, what is stored and the checker agree. @param {Page} page @param {string} name @param {object} level
 *  @param {(game: {moves: never, cursor: number}) => {moves: unknown, shown: string[]}} replay */
async function agrees(page, name, level, replay) {
  const { game, solved } = await stored(page, level);
  const { moves, shown } = replay(game);
  const state = await page.evaluate(() => {
    const places = [
      ...document.querySelectorAll(
        'svg.board .box:not(.ghost), svg.board .player, svg.board .piece',
      ),
    ];
    return {
      places: places.map((it) =>
        /** @type {SVGElement} */ (it).style.transform.replaceAll('px', ''),
      ),
      moves: Number(document.querySelector('#moves')?.textContent),
      won: document.querySelector('svg.board')?.classList.contains('won'),
      wins: sessionStorage.getItem('wins') === '1',
    };
  });
  assert.equal(state.moves, game.cursor, `${name}: moves shown and stored`);
  assert.deepEqual(state.places, shown, `${name}: places`);
  const verdict = await checked(page, { level, moves, hints: 0, solver: true });
  if (state.won) assert.equal(verdict, 'solved', name);
  else assert.match(verdict, /^end:/, name);
  if (state.wins) assert.ok(solved > 0, `${name}: a win was shown and not recorded`);
}

/** Plays all scripts, each tab taking the next that is left. @param {(page: Page, n: number) => Promise<void>} one */
async function inTabs(one) {
  let next = FROM;
  const lane = async () => {
    const page = await tab();
    while (next < FROM + SCRIPTS) await one(page, next++);
    await page.context().close();
  };
  await Promise.all(Array.from({ length: TABS }, lane));
}

withServer(`${SCRIPTS} random scripts of sokoban`, () =>
  inTabs(async (page, n) => {
    const chance = random(n + 1);
    const text = room(n);
    const rows = text.trimEnd().split('\n');
    const spot = (/** @type {(n: number) => number} */ pick) =>
      square(page, pick(rows.length), pick(rows[0].length));
    await playText(page, text);
    await watchWins(page, 'home');
    /** @type {Input[]} */
    const inputs = [
      keys(ARROWS),
      keys(ARROWS),
      keys(['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown']),
      keys([
        'u',
        'r',
        'Shift+U',
        'Shift+R',
        'Control+z',
        'Control+y',
        'Home',
        'End',
        'Escape',
        'd',
      ]),
      keys(['h', 'h', 'h']),
      async (_, pick) => page.mouse.click(...point(await spot(pick))),
      async (_, pick) => page.mouse.dblclick(...point(await spot(pick))),
      async (_, pick) => drag(page, await spot(pick), await spot(pick)),
    ];
    await script(page, inputs, chance);
    await agrees(page, `sokoban ${n}`, { rows }, ({ moves, cursor }) => {
      const game = new Sokoban(new Board(rows));
      game.load(moves, cursor);
      const place = (/** @type {number} */ at) => {
        const [r, c] = game.board.place(at);
        return `translate(${c * 40}, ${r * 40})`;
      };
      return {
        moves: game.played,
        shown: [...game.boxes, game.player].map(place),
      };
    });
  }),
);

withServer(`${SCRIPTS} random scripts of unblock`, () =>
  inTabs(async (page, n) => {
    const chance = random(1000 + n);
    await playText(page, jam(n));
    await watchWins(page, 'won');
    const read = (await send(page, 'read', { text: jam(n) })).body;
    const { board } = read.levels[0];
    const spot = (/** @type {(n: number) => number} */ pick) => cell(page, pick(6), pick(6));
    /** @type {Input[]} */
    const inputs = [
      keys(['a', 'b', 'Tab']),
      keys(ARROWS),
      keys(['ArrowRight', 'ArrowDown']),
      keys(['Control+z', 'Control+y', 'Home', 'End', 'Escape']),
      async () => {
        // On a button or a link it would lead elsewhere.
        await page.locator('svg.board').focus();
        await page.keyboard.press('Enter');
      },
      async (_, pick) => page.mouse.click(...point(await spot(pick))),
      async (_, pick) => drag(page, await spot(pick), await spot(pick)),
      async () => drag(page, await cell(page, 0, 3), await cell(page, 4, 3)),
      async () => drag(page, await cell(page, 2, 0), await cell(page, 2, 5)),
    ];
    await script(page, inputs, chance);
    await agrees(page, `unblock ${n}`, { board }, ({ moves, cursor }) => {
      const game = new Unblock(board);
      game.load(moves, cursor);
      const place = (/** @type {number} */ at, /** @type {number} */ i) => {
        const { axis, row, column } = board.pieces[i];
        const [x, y] = axis === 'h' ? [at, row] : [column, at];
        return `translate(${x * 60}, ${y * 60})`;
      };
      return { moves: game.played, shown: game.at.map(place) };
    });
  }),
);

/** @param {{x: number, y: number}} it @returns {[number, number]} */
const point = ({ x, y }) => [x, y];
