// @ts-check
/** Playing Sokoban backwards, by keys, mouse and finger. */
import { SokobanView } from '../board/sokoban.js';
import { Camera } from '../board/camera.js';
import { button, h, put, viewOf } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { actionOf } from './keys.js';
import { address, faultsOf, isPlayable, titleOf } from '../lib/levels.js';
import { counter, heading, levelStrip } from './panel.js';
import { PullGame } from '../game/pull.js';
import { SWIPE, directionOf } from './pointer.js';
import { keepSolution } from './saving.js';

/** @import {Context, Found, SokobanLevel} from '../types.d.ts' */

/** @type {Record<string, number>} */
const DIRECTIONS = { up: 0, down: 1, left: 2, right: 3 };

/** @param {Context} ctx @param {Found} found */
export async function reverseView(ctx, found) {
  const { level } = found;
  if (!isPlayable(level) || !level.rows) throw new Error(faultsOf(level) || t('watchSokoban'));
  const { rows } = level;
  const player = new ReversePlayer(ctx, { ...found, level: { ...level, rows } });
  return viewOf(t('reverse'), player, [
    ['← ↑ ↓ →', t('key.move')],
    ['Shift ←↑↓→', t('pull')],
    ['Ctrl Z', t('undo')],
    ['Home', t('reset')],
  ]);
}

class ReversePlayer {
  /** @param {Context} ctx @param {Found<SokobanLevel>} found */
  constructor(ctx, { collection, level }) {
    this.ctx = ctx;
    this.collection = collection;
    this.level = level;
    this.game = new PullGame(level.rows);
    this.view = new SokobanView(this.game.board, t('reverseBoard', { title: titleOf(level) }));
    this.camera = new Camera(this.view.svg, this.view.extent);
    /** Whether steps pull even without the Shift key. */
    this.pulling = true;
    this.kept = false;
    this.menu = false;
    this.moves = counter(t('moves'), 'moves');
    this.pulls = counter(t('pulls'), 'pulls');
    this.message = h('div', { class: 'message', role: 'status', 'aria-live': 'polite' });
    this.toggle = button(t('pull'), () => this.#switch(), {
      icon: 'undoPush',
      key: 'Shift',
      pressed: this.pulling,
      id: 'pull',
    });
    this.element = this.#build();
    this.#pointer();
    this.show();
  }

  #build() {
    const { ctx, collection, level, view } = this;
    const field = h('div', { class: 'field' }, view.svg);
    const act = (/** @type {() => void} */ work) => () => {
      work();
      this.show();
    };
    const element = h(
      'div',
      { class: 'player sokoban-player reverse' },
      levelStrip(ctx, collection, level),
      h('div', { class: 'stage' }, field, h('div', { class: 'news' }, this.message)),
      h(
        'div',
        { class: 'primary-bar', role: 'toolbar', 'aria-label': t('controls') },
        button(t('undo'), act(() => this.game.undo()), { icon: 'undo', id: 'undo' }),
        button(t('reset'), act(() => this.game.restart()), { icon: 'reset', id: 'reset' }),
        this.toggle,
        // On a small screen what leads on and back is behind it.
        button(t('menu'), () => this.#menu(), { icon: 'menu', id: 'menu' }),
      ),
      h('div', { class: 'counters' }, this.moves.element, this.pulls.element),
      h(
        'div',
        { class: 'panel' },
        heading(ctx, collection, level),
        h('p', {}, t('reverseHelp')),
        h('a', { class: 'button', href: address('play', collection, level.index) }, t('forwards')),
      ),
    );
    this.camera.attach(field);
    return element;
  }

  #menu() {
    this.menu = !this.menu;
    this.element.classList.toggle('menu-open', this.menu);
  }

  /** A tap or a click chooses a square; a swipe is a step, as it is when one pushes. */
  #pointer() {
    const { svg } = this.view;
    /** @type {{x: number, y: number}|null} */
    let down = null;
    svg.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
      down = { x, y };
    });
    svg.addEventListener('pointercancel', () => {
      down = null;
    });
    svg.addEventListener('pointerup', (event) => {
      if (!down) return;
      const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
      down = null;
      if (Math.hypot(dx, dy) > SWIPE) this.step(directionOf(dx, dy), this.pulling);
      else this.#click(this.view.square(event));
    });
  }

  #switch() {
    this.pulling = !this.pulling;
    this.toggle.setAttribute('aria-pressed', String(this.pulling));
  }

  show() {
    const { game, view } = this;
    view.show(game);
    this.camera.follow(...view.centre(game.player));
    this.moves.show(game.counts.moves, undefined);
    this.pulls.show(game.counts.pulls, undefined);
    const solution = game.forwards;
    view.celebrate(solution !== null);
    put(this.message);
    if (solution !== null) this.#solved(solution);
  }

  /** What was found backwards counts forwards. @param {string} solution */
  #solved(solution) {
    const { ctx, collection, level } = this;
    const pushes = this.game.counts.pulls;
    put(
      this.message,
      h(
        'div',
        { class: 'banner good', id: 'solved' },
        t('reverseSolved', { moves: solution.length, pushes }),
        h('a', { class: 'button', href: address('play', collection, level.index) }, t('forwards')),
      ),
    );
    if (!this.kept) keepSolution(ctx, level, solution, 0, false);
    this.kept = true;
  }

  /** @param {number} d @param {boolean} pull */
  step(d, pull) {
    this.game.step(d, pull);
    this.show();
  }

  /** A box beside the player is pulled, any other square is walked to. @param {number} at */
  #click(at) {
    const { game } = this;
    if (at < 0) return;
    const side = [0, 1, 2, 3].find((d) => game.board.next(game.player, d) === at);
    if (game.boxAt[at] >= 0 && side !== undefined) game.step([1, 0, 3, 2][side], true);
    else game.go(at);
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const held = event.shiftKey && event.key.startsWith('Arrow');
    const arrow = held ? event.key.slice(5).toLowerCase() : actionOf(this.ctx, event);
    if (arrow && arrow in DIRECTIONS) {
      this.step(DIRECTIONS[arrow], this.pulling || held);
      return true;
    }
    const act = {
      undo: () => this.game.undo(),
      Backspace: () => this.game.undo(),
      Home: () => this.game.restart(),
    }[arrow === 'undo' ? 'undo' : event.key];
    if (!act) return false;
    act();
    this.show();
    return true;
  }

  leave() {
    this.camera.leave();
  }
}
