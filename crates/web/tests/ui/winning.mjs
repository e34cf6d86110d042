// @ts-check
/** No win is lost, none is claimed that was not played: animations, hints, giving up, coming back. */
import assert from 'node:assert/strict';
import {
  ask,
  base,
  click,
  counts,
  number,
  ownResults,
  play,
  playText,
  scenario,
  shows,
  square,
  text,
  until,
  value,
  withServer,
} from './browser.mjs';

/** @import {Page} from 'playwright-core' */

/** A long push to the goal; each has a progress of its own. @param {number} n */
const hall = (n) => {
  const way = ' '.repeat(n);
  return `; Hall ${n}\n${'#'.repeat(n + 6)}\n#@ $${way}.#\n${'#'.repeat(n + 6)}\n`;
};

/** Own results that were not there before. @param {Page} page @param {() => Promise<void>} work */
async function won(page, work) {
  const before = await ownResults(page);
  await work();
  await page.waitForSelector('#solved');
  for (let i = 0; i < 50; i++) {
    const fresh = (await ownResults(page)).filter((it) => !before.includes(it));
    if (fresh.length) return fresh;
    await page.waitForTimeout(100);
  }
  return [];
}

scenario('a win counts though keys come while the box glides home', async (page) => {
  await playText(page, hall(11));
  const fresh = await won(page, async () => {
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press('h');
      await number(page, i ? '.marks .target' : '.marks .ring', 1);
    }
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('h');
      await page.waitForTimeout(150);
    }
  });
  assert.equal(fresh.length, 2);
  assert.doesNotMatch(await text(page, '.stage'), /solved already/);
});

withServer('a win is in the library without all progress being asked for again', async (page) => {
  await playText(page, hall(2));
  /** @type {string[]} */
  const asked = [];
  page.on('request', (it) => asked.push(new URL(it.url()).pathname));
  const kept = page.waitForResponse((it) => it.url().endsWith('/api/solutions'));
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#solved');
  await kept;
  await page.click('a.back');
  await number(page, '.card .badge.solved', 1);
  assert.equal(asked.filter((it) => it === '/api/solutions').length, 1);
  assert.ok(!asked.includes('/api/progress'));
});

scenario('a page left while a box glides home keeps the win', async (page) => {
  await playText(page, hall(19));
  const before = await ownResults(page);
  await click(page, square(page, 1, 3));
  await click(page, square(page, 1, 23));
  await counts(page, 'moves', 3, 12);
  await page.reload();
  await page.waitForSelector('#solved');
  assert.equal(await value(page, 'moves'), 21);
  for (let i = 0; i < 50 && (await ownResults(page)).length === before.length; i++)
    await page.waitForTimeout(100);
  const fresh = (await ownResults(page)).filter((it) => !before.includes(it));
  assert.deepEqual(fresh.map((it) => it.split(' ').slice(1).join(' ')).sort(), [
    'moves 21 0',
    'pushes 20 0',
  ]);
});

scenario('a page that goes out of sight in the midst of a walk has stored it', async (page) => {
  await playText(page, `; Out of sight\n${'#'.repeat(30)}\n#@${' '.repeat(24)}$ .#\n${'#'.repeat(30)}\n`);
  await click(page, square(page, 1, 24));
  await counts(page, 'moves', 3, 12);
  const moves = await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    return document.querySelector('#moves')?.textContent;
  });
  assert.equal(moves, '23');
  // Nothing is told to the page any more; another one must find the walk.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await counts(other, 'moves', 23);
});

scenario('a win counts though a wall is clicked while the box glides home', async (page) => {
  await playText(page, hall(12));
  const fresh = await won(page, async () => {
    await click(page, square(page, 1, 3));
    await click(page, square(page, 1, 16));
    await page.waitForTimeout(200);
    await click(page, square(page, 0, 3));
  });
  assert.equal(fresh.length, 2);
});

scenario('a win counts though the target is clicked twice', async (page) => {
  await playText(page, hall(13));
  const fresh = await won(page, async () => {
    await click(page, square(page, 1, 3));
    const { x, y } = await square(page, 1, 17);
    await page.mouse.dblclick(x, y, { delay: 30 });
  });
  assert.equal(fresh.length, 2);
});

scenario('giving up asks; a new attempt counts again, and so do its hints', async (page) => {
  await playText(page, hall(3));
  await page.click('#give-up');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await number(page, 'dialog', 0);
  assert.equal(await page.locator('#watching').count(), 0);
  await page.click('#give-up');
  await page.click('#give-up-ok');
  await page.waitForSelector('#solved');
  assert.match(await text(page, '#solved'), /The solution has/);
  const fresh = await won(page, async () => {
    await page.keyboard.press('Home');
    await number(page, '#solved', 0);
    await page.keyboard.press('h');
    await shows(page, '#hints', '1');
    await page.keyboard.press('Home');
    await shows(page, '#hints', '0');
    // What was shown is not there to be done again.
    await page.keyboard.press('End');
    assert.equal(await value(page, 'moves'), 0);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  });
  assert.deepEqual(fresh.map((it) => it.split(' ').slice(1).join(' ')).sort(), [
    'moves 5 0',
    'pushes 4 0',
  ]);
});

scenario('a solved level opened again says so and can be played again', async (page) => {
  await playText(page, hall(4));
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#solved');
  await page.waitForTimeout(700);
  await page.reload();
  await page.waitForSelector('#solved');
  await page.click('#play-again');
  await number(page, '#solved', 0);
  assert.equal(await value(page, 'moves'), 0);
});

scenario('the text about the solution stays while it is shown', async (page) => {
  await playText(page, hall(20));
  await page.click('#give-up');
  const ok = page.locator('#give-up-ok');
  if (await ok.count()) await ok.click();
  await counts(page, 'moves', 3);
  assert.match(await text(page, '#watching'), /The solution follows/);
});

/** Many letters, so that there is a piece N. */
const LETTERS = `BBCC..\nEEFF..\nAA..N.\nHHIIN.\nJJKKLL\n.OOPP.\n`;

scenario('N leads on from a board with a piece N; hints are not perfect', async (page) => {
  const both = `${LETTERS}\n${LETTERS.replace('.OOPP.', 'OOPP..')}`;
  await page.goto(`${base}/#/open/${encodeURIComponent(both)}`);
  const way = async () => {
    for (let i = 0; i < 8 && !(await page.locator('#solved').count()); i++) {
      await page.keyboard.press('Enter');
      await page.waitForTimeout(250);
    }
  };
  await page.locator('.card').first().click();
  await page.waitForSelector('.unblock-player');
  await way();
  await page.waitForSelector('#solved');
  assert.doesNotMatch(await text(page, '#solved'), /Perfect/);
  await page.keyboard.press('n');
  await until(page, () => /\/2$/.test(location.hash));
});

/** The pushes that a hint says are left. @param {Page} page */
const left = async (page) => Number(/(\d+) push/.exec(await text(page, '#hint-text'))?.[1]);

withServer('a plan is kept while it is followed', async (page) => {
  // The engine is asked once; every later answer would be another plan, and worse.
  let asked = 0;
  await page.route('**/api/hint', async (route) => {
    if (asked++ > 0) await route.fulfill({ json: { status: 'time', solution: null, next: [] } });
    else await route.continue();
  });
  await play(page, 'two', 5);
  await page.keyboard.press('Home');
  /** @type {number[]} */
  const said = [];
  for (let i = 0; i < 12 && !(await page.locator('#solved').count()); i++) {
    await page.keyboard.press('h');
    await page.waitForTimeout(500);
    if (await page.locator('#hint-text').count()) said.push(await left(page));
  }
  await page.waitForSelector('#solved');
  assert.deepEqual(said, [4, 4, 2, 2]);
  assert.equal(asked, 1);
});

scenario('two tabs on one level: nobody is overwritten in silence', async (page) => {
  await playText(page, hall(7));
  const name = await page.evaluate(() => location.hash);
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(700);
  const other = await page.context().newPage();
  await other.goto(`${base}/${name}`);
  await other.waitForSelector('.stage svg.board');
  await shows(other, '#moves', '1');
  for (let i = 0; i < 3; i++) await other.keyboard.press('ArrowRight');
  await other.waitForTimeout(900);
  await page.bringToFront();
  await page.keyboard.press('Home');
  await page.waitForSelector('#elsewhere');
  await page.click('#take-theirs');
  await shows(page, '#moves', '4');
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(900);
  await other.bringToFront();
  await other.keyboard.press('Home');
  await other.waitForSelector('#elsewhere');
  await other.click('#keep-mine');
  await other.waitForTimeout(900);
  const { key } = await keyOf(other);
  assert.equal((await ask(other, `progress/${key}`)).game.cursor, 0);
});

/** The key of the level shown, from the list of begun games: the newest. @param {Page} page */
async function keyOf(page) {
  return { key: (await ask(page, 'progress')).begun[0] };
}
