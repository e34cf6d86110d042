//! A model-based tester: random calls of this crate in random order, with random options, on random
//! levels of both games, held to contracts that are true whatever the calls are. The idea is that of
//! CaDiCaL's `mobical` (Biere): a trace that breaks a contract is made smaller call by call, option
//! by option and row by row before it is shown.
//!
//! The contracts: a solution replays on the level it is for, a spoiled one does not unless it happens
//! to solve; no position is both solved and unsolvable, whoever says so; a proved length is met by
//! every proof and undercut by nobody; the same request under a node limit gives the same answer; what
//! is written is read back as the same level; nothing panics.

mod draw;
mod model;
mod shrink;

use draw::{Trace, random};

/// Runs traces from a seed; the first that breaks a contract is shown as small as it gets.
fn run_traces(seed: u64, count: u64) -> Tally {
    let mut tally = Tally::default();
    for number in 0..count {
        let trace = draw::trace(&mut random(seed, number));
        match model::run(&trace) {
            Ok(seen) => tally.add(&seen),
            Err(broken) => {
                let (small, broken) = shrink::shrink(trace, broken);
                panic!("seed {seed}, trace {number}: {broken}\n{small}");
            }
        }
    }
    tally
}

/// What was seen in many traces, so that a tester that tests nothing is noticed.
#[derive(Debug, Default)]
struct Tally {
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    proved: u64,
    spoiled: u64,
    lost: u64,
    written: u64,
}

impl Tally {
    fn add(&mut self, seen: &Tally) {
        self.solved += seen.solved;
        self.unsolvable += seen.unsolvable;
        self.stopped += seen.stopped;
        self.proved += seen.proved;
        self.spoiled += seen.spoiled;
        self.lost += seen.lost;
        self.written += seen.written;
    }

    fn is_telling(&self) -> bool {
        let all =
            [self.solved, self.unsolvable, self.stopped, self.proved, self.spoiled, self.lost];
        all.into_iter().all(|n| n > 0) && self.written > 0
    }
}

#[test]
fn a_thousand_traces_keep_the_contracts() {
    let tally = run_traces(17, 1_000);
    assert!(tally.is_telling(), "{tally:?}");
}

#[test]
#[ignore = "minutes: for the nightly run"]
fn a_hundred_thousand_traces_keep_the_contracts() {
    let tally = run_traces(18, 100_000);
    assert!(tally.is_telling(), "{tally:?}");
}

#[test]
fn a_broken_contract_is_found_and_made_small() {
    let found = (0..200).find_map(|number| {
        let mut trace = draw::trace(&mut random(1, number));
        // An engine that loses the last move of its solution.
        trace.spoil_engines();
        model::run(&trace).err().map(|broken| shrink::shrink(trace, broken))
    });
    let (small, broken) = found.expect("no trace noticed the fault");
    assert!(broken.contains("refused"), "{broken}");
    assert_eq!(small.calls.len(), 1, "{small}");
}

#[test]
fn a_trace_is_the_same_every_time() {
    let draw = |number| -> Trace { draw::trace(&mut random(3, number)) };
    assert_eq!(draw(5).to_string(), draw(5).to_string());
    assert_ne!(draw(5).to_string(), draw(6).to_string());
}
