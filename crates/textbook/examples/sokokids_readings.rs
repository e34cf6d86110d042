//! How the reading of SokoKids was chosen: runs its search with one choice changed at a time and counts
//! how many of the report's lists and counts come out.
//!
//! ```text
//! cargo run --release -p banto-textbook --example sokokids_readings -- kids61.xsb testdata/documents [STATES]
//! ```
//!
//! A list counts if it is equal push by push (55 of the 61 printed ones solve their level); a count
//! if the number of states is equal, or if the report says "não resolveu" and the search gives up or
//! has expanded three times as many states as any printed for the level. Levels with more than STATES published states, 20,000 unless told, are
//! left out: they take minutes.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::path::Path;
use std::{env, fs, io};

use banto_textbook::sokokids::{Corners, Parts, Reading, Same, Sorting, solve};
use search::{Budget, Cancel, Limits, Outcome, Stats};
use sokoban::format;
use sokoban::{Board, Dir, Push};

/// What the report prints about a level.
struct Printed {
    board: Board,
    list: Option<String>,
    /// Without the hash table, without offline deadlocks, with everything.
    counts: [Option<u64>; 3],
}

/// What came out, of how many.
#[derive(Clone, Copy, Default)]
struct Score {
    lists: [usize; 2],
    counts: [[usize; 2]; 3],
    solved: [usize; 3],
}

const PARTS: [Parts; 3] = [
    Parts { hash_table: false, offline: true },
    Parts { hash_table: true, offline: false },
    Parts { hash_table: true, offline: true },
];

/// Published levels with more states than this take minutes.
const LARGE: u64 = 20_000;

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [levels, folder, rest @ ..] = &args[..] else {
        eprintln!("usage: sokokids_readings kids61.xsb testdata/documents [STATES]");
        return Ok(());
    };
    let large = rest.first().and_then(|text| text.parse().ok()).unwrap_or(LARGE);
    let printed = read(Path::new(levels), Path::new(folder))?;
    println!("| reading | lists | no hash table | no offline | all | counts | solved |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, reading) in readings() {
        let score = score(&printed, &reading, large);
        let pair = |[found, of]: [usize; 2]| format!("{found}/{of}");
        let counts: Vec<String> = score.counts.iter().map(|&count| pair(count)).collect();
        let all =
            score.counts.iter().fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]]);
        let solved = score.solved.map(|n| n.to_string()).join(" ");
        println!(
            "| {name} | {} | {} | {} | {solved} |",
            pair(score.lists),
            counts.join(" | "),
            pair(all)
        );
    }
    Ok(())
}

/// The fitted reading, and every other that differs from it in one choice.
fn readings() -> Vec<(String, Reading)> {
    let fitted = Reading::FITTED;
    let mut readings = vec![("fitted".to_owned(), fitted)];
    let mut add = |name: &str, reading| readings.push((name.to_owned(), reading));
    add("first in, first out among equals", Reading { sorting: Sorting::FirstIn, ..fitted });
    add("newest first among equals", Reading { sorting: Sorting::LastIn, ..fitted });
    add("boxes off goal and pushes added", Reading { boxes_first: false, ..fitted });
    add("one round without a limit", Reading { rounds: false, ..fitted });
    add("first limit from the boxes off goal", Reading { every_box_at_first: false, ..fitted });
    add("the limit rises to the least value dropped", Reading { limit_by_one: false, ..fitted });
    add("a state found again keeps its pushes", Reading { fewer_pushes_count: false, ..fitted });
    add("the player's square in the hash table", Reading { same: Same::Square, ..fitted });
    add("the start in the hash table", Reading { start_known: true, ..fitted });
    add(
        "boxes pushed onto the player at the start",
        Reading { player_is_in_the_way: false, ..fitted },
    );
    add("all corners dead", Reading { corners: Corners::All, ..fitted });
    add(
        "lower right corners only as ends of lines",
        Reading { corners: Corners::NoLowerRight, ..fitted },
    );
    add("boards of any width", Reading { corners: Corners::AnyWidth, ..fitted });
    for outside in [false, true] {
        for directions in orders() {
            let reading = Reading { directions, directions_outside: outside, ..fitted };
            let names = directions.map(|dir| format!("{dir:?}").to_lowercase()).join(", ");
            let loops = if outside { "each direction with all boxes" } else { "each box" };
            if reading != fitted {
                add(&format!("{loops}: {names}"), reading);
            }
        }
    }
    readings
}

/// All orders of the four directions.
fn orders() -> Vec<[Dir; 4]> {
    let mut orders = Vec::new();
    for number in 0..256 {
        let order = [0, 2, 4, 6].map(|shift| Dir::ALL[number >> shift & 3]);
        if Dir::ALL.into_iter().all(|dir| order.contains(&dir)) {
            orders.push(order);
        }
    }
    orders
}

fn score(printed: &[Printed], reading: &Reading, large: u64) -> Score {
    let mut score = Score::default();
    let short = |level: &&Printed| level.counts[2].is_none_or(|count| count <= large);
    for level in printed.iter().filter(short) {
        for (column, parts) in PARTS.into_iter().enumerate() {
            let most = level.counts.iter().flatten().max().copied().unwrap_or_default();
            let limits = Limits { nodes: Some(3 * most + 1_000), ..Limits::default() };
            let (mut budget, mut stats) =
                (Budget::new(limits, Cancel::default()), Stats::default());
            let outcome = solve(&level.board, parts, reading, &mut budget, &mut stats);
            let found = match &outcome {
                Outcome::Solved(_) => Some(stats.generated),
                _ => None,
            };
            score.solved[column] += usize::from(found.is_some());
            score.counts[column][0] += usize::from(found == level.counts[column]);
            score.counts[column][1] += 1;
            if let (2, Some(list)) = (column, &level.list) {
                let same = matches!(&outcome, Outcome::Solved(it) if &boxes(&level.board, &it.pushes) == list);
                score.lists[0] += usize::from(same);
                score.lists[1] += 1;
            }
        }
    }
    score
}

/// Pushes as a list of boxes.
fn boxes(board: &Board, pushes: &[Push]) -> String {
    let mut boxes = board.start().boxes.to_vec();
    let mut items = Vec::new();
    for &Push { from, dir } in pushes {
        let to = board.neighbor(from, dir).expect("a legal push");
        let number = boxes.iter().position(|&at| at == from).expect("a box there");
        boxes[number] = to;
        let (row, column) = board.place(to);
        let letter = |first: u8, n: usize| char::from(first + n as u8);
        items.push(format!("Caixa {number}: {}{}", letter(b'A', column), letter(b'a', row)));
    }
    items.join(", ")
}

/// Levels, lists and counts. The six lists that do not solve their level are left out.
fn read(levels: &Path, folder: &Path) -> io::Result<Vec<Printed>> {
    let bytes = fs::read(levels)?;
    let collection = format::read(&bytes).map_err(io::Error::other)?;
    let lists = fs::read_to_string(folder.join("sokokids-kids.tsv"))?;
    let counts = fs::read_to_string(folder.join("sokokids-counts.csv"))?;
    let list = |number: usize| {
        let line = lists.lines().find_map(|line| line.strip_prefix(&format!("{number}\t")))?;
        (![10, 23, 25, 28, 56, 61].contains(&number)).then(|| line.trim().to_owned())
    };
    let count = |number: usize| {
        let line = counts.lines().find_map(|line| line.strip_prefix(&format!("{number},")));
        let mut cells = line.unwrap_or_default().split(',').map(|cell| cell.parse().ok());
        [(); 3].map(|()| cells.next().flatten())
    };
    let level = |(i, level): (usize, _)| {
        let board = Board::new(level).map_err(io::Error::other)?;
        Ok(Printed { board, list: list(i + 1), counts: count(i + 1) })
    };
    collection.levels().map(|(_, level)| level).enumerate().map(level).collect()
}
