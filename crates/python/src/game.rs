//! A game in progress, with everything that can be taken back.

use std::sync::Arc;

use pyo3::prelude::*;

use puzzle::Puzzle;
use puzzle::plain::{Dir, SokobanMove, SokobanState, UnblockMove, UnblockState};

use crate::ask::Pushes;
use crate::error;
use crate::level::Level;

/// A game of either kind.
#[pyclass(module = "banto_puzzle._native", name = "Game", subclass)]
pub(crate) struct Game {
    level: Level,
    played: Played,
}

#[derive(Clone)]
enum Played {
    Sokoban { state: SokobanState, moves: Vec<SokobanMove> },
    Unblock { state: UnblockState, moves: Vec<UnblockMove> },
}

impl Played {
    fn start(puzzle: &Puzzle) -> Played {
        match puzzle {
            Puzzle::Sokoban(puzzle) => {
                Played::Sokoban { state: puzzle.board().start(), moves: Vec::new() }
            }
            Puzzle::Unblock(level) => {
                Played::Unblock { state: level.board.start(), moves: Vec::new() }
            }
        }
    }
}

impl Game {
    /// Plays LURD in any case, with run lengths. The letters are played one by one, so a capital that pushes nothing is
    /// refused, while small letters may push, as in old files.
    fn play_sokoban(&mut self, text: &str) -> Result<usize, String> {
        let Played::Sokoban { state, moves } = &mut self.played else { return Ok(0) };
        let Puzzle::Sokoban(puzzle) = &*self.level.puzzle else { return Ok(0) };
        let (mut new, mut made) = (state.clone(), Vec::new());
        let letters = sokoban::format::expand_moves(text).map_err(|error| error.to_string())?;
        for (index, letter) in letters.chars().enumerate() {
            let wrong =
                |reason: &dyn ToString| format!("move {}: {}", index + 1, reason.to_string());
            let dir = Dir::from_letter(letter);
            let dir = dir.ok_or_else(|| wrong(&format!("{letter:?} is not a move")))?;
            let step = new.step(puzzle.board(), dir).map_err(|blocked| wrong(&blocked))?;
            if letter.is_ascii_uppercase() && !step.push {
                return Err(wrong(&"there is no box to push"));
            }
            made.push(step);
        }
        let count = made.len();
        *state = new;
        moves.extend(made);
        Ok(count)
    }

    fn play_unblock(&mut self, text: &str) -> Result<usize, String> {
        let Played::Unblock { state, moves } = &mut self.played else { return Ok(0) };
        let Puzzle::Unblock(level) = &*self.level.puzzle else { return Ok(0) };
        let made = level.board.read_moves(text).map_err(|error| error.to_string())?;
        let mut new = state.clone();
        new.play_all(&level.board, &made).map_err(|blocked| blocked.to_string())?;
        let count = made.len();
        *state = new;
        moves.extend(made);
        Ok(count)
    }
}

impl Game {
    /// The position as a level.
    fn now(&self) -> Level {
        let puzzle = match (&*self.level.puzzle, &self.played) {
            (Puzzle::Unblock(level), Played::Unblock { state, .. }) => {
                let board = level.board.with_state(state);
                let moved = Puzzle::from_layout(&board.layout());
                moved.ok().map(|mut puzzle| {
                    level.title.iter().for_each(|title| puzzle.set_title(title.clone()));
                    puzzle
                })
            }
            (puzzle, _) => puzzle.after(&self.moves()).ok(),
        };
        // Moves that were made can be made again.
        puzzle.map_or_else(
            || self.level.clone(),
            |puzzle| Level { puzzle: Arc::new(puzzle), ..self.level.clone() },
        )
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(level: &Level) -> Game {
        Game { played: Played::start(&level.puzzle), level: level.clone() }
    }

    /// The level at its start.
    #[getter]
    fn level(&self) -> Level {
        self.level.clone()
    }

    /// The level as it stands now.
    #[getter]
    fn position(&self) -> Level {
        self.now()
    }

    /// Moves made so far, in the notation of the game.
    #[getter]
    fn moves(&self) -> String {
        match (&self.played, &*self.level.puzzle) {
            (Played::Sokoban { moves, .. }, _) => moves.iter().map(|it| it.letter()).collect(),
            (Played::Unblock { moves, .. }, Puzzle::Unblock(level)) => {
                level.board.show_moves(moves)
            }
            _ => String::new(),
        }
    }

    /// Number of moves made so far.
    #[getter]
    fn n_moves(&self) -> usize {
        match &self.played {
            Played::Sokoban { moves, .. } => moves.len(),
            Played::Unblock { moves, .. } => moves.len(),
        }
    }

    /// Pushes (Sokoban) or steps of one cell (Unblock) made so far.
    #[getter]
    fn n_pushes(&self) -> usize {
        match &self.played {
            Played::Sokoban { moves, .. } => moves.iter().filter(|it| it.push).count(),
            Played::Unblock { moves, .. } => {
                moves.iter().map(|it| usize::from(it.delta.unsigned_abs())).sum()
            }
        }
    }

    #[getter]
    fn solved(&self) -> bool {
        match (&self.played, &*self.level.puzzle) {
            (Played::Sokoban { state, .. }, Puzzle::Sokoban(puzzle)) => {
                puzzle.board().is_solved(state)
            }
            (Played::Unblock { state, .. }, Puzzle::Unblock(level)) => level.board.is_solved(state),
            _ => false,
        }
    }

    /// Row and column of the player; `None` in Unblock.
    #[getter]
    fn player(&self) -> Option<(usize, usize)> {
        match (&self.played, &*self.level.puzzle) {
            (Played::Sokoban { state, .. }, Puzzle::Sokoban(puzzle)) => {
                Some(puzzle.board().place(state.player))
            }
            _ => None,
        }
    }

    /// Row and column of every box; of every piece's first cell in Unblock.
    #[getter]
    fn boxes(&self) -> Vec<(usize, usize)> {
        match (&self.played, &*self.level.puzzle) {
            (Played::Sokoban { state, .. }, Puzzle::Sokoban(puzzle)) => {
                state.boxes.iter().map(|&at| puzzle.board().place(at)).collect()
            }
            (Played::Unblock { state, .. }, Puzzle::Unblock(level)) => {
                let board = level.board.with_state(state);
                let first = |it: &puzzle::plain::Piece| (it.row.into(), it.column.into());
                board.pieces().iter().map(first).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Makes moves, all of them or, when one cannot be made, none. Returns how many.
    fn play(&mut self, py: Python<'_>, moves: &str) -> PyResult<usize> {
        let played = match &self.played {
            Played::Sokoban { .. } => self.play_sokoban(moves),
            Played::Unblock { .. } => self.play_unblock(moves),
        };
        played.map_err(|sentence| error::wrong_text(py, &sentence))
    }

    /// Makes one move if it can be made, and says whether it was.
    fn step(&mut self, letter: &str) -> bool {
        match (&mut self.played, &*self.level.puzzle) {
            (Played::Sokoban { state, moves }, Puzzle::Sokoban(puzzle)) => {
                let mut letters = letter.chars();
                let (Some(letter), None) = (letters.next(), letters.next()) else { return false };
                let Some(dir) = Dir::from_letter(letter) else { return false };
                let made = state.step(puzzle.board(), dir);
                made.is_ok_and(|made| {
                    moves.push(made);
                    true
                })
            }
            _ => self.play_unblock(letter).is_ok_and(|made| made > 0),
        }
    }

    /// Takes back moves; returns how many there were to take back.
    #[pyo3(signature = (count = 1))]
    fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.n_moves());
        match (&mut self.played, &*self.level.puzzle) {
            (Played::Sokoban { state, moves }, Puzzle::Sokoban(puzzle)) => {
                for step in moves.drain(moves.len() - count..).rev() {
                    unstep(puzzle.board(), state, step);
                }
            }
            (Played::Unblock { state, moves }, Puzzle::Unblock(level)) => {
                let made: Vec<UnblockMove> = moves.drain(moves.len() - count..).rev().collect();
                for step in made {
                    let back = UnblockMove { delta: -step.delta, ..step };
                    // What was made can be taken back.
                    let _ = state.play(&level.board, back);
                }
            }
            _ => {}
        }
        count
    }

    /// Back to the start.
    fn restart(&mut self) {
        self.played = Played::start(&self.level.puzzle);
    }

    /// Every move that can be made now.
    fn legal_moves(&self, py: Python<'_>) -> Vec<String> {
        crate::ask::legal(py, &self.now()).0
    }

    /// Every push that can be walked to now (Sokoban): row, column, direction, and the walk with the push.
    fn legal_pushes(&self, py: Python<'_>) -> Pushes {
        crate::ask::legal(py, &self.now()).1
    }

    fn __copy__(&self) -> Game {
        Game { level: self.level.clone(), played: self.played.clone() }
    }

    fn __str__(&self) -> String {
        self.now().text()
    }

    fn __repr__(&self) -> String {
        let solved = if self.solved() { ", solved" } else { "" };
        format!("<Game: {} moves, {} pushes{solved}>", self.n_moves(), self.n_pushes())
    }

    fn _repr_svg_(&self) -> String {
        self.now().svg()
    }
}

/// Takes a step back.
fn unstep(board: &puzzle::plain::SokobanBoard, state: &mut SokobanState, step: SokobanMove) {
    let behind = board.neighbor(state.player, step.dir.opposite());
    if let (true, Some(from)) = (step.push, board.neighbor(state.player, step.dir))
        && let Some(place) = state.boxes.iter().position(|&it| it == from)
    {
        state.boxes[place] = state.player;
        state.boxes.sort_unstable();
    }
    state.player = behind.unwrap_or(state.player);
}
