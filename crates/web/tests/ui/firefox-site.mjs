// @ts-check
/**
 * The page as files of a static web space, in a stock Firefox:
 *   node firefox-site.mjs FOLDER FIREFOX
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Firefox } from './marionette.mjs';
import { PlainServer } from './plain-server.mjs';

const [, , folder, program] = process.argv;
const server = new PlainServer(folder);
const base = await server.start();
const firefox = await Firefox.start(program, { width: 1280, height: 900 });
const signature = fileURLToPath(new URL('../../../../bench.signature', import.meta.url));

/** Opens a text as a level. @param {string} levels */
async function playText(levels) {
  await firefox.goto('about:blank');
  await firefox.goto(`${base}/#/open/${encodeURIComponent(levels)}`);
  await firefox.until(() => document.querySelector('.stage svg.board'));
}

/** @type {[string, () => Promise<void>][]} */
const scenarios = [
  [
    'a level is won, and won it stays',
    async () => {
      await playText('#######\n#@ $ .#\n#######\n');
      await firefox.press('ArrowRight', 'ArrowRight', 'ArrowRight');
      await firefox.until(() => document.querySelector('#solved'));
      await firefox.until(async () => {
        const { files } = document.documentElement.dataset;
        const { store } = await import(new URL(`${files}lib/store.js`, document.baseURI).href);
        return (await store.progress()).best.length === 2;
      });
      await firefox.ask('WebDriver:Refresh');
      await firefox.until(() => document.querySelector('#moves')?.textContent === '3');
    },
  ],
  [
    'a hint is given',
    async () => {
      await playText('#######\n#     #\n# @$ .#\n#     #\n#######\n');
      await firefox.press('h');
      await firefox.until(() => document.querySelector('.marks .ring'));
    },
  ],
  [
    'a level is solved by the engines of the browser',
    async () => {
      await firefox.goto(`${base}/#/solve/starter-sokoban/1`);
      await firefox.click('#run');
      await firefox.until(() => /solved/.test(document.querySelector('table.results')?.textContent ?? ''));
    },
  ],
  [
    'the engines of the browser count the nodes of the others',
    async () => {
      await firefox.run(() => {
        const { files } = document.documentElement.dataset;
        const of = (/** @type {string} */ name) => import(new URL(`${files}lib/${name}.js`, document.baseURI).href);
        Promise.all([of('store'), of('engine-worker')]).then(async ([{ store }, { signature }]) => {
          // The packs of graded levels are not among those that the signature is counted on.
          const all = (await store.collections()).filter((/** @type {any} */ it) => !it.name.startsWith('graded-'));
          const texts = await Promise.all(all.map((/** @type {any} */ it) => store.collectionText(it.name)));
          document.documentElement.dataset.nodes = String(await signature(texts));
        });
      });
      for (let i = 0; i < 6; i++)
        await firefox.until(() => document.documentElement.dataset.nodes).catch(() => {});
      const nodes = await firefox.run(() => document.documentElement.dataset.nodes);
      assert.equal(nodes, readFileSync(signature, 'utf8').trim());
    },
  ],
  [
    'offline after the first visit',
    async () => {
      await firefox.goto(`${base}/`);
      await firefox.until(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
      await server.stop();
      // The driver's own way to reload goes past service workers.
      await firefox.goto('about:blank');
      await firefox.goto(`${base}/`);
      await firefox.until(() => document.querySelector('.card'));
      await firefox.goto(`${base}/#/play/starter-unblock/1`);
      await firefox.until(() => document.querySelector('.stage svg.board'));
      await firefox.click('#hint');
      await firefox.until(() => document.querySelector('#hint-text'));
    },
  ],
];

let failed = 0;
const only = new RegExp(process.env.ONLY ?? '');
for (const [name, work] of scenarios.filter((it) => only.test(it[0]))) {
  const start = Date.now();
  try {
    await work();
    console.log(`ok ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
await firefox.close();
await server.stop();
process.exit(failed ? 1 : 0);
