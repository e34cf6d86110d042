// @ts-check
/** The laboratory: what the papers published and what we found, side by side, to be run again. */
import { button, choice, download, figure, h, put } from '../lib/dom.js';
import { aborted, words } from '../lib/errors.js';
import { known, language, ofLabel, ofTitle, t } from '../lib/i18n.js';
import {
  beginRun,
  cancelRun,
  experiment as experimentOf,
  experiments,
  followRun,
  reportFile,
  runOf,
} from '../lib/lab.js';
import { isStatic } from '../lib/site.js';
import { store } from '../lib/store.js';
import { drawPlot } from './plot.js';
import { inline } from './sources.js';
import { reportTable } from './table.js';

/** @import {Context, Experiment, Remark, Report, RunView, Shelved, Suite, View} from '../types.d.ts' */

/** Formats a report can be saved in. */
const FORMATS = /** @type {[string, string][]} */ ([
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['tex', 'LaTeX'],
  ['html', 'HTML'],
  ['svg', 'SVG'],
  ['jsonl', 'JSON'],
]);

/** Levels of another collection that a run takes unless told otherwise. */
const SAMPLE = 10;

/** The documents of the sources, with which the names of their experiments begin. */
const DOCUMENTS = ['sokokids', 'gargioni', 'ufrgs', 'aveiro', 'feup'];

/** Runs of this tab by experiment, so that coming back finds them; `foreign` when they are on other
 *  levels than the published ones. @type {Map<string, {id: string, foreign: boolean}>} */
const begun = new Map();

/** @param {Experiment} experiment */
const titleOf = (experiment) => known(`lab.${experiment.name}`) ?? experiment.title;

/** @param {Context} ctx @param {string|null} name @returns {Promise<View>} */
export async function labView(ctx, name) {
  if (name === null) return listView();
  const [experiment, collections] = await Promise.all([experimentOf(name), store.collections()]);
  const lab = new Laboratory(ctx, experiment, collections);
  return {
    element: lab.element,
    title: titleOf(experiment),
    keys: isStatic
      ? []
      : [
          ['Enter', t('labRun')],
          ['Esc', t('stop')],
        ],
    key: (event) => {
      if (isStatic) return false;
      if (event.key === 'Enter') lab.run();
      else if (event.key === 'Escape') lab.stop();
      else return false;
      return true;
    },
    leave: () => lab.leave(),
  };
}

/** All experiments. */
async function listView() {
  const all = await experiments();
  const row = (/** @type {Experiment} */ it) =>
    h(
      'li',
      {},
      h(
        'a',
        { class: 'experiment', href: `#/lab/${encodeURIComponent(it.name)}` },
        h('span', { class: 'name' }, titleOf(it)),
        it.source && h('span', { class: 'source' }, ofLabel(it.source)),
        it.compares && h('span', { class: 'compares' }, inline(it.compares[language()])),
        it.outcome && h('span', { class: 'outcome' }, inline(it.outcome[language()])),
        h(
          'span',
          { class: 'facts' },
          `${it.game === 'unblock' ? 'Unblock' : 'Sokoban'} · `,
          t('labSize', { n: it.configurations.length }),
          ' · ',
          it.recorded ? t('labRecorded', { n: it.recorded }) : t('labUnrecorded'),
        ),
      ),
    );
  return {
    element: h(
      'div',
      { class: 'lab-list' },
      h('h1', {}, t('labTitle')),
      h('p', { class: 'lead' }, t(isStatic ? 'labLeadStatic' : 'labLead'), ' ', h('a', { href: '#/sources' }, t('sources'))),
      h('ul', { class: 'experiments' }, all.map(row)),
    ),
    title: t('lab'),
  };
}

/** What to know about the figures. @param {Remark} remark */
function remarkOf(remark) {
  const { kind, ...fill } = remark;
  if (remark.kind === 'made')
    return t(remark.revision === null ? 'labMadeBefore' : 'labMade', fill);
  if (remark.kind === 'levels') return t('labOtherLevels', fill);
  return t(remark.now === null ? 'labNoLonger' : 'labOutdated', fill);
}

class Laboratory {
  /** @param {Context} ctx @param {Experiment & {report: Report}} experiment @param {Shelved[]} collections */
  constructor(ctx, experiment, collections) {
    this.ctx = ctx;
    this.experiment = experiment;
    /** What is shown: the recorded report, or that of a run. @type {string|null} */
    this.id = null;
    /** The run that goes on. @type {RunView|null} */
    this.running = null;
    this.abort = new AbortController();
    this.own = experiment.suites.every((it) => it.here);
    this.choices = collections.filter((it) => it.game === experiment.game && !it.error);
    this.collection = this.own ? '' : (this.choices[0]?.name ?? '');
    this.seconds = String(Math.min(10, experiment.seconds));
    this.from = '1';
    this.to = this.own ? '' : String(SAMPLE);
    this.body = h('div', { class: 'report', id: 'report' });
    this.which = h('div', { class: 'row tabs', role: 'group', 'aria-label': t('labWhich') });
    this.state = h('p', { class: 'live', role: 'status', 'aria-live': 'polite', id: 'run-state' });
    this.meter = h('progress', { max: 1, value: 0, 'aria-label': t('labProgress') });
    this.meter.hidden = true;
    this.runButton = button(t('labRun'), () => this.run(), {
      icon: 'play',
      key: 'Enter',
      class: 'primary',
      id: 'lab-run',
    });
    this.stopButton = button(t('stop'), () => this.stop(), {
      icon: 'stop',
      key: 'Esc',
      id: 'lab-stop',
    });
    this.stopButton.disabled = true;
    this.element = h(
      'div',
      { class: 'lab' },
      h('div', { class: 'lab-main' }, this.#heading(), this.which, this.body),
      h(
        'div',
        { class: 'panel' },
        isStatic
          ? h('p', { id: 'lab-static' }, t('labStatic'))
          : [
              this.#form(),
              h('div', { class: 'row' }, this.runButton, this.stopButton),
              this.meter,
              this.state,
              this.#missing(),
            ],
        this.#configurations(),
        this.#taking(),
      ),
    );
    this.tabs();
    this.report(experiment.report);
    const before = begun.get(experiment.name);
    if (before) this.resume(before.id);
  }

  #heading() {
    const { name, source, compared, compares, outcome } = this.experiment;
    const document = DOCUMENTS.find((it) => name.startsWith(it));
    return h(
      'div',
      { class: 'heading' },
      h('a', { class: 'back', href: '#/lab' }, t('lab')),
      h('h1', {}, titleOf(this.experiment)),
      source &&
        h(
          'p',
          { class: 'author' },
          t(compared ? 'labSource' : 'labAbout', { source: ofLabel(source) }),
          document && [' · ', h('a', { href: `#/sources/${document}` }, t('labDocument'))],
        ),
      compares && h('p', {}, inline(compares[language()])),
      outcome && h('p', { class: 'outcome' }, inline(outcome[language()])),
    );
  }

  /** Levels the experiment was published on and that are not here. */
  #missing() {
    return this.experiment.suites
      .filter((it) => !it.here)
      .map((it) =>
        h(
          'p',
          { class: 'missing' },
          h('strong', {}, t('labMissing', { file: it.file })),
          ' ',
          language() === 'en' && it.origin,
        ),
      );
  }

  #configurations() {
    const { configurations } = this.experiment;
    return h(
      'details',
      { class: 'more', open: configurations.length < 8 },
      h('summary', {}, t('labConfigurations')),
      h(
        'dl',
        { class: 'lines' },
        configurations.map((it) => [
          h('dt', {}, ofLabel(it.label)),
          h('dd', {}, h('code', {}, it.line)),
        ]),
      ),
    );
  }

  /** The report as a file. */
  #taking() {
    return h(
      'div',
      {},
      h('h2', {}, t('labTake')),
      h(
        'div',
        { class: 'row' },
        FORMATS.map(([format, name]) =>
          button(name, () => this.take(format), { class: 'small', id: `take-${format}` }),
        ),
      ),
    );
  }

  /** On which levels, and within which limits. */
  #form() {
    const { experiment } = this;
    const size = (/** @type {Suite[]} */ suites) =>
      suites.map((it) => (it.levels ? `${it.file} (${it.levels})` : it.file)).join(', ');
    const options = /** @type {[string, string][]} */ ([
      ...(this.own ? [['', t('labOwn', { files: size(experiment.suites) })]] : []),
      ...this.choices.map((it) => [
        it.name,
        `${it.title ? ofTitle(it.title) : it.name} (${it.count})`,
      ]),
    ]);
    const field = (
      /** @type {string} */ label,
      /** @type {'from'|'to'|'seconds'} */ name,
      /** @type {number} */ max,
    ) =>
      figure(
        label,
        this[name],
        max,
        (value) => {
          this[name] = value;
        },
        `lab-${name}`,
      );
    return h(
      'fieldset',
      { class: 'sheet config' },
      h('legend', {}, t('labHere')),
      choice(
        t('labLevels'),
        options,
        this.collection,
        (value) => {
          this.collection = value;
        },
        'lab-collection',
      ),
      h(
        'div',
        { class: 'pair three' },
        field(t('labFrom'), 'from', 100000),
        field(t('labTo'), 'to', 100000),
        field(t('labSeconds'), 'seconds', 60),
      ),
    );
  }

  /** The recorded report or the one made here. */
  tabs() {
    const tab = (
      /** @type {string} */ text,
      /** @type {string|null} */ id,
      /** @type {string} */ name,
    ) => button(text, () => this.look(id), { pressed: this.id === id, id: name, class: 'tab' });
    const id = begun.get(this.experiment.name)?.id;
    put(
      this.which,
      tab(t('labRecords', { n: this.experiment.recorded }), null, 'tab-recorded'),
      id !== undefined && tab(t('labYours'), id, 'tab-yours'),
    );
  }

  /** @param {string|null} id */
  async look(id) {
    this.id = id;
    this.tabs();
    if (id === null) this.report(this.experiment.report);
    else await this.refresh();
  }

  /** Draws a report. @param {Report} report */
  report(report) {
    const { experiment } = this;
    const foreign = this.id !== null && begun.get(experiment.name)?.foreign;
    put(
      this.body,
      report.records === 0 && h('p', { class: 'none' }, t('labNothing')),
      report.plots.map(drawPlot),
      report.records > 0 && report.tables.map(reportTable),
      report.remarks.map((it) => h('p', { class: 'remark' }, remarkOf(it))),
      !foreign &&
        notesOf(experiment),
    );
  }

  // Running.

  async run() {
    if (this.running) return;
    const number = (/** @type {string} */ value) => (value === '' ? null : Number(value));
    try {
      const view = await beginRun({
        experiment: this.experiment.name,
        collection: this.collection || null,
        from: number(this.from),
        to: number(this.to),
        seconds: number(this.seconds),
      });
      begun.set(this.experiment.name, { id: view.id, foreign: this.collection !== '' });
      this.id = view.id;
      this.tabs();
      await this.watch(view);
    } catch (error) {
      put(this.state, h('span', { class: 'faults' }, words(error)));
    }
  }

  /** Goes on with a run begun before. @param {string} id */
  async resume(id) {
    try {
      const view = await runOf(id);
      if (view.phase !== 'done') await this.watch(view);
    } catch {
      begun.delete(this.experiment.name);
      this.tabs();
    }
  }

  /** Follows a run to its end; its tables fill on the way. @param {RunView} view */
  async watch(view) {
    this.busy(view);
    let drawn = 0;
    try {
      const seen = (/** @type {RunView} */ now) => {
        this.busy(now);
        if (this.id !== now.id || performance.now() - drawn < 700) return;
        drawn = performance.now();
        this.refresh();
      };
      await followRun(view.id, seen, this.abort.signal);
    } catch (error) {
      if (aborted(error)) return;
      put(this.state, h('span', { class: 'faults' }, words(error)));
    }
    if (this.id === view.id) await this.refresh();
  }

  async refresh() {
    try {
      if (this.id === null) return;
      const { report } = await runOf(this.id);
      if (report && this.id !== null) this.report(report);
    } catch (error) {
      this.ctx.say(words(error), 'error');
    }
  }

  /** @param {RunView} view */
  busy(view) {
    const on = view.phase !== 'done';
    this.running = on ? view : null;
    this.runButton.disabled = on;
    this.stopButton.disabled = !on;
    this.meter.hidden = !on;
    this.meter.max = view.total;
    this.meter.value = view.done;
    const count = { done: view.done, total: view.total };
    put(
      this.state,
      on
        ? [t('labDoing', count), h('span', { class: 'now' }, view.now ?? '')]
        : t(view.stopped ? 'labStopped' : 'labDone', count),
    );
  }

  stop() {
    if (this.running) cancelRun(this.running.id);
  }

  /** Saves the report that is shown as a file. @param {string} format */
  async take(format) {
    const { name } = this.experiment;
    try {
      download(`${name}.${format}`, await reportFile(name, this.id, format));
    } catch (error) {
      this.ctx.say(words(error), 'error');
    }
  }

  leave() {
    this.abort.abort();
  }
}

/** What is known about differences, in the language chosen; a note that is not there is left out. @param {Experiment} experiment */
function notesOf(experiment) {
  const notes = experiment.notes.flatMap((it) => it[language()] ?? []);
  return (
    notes.length > 0 &&
    h(
      'details',
      { class: 'more', open: true },
      h('summary', {}, t('notes')),
      h(
        'ul',
        { class: 'notes' },
        notes.map((note) => h('li', {}, inline(note))),
      ),
    )
  );
}
