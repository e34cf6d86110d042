//! Heights and tolls that make a sound bound, whatever numbers they are made from.

use sokoban::{Dir, Square};

use super::UNIT;
use crate::kernel::Map;

/// A height for each square, and for each step a toll to each narrow square.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// By square.
    pub(super) heights: Vec<i32>,
    /// One for each narrow square, from `(square * 4 + direction) * narrow squares` on for the step
    /// that leaves a square.
    pub(super) tolls: Vec<i32>,
    /// The tolls of each step, added up.
    sums: Vec<i32>,
}

impl Ground {
    /// The nearest that is easily found to the given numbers, of which `fine` are a unit: no step
    /// climbs and pays more than one move.
    pub(super) fn new(map: &Map, fine: i32, heights: &[i32], tolls: &[i32]) -> Ground {
        let mut heights: Vec<i32> = heights.iter().map(|height| height.div_euclid(fine)).collect();
        lower(map, UNIT, &mut heights);
        let mut tolls: Vec<i32> = tolls.iter().map(|toll| toll.max(&0) / fine).collect();
        let n_steps = map.n_squares() * 4;
        let narrow = tolls.len() / n_steps.max(1);
        let mut sums = vec![0; n_steps];
        for (square, dir) in steps(map) {
            let (step, to) = (square.index() * 4 + dir.index(), map.next(square, dir));
            let paid = &mut tolls[step * narrow..][..narrow];
            if map.is_wall(to) {
                paid.fill(0);
                continue;
            }
            let left = UNIT - (heights[to.index()] - heights[square.index()]);
            let sum: i32 = paid.iter().sum();
            if sum > left {
                paid.iter_mut().for_each(|toll| *toll = *toll * left / sum);
            }
            sums[step] = paid.iter().sum();
        }
        let ground = Ground { heights, tolls, sums };
        debug_assert!(ground.is_sound(map));
        ground
    }

    /// Whether no step climbs and pays more than one move.
    fn is_sound(&self, map: &Map) -> bool {
        let narrow = self.tolls.len() / self.sums.len().max(1);
        steps(map).filter(|&(from, dir)| !map.is_wall(map.next(from, dir))).all(|(from, dir)| {
            let step = from.index() * 4 + dir.index();
            let sum: i32 = self.tolls[step * narrow..][..narrow].iter().sum();
            sum == self.sums[step] && self.price(map, from, dir) >= 0
        }) && self.tolls.iter().all(|&toll| toll >= 0)
    }

    /// The toll of a step to a narrow square.
    #[inline]
    pub(super) fn toll(&self, from: Square, dir: Dir, number: usize) -> i32 {
        let narrow = self.tolls.len() / self.sums.len();
        self.tolls[(from.index() * 4 + dir.index()) * narrow + number]
    }

    /// What is left of a move for a push in which the player goes from `behind` in a direction.
    #[inline]
    pub(super) fn price(&self, map: &Map, behind: Square, dir: Dir) -> i32 {
        let climbed = self.heights[map.next(behind, dir).index()] - self.heights[behind.index()];
        UNIT - climbed - self.sums[behind.index() * 4 + dir.index()]
    }
}

/// All squares with all directions.
pub(super) fn steps(map: &Map) -> impl Iterator<Item = (Square, Dir)> + use<> {
    map.squares().flat_map(|square| Dir::ALL.map(|dir| (square, dir)))
}

/// Lowers what stands out until neighbours differ by `one` at most.
fn lower(map: &Map, one: i32, heights: &mut [i32]) {
    let mut changed = true;
    while changed {
        changed = false;
        for square in map.squares() {
            let around = map.around(square).into_iter().filter(|&next| !map.is_wall(next));
            let most = around.map(|next| heights[next.index()] + one).min();
            if let Some(most) = most.filter(|&most| most < heights[square.index()]) {
                heights[square.index()] = most;
                changed = true;
            }
        }
    }
}
