//! A solution, and what to do in each of its positions.

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
    /// What to do where. Of a position that comes twice, the later one counts.
    next: HashMap<Position, usize>,
    start: Position,
}

impl Plan {
    /// A solution of a level; `None` when it cannot be played.
    pub(super) fn new(puzzle: &Arc<SokobanPuzzle>, text: &str, engine: &str) -> Option<Plan> {
        let mut yard = Yard::new(puzzle.clone());
        let start = (yard.player(), yard.boxes());
        let (mut moves, mut next, mut pushes) = (Vec::new(), HashMap::new(), 0);
        for letter in text.chars() {
            let dir = Dir::from_letter(letter)?;
            next.insert((yard.player(), yard.boxes()), moves.len());
            pushes += u64::from(yard.step(dir)?);
            moves.push(dir);
        }
        let (text, engine) = (text.to_owned(), engine.to_owned());
        yard.is_complete().then_some(Plan { text, pushes, engine, moves, next, start })
    }

    /// What it costs, in points.
    pub(super) fn cost(&self) -> u64 {
        100 * self.pushes + self.n_moves()
    }

    /// How many moves it has.
    pub(super) fn n_moves(&self) -> u64 {
        self.moves.len() as u64
    }

    /// The move to make in a position; `None` when the plan does not lead through it.
    pub(super) fn next(&self, position: &Position) -> Option<Dir> {
        self.next.get(position).map(|&at| self.moves[at])
    }

    /// Where it begins.
    pub(super) fn start(&self) -> &Position {
        &self.start
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
        assert_eq!((plan.cost(), plan.start()), (203, &([1, 1], vec![[3, 1]])));
        assert_eq!(plan.next(&([2, 1], vec![[3, 1]])), Some(Dir::Right));
        assert_eq!(plan.next(&([2, 1], vec![[4, 1]])), None);
        assert!(Plan::new(&puzzle, "rR", "auto").is_none(), "not solved at the end");
        assert!(Plan::new(&puzzle, "uRR", "auto").is_none(), "into a wall");
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
