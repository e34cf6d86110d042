// @ts-check
/** Plots: lines or bars over a logarithmic scale, drawn as SVG that follows the theme. */
import { h, s } from './dom.js';
import { number, ofLab, ofLabel, t } from './i18n.js';

/** @import {Plot, Series} from './types.d.ts' */

/** Narrow screens get a smaller drawing, so that its words stay readable. */
const narrow = matchMedia('(max-width: 40rem)').matches;
const WIDTH = narrow ? 400 : 720;
const HEIGHT = narrow ? 280 : 330;
const LEFT = 56;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 46;

/** Colours of the palette; beyond them the same ones are used again, dashed. */
const COLOURS = 8;

/** @param {number} i */
const look = (i) => `series-${i % COLOURS}${i >= COLOURS ? ' dashed' : ''}`;

/** A figure with its plot and, below it, what the colours mean. @param {Plot} plot */
export function drawPlot(plot) {
  const used = plot.series.filter((it) => it.points.length > 0);
  const caption = h('figcaption', {}, ofLab(plot.title));
  if (!used.length) return h('figure', { class: 'plot' }, caption, h('p', {}, t('plotEmpty')));
  const picture = svg(plot, used);
  return h('figure', { class: 'plot' }, caption, picture, legend(plot, used, picture));
}

/** What the colours mean; a click brings one configuration forward, a second click shows all again.
 *  @param {Plot} plot @param {Series[]} series @param {Element} picture */
function legend(plot, series, picture) {
  const focus = (/** @type {number} */ chosen) => {
    const on = buttons[chosen].getAttribute('aria-pressed') !== 'true';
    buttons.forEach((it, i) => it.setAttribute('aria-pressed', String(on && i === chosen)));
    picture.classList.toggle('dim', on);
    picture.querySelectorAll('.one').forEach((it, i) => it.classList.toggle('on', i === chosen));
  };
  const buttons = series.map((it, i) =>
    h(
      'button',
      { type: 'button', 'aria-pressed': 'false', onclick: () => focus(i) },
      swatch(plot, i),
      ofLabel(it.label),
    ),
  );
  return h(
    'ul',
    { class: 'legend-list' },
    buttons.map((it) => h('li', {}, it)),
  );
}

/** @param {Plot} plot @param {number} i */
function swatch(plot, i) {
  return s(
    'svg',
    { viewBox: '0 0 26 10', class: 'swatch', 'aria-hidden': 'true' },
    plot.kind === 'bars'
      ? s('rect', { class: `bar ${look(i)}`, x: 6, y: 0, width: 12, height: 10 })
      : s('line', { class: `line ${look(i)}`, x1: 0, x2: 26, y1: 5, y2: 5 }),
  );
}

/** Where values go on the drawing: columns from 1 on, and decades of a logarithmic scale. */
class Scale {
  /** @param {Series[]} series */
  constructor(series) {
    const points = series.flatMap((it) => it.points);
    this.last = Math.max(1, ...points.map(([x]) => x));
    // A little below the least, so that the smallest bar can be seen.
    const least = Math.max(0.001, Math.min(...points.map(([, value]) => value || 1)));
    const most = Math.max(...points.map(([, value]) => value), 0.01);
    this.low = Math.floor(Math.log10(least * 0.8));
    this.high = Math.max(this.low + 1, Math.ceil(Math.log10(most)));
  }

  /** Width of a column. */
  get column() {
    return (WIDTH - LEFT - RIGHT) / this.last;
  }

  /** @param {number} at */
  x(at) {
    return LEFT + this.column * (at - 0.5);
  }

  /** @param {number} value */
  y(value) {
    const decade = Math.max(Math.log10(value || 10 ** this.low), this.low);
    const part = (decade - this.low) / (this.high - this.low);
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part;
  }
}

/** @param {Plot} plot @param {Series[]} series */
function svg(plot, series) {
  const scale = new Scale(series);
  const draw = plot.kind === 'bars' ? bars : line;
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${ofLab(plot.title)}: ${ofLab(plot.column)}`,
    },
    decades(scale),
    columns(scale, plot),
    axes(plot),
    series.map((one, i) => s('g', { class: 'one' }, draw(scale, one, i, series.length))),
  );
}

/** A rule and its number for each decade, or for some when there are many. @param {Scale} scale */
function decades(scale) {
  const rows = [];
  const every = Math.ceil((scale.high - scale.low) / 7);
  for (let decade = scale.low; decade <= scale.high; decade += every) {
    const y = scale.y(10 ** decade);
    rows.push(
      s('line', { class: 'rule', x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }),
      s(
        'text',
        { x: LEFT - 8, y: y + 4, 'text-anchor': 'end' },
        '10',
        s('tspan', { dy: -5, class: 'power' }, decade),
      ),
    );
  }
  return rows;
}

/** Numbers below the columns. @param {Scale} scale @param {Plot} plot */
function columns(scale, plot) {
  const step = Math.ceil(scale.last / (narrow ? 8 : 16));
  const numbers = [];
  for (let n = 1; n <= scale.last; n += step)
    numbers.push(
      s(
        'text',
        { x: scale.x(n), y: HEIGHT - BOTTOM + 20, 'text-anchor': 'middle' },
        plot.numbers[n - 1] ?? n,
      ),
    );
  return numbers;
}

/** The axis below, and what both axes show. @param {Plot} plot */
function axes(plot) {
  const [bottom, middle] = [HEIGHT - BOTTOM, (TOP + HEIGHT - BOTTOM) / 2];
  return [
    s('line', { class: 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: bottom, y2: bottom }),
    s(
      'text',
      { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, 'text-anchor': 'middle' },
      t(plot.kind === 'solved' ? 'plotSolved' : 'plotLevel'),
    ),
    s(
      'text',
      { x: 12, y: middle, transform: `rotate(-90 12 ${middle})`, 'text-anchor': 'middle' },
      ofLab(plot.column),
    ),
  ];
}

/** A line with a dot for each value. @param {Scale} scale @param {Series} one @param {number} i */
function line(scale, one, i) {
  const places = one.points.map(([at, value]) => [scale.x(at), scale.y(value)]);
  return [
    s('polyline', {
      class: `line ${look(i)}`,
      points: places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '),
    }),
    places.map(([cx, cy], k) =>
      s('circle', { class: `dot ${look(i)}`, cx, cy, r: scale.last > 60 ? 1.6 : 3 }, label(one, k)),
    ),
  ];
}

/** One of the bars beside each other in every column.
 *  @param {Scale} scale @param {Series} one @param {number} i @param {number} of */
function bars(scale, one, i, of) {
  const group = scale.column * 0.8;
  const width = group / of;
  return one.points.map(([at, value], k) =>
    s(
      'rect',
      {
        class: `bar ${look(i)}`,
        x: scale.x(at) - group / 2 + width * i,
        y: scale.y(value),
        width: Math.max(1, width - 1),
        height: Math.max(0, HEIGHT - BOTTOM - scale.y(value)),
      },
      label(one, k),
    ),
  );
}

/** What a point says when it is pointed at. @param {Series} one @param {number} k */
function label(one, k) {
  const [at, value] = one.points[k];
  return s('title', {}, `${ofLabel(one.label)}, ${at}: ${number(value)}`);
}
