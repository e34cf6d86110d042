//! Two setups on the same levels: what was gained and lost, and what it cost.

use std::collections::BTreeMap;

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
    /// Levels that only the setup before has run: they are in none of the figures.
    pub only_before: Vec<usize>,
    /// Levels that only the setup after has run.
    pub only_after: Vec<usize>,
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

/// `  not paired: 12 levels run only before (10 of a.xsb, 2 of b.xsb)`; nothing when there are none.
fn unpaired(when: &str, levels: &[usize], results: &Results) -> String {
    let mut collections: BTreeMap<&str, usize> = BTreeMap::new();
    for &level in levels {
        *collections.entry(&results.levels[level].collection).or_default() += 1;
    }
    let parts: Vec<String> =
        collections.iter().map(|(name, count)| format!("{count} of {name}")).collect();
    let what = match levels.len() {
        0 => return String::new(),
        1 => format!("  not paired: 1 level run only {when}"),
        count => format!("  not paired: {count} levels run only {when}"),
    };
    let line = format!("{what} ({})\n", parts.join(", "));
    match line.chars().count() <= 80 {
        true => line,
        false => parts.iter().fold(what + "\n", |text, part| text + "    " + part + "\n"),
    }
}

/// Compares two setups on the levels that both have run.
pub fn compare(results: &Results, pair: Pair) -> Comparison {
    let mut found = Comparison::default();
    let mut cpu = (0.0, 0.0);
    let mut factors = Vec::new();
    for level in 0..results.levels.len() {
        let cells = (results.cell(level, pair.before), results.cell(level, pair.after));
        let (before, after) = match cells {
            (Some(before), Some(after)) => (before, after),
            (Some(_), None) => {
                found.only_before.push(level);
                continue;
            }
            (None, Some(_)) => {
                found.only_after.push(level);
                continue;
            }
            (None, None) => continue,
        };
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
        let (before, after) = (label(pair.before), label(pair.after));
        let long = before.chars().count() + after.chars().count() > 76;
        let arrow = if long { "\n→ " } else { " → " };
        let mut text = format!("{before}{arrow}{after}\n");
        text += &match self.levels {
            0 => "  no level in common: there is nothing to compare\n".to_owned(),
            1 => format!(
                "  solved {} → {} of the 1 level that both have run",
                self.before, self.after
            ),
            n => format!(
                "  solved {} → {} of the {n} levels that both have run",
                self.before, self.after
            ),
        };
        if self.levels > 0 {
            text += &format!(": {} gained, {} lost\n", self.gained.len(), self.lost.len());
        }
        text += &unpaired("before", &self.only_before, results);
        text += &unpaired("after", &self.only_after, results);
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
        let mut row = |name: &str, before: &str, after: &str, change: &str| {
            let line = format!("    {name:12}{before:>14}{after:>14}{change:>12}");
            text += &format!("{}\n", line.trim_end());
        };
        let change = |before: f64, after: f64| match before {
            0.0 => String::new(),
            _ => format!("{:+.1} %", (after / before - 1.0) * 100.0),
        };
        row("", "before", "after", "change");
        if let Some((before, after)) = self.cpu {
            let [one, other] = [before, after].map(|seconds| format!("{seconds:.2}"));
            row("CPU seconds", &one, &other, &change(before, after));
        }
        let counts = [("nodes", self.expanded), ("moves", self.moves), ("pushes", self.pushes)];
        for (name, (before, after)) in counts.into_iter().filter(|(_, it)| it.0 + it.1 > 0) {
            let change = change(before as f64, after as f64);
            row(name, &before.to_string(), &after.to_string(), &change);
        }
        if let Some(factor) = self.factor {
            text += &format!("    CPU time of a level, mean factor {factor:.3}\n");
        }
        text
    }
}
