// @ts-check
/** Any board on any screen, no place lost: scrolling, zoom, focus, narrow tables, a server that is away. */
import assert from 'node:assert/strict';
import {
  PHONE,
  ask,
  at,
  base,
  click,
  isStatic,
  number,
  paste,
  play,
  playText,
  scenario,
  shows,
  square,
  text,
  until,
  visit,
  withServer,
} from './browser.mjs';

/** @import {Page} from 'playwright-core' */

/** A corridor of a length of its own. @param {number} n */
const corridor = (n) =>
  `; ${n}\n${'#'.repeat(n + 5)}\n#@$${' '.repeat(n)}.#\n${'#'.repeat(n + 5)}\n`;

/** As many levels in one text. @param {number} n */
const many = (n) =>
  Array.from({ length: n }, (_, i) => corridor(3 + (i % 40)).replace(/^;.*/, `; L${i + 1}`)).join(
    '\n',
  );

scenario('a file of a thousand levels is whole', async (page) => {
  await visit(page, '', '.card');
  /** @type {string[]} */
  const sent = [];
  page.on('request', (it) => it.method() === 'POST' && it.url().includes('/api/read') && sent.push(it.url()));
  await paste(page, many(1000));
  await page.waitForSelector('.cards[data-count="1000"]');
  assert.equal(sent.length, isStatic ? 0 : 1, 'the text is sent once');
  // Only what can be seen is on the page; the keys lead to the rest.
  assert.ok((await page.locator('.card').count()) < 150);
  await page.locator('.card').first().focus();
  await page.keyboard.press('End');
  await until(page, () => /L1000$/.test(document.activeElement?.querySelector('.title')?.textContent ?? ''));
  assert.ok((await page.locator('.card').count()) < 150);
  assert.ok(await page.evaluate(() => scrollY > innerHeight));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await until(page, () => /L1$/.test(document.activeElement?.querySelector('.title')?.textContent ?? ''));
  const name = await page.evaluate(() => location.hash.replace('#/c/', ''));
  await play(page, name, 501);
  assert.match(await text(page, 'h1'), /501\. L501/);
});

scenario('opened files keep their names, in a new tab too, until they are closed', async (page) => {
  await visit(page, '', '.card');
  await page.evaluate(
    ([one, two]) => {
      const data = new DataTransfer();
      data.items.add(new File([one], 'first pack.xsb'));
      data.items.add(new File([two], 'second.txt'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    },
    [many(2), many(3)],
  );
  await at(page, 'second');
  const other = await page.context().newPage();
  await other.goto(base);
  await other.waitForSelector('.shelf li a');
  const names = await other.locator('.shelf').innerText();
  assert.match(names, /first pack/);
  assert.match(names, /second/);
  await other.click('.shelf a:has-text("first pack")');
  await number(other, '.card', 2);
  await other.click('#close-file');
  await other.waitForFunction(
    () => !/first pack/.test(document.querySelector('.shelf')?.textContent ?? ''),
  );
  await other.click('#toast-act');
  await at(other, 'first');
});

/** Elements that stick out of their box, by selector. @param {Page} page @param {string} selector */
const outside = (page, selector) =>
  page.evaluate(
    (it) =>
      [...document.querySelectorAll(it)].filter((box) => box.scrollWidth > box.clientWidth + 1)
        .length,
    selector,
  );

for (const [width, height] of [
  [1360, 850],
  [844, 390],
  [390, 844],
])
  scenario(
    `techniques and runs stay in their boxes at ${width}×${height}`,
    async (page) => {
      await visit(page, '#/solve/two/1', '#run');
      await page.click('#techniques-a');
      await page.waitForSelector('.techniques label');
      assert.equal(await outside(page, '.techniques'), 0);
      assert.equal(await outside(page, '.config'), 0);
      if (width < 1000) return;
      await page.selectOption('#engine-a', 'optimal');
      await page.click('#run');
      await page.waitForSelector('table.results tbody tr');
      assert.equal(await outside(page, '.runs'), 0);
    },
    { viewport: { width, height } },
  );

for (const [width, height] of [
  [844, 390],
  [340, 212],
])
  scenario(
    `the board of the solver can be seen at ${width}×${height}`,
    async (page) => {
      await visit(page, '#/solve/two/6', '.stage svg.board');
      const box = await page.locator('.stage svg.board').boundingBox();
      assert.ok(box && box.height >= 150, JSON.stringify(box));
    },
    { viewport: { width, height } },
  );

scenario(
  'a level begins at its top, and the library is found as it was left',
  async (page) => {
    await visit(page, '', '.card');
    await paste(page, many(60));
    await number(page, '.card', 60);
    await page.evaluate(() => scrollTo(0, 2400));
    await page.waitForTimeout(300);
    const before = await page.evaluate(() => scrollY);
    assert.ok(before > 1000);
    await page
      .locator('.card')
      .nth(30)
      .evaluate((card) => /** @type {HTMLElement} */ (card).click());
    await page.waitForSelector('.player');
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.goBack();
    await page.waitForSelector('.card');
    await until(page, (was) => Math.abs(scrollY - Number(was)) < 50, before);
  },
  PHONE,
);

scenario('the board has no frame after a click or a key, but one for the Tab key', async (page) => {
  await play(page, 'two', 5);
  const look = () =>
    page.evaluate(() => {
      const svg = /** @type {Element} */ (document.querySelector('svg.board'));
      const stage = /** @type {Element} */ (document.querySelector('.stage'));
      return [getComputedStyle(svg).outlineStyle, getComputedStyle(stage).boxShadow];
    });
  const [, calm] = await look();
  await click(page, square(page, 1, 1));
  await page.keyboard.press('ArrowRight');
  await page.click('#undo');
  await page.keyboard.press('u');
  assert.deepEqual(await look(), ['none', calm]);
  // To the next element and back: beyond the last one Firefox goes to its own.
  for (const key of ['Tab', 'Shift+Tab']) await page.keyboard.press(key);
  assert.ok(await page.evaluate(() => document.activeElement?.matches('svg.board')), 'the Tab key leads to the board');
  const [outline, shadow] = await look();
  assert.equal(outline, 'none');
  assert.notEqual(shadow, calm);
});

scenario('the Solve view begins with the level just played', async (page) => {
  await play(page, 'two', 3);
  await page.click('nav a[href="#/solve"]');
  await shows(page, 'h1', '3. Room 3');
});

/** A hall of 50 by 50 with 120 boxes. */
function hall() {
  const rows = Array.from({ length: 50 }, () => [...`#${' '.repeat(48)}#`]);
  rows[0] = rows[49] = [...'#'.repeat(50)];
  for (let i = 0; i < 120; i++) rows[4 + 4 * Math.floor(i / 11)][3 + 4 * (i % 11)] = '$';
  for (let i = 0; i < 120; i++) rows[45 + Math.floor(i / 40)][5 + (i % 40)] = '.';
  // Walls that have to be walked around make it hard.
  for (let r = 3; r < 44; r += 8)
    for (let c = 2; c < 46; c += 2) if (rows[r][c] === ' ') rows[r][c] = '#';
  rows[1][1] = '@';
  return rows.map((row) => row.join('')).join('\n');
}

scenario('50×50 with 120 boxes: selecting and stepping do not block the page', async (page) => {
  await playText(page, hall());
  /** @type {number[]} */
  const selecting = [];
  for (const [row, column] of [
    [4, 3],
    [20, 23],
    [36, 39],
  ]) {
    const point = await square(page, row, column);
    selecting.push(
      await page.evaluate(({ x, y }) => {
        const svg = /** @type {SVGElement} */ (document.querySelector('svg.board'));
        svg.setPointerCapture = () => {};
        const start = performance.now();
        const how = { bubbles: true, button: 0, clientX: x, clientY: y, pointerId: 1 };
        svg.dispatchEvent(new PointerEvent('pointerdown', how));
        const took = performance.now() - start;
        svg.dispatchEvent(new PointerEvent('pointerup', how));
        return took;
      }, point),
    );
    assert.equal(await page.locator('.box.selected').count(), 1);
    await page.keyboard.press('Escape');
  }
  const steps = await page.evaluate(async () => {
    /** @type {number[]} */
    const all = [];
    for (let i = 0; i < 40; i++) {
      const start = performance.now();
      document.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: i % 20 < 10 ? 'ArrowRight' : 'ArrowLeft',
          bubbles: true,
        }),
      );
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      all.push(performance.now() - start);
    }
    return all.sort((a, b) => a - b);
  });
  const most = Math.max(...selecting);
  console.log(
    `   selecting a box ${most.toFixed(0)} ms at most, key to paint ${steps[37].toFixed(0)} ms (p95)`,
  );
});

withServer('while the server is away one banner says so, and nothing is lost', async (page) => {
  await playText(page, corridor(17));
  await page.waitForTimeout(700);
  const key = (await ask(page, 'progress')).begun[0];
  await page.context().setOffline(true);
  await page.route('**/api/**', (route) => route.abort());
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#trouble .banner');
  assert.match(await text(page, '#trouble'), /does not answer/);
  assert.doesNotMatch(await text(page, 'body'), /Failed to fetch/);
  assert.equal(await page.locator('header img').count(), 0);
  // The page is loaded again while the games cannot be sent.
  await page.context().setOffline(false);
  await page.reload();
  await page.waitForSelector('#trouble .banner');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await number(page, '#trouble .banner', 0);
  await page.waitForTimeout(500);
  assert.equal((await ask(page, `progress/${key}`)).game.cursor, 3);
});

scenario(
  'a faulty level is mended in the editor; an unfinished drawing says what it lacks',
  async (page) => {
    await visit(page, '#/c/small', '.card');
    await page.click('.card.bad');
    await page.waitForSelector('#verdict .faults');
    assert.doesNotMatch(await text(page, '#verdict'), /row 1, column 1/);
    await page.click('#play-this');
    await page.waitForSelector('.toast.error');
    assert.match(await page.evaluate(() => location.hash), /edit/);
    await page.click('#tool-4');
    await click(page, square(page, 1, 3));
    await page.waitForSelector('#verdict .ok');
    await page.click('#play-this');
    await page.waitForSelector('.sokoban-player');
  },
);

/** A picture with seven tiles of one colour each, made by the browser. @param {import('playwright-core').Page} page @param {number} tiles */
const strip = (page, tiles) =>
  page.evaluate(async (n) => {
    const canvas = new OffscreenCanvas(16 * n, 16);
    const pen = canvas.getContext('2d');
    for (let i = 0; pen && i < n; i++) {
      pen.fillStyle = `rgb(${10 + 30 * i}, 40, 90)`;
      pen.fillRect(16 * i, 0, 16, 16);
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return [...bytes];
  }, tiles);

scenario('a look from a file: seven tiles, kept for the next time', async (page) => {
  await play(page, 'two', 3);
  const file = async (/** @type {number} */ tiles) => ({
    name: 'strip.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await strip(page, tiles)),
  });
  await page.setInputFiles('#strip', await file(6));
  await page.waitForSelector('.toast.error');
  await page.setInputFiles('#strip', await file(7));
  await page.waitForSelector('.board .box:not(.ghost) canvas.tiles:visible');
  const colour = () =>
    page.locator('.board .box:not(.ghost) .off canvas').first().evaluate((it) => {
      const pen = /** @type {HTMLCanvasElement} */ (it).getContext('2d');
      return pen?.getImageData(3, 3, 1, 1).data[0];
    });
  // The box is the fifth tile.
  assert.equal(await colour(), 130);
  await page.reload();
  await page.waitForSelector('.board .box:not(.ghost) canvas.tiles:visible');
  assert.equal(await colour(), 130);
  await page.locator('details.more', { has: page.locator('#skin') }).locator('summary').click();
  await page.selectOption('#skin', 'calm');
  await page.waitForSelector('.board .box rect.body');
});
