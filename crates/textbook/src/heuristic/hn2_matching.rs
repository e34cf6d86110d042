//! Our reading of Gargioni's hn2: a matching by Manhattan distance with additions, each with its own
//! switch.
//!
//! The paper gives words, not formulas, and its program does something else ([`super::Hn2`]). The
//! words are read here as: the cheapest assignment of boxes to goals; positions with a 2x2 block are
//! dead ends; and
//! * `hn2-walls`: a box in a line along a wall never leaves it, so goals elsewhere cost infinity;
//! * `hn2-side`: two moves more for a box whose goal lies straight ahead when the player stands in
//!   front of it instead of behind it;
//! * `hn2-obstacle`: two moves more for a box with a wall or a box straight between it and its goal;
//! * `hn2-approach`: the walk to the nearest box, whether it is home or not.
//!
//! The author says that care was taken to keep it admissible, and that it is not consistent. All
//! that is claimed here is that its dead ends are real. Source: Gargioni, section II (after
//! Junghanns).

use ground::analysis::Analysis;
use ground::kernel::{Map, Position};
use ground::technique::{Technique, TechniqueSet};
use search::{Heuristic, Properties};
use sokoban::{Board, Dir, Square};

use super::assignment::{Assignment, NEVER};
use super::manhattan::{Places, has_block};
use crate::deadlock::wall_squares;
use crate::space::BoxState;

/// The heuristic on a board.
pub struct Hn2Matching<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    places: Places,
    position: Position,
    /// For each square, whether a box on it is bound to its row and to its column.
    bound: Vec<[bool; 2]>,
    assignment: Assignment,
}

impl<'a> Hn2Matching<'a> {
    /// The heuristic with the additions that are on.
    pub fn new(analysis: &'a Analysis, board: &Board, techniques: TechniqueSet) -> Hn2Matching<'a> {
        let places = Places::new(board);
        let map = &analysis.map;
        Hn2Matching {
            analysis,
            techniques,
            position: analysis.start.clone(),
            bound: map.squares().map(|square| bound_to(map, square)).collect(),
            assignment: Assignment::new(places.goals().len()),
            places,
        }
    }

    /// The walk from the player to a square beside the nearest box.
    fn approach(&self, state: &BoxState) -> u32 {
        let walk = |&square: &Square| self.places.distance(square, state.player()) - 1;
        state.boxes().iter().map(walk).min().unwrap_or(0)
    }
}

/// What is added for one box and one goal.
struct Additions<'a> {
    map: &'a Map,
    techniques: TechniqueSet,
    places: &'a Places,
    bound: &'a [[bool; 2]],
    position: &'a Position,
}

impl Additions<'_> {
    fn cost(&self, square: Square, goal: Square) -> u32 {
        let ((row, column), (goal_row, goal_column)) =
            (self.places.place(square), self.places.place(goal));
        let [to_row, to_column] = self.bound[square.index()];
        if self.techniques.has(Technique::Hn2Walls)
            && (to_row && row != goal_row || to_column && column != goal_column)
        {
            return NEVER;
        }
        let mut cost = self.places.distance(square, goal);
        if let Some(dir) = straight((row, column), (goal_row, goal_column)) {
            if self.techniques.has(Technique::Hn2Side) && self.is_before(square, dir) {
                cost += 2;
            }
            if self.techniques.has(Technique::Hn2Obstacle) && self.is_barred(square, goal, dir) {
                cost += 2;
            }
        }
        cost
    }

    /// Whether the player is on the far side of the box.
    fn is_before(&self, square: Square, dir: Dir) -> bool {
        let ((row, column), (player_row, player_column)) =
            (self.places.place(square), self.places.place(self.position.player));
        match dir {
            Dir::Up => player_row < row,
            Dir::Down => player_row > row,
            Dir::Left => player_column < column,
            Dir::Right => player_column > column,
        }
    }

    /// Whether something stands between box and goal.
    fn is_barred(&self, square: Square, goal: Square, dir: Dir) -> bool {
        let mut at = self.map.next(square, dir);
        while at != goal {
            if self.position.is_occupied(at) {
                return true;
            }
            at = self.map.next(at, dir);
        }
        false
    }
}

/// The direction of a goal if it is in the same row or column.
fn straight((row, column): (usize, usize), goal: (usize, usize)) -> Option<Dir> {
    match (goal.0.cmp(&row), goal.1.cmp(&column)) {
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Some(Dir::Up),
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Some(Dir::Down),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Some(Dir::Left),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Some(Dir::Right),
        _ => None,
    }
}

/// Whether a box on a square can never leave its row, and whether it can never leave its column.
fn bound_to(map: &Map, square: Square) -> [bool; 2] {
    [(Dir::Left, [Dir::Up, Dir::Down]), (Dir::Up, [Dir::Left, Dir::Right])].map(|(along, sides)| {
        let walled =
            |side| wall_squares::line(map, square, along).all(|at| map.is_wall(map.next(at, side)));
        sides.into_iter().any(walled)
    })
}

impl Heuristic<BoxState> for Hn2Matching<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        // This also loads the position.
        if has_block(self.analysis, &mut self.position, state) {
            return None;
        }
        let additions = Additions {
            map: &self.analysis.map,
            techniques: self.techniques,
            places: &self.places,
            bound: &self.bound,
            position: &self.position,
        };
        let cost = self.assignment.solve(|row, column| match state.boxes().get(row) {
            Some(&square) => additions.cost(square, self.places.goals()[column]),
            None => 0,
        })?;
        let approach = match self.techniques.has(Technique::Hn2Approach) {
            true => self.approach(state),
            false => 0,
        };
        Some(cost + approach)
    }

    fn properties(&self) -> Properties {
        Properties::SAFE
    }
}
