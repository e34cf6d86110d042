// @ts-check
/** What all views share: language, theme, help, phones, accessibility, speed. */
import assert from 'node:assert/strict';
import { findings, findingsOf } from './axe.mjs';
import {
  PHONE,
  ask,
  base,
  play,
  playText,
  scenario,
  shows,
  square,
  visit,
  withServer,
} from './browser.mjs';

/** One of every view. */
const VIEWS = [
  '',
  '#/play/two/5',
  '#/play/jam/1',
  '#/solve/two/1',
  '#/edit/two/1',
  '#/edit/jam/1',
  '#/lab',
  '#/lab/feup-searches',
  '#/lab/gargioni-boxes',
  '#/watch/two/1',
  '#/sources',
  '#/stats',
  '#/search/room',
  '#/play/~guide-sokoban/3',
  '#/play/~guide-unblock/5',
];

/** What shows that a view is there. */
const READY = '.card, .stage svg.board, .experiment, .plot, .lane .figures dd, .prose, .stats, .found li';

scenario('portuguese and dark, remembered', async (page) => {
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

/** Words that are English and not Portuguese. */
const ENGLISH =
  /\b(the|and|with|without|which|of|is|are|this|that|not|level|levels|moves|pushes|steps|solved|search|searches|nodes|board|boards|box|boxes|piece|best|first|here|play|undo|hint|server|file)\b/i;

/** What can be read on the page, but for names: of engines, files, collections of others, keys. @param {import('playwright-core').Page} page */
const readable = (page) =>
  page.evaluate(() => {
    const names =
      'code, .command, pre, kbd, option, .techniques label, .runs td:first-child, .brand';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!holder || holder.closest(names) || !holder.checkVisibility()) continue;
      all.push(node.textContent?.trim() ?? '');
    }
    const told = [...document.querySelectorAll('[title], [aria-label], [placeholder]')];
    for (const it of told)
      for (const name of ['title', 'aria-label', 'placeholder'])
        if (!it.closest('.shelf li')) all.push(it.getAttribute(name) ?? '');
    return all.filter(Boolean);
  });

scenario('in Portuguese nothing is English', async (page) => {
  await page.goto(base);
  await page.evaluate(() => localStorage.setItem('banto.settings', '{"language":"pt"}'));
  await page.route('**/api/settings', (route) => route.fulfill({ json: { language: 'pt' } }));
  const found = [];
  const { experiments } = await ask(page, 'experiments');
  const labs = experiments.map((/** @type {{name: string}} */ { name }) => `#/lab/${name}`);
  for (const hash of new Set([...VIEWS, ...labs])) {
    await page.goto('about:blank');
    await visit(page, hash, hash.startsWith('#/lab/') ? '#view h1' : READY);
    await page.waitForTimeout(400);
    if (hash.includes('solve')) {
      await page.click('#techniques-a');
      await page.click('#run');
      await page.waitForSelector('table.results');
      await page.click('#about summary');
      await page.waitForSelector('#about th');
    }
    // Titles that the tests themselves have given.
    const own = /^(\d+\. )?(Room \d|The great hall|first|broken)|Room \d|great hall|“/;
    for (const it of await readable(page)) {
      // Names of engines and spaces follow “Lida por”; names of files have hyphens or strokes.
      // What stands between backquotes is typed as it is.
      const said = it.replace(/Lida por .*|`[^`]*`|\S+[-/]\S+/g, '');
      if (ENGLISH.test(said) && !own.test(it)) found.push(`${hash}: ${it}`);
    }
  }
  assert.deepEqual(found, []);
});

scenario('a level from start to finish by the keyboard alone', async (page) => {
  await visit(page, '#/c/two', '.card');
  await page.keyboard.press('/');
  await page.keyboard.type('room 5');
  const onCard = () => page.evaluate(() => document.activeElement?.matches('.card') ?? false);
  for (let i = 0; i < 12 && !(await onCard()); i++) await page.keyboard.press('Tab');
  assert.ok(await onCard(), 'the Tab key leads to the card');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sokoban-player');
  await page.keyboard.press('Home');
  for (const key of ['Right', 'Right', 'Left', 'Left', 'Down', 'Right', 'Right'])
    await page.keyboard.press(`Arrow${key}`);
  await page.waitForSelector('#solved');
  const before = await page.evaluate(() => location.hash);
  await page.keyboard.press('PageDown');
  await page.waitForFunction((it) => location.hash !== it, before);
  await page.waitForSelector('.sokoban-player');
});

scenario('help overlay by key', async (page) => {
  await play(page, 'two', 5);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
});

scenario(
  'a phone: nothing is wider than the screen, swipes move',
  async (page) => {
    for (const hash of VIEWS) {
      await visit(page, hash, READY);
      await page.waitForTimeout(200);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${hash} is ${wide} wide`);
    }
    await play(page, 'two', 5);
    await page.click('#reset');
    const { x, y } = await square(page, 1, 1);
    await page.evaluate(
      ([fromX, fromY]) => {
        const svg = /** @type {SVGElement} */ (document.querySelector('svg.board'));
        const fire = (
          /** @type {string} */ type,
          /** @type {number} */ clientX,
          /** @type {number} */ clientY,
        ) =>
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
    await shows(page, '#moves', '1');
  },
  PHONE,
);

scenario('accessibility: no finding', async (page) => {
  assert.deepEqual(await findings(page, VIEWS, READY), []);
});

/** What comes up while one plays, and what is folded. @type {Record<string, (page: import('playwright-core').Page) => Promise<unknown>>} */
const STATES = {
  hint: async (page) => {
    await play(page, 'two', 5);
    await page.keyboard.press('h');
    await page.waitForSelector('#hint-text');
  },
  'lost position': async (page) => {
    await playText(page, '######\n#   .#\n# $@ #\n#    #\n######\n');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#why');
  },
  finish: async (page) => {
    await playText(page, '; Way\n########\n#@ $  .#\n########\n');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.waitForSelector('#solved');
  },
  'all that is folded in a player': async (page) => {
    await play(page, 'jam', 1);
    await page.evaluate(() => document.querySelectorAll('details').forEach((it) => (it.open = true)));
    await page.waitForTimeout(300);
  },
  'a search that plays': (page) => visit(page, '#/play/jam/1/pc', '.pc-mode'),
  backwards: (page) => visit(page, '#/reverse/two/1', '.reverse svg.board'),
  help: async (page) => {
    await play(page, 'two', 5);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
  },
  calendar: async (page) => {
    await visit(page, '', '.card');
    await page.locator('button:has-text("Calendar")').first().click();
    await page.waitForSelector('.day');
  },
  'results of searches': async (page) => {
    await visit(page, '#/solve/two/1', '#run');
    await page.click('#run');
    await page.waitForSelector('table.results tbody tr');
    await page.evaluate(() => document.querySelectorAll('details').forEach((it) => (it.open = true)));
  },
};

scenario('accessibility of what comes up while one plays: no finding', async (page) => {
  assert.deepEqual(await findingsOf(page, STATES), []);
});

scenario(
  'accessibility on a phone: no finding',
  async (page) => {
    const folded = async (/** @type {import('playwright-core').Page} */ it) => {
      await play(it, 'two', 5);
      await it.click('#menu');
      await it.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    };
    const { hint, finish, 'lost position': lost } = STATES;
    assert.deepEqual(await findingsOf(page, { hint, finish, lost, folded }), []);
  },
  PHONE,
);

scenario('a jam from start to finish by the keyboard alone', async (page) => {
  await visit(page, '#/c/jam', '.card');
  const on = (/** @type {string} */ what) => page.evaluate((it) => document.activeElement?.matches(it) ?? false, what);
  const tabTo = async (/** @type {string} */ what) => {
    for (let i = 0; i < 80 && !(await on(what)); i++) await page.keyboard.press('Tab');
    assert.ok(await on(what), `the Tab key leads to ${what}`);
  };
  await tabTo('.card');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.unblock-player');
  await page.keyboard.press('Home');
  // What was played here before is taken back, and so is a question about it.
  await shows(page, '#moves', '0');
  for (const [piece, arrow, times] of /** @type {[string, string, number][]} */ ([['b', 'Down', 4], ['a', 'Right', 4]])) {
    await page.keyboard.press(piece);
    for (let i = 0; i < times; i++) await page.keyboard.press(`Arrow${arrow}`);
  }
  await page.waitForSelector('#solved');
  // The way on is reached by the same key, and taken by Enter.
  await tabTo('#solved .primary');
  const before = await page.evaluate(() => location.hash);
  await page.keyboard.press('Enter');
  await page.waitForFunction((it) => location.hash !== it, before);
  await page.waitForSelector('.unblock-player svg.board');
});

withServer('figures', async (page) => {
  /** @type {number[][]} */
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
    const time = async (/** @type {string} */ path, /** @type {object} */ body) => {
      /** @type {number[]} */
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
  const median = (/** @type {number} */ index) =>
    paints
      .map((it) => it[index])
      .sort((a, b) => a - b)[2]
      .toFixed(0);
  console.log(
    `   first paint ${median(0)} ms, library complete ${median(1)} ms; unblock hint ${latency.hint.toFixed(1)} ms, why ${latency.why.toFixed(1)} ms (large board ${latency.whyLarge.toFixed(1)} ms)`,
  );
});
