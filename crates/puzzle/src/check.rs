//! The referee: moves are replayed by the independent checker, which shares no code with the engines.

use std::fmt;

use sokoban::{Position, Push, Walker};

use crate::{Counts, Puzzle, SokobanPuzzle};

/// A solution that the checker has replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Its moves, as the checker reads them.
    pub moves: String,
    /// What it counts.
    pub counts: Counts,
}

/// Why moves are not a solution, or cannot be made at all: a sentence that names the first wrong one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMoves {
    code: &'static str,
    index: Option<usize>,
    text: String,
}

impl WrongMoves {
    /// The kind of fault, a word for programs that never changes.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The number of moves in front of the wrong one, if the fault is one of a single move.
    pub fn index(&self) -> Option<usize> {
        self.index
    }

    /// Moves that cannot be read.
    pub(crate) fn unread(reason: impl fmt::Display) -> WrongMoves {
        WrongMoves { code: "unreadable-moves", index: None, text: reason.to_string() }
    }
}

impl From<checker::Fault> for WrongMoves {
    fn from(fault: checker::Fault) -> WrongMoves {
        let index = fault.reason.starts_with("move ").then_some(fault.index);
        WrongMoves { code: fault.code, index, text: fault.reason }
    }
}

impl From<unblock::MoveTextError> for WrongMoves {
    fn from(error: unblock::MoveTextError) -> WrongMoves {
        WrongMoves { code: "unknown-move", index: Some(error.index), text: error.to_string() }
    }
}

impl fmt::Display for WrongMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for WrongMoves {}

/// Replays a solution of a level with the independent checker.
///
/// # Errors
/// The first move that is wrong, or that the level is not solved at the end.
pub fn check(puzzle: &Puzzle, moves: &str) -> Result<Counts, WrongMoves> {
    replay(puzzle, moves).map(|replayed| replayed.counts)
}

/// The same, with the moves as the checker reads them, whatever notation they came in.
///
/// # Errors
/// The first move that is wrong, or that the level is not solved at the end.
pub fn replay(puzzle: &Puzzle, moves: &str) -> Result<Replayed, WrongMoves> {
    let (moves, counts) = match puzzle {
        Puzzle::Sokoban(puzzle) => {
            let moves = plain(puzzle, moves).map_err(WrongMoves::unread)?;
            let counts = check_sokoban(puzzle, &moves);
            (moves, counts)
        }
        Puzzle::Unblock(level) => (moves.to_owned(), check_unblock(&level.board, moves)),
    };
    Ok(Replayed { moves, counts: counts? })
}

impl Puzzle {
    /// The best counts that came with the level: of its solutions, which are replayed before they are
    /// believed, or what the file says about an Unblock board.
    pub fn known(&self) -> Counts {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        match self {
            Puzzle::Sokoban(puzzle) => {
                let solutions = puzzle.level().solutions.iter();
                let counts = solutions.filter_map(|game| check(self, &game.moves).ok());
                counts.fold(Counts::default(), |best, it| Counts {
                    moves: least(best.moves, it.moves),
                    pushes: least(best.pushes, it.pushes),
                    ..best
                })
            }
            Puzzle::Unblock(level) => Counts {
                moves: level.known.moves.map(u64::from),
                steps: level.known.steps.map(u64::from),
                ..Counts::default()
            },
        }
    }
}

/// The pushes of an engine with the walking added, if the checker accepts them.
pub(crate) fn walk(puzzle: &SokobanPuzzle, pushes: &[Push]) -> Result<Replayed, String> {
    let board = puzzle.board();
    let walked = Walker::new(board).walk_pushes(board, &board.start(), pushes);
    let moves = walked.ok_or("the engine's pushes cannot be walked")?.to_string();
    let counts = check_sokoban(puzzle, &moves).map_err(|wrong| wrong.to_string())?;
    Ok(Replayed { moves, counts })
}

impl SokobanPuzzle {
    /// The pushes among moves that can be made from the start, such as those of a solution.
    ///
    /// # Errors
    /// The first move that cannot be made.
    pub fn pushes(&self, moves: &str) -> Result<Vec<Push>, WrongMoves> {
        Position::new(self.board()).play(moves).map_err(WrongMoves::unread)
    }
}

/// The moves of a solution as a list of boxes, `Caixa 0: Dc … movimentos: Caixa 2: Ce , …`; `None` if
/// they cannot be played, or the board has more rows or columns than there are letters.
pub fn box_list(puzzle: &SokobanPuzzle, moves: &str) -> Option<String> {
    sokoban::format::write_box_list(puzzle.board(), &puzzle.pushes(moves).ok()?)
}

/// The moves as the checker reads them; what comes out is checked like anything else. Lists of boxes
/// get their walking. Old solution files write every move in lower case: such moves get their capitals
/// from a replay.
fn plain(puzzle: &SokobanPuzzle, moves: &str) -> Result<String, String> {
    if sokoban::format::is_box_list(moves) {
        let played = sokoban::format::read_box_list(puzzle.board(), moves);
        return played.map(|moves| moves.to_string()).map_err(|error| error.to_string());
    }
    let marked = match moves.contains(|letter: char| letter.is_ascii_uppercase()) {
        true => None,
        false => sokoban::format::mark_pushes(puzzle.board(), moves).ok(),
    };
    Ok(marked.unwrap_or_else(|| moves.to_owned()))
}

/// Replays moves on the text of a Sokoban level.
fn check_sokoban(puzzle: &SokobanPuzzle, moves: &str) -> Result<Counts, WrongMoves> {
    let text = puzzle.level().grid.to_string();
    let counts = checker::sokoban::check(&text, moves)?;
    Ok(Counts {
        moves: Some(counts.moves as u64),
        pushes: Some(counts.pushes as u64),
        steps: None,
        box_lines: Some(counts.box_lines as u64),
        box_changes: Some(counts.box_changes as u64),
        pushing_sessions: Some(counts.pushing_sessions as u64),
    })
}

/// Replays moves on an Unblock board, given to the checker as text.
pub(crate) fn check_unblock(board: &unblock::Board, text: &str) -> Result<Counts, WrongMoves> {
    use checker::unblock::{Exit, Rules};
    let moves = board.read_moves(text)?;
    let certificate = board.certify(&moves);
    let red = board.red_piece();
    let exit = match board.exit() {
        unblock::Side::Left => Exit::Left(red.row.into()),
        unblock::Side::Right => Exit::Right(red.row.into()),
        unblock::Side::Top => Exit::Top(red.column.into()),
        unblock::Side::Bottom => Exit::Bottom(red.column.into()),
    };
    let rules = Rules { red: certificate.red, exit: Some(exit), upright: &certificate.upright };
    let counts = checker::unblock::check(&certificate.rows, &certificate.moves, rules)?;
    Ok(Counts {
        moves: Some(counts.moves as u64),
        steps: Some(counts.steps as u64),
        ..Counts::default()
    })
}
