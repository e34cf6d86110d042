// @ts-check
/** Driving the page in Chromium or in a stock Firefox: tabs that note every complaint, scenarios, and a pointer on the board. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, firefox } from 'playwright-core';

/** @import {BrowserContextOptions, Page} from 'playwright-core' */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {(page: Page) => Promise<void>} Work */
/** What a scenario begins with: a first visit, and whether it needs a server.
 *  @typedef {BrowserContextOptions & {first?: boolean, server?: boolean}} Options */

const [, , address, program, folder] = process.argv;

/** Whether the browser is Firefox. */
export const isFirefox = /firefox/.test(path.basename(program));

/** The server, and where screenshots go when they are wanted. */
export const base = address;
export const screens = folder;

/** Whether the page is files alone, without a server. */
export const isStatic = (await (await fetch(`${base}/`)).text()).includes('data-server="none"');

/** Firefox has no screen for fingers that a tab could have: such tabs get a browser that has one. */
const FINGERS = { 'dom.w3c_touch_events.enabled': 1, 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 };

/** Starts the browser. Firefox is driven by WebDriver BiDi. @param {boolean} fingers */
const launch = (fingers) =>
  isFirefox
    ? firefox.launch({ channel: 'moz-firefox', executablePath: program, firefoxUserPrefs: fingers ? FINGERS : {} })
    : chromium.launch({
        executablePath: program,
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

/** The browser, and the one for fingers when it is needed. @type {Map<boolean, Promise<import('playwright-core').Browser>>} */
const browsers = new Map();

/** @param {boolean} fingers */
function browser(fingers) {
  const its = isFirefox && fingers;
  const it = browsers.get(its) ?? launch(its);
  browsers.set(its, it);
  return it;
}

/** What the console said, and requests that went elsewhere. @type {string[]} */
const complaints = [];

/** With `BANTO_UI=FOLDER` the files of the page come from there and not from the server: a change is
 *  tried without building anything. @param {import('playwright-core').BrowserContext} context */
async function fromFolder(context) {
  const ui = process.env.BANTO_UI;
  if (!ui) return;
  const order = /const STYLE: &str = style!\[([^\]]*)\]/;
  const list = order.exec(readFileSync(path.join(ui, '../src/assets.rs'), 'utf8'))?.[1] ?? '';
  const parts = list.match(/[a-z]+/g) ?? [];
  const style = () => parts.map((it) => readFileSync(path.join(ui, 'style', `${it}.css`))).join('');
  const page = await context.request.get(`${base}/`);
  const index = page.headers();
  const html = await page.text();
  const version = /data-files="([^"]*)"/.exec(html)?.[1] ?? '';
  const told = /<html[^>]*>/.exec(html)?.[0] ?? '';
  // The page of the folder, with what the server has told it.
  const shown = () =>
    readFileSync(path.join(ui, 'index.html'), 'utf8')
      .replace(/<html[^>]*>/, told)
      .replaceAll('"v/', `"${version}`);
  const kinds = { js: 'text/javascript', svg: 'image/svg+xml', html: 'text/html' };
  const files = readdirSync(ui, { recursive: true, encoding: 'utf8' });
  const names = files.filter((name) => /\.(js|svg|html|json|webmanifest)$/.test(name));
  for (const name of [...names, 'style.css']) {
    const plain = /^(index\.html|sw\.js|icon\.svg|manifest\.webmanifest)$/.test(name);
    const file = name === 'index.html' ? '' : plain ? name : version + name;
    const ending = /** @type {keyof typeof kinds} */ (name.split('.')[1]);
    await context.route(`${base}/${file}`, (route) =>
      route.fulfill({
        headers: { ...index, 'content-type': kinds[ending] ?? 'text/css' },
        body:
          name === 'index.html'
            ? shown()
            : name === 'style.css'
              ? style()
              : readFileSync(path.join(ui, name), 'utf8'),
      }),
    );
  }
}

/** A page of its own, of somebody who has been here before, or is here for the first time.
 *  @param {Options} [options] */
export async function tab({ first, server: _, ...options } = {}) {
  const context = await (await browser(options.hasTouch ?? false)).newContext({
    viewport: { width: 1360, height: 850 },
    locale: 'en-GB',
    // Only the scenario about it wants a page that goes on without its server.
    serviceWorkers: 'block',
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await fromFolder(context);
  // An empty page keeps nothing, nor does one that says that the server is away.
  if (!first)
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('banto.seen', '1');
    });
  context.setDefaultTimeout(15000);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  // How Playwright blocks service workers fails on the empty page that Firefox begins with.
  page.on('pageerror', (error) => {
    if (!isFirefox || !/The operation is insecure/.test(error.message)) complaints.push(error.message);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('blob:'))
      complaints.push(`asked for ${request.url()}`);
  });
  return page;
}

/** @type {{name: string, work: Work, options?: Options}[]} */
const scenarios = [];

/** Notes a scenario; they run one after the other, as they were noted.
 *  @param {string} name @param {Work} work @param {Options} [options] */
export function scenario(name, work, options) {
  scenarios.push({ name, work, options });
}

/** Notes a scenario that is about a server: without one it is left out. @param {string} name @param {Work} work @param {Options} [options] */
export const withServer = (name, work, options) => scenario(name, work, { ...options, server: true });

/** Runs all scenarios and counts failures. The variable `ONLY`, a pattern, picks some by name. */
async function run() {
  const only = new RegExp(process.env.ONLY ?? '');
  let failed = 0;
  for (const { name, work, options } of scenarios.filter((it) => only.test(it.name))) {
    if (isStatic && options?.server) {
      console.log(`left out, as it needs a server: ${name}`);
      continue;
    }
    const page = await tab(options);
    const start = Date.now();
    try {
      await work(page);
      console.log(`ok ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED ${name}: ${error instanceof Error ? error.stack : error}`);
      const file = `failed-${failed}.png`;
      if (screens) await page.screenshot({ path: path.join(screens, file) }).catch(() => {});
    }
    await page.context().close();
  }
  return failed;
}

/** Closes the browser; returns what it complained about. */
export async function close() {
  for (const it of browsers.values()) await (await it).close();
  // A server that is away fails; everything else, refusals too, must be silent.
  return complaints.filter((it) => !/net::ERR_(FAILED|INTERNET|CONNECTION|EMPTY|INCOMPLETE|SOCKET)/.test(it));
}

/** Runs all scenarios and closes the browser; how many failed, a console that is not silent among them.
 *  @param {() => Promise<void>} [last] what is done before it closes */
export async function judged(last) {
  let failed = await run();
  await last?.();
  const complaints = await close();
  if (complaints.length) {
    failed++;
    console.log(`FAILED the console is not silent:\n${complaints.join('\n')}`);
  }
  return failed;
}

/** A phone in the hand. @type {BrowserContextOptions} */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** Units a square has in the drawings of the games. */
const UNITS = { sokoban: 40, unblock: 60 };

/** Middle of a square of the board, on the screen.
 *  @param {Page} page @param {number} row @param {number} column @param {keyof typeof UNITS} game @returns {Promise<Point>} */
function middle(page, row, column, game) {
  const unit = UNITS[game];
  return page.locator('svg.board').evaluate(
    (svg, [x, y]) => {
      const matrix = /** @type {SVGSVGElement} */ (svg).getScreenCTM();
      const point = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
      return { x: point.x, y: point.y };
    },
    [(column + 0.5) * unit, (row + 0.5) * unit],
  );
}

/** A square of Sokoban. @param {Page} page @param {number} row @param {number} column */
export const square = (page, row, column) => middle(page, row, column, 'sokoban');

/** A cell of Unblock. @param {Page} page @param {number} row @param {number} column */
export const cell = (page, row, column) => middle(page, row, column, 'unblock');

/** @param {Page} page @param {Point|Promise<Point>} point */
export async function click(page, point) {
  const { x, y } = await point;
  await page.mouse.click(x, y);
}

/** Pastes a text. Firefox takes the data of an event from a real clipboard only.
 *  @param {Page} page @param {string} pasted */
export const paste = (page, pasted) =>
  page.evaluate((it) => {
    const data = new DataTransfer();
    data.setData('text/plain', it);
    const event = new Event('paste', { bubbles: true, cancelable: true });
    document.dispatchEvent(Object.assign(event, { clipboardData: data }));
  }, pasted);

/** A finger. Playwright has none for Firefox, where the pointer clicks on a page for fingers.
 *  @param {import('playwright-core').Locator} where */
export const tap = (where) => (isFirefox ? where.click() : where.tap());

/** @param {Page} page @param {Point} from @param {Point} to */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** What an element says. @param {Page} page @param {string} selector */
export const text = (page, selector) => page.locator(selector).innerText();

/** A counter of the player. @param {Page} page @param {string} id */
export const value = async (page, id) => Number(await text(page, `#${id}`));

/** Opens a level in its player. @param {Page} page @param {string} name @param {number} index */
export async function play(page, name, index) {
  await page.goto(`${base}/#/play/${name}/${index}`);
  await page.waitForSelector('.stage svg.board');
}

/** Opens the level of a text from a link that holds it, and starts from its beginning. @param {Page} page @param {string} levels */
export async function playText(page, levels) {
  await page.goto(`${base}/#/open/${encodeURIComponent(levels)}`);
  await page.waitForSelector('.stage svg.board');
  await page.keyboard.press('Home');
}

/** Asks the server from within the page; without one, what the browser keeps and the files beside the page.
 *  @param {Page} page @param {string} where below `/api/` @returns {Promise<any>} */
export const ask = (page, where) =>
  page.evaluate(
    async ([where, files]) => {
      if (!files) return (await fetch(`/api/${where}`)).json();
      const { store } = await import(new URL(`${document.documentElement.dataset.files}lib/store.js`, document.baseURI).href);
      const [name, key] = where.split('/');
      if (name === 'collections') return store.collection(key);
      if (name !== 'progress') return (await fetch(`${document.documentElement.dataset.files}api/${where}.json`)).json();
      if (!key) return store.progress();
      return { game: await store.game(key), best: (await store.progress()).best.filter((/** @type {any} */ it) => it.level === key) };
    },
    /** @type {const} */ ([where, isStatic]),
  );

/** Own results on the server, as `metric value hints`, of all levels. @param {Page} page @returns {Promise<string[]>} */
export async function ownResults(page) {
  const { best } = await ask(page, 'progress');
  /** @typedef {{level: string, metric: string, value: number, hints: number, solver: boolean}} Row */
  return best
    .filter((/** @type {Row} */ it) => !it.solver)
    .map((/** @type {Row} */ it) => `${it.level} ${it.metric} ${it.value} ${it.hints}`);
}

/** Waits for something on the page.
 *  @template A @param {Page} page @param {(argument: A) => unknown} check @param {A} [argument] */
export const until = (page, check, argument) =>
  page.waitForFunction(/** @type {(argument: unknown) => unknown} */ (check), argument, {
    timeout: 20000,
  });

/** Waits until an element says this: the whole of it, or what a pattern finds in it.
 *  @param {Page} page @param {string} selector @param {string|RegExp} wanted */
export const shows = (page, selector, wanted) =>
  until(
    page,
    ([where, words, pattern]) => {
      const said = document.querySelector(where)?.textContent ?? '';
      return pattern ? new RegExp(pattern).test(said) : said === words;
    },
    [selector, String(wanted), wanted instanceof RegExp ? wanted.source : ''],
  );

/** Waits until a counter is within a range. @param {Page} page @param {string} id @param {number} least @param {number} [most] */
export const counts = (page, id, least, most = Infinity) =>
  until(
    page,
    ([where, low, high]) => {
      const n = Number(document.querySelector(`#${where}`)?.textContent || NaN);
      return n >= Number(low) && n <= Number(high ?? Infinity);
    },
    [id, least, most === Infinity ? null : most],
  );

/** Waits until there are this many of an element. @param {Page} page @param {string} selector @param {number} n */
export const number = (page, selector, n) =>
  until(page, ([what, wanted]) => document.querySelectorAll(String(what)).length === wanted, [
    selector,
    n,
  ]);

/** Waits until the address holds this. @param {Page} page @param {string} part */
export const at = (page, part) => until(page, (it) => location.hash.includes(it ?? ''), part);

/** Opens a view. @param {Page} page @param {string} hash @param {string} ready what shows that it is there */
export async function visit(page, hash, ready) {
  await page.goto(`${base}/${hash}`);
  await page.waitForSelector(ready);
}

/** What waits to be sent to the server, piece by piece. @param {Page} page @returns {Promise<string[]>} */
export const waiting = (page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([name, it]) => (name.startsWith('banto.outbox/') ? `${name} ${it}` : [])),
  );
