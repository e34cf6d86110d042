//! Whether the short experiments of the laboratory still come out as recorded, figure by figure.
//!
//! Every experiment whose recorded runs take a minute of CPU time or less is run again and compared with
//! `records/lab`: the records (all but times, memory and what made them), the tables of the report (all but times),
//! and the tables of its document in `docs/sources.md`, where every figure of three digits or more must stand in a
//! fresh report, in the experiment's published figures or in the sums that the document is compared with.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{finish, root, say, target};

/// CPU time of the recorded runs of an experiment that is run again, in seconds.
const SHORT: f64 = 60.0;

/// Differences of one kind that are named.
const NAMED: usize = 5;

/// The fields of a record that say how fast and by what it was made.
const NOT_FIGURES: [&str; 8] = [
    "seconds",
    "cpu_seconds",
    "peak_bytes",
    "table_bytes",
    "machine",
    "revision",
    "version",
    "host",
];

/// Runs the short experiments again. Says how many figures were compared.
pub(crate) fn run() -> Result<String, String> {
    let levels = std::env::var_os("BANTO_LEVELS").filter(|it| !it.is_empty()).map(PathBuf::from);
    let levels = levels.ok_or("BANTO_LEVELS must name the folder of the level collections")?;
    let program = crate::program()?;
    let (mut figures, mut found) = (0, Vec::new());
    let (mut ran, mut long) = (BTreeMap::new(), Vec::new());
    for (name, text) in recorded()? {
        if cpu_seconds(&text) > SHORT {
            long.push(name);
            continue;
        }
        say(&name);
        let folder = target().join("lab-again").join(&name);
        let _ = std::fs::remove_dir_all(&folder);
        let mut again = lab(&program, &["run", &name], &levels, &folder);
        again.stdout(std::process::Stdio::null());
        finish(again, &format!("banto lab run {name}"))?;
        let fresh = read(&folder.join("records.jsonl"))?;
        let output = lab(&program, &["report", &name], &levels, &folder).output();
        let output = output.map_err(|error| format!("banto lab report {name}: {error}"))?;
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        let recorded = read(&root().join("records/lab").join(format!("{name}.md")))?;
        let compared = [records(&text, &fresh), tables(&recorded, &report)];
        for Compared { equal, differences } in compared {
            figures += equal;
            found.extend(several(&name, &differences));
        }
        ran.insert(name, (report, fresh));
    }
    let page = read(&root().join("docs/sources.md"))?;
    for (name, texts) in documents(&ran, &long)? {
        let compared = in_document(&page, &name, &texts);
        figures += compared.equal;
        found.extend(several("docs/sources.md", &compared.differences));
    }
    let names: Vec<&str> = ran.keys().map(String::as_str).collect();
    let seen =
        format!("{}; longer than a minute and left out: {}", names.join(", "), long.join(", "));
    match found.is_empty() {
        true => Ok(format!("{figures} figures as recorded in {seen}")),
        false => Err(format!("{}; {figures} figures are as recorded in {seen}", found.join("; "))),
    }
}

/// What came of a comparison.
#[derive(Debug, Default, PartialEq, Eq)]
struct Compared {
    /// Figures that are the same.
    equal: usize,
    /// What is not, a phrase each.
    differences: Vec<String>,
}

impl Compared {
    fn note(&mut self, place: &str, was: &str, now: &str) {
        match was == now {
            true => self.equal += 1,
            false => self.differences.push(format!("{place}: {now} instead of {was}")),
        }
    }
}

/// The first differences, and how many more there are.
fn several(name: &str, differences: &[String]) -> Vec<String> {
    let mut named: Vec<String> =
        differences.iter().take(NAMED).map(|it| format!("{name}: {it}")).collect();
    if differences.len() > NAMED {
        named.push(format!("{name}: {} more", differences.len() - NAMED));
    }
    named
}

/// The experiments with records, and their records.
fn recorded() -> Result<Vec<(String, String)>, String> {
    let folder = root().join("records/lab");
    let files =
        std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    paths.sort();
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| Ok((stem(path), read(path)?))).collect()
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// `banto lab` with the records in a folder of its own.
fn lab(program: &Path, words: &[&str], levels: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg("lab").args(words).arg("--levels").arg(levels).arg("--output").arg(folder);
    command.current_dir(root());
    command
}

/// The runs of a journal of the laboratory.
fn runs(text: &str) -> impl Iterator<Item = Value> {
    let values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    values.filter(|value| value["record"].is_object())
}

fn cpu_seconds(text: &str) -> f64 {
    runs(text).filter_map(|run| run["record"]["cpu_seconds"].as_f64()).sum()
}

/// Compares records. Whatever an old one has, the new one must have; fields that are new are not asked about.
fn records(old: &str, new: &str) -> Compared {
    let place = |run: &Value| {
        let word = |name: &str| run[name].as_str().unwrap_or_default().to_owned();
        format!("{} of {}:{}", word("label"), word("suite"), run["record"]["index"])
    };
    let new: BTreeMap<String, Value> = runs(new).map(|run| (place(&run), run)).collect();
    let mut compared = Compared::default();
    // Of two records of one run the last counts.
    let old: BTreeMap<String, Value> = runs(old).map(|run| (place(&run), run)).collect();
    for (place, run) in &old {
        match new.get(place) {
            Some(again) => fields(place, &run["record"], &again["record"], &mut compared),
            None => compared.differences.push(format!("{place} was not run")),
        }
    }
    let more = new.keys().filter(|place| !old.contains_key(*place));
    compared.differences.extend(more.map(|place| format!("{place} has no record")));
    compared
}

fn fields(place: &str, old: &Value, new: &Value, compared: &mut Compared) {
    let Some(all) = old.as_object() else {
        return compared.note(place, &old.to_string(), &new.to_string());
    };
    for (name, value) in all {
        // The seconds among the limits are what was asked for.
        let is_limit = place.ends_with(" limits");
        if is_limit || !NOT_FIGURES.contains(&name.as_str()) {
            fields(&format!("{place}, {name}"), value, &new[name.as_str()], compared);
        }
    }
}

/// Compares the tables of two reports, cell by cell, but those of times.
fn tables(old: &str, new: &str) -> Compared {
    let (old, new) = (cells(old), cells(new));
    let mut compared = Compared::default();
    for (place, was) in &old {
        compared.note(place, was, new.get(place).map_or("nothing", String::as_str));
    }
    let more = new.keys().filter(|place| !old.contains_key(*place));
    compared.differences.extend(more.map(|place| format!("{place} is not in the record")));
    compared
}

/// The cells of all tables that are not about times, by the table's title, the row and the column.
fn cells(report: &str) -> BTreeMap<String, String> {
    let (mut title, mut headings, mut all) = ("", Vec::new(), BTreeMap::new());
    for line in report.lines() {
        if let Some(next) = line.strip_prefix("## ") {
            (title, headings) = (next, Vec::new());
        }
        let Some(row) = line.strip_prefix("| ").filter(|_| !title.contains("seconds")) else {
            continue;
        };
        let row: Vec<&str> = row.trim_end_matches('|').split(" | ").map(str::trim).collect();
        if headings.is_empty() {
            headings = row;
            continue;
        }
        for (column, cell) in row.iter().enumerate().skip(1) {
            let heading = headings.get(column).copied().unwrap_or_default();
            // A heading such as `ratio` stands in a table more than once.
            let place = format!("{title}, {}, {heading} (column {column})", row[0]);
            if !row[0].contains("seconds") && !heading.contains("seconds") {
                all.insert(place, (*cell).to_owned());
            }
        }
    }
    all
}

/// The documents of which every experiment was run again, each with the texts that its figures must stand in.
fn documents(
    ran: &BTreeMap<String, (String, String)>,
    long: &[String],
) -> Result<Vec<(String, Vec<String>)>, String> {
    let mut all = Vec::new();
    for name in ["sokokids", "gargioni", "ufrgs", "aveiro", "feup"] {
        let of_it = |experiment: &&String| {
            experiment
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let own: Vec<&String> = ran.keys().filter(of_it).collect();
        if own.is_empty() || long.iter().any(|it| of_it(&it)) {
            continue;
        }
        let mut texts = Vec::new();
        for experiment in own {
            let (report, fresh) = &ran[experiment];
            let published = root().join("experiments").join(format!("{experiment}.json"));
            texts.extend([report.clone(), read(&published)?, sums(fresh)]);
        }
        all.push((name.to_owned(), texts));
    }
    Ok(all)
}

/// What Aveiro's document adds up: moves, pushes and nodes of the server's levels 1 to 150, by configuration.
fn sums(fresh: &str) -> String {
    let number = |title: &str| -> Option<u32> {
        title.strip_prefix("levels/")?.split('.').next()?.parse().ok()
    };
    let mut sums: BTreeMap<(String, &str), u64> = BTreeMap::new();
    for run in runs(fresh) {
        let title = run["record"]["title"].as_str().unwrap_or_default();
        if !number(title).is_some_and(|n| (1..=150).contains(&n)) {
            continue;
        }
        for name in ["moves", "pushes", "expanded", "created"] {
            let label = run["label"].as_str().unwrap_or_default().to_owned();
            let record = &run["record"];
            let count = record[name].as_u64().or(record["stats"][name].as_u64()).unwrap_or(0);
            *sums.entry((label, name)).or_default() += count;
        }
    }
    sums.values().map(|sum| format!("{sum}\n")).collect()
}

/// Looks up the figures in the tables of a document's section.
fn in_document(page: &str, document: &str, texts: &[String]) -> Compared {
    let known: BTreeSet<String> = texts.iter().flat_map(|text| numbers(text)).collect();
    let heading = format!("## {document}");
    let section = page.lines().enumerate().skip_while(|(_, line)| *line != heading).skip(1);
    let section = section.take_while(|(_, line)| !line.starts_with("## "));
    let mut compared = Compared::default();
    for (at, line) in section.filter(|(_, line)| line.starts_with('|')) {
        for number in numbers(line).into_iter().filter(|number| number.len() >= 3) {
            match known.contains(&number) {
                true => compared.equal += 1,
                false => compared
                    .differences
                    .push(format!("line {}: {number} stands in no report", at + 1)),
            }
        }
    }
    compared
}

/// The whole numbers of a text, without the commas between their digits; not the digits of names.
fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !",._-".contains(letter));
    let words = words.map(|word| word.trim_matches([',', '.', '-']));
    let is_number = |word: &&str| {
        word.starts_with(|it: char| it.is_ascii_digit())
            && word.chars().all(|it| it.is_ascii_digit() || it == ',')
    };
    words.filter(is_number).map(|word| word.replace(',', "")).collect()
}

#[cfg(test)]
mod documents;

#[cfg(test)]
mod tests {
    use super::*;

    fn record(status: &str, moves: u32, seconds: f64) -> String {
        let record = serde_json::json!({
            "index": 3, "status": status, "moves": moves, "seconds": seconds, "revision": "x",
            "limits": {"seconds": 120.0}, "stats": {"tree": 7, "table_bytes": seconds},
        });
        serde_json::json!({"suite": "kids", "label": "A*", "record": record}).to_string()
    }

    #[test]
    fn a_figure_of_a_record_that_changed_is_found() {
        let old = format!("{}\n{}\n", r#"{"banto":"lab"}"#, record("solved", 12, 1.0));
        let same = records(&old, &record("solved", 12, 9.0));
        assert_eq!(same, Compared { equal: 5, differences: Vec::new() });
        let other = records(&old, &record("solved", 13, 1.0));
        assert_eq!(other.differences, ["A* of kids:3, moves: 13 instead of 12"]);
        let less = old.replace("\"tree\":7", "\"tree\":8");
        let differences = records(&less, &record("solved", 12, 1.0)).differences;
        assert_eq!(differences, ["A* of kids:3, stats, tree: 7 instead of 8"]);
        let limits = old.replace("120.0", "60.0");
        assert_eq!(records(&limits, &record("solved", 12, 1.0)).differences.len(), 1);
        assert_eq!(records(&old, "").differences, ["A* of kids:3 was not run"]);
        assert_eq!(records("", &old).differences, ["A* of kids:3 has no record"]);
    }

    #[test]
    fn a_figure_of_a_table_that_was_changed_by_hand_is_found() {
        let report = "# T\n\n## nodes\n\n| level | A* published | A* ours |\n|---|---:|---:|\n\
                      | 1 one | 1,934 | 1,934 |\n\n## seconds\n\n| level | A* |\n|---|---:|\n| 1 one | 0.2 |\n";
        let same = tables(report, &report.replace("0.2", "0.3"));
        assert_eq!(same, Compared { equal: 2, differences: Vec::new() });
        let by_hand = report.replace("| 1,934 |\n", "| 1,943 |\n");
        let found = tables(&by_hand, report).differences;
        assert_eq!(found, ["nodes, 1 one, A* ours (column 2): 1,934 instead of 1,943"]);
        assert_eq!(tables(report, "").differences.len(), 2);
    }

    #[test]
    fn a_figure_of_a_document_that_was_changed_by_hand_is_found() {
        let page = "## other\n\n| 9,999 |\n\n## feup\n\n9,999 in prose\n\n| states | 1,934 | `BFS2934` |\n\n## next\n\n| 8,888 |\n";
        let texts = ["| 1 | 1,934 |".to_owned()];
        assert_eq!(
            in_document(page, "feup", &texts),
            Compared { equal: 1, differences: Vec::new() }
        );
        let by_hand = page.replace("1,934", "1,943");
        let found = in_document(&by_hand, "feup", &texts).differences;
        assert_eq!(found, ["line 9: 1943 stands in no report"]);
    }

    #[test]
    fn the_figures_of_the_documents_stand_in_the_records() {
        // The same comparison with the reports that are committed: it needs no run.
        let page = read(&root().join("docs/sources.md")).unwrap();
        for (document, experiments) in [
            ("gargioni", &["gargioni-indicators", "gargioni-boxes"][..]),
            ("ufrgs", &["ufrgs-pi-corral", "ufrgs-weak-bound"]),
            ("aveiro", &["aveiro", "aveiro-orders"]),
            ("feup", &["feup-searches", "feup-heuristics"]),
        ] {
            let mut texts = Vec::new();
            for name in experiments {
                let lab = root().join("records/lab");
                texts.push(read(&lab.join(format!("{name}.md"))).unwrap());
                texts.push(read(&root().join(format!("experiments/{name}.json"))).unwrap());
                texts.push(sums(&read(&lab.join(format!("{name}.jsonl"))).unwrap()));
            }
            let compared = in_document(&page, document, &texts);
            assert_eq!(compared.differences, [""; 0], "{document}");
        }
    }
}
