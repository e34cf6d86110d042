//! Other programs as rows: run under the same limits, their solutions checked by our referee.
//!
//! A command is a line with places to fill in: `{level}` is a file with the level, `{solution}` a file that the
//! program may write its solution to, `{folder}` the folder of both, where it is started, `{seconds}` and `{mebibytes}`
//! are the limits. Whatever it writes there, or to standard output, is looked through for solutions
//! (`answer.rs`); only what the referee accepts counts. What it said last is kept in the row when it has no answer: a
//! program that was called wrongly must not pass for a weak one. The program is ended when its time is over, with
//! everything that it has started, and its address space is limited where the system can do that.

mod answer;
mod process;

pub use process::confine;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use puzzle::{Puzzle, Report, Request, Status};

use self::answer::{Claim, claims};
use self::process::{End, Ran};
use crate::plan::{RunLimits, Setup};
use crate::template::{self, Template};

/// Most bytes of a file that is looked through for a solution.
const MOST: u64 = 16 << 20;

/// Lets another program solve a puzzle. `program` is ours: it confines the other.
pub(crate) fn run(
    program: &Path,
    setup: &Setup,
    puzzle: &Puzzle,
    text: &str,
    request: &Request,
) -> Report {
    let report =
        |status| Report::elsewhere(puzzle.game(), status, &setup.label, &setup.line, request);
    let failed = |why: String| Report { error: Some(why), ..report(Status::Crashed) };
    let template = match Template::read(&setup.line) {
        Ok(template) => template,
        Err(why) => return failed(why),
    };
    let scratch = match Scratch::new(text, puzzle) {
        Ok(scratch) => scratch,
        Err(error) => return failed(format!("no place for the level: {error}")),
    };
    let words = template.filled(&scratch.level, &scratch.solution, &scratch.folder, request);
    let words = template::from_here(words);
    let ran = match process::run(program, &words, &scratch.folder, request) {
        Ok(ran) => ran,
        Err(error) => return failed(format!("{}: {error}", words[0])),
    };
    let judged = judged(puzzle, &scratch, &ran);
    let report = match judged {
        Judged::Right(moves, counts) => {
            Report { solution: Some(moves), counts, ..report(Status::Solved) }
        }
        Judged::Wrong(why) if ran.end != End::Interrupted => Report {
            error: Some(format!("the checker refused its solution: {why}")),
            refused: true,
            ..report(Status::Crashed)
        },
        _ => {
            let (status, error) = ended(&ran);
            Report { error, ..report(status) }
        }
    };
    Report { wall: ran.wall, cpu: ran.cpu, peak_bytes: ran.peak, ..report }
}

/// What became of its solutions.
enum Judged {
    Right(String, puzzle::Counts),
    Wrong(String),
    None,
}

/// Lets the referee see everything that may be a solution.
fn judged(puzzle: &Puzzle, scratch: &Scratch, ran: &Ran) -> Judged {
    let mut texts = vec![read(&scratch.solution)];
    texts.extend(scratch.others().iter().map(|path| read(path)));
    texts.push(String::from_utf8_lossy(&ran.output).into_owned());
    let mut wrong = None;
    for Claim { moves, sure } in texts.iter().flat_map(|text| claims(text, puzzle.game())) {
        match puzzle::solutions::replay(puzzle, &moves).map_err(|error| error.to_string()) {
            Ok(puzzle::solutions::Replayed { moves, counts }) => {
                return Judged::Right(moves, counts);
            }
            Err(why) if sure => wrong = wrong.or(Some(why)),
            Err(_) => {}
        }
    }
    wrong.map_or(Judged::None, Judged::Wrong)
}

fn read(path: &Path) -> String {
    use std::io::Read;
    let mut bytes = Vec::new();
    if let Ok(file) = std::fs::File::open(path) {
        let _ = file.take(MOST).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How a program ended that has found nothing. Whether it says so with an exit code or not, what it said last is kept.
fn ended(ran: &Ran) -> (Status, Option<String>) {
    let End::Itself { code, how } = &ran.end else {
        let status = if ran.end == End::Time { Status::Time } else { Status::Interrupted };
        return (status, None);
    };
    let told = |mut why: String| {
        let last = last_words(ran);
        if !last.is_empty() {
            let _ = write!(why, ": {last}");
        }
        Some(why)
    };
    match code {
        _ if is_out_of_memory(&ran.complaints) || is_out_of_memory(&ran.output) => {
            (Status::Memory, told(format!("it ended with {how}")))
        }
        Some(0) => (Status::GaveUp, told("it ended without an answer".to_owned())),
        Some(code @ ..126) => (Status::GaveUp, told(format!("it ended with exit code {code}"))),
        _ => (Status::Crashed, told(format!("it ended with {how}"))),
    }
}

/// Lines of what a program said last that are kept, and the most letters of one.
const LAST_LINES: usize = 3;
const LAST_LETTERS: usize = 200;

/// What a program said last: on standard error, or else on standard output.
fn last_words(ran: &Ran) -> String {
    let last = |said: &[u8]| {
        let said = String::from_utf8_lossy(said);
        let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut lines: Vec<String> = lines
            .rev()
            .take(LAST_LINES)
            .map(|line| line.chars().filter(|it| !it.is_control()).take(LAST_LETTERS).collect())
            .collect();
        lines.reverse();
        lines.join(" / ")
    };
    let complaints = last(&ran.complaints);
    if complaints.is_empty() { last(&ran.output) } else { complaints }
}

/// Whether what a program says at its end is about memory, in the words of common languages.
fn is_out_of_memory(said: &[u8]) -> bool {
    const WORDS: [&str; 9] = [
        "memory allocation of",
        "bad_alloc",
        "out of memory",
        "outofmemory",
        "cannot allocate",
        "can't allocate",
        "could not allocate",
        "failed to allocate",
        "not enough memory",
    ];
    let end = &said[said.len().saturating_sub(MOST_SAID)..];
    let said = String::from_utf8_lossy(end).to_ascii_lowercase();
    WORDS.iter().any(|words| said.contains(words))
}

/// Bytes at the end of what was said that are looked through for such words.
const MOST_SAID: usize = 1 << 16;

/// Time for a trial, if a run has no less.
const TRIAL: Duration = Duration::from_secs(20);

/// Tries another program on the smallest of levels, before it is given many: what is wrong with its command, if it
/// does not solve that.
pub fn trial(
    program: &Path,
    setup: &Setup,
    game: puzzle::Game,
    limits: &RunLimits,
) -> Option<String> {
    let text = match game {
        puzzle::Game::Sokoban => "#######\n#@ $ .#\n#######",
        puzzle::Game::Unblock => "......\n......\nAA....\n......\n......\n......",
    };
    let collection = puzzle::read(text.as_bytes()).expect("a level of ours");
    let puzzle = collection.entries[0].puzzle.as_ref().expect("a level of ours");
    let mut request = setup.request(limits, 0);
    request.limits.time = Some(request.limits.time.map_or(TRIAL, |time| time.min(TRIAL)));
    let report = run(program, setup, puzzle, text, &request);
    let why = || report.error.clone().unwrap_or_else(|| report.status.name().to_owned());
    (report.status != Status::Solved).then(why)
}

/// A folder for one run, taken away at its end.
struct Scratch {
    folder: PathBuf,
    level: PathBuf,
    solution: PathBuf,
}

impl Scratch {
    fn new(text: &str, puzzle: &Puzzle) -> std::io::Result<Scratch> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("banto-bench-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder)?;
        let ending = if matches!(puzzle, Puzzle::Sokoban(_)) { "xsb" } else { "txt" };
        let level = folder.join(format!("level.{ending}"));
        let scratch = Scratch { level, solution: folder.join("solution.txt"), folder };
        std::fs::write(&scratch.level, format!("{}\n", text.trim_end_matches('\n')))?;
        Ok(scratch)
    }

    /// What else the program has written.
    fn others(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let mut others: Vec<PathBuf> = paths
            .filter(|path| *path != self.level && *path != self.solution && path.is_file())
            .collect();
        others.sort();
        others
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
