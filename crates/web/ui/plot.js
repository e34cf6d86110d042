// @ts-check
/** Plots: lines or bars over a logarithmic scale, drawn as SVG that follows the theme. */
import { h, s } from './dom.js';
import { ofLab, t } from './i18n.js';

/** @typedef {{label: string, points: [number, number][]}} Series */
/** @typedef {{kind: 'lines'|'bars'|'solved', title: string, column: string, numbers: string[], series: Series[]}} Plot */

/** Narrow screens get a smaller drawing, so that its words stay readable. */
const narrow = matchMedia('(max-width: 40rem)').matches;
const WIDTH = narrow ? 400 : 720;
const HEIGHT = narrow ? 280 : 330;
const LEFT = 56;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 46;

/** Colours of the palette; beyond them the same come again with dashes. */
const COLOURS = 8;

/** @param {number} i */
const look = (i) => `series-${i % COLOURS}${i >= COLOURS ? ' dashed' : ''}`;

/** A figure with its plot and, below it, what the colours mean. @param {Plot} plot */
export function drawPlot(plot) {
  const used = plot.series.filter((it) => it.points.length > 0);
  const caption = h('figcaption', {}, ofLab(plot.title));
  if (!used.length) return h('figure', { class: 'plot' }, caption, h('p', {}, t('plotEmpty')));
  const picture = svg(plot, used);
  /** Brings one configuration forward, or all again. */
  const focus = (/** @type {number} */ i, /** @type {any} */ chosen) => {
    const on = chosen.getAttribute('aria-pressed') !== 'true';
    for (const it of legend.querySelectorAll('button'))
      it.setAttribute('aria-pressed', String(on && it === chosen));
    picture.classList.toggle('dim', on);
    [...picture.querySelectorAll('.one')].forEach((it, k) => it.classList.toggle('on', k === i));
  };
  const legend = h(
    'ul',
    { class: 'legend-list' },
    used.map((it, i) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': 'false',
            onclick: (/** @type {any} */ event) => focus(i, event.currentTarget),
          },
          s(
            'svg',
            { viewBox: '0 0 26 10', class: 'swatch', 'aria-hidden': 'true' },
            plot.kind === 'bars'
              ? s('rect', { class: `bar ${look(i)}`, x: 6, y: 0, width: 12, height: 10 })
              : s('line', { class: `line ${look(i)}`, x1: 0, x2: 26, y1: 5, y2: 5 }),
          ),
          it.label,
        ),
      ),
    ),
  );
  return h('figure', { class: 'plot' }, caption, picture, legend);
}

/** @param {Plot} plot @param {Series[]} series */
function svg(plot, series) {
  const points = series.flatMap((it) => it.points);
  const last = Math.max(1, ...points.map(([x]) => x));
  // A little below the least, so that the smallest bar can be seen.
  const least = Math.max(0.001, Math.min(...points.map(([, value]) => value || 1)));
  const low = Math.floor(Math.log10(least * 0.8));
  const high = Math.max(
    low + 1,
    Math.ceil(Math.log10(Math.max(...points.map(([, y]) => y), 0.01))),
  );
  const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - RIGHT) * (at - 0.5)) / last;
  const y = (/** @type {number} */ value) =>
    HEIGHT -
    BOTTOM -
    ((HEIGHT - BOTTOM - TOP) * (Math.max(Math.log10(value || 10 ** low), low) - low)) /
      (high - low);
  const rows = [];
  const every = Math.ceil((high - low) / 7);
  for (let decade = low; decade <= high; decade += every)
    rows.push(
      s('line', {
        class: 'rule',
        x1: LEFT,
        x2: WIDTH - RIGHT,
        y1: y(10 ** decade),
        y2: y(10 ** decade),
      }),
      s(
        'text',
        { x: LEFT - 8, y: y(10 ** decade) + 4, 'text-anchor': 'end' },
        '10',
        s('tspan', { dy: -5, class: 'power' }, decade),
      ),
    );
  const step = Math.ceil(last / (narrow ? 8 : 16));
  const columns = [];
  for (let n = 1; n <= last; n += step)
    columns.push(
      s(
        'text',
        { x: x(n), y: HEIGHT - BOTTOM + 20, 'text-anchor': 'middle' },
        plot.numbers[n - 1] ?? n,
      ),
    );
  const middle = (TOP + HEIGHT - BOTTOM) / 2;
  const bars = plot.kind === 'bars';
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${ofLab(plot.title)}: ${ofLab(plot.column)}`,
    },
    rows,
    columns,
    s('line', {
      class: 'axis',
      x1: LEFT,
      x2: WIDTH - RIGHT,
      y1: HEIGHT - BOTTOM,
      y2: HEIGHT - BOTTOM,
    }),
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
    series.map((one, i) => {
      if (!bars)
        return s(
          'g',
          { class: 'one' },
          s('polyline', {
            class: `line ${look(i)}`,
            points: one.points
              .map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
              .join(' '),
          }),
          one.points.map(([at, value]) =>
            s(
              'circle',
              { class: `dot ${look(i)}`, cx: x(at), cy: y(value), r: last > 60 ? 1.6 : 3 },
              s('title', {}, `${one.label}, ${at}: ${value}`),
            ),
          ),
        );
      const group = ((WIDTH - LEFT - RIGHT) / last) * 0.8;
      const width = group / series.length;
      return s(
        'g',
        { class: 'one' },
        one.points.map(([at, value]) =>
          s(
            'rect',
            {
              class: `bar ${look(i)}`,
              x: x(at) - group / 2 + width * i,
              y: y(value),
              width: Math.max(1, width - 1),
              height: Math.max(0, HEIGHT - BOTTOM - y(value)),
            },
            s('title', {}, `${one.label}, ${at}: ${value}`),
          ),
        ),
      );
    }),
  );
}
