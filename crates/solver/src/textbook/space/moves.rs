//! The game in single moves: every step of the player is an action, pushing or not.
//!
//! States are the boxes and the exact square of the player. Macros and corral pruning do not apply,
//! as they are about pushes. This is the space of Gargioni's searches.

use search::{Budget, StateSpace, Stop, Successor};
use sokoban::{Dir, Square};

use super::BoxState;
use super::rules::Rules;
use crate::analysis::Analysis;
use crate::kernel::Position;
use crate::prune::Corral;
use crate::technique::{Technique, TechniqueSet};

/// A board in moves.
pub struct MoveSpace<'a> {
    analysis: &'a Analysis,
    rules: Rules<'a>,
    position: Position,
}

impl<'a> MoveSpace<'a> {
    /// The space of a board with a set of techniques.
    pub fn new(analysis: &'a Analysis, techniques: TechniqueSet) -> MoveSpace<'a> {
        let position = analysis.start.clone();
        // A corral says which pushes to make; it has nothing to say about steps.
        let techniques = techniques.without(Technique::PiCorral);
        MoveSpace { analysis, rules: Rules::new(analysis, techniques), position }
    }

    /// Computes the tables that some techniques need.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.rules.prepare(budget)
    }

    /// How often each technique refused something.
    pub fn pruned(&self) -> Vec<(&'static str, u64)> {
        self.rules.refused()
    }

    /// The state after a push, unless a technique refuses it.
    fn push(&mut self, from: Square, dir: Dir) -> Option<BoxState> {
        let map = &self.analysis.map;
        let to = map.next(from, dir);
        if self.position.is_occupied(to) || self.rules.refuses_square(to) {
            return None;
        }
        self.position.move_box(map, from, to);
        let refused = self.rules.refuses(&self.position, to, from);
        let state = (!refused).then(|| BoxState::new(map, &self.position, from));
        self.position.move_box(map, to, from);
        state
    }
}

impl StateSpace for MoveSpace<'_> {
    type State = BoxState;
    type Action = Dir;

    fn state_bytes(&self) -> usize {
        BoxState::heap_bytes(self.analysis.start.n_boxes())
    }

    fn initial(&self) -> BoxState {
        let start = &self.analysis.start;
        BoxState::new(&self.analysis.map, start, start.player)
    }

    fn is_goal(&self, state: &BoxState) -> bool {
        state.boxes().iter().all(|&square| self.analysis.map.is_goal(square))
    }

    fn expand(&mut self, state: &BoxState, out: &mut Vec<Successor<BoxState, Dir>>) {
        let map = &self.analysis.map;
        state.load(map, &mut self.position);
        if self.rules.look(&self.position) == Corral::Dead {
            return;
        }
        for dir in Dir::ALL {
            let next = map.next(state.player(), dir);
            let state = if map.is_wall(next) {
                None
            } else if self.position.is_occupied(next) {
                self.push(next, dir)
            } else {
                Some(BoxState::new(map, &self.position, next))
            };
            out.extend(state.map(|state| Successor { action: dir, cost: 1, state }));
        }
    }
}
