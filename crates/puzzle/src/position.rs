//! The puzzle as it stands after some moves.

use sokoban::Tile;

use crate::{Puzzle, SokobanPuzzle, WrongMoves};

impl Puzzle {
    /// Whether nothing is left to do.
    pub fn is_solved(&self) -> bool {
        match self {
            Puzzle::Sokoban(puzzle) => puzzle.board().is_solved(&puzzle.board().start()),
            Puzzle::Unblock(level) => level.board.is_solved(&level.board.start()),
        }
    }

    /// The puzzle as it stands after moves in the notation of its game: LURD for Sokoban, in any
    /// case and with run lengths, `A+2 C-1 …` for Unblock. Solutions that came with the level are left
    /// behind, because they begin elsewhere.
    ///
    /// # Errors
    /// The first move that cannot be read or made.
    pub fn after(&self, moves: &str) -> Result<Puzzle, WrongMoves> {
        match self {
            Puzzle::Sokoban(puzzle) => sokoban_after(puzzle, moves),
            Puzzle::Unblock(level) => {
                let board = &level.board;
                let moves = board.read_moves(moves).map_err(WrongMoves::unread)?;
                let mut state = board.start();
                state.play_all(board, &moves).map_err(WrongMoves::unread)?;
                let mut after = unblock::Level::from_board(board.with_state(&state));
                after.title = level.title.clone();
                Ok(Puzzle::Unblock(after))
            }
        }
    }
}

fn sokoban_after(puzzle: &SokobanPuzzle, moves: &str) -> Result<Puzzle, WrongMoves> {
    let board = puzzle.board();
    let moves = sokoban::format::expand_moves(moves).map_err(WrongMoves::unread)?;
    // Old files write pushes in lower case, so the case is found by playing.
    let moves = sokoban::format::mark_pushes(board, &moves).map_err(WrongMoves::unread)?;
    let mut state = board.start();
    state.play(board, &moves).map_err(WrongMoves::unread)?;
    let mut grid = puzzle.level().grid.clone();
    for square in board.squares() {
        let (row, column) = board.place(square);
        let tile = match (board.is_goal(square), state.has_box(square), state.player == square) {
            (false, true, _) => Tile::Box,
            (true, true, _) => Tile::BoxOnGoal,
            (false, _, true) => Tile::Player,
            (true, _, true) => Tile::PlayerOnGoal,
            (false, ..) => Tile::Floor,
            (true, ..) => Tile::Goal,
        };
        grid.set(row, column, tile);
    }
    let title = puzzle.level().title.clone();
    let level = sokoban::Level { title, ..sokoban::Level::from_grid(grid) };
    Puzzle::sokoban(level).map_err(WrongMoves::unread)
}
