// @ts-check
/** Defects that people met, each as they met it. */
import assert from 'node:assert/strict';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { PHONE, at, counts, number, paste, playText, scenario, shows, tap, text, until, visit, withServer } from './browser.mjs';

/** @import {Page} from 'playwright-core' */

const ROOM = (/** @type {number} */ n) =>
  `; Room ${n}\n${'#'.repeat(n)}\n#@ $${' '.repeat(n - 6)}.#\n#${' '.repeat(n - 2)}#\n${'#'.repeat(n)}\n`;

scenario('a hint in a lost position keeps the reason and the way back', async (page) => {
  await playText(page, '######\n#   .#\n# $@ #\n#    #\n######\n');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#why');
  const reason = await text(page, '#why');
  await page.keyboard.press('h');
  await page.waitForTimeout(600);
  assert.equal(await text(page, '#why'), reason);
  assert.equal(await text(page, '#hints'), '0', 'there was no hint to count');
  await page.click('#undo-lost');
  await counts(page, 'moves', 0, 0);
  await number(page, '#why', 0);
});

scenario('W A S D move, and no key means two things', async (page) => {
  await playText(page, ROOM(9));
  for (const key of ['s', 'd', 'w', 'a']) await page.keyboard.press(key);
  await counts(page, 'moves', 4, 4);
  for (const scheme of ['letters', 'wasd', 'vi']) {
    await page.click('summary:has-text("Options")');
    await page.selectOption('#keys-scheme', scheme);
    await page.waitForTimeout(600);
    const shown = await page.locator('#keys kbd').allInnerTexts();
    assert.equal(new Set(shown).size, shown.length, `${scheme}: ${shown}`);
  }
  await page.click('summary:has-text("Options")');
  await page.selectOption('#keys-scheme', 'letters');
  await page.waitForTimeout(400);
});

scenario('the legend of dead squares stays while they are shown', async (page) => {
  await playText(page, ROOM(10));
  await page.click('#dead');
  await page.waitForSelector('.legend span');
  await page.keyboard.press('ArrowDown');
  await counts(page, 'moves', 1, 1);
  assert.ok(await page.locator('.legend span').count());
  await page.click('#dead');
  await number(page, '.legend span', 0);
});

scenario('a link that holds a level is opened when it is pasted', async (page) => {
  await visit(page, '', '.card');
  const link = `${new URL(page.url()).origin}/#/open/${encodeURIComponent(ROOM(11))}`;
  await paste(page, link);
  await page.waitForSelector('.stage svg.board');
  await shows(page, 'h1', /Room 11/);
});

/** An archive of one packed and one plain file. @param {[string, string][]} files */
function zip(files) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [i, [name, content]] of files.entries()) {
    const plain = Buffer.from(content);
    const data = i % 2 ? plain : deflateRawSync(plain);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(i % 2 ? 0 : 8, 8);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt32LE(plain.length, 22);
    head.writeUInt16LE(name.length, 26);
    const row = Buffer.alloc(46);
    row.writeUInt32LE(0x02014b50, 0);
    row.writeUInt16LE(i % 2 ? 0 : 8, 10);
    row.writeUInt32LE(data.length, 20);
    row.writeUInt32LE(plain.length, 24);
    row.writeUInt16LE(name.length, 28);
    row.writeUInt32LE(at, 42);
    parts.push(head, Buffer.from(name), data);
    list.push(row, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...list, end]);
}

scenario('zip and gz are opened, a damaged one is told', async (page) => {
  await visit(page, '', '.card');
  const open = (/** @type {string} */ name, /** @type {Buffer} */ buffer) =>
    page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer });
  await open('packed.xsb.gz', gzipSync(ROOM(12)));
  await shows(page, 'h1', /Room 12/);
  await visit(page, '', '.card');
  await open('set.zip', zip([['set/one.xsb', ROOM(13)], ['set/two.xsb', ROOM(14)], ['set/picture.png', 'x']]));
  await shows(page, 'h1', /Room 14/);
  await visit(page, '#/', '.card');
  const names = await text(page, 'body');
  assert.ok(/\bone\b/.test(names) && /\btwo\b/.test(names), 'both files are in the list');
  await open('broken.zip', Buffer.concat([zip([['a', ROOM(15)]]).subarray(0, 40), Buffer.alloc(60)]));
  await page.waitForSelector('.toast.error');
});

scenario('what is solved in one tab is seen in the other', async (page) => {
  await visit(page, '#/c/two', '.card');
  const other = await page.context().newPage();
  await visit(other, '#/play/two/5', '.stage svg.board');
  await other.keyboard.press('Home');
  const before = await text(page, '#view');
  for (const key of ['Right', 'Right', 'Left', 'Left', 'Down', 'Right', 'Right'])
    await other.keyboard.press(`Arrow${key}`);
  await other.waitForSelector('#solved');
  await until(page, (it) => document.querySelector('#view')?.textContent !== it, before);
  await page.waitForFunction(() => /[1-9] of 6/.test(document.querySelector('#view')?.textContent ?? ''));
});

scenario(
  'on a phone reverse play has its way back, and no word on the bar is cut',
  async (page) => {
    await visit(page, '#/reverse/two/1', '.stage svg.board');
    await tap(page.locator('#menu'));
    await tap(page.locator('.panel a.button').last());
    await at(page, 'play/two/1');
    for (const language of ['en', 'pt']) {
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.primary-bar .button span')]
          .filter((it) => it.scrollWidth > it.clientWidth)
          .map((it) => it.textContent),
      );
      assert.deepEqual(cut, [], language);
      await tap(page.locator('#language'));
      await page.waitForTimeout(500);
    }
  },
  PHONE,
);

scenario('techniques: as many as are counted', async (page) => {
  await visit(page, '#/solve/two/1', '#techniques-a');
  await shows(page, '#techniques-a', /\d+ of \d+/);
  await page.click('#techniques-a');
  const [, on, of] = /(\d+) of (\d+)/.exec(await text(page, '#techniques-a')) ?? [];
  const boxes = page.locator('.techniques label:visible input');
  assert.equal(await boxes.count(), Number(of));
  assert.equal(await boxes.and(page.locator(':checked')).count(), Number(on));
});

scenario('a drawing outlives its tab', async (page) => {
  await visit(page, '#/edit', '#title');
  await page.fill('#title', 'My own board');
  await page.waitForTimeout(400);
  const other = await page.context().newPage();
  await page.close();
  await visit(other, '#/edit', '#title');
  assert.equal(await other.inputValue('#title'), 'My own board');
});

scenario('a puzzle of the day has a name for people, and today is marked', async (page) => {
  await visit(page, '', '.card');
  await page.click('#daily-sokoban');
  await page.waitForSelector('.sokoban-player');
  assert.doesNotMatch(await text(page, '.panel .heading'), /daily-/);
  await visit(page, '', '.card');
  await page.locator('button:has-text("Calendar")').first().click();
  const today = await page.locator('.day[aria-current=date]').getAttribute('data-day');
  const now = await page.evaluate(() => {
    const it = new Date();
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    return `${it.getFullYear()}-${two(it.getMonth() + 1)}-${two(it.getDate())}`;
  });
  assert.equal(today, now);
});

scenario('the next unsolved level is the next in the order that was chosen', async (page) => {
  await visit(page, '#/c/two', '.card');
  await page.selectOption('#order', 'boxes');
  const first = await page.locator('.card').first().getAttribute('href');
  await page.selectOption('#order', 'size');
  await page.selectOption('#wanted', 'unsolved');
  const wanted = await page.locator('.card').first().getAttribute('href');
  await page.click('#next-unsolved');
  await at(page, 'play/');
  assert.equal(await page.evaluate(() => location.hash), wanted);
  assert.ok(first);
});

scenario('a style sheet that does not arrive is asked for again', async (page) => {
  let asked = 0;
  await page.route('**/style.css*', (route) => (++asked === 1 ? route.abort() : route.fallback()));
  await visit(page, '#/c/two', '.card');
  await until(page, () => getComputedStyle(document.querySelector('.library') ?? document.body).display === 'grid');
  assert.equal(asked, 2);
});

scenario('the tables of the sources have names of their own and no empty heads', async (page) => {
  await visit(page, '#/sources', '.prose table');
  const names = await page.locator('.prose [role=region]').evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')));
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(await page.locator('.prose th').evaluateAll((all) => all.filter((it) => !it.textContent?.trim()).length), 0);
});

scenario('a file header of many lines is no title, and the filters stay in one row', async (page) => {
  await visit(page, '', '.card');
  const header = Array.from({ length: 6 }, (_, i) => `Line ${i + 1} of a long header about this set`).join('\n');
  await page.evaluate(
    (it) => {
      const data = new DataTransfer();
      data.items.add(new File([it], `${'A very long name of a file '.repeat(6)}.txt`));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    },
    `${header}\n\n${ROOM(9)}\n${ROOM(10)}`,
  );
  await number(page, '.card', 2);
  assert.ok((await text(page, 'h1')).length <= 60);
  await visit(page, '#/c/two', '.card');
  const tops = await page.locator('.filters > *').evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top + it.getBoundingClientRect().height / 2)));
  assert.ok(Math.max(...tops) - Math.min(...tops) < 4, String(tops));
  for (const id of ['wanted', 'difficulty', 'size', 'order'])
    for (const option of await page.locator(`#${id} option`).evaluateAll((all) => all.map((it) => /** @type {HTMLOptionElement} */ (it).value))) {
      await page.selectOption(`#${id}`, option);
      const cut = await page.locator(`#${id}`).evaluate((it) => it.scrollWidth > it.clientWidth + 1);
      assert.ok(!cut, `${id} ${option}`);
    }
  for (const id of ['wanted', 'difficulty', 'size']) await page.selectOption(`#${id}`, 'all');
  await page.selectOption('#order', 'given');
});

/** What is chosen in a list and does not fit into it. @param {Page} page @param {string} lists */
const cutIn = (page, lists) =>
  page.locator(lists).evaluateAll((all) =>
    all.flatMap((it) => {
      const select = /** @type {HTMLSelectElement} */ (it);
      const style = getComputedStyle(select);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.font = style.font;
      const { text } = select.selectedOptions[0];
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return pen.measureText(text).width > room ? [text] : [];
    }),
  );

for (const [where, size] of /** @type {const} */ ([['desktop', {}], ['phone', PHONE]]))
  scenario(
    `on a ${where} no filter of the library is cut as it comes, in both languages, also of an opened file`,
    async (page) => {
      await visit(page, '#/c/two', '.card');
      await paste(page, `${ROOM(9)}\n${ROOM(10)}`);
      await page.waitForSelector('#keep');
      for (let twice = 0; twice < 2; twice++) {
        assert.deepEqual(await cutIn(page, '.filters select'), []);
        await page.click('#language');
        await page.waitForSelector('.filters select');
      }
    },
    size,
  );

scenario('the collections stay in view beside a long list; the card that was left has the focus', async (page) => {
  await visit(page, '#/c/two', '.card');
  await page.evaluate(() => scrollTo(0, 400));
  const top = await page.locator('.shelf').evaluate((it) => it.getBoundingClientRect().top);
  assert.ok(top >= 0, String(top));
  await visit(page, '#/play/two/3', '.stage svg.board');
  // Another collection has a level 3 too, which is not the one that was left.
  await page.evaluate(() => (location.hash = '#/c/jam'));
  await page.waitForSelector('.card[href*="jam"]');
  assert.equal(await page.evaluate(() => document.activeElement?.matches('.card')), false);
  await visit(page, '#/play/two/3', '.stage svg.board');
  await page.evaluate(() => (location.hash = '#/c/two'));
  await until(page, () => document.activeElement?.getAttribute('href')?.endsWith('/two/3'));
});

withServer('the server sends the page compressed, and each of its files once', async (page) => {
  // Files that a test puts in their place are not compressed.
  if (process.env.BANTO_UI) return;
  const files = () =>
    page.evaluate(() => {
      const all = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'));
      return all
        .filter(({ name }) => /\/v-[^/]+\/.*\.(js|css)$/.test(name))
        .map(({ name, decodedBodySize, encodedBodySize, transferSize }) => ({ name, decodedBodySize, encodedBodySize, transferSize }));
    });
  await visit(page, '', '.card');
  const first = await files();
  assert.ok(first.length > 50, String(first.length));
  const large = first.filter(({ decodedBodySize }) => decodedBodySize > 1000);
  assert.deepEqual(large.filter((it) => it.encodedBodySize > 0.8 * it.decodedBodySize), []);
  await page.reload();
  await page.waitForSelector('.card');
  assert.deepEqual((await files()).filter(({ transferSize }) => transferSize > 0), []);
});
