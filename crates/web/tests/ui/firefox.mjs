// @ts-check
/**
 * The important scenarios in a stock Firefox. Called by `tests/page.rs`:
 *   node firefox.mjs http://127.0.0.1:PORT FIREFOX
 */
import assert from 'node:assert/strict';
import { Firefox } from './marionette.mjs';

const [, , base, program] = process.argv;
const firefox = await Firefox.start(program, { width: 1280, height: 900 });

/** A way with a box to push along it. @param {number} n */
const hall = (n) =>
  `; Hall ${n}\n${'#'.repeat(n + 6)}\n#@ $${' '.repeat(n)}.#\n${'#'.repeat(n + 6)}\n`;

/** Opens a text as a level. @param {string} levels */
async function playText(levels) {
  await firefox.goto('about:blank');
  await firefox.goto(`${base}/#/open/${encodeURIComponent(levels)}`);
  await firefox.until(() => document.querySelector('.stage svg.board'));
  await firefox.press('Home');
}

/** The middle of a square on the screen. @param {number} row @param {number} column @param {number} unit */
const square = (row, column, unit = 40) =>
  firefox.run(
    (x, y) => {
      const svg = /** @type {SVGSVGElement} */ (document.querySelector('svg.board'));
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM() ?? undefined);
      return { x: left, y: top };
    },
    (column + 0.5) * unit,
    (row + 0.5) * unit,
  );

/** What an element says. @param {string} selector */
const text = (selector) =>
  firefox.run((it) => document.querySelector(it)?.textContent ?? '', selector);

/** Waits until an element says something like this. @param {string} selector @param {RegExp} wanted */
const shows = (selector, wanted) =>
  firefox.until(
    (it, pattern) => new RegExp(pattern).test(document.querySelector(it)?.textContent ?? ''),
    selector,
    wanted.source,
  );

/** Own results on the server. @returns {Promise<number>} */
const results = () =>
  firefox.run(async () => {
    const { best } = await (await fetch('/api/progress')).json();
    return best.filter((/** @type {{solver: boolean}} */ it) => !it.solver).length;
  });

/** @type {[string, () => Promise<void>][]} */
const scenarios = [
  [
    'a level is won by keys and recorded',
    async () => {
      await playText(hall(2));
      const before = await results();
      await firefox.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      await shows('#solved', /Solved|Perfect|moves/);
      for (let i = 0; i < 50 && (await results()) === before; i++)
        await new Promise((done) => setTimeout(done, 100));
      assert.ok((await results()) > before);
    },
  ],
  [
    'a page left while a box glides home keeps the win',
    async () => {
      await playText(hall(22));
      await firefox.drag(await square(1, 3));
      await firefox.drag(await square(1, 26));
      await firefox.until(() => Number(document.querySelector('#moves')?.textContent) > 2);
      await firefox.ask('WebDriver:Refresh');
      await shows('#solved', /./);
      assert.equal(await text('#moves'), '24');
    },
  ],
  [
    'pieces of Unblock are dragged out',
    async () => {
      await firefox.goto(`${base}/#/play/jam/1`);
      await firefox.until(() => document.querySelector('.unblock-player svg.board'));
      await firefox.press('Home');
      await firefox.drag(await square(0, 2, 60), await square(4, 2, 60));
      await shows('#moves', /^1$/);
      await firefox.drag(await square(2, 0, 60), await square(2, 5, 60));
      await shows('#solved', /./);
    },
  ],
  [
    'a hint is given, and undo takes back',
    async () => {
      await playText('#######\n#     #\n# @$ .#\n#     #\n#######\n');
      await firefox.press('h');
      await firefox.until(() => document.querySelector('.marks .ring'));
      await firefox.press('ArrowRight', 'ArrowUp', 'ArrowUp', 'Escape');
      await shows('#moves', /^2$/);
      await firefox.press('u');
      await shows('#moves', /^1$/);
    },
  ],
  [
    'a level is solved by an engine and replayed',
    async () => {
      await firefox.goto(`${base}/#/solve/two/1`);
      await firefox.click('#run');
      await firefox.until(() => document.querySelector('table.results'));
      await shows('table.results', /solved/);
    },
  ],
  [
    'a search is watched step by step',
    async () => {
      await firefox.goto(`${base}/#/watch/two/2`);
      await firefox.until(() => document.querySelectorAll('.lane .figures dd').length >= 12);
      await firefox.press('ArrowRight', 'ArrowRight');
      await shows('.place', /^2 \//);
      await firefox.press('End');
      await shows('#lane-1 .live', /^Solved after/);
    },
  ],
  [
    'the editor judges what is drawn',
    async () => {
      await firefox.goto(`${base}/#/edit/two/1`);
      await firefox.until(() => document.querySelector('#grade'));
    },
  ],
  [
    'Portuguese, and nothing is wider than the window',
    async () => {
      await firefox.goto(`${base}/`);
      await firefox.until(() => document.querySelector('.card'));
      await firefox.click('#language');
      await shows('nav', /Biblioteca/);
      const wide = await firefox.run(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await firefox.click('#language');
    },
  ],
];

let failed = 0;
const only = new RegExp(process.env.ONLY ?? '');
for (const [name, work] of scenarios.filter((it) => only.test(it[0]))) {
  try {
    await work();
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
await firefox.close();
process.exit(failed ? 1 : 0);
