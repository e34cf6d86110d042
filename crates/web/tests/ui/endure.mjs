// @ts-check
/**
 * What hours of play leave behind in memory: random play of both games on the static page, with hints, searches and changes of the
 * view, and every minute what Chromium holds after a garbage collection.
 *   node endure.mjs FOLDER CHROMIUM MINUTES [MILLISECONDS between two keys]
 */
import { readFileSync, readdirSync } from 'node:fs';
import { PlainServer } from './plain-server.mjs';

const minutes = Number(process.argv[4] ?? 30);
const pace = Number(process.argv[5] ?? 0);
const server = new PlainServer(process.argv[2]);
process.argv[2] = await server.start();
process.argv.length = 4;
const { base, close, tab } = await import('./browser.mjs');
const page = await tab();
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');

let seed = 7;
/** @param {number} n */
const pick = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
  return Math.floor(((seed >>> 0) / 4294967296) * n);
};

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'u', 'r', 'h', 'Home'];
const JAMS = ['a', 'b', 'c', 'ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Enter', 'Home', 'Control+z'];
const counts = { keys: 0, levels: 0, searches: 0 };

/** Plays a level for a while, at times it is solved by an engine then. The page is never loaded again, and no handle of an element is
 *  kept, which would keep all of its view. */
async function level() {
  const game = pick(2) ? 'sokoban' : 'unblock';
  const index = 1 + pick(40);
  await page.goto(`${base}/#/play/starter-${game}/${index}`);
  await page.locator('.stage svg.board').first().waitFor();
  const keys = game === 'sokoban' ? KEYS : JAMS;
  for (let i = 0; i < 40; i++) {
    await page.locator('svg.board').focus();
    await page.keyboard.press(keys[pick(keys.length)]);
    counts.keys++;
    if (pace) await page.waitForTimeout(pace);
  }
  counts.levels++;
  if (pick(8)) return;
  await page.goto(`${base}/#/solve/starter-${game}/${index}`);
  await page.click('#run');
  await page.locator('table.results').first().waitFor({ timeout: 60000 });
  counts.searches++;
  for (const hash of ['#/', '#/edit', '#/lab', '#/stats']) {
    await page.goto(`${base}/${hash}`);
    await page.waitForTimeout(300);
  }
}

/** MiB of the processes below this one that show pages, the tables of searches among them. */
function resident() {
  /** @type {Map<number, {parent: number, page: boolean, size: number}>} */
  const all = new Map();
  for (const id of readdirSync('/proc').map(Number).filter(Boolean))
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      const of = (/** @type {string} */ name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
      const page = readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer');
      all.set(id, { parent: of('PPid'), page, size: of('VmRSS') });
    } catch {
      // It has ended.
    }
  const parent = (/** @type {number} */ id) => all.get(id)?.parent ?? 0;
  let sum = 0;
  for (const [id, { page, size }] of all) {
    let above = id;
    while (above && above !== process.pid) above = parent(above);
    if (page && above) sum += size;
  }
  return (sum / 1024).toFixed(0);
}

/** What Chromium holds: megabytes of scripts, elements, listeners. */
async function held() {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (/** @type {string} */ name) => metrics.find((it) => it.name === name)?.value ?? NaN;
  return `heap ${(of('JSHeapUsedSize') / 2 ** 20).toFixed(1)} MiB, nodes ${of('Nodes')}, listeners ${of('JSEventListeners')}, documents ${of('Documents')}; resident ${resident()} MiB`;
}

const start = Date.now();
for (let minute = 0; minute <= minutes; minute++) {
  while (Date.now() - start < minute * 60000) await level();
  await page.goto(`${base}/#/c/starter-sokoban`);
  await page.locator('.card').first().waitFor();
  const { keys, levels, searches } = counts;
  console.log(`minute ${minute}: ${await held()}; ${keys} keys, ${levels} levels, ${searches} searches`);
}
console.log((await close()).join('\n'));
await server.stop();
