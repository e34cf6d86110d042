//! The rows of the two files, measured. Nothing of them is kept anywhere.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use search::Budget;

/// The Sokoban levels.
pub(crate) struct Levels {
    /// All features but the player's.
    pub(crate) features: Vec<Vec<f64>>,
    /// The player's features for each of the habits.
    pub(crate) players: Vec<Vec<[f64; 3]>>,
    pub(crate) rate: Vec<f64>,
    pub(crate) plays: Vec<f64>,
    pub(crate) collection: Vec<usize>,
    pub(crate) author: Vec<usize>,
    pub(crate) place: Vec<f64>,
}

/// The boards of Rush Hour.
pub(crate) struct Boards {
    pub(crate) features: Vec<Vec<f64>>,
    pub(crate) players: Vec<Vec<f64>>,
    pub(crate) fewest: Vec<f64>,
    /// Moves people needed, the effects of persons removed.
    pub(crate) moves: Vec<f64>,
    /// The standard error of their logarithm.
    pub(crate) noise: Vec<f64>,
}

fn table(path: &Path) -> Result<Vec<Vec<String>>, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

/// Numbers for names, in order of appearance.
fn numbered(names: impl Iterator<Item = String>) -> Vec<usize> {
    let mut known: Vec<String> = Vec::new();
    names
        .map(|name| {
            known.iter().position(|it| *it == name).unwrap_or_else(|| {
                known.push(name);
                known.len() - 1
            })
        })
        .collect()
}

/// Measures all rows with two threads.
fn measured<T: Send>(count: usize, measure: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    let found = measure(at);
                    done.lock().expect("no thread fails").push((at, found));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread fails");
    done.sort_by_key(|row| row.0);
    done.into_iter().map(|row| row.1).collect()
}

/// Reads and measures the Sokoban levels; those too large for a graph are left out.
pub(crate) fn levels(folder: &Path) -> Result<Levels, String> {
    let rows = table(&folder.join("sokoban-418.tsv"))?;
    let found = measured(rows.len(), |at| {
        let lines: Vec<&str> = rows[at][11].split('|').collect();
        let level = sokoban::Level::from_rows(&lines).ok()?;
        let board = sokoban::Board::new(&level).ok()?;
        banto_rate::sokoban::measure_all(&board, &mut Budget::unlimited()).ok()?
    });
    let kept: Vec<usize> = (0..rows.len()).filter(|&at| found[at].is_some()).collect();
    let column = |at: usize| kept.iter().map(|&row| rows[row][at].clone()).collect::<Vec<_>>();
    let numbers =
        |at: usize| column(at).iter().map(|text| number(text)).collect::<Result<Vec<_>, _>>();
    let (plays, solves) = (numbers(4)?, numbers(5)?);
    let digits = |text: &String| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let place =
        column(2).iter().map(|text| digits(text).parse().unwrap_or(0.0f64).ln_1p()).collect();
    let (mut features, mut players) = (Vec::new(), Vec::new());
    for (own, played) in found.into_iter().flatten() {
        features.push(own);
        players.push(played);
    }
    Ok(Levels {
        features,
        players,
        rate: solves.iter().zip(&plays).map(|(solves, plays)| solves / plays).collect(),
        plays,
        collection: numbered(column(1).into_iter()),
        author: numbered(column(3).into_iter()),
        place,
    })
}

/// Reads and measures the boards of Rush Hour.
pub(crate) fn boards(folder: &Path) -> Result<Boards, String> {
    let rows = table(&folder.join("rush-70.tsv"))?;
    let found = measured(rows.len(), |at| {
        let text = rows[at][1].replace('o', ".");
        let lines: Vec<&str> = (0..6).filter_map(|line| text.get(line * 6..line * 6 + 6)).collect();
        let board = unblock::Board::from_rows(&lines).ok()?;
        banto_rate::unblock::measure_all(&board, &mut Budget::unlimited()).ok()?
    });
    let numbers =
        |at: usize| rows.iter().map(|row| number(&row[at])).collect::<Result<Vec<_>, _>>();
    let (people, low, high) = (numbers(4)?, numbers(7)?, numbers(8)?);
    let noise =
        (0..rows.len()).map(|at| (high[at] / low[at]).ln() / 1.349 / people[at].sqrt()).collect();
    let (mut features, mut players) = (Vec::new(), Vec::new());
    for one in found {
        let (own, played) = one.ok_or("a board of Rush Hour has no solution")?;
        features.push(own);
        players.push(played);
    }
    Ok(Boards { features, players, fewest: numbers(2)?, moves: numbers(10)?, noise })
}
