//! The referee: moves are replayed by the independent checker, which shares no code with the engines.

use std::fmt;

use crate::{Counts, Puzzle, SokobanPuzzle};

/// Why moves are not a solution, or cannot be made at all: a sentence that names the first wrong one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMoves(pub(crate) String);

impl fmt::Display for WrongMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongMoves {}

/// Replays a solution of a level with the independent checker.
///
/// # Errors
/// The first move that is wrong, or that the level is not solved at the end.
pub fn check(puzzle: &Puzzle, moves: &str) -> Result<Counts, WrongMoves> {
    let counts = match puzzle {
        Puzzle::Sokoban(puzzle) => check_sokoban(
            &puzzle.level().grid.to_string(),
            &plain(puzzle, moves).map_err(WrongMoves)?,
        ),
        Puzzle::Unblock(level) => check_unblock(&level.board, moves),
    };
    counts.map_err(WrongMoves)
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

/// The moves of a Sokoban solution as the checker accepts them.
///
/// # Errors
/// Why it does not accept them.
pub fn replayed(puzzle: &SokobanPuzzle, moves: &str) -> Result<String, WrongMoves> {
    let moves = plain(puzzle, moves).map_err(WrongMoves)?;
    let counts = check_sokoban(&puzzle.level().grid.to_string(), &moves);
    counts.map(|_| moves).map_err(WrongMoves)
}

/// The moves of a solution as a list of boxes, `Caixa 0: Dc … movimentos: Caixa 2: Ce , …`; `None` if
/// they cannot be played, or the board has more rows or columns than there are letters.
pub fn box_list(puzzle: &SokobanPuzzle, moves: &str) -> Option<String> {
    let board = puzzle.board();
    let mut state = board.start();
    let mut pushes = Vec::new();
    for letter in moves.chars() {
        let dir = sokoban::Dir::from_letter(letter)?;
        if state.step(board, dir).ok()?.push {
            pushes.push(sokoban::Push { from: state.player, dir });
        }
    }
    sokoban::format::write_box_list(board, &pushes)
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
pub(crate) fn check_sokoban(text: &str, moves: &str) -> Result<Counts, String> {
    let counts = checker::sokoban::check(text, moves).map_err(|fault| fault.to_string())?;
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
pub(crate) fn check_unblock(board: &unblock::Board, text: &str) -> Result<Counts, String> {
    use checker::unblock::{Exit, Rules};
    let moves = board.read_moves(text).map_err(|error| error.to_string())?;
    let certificate = board.certify(&moves);
    let red = board.red_piece();
    let exit = match board.exit() {
        unblock::Side::Left => Exit::Left(red.row.into()),
        unblock::Side::Right => Exit::Right(red.row.into()),
        unblock::Side::Top => Exit::Top(red.column.into()),
        unblock::Side::Bottom => Exit::Bottom(red.column.into()),
    };
    let rules = Rules { red: certificate.red, exit: Some(exit), upright: &certificate.upright };
    let counts = checker::unblock::check(&certificate.rows, &certificate.moves, rules)
        .map_err(|fault| fault.to_string())?;
    Ok(Counts {
        moves: Some(counts.moves as u64),
        steps: Some(counts.steps as u64),
        ..Counts::default()
    })
}
