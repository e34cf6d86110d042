// @ts-check
/** What the tabs of this page say to each other: the best results of levels, when one of them changes. */

/** @import {BestRow} from '../types.d.ts' */

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('banto');

/** @param {BestRow[]} best */
export const tellTabs = (best) => channel?.postMessage(best);

/** @param {(best: BestRow[]) => void} heard */
export const hearTabs = (heard) => channel?.addEventListener('message', ({ data }) => heard(data));
