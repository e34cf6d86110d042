//! Two setups on the same levels: what was gained and lost, and what it cost.

use crate::runs::results::{Cell, Results};

/// One setup before, one after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The setup before.
    pub before: usize,
    /// The setup after.
    pub after: usize,
}

/// How two setups differ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Levels that both have run.
    pub levels: usize,
    /// Levels solved before.
    pub before: usize,
    /// Levels solved after.
    pub after: usize,
    /// Levels that were not solved before and are now.
    pub gained: Vec<usize>,
    /// Levels that were solved before and are not now.
    pub lost: Vec<usize>,
    /// Levels that both have solved.
    pub both: usize,
    /// CPU time on those, before and after; absent where times may not be compared.
    pub cpu: Option<(f64, f64)>,
    /// Mean factor of the CPU time of a level, after divided by before, over levels that take a hundredth of a
    /// second or more.
    pub factor: Option<f64>,
    /// Nodes on the levels both have solved.
    pub expanded: (u64, u64),
    /// Moves there.
    pub moves: (u64, u64),
    /// Pushes there.
    pub pushes: (u64, u64),
    /// Levels on which both have searched the same nodes.
    pub same_nodes: usize,
}

/// Compares two setups on the levels that both have run.
pub fn compare(results: &Results, pair: Pair) -> Comparison {
    let mut found = Comparison::default();
    let mut cpu = (0.0, 0.0);
    let mut factors = Vec::new();
    for level in 0..results.levels.len() {
        let cells = results.cell(level, pair.before).zip(results.cell(level, pair.after));
        let Some((before, after)) = cells else { continue };
        found.levels += 1;
        found.before += usize::from(before.is_solved());
        found.after += usize::from(after.is_solved());
        match (before.is_solved(), after.is_solved()) {
            (false, true) => found.gained.push(level),
            (true, false) => found.lost.push(level),
            (true, true) => {
                found.add(before, after);
                cpu = (cpu.0 + before.cpu, cpu.1 + after.cpu);
                if before.cpu.min(after.cpu) >= 0.01 {
                    factors.push((after.cpu / before.cpu).ln());
                }
            }
            (false, false) => {}
        }
    }
    let mean = factors.iter().sum::<f64>() / factors.len() as f64;
    if results.has_times {
        found.cpu = Some(cpu);
        found.factor = (!factors.is_empty()).then(|| mean.exp());
    }
    found
}

impl Comparison {
    /// Takes in a level that both have solved.
    fn add(&mut self, before: &Cell, after: &Cell) {
        let sum = |sum: &mut (u64, u64), figure: fn(&Cell) -> u64| {
            *sum = (sum.0 + figure(before), sum.1 + figure(after));
        };
        self.both += 1;
        self.same_nodes += usize::from(before.expanded == after.expanded);
        sum(&mut self.expanded, |cell| cell.expanded);
        sum(&mut self.moves, |cell| cell.moves.unwrap_or(0));
        sum(&mut self.pushes, |cell| cell.pushes.unwrap_or(0));
    }

    /// The comparison in lines of text.
    pub fn text(&self, results: &Results, pair: Pair) -> String {
        let label = |setup: usize| &results.setups[setup].label;
        let mut text = format!("{} → {}\n", label(pair.before), label(pair.after));
        text += &format!(
            "  solved {} → {} of {} levels: {} gained, {} lost\n",
            self.before,
            self.after,
            self.levels,
            self.gained.len(),
            self.lost.len()
        );
        for (word, levels) in [("gained", &self.gained), ("lost", &self.lost)] {
            let names = levels.iter().map(|&level| {
                let end =
                    |setup| results.cell(level, setup).map_or("?", |cell| cell.status.as_str());
                let (before, after) = (end(pair.before), end(pair.after));
                format!("    {word}: {} ({before} → {after})\n", results.levels[level].name())
            });
            text.extend(names);
        }
        text + &self.costs()
    }

    /// What the levels that both have solved cost.
    fn costs(&self) -> String {
        if self.both == 0 {
            return String::new();
        }
        let (both, same) = (self.both, self.same_nodes);
        let mut text =
            format!("  on the {both} levels solved by both ({same} with the same nodes)\n");
        let change = |before: f64, after: f64| match before {
            0.0 => String::new(),
            _ => format!(" ({:+.1} %)", (after / before - 1.0) * 100.0),
        };
        if let Some((before, after)) = self.cpu {
            text += &format!("    CPU seconds {before:.2} → {after:.2}{}\n", change(before, after));
        }
        if let Some(factor) = self.factor {
            text += &format!("    CPU time of a level, mean factor {factor:.3}\n");
        }
        let counts = [("nodes", self.expanded), ("moves", self.moves), ("pushes", self.pushes)];
        for (name, (before, after)) in counts.into_iter().filter(|(_, it)| it.0 + it.1 > 0) {
            text +=
                &format!("    {name} {before} → {after}{}\n", change(before as f64, after as f64));
        }
        text
    }
}
