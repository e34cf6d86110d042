// @ts-check
/** How far one is with each collection, remembered by the browser whenever a collection is looked at. */

/** @import {Collection, Context} from '../types.d.ts' */

const KEPT = 'banto.packs';

/** Levels solved by collection, as far as they have been counted here. @returns {Record<string, number>} */
export function packs() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

/** Counts the solved levels of a collection and remembers it. @param {Context} ctx @param {Collection} collection */
export function countSolved(ctx, collection) {
  const solved = collection.levels.filter((it) => it.key && ctx.best.get(it.key)?.own).length;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...packs(), [collection.name]: solved }));
  } catch {
    /* without room it is counted again */
  }
  return solved;
}
