//! The members of `auto`, each alone, on the levels that `auto` misses in the records: who could have had them.
//!
//! One run is one collection; its rows stay in `target/records`, so an interrupted run goes on where it stopped. What
//! comes of it is `records/sokoban/members.md`: a line for each level that anybody solves, and sums for levels of even
//! and of odd number, because choices are made on the one and judged on the other.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::revision::{machine, revision};
use crate::{Done, cargo, finish, root, say};

/// Collections of which many levels are missed.
const COLLECTIONS: [&str; 3] = ["sven-sample", "sasquatch01", "sasquatch02"];

/// Who takes part: `auto` itself, then its members.
const CONFIGS: [&str; 8] = ["auto", "push", "pull", "novelty", "fess", "phase", "imagined", "beam"];

/// Processor time of a member on a level, and its memory.
const CPU: &str = "10s";
const MEMORY: &str = "4GiB";

/// Seconds that each configuration needed for a level, where it solved it.
type Solved = BTreeMap<(String, u64), BTreeMap<String, f64>>;

/// Runs all members on the missed levels, one process at a time, and writes the table.
pub(crate) fn make() -> Done {
    let levels = std::env::var_os("BANTO_LEVELS");
    let levels = levels.ok_or("BANTO_LEVELS must name the folder of the level collections")?;
    let levels = std::path::PathBuf::from(levels).join("sokoban");
    let made = format!("{}, {}", revision()?, machine());
    cargo(&["build", "--release", "--locked", "--package", "banto"])?;
    let (mut solved, mut all) = (Solved::new(), Vec::new());
    for collection in COLLECTIONS {
        let missed = missed(&read(&records(collection))?)?;
        let list: Vec<String> = missed.iter().map(u64::to_string).collect();
        if list.is_empty() {
            continue;
        }
        let name = format!("members-{collection}-{made}");
        let name = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
        let out = root().join("target/records").join(name);
        let mut bench = Command::new(crate::target().join("release/banto"));
        bench.args(["bench", &format!("{collection}.xsb"), "--quiet", "--level", &list.join(",")]);
        bench.args(["--config", &CONFIGS.join(","), "--cpu", CPU, "--memory", MEMORY]);
        bench.args(["--jobs", "1", "--output"]).arg(&out).current_dir(&levels);
        finish(bench, collection)?;
        collect(collection, &read(&out.join("results.jsonl"))?, &mut solved)?;
        all.extend(missed.into_iter().map(|level| (collection.to_owned(), level)));
        say(collection);
    }
    let text = table(&all, &solved, &made);
    let place = root().join("records/sokoban/members.md");
    std::fs::write(&place, &text).map_err(|error| format!("members.md: {error}"))?;
    say(&text);
    Ok(())
}

fn records(collection: &str) -> std::path::PathBuf {
    root().join("records/sokoban").join(format!("{collection}.jsonl"))
}

fn read(file: &std::path::Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The levels that are not solved in some records.
fn missed(rows: &str) -> Result<Vec<u64>, String> {
    let mut missed = Vec::new();
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if row["status"] != "solved" {
            missed.extend(row["index"].as_u64());
        }
    }
    missed.sort_unstable();
    Ok(missed)
}

/// Enters who has solved which level of a collection.
fn collect(collection: &str, rows: &str, solved: &mut Solved) -> Done {
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let (Some(level), Some(label)) = (row["index"].as_u64(), row["label"].as_str()) else {
            continue;
        };
        if row["status"] == "solved" {
            let seconds = row["cpu_seconds"].as_f64().unwrap_or_default();
            let level = solved.entry((collection.to_owned(), level)).or_default();
            level.insert(label.to_owned(), seconds);
        }
    }
    Ok(())
}

fn table(all: &[(String, u64)], solved: &Solved, made: &str) -> String {
    let mut text = format!(
        "# Who could have had it\n\n\
         Written by `cargo xtask members`, made with {made}, one at a time. The levels that `auto` does not solve in the \
         records of {}, by `auto` and by each of its members alone, `--cpu {CPU} --memory {MEMORY}`: seconds of processor \
         time where the level was solved. Levels that nobody solves are only counted.\n\n| level | {} |\n|---|{}\n",
        COLLECTIONS.join(", "),
        CONFIGS.join(" | "),
        "---:|".repeat(CONFIGS.len()),
    );
    for ((collection, level), by) in solved {
        text += &format!("| {collection} {level} |");
        for config in CONFIGS {
            text += &by.get(config).map_or_else(|| " |".to_owned(), |it| format!(" {it:.1} |"));
        }
        text.push('\n');
    }
    for (name, rest) in [("even", 0), ("odd", 1)] {
        let count = all.iter().filter(|it| it.1 % 2 == rest).count();
        let mine = || solved.iter().filter(|it| it.0.1 % 2 == rest);
        text += &format!("| {name}, of {count}: {} by somebody |", mine().count());
        for config in CONFIGS {
            text += &format!(" {} |", mine().filter(|it| it.1.contains_key(config)).count());
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_who_solved_what_and_sums_for_even_and_odd() {
        let records = "{\"index\":4,\"status\":\"time\"}\n{\"index\":3,\"status\":\"memory\"}\n\
                       {\"index\":2,\"status\":\"solved\"}\n";
        assert_eq!(missed(records).unwrap(), [3, 4]);
        let rows = "{\"banto\":\"0.1.0\"}\n\
                    {\"label\":\"pull\",\"index\":4,\"status\":\"solved\",\"cpu_seconds\":1.25}\n\
                    {\"label\":\"beam\",\"index\":3,\"status\":\"time\",\"cpu_seconds\":10}\n";
        let mut solved = Solved::new();
        collect("c", rows, &mut solved).unwrap();
        let text = table(&[("c".to_owned(), 3), ("c".to_owned(), 4)], &solved, "r");
        assert!(text.contains("| c 4 | | | 1.2 | | | | | |\n"), "{text}");
        assert!(text.contains("| even, of 1: 1 by somebody | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 0 |\n"));
        assert!(text.contains("| odd, of 1: 0 by somebody | 0 | 0 | 0 |"), "{text}");
    }
}
