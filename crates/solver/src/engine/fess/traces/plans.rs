//! The packing plan: read off the traced path, and found by our own backward search.

#![cfg(test)]

use ground::kernel::Bits;
use search::Budget;

use super::{Report, short_traces, traces, value};
use crate::engine::fess::backward::{BackwardSearch, BackwardStep};
use crate::engine::fess::perimeter::Perimeter;
use crate::engine::fess::plan::{Origin, OutOfPlan};
use crate::engine::fess::strategy::PushRules;

#[test]
#[ignore = "needs the traces of another program: cargo xtask traces FOLDER"]
fn plans_follow_from_paths() {
    let mut report = Report::default();
    for trace in short_traces().iter().chain(&traces()) {
        let plan = trace.plan();
        let lines: Vec<String> = plan
            .steps()
            .iter()
            .enumerate()
            .map(|(i, step)| {
                let from = match step.from {
                    Origin::Init => "INIT".to_owned(),
                    Origin::Sink => "SINK".to_owned(),
                    Origin::Square(square) => trace.name_of(square),
                };
                let until = step.until.map_or("-".to_owned(), |until| until.to_string());
                format!("{i} {from} > {} until={until}", trace.name_of(step.to))
            })
            .collect();
        let theirs: Vec<String> =
            trace.all("P").iter().map(|line| line.replace(" MANDATORY", "")).collect();
        report.compare(trace, "P", &lines.join("\n"), &theirs.join("\n"));
        let zones = OutOfPlan::new(&trace.reduced, &plan);
        for line in trace.all("OOP") {
            let (steps, squares) = line.split_once(" :").unwrap();
            let (a, b) = steps.strip_prefix("steps=").unwrap().split_once("..").unwrap();
            let theirs =
                Bits::from_squares(trace.reduced.map().n_squares() + 1, trace.squares(squares));
            for packed in a.parse::<u16>().unwrap()..=b.parse().unwrap() {
                let ours = zones.zone(packed).cloned().unwrap_or_default();
                report.compare(trace, "OOP", &format!("{ours:?}"), &format!("{theirs:?}"));
            }
        }
    }
    report.finish("plans");
}

#[test]
#[ignore = "needs the traces of another program: cargo xtask traces FOLDER"]
fn plans_are_found() {
    let mut report = Report::default();
    for trace in &short_traces() {
        let reduced = &trace.reduced;
        let mut perimeter = Perimeter::new(1 << 20);
        let mut budget = Budget::unlimited();
        let search =
            BackwardSearch::new(reduced, &mut perimeter, PushRules::ALL, None, &mut budget);
        let mut search = search.unwrap();
        while search.tree.len() < 2000 {
            if search.step(reduced, &mut perimeter, &mut budget).unwrap() == BackwardStep::Over {
                break;
            }
        }
        let steps = search.tree.steps(search.tree.best());
        let ours: Vec<String> = steps.iter().map(|m| trace.write_move(m)).collect();
        report.compare(trace, "BPATH", &ours.join(" "), trace.one("BPATH"));
        let theirs = format!("expansions={}", value(trace.one("BDONE"), "expansions"));
        report.compare(trace, "BDONE", &format!("expansions={}", search.tree.len()), &theirs);
    }
    report.mostly("paths");
}
