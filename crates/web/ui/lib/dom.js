// @ts-check
/**
 * Building elements. Text only ever becomes text: nothing here, and nothing elsewhere in the page,
 * takes markup from a string.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** @import {Child, Props, View} from '../types.d.ts' */

/**
 * An HTML element. Properties: `class`, `on…` handlers, `data` and attributes; `false` and `null`
 * leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...Child} children
 */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...Child} children
 */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Set as properties, since the attributes of these names only say how they start. */
const LIVE = new Set(['value', 'checked', 'disabled', 'selected']);

/**
 * @template {HTMLElement|SVGElement} E
 * @param {E} element @param {Props} props @param {Child[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function')
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (typeof value === 'object') Object.assign(element.dataset, value);
    else if (LIVE.has(name)) Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

/** @param {Element} element @param {Child[]} children */
function add(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(element, child);
    else if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false)
      element.append(String(child));
  }
}

/** Tells the style sheet how many squares a board has, so that small boards do not become huge.
 *  @param {SVGElement} svg @param {number} columns @param {number} rows */
export function limitSize(svg, columns, rows) {
  svg.style.setProperty('--columns', String(columns));
  svg.style.setProperty('--rows', String(rows));
}

/** Where an event happened, in units of a drawing. @param {SVGSVGElement} svg @param {PointerEvent} event */
export function pointIn(svg, event) {
  const inverse = svg.getScreenCTM()?.inverse();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
}

/** Replaces what an element holds. @param {Element} element @param {...Child} children */
export function put(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/**
 * @typedef {object} ButtonLook
 * @property {keyof typeof ICONS} [icon]
 * @property {string} [key] the key that does the same
 * @property {string} [class]
 * @property {string} [id]
 * @property {boolean} [compact] without its label
 * @property {boolean} [pressed] for a switch
 */

/** Shapes of the icons, drawn with strokes in a square of 24. */
const ICONS = {
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12',
  undoPush: 'M11 7l-5 5 5 5M18 7l-5 5 5 5',
  redoPush: 'M13 7l5 5-5 5M6 7l5 5-5 5',
  reset: 'M5 5v6h6M5.5 11a7.5 7.5 0 1 1-.6 4.5',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  next: 'M9 5l7 7-7 7',
  previous: 'M15 5l-7 7 7 7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  flag: 'M6 21V4M6 5h11l-2 4 2 4H6',
  star: 'M12 4l2.5 5 5.5.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.5-.8z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21',
  open: 'M4 8V5h6l2 2h8v3M3 10h18l-2 9H5z',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  copy: 'M9 9h11v11H9zM5 15V4h11',
  stop: 'M6 6h12v12H6z',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.3',
  theme: 'M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17',
  pencil: 'M4 20l1-4L16.5 4.5l3 3L8 19zM14.5 6.5l3 3',
  gear: 'M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1',
  check: 'M5 12.5l5 5L20 7',
  rotate: 'M19 5v6h-6M18.5 11a7.5 7.5 0 1 0 .6 4.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  dice: 'M5 5h14v14H5zM9 9v.01M15 15v.01M12 12v.01M15 9v.01M9 15v.01',
  close: 'M6 6l12 12M18 6 6 18',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  menu: 'M5 12v.01M12 12v.01M19 12v.01',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  closer: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21M8 10.5h5M10.5 8v5',
  away: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21M8 10.5h5',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const flat = name === 'undo' || name === 'redo';
  return s(
    'svg',
    { class: 'icon', width: 20, height: 20, viewBox: flat ? '0 3 24 24' : '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: ICONS[name] }),
  );
}

/**
 * A button with an icon, a label and the key that does the same.
 * @param {string} label @param {() => void} onclick
 * @param {ButtonLook} [more]
 */
export function button(label, onclick, more = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `button ${more.class ?? ''} ${more.compact ? 'compact' : ''}`,
      id: more.id,
      title: more.key ? `${label} (${more.key})` : label,
      'aria-label': more.compact ? label : null,
      'aria-pressed': more.pressed === undefined ? null : String(more.pressed),
      onclick,
    },
    more.icon && icon(more.icon),
    !more.compact && h('span', {}, label),
    more.key && h('kbd', { 'aria-hidden': 'true' }, more.key),
  );
}

/** A labelled choice. @param {string} label @param {[string, string][]} options value and text @param {string} value @param {(value: string) => void} onchange @param {string} [id] */
export function choice(label, options, value, onchange, id) {
  /** @type {HTMLSelectElement} */
  const select = h(
    'select',
    { id, onchange: () => onchange(select.value) },
    options.map(([key, text]) => h('option', { value: key, selected: key === value }, text)),
  );
  return h('label', { class: 'field' }, h('span', {}, label), select);
}

/** A labelled number, 1 or more. @param {string} label @param {number|string} value @param {number} max @param {(value: string) => void} oninput @param {string} [id] */
export function figure(label, value, max, oninput, id) {
  /** @type {HTMLInputElement} */
  const input = h('input', {
    type: 'number',
    min: 1,
    max,
    value,
    id,
    inputmode: 'numeric',
    oninput: () => oninput(input.value),
  });
  return h('label', { class: 'field' }, h('span', {}, label), input);
}

/** Calls a function a little later, once for many calls. @param {() => void} work @param {number} ms */
export function debounce(work, ms) {
  /** @type {number|undefined} */
  let timer;
  const run = () => {
    clearTimeout(timer);
    timer = window.setTimeout(work, ms);
  };
  run.now = () => {
    if (timer) {
      clearTimeout(timer);
      timer = undefined;
      work();
    }
  };
  return run;
}

/** Asks something. Buttons with the value `ok` close it and do the work; others close it or, like
 *  those made by `button`, leave it open.
 *  @param {string} title @param {Child} body @param {Child[]} buttons @param {() => void} work */
export function dialog(title, body, buttons, work) {
  const box = h(
    'dialog',
    { 'aria-label': title },
    h('form', { method: 'dialog' }, h('h2', {}, title), body, h('div', { class: 'row' }, buttons)),
  );
  box.addEventListener('close', () => {
    box.remove();
    if (box.returnValue === 'ok') work();
  });
  document.body.append(box);
  box.showModal();
}

/** Offers a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * The view of something that has an element, takes keys and can be left.
 * @param {string} title @param {{element: Element, key: (event: KeyboardEvent) => boolean, save?: () => void, leave: () => void}} it
 * @param {[string, string][]} keys what they do @returns {View}
 */
export function viewOf(title, it, keys) {
  const { element } = it;
  return {
    element,
    title,
    keys,
    key: (event) => it.key(event),
    save: () => it.save?.(),
    leave: () => it.leave(),
  };
}
