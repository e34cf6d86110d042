// @ts-check
/**
 * The guided start of each game: five tiny levels of our own, each with one thing to learn. They are made here, because who
 * comes for the first time has not fetched any engine yet; they are played, saved and shared like all others.
 */
import { levelKey } from '../game/key.js';

/** @import {Collection, Context, GameName, Piece, UnblockBoard} from '../types.d.ts' */

/** Names of the guided starts begin with this. */
const GUIDE = '~guide-';

/** Titles and rows. @type {Record<GameName, [title: string, rows: string[]][]>} */
const LEVELS = {
  sokoban: [
    ['Push', ['#######', '#@ $ .#', '#######']],
    ['Walk around', ['#######', '#  @  #', '# .$  #', '#     #', '#######']],
    ['Corners', ['#######', '#@    #', '# $   #', '#   . #', '#     #', '#######']],
    ['The far goal first', ['#######', '#  ####', '# $..##', '#@$  ##', '#   ###', '#####']],
    ['Everything together', ['########', '#      #', '# $ .$ #', '#  #.  #', '#@     #', '########']],
  ],
  unblock: [
    ['Slide out', ['......', '......', 'AA....', '......', '......', '......']],
    ['In the way', ['......', '...B..', 'AA.B..', '......', '......', '......']],
    ['What blocks what', ['......', '...B..', 'AA.B..', '...B..', '......', '..CCC.']],
    ['Two in the way', ['..B...', '..B...', 'AAB..D', '..EE.D', '.....D', '......']],
    ['The right order', ['..BCC.', '..B..D', 'AAB..D', '..EE.D', '......', '..FF..']],
  ],
};

/** @param {GameName} game */
export const guideName = (game) => GUIDE + game;

/** The game of a guided start; null for every other collection. @param {string} name @returns {GameName|null} */
export function guideOf(name) {
  const game = name.startsWith(GUIDE) ? name.slice(GUIDE.length) : '';
  return game === 'sokoban' || game === 'unblock' ? game : null;
}

/** A board from its rows: letters are pieces, A is the red one, the exit is on the right. @param {string[]} rows @returns {UnblockBoard} */
function boardOf(rows) {
  /** @type {Map<string, Piece>} */
  const pieces = new Map();
  rows.forEach((text, row) =>
    [...text].forEach((name, column) => {
      if (name === '.') return;
      const it = pieces.get(name);
      if (!it) pieces.set(name, { name, axis: 'h', row, column, length: 1 });
      else pieces.set(name, { ...it, axis: row > it.row ? 'v' : 'h', length: it.length + 1 });
    }),
  );
  const all = [...pieces.values()];
  const red = all.findIndex((it) => it.name === 'A');
  return { width: rows[0].length, height: rows.length, walls: [], pieces: all, red, exit: 'right' };
}

/** The levels of a guided start. @param {GameName} game @returns {Collection} */
export function guideCollection(game) {
  const levels = LEVELS[game].map(([title, rows], i) => {
    const drawing = game === 'sokoban' ? { rows } : { board: boardOf(rows) };
    return { index: i + 1, title, key: levelKey(drawing), ...drawing };
  });
  const title = `First steps in ${game === 'sokoban' ? 'Sokoban' : 'Unblock'}`;
  return { name: guideName(game), game, title, author: null, count: levels.length, levels };
}

/** The number of the first level that is not solved; null when all are. @param {Context} ctx @param {GameName} game */
export function guideStep(ctx, game) {
  const open = guideCollection(game).levels.find((it) => !(it.key && ctx.best.get(it.key)?.own));
  return open?.index ?? null;
}
