//! What each member of a pool of searches did: the searches that take turns in `auto`, or those of one engine.
//!
//! Every record of such a search has an account of its members. Summed up over all levels it shows who wins
//! levels, what the others cost meanwhile, and who left early and why.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::runs::results::Results;

/// The account of one member in one run, as the record has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Nodes.
    pub expanded: u64,
    /// What its work was charged.
    pub effort: u64,
    /// Bytes of its tables.
    pub table_bytes: u64,
    /// Why it left before the end, if it did.
    pub left: Option<String>,
}

impl Member {
    /// The accounts in a record; none where a single search was asked for.
    pub(super) fn all_of(record: &Value) -> Vec<Member> {
        let list = record.get("stats").and_then(|stats| stats.get("members"));
        list.and_then(Value::as_array).into_iter().flatten().map(Member::of).collect()
    }

    fn of(account: &Value) -> Member {
        let count = |name| account.get(name).and_then(Value::as_u64).unwrap_or(0);
        let word = |name| account.get(name).and_then(Value::as_str).map(str::to_owned);
        Member {
            name: word("name").unwrap_or_default(),
            expanded: count("expanded"),
            effort: count("effort"),
            table_bytes: count("table_bytes"),
            left: word("left"),
        }
    }
}

/// One member over all levels of a setup.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemberSum {
    /// Its name.
    pub name: String,
    /// Runs it took part in.
    pub runs: usize,
    /// Levels that were solved by the engine of its name.
    pub won: usize,
    /// Nodes.
    pub expanded: u64,
    /// What its work was charged.
    pub effort: u64,
    /// What its work was charged on levels that nobody solved.
    pub in_vain: u64,
    /// Largest tables.
    pub table_bytes: u64,
    /// How often it left before the end, by the reason.
    pub left: BTreeMap<String, usize>,
    /// Levels that it solves alone, and of how many; absent unless one of the setups is this engine alone.
    pub alone: Option<(usize, usize)>,
}

/// The members of a setup, those with most effort first; none where a single search was asked for.
pub fn members(results: &Results, setup: usize) -> Vec<MemberSum> {
    let mut sums: BTreeMap<&str, MemberSum> = BTreeMap::new();
    for (_, cell) in results.of_setup(setup) {
        for member in &cell.members {
            let sum = sums.entry(&member.name).or_default();
            sum.runs += 1;
            sum.expanded += member.expanded;
            sum.effort += member.effort;
            sum.in_vain += if cell.is_solved() { 0 } else { member.effort };
            sum.table_bytes = sum.table_bytes.max(member.table_bytes);
            if let Some(why) = &member.left {
                *sum.left.entry(why.clone()).or_default() += 1;
            }
        }
        // A level that is over before the pool begins is nobody's.
        if cell.is_solved() && cell.members.iter().any(|it| it.name == cell.engine) {
            sums.entry(&cell.engine).or_default().won += 1;
        }
    }
    let mut all: Vec<MemberSum> = sums
        .into_iter()
        .map(|(name, sum)| MemberSum { name: name.to_owned(), alone: alone(results, name), ..sum })
        .collect();
    all.sort_by_key(|sum| std::cmp::Reverse(sum.effort));
    all
}

/// What the setup that is this engine and nothing else has solved, if there is one.
fn alone(results: &Results, name: &str) -> Option<(usize, usize)> {
    let setup = results.setups.iter().position(|it| !it.external && it.line == name)?;
    let cells: Vec<bool> = results.of_setup(setup).map(|(_, cell)| cell.is_solved()).collect();
    Some((cells.iter().filter(|solved| **solved).count(), cells.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_read_from_records() {
        let record = serde_json::json!({"stats": {"members": [
            {"name": "push", "expanded": 7, "generated": 9, "effort": 50, "table_bytes": 4, "left": "memory"},
            {"name": "fess", "expanded": 1, "generated": 2, "effort": 3, "table_bytes": 1},
        ]}});
        let all = Member::all_of(&record);
        let expected = Member {
            name: "push".to_owned(),
            expanded: 7,
            effort: 50,
            table_bytes: 4,
            left: Some("memory".to_owned()),
        };
        assert_eq!(all[0], expected);
        assert_eq!((all.len(), all[1].left.as_ref()), (2, None));
        assert_eq!(Member::all_of(&serde_json::json!({"stats": {}})), []);
    }
}
