//! Figures over all levels: how many were solved, what that cost, and who did it where.

use crate::runs::results::{Cell, Results};

/// One setup over all its levels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The setup.
    pub label: String,
    /// Runs of the plan.
    pub planned: usize,
    /// Runs that were made.
    pub runs: usize,
    /// How many ended in each way, solved first, then by the word.
    pub ends: Vec<(String, usize)>,
    /// Levels that it alone has solved.
    pub alone: usize,
    /// Solved levels whose solution is at the bound that was proved.
    pub proved: usize,
    /// By how much the solutions with a bound can be longer than shortest ones, all together, as a part
    /// of the bounds; absent when nothing was proved.
    pub gap: Option<f64>,
    /// CPU time of the solved levels.
    pub cpu_solved: f64,
    /// CPU time of all runs.
    pub cpu: f64,
    /// CPU time that half of the solved levels stay below.
    pub median: f64,
    /// Runs that ended a process and were made again.
    pub retried: usize,
    /// Largest growth of memory.
    pub peak: u64,
    /// Sums over the levels that every setup has solved.
    pub common: Common,
}

/// Sums over the levels that every setup has solved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Common {
    /// How many there are.
    pub levels: usize,
    /// CPU time.
    pub cpu: f64,
    /// Nodes.
    pub expanded: u64,
    /// Moves.
    pub moves: u64,
    /// Pushes.
    pub pushes: u64,
    /// Steps.
    pub steps: u64,
}

impl Summary {
    /// How many runs ended in a way.
    pub fn count(&self, status: &str) -> usize {
        self.ends.iter().find(|(known, _)| known == status).map_or(0, |(_, count)| *count)
    }

    /// How many levels were solved.
    pub fn solved(&self) -> usize {
        self.count("solved")
    }
}

/// A summary of every setup.
pub fn summaries(results: &Results) -> Vec<Summary> {
    let setups = 0..results.setups.len();
    let common: Vec<usize> = (0..results.levels.len())
        .filter(|&level| setups.clone().all(|setup| is_solved(results, level, setup)))
        .collect();
    setups.map(|setup| summary(results, setup, &common)).collect()
}

fn is_solved(results: &Results, level: usize, setup: usize) -> bool {
    results.cell(level, setup).is_some_and(Cell::is_solved)
}

fn summary(results: &Results, setup: usize, common: &[usize]) -> Summary {
    let cells: Vec<(usize, &Cell)> = results.of_setup(setup).collect();
    let levels = 0..results.levels.len();
    let others = |level: usize| {
        (0..results.setups.len()).filter(|&it| it != setup).any(|it| is_solved(results, level, it))
    };
    let solved: Vec<&Cell> = cells.iter().map(|it| it.1).filter(|it| it.is_solved()).collect();
    let lengths: Vec<(u64, u64)> = solved.iter().filter_map(|it| it.length_and_bound()).collect();
    let mut times: Vec<f64> = solved.iter().map(|cell| cell.cpu).collect();
    times.sort_by(f64::total_cmp);
    Summary {
        label: results.setups[setup].label.clone(),
        planned: levels.filter(|&level| results.is_planned(level, setup)).count(),
        runs: cells.len(),
        ends: ends(&cells),
        proved: lengths.iter().filter(|(length, bound)| length == bound).count(),
        gap: gap(&lengths),
        alone: cells.iter().filter(|(level, it)| it.is_solved() && !others(*level)).count(),
        // The sum of no numbers is -0.0 here, which would be shown.
        cpu_solved: times.iter().sum::<f64>() + 0.0,
        cpu: cells.iter().map(|it| it.1.cpu).sum::<f64>() + 0.0,
        median: times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or(0.0),
        retried: cells.iter().filter(|it| it.1.retried).count(),
        peak: cells.iter().filter_map(|it| it.1.peak).max().unwrap_or(0),
        common: sums(results, setup, common),
    }
}

fn gap(lengths: &[(u64, u64)]) -> Option<f64> {
    let (length, bound) = lengths.iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    (!lengths.is_empty()).then(|| puzzle::known::gap_of(length, bound)).flatten()
}

fn ends(cells: &[(usize, &Cell)]) -> Vec<(String, usize)> {
    let mut ends: Vec<(String, usize)> = Vec::new();
    for (_, cell) in cells {
        match ends.iter_mut().find(|(status, _)| *status == cell.status) {
            Some((_, count)) => *count += 1,
            None => ends.push((cell.status.clone(), 1)),
        }
    }
    ends.sort_by_key(|(status, _)| (status != "solved", status.clone()));
    ends
}

fn sums(results: &Results, setup: usize, common: &[usize]) -> Common {
    let cells = common.iter().filter_map(|&level| results.cell(level, setup));
    cells.fold(Common::default(), |sum, cell| Common {
        levels: sum.levels + 1,
        cpu: sum.cpu + cell.cpu,
        expanded: sum.expanded + cell.expanded,
        moves: sum.moves + cell.moves.unwrap_or(0),
        pushes: sum.pushes + cell.pushes.unwrap_or(0),
        steps: sum.steps + cell.steps.unwrap_or(0),
    })
}

/// Levels that are alike in one measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The measure, such as `5–8`.
    pub name: String,
    /// The levels.
    pub levels: Vec<usize>,
    /// How many each setup has solved.
    pub solved: Vec<usize>,
}

/// The levels by a measure, in groups that end at `ends`; groups without a level are left out.
pub fn groups(
    results: &Results,
    ends: &[usize],
    measure: fn(&Results, usize) -> usize,
) -> Vec<Group> {
    let starts = std::iter::once(1).chain(ends.iter().map(|end| end + 1));
    let all = starts.zip(ends.iter().copied().chain([usize::MAX]));
    let group = |(start, end): (usize, usize)| {
        let within = |&level: &usize| (start..=end).contains(&measure(results, level));
        let valid = |&level: &usize| results.levels[level].hash.is_some();
        let levels: Vec<usize> = (0..results.levels.len()).filter(valid).filter(within).collect();
        let solved = |setup| levels.iter().filter(|&&it| is_solved(results, it, setup)).count();
        let solved = (0..results.setups.len()).map(solved).collect();
        let name = match end {
            usize::MAX => format!("over {}", start.saturating_sub(1)),
            _ if start == end => end.to_string(),
            _ => format!("{start}–{end}"),
        };
        (!levels.is_empty()).then_some(Group { name, levels, solved })
    };
    all.filter_map(group).collect()
}
