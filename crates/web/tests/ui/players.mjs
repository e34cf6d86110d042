// @ts-check
/** The players as they are used: time, history, modes, phone, and what goes wrong around them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PHONE, at, base, cell, counts, drag, isFirefox, number, play, playText, scenario, shows, tap, text, until, visit, withServer } from './browser.mjs';

/** @import {Page} from 'playwright-core' */
/** @import {GameResult} from '../../ui/types.d.ts' */

/** @param {number} n */
const hall = (n) =>
  `; Passage ${n}\n${'#'.repeat(n + 6)}\n#@ $${' '.repeat(n)}.#\n#${' '.repeat(n + 4)}#\n${'#'.repeat(n + 6)}\n`;

/** @param {Page} page @param {string} key @param {number} times */
async function press(page, key, times) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

/** The history of solved games. @param {Page} page @returns {Promise<GameResult[]>} */
const history = (page) =>
  page.evaluate(async () => {
    const { files } = document.documentElement.dataset;
    return (await import(new URL(`${files}lib/results.js`, document.baseURI).href)).allResults();
  });

scenario('a win goes into the history once, with its time, and the timer can be hidden', async (page) => {
  await playText(page, hall(61));
  await until(page, () => /^0:0[1-9]$/.test(document.querySelector('#time')?.textContent ?? ''));
  await press(page, 'ArrowRight', 63);
  await page.waitForSelector('#solved');
  await page.keyboard.press('u');
  await number(page, '#solved', 0);
  await page.keyboard.press('r');
  await page.waitForSelector('#solved');
  const stopped = await text(page, '#time');
  await page.waitForTimeout(1100);
  await page.reload();
  await page.waitForSelector('#solved');
  assert.equal(await text(page, '#time'), stopped);
  const [it, ...more] = await history(page);
  assert.deepEqual([it.game, it.index, it.moves, it.pushes, it.hints, more.length], ['sokoban', 1, 63, 62, 0, 0]);
  assert.ok(it.seconds >= 1 && it.hash.length === 33);
  await page.click('#play-again');
  await page.click('summary:has-text("Options")');
  await page.click('#show-time');
  await number(page, '#time', 0);
  await page.click('summary:has-text("Options")');
  await page.click('#show-time');
  await page.waitForSelector('#time');
});

scenario('a win of Unblock counts steps, and the history is exported and imported', async (page) => {
  await playText(page, '...B..\n...B..\nAA.B..\n......\n......\n..CCDD\n');
  await page.waitForTimeout(300);
  await drag(page, await cell(page, 0, 3), await cell(page, 4, 3));
  await page.waitForTimeout(400);
  if (!(await page.locator('#solved').count())) await drag(page, await cell(page, 2, 0), await cell(page, 2, 5));
  await number(page, '#solved', 0).catch(() => {});
  const won = await history(page);
  const given = await page.evaluate(async () => {
    const { files } = document.documentElement.dataset;
    const { store } = await import(new URL(`${files}lib/store.js`, document.baseURI).href);
    const all = await store.export();
    const row = { game: 'unblock', collection: 'two', index: 2, hash: `u${'1'.repeat(32)}`, seconds: 3, moves: 2, steps: 5, hints: 0, when: 5 };
    const first = await store.import({ ...all, results: [row, { nonsense: true }] });
    const again = await store.import({ ...all, results: [row] });
    return { rows: all.results.length, first, again };
  });
  assert.equal(given.rows, won.length);
  assert.deepEqual([given.first.results, given.first.left_out, given.again.results], [1, 1, 0]);
  assert.equal((await history(page)).length, won.length + 1);
});

for (const [game, level] of /** @type {const} */ ([['sokoban', hall(62)], ['unblock', '...B..\n...B..\nAA.B..\n......\nCC....\n......\n']]))
  withServer(`a long hint of ${game} shows how long it takes and can be taken back`, async (page) => {
    await playText(page, level);
    await page.waitForTimeout(500);
    await page.route('**/api/hint', () => {});
    await page.click('#hint');
    await page.waitForSelector('#hint-cancel');
    await until(page, () => (document.querySelector('.busy progress')?.getAttribute('value') ?? '0') > '0.1');
    await page.click('#hint-cancel');
    await number(page, '#hint-cancel', 0);
    assert.equal(await text(page, '#hints'), '0');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.click('#hint');
    await page.waitForSelector('#hint-text');
  });

withServer('two tabs without the server: neither overwrites the other', async (page) => {
  await playText(page, hall(63));
  const hash = await page.evaluate(() => location.hash);
  await page.waitForTimeout(900);
  const other = await page.context().newPage();
  await other.goto(`${base}/${hash}`);
  await other.waitForSelector('.stage svg.board');
  const away = (/** @type {Page} */ it) => it.route('**/api/**', (route) => route.abort());
  await away(page);
  await away(other);
  await press(page, 'ArrowRight', 3);
  await page.waitForTimeout(900);
  await press(other, 'ArrowDown', 2);
  await other.waitForSelector('#elsewhere');
  await other.click('#take-theirs');
  await shows(other, '#moves', '3');
  await other.click('summary:has-text("Snapshots")');
  await other.waitForSelector('.snapshots li');
  for (const it of [page, other]) await it.unrouteAll({ behavior: 'ignoreErrors' });
});

scenario('human mode and PC mode of Unblock: a search plays, and the own game waits', async (page) => {
  await visit(page, '#/sources', '.prose h1');
  assert.equal(await page.locator('a[href$="/human"]').count(), 1);
  await page.locator('a[href$="/pc"]').click();
  await page.waitForSelector('.pc-mode');
  assert.equal(await page.locator('#mode-pc').getAttribute('aria-pressed'), 'true');
  await page.click('#mode-human');
  await page.keyboard.press('Home');
  await page.waitForTimeout(300);
  await page.locator('svg.board').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#hint-text');
  await page.locator('#hint-text button').click();
  await counts(page, 'moves', 1, 1);
  await page.click('#mode-pc');
  await page.selectOption('#pc-search', 'feup-bfs');
  await page.click('#pc-solve');
  await shows(page, '#pc-result', /boards visited/);
  await page.waitForSelector('#solved');
  await page.keyboard.press('Escape');
  await page.click('#mode-human');
  await counts(page, 'moves', 1, 1);
  assert.deepEqual(await history(page), [], 'what a search plays is no win');
});

/** The largest board on the screen, in pixels. @param {Page} page */
const boardBox = async (page) => JSON.stringify(await page.locator('.stage svg.board').boundingBox());

/** As high as the place for a board on every screen. */
const TRAP = '######\n#   .#\n# $@ #\n#    #\n#    #\n#    #\n#    #\n######\n';

/** What is amiss with the news: words and buttons of it that cannot be seen, or that lie over the board; words that are cut off on the
 *  bar; a page higher than the window. @param {Page} page @param {string[]} parts of the news */
const amiss = (page, parts) =>
  page.evaluate((parts) => {
    const svg = /** @type {SVGSVGElement} */ (document.querySelector('.stage svg.board'));
    const [rows, columns] = [8, 6];
    const matrix = svg.getScreenCTM() ?? new DOMMatrix();
    const [from, to] = [new DOMPoint(0, 0), new DOMPoint(columns * 40, rows * 40)].map((it) => it.matrixTransform(matrix));
    /** @type {string[]} */
    const found = [];
    for (const it of document.querySelectorAll(parts.join())) {
      const box = it.getBoundingClientRect();
      for (const y of [box.top + 3, box.bottom - 3])
        if (!it.contains(document.elementFromPoint(box.left + box.width / 2, y))) found.push(`${it.id} is not seen at ${y}`);
      const over = box.left < to.x - 1 && box.right > from.x + 1 && box.top < to.y - 1 && box.bottom > from.y + 1;
      if (over) found.push(`${it.id} lies over the board`);
    }
    const { scrollHeight } = document.documentElement;
    if (scrollHeight > innerHeight) found.push(`the page is ${scrollHeight} high`);
    const words = [...document.querySelectorAll('.primary-bar .button span')].filter((it) => it.scrollWidth > it.clientWidth);
    return [...found, ...words.map((it) => `${it.textContent} is cut`)];
  }, parts);

for (const [name, options] of /** @type {const} */ ([
  ['phone', PHONE],
  ['phone on its side', { ...PHONE, viewport: { width: 844, height: 390 } }],
  ['low phone on its side', { ...PHONE, viewport: { width: 667, height: 320 } }],
  ['desktop', {}],
]))
  scenario(
    `the board does not jump on a ${name}, whatever is said`,
    async (page) => {
      await playText(page, TRAP);
      const before = await boardBox(page);
      await page.keyboard.press('h');
      await page.waitForSelector('#hint-text');
      assert.equal(await boardBox(page), before, 'a hint');
      assert.deepEqual(await amiss(page, ['#hint-text']), []);
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('#why');
      assert.equal(await boardBox(page), before, 'a lost position');
      assert.deepEqual(await amiss(page, ['#why', '#undo-lost']), []);
      await page.click('#undo-lost');
      await page.keyboard.press('g');
      await page.waitForSelector('.legend span');
      assert.equal(await boardBox(page), before, 'the legend');
      // Portuguese is longer.
      await page.click('#language');
      await page.waitForSelector('html[lang=pt]');
      await page.keyboard.press('Home');
      await page.keyboard.press('h');
      await page.waitForSelector('#hint-text');
      assert.deepEqual(await amiss(page, ['#hint-text']), []);
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('#why');
      assert.deepEqual(await amiss(page, ['#why', '#undo-lost']), []);
      await page.click('#language');
      await page.waitForSelector('html[lang=en]');
    },
    options,
  );

scenario(
  'on a phone title, number, next and previous are at hand, targets are 44 px and no keys are shown',
  async (page) => {
    await play(page, 'two', 2);
    const strip = page.locator('.level-strip');
    assert.match(await strip.innerText(), /2/);
    await tap(page.locator('#strip-next'));
    await at(page, 'play/two/3');
    await page.waitForTimeout(500);
    await tap(page.locator('#strip-previous'));
    await at(page, 'play/two/2');
    for (const view of ['#/play/two/2', '#/reverse/two/1']) {
      await visit(page, view, '.stage svg.board');
      await page.waitForTimeout(300);
      for (const open of [false, true]) {
        if (open) await tap(page.locator('#menu'));
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('.player :is(button, select, summary, a)')]
            .map((it) => ({ it, box: it.getBoundingClientRect() }))
            .filter(({ box }) => box.width && (box.width < 43.5 || box.height < 43.5))
            .map(({ it, box }) => `${it.textContent} ${box.width}×${box.height}`),
        );
        assert.deepEqual(small, [], `${view} ${open ? 'menu' : ''}`);
        assert.equal(await page.locator('.player kbd:visible').count(), 0);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      }
    }
  },
  PHONE,
);

scenario(
  'on a phone one plays backwards by swiping',
  async (page) => {
    await playText(page, hall(5));
    await page.evaluate(() => {
      location.hash = location.hash.replace('play', 'reverse');
    });
    await page.waitForSelector('.reverse svg.board');
    const box = await page.locator('.stage svg.board').boundingBox();
    const swipe = (/** @type {number} */ dx) =>
      page.evaluate(
        ([x, y, by]) => {
          const svg = /** @type {Element} */ (document.querySelector('svg.board'));
          const send = (/** @type {string} */ kind, /** @type {number} */ at) =>
            svg.dispatchEvent(new PointerEvent(kind, { clientX: at, clientY: y, pointerType: 'touch', bubbles: true }));
          send('pointerdown', x);
          send('pointerup', x + by);
        },
        [(box?.x ?? 0) + 100, (box?.y ?? 0) + 60, dx],
      );
    await swipe(60);
    await swipe(-60);
    await until(page, () => Number(document.querySelector('#moves')?.textContent) >= 1);
  },
  PHONE,
);

scenario('one step is announced once', async (page) => {
  await playText(page, hall(64));
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    const heard = /** @type {any} */ (window);
    heard.said = new Set();
    const live = document.querySelectorAll('[role=status], [role=alert], output, [aria-live]:not([aria-live=off])');
    for (const it of live)
      new MutationObserver(() => heard.said.add(it.id || it.className)).observe(it, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  await page.keyboard.press('ArrowDown');
  await counts(page, 'moves', 1, 1);
  await page.waitForTimeout(700);
  assert.deepEqual(await page.evaluate(() => [.../** @type {any} */ (window).said]), ['spoken']);
});

scenario('the place in a long game stays within its line', async (page) => {
  await playText(page, hall(65));
  await page.evaluate(() => {
    for (let i = 0; i < 1251; i++)
      document.dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'ArrowUp' : 'ArrowDown' }));
  });
  await shows(page, '.replay .place', '1251 / 1251');
  const over = await page.evaluate(() => {
    const line = /** @type {Element} */ (document.querySelector('.replay')).getBoundingClientRect();
    const panel = /** @type {Element} */ (document.querySelector('.panel'));
    const place = /** @type {Element} */ (document.querySelector('.replay .place')).getBoundingClientRect();
    return [place.right - line.right > 0.5, panel.scrollWidth > panel.clientWidth];
  });
  assert.deepEqual(over, [false, false]);
});

scenario('the finish hides the board behind it, and words on buttons have contrast', async (page) => {
  await playText(page, hall(3));
  await press(page, 'ArrowRight', 5);
  await page.waitForSelector('#solved');
  const ground = await page.locator('#solved').evaluate((it) => getComputedStyle(it).backgroundColor);
  assert.match(ground, /^rgb\(/, 'it has no transparency');
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const theme of ['light', 'dark']) {
    await visit(page, '#/reverse/two/1', '.reverse svg.board');
    await page.evaluate((it) => {
      document.documentElement.dataset.theme = it;
    }, theme);
    await page.evaluate(axe);
    const found = await page.evaluate(() =>
      /** @type {any} */ (window).axe.run('.primary-bar', { runOnly: ['color-contrast'] }),
    );
    assert.deepEqual(found.violations.map((/** @type {any} */ it) => it.nodes[0].html), [], theme);
  }
});

scenario('in the player, N follows the order of the library', async (page) => {
  const level = (/** @type {number} */ n) =>
    `; Ordered ${n}\n##########\n#@ ${'$'.repeat(n)}    #\n#        #\n#  ${'.'.repeat(n)}    #\n##########\n`.replace(
      /^(#.*?) +#$/gm,
      (row, start) => `${start.padEnd(9)}#`,
    );
  await page.goto(`${base}/#/open/${encodeURIComponent([2, 1, 3].map(level).join('\n'))}`);
  await page.waitForSelector('.card');
  await page.selectOption('#order', 'boxes');
  await page.click('#next-unsolved');
  await at(page, '/2');
  await page.waitForSelector('.stage svg.board');
  await page.keyboard.press('n');
  // By its number the third would be next.
  await at(page, '/1');
});

scenario(
  'a finger swipes beside the board as well as on it',
  async (page) => {
    // Playwright has no fingers that move in Firefox.
    if (isFirefox) return;
    await playText(page, hall(7));
    const { x, y, width } = /** @type {NonNullable<Awaited<ReturnType<import('playwright-core').Locator['boundingBox']>>>} */ (
      await page.locator('.stage > .field').boundingBox()
    );
    const fingers = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) =>
      fingers.send('Input.dispatchTouchEvent', /** @type {any} */ ({ type, touchPoints }));
    // Above the passage, which is much wider than high.
    const from = { x: x + width / 3, y: y + 60 };
    await touch('touchStart', [from]);
    await touch('touchMove', [{ ...from, x: from.x + 40 }]);
    await touch('touchEnd', []);
    await counts(page, 'moves', 1);
  },
  PHONE,
);
