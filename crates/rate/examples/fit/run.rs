//! The whole fit: the table of bars as text, and the source of the table of coefficients.

use std::fmt::Write as _;
use std::path::Path;

use banto_rate::features::{Needs, SOKOBAN, UNBLOCK};
use banto_rate::model::share;
use search::Random;

use crate::data::{self, Boards, Levels};
use crate::figures::{interval, normal, rho, rho_inside, rush_bars};
use crate::fit::{self, SEED, logit};
use crate::table;

/// Collections of at least this many levels are looked into.
const LEAST: usize = 5;

/// What a fit gives.
pub(crate) struct Outcome {
    /// The bars, for people.
    pub(crate) report: String,
    /// The file of coefficients.
    pub(crate) source: String,
}

/// Fits both games.
pub(crate) fn run(folder: &Path) -> Result<Outcome, String> {
    let (levels, boards) = (data::levels(folder)?, data::boards(folder)?);
    let mut report = String::new();
    let mut source = table::HEAD.to_owned();
    source.push_str(&sokoban(&levels, &mut report));
    source.push_str(&unblock(&boards, &mut report));
    Ok(Outcome { report, source })
}

fn pick(of: &[f64], rows: &[usize]) -> Vec<f64> {
    rows.iter().map(|&row| of[row]).collect()
}

/// One line of the table of bars.
struct Bar<'a> {
    name: &'a str,
    value: f64,
    interval: Option<(f64, f64)>,
    ceiling: Option<f64>,
    bars: [&'a str; 3],
}

impl Bar<'_> {
    fn write(&self, report: &mut String) {
        let range = self
            .interval
            .map_or_else(|| "-".to_owned(), |(low, high)| format!("{low:.3} to {high:.3}"));
        let ceiling = self.ceiling.map_or_else(|| "-".to_owned(), |it| format!("{it:.3}"));
        let [baseline, must, good] = self.bars;
        let Bar { name, value, .. } = self;
        let _ = writeln!(
            report,
            "| {name} | {value:.3} | {range} | {ceiling} | {baseline} | {must} | {good} |"
        );
    }
}

const HEADING: &str =
    "| bar | reached | 90 % by resampling | noise ceiling | baseline | must | good |
|---|---|---|---|---|---|---|
";

fn mean_off(shares: &[f64], rates: &[f64]) -> f64 {
    shares.iter().zip(rates).map(|(a, b)| (a - b).abs()).sum::<f64>() / rates.len() as f64
}

fn sokoban(levels: &Levels, report: &mut String) -> String {
    let count = |needs| SOKOBAN.iter().filter(|row| row.needs <= needs).count();
    let truth: Vec<f64> = levels.rate.iter().map(|&rate| logit(rate.clamp(0.01, 0.99))).collect();
    let mut source = String::new();
    let _ = writeln!(report, "Sokoban, {} levels, folds by collection\n", levels.rate.len());
    let models = [
        (
            "GRAPH",
            Needs::Graph,
            "Sokoban with every position known; the score is the logit of the share of plays that end solved.",
        ),
        ("SOLUTION", Needs::Solution, "Sokoban with a solution known."),
        ("BOARD", Needs::Board, "Sokoban with the board alone."),
    ];
    for (name, needs, what) in models {
        let problem = fit::sokoban(levels, count(needs));
        let (plain, calibrated) = problem.left_out(&levels.collection, SEED);
        if needs == Needs::Graph {
            report.push_str(HEADING);
            sokoban_bars(levels, &plain, &calibrated, report);
            let (by_author, _) = problem.left_out(&levels.author, SEED);
            Bar {
                name: "ρ pooled, folds by author",
                value: rho(&by_author, &levels.rate),
                interval: None,
                ceiling: None,
                bars: ["0.621", "-", "-"],
            }
            .write(report);
        } else {
            let shares: Vec<f64> = calibrated.iter().map(|&score| share(score)).collect();
            let _ = writeln!(
                report,
                "\nModel {name} alone: ρ {:.3}, mean absolute error {:.3}",
                rho(&plain, &levels.rate),
                mean_off(&shares, &levels.rate)
            );
        }
        let (text, fitted) =
            table::model(name, what, SOKOBAN, &problem, table::spread(&calibrated, &truth));
        source.push_str(&text);
        if needs == Needs::Graph {
            let _ = writeln!(
                source,
                "\n/// The simulated player of Sokoban that was chosen.\npub const HABITS: usize = {};",
                fitted.player
            );
        }
        source.push('\n');
    }
    source
}

fn sokoban_bars(levels: &Levels, plain: &[f64], calibrated: &[f64], report: &mut String) {
    let shares: Vec<f64> = calibrated.iter().map(|&score| share(score)).collect();
    let (rate, group) = (&levels.rate, &levels.collection);
    // As if everybody had played again: the plays of each level, with the rate that was seen.
    let mut random = Random::seeded(SEED);
    let mut again = [0.0; 3];
    for _ in 0..100 {
        let drawn: Vec<f64> = (0..rate.len())
            .map(|row| {
                rate[row]
                    + (rate[row] * (1.0 - rate[row]) / levels.plays[row]).sqrt()
                        * normal(&mut random)
            })
            .collect();
        again[0] += rho(&drawn, rate) / 100.0;
        again[1] += rho_inside(&drawn, rate, group, LEAST).0 / 100.0;
        again[2] += mean_off(&drawn, rate) / 100.0;
    }
    let inside = |rows: &[usize]| {
        let group: Vec<usize> = rows.iter().map(|&row| group[row]).collect();
        rho_inside(&pick(plain, rows), &pick(rate, rows), &group, LEAST).0
    };
    let (mean, weighted) = rho_inside(plain, rate, group, LEAST);
    let pooled = |rows: &[usize]| rho(&pick(plain, rows), &pick(rate, rows));
    let off = |rows: &[usize]| mean_off(&pick(&shares, rows), &pick(rate, rows));
    let bars = [
        Bar {
            name: "ρ pooled",
            value: rho(plain, rate),
            interval: Some(interval(group, SEED, pooled)),
            ceiling: Some(again[0]),
            bars: ["0.64", "0.62", "0.68"],
        },
        Bar {
            name: "ρ within collections of at least 5, mean",
            value: mean,
            interval: Some(interval(group, SEED, inside)),
            ceiling: Some(again[1]),
            bars: ["0.57", "0.55", "0.60"],
        },
        Bar {
            name: "the same, weighted by size",
            value: weighted,
            interval: None,
            ceiling: None,
            bars: ["-"; 3],
        },
        Bar {
            name: "mean absolute error of the rate",
            value: mean_off(&shares, rate),
            interval: Some(interval(group, SEED, off)),
            ceiling: Some(again[2]),
            bars: ["0.081", "0.082", "0.075"],
        },
    ];
    bars.iter().for_each(|bar| bar.write(report));
}

fn unblock(boards: &Boards, report: &mut String) -> String {
    let problem = fit::unblock(boards);
    let n = boards.moves.len();
    let figures = |excess: &[f64], rows: &[usize]| {
        rush_bars(&pick(excess, rows), &pick(&problem.target, rows), &pick(&boards.fewest, rows))
    };
    let rows: Vec<usize> = (0..n).collect();
    let mut random = Random::seeded(SEED);
    let mut again = [0.0; 3];
    for _ in 0..100 {
        let drawn: Vec<f64> = (0..n)
            .map(|row| problem.target[row] + boards.noise[row] * normal(&mut random))
            .collect();
        let found = figures(&drawn, &rows);
        (0..3).for_each(|at| again[at] += found[at] / 100.0);
    }
    // Ten folds of seven boards are few: the mean over ten ways to deal them.
    let ways: Vec<Vec<f64>> =
        (0..10).map(|seed| problem.left_out(&problem.group, seed).1).collect();
    let mut reached = [0.0; 3];
    for way in &ways {
        let found = figures(way, &rows);
        (0..3).for_each(|at| reached[at] += found[at] / ways.len() as f64);
    }
    let _ = writeln!(
        report,
        "\nRush Hour, {n} boards, ten folds, mean of ten dealings\n\n{}",
        HEADING.trim_end()
    );
    let names = ["ρ with log moves", "ρ with log(moves / optimum)", "ρ inside one optimum, mean"];
    let bars = [["0.877", "0.87", "0.90"], ["0.63", "0.62", "0.70"], ["0.25", "0.30", "0.45"]];
    for at in 0..3 {
        let interval = interval(&problem.group, SEED, |rows| figures(&ways[0], rows)[at]);
        Bar {
            name: names[at],
            value: reached[at],
            interval: Some(interval),
            ceiling: Some(again[at]),
            bars: bars[at],
        }
        .write(report);
    }
    let what = "Unblock; the score is the logarithm of the moves people need for each move that is needed.";
    let spread = table::spread(&ways[1], &problem.target);
    let (text, fitted) = table::model("MOVES", what, UNBLOCK, &problem, spread);
    format!(
        "{text}\n/// The simulated player of Unblock that was chosen.\npub const THINKER: usize = {};\n",
        fitted.player
    )
}
