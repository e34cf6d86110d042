//! The reasons to leave a position out.

use super::ground::{FAR, Ground};

impl Ground {
    /// Whether these boxes hold each other for good and one of them is not on a goal.
    ///
    /// Along a line, a box cannot be pushed while there is a wall or another of these boxes on one
    /// side of it, and is lost if it goes where a lone box is dead on both. If that is so on both
    /// lines of every box, then the first of them to move is lost; and if none ever moves, one never
    /// gets to a goal.
    pub(super) fn is_frozen(&self, some: &[u16]) -> bool {
        let held = |at: u16, line: [usize; 2]| {
            let sides = line.map(|way| self.next(at, way));
            let fixed = |side: &Option<u16>| side.is_none_or(|side| some.contains(&side));
            let lost = |side: &Option<u16>| side.is_some_and(|side| self.is_dead(side));
            sides.iter().any(fixed) || sides.iter().all(lost)
        };
        let stays = |&at: &u16| held(at, [0, 1]) && held(at, [2, 3]);
        some.iter().all(stays) && some.iter().any(|&at| !self.is_goal(at))
    }

    /// Whether these boxes can get to fewer goals than they are, each for itself.
    pub(super) fn is_crowded(&self, some: &[u16], player: u16) -> bool {
        let goals = 0..self.goals.len();
        let open = |&goal: &usize| some.iter().any(|&at| self.pushes(at, player)[goal] != FAR);
        goals.filter(open).count() < some.len()
    }

    /// Whether the boxes take at least this many pushes, by prices of the goals.
    pub(super) fn costs(&self, boxes: &[u16], player: u16, prices: &[i64], pushes: u32) -> bool {
        if self.goals.len() > boxes.len() && prices.iter().any(|&price| price > 0) {
            return false;
        }
        let mut sum: i64 = prices.iter().sum();
        for &at in boxes {
            let ways = self.pushes(at, player).iter().zip(prices);
            let ways = ways.filter(|(pushes, _)| **pushes != FAR);
            match ways.map(|(&pushes, price)| i64::from(pushes) - price).min() {
                Some(least) => sum += least,
                // A box that can get to no goal makes every number of pushes too small.
                None => return true,
            }
        }
        sum >= i64::from(pushes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_goal_may_stay_free_no_price_is_positive() {
        let ground = Ground::read("########\n#@$ $..#\n########").unwrap();
        // A level has as many goals as boxes, so the rule is asked of one of its two boxes.
        let one = |prices: [i64; 2]| ground.costs(&ground.boxes[..1], ground.player, &prices, 0);
        assert!(!one([1, -1]) && !one([0, 1]));
        assert!(one([-1, 0]) && one([0, 0]));
        assert!(ground.costs(&ground.boxes, ground.player, &[1, -1], 0));
    }
}
