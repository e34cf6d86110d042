// @ts-check
/**
 * What part of a board the stage shows. A board that fits is shown whole, its squares never larger
 * than is pleasant; one that would become unreadable starts closer and follows the player. Wheel,
 * pinch and keys go closer or away. The drawing itself never changes: only its `viewBox` does.
 */

/** The largest a square becomes by itself, and the smallest that can be read, in pixels. */
const LARGE = 88;
const READABLE = { fine: 15, coarse: 24 };

/** How close one can go, in pixels for a square. */
const CLOSEST = 140;

/** How far from the edge of the stage the player is kept, as a part of the stage. */
const EDGE = 0.28;

export class Camera {
  /** @param {SVGSVGElement} svg @param {{width: number, height: number, margin: number, unit: number}} board in units of the drawing */
  constructor(svg, board) {
    this.svg = svg;
    this.board = board;
    this.size = { width: 0, height: 0 };
    /** Pixels for a unit, or null: as much as fits. @type {number|null} */
    this.chosen = null;
    this.x = board.width / 2;
    this.y = board.height / 2;
    /** What is followed. @type {{x: number, y: number}|null} */
    this.followed = null;
    this.watcher = new ResizeObserver(() => this.#measure());
  }

  /** Begins to look after the element that holds the drawing. @param {Element} field */
  attach(field) {
    this.field = field;
    this.watcher.observe(field);
    this.#wheel(field);
    this.#pinch();
    this.#measure();
  }

  leave() {
    this.watcher.disconnect();
  }

  /** Pixels for a unit when everything is shown. */
  get fit() {
    const { width, height, margin, unit } = this.board;
    const across = this.size.width / (width + 2 * margin);
    const down = this.size.height / (height + 2 * margin);
    return Math.min(across, down, LARGE / unit);
  }

  /** Pixels for a unit now. */
  get scale() {
    return this.chosen ?? Math.max(this.fit, this.#readable());
  }

  /** Whether there is more than the stage shows. */
  get close() {
    return this.scale > this.fit * 1.01;
  }

  #readable() {
    const kind = matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine';
    return READABLE[kind] / this.board.unit;
  }

  /** Closer or away, around a point of the drawing. @param {number} by @param {{x: number, y: number}} [at] */
  zoom(by, at = this.followed ?? { x: this.x, y: this.y }) {
    const before = this.scale;
    const most = Math.max(this.fit, CLOSEST / this.board.unit);
    const scale = Math.min(most, Math.max(this.fit, before * by));
    this.chosen = scale;
    this.x = at.x + (this.x - at.x) * (before / scale);
    this.y = at.y + (this.y - at.y) * (before / scale);
    this.apply();
  }

  /** Everything again. */
  whole() {
    this.chosen = this.fit;
    this.apply();
  }

  /** Moves the picture by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.apply();
  }

  /** Keeps a point in view. @param {number} x @param {number} y */
  follow(x, y) {
    const first = !this.followed;
    this.followed = { x, y };
    if (!this.close) return;
    const across = (this.size.width / this.scale) * (0.5 - EDGE);
    const down = (this.size.height / this.scale) * (0.5 - EDGE);
    if (first) [this.x, this.y] = [x, y];
    this.x = Math.min(x + across, Math.max(x - across, this.x));
    this.y = Math.min(y + down, Math.max(y - down, this.y));
    this.apply();
  }

  #measure() {
    if (!this.field) return;
    const { clientWidth: width, clientHeight: height } = this.field;
    if (!width || !height) return;
    const first = this.size.width === 0;
    this.size = { width, height };
    if (this.chosen !== null) this.chosen = Math.max(this.fit, this.chosen);
    if (first && this.followed) ({ x: this.x, y: this.y } = this.followed);
    this.apply();
  }

  /** Shows what was decided. */
  apply() {
    const { board, size, scale } = this;
    if (!size.width) return;
    const [width, height] = [size.width / scale, size.height / scale];
    this.x = within(this.x, width, board.width, board.margin);
    this.y = within(this.y, height, board.height, board.margin);
    const box = [this.x - width / 2, this.y - height / 2, width, height];
    this.svg.setAttribute('viewBox', box.map((it) => it.toFixed(2)).join(' '));
  }

  /** The point of the drawing under an event. @param {{clientX: number, clientY: number}} event */
  #point({ clientX, clientY }) {
    const place = this.svg.getBoundingClientRect();
    return {
      x: this.x + (clientX - place.left - place.width / 2) / this.scale,
      y: this.y + (clientY - place.top - place.height / 2) / this.scale,
    };
  }

  /** @param {Element} field */
  #wheel(field) {
    const turn = (/** @type {Event} */ event) => {
      const wheel = /** @type {WheelEvent} */ (event);
      wheel.preventDefault();
      this.zoom(Math.exp(-wheel.deltaY * 0.0016), this.#point(wheel));
    };
    field.addEventListener('wheel', turn, { passive: false });
  }

  /** Two fingers move the picture and go closer or away. */
  #pinch() {
    /** @type {Map<number, PointerEvent>} */
    const fingers = new Map();
    this.svg.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch') fingers.set(event.pointerId, event);
    });
    this.svg.addEventListener('pointermove', (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const other = [...fingers.values()].find((it) => it.pointerId !== event.pointerId);
      fingers.set(event.pointerId, event);
      if (!other) return;
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
      const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      this.pan((event.clientX - before.clientX) / 2, (event.clientY - before.clientY) / 2);
      if (was > 0) this.zoom(is / was, this.#point(other));
    });
    for (const end of ['pointerup', 'pointercancel'])
      this.svg.addEventListener(end, (event) =>
        fingers.delete(/** @type {PointerEvent} */ (event).pointerId),
      );
  }
}

/** The middle of the view, so that no empty space shows where there is board.
 *  @param {number} at @param {number} view @param {number} board @param {number} margin */
function within(at, view, board, margin) {
  if (view >= board + 2 * margin) return board / 2;
  return Math.min(board + margin - view / 2, Math.max(view / 2 - margin, at));
}
