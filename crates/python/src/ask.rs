//! The questions of the command line about one level. Answers that are more than a number are JSON, which the Python
//! layer turns into objects.

use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};

use puzzle::label::Labeller;
use puzzle::proof::{Claim, Proved};
use puzzle::record::Record;
use puzzle::request::Settings;
use puzzle::search::{Goal, Metric, goal};
use puzzle::why::Place;
use puzzle::{Budget, Cancel, Counts, Limits, Puzzle, Report, Request};

use crate::error;
use crate::level::Level;
use crate::search_thread::{CancelFlag, Latest, Watcher, search};

/// Seconds, bytes and nodes that a search may use.
type AskedLimits = (Option<f64>, Option<u64>, Option<u64>);

fn limits(py: Python<'_>, (time, memory, nodes): AskedLimits) -> PyResult<Limits> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| error::usage(py, "that time is out of range"))?;
    Ok(Limits { time, memory, nodes })
}

fn asked_goal(py: Python<'_>, name: &str) -> PyResult<Option<Goal>> {
    goal::from_name(name).map_err(|error| error::usage(py, &error.to_string()))
}

/// What the record says beside the answer of the search.
#[derive(FromPyObject)]
pub(crate) struct Asked {
    #[pyo3(item)]
    engine: String,
    #[pyo3(item)]
    goal: String,
    #[pyo3(item)]
    techniques: Vec<String>,
    #[pyo3(item)]
    settings: Vec<(String, String)>,
    #[pyo3(item)]
    limits: AskedLimits,
    #[pyo3(item)]
    threads: usize,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    improve: Option<f64>,
    #[pyo3(item)]
    gap: Option<String>,
}

impl Asked {
    fn request(self, py: Python<'_>) -> PyResult<Request> {
        let usage = |sentence: &str| error::usage(py, sentence);
        let mut lab = Settings::default();
        for (name, value) in &self.settings {
            lab.set(name, value).map_err(|error| usage(&error.to_string()))?;
        }
        let improve = self.improve.map(Duration::try_from_secs_f64).transpose();
        let gap = self.gap.as_deref().map(|gap| {
            puzzle::request::gap(gap).ok_or_else(|| usage("expected a gap such as 2% or 0.5%"))
        });
        Ok(Request {
            engine: self.engine,
            goal: asked_goal(py, &self.goal)?,
            techniques: self.techniques,
            lab,
            limits: limits(py, self.limits)?,
            threads: self.threads.max(1),
            seed: self.seed,
            improve: improve.map_err(|_| usage("that time is out of range"))?,
            gap: gap.transpose()?.unwrap_or(0),
            ..Request::default()
        })
    }
}

/// Solves a level; the record as one line of JSON.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    level: &Level,
    asked: Asked,
    progress: Option<Py<PyAny>>,
    cancel: Option<&CancelFlag>,
) -> PyResult<String> {
    let mut request = asked.request(py)?;
    request.cancel = cancel.map(|flag| flag.0.clone()).unwrap_or_default();
    let watcher =
        progress.map(|callback| Watcher { callback, latest: Arc::new(Latest::default()) });
    if let Some(watcher) = &watcher {
        request.observer = Some(watcher.latest.clone());
    }
    let report = run(py, level, &request, watcher.as_ref())?;
    Ok(Record::new(&level.collection, level.index, level.title(), &report).to_json())
}

fn run(
    py: Python<'_>,
    level: &Level,
    request: &Request,
    watcher: Option<&Watcher>,
) -> PyResult<Report> {
    let resolved =
        request.resolve(level.puzzle.game()).map_err(|error| error::refused(py, &error))?;
    let (puzzle, threads) = (level.puzzle.clone(), request.threads);
    search(py, &request.cancel, watcher, move || {
        let clock = Clock::start(threads);
        let mut report = puzzle::run(&puzzle, &resolved);
        report.cpu = clock.elapsed().unwrap_or(report.wall);
        report
    })
}

/// CPU time of a search: of its thread, or of the whole process when it has several threads. Where the system does not
/// say, the record has the wall-clock time.
struct Clock {
    threads: usize,
    began: Option<Duration>,
}

impl Clock {
    fn start(threads: usize) -> Clock {
        Clock { threads, began: Clock::read(threads) }
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(Clock::read(self.threads)?.saturating_sub(self.began?))
    }

    #[cfg(unix)]
    fn read(threads: usize) -> Option<Duration> {
        use rustix::time::{ClockId, clock_gettime};
        let clock = if threads == 1 { ClockId::ThreadCPUTime } else { ClockId::ProcessCPUTime };
        let time = clock_gettime(clock);
        Some(Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32))
    }

    #[cfg(not(unix))]
    fn read(_: usize) -> Option<Duration> {
        None
    }
}

/// Replays a solution with the independent checker: its counts as JSON.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, level: &Level, moves: &str) -> PyResult<String> {
    let checked = py.detach(|| puzzle::check(&level.puzzle, moves));
    checked.map(|found| counts(&found).to_string()).map_err(|wrong| error::wrong(py, &wrong))
}

/// Asks something within limits, on a thread of its own.
fn ask<T: Send + 'static, E: Send + 'static>(
    py: Python<'_>,
    level: &Level,
    asked: AskedLimits,
    question: impl FnOnce(&Puzzle, &mut Budget) -> Result<T, E> + Send + 'static,
) -> PyResult<Result<T, E>> {
    let (limits, cancel, puzzle) = (limits(py, asked)?, Cancel::default(), level.puzzle.clone());
    let mut budget = Budget::new(limits, cancel.clone());
    search(py, &cancel, None, move || question(&puzzle, &mut budget))
}

/// The way on from a level, as JSON.
#[pyfunction]
pub(crate) fn hint(py: Python<'_>, level: &Level, limits: AskedLimits) -> PyResult<String> {
    let hint = ask(py, level, limits, puzzle::hint)?;
    let hint = hint.map_err(|reason| error::unanswered(py, &reason))?;
    let answer = json!({
        "status": hint.status.name(), "next": hint.next, "solution": hint.solution,
        "to_go": counts(&hint.to_go), "guarantee": hint.guarantee.name(),
    });
    Ok(answer.to_string())
}

/// Why a level is lost, as JSON; `None` when no reason is seen.
#[pyfunction]
pub(crate) fn why(py: Python<'_>, level: &Level, limits: AskedLimits) -> PyResult<Option<String>> {
    let why = ask(py, level, limits, puzzle::why)?;
    let why = why.map_err(|reason| error::unanswered(py, &reason))?;
    let places = |places: &[Place]| -> Vec<_> {
        places.iter().map(|place| (place.row, place.column)).collect()
    };
    Ok(why.map(|lost| {
        let answer = json!({
            "kind": lost.kind, "sentence": lost.sentence,
            "boxes": places(&lost.boxes), "squares": places(&lost.squares),
        });
        answer.to_string()
    }))
}

/// How hard a level is, as JSON.
#[pyfunction]
pub(crate) fn rate(py: Python<'_>, level: &Level, limits: AskedLimits) -> PyResult<String> {
    let rated = ask(py, level, limits, puzzle::rate)?;
    let rated = rated.map_err(|reason| error::unanswered(py, &reason))?;
    Ok(rated.to_json().to_string())
}

/// What its designer may want to know of a level, as JSON.
#[pyfunction]
pub(crate) fn advice(py: Python<'_>, level: &Level, limits: AskedLimits) -> PyResult<String> {
    let advice = ask(py, level, limits, puzzle::advice)?;
    let advice = advice.map_err(|reason| error::unanswered(py, &reason))?;
    Ok(advice.to_json().to_string())
}

/// Row, column and reason of every square on which any box is lost.
#[pyfunction]
pub(crate) fn dead_squares(
    py: Python<'_>,
    level: &Level,
    limits: AskedLimits,
) -> PyResult<Vec<(usize, usize, &'static str)>> {
    let dead = ask(py, level, limits, puzzle::why::dead_squares)?;
    let dead = dead.map_err(|reason| error::unanswered(py, &reason))?;
    Ok(dead.into_iter().map(|(at, reason)| (at.row, at.column, reason.name())).collect())
}

/// What can be said about a level without solving it, as JSON.
#[pyfunction]
pub(crate) fn facts(py: Python<'_>, level: &Level, limits: AskedLimits) -> PyResult<String> {
    let facts = ask(py, level, limits, puzzle::facts)?;
    let facts = facts.map_err(|stop| error::unanswered(py, &stop.into()))?;
    // Pairs, because they have an order.
    Ok(json!(facts).to_string())
}

/// One short solution from several, as JSON.
#[pyfunction]
pub(crate) fn improve(
    py: Python<'_>,
    level: &Level,
    solutions: Vec<String>,
    goal: &str,
    limits: AskedLimits,
) -> PyResult<String> {
    let metric = asked_goal(py, goal)?.map_or(Metric::Pushes, Goal::first);
    for moves in &solutions {
        puzzle::check(&level.puzzle, moves).map_err(|wrong| error::wrong(py, &wrong))?;
    }
    let merged = ask(py, level, limits, move |puzzle, budget| {
        puzzle::improve::improve_all(puzzle, &solutions, metric, budget)
    })?;
    let merged = merged.map_err(|reason| error::unanswered(py, &reason))?;
    let row = |moves: &str, found: &Counts| json!({ "solution": moves, "counts": counts(found) });
    let front: Vec<Value> = merged.front.iter().map(|it| row(&it.moves, &it.counts)).collect();
    let answer = json!({
        "solution": merged.best.moves, "counts": counts(&merged.best.counts),
        "before": counts(&merged.best.before), "front": front,
    });
    Ok(answer.to_string())
}

/// A proof that a level has no solution, or none with fewer pushes: the file, and the positions it lists.
#[pyfunction]
pub(crate) fn prove<'py>(
    py: Python<'py>,
    level: &Level,
    at_least: Option<u32>,
    limits: AskedLimits,
) -> PyResult<(Bound<'py, PyBytes>, u64)> {
    let claim = at_least.map_or(Claim::Unsolvable, Claim::AtLeast);
    let proof =
        ask(py, level, limits, move |puzzle, budget| puzzle::proof::prove(puzzle, claim, budget))?;
    let proof = proof.map_err(|reason| error::unproved(py, reason))?;
    Ok((PyBytes::new(py, &proof.bytes), proof.positions))
}

/// Checks a proof from the rules alone: the pushes it proves, `None` for no solution at all, and its positions.
#[pyfunction]
pub(crate) fn check_proof(
    py: Python<'_>,
    level: &Level,
    proof: &Bound<'_, PyBytes>,
) -> PyResult<(Option<u32>, usize)> {
    let (puzzle, bytes) = (level.puzzle.clone(), proof.as_bytes().to_vec());
    let checked =
        search(py, &Cancel::default(), None, move || puzzle::proof::check_proof(&puzzle, &bytes))?;
    let Proved { claim, positions } = checked.map_err(|reason| error::bad_proof(py, &reason))?;
    match claim {
        Claim::Unsolvable => Ok((None, positions)),
        Claim::AtLeast(pushes) => Ok((Some(pushes), positions)),
    }
}

/// Fewest pushes or moves of one level after another, proved: a JSON object for each.
#[pyfunction]
pub(crate) fn label(
    py: Python<'_>,
    levels: Vec<Py<Level>>,
    goal: &str,
    limits: AskedLimits,
    cancel: Option<&CancelFlag>,
) -> PyResult<Vec<String>> {
    let goal = asked_goal(py, goal)?.unwrap_or(Goal::Pushes);
    let limits = self::limits(py, limits)?;
    let cancel = cancel.map(|flag| flag.0.clone()).unwrap_or_default();
    let puzzles: Vec<_> = levels.iter().map(|level| level.get().puzzle.clone()).collect();
    let flag = cancel.clone();
    search(py, &cancel, None, move || {
        let mut labeller = Labeller::new(limits, flag);
        let rows = puzzles.iter().map(|puzzle| {
            let label = labeller.label(puzzle, goal);
            serde_json::to_string(&label).unwrap_or_default()
        });
        rows.collect()
    })
}

/// Every push that can be walked to: row and column of the box, direction, the walk and the push.
pub(crate) type Pushes = Vec<(usize, usize, char, String)>;

/// What can be done at the start of a level: its moves and, in Sokoban, its pushes.
#[pyfunction]
pub(crate) fn legal(py: Python<'_>, level: &Level) -> (Vec<String>, Pushes) {
    let legal = py.detach(|| puzzle::legal(&level.puzzle));
    let pushes = legal.pushes.into_iter();
    let pushes = pushes.map(|it| (it.at.row, it.at.column, it.direction, it.moves));
    (legal.moves, pushes.collect())
}

/// Name, games and description of every engine.
#[pyfunction]
pub(crate) fn engines() -> Vec<(&'static str, &'static str, &'static str)> {
    puzzle::engines::all().iter().map(|row| (row.name, row.games, row.description)).collect()
}

/// Name and description of every technique.
#[pyfunction]
pub(crate) fn techniques() -> Vec<(&'static str, &'static str)> {
    puzzle::engines::TECHNIQUES.iter().map(|row| (row.name, row.summary)).collect()
}

/// The measures that a game has.
fn counts(counts: &Counts) -> Value {
    let all = [
        ("moves", counts.moves),
        ("pushes", counts.pushes),
        ("steps", counts.steps),
        ("box_lines", counts.box_lines),
        ("box_changes", counts.box_changes),
        ("pushing_sessions", counts.pushing_sessions),
    ];
    let known = all.into_iter().filter_map(|(name, count)| Some((name.to_owned(), json!(count?))));
    Value::Object(known.collect())
}
