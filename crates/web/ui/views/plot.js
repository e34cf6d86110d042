// @ts-check
/** Plots: lines, bars or points over a logarithmic scale, drawn as SVG that follows the theme; published
 *  figures are hollow points. */
import { h, s } from '../lib/dom.js';
import { number, ofLab, ofLabel, t } from '../lib/i18n.js';

/** @import {Plot, Series} from '../types.d.ts' */

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
  const used = plot.series.filter((it) => it.points.length + it.published.length > 0);
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
  const published = series.some((it) => it.published.length > 0);
  return h(
    'ul',
    { class: 'legend-list' },
    buttons.map((it) => h('li', {}, it)),
    published && h('li', { class: 'hollow' }, '○ ', t('plotPublished')),
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

/** Where values go on the drawing: columns from 1 on, and decades of a logarithmic scale; in a scatter
 *  plot decades both ways. */
class Scale {
  /** @param {Series[]} series @param {Plot['kind']} kind */
  constructor(series, kind) {
    const points = series.flatMap((it) => [...it.points, ...it.published]);
    const scattered = kind === 'scatter';
    this.scattered = scattered;
    this.last = scattered ? 1 : Math.max(1, ...points.map(([x]) => x));
    const values = points.flatMap(([x, value]) => (scattered ? [x, value] : [value]));
    // Of bars a little below the least, so that the smallest can be seen.
    const least = Math.max(0.001, Math.min(...values.map((value) => value || 1)));
    const most = Math.max(...values, 0.01);
    this.low = Math.floor(Math.log10(kind === 'bars' ? least * 0.8 : least));
    this.high = Math.max(this.low + 1, Math.ceil(Math.log10(most)));
  }

  /** Width of a column. */
  get column() {
    return (WIDTH - LEFT - RIGHT) / this.last;
  }

  /** @param {number} at */
  x(at) {
    if (this.scattered) return LEFT + (WIDTH - LEFT - RIGHT) * this.part(at);
    return LEFT + this.column * (at - 0.5);
  }

  /** @param {number} value */
  y(value) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * this.part(value);
  }

  /** How far up its axis a value is, from 0 to 1. @param {number} value */
  part(value) {
    const decade = Math.max(Math.log10(value || 10 ** this.low), this.low);
    return (decade - this.low) / (this.high - this.low);
  }
}

/** @param {Plot} plot @param {Series[]} series */
function svg(plot, series) {
  const scale = new Scale(series, plot.kind);
  const draw = plot.kind === 'bars' ? bars : plot.kind === 'scatter' ? cloud : line;
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${ofLab(plot.title)}: ${ofLab(plot.column)}`,
    },
    decades(scale),
    scale.scattered ? crossing(scale) : columns(scale, plot),
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

/** A rule and its number for each decade across, and the line of equals. @param {Scale} scale */
function crossing(scale) {
  const bottom = HEIGHT - BOTTOM;
  const rows = [];
  for (let decade = scale.low; decade <= scale.high; decade += 1) {
    const x = scale.x(10 ** decade);
    rows.push(
      s('line', { class: 'rule', x1: x, x2: x, y1: TOP, y2: bottom }),
      s(
        'text',
        { x, y: bottom + 20, 'text-anchor': 'middle' },
        '10',
        s('tspan', { dy: -5, class: 'power' }, decade),
      ),
    );
  }
  const equal = { x1: LEFT, y1: bottom, x2: WIDTH - RIGHT, y2: TOP };
  return [...rows, s('line', { class: 'axis equal', ...equal })];
}

/** Numbers below the columns. @param {Scale} scale @param {Plot} plot */
function columns(scale, plot) {
  const step = Math.ceil(scale.last / (narrow ? 10 : 20));
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
      across(plot),
    ),
    s(
      'text',
      { x: 12, y: middle, transform: `rotate(-90 12 ${middle})`, 'text-anchor': 'middle' },
      plot.between ? `${ofLab(plot.column)}, ${ofLabel(plot.between[1])}` : ofLab(plot.column),
    ),
  ];
}

/** What the axis below shows. @param {Plot} plot */
function across(plot) {
  if (plot.between) return `${ofLab(plot.column)}, ${ofLabel(plot.between[0])}`;
  return t(plot.kind === 'solved' ? 'plotSolved' : 'plotLevel');
}

/** The published figures. @param {Scale} scale @param {Series} one @param {number} i @param {number} [shift] */
function hollow(scale, one, i, shift = 0) {
  return one.published.map(([at, value]) =>
    s(
      'circle',
      { class: `published ${look(i)}`, cx: scale.x(at) + shift, cy: scale.y(value), r: 4 },
      s('title', {}, `${ofLabel(one.label)}, ${t('plotPublished')}, ${at}: ${number(value)}`),
    ),
  );
}

/** The points alone. @param {Scale} scale @param {Series} one @param {number} i */
function cloud(scale, one, i) {
  return [
    one.points.map(([x, y], k) =>
      s('circle', { class: `dot ${look(i)}`, cx: scale.x(x), cy: scale.y(y), r: 3 }, label(one, k)),
    ),
    hollow(scale, one, i),
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
    hollow(scale, one, i),
  ];
}

/** One of the bars beside each other in every column.
 *  @param {Scale} scale @param {Series} one @param {number} i @param {number} of */
function bars(scale, one, i, of) {
  const group = scale.column * 0.8;
  const width = group / of;
  const boxes = one.points.map(([at, value], k) =>
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
  return [boxes, hollow(scale, one, i, width * (i + 0.5) - group / 2)];
}

/** What a point says when it is pointed at. @param {Series} one @param {number} k */
function label(one, k) {
  const [at, value] = one.points[k];
  return s('title', {}, `${ofLabel(one.label)}, ${at}: ${number(value)}`);
}
