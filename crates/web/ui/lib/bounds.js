// @ts-check
/**
 * What is known about a level on two sides, the browser and the server, put together: in each metric the shorter
 * solution and the higher bound, with who has proved it. A bound above a solution that was replayed is a contradiction,
 * never kept and always told.
 */

/** @import {Known, Standing} from '../types.d.ts' */

/** @param {Standing} a @param {Standing} b @returns {{standing: Standing, refuted: string|null}} */
function both(a, b) {
  const { metric } = a;
  const shorter = (b[metric] ?? Infinity) < (a[metric] ?? Infinity) ? b : a;
  const higher = (b.bound ?? -1) > (a.bound ?? -1) ? b : a;
  const best = shorter[metric];
  const { moves, pushes, steps } = shorter;
  /** @type {Standing} */
  const standing = { metric, proved: false };
  for (const [name, n] of Object.entries({ moves, pushes, steps }))
    if (n !== undefined) standing[/** @type {'moves'} */ (name)] = n;
  const held = [higher, higher === a ? b : a].find(({ bound }) => bound !== undefined && bound <= (best ?? Infinity));
  const refuted =
    best !== undefined && (higher.bound ?? 0) > best
      ? `${metric}: a bound of ${higher.bound} is above a solution of ${best}`
      : null;
  if (held?.bound !== undefined) {
    standing.bound = held.bound;
    if (held.by) standing.by = held.by;
    if (held.from) standing.from = held.from;
    standing.proved = held.bound === best;
    if (best !== undefined && held.bound > 0 && best > held.bound) standing.gap = (best - held.bound) / held.bound;
  }
  return { standing, refuted };
}

/** @param {Known} there @param {Known|null} here @returns {Known} */
export function bestOfKnown(there, here) {
  if (!here) return there;
  const found = there.known.fewest.map((it) => {
    const other = here.known.fewest.find(({ metric }) => metric === it.metric);
    return other ? both(it, other) : { standing: it, refuted: null };
  });
  const only = here.known.fewest.filter((it) => !there.known.fewest.some(({ metric }) => metric === it.metric));
  const refuted = found.flatMap((it) => it.refuted ?? []);
  const lost = there.known.lost ?? here.known.lost;
  return {
    known: { ...(lost && { lost }), fewest: [...found.map((it) => it.standing), ...only] },
    contradictions: [...new Set([...there.contradictions, ...here.contradictions, ...refuted])],
  };
}
