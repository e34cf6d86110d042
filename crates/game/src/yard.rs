//! The levels of a game, and a board on which a position changes.

use std::sync::Arc;

use puzzle::SokobanPuzzle;
use puzzle::plain::{Dir, SokobanState};

use crate::protocol::Point;

/// A level and the number it has in the game.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its number.
    pub number: u32,
    /// The level.
    pub puzzle: Arc<SokobanPuzzle>,
}

impl Level {
    /// What frames call it.
    pub fn map(&self) -> String {
        map(self.number)
    }
}

/// What frames call the level with a number.
pub(crate) fn map(number: u32) -> String {
    format!("levels/{number}.xsb")
}

/// The number in the name that frames give a level: `levels/12.xsb` has 12.
pub fn number_of(map: &str) -> Option<u32> {
    let file = map.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.parse().ok()
}

/// A board and the position on it.
#[derive(Clone, Debug)]
pub struct Yard {
    puzzle: Arc<SokobanPuzzle>,
    state: SokobanState,
}

impl Yard {
    /// A level at its start.
    pub fn new(puzzle: Arc<SokobanPuzzle>) -> Yard {
        let state = puzzle.board().start();
        Yard { puzzle, state }
    }

    /// One step: whether it pushed a box; `None` if it is blocked.
    pub fn step(&mut self, dir: Dir) -> Option<bool> {
        self.state.step(self.puzzle.board(), dir).ok().map(|made| made.push)
    }

    /// Where the player stands.
    pub fn player(&self) -> Point {
        point(self.puzzle.board().place(self.state.player))
    }

    /// All boxes, row by row, those out of the player's reach included.
    pub fn boxes(&self) -> Vec<Point> {
        let board = self.puzzle.board();
        let scenery = board.scenery().iter().filter(|it| it.2.has_box());
        let mut boxes: Vec<Point> =
            self.state.boxes.iter().map(|&it| point(board.place(it))).collect();
        boxes.extend(scenery.map(|it| point((it.0, it.1))));
        boxes.sort_unstable_by_key(|&[x, y]| (y, x));
        boxes
    }

    /// Boxes on goals.
    pub fn on_goal(&self) -> u64 {
        let board = self.puzzle.board();
        let here = self.state.boxes.iter().filter(|&&it| board.is_goal(it)).count();
        let there = board.scenery().iter().filter(|it| it.2.has_box() && it.2.has_goal()).count();
        (here + there) as u64
    }

    /// Whether no goal is empty.
    pub fn is_complete(&self) -> bool {
        let board = self.puzzle.board();
        let empty = |square| board.is_goal(square) && !self.state.has_box(square);
        let beyond = board.scenery().iter().any(|it| it.2.has_goal() && !it.2.has_box());
        !beyond && !board.squares().any(empty)
    }

    /// The rows of the board with the position in it.
    pub fn rows(&self) -> Vec<String> {
        let mut rows: Vec<Vec<char>> =
            self.puzzle.level().grid.rows().map(|row| row.chars().collect()).collect();
        let board = self.puzzle.board();
        for square in board.squares() {
            let (row, column) = board.place(square);
            let on = board.is_goal(square);
            let shown = match (self.state.has_box(square), self.state.player == square) {
                (true, _) => {
                    if on {
                        '*'
                    } else {
                        '$'
                    }
                }
                (_, true) => {
                    if on {
                        '+'
                    } else {
                        '@'
                    }
                }
                _ => {
                    if on {
                        '.'
                    } else {
                        ' '
                    }
                }
            };
            if rows[row].len() <= column {
                rows[row].resize(column + 1, ' ');
            }
            rows[row][column] = shown;
        }
        rows.into_iter().map(String::from_iter).collect()
    }
}

fn point((row, column): (usize, usize)) -> Point {
    [column as u32, row as u32]
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use puzzle::Puzzle;

    /// A level for tests.
    pub(crate) fn level(rows: &[&str]) -> Arc<SokobanPuzzle> {
        let entry = puzzle::read(rows.join("\n").as_bytes()).unwrap().entries.remove(0);
        let Ok(Puzzle::Sokoban(puzzle)) = entry.puzzle else { panic!("a level of Sokoban") };
        Arc::from(puzzle)
    }

    #[test]
    fn boxes_are_told_row_by_row_and_the_rows_show_the_position() {
        let mut yard = Yard::new(level(&["#######", "#@$ .$#", "#  *. #", "#######"]));
        assert_eq!(yard.step(Dir::Right), Some(true));
        assert_eq!(yard.step(Dir::Up), None);
        assert_eq!((yard.player(), yard.on_goal()), ([2, 1], 1));
        assert_eq!(yard.boxes(), [[3, 1], [5, 1], [3, 2]]);
        assert_eq!(yard.rows(), ["#######", "# @$.$#", "#  *. #", "#######"]);
        assert!(!yard.is_complete());
    }

    #[test]
    fn levels_are_known_by_their_numbers() {
        assert_eq!(number_of("levels/12.xsb"), Some(12));
        assert_eq!(number_of("C:\\levels\\7.xsb"), Some(7));
        for other in ["levels/67a.xsb", "levels/", "", "../../etc/passwd", "99999999999.xsb"] {
            assert_eq!(number_of(other), None, "{other}");
        }
    }
}
