// @ts-check
/** The tree of a search on a canvas: it grows with the search, and no node moves once it is there. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @import {SeenSearch} from '../types.d.ts' */

/** Room around the tree, and the largest dot, in pixels. */
const MARGIN = 10;
const DOT = 4.5;

export class TreePicture {
  constructor() {
    this.element = h('canvas', { class: 'tree', role: 'img', 'aria-label': t('watchTree') });
    /** @type {SeenSearch|null} */
    this.seen = null;
    /** Where each node is, from 0 to 1. @type {{x: Float64Array, y: Float64Array}} */
    this.places = { x: new Float64Array(0), y: new Float64Array(0) };
    /** The step that expanded each node first. @type {Int32Array} */
    this.first = new Int32Array(0);
  }

  /** @param {SeenSearch|null} seen */
  load(seen) {
    this.seen = seen;
    if (!seen) return;
    this.places = layout(seen.states.map(([parent]) => parent));
    this.first = new Int32Array(seen.states.length).fill(seen.steps.length);
    for (let i = seen.steps.length - 1; i >= 0; i--) this.first[seen.steps[i][0]] = i;
  }

  /** Draws what there is at a step. @param {number} at @param {number} current */
  show(at, current) {
    const { element, seen } = this;
    const pen = element.getContext('2d');
    const { clientWidth: width, clientHeight: height } = element;
    if (!pen || !width || !seen) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = width * ratio;
    element.height = height * ratio;
    pen.scale(ratio, ratio);
    const ended = at >= seen.steps.length;
    const n = ended ? seen.states.length : seen.steps[at][1];
    this.#draw(pen, { width, height, n, at, current, ended });
  }

  /** @param {CanvasRenderingContext2D} pen
   *  @param {{width: number, height: number, n: number, at: number, current: number, ended: boolean}} it */
  #draw(pen, { width, height, n, at, current, ended }) {
    const seen = /** @type {SeenSearch} */ (this.seen);
    const tone = getComputedStyle(this.element);
    const ink = (/** @type {string} */ name) => tone.getPropertyValue(name).trim();
    const x = (/** @type {number} */ i) => MARGIN + this.places.x[i] * (width - 2 * MARGIN);
    const y = (/** @type {number} */ i) => MARGIN + this.places.y[i] * (height - 2 * MARGIN);
    const size = Math.max(1.2, Math.min(DOT, (width - 2 * MARGIN) / Math.sqrt(n) / 4));
    const line = (/** @type {number} */ i) => {
      const parent = seen.states[i][0];
      if (parent < 0 || i >= n) return;
      pen.moveTo(x(parent), y(parent));
      pen.lineTo(x(i), y(i));
    };
    const dot = (/** @type {number} */ i, /** @type {number} */ radius) => {
      pen.moveTo(x(i) + radius, y(i));
      pen.arc(x(i), y(i), radius, 0, 2 * Math.PI);
    };
    const stroke = (/** @type {string} */ name, /** @type {number} */ wide) => {
      pen.strokeStyle = ink(name);
      pen.lineWidth = wide;
      pen.stroke();
    };
    const fill = (/** @type {string} */ name) => {
      pen.fillStyle = ink(name);
      pen.fill();
    };
    pen.beginPath();
    for (let i = 1; i < n; i++) line(i);
    stroke('--line', 1);
    pen.beginPath();
    for (let i = 0; i < n; i++) if (this.first[i] >= at) dot(i, size);
    fill('--line');
    pen.beginPath();
    for (let i = 0; i < n; i++) if (this.first[i] < at) dot(i, size);
    fill('--soft');
    if (ended) {
      pen.beginPath();
      for (const i of seen.solution) line(i);
      stroke('--good', 3);
    }
    pen.beginPath();
    dot(current, Math.max(DOT + 1, size));
    fill(ended ? '--good' : '--accent');
  }
}

/** Where the nodes of a tree are drawn: leaves side by side, every other node above the middle of its
 *  children. @param {number[]} parents each before its children, -1 for the root */
export function layout(parents) {
  const n = parents.length;
  const [x, y] = [new Float64Array(n), new Float64Array(n)];
  const children = new Int32Array(n);
  /** The leaves below each node, and how many of them already have their place. */
  const leaves = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    if (!children[i]) leaves[i] = 1;
    if (parents[i] < 0) continue;
    children[parents[i]]++;
    leaves[parents[i]] += leaves[i];
  }
  const from = new Float64Array(n);
  const taken = new Float64Array(n);
  let deepest = 1;
  for (let i = 0; i < n; i++) {
    const parent = parents[i];
    if (parent >= 0) {
      from[i] = from[parent] + taken[parent];
      taken[parent] += leaves[i];
      y[i] = y[parent] + 1;
      deepest = Math.max(deepest, y[i]);
    }
    x[i] = (from[i] + leaves[i] / 2) / Math.max(1, leaves[0]);
  }
  return { x, y: y.map((it) => it / deepest) };
}
