// @ts-check
/**
 * The worker in which the engines run when there is no server: a script of its own. It is handed the compiled module,
 * then questions one at a time, and makes a fresh instance for each: memory never shrinks, and a panic ends an
 * instance for good.
 */

/** @import {WorkerAnswer, WorkerQuestion} from '../types.d.ts' */

/** Bytes of a page of memory, and what the module needs to begin with: its stack and its data. */
const PAGE = 65536;
const FIRST = 16 << 20;

/** There is no more memory. */
class Full extends Error {}

/** @type {WebAssembly.Module} */
let engines;

/** @param {WorkerAnswer} answer */
const tell = (answer) => self.postMessage(answer);

/** What a new instance answers. @param {WorkerQuestion} question @returns {WorkerAnswer} */
function answered({ id, ask, body, bounds, most }) {
  const memory = new WebAssembly.Memory({ initial: FIRST / PAGE, maximum: Math.ceil(most / PAGE) });
  const text = (/** @type {number} */ at, /** @type {number} */ length) =>
    new TextDecoder().decode(new Uint8Array(memory.buffer, at >>> 0, length));
  let words = '';
  const host = {
    now: () => performance.now(),
    progress: (/** @type {number} */ at, /** @type {number} */ length) =>
      tell({ id, progress: JSON.parse(text(at, length)) }),
    panicked(/** @type {number} */ at, /** @type {number} */ length) {
      words = text(at, length);
    },
    out_of_memory() {
      throw new Full();
    },
  };
  try {
    const instance = new WebAssembly.Instance(engines, { host, env: { memory } });
    const { input, answer, output } = /** @type {Record<string, (n?: number) => number>} */ (
      instance.exports
    );
    const question = new TextEncoder().encode(JSON.stringify({ ask, body, bounds }));
    const at = input(question.length) >>> 0;
    new Uint8Array(memory.buffer, at, question.length).set(question);
    const length = answer();
    return { id, ...JSON.parse(text(output(), length)) };
  } catch (error) {
    if (error instanceof Full || error instanceof RangeError) return { id, died: 'memory' };
    return { id, died: 'crashed', words: words || String(error) };
  }
}

self.addEventListener('message', ({ data }) => {
  if (data instanceof WebAssembly.Module) engines = data;
  else tell(answered(data));
});
