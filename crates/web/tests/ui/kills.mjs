// @ts-check
/**
 * The scripts of `driver.mjs` against the program, which is killed at random moments and started again at the same address with the same
 * file of games:
 *   node kills.mjs BANTO CHROMIUM
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const [, , program] = process.argv;
const folder = mkdtempSync(path.join(os.tmpdir(), 'banto-kills-'));

/** A port that is free now. @returns {Promise<number>} */
const freePort = () =>
  new Promise((found) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => found(port));
    });
  });

const port = await freePort();
const counts = { kills: 0 };

/** Starts the program and waits until it answers. */
async function start() {
  const args = ['serve', '--port', String(port), '--jobs', '1', '--state', path.join(folder, 'games.db')];
  const child = spawn(program, args, { stdio: 'ignore' });
  for (;;) {
    // An answer that is not read is dropped, and its connection with it.
    const answers = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).catch(() => null);
    await answers?.text().catch(() => null);
    if (answers?.ok) return child;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** @param {import('node:child_process').ChildProcess} child */
async function kill(child) {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
}

let child = await start();
process.on('exit', () => child.kill('SIGKILL'));
process.env.BANTO_KILLED = '1';
process.argv[2] = `http://127.0.0.1:${port}`;
const { judged } = await import('./browser.mjs');
await import('./driver.mjs');
let over = false;
const chaos = (async () => {
  while (!over) {
    await new Promise((done) => setTimeout(done, 1500 + Math.random() * 5000));
    await kill(child);
    counts.kills++;
    // Mostly it is back at once; one time in four it stays away for a while.
    await new Promise((done) => setTimeout(done, Math.random() * (counts.kills % 4 ? 800 : 4000)));
    child = await start();
  }
})();
const failed = await judged();
over = true;
await chaos;
await kill(child);
rmSync(folder, { recursive: true, force: true });
console.log(`killed ${counts.kills} times`);
process.exit(failed ? 1 : 0);
