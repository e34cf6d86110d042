//! Pattern search: small sets of boxes that are lost, or cost more pushes than the bound says,
//! whatever else is on the board; found while the search runs, and kept.
//!
//! ```text
//! ########     The box pushed last is played alone; then the boxes in the way of its solution
//! #  $   #     are added, a conflict at a time, and played together, until they are lost, or
//! # $$ . #     nothing is in the way any more, or the effort allowed is used up. If they are lost,
//! #@ ..###     they are a deadlock pattern; if they take more pushes than their cheapest
//! ########     assignment to goals, a penalty pattern. Boxes that do not matter are dropped again.
//! ```
//!
//! A pattern holds wherever its boxes stand as they stood and the player is in the same zone of a
//! board with these boxes alone. A push of another box cannot change that zone.
//!
//! Deadlock patterns are sound: a solution of the position also solves these boxes. Penalties of
//! patterns that share no box are added up, choosing the best set; they are measured against the
//! cheapest assignment of the pattern's own boxes, while in the position they may be assigned to
//! other goals, at a higher cost, which avoid the conflict. So the sum may be too high, and the
//! fewest pushes are not kept. *Overestimation* goes further and counts all penalties of
//! overlapping patterns in part: each box counts the highest share of its patterns.
//!
//! It is called where a push has closed something off: one of the squares in front of the box and
//! beside it can no longer be walked to; and only while its nodes, which count like those of the
//! search, are not too many for what was found. Games are cached ([`memo`]), so most calls are
//! cheap.
//!
//! Source: Junghanns and Schaeffer 1998 and 2001; SokoKids sections 5.7 and 5.10. Cost: up to
//! a hundred nodes a call, and as many again for a pattern; matching costs a few nanoseconds a pattern.

mod assignment;
mod memo;
mod shortest;
mod store;

use search::Budget;
use sokoban::{Dir, Square};

pub(super) use self::assignment::Assignment;
use self::memo::Games;
use self::shortest::End;
pub(super) use self::store::PatternStore;
use ground::analysis::Analysis;
use ground::deadlock::Obstacles;
use ground::kernel::{Memory, Position, Reach};

/// Nodes a call may spend.
const EFFORT: u64 = 100;

/// Nodes that may be spent before the search has made any itself, and more for each pattern found.
const ADVANCE: u64 = 1_000;
const FOR_A_PATTERN: u64 = 200;

/// The most boxes of a pattern.
const MOST_BOXES: usize = 8;

/// Finds patterns.
pub(super) struct PatternSearch {
    games: Games,
    obstacles: Obstacles,
    set: Vec<Square>,
    /// Whether penalties are looked for, or only deadlocks.
    penalties: bool,
    /// Nodes of all calls.
    pub(super) nodes: u64,
    /// Patterns found by them.
    found: u64,
}

impl PatternSearch {
    /// Scratch space for a board.
    pub(super) fn new(analysis: &Analysis, penalties: bool, memory: Memory) -> PatternSearch {
        PatternSearch {
            games: Games::new(analysis, memory),
            obstacles: Obstacles::new(&analysis.map),
            set: Vec::new(),
            penalties,
            nodes: 0,
            found: 0,
        }
    }

    /// Whether there are nodes to spend when the search itself has made this many: as many again,
    /// and more the more is found.
    pub(super) fn is_affordable(&self, nodes: u64) -> bool {
        self.nodes <= nodes + ADVANCE + FOR_A_PATTERN * self.found
    }

    /// Whether a push that has left a box on `square` has closed something off; `reach` is flooded
    /// from the player.
    pub(super) fn is_due(analysis: &Analysis, reach: &Reach, square: Square, dir: Dir) -> bool {
        let map = &analysis.map;
        let [left, right] = dir.sides();
        [dir, left, right].into_iter().any(|side| {
            let at = map.next(square, side);
            !map.is_wall(at) && !reach.reached(at)
        })
    }

    /// Looks for patterns of a position that include the box on `square`; returns whether one was
    /// added to the store.
    pub(super) fn search(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        square: Square,
        store: &mut PatternStore,
        slice: &mut Budget,
    ) -> bool {
        let mut budget = slice.slice(Some(EFFORT), None);
        let found = self.grow(analysis, position, square, &mut budget);
        self.nodes += budget.nodes();
        slice.charge(&budget);
        let Some(penalty) = found else { return false };
        // Dropping boxes is worth as much again, since a smaller pattern matches more often.
        let mut budget = slice.slice(Some(EFFORT), None);
        self.distil(analysis, position.player, penalty, &mut budget);
        self.nodes += budget.nodes();
        slice.charge(&budget);
        let new = store.add(analysis, &self.set, position.player, penalty);
        self.found += u64::from(new);
        new
    }

    /// Adds boxes until there is a pattern, which is then in `set`; returns its penalty.
    fn grow(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        square: Square,
        budget: &mut Budget,
    ) -> Option<u32> {
        self.set.clear();
        self.set.push(square);
        let mut best: Option<(u32, Vec<Square>)> = None;
        while self.set.len() <= MOST_BOXES {
            match self.games.play(analysis, &self.set, position.player, budget) {
                End::Open => break,
                End::Lost => return Some(PatternStore::LOST),
                End::Solved(more) => {
                    if self.penalties && more > best.as_ref().map_or(0, |(most, _)| *most) {
                        best = Some((more, self.set.clone()));
                    }
                }
            }
            let pushes = self.games.pushes();
            let found = self.obstacles.find(&analysis.map, position, &self.set, pushes);
            let Some(&first) = found.first() else { break };
            self.set.push(first);
        }
        let (penalty, set) = best?;
        self.set = set;
        Some(penalty)
    }

    /// Drops boxes without which the others cost the same.
    fn distil(&mut self, analysis: &Analysis, player: Square, penalty: u32, budget: &mut Budget) {
        let same = match penalty {
            PatternStore::LOST => End::Lost,
            more => End::Solved(more),
        };
        let mut i = 0;
        while i < self.set.len() && self.set.len() > 1 {
            let dropped = self.set.swap_remove(i);
            if self.games.play(analysis, &self.set, player, budget) != same {
                self.set.push(dropped);
                let last = self.set.len() - 1;
                self.set.swap(i, last);
                i += 1;
            }
        }
    }
}
