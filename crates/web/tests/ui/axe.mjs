// @ts-check
/** What the accessibility check (axe) finds in a view, in both themes. */
import axe from 'axe-core';
import { visit } from './browser.mjs';

/** @param {import('playwright-core').Page} page @param {string[]} views @param {string} ready what shows that a view is there @returns {Promise<string[]>} */
export async function findings(page, views, ready) {
  const all = [];
  for (const tone of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: tone });
    for (const hash of views) {
      await visit(page, hash, ready);
      await page.evaluate((it) => {
        document.documentElement.dataset.theme = it;
      }, tone);
      await page.waitForTimeout(200);
      await page.evaluate(axe.source);
      // In the page, this is the script just put there.
      const { violations } = await page.evaluate(() =>
        axe.run(document, { resultTypes: ['violations'] }),
      );
      for (const it of violations)
        all.push(`${hash} ${tone} ${it.id}: ${it.nodes.map((node) => node.target).join(', ')}`);
    }
  }
  return all;
}
