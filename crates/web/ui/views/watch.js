// @ts-check
/**
 * Watch a search think: every expansion of the real search on a small board, forward and back, two
 * searches side by side. The server runs the search and writes it down; here it is only shown.
 */
import { SokobanView } from '../board/sokoban.js';
import { choice, h, put, viewOf } from '../lib/dom.js';
import { engine as engines } from '../lib/engine.js';
import { words } from '../lib/errors.js';
import { known, number, ofEngine, t } from '../lib/i18n.js';
import { address, faultsOf, isPlayable, nameOf, titleOf } from '../lib/levels.js';
import { ReplayBar } from '../play/replay.js';
import { Board } from '../game/sokoban.js';
import { TreePicture } from './tree.js';

/** @import {ChoiceRow, Context, EngineRow, EngineTable, Found, SeenSearch, SokobanLevel} from '../types.d.ts' */

/** What the server lets be watched. */
const MOST = { boxes: 12, squares: 400 };

/** What the two sides begin with. */
const FIRST = ['bfs', 'astar'];

/** @param {Context} ctx @param {Found} found */
export async function watchView(ctx, found) {
  const { level } = found;
  if (!isPlayable(level)) throw new Error(faultsOf(level));
  if (!level.rows) throw new Error(t('watchSokoban'));
  const { rows } = level;
  const board = new Board(rows);
  const small = board.boxes.length <= MOST.boxes && board.width * board.height <= MOST.squares;
  if (!small) throw new Error(t('watchTooLarge', { ...MOST, n: board.boxes.length }));
  const watcher = new Watcher(
    ctx,
    { ...found, level: { ...level, rows } },
    await engines.engines(),
  );
  return viewOf(t('watchSearch'), watcher, [
    ['← →', t('key.replay')],
    ['Home End', t('watchEnds')],
    ['Space', t('playback')],
  ]);
}

class Watcher {
  /** @param {Context} ctx @param {Found<SokobanLevel>} found @param {EngineTable} table */
  constructor(ctx, { collection, level }, table) {
    this.cursor = 0;
    const shown = () => this.show();
    this.lanes = FIRST.map((name, i) => new Lane(level, table, name, `lane-${i}`, shown));
    this.bar = new ReplayBar({
      length: () => this.length,
      cursor: () => this.cursor,
      jump: (index) => {
        this.cursor = Math.max(0, Math.min(this.length, index));
        this.show();
      },
      speed: Math.min(4, ctx.settings.speed),
      onspeed: (speed) => ctx.set({ speed }),
    });
    this.element = h(
      'div',
      { class: 'watcher' },
      h(
        'div',
        { class: 'heading' },
        h(
          'a',
          { class: 'back', href: `#/c/${encodeURIComponent(collection.name)}` },
          nameOf(collection),
        ),
        h('h1', {}, t('watchTitle', { title: titleOf(level) })),
        h('a', { class: 'button', href: address('solve', collection, level.index) }, t('solve')),
      ),
      this.bar.element,
      h(
        'div',
        { class: 'lanes' },
        this.lanes.map((lane) => lane.element),
      ),
      h('p', { class: 'about' }, t('watchHelp')),
    );
    this.resized = () => this.show();
    addEventListener('resize', this.resized);
    ctx.last = { name: collection.name, index: level.index };
    // The pictures take their size from the page, which they are not part of yet.
    requestAnimationFrame(this.resized);
  }

  /** Expansions of the longer search, and its end. */
  get length() {
    return Math.max(...this.lanes.map((lane) => lane.length));
  }

  show() {
    this.cursor = Math.min(this.cursor, this.length);
    for (const lane of this.lanes) lane.show(this.cursor);
    this.bar.update();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { bar } = this;
    const act = {
      ArrowLeft: () => bar.step(-1),
      ArrowRight: () => bar.step(1),
      Home: () => bar.step(-this.length),
      End: () => bar.step(this.length),
      ' ': () => (bar.playing ? bar.stop() : bar.play()),
    }[event.key];
    act?.();
    return Boolean(act);
  }

  leave() {
    this.bar.stop();
    removeEventListener('resize', this.resized);
  }
}

/** One of the searches: its choice, its board, what it knows, its tree. */
class Lane {
  /** @param {SokobanLevel} level @param {EngineTable} table @param {string} engine @param {string} id @param {() => void} changed */
  constructor(level, table, engine, id, changed) {
    this.level = level;
    this.table = table;
    this.id = id;
    this.changed = changed;
    this.engines = table.engines.filter(
      (row) => row.kind !== 'engine' && row.games !== 'unblock' && !row.name.startsWith('aveiro'),
    );
    this.engine = engine;
    this.heuristic = '';
    /** @type {SeenSearch|null} */
    this.seen = null;
    this.question = 0;
    this.view = new SokobanView(
      new Board(level.rows),
      t('watchBoard', { title: titleOf(level), engine }),
    );
    this.about = h('p', { class: 'about' });
    this.figures = h('dl', { class: 'figures', 'aria-live': 'off' });
    this.words = h('p', { role: 'status', 'aria-live': 'polite', class: 'live' });
    this.tree = new TreePicture();
    this.options = h('div', { class: 'pair' });
    this.element = h(
      'section',
      { class: 'lane sheet', id },
      this.options,
      this.about,
      h('div', { class: 'scene' }, this.view.svg, this.figures),
      this.words,
      this.tree.element,
    );
    this.#ask();
  }

  /** Expansions, and the end. */
  get length() {
    return this.seen?.steps.length ?? 0;
  }

  /** @returns {EngineRow|undefined} */
  get #row() {
    return this.engines.find((row) => row.name === this.engine);
  }

  #choices() {
    const engines = this.engines.map(
      (row) => /** @type {[string, string]} */ ([row.name, row.name]),
    );
    const chosen = (/** @type {string} */ name) => {
      this.engine = name;
      this.heuristic = '';
      this.#ask();
    };
    const estimates = this.table.heuristics.filter((row) => row.game === 'sokoban');
    const heuristics = /** @type {[string, string][]} */ ([
      ['', t('asUsual')],
      ...estimates.map((/** @type {ChoiceRow} */ row) => [row.name, row.name]),
    ]);
    const estimated = (/** @type {string} */ name) => {
      this.heuristic = name;
      this.#ask();
    };
    const informed = this.#row?.kind === 'textbook' && !/^(bfs|dfs|iddfs|ucs)$/.test(this.engine);
    put(
      this.options,
      choice(t('engine'), engines, this.engine, chosen, `${this.id}-engine`),
      informed && choice(t('heuristic'), heuristics, this.heuristic, estimated, `${this.id}-h`),
    );
  }

  /** Has the search run and written down. */
  async #ask() {
    const mine = ++this.question;
    this.#choices();
    const row = this.#row;
    put(this.about, row ? ofEngine(row) : '');
    put(this.words, t('thinking'));
    const { engine, heuristic } = this;
    const question = { level: this.level, engine, heuristic: heuristic || null };
    try {
      const seen = await engines.watch(question);
      if (mine !== this.question) return;
      this.seen = seen;
      this.tree.load(seen);
    } catch (error) {
      if (mine !== this.question) return;
      this.seen = null;
      this.tree.load(null);
      put(this.words, h('span', { class: 'faults' }, words(error)));
    }
    this.changed();
  }

  /** Shows the moment before an expansion, or the end. @param {number} cursor */
  show(cursor) {
    const { seen } = this;
    if (!seen) {
      put(this.figures);
      return;
    }
    const at = Math.min(cursor, seen.steps.length);
    const ended = at === seen.steps.length;
    const last = seen.solution[seen.solution.length - 1];
    const step = seen.steps[Math.min(at, seen.steps.length - 1)];
    const state = ended && last !== undefined ? last : (step?.[0] ?? 0);
    const [, player, ...boxes] = seen.states[state];
    this.view.show({ player, boxes });
    this.tree.show(at, state);
    this.#tell(at, ended);
  }

  /** How it chooses what comes next. */
  #takes() {
    const like = { wastar: 'astar', wida: 'idastar' }[this.engine] ?? this.engine;
    return known(`watchTakes.${like}`) ?? t('watchTakes.other');
  }

  /** What the search knows at this moment. @param {number} at @param {boolean} ended */
  #tell(at, ended) {
    const seen = /** @type {SeenSearch} */ (this.seen);
    const { steps, weighted } = seen;
    const step = steps[Math.min(at, steps.length - 1)];
    if (!step) return;
    const [, before, g, estimate, value, waiting, round, limit] = step;
    const scaled = (/** @type {number|null} */ it) =>
      it === null ? '–' : number(weighted ? it / 100 : it);
    const met = ended ? seen.states.length : before;
    const rows = [
      [t('watchStep'), `${number(Math.min(at + 1, steps.length))} / ${number(steps.length)}`],
      ['g', number(g)],
      ['h', estimate === null ? '–' : number(estimate)],
      ['f', scaled(value)],
      [t('watchWaiting'), number(waiting)],
      [t('watchMet'), number(met)],
      limit !== null && [t('watchRound'), t('watchLimit', { round, limit: scaled(limit) })],
    ];
    put(
      this.figures,
      rows.map((row) => row && h('div', {}, h('dt', {}, row[0]), h('dd', {}, row[1]))),
    );
    const end = { n: seen.solution.length - 1, steps: steps.length };
    put(this.words, ended ? t(`watchEnd.${seen.status}`, end) : this.#takes());
  }
}
