//! `banto bench compare`: what was gained and lost between two runs.

use lab::runs::{Pair, Results, compare};
use runner::Folder;

use super::report::read;
use crate::args::BenchCompare;
use crate::commands::print;
use crate::failure::{CommandResult, Failure};
use crate::terminal::Terminal;

/// Compares two runs, or the configurations of one.
pub(super) fn run(args: &BenchCompare, terminal: Terminal) -> CommandResult {
    let folders: Vec<Folder> =
        [Some(&args.before), args.after.as_ref()].into_iter().flatten().map(Folder::new).collect();
    let results = read(&folders, args.mixed_hosts)?;
    results.remarks.iter().for_each(|remark| terminal.note(remark));
    let first = match folders.get(1) {
        // How many of the setups are those of the first folder.
        Some(_) => read(&folders[..1], args.mixed_hosts)?.setups.len(),
        None => 0,
    };
    let pairs = if folders.len() > 1 { across(&results, first) } else { within(&results) };
    if pairs.is_empty() {
        let alone = "there is nothing to compare: one configuration alone".to_owned();
        return Err(Failure::usage(match folders.len() {
            1 => alone,
            _ => format!(
                "the runs have no configuration in common\n{}",
                unpaired(&results, first, &pairs).trim_end()
            ),
        }));
    }
    let texts = pairs.iter().map(|&pair| compare(&results, pair).text(&results, pair));
    let mut text = texts.collect::<Vec<_>>().join("\n");
    if folders.len() > 1 {
        text += &unpaired(&results, first, &pairs);
    }
    print(text.as_bytes())
}

/// The configurations that only one of two runs has, a line for each run.
fn unpaired(results: &Results, first: usize, pairs: &[Pair]) -> String {
    let alone = |setups: std::ops::Range<usize>| -> Vec<String> {
        let paired = |at: &usize| pairs.iter().any(|pair| pair.before == *at || pair.after == *at);
        let alone = setups.filter(|at| !paired(at));
        alone.map(|at| results.setups[at].label.clone()).collect()
    };
    let runs = [("before", alone(0..first)), ("after", alone(first..results.setups.len()))];
    let lines = runs.into_iter().filter(|(_, labels)| !labels.is_empty());
    lines
        .map(|(when, labels)| format!("not paired: only {when}: {}\n", labels.join(", ")))
        .collect()
}

/// Each configuration of a run with its first.
fn within(results: &Results) -> Vec<Pair> {
    (1..results.setups.len()).map(|after| Pair { before: 0, after }).collect()
}

/// The same configurations of two runs; where there is one in each, these two, whatever they are called.
fn across(results: &Results, first: usize) -> Vec<Pair> {
    let setups = &results.setups;
    let same = (first..setups.len()).filter_map(|after| {
        let line = |it: &runner::Setup| (it.line.clone(), it.seed, it.external);
        let before = setups[..first].iter().position(|it| line(it) == line(&setups[after]))?;
        Some(Pair { before, after })
    });
    let same: Vec<Pair> = same.collect();
    match same.is_empty() && first == 1 && setups.len() == 2 {
        true => vec![Pair { before: 0, after: 1 }],
        false => same,
    }
}
