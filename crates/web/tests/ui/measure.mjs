// @ts-check
/**
 * What the module of the engines costs beside the program: the same searches in Node, counted and timed.
 *   node measure.mjs MODULE LEVELS [NODES] [--one-instance] [--rounds N]
 * Prints a line for each level (number, status, nodes) and at the end the sum of the nodes and the CPU time of this process,
 * starting and compiling included, and that of each round over the levels. Without `--one-instance` each level has an instance of its
 * own, as on the page. The program does the same with
 *   banto solve LEVELS --nodes NODES --memory 512MiB --time 600 --threads 1 --jsonl
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'one-instance': { type: 'boolean' }, rounds: { type: 'string', default: '1' } },
});
const [file, levels, nodes = '20000'] = positionals;
const one = values['one-instance'];
const bytes = readFileSync(file);
const module = await WebAssembly.compile(bytes);
const PAGE = 65536;
const MEMORY = 512 << 20;

/** An instance: it takes a question and gives the answer. */
function instance() {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: (MEMORY + (160 << 20)) / PAGE });
  const text = (/** @type {number} */ at, /** @type {number} */ length) =>
    new TextDecoder().decode(new Uint8Array(memory.buffer, at >>> 0, length));
  const host = {
    now: () => performance.now(),
    progress() {},
    panicked(/** @type {number} */ at, /** @type {number} */ length) {
      throw new Error(text(at, length));
    },
    out_of_memory() {
      throw new Error('no more memory');
    },
  };
  const { exports } = new WebAssembly.Instance(module, { host, env: { memory } });
  const { input, answer, output } = /** @type {Record<string, (n?: number) => number>} */ (exports);
  return (/** @type {string} */ ask, /** @type {object} */ body) => {
    const question = new TextEncoder().encode(JSON.stringify({ ask, body, bounds: { memory: MEMORY, max_memory: MEMORY } }));
    const at = input(question.length) >>> 0;
    new Uint8Array(memory.buffer, at, question.length).set(question);
    const length = answer();
    const said = JSON.parse(text(output(), length));
    if (said.refused) throw new Error(JSON.stringify(said.refused));
    return said.answer;
  };
}

const read = instance()('read', { text: readFileSync(levels, 'utf8') }).levels;
let ask = instance();
/** One round over the levels: a line for each, and the nodes. */
function round() {
  let sum = 0;
  const lines = read.map((/** @type {any} */ { rows, board }, /** @type {number} */ i) => {
    if (!one) ask = instance();
    const level = rows ? { rows } : { board };
    const record = ask('solve', { level, nodes: Number(nodes), memory: MEMORY, time_ms: 600000 });
    sum += record.expanded;
    return `${i + 1}\t${record.status}\t${record.expanded}`;
  });
  return { lines, sum };
}
/** Seconds of CPU since a moment. @param {NodeJS.CpuUsage} [since] */
const seconds = (since) => {
  const { user, system } = process.cpuUsage(since);
  return ((user + system) / 1e6).toFixed(2);
};
const rounds = [];
let whole = '';
for (let i = 0; i < Number(values.rounds); i++) {
  const before = process.cpuUsage();
  const { lines, sum } = round();
  rounds.push(seconds(before));
  // What is printed is no part of it.
  if (i === 0) {
    whole = seconds();
    console.log([...lines, `# ${read.length} levels, ${sum} nodes`].join('\n'));
  }
}
console.log(
  `# ${whole} s CPU with starting and compiling, rounds ${rounds.join(', ')} s; ` +
    `module ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`,
);
