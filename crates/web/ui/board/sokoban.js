// @ts-check
/** Drawing Sokoban: the full board with its marks, and the small picture for the library. */
import { limitSize, pointIn, s } from '../lib/dom.js';
import { Board } from '../game/sokoban.js';
import { groundIn, hasCustomSkin, tileIn } from './custom-skin.js';

/** @import {DeadSquare} from '../types.d.ts' */

/** Side of a square in units of the drawing. */
const UNIT = 40;

/** What marks a dead square, by reason. @type {Record<string, string>} */
const DEAD_SHAPES = {
  corner: 'M10 10l20 20M30 10L10 30',
  wall: 'M9 20h22',
  'no-goal': 'M20 10v20M10 20h20',
};

/** Walls with corners rounded where nothing continues them. @param {Board} board @param {number} radius */
function wallPath(board, radius) {
  let path = '';
  for (let at = 0; at < board.wall.length; at++) {
    if (!board.wall[at]) continue;
    const [r, c] = board.place(at);
    const wall = [0, 1, 2, 3].map((d) => {
      const next = board.next(at, d);
      return next >= 0 && board.wall[next] === 1;
    });
    const [up, down, left, right] = wall;
    const tl = up || left ? 0 : radius;
    const tr = up || right ? 0 : radius;
    const br = down || right ? 0 : radius;
    const bl = down || left ? 0 : radius;
    const x = c * UNIT;
    const y = r * UNIT;
    path +=
      `M${x + tl} ${y}H${x + UNIT - tr}${tr ? `q${tr} 0 ${tr} ${tr}` : ''}V${y + UNIT - br}${br ? `q0 ${br} ${-br} ${br}` : ''}` +
      `H${x + bl}${bl ? `q${-bl} 0 ${-bl} ${-bl}` : ''}V${y + tl}${tl ? `q0 ${-tl} ${tl} ${-tl}` : ''}z`;
  }
  return path;
}

/** Joints between bricks, half a square high, each row set off against the next. @param {Board} board */
function jointPath(board) {
  let path = '';
  for (let at = 0; at < board.wall.length; at++) {
    if (!board.wall[at]) continue;
    const [r, c] = board.place(at);
    const [x, y] = [c * UNIT, r * UNIT];
    const isWall = (/** @type {number} */ d) => board.wall[board.next(at, d)] === 1;
    path += `M${x} ${y + UNIT / 2}h${UNIT}M${x + UNIT / 2} ${y}v${UNIT / 2}`;
    if (isWall(1)) path += `M${x} ${y + UNIT}h${UNIT}`;
    if (isWall(3)) path += `M${x + UNIT} ${y + UNIT / 2}v${UNIT / 2}`;
  }
  return path;
}

/** @param {Board} board */
function floorPath(board) {
  let path = '';
  for (let at = 0; at < board.wall.length; at++) {
    if (!board.inside[at]) continue;
    const [r, c] = board.place(at);
    path += `M${c * UNIT} ${r * UNIT}h${UNIT}v${UNIT}h${-UNIT}z`;
  }
  return path + cornerPath(board);
}

/** Floor behind the rounded corners of walls that stand in the open. @param {Board} board */
function cornerPath(board) {
  let path = '';
  for (let at = 0; at < board.wall.length; at++) {
    if (!board.wall[at]) continue;
    const [r, c] = board.place(at);
    const inside = [0, 1, 2, 3].map((d) => {
      const next = board.next(at, d);
      return next >= 0 && board.inside[next] === 1;
    });
    for (const [vertical, y] of [
      [0, 0],
      [1, UNIT / 2],
    ]) {
      for (const [horizontal, x] of [
        [2, 0],
        [3, UNIT / 2],
      ]) {
        if (inside[vertical] && inside[horizontal])
          path += `M${c * UNIT + x} ${r * UNIT + y}h20v20h-20z`;
      }
    }
  }
  return path;
}

/** Thin lines between floor squares. @param {Board} board */
function gridPath(board) {
  let path = '';
  for (let at = 0; at < board.wall.length; at++) {
    if (!board.inside[at]) continue;
    const [r, c] = board.place(at);
    if (board.inside[board.next(at, 3)]) path += `M${(c + 1) * UNIT} ${r * UNIT}v${UNIT}`;
    if (board.inside[board.next(at, 1)]) path += `M${c * UNIT} ${(r + 1) * UNIT}h${UNIT}`;
  }
  return path;
}

/** A goal: a ring with a dot, told from boxes by shape as well as by colour. */
function goalShape() {
  return s(
    'g',
    { class: 'goal' },
    s('circle', { cx: 20, cy: 20, r: 9 }),
    s('circle', { class: 'dot', cx: 20, cy: 20, r: 3 }),
  );
}

/** A box; on a goal it shows a check mark besides its other colour. */
function boxShape() {
  return s(
    'g',
    {},
    s('rect', { class: 'body', x: 4.5, y: 4.5, width: 31, height: 31, rx: 5 }),
    s('path', { class: 'plank', d: 'M10 10.5h20v19h-20z' }),
    s('path', { class: 'tick', d: 'M13 20.5l5 5 9.5-11' }),
  );
}

function playerShape() {
  return s(
    'g',
    {},
    s('circle', { class: 'body', cx: 20, cy: 20, r: 13 }),
    s(
      'g',
      { class: 'face' },
      s('circle', { cx: 15.5, cy: 15, r: 2.3 }),
      s('circle', { cx: 24.5, cy: 15, r: 2.3 }),
    ),
  );
}

/** Two tiles of which one is seen: off a goal, and on one. @param {'box'|'player'} off @param {'boxOnGoal'|'playerOnGoal'} on */
function pair(off, on) {
  return s('g', {}, tileIn(off, UNIT, 'off'), tileIn(on, UNIT, 'on'));
}

/** Floor and walls as they are drawn without a picture. @param {Board} board */
function ground(board) {
  return s(
    'g',
    {},
    s('path', { class: 'floor', d: floorPath(board) }),
    s('path', { class: 'grid', d: gridPath(board) }),
    s('path', { class: 'wall', d: wallPath(board, 9) }),
    s('path', { class: 'joint', d: jointPath(board) }),
  );
}

/** @param {SVGElement} element @param {Board} board @param {number} at */
function moveTo(element, board, at) {
  const [r, c] = board.place(at);
  element.style.transform = `translate(${c * UNIT}px, ${r * UNIT}px)`;
}

/** The board of the player and the solver. */
export class SokobanView {
  /** @param {Board} board @param {string} label */
  constructor(board, label) {
    this.board = board;
    this.reach = s('g', { class: 'reach' });
    this.marks = s('g', { class: 'marks' });
    this.under = s('g', { class: 'dead' });
    const own = hasCustomSkin() && document.documentElement.dataset.skin === 'own';
    const box = own ? () => pair('box', 'boxOnGoal') : boxShape;
    this.boxes = board.boxes.map(() => s('g', { class: 'box' }, box()));
    this.turning = own ? s('g', {}) : playerShape();
    this.player = s('g', { class: 'player' }, own ? pair('player', 'playerOnGoal') : this.turning);
    this.ghost = s('g', { class: 'box ghost', visibility: 'hidden' }, box());
    this.svg = s(
      'svg',
      {
        class: 'board sokoban',
        viewBox: `-4 -4 ${board.width * UNIT + 8} ${board.height * UNIT + 8}`,
        role: 'img',
        'aria-label': label,
        tabindex: 0,
      },
      own ? groundIn(board, UNIT) : ground(board),
      this.under,
      !own && this.#goals(),
      this.reach,
      s('g', {}, this.boxes),
      this.player,
      this.marks,
      this.ghost,
    );
    this.face = 1;
    /** Where each box is drawn. @type {number[]} */
    this.at = [];
    const [width, height] = [board.width * UNIT, board.height * UNIT];
    this.extent = { width, height, margin: 6, unit: UNIT };
    limitSize(this.svg, board.width, board.height);
  }

  #goals() {
    const { board } = this;
    const goals = [];
    for (let at = 0; at < board.goal.length; at++) {
      if (!board.goal[at]) continue;
      const goal = goalShape();
      moveTo(goal, board, at);
      goals.push(goal);
    }
    return s('g', {}, goals);
  }

  /** Shows a position. @param {{boxes: number[], player: number}} game @param {number} [face] direction the player looks */
  show(game, face = this.face) {
    game.boxes.forEach((at, id) => {
      // A step moves one box at most; touching all of them would have all of them drawn again.
      if (this.at[id] === at) return;
      this.at[id] = at;
      moveTo(this.boxes[id], this.board, at);
      this.boxes[id].classList.toggle('home', this.board.goal[at] === 1);
    });
    if (game.player >= 0) moveTo(this.player, this.board, game.player);
    this.player.classList.toggle('home', this.board.goal[game.player] === 1);
    this.face = face;
    this.turning.style.transform = `rotate(${[0, 180, 270, 90][face]}deg)`;
  }

  /** The middle of a square in units of the drawing. @param {number} at @returns {[number, number]} */
  centre(at) {
    const [r, c] = this.board.place(at);
    return [(c + 0.5) * UNIT, (r + 0.5) * UNIT];
  }

  /** The boxes light up when all are home. @param {boolean} on */
  celebrate(on) {
    this.svg.classList.toggle('won', on);
  }

  /** @param {number|null} id */
  select(id) {
    this.boxes.forEach((box, i) => box.classList.toggle('selected', i === id));
  }

  /** Marks where the selected box can go. @param {number[]} squares */
  showReach(squares) {
    const dot = (/** @type {number} */ at) => {
      const [x, y] = this.centre(at);
      return `M${x - 5.5} ${y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z`;
    };
    const d = squares.map(dot).join('');
    this.reach.replaceChildren(...(d ? [s('path', { d })] : []));
  }

  /** Marks dead squares by reason. @param {DeadSquare[]} squares */
  showDead(squares) {
    this.under.replaceChildren(
      ...squares.map(({ row, column, reason }) => {
        const mark = s(
          'g',
          { class: `dead-${reason}` },
          s('rect', { width: UNIT, height: UNIT }),
          s('path', { d: DEAD_SHAPES[reason] ?? DEAD_SHAPES.wall }),
        );
        moveTo(mark, this.board, row * this.board.width + column);
        return mark;
      }),
    );
  }

  /** Marks squares and boxes: a hint or the reason why a position is lost.
   *  @param {{boxes?: number[], squares?: number[], target?: number, kind: string}|null} it */
  mark(it) {
    const ring = (/** @type {number} */ at, /** @type {string} */ name) => {
      const mark = s('rect', { class: name, x: 2.5, y: 2.5, width: 35, height: 35, rx: 7 });
      moveTo(mark, this.board, at);
      return mark;
    };
    if (!it) {
      this.marks.replaceChildren();
      return;
    }
    const target = it.target === undefined ? [] : [ring(it.target, `target ${it.kind}`)];
    this.marks.replaceChildren(
      ...(it.squares ?? []).map((at) => ring(at, `square ${it.kind}`)),
      ...(it.boxes ?? []).map((at) => ring(at, `ring ${it.kind}`)),
      ...target,
    );
  }

  /** Moves the picture of a dragged box. @param {{x: number, y: number}|null} point */
  drag(point) {
    this.ghost.setAttribute('visibility', point ? 'visible' : 'hidden');
    if (point)
      this.ghost.style.transform = `translate(${point.x - UNIT / 2}px, ${point.y - UNIT / 2}px)`;
  }

  /** The point of an event in units of the drawing. @param {PointerEvent} event */
  point(event) {
    return pointIn(this.svg, event);
  }

  /** The square under an event, or -1. @param {PointerEvent} event */
  square(event) {
    const { x, y } = this.point(event);
    const column = Math.floor(x / UNIT);
    const row = Math.floor(y / UNIT);
    const outside = column < 0 || row < 0 || column >= this.board.width || row >= this.board.height;
    return outside ? -1 : row * this.board.width + column;
  }
}

/** A small still picture. @param {string[]} rows */
export function sokobanThumb(rows) {
  const board = new Board(rows);
  const at = (
    /** @type {number[]} */ list,
    /** @type {(x: number, y: number) => string} */ shape,
  ) =>
    list
      .map((square) => {
        const [r, c] = board.place(square);
        return shape(c * UNIT, r * UNIT);
      })
      .join('');
  const goals = [];
  for (let i = 0; i < board.goal.length; i++) if (board.goal[i]) goals.push(i);
  const rect = (/** @type {number} */ x, /** @type {number} */ y) =>
    `M${x + 5} ${y + 5}h30v30h-30z`;
  const dot = (/** @type {number} */ x, /** @type {number} */ y) =>
    `M${x + 20} ${y + 9}l11 11-11 11-11-11z`;
  const ring = (/** @type {number} */ x, /** @type {number} */ y) =>
    `M${x + 20} ${y + 6}a14 14 0 1 0 .01 0z`;
  return s(
    'svg',
    {
      class: 'thumb',
      viewBox: `0 0 ${board.width * UNIT} ${board.height * UNIT}`,
      'aria-hidden': 'true',
    },
    s('path', { class: 'floor', d: floorPath(board) }),
    s('path', { class: 'wall', d: wallPath(board, 0) }),
    s('path', {
      class: 'crate',
      d: at(
        board.boxes.filter((b) => !board.goal[b]),
        rect,
      ),
    }),
    s('path', {
      class: 'crate home',
      d: at(
        board.boxes.filter((b) => board.goal[b]),
        rect,
      ),
    }),
    s('path', { class: 'spot', d: at(goals, dot) }),
    board.player >= 0 && s('path', { class: 'man', d: at([board.player], ring) }),
  );
}
