//! A solution, and the move to make in each of its positions.

use std::collections::HashMap;
use std::sync::Arc;

use puzzle::SokobanPuzzle;
use puzzle::plain::Dir;

use crate::protocol::{Point, State};
use crate::yard::Yard;

/// Where the player and the boxes are.
pub(super) type Position = (Point, Vec<Point>);

/// The position of a frame.
pub(super) fn position(state: &State) -> Position {
    let mut boxes = state.boxes.clone();
    boxes.sort_unstable_by_key(|&[x, y]| (y, x));
    (state.at, boxes)
}

/// A solution.
#[derive(Debug)]
pub(super) struct Plan {
    /// The moves as text.
    pub(super) text: String,
    /// Pushes among them.
    pub(super) pushes: u64,
    /// Who found it.
    pub(super) engine: String,
    moves: Vec<Dir>,
    /// Where each move is made.
    positions: Vec<Position>,
    /// Which move is made where. Of a position that comes twice, the later one counts.
    places: HashMap<Position, usize>,
}

impl Plan {
    /// A solution of a level; `None` when it cannot be played.
    pub(super) fn new(puzzle: &Arc<SokobanPuzzle>, text: &str, engine: &str) -> Option<Plan> {
        let mut yard = Yard::new(puzzle.clone());
        let (mut moves, mut positions, mut pushes) = (Vec::new(), Vec::new(), 0);
        for letter in text.chars() {
            let dir = Dir::from_letter(letter)?;
            positions.push((yard.player(), yard.boxes()));
            pushes += u64::from(yard.step(dir)?);
            moves.push(dir);
        }
        let places = positions.iter().cloned().zip(0..).collect();
        let (text, engine) = (text.to_owned(), engine.to_owned());
        yard.is_complete().then_some(Plan { text, pushes, engine, moves, positions, places })
    }

    /// What it costs, in points.
    pub(super) fn cost(&self) -> u64 {
        100 * self.pushes + self.n_moves()
    }

    /// How many moves it has.
    pub(super) fn n_moves(&self) -> u64 {
        self.moves.len() as u64
    }

    /// The move to make in a position, and its number; `None` if the plan does not lead through it.
    /// If it does so more than once, the move nearest to `near` is taken, so that the plan is
    /// played in its own order.
    pub(super) fn next(&self, position: &Position, near: usize) -> Option<(Dir, usize)> {
        let is_here = |&at: &usize| self.positions.get(at) == Some(position);
        let here = [near, near.saturating_sub(1)].into_iter().find(is_here);
        let at = here.or_else(|| self.places.get(position).copied())?;
        Some((self.moves[at], at))
    }

    /// Where it begins; a solution without moves begins nowhere.
    pub(super) fn start(&self) -> Option<&Position> {
        self.positions.first()
    }
}

/// The level as it stands in a frame; `None` when its position does not fit the level.
pub(super) fn level_at(puzzle: &SokobanPuzzle, at: &Position) -> Option<Arc<SokobanPuzzle>> {
    let mut rows: Vec<Vec<char>> =
        puzzle.level().grid.rows().map(|row| row.chars().collect()).collect();
    for square in rows.iter_mut().flatten() {
        *square = match *square {
            '$' | '@' => ' ',
            '*' | '+' => '.',
            other => other,
        };
    }
    let mut put = |[x, y]: Point, off: char, on: char| {
        let square = rows.get_mut(y as usize)?.get_mut(x as usize)?;
        *square = match *square {
            ' ' => off,
            '.' => on,
            _ => return None,
        };
        Some(())
    };
    for &place in &at.1 {
        put(place, '$', '*')?;
    }
    put(at.0, '@', '+')?;
    let text: String = rows.into_iter().flat_map(|row| row.into_iter().chain(['\n'])).collect();
    match puzzle::read(text.as_bytes()).ok()?.entries.into_iter().next()?.puzzle.ok()? {
        puzzle::Puzzle::Sokoban(puzzle) => Some(Arc::from(puzzle)),
        puzzle::Puzzle::Unblock(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yard::tests::level;

    #[test]
    fn a_plan_knows_its_way_from_every_position_of_it() {
        let puzzle = level(&["#######", "#@ $ .#", "#######"]);
        let plan = Plan::new(&puzzle, "rRR", "auto").unwrap();
        assert_eq!((plan.cost(), plan.start()), (203, Some(&([1, 1], vec![[3, 1]]))));
        assert_eq!(plan.next(&([2, 1], vec![[3, 1]]), 0), Some((Dir::Right, 1)));
        assert_eq!(plan.next(&([2, 1], vec![[4, 1]]), 0), None);
        assert!(Plan::new(&puzzle, "rR", "auto").is_none(), "not solved at the end");
        assert!(Plan::new(&puzzle, "uRR", "auto").is_none(), "into a wall");
    }

    #[test]
    fn a_plan_that_walks_in_a_circle_is_played_as_it_is() {
        let plan = Plan::new(&level(&["#######", "#@ $ .#", "#######"]), "rlrRR", "auto").unwrap();
        let start = plan.start().unwrap();
        assert_eq!(plan.next(start, 0), Some((Dir::Right, 0)));
        assert_eq!(plan.next(start, 2), Some((Dir::Right, 2)));
        // A key that came late leaves the position as it was.
        assert_eq!(plan.next(start, 1), Some((Dir::Right, 0)));
        // Without a hint where we are, the later visit, and so the shorter way, is taken.
        assert_eq!(plan.next(start, 4), Some((Dir::Right, 2)));
    }

    #[test]
    fn a_position_becomes_a_level_or_is_refused() {
        let puzzle = level(&["#######", "#@ $ .#", "#######"]);
        let rows = |at: Position| -> Option<Vec<String>> {
            level_at(&puzzle, &at).map(|it| it.level().grid.rows().collect())
        };
        assert_eq!(rows(([3, 1], vec![[4, 1]])).unwrap()[1], "#  @$.#");
        assert_eq!(rows(([0, 0], vec![[4, 1]])), None, "the player in a wall");
        assert_eq!(rows(([1, 1], vec![[99, 1]])), None, "a box beyond the board");
        assert_eq!(rows(([4, 1], vec![[4, 1]])), None, "the player in a box");
    }
}
