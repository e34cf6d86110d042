// @ts-check
/** One configuration of a search: which engine, what it is asked, what it may use. */
import { choice, figure, h, put } from '../lib/dom.js';
import { engine as engines } from '../lib/engine.js';
import { words } from '../lib/errors.js';
import { ofEngine, ofLabel, ofTechnique, t } from '../lib/i18n.js';

/** @import {ChoiceRow, Collection, Drawing, EngineRow, EngineTable, GameName, Level, TechniqueRow} from '../types.d.ts' */

/** The message that names each goal. @type {Record<string, string>} */
const GOALS = {
  any: 'goal.any',
  pushes: 'fewestPushes',
  moves: 'fewestMoves',
  'pushes-moves': 'goal.pushes-moves',
  'moves-pushes': 'goal.moves-pushes',
  steps: 'fewestSteps',
};

/** One configuration: engine, goal or space and heuristic, techniques, limits. */
export class Config {
  /** @param {EngineTable} table @param {Drawing} level @param {string} id */
  constructor(table, level, id) {
    this.table = table;
    this.id = id;
    /** @type {GameName} */
    this.game = level.rows ? 'sokoban' : 'unblock';
    this.engines = table.engines.filter((row) => row.games === 'both' || row.games === this.game);
    /** @type {EngineRow} */
    this.engine = id === 'a' ? this.engines[0] : (this.engines[1] ?? this.engines[0]);
    this.goal = '';
    this.space = '';
    this.heuristic = '';
    this.weight = '';
    this.time = String(table.limits.time_ms / 1000);
    this.memory = String(table.limits.memory / 1048576);
    this.nodes = '';
    this.threads = String(table.limits.threads ?? 1);
    /** @type {Map<string, boolean>} techniques switched by hand */
    this.switched = new Map();
    /** The checkbox of each technique. @type {Map<string, HTMLInputElement>} */
    this.boxes = new Map();
    /** Counts questions about the plan, so that a late answer is not believed. */
    this.asking = 0;
    this.fault = h('p', { class: 'faults', role: 'status', 'aria-live': 'polite' });
    this.about = h('p', { class: 'about' });
    this.summary = h('summary', { id: `techniques-${id}` }, t('techniques'));
    this.asked = h('div', { class: 'config' });
    this.element = this.#build();
    this.#ask();
  }

  #build() {
    const { limits } = this.table;
    return h(
      'fieldset',
      { class: 'sheet config' },
      h('legend', {}, t(this.id === 'a' ? 'configuration' : 'secondConfiguration')),
      h('label', { class: 'field' }, h('span', {}, t('engine')), this.#engines()),
      this.about,
      this.asked,
      h(
        'div',
        { class: 'pair' },
        this.#figure(t('timeLimit'), 'time', limits.max_time_ms / 1000),
        this.#figure(t('memoryLimit'), 'memory', limits.max_memory / 1048576),
        this.#figure(t('nodeLimit'), 'nodes', 1e12),
        this.#figure(t('threads'), 'threads', limits.max_threads),
      ),
    );
  }

  /** The choice of the engine, by kind. */
  #engines() {
    const option = (/** @type {EngineRow} */ row) =>
      h('option', { value: row.name, selected: row === this.engine }, row.name);
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      {
        id: `engine-${this.id}`,
        onchange: () => {
          this.engine = this.engines.find((row) => row.name === select.value) ?? this.engine;
          this.#ask();
        },
      },
      ['engine', 'textbook', 'preset'].map((kind) => {
        const rows = this.engines.filter((row) => row.kind === kind);
        return rows.length > 0 && h('optgroup', { label: t(`kind.${kind}`) }, rows.map(option));
      }),
    );
    return select;
  }

  /** @param {string} label @param {'time'|'memory'|'nodes'|'threads'|'weight'} name @param {number} max */
  #figure(label, name, max) {
    return figure(label, this[name], max, (value) => {
      this[name] = value;
    });
  }

  /** A choice that the plan depends on. @param {'goal'|'space'|'heuristic'} name @param {[string, string][]} options */
  #choice(name, options) {
    const chosen = (/** @type {string} */ value) => {
      this[name] = value;
      this.#plan();
    };
    return choice(t(name), options, '', chosen, `${name}-${this.id}`);
  }

  /** What this engine wants to know. */
  #ask() {
    const { engine } = this;
    this.switched.clear();
    this.goal = '';
    this.space = '';
    this.heuristic = '';
    this.weight = '';
    put(this.about, ofEngine(engine));
    put(
      this.asked,
      engine.kind === 'engine' &&
        this.#choice(
          'goal',
          engine.goals[this.game].map((goal) => [goal === 'any' ? '' : goal, t(GOALS[goal])]),
        ),
      engine.kind === 'textbook' && this.#textbook(),
      this.game === 'sokoban' && this.#techniques(),
      this.fault,
    );
    this.#plan();
  }

  /** What the textbook searches leave open. */
  #textbook() {
    const { table, engine } = this;
    const of = (/** @type {ChoiceRow[]} */ rows) =>
      /** @type {[string, string][]} */ ([
        ['', t('asUsual')],
        ...rows.filter((row) => row.game === this.game).map((row) => [row.name, row.name]),
      ]);
    return [
      h(
        'div',
        { class: 'pair' },
        this.#choice('space', of(table.spaces)),
        this.#choice('heuristic', of(table.heuristics)),
      ),
      engine.weighted && this.#figure(t('weight'), 'weight', 100000),
    ];
  }

  /** Asks the server which techniques this really switches on, or why it makes no sense. */
  async #plan() {
    const mine = ++this.asking;
    const { engine, goal, space, heuristic, weight, techniques } = this.question();
    const setup = { game: this.game, engine, goal, space, heuristic, weight, techniques };
    try {
      const plan = await engines.plan(setup);
      if (mine !== this.asking) return;
      put(this.fault);
      const on = new Set(plan.techniques);
      const reads = new Set(plan.reads);
      for (const [name, box] of this.boxes) {
        box.checked = on.has(name);
        box.disabled = !reads.has(name);
      }
      put(this.summary, t('techniquesOn', { n: on.size, of: reads.size }));
    } catch (error) {
      if (mine === this.asking) put(this.fault, words(error));
    }
  }

  /** Switches; the plan says which are on, and which this engine reads. */
  #techniques() {
    this.boxes.clear();
    return h(
      'details',
      { class: 'more' },
      this.summary,
      h(
        'div',
        { class: 'techniques', tabindex: 0, role: 'group', 'aria-label': t('techniques') },
        this.table.techniques.map((row) => this.#technique(row)),
      ),
    );
  }

  /** @param {TechniqueRow} row */
  #technique(row) {
    const box = h('input', {
      type: 'checkbox',
      onchange: () => {
        const back = this.switched.get(row.name) === !box.checked;
        if (back) this.switched.delete(row.name);
        else this.switched.set(row.name, box.checked);
        this.#plan();
      },
    });
    this.boxes.set(row.name, box);
    return h(
      'label',
      { title: `${ofTechnique(row)} ${t('readBy', { readers: ofLabel(row.readers) })}` },
      box,
      row.name,
      h('span', { class: 'keeps' }, kept(row) || t('keeps.nothing')),
    );
  }

  get switches() {
    return [...this.switched].map(([name, on]) => (on ? '+' : '-') + name);
  }

  /** What the engines are asked. */
  question() {
    return {
      engine: this.engine.name,
      goal: this.goal || null,
      space: this.space || null,
      heuristic: this.heuristic || null,
      weight: this.weight ? Number(this.weight) : null,
      techniques: this.switches,
      time_ms: Math.round(Number(this.time || 10) * 1000),
      memory: Math.round(Number(this.memory || 1024) * 1048576),
      nodes: this.nodes ? Number(this.nodes) : null,
      threads: Number(this.threads || 1),
    };
  }

  /** The same on the command line. @param {Collection} collection @param {Level} level */
  command(collection, level) {
    const opened = collection.name.startsWith('~');
    const words = [
      'banto',
      'solve',
      opened ? '-' : shell(`${collection.name}:${level.index}`),
      '--engine',
      this.engine.name,
    ];
    for (const name of /** @type {const} */ (['goal', 'space', 'heuristic', 'weight']))
      if (this[name]) words.push(`--${name}`, String(this[name]));
    for (const it of this.switches) words.push(`-T=${it}`);
    words.push(
      '--time',
      `${this.time}s`,
      '--memory',
      `${this.memory}MiB`,
      '--threads',
      String(this.threads),
    );
    if (this.nodes) words.push('--nodes', String(this.nodes));
    return words.join(' ');
  }
}

/** What a technique keeps. @param {TechniqueRow} row */
function kept({ keeps }) {
  return [
    keeps.completeness && t('keeps.completeness'),
    keeps.push_optimality && t('keeps.pushes'),
    keeps.move_optimality && t('keeps.moves'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** A word as a shell takes it. @param {string} word */
function shell(word) {
  return /^[\w.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
