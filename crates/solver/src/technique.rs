//! The table of techniques: one row each, from which switches, help, guarantees and tests are made.
//!
//! A technique has the same name here, in its file and on the command line. To add one: its file,
//! one variant with its row, one line in the pipeline where its cost belongs.

mod switch;

use std::fmt;

pub use switch::{NoSwitch, Switch};

/// Something an engine can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Technique {
    /// Minimum-cost matching as the lower bound.
    Matching,
    /// What boxes cost each other, in the bound of long optimal searches.
    Conflicts,
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
    /// Boxes to goals with fixed boxes as walls.
    FixedMatching,
    /// Closed zones played alone.
    CorralSearch,
    /// Diagonals of gaps that nobody can open.
    Diagonal,
    /// A proof from the start that a level has no solution.
    Refutation,
    /// Only pushes into a corral that must be dealt with.
    PiCorral,
    /// Squares no lone box can be pushed from to a goal.
    DeadSquares,
    /// Corners and wall lines without a goal.
    WallSquares,
    /// More boxes along a wall than goals.
    WallLines,
    /// Four walls and boxes in a square.
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
    /// Pushes that bring a box nearest to a goal come first among equals.
    NearFirst,
    /// Of equals the one met first is taken, not the newest.
    FirstIn,
    /// Equals are taken in rounds over their estimates.
    Rounds,
    /// States are told apart by the player's zone, not by its square.
    PlayerZone,
    /// States met before are recognised.
    HashTable,
    /// hn2: boxes on a wall line only go to its goals.
    Hn2Walls,
    /// hn2: getting behind the box costs moves.
    Hn2Side,
    /// hn2: an obstacle on the way costs moves.
    Hn2Obstacle,
    /// hn2: walking to the nearest box costs moves.
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
    /// promises nothing, so they do not count in what a set of techniques keeps.
    Stop,
    /// Takes several pushes as one.
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

const EVERYTHING: Keeps =
    Keeps { completeness: true, push_optimality: true, move_optimality: true };

const NOT_MOVES: Keeps = Keeps { move_optimality: false, ..EVERYTHING };
const NOTHING: Keeps =
    Keeps { completeness: false, push_optimality: false, move_optimality: false };

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
    /// Author and work.
    pub source: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
}

/// All techniques, in the order of [`Technique`].
pub const TABLE: &[Row] = &[
    Row {
        technique: Technique::Matching,
        name: "matching",
        class: Class::Bound,
        default: true,
        keeps: EVERYTHING,
        source: "Junghanns and Schaeffer, Rolling Stone, 1997",
        summary: "The bound is the cheapest assignment of boxes to goals, not the nearest goal each.",
    },
    Row {
        technique: Technique::Conflicts,
        name: "conflicts",
        class: Class::Bound,
        default: true,
        keeps: EVERYTHING,
        source: "after Junghanns and Schaeffer 1997; Pereira, Ritt and Buriol 2015",
        summary: "In long optimal searches, the bound counts what boxes cost each other.",
    },
    Row {
        technique: Technique::Freeze,
        name: "freeze",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Sokoban wiki, freeze deadlocks",
        summary: "A box that can never move again and is off goal loses the game.",
    },
    Row {
        technique: Technique::Pairs,
        name: "pairs",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Junghanns and Schaeffer 1997; Kirov, sokoban-ai",
        summary: "Two boxes that could not be finished alone on the board lose, from a table.",
    },
    Row {
        technique: Technique::Triples,
        name: "triples",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Kirov, sokoban-ai; after Junghanns and Schaeffer 1997",
        summary: "Three boxes that could not be finished alone lose, from a table (small boards, needs pairs).",
    },
    Row {
        technique: Technique::Fixed,
        name: "fixed",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Shoham, Festival",
        summary: "All boxes that can never move again become walls, until no more are found.",
    },
    Row {
        technique: Technique::Retrograde,
        name: "retrograde",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Shoham, Festival",
        summary: "Goals whose boxes cannot be taken away backwards must be filled already (needs fixed).",
    },
    Row {
        technique: Technique::FixedMatching,
        name: "fixed-matching",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Junghanns and Schaeffer 1997, with Festival's walls",
        summary: "With the fixed boxes as walls every other box still needs a goal (needs fixed).",
    },
    Row {
        technique: Technique::CorralSearch,
        name: "corral-search",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Meger, JSoko; Shoham, Festival",
        summary: "A closed zone and the boxes around it, played alone, must have a way out.",
    },
    Row {
        technique: Technique::Diagonal,
        name: "diagonal",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Sokoban wiki, closed diagonals; Shoham, Festival",
        summary: "Boxes around a closed diagonal of gaps without a goal never move again (needs fixed).",
    },
    Row {
        technique: Technique::Refutation,
        name: "refutation",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "after Festival's test of its roots (Shoham)",
        summary: "Before any search, a few boxes of the start are shown to be lost, if they are.",
    },
    Row {
        technique: Technique::PiCorral,
        name: "pi-corral",
        class: Class::Prune,
        default: true,
        keeps: NOT_MOVES,
        source: "Damgaard and Meger, YASS and JSoko",
        summary: "A corral that must and can be dealt with now is dealt with now.",
    },
    Row {
        technique: Technique::DeadSquares,
        name: "dead-squares",
        class: Class::Deadlock,
        default: true,
        keeps: EVERYTHING,
        source: "Junghanns and Schaeffer, Rolling Stone, 1997",
        summary: "Boxes are never pushed to squares from which a lone box reaches no goal.",
    },
    Row {
        technique: Technique::WallSquares,
        name: "wall-squares",
        class: Class::Deadlock,
        default: false,
        keeps: EVERYTHING,
        source: "Gargioni; SokoKids section 6.2; Aveiro isWalled and isCornered",
        summary: "Boxes are never pushed into corners or along walls that have no goal.",
    },
    Row {
        technique: Technique::WallLines,
        name: "wall-lines",
        class: Class::Deadlock,
        default: false,
        keeps: EVERYTHING,
        source: "Gargioni, section II",
        summary: "More boxes along a wall than that line has goals lose the game.",
    },
    Row {
        technique: Technique::Block,
        name: "block",
        class: Class::Deadlock,
        default: false,
        keeps: EVERYTHING,
        source: "Gargioni, section II; Aveiro deadlock_detection",
        summary: "Four walls and boxes in a square, one box off goal, lose the game.",
    },
    Row {
        technique: Technique::Recursive,
        name: "recursive",
        class: Class::Deadlock,
        default: false,
        keeps: EVERYTHING,
        source: "SokoKids, section 6.2, with the goal test its wording lacks",
        summary: "A box that cannot move because walls and boxes that cannot move hold it loses the game.",
    },
    Row {
        technique: Technique::PosterCorral,
        name: "poster-corral",
        class: Class::Prune,
        default: false,
        keeps: NOT_MOVES,
        source: "UFRGS poster on PI-corral pruning; the idea is Damgaard's",
        summary: "When a region out of reach can only be entered by pushes into it, only those are tried.",
    },
    Row {
        technique: Technique::Tunnel,
        name: "tunnel",
        class: Class::Macro,
        default: false,
        keeps: NOTHING,
        source: "Aveiro tunnel; Junghanns and Schaeffer, Rolling Stone, 1997",
        summary: "A box pushed into a straight tunnel is pushed to its end.",
    },
    Row {
        technique: Technique::WallTunnel,
        name: "wall-tunnel",
        class: Class::Macro,
        default: false,
        keeps: NOTHING,
        source: "Aveiro tunnel, second kind",
        summary: "A box pushed along a wall without goals or other boxes is pushed to the end of the wall.",
    },
    Row {
        technique: Technique::Passage,
        name: "passage",
        class: Class::Macro,
        default: false,
        keeps: NOTHING,
        source: "Aveiro definePassages",
        summary: "A box pushed onto a square that parts the board is pushed one square further.",
    },
    Row {
        technique: Technique::Opening,
        name: "opening",
        class: Class::Macro,
        default: false,
        keeps: NOTHING,
        source: "Aveiro expandMap",
        summary: "The search starts with the one push that frees most squares for the player.",
    },
    Row {
        technique: Technique::NearFirst,
        name: "near-first",
        class: Class::Order,
        default: false,
        keeps: EVERYTHING,
        source: "after Junghanns and Schaeffer's inertia, Rolling Stone, 1997",
        summary: "Among equals, the push that brings a box nearest to a goal is followed first.",
    },
    Row {
        technique: Technique::FirstIn,
        name: "first-in",
        class: Class::Order,
        default: false,
        keeps: EVERYTHING,
        source: "textbook: the frontier as a queue among equals",
        summary: "Among equals, the one met first is taken, whatever its estimate; `rounds` goes before.",
    },
    Row {
        technique: Technique::Rounds,
        name: "rounds",
        class: Class::Order,
        default: false,
        keeps: EVERYTHING,
        source: "after the depth diversification of Asai and Fukunaga, 2017",
        summary: "Among equals, every second one comes from a round over all estimates: a new descent.",
    },
    Row {
        technique: Technique::PlayerZone,
        name: "player-zone",
        class: Class::Memory,
        default: true,
        keeps: NOT_MOVES,
        source: "Junghanns and Schaeffer, Rolling Stone, 1997; SokoKids section 6.5",
        summary: "Positions that differ only by a walk of the player are the same (spaces of pushes).",
    },
    Row {
        technique: Technique::HashTable,
        name: "hash-table",
        class: Class::Memory,
        default: true,
        keeps: EVERYTHING,
        source: "SokoKids section 6.5",
        summary: "Positions met before are recognised; without it, depth-first searches know only their path.",
    },
    Row {
        technique: Technique::Hn2Walls,
        name: "hn2-walls",
        class: Class::Bound,
        default: true,
        keeps: EVERYTHING,
        source: "Gargioni, hn2",
        summary: "In hn2, a box on a wall line is matched with the goals of that line only.",
    },
    Row {
        technique: Technique::Hn2Side,
        name: "hn2-side",
        class: Class::Bound,
        default: true,
        keeps: EVERYTHING,
        source: "Gargioni, hn2",
        summary: "In hn2, moves are added when the player is on the wrong side of the box.",
    },
    Row {
        technique: Technique::Hn2Obstacle,
        name: "hn2-obstacle",
        class: Class::Bound,
        default: true,
        keeps: EVERYTHING,
        source: "Gargioni, hn2",
        summary: "In hn2, moves are added when something stands between box and goal.",
    },
    Row {
        technique: Technique::Hn2Approach,
        name: "hn2-approach",
        class: Class::Bound,
        default: true,
        keeps: EVERYTHING,
        source: "Gargioni, hn2",
        summary: "In hn2, the walk to the nearest box is added.",
    },
    Row {
        technique: Technique::PackingOrder,
        name: "packing-order",
        class: Class::Order,
        default: true,
        keeps: EVERYTHING,
        source: "Damgaard, YASS",
        summary: "The phase engine fills the goals in phases found backwards, parking included.",
    },
    Row {
        technique: Technique::Approach,
        name: "approach",
        class: Class::Order,
        default: true,
        keeps: EVERYTHING,
        source: "ours; YASS counts the pushes of a lone box",
        summary: "In the phase engine, pushes to the next target and boxes in the way count.",
    },
    Row {
        technique: Technique::Rover,
        name: "rover",
        class: Class::Order,
        default: true,
        keeps: EVERYTHING,
        source: "Damgaard, YASS; cells after Shoham, FESS",
        summary: "In the phase engine, every second position comes from the next cell, in turn.",
    },
    Row {
        technique: Technique::TunnelStops,
        name: "tunnel-stops",
        class: Class::Stop,
        default: true,
        keeps: NOTHING,
        source: "Shoham, Festival",
        summary: "Unsound, FESS only: boxes do not stop in a straight tunnel but on its first square.",
    },
    Row {
        technique: Technique::NicheStops,
        name: "niche-stops",
        class: Class::Stop,
        default: true,
        keeps: NOTHING,
        source: "Shoham, Festival",
        summary: "Unsound, FESS only: boxes do not stop in the mouth of a niche that helps nobody.",
    },
];

impl Technique {
    /// The row of this technique.
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The technique of a name.
    pub fn from_name(name: &str) -> Option<Technique> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.technique)
    }
}

/// The techniques that are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TechniqueSet(u64);

impl TechniqueSet {
    /// None.
    pub const NONE: TechniqueSet = TechniqueSet(0);

    /// Those that are on by default.
    pub fn defaults() -> TechniqueSet {
        TABLE
            .iter()
            .filter(|row| row.default)
            .fold(TechniqueSet::NONE, |set, row| set.with(row.technique))
    }

    /// Whether a technique is on.
    #[inline]
    pub fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u64 & 1 != 0
    }

    /// The set with a technique on.
    pub fn with(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 | 1 << technique as u64)
    }

    /// The set with a technique off.
    pub fn without(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 & !(1 << technique as u64))
    }

    /// The set after a switch.
    pub fn after(self, Switch { technique, on }: Switch) -> TechniqueSet {
        if on { self.with(technique) } else { self.without(technique) }
    }

    /// The techniques that are on, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        TABLE.iter().map(|row| row.technique).filter(move |&technique| self.has(technique))
    }

    /// The set without the techniques that do not keep what is asked for.
    pub fn that_keep(self, keeps: impl Fn(&Keeps) -> bool) -> TechniqueSet {
        self.iter()
            .filter(|technique| keeps(&technique.row().keeps))
            .fold(TechniqueSet::NONE, TechniqueSet::with)
    }

    /// What a search keeps that uses all of them, rules on stops aside.
    pub fn keeps(self) -> Keeps {
        let counts = |technique: &Technique| technique.row().class != Class::Stop;
        self.iter().filter(counts).map(|technique| technique.row().keeps).fold(
            EVERYTHING,
            |a, b| Keeps {
                completeness: a.completeness && b.completeness,
                push_optimality: a.push_optimality && b.push_optimality,
                move_optimality: a.move_optimality && b.move_optimality,
            },
        )
    }
}

impl Default for TechniqueSet {
    fn default() -> TechniqueSet {
        TechniqueSet::defaults()
    }
}

impl fmt::Display for TechniqueSet {
    /// The differences from the defaults: `+name` and `-name`, in the order of the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for row in TABLE.iter().filter(|row| self.has(row.technique) != row.default) {
            let sign = if row.default { '-' } else { '+' };
            write!(f, "{separator}{sign}{}", row.name)?;
            separator = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum_and_names_are_unique() {
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(row.technique as usize, i);
            assert_eq!(Technique::from_name(row.name), Some(row.technique));
        }
    }

    #[test]
    fn a_set_prints_its_differences_from_the_defaults() {
        let set = TechniqueSet::defaults();
        assert_eq!(set.to_string(), "");
        assert_eq!(set.without(Technique::Freeze).to_string(), "-freeze");
        assert!(set.without(Technique::Freeze).with(Technique::Freeze) == set);
    }
}
