// @ts-check
/** The screenshots of the documentation: every view on three screens, light and dark. */
import path from 'node:path';
import { base, play, tab, visit } from './browser.mjs';

/** @import {BrowserContextOptions, Page} from 'playwright-core' */
/** @typedef {{name: string, index: number}} Place */

const TOUCH = { hasTouch: true, isMobile: true };

/** @type {Record<string, BrowserContextOptions>} */
const SCREENS = {
  desktop: { viewport: { width: 1360, height: 850 } },
  phone: { viewport: { width: 390, height: 844 }, ...TOUCH },
  landscape: { viewport: { width: 844, height: 390 }, ...TOUCH },
};

/** Makes all of them. @param {string} folder */
export async function shots(folder) {
  const views = viewsOf(await starter());
  for (const [screen, options] of Object.entries(SCREENS))
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await tab({ ...options, colorScheme });
      for (const [name, show] of Object.entries(views)) {
        await page.goto('about:blank');
        await show(page);
        await page.evaluate((tone) => {
          document.documentElement.dataset.theme = tone;
        }, colorScheme);
        await page.waitForTimeout(500);
        const file = `${name}-${screen}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(folder, file) });
      }
      await page.context().close();
    }
}

/** Whether the starter collections are there; the tests' own are shown otherwise. */
async function starter() {
  const answer = await (await fetch(`${base}/api/collections`)).json();
  /** @type {string[]} */
  const names = answer.collections.map((/** @type {{name: string}} */ it) => it.name);
  return names.includes('starter-sokoban') && names.includes('starter-unblock');
}

/** @param {boolean} own @returns {Record<string, (page: Page) => Promise<void>>} */
function viewsOf(own) {
  const sokoban = (/** @type {number} */ index, /** @type {number} */ other) =>
    own ? { name: 'starter-sokoban', index } : { name: 'two', index: other };
  const unblock = (/** @type {number} */ index, /** @type {number} */ other) =>
    own ? { name: 'starter-unblock', index } : { name: 'jam', index: other };
  return {
    library: (page) => visit(page, `#/c/${sokoban(1, 1).name}`, '.card svg.thumb'),
    sokoban: (page) => hints(page, sokoban(12, 6)),
    unblock: (page) => oneHint(page, unblock(24, 3)),
    finish: (page) => won(page, unblock(2, 1)),
    solve: (page) => solved(page, sokoban(12, 1)),
    watch: (page) => watched(page, sokoban(9, 1)),
    editor: (page) => visit(page, `#/edit/${sokoban(5, 1).name}/5`, '#verdict .ok'),
    lab: (page) => visit(page, '#/lab/feup-searches', '.plot .bar'),
  };
}

/** Which box, and where to. @param {Page} page @param {Place} place */
async function hints(page, { name, index }) {
  await play(page, name, index);
  await page.click('#reset');
  await page.click('#hint');
  await page.waitForSelector('.marks .ring');
  await page.click('#hint');
  await page.waitForSelector('.marks .target');
}

/** @param {Page} page @param {Place} place */
async function oneHint(page, { name, index }) {
  await play(page, name, index);
  await page.click('#reset');
  await page.click('#hint');
  await page.waitForSelector('.marks .target');
}

/** The end, after the solution of the checked boards. @param {Page} page @param {Place} place */
async function won(page, { name, index }) {
  await play(page, name, index);
  await page.click('#reset');
  for (let i = 0; i < 40 && !(await page.locator('#solved').count()); i++) {
    await page.keyboard.press('Enter');
    await page.waitForTimeout(150);
  }
  await page.waitForTimeout(1800);
}

/** @param {Page} page @param {Place} place */
async function solved(page, { name, index }) {
  await visit(page, `#/solve/${name}/${index}`, '#run');
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr', { timeout: 30000 });
  await page.waitForTimeout(900);
}

/** Two searches in their midst. @param {Page} page @param {Place} place */
async function watched(page, { name, index }) {
  await visit(page, `#/watch/${name}/${index}`, '.lane .figures dd');
  await page.waitForTimeout(600);
  const [, length] = (await page.locator('.place').innerText()).split(' / ');
  for (let i = 0; i < Math.min(24, Number(length) / 3); i++) await page.keyboard.press('ArrowRight');
}
