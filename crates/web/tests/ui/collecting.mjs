// @ts-check
/** What is collected: solutions of a level, levels in an order, days in a row, the page itself. */
import assert from 'node:assert/strict';
import { counts, number, play, playText, scenario, shows, text, value, visit } from './browser.mjs';

/** @param {number} n */
const nook = (n) =>
  `; Nook ${n}\n${'#'.repeat(n + 4)}\n#${' '.repeat(n + 2)}#\n#@$${' '.repeat(n - 1)}.#\n#${' '.repeat(n + 2)}#\n${'#'.repeat(n + 4)}\n`;

scenario('solutions of a level: listed, replayed, copied, pasted', async (page) => {
  await playText(page, nook(4));
  // One step too many: a solution that a better one replaces.
  for (const key of ['Up', 'Down', 'Right', 'Right', 'Right', 'Right'])
    await page.keyboard.press(`Arrow${key}`);
  await page.waitForSelector('#solved');
  await page.waitForTimeout(500);
  await page.click('#solutions summary');
  await shows(page, '#solutions li strong', '6 moves, 4 pushes');
  await page.click('#paste-moves');
  await page.fill('#moves-area', 'RRR');
  await page.click('#moves-ok');
  await page.waitForSelector('.toast.error');
  await page.click('#paste-moves');
  await page.fill('#moves-area', 'RRRR');
  await page.click('#moves-ok');
  // The end of the game before is still there when the replay begins.
  await counts(page, 'moves', 4, 4);
  await page.waitForSelector('#solved');
  // It was pasted, not played.
  assert.match(await text(page, '#solved'), /The solution has/);
  await page.waitForTimeout(500);
  await page.click('#solutions summary');
  await page.click('#solutions summary');
  await shows(page, '#solutions li strong', '4 moves, 4 pushes');
  assert.match(await text(page, '#solutions'), /by an engine/);
});

scenario('a solution of one’s own is made shorter', async (page) => {
  await playText(page, nook(5));
  for (const key of ['Up', 'Down', 'Down', 'Up', 'Right', 'Right', 'Right', 'Right', 'Right'])
    await page.keyboard.press(`Arrow${key}`);
  await page.waitForSelector('#solved');
  await page.waitForTimeout(500);
  await page.click('#solutions summary');
  await shows(page, '#solutions li strong', '9 moves, 5 pushes');
  await page.click('#solutions .improve');
  await shows(page, '#notice', /Shorter: 9 → 5 moves, 5 → 5 pushes/);
  await shows(page, '#solved', /The solution has 5 moves/);
  assert.equal(await value(page, 'moves'), 5);
});

scenario('both games have a puzzle of the day, each with days of its own', async (page) => {
  await visit(page, '', '.card');
  await page.click('#daily-sokoban');
  await page.waitForSelector('.sokoban-player');
  assert.match(await page.evaluate(() => location.hash), /daily-sokoban-\d{4}-\d\d-\d\d/);
  const days = await page.evaluate(async () => {
    const { files } = document.documentElement.dataset;
    const place = new URL(`${files}play/daily.js`, document.baseURI).href;
    const { noteDay, daysOf, dailyName } = await import(place);
    /** @type {{settings: {days: Record<string, number>}, set: (it: object) => void}} */
    const ctx = { settings: { days: {} }, set: (it) => Object.assign(ctx.settings, it) };
    noteDay(ctx, dailyName('sokoban', '2026-11-15'), 3);
    noteDay(ctx, dailyName('unblock', '2026-11-16'), 2);
    return [daysOf(ctx.settings.days, 'sokoban'), daysOf(ctx.settings.days, 'unblock')];
  });
  assert.deepEqual(days, [{ '2026-11-15': 3 }, { '2026-11-16': 2 }]);
});

scenario('levels by size and by what is not solved yet', async (page) => {
  await visit(page, '#/c/two', '.card');
  await page.selectOption('#order', 'boxes');
  // Cards out of sight are not laid out and have no inner text.
  const titles = await page.locator('.card .title').allTextContents();
  assert.match(titles[titles.length - 1], /great hall/);
  await page.selectOption('#order', 'given');
  const all = titles.length;
  await page.selectOption('#wanted', 'solved');
  const solved = await page.locator('.badge.solved').count();
  await page.selectOption('#wanted', 'unsolved');
  assert.equal(await page.locator('.badge.solved').count(), 0);
  assert.equal(await page.locator('.card').count(), all - solved);
  await page.selectOption('#wanted', 'all');
  // The hall has fifteen boxes on 19 × 11 squares, the rooms two on smaller ones.
  for (const [size, some] of /** @type {const} */ ([['boxes-0', all - 1], ['boxes-3', 1], ['side-0', all - 2], ['side-2', 1]])) {
    await page.selectOption('#size', size);
    assert.equal(await page.locator('.card').count(), some, size);
  }
  assert.match((await page.locator('.card .title').allTextContents()).join(), /great hall/);
  assert.equal(await page.locator('#size option[value=boxes-1]').count(), 0, 'what nothing has is not offered');
  await page.selectOption('#size', 'all');
});

scenario('the calendar leads to the puzzle of another day', async (page) => {
  await visit(page, '', '.card');
  await page.click('#calendar');
  await page.waitForSelector('.days');
  await page.click('.months button');
  await page.click('.day >> nth=0');
  await page.waitForSelector('.unblock-player', { timeout: 60000 });
  assert.match(await page.evaluate(() => location.hash), /daily-\d{4}-\d\d-01/);
});

scenario(
  'without its server the page starts, shows its collections and plays',
  async (page) => {
    // The service worker asks for files itself, so this one needs the page that is compiled in.
    if (process.env.BANTO_UI) return;
    await visit(page, '#/c/two', '.card');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.waitForSelector('.card');
    await page.waitForTimeout(500);
    await page.context().setOffline(true);
    await page.reload();
    await number(page, '.card', 6);
    await page.locator('.card').first().click();
    await page.waitForSelector('.sokoban-player');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await shows(page, '#moves', '1');
    await page.context().setOffline(false);
  },
  { serviceWorkers: 'allow' },
);

scenario('the move that lost ground is found', async (page) => {
  await playText(page, '..B...\n..B...\nAAB...\n......\n......\n....CC\n');
  await shows(page, '#to-go', '2');
  // C goes where nobody needs it.
  for (const key of ['c', 'ArrowLeft', 'b', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'a'])
    await page.keyboard.press(key);
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#solved');
  await page.waitForSelector('#ground');
  await page.click('#ground');
  await shows(page, '#message', /Move 1, piece C: from here the way is 1 move longer/);
  assert.equal(await value(page, 'moves'), 1);
});

scenario('a pack shows how far one is with it, also from another one', async (page) => {
  await play(page, 'two', 5);
  await page.click('#reset');
  for (let i = 0; i < 12 && !(await page.locator('#solved').count()); i++) {
    await page.keyboard.press('h');
    await page.waitForTimeout(250);
  }
  await page.waitForSelector('#solved');
  await visit(page, '#/c/two', '.card');
  await shows(page, '.shelf a[href="#/c/two"] .count', /^[1-6] \/ 6/);
  await visit(page, '#/c/jam', '.card');
  await shows(page, '.shelf a[href="#/c/two"] .count', /^[1-6] \/ 6/);
});
