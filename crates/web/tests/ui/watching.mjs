// @ts-check
/** Watching a search think: the same engine as everywhere, step by step, two of them side by side. */
import assert from 'node:assert/strict';
import { PHONE, ask, number, scenario, shows, tap, text, until, visit, withServer } from './browser.mjs';

/** @import {Page} from 'playwright-core' */

/** A figure of a lane by its name. @param {Page} page @param {number} lane @param {string} name */
const figure = (page, lane, name) =>
  page
    .locator(`#lane-${lane} .figures div`, { has: page.locator(`dt:text-is("${name}")`) })
    .locator('dd')
    .innerText();

/** Opens a level of the tests and waits for both searches. @param {Page} page */
async function watching(page) {
  await visit(page, '#/watch/two/1', '.lane .board');
  await until(page, () => document.querySelectorAll('.lane .figures dd').length >= 12);
}

/** Whether anything is drawn on a canvas. @param {Page} page @param {number} lane */
const ink = (page, lane) =>
  page.locator(`#lane-${lane} canvas`).evaluate((it) => {
    const canvas = /** @type {HTMLCanvasElement} */ (it);
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return [...(data ?? [])].filter((value, i) => i % 4 === 3 && value > 0).length;
  });

scenario('two searches are watched side by side, forward and back', async (page) => {
  await visit(page, '#/solve/two/1', '#watch');
  await page.click('#watch');
  await watching(page);
  // Breadth-first knows no estimate; A* does, and its f is the sum.
  assert.equal(await figure(page, 0, 'h'), '–');
  assert.equal(await figure(page, 1, 'g'), '0');
  assert.equal(await figure(page, 1, 'h'), await figure(page, 1, 'f'));
  assert.equal(await figure(page, 0, 'waiting'), '0');
  const before = await ink(page, 0);
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await shows(page, '.place', /^3 \//);
  assert.ok((await ink(page, 0)) > before, 'the tree grows');
  assert.ok(Number(await figure(page, 0, 'waiting')) > 0);
  await page.keyboard.press('ArrowLeft');
  await shows(page, '.place', /^2 \//);
  await page.keyboard.press('End');
  for (const lane of [0, 1]) {
    await shows(page, `#lane-${lane} .live`, /^Solved after \d+ expansions: .* 4 steps/);
    await number(page, `#lane-${lane} .board .box.home`, 2);
  }
  // The same search, run by the same engine: breadth-first expands at least as much.
  const [wide, aimed] = await Promise.all(
    [0, 1].map(async (lane) => Number((await figure(page, lane, 'expansion')).split(' / ')[1])),
  );
  assert.ok(wide >= aimed, `${wide} expansions against ${aimed}`);
});

withServer('what is watched is what the engine does', async (page) => {
  await watching(page);
  const { levels } = await ask(page, 'collections/two');
  for (const engine of ['dfs', 'idastar', 'sokokids-astar']) {
    await page.selectOption('#lane-0-engine', engine);
    await shows(page, '#lane-0 .live', /deeper|Expands the next/);
    const record = await page.evaluate(
      async ([rows, name]) => {
        const answer = await fetch('/api/solve', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ level: { rows }, engine: name }),
        });
        return answer.json();
      },
      [levels[0].rows, engine],
    );
    await until(
      page,
      (n) => document.querySelector('#lane-0 .figures dd')?.textContent?.endsWith(` / ${n}`),
      String(record.expanded),
    );
  }
  // Rounds are told with their limit.
  await page.selectOption('#lane-0-engine', 'idastar');
  await until(page, () => /round/.test(document.querySelector('#lane-0 .figures')?.textContent ?? ''));
});

scenario('a search is watched on a phone, in Portuguese, and plays by itself', async (page) => {
  await visit(page, '', '.card');
  await page.click('#language');
  await watching(page);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('#view *')]
      .filter((it) => it.getBoundingClientRect().right > 391)
      .map((it) => `${it.tagName}.${it.className}`),
  );
  assert.deepEqual(wide, []);
  assert.match(await text(page, '.watcher h1'), /ver uma procura pensar/);
  await tap(page.locator('#playback'));
  await shows(page, '#lane-0 .live', /^Resolvido após/);
  await visit(page, '#/watch/two/6', '#view h1');
  await shows(page, '#view .sheet', /grande demais para seguir uma procura/);
  await page.click('#language');
}, PHONE);

/** Two frames of a game, as the server sends them. */
const FRAMES = [1, 2].map((n) => ({
  frame: n,
  playing: true,
  player: 'ana',
  waiting: n - 1,
  level: 7,
  step: 40 + n,
  timeout: 3000,
  fps: 10,
  rows: ['#####', '#@$.#', '#####'],
  score: [3, 120, 36, 130, 2],
  points: 12345,
  highscores: [['rui', 20000]],
}));

withServer('an agent’s game is watched where one is served', async (page) => {
  await visit(page, '', '.card');
  // This server serves none: nothing points there, and who goes there all the same is told.
  await number(page, 'nav a[href="#/live"]', 0);
  await page.route('**/api/status', (route) => route.fulfill({ json: { game: true } }));
  await page.route('**/api/game/events', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: FRAMES.map((it) => `data: ${JSON.stringify(it)}\n\n`).join(''),
    }),
  );
  await page.reload();
  await page.click('nav a[href="#/live"]');
  await shows(page, '.live-status', 'ana plays level 7. 1 waits for a turn.');
  await page.waitForSelector('.live-board svg');
  assert.match(await text(page, '.live-figures'), /Points\s*12,345/);
  assert.match(await text(page, '.live-figures'), /Levels done\s*2/);
  assert.match(await text(page, '.live-best'), /rui: 20,000/);
});
