// @ts-check
/**
 * A look of one's own: one picture with the tiles of Sokoban side by side, as other programs have them. The
 * picture stays in this browser. It is drawn on canvases, so that the content security policy needs no
 * exception for pictures from elsewhere.
 */
import { h, s } from '../lib/dom.js';

/** The tiles from left to right. */
const ORDER = /** @type {const} */ ([
  'floor',
  'goal',
  'player',
  'playerOnGoal',
  'box',
  'boxOnGoal',
  'wall',
]);

/** @typedef {typeof ORDER[number]} Tile */

const KEPT = 'banto.strip';

/** The largest picture that is kept, in bytes. */
const MOST = 1 << 20;

/** The picture, once it has been read. @type {ImageBitmap|null} */
let picture = null;

/** Whether there is a picture to draw with. */
export const hasCustomSkin = () => picture !== null;

/** Reads the picture that was kept, if there is one. */
export async function readCustomSkin() {
  const kept = localStorage.getItem(KEPT);
  if (!kept) return;
  const bytes = Uint8Array.from(atob(kept), (it) => it.charCodeAt(0));
  picture = await measured(new Blob([bytes])).catch(() => null);
}

/** Takes a picture from a file; null when it has not seven square tiles side by side. @param {File} file */
export async function takeCustomSkin(file) {
  const bitmap = file.size <= MOST ? await measured(file).catch(() => null) : null;
  if (!bitmap) return null;
  picture = bitmap;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  try {
    localStorage.setItem(KEPT, btoa(text));
  } catch {
    /* it is there until the page is closed */
  }
  return bitmap;
}

/** @param {Blob} blob */
async function measured(blob) {
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  if (height < 8 || width !== height * ORDER.length) throw new Error('not seven tiles');
  return bitmap;
}

/** A canvas with tiles of the picture. @param {number} columns @param {number} rows
 *  @param {(at: number) => Tile|null} tile what is on each square */
function canvas(columns, rows, tile) {
  const bitmap = /** @type {ImageBitmap} */ (picture);
  const size = bitmap.height;
  // Large boards with large tiles would need more memory than a browser gives.
  const scale = Math.min(1, 4096 / (size * Math.max(columns, rows)));
  const side = Math.max(1, Math.floor(size * scale));
  const element = h('canvas', { class: 'tiles', width: columns * side, height: rows * side });
  const pen = element.getContext('2d');
  for (let at = 0; at < columns * rows; at++) {
    const name = tile(at);
    if (!name) continue;
    const [x, y] = [(at % columns) * side, Math.floor(at / columns) * side];
    pen?.drawImage(bitmap, ORDER.indexOf(name) * size, 0, size, size, x, y, side, side);
  }
  return element;
}

/** One tile in a drawing. @param {Tile} name @param {number} unit @param {string} [look] */
export function tileIn(name, unit, look = '') {
  const one = canvas(1, 1, () => name);
  return s('foreignObject', { width: unit, height: unit, class: look }, one);
}

/** Floor, goals and walls of a board in a drawing.
 *  @param {{width: number, height: number, wall: Uint8Array, goal: Uint8Array, inside: Uint8Array}} board @param {number} unit */
export function groundIn({ width, height, wall, goal, inside }, unit) {
  const tile = (/** @type {number} */ at) => {
    if (wall[at]) return 'wall';
    if (goal[at]) return 'goal';
    return inside[at] ? 'floor' : null;
  };
  const all = canvas(width, height, tile);
  return s('foreignObject', { width: width * unit, height: height * unit }, all);
}
