//! What macro-move searches have in common: finding the moves of a box, and turning a move back
//! into single pushes.

use ground::analysis::Analysis;
use ground::kernel::{BoxMove, BoxMoves, Mode, Position, Store};
use sokoban::{Push, Square};

/// How a position was reached: a box was moved from here to there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brought {
    pub(super) from: Square,
    pub(super) to: Square,
}

/// The moves of one box at a time.
pub(super) struct Mover<'a> {
    analysis: &'a Analysis,
    box_moves: BoxMoves,
    found: Vec<BoxMove>,
}

impl<'a> Mover<'a> {
    /// Scratch space for a board.
    pub(super) fn new(analysis: &'a Analysis) -> Mover<'a> {
        Mover { analysis, box_moves: BoxMoves::new(&analysis.map), found: Vec::new() }
    }

    /// Finds all moves of a box to squares where it is not already lost.
    pub(super) fn explore(&mut self, position: &mut Position, from: Square, mode: Mode) {
        let ground = self.analysis.ground(mode);
        let allowed = |to| ground.contains(to);
        self.box_moves.explore(&self.analysis.map, position, from, mode, allowed);
        self.found.clear();
        self.found.extend(self.box_moves.moves());
    }

    /// How many moves were found.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// One of them.
    pub(super) fn get(&self, number: usize) -> BoxMove {
        self.found[number]
    }

    /// Recovers the single pushes that lead from one stored position to another by moving one box.
    /// Backward searches go everywhere a box can come from, so every square is allowed here.
    pub(super) fn pushes<N: Copy>(
        &mut self,
        store: &Store<N>,
        before: u32,
        after: u32,
        Brought { from, to }: Brought,
        out: &mut Vec<Push>,
    ) {
        let map = &self.analysis.map;
        let mut position = self.analysis.start.clone();
        store.load(map, before, &mut position);
        self.box_moves.explore(map, &mut position, from, Mode::Push, |_| true);
        let (_, zone) = store.packed(after);
        let again = self.box_moves.moves().find(|found| found.to == to && found.zone == zone);
        let id = again.expect("the move was found when the position was added").id;
        self.box_moves.pushes(map, id, out);
    }
}
