// @ts-check
/** Drawing boards of both games, judged as they change. */
import { Advisor } from './advice.js';
import { appendDialog } from './append.js';
import { SokobanView } from '../board/sokoban.js';
import { UnblockView } from '../board/unblock.js';
import { button, choice, debounce, download, h, put, s, viewOf } from '../lib/dom.js';
import {
  NEW_SOKOBAN,
  TILES,
  growRows,
  mirrorRows,
  putTile,
  rotateRows,
} from '../game/edit-sokoban.js';
import {
  NEW_UNBLOCK,
  PIECES,
  growBoard,
  mirrorBoard,
  placePiece,
  rotateBoard,
} from '../game/edit-unblock.js';
import { engine } from '../lib/engine.js';
import { words } from '../lib/errors.js';
import { faultIn, language, t } from '../lib/i18n.js';
import { OPENED, open, share } from '../lib/levels.js';
import { describe, factTable } from './results.js';
import { keepDialog } from './shelf.js';
import { Board, Game } from '../game/sokoban.js';

/** @import {Context, Drawing, Format, Found, Side, SolveRecord, UnblockBoard} from '../types.d.ts' */

/** Drawings that can be undone. */
const REMEMBERED = 500;

/** What an empty page begins with. @param {string} game @returns {Drawing} */
const fresh = (game) =>
  structuredClone(
    game === 'sokoban' ? { rows: NEW_SOKOBAN, title: '' } : { board: NEW_UNBLOCK, title: '' },
  );

const DRAFT = 'banto.draft';

/** The drawing of this tab, else the last of all: a tab that is closed does not take it along. @returns {Drawing|null} */
function keptDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT) ?? localStorage.getItem(DRAFT) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Drawing} it */
function keepDraft(it) {
  const text = JSON.stringify(it);
  for (const place of [sessionStorage, localStorage]) {
    try {
      place.setItem(DRAFT, text);
    } catch {
      /* no room: the drawing is in the page */
    }
  }
}

/** @param {Context} ctx @param {Found|null} found */
export async function editorView(ctx, found) {
  const kept = keptDraft();
  /** @type {Drawing} */
  let start = fresh('sokoban');
  if (found) {
    const { rows, board, title } = found.level;
    start = { rows, board, title };
  } else if (kept) start = kept;
  const formats = await engine.formats();
  return viewOf(t('editor'), new Editor(ctx, start, formats), [
    ['1–7', t('key.tool')],
    ['← ↑ ↓ →', t('key.square')],
    ['Space', t('key.draw')],
    ['Del', t('tool.erase')],
    ['Ctrl Z', t('undo')],
    ['Ctrl Y', t('redo')],
    ['P', t('playThis')],
  ]);
}

class Editor {
  /** @param {Context} ctx @param {Drawing} start @param {Format[]} formats */
  constructor(ctx, start, formats) {
    this.ctx = ctx;
    this.formats = formats;
    this.it = structuredClone(start);
    /** @type {Drawing[]} */
    this.past = [];
    /** @type {Drawing[]} */
    this.future = [];
    /** Counts judgements, so that a late one is not believed. */
    this.judging = 0;
    /** Ends the search that rates the drawing. @type {AbortController|null} */
    this.search = null;
    this.tool = this.it.rows ? '#' : 'h2';
    this.erasing = false;
    /** The square that the keys draw on. @type {[number, number]|null} */
    this.cursor = null;
    /** @type {SVGElement} */
    this.mark = s('rect', {});
    this.title = h('input', {
      type: 'text',
      value: this.it.title ?? '',
      maxlength: 80,
      id: 'title',
      oninput: () => {
        this.it.title = this.title.value;
        this.later();
      },
    });
    this.stage = h('div', {});
    this.palette = h('div', { class: 'palette', role: 'toolbar', 'aria-label': t('tools') });
    this.verdict = h('div', { role: 'status', 'aria-live': 'polite', id: 'verdict' });
    this.advisor = new Advisor();
    this.rating = h('div', { role: 'status', 'aria-live': 'polite', id: 'rating' });
    this.formatChoice = h('span', {});
    this.export = h('textarea', {
      rows: 8,
      readonly: true,
      'aria-label': t('exportText'),
      id: 'export-text',
      class: 'hidden',
    });
    this.shape = h('div', { class: 'panel' });
    this.later = debounce(() => {
      keepDraft(this.it);
      this.judge();
    }, 120);
    this.element = h(
      'div',
      { class: 'editor' },
      h('div', { class: 'stage' }, this.palette, this.stage, this.verdict),
      this.#panel(),
    );
    /** @type {SokobanView|UnblockView} */
    this.view = this.draw();
    this.#pointer();
    this.judge();
  }

  #panel() {
    const row = (/** @type {Element[]} */ ...all) => h('div', { class: 'row' }, all);
    return h(
      'div',
      { class: 'panel' },
      h('h1', {}, t('editor')),
      choice(
        t('game'),
        [
          ['sokoban', 'Sokoban'],
          ['unblock', 'Unblock'],
        ],
        this.it.rows ? 'sokoban' : 'unblock',
        (game) => this.start(game),
        'game',
      ),
      h('label', { class: 'field' }, h('span', {}, t('title')), this.title),
      this.shape,
      row(
        button(t('solvable'), () => this.rate(), { icon: 'search', class: 'primary', id: 'rate' }),
        button(t('playThis'), () => this.play(), { icon: 'play', key: 'P', id: 'play-this' }),
      ),
      this.rating,
      this.advisor.element,
      row(
        button(t('share'), () => share(this.ctx, this.it), { icon: 'copy', id: 'share' }),
        this.formatChoice,
      ),
      this.export,
      row(
        button(t('keep'), () => this.keep(), { icon: 'save', id: 'keep' }),
        button(t('append'), () => this.append(), { icon: 'plus', id: 'append' }),
      ),
    );
  }

  /** Strokes of the pointer. The drawing is replaced under it, so the stage holds the pointer. */
  #pointer() {
    this.stage.addEventListener('contextmenu', (event) => event.preventDefault());
    this.stage.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 && event.button !== 2) return;
      event.preventDefault();
      this.erasing = event.button === 2;
      this.#point(null);
      if (this.view instanceof UnblockView) {
        const { x, y } = this.view.point(event);
        this.place(Math.floor(y), Math.floor(x));
        return;
      }
      this.stage.setPointerCapture(event.pointerId);
      this.#remember();
      this.#paint(event);
    });
    this.stage.addEventListener('pointermove', (event) => {
      if (this.stage.hasPointerCapture(event.pointerId)) this.#paint(event);
    });
  }

  /** @param {PointerEvent} event */
  #paint(event) {
    if (!(this.view instanceof SokobanView)) return;
    const at = this.view.square(event);
    if (at >= 0) this.put(...this.view.board.place(at));
  }

  /** What is put down: the right button always erases. */
  get inHand() {
    if (!this.erasing) return this.tool;
    return this.it.rows ? ' ' : 'erase';
  }

  /** Shows the square that the keys draw on. @param {[number, number]|null} at */
  #point(at) {
    this.cursor = at;
    this.mark.remove();
    if (!at) return;
    const unit = this.it.rows ? 40 : 60;
    const [y, x] = [at[0] * unit, at[1] * unit];
    this.mark = s('rect', { class: 'cursor', x, y, width: unit, height: unit, rx: 6 });
    this.view.svg.append(this.mark);
  }

  /** Moves the square that the keys draw on. @param {number} dr @param {number} dc */
  #walk(dr, dc) {
    const { rows, board } = this.it;
    const [height, width] = rows
      ? [rows.length, Math.max(...rows.map((row) => row.length))]
      : [board?.height ?? 1, board?.width ?? 1];
    const [r, c] = this.cursor ?? [-dr, -dc];
    const wrap = (/** @type {number} */ n, /** @type {number} */ of) => (n + of) % of;
    this.#point([wrap(r + dr, height), wrap(c + dc, width)]);
  }

  /** Draws on the square chosen by keys. @param {boolean} erase */
  #drawHere(erase) {
    if (!this.cursor) return;
    this.erasing = erase;
    const at = this.cursor;
    if (this.it.rows) {
      this.#remember();
      this.put(...at);
    } else this.place(...at);
    this.erasing = false;
    this.#point(at);
  }

  /** @param {string} game */
  start(game) {
    this.#remember();
    this.it = fresh(game);
    this.tool = game === 'sokoban' ? '#' : 'h2';
    this.title.value = '';
    this.changed();
  }

  /** Everything that depends on what is drawn. @returns {SokobanView|UnblockView} the new drawing */
  draw() {
    const { rows, board } = this.it;
    put(
      this.palette,
      (rows ? TILES : PIECES).map(([id, label, key]) =>
        button(t(label), () => this.choose(id), {
          key,
          pressed: this.tool === id,
          id: `tool-${key}`,
        }),
      ),
    );
    this.view = rows ? sokobanView(rows) : unblockView(board ?? NEW_UNBLOCK);
    put(this.stage, this.view.svg);
    this.advisor.mark(this.view.svg);
    put(this.shape, rows ? this.#sokobanShape() : this.#unblockShape());
    put(this.formatChoice, this.#formats(rows ? 'sokoban' : 'unblock'));
    return this.view;
  }

  /** @param {string} tool */
  choose(tool) {
    this.tool = tool;
    this.draw();
  }

  /** @param {string} game */
  #formats(game) {
    const names = this.formats.filter((it) => it.game === game).map((it) => it.name);
    const select = h(
      'select',
      { 'aria-label': t('exportAs'), id: 'export', onchange: () => this.exportAs(select.value) },
      h('option', { value: '' }, t('exportAs')),
      names.map((name) => h('option', { value: name }, name)),
    );
    return select;
  }

  /** Keeps the drawing as it is, to come back to. */
  #remember() {
    this.past.push(structuredClone(this.it));
    if (this.past.length > REMEMBERED) this.past.shift();
    this.future = [];
  }

  /** A change that can be undone. @param {() => void} work */
  change(work) {
    this.#remember();
    work();
    this.changed();
  }

  changed() {
    this.advisor.cancel();
    // What is asked about the drawing before is no answer about this one.
    this.search?.abort();
    this.search = null;
    this.draw();
    put(this.rating);
    this.export.classList.add('hidden');
    this.later();
  }

  /** @param {Drawing[]} from @param {Drawing[]} to */
  travel(from, to) {
    const it = from.pop();
    if (!it) return;
    to.push(this.it);
    this.it = it;
    this.title.value = it.title ?? '';
    if (Boolean(it.rows) !== ' #$.@'.includes(this.tool)) this.tool = it.rows ? '#' : 'h2';
    this.changed();
  }

  // Sokoban.

  /** Puts the tool down on a square. @param {number} r @param {number} c */
  put(r, c) {
    const before = this.it.rows ?? [];
    const rows = putTile(before, this.inHand, r, c);
    if (rows === before) return;
    this.it.rows = rows;
    this.changed();
  }

  #sokobanShape() {
    const change = (/** @type {(rows: string[]) => string[]} */ work) =>
      this.change(() => {
        this.it.rows = work(this.it.rows ?? []);
      });
    return [
      this.#sizes((side, by) => change((rows) => growRows(rows, side, by))),
      h(
        'div',
        { class: 'row' },
        button(t('rotate'), () => change(rotateRows), { icon: 'rotate', id: 'rotate' }),
        button(t('mirror'), () => change(mirrorRows), { id: 'mirror' }),
      ),
    ];
  }

  /** Buttons that add and take away lines. @param {(side: Side, by: number) => void} grow */
  #sizes(grow) {
    const one = (/** @type {Side} */ side, /** @type {number} */ by) =>
      button(t(by < 0 ? 'less' : 'moreOf', { side: t(`side.${side}`) }), () => grow(side, by), {
        icon: by < 0 ? 'minus' : 'plus',
        compact: true,
        id: `${by < 0 ? 'less' : 'more'}-${side}`,
      });
    return h(
      'div',
      { class: 'sizes' },
      /** @type {Side[]} */ (['left', 'right', 'top', 'bottom']).map((side) => [
        h('span', {}, t(`side.${side}`)),
        h('span', { class: 'row' }, one(side, -1), one(side, 1)),
      ]),
    );
  }

  // Unblock.

  /** A change of the board that can be undone. @param {(board: UnblockBoard) => void} work */
  #changeBoard(work) {
    const { board } = this.it;
    if (board) this.change(() => work(board));
  }

  /** Puts the tool down on a cell, taking away what is in its place. @param {number} row @param {number} column */
  place(row, column) {
    const { width = 0, height = 0 } = this.it.board ?? {};
    if (row < 0 || column < 0 || row >= height || column >= width) return;
    const tool = this.inHand;
    this.#changeBoard((board) => placePiece(board, tool, row, column));
  }

  #unblockShape() {
    const sides = /** @type {Side[]} */ (['right', 'left', 'top', 'bottom']);
    return [
      this.#sizes((side, by) => this.#changeBoard((board) => growBoard(board, side, by))),
      h(
        'div',
        { class: 'row' },
        button(t('rotate'), () => this.#changeBoard(rotateBoard), { icon: 'rotate', id: 'rotate' }),
        button(t('mirror'), () => this.#changeBoard(mirrorBoard), { id: 'mirror' }),
      ),
      choice(
        t('exit'),
        sides.map((side) => [side, t(`side.${side}`)]),
        this.it.board?.exit ?? 'right',
        (chosen) =>
          this.#changeBoard((board) => {
            board.exit = sides.find((side) => side === chosen) ?? board.exit;
          }),
        'exit',
      ),
    ];
  }

  // Judging and leaving.

  /** Live validation, in the words of the server. */
  async judge() {
    const mine = ++this.judging;
    const faults = await this.#faults();
    if (mine !== this.judging) return;
    put(
      this.verdict,
      faults.length
        ? h(
            'ul',
            { class: 'faults' },
            faults.map((fault) => h('li', {}, fault)),
          )
        : h('p', { class: 'ok' }, t('valid')),
    );
    if (!faults.length) this.advisor.look(this.it);
  }

  /** What is wrong with the drawing. */
  async #faults() {
    try {
      const { faults, impossible } = await engine.judge(this.it);
      // The reason is a sentence in English.
      if (impossible)
        return [t(language() === 'en' ? 'impossible' : 'impossiblePlain', { reason: impossible })];
      return faults.map(faultIn);
    } catch (error) {
      return [words(error)];
    }
  }

  /** Whether it is solvable, and how hard. Asked again while it searches, it stops. */
  async rate() {
    if (this.search) {
      this.search.abort();
      return;
    }
    const search = new AbortController();
    this.search = search;
    put(this.rating, h('p', { class: 'busy' }, t('thinking')));
    try {
      const question = { level: this.it, time_ms: 20000 };
      const record = await engine.solve(question, { signal: search.signal });
      const said = record ? await this.#rated(record) : [];
      if (this.search === search) put(this.rating, ...said);
    } catch (error) {
      if (this.search === search) put(this.rating, h('p', { class: 'faults' }, words(error)));
    }
    if (this.search === search) this.search = null;
  }

  /** @param {SolveRecord} record */
  async #rated(record) {
    const effort = { nodes: record.expanded ?? 0, seconds: record.seconds ?? 0 };
    return [
      h('p', { class: record.status === 'solved' ? 'ok' : 'faults' }, describe(record, this.it)),
      h('p', { class: 'about' }, t('effort', effort)),
      await factTable(this.it),
    ];
  }

  /** Does something with the drawing as text; a drawing that is not a puzzle has none.
   *  @param {(text: string) => unknown} work @param {string} [format] */
  async #asText(work, format) {
    try {
      await work(await engine.write(this.it, { format }));
    } catch (error) {
      this.ctx.say(words(error), 'error');
    }
  }

  /** Plays the drawing, or says what it still lacks. */
  async play() {
    const faults = await this.#faults();
    if (faults.length) {
      this.ctx.say(t('notYet', { faults: faults.join('; ') }), 'error');
      return;
    }
    await this.#asText(async (text) => {
      const collection = await open(text, `${OPENED}drawn`);
      this.ctx.go(`#/play/${collection.name}/1`);
    });
  }

  /** @param {string} format */
  async exportAs(format) {
    if (!format) return;
    await this.#asText((text) => {
      this.export.classList.remove('hidden');
      this.export.value = text;
      download(`${(this.it.title || 'level').replace(/[^\w-]+/g, '-')}.${format}`, text);
    }, format);
  }

  append() {
    const game = this.it.rows ? 'sokoban' : 'unblock';
    return this.#asText((text) => appendDialog(this.ctx, game, text));
  }

  keep() {
    return this.#asText((text) => keepDialog(this.ctx, this.it.title || t('editor'), text));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'z') {
        this.travel(this.past, this.future);
        return true;
      }
      if (event.key === 'y' || event.key === 'Z') {
        this.travel(this.future, this.past);
        return true;
      }
      return false;
    }
    const tool = (this.it.rows ? TILES : PIECES).find(([, , key]) => key === event.key);
    if (tool) {
      this.choose(tool[0]);
      return true;
    }
    const act = {
      p: () => this.play(),
      ArrowUp: () => this.#walk(-1, 0),
      ArrowDown: () => this.#walk(1, 0),
      ArrowLeft: () => this.#walk(0, -1),
      ArrowRight: () => this.#walk(0, 1),
      ' ': () => this.#drawHere(false),
      Delete: () => this.#drawHere(true),
      Backspace: () => this.#drawHere(true),
    }[event.key];
    act?.();
    return act !== undefined;
  }

  leave() {
    this.later.now();
    this.search?.abort();
    this.advisor.cancel();
  }
}

/** Everything is shown while it is drawn, even what is not closed in yet. @param {string[]} rows */
function sokobanView(rows) {
  const board = new Board(rows);
  const view = new SokobanView(board, t('editorLabel'));
  const cells = s('g', {});
  for (let r = 0; r < board.height; r++)
    for (let c = 0; c < board.width; c++)
      cells.append(s('rect', { class: 'cell', x: c * 40, y: r * 40, width: 40, height: 40 }));
  view.svg.insertBefore(cells, view.svg.firstChild);
  if (board.player < 0) view.player.remove();
  view.show(new Game(board));
  return view;
}

/** @param {UnblockBoard} board */
function unblockView(board) {
  const view = new UnblockView(board, t('editorLabel'));
  view.show(board.pieces.map((piece) => (piece.axis === 'h' ? piece.column : piece.row)));
  return view;
}
