//! What the runs of a collection say: who solved what on which rung, and at what price.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::config::Row;
use super::word;

/// How a level came out in one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Run {
    /// The number of the level.
    pub(super) level: u64,
    pub(super) title: String,
    pub(super) status: String,
    /// The rung, in seconds.
    pub(super) rung: u64,
    /// CPU time.
    pub(super) cpu: f64,
    pub(super) pushes: Option<u64>,
    pub(super) moves: Option<u64>,
    pub(super) solution: String,
}

impl Run {
    pub(super) fn is_solved(&self) -> bool {
        self.status == "solved"
    }

    /// Whether more time could give another answer.
    fn is_open(&self) -> bool {
        !["solved", "unsolvable", "invalid"].contains(&self.status.as_str())
    }
}

/// The runs in a run folder.
pub(super) fn read(path: &Path, rung: u64) -> Result<Vec<Run>, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut seen = BTreeSet::new();
    let rows = rows.filter(|row| row["index"].is_u64());
    // Of two rows for one run the first counts.
    let rows = rows.filter(|row| seen.insert(row["index"].as_u64()));
    let run = |row: Value| Run {
        level: row["index"].as_u64().unwrap_or(0),
        title: word(&row, "title").to_owned(),
        status: word(&row, "status").to_owned(),
        rung,
        cpu: row["cpu_seconds"].as_f64().unwrap_or(0.0),
        pushes: row["pushes"].as_u64(),
        moves: row["moves"].as_u64(),
        solution: word(&row, "solution").to_owned(),
    };
    Ok(rows.map(run).collect())
}

/// The levels that are worth a longer run, in order.
pub(super) fn left(runs: &[Run]) -> Vec<u64> {
    let last = last(runs);
    last.values().filter(|run| run.is_open()).map(|run| run.level).collect()
}

/// How each level came out in the end.
fn last(runs: &[Run]) -> BTreeMap<u64, Run> {
    runs.iter().map(|run| (run.level, run.clone())).collect()
}

/// One collection.
pub(super) struct Board {
    pub(super) name: String,
    /// The rungs, in seconds.
    pub(super) rungs: Vec<u64>,
    pub(super) lines: Vec<Line>,
}

/// One row on one collection.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) program: String,
    /// How each level came out in the end.
    pub(super) runs: BTreeMap<u64, Run>,
    /// CPU time of all runs, those in vain too.
    pub(super) spent: f64,
}

impl Line {
    /// Levels that are solved on a rung or before.
    pub(super) fn solved_by(&self, rung: u64) -> usize {
        self.runs.values().filter(|run| run.is_solved() && run.rung <= rung).count()
    }

    pub(super) fn solved(&self) -> BTreeSet<u64> {
        self.runs.values().filter(|run| run.is_solved()).map(|run| run.level).collect()
    }

    fn costs(&self) -> Vec<f64> {
        let solved = self.runs.values().filter(|run| run.is_solved());
        let mut costs: Vec<f64> = solved.map(|run| run.cpu).collect();
        costs.sort_by(f64::total_cmp);
        costs
    }

    /// CPU time that half of the solved levels stay below.
    pub(super) fn median(&self) -> Option<f64> {
        let costs = self.costs();
        costs.get(costs.len().saturating_sub(1) / 2).copied()
    }

    /// CPU time of the solved levels, each on the rung that solved it.
    pub(super) fn total(&self) -> f64 {
        self.costs().iter().sum::<f64>() + 0.0
    }

    /// How many ended otherwise than by being solved, by status.
    pub(super) fn ends(&self) -> BTreeMap<&str, usize> {
        let mut ends = BTreeMap::new();
        for run in self.runs.values().filter(|run| !run.is_solved()) {
            *ends.entry(run.status.as_str()).or_default() += 1;
        }
        ends
    }
}

impl Board {
    pub(super) fn new(name: &str, rungs: Vec<u64>) -> Board {
        Board { name: name.to_owned(), rungs, lines: Vec::new() }
    }

    pub(super) fn add(&mut self, row: &Row, runs: &[Run]) {
        self.lines.push(Line {
            name: row.name.clone(),
            program: row.program.clone(),
            runs: last(runs),
            spent: runs.iter().map(|run| run.cpu).sum::<f64>() + 0.0,
        });
    }

    /// The levels, with a title where there is one.
    pub(super) fn levels(&self) -> BTreeMap<u64, &str> {
        let runs = self.lines.iter().flat_map(|line| line.runs.values());
        runs.map(|run| (run.level, run.title.as_str())).collect()
    }

    /// The levels that a program solves and no other does, for each program in the order of the rows. Of a single
    /// program that says nothing: there is no entry.
    pub(super) fn alone(&self) -> Vec<(&str, BTreeSet<u64>)> {
        let mut programs: Vec<(&str, BTreeSet<u64>)> = Vec::new();
        for line in &self.lines {
            let at = programs.iter().position(|(name, _)| *name == line.program);
            let at = at.unwrap_or_else(|| {
                programs.push((&line.program, BTreeSet::new()));
                programs.len() - 1
            });
            programs[at].1.extend(line.solved());
        }
        let alone = |at: usize| {
            let others = programs.iter().enumerate().filter(|(other, _)| *other != at);
            let others: BTreeSet<u64> = others.flat_map(|(_, it)| it.1.iter().copied()).collect();
            (programs[at].0, &programs[at].1 - &others)
        };
        let compared = if programs.len() > 1 { programs.len() } else { 0 };
        (0..compared).map(alone).collect()
    }

    /// The levels that nobody solves.
    pub(super) fn nobody(&self) -> BTreeSet<u64> {
        let solved: BTreeSet<u64> = self.lines.iter().flat_map(Line::solved).collect();
        self.levels().into_keys().filter(|level| !solved.contains(level)).collect()
    }

    /// The levels that every row solves, and the pushes of each row there.
    pub(super) fn common(&self) -> (usize, Vec<u64>) {
        let mut all = self.lines.iter().map(Line::solved);
        let first = all.next().unwrap_or_default();
        let common = all.fold(first, |common, line| &common & &line);
        let pushes = |line: &Line| {
            let runs = common.iter().filter_map(|level| line.runs.get(level));
            runs.filter_map(|run| run.pushes).sum()
        };
        (common.len(), self.lines.iter().map(pushes).collect())
    }

    /// The solutions of each row, as tables that `banto check` replays.
    pub(super) fn solutions(&self) -> Vec<(String, String)> {
        let table = |line: &Line| {
            let mut text = "# n\tpushes\tmoves\tsource\tsolution\n".to_owned();
            for run in line.runs.values().filter(|run| run.is_solved()) {
                let count = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
                let (pushes, moves) = (count(run.pushes), count(run.moves));
                text +=
                    &format!("{}\t{pushes}\t{moves}\t{}\t{}\n", run.level, line.name, run.solution);
            }
            (self.file(line), text)
        };
        self.with_solutions().map(table).collect()
    }

    /// The rows that have solved something.
    pub(super) fn with_solutions(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| !line.solved().is_empty())
    }

    /// What the file of a row's solutions is called.
    pub(super) fn file(&self, line: &Line) -> String {
        format!("{} {}", self.name.trim_end_matches(".xsb"), line.name)
    }
}

/// Numbers as a list in which those in a row are joined: `1-3, 7`.
pub(super) fn ranges(numbers: &BTreeSet<u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |(first, last): (u64, u64)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::config::Config;

    fn run(level: u64, status: &str, rung: u64, cpu: f64) -> Run {
        let status = status.to_owned();
        Run { level, status, rung, cpu, pushes: Some(level), ..Run::default() }
    }

    #[test]
    fn only_what_more_time_could_change_is_left() {
        let statuses = ["solved", "time", "memory", "unsolvable", "invalid", "gave-up", "crashed"];
        let runs: Vec<Run> = (1..).zip(statuses).map(|(n, it)| run(n, it, 10, 1.0)).collect();
        assert_eq!(left(&runs), [2, 3, 6, 7]);
        let later: Vec<Run> = runs.into_iter().chain([run(2, "solved", 60, 30.0)]).collect();
        assert_eq!(left(&later), [3, 6, 7]);
    }

    #[test]
    fn figures_of_a_collection() {
        let mut rows = Config::default().rows(2);
        rows.push(Row { name: "peer".into(), program: "peer".into(), ..rows[0].clone() });
        let mut board = Board::new("kids.xsb", vec![10, 60]);
        let own = [run(1, "solved", 10, 1.0), run(2, "time", 10, 10.0), run(3, "time", 10, 10.0)];
        let later = [run(2, "solved", 60, 30.0), run(3, "time", 60, 60.0)];
        board.add(&rows[0], &[&own[..], &later].concat());
        board.add(
            &rows[1],
            &[run(1, "solved", 10, 2.0), run(2, "solved", 10, 9.0), run(3, "time", 10, 20.0)],
        );
        board.add(
            &rows[2],
            &[run(1, "solved", 10, 4.0), run(2, "memory", 60, 5.0), run(3, "time", 60, 60.0)],
        );
        let line = &board.lines[0];
        assert_eq!((line.solved_by(10), line.solved_by(60)), (1, 2));
        assert_eq!((line.median(), line.total(), line.spent), (Some(1.0), 31.0, 111.0));
        // Two rows of one program do not take levels from each other.
        let alone = board.alone();
        assert_eq!(alone[0], ("banto", BTreeSet::from([2])));
        assert_eq!(alone[1], ("peer", BTreeSet::new()));
        assert_eq!(board.nobody(), BTreeSet::from([3]));
        assert_eq!(board.common(), (1, vec![1, 1, 1]));
        assert_eq!(board.lines[2].ends(), BTreeMap::from([("memory", 1), ("time", 1)]));
    }

    #[test]
    fn numbers_in_a_row_are_joined() {
        assert_eq!(ranges(&BTreeSet::from([1, 2, 3, 7, 9, 10])), "1-3, 7, 9-10");
        assert_eq!(ranges(&BTreeSet::new()), "");
    }
}
