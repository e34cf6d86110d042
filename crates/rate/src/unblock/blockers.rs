//! What blocks what: the AND/OR tree of a position of Unblock.
//!
//! ```text
//! A to the exit ── AND ──┬─ B out of the way ── OR ──┬─ B up 1: a move
//!                        │                           └─ B down 2 ── AND ── D out of the way ── OR ── …
//!                        └─ C out of the way ── OR ── …
//! ```
//!
//! The red piece must reach the exit; every piece in its way must leave (AND), towards either end of its
//! line (OR); and what is in the way of that must leave too, until a move is possible. A wish that was met
//! before is not followed again: that is a circle. The model of how people think is that of Olieslagers,
//! Bnaya and Ma; the code is our own. Cost: a few microseconds a position.

use std::collections::VecDeque;

use unblock::{Axis, Board, CellSet, MAX_SIDE, Move, State};

/// A move that is possible now and serves the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) step: Move,
    /// How many pieces lie between it and the red one in the tree.
    pub(crate) depth: u32,
}

/// The tree of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    /// The moves at its ends, the shallow ones first.
    pub(crate) leaves: Vec<Leaf>,
    /// Wishes "this piece to that place".
    pub(crate) wishes: u32,
    /// Pieces in the way of the red one.
    pub(crate) first: u32,
    /// Wishes that were met again, below themselves or elsewhere.
    pub(crate) circles: u32,
}

const NOBODY: u8 = u8::MAX;

struct Growing<'a> {
    board: &'a Board,
    state: &'a State,
    owners: [[u8; MAX_SIDE]; MAX_SIDE],
    seen: Vec<[bool; MAX_SIDE]>,
    queue: VecDeque<(usize, u8, u32)>,
    tree: Tree,
}

/// The tree of a position that is not solved.
pub(crate) fn tree(board: &Board, state: &State) -> Tree {
    let mut owners = [[NOBODY; MAX_SIDE]; MAX_SIDE];
    for (index, piece) in board.pieces().iter().enumerate() {
        for (row, column) in piece.cells_at(state.positions[index]) {
            owners[row][column] = index as u8;
        }
    }
    let seen = vec![[false; MAX_SIDE]; board.pieces().len()];
    let queue = VecDeque::new();
    let mut growing = Growing { board, state, owners, seen, queue, tree: Tree::default() };
    growing.wish(board.red(), board.goal(), 0);
    while let Some((piece, to, depth)) = growing.queue.pop_front() {
        growing.follow(piece, to, depth);
    }
    growing.tree
}

impl Growing<'_> {
    fn wish(&mut self, piece: usize, to: u8, depth: u32) {
        if std::mem::replace(&mut self.seen[piece][to as usize], true) {
            self.tree.circles += 1;
            return;
        }
        self.tree.wishes += 1;
        self.queue.push_back((piece, to, depth));
    }

    /// Finds what is in the way of a wish.
    fn follow(&mut self, piece: usize, to: u8, depth: u32) {
        let swept = self.swept(piece, to);
        if swept.iter().any(|(row, column)| self.board.walls().contains(row, column)) {
            return;
        }
        let mut blockers: Vec<usize> = swept
            .iter()
            .map(|(row, column)| self.owners[row][column])
            .filter(|&owner| owner != NOBODY && owner as usize != piece)
            .map(usize::from)
            .collect();
        blockers.sort_unstable();
        blockers.dedup();
        if blockers.is_empty() {
            let delta = to as i8 - self.state.positions[piece] as i8;
            self.tree.leaves.push(Leaf { step: Move { piece: piece as u8, delta }, depth });
            return;
        }
        if depth == 0 {
            self.tree.first = blockers.len() as u32;
        }
        for blocker in blockers {
            self.clear(blocker, &swept, depth + 1);
        }
    }

    /// Wishes a piece out of a set of cells, towards both ends of its line.
    fn clear(&mut self, blocker: usize, swept: &CellSet, depth: u32) {
        let piece = self.board.pieces()[blocker];
        let at = self.state.positions[blocker];
        let last = (self.board.extent(piece.axis) as u8).saturating_sub(piece.length);
        let clear = |to: &u8| !piece.cells_at(*to).any(|(row, column)| swept.contains(row, column));
        let back = (0..at).rev().find(clear);
        let forth = (at + 1..=last).find(clear);
        for to in back.into_iter().chain(forth) {
            self.wish(blocker, to, depth);
        }
    }

    /// The cells a piece comes over on its way, without those it stands on.
    fn swept(&self, piece: usize, to: u8) -> CellSet {
        let shape = self.board.pieces()[piece];
        let at = self.state.positions[piece];
        let (low, high) = (at.min(to), at.max(to) + shape.length - 1);
        let mut cells = CellSet::default();
        for place in (low..=high).filter(|place| !(at..at + shape.length).contains(place)) {
            match shape.axis {
                Axis::Horizontal => cells.insert(shape.line(), place as usize),
                Axis::Vertical => cells.insert(place as usize, shape.line()),
            };
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(rows: &[&str]) -> (Board, Tree) {
        let board = Board::from_rows(rows).unwrap();
        let tree = tree(&board, &board.start());
        (board, tree)
    }

    #[test]
    fn a_free_way_is_one_wish() {
        let (board, tree) = grown(&["....", "AA..", "...."]);
        assert_eq!((tree.wishes, tree.first, tree.circles), (1, 0, 0));
        assert_eq!(board.show_moves(&[tree.leaves[0].step]), "A+2");
    }

    #[test]
    fn a_blocker_may_leave_by_both_ends() {
        // B leaves downwards by two; upwards there is no room for it at all.
        let (board, tree) = grown(&["..B", "AAB", "...", "..."]);
        let steps: Vec<_> = tree.leaves.iter().map(|leaf| leaf.step).collect();
        assert_eq!(
            (board.show_moves(&steps), tree.first, tree.leaves[0].depth),
            ("B+2".to_owned(), 1, 1)
        );
    }

    #[test]
    fn what_blocks_the_blocker_is_deeper() {
        // B must go down two, D is in its way and leaves to the left.
        let (board, tree) = grown(&["...B", "AA.B", "....", "..DD", "...."]);
        let steps: Vec<_> =
            tree.leaves.iter().map(|leaf| (board.show_moves(&[leaf.step]), leaf.depth)).collect();
        assert_eq!(steps, [("D-1".to_owned(), 2)]);
    }

    #[test]
    fn every_leaf_can_be_played() {
        let rows = ["BBBCDE", ".FFCDE", "AAGH..", "I.GHJJ", "IKKLL.", "MMNN.."];
        let (board, tree) = grown(&rows);
        assert!(!tree.leaves.is_empty());
        for leaf in &tree.leaves {
            board.start().play(&board, leaf.step).unwrap();
        }
    }
}
