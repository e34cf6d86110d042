// @ts-check
/** The editor of both games. */
import assert from 'node:assert/strict';
import {
  ask,
  base,
  cell,
  click,
  number,
  scenario,
  square,
  text,
  visit,
  withServer,
} from './browser.mjs';

scenario('editor: an unsolvable board is told, then mended, exported, played', async (page) => {
  await page.goto(`${base}/#/edit/two/1`);
  await page.waitForSelector('#verdict .ok');
  await page.click('#tool-1');
  await click(page, square(page, 2, 5));
  await page.waitForSelector('#verdict .faults');
  assert.match(await text(page, '#verdict'), /2 boxes but 1 goal/);
  await page.keyboard.press('Control+z');
  await page.waitForSelector('#verdict .ok');
  await page.click('#tool-1');
  for (const c of [1, 2, 3, 4, 5]) await click(page, square(page, 1, c));
  await click(page, square(page, 3, 2));
  await click(page, square(page, 4, 3));
  await click(page, square(page, 2, 4));
  await page.click('#rate');
  await page.waitForSelector('#rating .faults');
  assert.match(await text(page, '#rating'), /proved that there is no solution/);
  await page.reload();
  await page.waitForSelector('#verdict .ok');
  await page.click('#rotate');
  await page.click('#rate');
  await page.waitForSelector('#rating .ok');
  // Any solution: of several workers the first that knows one ends the others.
  assert.match(await text(page, '#rating'), /Solved: \d+ moves, \d+ pushes/);
  await page.selectOption('#export', 'rle');
  await page.waitForFunction(() =>
    /** @type {HTMLTextAreaElement|null} */ (
      document.querySelector('#export-text')
    )?.value.includes('|'),
  );
  await page.click('#play-this');
  await page.waitForSelector('.sokoban-player');
});

scenario('unblock editor', async (page) => {
  await page.goto(`${base}/#/edit/jam/1`);
  await page.waitForSelector('#verdict .ok');
  await page.click('#tool-6');
  await click(page, cell(page, 2, 5));
  await page.click('#rate');
  await page.waitForSelector('#rating .faults');
  assert.match(await text(page, '#rating'), /no solution/);
  await page.click('#tool-7');
  await click(page, cell(page, 2, 0));
  await page.waitForSelector('#verdict .faults');
  assert.match(await text(page, '#verdict'), /red/);
});

scenario(
  'editor: the right button erases, keys draw, a board is mirrored and undone',
  async (page) => {
    await page.goto(`${base}/#/edit/two/2`);
    await page.waitForSelector('#verdict .ok');
    const { x, y } = await square(page, 2, 3);
    await page.mouse.click(x, y, { button: 'right' });
    await page.waitForSelector('#verdict .faults');
    await page.keyboard.press('3');
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.waitForSelector('#verdict .ok');
    await page.keyboard.press('Delete');
    await page.waitForSelector('#verdict .faults');
    await page.keyboard.press('Control+z');
    await page.waitForSelector('#verdict .ok');
    await page.goto(`${base}/#/edit/jam/1`);
    await page.waitForSelector('#tool-7');
    await page.waitForSelector('#verdict .ok');
    const exit = () => page.locator('#exit').inputValue();
    assert.equal(await exit(), 'right');
    await page.click('#mirror');
    assert.equal(await exit(), 'left');
    await page.waitForSelector('#verdict .ok');
  },
);

scenario('an answer about a drawing that has changed meanwhile is not shown', async (page) => {
  await page.goto(`${base}/#/edit/two/1`);
  await page.waitForSelector('#verdict .ok');
  await page.evaluate(() => {
    for (const id of ['rate', 'mirror']) /** @type {HTMLElement} */ (document.querySelector(`#${id}`)).click();
  });
  await page.waitForTimeout(1500);
  assert.equal(await text(page, '#rating'), '');
  // The next question is asked, and not taken for a wish to stop the one before.
  await page.click('#rate');
  await page.waitForSelector('#rating .ok');
});

scenario('how hard, with the reasons; and added to an opened file', async (page) => {
  await visit(page, `#/open/${encodeURIComponent('; Mine\n#######\n#@ $ .#\n#######\n')}`, '.stage svg');
  await visit(page, '#/edit/two/1', '#rate');
  // Nothing is asked for: a drawing that can be played is graded while it is drawn.
  await page.waitForSelector('#grade');
  assert.match(await text(page, '#grade'), /^first steps.*% of plays/is);
  await page.waitForSelector('#advice-list li');
  await page.click('#append');
  await page.selectOption('#append-to', '~Mine');
  await page.click('#append-ok');
  await number(page, '.card', 2);
});

withServer('a drawn level is added to a collection on the server', async (page) => {
  await visit(page, '', '.card');
  await page.evaluate(async () => {
    const { files } = document.documentElement.dataset;
    const { store } = await import(/** @type {string} */ (`/${files}lib/store.js`));
    await store.add('growing', '; One\n#######\n#@ $ .#\n#######\n');
  });
  await visit(page, '#/edit/two/1', '#append');
  await page.waitForSelector('#verdict .ok');
  await page.click('#append');
  await page.selectOption('#append-to', 'growing');
  await page.click('#append-ok');
  await number(page, '.card', 2);
  const { levels } = await ask(page, 'collections/growing');
  assert.deepEqual(
    levels.map((/** @type {{title: string}} */ it) => it.title),
    ['One', 'Room 1'],
  );
});
