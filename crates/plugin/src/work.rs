//! One level or game at the program: what the host wants, what it is told, and how it ends.
//!
//! The search and the listening to it are in a thread of their own. The host's thread asks the host every 50 ms
//! whether to go on, because hosts refresh their windows in that call.

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use puzzle::plain::LevelData;
use puzzle::search::{Observer, Progress};
use puzzle::{Cancel, Counts, Guarantee, Limits, Metric, Puzzle, Report, Request, Status, check};
use runner::{ImproveRequest, WorkerCommand, Workers};

use crate::metric;
use crate::settings::{Settings, program};
use crate::status::{Code, FOUND, News};

/// The widest and the highest board, and the most boxes that a host may send.
pub const LARGEST: (u32, u32, u32) = (256, 256, 256 * 256);

/// How often the host is asked whether to go on.
const ASK: Duration = Duration::from_millis(50);

/// The first round of the optimizer; each further one has twice as long.
const ROUND: Duration = Duration::from_secs(5);

/// What calls the plug-in.
pub trait Host {
    /// Takes news; returns true to stop.
    fn hear(&mut self, news: &News) -> bool;
}

/// The plug-in as the host has loaded it.
#[derive(Clone, Debug, Default)]
pub struct Plugin {
    /// Where its own file is.
    pub file: Option<PathBuf>,
    /// Where its settings are.
    pub settings: Option<PathBuf>,
}

/// How a call ended: the code, the last words, and a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The code for the host.
    pub code: Code,
    /// The moves in LURD.
    pub solution: Option<String>,
}

impl Plugin {
    /// Solves a board of characters without line ends.
    pub fn solve(&self, width: usize, board: &[u8], room: usize, host: &mut dyn Host) -> End {
        let began = Instant::now();
        let solved = self.begin(width, board).and_then(|(settings, puzzle, program)| {
            let request = settings.request();
            solve(&puzzle, request, program, host)
        });
        finish(solved, room, began, host)
    }

    /// Shortens the solutions of a board; `flags` say in what.
    pub fn optimize(
        &self,
        (width, board): (usize, &[u8]),
        games: &[String],
        flags: u32,
        room: usize,
        host: &mut dyn Host,
    ) -> End {
        let began = Instant::now();
        let shorter = self.begin(width, board).and_then(|(settings, puzzle, program)| {
            let goal = metric::asked(flags).ok_or_else(|| {
                Refusal(Code::Invalid, "Banto shortens pushes or moves".to_owned())
            })?;
            shorten(&puzzle, games, goal, settings.request().limits, program, host)
        });
        finish(shorter, room, began, host)
    }

    /// What every call needs.
    fn begin(&self, width: usize, board: &[u8]) -> Result<(Settings, Puzzle, PathBuf), Refusal> {
        let settings = Settings::load(self.settings.as_deref());
        let settings = settings.map_err(|why| Refusal(Code::Settings, why))?;
        let puzzle = level(width, board)?;
        let program = program(&settings, self.file.as_deref());
        Ok((settings, puzzle, program.map_err(|why| Refusal(Code::Failed, why))?))
    }
}

/// A call that cannot be served: the code for the host, and why.
struct Refusal(Code, String);

/// What a call found.
struct Found {
    code: Code,
    solution: Option<String>,
    news: News,
}

/// The level of a board; rows of nothing above and below it are left out.
fn level(width: usize, board: &[u8]) -> Result<Puzzle, Refusal> {
    let height = board.len().checked_div(width).unwrap_or(0);
    let (most_wide, most_high, _) = LARGEST;
    if width > most_wide as usize || height > most_high as usize {
        let why = format!("the board is larger than {most_wide} x {most_high}");
        return Err(Refusal(Code::Constraints, why));
    }
    // The eighth bit is a mark of the host.
    let row = |row: &[u8]| row.iter().map(|it| char::from(it & 0x7f)).collect::<String>();
    let rows: Vec<String> = board.chunks(width.max(1)).map(row).collect();
    let empty = |row: &&String| row.trim().is_empty();
    let above = rows.iter().take_while(empty).count();
    let below = rows[above..].iter().rev().take_while(empty).count();
    let rows = rows[above..rows.len() - below].to_vec();
    LevelData::Rows { rows }.judge().map_err(|why| Refusal(Code::Invalid, why.to_string()))
}

/// Tells the host how the call ended.
fn finish(found: Result<Found, Refusal>, room: usize, began: Instant, host: &mut dyn Host) -> End {
    let milliseconds = milliseconds(began);
    let found = found.unwrap_or_else(|Refusal(code, text)| Found {
        code,
        solution: None,
        news: News { text, flags: Some(0), ..News::default() },
    });
    let Found { mut code, mut solution, mut news } = found;
    // The moves and the zero, or the two zeros, behind them.
    if solution.as_ref().is_some_and(|moves| moves.len() + 2 > room) {
        (code, solution) = (Code::TooLong, None);
        news.text = "The solution is longer than the host has room for".to_owned();
        news.flags = Some(0);
    }
    host.hear(&News { milliseconds, ..news });
    End { code, solution }
}

fn milliseconds(since: Instant) -> u32 {
    u32::try_from(since.elapsed().as_millis()).unwrap_or(u32::MAX)
}

/// The last progress of a search, shared by the threads.
#[derive(Default)]
struct Last(Mutex<Progress>);

impl Last {
    fn get(&self) -> Progress {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Observer for Last {
    fn progress(&self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = progress.clone();
    }
}

/// Does work in a thread of its own, and asks the host meanwhile whether to go on.
fn apart<T: Send>(
    host: &mut dyn Host,
    cancel: &Cancel,
    last: &Last,
    what: &str,
    work: impl FnOnce() -> T + Send,
) -> Option<T> {
    let began = Instant::now();
    std::thread::scope(|threads| {
        let (sender, done) = channel();
        threads.spawn(move || sender.send(work()));
        loop {
            match done.recv_timeout(ASK) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let progress = last.get();
            if host.hear(&under_way(&progress, what, began)) {
                cancel.cancel();
            }
        }
    })
}

/// What the host is told while a search is under way.
fn under_way(progress: &Progress, what: &str, began: Instant) -> News {
    let Progress { engine, expanded, best, .. } = progress;
    let text = match engine.is_empty() {
        true => what.to_owned(),
        false => format!("{what}: {engine}, {expanded} positions, {best}"),
    };
    News { states: *expanded, text, milliseconds: milliseconds(began), ..News::default() }
}

fn solve(
    puzzle: &Puzzle,
    request: Request,
    program: PathBuf,
    host: &mut dyn Host,
) -> Result<Found, Refusal> {
    let (cancel, last) = (Cancel::default(), Arc::new(Last::default()));
    let resolved = request.resolve(puzzle.game());
    let resolved = resolved.map_err(|error| Refusal(Code::Settings, error.to_string()))?;
    let resolved = resolved.cancelled_by(cancel.clone()).watched(last.clone());
    let report = apart(host, &cancel, &last, "Solving", || {
        Workers::new(WorkerCommand::of(program)).run_apart(puzzle, &resolved)
    });
    let report = report.flatten().ok_or_else(unstarted)?;
    Ok(solved(&report))
}

fn unstarted() -> Refusal {
    Refusal(Code::Failed, "banto.exe could not be started".to_owned())
}

fn solved(report: &Report) -> Found {
    let code = match report.status {
        Status::Solved => Code::Ok,
        Status::Unsolvable => Code::Impossible,
        Status::Time => Code::Time,
        Status::Memory | Status::Nodes | Status::GaveUp => Code::GaveUp,
        Status::Interrupted => Code::Stopped,
        Status::Crashed => Code::Failed,
        Status::Invalid => Code::Invalid,
    };
    let shortest = match report.guarantee {
        Guarantee::Optimal(Metric::Pushes) | Guarantee::Pair(Metric::Pushes) => metric::PUSHES,
        Guarantee::Optimal(Metric::Moves) | Guarantee::Pair(Metric::Moves) => metric::MOVES,
        _ => 0,
    };
    let text = match (&report.error, report.solution.is_some()) {
        (Some(error), _) => error.clone(),
        (None, true) => format!("Solved by {}: {}", report.engine, counted(&report.counts)),
        (None, false) => report.status.name().to_owned(),
    };
    let solution = report.solution.clone();
    let flags = solution.as_ref().map_or(0, |_| FOUND | shortest);
    let stats = &report.stats;
    let (pushes, states) = (stats.generated, stats.expanded);
    let news = News { pushes, states, text, milliseconds: 0, flags: Some(flags) };
    Found { code, solution, news }
}

/// A solution in words.
fn counted(counts: &Counts) -> String {
    format!("{} pushes, {} moves", counts.pushes.unwrap_or(0), counts.moves.unwrap_or(0))
}

/// What a solution counts, the first count first: less is better.
type Key = (Option<u64>, Option<u64>);

fn key(goal: Metric, counts: &Counts) -> Key {
    match goal {
        Metric::Moves => (counts.moves, counts.pushes),
        _ => (counts.pushes, counts.moves),
    }
}

/// The games of the host, replayed.
fn replayed(puzzle: &Puzzle, games: &[String]) -> Result<Vec<(Counts, String)>, Refusal> {
    let given = games.iter().map(|moves| Ok((check(puzzle, moves)?, moves.clone())));
    let given: Result<Vec<_>, puzzle::WrongMoves> = given.collect();
    match given {
        Ok(given) if given.is_empty() => {
            Err(Refusal(Code::Invalid, "there is no solution to shorten".to_owned()))
        }
        Ok(given) => Ok(given),
        Err(wrong) => Err(Refusal(Code::Invalid, wrong.to_string())),
    }
}

/// Shortens the games of the host; what was found when the host said stop is kept.
fn shorten(
    puzzle: &Puzzle,
    games: &[String],
    goal: Metric,
    limits: Limits,
    program: PathBuf,
    host: &mut dyn Host,
) -> Result<Found, Refusal> {
    let given = replayed(puzzle, games)?;
    let first = given.iter().map(|it| it.0).min_by_key(|counts| key(goal, counts));
    let first = first.unwrap_or_default();
    let mut rounds = Rounds {
        puzzle,
        goal,
        limits,
        workers: Workers::new(WorkerCommand::of(program)),
        cancel: Cancel::default(),
        last: Arc::default(),
        solutions: given,
    };
    let (end, (counts, moves)) = rounds.run(host)?;
    let shorter = key(goal, &counts) < key(goal, &first);
    let (before, after) = (counted(&first), counted(&counts));
    let text = match shorter {
        true => format!("{before} became {after}"),
        false => format!("Nothing shorter than {before} was found"),
    };
    let (states, flags) = (rounds.last.get().expanded, Some(if shorter { FOUND } else { 0 }));
    let news = News { states, text, flags, ..News::default() };
    let code = if shorter { Code::Ok } else { end };
    Ok(Found { code, solution: shorter.then_some(moves), news })
}

/// The optimizer in rounds, each twice as long as the one before it, because it deals out the time it has and nobody
/// says how much the host will give.
struct Rounds<'a> {
    puzzle: &'a Puzzle,
    goal: Metric,
    limits: Limits,
    workers: Workers,
    cancel: Cancel,
    last: Arc<Last>,
    solutions: Vec<(Counts, String)>,
}

impl Rounds<'_> {
    /// Goes on until a round brings nothing, time is over, or the host says stop; the code for the case that nothing
    /// was found, and the shortest solution.
    fn run(&mut self, host: &mut dyn Host) -> Result<(Code, (Counts, String)), Refusal> {
        let (began, mut round) = (Instant::now(), ROUND);
        loop {
            let best = self.best();
            let left = self.limits.time.map(|time| time.saturating_sub(began.elapsed()));
            if left == Some(Duration::ZERO) {
                return Ok((Code::Time, best));
            }
            let time = left.map_or(round, |left| left.min(round));
            let found = self.round(time, &best, host)?;
            let better = key(self.goal, &found.0) < key(self.goal, &best.0);
            if better {
                self.solutions = vec![found];
            }
            if self.cancel.is_cancelled() {
                return Ok((Code::Stopped, self.best()));
            }
            if !better && round > ROUND {
                return Ok((Code::GaveUp, best));
            }
            round *= 2;
        }
    }

    fn best(&self) -> (Counts, String) {
        let best = self.solutions.iter().min_by_key(|it| key(self.goal, &it.0));
        best.cloned().unwrap_or_default()
    }

    /// One round.
    fn round(
        &mut self,
        time: Duration,
        best: &(Counts, String),
        host: &mut dyn Host,
    ) -> Result<(Counts, String), Refusal> {
        let Rounds { puzzle, goal, workers, cancel, last, .. } = self;
        let solutions: Vec<String> = self.solutions.iter().map(|it| it.1.clone()).collect();
        let limits = Limits { time: Some(time), ..self.limits };
        let (cancel, observer) = (&*cancel, &**last);
        let request =
            ImproveRequest { solutions: &solutions, goal: *goal, limits, cancel, observer };
        let what = format!("Optimizing, {}", counted(&best.0));
        let found = apart(host, cancel, observer, &what, || workers.improve(puzzle, &request));
        match found.flatten().ok_or_else(unstarted)? {
            Ok(found) => Ok((found.counts, found.moves)),
            // A worker that was killed for not stopping leaves what was known before.
            Err(_) if cancel.is_cancelled() => Ok(best.clone()),
            Err(why) => Err(Refusal(Code::Failed, why)),
        }
    }
}
