//! The order in which the agent tries the boxes of a node.
//!
//! The agent keeps its boxes in a set of Python, a `frozenset` of pairs (x, y), and tries them in
//! the order in which the set hands them out. That order decides which of two equal nodes is the
//! newer one, and so all counts: in reading order, 47 of the server's levels would get different
//! counts. Here it is rebuilt: the hash of a pair as CPython computes it since version 3.8, the
//! table of the set, its probing and its growth.
//!
//! The order depends on the order of insertion where slots collide, so a node keeps its boxes as a
//! list in this order. The boxes of the start are inserted in reading order; those of a later node
//! in its parent's order without the pushed box, then the pushed box at its new place.

use super::grid::{Grid, Place};

/// Slots that are tried one after the other before the next jump.
const LINEAR_PROBES: usize = 9;

/// Bits of the hash that each jump uses up.
const PERTURB_SHIFT: u32 = 5;

const EMPTY: Place = Place::MAX;

/// Lists of boxes, put in the order of the set.
#[derive(Debug)]
pub(super) struct BoxOrder {
    hashes: Vec<u64>,
    table: Vec<Place>,
    spare: Vec<Place>,
}

impl BoxOrder {
    /// The hashes of all places of a rectangle.
    pub(super) fn new(grid: &Grid) -> BoxOrder {
        let mut hashes = vec![0; grid.size()];
        for y in 0..grid.height {
            for x in 0..grid.width {
                hashes[grid.at(x, y) as usize] = hash([x as u64, y as u64]);
            }
        }
        BoxOrder { hashes, table: Vec::new(), spare: Vec::new() }
    }

    /// Inserts the boxes into an empty set and puts them in the order of its slots.
    pub(super) fn arrange(&mut self, boxes: &mut [Place]) {
        self.table.clear();
        self.table.resize(8, EMPTY);
        for (i, &place) in boxes.iter().enumerate() {
            insert(&mut self.table, self.hashes[place as usize], place);
            let (count, mask) = (i + 1, self.table.len() - 1);
            if 5 * count >= 3 * mask {
                self.grow((4 * count + 1).next_power_of_two());
            }
        }
        let filled = self.table.iter().filter(|&&place| place != EMPTY);
        boxes.iter_mut().zip(filled).for_each(|(to, &place)| *to = place);
    }

    fn grow(&mut self, slots: usize) {
        std::mem::swap(&mut self.table, &mut self.spare);
        self.table.clear();
        self.table.resize(slots, EMPTY);
        for &place in self.spare.iter().filter(|&&place| place != EMPTY) {
            insert(&mut self.table, self.hashes[place as usize], place);
        }
    }
}

/// Puts a place into the first free slot of its probing sequence.
fn insert(table: &mut [Place], hash: u64, place: Place) {
    let mask = table.len() - 1;
    let mut slot = hash as usize & mask;
    let mut perturb = hash;
    loop {
        let probes = if slot + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 };
        if let Some(free) = (slot..=slot + probes).find(|&slot| table[slot] == EMPTY) {
            table[free] = place;
            return;
        }
        perturb >>= PERTURB_SHIFT;
        slot = (5 * slot).wrapping_add(1).wrapping_add(perturb as usize) & mask;
    }
}

/// The hash of a pair of small numbers in CPython: a simplified xxHash.
fn hash(pair: [u64; 2]) -> u64 {
    const PRIME_1: u64 = 11_400_714_785_074_694_791;
    const PRIME_2: u64 = 14_029_467_366_897_019_727;
    const PRIME_5: u64 = 2_870_177_450_012_600_261;
    let mixed = pair.into_iter().fold(PRIME_5, |sum, number| {
        let sum = sum.wrapping_add(number.wrapping_mul(PRIME_2));
        sum.rotate_left(31).wrapping_mul(PRIME_1)
    });
    mixed.wrapping_add(2 ^ (PRIME_5 ^ 3_527_539))
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    /// Orders pairs on a large empty board.
    fn order(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let room = "#          #";
        let wall = "############";
        let rows = [wall, "#@$.       #", room, room, room, room, room, room, wall];
        let grid = Grid::new(&board(&rows));
        let mut boxes: Vec<Place> = pairs.iter().map(|&(x, y)| grid.at(x, y)).collect();
        BoxOrder::new(&grid).arrange(&mut boxes);
        boxes.into_iter().map(|place| grid.coordinates(place)).collect()
    }

    #[test]
    fn pairs_are_hashed_as_in_python() {
        assert_eq!(hash([2, 3]), 8_409_376_899_596_376_432);
    }

    /// What CPython 3.11 prints for the same sets.
    #[test]
    fn sets_hand_out_pairs_as_in_python() {
        let row = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)];
        assert_eq!(order(&row[..4]), [(3, 1), (1, 1), (4, 1), (2, 1)]);
        assert_eq!(order(&row), [(2, 1), (3, 1), (6, 1), (1, 1), (5, 1), (4, 1)]);
    }

    #[test]
    fn where_slots_collide_the_first_one_in_stays() {
        assert_eq!(order(&[(1, 1), (4, 5)]), [(4, 5), (1, 1)]);
        assert_eq!(order(&[(4, 5), (1, 1)]), [(1, 1), (4, 5)]);
    }

    #[test]
    fn a_set_that_has_grown_twice_is_ordered_as_in_python() {
        let pairs: Vec<_> = (0..30).map(|i| (1 + i % 10, 1 + i / 10)).collect();
        #[rustfmt::skip]
        let expected = [
            (4, 3), (3, 1), (5, 1), (9, 2), (8, 3), (2, 2), (10, 3), (1, 3), (6, 2), (7, 1),
            (4, 2), (3, 3), (5, 3), (8, 2), (9, 1), (10, 2), (1, 2), (2, 1), (6, 1), (7, 3),
            (3, 2), (4, 1), (5, 2), (9, 3), (8, 1), (1, 1), (10, 1), (2, 3), (7, 2), (6, 3),
        ];
        assert_eq!(order(&pairs), expected);
    }
}
