// @ts-check
/** Solve and watch: choose an engine, follow the search, replay what it found, compare two ways. */
import { api, follow } from './api.js';
import { SokobanView } from './board-sokoban.js';
import { UnblockView } from './board-unblock.js';
import { Config } from './configuration.js';
import { button, h, put } from './dom.js';
import { language, t } from './i18n.js';
import { input, titleOf } from './levels.js';
import { faultsOf, glides, keepSolution } from './play-common.js';
import { replayBar } from './replay.js';
import { Board, Game as Sokoban, dirOf } from './sokoban.js';
import { Game as Unblock } from './unblock.js';

/** Runs made since the page was loaded, by level. @type {Map<string, any[]>} */
const history = new Map();

/** @param {number} n */
const number = (n) => n.toLocaleString(language() === 'pt' ? 'pt-PT' : 'en');

/** @param {any} ctx @param {{whole: any, level: any}} found */
export async function solveView(ctx, { whole, level }) {
  if (level.faults?.length) throw new Error(faultsOf(level));
  const table = await api('engines');
  const solver = new Solver(ctx, whole, level, table);
  return {
    element: solver.element,
    title: t('solve'),
    keys: /** @type {[string, string][]} */ ([
      ['Enter', t('run')],
      ['Esc', t('stop')],
      ['Space', t('playback')],
      ['← →', t('key.replay')],
    ]),
    key: (/** @type {KeyboardEvent} */ event) => solver.key(event),
    leave: () => solver.leave(),
  };
}

class Solver {
  /** @param {any} ctx @param {any} whole @param {any} level @param {any} table */
  constructor(ctx, whole, level, table) {
    this.ctx = ctx;
    this.whole = whole;
    this.level = level;
    this.table = table;
    this.game = level.rows ? new Sokoban(new Board(level.rows)) : new Unblock(level.board);
    const label = t('replayLabel', { title: titleOf(level) });
    this.view = level.rows
      ? new SokobanView(/** @type {any} */ (this.game).board, label)
      : new UnblockView(level.board, label);
    this.runs = history.get(level.key) ?? [];
    history.set(level.key, this.runs);
    /** @type {AbortController|null} */
    this.abort = null;
    /** @type {string|null} the job that runs */
    this.job = null;
    this.#build();
    this.show();
    this.results();
  }

  #build() {
    const { ctx, whole, level } = this;
    this.first = new Config(this.table, level, 'a');
    this.second = new Config(this.table, level, 'b');
    this.live = h('p', { class: 'live', role: 'status', 'aria-live': 'off', id: 'live' });
    this.outcome = h('p', { role: 'status', 'aria-live': 'polite', id: 'outcome' });
    this.record = h('div', {});
    this.table_ = h('div', { class: 'runs' });
    this.runButton = button(t('run'), () => this.run(), {
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
    const secondBox = h(
      'details',
      { class: 'more', id: 'second' },
      h('summary', {}, t('compareWith')),
      this.second.element,
      button(t('runBoth'), () => this.runBoth(), { icon: 'play', id: 'run-both' }),
    );
    this.bar = replayBar({
      length: () => this.game.moves.length,
      cursor: () => this.game.cursor,
      jump: (index) => {
        this.game.jump(index);
        this.show();
      },
      speed: level.rows ? ctx.settings.speed : Math.min(4, ctx.settings.speed),
      onspeed: (speed) => ctx.set({ speed }),
    });
    const name = encodeURIComponent(whole.name);
    this.element = h(
      'div',
      { class: 'solver' },
      h(
        'div',
        {},
        h('div', { class: 'stage' }, this.view.svg, this.bar.element, this.outcome),
        this.table_,
      ),
      h(
        'div',
        { class: 'panel' },
        h(
          'div',
          { class: 'heading' },
          h('a', { class: 'back', href: `#/c/${name}` }, whole.title ?? whole.name),
          h('h1', {}, titleOf(level)),
          h(
            'div',
            { class: 'row' },
            h('a', { class: 'button', href: `#/play/${name}/${level.index}` }, t('play')),
            h('a', { class: 'button', href: `#/edit/${name}/${level.index}` }, t('edit')),
          ),
        ),
        this.first.element,
        h('div', { class: 'row' }, this.runButton, this.stopButton),
        this.live,
        secondBox,
        this.record,
        this.#about(),
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
        put(body, error.message);
      }
    });
    return box;
  }

  show() {
    this.view.svg.classList.toggle('smooth', glides(this.ctx));
    const { game } = this;
    if (game instanceof Sokoban) {
      const last = game.moves[game.cursor - 1];
      /** @type {SokobanView} */ (this.view).show(game, last ? dirOf(last) : 1);
    } else /** @type {UnblockView} */ (this.view).show(game.at);
    this.bar.update();
  }

  async runBoth() {
    const first = await this.run(this.first);
    if (first && first.status !== 'interrupted') await this.run(this.second);
  }

  /** @param {Config} [config] */
  async run(config = this.first) {
    if (this.abort) return null;
    this.bar.stop();
    this.abort = new AbortController();
    this.busy(true);
    put(this.outcome);
    const started = performance.now();
    let view;
    try {
      view = await api('jobs', {
        body: {
          level: input(this.level),
          collection: this.whole.name,
          index: this.level.index,
          ...config.question(),
        },
      });
      this.job = view.id;
      await follow(
        `jobs/${view.id}`,
        (now) => {
          view = now;
          this.tell(now, started);
        },
        this.abort.signal,
      );
    } catch (error) {
      if (error.name !== 'AbortError')
        put(this.outcome, h('span', { class: 'faults' }, error.message));
    }
    this.abort = null;
    this.job = null;
    this.busy(false);
    if (view?.record) this.done(view.record, config);
    return view?.record ?? null;
  }

  /** @param {boolean} on */
  busy(on) {
    this.runButton.disabled = on;
    this.stopButton.disabled = !on;
    this.element.classList.toggle('running', on);
    if (!on) put(this.live);
  }

  /** Live counters. @param {any} view @param {number} started */
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
        nodes: number(expanded),
        rate: number(Math.round(expanded / seconds)),
        depth: number(depth),
        best: number(best),
        seconds: seconds.toFixed(1),
      }),
    );
  }

  stop() {
    if (this.job) api(`jobs/${this.job}`, { method: 'DELETE' }).catch(() => {});
  }

  /** @param {any} record @param {Config} config */
  done(record, config) {
    this.runs.unshift({ record, command: config.command(this.whole, this.level) });
    this.runs.splice(12);
    put(this.outcome, describe(record, this.level));
    if (record.solution) {
      this.load(record.solution);
      keepSolution(this.ctx, this.level, record.solution, 0, true);
      this.bar.play();
    }
    this.results();
  }

  /** @param {string} solution */
  load(solution) {
    this.bar.stop();
    this.game.load(solution, 0);
    this.show();
  }

  /** The table of all runs on this level, best figures marked. */
  results() {
    if (!this.runs.length) {
      put(this.table_);
      put(this.record);
      return;
    }
    const second = this.level.rows ? 'pushes' : 'steps';
    const columns = /** @type {[string, (record: any) => number|undefined][]} */ ([
      [t('moves'), (r) => r.moves],
      [t(second), (r) => r[second]],
      [t('seconds'), (r) => r.seconds],
      [t('cpuSeconds'), (r) => r.cpu_seconds],
      [t('expanded'), (r) => r.expanded],
      [t('generated'), (r) => r.generated],
      [t('memory'), (r) => (r.peak_bytes ? r.peak_bytes / 1048576 : undefined)],
    ]);
    const solved = this.runs.filter(({ record }) => record.status === 'solved');
    const best = columns.map(([, get]) =>
      Math.min(...solved.map(({ record }) => get(record) ?? Infinity)),
    );
    const cell = (/** @type {any} */ record, /** @type {number} */ i) => {
      const value = columns[i][1](record);
      const text =
        value === undefined
          ? '–'
          : number(Number.isInteger(value) ? value : Number(value.toFixed(i === 6 ? 1 : 3)));
      return h(
        'td',
        {
          class:
            solved.length > 1 && record.status === 'solved' && value === best[i] ? 'best' : null,
        },
        text,
      );
    };
    put(
      this.table_,
      h(
        'table',
        { class: 'results' },
        h('caption', {}, t('runs')),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, t('configuration')),
            h('th', { scope: 'col' }, t('status')),
            columns.map(([name]) => h('th', { scope: 'col' }, name)),
            h('th', { scope: 'col' }, t('guarantee')),
            h('th', { scope: 'col' }, ''),
          ),
        ),
        h(
          'tbody',
          {},
          this.runs.map(({ record }) =>
            h(
              'tr',
              {},
              h('td', {}, record.config),
              h('td', {}, t(`status.${record.status}`)),
              columns.map((_, i) => cell(record, i)),
              h('td', {}, t(`guarantee.${record.guarantee ?? 'none'}`)),
              h(
                'td',
                {},
                record.solution &&
                  button(
                    t('watch'),
                    () => {
                      this.load(record.solution);
                      this.bar.play();
                    },
                    { icon: 'play', compact: true },
                  ),
              ),
            ),
          ),
        ),
      ),
    );
    const { record, command } = this.runs[0];
    put(
      this.record,
      h('h2', {}, t('commandLine')),
      h('p', { class: 'command', id: 'command' }, command),
      h(
        'div',
        { class: 'row' },
        copyButton(this.ctx, t('copyCommand'), command),
        record.solution && copyButton(this.ctx, t('copySolution'), record.solution),
      ),
      h(
        'details',
        { class: 'more' },
        h('summary', {}, t('record')),
        h('pre', { class: 'command', id: 'record', tabindex: 0 }, JSON.stringify(record, null, 1)),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'Enter') {
      this.run();
      return true;
    }
    if (event.key === 'Escape') {
      this.stop();
      return true;
    }
    if (event.key === ' ') {
      if (this.bar.playing) this.bar.stop();
      else if (this.game.moves.length) this.bar.play();
      return true;
    }
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      this.bar.stop();
      this.game.jump(
        Math.max(
          0,
          Math.min(
            this.game.moves.length,
            this.game.cursor + (event.key === 'ArrowRight' ? 1 : -1),
          ),
        ),
      );
      this.show();
      return true;
    }
    if (event.key === 'Home' || event.key === 'End') {
      this.bar.stop();
      this.game.jump(event.key === 'Home' ? 0 : this.game.moves.length);
      this.show();
      return true;
    }
    return false;
  }

  leave() {
    this.bar.stop();
    this.stop();
    this.abort?.abort();
  }
}

/** @param {any} ctx @param {string} label @param {string} text */
function copyButton(ctx, label, text) {
  return button(
    label,
    async () => {
      try {
        await navigator.clipboard.writeText(text);
        ctx.say(t('copied'));
      } catch {
        prompt(label, text);
      }
    },
    { icon: 'copy' },
  );
}

/** How a run ended, in one sentence. @param {any} record @param {any} level */
export function describe(record, level) {
  const counts = { moves: record.moves, pushes: record.pushes, steps: record.steps };
  if (record.status === 'solved') {
    const proof =
      record.guarantee && record.guarantee !== 'none'
        ? ` ${t(`guarantee.${record.guarantee}`)}.`
        : '';
    return t(level.rows ? 'foundSokoban' : 'foundUnblock', counts) + proof;
  }
  return `${t(`ended.${record.status}`)}${record.error ? ` ${record.error}` : ''}`;
}

/** What is known about a level without solving it, as a table. @param {any} level */
export async function factTable(level) {
  const { facts } = await api('facts', { body: { level: input(level) } });
  const name = (/** @type {string} */ key) => {
    const known = t(`fact.${key}`);
    return known.startsWith('fact.') ? key.replaceAll('_', ' ') : known;
  };
  const shown = (/** @type {any} */ value) => (typeof value === 'number' ? number(value) : value);
  return h(
    'table',
    { class: 'facts-table' },
    h(
      'tbody',
      {},
      facts.map((/** @type {[string, any]} */ [key, value]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name(key)),
          h('td', {}, key === 'category' ? t(`category.${value}`) : shown(value)),
        ),
      ),
    ),
  );
}
