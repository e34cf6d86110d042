// @ts-check
/** Solve and watch: choose an engine, follow the search, replay what it found, compare two ways. */
import { SokobanView } from '../board/sokoban.js';
import { UnblockView } from '../board/unblock.js';
import { Config } from './configuration.js';
import { button, h, put, viewOf } from '../lib/dom.js';
import { engine } from '../lib/engine.js';
import { words } from '../lib/errors.js';
import { t } from '../lib/i18n.js';
import { forgetKnown, knownList } from '../play/known.js';
import { address, faultsOf, isPlayable, nameOf, slidesOf, titleOf } from '../lib/levels.js';
import { glides } from '../play/player.js';
import { ReplayBar } from '../play/replay.js';
import { describe, factTable, resultTable, runDetails } from './results.js';
import { keepSolution } from '../play/saving.js';
import { Board, Game as Sokoban, dirOf } from '../game/sokoban.js';
import { Game as Unblock } from '../game/unblock.js';

/** @import {Run} from './results.js' */
/** @import {Collection, Context, EngineTable, Found, SearchProgress, Playable, SolveRecord} from '../types.d.ts' */

/** Runs made since the page was loaded, by level. @type {Map<string, Run[]>} */
const history = new Map();

/** Runs of a level that are remembered. */
const REMEMBERED = 12;

/** @param {Context} ctx @param {Found} found */
export async function solveView(ctx, { collection, level }) {
  if (!isPlayable(level)) throw new Error(faultsOf(level));
  return viewOf(t('solve'), new Solver(ctx, collection, level, await engine.engines()), [
    ['Enter', t('run')],
    ['Esc', t('stop')],
    ['Space', t('playback')],
    ['← →', t('key.replay')],
  ]);
}

/** A board that shows solutions of a level. @param {Playable} level */
function stageOf(level) {
  const label = t('replayLabel', { title: titleOf(level) });
  if (level.board) {
    const { board } = level;
    const game = new Unblock(board);
    const view = new UnblockView(board, label);
    return {
      svg: view.svg,
      game,
      show: () => view.show(game.at),
      load: async (/** @type {string} */ solution) => game.load(await slidesOf(board, solution), 0),
    };
  }
  const game = new Sokoban(new Board(level.rows ?? []));
  const view = new SokobanView(game.board, label);
  return {
    svg: view.svg,
    game,
    show: () => {
      const last = game.moves[game.cursor - 1];
      view.show(game, last ? dirOf(last) : 1);
    },
    load: async (/** @type {string} */ solution) => game.load(solution, 0),
  };
}

class Solver {
  /** @param {Context} ctx @param {Collection} collection @param {Playable} level @param {EngineTable} table */
  constructor(ctx, collection, level, table) {
    this.ctx = ctx;
    this.collection = collection;
    this.level = level;
    this.stage = stageOf(level);
    this.runs = history.get(level.key) ?? [];
    history.set(level.key, this.runs);
    /** Ends the search that runs. @type {AbortController|null} */
    this.search = null;
    /** Whether the view is gone: what a search says then is for nobody. */
    this.left = false;
    this.first = new Config(table, level, 'a');
    this.second = new Config(table, level, 'b');
    this.live = h('p', { class: 'live', role: 'status', 'aria-live': 'off', id: 'live' });
    this.outcome = h('p', { role: 'status', 'aria-live': 'polite', id: 'outcome' });
    this.record = h('div', {});
    this.known = knownList(level);
    this.table = h('div', { class: 'runs' });
    this.runButton = button(t('run'), () => this.run(this.first), {
      icon: 'play',
      key: 'Enter',
      class: 'primary',
      id: 'run',
    });
    this.stopButton = button(t('stop'), () => this.stop(), {
      icon: 'stop',
      key: 'Esc',
      id: 'stop',
    });
    this.stopButton.disabled = true;
    this.bar = this.#replay();
    this.element = this.#build();
    this.show();
    this.results();
    this.known.refresh();
  }

  #replay() {
    const { ctx, stage } = this;
    return new ReplayBar({
      length: () => stage.game.moves.length,
      cursor: () => stage.game.cursor,
      jump: (index) => {
        stage.game.jump(index);
        this.show();
      },
      speed: this.level.rows ? ctx.settings.speed : Math.min(4, ctx.settings.speed),
      onspeed: (speed) => ctx.set({ speed }),
    });
  }

  #build() {
    return h(
      'div',
      { class: 'solver' },
      h(
        'div',
        {},
        h('div', { class: 'stage' }, this.stage.svg, this.bar.element, this.outcome),
        this.table,
      ),
      h(
        'div',
        { class: 'panel' },
        this.#heading(),
        this.first.element,
        h('div', { class: 'row' }, this.runButton, this.stopButton),
        this.live,
        h(
          'details',
          { class: 'more', id: 'second' },
          h('summary', {}, t('compareWith')),
          this.second.element,
          button(t('runBoth'), () => this.runBoth(), { icon: 'play', id: 'run-both' }),
        ),
        h('h2', {}, t('whatIsKnown')),
        this.known.element,
        this.record,
        this.#about(),
      ),
    );
  }

  #heading() {
    const { collection, level } = this;
    return h(
      'div',
      { class: 'heading' },
      h(
        'a',
        { class: 'back', href: `#/c/${encodeURIComponent(collection.name)}` },
        nameOf(collection),
      ),
      h('h1', {}, titleOf(level)),
      h(
        'div',
        { class: 'row' },
        h('a', { class: 'button', href: address('play', collection, level.index) }, t('play')),
        h('a', { class: 'button', href: address('edit', collection, level.index) }, t('edit')),
        level.rows &&
          h(
            'a',
            { class: 'button', id: 'watch', href: address('watch', collection, level.index) },
            t('watchSearch'),
          ),
      ),
    );
  }

  /** Facts, fetched when somebody wants to see them. */
  #about() {
    const body = h('div', {});
    const box = h('details', { class: 'more', id: 'about' }, h('summary', {}, t('about')), body);
    box.addEventListener('toggle', async () => {
      if (!box.open || body.firstChild) return;
      try {
        put(body, await factTable(this.level));
      } catch (error) {
        put(body, words(error));
      }
    });
    return box;
  }

  show() {
    this.stage.svg.classList.toggle('smooth', glides(this.ctx));
    this.stage.show();
    this.bar.update();
  }

  async runBoth() {
    const first = await this.run(this.first);
    if (first && first.status !== 'interrupted') await this.run(this.second);
  }

  /** @param {Config} config */
  async run(config) {
    if (this.search) return null;
    this.bar.stop();
    this.search = new AbortController();
    this.busy(true);
    put(this.outcome);
    let record = null;
    try {
      record = await this.#ask(config, this.search.signal);
    } catch (error) {
      put(this.outcome, h('span', { class: 'faults' }, words(error)));
    }
    this.search = null;
    if (this.left) return null;
    this.busy(false);
    if (record) await this.done(record, config);
    return record;
  }

  /** Has the engines search and says how it goes. @param {Config} config @param {AbortSignal} signal */
  #ask(config, signal) {
    const { collection, level } = this;
    const started = performance.now();
    const question = {
      level,
      collection: collection.name,
      index: level.index,
      ...config.question(),
    };
    const seen = (/** @type {SearchProgress} */ now) => this.tell(now, started);
    return engine.solve(question, { signal, seen });
  }

  /** @param {boolean} on */
  busy(on) {
    this.runButton.disabled = on;
    this.stopButton.disabled = !on;
    this.element.classList.toggle('running', on);
    if (!on) put(this.live);
  }

  /** Live counters. @param {SearchProgress} view @param {number} started */
  tell(view, started) {
    if (view.phase === 'queued') {
      put(this.live, t('waiting'));
      return;
    }
    if (!view.progress) {
      put(this.live, t('running'));
      return;
    }
    const { engine, expanded, depth, best } = view.progress;
    const seconds = (performance.now() - started) / 1000;
    put(
      this.live,
      t('progress', {
        engine,
        nodes: expanded,
        rate: Math.round(expanded / seconds),
        depth,
        best,
        seconds: Number(seconds.toFixed(1)),
      }),
    );
  }

  stop() {
    this.search?.abort();
  }

  /** @param {SolveRecord} record @param {Config} config */
  async done(record, config) {
    this.runs.unshift({ record, command: config.command(this.collection, this.level) });
    this.runs.splice(REMEMBERED);
    this.results();
    put(this.outcome, describe(record, this.level));
    this.learn(record);
    if (!record.solution) return;
    await this.watch(record.solution);
  }

  /** Keeps a solution, and shows what is known now. @param {SolveRecord} record */
  async learn({ solution }) {
    if (solution) await keepSolution(this.ctx, this.level, solution, 0, true);
    forgetKnown(this.level.key);
    await this.known.refresh();
  }

  /** @param {string} solution */
  async watch(solution) {
    this.bar.stop();
    await this.stage.load(solution);
    this.show();
    // On a phone the board is above what was just pressed.
    this.stage.svg.scrollIntoView({ block: 'nearest' });
    this.bar.play();
  }

  /** All runs on this level, and the last one in detail. */
  results() {
    const some = this.runs.length > 0;
    const watch = (/** @type {string} */ solution) => this.watch(solution);
    put(this.table, some && resultTable(this.level, this.runs, watch));
    put(this.record, some && runDetails(this.ctx, this.runs[0]));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this.stage;
    const to = (/** @type {number} */ index) => {
      this.bar.stop();
      game.jump(index);
      this.show();
    };
    const act = {
      Enter: () => this.run(this.first),
      Escape: () => this.stop(),
      ' ': () => {
        if (this.bar.playing) this.bar.stop();
        else if (game.moves.length) this.bar.play();
      },
      ArrowRight: () => this.bar.step(1),
      ArrowLeft: () => this.bar.step(-1),
      Home: () => to(0),
      End: () => to(game.moves.length),
    }[event.key];
    act?.();
    return act !== undefined;
  }

  leave() {
    this.left = true;
    this.bar.stop();
    this.stop();
  }
}
