// @ts-check
/** Playing Sokoban with a mouse or a finger: clicks, drags and swipes. */

/** @import {SokobanView} from './board-sokoban.js' */
/** @import {Game, Reach} from './sokoban.js' */

/**
 * What the pointer moves.
 * @typedef {object} Moved
 * @property {Game} game
 * @property {SokobanView} view
 * @property {number|null} selected the selected box
 * @property {Reach|null} reach where it can go
 * @property {(id: number|null) => void} select
 * @property {(moves: string) => void} run
 * @property {(d: number) => void} step
 * @property {() => void} settle
 */

/**
 * Where a stroke began.
 * @typedef {object} Down
 * @property {number} x
 * @property {number} y
 * @property {number} box the box under it, or -1
 * @property {number|null} was the box selected before
 * @property {boolean} dragging
 * @property {boolean} touch
 */

/** Pixels after which a stroke is a drag, and after which it is a swipe. */
const DRAG = 8;
const SWIPE = 24;

/** Lets the pointer play. @param {Moved} player */
export function followPointer(player) {
  const { view } = player;
  /** @type {Down|null} */
  let down = null;
  view.svg.addEventListener('pointerdown', (event) => {
    if (event.button === 0) down = press(player, event) ?? down;
  });
  view.svg.addEventListener('pointermove', (event) => {
    if (!down || down.box < 0) return;
    down.dragging ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG;
    if (down.dragging) view.drag(view.point(event));
  });
  view.svg.addEventListener('pointerup', (event) => {
    if (!down) return;
    const from = down;
    down = null;
    view.drag(null);
    release(player, from, event);
  });
  view.svg.addEventListener('pointercancel', () => {
    down = null;
    view.drag(null);
  });
}

/** @param {Moved} player @param {PointerEvent} event @returns {Down|null} */
function press(player, event) {
  const { view } = player;
  player.settle();
  const square = view.square(event);
  if (square < 0) return null;
  const box = player.game.boxAt[square];
  const was = player.selected;
  view.svg.setPointerCapture(event.pointerId);
  if (box >= 0) player.select(box);
  const touch = event.pointerType === 'touch';
  return { x: event.clientX, y: event.clientY, box, was, dragging: false, touch };
}

/** @param {Moved} player @param {Down} from @param {PointerEvent} event */
function release(player, from, event) {
  const square = player.view.square(event);
  const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
  if (from.box >= 0) {
    if (from.dragging) drop(player, square);
    else if (from.was === from.box) player.select(null);
  } else if (from.touch && Math.hypot(dx, dy) > SWIPE) player.step(direction(dx, dy));
  else click(player, square);
}

/** The direction of a swipe, as an index of the letters `u d l r`. @param {number} dx @param {number} dy */
function direction(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 3 : 2;
  return dy > 0 ? 1 : 0;
}

/** A dragged box is let go. @param {Moved} player @param {number} square */
function drop(player, square) {
  const path = player.reach?.path(square);
  if (path) player.run(path);
  else player.select(null);
}

/** Sends the selected box to a square, else the player. @param {Moved} player @param {number} square */
function click(player, square) {
  const path = player.reach?.path(square);
  if (path) {
    player.run(path);
    return;
  }
  player.select(null);
  const walk = player.game.walk(square);
  if (walk) player.run(walk);
}
