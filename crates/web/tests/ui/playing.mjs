// @ts-check
/** Playing both games by keys, clicks, drags and touch; hints, warnings, the solution. */
import assert from 'node:assert/strict';
import {
  base,
  cell,
  click,
  counts,
  drag,
  ownResults,
  play,
  scenario,
  shows,
  square,
  text,
  value,
  withServer,
} from './browser.mjs';

scenario('sokoban by keyboard, undo all, redo all', async (page) => {
  await play(page, 'two', 1);
  for (const key of ['Right', 'Right', 'Left', 'Left', 'Down', 'Right', 'Right'])
    await page.keyboard.press(`Arrow${key}`);
  await page.waitForSelector('#solved');
  assert.deepEqual([await value(page, 'moves'), await value(page, 'pushes')], [7, 4]);
  await page.keyboard.press('Home');
  assert.equal(await value(page, 'moves'), 0);
  assert.equal(await page.locator('#solved').count(), 0);
  for (let i = 0; i < 7; i++) await page.keyboard.press('r');
  await page.waitForSelector('#solved');
  for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+U');
  assert.equal(await value(page, 'pushes'), 0);
  await page.keyboard.press('End');
  await page.waitForSelector('#solved');
  await page.reload();
  await page.waitForSelector('.stage svg.board');
  await shows(page, '#moves', '7');
});

scenario('sokoban by clicks: select a box, see its squares, drop it there', async (page) => {
  await play(page, 'two', 2);
  await click(page, square(page, 2, 3));
  await page.waitForSelector('.reach path');
  await click(page, square(page, 2, 5));
  await shows(page, '#pushes', '2');
  await click(page, square(page, 4, 1));
  await counts(page, 'moves', 3);
  await page.waitForTimeout(600);
  await click(page, square(page, 3, 3));
  await click(page, square(page, 3, 5));
  await page.waitForSelector('#solved');
});

scenario('sokoban by drag', async (page) => {
  await play(page, 'two', 3);
  await drag(page, await square(page, 2, 3), await square(page, 2, 5));
  await shows(page, '#pushes', '2');
  await page.waitForTimeout(300);
  await drag(page, await square(page, 3, 3), await square(page, 3, 5));
  await page.waitForSelector('#solved');
});

scenario('a lost position is named with its reason', async (page) => {
  await play(page, 'two', 4);
  for (const key of ['Down', 'Right', 'Up']) await page.keyboard.press(`Arrow${key}`);
  await page.waitForSelector('#why');
  assert.match(await text(page, '#why'), /no goal can be reached/);
  assert.equal(await page.locator('.marks .ring.why').count(), 1);
  await page.click('#undo-lost');
  await page.waitForFunction(() => !document.querySelector('#why'));
  await page.click('#dead');
  await page.waitForSelector('.dead .dead-corner');
});

scenario('three hint steps, counted', async (page) => {
  await play(page, 'two', 4);
  await page.keyboard.press('Home');
  await page.click('#hint');
  await page.waitForSelector('.marks .ring.hint');
  assert.equal(await page.locator('.marks .target').count(), 0);
  await page.click('#hint');
  await page.waitForSelector('.marks .target.hint');
  await page.click('#hint');
  await counts(page, 'pushes', 2);
  assert.equal(await value(page, 'hints'), 3);
});

scenario('give up and watch', async (page) => {
  await play(page, 'two', 4);
  await page.keyboard.press('Home');
  await page.click('#give-up');
  await page.click('#give-up-ok');
  await page.waitForSelector('#solved', { timeout: 20000 });
  assert.match(await text(page, '#solved'), /The solution has/);
});

scenario('snapshots come back', async (page) => {
  await play(page, 'two', 5);
  await page.keyboard.press('ArrowRight');
  await page.click('summary:has-text("Snapshots")');
  await page.fill('#snapshot-name', 'here');
  await page.click('#keep-snapshot');
  await page.keyboard.press('Escape');
  await page.click('#reset');
  await page.click('text=here (1)');
  await shows(page, '#moves', '1');
});

scenario('unblock by drag to the optimum', async (page) => {
  await play(page, 'jam', 1);
  await shows(page, '#to-go', '2');
  await drag(page, await cell(page, 1, 2), await cell(page, 5, 2));
  await shows(page, '#to-go', '1');
  await drag(page, await cell(page, 2, 0), await cell(page, 2, 5));
  await page.waitForSelector('#solved');
  assert.match(await text(page, '#solved'), /Perfect! 2 moves, 7 steps/);
});

withServer('an unblock level is asked about once when it is opened', async (page) => {
  /** @type {(string|null)[]} */
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/hint')) asked.push(request.postData());
  });
  await play(page, 'jam', 3);
  await shows(page, '#to-go', '60');
  assert.match(await text(page, '.counters'), /\b103\b/);
  await page.waitForLoadState('networkidle');
  assert.equal(asked.length, 1);
});

scenario('unblock by keys, made worse, undone, hints to the optimum', async (page) => {
  await play(page, 'jam', 2);
  await shows(page, '#to-go', '3');
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await counts(page, 'to-go', 4);
  assert.match(await text(page, '#worse'), /worse/);
  await page.keyboard.press('Control+z');
  await shows(page, '#to-go', '3');
  for (let left = 3; left > 0; left--) {
    await page.click('#hint');
    await page.waitForSelector('.marks .target.hint');
    await page.click('#hint');
    await shows(page, '#to-go', String(left - 1));
  }
  await page.waitForSelector('#solved');
  assert.equal(await value(page, 'moves'), 3);
  assert.equal(await value(page, 'hints'), 3);
});

scenario(
  'Caps Lock does not matter; W A S D, vi keys and own keys move; moves are repeated',
  async (page) => {
    const key = (/** @type {string} */ name, shiftKey = false) =>
      page.evaluate(
        ([it, shift]) =>
          document.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: String(it),
              shiftKey: Boolean(shift),
              bubbles: true,
            }),
          ),
        [name, shiftKey],
      );
    const usual = '{"keys":"letters","ownKeys":{}}';
    await page.goto(base);
    await page.evaluate(async (body) => {
      localStorage.clear();
      if (document.documentElement.dataset.server === 'none') return;
      await fetch('/api/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
      });
    }, usual);
    await page.goto('about:blank');
    await play(page, 'two', 5);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await shows(page, '#moves', '1');
    // With Caps Lock the browser says U, without Shift.
    await key('U');
    await shows(page, '#moves', '0');
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('m');
    await page.keyboard.press('.');
    await shows(page, '#moves', '2');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+y');
    await shows(page, '#moves', '2');
    await page.click('summary:has-text("Options")');
    await page.selectOption('#keys-scheme', 'vi');
    await page.waitForTimeout(600);
    await page.keyboard.press('Home');
    await page.keyboard.press('j');
    await shows(page, '#moves', '1');
    await page.click('summary:has-text("Options")');
    await page.selectOption('#keys-scheme', 'wasd');
    await page.waitForTimeout(600);
    await page.keyboard.press('s');
    await shows(page, '#moves', '2');
    await page.click('summary:has-text("Options")');
    await page.click('#keys-own');
    await page.getByLabel('Undo', { exact: true }).and(page.locator('dialog input')).press('8');
    await page.click('#keys-ok');
    await page.waitForTimeout(600);
    await page.keyboard.press('8');
    await shows(page, '#moves', '1');
    await page.click('summary:has-text("Options")');
    await page.selectOption('#keys-scheme', 'letters');
    await page.waitForTimeout(400);
  },
);

scenario('skins change the board and are remembered', async (page) => {
  const wall = () =>
    page.evaluate(
      () => getComputedStyle(/** @type {Element} */ (document.querySelector('.board .wall'))).fill,
    );
  await play(page, 'two', 5);
  const calm = await wall();
  await page.click('summary:has-text("Options")');
  await page.selectOption('#skin', 'wood');
  const wood = await wall();
  assert.notEqual(wood, calm);
  await page.waitForTimeout(300);
  await page.reload();
  await page.waitForSelector('.stage svg.board');
  await page.waitForTimeout(300);
  assert.equal(await wall(), wood);
  await page.click('summary:has-text("Options")');
  await page.selectOption('#skin', 'calm');
  await page.waitForTimeout(300);
});

scenario('without seeing: the board in words, moves announced, squares gone over', async (page) => {
  await play(page, 'two', 5);
  await page.keyboard.press('Home');
  const tree = await page.locator('.stage').ariaSnapshot();
  assert.match(tree, /application "Sokoban board Room 5 with 2 boxes"/);
  assert.match(tree, /The player is at row 3, column 3/);
  assert.match(tree, /2 boxes off goal: row 3, column 4; row 4, column 4/);
  await page.keyboard.press('ArrowRight');
  assert.equal(await text(page, '#spoken'), 'right, push');
  await page.keyboard.press('ArrowRight');
  assert.match(await text(page, '#spoken'), /onto a goal: 1 of 2/);
  await page.keyboard.press('ArrowRight');
  assert.equal(await text(page, '#spoken'), 'blocked');
  const before = await value(page, 'moves');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowRight');
  assert.equal(await text(page, '#spoken'), 'row 3, column 6: box on a goal');
  await page.keyboard.press('ArrowRight');
  assert.equal(await text(page, '#spoken'), 'row 3, column 7: wall');
  await page.keyboard.press('x');
  assert.equal(await value(page, 'moves'), before);
  await play(page, 'jam', 1);
  // Another scenario may have solved it; the banner comes after the board.
  await page.waitForTimeout(700);
  const again = page.locator('button:has-text("Play again")');
  if (await again.count()) {
    await again.click();
    await page.waitForTimeout(300);
  }
  await page.keyboard.press('Home');
  const cars = await page.locator('.stage').ariaSnapshot();
  assert.match(
    cars,
    /Piece A \(Red piece\): row 3, columns 1 to 2; free 0 to the left, 0 to the right/,
  );
  await page.keyboard.press('b');
  assert.match(await text(page, '#spoken'), /Piece B: column 3, rows 1 to 3; free 0 up, 3 down/);
});

scenario('backwards: boxes are pulled home, and the way back is a solution', async (page) => {
  await play(page, 'two', 4);
  await page.click('#reverse');
  await page.waitForSelector('.reverse svg.board');
  const before = await ownResults(page);
  // Boxes stand on the goals; the player begins beside them and goes left, twice for each.
  for (const row of [2, 3]) {
    await click(page, square(page, row, 4));
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
  }
  await page.waitForSelector('#solved');
  assert.match(await text(page, '#solved'), /4 pushes/);
  for (let i = 0; i < 50 && (await ownResults(page)).length === before.length; i++)
    await page.waitForTimeout(100);
  assert.ok((await ownResults(page)).length > before.length, 'it counts forwards');
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('#solved').count(), 0);
});
