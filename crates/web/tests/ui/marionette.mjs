// @ts-check
/** Driving a stock Firefox by its own protocol (Marionette, the one behind geckodriver): nothing to install
 *  but Firefox itself. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Keys by name, as WebDriver writes them. @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
  Escape: '\uE00C',
};

/** A port that is free now. @returns {Promise<number>} */
const freePort = () =>
  new Promise((found) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => found(port));
    });
  });

/** The settings of a browser for tests. @param {number} port */
const settings = (port) =>
  Object.entries({
    'marionette.port': port,
    'intl.accept_languages': 'en-GB',
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    'browser.aboutwelcome.enabled': false,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');

/** Waits until Firefox listens. @param {number} port @returns {Promise<net.Socket>} */
async function connect(port) {
  for (let i = 0; i < 300; i++) {
    const socket = await new Promise((done) => {
      const it = net.connect(port, '127.0.0.1', () => done(it));
      it.on('error', () => done(null));
    });
    if (socket) return socket;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('Firefox does not listen');
}

/** A tab of a Firefox of its own. */
export class Firefox {
  /** @param {import('node:child_process').ChildProcess} process @param {string} profile @param {net.Socket} socket */
  constructor(process, profile, socket) {
    this.process = process;
    this.profile = profile;
    this.socket = socket;
    this.asked = 0;
    this.buffer = Buffer.alloc(0);
    /** @type {((message: unknown[]) => void)|null} */
    this.waiting = null;
    socket.on('data', (data) => {
      this.buffer = Buffer.concat([this.buffer, data]);
      this.#read();
    });
  }

  /** @param {string} program @param {{width: number, height: number}} size */
  static async start(program, { width, height }) {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'banto-firefox-'));
    const port = await freePort();
    writeFileSync(path.join(profile, 'user.js'), settings(port));
    const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
    const child = spawn(program, [...args, `--width=${width}`, `--height=${height}`], {
      stdio: 'ignore',
    });
    const firefox = new Firefox(child, profile, await connect(port));
    await firefox.ask('WebDriver:NewSession', { strictFileInteractability: false });
    await firefox.ask('WebDriver:SetWindowRect', { width, height });
    return firefox;
  }

  /** Takes a message when all of it has come: its length, a colon, JSON. */
  #read() {
    const colon = this.buffer.indexOf(58);
    if (colon < 0) return;
    const length = Number(this.buffer.subarray(0, colon).toString());
    if (this.buffer.length < colon + 1 + length) return;
    const text = this.buffer.subarray(colon + 1, colon + 1 + length).toString();
    this.buffer = this.buffer.subarray(colon + 1 + length);
    const message = JSON.parse(text);
    // The first message is a greeting.
    if (Array.isArray(message)) this.waiting?.(message);
    this.#read();
  }

  /** @param {string} command @param {object} [parameters] @returns {Promise<any>} */
  async ask(command, parameters = {}) {
    const text = JSON.stringify([0, ++this.asked, command, parameters]);
    const answer = new Promise((done) => {
      this.waiting = done;
    });
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answer;
    if (error) throw new Error(`${command}: ${error.message}`);
    return result && 'value' in result ? result.value : result;
  }

  /** @param {string} url */
  goto(url) {
    return this.ask('WebDriver:Navigate', { url });
  }

  /** Runs a function in the page. @template T @param {(...args: any[]) => T} work @param {...unknown} args @returns {Promise<Awaited<T>>} */
  run(work, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${work})(...[...arguments].slice(0, -1))).then(done, (it) => done('error: ' + it));`;
    return this.ask('WebDriver:ExecuteAsyncScript', { script, args, scriptTimeout: 20000 });
  }

  /** Waits for something in the page. @param {(...args: any[]) => unknown} check @param {...unknown} args */
  async until(check, ...args) {
    for (let i = 0; i < 200; i++) {
      if (await this.run(check, ...args)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`in vain: ${check} ${args}`);
  }

  /** @param {...string} names */
  async press(...names) {
    for (const name of names) {
      const value = KEYS[name] ?? name;
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
      await this.ask('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] });
    }
  }

  /** Presses at the first point, and lets go at the last. @param {...{x: number, y: number}} points */
  async drag(...points) {
    const moves = points.map(({ x, y }) => ({
      type: 'pointerMove',
      x: Math.round(x),
      y: Math.round(y),
      duration: 60,
      origin: 'viewport',
    }));
    const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const actions = [moves[0], down, ...moves.slice(1), up];
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.ask('WebDriver:PerformActions', { actions: [mouse] });
  }

  /** @param {string} selector */
  async click(selector) {
    await this.until((it) => document.querySelector(it) !== null, selector);
    const place = () =>
      this.run((it) => {
        const element = document.querySelector(it);
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const point = { x: left + width / 2, y: top + height / 2 };
        const there = element.contains(document.elementFromPoint(point.x, point.y));
        return { ...point, there };
      }, selector);
    // What still moves, because something above it has just arrived, would be missed.
    let point = await place();
    for (let i = 0; i < 100; i++) {
      await new Promise((done) => setTimeout(done, 100));
      const next = await place();
      const still = next.there && next.x === point.x && next.y === point.y;
      point = next;
      if (still) break;
    }
    await this.drag(point);
  }

  async close() {
    this.socket.destroy();
    this.process.kill('SIGKILL');
    await new Promise((done) => this.process.once('exit', done));
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
