// @ts-check
/** The end of a game, on the board: stars, what it took, where to go from here. */
import { button, h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { provedOf } from './known.js';
import { nextUnsolved, share } from '../lib/levels.js';
import { starRow, starsOf } from './stars.js';

/** @import {Collection, Context, Counts, Playable} from '../types.d.ts' */

/**
 * What has ended.
 * @typedef {object} Ended
 * @property {Context} ctx
 * @property {Collection} collection
 * @property {Playable} level
 * @property {string} text what it took
 * @property {Counts} counts
 * @property {Counts} best the best that was known before
 * @property {number} hints
 * @property {boolean} watched
 * @property {boolean} fresh whether it has just happened
 * @property {() => void} again
 * @property {() => void} replay
 * @property {() => void} close
 * @property {(() => void)|null} ground shows where the way became longer, when it did
 */

/** @param {Ended} it */
export function finishCard(it) {
  const { ctx, collection, level } = it;
  const { n, why } = starsOf(it);
  const on = it.watched
    ? button(t('tryIt'), it.again, { icon: 'reset', class: 'primary', id: 'play-again' })
    : button(t('nextUnsolved'), () => nextUnsolved(ctx, collection, level.index), {
        icon: 'next',
        key: 'N',
        class: 'primary',
        id: 'next-level',
      });
  return h(
    'div',
    { class: `finish ${it.fresh ? 'fresh' : ''}`, id: 'solved' },
    button(t('lookAtBoard'), it.close, { icon: 'close', compact: true, class: 'quiet shut' }),
    starRow(n, 'large'),
    h('strong', {}, it.text),
    h('p', { class: 'why' }, t(why, { n: it.hints })),
    provedLine(it),
    h(
      'div',
      { class: 'row' },
      on,
      !it.watched && button(t('playAgain'), it.again, { icon: 'reset', id: 'play-again' }),
      it.ground && button(t('ground'), it.ground, { icon: 'search', id: 'ground' }),
      button(t('replay'), it.replay, { icon: 'play', id: 'replay' }),
      button(t('share'), () => share(ctx, level), { icon: 'copy', compact: true }),
    ),
  );
}

/** What is proved about the solution, once the server has said it; a card without it is whole too. @param {Ended} it */
function provedLine({ level, counts }) {
  const line = h('p', { class: 'proved', id: 'proved' });
  provedOf(level, counts).then(
    (proved) => put(line, proved.join(' · ')),
    () => {},
  );
  return line;
}
