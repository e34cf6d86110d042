// @ts-check
/** Going through a game: scrub bar, single steps, play at a speed. Shared by players and solver. */
import { button, h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** Moves a second for each setting of the speed. */
const SPEEDS = [1, 2, 3, 5, 8, 12, 20, 40, 80];

/**
 * What a bar goes through.
 * @typedef {object} Replayed
 * @property {() => number} length
 * @property {() => number} cursor
 * @property {(index: number) => void} jump
 * @property {number} speed index in {@link SPEEDS}
 * @property {(speed: number) => void} onspeed
 */

/** The bar below a board. */
export class ReplayBar {
  /** @param {Replayed} game */
  constructor(game) {
    this.game = game;
    /** @type {number|undefined} */
    this.timer = undefined;
    this.rate = game.speed;
    this.slider = h('input', {
      type: 'range',
      min: 0,
      value: 0,
      id: 'scrub',
      'aria-label': t('position'),
      oninput: () => {
        this.stop();
        game.jump(Number(this.slider.value));
      },
    });
    this.speed = h('input', {
      type: 'range',
      min: 0,
      max: SPEEDS.length - 1,
      value: game.speed,
      class: 'speed',
      id: 'speed',
      'aria-label': t('speed'),
      title: t('speed'),
      oninput: () => this.#retime(),
    });
    this.place = h('span', { class: 'place' });
    this.toggle = button(t('playback'), () => (this.playing ? this.stop() : this.play()), {
      icon: 'play',
      compact: true,
      id: 'playback',
    });
    this.element = this.#build();
  }

  #build() {
    const step = (/** @type {string} */ name, /** @type {number} */ by) =>
      button(t(name), () => this.step(by), {
        icon: by < 0 ? 'previous' : 'next',
        compact: true,
        id: by < 0 ? 'step-back' : 'step-on',
      });
    return h(
      'div',
      { class: 'replay' },
      step('stepBack', -1),
      this.toggle,
      step('stepOn', 1),
      this.slider,
      this.place,
      h('label', { class: 'speed-label' }, h('span', {}, t('speed')), this.speed),
    );
  }

  /** Shows where the game is. */
  update() {
    const { game, slider } = this;
    slider.max = String(game.length());
    slider.value = String(game.cursor());
    slider.disabled = game.length() === 0;
    this.place.textContent = `${game.cursor()} / ${game.length()}`;
  }

  get playing() {
    return this.timer !== undefined;
  }

  play() {
    const { game } = this;
    this.stop();
    if (game.cursor() >= game.length()) game.jump(0);
    this.timer = window.setInterval(
      () => {
        game.jump(game.cursor() + 1);
        if (game.cursor() >= game.length()) this.stop();
      },
      1000 / SPEEDS[this.rate],
    );
    this.toggle.firstElementChild?.replaceWith(icon('pause'));
  }

  stop() {
    if (!this.playing) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.toggle.firstElementChild?.replaceWith(icon('play'));
  }

  /** Goes a step on or back. @param {number} by */
  step(by) {
    const { game } = this;
    this.stop();
    game.jump(Math.max(0, Math.min(game.length(), game.cursor() + by)));
  }

  /** Changes the speed, even while it plays. */
  #retime() {
    this.rate = Number(this.speed.value);
    this.game.onspeed(this.rate);
    if (this.playing) {
      this.stop();
      this.play();
    }
  }
}
