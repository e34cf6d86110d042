//! A valid level: the squares, their neighbours, the goals and the start.

use crate::{Dir, Fault, FaultKind, Level, LevelError, Square, SquareSet, State, Tile};

/// Marks "no square" in the neighbour table.
const NONE: u16 = u16::MAX;

/// Why a board is obviously unsolvable, without any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// A box that is not on a goal stands where the player can never go.
    SealedBox {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// More boxes than goals within the player's reach (the other goals are walled off).
    TooFewGoals {
        /// Boxes in reach.
        boxes: usize,
        /// Goals in reach.
        goals: usize,
    },
}

/// The immutable part of a puzzle.
///
/// Only squares the player could reach if all boxes were gone are numbered, in row order.
/// What is walled off is scenery: boxes there on goals are decoration, everything else there is
/// ignored, except that it can make the puzzle [impossible](Board::impossible).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    places: Vec<(u16, u16)>,
    index: Vec<u16>,
    neighbors: Vec<[u16; 4]>,
    goals: SquareSet,
    start: State,
    scenery: Vec<(usize, usize, Tile)>,
    impossible: Option<Impossible>,
}

impl Board {
    /// Validates a level. This is the only place where a level is accepted or refused.
    ///
    /// # Errors
    ///
    /// Every reason why the level breaks the rules, with line and column.
    pub fn new(level: &Level) -> Result<Board, LevelError> {
        let grid = &level.grid;
        let mut faults = Vec::new();
        let mut fault = |kind, row, column| {
            faults.push(Fault { kind, position: level.position(row, column) });
        };

        let players: Vec<_> = grid.cells().filter(|cell| cell.2.has_player()).collect();
        if players.is_empty() {
            fault(FaultKind::NoPlayer, 0, 0);
        }
        for &(row, column, _) in players.iter().skip(1) {
            fault(FaultKind::SecondPlayer, row, column);
        }
        let inside = players.first().map(|&(row, column, _)| flood(level, row, column));
        if let Some(Err((row, column))) = inside {
            fault(FaultKind::OpenWall, row, column);
        }
        let boxes = grid.cells().filter(|cell| cell.2.has_box()).count();
        let goals = grid.cells().filter(|cell| cell.2.has_goal()).count();
        if boxes == 0 {
            fault(FaultKind::NoBox, 0, 0);
        } else if boxes != goals {
            fault(FaultKind::Count { boxes, goals }, 0, 0);
        }
        match inside {
            Some(Ok(inside)) if faults.is_empty() => Ok(Board::number(level, &inside)),
            _ => Err(LevelError { faults }),
        }
    }

    /// Numbers the squares of an accepted level.
    fn number(level: &Level, inside: &[bool]) -> Board {
        let grid = &level.grid;
        let (width, height) = (grid.width(), grid.height());
        let mut board = Board {
            width,
            height,
            places: Vec::new(),
            index: vec![NONE; width * height],
            neighbors: Vec::new(),
            goals: SquareSet::default(),
            start: State { boxes: Vec::new(), player: Square(0) },
            scenery: Vec::new(),
            impossible: None,
        };
        let mut goals = Vec::new();
        for (row, column, tile) in grid.cells() {
            if !inside[row * width + column] {
                if tile != Tile::Wall {
                    board.scenery.push((row, column, tile));
                }
                if tile == Tile::Box {
                    board.impossible.get_or_insert(Impossible::SealedBox { row, column });
                }
                continue;
            }
            let square = Square(board.places.len() as u16);
            board.index[row * width + column] = square.0;
            board.places.push((row as u16, column as u16));
            if tile.has_goal() {
                goals.push(square);
            }
            if tile.has_box() {
                board.start.boxes.push(square);
            }
            if tile.has_player() {
                board.start.player = square;
            }
        }
        let n_boxes = board.start.boxes.len();
        if n_boxes > goals.len() {
            board
                .impossible
                .get_or_insert(Impossible::TooFewGoals { boxes: n_boxes, goals: goals.len() });
        }
        board.goals = SquareSet::from_squares(board.places.len(), &goals);
        board.neighbors = board
            .places
            .iter()
            .map(|&(row, column)| {
                Dir::ALL.map(|dir| {
                    // Inside squares never touch the edge of the grid: the flood has checked that.
                    let (dr, dc) = dir.delta();
                    let row = (row as usize).wrapping_add_signed(dr);
                    let column = (column as usize).wrapping_add_signed(dc);
                    board.index[row * width + column]
                })
            })
            .collect();
        board
    }

    /// Columns of the level's grid.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the level's grid.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of squares.
    pub fn n_squares(&self) -> usize {
        self.places.len()
    }

    /// Number of boxes within the player's reach.
    pub fn n_boxes(&self) -> usize {
        self.start.boxes.len()
    }

    /// All squares in row order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.places.len() as u16).map(Square)
    }

    /// The next square in a direction, or `None` at a wall.
    #[inline]
    pub fn neighbor(&self, square: Square, dir: Dir) -> Option<Square> {
        let next = self.neighbors[square.index()][dir.index()];
        (next != NONE).then_some(Square(next))
    }

    /// Row and column of a square.
    pub fn place(&self, square: Square) -> (usize, usize) {
        let (row, column) = self.places[square.index()];
        (row as usize, column as usize)
    }

    /// The square at a row and column.
    pub fn square_at(&self, row: usize, column: usize) -> Option<Square> {
        if row >= self.height || column >= self.width {
            return None;
        }
        let square = self.index[row * self.width + column];
        (square != NONE).then_some(Square(square))
    }

    /// Whether a square is a goal.
    #[inline]
    pub fn is_goal(&self, square: Square) -> bool {
        self.goals.contains(square)
    }

    /// The goals within the player's reach.
    pub fn goals(&self) -> &SquareSet {
        &self.goals
    }

    /// Everything but walls that the player can never reach: row, column and tile, in row order. No
    /// rule of the game depends on it.
    pub fn scenery(&self) -> &[(usize, usize, Tile)] {
        &self.scenery
    }

    /// The position the level starts with.
    pub fn start(&self) -> State {
        self.start.clone()
    }

    /// The same board with another starting position.
    ///
    /// The position must be one of this board: as many boxes, all on its squares, none on another
    /// or on the player.
    pub fn starting_with(&self, start: State) -> Board {
        debug_assert_eq!(start.boxes.len(), self.n_boxes());
        Board { start, ..self.clone() }
    }

    /// Whether every box stands on a goal.
    pub fn is_solved(&self, state: &State) -> bool {
        state.boxes.iter().all(|&square| self.is_goal(square))
    }

    /// Why the board cannot be solved, when that can be seen without any search.
    pub fn impossible(&self) -> Option<Impossible> {
        self.impossible
    }
}

/// The cells the player could reach without boxes, or the cell where it would leave the grid.
fn flood(level: &Level, row: usize, column: usize) -> Result<Vec<bool>, (usize, usize)> {
    let grid = &level.grid;
    let (width, height) = (grid.width(), grid.height());
    let mut inside = vec![false; width * height];
    inside[row * width + column] = true;
    let mut stack = vec![(row, column)];
    while let Some((row, column)) = stack.pop() {
        for dir in Dir::ALL {
            let (dr, dc) = dir.delta();
            let (r, c) = (row.wrapping_add_signed(dr), column.wrapping_add_signed(dc));
            if r >= height || c >= width {
                return Err((row, column));
            }
            if grid.get(r, c) != Tile::Wall && !inside[r * width + c] {
                inside[r * width + c] = true;
                stack.push((r, c));
            }
        }
    }
    Ok(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use text::Position;

    fn judge(rows: &[&str]) -> Result<Board, Vec<(FaultKind, u32, u32)>> {
        Board::new(&Level::from_rows(rows).unwrap()).map_err(|error| {
            let place = |fault: &Fault| {
                let Position { line, column } = fault.position;
                (fault.kind, line, column)
            };
            error.faults.iter().map(place).collect()
        })
    }

    #[test]
    fn every_refusal_is_named_with_its_place() {
        use FaultKind::*;
        let check = |rows: &[&str], faults: &[(FaultKind, u32, u32)]| {
            assert_eq!(judge(rows).unwrap_err(), faults, "{rows:?}");
        };
        let count = Count { boxes: 2, goals: 1 };
        check(&["####", "#$.#", "####"], &[(NoPlayer, 1, 1)]);
        check(&["######", "#@$.@#", "######"], &[(SecondPlayer, 2, 5)]);
        check(&["#####", "#@$.", "#####"], &[(OpenWall, 2, 5)]);
        check(&["###", "#@#", "###"], &[(NoBox, 1, 1)]);
        check(&["######", "#@$$.#", "######"], &[(count, 1, 1)]);
        check(&["######", "#@$$. ", "######"], &[(OpenWall, 2, 6), (count, 1, 1)]);
        check(&[], &[(NoPlayer, 1, 1), (NoBox, 1, 1)]);
    }

    #[test]
    fn sealed_boxes_on_goals_are_scenery() {
        let board = judge(&["#######", "#@$.#*#", "#######", " *  .$ "]);
        assert!(matches!(
            board.unwrap().impossible(),
            Some(Impossible::SealedBox { row: 3, column: 5 })
        ));
        let board = judge(&["#######", "#@$.#*#", "#######"]).unwrap();
        assert_eq!((board.n_boxes(), board.n_squares(), board.impossible()), (1, 3, None));
        assert_eq!(board.scenery(), [(1, 5, Tile::BoxOnGoal)]);
    }

    #[test]
    fn goals_out_of_reach_make_a_board_impossible() {
        let board = judge(&["########", "#@$ $.##", "########", "#.######", "########"]).unwrap();
        assert_eq!(board.impossible(), Some(Impossible::TooFewGoals { boxes: 2, goals: 1 }));
    }

    #[test]
    fn neighbors_agree_with_places() {
        let board = judge(&["#####", "#@$.#", "# # #", "#   #", "#####"]).unwrap();
        for square in board.squares() {
            let (row, column) = board.place(square);
            assert_eq!(board.square_at(row, column), Some(square));
            for dir in Dir::ALL {
                let (dr, dc) = dir.delta();
                let there =
                    board.square_at(row.wrapping_add_signed(dr), column.wrapping_add_signed(dc));
                assert_eq!(board.neighbor(square, dir), there);
            }
        }
    }
}
