// @ts-check
/** Watching the game that an agent plays on the game server, with its score. */
import { sokobanThumb } from '../board/sokoban.js';
import { h, limitSize, put } from '../lib/dom.js';
import { Refused, aborted } from '../lib/errors.js';
import { number, t } from '../lib/i18n.js';
import { followGame } from '../lib/live.js';

/** @import {Context, LiveGame, View} from '../types.d.ts' */

/** Milliseconds until a server that is away is asked again. */
const RETRY = 2000;

/** The view. It goes on from game to game until it is left. @param {Context} _ctx @returns {View} */
export function liveView(_ctx) {
  const board = h('div', { class: 'live-board' });
  const status = h('p', { class: 'live-status', role: 'status' });
  const figures = h('dl', { class: 'live-figures' });
  const best = h('ol', { class: 'live-best' });
  const leaving = new AbortController();
  /** The newest frame that is not drawn yet: a screen shows fewer than a fast server sends. @type {LiveGame|null} */
  let next = null;
  const draw = () => {
    const live = next;
    next = null;
    if (!live) return;
    put(status, statusOf(live));
    put(board, pictureOf(live));
    put(figures, ...figuresOf(live));
    put(best, ...live.highscores.map(([name, points]) => h('li', {}, `${name}: ${number(points)}`)));
  };
  const seen = (/** @type {LiveGame} */ live) => {
    if (!next) requestAnimationFrame(draw);
    next = live;
  };
  watch(seen, (text) => put(status, text), leaving.signal);
  return {
    element: h('section', { class: 'sheet live' }, h('h1', {}, t('live')), status, board, figures, best),
    title: t('live'),
    leave: () => leaving.abort(),
  };
}

/** Follows the game, and asks again when the server goes away.
 *  @param {(live: LiveGame) => void} seen @param {(text: string) => void} say @param {AbortSignal} signal */
async function watch(seen, say, signal) {
  while (!signal.aborted) {
    try {
      await followGame(seen, signal);
    } catch (error) {
      if (aborted(error)) return;
      const none = error instanceof Refused && error.status === 404;
      say(t(none ? 'liveNone' : 'noAnswer'));
      if (none) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

/** @param {LiveGame} live */
function statusOf(live) {
  const { player, level, waiting } = live;
  const text = live.playing
    ? t('livePlays', { player: player ?? '', level })
    : player
      ? t('liveOver', { player })
      : t('liveNobody');
  return waiting ? `${text} ${t('liveWaiting', { n: waiting })}` : text;
}

/** @param {LiveGame} live */
function pictureOf(live) {
  const svg = sokobanThumb(live.rows);
  limitSize(svg, Math.max(...live.rows.map((row) => row.length)), live.rows.length);
  return svg;
}

/** @param {LiveGame} live */
function figuresOf(live) {
  const [puzzles, moves, pushes, steps] = live.score;
  const rows = /** @type {[string, string][]} */ ([
    [t('livePoints'), number(live.points)],
    [t('liveDone'), number(Math.max(0, puzzles - 1))],
    [t('livePushes'), number(pushes)],
    [t('liveMoves'), number(moves)],
    [t('liveSteps'), number(steps)],
    [t('liveStep'), `${number(live.step)} / ${number(live.timeout)}`],
  ]);
  return rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
}
