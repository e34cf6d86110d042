//! What `advice` calls superfluous is so: another engine solves each level without the part, on a thousand levels of
//! Sokoban and a thousand boards of Unblock.

#![allow(clippy::print_stdout)]

use ::rate::sokoban::{Advice, Cell, advice};
use banto_puzzle::generate::{Category, Generator, UnblockWanted};
use banto_puzzle::request::Settings;
use banto_puzzle::{Budget, Metric, Puzzle, Request, Status, read, run, write};
use sokoban::{Grid, Level, Tile};
use unblock::{Board, Layout};

/// Levels with more positions are left out: each takes as many graphs as it has walls and squares.
const MOST_POSITIONS: usize = 5_000;

/// Fewest pushes and fewest moves by the engine `optimal`.
fn fewest(level: Level) -> Option<[u64; 2]> {
    let puzzle = Puzzle::sokoban(level).ok()?;
    let mut found = [0; 2];
    for (metric, figure) in [Metric::Pushes, Metric::Moves].into_iter().zip(&mut found) {
        let report = run(
            &puzzle,
            &Request::new().engine("optimal").goal(metric).resolve(puzzle.game()).ok()?,
        );
        if report.status != Status::Solved {
            return None;
        }
        *figure = report.counts.of(metric)?;
    }
    Some(found)
}

fn with(grid: &Grid, cell: Cell, change: impl Fn(Tile) -> Tile) -> Grid {
    let mut grid = grid.clone();
    grid.set(cell.0, cell.1, change(grid.get(cell.0, cell.1)));
    grid
}

const fn no_box(tile: Tile) -> Tile {
    match tile {
        Tile::Box => Tile::Floor,
        Tile::BoxOnGoal => Tile::Goal,
        other => other,
    }
}

const fn no_goal(tile: Tile) -> Tile {
    match tile {
        Tile::Goal => Tile::Floor,
        Tile::BoxOnGoal => Tile::Box,
        Tile::PlayerOnGoal => Tile::Player,
        other => other,
    }
}

/// Every level that a claim makes: the level without the part.
fn without(level: &Level, found: &Advice) -> Vec<Level> {
    let grid = &level.grid;
    let boxes = found.boxes.iter().map(|&(from, to)| with(&with(grid, from, no_box), to, no_goal));
    let walls = found.walls.iter().map(|&cell| with(grid, cell, |_| Tile::Floor));
    let floor = found.floor.iter().map(|&cell| with(grid, cell, |_| Tile::Wall));
    boxes.chain(walls).chain(floor).map(Level::from_grid).collect()
}

/// Checks the claims on up to so many levels; how many levels and claims there were.
fn check(texts: impl Iterator<Item = Vec<u8>>, most: usize) -> (usize, usize) {
    let (mut levels, mut claims) = (0, 0);
    for text in texts {
        let Ok(collection) = read(&text) else { continue };
        for entry in collection.entries {
            let Ok(Puzzle::Sokoban(puzzle)) = entry.puzzle else { continue };
            let (level, board) = (puzzle.level(), puzzle.board());
            let budget = &mut Budget::unlimited();
            let small = !board.is_solved(&board.start())
                && board.impossible().is_none()
                && matches!(::rate::share_within(board, MOST_POSITIONS, budget), Ok(Some(_)));
            if levels == most || !small {
                continue;
            }
            let found = advice(level, board, budget).unwrap().expect("it has a grade");
            let wanted = fewest(level.clone()).expect("it has a solution");
            for changed in without(level, &found) {
                let grid = changed.grid.to_string();
                assert_eq!(fewest(changed), Some(wanted), "{}\n{grid}", level.grid);
                claims += 1;
            }
            levels += 1;
            if levels % 100 == 0 {
                println!("{levels} levels, {claims} claims");
            }
        }
    }
    (levels, claims)
}

fn ours(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    std::fs::read(folder.join(name)).expect("our own levels are there")
}

#[test]
fn what_is_called_superfluous_is_so() {
    let (levels, claims) = check(std::iter::once(ours("starter-sokoban.sok")), 12);
    assert_eq!(levels, 12);
    assert!(claims > 0);
}

/// `cargo test --release -p banto-puzzle --test advice_claims -- --ignored --nocapture`
#[test]
#[ignore = "minutes: a thousand levels, in BANTO_LEVELS"]
fn what_is_called_superfluous_is_so_on_a_thousand_levels() {
    let Some(folder) = needs::levels() else { return };
    let files = std::fs::read_dir(folder.join("sokoban")).expect("a folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let theirs = files.into_iter().map(|path| std::fs::read(path).expect("a file"));
    let texts = std::iter::once(ours("graded-sokoban.sok")).chain(theirs);
    let (levels, claims) = check(texts, 1_000);
    println!("{levels} levels, {claims} claims, all true");
    assert_eq!(levels, 1_000);
}

/// Fewest moves and fewest steps by a textbook search.
fn fewest_of_board(board: Board) -> Option<[u64; 2]> {
    let puzzle = Puzzle::Unblock(unblock::Level::from_board(board));
    let mut found = [0; 2];
    for (metric, figure) in [Metric::Moves, Metric::Steps].into_iter().zip(&mut found) {
        let mut lab = Settings::default();
        lab.set("space", metric.name()).expect("there is such a setting");
        let request = Request { engine: "bfs".to_owned(), lab, ..Request::default() };
        let request = request.resolve(puzzle.game()).expect("the engine has this space");
        *figure = run(&puzzle, &request).counts.of(metric)?;
    }
    Some(found)
}

/// Every board that a claim makes: the board without the part.
fn boards_without(board: &Board, found: &::rate::unblock::Advice) -> Vec<Board> {
    let layout = board.layout();
    let red = layout.red.map(|red| layout.pieces[red].name);
    let pieces = found.pieces.iter().map(|name| {
        let mut smaller = layout.clone();
        smaller.pieces.retain(|piece| piece.name.as_str() != name);
        smaller.red = smaller.pieces.iter().position(|piece| Some(piece.name) == red);
        smaller
    });
    let walls = found.walls.iter().map(|wall| {
        let walls = layout.walls.iter().copied().filter(|it| it != wall).collect();
        Layout { walls, ..layout.clone() }
    });
    pieces.chain(walls).map(|it| Board::new(&it).expect("a part less is still a board")).collect()
}

/// As [`check`], for Unblock.
fn check_boards(texts: impl Iterator<Item = Vec<u8>>, most: usize) -> (usize, usize) {
    let (mut boards, mut claims) = (0, 0);
    for text in texts {
        let Ok(collection) = read(&text) else { continue };
        for entry in collection.entries {
            let Ok(Puzzle::Unblock(level)) = entry.puzzle else { continue };
            let budget = &mut Budget::unlimited();
            let Ok(Some(found)) = ::rate::unblock::advice(&level.board, budget) else { continue };
            if boards == most {
                break;
            }
            let wanted = fewest_of_board(level.board.clone()).expect("it has a solution");
            for changed in boards_without(&level.board, &found) {
                let layout = changed.layout();
                assert_eq!(
                    fewest_of_board(changed),
                    Some(wanted),
                    "{:?}\n{layout:?}",
                    level.board.layout()
                );
                claims += 1;
            }
            boards += 1;
            if boards % 100 == 0 {
                println!("{boards} boards, {claims} claims");
            }
        }
    }
    (boards, claims)
}

#[test]
fn what_is_called_superfluous_on_boards_is_so() {
    let (boards, claims) = check_boards(std::iter::once(loose(12)), 12);
    assert_eq!(boards, 12);
    assert!(claims > 0);
}

/// Boards that nobody has stripped of what they do not need, from seeds.
fn loose(count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for category in [Category::Easy, Category::Beginner, Category::Intermediate] {
        let wanted = UnblockWanted { minimal: false, walls: 0..=2, ..UnblockWanted::of(category) };
        let mut maker = Generator::unblock(wanted, 7).expect("these wishes can be met");
        for _ in 0..count / 3 {
            let made = maker.next_level(&mut Budget::unlimited()).expect("a board");
            let board = write::write_level(&made.puzzle, "line").expect("a format");
            text.extend(board.into_bytes());
        }
    }
    text
}

/// `cargo test --release -p banto-puzzle --test advice_claims -- --ignored --nocapture boards`
#[test]
#[ignore = "minutes: a thousand boards"]
fn what_is_called_superfluous_is_so_on_a_thousand_boards() {
    let texts = [ours("starter-unblock.txt"), loose(1_200)];
    let (boards, claims) = check_boards(texts.into_iter(), 1_000);
    println!("{boards} boards, {claims} claims, all true");
    assert_eq!(boards, 1_000);
}
