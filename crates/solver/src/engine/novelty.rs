//! Novelty: whether a position shows something that none before it has shown.
//!
//! What: a position is a set of *facts*: a box stands here, this place is empty, the player's zone is that one. It is
//! new in the first degree when one of its facts, in the second when a pair of them, has not been seen yet in any
//! position with as many boxes out of place. A search that prefers what is new spreads over the board instead of
//! turning the same few boxes over and over under a bound that knows nothing of them.
//!
//! ```text
//!   3 out of place: {a3 c4} {a3 d4}      a position with a3, d4, e2: e2 is new, degree 1
//!                                        with a3, c4, d4: all known, the pair c4 d4 is new, degree 2
//! ```
//!
//! Soundness: it only orders; nothing is left out.
//! Source: best-first width search, Lipovetzky and Geffner (2017); on Sokoban with pulls our own trial.
//! Cost: the facts of a position are a row of bits, and so is what every fact was seen with, so a look is a few words for
//! every fact that the move has changed; for every fact of the position when the number of boxes out of place has
//! changed. `(3 n)²` bits for every such number on `n` squares.

use ground::kernel::{Bits, Map, Position};
use sokoban::Square;

/// Bytes that all tables together may take. Beyond that only single facts are looked at.
const MOST_BYTES: usize = 64 << 20;

/// What has been seen so far.
pub(crate) struct Novelty {
    /// Words of a set of squares. A set of facts has three: where boxes stand, which places are empty, and the one
    /// square that names the player's zone.
    words: usize,
    /// Whether pairs are looked at, too.
    pairs: bool,
    /// For each number of boxes out of place: for each fact the facts it was seen with, itself among them. Without pairs
    /// one row for all.
    seen: Vec<Vec<u64>>,
    /// The facts of a child, and those among them that its parent did not have.
    facts: Vec<u64>,
    fresh: Vec<usize>,
}

/// How new a position is: 0 when a fact is new, 1 when a pair of facts is, 2 when nothing is.
pub(crate) type Degree = u32;

/// A child and the position it comes from.
pub(crate) struct Child<'a> {
    /// The child.
    pub(crate) position: &'a Position,
    /// Where its player is.
    pub(crate) zone: Square,
    /// The places that boxes should take.
    pub(crate) places: &'a Bits,
    /// Boxes that stand elsewhere.
    pub(crate) out: usize,
    /// What has changed, when as many were out of place before: the box's old and new square, and the zone before.
    pub(crate) changed: Option<(Square, Square, Square)>,
}

impl Novelty {
    /// Nothing has been seen.
    pub(crate) fn new(map: &Map, n_boxes: usize) -> Novelty {
        let words = map.n_squares() / 64 + 1;
        let bytes = (n_boxes + 1).saturating_mul(3 * 64 * words * 3 * words * 8);
        Novelty {
            words,
            pairs: bytes <= MOST_BYTES,
            seen: vec![Vec::new(); n_boxes + 1],
            facts: vec![0; 3 * words],
            fresh: Vec::new(),
        }
    }

    /// How new a child is, which is known from now on.
    pub(crate) fn look(&mut self, child: &Child<'_>) -> Degree {
        self.collect(child);
        let Novelty { words, pairs, seen, facts, fresh } = self;
        let row = 3 * *words;
        let seen = &mut seen[child.out];
        if seen.is_empty() {
            seen.resize(if *pairs { 64 * row * row } else { row }, 0);
        }
        let mut degree = 2;
        for &fact in &*fresh {
            let own = if *pairs { fact * row } else { 0 };
            let (word, bit) = (fact / 64, 1 << (fact % 64));
            if seen[own + word] & bit == 0 {
                degree = 0;
                seen[own + word] |= bit;
            }
            if !*pairs {
                continue;
            }
            let known = &mut seen[own..own + row];
            if known.iter().zip(&*facts).all(|(known, facts)| facts & !known == 0) {
                continue;
            }
            degree = degree.min(1);
            known.iter_mut().zip(&*facts).for_each(|(known, facts)| *known |= facts);
            for other in ones(facts) {
                seen[other * row + word] |= bit;
            }
        }
        degree
    }

    /// Lists the facts of a child, and those that are fresh.
    fn collect(&mut self, child: &Child<'_>) {
        let Novelty { words, facts, fresh, .. } = self;
        let (occupied, places) = (child.position.occupied().words(), child.places.words());
        facts.fill(0);
        facts[..occupied.len()].copy_from_slice(occupied);
        for (at, (places, occupied)) in places.iter().zip(occupied).enumerate() {
            facts[*words + at] = places & !occupied;
        }
        let empty = |square: Square| 64 * *words + square.index();
        let zone = 2 * 64 * *words + child.zone.index();
        facts[zone / 64] |= 1 << (zone % 64);
        fresh.clear();
        let Some((from, to, before)) = child.changed else { return fresh.extend(ones(facts)) };
        fresh.push(to.index());
        if child.places.contains(from) {
            fresh.push(empty(from));
        }
        if before != child.zone {
            fresh.push(zone);
        }
    }
}

/// The numbers of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let rest = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|&word| word != 0).map(move |word| 64 * at + word.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn a_fact_is_newer_than_a_pair_and_a_pair_than_nothing() {
        let board = board(&["########", "#@ $$  #", "#    ..#", "########"]);
        let map = Map::new(&board);
        let mut novelty = Novelty::new(&map, 2);
        let places = map.goals();
        let at = |boxes: [u16; 2]| Position::new(&map, boxes.map(Square), Square(0));
        let mut look = |boxes, out, changed| {
            let position = &at(boxes);
            novelty.look(&Child { position, zone: Square(0), places, out, changed })
        };
        assert_eq!(look([2, 3], 2, None), 0);
        assert_eq!(look([2, 3], 2, None), 2, "nothing is new");
        assert_eq!(look([2, 4], 2, Some((Square(3), Square(4), Square(0)))), 0);
        assert_eq!(look([3, 4], 2, Some((Square(2), Square(3), Square(0)))), 1, "both are known");
        assert_eq!(look([3, 4], 2, None), 2);
        assert_eq!(look([3, 4], 1, None), 0, "not among those with one box out of place");
    }

    /// What has changed is all that needs to be looked at.
    #[test]
    fn a_look_at_the_change_is_a_look_at_everything() {
        let board = board(&["########", "#@ $$  #", "#    ..#", "########"]);
        let map = Map::new(&board);
        let mut random = search::Random::seeded(9);
        let (mut whole, mut part) = (Novelty::new(&map, 2), Novelty::new(&map, 2));
        let places = map.goals();
        let mut degrees = [0; 3];
        let mut position = Position::start(&map, &board);
        let first = Child { position: &position, zone: Square(0), places, out: 2, changed: None };
        assert_eq!((whole.look(&first), part.look(&first)), (0, 0));
        for _ in 0..300 {
            let from = position.boxes()[random.below(2)];
            let to = Square(random.below(map.n_squares()) as u16);
            // All positions count as one kind here, whatever they are.
            if position.is_occupied(to) || places.contains(from) != places.contains(to) {
                continue;
            }
            position.move_box(&map, from, to);
            let child =
                |changed| Child { position: &position, zone: Square(0), places, out: 2, changed };
            let degree = whole.look(&child(None));
            assert_eq!(part.look(&child(Some((from, to, Square(0))))), degree);
            degrees[degree as usize] += 1;
        }
        assert!(degrees.iter().all(|&count| count > 3), "{degrees:?}");
    }
}
