//! The game in single moves: every step of the player is an action, pushing or not.
//!
//! States are the boxes and the exact square of the player. Macros and corral pruning do not apply,
//! as they are about pushes. This is the space of Gargioni's searches, and the only one whose states
//! carry marks.

use std::sync::Arc;

use ground::analysis::Analysis;
use ground::kernel::{Bits, Position};
use ground::prune::Corral;
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, StateSpace, Stop, Successor};
use sokoban::{Board, Dir, Square};

use super::BoxState;
use super::rules::Rules;
use crate::corner_marks::CornerMarks;

/// A board in moves.
pub struct MoveSpace<'a> {
    analysis: &'a Analysis,
    rules: Rules<'a>,
    marks: Option<CornerMarks>,
    order: [Dir; 4],
    position: Position,
}

impl<'a> MoveSpace<'a> {
    /// The space of a board with a set of techniques.
    pub fn new(analysis: &'a Analysis, board: &Board, techniques: TechniqueSet) -> MoveSpace<'a> {
        let marks = techniques.has(Technique::CornerMarks).then(|| {
            let places: Vec<_> = board.squares().map(|square| board.place(square)).collect();
            CornerMarks::new(&analysis.map, &places)
        });
        let order = match techniques.has(Technique::Clockwise) {
            true => Dir::CLOCKWISE,
            false => Dir::ALL,
        };
        // A corral says which pushes to make; it has nothing to say about steps.
        let rules = Rules::new(analysis, techniques.without(Technique::PiCorral));
        MoveSpace { analysis, rules, marks, order, position: analysis.start.clone() }
    }

    /// Computes the tables that some techniques need.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.rules.prepare(budget)
    }

    /// Bytes that it may come to take, besides the states.
    pub fn most_bytes(&self) -> u64 {
        self.rules.most_bytes()
    }

    /// How often each technique refused something.
    pub fn pruned(&self) -> Vec<(&'static str, u64)> {
        self.rules.refused()
    }

    /// The state after a push, unless a technique refuses it.
    fn push(&mut self, from: Square, dir: Dir, marks: Option<&Arc<Bits>>) -> Option<BoxState> {
        let map = &self.analysis.map;
        let to = map.next(from, dir);
        if self.position.is_occupied(to) || self.rules.refuses_square(to) {
            return None;
        }
        if marks.is_some_and(|marks| marks.contains(to)) {
            self.rules.refuse(Technique::CornerMarks);
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
        let position = &self.position;
        let marks = self.marks.as_mut().map(|marks| marks.after(map, position, state.marks()));
        for dir in self.order {
            let next = map.next(state.player(), dir);
            let state = if map.is_wall(next) {
                None
            } else if self.position.is_occupied(next) {
                self.push(next, dir, marks.as_ref())
            } else {
                Some(BoxState::new(map, &self.position, next))
            };
            let state = state.map(|state| state.marked(marks.clone()));
            out.extend(state.map(|state| Successor { action: dir, cost: 1, state }));
        }
    }
}
