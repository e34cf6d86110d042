// @ts-check
/** What the accessibility check (axe) finds in a view, in both themes. */
import axe from 'axe-core';
import { visit } from './browser.mjs';

/** @import {Page} from 'playwright-core' */

const TONES = /** @type {const} */ (['light', 'dark']);

/** What is amiss with the page as it is now. @param {Page} page @param {string} name @param {'light'|'dark'} tone @returns {Promise<string[]>} */
async function audit(page, name, tone) {
  await page.evaluate((it) => {
    document.documentElement.dataset.theme = it;
  }, tone);
  // What fades in or glides has arrived.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((it) => it.finished)));
  await page.waitForTimeout(200);
  await page.evaluate(axe.source);
  // In the page, this is the script just put there.
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((it) => `${name} ${tone} ${it.id}: ${it.nodes.map((node) => node.target).join(', ')}`);
}

/** @param {Page} page @param {string[]} views @param {string} ready what shows that a view is there @returns {Promise<string[]>} */
export async function findings(page, views, ready) {
  const all = [];
  for (const tone of TONES) {
    await page.emulateMedia({ colorScheme: tone });
    for (const hash of views) {
      await visit(page, hash, ready);
      all.push(...(await audit(page, hash, tone)));
    }
  }
  return all;
}

/** The same of what comes up when one does something. @param {Page} page @param {Record<string, (page: Page) => Promise<unknown>>} states */
export async function findingsOf(page, states) {
  const all = [];
  for (const [name, come] of Object.entries(states)) {
    await page.goto('about:blank');
    await come(page);
    for (const tone of TONES) all.push(...(await audit(page, name, tone)));
  }
  return all;
}
