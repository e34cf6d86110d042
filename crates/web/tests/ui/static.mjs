// @ts-check
/** The page without a server: what it does of itself, offline, and when something breaks. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Board, Game } from '../../ui/game/sokoban.js';
import { findings } from './axe.mjs';
import { PHONE, at, base, counts, number, play, playText, scenario, shows, tap, text, until, visit } from './browser.mjs';

/** @import {Page} from 'playwright-core' */
/** @import {PlainServer} from './plain-server.mjs' */

const ROOM = '#######\n#     #\n# @$ .#\n#  $ .#\n#     #\n#######\n';
const ROWS = ROOM.trimEnd().split('\n');

/** A module of the page. @param {Page} page @param {string} name */
const module = (page, name) =>
  page.evaluateHandle(async (it) => {
    const { files } = document.documentElement.dataset;
    return import(new URL(files + it, document.baseURI).href);
  }, name);

/** Waits until the service worker has everything. @param {Page} page */
const kept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((done) =>
        active?.addEventListener('statechange', () => active.state === 'activated' && done(null)),
      );
  });

/** A later version of the page in a folder of its own: other names, and nothing of the earlier one. The word is on its page.
 *  @param {string} folder @param {string} word */
function laterVersion(folder, word) {
  const later = `${folder}-${word}`;
  cpSync(folder, later, { recursive: true });
  const name = readdirSync(later).find((it) => it.startsWith('v-')) ?? '';
  const next = `v-${word}`;
  renameSync(path.join(later, name), path.join(later, next));
  const change = (/** @type {string} */ file, /** @type {(text: string) => string} */ how) =>
    writeFileSync(path.join(later, file), how(readFileSync(path.join(later, file), 'utf8')));
  change('index.html', (it) => it.replaceAll(name, next).replace('<html', `<html data-word="${word}"`));
  change('files.json', (it) => it.replaceAll(name, next));
  // As the builder does, which a test of its own holds to it.
  change('sw.js', (it) => it.replace(/const VERSION = '\w+'/, `const VERSION = '${word}'`));
  return later;
}

/** What a page says of itself. @param {Page} page */
const wordOf = (page) => page.evaluate(() => document.documentElement.dataset.word ?? 'first');

/** Waits until the files of a version are kept. @param {Page} page @param {string} word */
const keptFiles = (page, word) =>
  page.evaluate(async (it) => {
    for (;;) {
      const files = await (await caches.open(`banto-files-${it}`)).keys();
      if (files.some(({ url }) => url.includes('/app.js')) && files.some(({ url }) => url.endsWith('/'))) return;
      await new Promise((done) => setTimeout(done, 100));
    }
  }, word);

/** @param {PlainServer} server */
export function scenarios(server) {
  scenario(
    'a new version comes while a game is open: the game goes on in the old page and in the new one, offline too',
    async (page) => {
      const first = server.folder;
      const folders = ['second', 'third'].map((it) => laterVersion(first, it));
      try {
        await visit(page, '', '.card');
        await kept(page);
        await playText(page, ROOM);
        for (const key of ['Right', 'Right']) await page.keyboard.press(`Arrow${key}`);
        await counts(page, 'moves', 2);
        // The files of the version that is open are gone from the server; its engines were not asked for yet.
        server.folder = folders[0];
        const other = await page.context().newPage();
        await other.goto(page.url());
        await counts(other, 'moves', 2);
        assert.equal(await wordOf(other), 'second');
        await keptFiles(other, 'second');
        await other.close();
        assert.equal(await wordOf(page), 'first');
        await page.keyboard.press('h');
        await page.waitForSelector('.marks .ring');
        await page.keyboard.press('Escape');
        await page.keyboard.press('ArrowUp');
        await counts(page, 'moves', 3);
        await page.waitForTimeout(700);
        await page.reload();
        await page.waitForSelector('.stage svg.board');
        assert.equal(await wordOf(page), 'second');
        assert.equal(await text(page, '#moves'), '3');
        // One more version, and then nobody answers.
        server.folder = folders[1];
        await page.reload();
        await counts(page, 'moves', 3);
        await keptFiles(page, 'third');
        await server.stop();
        await page.keyboard.press('ArrowLeft');
        await page.waitForTimeout(700);
        await page.reload();
        await page.waitForSelector('.stage svg.board');
        assert.equal(await wordOf(page), 'third');
        assert.equal(await text(page, '#moves'), '4');
        await page.keyboard.press('u');
        await counts(page, 'moves', 3, 3);
        await page.keyboard.press('h');
        await page.waitForSelector('.marks .ring');
      } finally {
        server.folder = first;
        if (!server.server) await server.start();
        for (const it of folders) rmSync(it, { recursive: true, force: true });
      }
    },
    { serviceWorkers: 'allow' },
  );

  scenario('a level is played, won and remembered without a server', async (page) => {
    await visit(page, '', '.card');
    await playText(page, ROOM);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await counts(page, 'moves', 2);
    await page.keyboard.press('ArrowUp');
    await until(page, async () => {
      const asked = indexedDB.open('banto-store');
      const database = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
      const rows = database.transaction('games').objectStore('games').getAll();
      return new Promise((done) => (rows.onsuccess = () => done(rows.result.some((/** @type {any} */ it) => it.game.moves === 'RRu'))));
    });
    await page.reload();
    await page.waitForSelector('.stage svg.board');
    assert.equal(await text(page, '#moves'), '3');
    for (const key of ['Left', 'Left', 'Left', 'Down', 'Down', 'Right', 'Right', 'Right'])
      await page.keyboard.press(`Arrow${key}`);
    await shows(page, '#solved', /./);
    const store = await module(page, 'lib/store.js');
    await until(page, () => document.querySelector('#solved'));
    // Fewest moves and fewest pushes, which are kept one after the other.
    const kept = async () => {
      const { best } = await store.evaluate((it) => it.store.progress());
      return best.filter((/** @type {any} */ it) => !it.solver).length;
    };
    for (let tries = 0; tries < 50 && (await kept()) < 2; tries++) await page.waitForTimeout(100);
    assert.equal(await kept(), 2);
    assert.equal(await page.locator('#trouble p').count(), 0, 'nothing is amiss');
  });

  scenario('a browser without room says so, and keeps the game as soon as there is room', async (page) => {
    await playText(page, ROOM);
    await page.waitForTimeout(700);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Object.assign(window, { room: () => (IDBObjectStore.prototype.put = put) });
    });
    for (const key of ['Right', 'Right']) await page.keyboard.press(`Arrow${key}`);
    await counts(page, 'moves', 2);
    await shows(page, '#trouble .banner.bad', /Nothing is saved: this browser has no room left/);
    await page.evaluate(() => /** @type {any} */ (window).room());
    await number(page, '#trouble .banner', 0);
    await page.reload();
    await counts(page, 'moves', 2, 2);
  });

  scenario('levels are graded in the browser, by a module that is fetched when somebody asks', async (page) => {
    /** @type {string[]} */
    const modules = [];
    page.on('request', (request) => {
      const [, name] = /\/((?:engine|grade)-\w+\.wasm)$/.exec(request.url()) ?? [];
      if (name) modules.push(name.split('-')[0]);
    });
    await visit(page, '#/c/starter-unblock', '.card');
    assert.ok(!modules.includes('grade'));
    await page.selectOption('#order', 'grade');
    await page.waitForSelector('.card .grade');
    assert.deepEqual(modules.filter((it) => it === 'grade'), ['grade']);
    await until(page, () => !document.querySelector('.grading')?.textContent);
    const moves = await page.locator('.card .grade').allTextContents();
    const figures = moves.map((it) => Number(/need (\d+) moves/.exec(it)?.[1]));
    assert.deepEqual(figures, [...figures].sort((a, b) => a - b), 'the easiest are first');
    assert.ok(figures.length > 10 && figures[0] < figures[figures.length - 1]);
    // Kept: nobody is asked again.
    await page.reload();
    await page.selectOption('#order', 'grade');
    await page.waitForSelector('.card .grade');
    assert.equal(modules.filter((it) => it === 'grade').length, 1);
  });

  scenario('accessibility of the page without a server: no finding', async (page) => {
    const views = ['', '#/play/starter-sokoban/5', '#/play/starter-unblock/1', '#/play/~guide-sokoban/1', '#/solve/starter-sokoban/1', '#/edit/starter-sokoban/2', '#/lab', '#/stats', '#/sources'];
    const ready = '.card, .stage svg.board, .experiment, .prose, .stats';
    assert.deepEqual(await findings(page, views, ready), []);
  });

  scenario('the editor grades and advises without a server', async (page) => {
    const idle = '; Idle\n##########\n#@ $  . *#\n##########\n';
    await playText(page, idle);
    await page.goto(page.url().replace('play', 'edit'));
    await page.waitForSelector('#advice-list li', { timeout: 30000 });
    assert.match(await text(page, '#advice-list'), /Superfluous: 1 box/);
    assert.ok(await page.locator('.advice-marks .idle').count());
    await page.click('#advice-marks');
    await number(page, '.advice-marks', 0);
  });

  scenario('the keys of the page are those of the engines', async (page) => {
    await visit(page, '', '.card');
    const engine = await module(page, 'lib/engine.js');
    const key = await module(page, 'game/key.js');
    const store = await module(page, 'lib/store.js');
    const names = await store.evaluate(async (it) => (await it.store.collections()).map((/** @type {any} */ c) => c.name));
    let seen = 0;
    for (const name of names) {
      const source = await store.evaluate((it, name) => it.store.collectionText(name), name);
      const { levels } = await engine.evaluate((it, text) => it.engine.read(text), source);
      const mine = await key.evaluate((it, levels) => levels.map(it.levelKey), levels);
      assert.deepEqual(mine, levels.map((/** @type {any} */ it) => it.key), name);
      seen += levels.length;
    }
    assert.ok(seen >= 80, `${seen} levels`);
  });

  scenario('hints, reasons and dead squares in the player', async (page) => {
    await playText(page, ROOM);
    await page.keyboard.press('h');
    await page.waitForSelector('.marks .ring');
    await page.keyboard.press('Escape');
    await playText(page, '######\n#   .#\n# $@ #\n#    #\n######\n');
    await page.keyboard.press('ArrowLeft');
    await shows(page, '#message', /./);
  });

  scenario('the engines of the browser count the nodes of the others', async (page) => {
    await visit(page, '', '.card');
    const store = await module(page, 'lib/store.js');
    const texts = await store.evaluate(async (it) => {
      // The packs of graded levels are not among those that the signature is counted on.
      const all = (await it.store.collections()).filter((/** @type {any} */ c) => !c.name.startsWith('graded-'));
      return Promise.all(all.map((/** @type {any} */ c) => it.store.collectionText(c.name)));
    });
    const worker = await module(page, 'lib/engine-worker.js');
    const nodes = await worker.evaluate((it, texts) => it.signature(texts), texts);
    const file = fileURLToPath(new URL('../../../../bench.signature', import.meta.url));
    assert.equal(nodes, Number(readFileSync(file, 'utf8')));
  });

  // These searches, one after the other in one instance, found that calls of the allocator were mixed up when they were inlined.
  scenario('twenty searches in one instance leave its memory in order', async (page) => {
    await visit(page, '', '.card');
    const said = await page.evaluate(async () => {
      const { files, module } = document.documentElement.dataset;
      const of = (/** @type {string} */ name) => new URL(`${files}${name}`, document.baseURI).href;
      const { store } = await import(of('lib/store.js'));
      const worker = new Worker(of('lib/worker.js'));
      const bytes = await (await fetch(new URL(module ?? '', document.baseURI))).arrayBuffer();
      worker.postMessage(await WebAssembly.compile(bytes));
      const body = { texts: [await store.collectionText('graded-sokoban')], part: 103, parts: 200 };
      const bounds = { memory: 2 ** 29, max_memory: 2 ** 29 };
      worker.postMessage({ id: 1, ask: 'signature', body, bounds, most: 2 ** 29 + (160 << 20) });
      const answer = await new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
      worker.terminate();
      return answer;
    });
    assert.equal(said.died, undefined, said.words);
    assert.ok(said.answer.nodes > 10000);
  });

  scenario('searches that use up the memory one after the other do not break it', async (page) => {
    await visit(page, '', '.card');
    const store = await module(page, 'lib/store.js');
    const text = await store.evaluate((it) => it.store.collectionText('graded-sokoban'));
    const worker = await module(page, 'lib/engine-worker.js');
    const [one, other] = await worker.evaluate(
      async (it, text) => [await it.signature([text], 9), await it.signature([text], 9)],
      text,
    );
    assert.ok(one > 0);
    assert.equal(one, other);
  });

  scenario('a search that runs out of memory or breaks is told, and the page lives on', async (page) => {
    await visit(page, '', '.card');
    const engine = await module(page, 'lib/engine.js');
    const solve = (/** @type {string} */ fault) =>
      engine.evaluate(
        async (it, { rows, fault }) => {
          const { postMessage } = Worker.prototype;
          /** @param {any} data */
          Worker.prototype.postMessage = function (data) {
            // A memory too small to begin with; a body that cannot be sent to the module.
            const changed = fault === 'memory' ? { ...data, most: (16 << 20) + 65536 } : { ...data, body: 1n };
            postMessage.call(this, data.ask === 'solve' ? changed : data);
          };
          try {
            return await it.engine.solve({ level: { rows }, engine: 'optimal', goal: 'pushes' });
          } finally {
            Worker.prototype.postMessage = postMessage;
          }
        },
        { rows: ROWS, fault },
      );
    assert.equal((await solve('memory')).status, 'memory');
    const crashed = await solve('crash');
    assert.equal(crashed.status, 'crashed');
    assert.match(crashed.error, /BigInt/);
    const record = await engine.evaluate((it, rows) => it.engine.solve({ level: { rows } }), ROWS);
    const game = new Game(new Board(ROWS));
    game.load(record.solution);
    assert.ok(record.status === 'solved' && game.solved);
  });

  scenario(
    'offline from the first visit: play, hints and the way back',
    async (page) => {
      await visit(page, '', '.card');
      await kept(page);
      await server.stop();
      try {
        await page.reload();
        await page.waitForSelector('.card');
        await page.locator('.card').first().click();
        await at(page, 'play/');
        await page.waitForSelector('.stage svg.board');
        await page.keyboard.press('h');
        await page.waitForSelector('.marks .ring');
        await visit(page, '#/lab', 'h1');
        await visit(page, '#/solve', '#run');
      } finally {
        await server.start();
      }
    },
    { serviceWorkers: 'allow' },
  );

  scenario('a phone has everything within its width', async (page) => {
    for (const [hash, ready] of [
      ['', '.card'],
      ['#/solve', '#run'],
      ['#/edit', 'svg.board'],
    ]) {
      await visit(page, hash, ready);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${hash}: ${wide} pixels too wide`);
    }
    await play(page, 'starter-sokoban', 1);
    await tap(page.locator('#hint'));
    await page.waitForSelector('.marks .ring');
  }, PHONE);

  scenario('how long a cold page takes (printed, not judged)', async (page) => {
    const start = Date.now();
    await page.goto(`${base}/#/play/starter-sokoban/1`);
    await page.waitForSelector('.stage svg.board');
    const there = Date.now();
    await page.keyboard.press('h');
    await page.waitForSelector('.marks .ring');
    console.log(`   interactive ${there - start} ms, first hint ${Date.now() - there} ms`);
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((it) => it.name));
    assert.equal(loaded.filter((it) => it.endsWith('.wasm')).length, 1);
  });
}
