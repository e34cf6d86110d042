//! A first solution by novelty: best-first width search (Lipovetsky and Geffner 2012, 2017).
//!
//! States unlike those seen before come first: those in which some piece stands where it never
//! stood, then those in which some *pair* of places is new, then the rest; among equals the lower
//! [bound](super::closed) first, then the older state. "Before" means among states of the same
//! bound, so that getting nearer makes everything new again. A board has few pairs, so the search
//! spreads over all it can reach instead of walking in circles in front of a wall of equal bounds.
//! Incomplete only because its size is limited: it stops after [`STATES`].
//!
//! On the 12 × 12 board of the Amsterdam course a beam of 131,072 states per layer, guided by the
//! bound alone, found nothing; this search finds a solution among the first 140,000 states.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use search::{Budget, Stats, Stop};

use super::lanes::MAX_PIECES;
use super::layers::ALL;
use super::store::{moved, pack};
use super::{Scene, Search, Store, unpack};

/// Most states met.
const STATES: usize = 1 << 20;
/// Bounds told apart; larger ones count as the largest.
const BOUNDS: usize = 32;

/// The order among states of equal novelty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taste {
    /// Sixteenths of the depth added to the bound.
    depth: u32,
    /// Younger states before older ones.
    young: bool,
}

impl Taste {
    /// What to try besides the default.
    pub(super) fn others() -> impl Iterator<Item = Taste> {
        [(8, false), (16, false), (4, false), (0, true), (4, true), (16, true)]
            .into_iter()
            .map(|(depth, young)| Taste { depth, young })
    }
}

/// Places and pairs of places seen, for each bound.
struct Seen {
    atoms: usize,
    bits: Vec<Vec<u64>>,
}

impl Seen {
    fn new(n_pieces: usize) -> Seen {
        Seen { atoms: 16 * n_pieces, bits: vec![Vec::new(); BOUNDS] }
    }

    /// 1 when the place of a piece is new for a bound, 2 when only its pair with the place of
    /// another piece is new, else 3.
    fn look(&mut self, bound: u32, places: &[u8], piece: usize) -> u8 {
        let bits = &mut self.bits[(bound as usize).min(BOUNDS - 1)];
        if bits.is_empty() {
            bits.resize((self.atoms * self.atoms).div_ceil(64), 0);
        }
        let here = 16 * piece + places[piece] as usize;
        let mut novelty = 3;
        for (i, &place) in places.iter().enumerate() {
            let other = 16 * i + place as usize;
            let pair = here.min(other) * self.atoms + here.max(other);
            if bits[pair / 64] >> (pair % 64) & 1 == 0 {
                bits[pair / 64] |= 1 << (pair % 64);
                novelty = novelty.min(if i == piece { 1 } else { 2 });
            }
        }
        novelty
    }
}

/// What the search knows: the states met, the bound and the depth of each, and which is next.
struct Frontier<const W: usize> {
    store: Store<W>,
    facts: Vec<(u32, u32)>,
    seen: Seen,
    /// Novelty, rank, and the number of the state, counted down when the young come first.
    queue: BinaryHeap<Reverse<(u8, u32, u32)>>,
    taste: Taste,
    /// Moves of the current state; the list is kept to save allocations.
    moves: Vec<(usize, u8)>,
}

impl<const W: usize> Frontier<W> {
    fn new(taste: Taste, n_pieces: usize, memory: u64, bound: u32) -> Frontier<W> {
        Frontier {
            store: Store::new(memory),
            facts: vec![(bound, 0)],
            seen: Seen::new(n_pieces),
            queue: BinaryHeap::from([Reverse((0, 0, 0))]),
            taste,
            moves: Vec::new(),
        }
    }

    /// The number of the next state. The start, alone in the queue, is not counted down.
    fn pop(&mut self) -> Option<u32> {
        let Reverse((_, _, order)) = self.queue.pop()?;
        Some(if self.taste.young && order != 0 { u32::MAX - order } else { order })
    }

    /// A state whose bound is `estimate`, met by moving a piece.
    fn push(&mut self, number: u32, estimate: u32, depth: u32, places: &[u8], piece: usize) {
        let novelty = self.seen.look(estimate, places, piece);
        let rank = 16 * estimate + self.taste.depth * depth;
        let order = if self.taste.young { u32::MAX - number } else { number };
        self.queue.push(Reverse((novelty, rank, order)));
    }
}

impl<const W: usize> Search<'_, W> {
    /// Looks for some solution, and keeps it as the best one.
    pub(super) fn find(
        &mut self,
        taste: Taste,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Result<(), Stop> {
        let n_pieces = self.lanes.n_pieces();
        let mut frontier = Frontier::<W>::new(taste, n_pieces, self.memory / 2, self.lower_bound);
        if frontier.store.insert(pack(&self.start), 0, ALL).is_err() {
            return Ok(());
        }
        while let Some(index) = frontier.pop() {
            budget.tick()?;
            budget.expand(stats);
            match self.spread(index, &mut frontier, stats) {
                Met::Nothing if frontier.store.len() <= STATES => {}
                Met::Nothing => break,
                Met::Full => return Ok(()),
                Met::Goal(number) => {
                    let store = &frontier.store;
                    self.best = Some(self.path(store, &store.parents, number));
                    break;
                }
            }
        }
        self.count(&frontier.store, stats);
        Ok(())
    }

    /// Meets the neighbours of a state.
    fn spread(&mut self, index: u32, frontier: &mut Frontier<W>, stats: &mut Stats) -> Met {
        let lanes = self.lanes;
        let key = frontier.store.keys[index as usize];
        let (bound, depth) = frontier.facts[index as usize];
        let mut buffer = [0u8; MAX_PIECES];
        let places = &mut buffer[..lanes.n_pieces()];
        unpack(&key, places);
        let mut cells = lanes.cells(places);
        let mut moves = std::mem::take(&mut frontier.moves);
        moves.clear();
        lanes.for_each_move(places, &cells, ALL, |piece, to, _| moves.push((piece, to)));
        stats.generated += moves.len() as u64;
        for &(piece, to) in &moves {
            let from = places[piece];
            let new = match frontier.store.insert(moved(&key, piece, from, to), index, ALL) {
                Ok(Some(new)) => new,
                Ok(None) => continue,
                Err(_) => return Met::Full,
            };
            places[piece] = to;
            lanes.shift(&mut cells, piece, from, to);
            stats.evaluations += 1;
            let estimate = self.closed.least(Scene { lanes, places, cells: &cells }, bound);
            frontier.facts.push((estimate.unwrap_or(0), depth + 1));
            if lanes.is_goal(places) {
                return Met::Goal(new);
            }
            if let Some(estimate) = estimate {
                frontier.push(new, estimate, depth + 1, places, piece);
            }
            lanes.shift(&mut cells, piece, to, from);
            places[piece] = from;
        }
        frontier.moves = moves;
        Met::Nothing
    }
}

/// What came of looking at the neighbours of a state.
enum Met {
    /// New states at most.
    Nothing,
    /// More states than there is room for.
    Full,
    /// A solved state, by its number.
    Goal(u32),
}
