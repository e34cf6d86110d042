//! The patterns found so far, and which of them a position has.

use ground::analysis::Analysis;
use ground::kernel::{Bits, Map, Position, Reach};
use sokoban::Square;

/// The most patterns kept; when there are more, those used least are dropped.
const MOST: usize = 4_000;

/// Patterns of a position beyond this number are not counted.
const MOST_AT_ONCE: usize = 24;

/// A small set of boxes with a player's zone.
struct Pattern {
    boxes: Bits,
    n_boxes: u32,
    /// Where the player may be, with these boxes alone on the board.
    zone: Bits,
    penalty: u32,
    uses: u32,
}

/// The patterns, found by their lowest box.
pub(in super::super) struct PatternStore {
    patterns: Vec<Pattern>,
    by_lowest: Vec<Vec<u32>>,
    reach: Reach,
    /// Patterns of the position looked at.
    found: Vec<u32>,
    /// Whether overlapping penalties are counted in part.
    total: bool,
}

impl PatternStore {
    /// The penalty of a pattern that loses.
    pub(super) const LOST: u32 = u32::MAX;

    /// An empty store for a board.
    pub(in super::super) fn new(map: &Map, total: bool) -> PatternStore {
        PatternStore {
            patterns: Vec::new(),
            by_lowest: vec![Vec::new(); map.n_squares()],
            reach: Reach::new(map),
            found: Vec::new(),
            total,
        }
    }

    /// How many patterns there are.
    pub(in super::super) fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Adds a pattern; returns whether it says something new.
    pub(super) fn add(
        &mut self,
        analysis: &Analysis,
        boxes: &[Square],
        player: Square,
        penalty: u32,
    ) -> bool {
        let map = &analysis.map;
        let occupied = map.occupied(boxes.iter().copied());
        self.reach.flood(map, &occupied, player);
        let size = map.n_squares() + 1;
        let zone = Bits::from_squares(size, self.reach.squares().iter().copied());
        let boxes = Bits::from_squares(size, boxes.iter().copied());
        let lowest = boxes.iter().next().expect("a pattern has a box").index();
        for &number in &self.by_lowest[lowest] {
            let old = &mut self.patterns[number as usize];
            if old.boxes == boxes && old.zone == zone {
                let more = penalty > old.penalty;
                old.penalty = old.penalty.max(penalty);
                return more;
            }
        }
        if self.patterns.len() >= MOST {
            self.drop_unused();
        }
        let n_boxes = boxes.len() as u32;
        self.by_lowest[lowest].push(self.patterns.len() as u32);
        self.patterns.push(Pattern { boxes, n_boxes, zone, penalty, uses: 0 });
        true
    }

    /// The penalties of a position together; `None` if it is lost.
    pub(in super::super) fn penalty(&mut self, map: &Map, position: &Position) -> Option<u32> {
        self.found.clear();
        for &square in position.boxes() {
            for &number in &self.by_lowest[square.index()] {
                let pattern = &mut self.patterns[number as usize];
                if pattern.zone.contains(position.player)
                    && pattern.boxes.is_subset(position.occupied())
                {
                    pattern.uses += 1;
                    if pattern.penalty == PatternStore::LOST {
                        return None;
                    }
                    self.found.push(number);
                }
            }
        }
        let patterns = &self.patterns;
        self.found.sort_unstable_by_key(|&it| std::cmp::Reverse(patterns[it as usize].penalty));
        self.found.truncate(MOST_AT_ONCE);
        Some(match (self.found.len(), self.total) {
            (0, _) => 0,
            (1, _) => patterns[self.found[0] as usize].penalty,
            (_, true) => shares(patterns, &self.found, position),
            (_, false) => {
                let mut effort = 200;
                best_disjoint(patterns, &self.found, &mut map.no_squares(), &mut effort)
            }
        })
    }

    /// Drops the half of the patterns that was used least.
    fn drop_unused(&mut self) {
        let mut uses: Vec<u32> = self.patterns.iter().map(|pattern| pattern.uses).collect();
        uses.sort_unstable();
        let enough = uses[uses.len() / 2];
        self.patterns.retain(|pattern| pattern.uses > enough);
        self.by_lowest.iter_mut().for_each(Vec::clear);
        for (number, pattern) in self.patterns.iter_mut().enumerate() {
            pattern.uses = 0;
            let lowest = pattern.boxes.iter().next().expect("a pattern has a box");
            self.by_lowest[lowest.index()].push(number as u32);
        }
    }
}

/// The highest sum of penalties of patterns that share no box; patterns come with the highest
/// penalty first. When the effort is used up, the rest is taken greedily.
fn best_disjoint(patterns: &[Pattern], found: &[u32], used: &mut Bits, effort: &mut u32) -> u32 {
    let Some((&first, rest)) = found.split_first() else { return 0 };
    let pattern = &patterns[first as usize];
    if pattern.boxes.intersects(used) {
        return best_disjoint(patterns, rest, used, effort);
    }
    used.add_all(&pattern.boxes);
    let with = pattern.penalty + best_disjoint(patterns, rest, used, effort);
    used.remove_all(&pattern.boxes);
    if *effort == 0 {
        return with;
    }
    *effort -= 1;
    with.max(best_disjoint(patterns, rest, used, effort))
}

/// The sum over all boxes of the highest share of a penalty.
fn shares(patterns: &[Pattern], found: &[u32], position: &Position) -> u32 {
    const UNIT: u32 = 840;
    let share = |&square: &Square| {
        let own = found.iter().map(|&it| &patterns[it as usize]);
        let own = own.filter(|pattern| pattern.boxes.contains(square));
        own.map(|pattern| pattern.penalty * UNIT / pattern.n_boxes).max().unwrap_or(0)
    };
    position.boxes().iter().map(share).sum::<u32>() / UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(boxes: &[u16], penalty: u32) -> Pattern {
        let boxes = Bits::from_squares(64, boxes.iter().map(|&at| Square(at)));
        let n_boxes = boxes.len() as u32;
        Pattern { boxes, n_boxes, zone: Bits::new(64), penalty, uses: 0 }
    }

    #[test]
    fn the_best_set_without_a_common_box_counts() {
        let patterns = [pattern(&[1, 2], 6), pattern(&[1, 3], 4), pattern(&[2, 4], 4)];
        let mut used = Bits::new(64);
        assert_eq!(best_disjoint(&patterns, &[0, 1, 2], &mut used, &mut 200), 8);
        assert_eq!(best_disjoint(&patterns, &[0, 1, 2], &mut used, &mut 0), 6);
        assert!(used.is_empty());
    }
}
