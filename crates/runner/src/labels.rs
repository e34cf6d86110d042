//! Labels in a worker: a block of levels goes out as one order, and every label comes back as a message.
//!
//! The worker keeps its [`Labeller`](puzzle::label::Labeller) and its memory from level to level and from block to
//! block. What ends it costs the one search it was at: the labels before it are there, and those after it are
//! made by a new process. A search that ends a process which has made labels before is made once more in
//! a fresh one, because what the others left behind may have been the reason.

use std::time::Duration;

use puzzle::label::{Label, Labeller};
use puzzle::plain::LevelData;
use puzzle::{Cancel, Goal, Limits, Puzzle};

use crate::exchange::{End, Patience, Talk, unreadable};
use crate::message::Message;
use crate::parent::Workers;
use crate::run::within_machine;
use crate::task::{LabelLevel, LabelTask, Order};

/// What is asked about each level, and what each search may use.
pub struct LabelRequest<'a> {
    /// What to count.
    pub goals: &'a [Goal],
    /// The limits of each search.
    pub limits: Limits,
    /// CPU time of each search.
    pub cpu: Option<Duration>,
    /// Raised to stop.
    pub cancel: &'a Cancel,
}

/// The labels of a block.
#[derive(Default)]
pub struct Labelled {
    /// Of each level, one for each goal.
    pub labels: Vec<Vec<Label>>,
    /// CPU time of the searches that were made elsewhere.
    pub cpu: Duration,
}

impl Workers {
    /// Labels a block of levels; `None` when it was cancelled.
    pub fn label(&mut self, puzzles: &[&Puzzle], request: &LabelRequest) -> Option<Labelled> {
        let mut block = Block::new(puzzles, request);
        while !block.rest().is_empty() {
            if request.cancel.is_cancelled() {
                return None;
            }
            let Some(mut worker) = self.ready(&block.order(), 1) else {
                block.label_here();
                break;
            };
            let before = block.labels.len();
            block.patience.again();
            let end = worker.follow(&mut block, request.cancel);
            worker.finished += (block.labels.len() - before) as u64;
            match end {
                End::Done => self.running = Some(worker),
                // A search that took too long would take as long once more.
                End::Killed(_) => block.fail(end),
                End::Died(..) if worker.finished == 0 => block.fail(end),
                End::Died(..) => {}
            }
        }
        (!request.cancel.is_cancelled()).then(|| block.labelled())
    }
}

/// A block of levels that is being labelled.
struct Block<'a> {
    puzzles: &'a [&'a Puzzle],
    request: &'a LabelRequest<'a>,
    /// Every level by its place, with every goal.
    searches: Vec<(usize, Goal)>,
    /// The labels of the first searches.
    labels: Vec<Label>,
    cpu: Duration,
    patience: Patience,
}

impl<'a> Block<'a> {
    fn new(puzzles: &'a [&'a Puzzle], request: &'a LabelRequest) -> Block<'a> {
        let goals = |at| request.goals.iter().map(move |&goal| (at, goal));
        let searches = (0..puzzles.len()).flat_map(goals).collect();
        let patience = Patience::new(request.limits.time);
        Block { puzzles, request, searches, labels: Vec::new(), cpu: Duration::ZERO, patience }
    }

    /// What has no label yet.
    fn rest(&self) -> &[(usize, Goal)] {
        &self.searches[self.labels.len()..]
    }

    /// The order for what has no label yet.
    fn order(&self) -> String {
        let levels = self.rest().chunk_by(|a, b| a.0 == b.0).map(|searches| {
            let level = LevelData::new(self.puzzles[searches[0].0]);
            LabelLevel { level, goals: searches.iter().map(|(_, goal)| *goal).collect() }
        });
        let Limits { time, memory, nodes } = self.request.limits;
        let (levels, cpu) = (levels.collect(), self.request.cpu);
        Order::Label(Box::new(LabelTask { levels, time, cpu, memory, nodes })).line()
    }

    /// The label of a search that ended its worker.
    fn fail(&mut self, end: End) {
        let (status, error) = end.fault();
        let mut label = Label::empty(status);
        label.error = error;
        self.labels.push(label);
    }

    /// Labels the rest in this process.
    fn label_here(&mut self) {
        let limits = within_machine(self.request.limits);
        let mut labeller = Labeller::new(limits, self.request.cancel.clone());
        let rest = self.rest().to_vec();
        self.labels.extend(rest.iter().map(|&(at, it)| labeller.label(self.puzzles[at], it)));
    }

    fn labelled(self) -> Labelled {
        let each = self.request.goals.len().max(1);
        Labelled {
            labels: self.labels.chunks(each).map(<[Label]>::to_vec).collect(),
            cpu: self.cpu,
        }
    }
}

impl Talk for Block<'_> {
    fn hear(&mut self, line: &str) -> Option<End> {
        match serde_json::from_str(line) {
            Ok(Message::Label(line)) => {
                self.labels.push(line.label);
                self.cpu += line.cpu;
                self.patience.again();
                self.rest().is_empty().then_some(End::Done)
            }
            Ok(_) => Some(unreadable("it solves what is to be labelled")),
            Err(error) => Some(unreadable(&error.to_string())),
        }
    }

    fn patience(&mut self) -> &mut Patience {
        &mut self.patience
    }
}
