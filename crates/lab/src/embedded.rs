//! The experiments that come with the program.

use std::io::Read;

use flate2::read::GzDecoder;

use crate::{Entry, Experiment, Words};

/// Every file of `experiments/`: those of the five documents in the order of the documents, then others.
const FILES: &[(&str, &str)] = &[
    ("sokokids", include_str!("../experiments/sokokids.json")),
    ("gargioni-indicators", include_str!("../experiments/gargioni-indicators.json")),
    ("gargioni-boxes", include_str!("../experiments/gargioni-boxes.json")),
    ("ufrgs-pi-corral", include_str!("../experiments/ufrgs-pi-corral.json")),
    ("ufrgs-weak-bound", include_str!("../experiments/ufrgs-weak-bound.json")),
    ("aveiro", include_str!("../experiments/aveiro.json")),
    ("aveiro-orders", include_str!("../experiments/aveiro-orders.json")),
    ("feup-searches", include_str!("../experiments/feup-searches.json")),
    ("feup-heuristics", include_str!("../experiments/feup-heuristics.json")),
    ("rolling-stone-cumulative", include_str!("../experiments/rolling-stone-cumulative.json")),
    (
        "rolling-stone-leave-one-out",
        include_str!("../experiments/rolling-stone-leave-one-out.json"),
    ),
    ("textbook-sokoban", include_str!("../experiments/textbook-sokoban.json")),
    ("textbook-unblock", include_str!("../experiments/textbook-unblock.json")),
    ("ablation", include_str!("../experiments/ablation.json")),
];

/// Their records: what is in `records/lab`, compressed by the build script.
const RECORDS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/records.rs"));

/// The records of an experiment that come with the program; none when it has not been run yet.
pub fn recorded(name: &str) -> Vec<Entry> {
    let Some((_, bytes)) = RECORDS.iter().find(|row| row.0 == name) else { return Vec::new() };
    let mut text = String::new();
    GzDecoder::new(*bytes).read_to_string(&mut text).expect("the build script wrote them");
    text.lines().filter_map(Entry::read).collect()
}

/// The documents whose experiments these are: what each program was, and each of its tables and figures with
/// the command that makes ours. Markdown.
pub fn sources() -> Words {
    Words {
        en: include_str!("../sources.md").to_owned(),
        pt: include_str!("../sources.pt.md").to_owned(),
    }
}

/// Levels that belong to an experiment.
pub fn level_file(name: &str) -> Option<&'static [u8]> {
    (name == "gargioni-boxes")
        .then_some(include_bytes!("../experiments/gargioni-boxes.sok").as_slice())
}

/// All experiments of the program.
pub fn experiments() -> Vec<Experiment> {
    let read = |(name, text): &(&str, &str)| {
        let experiment = Experiment::read(text).expect("tests read every file");
        debug_assert_eq!(experiment.name, *name);
        experiment
    };
    FILES.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::parse_request;

    #[test]
    fn every_line_of_every_experiment_asks_for_something_that_acts() {
        for experiment in experiments() {
            assert!(experiment.requests().is_ok(), "{:?}", experiment.requests().err());
        }
    }

    #[test]
    fn every_experiment_is_complete_and_every_configuration_readable() {
        for experiment in experiments() {
            assert!(!experiment.suites.is_empty() && !experiment.configurations.is_empty());
            for configuration in &experiment.configurations {
                let request = parse_request(&configuration.line).unwrap();
                request.validate().unwrap();
            }
            let columns = experiment.columns.len();
            for levels in experiment.published.values() {
                for figures in levels.values() {
                    assert_eq!(figures.len(), columns, "{}", experiment.name);
                }
            }
        }
    }

    #[test]
    fn no_file_is_forgotten() {
        let count = |folder: &str, ending: &str| {
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
            let files = std::fs::read_dir(format!("{root}/{folder}")).unwrap();
            files
                .filter(|file| {
                    file.as_ref().unwrap().path().extension().is_some_and(|it| it == ending)
                })
                .count()
        };
        assert_eq!(count("experiments", "json"), FILES.len());
        assert_eq!(count("records/lab", "jsonl"), RECORDS.len());
        for (name, _) in RECORDS {
            assert!(FILES.iter().any(|file| file.0 == *name), "{name} is no experiment");
        }
    }

    #[test]
    fn both_languages_name_the_same_tables_and_commands() {
        let Words { en, pt } = sources();
        let shape = |text: &str| -> Vec<String> {
            let cells = |line: &str| line.matches('|').count().to_string();
            let of = |line: &str| match line.split(' ').next() {
                Some("|") => cells(line),
                Some(mark @ ("#" | "##" | "-")) => mark.to_owned(),
                _ => String::new(),
            };
            text.lines().map(of).filter(|it| !it.is_empty()).collect()
        };
        assert_eq!(shape(&en), shape(&pt));
        let code = |text: &str| -> Vec<String> {
            text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list
        };
        assert_eq!(sorted(code(&en)), sorted(code(&pt)));
        let names: Vec<String> = experiments().into_iter().map(|it| it.name).collect();
        for command in code(&en).iter().filter_map(|it| it.strip_prefix("banto lab report ")) {
            let name = command.split(' ').next().unwrap_or_default();
            assert!(name == "NAME" || names.iter().any(|it| it == name), "{command}");
        }
        for name in ["sokokids", "gargioni", "ufrgs", "aveiro", "feup"] {
            assert!(en.contains(&format!("\n## {name}\n")), "{name}");
        }
    }

    #[test]
    fn every_record_belongs_to_a_configuration() {
        for experiment in experiments() {
            for entry in recorded(&experiment.name) {
                let known = |it: &crate::Configuration| it.label == entry.label;
                assert!(experiment.configurations.iter().any(known), "{}", entry.label);
            }
        }
    }
}
