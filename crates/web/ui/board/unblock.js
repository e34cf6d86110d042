// @ts-check
/** Drawing Unblock: the full board with its pieces, and the small picture for the library. */
import { limitSize, pointIn, s } from '../lib/dom.js';

const UNIT = 60;
const GAP = 3;

/** @import {Piece, UnblockBoard} from '../types.d.ts' */

/** The gap in the frame where the red piece leaves, as a rectangle. @param {UnblockBoard} board */
function exitRect(board) {
  if (board.red === null) return null;
  const red = board.pieces[board.red];
  const w = board.width * UNIT;
  const h = board.height * UNIT;
  switch (board.exit) {
    case 'left':
      return { x: -14, y: red.row * UNIT, width: 14, height: UNIT };
    case 'top':
      return { x: red.column * UNIT, y: -14, width: UNIT, height: 14 };
    case 'bottom':
      return { x: red.column * UNIT, y: h, width: UNIT, height: 14 };
    default:
      return { x: w, y: red.row * UNIT, width: 14, height: UNIT };
  }
}

/** An arrow in the exit. @param {UnblockBoard} board */
function exitArrow(board) {
  const rect = exitRect(board);
  if (!rect) return null;
  const x = rect.x + rect.width / 2;
  const y = rect.y + rect.height / 2;
  const turn = { right: 0, left: 180, top: 270, bottom: 90 }[board.exit ?? 'right'];
  return s('path', {
    class: 'arrow',
    d: 'M-3 -7l6 7-6 7',
    transform: `translate(${x} ${y}) rotate(${turn})`,
  });
}

/** @param {UnblockBoard} board */
function frame(board) {
  const rect = exitRect(board);
  let grid = '';
  for (let r = 1; r < board.height; r++) grid += `M0 ${r * UNIT}H${board.width * UNIT}`;
  for (let c = 1; c < board.width; c++) grid += `M${c * UNIT} 0V${board.height * UNIT}`;
  return [
    s('rect', {
      class: 'frame',
      x: -14,
      y: -14,
      width: board.width * UNIT + 28,
      height: board.height * UNIT + 28,
      rx: 12,
    }),
    s('rect', { class: 'floor', width: board.width * UNIT, height: board.height * UNIT, rx: 2 }),
    s('path', { class: 'grid', d: grid }),
    rect && s('rect', { class: 'exit', ...rect }),
    exitArrow(board),
    board.walls.map(([r, c]) =>
      s('rect', {
        class: 'fixed',
        x: c * UNIT + 2,
        y: r * UNIT + 2,
        width: UNIT - 4,
        height: UNIT - 4,
        rx: 6,
      }),
    ),
  ];
}

/** @param {Piece} piece */
function size(piece) {
  const along = piece.length * UNIT - 2 * GAP;
  const across = UNIT - 2 * GAP;
  return piece.axis === 'h' ? { width: along, height: across } : { width: across, height: along };
}

/** Seen from above: two cells are a car, more are a lorry with a load; the red one looks where it wants
 *  to go. @param {Piece} piece @param {string|null} exit */
function car(piece, exit) {
  const { width, height } = size(piece);
  const long = piece.length * UNIT;
  const turns = [
    piece.axis === 'v' && `translate(${UNIT} 0) rotate(90)`,
    (exit === 'left' || exit === 'top') && `translate(${long} ${UNIT}) rotate(180)`,
  ];
  const glass = (/** @type {number} */ x, /** @type {number} */ lean) =>
    s('path', { class: 'glass', d: `M${x} 14l${lean} -2v36l${-lean} -2z` });
  const lorry = piece.length > 2;
  return s(
    'g',
    { class: 'shape' },
    s('rect', { class: 'body', x: GAP, y: GAP, width, height, rx: lorry ? 8 : 14 }),
    s(
      'g',
      { class: 'trim', transform: turns.filter(Boolean).join(' ') || null },
      lorry
        ? s('rect', { class: 'load', x: 10, y: 9, width: long - 52, height: 42, rx: 4 })
        : s('rect', { class: 'roof', x: 30, y: 12, width: long - 66, height: 36, rx: 7 }),
      glass(long - 33, 9),
      !lorry && glass(27, -7),
      s('path', { class: 'lamp', d: `M${long - 9} 12v7M${long - 9} 41v7` }),
    ),
    s(
      'text',
      {
        x: GAP + width / 2,
        y: GAP + height / 2,
        'text-anchor': 'middle',
        'dominant-baseline': 'central',
      },
      piece.name,
    ),
  );
}

export class UnblockView {
  /** @param {UnblockBoard} board @param {string} label */
  constructor(board, label) {
    this.board = board;
    this.shapes = board.pieces.map((piece, i) => car(piece, i === board.red ? board.exit : null));
    this.pieces = board.pieces.map((piece, i) =>
      s(
        'g',
        {
          class: `piece ${i === board.red ? 'red' : piece.axis === 'h' ? 'row' : 'column'}`,
          data: { piece: i },
        },
        this.shapes[i],
      ),
    );
    this.marks = s('g', { class: 'marks' });
    this.svg = s(
      'svg',
      {
        class: 'board unblock',
        viewBox: `-16 -16 ${board.width * UNIT + 32} ${board.height * UNIT + 32}`,
        role: 'img',
        'aria-label': label,
        tabindex: 0,
      },
      frame(board),
      this.marks,
      this.pieces,
    );
    const [width, height] = [board.width * UNIT, board.height * UNIT];
    this.extent = { width, height, margin: 18, unit: UNIT };
    limitSize(this.svg, board.width + 0.5, board.height + 0.5);
  }

  /** Shows a position; one piece may be elsewhere while it is dragged.
   *  @param {number[]} at @param {{piece: number, at: number}|null} [drag] */
  show(at, drag = null) {
    this.board.pieces.forEach((piece, i) => {
      const along = drag?.piece === i ? drag.at : at[i];
      const x = (piece.axis === 'h' ? along : piece.column) * UNIT;
      const y = (piece.axis === 'h' ? piece.row : along) * UNIT;
      this.pieces[i].style.transform = `translate(${x}px, ${y}px)`;
      this.pieces[i].classList.toggle('dragged', drag?.piece === i);
    });
  }

  /** The red piece drives out when the way is free. @param {boolean} on */
  celebrate(on) {
    const { red, exit, pieces } = this.board;
    this.svg.classList.toggle('won', on);
    if (red === null) return;
    const far = (pieces[red].length + 1) * UNIT * (exit === 'left' || exit === 'top' ? -1 : 1);
    const along = pieces[red].axis === 'h' ? `${far}px, 0` : `0, ${far}px`;
    this.shapes[red].style.transform = on ? `translate(${along})` : '';
  }

  /** @param {number|null} piece */
  select(piece) {
    this.pieces.forEach((element, i) => element.classList.toggle('selected', i === piece));
  }

  /** Shows where a piece should go. @param {{piece: number, to: number}|null} hint */
  mark(hint) {
    if (!hint) {
      this.marks.replaceChildren();
      return;
    }
    const piece = this.board.pieces[hint.piece];
    const { width, height } = size(piece);
    const x = (piece.axis === 'h' ? hint.to : piece.column) * UNIT + GAP;
    const y = (piece.axis === 'h' ? piece.row : hint.to) * UNIT + GAP;
    this.marks.replaceChildren(s('rect', { class: 'target hint', x, y, width, height, rx: 9 }));
  }

  /** A point of an event in cells. @param {PointerEvent} event */
  point(event) {
    const point = pointIn(this.svg, event);
    return { x: point.x / UNIT, y: point.y / UNIT };
  }
}

/** A small still picture. @param {UnblockBoard} board */
export function unblockThumb(board) {
  return s(
    'svg',
    {
      class: 'thumb',
      viewBox: `-16 -16 ${board.width * UNIT + 32} ${board.height * UNIT + 32}`,
      'aria-hidden': 'true',
    },
    frame(board),
    board.pieces.map((piece, i) =>
      s('rect', {
        class: `piece ${i === board.red ? 'red' : piece.axis === 'h' ? 'row' : 'column'}`,
        x: piece.column * UNIT + GAP,
        y: piece.row * UNIT + GAP,
        ...size(piece),
        rx: 9,
      }),
    ),
  );
}
