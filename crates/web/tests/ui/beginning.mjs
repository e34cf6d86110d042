// @ts-check
/** Who comes for the first time, and who comes back: the guided start, statistics, the next level. */
import assert from 'node:assert/strict';
import { PHONE, at, counts, number, scenario, shows, text, until, visit } from './browser.mjs';

/** @import {Page} from 'playwright-core' */

/** Nothing is played yet, whatever the server of these tests knows. @param {Page} page */
const fresh = (page) =>
  page.route('**/api/progress', (route) => route.fulfill({ json: { best: [], begun: [] } }));

const NAMES = { R: 'Right', L: 'Left', U: 'Up', D: 'Down' };

/** Presses arrow keys. @param {Page} page @param {string} way as letters */
async function press(page, way) {
  for (const it of way) await page.keyboard.press(`Arrow${NAMES[/** @type {keyof typeof NAMES} */ (it)]}`);
}

for (const [where, options] of /** @type {[string, object][]} */ ([['a desktop', {}], ['a phone', PHONE]]))
  scenario(
    `who comes for the first time plays at once, is guided, and may skip it: ${where}`,
    async (page) => {
      await fresh(page);
      await visit(page, '', '.stage svg.board');
      await at(page, 'guide-sokoban/1');
      assert.match(await text(page, '#coach'), /Push the box onto the goal/);
      // Lesson and board are in view together.
      const seen = await page.evaluate(() => {
        const [coach, board] = ['#coach', '.stage svg.board'].map((it) =>
          document.querySelector(it)?.getBoundingClientRect(),
        );
        return coach && board && coach.bottom <= board.top + 1 && board.bottom <= innerHeight + 1;
      });
      assert.ok(seen);
      // Another page may have played here.
      await page.keyboard.press('Home');
      await press(page, 'RRR');
      await page.waitForSelector('#solved');
      await page.click('#guide-skip');
      await page.waitForSelector('.card');
      // The library remembers how far one is.
      await shows(page, '#guide-sokoban', /2 of 5/);
      await page.goto('about:blank');
      await visit(page, '', '.card');
      assert.doesNotMatch(await page.evaluate(() => location.hash), /guide/);
    },
    { first: true, ...options },
  );

scenario('the guided start can be played to its end', async (page) => {
  for (const [i, way] of ['RRR', 'RDL', 'DRRURD', 'RLURRLDDRU', 'RRRURRULULDULLLDRR'].entries()) {
    // The board of the level before would do for the next one.
    await page.goto('about:blank');
    await visit(page, `#/play/~guide-sokoban/${i + 1}`, '.stage svg.board');
    await page.keyboard.press('Home');
    await press(page, way);
    await page.waitForSelector('#solved');
  }
  await page.click('#guide-other');
  await at(page, 'guide-unblock/1');
  await shows(page, '#coach p', /Slide the red piece/);
  await page.waitForSelector('.unblock-player');
  await page.keyboard.press('a');
  await press(page, 'RRRR');
  await page.waitForSelector('#solved');
  await visit(page, '#/', '.card');
  assert.equal(await page.locator('#guide-sokoban').count(), 0, 'it is done');
  await number(page, '#guide-unblock', 1);
});

scenario('statistics count what is solved, and lead to the next level', async (page) => {
  await visit(page, '#/c/two', '.card');
  await page.evaluate(async () => {
    const { files } = document.documentElement.dataset;
    const { recordResult } = await import(new URL(`${files}lib/results.js`, document.baseURI).href);
    const row = { game: 'sokoban', collection: 'two', index: 1, seconds: 90, moves: 10, hints: 0 };
    await recordResult({ ...row, hash: `s${'0'.repeat(32)}`, when: Date.now() });
    await recordResult({ ...row, hash: `s${'0'.repeat(32)}`, when: Date.now() + 1 });
    await recordResult({ ...row, hash: `s${'1'.repeat(32)}`, hints: 2, when: Date.now() + 2 });
    await recordResult({ ...row, collection: '~guide-unblock', game: 'unblock', hash: `u${'2'.repeat(32)}`, when: Date.now() + 3 });
  });
  await page.click('#to-stats');
  await page.waitForSelector('#stats-sokoban dl');
  const told = await text(page, '#stats-sokoban');
  assert.match(told, /Levels solved\s*2/);
  assert.match(told, /Games won\s*3/);
  assert.match(told, /Hints\s*2/);
  assert.match(told, /4 min/);
  assert.match(told, /Days in a row\s*1/);
  const names = await page.locator('tbody th').allInnerTexts();
  assert.ok(names.includes('First steps in Unblock'), names.join());
  await page.click('#next-unblock');
  await page.waitForSelector('.unblock-player', { timeout: 60000 });
});

scenario('levels are found in all collections', async (page) => {
  await visit(page, '#/search', '#search-all');
  await page.fill('#search-all', 'great hall');
  await page.keyboard.press('Enter');
  await shows(page, '#search-told', /1 level in 1 collection/);
  await page.click('.found li a');
  await page.waitForSelector('.sokoban-player');
  await page.goBack();
  await shows(page, '#search-told', /1 level in 1 collection/);
});

scenario('levels are sorted and chosen by difficulty, graded on the way', async (page) => {
  await visit(page, '#/c/jam', '.card');
  await page.selectOption('#order', 'grade');
  await page.waitForSelector('.card .grade');
  await until(page, () => !document.querySelector('.grading')?.textContent);
  const told = await page.locator('.card .grade').allTextContents();
  const figures = told.map((it) => Number(/need (\d+) moves/.exec(it)?.[1] ?? Infinity));
  assert.ok(figures.length > 1);
  assert.deepEqual(figures, [...figures].sort((a, b) => a - b));
  const first = told.filter((it) => it.startsWith('first steps')).length;
  await page.selectOption('#difficulty', 'first');
  assert.equal(await page.locator('.card').count(), first);
  await page.selectOption('#difficulty', 'all');
  await page.selectOption('#order', 'given');
});

scenario('a faulty board that is pasted is shown as such and not kept', async (page) => {
  await visit(page, '', '.card');
  await page.click('#paste-text');
  await page.fill('#paste-area', '#####\n#@$ #\n#####\n');
  await page.click('#paste-ok');
  await page.waitForSelector('.card.bad .why');
  await page.waitForSelector('.toast.error');
  await visit(page, '#/', '.card');
  assert.doesNotMatch(await text(page, '.shelf'), /Pasted|Not kept/);
  // One that can be played is called by what is in it.
  await page.click('#paste-text');
  await page.fill('#paste-area', '########\n#@$  . #\n########\n');
  await page.click('#paste-ok');
  await page.waitForSelector('.sokoban-player');
  await visit(page, '#/', '.card');
  assert.match(await text(page, '.shelf'), /Pasted 8×3, 1 box/);
});

scenario('a new level of Sokoban', async (page) => {
  await visit(page, '', '.card');
  await page.selectOption('#random-sokoban', 'easy');
  await page.waitForSelector('.sokoban-player', { timeout: 60000 });
  await counts(page, 'moves', 0, 0);
  assert.doesNotMatch(await text(page, '.panel .heading'), /~|new-/);
});
