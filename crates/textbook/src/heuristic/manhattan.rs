//! Manhattan distances of boxes to goals: of each box to its nearest goal, to its nearest free
//! goal, and by the cheapest assignment.
//!
//! A push moves one box by one square, so the sum over nearest goals changes by at most one, and so
//! does the cheapest assignment: both are admissible and consistent for pushes and for moves. The
//! sum over nearest *free* goals is neither: a box on a goal may have to make room.
//!
//! Source: nearest goal, Gargioni's hn1; nearest free goal, the greedy search of the Aveiro agent;
//! the assignment, Junghanns and Schaeffer 1997 with their distances replaced by Manhattan's.

use ground::analysis::Analysis;
use ground::kernel::Position;
use search::{Heuristic, Properties};
use sokoban::{Board, Square};

use super::assignment::Assignment;
use crate::deadlock::Block;
use crate::space::BoxState;

/// Rows and columns of squares and goals.
#[derive(Clone, Debug)]
pub(super) struct Places {
    places: Vec<(usize, usize)>,
    goals: Vec<Square>,
}

impl Places {
    /// The places of a board.
    pub(super) fn new(board: &Board) -> Places {
        let places = board.squares().map(|square| board.place(square)).collect();
        Places { places, goals: board.goals().iter().collect() }
    }

    /// The goals in ascending order.
    pub(super) fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Row and column of a square.
    #[inline]
    pub(super) fn place(&self, square: Square) -> (usize, usize) {
        self.places[square.index()]
    }

    /// The Manhattan distance between two squares.
    #[inline]
    pub(super) fn distance(&self, a: Square, b: Square) -> u32 {
        let ((r, c), (s, d)) = (self.place(a), self.place(b));
        (r.abs_diff(s) + c.abs_diff(d)) as u32
    }
}

/// The sum of the distances of all boxes to their nearest goals.
pub struct Nearest<'a> {
    analysis: &'a Analysis,
    nearest: Vec<u32>,
    /// Scratch space for the block test; without the test no position is a dead end.
    blocks: Option<Position>,
}

impl<'a> Nearest<'a> {
    /// The plain sum.
    pub fn new(analysis: &'a Analysis, board: &Board) -> Nearest<'a> {
        let places = Places::new(board);
        let to = |square| places.goals().iter().map(|&goal| places.distance(square, goal)).min();
        let nearest = board.squares().map(|square| to(square).unwrap_or(0)).collect();
        Nearest { analysis, nearest, blocks: None }
    }

    /// Gargioni's hn1: the same, but positions with a 2x2 block are dead ends.
    pub fn hn1(analysis: &'a Analysis, board: &Board) -> Nearest<'a> {
        Nearest { blocks: Some(analysis.start.clone()), ..Nearest::new(analysis, board) }
    }
}

impl Heuristic<BoxState> for Nearest<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        if let Some(position) = &mut self.blocks
            && has_block(self.analysis, position, state)
        {
            return None;
        }
        Some(state.boxes().iter().map(|&square| self.nearest[square.index()]).sum())
    }

    fn properties(&self) -> Properties {
        Properties::ALL
    }
}

/// Whether some box of the state is part of a block with a box off goal.
pub(super) fn has_block(analysis: &Analysis, position: &mut Position, state: &BoxState) -> bool {
    let map = &analysis.map;
    state.load(map, position);
    state.boxes().iter().any(|&square| Block::is_dead(map, position, square))
}

/// The sum, over boxes off goal, of the distance to the nearest goal without a box.
pub(crate) struct NearestFree<'a> {
    analysis: &'a Analysis,
    places: Places,
    free: Vec<Square>,
}

impl<'a> NearestFree<'a> {
    /// The heuristic on a board.
    pub(crate) fn new(analysis: &'a Analysis, board: &Board) -> NearestFree<'a> {
        NearestFree { analysis, places: Places::new(board), free: Vec::new() }
    }
}

impl Heuristic<BoxState> for NearestFree<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        let NearestFree { analysis, places, free } = self;
        let has_box = |square: &Square| state.boxes().binary_search(square).is_ok();
        free.clear();
        free.extend(places.goals().iter().filter(|goal| !has_box(goal)));
        let off_goal = state.boxes().iter().filter(|&&square| !analysis.map.is_goal(square));
        let nearest = |&square: &Square| {
            free.iter().map(|&goal| places.distance(square, goal)).min().unwrap_or(0)
        };
        Some(off_goal.map(nearest).sum())
    }

    fn properties(&self) -> Properties {
        Properties::SAFE
    }
}

/// The cheapest assignment of boxes to goals by Manhattan distance.
pub struct ManhattanMatching {
    places: Places,
    assignment: Assignment,
}

impl ManhattanMatching {
    /// The heuristic on a board.
    pub fn new(board: &Board) -> ManhattanMatching {
        let places = Places::new(board);
        let assignment = Assignment::new(places.goals().len());
        ManhattanMatching { places, assignment }
    }
}

impl Heuristic<BoxState> for ManhattanMatching {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        let ManhattanMatching { places, assignment } = self;
        // Goals without a box are taken by imaginary boxes at no cost.
        assignment.solve(|row, column| match state.boxes().get(row) {
            Some(&square) => places.distance(square, places.goals()[column]),
            None => 0,
        })
    }

    fn properties(&self) -> Properties {
        Properties::ALL
    }
}
