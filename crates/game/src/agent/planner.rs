//! Solves levels in the background: first the one being played, then those that follow.
//!
//! A level goes through stages: any solution, the same made shorter, one with the fewest pushes, that
//! with shorter walks, and at last one with the fewest moves, which may have as few pushes. The
//! cheapest of them is the best known. Two threads work on the stages of the nearest levels, and on
//! the last stage only when nothing else is left. A search for a later level is cancelled if the
//! level being played has no solution yet.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use puzzle::plain::Dir;
use puzzle::{
    Budget, Cancel, Goal, Guarantee, Limits, Metric, Puzzle, Request, SokobanPuzzle, Status,
};
use runner::Workers;
use tokio::sync::Notify;

use super::plan::{Plan, Position, level_at};
use super::{Levels, Options, Strategy};
use crate::yard::{Yard, map, number_of};

/// Levels that are solved ahead.
const AHEAD: u32 = 40;
/// Threads that search.
const THREADS: usize = 2;
/// Memory of a search.
const MEMORY: u64 = 1 << 30;
/// Wall-clock time of a search, as a multiple of its CPU time.
const PATIENCE: u32 = 4;
/// Time for making a solution shorter.
const SHORTEN: Duration = Duration::from_secs(2);

/// What is known about a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The cheapest solution.
    pub(super) best: Option<Arc<Plan>>,
    /// No solution has fewer pushes.
    pub(super) bound: Option<u64>,
    /// Whether nothing better will come.
    pub(super) done: bool,
    /// Why there is no solution.
    pub(super) trouble: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Quick,
    Shorten,
    Fewest,
    Polish,
    Walks,
    Done,
}

/// How urgent a stage is, the least first: whether it is the last one of its level, how soon the level is
/// needed, and the stage.
type Rank = (bool, u32, Stage);

/// A level that is worked on.
struct Task {
    puzzle: Arc<SokobanPuzzle>,
    known: Known,
    stage: Stage,
    /// Whether it begins with a position in the middle of the level.
    rescued: bool,
    /// Counts restarts, so that results from before a restart are dropped.
    edition: u32,
}

/// A stage that a thread is busy with.
struct Running {
    map: String,
    rank: Rank,
    cancel: Cancel,
}

#[derive(Default)]
struct Board {
    focus: Option<String>,
    /// `Err` says why a level is missing.
    tasks: BTreeMap<String, Result<Task, String>>,
    running: Vec<Running>,
    over: bool,
}

struct Shared {
    board: Mutex<Board>,
    work: Condvar,
    news: Notify,
    levels: Levels,
    strategy: Strategy,
    think: Duration,
}

/// The searches in the background. When the last handle is dropped, they end.
#[derive(Clone)]
pub(super) struct Planner(Arc<Handle>);

struct Handle(Arc<Shared>);

impl Drop for Handle {
    fn drop(&mut self) {
        let mut board = self.0.board();
        board.over = true;
        board.running.iter().for_each(|it| it.cancel.cancel());
        self.0.work.notify_all();
    }
}

impl Planner {
    pub(super) fn start(options: &Options) -> Planner {
        let shared = Arc::new(Shared {
            board: Mutex::default(),
            work: Condvar::new(),
            news: Notify::new(),
            levels: options.levels.clone(),
            strategy: options.strategy,
            think: options.think,
        });
        for _ in 0..THREADS {
            let shared = shared.clone();
            let worker = options.worker.clone();
            std::thread::spawn(move || shared.labour(&mut Workers::new(worker)));
        }
        Planner(Arc::new(Handle(shared)))
    }

    /// The level that is played from now on.
    pub(super) fn focus(&self, map: &str) {
        let shared = &self.0.0;
        let mut board = shared.board();
        if board.tasks.get(map).is_some_and(|it| it.as_ref().is_ok_and(|task| task.rescued)) {
            board.tasks.remove(map);
        }
        board.focus = Some(map.to_owned());
        for name in shared.wanted(map) {
            let task = || match (shared.levels)(&name) {
                Some(Ok(puzzle)) => Ok(Task::new(puzzle, false, 0)),
                Some(Err(reason)) => Err(format!("{name}: {reason}")),
                None => Err(format!("there is no level file for {name}")),
            };
            board.tasks.entry(name.clone()).or_insert_with(task);
        }
        board.make_room();
        shared.work.notify_all();
    }

    /// Compares the first position of a level that the server shows with our file. `step` frames have
    /// gone by, each with at most one move.
    ///
    /// # Errors
    /// How the server's level differs from ours.
    pub(super) fn compare(&self, map: &str, step: u64, at: &Position) -> Result<(), String> {
        let board = self.0.0.board();
        let Some(Ok(task)) = board.tasks.get(map) else { return Ok(()) };
        let start = Yard::new(task.puzzle.clone());
        let (theirs, ours) = (at.1.len(), start.boxes().len());
        if theirs != ours {
            return Err(differs(map, &format!("it has {theirs} boxes, ours {ours}")));
        }
        let shows = |yard: &Yard| (yard.player(), yard.boxes()) == *at;
        let moved = |dir: &Dir| {
            let mut yard = start.clone();
            yard.step(*dir).is_some() && shows(&yard)
        };
        let same = match step {
            0 => shows(&start),
            1 => shows(&start) || Dir::ALL.iter().any(moved),
            _ => level_at(&task.puzzle, at).is_some(),
        };
        if same { Ok(()) } else { Err(differs(map, "player and boxes stand elsewhere")) }
    }

    /// Searches from a position that no plan leads through.
    ///
    /// # Errors
    /// If the position is impossible in our file of the level.
    pub(super) fn rescue(&self, map: &str, at: &Position) -> Result<(), String> {
        let shared = &self.0.0;
        let mut board = shared.board();
        let Some(Ok(task)) = board.tasks.get_mut(map) else { return Ok(()) };
        // Only when the last rescue has said all it can.
        if task.rescued && task.known.best.is_none() && task.known.trouble.is_none() {
            return Ok(());
        }
        let puzzle = level_at(&task.puzzle, at);
        let puzzle = puzzle.ok_or_else(|| differs(map, "its position is impossible in ours"))?;
        *task = Task::new(puzzle, true, task.edition + 1);
        board.make_room();
        shared.work.notify_all();
        Ok(())
    }

    /// What is known about a level.
    ///
    /// # Errors
    /// Why the level is missing.
    pub(super) fn known(&self, map: &str) -> Result<Known, String> {
        match self.0.0.board().tasks.get(map) {
            Some(Ok(task)) => Ok(task.known.clone()),
            Some(Err(reason)) => Err(reason.clone()),
            None => Err(format!("{map} was not announced")),
        }
    }

    /// Who solved the level with a number.
    pub(super) fn engine_of(&self, number: u32) -> String {
        let board = self.0.0.board();
        let task = board.tasks.iter().find(|it| number_of(it.0) == Some(number));
        let plan = task.and_then(|it| it.1.as_ref().ok()).and_then(|task| task.known.best.clone());
        plan.map(|plan| plan.engine.clone()).unwrap_or_default()
    }

    /// Until something new is known.
    pub(super) async fn news(&self) {
        self.0.0.news.notified().await;
    }
}

impl Task {
    fn new(puzzle: Arc<SokobanPuzzle>, rescued: bool, edition: u32) -> Task {
        let known = Known::default();
        Task { puzzle, known, stage: Stage::Quick, rescued, edition }
    }
}

/// The message that the server plays another level than we have.
pub(super) fn differs(map: &str, how: &str) -> String {
    format!("the server plays another {map} than our level file holds: {how}")
}

/// A lower bound of the pushes.
fn bound(puzzle: &Arc<SokobanPuzzle>) -> Option<u64> {
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    let puzzle = Puzzle::Sokoban(Box::new(SokobanPuzzle::clone(puzzle)));
    let facts = puzzle::facts(&puzzle, &mut Budget::new(limits, Cancel::default())).ok()?;
    facts.into_iter().find_map(|(name, value)| match value {
        puzzle::facts::FactValue::Number(bound) if name == "lower_bound_pushes" => Some(bound),
        _ => None,
    })
}

impl Board {
    /// How soon a level is needed.
    fn distance(&self, map: &str) -> Option<u32> {
        let focus = self.focus.as_deref()?;
        if focus == map {
            return Some(0);
        }
        number_of(map)?.checked_sub(number_of(focus)?).filter(|&it| it > 0)
    }

    /// The next stage to work on: that of the nearest level.
    fn next(&self) -> Option<(String, Rank)> {
        let free = |map: &String| self.running.iter().all(|it| it.map != *map);
        let open = self.tasks.iter().filter_map(|(map, task)| {
            let task = task.as_ref().ok().filter(|task| task.stage != Stage::Done)?;
            let rank = (task.stage == Stage::Walks, self.distance(map)?, task.stage);
            free(map).then(|| (map.clone(), rank))
        });
        open.min_by_key(|it| it.1)
    }

    /// Cancels the search for a later level if the one being played has no solution and no search.
    fn make_room(&mut self) {
        let urgent = self.next().is_some_and(|(_, rank)| rank == (false, 0, Stage::Quick));
        if urgent && self.running.len() >= THREADS {
            let last = self.running.iter().max_by_key(|it| it.rank);
            last.into_iter().for_each(|it| it.cancel.cancel());
        }
        // Cancel what is no longer needed.
        let past = self.running.iter().filter(|it| self.distance(&it.map).is_none());
        past.for_each(|it| it.cancel.cancel());
    }
}

/// A task for a thread.
struct Job {
    map: String,
    edition: u32,
    stage: Stage,
    puzzle: Arc<SokobanPuzzle>,
    best: Option<Arc<Plan>>,
    cancel: Cancel,
}

/// The result of a task.
struct Found {
    plan: Option<Plan>,
    next: Stage,
    trouble: Option<String>,
    /// No solution has fewer pushes.
    bound: Option<u64>,
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The levels to know about while one is played.
    fn wanted(&self, focus: &str) -> Vec<String> {
        let mut names = vec![focus.to_owned()];
        if self.strategy == Strategy::Score
            && let Some(number) = number_of(focus)
            && focus == map(number)
        {
            names.extend((1..=AHEAD).map_while(|it| number.checked_add(it)).map(map));
        }
        names
    }

    /// The loop of a thread.
    fn labour(&self, workers: &mut Workers) {
        while let Some(job) = self.take() {
            let found = self.work(&job, workers);
            self.bring(&job, found);
        }
    }

    fn take(&self) -> Option<Job> {
        let mut board = self.board();
        loop {
            if board.over {
                return None;
            }
            if let Some((map, rank)) = board.next()
                && let Some(Ok(task)) = board.tasks.get(&map)
            {
                let cancel = Cancel::default();
                let (puzzle, best) = (task.puzzle.clone(), task.known.best.clone());
                let (edition, stage) = (task.edition, task.stage);
                board.running.push(Running { map: map.clone(), rank, cancel: cancel.clone() });
                return Some(Job { map, edition, stage, puzzle, best, cancel });
            }
            board = self.work.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn bring(&self, job: &Job, found: Found) {
        let mut board = self.board();
        board.running.retain(|it| it.map != job.map);
        if let Some(Ok(task)) = board.tasks.get_mut(&job.map)
            && task.edition == job.edition
            && (!job.cancel.is_cancelled() || found.plan.is_some())
        {
            let known = &mut task.known;
            let better = |plan: &Plan| known.best.as_ref().is_none_or(|it| plan.cost() < it.cost());
            if let Some(plan) = found.plan.filter(better) {
                known.best = Some(Arc::new(plan));
            }
            known.bound = known.bound.max(found.bound);
            let trouble = found.trouble.or(known.trouble.take());
            known.trouble = trouble.filter(|_| known.best.is_none());
            task.stage = found.next;
            // What the last stage can bring is not worth waiting for.
            known.done = task.stage >= Stage::Walks;
        }
        drop(board);
        self.work.notify_all();
        self.news.notify_one();
    }

    /// One stage of one level.
    fn work(&self, job: &Job, workers: &mut Workers) -> Found {
        match job.stage {
            Stage::Quick => {
                let engine = match self.strategy {
                    Strategy::Score => ("auto", None),
                    Strategy::Aveiro => ("aveiro", None),
                };
                let found = self.search(job, engine, workers);
                let next = match self.strategy {
                    Strategy::Aveiro => Stage::Done,
                    Strategy::Score => found.next.max(Stage::Shorten),
                };
                Found { next, bound: bound(&job.puzzle), ..found }
            }
            Stage::Shorten => shortened(job, Stage::Fewest),
            Stage::Fewest => {
                let found = self.search(job, ("optimal", Some(Goal::Pushes)), workers);
                Found { next: Stage::Polish, trouble: None, ..found }
            }
            Stage::Polish => shortened(job, Stage::Walks),
            Stage::Walks | Stage::Done => {
                let found = self.search(job, ("optimal", Some(Goal::Moves)), workers);
                let best = found.plan.map(|plan| cheaper(job, plan));
                Found { plan: best, next: Stage::Done, trouble: None, bound: None }
            }
        }
    }

    fn search(&self, job: &Job, engine: (&str, Option<Goal>), workers: &mut Workers) -> Found {
        let request = Request {
            engine: engine.0.to_owned(),
            goal: engine.1,
            limits: Limits { time: Some(self.think * PATIENCE), memory: Some(MEMORY), nodes: None },
            cpu: Some(self.think),
            cancel: job.cancel.clone(),
            ..Request::default()
        };
        let puzzle = Puzzle::Sokoban(Box::new(SokobanPuzzle::clone(&job.puzzle)));
        let report = match request.resolve(puzzle.game()) {
            Ok(resolved) => workers.run(&puzzle, &resolved),
            Err(error) => {
                let trouble = Some(format!("{}: {error}", job.map));
                return Found { plan: None, next: Stage::Done, trouble, bound: None };
            }
        };
        let solution = report.solution.as_deref();
        let plan = solution.and_then(|moves| Plan::new(&job.puzzle, moves, &report.engine));
        let proved = report.guarantee == Guarantee::Optimal(Metric::Pushes);
        let bound = plan.as_ref().filter(|_| proved).map(|plan| plan.pushes);
        let trouble = plan.is_none().then(|| match report.status {
            Status::Unsolvable => format!("{} has no solution from here", job.map),
            Status::Time if is_slow(report.cpu, self.think) => {
                let [used, given] = [report.cpu, self.think].map(|time| time.as_secs_f64());
                format!(
                    "{}: no solution found in {used:.1} s of CPU time: the machine was too busy for the {given:.1} s \
                     that a search may have",
                    job.map
                )
            }
            status => format!("{}: no solution found ({})", job.map, status.name()),
        });
        // What has no solution at all is not searched again.
        let next = match report.status {
            Status::Unsolvable => Stage::Done,
            _ => Stage::Quick,
        };
        Found { plan, next, trouble, bound }
    }
}

/// Whether a search that ended by its time has not had the CPU time it may have. Limits are not kept to the
/// millisecond.
fn is_slow(used: Duration, given: Duration) -> bool {
    used < given.mul_f64(0.9)
}

/// The best solution made shorter.
fn shortened(job: &Job, next: Stage) -> Found {
    let plan = job.best.as_ref().and_then(|best| shorter(job, best));
    Found { plan, next, trouble: None, bound: None }
}

/// A solution, or the same with fewer pushes when that is cheaper.
fn cheaper(job: &Job, plan: Plan) -> Plan {
    let other = shorter(job, &plan).filter(|other| other.cost() < plan.cost());
    other.unwrap_or(plan)
}

/// A solution with fewer pushes or shorter walks; perhaps the same.
fn shorter(job: &Job, plan: &Plan) -> Option<Plan> {
    let limits = Limits { time: Some(SHORTEN), memory: Some(MEMORY), nodes: None };
    let mut budget = Budget::new(limits, job.cancel.clone());
    let puzzle = Puzzle::Sokoban(Box::new(SokobanPuzzle::clone(&job.puzzle)));
    let shorter = puzzle::improve(&puzzle, &plan.text, Metric::Pushes, &mut budget).ok()?;
    Plan::new(&job.puzzle, &shorter.moves, &plan.engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_had_its_cpu_time_was_not_on_a_slow_machine() {
        let given = Duration::from_secs(10);
        assert!(!is_slow(Duration::from_millis(9_950), given) && !is_slow(given, given));
        assert!(is_slow(Duration::from_secs(3), given));
    }
}
