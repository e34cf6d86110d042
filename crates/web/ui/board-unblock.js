// @ts-check
/** Drawing Unblock: the full board with its pieces, and the small picture for the library. */
import { limitSize, pointIn, s } from './dom.js';

const UNIT = 60;
const GAP = 3;

/** @import {Piece, UnblockBoard} from './types.d.ts' */

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

export class UnblockView {
  /** @param {UnblockBoard} board @param {string} label */
  constructor(board, label) {
    this.board = board;
    this.pieces = board.pieces.map((piece, i) => {
      const { width, height } = size(piece);
      return s(
        'g',
        {
          class: `piece ${i === board.red ? 'red' : piece.axis === 'h' ? 'row' : 'column'}`,
          data: { piece: i },
        },
        s('rect', { class: 'body', x: GAP, y: GAP, width, height, rx: 9 }),
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
    });
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
