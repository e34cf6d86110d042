// @ts-check
/** One configuration of a search: which engine, what it is asked, what it may use. */
import { api } from './api.js';
import { choice, figure, h, put } from './dom.js';
import { t } from './i18n.js';

/** One configuration: engine, goal or space and heuristic, techniques, limits. */
export class Config {
  /** @param {any} table @param {any} level @param {string} id */
  constructor(table, level, id) {
    this.table = table;
    this.id = id;
    this.game = level.rows ? 'sokoban' : 'unblock';
    this.engines = table.engines.filter(
      (/** @type {any} */ row) => row.games === 'both' || row.games === this.game,
    );
    this.engine = id === 'a' ? this.engines[0] : (this.engines[1] ?? this.engines[0]);
    this.goal = '';
    this.space = '';
    this.heuristic = '';
    this.weight = '';
    this.time = table.limits.time_ms / 1000;
    this.memory = table.limits.memory / 1048576;
    this.nodes = '';
    this.threads = 1;
    /** @type {Map<string, boolean>} techniques switched by hand */
    this.switched = new Map();
    /** The box of each technique. @type {Map<string, any>} */
    this.boxes = new Map();
    /** Counts questions about the plan, so that a late answer is not believed. */
    this.asking = 0;
    this.fault = h('p', { class: 'faults', role: 'status', 'aria-live': 'polite' });
    this.about = h('p', { class: 'about' });
    this.note = h('p', { class: 'about' });
    this.asked = h('div', { class: 'config' });
    this.#build();
    this.#ask();
  }

  #build() {
    const { table, id } = this;
    const kinds = ['engine', 'textbook', 'preset'];
    const options = (/** @type {string} */ kind) =>
      this.engines
        .filter((/** @type {any} */ row) => row.kind === kind)
        .map((/** @type {any} */ row) =>
          h('option', { value: row.name, selected: row === this.engine }, row.name),
        );
    const engines = h(
      'select',
      {
        id: `engine-${id}`,
        onchange: (/** @type {any} */ event) => {
          this.engine = this.engines.find(
            (/** @type {any} */ row) => row.name === event.target.value,
          );
          this.#ask();
        },
      },
      kinds.map((kind) => {
        const rows = options(kind);
        return rows.length > 0 && h('optgroup', { label: t(`kind.${kind}`) }, rows);
      }),
    );
    const { limits } = table;
    this.element = h(
      'fieldset',
      { class: 'sheet config' },
      h('legend', {}, t(id === 'a' ? 'configuration' : 'secondConfiguration')),
      h('label', { class: 'field' }, h('span', {}, t('engine')), engines),
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

  /** @param {string} label @param {'time'|'memory'|'nodes'|'threads'|'weight'} name @param {number} max */
  #figure(label, name, max) {
    return figure(label, this[name], max, (value) => {
      this[name] = value;
    });
  }

  /** What this engine wants to know. */
  #ask() {
    const { table, id, engine } = this;
    this.switched.clear();
    put(this.about, engine.description);
    const of = (/** @type {any[]} */ rows) =>
      /** @type {[string, string][]} */ ([
        ['', t('asUsual')],
        ...rows.filter((row) => row.game === this.game).map((row) => [row.name, row.name]),
      ]);
    const goals = /** @type {[string, string][]} */ (
      this.game === 'sokoban'
        ? [
            ['', t('goal.any')],
            ['pushes', t('fewestPushes')],
            ['moves', t('fewestMoves')],
          ]
        : [
            ['', t('goal.any')],
            ['moves', t('fewestMoves')],
            ['steps', t('fewestSteps')],
          ]
    );
    this.goal = '';
    this.space = '';
    this.heuristic = '';
    this.weight = '';
    const textbook = engine.kind === 'textbook' && [
      h(
        'div',
        { class: 'pair' },
        choice(
          t('space'),
          of(table.spaces),
          '',
          (value) => {
            this.space = value;
            this.#plan();
          },
          `space-${id}`,
        ),
        choice(
          t('heuristic'),
          of(table.heuristics),
          '',
          (value) => {
            this.heuristic = value;
            this.#plan();
          },
          `heuristic-${id}`,
        ),
      ),
      engine.name.startsWith('w') && this.#figure(t('weight'), 'weight', 100000),
    ];
    put(
      this.asked,
      engine.kind === 'engine' &&
        choice(
          t('goal'),
          goals,
          '',
          (value) => {
            this.goal = value;
            this.#plan();
          },
          `goal-${id}`,
        ),
      textbook,
      this.game === 'sokoban' && this.#techniques(),
      this.fault,
    );
    this.#plan();
  }

  /** Asks the server what this comes to: which techniques are really on, or why it makes no sense. */
  async #plan() {
    const mine = ++this.asking;
    const { engine, goal, space, heuristic, weight, techniques } = this.question();
    const body = { game: this.game, engine, goal, space, heuristic, weight, techniques };
    try {
      const plan = await api('plan', { body });
      if (mine !== this.asking) return;
      put(this.fault);
      const on = new Set(plan.techniques);
      for (const [name, box] of this.boxes) box.checked = on.has(name);
      if (this.summary) put(this.summary, t('techniquesOn', { n: on.size, of: this.boxes.size }));
      put(this.note, this.engine.name === 'fess' && t('ownTechniques'));
    } catch (error) {
      if (mine === this.asking) put(this.fault, error.message);
    }
  }

  /** Switches; the plan says which are on. */
  #techniques() {
    const keeps = (/** @type {any} */ row) =>
      [
        row.keeps.completeness && t('keeps.completeness'),
        row.keeps.push_optimality && t('keeps.pushes'),
        row.keeps.move_optimality && t('keeps.moves'),
      ]
        .filter(Boolean)
        .join(', ');
    this.boxes.clear();
    const rows = this.table.techniques.map((/** @type {any} */ row) => {
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
        { title: `${row.summary} (${row.source})` },
        box,
        row.name,
        h('span', { class: 'keeps' }, keeps(row) || t('keeps.nothing')),
      );
    });
    this.summary = h('summary', { id: `techniques-${this.id}` }, t('techniques'));
    this.note = h('p', { class: 'about' });
    return h(
      'details',
      { class: 'more' },
      this.summary,
      this.note,
      h(
        'div',
        { class: 'techniques', tabindex: 0, role: 'group', 'aria-label': t('techniques') },
        rows,
      ),
    );
  }

  get switches() {
    return [...this.switched].map(([name, on]) => (on ? '+' : '-') + name);
  }

  /** What the API is asked. */
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

  /** The same on the command line. @param {any} whole @param {any} level */
  command(whole, level) {
    const opened = whole.name.startsWith('~');
    const words = [
      'banto',
      'solve',
      opened ? '-' : shell(`${whole.name}:${level.index}`),
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

/** A word as a shell takes it. @param {string} word */
function shell(word) {
  return /^[\w.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
