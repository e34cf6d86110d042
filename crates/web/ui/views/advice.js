// @ts-check
/**
 * What the editor says about a drawing while it is drawn: how hard it is for people, what is superfluous, where there is no
 * choice, where most is lost. The next stroke takes the question back. What has a place is drawn on the board.
 */
import { h, put, s } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { Offline, Refused, aborted, words } from '../lib/errors.js';
import { bandOf } from '../lib/grades.js';
import { language, t } from '../lib/i18n.js';

/** @import {Advice, Drawing, Grade, Place} from '../types.d.ts' */

/** Milliseconds without a stroke before anything is asked. */
const CALM = 400;

/** The side of a square in the drawings of both games. */
const UNIT = { sokoban: 40, unblock: 60 };

/** A grade with its reasons. @param {Grade} grade */
function graded(grade) {
  const band = bandOf(grade);
  if (grade.unsolvable || !band) return h('p', { class: 'faults' }, t('unsolvable'));
  const { share, moves, low = 0, high = 0 } = grade;
  const percent = (/** @type {number} */ it) => Math.round(100 * it);
  const about =
    share !== undefined
      ? t('grade.shareLong', { n: percent(share), low: percent(low), high: percent(high) })
      : t('grade.movesLong', { n: Math.round(moves ?? 0), low: Math.round(low), high: Math.round(high) });
  // The reasons are sentences in English.
  const why = language() === 'en' ? (grade.why ?? []) : [];
  return [
    h('p', { id: 'grade' }, h('strong', {}, t(`band.${band}`)), `. ${about}`),
    grade.extrapolates && h('p', { class: 'about' }, t('grade.guess')),
    why.length > 0 && h('ul', { class: 'why' }, why.map((it) => h('li', {}, it))),
  ];
}

/** What was found, a line each. @param {Advice} it @param {boolean} sokoban */
function found(it, sokoban) {
  const boxes = it.superfluous_boxes?.length ?? 0;
  const pieces = it.superfluous_pieces ?? [];
  const walls = it.superfluous_walls.length;
  const floor = it.unneeded_floor?.length ?? 0;
  const of = (sokoban ? it.way?.length : it.moves) ?? 0;
  const { worst, different_solutions: sets } = it;
  const lines = [
    boxes > 0 && t('advice.boxes', { n: boxes }),
    pieces.length > 0 && t('advice.pieces', { names: pieces.join(', ') }),
    walls > 0 && t('advice.walls', { n: walls }),
    floor > 0 && t('advice.floor', { n: floor }),
    !boxes && !pieces.length && !walls && !floor && t('advice.nothing'),
    it.shortest_solutions > 1e15 ? t('advice.countless') : t('advice.solutions', { n: it.shortest_solutions }),
    it.shortest_solutions > 1 && (sets === null ? t('advice.manySets') : t('advice.sets', { n: sets })),
    it.symmetries > 1 && t('advice.twins'),
    it.unused_squares.length > 0 && t('advice.unused', { n: it.unused_squares.length }),
    t('advice.single', { n: it.without_alternative.length, of }),
    worst &&
      (sokoban
        ? t('advice.worst', { n: worst.after_pushes ?? 0, hidden: worst.lose_unseen ?? 0, of: worst.of })
        : t('advice.astray', { n: worst.after_moves ?? 0, away: worst.lead_away ?? 0, of: worst.of })),
  ];
  return h('ul', { class: 'why', id: 'advice-list' }, lines.filter(Boolean).map((line) => h('li', {}, line)));
}

/** Boxes that stand elsewhere where most is lost than at the start. @param {Advice} it @returns {Place[]} */
function astray(it) {
  /** @type {Map<string, Place>} */
  const at = new Map();
  for (const [row, column, toRow, toColumn] of (it.way ?? []).slice(0, it.worst?.after_pushes ?? 0)) {
    at.delete(`${row} ${column}`);
    at.set(`${toRow} ${toColumn}`, { row: toRow, column: toColumn });
  }
  return it.worst ? [...at.values()] : [];
}

/** Everything that has a place, as a drawing over the board. @param {Advice} it @param {Drawing} drawing */
function marksOf(it, drawing) {
  const unit = drawing.rows ? UNIT.sokoban : UNIT.unblock;
  /** A cross; a small one on floor, of which there may be much. @param {Place} place @param {string} [kind] */
  const cross = ({ row, column }, kind = 'idle') => {
    const [x, y, d] = [(column + 0.5) * unit, (row + 0.5) * unit, unit / (kind === 'idle' ? 4 : 9)];
    return s('path', { class: kind, d: `M${x - d} ${y - d}l${2 * d} ${2 * d}M${x + d} ${y - d}l${-2 * d} ${2 * d}` });
  };
  const ring = (/** @type {Place} */ { row, column }) =>
    s('rect', { class: 'astray', x: column * unit + 4, y: row * unit + 4, width: unit - 8, height: unit - 8, rx: 6 });
  const dot = (/** @type {Place} */ { row, column }) =>
    s('circle', { class: 'unused', cx: (column + 0.5) * unit, cy: (row + 0.5) * unit, r: unit / 12 });
  const arrow = (/** @type {number} */ push) => {
    const [row, column, toRow, toColumn] = it.way?.[push - 1] ?? [0, 0, 0, 0];
    const [x, y] = [(column + 0.5) * unit, (row + 0.5) * unit];
    const [dx, dy] = [(toColumn - column) * unit, (toRow - row) * unit];
    const head = `l${-dx / 5 - dy / 6} ${-dy / 5 + dx / 6}M${x + dx * 0.8} ${y + dy * 0.8}l${-dx / 5 + dy / 6} ${-dy / 5 - dx / 6}`;
    return s('path', { class: 'only', d: `M${x} ${y}L${x + dx * 0.8} ${y + dy * 0.8}${head}` });
  };
  const pieces = (drawing.board?.pieces ?? []).filter((piece) => it.superfluous_pieces?.includes(piece.name));
  const idle = [
    ...(it.superfluous_boxes ?? []),
    ...(it.superfluous_goals ?? []),
    ...it.superfluous_walls,
    ...pieces,
  ];
  return s(
    'g',
    { class: 'advice-marks', 'aria-hidden': 'true' },
    it.way ? it.without_alternative.map(arrow) : null,
    it.unused_squares.map(dot),
    astray(it).map(ring),
    idle.map((place) => cross(place)),
    (it.unneeded_floor ?? []).map((place) => cross(place, 'spare')),
  );
}

export class Advisor {
  constructor() {
    this.element = h('div', { class: 'advice', id: 'advice', role: 'status', 'aria-live': 'polite' });
    this.ends = new AbortController();
    this.timer = 0;
    /** What was found about the drawing, as long as it is the same. @type {{advice: Advice, drawing: Drawing}|null} */
    this.found = null;
    this.shown = localStorage.getItem('banto.advice') !== 'off';
    /** @type {SVGElement|null} */
    this.marks = null;
    /** @type {SVGElement|null} */
    this.board = null;
  }

  /** Takes back what was asked. */
  cancel() {
    this.ends.abort();
    clearTimeout(this.timer);
    this.found = null;
    this.marks?.remove();
    put(this.element);
  }

  /** Asks about a drawing that can be played, when no stroke follows. @param {Drawing} drawing */
  look(drawing) {
    this.cancel();
    this.ends = new AbortController();
    const { signal } = this.ends;
    const mine = structuredClone(drawing);
    this.timer = window.setTimeout(() => this.#ask(mine, signal), CALM);
  }

  /** @param {Drawing} drawing @param {AbortSignal} signal */
  async #ask(drawing, signal) {
    const title = h('h2', {}, t('grade.title'));
    put(this.element, title, h('p', { class: 'busy' }, t('grade.asking')));
    try {
      const grade = await engine.rate(drawing, { signal });
      if (signal.aborted) return;
      const about = [title, graded(grade)];
      put(this.element, about);
      if (grade.unsolvable) return;
      put(this.element, about, h('p', { class: 'busy' }, t('thinking')));
      const advice = await engine.advice(drawing, { signal }).catch((error) => {
        if (error instanceof Refused) return null;
        throw error;
      });
      if (signal.aborted) return;
      this.found = advice && { advice, drawing };
      put(this.element, about, h('h2', {}, t('advice.title')), this.#told());
      if (this.board) this.mark(this.board);
    } catch (error) {
      if (aborted(error) || signal.aborted) return;
      // Nobody who grades can be reached: that is no fault of the drawing.
      if (error instanceof Offline) put(this.element);
      else put(this.element, title, h('p', { class: 'about' }, error instanceof Refused ? t('grade.none') : words(error)));
    }
  }

  #told() {
    const { found: it } = this;
    if (!it) return h('p', { class: 'about' }, t('advice.none'));
    const box = h('input', {
      type: 'checkbox',
      checked: this.shown,
      id: 'advice-marks',
      onchange: () => {
        this.shown = box.checked;
        localStorage.setItem('banto.advice', this.shown ? 'on' : 'off');
        if (this.board) this.mark(this.board);
      },
    });
    return [
      found(it.advice, Boolean(it.drawing.rows)),
      h('label', { class: 'check' }, box, ' ', t('advice.marks')),
      h('p', { class: 'about' }, t(it.drawing.rows ? 'advice.legend' : 'advice.legendUnblock')),
    ];
  }

  /** Draws what was found on a board, which may be a new drawing of the same. @param {SVGElement} board */
  mark(board) {
    this.board = board;
    this.marks?.remove();
    if (!this.found || !this.shown) return;
    this.marks = marksOf(this.found.advice, this.found.drawing);
    board.append(this.marks);
  }
}
