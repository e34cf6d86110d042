// @ts-check
/**
 * Moves that are shown one after the other. Whatever interrupts them, they are made: they have been played.
 */

/**
 * How moves are made and shown.
 * @typedef {object} Stepped
 * @property {(letter: string) => boolean} step makes a move; false when it cannot be made, which ends the rest
 * @property {() => void} shown after a move that was shown
 * @property {() => void} done after the last one
 * @property {(work: () => void) => (() => void)} wait does something a moment later; the answer takes it back
 */

export class Steps {
  /** @param {Stepped} how */
  constructor(how) {
    this.how = how;
    /** @type {string[]} moves still to be shown */
    this.waiting = [];
    /** Takes the next step back. @type {(() => void)|null} */
    this.cancel = null;
  }

  get running() {
    return this.cancel !== null;
  }

  /** Shows moves, the first one at once. @param {Iterable<string>} moves @param {boolean} still all at once */
  run(moves, still) {
    this.settle();
    this.waiting = [...moves];
    if (!still) return this.#tick();
    this.cancel = () => {};
    this.settle();
  }

  #tick() {
    const letter = this.waiting.shift();
    if (letter === undefined || !this.how.step(letter)) return this.#end();
    this.how.shown();
    this.cancel = this.how.wait(() => this.#tick());
  }

  #end() {
    this.waiting = [];
    this.cancel = null;
    this.how.done();
  }

  /** Makes at once whatever is still to be shown. */
  settle() {
    if (!this.cancel) return;
    this.cancel();
    while (this.waiting.length) if (!this.how.step(/** @type {string} */ (this.waiting.shift()))) break;
    this.#end();
  }
}
