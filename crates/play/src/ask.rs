//! Slow questions: hints, reasons, whole solutions. Each is answered on its own thread; Sokoban
//! searches run in a worker process, so that running out of memory does not end the game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use puzzle::hint::Hint;
use puzzle::search::{Observer, Progress};
use puzzle::why::{DeadReason, Explanation, Place};
use puzzle::{Budget, Cancel, Limits, NoAnswer, Puzzle, Report, Request, Resolved};
use runner::{WorkerCommand, Workers};

/// Time for a hint in Sokoban, where a whole solution is searched for.
const HINT_TIME: Duration = Duration::from_secs(10);
/// Time for everything that is answered at once.
const AT_ONCE: Duration = Duration::from_secs(2);
/// Memory for either.
const MEMORY: u64 = 512 << 20;

/// What can be asked about a position.
#[derive(Clone)]
pub(crate) enum Question {
    /// The way on; in Unblock another piece than the one named is preferred.
    Hint(Puzzle, Option<String>),
    /// Why it is lost.
    Why(Puzzle),
    /// The dead squares.
    Dead(Puzzle),
    /// A whole solution.
    Solve(Puzzle, Box<Resolved>),
}

/// What can be answered.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The way on.
    Hint(Result<Hint, NoAnswer>),
    /// Why the position is lost, if it is.
    Why(Result<Option<Explanation>, NoAnswer>),
    /// The dead squares.
    Dead(Result<Vec<(Place, DeadReason)>, NoAnswer>),
    /// How far a search has got.
    Progress(Progress),
    /// How a search has ended.
    Solved(Box<Report>),
}

/// Which question an answer belongs to.
pub(crate) type Ticket = u64;

/// A new ticket.
pub(crate) fn ticket() -> Ticket {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Answers a question; blocking.
pub(crate) fn answer(
    question: Question,
    cancel: Cancel,
    searcher: Option<&WorkerCommand>,
) -> Answer {
    let limits = Limits { time: Some(AT_ONCE), memory: Some(MEMORY), nodes: None };
    let mut budget = Budget::new(limits, cancel.clone());
    match question {
        Question::Hint(puzzle @ Puzzle::Sokoban(_), _) => {
            let limits = Limits { time: Some(HINT_TIME), ..limits };
            let request = Request { limits, cancel, ..Request::default() };
            let resolved = request.resolve(puzzle.game());
            let resolved = resolved.map_err(|error| NoAnswer::Nothing(error.to_string()));
            Answer::Hint(resolved.and_then(|it| Hint::of(solve(&puzzle, &it, searcher))))
        }
        Question::Hint(puzzle, avoid) => {
            let mut found = guarded(|| puzzle::hint(&puzzle, &mut budget));
            if let (Ok(hint), Some(piece)) = (&mut found, &avoid) {
                hint.avoid(piece);
            }
            Answer::Hint(found)
        }
        Question::Why(puzzle) => Answer::Why(guarded(|| puzzle::why(&puzzle, &mut budget))),
        Question::Dead(puzzle) => {
            Answer::Dead(guarded(|| puzzle::why::dead_squares(&puzzle, &mut budget)))
        }
        Question::Solve(puzzle, resolved) => {
            let resolved = resolved.cancelled_by(cancel);
            Answer::Solved(Box::new(solve(&puzzle, &resolved, searcher)))
        }
    }
}

/// Solves in a process of its own, where one can be started.
pub(crate) fn solve(
    puzzle: &Puzzle,
    resolved: &Resolved,
    searcher: Option<&WorkerCommand>,
) -> Report {
    match searcher {
        Some(searcher) => Workers::new(searcher.clone()).run(puzzle, resolved),
        None => runner::run(puzzle, resolved),
    }
}

/// A panic in an engine costs only this answer.
fn guarded<T>(work: impl FnOnce() -> Result<T, NoAnswer>) -> Result<T, NoAnswer> {
    let crashed = |_| Err(NoAnswer::Refused("the engine crashed".to_owned()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(crashed)
}

/// The queue of questions and answers.
pub(crate) struct Desk {
    searcher: Option<WorkerCommand>,
    sender: Sender<(Ticket, Answer)>,
    answers: Receiver<(Ticket, Answer)>,
}

impl Desk {
    pub(crate) fn new(searcher: Option<WorkerCommand>) -> Desk {
        let (sender, answers) = channel();
        Desk { searcher, sender, answers }
    }

    /// Hands a question in.
    pub(crate) fn ask(&self, ticket: Ticket, mut question: Question, cancel: Cancel) {
        let (sender, searcher) = (self.sender.clone(), self.searcher.clone());
        if let Question::Solve(_, resolved) = &mut question {
            **resolved = resolved.clone().watched(Arc::new(Watcher(ticket, sender.clone())));
        }
        std::thread::spawn(move || {
            // When the game is over, the receiver is gone; that is not an error.
            let _ = sender.send((ticket, answer(question, cancel, searcher.as_ref())));
        });
    }

    /// An answer that has come.
    pub(crate) fn take(&self) -> Option<(Ticket, Answer)> {
        self.answers.try_recv().ok()
    }
}

/// Reports the progress of a search.
struct Watcher(Ticket, Sender<(Ticket, Answer)>);

impl Observer for Watcher {
    fn progress(&self, progress: &Progress) {
        let _ = self.1.send((self.0, Answer::Progress(progress.clone())));
    }
}
