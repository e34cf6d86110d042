//! Features of a position and the order in which they decide.
//!
//! | feature | better | what |
//! |---|---|---|
//! | packed | more | progress along the plan |
//! | connectivity | less | regions into which the boxes cut the floor |
//! | rooms | less | edges of the room graph that are cut |
//! | out of plan | less | boxes where no later plan square can be reached |
//! | hotspots | less | boxes in the way of other boxes |
//! | distance | more | pulls from the nearest goal, summed: keeps boxes out of the way |
//!
//! A score is one number, so that comparing two positions is comparing two integers.
//! Source: FESS (Y. Shoham, CoG 2020) and the order of the published program.

mod hotspots;
mod measure;
mod rooms;

#[cfg(test)]
pub(super) use hotspots::Hotspots;
pub(super) use measure::{BackwardMeasure, ForwardMeasure};
#[cfg(test)]
pub(super) use rooms::RoomGraph;

/// Ten bits per feature; all larger counts are the same.
const MAX: u64 = 1023;
/// Distance uses what is left of 64 bits.
pub(crate) const MAX_FORWARD_DISTANCE: u64 = (1 << 14) - 1;
pub(crate) const MAX_BACKWARD_DISTANCE: u64 = (1 << 24) - 1;

/// A score; larger is better. What the fields mean depends on the direction of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(pub u64);

/// Features in the forward search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forward {
    /// Progress along the plan.
    pub packed: u16,
    /// Regions.
    pub connectivity: u16,
    /// Missing edges of the room graph.
    pub rooms: u16,
    /// Boxes out of plan.
    pub out_of_plan: u16,
    /// Boxes in the way of others.
    pub hotspots: u16,
    /// Sum of pulls from the nearest goal.
    pub distance: u32,
}

/// Features in the backward search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Backward {
    /// Boxes on the board.
    pub left: u16,
    /// Regions.
    pub connectivity: u16,
    /// Boxes on goals.
    pub on_goals: u16,
    /// Missing edges of the room graph.
    pub rooms: u16,
    /// Sum of pushes to all goals.
    pub distance: u32,
}

fn few(count: u16) -> u64 {
    MAX - u64::from(count).min(MAX)
}

impl Forward {
    /// More packed, then less connectivity, rooms, out of plan and hotspots, then more distance.
    pub(crate) fn score(&self) -> Score {
        let mut score = u64::from(self.packed).min(MAX);
        for count in [self.connectivity, self.rooms, self.out_of_plan, self.hotspots] {
            score = score << 10 | few(count);
        }
        Score(score << 14 | u64::from(self.distance).min(MAX_FORWARD_DISTANCE))
    }
}

impl Backward {
    /// Fewer boxes left, then less connectivity, boxes on goals and rooms, then more distance.
    pub(crate) fn score(&self) -> Score {
        let mut score = 0;
        for count in [self.left, self.connectivity, self.on_goals, self.rooms] {
            score = score << 10 | few(count);
        }
        Score(score << 24 | u64::from(self.distance).min(MAX_BACKWARD_DISTANCE))
    }
}

/// What makes a cell of the forward search besides the packed feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellShape {
    /// Connectivity and out of plan, as published.
    Connectivity,
    /// Connectivity, rooms and out of plan.
    Rooms,
    /// Out of plan and hotspots.
    Hotspots,
    /// Nothing.
    Packed,
}

impl CellShape {
    /// The bits of a score that name the cell.
    pub(crate) fn mask(self) -> u64 {
        let reduced = |shift: u32| MAX << shift;
        reduced(54)
            | match self {
                CellShape::Connectivity => reduced(44) | reduced(24),
                CellShape::Rooms => reduced(44) | reduced(34) | reduced(24),
                CellShape::Hotspots => reduced(24) | reduced(14),
                CellShape::Packed => 0,
            }
    }
}

/// In which order the features of a forward score decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// As they are listed above.
    #[default]
    Listed,
    /// The same, but boxes nearer to goals are better.
    Near,
    /// Out of plan and hotspots before connectivity and rooms.
    PlanFirst,
    /// Connectivity and rooms do not count, and boxes nearer to goals are better.
    Careless,
}

impl Order {
    /// A number that orders scores in this way; larger is better.
    #[inline]
    pub(crate) fn rank(self, score: Score) -> Score {
        let Score(bits) = score;
        match self {
            Order::Listed => score,
            Order::Near => Score(bits ^ MAX_FORWARD_DISTANCE),
            Order::PlanFirst => {
                let (upper, lower) = (bits >> 34 & 0xf_ffff, bits >> 14 & 0xf_ffff);
                Score(bits >> 54 << 54 | lower << 34 | upper << 14 | bits & MAX_FORWARD_DISTANCE)
            }
            Order::Careless => Score(bits & !(0xf_ffff << 34) ^ MAX_FORWARD_DISTANCE),
        }
    }
}

impl Score {
    fn reduced(self, shift: u32) -> u16 {
        (self.0 >> shift & MAX) as u16
    }

    /// Reads a forward score back.
    pub(crate) fn forward(self) -> Forward {
        Forward {
            packed: self.reduced(54),
            connectivity: MAX as u16 - self.reduced(44),
            rooms: MAX as u16 - self.reduced(34),
            out_of_plan: MAX as u16 - self.reduced(24),
            hotspots: MAX as u16 - self.reduced(14),
            distance: (self.0 & MAX_FORWARD_DISTANCE) as u32,
        }
    }

    /// Reads a backward score back.
    pub(crate) fn backward(self) -> Backward {
        Backward {
            left: MAX as u16 - self.reduced(54),
            connectivity: MAX as u16 - self.reduced(44),
            on_goals: MAX as u16 - self.reduced(34),
            rooms: MAX as u16 - self.reduced(24),
            distance: (self.0 & MAX_BACKWARD_DISTANCE) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_read_back_and_order_by_the_first_feature_that_differs() {
        let a = Forward {
            packed: 3,
            connectivity: 2,
            rooms: 1,
            out_of_plan: 4,
            hotspots: 5,
            distance: 77,
        };
        assert_eq!(a.score().forward(), a);
        assert!(Forward { packed: 4, connectivity: 900, ..a }.score() > a.score());
        assert!(Forward { connectivity: 1, rooms: 900, ..a }.score() > a.score());
        assert!(Forward { distance: 78, ..a }.score() > a.score());
        let b = Backward { left: 3, connectivity: 2, on_goals: 3, rooms: 0, distance: 1000 };
        assert_eq!(b.score().backward(), b);
        assert!(Backward { left: 2, connectivity: 9, ..b }.score() > b.score());
    }
}
