// The page in a real browser. Called by `tests/page.rs` with the address of a running server:
//   node page.mjs http://127.0.0.1:PORT CHROMIUM [SCREENS]
// SCREENS, when given, gets the screenshots.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

const [, , base, chromiumPath, screens] = process.argv;

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const complaints = [];

async function tab(options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 850 },
    locale: 'en-GB',
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('blob:'))
      complaints.push(`asked for ${request.url()}`);
  });
  return page;
}

let failed = 0;
async function scenario(name, work, options) {
  const page = await tab(options);
  const start = Date.now();
  try {
    await work(page);
    console.log(`ok ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error.stack}`);
    if (screens)
      await page.screenshot({ path: path.join(screens, `failed-${failed}.png`) }).catch(() => {});
  }
  await page.context().close();
}

/** Middle of a square of the Sokoban board, on the screen. */
async function square(page, row, column) {
  return page.evaluate(
    ([r, c]) => {
      const point = new DOMPoint(c * 40 + 20, r * 40 + 20).matrixTransform(
        document.querySelector('svg.board').getScreenCTM(),
      );
      return { x: point.x, y: point.y };
    },
    [row, column],
  );
}

async function cell(page, row, column) {
  return page.evaluate(
    ([r, c]) => {
      const point = new DOMPoint(c * 60 + 30, r * 60 + 30).matrixTransform(
        document.querySelector('svg.board').getScreenCTM(),
      );
      return { x: point.x, y: point.y };
    },
    [row, column],
  );
}

async function click(page, row, column) {
  const { x, y } = await square(page, row, column);
  await page.mouse.click(x, y);
}

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const text = (page, selector) => page.locator(selector).innerText();
const value = async (page, id) => Number(await text(page, `#${id}`));
const play = async (page, name, index) => {
  await page.goto(`${base}/#/play/${name}/${index}`);
  await page.waitForSelector('.stage svg.board');
};
const until = (page, check, argument) => page.waitForFunction(check, argument, { timeout: 20000 });

await scenario('library shows pictures, marks and search', async (page) => {
  await page.goto(`${base}/#/c/two`);
  await page.waitForSelector('.card svg.thumb');
  assert.ok((await page.locator('.card').count()) >= 2);
  await page.keyboard.press('/');
  await page.keyboard.type('hall');
  assert.equal(await page.locator('.card').count(), 1);
});

await scenario('sokoban by keyboard, undo all, redo all', async (page) => {
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
  await until(page, () => document.querySelector('#moves')?.textContent === '7');
});

await scenario('sokoban by clicks: select a box, see its squares, drop it there', async (page) => {
  await play(page, 'two', 2);
  await click(page, 2, 3);
  await page.waitForSelector('.reach circle');
  await click(page, 2, 5);
  await until(page, () => document.querySelector('#pushes').textContent === '2');
  await click(page, 4, 1);
  await until(
    page,
    () =>
      document.querySelector('#scrub') && Number(document.querySelector('#moves').textContent) > 2,
  );
  await page.waitForTimeout(600);
  await click(page, 3, 3);
  await click(page, 3, 5);
  await page.waitForSelector('#solved');
});

await scenario('sokoban by drag', async (page) => {
  await play(page, 'two', 3);
  await drag(page, await square(page, 2, 3), await square(page, 2, 5));
  await until(page, () => document.querySelector('#pushes').textContent === '2');
  await page.waitForTimeout(300);
  await drag(page, await square(page, 3, 3), await square(page, 3, 5));
  await page.waitForSelector('#solved');
});

await scenario('a lost position is named with its reason', async (page) => {
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

await scenario('three hint steps, counted', async (page) => {
  await play(page, 'two', 4);
  await page.keyboard.press('Home');
  await page.click('#hint');
  await page.waitForSelector('.marks .ring.hint');
  assert.equal(await page.locator('.marks .target').count(), 0);
  await page.click('#hint');
  await page.waitForSelector('.marks .target.hint');
  await page.click('#hint');
  await until(page, () => Number(document.querySelector('#pushes').textContent) >= 2);
  assert.equal(await value(page, 'hints'), 3);
});

await scenario('give up and watch', async (page) => {
  await play(page, 'two', 4);
  await page.keyboard.press('Home');
  await page.click('#give-up');
  await page.waitForSelector('#solved', { timeout: 20000 });
  assert.match(await text(page, '#solved'), /The solution has/);
});

await scenario('snapshots come back', async (page) => {
  await play(page, 'two', 5);
  await page.keyboard.press('ArrowRight');
  await page.click('summary:has-text("Snapshots")');
  await page.fill('#snapshot-name', 'here');
  await page.click('#keep-snapshot');
  await page.keyboard.press('Escape');
  await page.click('#reset');
  await page.click('text=here (1)');
  await until(page, () => document.querySelector('#moves').textContent === '1');
});

await scenario('solve, watch, scrub, compare', async (page) => {
  await page.goto(`${base}/#/solve/two/1`);
  await page.waitForSelector('#run');
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr');
  assert.match(await text(page, '#outcome'), /Solved: \d+ moves, 4 pushes/);
  await page.locator('#scrub').fill('3');
  assert.match(await text(page, '.replay .place'), /^3 \//);
  await page.click('#step-on');
  assert.match(await text(page, '.replay .place'), /^4 \//);
  assert.match(await text(page, '#command'), /^banto solve two:1 --engine/);
  await page.click('#second summary');
  await page.selectOption('#engine-b', 'optimal');
  await page.selectOption('#goal-b', 'moves');
  await page.click('#run-both');
  await until(page, () => document.querySelectorAll('table.results tbody tr').length === 3);
  assert.match(await text(page, 'table.results'), /No solution has fewer moves/);
  await page.selectOption('#engine-a', 'astar');
  await page.selectOption('#space-a', 'moves');
  await page.click('#run');
  await until(page, () => document.querySelectorAll('table.results tbody tr').length === 4);
  assert.match(await text(page, '#command'), /--engine astar --space moves/);
  assert.match(await text(page, '#outcome'), /Solved: 7 moves/);
});

await scenario('switches show what an engine really uses', async (page) => {
  await page.goto(`${base}/#/solve/two/1`);
  await page.waitForSelector('#run');
  const on = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.techniques')[0].querySelectorAll('label')]
        .filter((label) => label.querySelector('input').checked)
        .map((label) => label.childNodes[1].textContent),
    );
  const told = (n) =>
    until(page, (text) => document.querySelector('#techniques-a').textContent.includes(text), n);
  await page.selectOption('#engine-a', 'astar');
  await told(' on');
  await page.waitForTimeout(200);
  const pushes = await on();
  assert.ok(pushes.includes('player-zone') && pushes.includes('dead-squares'), String(pushes));
  await page.selectOption('#space-a', 'moves');
  await told(`${pushes.length - 1} of`);
  assert.ok(!(await on()).includes('player-zone'));
  await page.click('#techniques-a');
  await page
    .locator('.techniques label', { hasText: /^block/ })
    .first()
    .click();
  await told(`${pushes.length} of`);
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr');
  assert.match(await text(page, '#command'), /--engine astar --space moves -T=\+block --time/);
  assert.match(await text(page, 'table.results tbody tr'), /astar --space moves.*\+block/);
  await page.selectOption('#engine-a', 'bfs');
  await page.selectOption('#heuristic-a', 'matching');
  await page.waitForSelector('fieldset .faults:not(:empty)');
});

await scenario(
  'the laboratory: a recorded report, a run here, one that is stopped',
  async (page) => {
    await page.goto(`${base}/#/lab`);
    await page.waitForSelector('.experiment');
    assert.ok((await page.locator('.experiment').count()) >= 8);
    await page.click('a[href="#/lab/feup-searches"]');
    await page.waitForSelector('.plot svg .bar');
    const heads = (await page.locator('.report-table thead').first().innerText()).replace(
      /\s+/g,
      ' ',
    );
    assert.match(heads, /published ours ratio/i);
    assert.ok((await page.locator('.report-table .ratio.same').count()) > 10);
    // The view before this one has the same controls: its title must have gone.
    const lab = async (name, title) => {
      await page.goto(`${base}/#/lab/${name}`);
      await until(
        page,
        (words) => document.querySelector('h1')?.textContent.includes(words),
        title,
      );
    };
    await lab('gargioni-boxes', 'number of boxes');
    await page.fill('#lab-to', '3');
    await page.click('#lab-run');
    await until(page, () =>
      /All 9 searches done/.test(document.querySelector('#run-state').textContent),
    );
    await until(page, () => document.querySelectorAll('.report-table tbody tr').length === 6);
    assert.equal(await page.locator('.plot .dot').count(), 9);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#take-csv')]);
    assert.match(
      readFileSync(await file.path(), 'utf8'),
      /^table,row,configuration,published,ours,ratio/,
    );
    await page.click('#tab-recorded');
    assert.equal(await page.locator('.plot .dot').count(), 18);
    await lab('textbook-sokoban', 'textbook');
    await page.selectOption('#lab-collection', 'two');
    await page.fill('#lab-from', '6');
    await page.fill('#lab-to', '6');
    await page.click('#lab-run');
    await until(page, () =>
      /0 of \d+ searches/.test(document.querySelector('#run-state').textContent),
    );
    await page.goto(`${base}/#/lab`);
    await page.waitForSelector('.experiment');
    await lab('textbook-sokoban', 'textbook');
    await until(page, () => !document.querySelector('#lab-stop')?.disabled);
    await page.click('#lab-stop');
    await until(page, () => /Stopped after/.test(document.querySelector('#run-state').textContent));
  },
);

await scenario('a long solve is stopped and the worker is idle', async (page) => {
  await page.goto(`${base}/#/solve/two/6`);
  await page.waitForSelector('#run');
  await page.selectOption('#engine-a', 'optimal');
  await page.click('#run');
  await until(page, () => /nodes/.test(document.querySelector('#live')?.textContent ?? ''));
  const idle = await page.evaluate(async () => {
    const start = performance.now();
    document.querySelector('#stop').click();
    for (;;) {
      const { load } = await (await fetch('/api/status')).json();
      if (load.running === 0) return performance.now() - start;
    }
  });
  await page.waitForSelector('table.results');
  assert.match(await text(page, 'table.results'), /stopped/);
  console.log(`   worker idle ${idle.toFixed(0)} ms after Stop`);
});

await scenario('unblock by drag to the optimum', async (page) => {
  await play(page, 'jam', 1);
  await until(page, () => document.querySelector('#to-go').textContent === '2');
  await drag(page, await cell(page, 1, 2), await cell(page, 5, 2));
  await until(page, () => document.querySelector('#to-go').textContent === '1');
  await drag(page, await cell(page, 2, 0), await cell(page, 2, 5));
  await page.waitForSelector('#solved');
  assert.match(await text(page, '#solved'), /Perfect! 2 moves, 7 steps/);
});

await scenario('an unblock level is asked about once when it is opened', async (page) => {
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/hint')) asked.push(request.postData());
  });
  await play(page, 'jam', 3);
  await until(page, () => document.querySelector('#to-go').textContent === '60');
  assert.match(await text(page, '.panel'), /\b103\b/);
  await page.waitForLoadState('networkidle');
  assert.equal(asked.length, 1);
});

await scenario('unblock by keys, made worse, undone, hints to the optimum', async (page) => {
  await play(page, 'jam', 2);
  await until(page, () => document.querySelector('#to-go').textContent === '3');
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await until(page, () => Number(document.querySelector('#to-go').textContent) > 3);
  assert.match(await text(page, '#worse'), /worse/);
  await page.keyboard.press('Control+z');
  await until(page, () => document.querySelector('#to-go').textContent === '3');
  for (let left = 3; left > 0; left--) {
    await page.click('#hint');
    await page.waitForSelector('.marks .target.hint');
    await page.click('#hint');
    await until(page, (n) => document.querySelector('#to-go').textContent === String(n), left - 1);
  }
  await page.waitForSelector('#solved');
  assert.equal(await value(page, 'moves'), 3);
  assert.equal(await value(page, 'hints'), 3);
});

await scenario(
  'editor: an unsolvable board is told, then mended, exported, played',
  async (page) => {
    await page.goto(`${base}/#/edit/two/1`);
    await page.waitForSelector('#verdict .ok');
    await page.click('#tool-1');
    await click(page, 2, 5);
    await page.waitForSelector('#verdict .faults');
    assert.match(await text(page, '#verdict'), /2 boxes but 1 goal/);
    await page.keyboard.press('Control+z');
    await page.waitForSelector('#verdict .ok');
    await page.click('#tool-1');
    for (const c of [1, 2, 3, 4, 5]) await click(page, 1, c);
    await click(page, 3, 2);
    await click(page, 4, 3);
    await click(page, 2, 4);
    await page.click('#rate');
    await page.waitForSelector('#rating .faults');
    assert.match(await text(page, '#rating'), /There is no solution: proved/);
    await page.reload();
    await page.waitForSelector('#verdict .ok');
    await page.click('#rotate');
    await page.click('#rate');
    await page.waitForSelector('#rating .ok');
    assert.match(await text(page, '#rating'), /Solved: \d+ moves, 4 pushes/);
    await page.selectOption('#export', 'rle');
    await until(page, () => document.querySelector('#export-text').value.includes('|'));
    await page.click('#play-this');
    await page.waitForSelector('.sokoban-player');
  },
);

await scenario('unblock editor', async (page) => {
  await page.goto(`${base}/#/edit/jam/1`);
  await page.waitForSelector('#verdict .ok');
  await page.click('#tool-6');
  const { x, y } = await cell(page, 2, 5);
  await page.mouse.click(x, y);
  await page.click('#rate');
  await page.waitForSelector('#rating .faults');
  assert.match(await text(page, '#rating'), /no solution/);
  await page.click('#tool-7');
  const red = await cell(page, 2, 0);
  await page.mouse.click(red.x, red.y);
  await page.waitForSelector('#verdict .faults');
  assert.match(await text(page, '#verdict'), /red/);
});

await scenario('the puzzle of the day, and a new one of a category', async (page) => {
  await page.goto(base);
  await page.waitForSelector('.card');
  await page.click('#daily');
  await page.waitForSelector('.unblock-player');
  await until(page, () => Number(document.querySelector('#to-go').textContent) >= 8);
  await page.goto(base);
  await page.waitForSelector('#random');
  await page.selectOption('#random', 'beginner');
  await page.waitForSelector('.unblock-player');
  await until(page, () => {
    const n = Number(document.querySelector('#to-go').textContent);
    return n >= 15 && n <= 20;
  });
  const first = await page.evaluate(() => location.hash);
  await page.click('#another');
  await until(
    page,
    (before) => location.hash !== before && document.querySelector('.unblock-player'),
    first,
  );
});

await scenario(
  'a board that takes its time: the page says so, goes on, and it is cancelled',
  async (page) => {
    await page.goto(`${base}/#/c/two`);
    await page.waitForSelector('.card');
    await page.route('**/api/random/expert*', async (route) => {
      await new Promise((done) => setTimeout(done, 5000));
      await route.abort().catch(() => {});
    });
    await page.selectOption('#random', 'expert');
    await page.waitForSelector('.toast.busy');
    await page.fill('input[type=search]', 'hall');
    assert.equal(await page.locator('.card').count(), 1);
    await page.click('#toast-act');
    await page.waitForFunction(() => !document.querySelector('.toast'));
    assert.match(await page.evaluate(() => location.hash), /c\/two/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

await scenario('a dropped file opens', async (page) => {
  await page.goto(base);
  await page.waitForSelector('.card');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['; dropped\n######\n#@ $.#\n######\n'], 'my.xsb'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  });
  await page.waitForSelector('.sokoban-player');
  assert.match(await text(page, 'h1'), /dropped/);
});

const COLLECTION =
  '; <img src=x onerror=window.hacked=1>\n#####\n#@$.#\n#####\nAuthor: <script>window.hacked=1</script>\n\n; second\n######\n#@ $.#\n######\n';

await scenario('a pasted collection opens, titles stay text, it is kept', async (page) => {
  await page.goto(base);
  await page.waitForSelector('.card');
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, COLLECTION);
  await page.waitForFunction(
    () => location.hash.includes('opened') && document.querySelectorAll('.card').length === 2,
  );
  assert.match(await page.locator('.card').first().innerText(), /<img src=x onerror/);
  await page.locator('.card').first().click();
  await page.waitForSelector('.sokoban-player');
  assert.match(await text(page, 'h1'), /<img src=x/);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#solved');
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await page.click('.heading .back');
  await page.waitForSelector('.badge.solved');
  await page.click('#keep');
  await page.fill('#keep-name', 'pasted one');
  await page.click('#keep-ok');
  await page.waitForFunction(() => location.hash.includes('pasted%20one'));
  await page.waitForSelector('.badge.solved');
  await page.goto(base);
  await page.click('#paste-text');
  await page.fill('#paste-area', '##x##');
  complaints.expected = true;
  await page.click('#paste-ok');
  await page.waitForSelector('.toast.error');
});

await scenario('a kept collection is exported, removed, put back; progress stays', async (page) => {
  await page.goto(`${base}/#/c/two`);
  await page.waitForSelector('.card');
  assert.equal(await page.locator('#remove').count(), 0, 'embedded ones cannot be removed');
  await page.goto(`${base}/#/c/${encodeURIComponent('pasted one')}`);
  await page.click('#remove');
  await page.waitForSelector('dialog[open]');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#remove-export')]);
  assert.equal(readFileSync(await file.path(), 'utf8'), COLLECTION);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  await page.click('#remove');
  await page.click('#remove-ok');
  await page.waitForSelector('#toast-act');
  await page.waitForFunction(
    () => !document.querySelector('.shelf')?.textContent.includes('pasted'),
  );
  await page.click('#toast-act');
  await page.waitForFunction(() => location.hash.includes('pasted%20one'));
  await page.waitForSelector('.badge.solved');
  await page.click('#remove');
  await page.click('#remove-ok');
  await page.waitForSelector('#toast-act');
});

await scenario('a link holds the level itself', async (page) => {
  await page.goto(`${base}/#/open/${encodeURIComponent('; linked\n#####\n#@$.#\n#####\n')}`);
  await page.waitForSelector('.sokoban-player');
  assert.match(await text(page, 'h1'), /linked/);
});

await scenario('portuguese and dark, remembered', async (page) => {
  await page.goto(base);
  await page.waitForSelector('.card');
  await page.click('#language');
  await page.waitForSelector('text=Biblioteca');
  await page.click('#theme');
  await page.waitForTimeout(300);
  await page.reload();
  await page.waitForSelector('.card');
  assert.equal(await page.getAttribute('html', 'lang'), 'pt');
  const tone = await page.getAttribute('html', 'data-theme');
  assert.equal(tone, 'dark');
  await page.click('#language');
  await page.click('#theme');
  await page.waitForTimeout(300);
});

await scenario('help overlay by key', async (page) => {
  await play(page, 'two', 5);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
});

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

await scenario(
  'a phone: nothing is wider than the screen, swipes move',
  async (page) => {
    for (const hash of [
      '',
      '#/play/two/5',
      '#/play/jam/1',
      '#/solve/two/1',
      '#/edit/two/1',
      '#/lab',
      '#/lab/feup-searches',
    ]) {
      await page.goto(`${base}/${hash}`);
      await page.waitForSelector('.card, .stage svg.board, .experiment, .plot');
      await page.waitForTimeout(200);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${hash} is ${wide} wide`);
    }
    await play(page, 'two', 5);
    await page.click('#reset');
    const { x, y } = await square(page, 1, 1);
    await page.evaluate(
      ([fromX, fromY]) => {
        const svg = document.querySelector('svg.board');
        const fire = (type, clientX, clientY) =>
          svg.dispatchEvent(
            new PointerEvent(type, {
              bubbles: true,
              pointerId: 7,
              pointerType: 'touch',
              button: 0,
              clientX,
              clientY,
            }),
          );
        svg.setPointerCapture = () => {};
        fire('pointerdown', fromX, fromY);
        fire('pointermove', fromX + 60, fromY);
        fire('pointerup', fromX + 60, fromY);
      },
      [x, y],
    );
    await until(page, () => document.querySelector('#moves').textContent === '1');
  },
  PHONE,
);

await scenario('accessibility: no serious finding', async (page) => {
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    for (const hash of [
      '',
      '#/play/two/5',
      '#/play/jam/1',
      '#/solve/two/1',
      '#/edit/two/1',
      '#/edit/jam/1',
      '#/lab',
      '#/lab/feup-searches',
      '#/lab/gargioni-boxes',
    ]) {
      await page.goto(`${base}/${hash}`);
      await page.waitForSelector('.card, .stage svg.board, .experiment, .plot');
      await page.evaluate(
        (tone) => {
          document.documentElement.dataset.theme = tone;
        },
        dark ? 'dark' : 'light',
      );
      await page.waitForTimeout(200);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { resultTypes: ['violations'] }),
      );
      const serious = violations.filter(
        (it) => it.impact === 'serious' || it.impact === 'critical',
      );
      assert.deepEqual(
        serious.map((it) => `${hash} ${it.id}: ${it.nodes.map((node) => node.target).join(', ')}`),
        [],
      );
    }
  }
});

await scenario('figures', async (page) => {
  const paints = [];
  for (let i = 0; i < 5; i++) {
    await page.goto(base);
    await page.waitForSelector('.card');
    paints.push(
      await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0].startTime,
        performance.now(),
      ]),
    );
    await page.goto('about:blank');
  }
  await page.goto(base);
  const latency = await page.evaluate(async () => {
    const jam = (await (await fetch('/api/collections/jam')).json()).levels;
    const two = (await (await fetch('/api/collections/two')).json()).levels;
    const time = async (path, body) => {
      const all = [];
      for (let i = 0; i < 20; i++) {
        const start = performance.now();
        await (
          await fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json();
        all.push(performance.now() - start);
      }
      return all.sort((a, b) => a - b)[10];
    };
    return {
      hint: await time('/api/hint', { level: { board: jam[jam.length - 1].board } }),
      why: await time('/api/why', { level: { rows: two[0].rows } }),
      whyLarge: await time('/api/why', { level: { rows: two[5].rows } }),
    };
  });
  const median = (index) =>
    paints
      .map((it) => it[index])
      .sort((a, b) => a - b)[2]
      .toFixed(0);
  console.log(
    `   first paint ${median(0)} ms, library complete ${median(1)} ms; unblock hint ${latency.hint.toFixed(1)} ms, why ${latency.why.toFixed(1)} ms (large board ${latency.whyLarge.toFixed(1)} ms)`,
  );
});

if (screens) {
  const page = await tab();
  const shot = async (name) => {
    await page.waitForTimeout(500);
    await page.screenshot({ path: path.join(screens, `${name}.png`) });
  };
  const collections = (await (await fetch(`${base}/api/collections`)).json()).collections.map(
    (it) => it.name,
  );
  const has = (name, other) => (collections.includes(name) ? name : other);
  const sokoban = has('starter-sokoban', 'two');
  const unblock = has('starter-unblock', 'jam');
  await page.goto(`${base}/#/c/${sokoban}`);
  await page.waitForSelector('.card svg.thumb');
  await shot('library');
  await play(page, sokoban, sokoban === 'two' ? 1 : 12);
  await page.click('#hint');
  await page.waitForSelector('.marks .ring');
  await page.click('#hint');
  await page.waitForSelector('.marks .target');
  await shot('sokoban');
  await play(page, unblock, unblock === 'jam' ? 3 : 24);
  await page.waitForTimeout(800);
  await page.click('#hint');
  await page.waitForSelector('.marks .target');
  await shot('unblock');
  await page.goto(`${base}/#/solve/${sokoban}/${sokoban === 'two' ? 1 : 12}`);
  await page.waitForSelector('#run');
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr', { timeout: 30000 });
  await page.waitForTimeout(900);
  await shot('solve');
  await page.goto(`${base}/#/edit/${sokoban}/${sokoban === 'two' ? 1 : 5}`);
  await page.waitForSelector('#verdict .ok');
  await shot('editor');
  await page.goto(`${base}/#/lab/feup-searches`);
  await page.waitForSelector('.plot .bar');
  await shot('lab');
  await play(page, sokoban, sokoban === 'two' ? 2 : 38);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await page.click('#dead');
  await page.waitForTimeout(400);
  await shot('dark');
  await page.context().close();
  const phone = await tab(PHONE);
  await phone.goto(`${base}/#/play/${unblock}/${unblock === 'jam' ? 3 : 5}`);
  await phone.waitForSelector('.stage svg.board');
  await phone.waitForTimeout(900);
  await phone.screenshot({ path: path.join(screens, 'phone.png') });
}

await browser.close();
// A refused paste is a 400 in the browser's log; everything else must be silent.
const real = complaints.filter((it) => !/status of 400/.test(it));
if (real.length) {
  failed++;
  console.log(`FAILED the console is not silent:\n${real.join('\n')}`);
}
process.exit(failed ? 1 : 0);
