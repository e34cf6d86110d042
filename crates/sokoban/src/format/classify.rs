//! What a single line of a text file may be.
//!
//! Level files have no grammar: a line is a row of a board because it looks like one. This file
//! classifies a single line; `text.rs` then decides, from the neighbouring lines too.

use ::text::{MAX_LINE, TextErrorKind};

use super::limits::Allowance;
use super::rle::{self, Item};
use super::{FormatErrorKind, notes};
use crate::{MAX_SIDE, Tile};

/// The longest text that can be rows of a board joined by `|`.
const MAX_ROWS_TEXT: usize = MAX_SIDE * (MAX_SIDE + 1);

/// What a line looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing but white space.
    Blank,
    /// Only tiles. May still be a separator like `-----`.
    Row,
    /// Tiles with run lengths; holds the rows written out, separated by `|`.
    RunLengths(String),
    /// A row with something wrong in it, at a column that counts from 0.
    Spoiled(FormatErrorKind, usize),
    /// Anything else.
    Text,
}

/// The tile of a character in any alphabet of boards, including `W` for walls and the no-break
/// space.
pub(super) fn tile(c: char) -> Option<Tile> {
    match c {
        'W' => Some(Tile::Wall),
        '\u{a0}' => Some(Tile::Floor),
        _ => Tile::from_char(c),
    }
}

/// What was meant by a full-width character.
fn wide(c: char) -> Option<char> {
    let plain = match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff00 + 0x20)?,
        _ => return None,
    };
    tile(plain).map(|_| plain)
}

/// Looks at a line whose end has already been trimmed.
pub(super) fn classify(line: &str, allowance: &mut Allowance) -> Kind {
    if line.is_empty() {
        return Kind::Blank;
    }
    if line.len() > MAX_LINE {
        return Kind::Spoiled(FormatErrorKind::Text(TextErrorKind::LineTooLong), 0);
    }
    if notes::is_remark(line) || notes::semicolon(line).is_some() {
        return Kind::Text;
    }
    if line.chars().all(|c| tile(c).is_some()) {
        // A line of letters only, such as "b" or "P", is a word unless it has walls.
        let symbol = |c: char| !matches!(c, 'p' | 'P' | 'b' | 'B' | ' ' | '\u{a0}');
        return if line.chars().any(symbol) { Kind::Row } else { Kind::Text };
    }
    let rle = |c: char| tile(c).is_some() || matches!(c, '0'..='9' | '(' | ')' | '|');
    if line.chars().all(rle) { classify_rle(line, allowance) } else { classify_spoiled(line) }
}

fn classify_rle(line: &str, allowance: &mut Allowance) -> Kind {
    let item = |c: char| if c == '|' || tile(c).is_some() { Item::Keep(c) } else { Item::Unknown };
    let cap = allowance.left().min(MAX_ROWS_TEXT);
    let too_long = match cap {
        MAX_ROWS_TEXT => FormatErrorKind::BoardTooLarge,
        _ => FormatErrorKind::TooMuch,
    };
    match rle::expand(line, item, FormatErrorKind::UnknownTile, (cap, too_long)) {
        Ok(rows) => {
            allowance.charge(rows.len());
            // A single row must be closed by walls, lest "12." or "-1-" be taken for one.
            let closed = |c: Option<char>| matches!(c, Some('#' | '*' | 'W' | 'B'));
            let row = rows.trim_matches([' ', '-', '_', '\u{a0}']);
            let is_board =
                rows.contains('|') || closed(row.chars().next()) && closed(row.chars().next_back());
            if is_board { Kind::RunLengths(rows) } else { Kind::Text }
        }
        Err((kind, column)) if line.contains(['#', 'W']) && line.contains('|') => {
            Kind::Spoiled(kind, column)
        }
        Err((kind, column)) if line.trim_start().starts_with('#') && line.ends_with('#') => {
            Kind::Spoiled(kind, column)
        }
        Err(_) => Kind::Text,
    }
}

/// A line between walls with foreign characters in it is a spoiled row when most of it is tiles.
fn classify_spoiled(line: &str) -> Kind {
    let wall = |c: Option<char>| matches!(c, Some('#' | '*' | '＃' | '＊'));
    let body = line.trim_start();
    if !wall(body.chars().next()) || !wall(body.chars().next_back()) {
        return Kind::Text;
    }
    let stranger = |c: char| tile(c).is_none() && wide(c).is_none() && c != '\t';
    let strangers = body.chars().filter(|&c| stranger(c)).count();
    let solid = body.chars().filter(|c| !c.is_whitespace()).count();
    let first = line.chars().enumerate().find(|&(_, c)| tile(c).is_none());
    match first {
        Some((column, c)) if strangers * 2 <= solid => Kind::Spoiled(fault(c), column),
        _ => Kind::Text,
    }
}

/// Why a character cannot stand in a board.
pub(super) fn fault(c: char) -> FormatErrorKind {
    match (c, wide(c)) {
        ('\t', _) => FormatErrorKind::Tab,
        (found, Some(meant)) => FormatErrorKind::WideCharacter { found, meant },
        _ => FormatErrorKind::UnknownTile(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(line: &str) -> Kind {
        classify(line, &mut Allowance::new())
    }

    #[test]
    fn rows_are_told_from_words() {
        for row in ["#####", "  #@ $.#", "--#-#", "WWpW", "*", "-", "#\u{a0}#"] {
            assert_eq!(kind(row), Kind::Row, "{row}");
        }
        for row in ["3#|#@$.#|3#", "5#", "-3#-", "2(3(#-)#)", "|#|"] {
            assert!(matches!(kind(row), Kind::RunLengths(_)), "{row}");
        }
        let texts =
            ["b", "Pb", "12.", "-1-", "#1", "1", "Level 3", "# Microban 1 #", "; ###", ":: ###"];
        for text in texts {
            assert_eq!(kind(text), Kind::Text, "{text}");
        }
    }

    #[test]
    fn spoiled_rows_name_the_character() {
        use FormatErrorKind::*;
        assert_eq!(kind("#@x.#"), Kind::Spoiled(UnknownTile('x'), 2));
        assert_eq!(kind("\t#@.#"), Kind::Spoiled(Tab, 0));
        let wide = WideCharacter { found: '＃', meant: '#' };
        assert_eq!(kind("＃＃＃"), Kind::Spoiled(wide, 0));
        assert_eq!(kind("3#|#(@$.#|3#"), Kind::Spoiled(UnmatchedParenthesis, 4));
        assert_eq!(kind("999(999#|)|"), Kind::Spoiled(BoardTooLarge, 9));
        let long = Text(TextErrorKind::LineTooLong);
        assert_eq!(kind(&"#".repeat(MAX_LINE + 1)), Kind::Spoiled(long, 0));
    }
}
