// @ts-check
/** Games live in the browser: nothing that was played is lost, whoever is away and whatever is asked. */
import assert from 'node:assert/strict';
import { ask, base, counts, playText, scenario, shows, until, withServer } from './browser.mjs';

/** @import {Page} from 'playwright-core' */

/** A way with a box to push along it; each has a length of its own. @param {number} n */
const hall = (n) =>
  `; Hall ${n}\n${'#'.repeat(n + 6)}\n#@ $${' '.repeat(n)}.#\n#${' '.repeat(n + 4)}#\n${'#'.repeat(n + 6)}\n`;

/** @param {Page} page @param {string} key @param {number} times */
async function press(page, key, times) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

/** The game that the server keeps of the level that was begun last. @param {Page} page */
async function served(page) {
  const [key] = (await ask(page, 'progress')).begun;
  return (await ask(page, `progress/${key}`)).game;
}

/** Nobody answers. @param {Page} page */
const away = (page) => page.route('**/api/**', (route) => route.abort());

scenario('a question that nobody answers does not stop saving', async (page) => {
  await playText(page, hall(31));
  const name = await page.evaluate(() => location.hash);
  await press(page, 'ArrowRight', 1);
  await page.waitForTimeout(700);
  const other = await page.context().newPage();
  await other.goto(`${base}/${name}`);
  await shows(other, '#moves', '1');
  await press(other, 'ArrowRight', 3);
  await other.waitForTimeout(900);
  await page.bringToFront();
  await press(page, 'ArrowDown', 1);
  await page.waitForSelector('#elsewhere');
  // Played on without an answer, and closed.
  await press(page, 'ArrowRight', 5);
  await counts(page, 'moves', 7);
  assert.equal(await page.locator('#elsewhere').count(), 1, 'the question stays');
  await page.waitForTimeout(700);
  await page.close();
  const third = await other.context().newPage();
  await third.goto(`${base}/${name}`);
  await third.waitForSelector('.stage svg.board');
  await third.waitForTimeout(900);
  const game = await served(third);
  assert.equal(game.cursor, 4, 'the game of the other tab goes on');
  const moves = game.snapshots.map((/** @type {{moves: string}} */ it) => it.moves);
  assert.ok(moves.includes('rdrrrrr'), `what was played meanwhile is kept beside it: ${moves}`);
});

for (const hints of [0, 1])
  scenario(`undo takes a restart back, with ${hints} hints`, async (page) => {
    await playText(page, hall(40 + hints));
    for (let i = 0; i < hints; i++) {
      await page.keyboard.press('h');
      await page.waitForSelector('#hint-text');
    }
    await page.keyboard.press('Escape');
    await press(page, 'ArrowRight', 4);
    await counts(page, 'moves', 4, 4);
    await page.keyboard.press('Home');
    await counts(page, 'moves', 0, 0);
    await press(page, 'ArrowDown', 2);
    await page.waitForTimeout(700);
    await page.reload();
    await page.waitForSelector('.stage svg.board');
    await press(page, 'u', 1);
    await counts(page, 'moves', 0, 0);
    await page.keyboard.press('u');
    await counts(page, 'moves', 4, 4);
    await shows(page, '#hints', String(hints));
  });

withServer('a page that is loaded again while the server is away shows the game', async (page) => {
  await playText(page, hall(50));
  await press(page, 'ArrowRight', 3);
  await until(page, () => !Object.keys(localStorage).some((it) => it.startsWith('banto.outbox/game/')));
  await page.waitForTimeout(700);
  // The text of the level was read by the server; this is about the game.
  const hash = await page.evaluate(() => location.hash);
  await page.route('**/api/**', (route) =>
    /\/read/.test(route.request().url()) ? route.continue() : route.abort(),
  );
  await page.reload();
  await page.waitForSelector('.stage svg.board');
  await shows(page, '#moves', '3');
  await page.waitForSelector('#trouble .banner.quiet');
  await press(page, 'ArrowRight', 2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.waitForSelector('#trouble .banner', { state: 'detached' });
  await page.waitForTimeout(900);
  assert.equal((await served(page)).cursor, 5);
  assert.equal(await page.evaluate(() => location.hash), hash);
});

withServer('a library that could not be shown comes when the server does', async (page) => {
  await away(page);
  await page.goto(`${base}/`);
  await page.waitForSelector('#view h1');
  assert.equal(await page.locator('.card').count(), 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.waitForSelector('.card');
});
