//! Several ways to follow one order, in turns.
//!
//! A greedy search is quick or gets stuck, and which of the two depends on its weights: on
//! XSokoban three sets of weights solve about as many levels each, but not the same ones. The first
//! way has some time for itself; then the others join, and turns get longer round by round. Each way
//! keeps its own tree; what the deadlock tests learn is shared.
//!
//! Soundness: as [`super::follow`]; a proof by one way is a proof.
//! Source: ours; Shoham's Festival and our FESS engine do the same with their strategies.

use search::{Budget, Outcome, Stats, Stop};
use sokoban::Push;

use super::follow::Follow;
use super::phases::Phases;
use super::score::{Scorer, WAYS, Weights};
use crate::analysis::Analysis;
use crate::deadlock::Deadlocks;
use crate::kernel::Memory;
use crate::technique::TechniqueSet;

/// Nodes the first way has for itself.
const ALONE: u64 = 3_000;

/// Nodes of a turn in the first round; every round has turns twice as long.
const TURN: u64 = 1_500;

/// The ways at work.
pub struct Ways<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    phases: Phases,
    /// The tests of all ways, and what they have learned.
    deadlocks: Deadlocks<'a>,
    /// What each way may take.
    memory: Memory,
    /// The ways that have joined; `None` when one is over.
    running: Vec<Option<Follow<'a>>>,
    at: usize,
    left: u64,
    turn: u64,
    /// What those did that are over.
    retired: Stats,
}

impl<'a> Ways<'a> {
    /// The ways along an order; none has joined yet.
    pub fn new(
        analysis: &'a Analysis,
        techniques: TechniqueSet,
        phases: Phases,
        mut memory: Memory,
    ) -> Result<Ways<'a>, Stop> {
        let deadlocks = Deadlocks::within(analysis, techniques, &mut memory)?;
        let memory = memory.share(1, WAYS.len() as u64);
        Ok(Ways {
            analysis,
            techniques,
            phases,
            deadlocks,
            memory,
            running: Vec::new(),
            at: 0,
            left: ALONE,
            turn: TURN,
            retired: Stats::default(),
        })
    }

    /// Works until the answer is known or the slice is used up.
    pub fn run(&mut self, slice: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        loop {
            slice.look()?;
            if slice.limits().nodes.is_some_and(|limit| slice.nodes() >= limit) {
                // So that the budget knows why it ended.
                slice.tick()?;
            }
            let answer = self.turn(slice)?;
            if answer.is_some() {
                return Ok(answer);
            }
        }
    }

    /// What all have done so far.
    pub fn stats(&self) -> Stats {
        let add = |sum: Stats, way: &Follow<'_>| sum.plus(&way.stats());
        self.running.iter().flatten().fold(self.retired.clone(), add)
    }

    /// Lets the way whose turn it is work, until its turn or the slice is over.
    fn turn(&mut self, slice: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        if self.at == self.running.len() {
            let weights = WAYS[self.at].of(self.techniques);
            self.running.push(Some(self.way(weights)?));
        }
        let is_last = self.is_last();
        if let Some(way) = &mut self.running[self.at] {
            let mut turn = slice.slice(Some(self.left), None);
            let end = way.run(&mut self.deadlocks, &mut turn);
            slice.charge(&turn);
            self.left = self.left.saturating_sub(turn.nodes());
            match end {
                None => {}
                Some(Outcome::Stopped(_) | Outcome::GaveUp) if !is_last => {
                    self.retired = std::mem::take(&mut self.retired).plus(&way.stats());
                    self.running[self.at] = None;
                    self.left = 0;
                }
                end => return Ok(end),
            }
        } else {
            self.left = 0;
        }
        if self.left == 0 {
            self.next();
        }
        Ok(None)
    }

    fn way(&self, weights: Weights) -> Result<Follow<'a>, Stop> {
        let scorer = Scorer::new(&self.analysis.map, self.phases.clone(), weights);
        Follow::new(self.analysis, scorer, self.techniques, self.memory)
    }

    /// Whether all ways have joined and only one is left.
    fn is_last(&self) -> bool {
        self.running.len() == WAYS.len() && self.running.iter().flatten().count() == 1
    }

    /// Passes the turn on.
    fn next(&mut self) {
        self.at += 1;
        if self.at == WAYS.len() {
            self.at = 0;
            self.turn *= 2;
        }
        self.left = self.turn;
    }
}
