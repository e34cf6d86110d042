//! Decides whether a text belongs to this game or to Sokoban.

use super::text::{Part, part};
use super::{
    Collection, FormatError, FormatErrorKind, cars, course, drawn, is_json, matrix, read_text,
};
use crate::layout::FaultKind;

/// Reads a text if it belongs to this game rather than to Sokoban: some board can be read, or none
/// can, but the text looks like cells of this game and not like Sokoban's.
///
/// A text that shows Sokoban's signs is only skimmed, unless it may hold a board of this game after
/// all.
pub fn recognise(text: &str) -> Option<Collection> {
    let sokoban = shows_sokoban(text);
    if sokoban && !may_hold_board(text) {
        return None;
    }
    let collection = read_text(text).ok()?;
    let spoiled = || {
        // The first error of a board says what its text is; cells in a frame are of this game in any case.
        let mut bad = collection.entries.iter().filter_map(|entry| entry.as_ref().err());
        let drawn = sokoban && holds_drawing(text);
        !sokoban && bad.any(|level| is_ours(&level.errors[0], text))
            || drawn && bad.next().is_some()
    };
    (collection.levels().next().is_some() || spoiled()).then_some(collection)
}

/// Whether some line has a sign that boards of this game never have.
fn shows_sokoban(text: &str) -> bool {
    let sign = |line: &str| line.contains(['@', '$', '|', '*']) || line.trim().starts_with('<');
    ::text::split(text).any(sign)
}

/// Whether some board of the text could be read. Where this says no, reading would say the same.
fn may_hold_board(text: &str) -> bool {
    if is_json(text) {
        // A block must name its direction; the word may be written with escapes.
        return text.contains("direction") || text.contains("\\u");
    }
    let Ok(lines) = ::text::lines(text) else { return false };
    let mut at = 0;
    while at < lines.len() {
        at += match part(&lines[at..]) {
            Part::Line(line) if names_red(line) => return true,
            Part::Drawing(_) => return true,
            Part::Block(block) if may_be_board(block) => return true,
            Part::Block(block) => block.len(),
            _ => 1,
        };
    }
    false
}

/// Whether some board is drawn.
fn holds_drawing(text: &str) -> bool {
    let Ok(lines) = ::text::lines(text) else { return false };
    (0..lines.len()).any(|at| drawn::length(&lines[at..]).is_some())
}

fn may_be_board(block: &[&str]) -> bool {
    let cells = |line: &&str| line.trim().bytes().all(|c| c.is_ascii_alphanumeric() || is_mark(c));
    block.iter().all(cells) && block.iter().any(|line| names_red(line))
        || cars::is_cars(block)
        || course::is_course(block)
        || matrix::is_matrix(block)
}

/// Empty cells and walls.
fn is_mark(c: u8) -> bool {
    matches!(c, b'.' | b'#')
}

/// Every board of letters has a red piece, and it is one of these.
fn names_red(line: &str) -> bool {
    line.contains(['A', 'X'])
}

/// Whether an error is about a board of this game rather than about a text that holds none.
fn is_ours(error: &FormatError, text: &str) -> bool {
    match &error.kind {
        FormatErrorKind::Unrecognised => false,
        // Rows without any piece are walls or rubbish; one-letter pieces are Sokoban's `p` and `b`.
        FormatErrorKind::Board(fault) => match fault.kind {
            FaultKind::NoDirection(_) => false,
            FaultKind::NoRed | FaultKind::Ragged { .. } | FaultKind::UnknownCharacter(_) => {
                ::text::split(text).any(shows_piece)
            }
            _ => true,
        },
        FormatErrorKind::Json(_) => text.contains("\"blocks\"") || text.contains("\"direction\""),
        _ => true,
    }
}

/// Whether a line looks like a row of a board: nothing but cells, with a horizontal piece among
/// them.
fn shows_piece(line: &str) -> bool {
    let line = line.trim();
    let cell = |c: char| c.is_ascii_alphanumeric() || ".#".contains(c);
    let lies = |pair: &[u8]| pair[0] == pair[1] && !b".#ox0".contains(&pair[0]);
    line.chars().all(cell) && line.as_bytes().windows(2).any(lies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_board_with_a_fault_is_still_of_this_game() {
        for text in ["BB.\n...\n...\n", "AAB\n..B\n....\n", "AAB\n..B\nBB.\n", "AA.\nB.B\n...\n"] {
            assert!(recognise(text).is_some(), "{text}");
            assert!(recognise(&text.replace('\n', "\r")).is_some(), "{text}");
        }
        for text in
            ["", "some words\n", "#####\n#...#\n#####\n", "#####\n#@$.#\n#####\n", "#bp.#\n"]
        {
            assert!(recognise(text).is_none(), "{text}");
        }
    }

    #[test]
    fn words_and_tables_of_another_kind_are_no_boards() {
        for text in [
            "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n",
            "https://example.org/some/long/path/to/a/page.html\n",
            "⬜⬜⬜\n⬜📦⬜\n",
            "a-b\nc-d\n",
        ] {
            assert!(recognise(text).is_none(), "{text}");
        }
    }

    #[test]
    fn boards_among_signs_of_the_other_game_are_found() {
        let boards = [
            "AAB\n..B\n...",
            "..B.....B..C..BAACDDDE.C...EFF......",
            "size=3x3\nAAB\n..B\n...",
            "AAB..B... size=3x3",
            "3 3\n1\nB..\nBPPK\n...",
            "0 0 2\n1 1 2\n0 0 0",
            "car,orientation,col,row,length\nX,h,1,3,2",
        ];
        for board in boards {
            let text = format!("; mail me@home for $ 5\n\n{board}\n\n#####\n#@$.#\n#####\n");
            let collection = recognise(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(collection.levels().count(), 1, "{text}");
        }
        let block = r#"{"length":2,"position":[0,0],"direction":"h","isTarget":true}"#;
        assert!(recognise(&format!(r#"{{"title":"$","blocks":[{block}]}}"#)).is_some());
        let escaped = block.replace("direction", "d\\u0069rection");
        assert!(recognise(&format!(r#"{{"title":"$","blocks":[{escaped}]}}"#)).is_some());
    }

    proptest! {
        #[test]
        fn the_look_misses_no_board(
            text in "([AXBP@$#.ox]{3}\n|[0-3,xA ]{1,7}\n|3 3\n1\n|[AB.]{25}\n|size=3x3\n|# a\n|\n){0,12}",
        ) {
            if let Ok(collection) = read_text(&text)
                && collection.levels().next().is_some()
            {
                prop_assert!(may_hold_board(&text), "{}", text);
                prop_assert!(recognise(&text).is_some(), "{}", text);
            }
        }
    }
}
