//! Unblock Me / Rush Hour: slides pieces on rows of characters.

use std::collections::BTreeMap;

use crate::{BAD_LEVEL, Fault, NOT_SOLVED, UNKNOWN_MOVE};

/// What a solution costs, in the two metrics of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Slides over any distance, as they are written: `A+1 A+1` counts as two.
    pub moves: usize,
    /// Squares slid over.
    pub steps: usize,
}

/// The edge of the board with the exit, and its row (left, right) or column (top, bottom) from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "four edges need no more words")]
pub enum Exit {
    Left(usize),
    Right(usize),
    Top(usize),
    Bottom(usize),
}

/// What the rows of a board do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules<'a> {
    /// The letter of the red piece.
    pub red: char,
    /// The exit. `None` means the right end of the red piece's row or, when that piece stands
    /// upright, the bottom of its column.
    pub exit: Option<Exit>,
    /// The one-square pieces that slide up and down; the other one-square pieces slide left
    /// and right.
    pub upright: &'a str,
}

/// The red piece is `A` and leaves to the right (downwards when it stands upright).
pub const CLASSIC: Rules<'static> = Rules { red: 'A', exit: None, upright: "" };

/// The squares of a piece from left to right or from top to bottom, and whether it is upright.
type Piece = (Vec<(usize, usize)>, bool);

/// Plays `moves` on `level` and returns the counts, or the first thing that is wrong.
///
/// The level is rows of equal length: `.` `o` empty, `x` `#` wall, any other letter or digit a
/// piece of that name. The moves are words like `A+2`: piece, direction (`+` right or down, `-`
/// left or up), squares. The puzzle is solved when the red piece touches the exit at the end.
///
/// # Errors
///
/// The first thing that is wrong with the board or the solution.
///
/// ```
/// use banto_checker::unblock::{CLASSIC, check};
///
/// let counts = check("..B\nAAB\n...\n...", "B+2 A+1", CLASSIC).unwrap();
/// assert_eq!((counts.moves, counts.steps), (2, 3));
/// ```
pub fn check(level: &str, moves: &str, rules: Rules<'_>) -> Result<Counts, Fault> {
    let at_fault = |why| Fault { index: 0, code: BAD_LEVEL, reason: format!("level: {why}") };
    let mut rows: Vec<Vec<char>> = level.lines().map(|line| line.chars().collect()).collect();
    let mut pieces = judge(&rows, rules.upright).map_err(at_fault)?;
    let red = pieces.get(&rules.red).ok_or_else(|| at_fault("there is no red piece".to_owned()))?;
    let goal = goal(&rows, red, rules.exit).map_err(at_fault)?;
    let mut counts = Counts::default();
    for (index, word) in moves.split_whitespace().enumerate() {
        let wrong = |Reason { code, why }| Fault {
            index,
            code,
            reason: format!("move {}: {word:?} {why}", index + 1),
        };
        let unread = || wrong(Reason::new(UNKNOWN_MOVE, "is not a move"));
        let (name, forward, distance) = read(word).ok_or_else(unread)?;
        let missing = || wrong(Reason::new("no-such-piece", "names no piece"));
        let piece = pieces.get_mut(&name).ok_or_else(missing)?;
        for _ in 0..distance {
            slide(&mut rows, piece, forward).map_err(wrong)?;
            counts.steps += 1;
        }
        counts.moves += 1;
    }
    if rows[goal.0][goal.1] == rules.red {
        return Ok(counts);
    }
    let reason = "end: the red piece is not at the exit".to_owned();
    Err(Fault { index: counts.moves, code: NOT_SOLVED, reason })
}

/// Why a move cannot be made.
struct Reason {
    code: &'static str,
    why: String,
}

impl Reason {
    fn new(code: &'static str, why: impl Into<String>) -> Reason {
        Reason { code, why: why.into() }
    }
}

/// Moves a piece by one square.
fn slide(rows: &mut [Vec<char>], piece: &mut Piece, forward: bool) -> Result<(), Reason> {
    let (squares, upright) = piece;
    let (down, along) = if *upright { (1, 0) } else { (0, 1) };
    let shift = |(r, c): (usize, usize)| match forward {
        true => (r + down, c + along),
        false => (r.wrapping_sub(down), c.wrapping_sub(along)),
    };
    let (first, last) = (squares[0], squares[squares.len() - 1]);
    let (front, back) = if forward { (last, first) } else { (first, last) };
    let (r, c) = shift(front);
    match rows.get(r).and_then(|row| row.get(c)) {
        None => return Err(Reason::new("off-board", "leaves the board")),
        Some('.' | 'o') => rows[r][c] = rows[front.0][front.1],
        Some('x' | '#') => return Err(Reason::new("into-wall", "runs into a wall")),
        Some(other) => {
            return Err(Reason::new("into-piece", format!("runs into piece {other}")));
        }
    }
    rows[back.0][back.1] = '.';
    squares.iter_mut().for_each(|square| *square = shift(*square));
    Ok(())
}

/// The parts of a word like `A+2`. A distance too large for a number counts as farther than any
/// board.
fn read(word: &str) -> Option<(char, bool, usize)> {
    let mut letters = word.chars();
    let (name, sign, digits) = (letters.next()?, letters.next()?, letters.as_str());
    let number = digits.bytes().all(|digit| digit.is_ascii_digit());
    let distance = digits.trim_start_matches('0');
    (number && !distance.is_empty() && "+-".contains(sign))
        .then(|| (name, sign == '+', distance.parse().unwrap_or(usize::MAX)))
}

/// Finds the pieces of a board, which must be a rectangle.
fn judge(rows: &[Vec<char>], upright: &str) -> Result<BTreeMap<char, Piece>, String> {
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 || width.max(rows.len()) > 256 || rows.iter().any(|row| row.len() != width) {
        return Err("the rows are not a rectangle of 1x1 to 256x256".to_owned());
    }
    let mut pieces: BTreeMap<char, Piece> = BTreeMap::new();
    for (r, c) in (0..rows.len()).flat_map(|r| (0..width).map(move |c| (r, c))) {
        match rows[r][c] {
            '.' | 'o' | 'x' | '#' => {}
            name if name.is_alphanumeric() => pieces.entry(name).or_default().0.push((r, c)),
            _ => return Err(format!("line {}, column {}: not a tile", r + 1, c + 1)),
        }
    }
    for (name, (squares, stands)) in &mut pieces {
        let (r, c) = squares[0];
        let lies = squares.iter().enumerate().all(|(i, &square)| square == (r, c + i));
        *stands = squares.iter().enumerate().all(|(i, &square)| square == (r + i, c));
        if !lies && !*stands {
            return Err(format!("piece {name} is not one straight line"));
        }
        *stands &= !lies || upright.contains(*name);
    }
    Ok(pieces)
}

/// The square at the exit, which the red piece must be able to reach.
fn goal(rows: &[Vec<char>], red: &Piece, exit: Option<Exit>) -> Result<(usize, usize), String> {
    let ((r, c), bottom, right) = (red.0[0], rows.len() - 1, rows[0].len() - 1);
    match (red.1, exit) {
        (false, None) => Ok((r, right)),
        (false, Some(Exit::Right(row))) if row == r => Ok((r, right)),
        (false, Some(Exit::Left(row))) if row == r => Ok((r, 0)),
        (true, None) => Ok((bottom, c)),
        (true, Some(Exit::Bottom(column))) if column == c => Ok((bottom, c)),
        (true, Some(Exit::Top(column))) if column == c => Ok((0, c)),
        _ => Err("the red piece can never reach the exit".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "..BBC.\n....C.\nAA..C.\n..x...\n.D....\n.D..EE";

    fn refused(level: &str, moves: &str, rules: Rules<'_>, index: usize, reason: &str) {
        let code = match reason.rsplit_once("\" ").map_or(reason, |(_, why)| why) {
            "is not a move" => "unknown-move",
            "names no piece" => "no-such-piece",
            "leaves the board" => "off-board",
            "runs into a wall" => "into-wall",
            why if why.starts_with("runs into piece") => "into-piece",
            why if why.starts_with("end: ") => "not-solved",
            _ => "bad-level",
        };
        let fault = Fault { index, code, reason: reason.to_owned() };
        assert_eq!(check(level, moves, rules), Err(fault), "{level} {moves}");
    }

    #[test]
    fn moves_and_steps_are_counted_as_written() {
        let counts = |moves| check(BOARD, moves, CLASSIC).map(|c| (c.moves, c.steps));
        assert_eq!(counts("E-2 C+3 A+4"), Ok((3, 9)));
        assert_eq!(counts(" E-1 E-01\nC+3\tA+2 A+2 B-2 "), Ok((6, 11)));
        assert_eq!(check("oo\r\nAA\r\n", "", CLASSIC), Ok(Counts::default()));
    }

    #[test]
    fn the_first_wrong_move_is_named() {
        let refused =
            |moves: &str, index, reason: &str| refused(BOARD, moves, CLASSIC, index, reason);
        refused("", 0, "end: the red piece is not at the exit");
        refused("E-2 C+3 A+3", 3, "end: the red piece is not at the exit");
        refused("E-2 C+3 A+4 A-1", 4, "end: the red piece is not at the exit");
        refused("E-2 C+2 A+4", 2, "move 3: \"A+4\" runs into piece C");
        refused("E-3", 0, "move 1: \"E-3\" runs into piece D");
        refused("B-2 C-1", 1, "move 2: \"C-1\" leaves the board");
        refused("A-1", 0, "move 1: \"A-1\" leaves the board");
        refused("E+1", 0, "move 1: \"E+1\" leaves the board");
        refused("D+1", 0, "move 1: \"D+1\" leaves the board");
        refused("D-1 Z+1", 1, "move 2: \"Z+1\" names no piece");
        refused("x+1", 0, "move 1: \"x+1\" names no piece");
        refused(".+1", 0, "move 1: \".+1\" names no piece");
        let far = "A+99999999999999999999999999999999";
        refused(far, 0, &format!("move 1: \"{far}\" runs into piece C"));
        for word in ["A", "A+", "A+0", "A2", "+2", "A+-1", "A++1", "AA+1", "A+1x", "A−1", "A+٣"]
        {
            refused(&format!("D-1 {word}"), 1, &format!("move 2: {word:?} is not a move"));
        }
    }

    #[test]
    fn walls_stop_pieces() {
        refused("AA#.", "A+1", CLASSIC, 0, "move 1: \"A+1\" runs into a wall");
        refused("AAx.", "A+2", CLASSIC, 0, "move 1: \"A+2\" runs into a wall");
        refused("AA.#.", "A+2", CLASSIC, 0, "move 1: \"A+2\" runs into a wall");
    }

    #[test]
    fn the_exit_may_be_on_any_side() {
        let exit = |exit| Rules { red: 'X', exit: Some(exit), upright: "" };
        let (lying, standing) = ("....\n.XX.\n....", "...\n.X.\n.X.\n...");
        let good = [
            (lying, "X-1", Exit::Left(1)),
            (lying, "X+1", Exit::Right(1)),
            (standing, "X-1", Exit::Top(1)),
            (standing, "X+1", Exit::Bottom(1)),
        ];
        for (level, moves, side) in good {
            assert!(check(level, moves, exit(side)).is_ok(), "{side:?}");
            let other = if moves == "X-1" { "X+1" } else { "X-1" };
            refused(level, other, exit(side), 1, "end: the red piece is not at the exit");
        }
        let never = "level: the red piece can never reach the exit";
        for side in [Exit::Left(0), Exit::Right(2), Exit::Top(1), Exit::Bottom(usize::MAX)] {
            refused(lying, "X-1", exit(side), 0, never);
        }
        for side in [Exit::Left(1), Exit::Right(1), Exit::Top(0), Exit::Bottom(2)] {
            refused(standing, "X-1", exit(side), 0, never);
        }
        let classic = Rules { red: 'X', ..CLASSIC };
        assert!(check(lying, "X+1", classic).is_ok() && check(standing, "X+1", classic).is_ok());
    }

    #[test]
    fn single_squares_slide_sideways_unless_told() {
        let rules = |upright| Rules { upright, ..CLASSIC };
        assert!(check("AB.\n...", "B+1", rules("")).is_err_and(|fault| fault.index == 1));
        assert_eq!(check("AB.\n...", "B+1 A+2", rules("B")).unwrap().steps, 3);
        assert_eq!(check("A.\n..", "A+1", rules("A")).unwrap().steps, 1);
        // The list is for single squares; longer pieces show which way they lie.
        assert_eq!(check("AA.", "A+1", rules("A")).unwrap().steps, 1);
    }

    #[test]
    fn boards_that_are_none_are_refused() {
        let refused = |level: &str, reason: &str| refused(level, "A+1", CLASSIC, 0, reason);
        let shape = "level: the rows are not a rectangle of 1x1 to 256x256";
        for level in ["", "\n", "AA.\n..", "AA.\n\n...", &"A".repeat(257), &"A\n".repeat(257)] {
            refused(level, shape);
        }
        for level in [&"A".repeat(256), &"A\n".repeat(256)] {
            assert!(check(level, "", CLASSIC).is_ok(), "256 squares are not too many");
        }
        refused("...", "level: there is no red piece");
        refused("AA.\n..?", "level: line 2, column 3: not a tile");
        refused("AA.\n. .", "level: line 2, column 2: not a tile");
        refused("AA.\nA..", "level: piece A is not one straight line");
        refused("AA.BCB", "level: piece B is not one straight line");
        refused("AA.\n.BB\n.BB", "level: piece B is not one straight line");
    }
}
