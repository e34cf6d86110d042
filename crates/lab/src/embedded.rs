//! The experiments that come with the program.

use crate::{Entry, Experiment};

/// Every file of `experiments/`, by name.
const FILES: &[(&str, &str)] = &[
    ("ablation", include_str!("../experiments/ablation.json")),
    ("rolling-stone-cumulative", include_str!("../experiments/rolling-stone-cumulative.json")),
    (
        "rolling-stone-leave-one-out",
        include_str!("../experiments/rolling-stone-leave-one-out.json"),
    ),
    ("sokokids", include_str!("../experiments/sokokids.json")),
    ("gargioni-boxes", include_str!("../experiments/gargioni-boxes.json")),
    ("gargioni-indicators", include_str!("../experiments/gargioni-indicators.json")),
    ("ufrgs-pi-corral", include_str!("../experiments/ufrgs-pi-corral.json")),
    ("ufrgs-weak-bound", include_str!("../experiments/ufrgs-weak-bound.json")),
    ("aveiro", include_str!("../experiments/aveiro.json")),
    ("aveiro-orders", include_str!("../experiments/aveiro-orders.json")),
    ("feup-heuristics", include_str!("../experiments/feup-heuristics.json")),
    ("feup-searches", include_str!("../experiments/feup-searches.json")),
    ("textbook-sokoban", include_str!("../experiments/textbook-sokoban.json")),
    ("textbook-unblock", include_str!("../experiments/textbook-unblock.json")),
];

/// Their records, as they are in `records/lab`.
const RECORDS: &[(&str, &str)] = &[
    ("sokokids", include_str!("../records/sokokids.jsonl")),
    ("gargioni-boxes", include_str!("../records/gargioni-boxes.jsonl")),
    ("gargioni-indicators", include_str!("../records/gargioni-indicators.jsonl")),
    ("ufrgs-pi-corral", include_str!("../records/ufrgs-pi-corral.jsonl")),
    ("aveiro", include_str!("../records/aveiro.jsonl")),
    ("feup-heuristics", include_str!("../records/feup-heuristics.jsonl")),
    ("feup-searches", include_str!("../records/feup-searches.jsonl")),
    ("textbook-sokoban", include_str!("../records/textbook-sokoban.jsonl")),
    ("textbook-unblock", include_str!("../records/textbook-unblock.jsonl")),
];

/// The records of an experiment that come with the program; none when it has not been run yet.
pub fn recorded(name: &str) -> Vec<Entry> {
    let text = RECORDS.iter().find(|row| row.0 == name).map_or("", |row| row.1);
    text.lines().filter_map(Entry::read).collect()
}

/// Levels that belong to an experiment.
pub fn level_file(name: &str) -> Option<&'static [u8]> {
    (name == "gargioni-boxes")
        .then_some(include_bytes!("../experiments/gargioni-boxes.sok").as_slice())
}

/// All experiments of the program, in the order of their names.
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
    use crate::parse_request;

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
