//! Gargioni's second heuristic, as his program computes it.
//!
//! ```text
//! #.      #    A box costs its Manhattan distance to a goal, and more where the player stands on
//! #   $   #    the wrong side of it, where the way has a bend, and where something stands straight
//! # @     #    between box and goal. A box beside the outer wall never leaves it.
//! ```
//!
//! The paper calls it a minimal matching after Junghanns. The program does something cheaper: the
//! first box off goal tries every empty goal, and every further box takes the first goal left over,
//! both in reading order; the least of these sums counts. It adds the walk to a box (compared with
//! a value already lowered, so not always the nearest) and, for each box off goal, the distance to
//! the nearest other one.
//!
//! The program looks for obstacles below or above a box at the wrong place: the row and the column
//! are interchanged. The slip is kept, because the published figures come from it.
//!
//! What it claims: nothing. It overestimates, and where the first goals left over are out of reach
//! it calls a position lost that is not. [`super::Hn2Matching`] is our own reading of the paper's
//! words, whose dead ends are real.
//!
//! Source: Gargioni, *Uma solução ótima para o jogo Sokoban*, section II, and the program behind
//! it. Cost: one distance for each pair of a box off goal and an empty goal, then the product of
//! both numbers again for the sums.

use ground::analysis::Analysis;
use ground::kernel::Position;
use search::{Heuristic, Properties};
use sokoban::{Board, Square};

use super::manhattan::{Places, has_block};
use crate::space::BoxState;

/// The heuristic on a board.
pub(crate) struct Hn2<'a> {
    analysis: &'a Analysis,
    places: Places,
    width: usize,
    height: usize,
    /// The square of each cell, row by row; the map's wall for cells without a square.
    cells: Vec<Square>,
    position: Position,
    boxes: Vec<Square>,
    goals: Vec<Square>,
    /// What each box off goal costs on each empty goal; `None` if it never gets there.
    costs: Vec<Option<u32>>,
}

impl<'a> Hn2<'a> {
    /// The heuristic on a board.
    pub(crate) fn new(analysis: &'a Analysis, board: &Board) -> Hn2<'a> {
        let (width, height) = (board.width(), board.height());
        let mut cells = vec![analysis.map.wall(); width * height];
        for square in board.squares() {
            let (row, column) = board.place(square);
            cells[row * width + column] = square;
        }
        Hn2 {
            analysis,
            places: Places::new(board),
            width,
            height,
            cells,
            position: analysis.start.clone(),
            boxes: Vec::new(),
            goals: Vec::new(),
            costs: Vec::new(),
        }
    }

    /// What a box off goal costs on an empty goal.
    fn cost(&self, state: &BoxState, square: Square, goal: Square) -> Option<u32> {
        let (row, column) = self.places.place(square);
        let (goal_row, goal_column) = self.places.place(goal);
        let (player_row, player_column) = self.places.place(state.player());
        let sideways = Way {
            from: column,
            to: goal_column,
            player: player_column,
            last: self.width - 2,
            bend: (row, goal_row, player_row),
        };
        let upright = Way {
            from: row,
            to: goal_row,
            player: player_row,
            last: self.height - 2,
            bend: (column, goal_column, player_column),
        };
        let between = |a, b| usize::min(a, b) + 1..usize::max(a, b);
        let beside = |at| self.is_barred(state, row, at);
        // This is the slip: row and column of the square looked at are interchanged.
        let above = |at| self.is_barred(state, column, at);
        let sideways = sideways.more(|| between(column, goal_column).any(beside))?;
        let upright = upright.more(|| between(row, goal_row).any(above))?;
        Some(self.places.distance(square, goal) + sideways + upright)
    }

    /// Whether a cell holds a wall or a box or carries a mark.
    fn is_barred(&self, state: &BoxState, row: usize, column: usize) -> bool {
        if row >= self.height || column >= self.width {
            return true;
        }
        let square = self.cells[row * self.width + column];
        self.position.is_occupied(square) || state.is_marked(square)
    }

    /// The least sum: the first box on each goal in turn, the others on the first goals left over.
    fn assign(&self) -> Option<u32> {
        let n_goals = self.goals.len();
        let sum = |first: usize| {
            let left = (0..n_goals).filter(|goal| *goal != first);
            let goals = [first].into_iter().chain(left);
            let costs = (0..self.boxes.len()).zip(goals);
            costs.map(|(box_idx, goal)| self.costs[box_idx * n_goals + goal]).sum::<Option<u32>>()
        };
        (0..n_goals).filter_map(sum).min()
    }

    /// The walk to a box off goal, as the program has it: each box is compared with a value that is
    /// already one less than the distance of the box before.
    fn approach(&self, player: Square) -> u32 {
        let nearer = |nearest: u32, &square: &Square| {
            let distance = self.places.distance(square, player);
            if distance < nearest { distance - 1 } else { nearest }
        };
        self.boxes.iter().fold(u32::MAX, nearer)
    }

    /// The distances of the boxes off goal to their nearest companions.
    fn spread(&self) -> u32 {
        let nearest = |&square: &Square| {
            let others = self.boxes.iter().filter(|other| **other != square);
            others.map(|&other| self.places.distance(square, other)).min().unwrap_or(0)
        };
        self.boxes.iter().map(nearest).sum()
    }
}

/// One half of the way from a box to a goal: along a row or along a column.
struct Way {
    from: usize,
    to: usize,
    player: usize,
    /// The last line inside the outer wall; the first one is 1.
    last: usize,
    /// The other half: where the box, the goal and the player are across.
    bend: (usize, usize, usize),
}

impl Way {
    /// What is added to the distance; `None` if the box is held by the outer wall.
    fn more(&self, barred: impl FnOnce() -> bool) -> Option<u32> {
        let Way { from, to, player, last, bend: (across, goal_across, player_across) } = *self;
        if from == to {
            return Some(0);
        }
        if to < from && from == last || to > from && from == 1 {
            return None;
        }
        let wrong_side = if to < from { player <= from } else { player >= from };
        if across == goal_across {
            return Some(2 * u32::from(wrong_side) + 2 * u32::from(barred()));
        }
        let far = goal_across < across && player_across <= across
            || goal_across > across && player_across >= across;
        Some(1 + u32::from(wrong_side && far))
    }
}

impl Heuristic<BoxState> for Hn2<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        // This also loads the position.
        if has_block(self.analysis, &mut self.position, state) {
            return None;
        }
        let map = &self.analysis.map;
        self.boxes.clear();
        self.boxes.extend(state.boxes().iter().filter(|square| !map.is_goal(**square)));
        if self.boxes.is_empty() {
            return Some(0);
        }
        self.goals.clear();
        let goals = self.places.goals().iter();
        self.goals.extend(goals.filter(|goal| !self.position.is_occupied(**goal)));
        let mut costs = std::mem::take(&mut self.costs);
        costs.clear();
        for &square in &self.boxes {
            costs.extend(self.goals.iter().map(|&goal| self.cost(state, square, goal)));
        }
        self.costs = costs;
        Some(self.assign()? + self.approach(state.player()) + self.spread())
    }

    fn properties(&self) -> Properties {
        Properties::NONE
    }
}
