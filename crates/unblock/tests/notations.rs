//! Every notation round-trips, and no file makes the reader panic.

use banto_unblock::format::{Collection, Format, read, read_text, recognise, write};
use banto_unblock::{Axis, Board, Known, Layout, Level, Name, Piece, Side};
use proptest::prelude::*;

/// A board made by dropping pieces and walls where they fit. The red piece comes first.
fn board() -> impl Strategy<Value = Board> {
    let piece = (any::<bool>(), 0u8..16, 0u8..16, 1u8..6);
    let sides = prop::sample::select(Side::ALL.to_vec());
    let pieces = prop::collection::vec(piece, 1..80);
    let walls = prop::collection::vec((0usize..16, 0usize..16), 0..4);
    (2usize..=16, 2usize..=16, sides, pieces, walls).prop_map(
        |(width, height, side, shapes, walls)| {
            let mut pieces: Vec<Piece> = Vec::new();
            let mut taken = std::collections::BTreeSet::new();
            for (horizontal, row, column, length) in shapes {
                let red = pieces.is_empty();
                let horizontal = if red { side.axis() == Axis::Horizontal } else { horizontal };
                let axis = if horizontal { Axis::Horizontal } else { Axis::Vertical };
                let reach = if horizontal { width } else { height };
                let length = length.min(reach as u8);
                let (row, column) = if horizontal {
                    (row % height as u8, column % (width as u8 - length + 1))
                } else {
                    (row % (height as u8 - length + 1), column % width as u8)
                };
                let name = Name::numbered(pieces.len());
                let piece = Piece { name, axis, row, column, length };
                let cells: Vec<_> = piece.cells_at(piece.start()).collect();
                if cells.iter().all(|cell| !taken.contains(cell)) {
                    taken.extend(cells);
                    pieces.push(piece);
                }
            }
            let walls = walls
                .into_iter()
                .map(|(row, column)| (row % height, column % width))
                .filter(|cell| !taken.contains(cell))
                .collect();
            let exit = Some((side, None));
            Board::new(&Layout { width, height, walls, pieces, red: Some(0), exit }).unwrap()
        },
    )
}

fn words() -> impl Strategy<Value = String> {
    // Words that cannot be taken for attributes or headings.
    "[a-z]{1,8}( [a-z]{1,8}){1,4}".prop_filter("not a heading", |text| !text.contains("board"))
}

fn level() -> impl Strategy<Value = Level> {
    let known = (any::<Option<u32>>(), any::<Option<u32>>(), any::<Option<u64>>());
    let text = (prop::option::of(words()), prop::collection::vec(words(), 0..3));
    (board(), known, text).prop_map(|(board, (moves, steps, cluster), (title, comments))| Level {
        title,
        comments,
        known: Known { moves, steps, cluster },
        ..Level::from_board(board)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn written_levels_read_back(
        levels in prop::collection::vec(level(), 1..4),
        title in prop::option::of(words()),
    ) {
        let entries = levels.iter().cloned().map(Ok).collect();
        let collection = Collection { title, comments: Vec::new(), entries };
        for format in Format::ALL {
            let Ok(text) = write(&collection, format) else {
                // Only pieces of one cell, crowds and thin boards may be refused.
                let hard = |level: &Level| {
                    let pieces = level.board.pieces();
                    pieces.len() > 22 || pieces.iter().any(|piece| piece.length == 1)
                };
                prop_assert!(levels.iter().any(hard), "{} refused", format.name());
                continue;
            };
            if !format.is_readable() {
                continue;
            }
            let back = read(text.as_bytes()).unwrap();
            prop_assert!(recognise(&text).is_some());
            prop_assert_eq!(back.entries.len(), levels.len(), "{}", &text);
            if format != Format::Table {
                prop_assert_eq!(&back.title, &collection.title, "{}", &text);
            }
            for (entry, level) in back.entries.iter().zip(&levels) {
                let read = entry.as_ref().map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
                prop_assert_eq!(read.board.renamed(), level.board.renamed(), "{}", &text);
                if format != Format::Text {
                    prop_assert_eq!(read.known, level.known, "{}", &text);
                }
                prop_assert_eq!(&read.title, &level.title, "{}", &text);
                if format != Format::Table {
                    prop_assert_eq!(&read.comments, &level.comments, "{}", &text);
                }
            }
        }
    }

    #[test]
    fn names_survive_where_letters_can_say_them(board in board()) {
        let level = Level::from_board(board);
        let collection = Collection { entries: vec![Ok(level.clone())], ..Collection::default() };
        for format in [Format::Grid, Format::Line, Format::Json] {
            if let Ok(text) = write(&collection, format) {
                let back = read(text.as_bytes()).unwrap().entries.remove(0).unwrap();
                prop_assert_eq!(&back.board, &level.board, "{}", &text);
            }
        }
    }

    #[test]
    fn rubbish_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let entries = read(&bytes).map_or(0, |collection| collection.entries.len());
        prop_assert!(entries <= bytes.len());
    }

    #[test]
    fn nearly_boards_never_panic(text in "[-A-Cox.#KPX0-9 ,=\\n\\[\\]{}\":]{0,200}") {
        if let Ok(collection) = read(text.as_bytes()) {
            for format in Format::ALL {
                let _ = write(&collection, format);
            }
        }
        if let Some(collection) = recognise(&text) {
            prop_assert_eq!(Ok(collection), read_text(&text));
        }
    }
}
