//! Writing and reading again gives the same collection, as far as the format can hold it.

use banto_sokoban::format::{self, Collection, Format};
use banto_sokoban::{Grid, Level, SavedGame};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// A title: any one line of visible text, look-alikes of boards, keys and moves included.
fn title() -> impl Strategy<Value = String> {
    let nasty = prop_oneof![
        Just("Title: x"),
        Just("Solution"),
        Just("Solution (1)"),
        Just("rrddll"),
        Just("uuuuuuuuuuuuuuuuuuuu"),
        Just("#####"),
        Just("3#|#@$.#|3#"),
        Just("; a"),
        Just(":: a"),
        Just("-1-"),
        Just("# 1 #"),
        Just("<a>"),
        Just("{\\"),
        Just("Comment-End:"),
        Just("b"),
        Just("*"),
    ];
    prop_oneof![nasty.prop_map(str::to_owned), "[!-~¡-ÿ]([ -~¡-ÿΑ-Ω]{0,20}[!-~¡-ÿ])?"]
}

/// A comment line: no white space at its end; may be empty or look like a key.
fn comment() -> impl Strategy<Value = String> {
    let indented = title().prop_map(|title| format!("  {title}"));
    prop_oneof![Just(String::new()), title(), indented]
}

fn game() -> impl Strategy<Value = SavedGame> {
    let moves = prop_oneof!["[udlrUDLR]{0,100}", "(rd|lLu){0,60}", "(\\[[ud]{0,3}\\]|U|l){0,30}"];
    let title = prop_oneof![Just(String::new()), title()];
    (title, moves, vec(comment(), 0..3)).prop_map(|(title, moves, notes)| SavedGame {
        title,
        moves,
        notes,
    })
}

/// Any grid that shows a board, empty rows and columns at its sides included.
fn grid() -> impl Strategy<Value = Grid> {
    let rows = (1usize..9, 1usize..9).prop_flat_map(|(width, height)| {
        vec(vec(prop_oneof![Just(' '), Just(' '), "[ #.$*@+]".prop_map(first)], width), height)
    });
    (rows, any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(rows, a, b)| {
        let (width, height) = (rows[0].len(), rows.len());
        let mut rows = rows;
        // At least a wall and a box or a player, on the same cell at worst.
        let (a, b) = (a.index(width * height), b.index(width * height));
        rows[a / width][a % width] = '#';
        rows[b / width][b % width] = '$';
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        Grid::from_rows(&rows).unwrap()
    })
}

fn first(text: String) -> char {
    text.chars().next().unwrap_or(' ')
}

fn shows_a_board(grid: &Grid) -> bool {
    let any = |wanted: &str| grid.cells().any(|(_, _, tile)| wanted.contains(tile.to_char()));
    any("#") && any("$*.@+") || any("@+") && any("$*")
}

fn level() -> impl Strategy<Value = Level> {
    let texts = (option::of(title()), option::of(title()), vec(comment(), 0..4));
    let games = (vec(game(), 0..3), vec(game(), 0..2));
    (grid().prop_filter("no board", shows_a_board), texts, games).prop_map(
        |(grid, (title, author, comments), (solutions, snapshots))| Level {
            title,
            author,
            comments,
            solutions,
            snapshots,
            ..Level::from_grid(grid)
        },
    )
}

fn collection() -> impl Strategy<Value = Collection> {
    let texts = (option::of(title()), option::of(title()), vec(comment(), 0..4));
    (texts, vec(level(), 1..4)).prop_map(|((title, author, comments), levels)| Collection {
        title,
        author,
        comments,
        ..Collection::from_levels(levels)
    })
}

/// What a format can hold of a collection.
fn held(collection: &Collection, format: Format) -> Collection {
    let mut held = collection.clone();
    if format == Format::Boxoban {
        held = Collection { entries: held.entries, ..Collection::default() };
    }
    if format == Format::Slc {
        let comments = held.comments.iter().map(|line| line.trim_end());
        let text = comments.collect::<Vec<_>>().join("\n");
        let text = text.trim_matches('\n');
        held.comments = text.lines().map(str::to_owned).collect();
    }
    for (i, level) in held.entries.iter_mut().flatten().enumerate() {
        match format {
            Format::Xsb => (level.solutions, level.snapshots) = Default::default(),
            Format::Slc => {
                let grid = level.grid.clone();
                let (title, author) = (level.title.take(), level.author.take());
                *level = Level { title, author, ..Level::from_grid(grid) };
            }
            Format::Boxoban => {
                let title = Some(i.to_string());
                *level = Level { title, ..Level::from_grid(level.grid.clone()) };
            }
            _ => {}
        }
    }
    held
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn collections_come_back(collection in collection()) {
        for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
            let text = format::write(&collection, format);
            let again = format::read(text.as_bytes()).unwrap();
            prop_assert_eq!(&again.warnings, &[], "{}\n{}", format.name(), text);
            prop_assert_eq!(again.content(), held(&collection, format), "{}\n{}", format.name(), text);
            let crlf = text.replace('\n', "\r\n");
            prop_assert_eq!(format::read(crlf.as_bytes()).unwrap().content(), again.content());
        }
    }

    #[test]
    fn what_was_read_comes_back(text in "[ #.$*@+\\-_bP0-9()|;:a-uTitle\n]{0,200}") {
        if let Ok(read) = format::read(text.as_bytes()) {
            for format in [Format::Sok, Format::Rle, Format::Json] {
                let written = format::write(&read, format);
                match format::read(written.as_bytes()) {
                    Ok(again) => prop_assert_eq!(again.content(), read.content(), "{}", written),
                    Err(_) => prop_assert_eq!(read.levels().count(), 0),
                }
            }
        }
    }

    #[test]
    fn moves_come_back(moves in prop_oneof!["[udlrUDLR]{0,300}", "((rd){1,9}|u{1,30}|(lLLu){1,4}){0,9}"]) {
        let short = format::compress_moves(&moves);
        prop_assert!(short.len() <= moves.len());
        prop_assert_eq!(format::expand_moves(&short).unwrap(), moves);
    }

    #[test]
    fn pictures_never_fail(collection in collection()) {
        prop_assert!(!format::write(&collection, Format::Text).is_empty());
        let picture = format::write(&collection, Format::Svg);
        prop_assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    }
}
