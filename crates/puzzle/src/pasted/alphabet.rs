//! Other alphabets: walls as `X`, the letters `p b o`, signs that are lines, blocks or little pictures; and boards of
//! Unblock whose empty cells are `0`, `-` or `_`.
//!
//! Characters are translated where they can mean one board only: one alphabet knows all of them, or of all that do,
//! one alone makes a puzzle.

use super::sheet::Line;
use super::{is_puzzle, runs};

/// What the characters of an alphabet mean, as tiles of the usual one.
type Alphabet = fn(char) -> Option<char>;

const ALPHABETS: [Alphabet; 8] =
    [letters, crosses, men, ampersands, lines_and_blocks, bricks, dark_walls, bright_walls];

/// The signs that most alphabets share.
fn shared(c: char) -> Option<char> {
    "#@$.*+ -_".contains(c).then_some(c)
}

fn letters(c: char) -> Option<char> {
    match c {
        'p' => Some('@'),
        'P' => Some('+'),
        'b' => Some('$'),
        'B' => Some('*'),
        'o' | 'O' => Some('.'),
        'W' | 'w' => Some('#'),
        _ => shared(c),
    }
}

fn crosses(c: char) -> Option<char> {
    match c {
        'X' | 'x' => Some('#'),
        _ => shared(c).or_else(|| letters(c)),
    }
}

/// A man `M` and boxes `B`, in either case.
fn men(c: char) -> Option<char> {
    match c {
        'X' | 'x' | 'W' | 'w' => Some('#'),
        'M' | 'm' | 'P' | 'p' => Some('@'),
        'B' | 'b' => Some('$'),
        'O' | 'o' | 'G' | 'g' => Some('.'),
        _ => shared(c),
    }
}

/// Boxes are `*`, and `&` on a goal.
fn ampersands(c: char) -> Option<char> {
    match c {
        'X' | 'x' => Some('#'),
        '*' => Some('$'),
        '&' => Some('*'),
        '#' | '@' | '+' | '.' | ' ' | '-' | '_' => Some(c),
        _ => None,
    }
}

fn lines_and_blocks(c: char) -> Option<char> {
    match c {
        '\u{2500}'..='\u{257f}' | '█' | '▓' | '▒' | '░' | '■' => Some('#'),
        '·' | '○' | '◌' => Some('.'),
        '□' | '☐' => Some('$'),
        '☑' | '☒' => Some('*'),
        '☺' | '☻' => Some('@'),
        _ => shared(c),
    }
}

/// Boxes, goals and players as little pictures.
fn picture(c: char) -> Option<char> {
    match c {
        '📦' => Some('$'),
        '🎯' | '⭕' | '❌' | '⭐' | '🔴' => Some('.'),
        '✅' | '🎁' => Some('*'),
        '\u{1f600}'..='\u{1f64f}' | '🧍' | '🧑' | '👷' | '🤖' | '🚶' | '👤' | '🐱' | '🐶' => {
            Some('@')
        }
        ' ' => Some(' '),
        _ => None,
    }
}

fn bricks(c: char) -> Option<char> {
    match c {
        '🧱' => Some('#'),
        '⬜' | '⬛' | '🟩' | '🟫' | '◻' | '◼' | '▫' | '▪' => Some(' '),
        _ => picture(c),
    }
}

fn dark_walls(c: char) -> Option<char> {
    match c {
        '⬛' | '🟫' | '◼' | '▪' => Some('#'),
        '⬜' | '🟩' | '◻' | '▫' => Some(' '),
        '🟨' | '🟧' => Some('$'),
        _ => picture(c),
    }
}

fn bright_walls(c: char) -> Option<char> {
    match c {
        '⬜' | '◻' | '▫' => Some('#'),
        '⬛' | '🟩' | '◼' | '▪' => Some(' '),
        '🟨' | '🟧' | '🟫' => Some('$'),
        _ => picture(c),
    }
}

fn is_known(c: char) -> bool {
    ALPHABETS.iter().any(|alphabet| alphabet(c).is_some())
}

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut out = lines.to_vec();
    let mut any = false;
    let may = |line: &Line<'_>| {
        let length = line.text.len();
        (1..=8 * sokoban::MAX_SIDE).contains(&length) && line.text.chars().all(is_known)
    };
    for run in runs(lines, |line| !line.text.trim().is_empty() && may(line)) {
        if let Some(rows) = translated(&lines[run.clone()]) {
            any = true;
            out[run].clone_from_slice(&rows);
        }
    }
    for run in runs(lines, |line| is_cells(&line.text)) {
        if let Some(rows) = emptied(&lines[run.clone()]) {
            any = true;
            out[run].clone_from_slice(&rows);
        }
    }
    any.then_some(out)
}

/// A board in the usual alphabet; `None` when it is in it already, or can mean several.
fn translated<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    if lines.len() > sokoban::MAX_SIDE
        || lines.iter().all(|line| line.text.chars().all(super::is_tile))
    {
        return None;
    }
    let mut boards: Vec<(Vec<String>, Alphabet)> = Vec::new();
    for alphabet in ALPHABETS {
        let row = |line: &Line<'_>| line.text.chars().map(alphabet).collect::<Option<String>>();
        let Some(rows) = lines.iter().map(row).collect::<Option<Vec<String>>>() else { continue };
        let has = |signs: &[char]| rows.iter().any(|row| row.contains(signs));
        let board = has(&['#']) && has(&['@', '+']) && has(&['$', '*']) && has(&['.', '+', '*']);
        if board && boards.iter().all(|(other, _)| *other != rows) {
            boards.push((rows, alphabet));
        }
    }
    let alphabet = match &boards[..] {
        [(_, alphabet)] => *alphabet,
        several => {
            let mut sound = several.iter().filter(|(rows, _)| is_puzzle(rows));
            let ((_, alphabet), None) = (sound.next()?, sound.next()) else { return None };
            *alphabet
        }
    };
    let row = |line: &Line<'a>| line.translated(|c| alphabet(c).unwrap_or(c));
    Some(lines.iter().map(row).collect())
}

/// Whether a line can be a row of Unblock with another sign for empty cells.
fn is_cells(line: &str) -> bool {
    let line = line.trim();
    let cell = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'#');
    (2..=unblock::MAX_SIDE).contains(&line.len()) && line.bytes().all(cell)
}

/// A board of Unblock with `.` for its empty cells.
fn emptied<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    if !(2..=unblock::MAX_SIDE).contains(&lines.len()) {
        return None;
    }
    let has = |sign: char| lines.iter().any(|line| line.text.contains(sign));
    let mut signs = ['0', '-', '_'].into_iter().filter(|&sign| has(sign));
    let (sign, None) = (signs.next()?, signs.next()) else { return None };
    let rows: Vec<Line<'a>> =
        lines.iter().map(|line| line.translated(|c| if c == sign { '.' } else { c })).collect();
    let cells: Vec<&str> = rows.iter().map(|line| line.text.trim()).collect();
    unblock::Board::from_rows(&cells).is_ok().then_some(rows)
}
