// @ts-check
/** The screenshots of the documentation. */
import path from 'node:path';
import { PHONE, base, play, tab, visit } from './browser.mjs';

/** @import {Page} from 'playwright-core' */

/** Makes all of them. @param {string} folder */
export async function shots(folder) {
  const answer = await (await fetch(`${base}/api/collections`)).json();
  /** @type {string[]} */
  const names = answer.collections.map((/** @type {{name: string}} */ it) => it.name);
  const starter = names.includes('starter-sokoban') && names.includes('starter-unblock');
  // A level of the starter collections, else one of those that every test has.
  const level = (/** @type {number} */ index, /** @type {string} */ other) =>
    starter ? { name: 'starter-sokoban', index } : { name: 'two', index: Number(other) };
  const page = await tab();
  const shot = async (/** @type {string} */ name, on = page) => {
    await on.waitForTimeout(500);
    await on.screenshot({ path: path.join(folder, `${name}.png`) });
  };
  await visit(page, `#/c/${level(1, '1').name}`, '.card svg.thumb');
  await shot('library');
  await hints(page, level(12, '1'));
  await shot('sokoban');
  await oneHint(page, starter ? { name: 'starter-unblock', index: 24 } : { name: 'jam', index: 3 });
  await shot('unblock');
  await solved(page, level(12, '1'));
  await shot('solve');
  const drawn = level(5, '1');
  await visit(page, `#/edit/${drawn.name}/${drawn.index}`, '#verdict .ok');
  await shot('editor');
  await visit(page, '#/lab/feup-searches', '.plot .bar');
  await shot('lab');
  await darkSquares(page, level(38, '2'));
  await shot('dark');
  await page.context().close();
  const phone = await tab(PHONE);
  await play(phone, starter ? 'starter-unblock' : 'jam', starter ? 5 : 3);
  await phone.waitForTimeout(400);
  await shot('phone', phone);
}

/** @typedef {{name: string, index: number}} Place */

/** Which box, and where to. @param {Page} page @param {Place} place */
async function hints(page, { name, index }) {
  await play(page, name, index);
  await page.click('#hint');
  await page.waitForSelector('.marks .ring');
  await page.click('#hint');
  await page.waitForSelector('.marks .target');
}

/** @param {Page} page @param {Place} place */
async function oneHint(page, { name, index }) {
  await play(page, name, index);
  await page.waitForTimeout(800);
  await page.click('#hint');
  await page.waitForSelector('.marks .target');
}

/** @param {Page} page @param {Place} place */
async function solved(page, { name, index }) {
  await visit(page, `#/solve/${name}/${index}`, '#run');
  await page.click('#run');
  await page.waitForSelector('table.results tbody tr', { timeout: 30000 });
  await page.waitForTimeout(900);
}

/** Dead squares on a dark page. @param {Page} page @param {Place} place */
async function darkSquares(page, { name, index }) {
  await play(page, name, index);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await page.click('#dead');
  await page.waitForTimeout(400);
}
