//! Every form that is printed is read again as the same level: all formats and all drawings of both games.

use banto_puzzle::write::{formats, write, write_level};
use banto_puzzle::{Collection, Game, Puzzle, read};
use proptest::prelude::*;

/// A closed room with things in it that may or may not be solvable.
fn room() -> impl Strategy<Value = String> {
    (2usize..8, 2usize..8, any::<u64>(), 1usize..4).prop_filter_map(
        "too full",
        |(width, height, seed, boxes)| {
            let mut seed = seed | 1;
            let mut random = |n: usize| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) as usize % n
            };
            let mut cells = vec![vec![' '; width]; height];
            for _ in 0..random(4) {
                cells[random(height)][random(width)] = '#';
            }
            let mut put = |from: &str, to: &str| {
                for _ in 0..64 {
                    let cell = &mut cells[random(height)][random(width)];
                    if let Some(at) = from.chars().position(|c| c == *cell) {
                        *cell = to.chars().nth(at)?;
                        return Some(());
                    }
                }
                None
            };
            put(" ", "@")?;
            for _ in 0..boxes {
                put(" ", "$")?;
                put(" @$", ".+*")?;
            }
            let wall = "#".repeat(width + 2);
            let rows = cells.iter().map(|row| format!("#{}#", row.iter().collect::<String>()));
            let rows: Vec<String> =
                [wall.clone()].into_iter().chain(rows).chain([wall.clone()]).collect();
            Some(rows.join("\n") + "\n")
        },
    )
}

/// A board of Unblock as JSON-like pieces dropped where they fit, named in order, red first.
fn jam() -> impl Strategy<Value = String> {
    (3usize..9, 3usize..9, any::<u64>(), 0usize..9, 0usize..4).prop_map(
        |(width, height, seed, pieces, exit)| {
            let mut seed = seed | 1;
            let mut random = |n: usize| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) as usize % n
            };
            let mut cells = vec![vec!['.'; width]; height];
            let upright = exit > 1;
            for piece in 0..=pieces {
                let down = if piece == 0 { upright } else { random(2) == 0 };
                let length = 2 + random(2);
                let (row, column) = (random(height), random(width));
                let at = |i: usize| if down { (row + i, column) } else { (row, column + i) };
                let free = |(r, c): (usize, usize)| {
                    cells.get(r).and_then(|row| row.get(c)).is_some_and(|&c| c == '.')
                };
                let (row, column) = if piece == 0 { (0, 0) } else { (row, column) };
                let at = |i: usize| match piece {
                    0 if down => (row + i, column),
                    0 => (row, column + i),
                    _ => at(i),
                };
                if (0..length).all(|i| free(at(i))) {
                    let name = char::from(b'A' + piece as u8);
                    (0..length).for_each(|i| {
                        let (r, c) = at(i);
                        cells[r][c] = name;
                    });
                }
            }
            let (wall_row, wall_column) = (random(height), random(width));
            if cells[wall_row][wall_column] == '.' {
                cells[wall_row][wall_column] = '#';
            }
            let exit = ["right", "left", "bottom", "top"][exit];
            let rows: Vec<String> =
                cells.into_iter().map(|row| row.into_iter().collect()).collect();
            format!("# exit={exit}\n{}\n", rows.join("\n"))
        },
    )
}

/// Whether the player can come everywhere, boxes aside: a planner is told nothing about the rest.
fn is_whole((puzzle, room): (&Puzzle, &String)) -> bool {
    let open = room.chars().filter(|c| !"#\n".contains(*c)).count();
    matches!(puzzle, Puzzle::Sokoban(puzzle) if puzzle.board().n_squares() == open)
}

fn puzzles(collection: &Collection) -> Option<Vec<Puzzle>> {
    collection.entries.iter().map(|entry| entry.puzzle.clone().ok()).collect()
}

/// What makes two levels the same: the canonical board, and for Unblock the board itself.
fn mark(puzzle: &Puzzle) -> (u64, Option<String>) {
    let board = match puzzle {
        Puzzle::Sokoban(_) => None,
        Puzzle::Unblock(level) => Some(format!("{:?}", level.board.renamed())),
    };
    (puzzle.canonical_hash(), board)
}

/// Reads a text and compares its levels with those it was made from.
fn reads_back(text: &str, expected: &[Puzzle]) -> Result<(), TestCaseError> {
    let back = read(text.as_bytes()).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
    let Some(found) = puzzles(&back) else {
        return Err(TestCaseError::fail(format!("{:?}\n{text}", back.entries)));
    };
    let marks = |all: &[Puzzle]| all.iter().map(mark).collect::<Vec<_>>();
    prop_assert_eq!(marks(&found), marks(expected), "{}", text);
    Ok(())
}

fn all_forms(collection: &Collection) -> Result<(), TestCaseError> {
    let expected = puzzles(collection).expect("puzzles");
    for format in formats().into_iter().filter(|it| it.game == collection.game) {
        let text = write(collection, format.name);
        let text = text.map_err(|e| TestCaseError::fail(format!("{}: {e}", format.name)))?;
        reads_back(&text, &expected)?;
        let one = write_level(&expected[0], format.name).expect("one as well as all");
        reads_back(&one, &expected[..1])?;
    }
    // As `levels show` and `info` print them.
    let mut shown = String::new();
    for entry in &collection.entries {
        let drawing = entry.drawing().expect("a puzzle");
        shown += &format!("my levels.xsb:{} \"A title\"\n\n{drawing}\n", entry.index);
        let indented: String = drawing.lines().map(|line| format!("    {line}\n")).collect();
        let facts = "  width                6\n  exit                 right\n    proved by          a search\n";
        reads_back(
            &format!("name:1\n{facts}{indented}\n"),
            &expected[entry.index - 1..entry.index],
        )?;
    }
    reads_back(&shown, &expected)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sokoban_in_every_form(rooms in prop::collection::vec(room(), 1..4)) {
        let collection = read(rooms.join("\n").as_bytes()).unwrap();
        prop_assume!(puzzles(&collection).is_some_and(|all| all.iter().zip(&rooms).all(is_whole)));
        all_forms(&collection)?;
    }

    #[test]
    fn unblock_in_every_form(jams in prop::collection::vec(jam(), 1..4)) {
        let collection = read(jams.join("\n").as_bytes()).unwrap();
        prop_assert_eq!(collection.game, Game::Unblock);
        prop_assume!(puzzles(&collection).is_some());
        all_forms(&collection)?;
    }
}
