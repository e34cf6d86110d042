// @ts-check
/** Going through a game: scrub bar, single steps, play at a speed. Shared by players and solver. */
import { button, h, icon } from './dom.js';
import { t } from './i18n.js';

/** Moves a second for each setting of the speed. */
const SPEEDS = [1, 2, 3, 5, 8, 12, 20, 40, 80];

/** @param {{length: () => number, cursor: () => number, jump: (index: number) => void, speed: number, onspeed: (speed: number) => void}} game */
export function replayBar(game) {
  const slider = h('input', {
    type: 'range',
    min: 0,
    value: 0,
    id: 'scrub',
    'aria-label': t('position'),
    oninput: () => {
      stop();
      game.jump(Number(slider.value));
    },
  });
  const place = h('output', { class: 'place' });
  let timer = 0;
  const step = (/** @type {number} */ by) => {
    stop();
    game.jump(Math.max(0, Math.min(game.length(), game.cursor() + by)));
  };
  const toggle = button(t('playback'), () => (timer ? stop() : play()), {
    icon: 'play',
    compact: true,
    id: 'playback',
  });
  const speed = h('input', {
    type: 'range',
    min: 0,
    max: SPEEDS.length - 1,
    value: game.speed,
    class: 'speed',
    id: 'speed',
    'aria-label': t('speed'),
    title: t('speed'),
    oninput: () => {
      game.onspeed(Number(speed.value));
      if (timer) {
        stop();
        play();
      }
    },
  });
  const back = button(t('stepBack'), () => step(-1), {
    icon: 'previous',
    compact: true,
    id: 'step-back',
  });
  const on = button(t('stepOn'), () => step(1), { icon: 'next', compact: true, id: 'step-on' });

  function play() {
    if (game.cursor() >= game.length()) game.jump(0);
    timer = setInterval(
      () => {
        game.jump(game.cursor() + 1);
        if (game.cursor() >= game.length()) stop();
      },
      1000 / SPEEDS[Number(speed.value)],
    );
    toggle.replaceChild(icon('pause'), toggle.firstChild);
  }

  function stop() {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    toggle.replaceChild(icon('play'), toggle.firstChild);
  }

  return {
    element: h(
      'div',
      { class: 'replay' },
      back,
      toggle,
      on,
      slider,
      place,
      h('label', { class: 'speed-label' }, h('span', {}, t('speed')), speed),
    ),
    /** Shows where the game is. */
    update() {
      slider.max = String(game.length());
      slider.value = String(game.cursor());
      slider.disabled = game.length() === 0;
      place.textContent = `${game.cursor()} / ${game.length()}`;
    },
    play,
    stop,
    get playing() {
      return timer !== 0;
    },
  };
}
