//! What a worker process reports while it searches, and what its report counts in the end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use puzzle::search::{Goal, Limits, Observer, Progress};
use puzzle::{Game, Request, Status};
use runner::{WorkerCommand, Workers};

/// Far more states than the limits leave room for.
const HARD: &str = "\
################
#..            #
#..  $ $ $ $ $ #
#..   $ $ $ $  #
#..  $ $ $ $ $ #
#..   $ $ $    #
#..            #
#.....  @      #
################
";

/// The counts that were shown.
#[derive(Default)]
struct Shown {
    last: AtomicU64,
    engines: Mutex<Vec<&'static str>>,
}

impl Observer for Shown {
    fn progress(&self, progress: &Progress) {
        self.last.fetch_max(progress.expanded, Ordering::Relaxed);
        self.engines.lock().unwrap().push(progress.engine);
    }
}

#[test]
fn no_report_of_a_worker_is_below_its_progress() {
    let puzzle = puzzle::read(HARD.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap();
    let mut workers = Workers::new(WorkerCommand::of(env!("CARGO_BIN_EXE_banto").into()));
    let mut reports = 0;
    for (engine, goal) in [
        ("auto", None),
        ("auto", Some(Goal::Pushes)),
        ("fess", None),
        ("optimal", Some(Goal::Moves)),
        ("rolling-stone", None),
        ("beam", None),
        ("phase", None),
    ] {
        // One ends by its nodes, the other by its time.
        for (nodes, time) in [(Some(20_000), 20_000), (None, 700)] {
            let shown = Arc::new(Shown::default());
            let limits =
                Limits { nodes, time: Some(Duration::from_millis(time)), memory: Some(256 << 20) };
            let observer: Option<Arc<dyn Observer>> = Some(shown.clone());
            let request =
                Request { engine: engine.to_owned(), goal, limits, observer, ..Request::default() };
            let report = workers.run(&puzzle, &request.resolve(Game::Sokoban).unwrap());
            assert_ne!(report.status, Status::Crashed, "{engine}: {:?}", report.error);
            let (last, recorded) = (shown.last.load(Ordering::Relaxed), report.stats.expanded);
            assert!(
                last <= recorded,
                "{engine} {goal:?} {nodes:?}: {last} nodes shown, {recorded} recorded"
            );
            reports += shown.engines.lock().unwrap().len();
        }
    }
    assert!(reports > 10, "{reports} reports came");
}
