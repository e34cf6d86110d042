//! Which runs come first, and which of them a shard makes.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use crate::job::Job;
use crate::plan::Plan;
use crate::resolved::ResolvedPlan;

/// Which runs come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Those that are expected to take longest, so that none of them is alone at the end.
    #[default]
    Longest,
    /// Mixed, always in the same way: what is known half way is a fair sample.
    Random,
    /// As the levels were named.
    Given,
}

/// One part of a run, such as `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub index: usize,
    /// How many there are.
    pub of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |part: &str| part.parse::<usize>().ok();
        let parts = text.split_once('/').and_then(|(a, b)| number(a).zip(number(b)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err("expected a shard such as 1/8, the first of eight".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Plan {
    /// The runs of a shard, or all of them. Every shard gets its part of the long runs.
    pub fn jobs_of(&self, shard: Option<Shard>) -> Vec<Job> {
        let all = self.arranged(self.jobs().collect(), Order::Longest);
        match shard {
            None => all,
            Some(Shard { index, of }) => all.into_iter().skip(index - 1).step_by(of).collect(),
        }
    }

    /// Runs in the order they are to be made.
    pub fn arranged(&self, mut jobs: Vec<Job>, order: Order) -> Vec<Job> {
        match order {
            Order::Longest => {
                jobs.sort_by_key(|job| (Reverse(self.levels[job.level].cost()), *job))
            }
            // Keys are as good as drawn by lot.
            Order::Random => {
                let keys = ResolvedPlan::new(self);
                jobs.sort_by_cached_key(|&job| keys.key(job));
            }
            Order::Given => jobs.sort(),
        }
        jobs
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::key::Key;
    use crate::plan::{PlannedLevel, RunLimits, Setup};

    #[test]
    fn shards_are_a_partition_and_keys_differ() {
        let text: String = (1..8)
            .map(|n| format!("{0}\n#@$.{1}#\n{0}\n\n", "#".repeat(n + 5), " ".repeat(n)))
            .collect();
        let read = puzzle::read(text.as_bytes()).unwrap();
        let level = |entry| PlannedLevel::new("a", read.game, entry);
        let levels: Vec<_> = read.entries.iter().map(level).collect();
        let setups = ["bfs", "dfs"].map(|line| Setup::read(line).unwrap()).to_vec();
        let plan = Plan::new(levels, setups, RunLimits::default());
        let keys = ResolvedPlan::new(&plan);
        let keys: BTreeSet<Key> = plan.jobs().map(|job| keys.key(job)).collect();
        assert_eq!((plan.runs(), keys.len()), (14, 14));
        let mut all = Vec::new();
        for index in 1..=3 {
            let part = plan.jobs_of(Some(Shard { index, of: 3 }));
            assert!((4..=5).contains(&part.len()));
            all.extend(part);
        }
        all.sort();
        assert_eq!(all, plan.jobs().collect::<Vec<_>>());
        let longest = plan.arranged(all.clone(), Order::Longest);
        assert_eq!(longest[0].level, 6, "the largest board comes first");
        let mut random = plan.arranged(all.clone(), Order::Random);
        assert_ne!(random, all);
        random.sort();
        assert_eq!(random, all);
    }

    #[test]
    fn shards_are_read() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 2, of: 8 }));
        for wrong in ["", "0/2", "3/2", "1", "1/0", "a/b", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
