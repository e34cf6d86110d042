//! Solutions shortened in a worker, for a host that must not be held up: the host's thread only listens.
//!
//! The worker reports progress as a search does. Asked to stop, it answers with the shortest solution it has by
//! then. The parent replays the answer with the checker before anybody sees it.

use std::sync::Arc;

use puzzle::plain::LevelData;
use puzzle::search::Observer;
use puzzle::solutions::{Replayed, replay};
use puzzle::{Budget, Cancel, Limits, Metric, Puzzle};

use crate::exchange::{End, Patience, Talk, unreadable};
use crate::message::Message;
use crate::parent::Workers;
use crate::run::within_machine;
use crate::task::{ImproveTask, Order};

/// What should become shorter, and at what cost.
pub struct ImproveRequest<'a> {
    /// The solutions at hand.
    pub solutions: &'a [String],
    /// What should become fewer; the other count decides between equals.
    pub goal: Metric,
    /// The limits.
    pub limits: Limits,
    /// Raised to stop.
    pub cancel: &'a Cancel,
    /// Told how far the optimizer has got.
    pub observer: &'a dyn Observer,
}

impl Workers {
    /// The shortest solution that a worker has made of those at hand, replayed; `None` when no worker can be started.
    ///
    /// # Errors
    ///
    /// When a solution at hand is invalid, or the worker ended without an answer; the sentence says why.
    pub fn improve(
        &mut self,
        puzzle: &Puzzle,
        request: &ImproveRequest<'_>,
    ) -> Option<Result<Replayed, String>> {
        let Limits { time, memory, nodes } = request.limits;
        let (level, solutions) = (LevelData::new(puzzle), request.solutions.to_vec());
        let goal = request.goal;
        let task = ImproveTask { level, solutions, goal, time, memory, nodes };
        let order = Order::Improve(Box::new(task)).line();
        let mut worker = self.ready(&order, 1)?;
        let mut talk =
            Improving { request, patience: Patience::new(request.limits.time), found: None };
        let end = worker.follow(&mut talk, request.cancel);
        let Some(answer) = talk.found else {
            let (status, error) = end.fault();
            return Some(Err(error.unwrap_or_else(|| format!("it ended: {}", status.name()))));
        };
        worker.finished += 1;
        self.running = Some(worker);
        let checked = |moves: String| replay(puzzle, &moves).map_err(|wrong| wrong.to_string());
        Some(answer.and_then(checked))
    }
}

/// An exchange with a worker that shortens solutions.
struct Improving<'a> {
    request: &'a ImproveRequest<'a>,
    patience: Patience,
    found: Option<Result<String, String>>,
}

impl Talk for Improving<'_> {
    fn hear(&mut self, line: &str) -> Option<End> {
        match serde_json::from_str(line) {
            Ok(Message::Progress(line)) => {
                self.request.observer.progress(&line.progress());
                None
            }
            Ok(Message::Improved(found)) => {
                self.found = Some(found);
                Some(End::Done)
            }
            Ok(_) => Some(unreadable("it solves what is to be shortened")),
            Err(error) => Some(unreadable(&error.to_string())),
        }
    }

    fn patience(&mut self) -> &mut Patience {
        &mut self.patience
    }
}

/// The worker's side: shortens the solutions of a task.
pub(crate) fn improved(
    task: ImproveTask,
    cancel: Cancel,
    observer: Arc<dyn Observer>,
) -> Result<String, String> {
    let ImproveTask { level, solutions, goal, time, memory, nodes } = task;
    let puzzle = level.judge().map_err(|refused| refused.to_string())?;
    let limits = within_machine(Limits { time, memory, nodes });
    let mut budget = Budget::new(limits, cancel).with_observer(observer);
    let merged = puzzle::improve::improve_all(&puzzle, &solutions, goal, &mut budget);
    merged.map(|merged| merged.best.moves).map_err(|error| error.to_string())
}
