// @ts-check
/** Drawing boards of both games, judged by the server as they change. */
import { api, follow } from './api.js';
import { SokobanView } from './board-sokoban.js';
import { UnblockView } from './board-unblock.js';
import { button, choice, debounce, download, h, put, s } from './dom.js';
import { NEW_SOKOBAN, TILES, growRows, mirrorRows, putTile, rotateRows } from './draw-sokoban.js';
import { NEW_UNBLOCK, PIECES, growBoard, placePiece, rotateBoard } from './draw-unblock.js';
import { t } from './i18n.js';
import { OPENED, asText, input, open, shareLink } from './levels.js';
import { keepDialog } from './shelf.js';
import { Board, Game } from './sokoban.js';
import { describe, factTable } from './solve.js';

/** @param {any} ctx @param {{whole: any, level: any}|null} found */
export async function editorView(ctx, found) {
  const kept = sessionStorage.getItem('banto.draft');
  const start = found
    ? { rows: found.level.rows, board: found.level.board, title: found.level.title }
    : kept
      ? JSON.parse(kept)
      : { rows: NEW_SOKOBAN, title: '' };
  const { formats } = await api('formats');
  const editor = new Editor(ctx, start, formats);
  return {
    element: editor.element,
    title: t('editor'),
    keys: /** @type {[string, string][]} */ ([
      ['1–7', t('key.tool')],
      ['Ctrl Z', t('undo')],
      ['Ctrl Y', t('redo')],
      ['P', t('playThis')],
    ]),
    key: (/** @type {KeyboardEvent} */ event) => editor.key(event),
    leave: () => editor.leave(),
  };
}

class Editor {
  /** @param {any} ctx @param {any} start @param {any[]} formats */
  constructor(ctx, start, formats) {
    this.ctx = ctx;
    this.formats = formats;
    /** @type {any} either `rows` or `board`, and `title` */
    this.it = structuredClone(start);
    /** @type {any[]} */
    this.past = [];
    /** @type {any[]} */
    this.future = [];
    this.tool = this.it.rows ? '#' : 'h2';
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
    this.rating = h('div', { role: 'status', 'aria-live': 'polite', id: 'rating' });
    this.export = h('textarea', {
      rows: 8,
      readonly: true,
      'aria-label': t('exportText'),
      id: 'export-text',
      class: 'hidden',
    });
    this.shape = h('div', { class: 'panel' });
    this.later = debounce(() => {
      sessionStorage.setItem('banto.draft', JSON.stringify(this.it));
      this.judge();
    }, 120);
    /** @type {string|null} */
    this.job = null;
    this.element = h(
      'div',
      { class: 'editor' },
      h('div', { class: 'stage' }, this.palette, this.stage, this.verdict),
      h(
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
        h(
          'div',
          { class: 'row' },
          button(t('solvable'), () => this.rate(), {
            icon: 'search',
            class: 'primary',
            id: 'rate',
          }),
          button(t('playThis'), () => this.play(), { icon: 'play', key: 'P', id: 'play-this' }),
        ),
        this.rating,
        h(
          'div',
          { class: 'row' },
          button(t('share'), () => this.share(), { icon: 'copy', id: 'share' }),
          (this.formatChoice = h('span', {})),
        ),
        this.export,
        h(
          'div',
          { class: 'row' },
          button(t('keep'), () => this.keep(), { icon: 'save', id: 'keep' }),
        ),
      ),
    );
    this.#pointer();
    this.draw();
    this.judge();
  }

  /** Strokes of the pointer. The drawing is replaced under it, so the stage holds the pointer. */
  #pointer() {
    this.stage.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      if (this.it.board) {
        const { x, y } = /** @type {UnblockView} */ (this.view).point(event);
        this.place(Math.floor(y), Math.floor(x));
        return;
      }
      this.stage.setPointerCapture(event.pointerId);
      this.past.push(structuredClone(this.it));
      this.future = [];
      this.#paint(event);
    });
    this.stage.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (this.it.rows && this.stage.hasPointerCapture(event.pointerId)) this.#paint(event);
    });
  }

  /** @param {PointerEvent} event */
  #paint(event) {
    const view = /** @type {SokobanView} */ (this.view);
    const at = view.square(event);
    if (at >= 0) this.put(...view.board.place(at));
  }

  /** @param {string} game */
  start(game) {
    this.change(() => {
      this.it = structuredClone(
        game === 'sokoban' ? { rows: NEW_SOKOBAN, title: '' } : { board: NEW_UNBLOCK, title: '' },
      );
    });
    this.tool = game === 'sokoban' ? '#' : 'h2';
    this.title.value = '';
    this.draw();
  }

  /** Everything that depends on what is drawn. */
  draw() {
    const sokoban = Boolean(this.it.rows);
    put(
      this.palette,
      (sokoban ? TILES : PIECES).map(([id, label, key]) =>
        button(
          t(label),
          () => {
            this.tool = id;
            this.draw();
          },
          { key, pressed: this.tool === id, id: `tool-${key}` },
        ),
      ),
    );
    this.view = sokoban ? this.#sokoban() : this.#unblock();
    put(this.stage, this.view.svg);
    put(this.shape, sokoban ? this.#sokobanShape() : this.#unblockShape());
    const game = sokoban ? 'sokoban' : 'unblock';
    put(
      this.formatChoice,
      h(
        'select',
        {
          'aria-label': t('exportAs'),
          id: 'export',
          onchange: (/** @type {any} */ event) => this.exportAs(event.target.value),
        },
        h('option', { value: '' }, t('exportAs')),
        this.formats
          .filter((it) => it.game === game)
          .map((it) => h('option', { value: it.name }, it.name)),
      ),
    );
  }

  /** A change that can be undone. @param {() => void} work */
  change(work) {
    this.past.push(structuredClone(this.it));
    if (this.past.length > 500) this.past.shift();
    this.future = [];
    work();
    this.changed();
  }

  changed() {
    this.draw();
    put(this.rating);
    this.export.classList.add('hidden');
    this.later();
  }

  /** @param {any[]} from @param {any[]} to */
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

  #sokoban() {
    const board = new Board(this.it.rows);
    const view = new SokobanView(board, t('editorLabel'));
    // Everything is shown while it is drawn, also what is not closed in yet.
    const cells = s('g', {});
    for (let r = 0; r < board.height; r++)
      for (let c = 0; c < board.width; c++)
        cells.append(s('rect', { class: 'cell', x: c * 40, y: r * 40, width: 40, height: 40 }));
    view.svg.insertBefore(cells, view.svg.firstChild);
    if (board.player < 0) view.player.remove();
    view.show(new Game(board));
    return view;
  }

  /** Puts the tool down on a square. @param {number} r @param {number} c */
  put(r, c) {
    const rows = putTile(this.it.rows, this.tool, r, c);
    if (rows === this.it.rows) return;
    this.it.rows = rows;
    this.changed();
  }

  #sokobanShape() {
    const act = (
      /** @type {string} */ name,
      /** @type {(rows: string[]) => string[]} */ work,
      /** @type {any} */ more,
    ) =>
      button(
        t(name),
        () =>
          this.change(() => {
            this.it.rows = work(this.it.rows);
          }),
        more,
      );
    const grow = (/** @type {string} */ side, /** @type {number} */ by) => () => {
      this.it.rows = growRows(this.it.rows, side, by);
    };
    return [
      this.#sizes(grow),
      h(
        'div',
        { class: 'row' },
        act('rotate', rotateRows, { icon: 'rotate', id: 'rotate' }),
        act('mirror', mirrorRows, { id: 'mirror' }),
      ),
    ];
  }

  /** @param {(side: string, by: number) => () => void} grow */
  #sizes(grow) {
    return h(
      'div',
      { class: 'sizes' },
      ['left', 'right', 'top', 'bottom'].flatMap((side) => [
        h('span', {}, t(`side.${side}`)),
        h(
          'span',
          { class: 'row' },
          button(t('less', { side: t(`side.${side}`) }), () => this.change(grow(side, -1)), {
            icon: 'minus',
            compact: true,
            id: `less-${side}`,
          }),
          button(t('moreOf', { side: t(`side.${side}`) }), () => this.change(grow(side, 1)), {
            icon: 'plus',
            compact: true,
            id: `more-${side}`,
          }),
        ),
      ]),
    );
  }

  // Unblock.

  #unblock() {
    const { board } = this.it;
    const view = new UnblockView(board, t('editorLabel'));
    view.show(
      board.pieces.map((/** @type {any} */ piece) =>
        piece.axis === 'h' ? piece.column : piece.row,
      ),
    );
    return view;
  }

  /** Puts the tool down on a cell, taking away what is in its place. @param {number} row @param {number} column */
  place(row, column) {
    const { board } = this.it;
    if (row < 0 || column < 0 || row >= board.height || column >= board.width) return;
    this.change(() => placePiece(board, this.tool, row, column));
  }

  #unblockShape() {
    const { board } = this.it;
    const sides = /** @type {[string, string][]} */ (
      ['right', 'left', 'top', 'bottom'].map((side) => [side, t(`side.${side}`)])
    );
    const grow = (/** @type {string} */ side, /** @type {number} */ by) => () =>
      growBoard(this.it.board, side, by);
    const rotate = () => rotateBoard(this.it.board);
    return [
      this.#sizes(grow),
      h(
        'div',
        { class: 'row' },
        button(t('rotate'), () => this.change(rotate), { icon: 'rotate', id: 'rotate' }),
      ),
      choice(
        t('exit'),
        sides,
        board.exit,
        (side) =>
          this.change(() => {
            this.it.board.exit = side;
          }),
        'exit',
      ),
    ];
  }

  // Judging and leaving.

  /** Live validation, in the words of the server. */
  async judge() {
    const mine = (this.judging = (this.judging ?? 0) + 1);
    const say = (/** @type {any[]} */ faults) =>
      put(
        this.verdict,
        faults.length
          ? h(
              'ul',
              { class: 'faults' },
              faults.map((f) => h('li', {}, f)),
            )
          : h('p', { class: 'ok' }, t('valid')),
      );
    try {
      const { faults, impossible } = await api('judge', { body: { level: input(this.it) } });
      if (mine !== this.judging) return;
      if (impossible) say([t('impossible', { reason: impossible })]);
      else
        say(
          faults.map((/** @type {any} */ f) =>
            t('faultRow', { row: f.line, column: f.column, message: f.text }),
          ),
        );
    } catch (error) {
      if (mine === this.judging) say([error.message]);
    }
  }

  /** Solvable, and how hard. */
  async rate() {
    if (this.job) {
      api(`jobs/${this.job}`, { method: 'DELETE' }).catch(() => {});
      return;
    }
    put(this.rating, h('p', { class: 'busy' }, t('thinking')));
    try {
      let view = await api('jobs', { body: { level: input(this.it), time_ms: 20000 } });
      this.job = view.id;
      await follow(`jobs/${view.id}`, (now) => {
        view = now;
      });
      const { record } = view;
      put(
        this.rating,
        h('p', { class: record.status === 'solved' ? 'ok' : 'faults' }, describe(record, this.it)),
        h(
          'p',
          { class: 'about' },
          t('effort', { nodes: record.expanded ?? 0, seconds: record.seconds ?? 0 }),
        ),
        await factTable(this.it),
      );
    } catch (error) {
      put(this.rating, h('p', { class: 'faults' }, error.message));
    }
    this.job = null;
  }

  async play() {
    try {
      const whole = await open(asText(this.it), `${OPENED}drawn`);
      this.ctx.go(`#/play/${whole.name}/1`);
    } catch (error) {
      this.ctx.say(error.message, 'error');
    }
  }

  async share() {
    const link = shareLink(this.it);
    try {
      await navigator.clipboard.writeText(link);
      this.ctx.say(t('linkCopied'));
    } catch {
      prompt(t('share'), link);
    }
  }

  /** @param {string} format */
  async exportAs(format) {
    if (!format) return;
    try {
      const { text } = await api('convert', { body: { text: asText(this.it), to: format } });
      this.export.classList.remove('hidden');
      this.export.value = text;
      download(`${(this.it.title || 'level').replace(/[^\w-]+/g, '-')}.${format}`, text);
    } catch (error) {
      this.ctx.say(error.message, 'error');
    }
  }

  keep() {
    keepDialog(this.ctx, this.it.title || t('editor'), asText(this.it));
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
      [this.tool] = tool;
      this.draw();
      return true;
    }
    if (event.key === 'p') {
      this.play();
      return true;
    }
    return false;
  }

  leave() {
    this.later.now();
    if (this.job) api(`jobs/${this.job}`, { method: 'DELETE' }).catch(() => {});
  }
}
