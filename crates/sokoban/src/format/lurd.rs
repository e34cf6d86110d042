//! Lists of moves in run lengths: `3r2(dull)` is `rrrdulldull`.
//!
//! The letters are those of the `.sok` notation: `udlr`, `UDLR` for pushes, `[..]` for jumps of
//! reverse games and `{..}` for changes of the player. Blanks and the mark `*` of the current
//! position are left out.

use super::limits::{Allowance, MAX_COUNT, MAX_MOVES};
use super::rle::{self, Item};
use super::{FormatError, FormatErrorKind};
use crate::{Blocked, BlockedReason, Board, Dir, State};
use ::text::Position;

/// Longest group that [`compress_moves`] looks for.
const LONGEST_GROUP: usize = 24;

/// Writes out a list of moves; several lines are one list.
///
/// # Errors
///
/// A character or a run length that cannot be read, or more moves than a file may hold.
pub fn expand_moves(text: &str) -> Result<String, FormatError> {
    expand(text, &mut Allowance::new(), (1, 1))
}

/// Writes out moves that begin at a line and column of a file.
pub(super) fn expand(
    text: &str,
    allowance: &mut Allowance,
    (line, column): (u32, u32),
) -> Result<String, FormatError> {
    let cap = allowance.left().min(MAX_MOVES);
    let too_long = match cap {
        MAX_MOVES => FormatErrorKind::TooManyMoves,
        _ => FormatErrorKind::TooMuch,
    };
    match rle::expand(text, item, FormatErrorKind::UnknownMove, (cap, too_long)) {
        Ok(moves) => {
            allowance.charge(moves.len());
            Ok(moves)
        }
        Err((kind, at)) => {
            let place = behind(text, at, Position { line, column });
            Err(FormatError::new(kind, place.line, place.column))
        }
    }
}

fn item(c: char) -> Item {
    match c {
        'u' | 'd' | 'l' | 'r' | 'U' | 'D' | 'L' | 'R' => Item::Keep(c),
        '[' | ']' | '{' | '}' => Item::Keep(c),
        '*' => Item::Skip,
        c if c.is_whitespace() => Item::Skip,
        _ => Item::Unknown,
    }
}

/// The place of a character of a text that begins at `start`.
fn behind(text: &str, at: usize, start: Position) -> Position {
    let before: Vec<char> = text.chars().take(at).collect();
    let newlines = before.iter().filter(|&&c| c == '\n').count() as u32;
    let in_line = before.iter().rev().take_while(|&&c| c != '\n').count() as u32;
    let column = if newlines == 0 { start.column + in_line } else { 1 + in_line };
    Position { line: start.line + newlines, column }
}

/// Where a move is written: `text` begins at `start` with moves, perhaps in run lengths and over several
/// lines, and `index` of them stand in front of the one that is looked for.
pub fn place_of_move(text: &str, start: Position, index: usize) -> Option<Position> {
    rle::origin(text, &item, index).map(|at| behind(text, at, start))
}

/// Writes moves in run lengths, with groups where they pay. The result expands to the same moves.
pub fn compress_moves(moves: &str) -> String {
    let letters: Vec<char> = moves.chars().collect();
    let mut out = String::new();
    let mut plain_from = 0;
    let mut at = 0;
    while at < letters.len() {
        let Some((unit, times)) = best_group(&letters[at..]) else {
            at += 1;
            continue;
        };
        out.push_str(&runs(&letters[plain_from..at]));
        out.push_str(&format!("{times}({})", runs(&letters[at..at + unit])));
        at += unit * times;
        plain_from = at;
    }
    out.push_str(&runs(&letters[plain_from..]));
    out
}

/// The group at the start of `letters` that saves most: its length and how often it is repeated
/// there.
fn best_group(letters: &[char]) -> Option<(usize, usize)> {
    let saving = |unit: usize, times: usize| {
        let plain = runs(&letters[..unit * times]).len();
        let group = runs(&letters[..unit]).len() + 2 + times.to_string().len();
        plain.checked_sub(group + 1)
    };
    let groups = (2..=LONGEST_GROUP.min(letters.len() / 2)).filter_map(|unit| {
        if letters[..unit].iter().all(|c| *c == letters[0]) {
            return None;
        }
        let same = letters.iter().zip(&letters[unit..]).take_while(|(a, b)| a == b).count();
        let times = (same / unit + 1).min(MAX_COUNT);
        (times > 1).then(|| saving(unit, times)).flatten().map(|saved| (saved, unit, times))
    });
    groups.max_by_key(|&(saved, unit, _)| (saved, usize::MAX - unit)).map(|(_, u, t)| (u, t))
}

fn runs(letters: &[char]) -> String {
    rle::compress_runs(&letters.iter().collect::<String>())
}

/// Plays moves whose case says nothing and returns them with capital letters for pushes. Files
/// such as the `.sol` files of CavePacker are all in lower case.
///
/// # Errors
///
/// The first move that cannot be made.
pub fn mark_pushes(board: &Board, moves: &str) -> Result<String, Blocked> {
    let mut state: State = board.start();
    let play = |(index, letter): (usize, char)| {
        let blocked = |reason| Blocked { index, reason };
        let dir = Dir::from_letter(letter).ok_or(blocked(BlockedReason::Letter(letter)))?;
        state.step(board, dir).map(|step| step.letter()).map_err(blocked)
    };
    moves.chars().enumerate().map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn groups_are_found_where_they_pay() {
        assert_eq!(compress_moves("rrrdulldull"), "3r2(dull)");
        assert_eq!(compress_moves("rdrd"), "rdrd");
        assert_eq!(compress_moves("rdrdrd"), "3(rd)");
        assert_eq!(compress_moves(""), "");
        // Found by fuzzing: whatever is compressed must be readable again, brackets included.
        assert_eq!(expand_moves(&compress_moves("u]]]]]")).unwrap(), "u]]]]]");
    }

    #[test]
    fn long_lists_are_compressed_in_one_pass() {
        for unit in ["u", "ud", "udlr", "uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuud"] {
            let moves = unit.repeat(200_000 / unit.len());
            assert_eq!(expand_moves(&compress_moves(&moves)).unwrap(), moves);
        }
    }

    #[test]
    fn faults_name_line_and_column() {
        let place = |text: &str| {
            let error = expand_moves(text).unwrap_err();
            (error.kind, error.position.line, error.position.column)
        };
        assert_eq!(place("ud\nlx"), (FormatErrorKind::UnknownMove('x'), 2, 2));
        assert_eq!(place("65536(65536(u))"), (FormatErrorKind::TooManyMoves, 1, 15));
    }

    #[test]
    fn a_move_is_found_where_it_is_written() {
        let start = Position { line: 7, column: 3 };
        for text in ["rrdl", "3r2(dull)U", "2(l3(u2d))r\n l *R", "rr\n2(\nud\n)L"] {
            let moves = expand_moves(text).unwrap();
            let rows: Vec<Vec<char>> = text.split('\n').map(|row| row.chars().collect()).collect();
            for (index, letter) in moves.chars().enumerate() {
                // What stands behind the moves does not matter.
                let all = format!("{text}\n#####\n");
                let Position { line, column } = place_of_move(&all, start, index).unwrap();
                let first = if line == 7 { 3 } else { 1 };
                let found = rows[line as usize - 7][column as usize - first];
                assert_eq!(found, letter, "{text:?}, move {index}");
            }
        }
        let place = |text, index| place_of_move(text, start, index).map(|it| (it.line, it.column));
        assert_eq!(place("3r2(dull)", 8), Some((7, 3 + 5)));
        assert_eq!(place("rr", 2), None);
        assert_eq!(place("65535(65535(65535(u)))", usize::MAX), None);
        assert_eq!(place("65535(65535(65535(u)))", 1 << 40), Some((7, 3 + 18)));
    }

    #[test]
    fn pushes_are_marked_by_playing() {
        let level = Level::from_rows(&["######", "#@ $.#", "######"]).unwrap();
        let board = Board::new(&level).unwrap();
        assert_eq!(mark_pushes(&board, "rr").unwrap(), "rR");
        let blocked = mark_pushes(&board, "rrr").unwrap_err();
        assert_eq!(blocked, Blocked { index: 2, reason: BlockedReason::Box });
    }
}
