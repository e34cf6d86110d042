//! The table of techniques: one row each, from which switches, help, guarantees and tests are made.
//!
//! A technique has the same name here, in its file and on the command line. To add one: write its
//! file, one variant with its row, and one line in the pipeline where its cost belongs. Its row
//! says who reads it (`readers.rs`): a switch that the chosen engine does not read is refused
//! (`switch.rs`), and a test checks every row against what the engines do.

mod readers;
mod set;
mod switch;
mod table;
#[cfg(test)]
mod tests;

pub use readers::Searches;
pub use set::TechniqueSet;
pub use switch::{NoSwitch, Switch, SwitchError};
pub use table::TABLE;

use search::Metric;
use std::fmt;

use crate::engine::Engine;

/// A technique that an engine can switch on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Technique {
    /// Minimum-cost matching as the lower bound.
    Matching,
    /// What boxes cost each other, in the bound of long optimal searches.
    Conflicts,
    /// Walks that cannot be avoided, in the bound of long searches for the fewest moves.
    Heights,
    /// Players who could have walked in from a cheaper node with the same boxes are left out.
    Dominance,
    /// Frozen boxes off goal.
    Freeze,
    /// Two boxes that lose by themselves.
    Pairs,
    /// Three boxes that lose although no two of them do.
    Triples,
    /// All boxes that never move again, as walls.
    Fixed,
    /// Goals that must be filled already.
    Retrograde,
    /// Boxes matched to goals, with fixed boxes as walls.
    FixedMatching,
    /// Closed zones played alone.
    CorralSearch,
    /// Diagonals of gaps that nobody can open.
    Diagonal,
    /// A proof from the start position that a level has no solution.
    Refutation,
    /// Only pushes into a corral that must be dealt with.
    PiCorral,
    /// Squares from which a lone box cannot be pushed to a goal.
    DeadSquares,
    /// Corners and wall lines without a goal.
    WallSquares,
    /// Walls and boxes that fill a 2×2 square.
    Block,
    /// SokoKids' recursive test.
    Recursive,
    /// PI-corral of a single region, as the UFRGS poster gives it.
    PosterCorral,
    /// Boxes in straight tunnels are pushed on.
    Tunnel,
    /// Boxes along a wall without goals are pushed on.
    WallTunnel,
    /// Boxes on articulation squares are pushed on.
    Passage,
    /// A first push that opens the board.
    Opening,
    /// Gargioni's marks, made along the way.
    CornerMarks,
    /// Steps are tried up, right, down, left.
    Clockwise,
    /// Pushes that bring a box nearest to a goal come first among equals.
    NearFirst,
    /// Among equals, the one met first is taken, not the newest.
    FirstIn,
    /// Equals are taken in rounds over their estimates.
    Rounds,
    /// States differ by the player's zone, not the player's square.
    PlayerZone,
    /// States met before are recognised.
    HashTable,
    /// A state that was expanded is never opened again.
    ClosedForGood,
    /// hn2-matching: boxes on a wall line go only to its goals.
    Hn2Walls,
    /// hn2-matching: getting behind the box costs moves.
    Hn2Side,
    /// hn2-matching: an obstacle on the way costs moves.
    Hn2Obstacle,
    /// hn2-matching: walking to the nearest box costs moves.
    Hn2Approach,
    /// Goals are filled in an order found backwards.
    PackingOrder,
    /// What stands in the way of the next target counts.
    Approach,
    /// Every second position comes from another cell, in turn.
    Rover,
    /// FESS: boxes do not stop in tunnels.
    TunnelStops,
    /// FESS: boxes do not stop in the mouth of a niche.
    NicheStops,
    /// Rolling Stone: distances respect the player's side.
    Backout,
    /// Rolling Stone: pushes that change all distances alike need no new assignment.
    Entrance,
    /// Rolling Stone: boxes side by side that block each other's line cost two pushes more.
    LinearConflicts,
    /// Rolling Stone: boxes that never move again are walls, and distances change with them.
    DynamicDistances,
    /// Rolling Stone: positions searched already are left out.
    Transposition,
    /// Rolling Stone: the box pushed last comes first, then pushes towards goals.
    MoveOrder,
    /// Rolling Stone: moves are ordered only after an iteration that came near a solution.
    LateOrder,
    /// Rolling Stone: boxes are pushed through tunnels that are the only way.
    OneWayTunnels,
    /// Rolling Stone: boxes are pushed through tunnels that have a way round.
    TwoWayTunnels,
    /// Rolling Stone: boxes are brought to the next goal by one move.
    GoalMacros,
    /// Rolling Stone: a goal macro that costs nothing extra is the only move; goals are filled in
    /// order.
    GoalCuts,
    /// Rolling Stone: small sets of boxes that lose are found on the way and kept.
    PatternSearch,
    /// Rolling Stone: small sets of boxes that cost more pushes than the bound says.
    PatternPenalties,
    /// Rolling Stone: penalties that overlap are counted in part, and the bound is weighted.
    Overestimation,
    /// Rolling Stone: moves that have nothing to do with the last ones are left out.
    RelevanceCuts,
    /// Rolling Stone: the search begins again after a while, in another way.
    RandomRestarts,
}

/// What kind of thing a technique is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Says how much is left to do.
    Bound,
    /// Says that a position is lost.
    Deadlock,
    /// Leaves out moves although they may lead to a solution.
    Prune,
    /// Leaves out squares where a box could stop, without any proof. Only FESS has such rules; it
    /// promises nothing, so they do not count towards what a set of techniques keeps.
    Stop,
    /// Treats several pushes as one.
    Macro,
    /// Decides what is tried first.
    Order,
    /// Decides which states count as the same.
    Memory,
}

/// What a search keeps while it uses a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeps {
    /// If there is a solution, one is left.
    pub completeness: bool,
    /// One of those with the fewest pushes is left.
    pub push_optimality: bool,
    /// One of those with the fewest moves is left.
    pub move_optimality: bool,
}

impl Keeps {
    /// Whether one of the shortest solutions is left. Steps are not counted in Sokoban.
    pub const fn optimality(self, metric: Metric) -> bool {
        match metric {
            Metric::Pushes => self.push_optimality,
            Metric::Moves => self.move_optimality,
            _ => false,
        }
    }
}

/// What a technique keeps if it never loses a solution.
const EVERYTHING: Keeps =
    Keeps { completeness: true, push_optimality: true, move_optimality: true };

/// What a technique needs in order to do anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Another technique must be on.
    On(Technique),
    /// Another technique must be off.
    Off(Technique),
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Need::On(other) => write!(f, "Needs {}", other.name()),
            Need::Off(other) => write!(f, "Does nothing while {} is on", other.name()),
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The technique.
    pub technique: Technique,
    /// Its name everywhere.
    pub name: &'static str,
    /// What kind of thing it is.
    pub class: Class,
    /// Whether it is on unless switched off.
    pub default: bool,
    /// What it keeps.
    pub keeps: Keeps,
    /// The engines that read it. `auto` reads what its members read.
    pub engines: &'static [Engine],
    /// The textbook searches that read it.
    pub searches: Searches,
    /// What it needs in order to do anything.
    pub needs: &'static [Need],
    /// Whether it looks at a whole position that is about to be expanded.
    pub looks: bool,
    /// Author and work.
    pub source: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
}

impl Row {
    /// The technique together with what it needs, and nothing else.
    pub fn alone(&self) -> TechniqueSet {
        let needed = self.needs.iter().filter_map(|need| match need {
            Need::On(other) => Some(*other),
            Need::Off(_) => None,
        });
        needed.collect::<TechniqueSet>().with(self.technique)
    }
}

impl Technique {
    /// The row of this technique.
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The technique with this name.
    pub fn from_name(name: &str) -> Option<Technique> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.technique)
    }
}
