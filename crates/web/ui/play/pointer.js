// @ts-check
/** Playing Sokoban with a mouse or a finger: clicks, drags and swipes. */

/** @import {Camera} from '../board/camera.js' */
/** @import {SokobanView} from '../board/sokoban.js' */
/** @import {Reach} from '../game/reach.js' */
/** @import {Game} from '../game/sokoban.js' */

/**
 * What the pointer moves.
 * @typedef {object} Moved
 * @property {Game} game
 * @property {SokobanView} view
 * @property {Camera} camera
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
 * @property {number} pointer
 * @property {number} box the box under it, or -1
 * @property {number|null} was the box selected before
 * @property {boolean} dragging
 * @property {boolean} touch
 */

/** Pixels after which a stroke is a drag, and after which it is a swipe. */
const DRAG = 8;
export const SWIPE = 24;

/** Milliseconds between the steps of a swipe that is held, the first of them longer. */
const HELD = 130;
const HOLD = 320;

/** Lets the pointer play. @param {Moved} player */
export function followPointer(player) {
  const { svg } = player.view;
  const pointer = new Pointer(player);
  svg.addEventListener('pointerdown', (event) => pointer.down(event));
  svg.addEventListener('pointermove', (event) => pointer.move(event));
  svg.addEventListener('pointerup', (event) => pointer.up(event));
  svg.addEventListener('pointercancel', () => pointer.drop());
}

class Pointer {
  /** @param {Moved} player */
  constructor(player) {
    this.player = player;
    /** @type {Down|null} */
    this.from = null;
    /** The next step of a swipe that is held. @type {number|undefined} */
    this.repeat = undefined;
    /** Whether this stroke has stepped. */
    this.swiped = false;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    // A second finger is for looking, not for playing.
    if (this.from?.touch && event.pointerId !== this.from.pointer) {
      this.drop();
      return;
    }
    this.swiped = false;
    this.from = press(this.player, event) ?? this.from;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { from, player } = this;
    if (!from || event.pointerId !== from.pointer) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (from.box < 0 && from.touch) {
      if (Math.hypot(dx, dy) > SWIPE) this.#swipe(directionOf(dx, dy), event);
      return;
    }
    from.dragging ||= Math.hypot(dx, dy) > DRAG;
    if (!from.dragging) return;
    if (from.box >= 0) player.view.drag(player.view.point(event));
    else if (player.camera.close) {
      player.camera.pan(dx, dy);
      [from.x, from.y] = [event.clientX, event.clientY];
    }
  }

  /** A step in a direction, and more of them while the finger stays. @param {number} d @param {PointerEvent} event */
  #swipe(d, event) {
    const { from, player } = this;
    if (from) [from.x, from.y] = [event.clientX, event.clientY];
    const again = () => {
      player.step(d);
      this.repeat = window.setTimeout(again, HELD);
    };
    const first = !this.swiped;
    this.swiped = true;
    clearTimeout(this.repeat);
    player.step(d);
    this.repeat = window.setTimeout(again, first ? HOLD : HELD);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { from, swiped } = this;
    if (!from || event.pointerId !== from.pointer) return;
    this.drop();
    if (!swiped) release(this.player, from, event);
  }

  drop() {
    clearTimeout(this.repeat);
    this.from = null;
    this.player.view.drag(null);
  }
}

/** @param {Moved} player @param {PointerEvent} event @returns {Down|null} */
function press(player, event) {
  const { view } = player;
  player.settle();
  const square = view.square(event);
  const touch = event.pointerType === 'touch';
  // A finger may swipe beside the board, too: a small board leaves most of the screen to it.
  if (square < 0 && !touch) return null;
  const box = square < 0 ? -1 : player.game.boxAt[square];
  const was = player.selected;
  view.svg.setPointerCapture(event.pointerId);
  if (box >= 0) player.select(box);
  const { clientX: x, clientY: y, pointerId: pointer } = event;
  return { x, y, pointer, box, was, dragging: false, touch };
}

/** @param {Moved} player @param {Down} from @param {PointerEvent} event */
function release(player, from, event) {
  const square = player.view.square(event);
  if (from.box >= 0) {
    if (from.dragging) drop(player, square);
    else if (from.was === from.box) player.select(null);
  } else if (!from.dragging) click(player, square);
}

/** The direction of a swipe, as an index of the letters `u d l r`. @param {number} dx @param {number} dy */
export function directionOf(dx, dy) {
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
  const walk = square < 0 ? '' : player.game.walk(square);
  if (walk) player.run(walk);
}
