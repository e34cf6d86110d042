//! `banto solve`: every level of the files, one after the other or some at a time.

use puzzle::record::Record;
use puzzle::request::Inject;
use puzzle::{Cancel, Game, Goal, Limits, Report, Request, Resolved, Status};
use runner::{Deliver, WorkerCommand, Workers};

use super::{print, tables};
use crate::args::{GameArg, Notation, Solve};
use crate::failure::{CommandResult, Failure, printable};
use crate::interrupt;
use crate::kept::Kept;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::proof;
use crate::quantity::plural;
use crate::solved::{self, Answer, Kind, Level, Output};
use crate::tally::Tally;
use crate::target::Target;
use crate::terminal::{ProgressLine, Terminal};

/// Solves and prints; the exit code is that of the first level that is not solved.
pub(crate) fn run(args: &Solve, library: &Library, terminal: Terminal) -> CommandResult {
    if let Some(table) = tables::asked(args, terminal.columns()) {
        return print(table.as_bytes());
    }
    let request = request(args)?;
    let kind = args.output.as_deref().map(|path| Kind::of(path, true)).transpose()?;
    let (collections, code) = loaded::load(&args.input, library, terminal)?;
    if collections.is_empty() {
        return Ok(code);
    }
    let collections = suitable(args, &request, of_game(args.game, collections)?)?;
    let (collections, resolved): (Vec<Loaded>, Vec<Resolved>) = collections.into_iter().unzip();
    if let Some(path) = &args.proof {
        proof::only_level(&collections)?;
        Target::to_overwrite(path, args.force)?;
    }
    let output = args.output.as_deref().zip(kind);
    let output = output
        .map(|(path, kind)| {
            let inputs = (&args.input.files[..], &collections[..]);
            Output::prepare(path, kind, args.force, "solve", inputs)
        })
        .transpose()?;
    let levels = solved::levels(&collections);
    let how = collections.iter().zip(&resolved);
    let how: Vec<&Resolved> = how.flat_map(|(it, how)| it.selected().map(move |_| how)).collect();
    let kept = Kept::find(output.as_ref(), &levels, &how);
    kept.say(output.as_ref(), terminal);
    interrupt::watch(&request.cancel)?;
    interrupt::watch_reader(&request.cancel);
    let line = terminal.progress(levels.len() as u64);
    let mut run = Run::new(args, terminal, &line, &request.cancel, kept);
    let ran = run.work(&levels, &how, output.as_ref());
    line.finish();
    let Run { tally, codes, mut answers, .. } = run;
    let stopped = ran.is_err() || tally.is_cut_short(levels.len());
    let finished = output.map_or(Ok(()), |output| {
        Kept::fill(&mut answers, &output, &levels, args.goal);
        output.finish(&answers, stopped, terminal)
    });
    ran.and(finished)?;
    terminal.note(tally.sentence(levels.len()));
    let first = std::iter::once(code).chain(codes).find(|&code| code != 0);
    match stopped {
        true if interrupt::reader_left() => Ok(0),
        true => Ok(Status::Interrupted.exit_code()),
        false => Ok(first.unwrap_or(0)),
    }
}

/// Results that may wait for an earlier level, for each level at a time.
const AHEAD: usize = 64;

/// A level to be searched.
struct Job<'a> {
    at: usize,
    name: String,
    entry: &'a puzzle::Entry,
    collection: &'a str,
    how: &'a Resolved,
}

/// A level that was searched, and whether that could be kept.
struct Done {
    at: usize,
    report: Report,
    kept: Result<(), Failure>,
}

/// A run under way: what has become of the levels so far.
struct Run<'a> {
    args: &'a Solve,
    terminal: Terminal,
    line: &'a ProgressLine,
    cancel: &'a Cancel,
    tally: Tally,
    /// The exit code of each level.
    codes: Vec<u8>,
    answers: Vec<Answer>,
    /// The levels that need no search.
    skipped: Vec<bool>,
    /// Whether the records are written to a file in the end.
    keeps_records: bool,
}

impl<'a> Run<'a> {
    /// Begins with what is known already.
    fn new(
        args: &'a Solve,
        terminal: Terminal,
        line: &'a ProgressLine,
        cancel: &'a Cancel,
        kept: Kept,
    ) -> Run<'a> {
        let mut tally = Tally::default();
        for status in kept.ends.iter().flatten() {
            tally.count(*status);
            line.done();
        }
        let codes = kept.ends.iter().map(|end| end.map_or(0, Status::exit_code)).collect();
        let skipped = kept.ends.iter().map(Option::is_some).collect();
        let keeps_records = args.output.as_deref().is_some_and(Kind::holds_records);
        let answers = kept.answers;
        Run { args, terminal, line, cancel, tally, codes, answers, skipped, keeps_records }
    }

    /// Searches what is not known yet, some levels at a time; results come in the order of the levels, but are kept
    /// as soon as they are there.
    fn work(
        &mut self,
        levels: &[Level<'_>],
        how: &[&Resolved],
        output: Option<&Output<'_>>,
    ) -> Result<(), Failure> {
        let (args, cancel, line) = (self.args, self.cancel, self.line);
        let job = |at: usize| {
            let Level { loaded, entry } = levels[at];
            let (name, collection) = (loaded.name_of(entry), loaded.source.name.as_str());
            Job { at, name, entry, collection, how: how[at] }
        };
        let jobs: Vec<Job<'_>> =
            (0..levels.len()).filter(|&at| !self.skipped[at]).map(job).collect();
        let keep = output.map(Output::keeper);
        let worker = || {
            let workers = Workers::new(WorkerCommand::this_program());
            // Processor time is limited and measured by process.
            let apart = args.limits.cpu.is_some() || args.jobs > 1;
            let mut workers = if apart { workers.for_every_game() } else { workers };
            move |job: &Job<'_>| {
                let report = solve_one(&mut workers, job, line);
                let kept = match (keep, report.status) {
                    (None, _) | (_, Status::Interrupted) => Ok(()),
                    (Some(keep), _) => keep.keep(&record(job, &report)),
                };
                Some(Done { at: job.at, report, kept })
            }
        };
        let todo = jobs.iter().take_while(|_| !cancel.is_cancelled());
        let at_a_time = usize::from(args.jobs).clamp(1, jobs.len().max(1));
        let accept = |done: Done| {
            let told = self.take(done, levels);
            // Nobody sees the levels that follow.
            told.inspect_err(|_| cancel.cancel())
        };
        runner::work(at_a_time, todo, Deliver::InOrder(AHEAD), worker, accept)
    }

    /// Prints the result of a level and notes it.
    fn take(&mut self, done: Done, levels: &[Level<'_>]) -> Result<(), Failure> {
        let Done { at, report, kept } = done;
        let Level { loaded, entry } = levels[at];
        self.tally.add(&report);
        self.codes[at] = code_of(&report);
        let record = self.keeps_records.then(|| {
            let (name, title) = (&loaded.source.name, entry.title.as_deref());
            serde_json::to_value(Record::new(name, entry.index, title, &report)).ok()
        });
        self.answers[at] = Answer {
            record: record.flatten().filter(|_| report.status != Status::Interrupted),
            solution: report.solution.clone(),
            author: report.engine.clone(),
        };
        print_report(self.args, loaded, entry, &report, self.line, self.terminal)?;
        self.line.done();
        if let (Some(path), Ok(puzzle)) = (&self.args.proof, &entry.puzzle) {
            let proved =
                proof::write(path, self.args, puzzle, &report, self.cancel, self.terminal)?;
            self.codes[at] = if self.codes[at] == 0 { proved } else { self.codes[at] };
        }
        kept
    }
}

/// The record of a level that was searched.
fn record(job: &Job<'_>, report: &Report) -> String {
    let Job { entry, collection, .. } = job;
    Record::new(collection, entry.index, entry.title.as_deref(), report).to_json()
}

/// The collections of the game that was asked for.
fn of_game(game: Option<GameArg>, collections: Vec<Loaded>) -> Result<Vec<Loaded>, Failure> {
    let Some(game) = game.map(Game::from) else { return Ok(collections) };
    let first = collections.first().map(Loaded::name);
    let of_game: Vec<Loaded> =
        collections.into_iter().filter(|it| it.collection.game == game).collect();
    match (of_game.is_empty(), first) {
        (true, Some(first)) => {
            Err(Failure::usage(format!("{first}: there is no level of {}", game.name())))
        }
        _ => Ok(of_game),
    }
}

/// The collections the request can be served for, each with what it amounts to there: all that were
/// named, or it is refused before anything is searched. Of the starter collections, those of the engine's
/// game.
fn suitable(
    args: &Solve,
    request: &Request,
    collections: Vec<Loaded>,
) -> Result<Vec<(Loaded, Resolved)>, Failure> {
    only_sokoban(args, &collections)?;
    let resolved = |it: &Loaded| request.resolve(it.collection.game);
    let some = args.input.files.is_empty() && collections.iter().any(|it| resolved(it).is_ok());
    let mut suitable = Vec::new();
    for loaded in collections {
        match resolved(&loaded) {
            Ok(resolved) => suitable.push((loaded, resolved)),
            Err(_) if some => {}
            Err(error) => return Err(Failure::usage(format!("{}: {error}", loaded.name()))),
        }
    }
    Ok(suitable)
}

/// Refuses what only Sokoban has if there is no level of it. Among files of both games it is for the Sokoban levels.
fn only_sokoban(args: &Solve, collections: &[Loaded]) -> Result<(), Failure> {
    let option = match (args.improve, args.notation) {
        (Some(_), _) => "--improve",
        (None, Notation::Caixas) => "--notation caixas",
        (None, Notation::Lurd) => return Ok(()),
    };
    let is_sokoban = |it: &Loaded| it.collection.game == Game::Sokoban;
    match collections.first() {
        Some(first) if !collections.iter().any(is_sokoban) => {
            Err(Failure::usage(format!("{} is Unblock: {option} is for Sokoban", first.name())))
        }
        _ => Ok(()),
    }
}

/// A solution the checker refuses is an internal error, whatever else the status says.
fn code_of(report: &Report) -> u8 {
    if report.refused { 1 } else { report.status.exit_code() }
}

fn request(args: &Solve) -> Result<Request, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let request = Request {
        engine: args.engine.clone(),
        goal: args.goal,
        techniques: args.techniques.clone(),
        lab: args.lab.0.clone(),
        limits: Limits {
            time: args.limits.time(),
            memory: Some(args.limits.memory),
            nodes: args.limits.nodes,
        },
        cpu: args.limits.cpu,
        // Levels side by side share the cores.
        threads: args.threads.map_or((cores / usize::from(args.jobs)).max(1), usize::from),
        seed: args.seed,
        improve: args.improve,
        gap: args.gap,
        inject: args.inject.map(Inject::from),
        ..Request::default()
    };
    request.validate().map_err(Failure::usage)?;
    Ok(request)
}

fn solve_one(workers: &mut Workers, job: &Job<'_>, line: &ProgressLine) -> Report {
    line.level(&job.name);
    match &job.entry.puzzle {
        Ok(puzzle) => workers.run(puzzle, &job.how.clone().watched(line.observer(&job.name))),
        Err(refused) => Report::faulty(&refused.faults, job.how),
    }
}

fn print_report(
    args: &Solve,
    loaded: &Loaded,
    entry: &puzzle::Entry,
    report: &Report,
    line: &ProgressLine,
    terminal: Terminal,
) -> Result<(), Failure> {
    let drawn: Vec<String> = report.faults.iter().map(|fault| loaded.underline(fault)).collect();
    match &report.error {
        Some(error) if drawn.is_empty() => {
            line.complain(&format!("{}: {error}", loaded.name_of(entry)));
        }
        _ => drawn.iter().for_each(|text| line.complain(text)),
    }
    let text = if args.jsonl {
        let name = &loaded.source.name;
        Record::new(name, entry.index, entry.title.as_deref(), report).to_json()
    } else {
        let solution = notated(args, entry, report);
        let name = loaded.name_of(entry);
        human(&name, report, args.goal, solution.as_deref(), terminal.width())
    };
    line.print(&text).map_err(|error| Failure::output(&error))
}

/// The solution in the requested notation; unchanged if that notation cannot express it.
fn notated(args: &Solve, entry: &puzzle::Entry, report: &Report) -> Option<String> {
    let solution = report.solution.as_ref()?;
    let list = match (args.notation, &entry.puzzle) {
        (Notation::Caixas, Ok(puzzle::Puzzle::Sokoban(puzzle))) => {
            puzzle::solutions::box_list(puzzle, solution)
        }
        _ => None,
    };
    Some(list.unwrap_or_else(|| solution.clone()))
}

/// One line of facts, and the solution below it, folded when a screen has a width.
fn human(
    name: &str,
    report: &Report,
    goal: Option<Goal>,
    solution: Option<&str>,
    width: Option<usize>,
) -> String {
    let mut text = format!("{name}: {}", report.status.name());
    let measures = [
        (report.counts.pushes, "push", "pushes"),
        (report.counts.moves, "move", "moves"),
        (report.counts.steps, "step", "steps"),
    ];
    for (count, one, many) in measures {
        if let Some(count) = count {
            text += &format!(", {count} {}", plural(count, one, many));
        }
    }
    if report.guarantee != puzzle::Guarantee::None {
        text += &format!(", {}", report.guarantee.name());
    } else if let Some(bound) = report.stats.bound.filter(|&bound| bound > 0) {
        let proved = if report.solution.is_some() { ", not proved shortest" } else { "" };
        text += &format!("{proved}, at least {bound} needed{}", within(report, goal, bound));
    }
    let nodes = report.stats.expanded;
    text += &format!(
        " ({}, {:.3} s, {nodes} {})",
        report.engine,
        report.wall.as_secs_f64(),
        plural(nodes, "node", "nodes")
    );
    if let Some(solution) = solution.filter(|moves| !moves.is_empty()) {
        let room = width.map_or(usize::MAX, |width| width.saturating_sub(INDENT).max(20));
        for line in folded(&printable(solution), room) {
            text += &format!("\n{:INDENT$}{line}", "");
        }
    }
    text
}

/// How far the solution is from what was proved, in what the goal counts.
fn within(report: &Report, goal: Option<Goal>, bound: u64) -> String {
    let counts = &report.counts;
    let length = goal.map_or(counts.pushes.or(counts.moves), |goal| counts.of(goal.first()));
    let gap = length.and_then(|length| puzzle::known::gap_of(length, bound));
    gap.map_or(String::new(), |gap| format!(": within {}", puzzle::known::percent(gap)))
}

/// Blanks in front of a solution.
const INDENT: usize = 2;

/// The lines of a text that is too wide: broken between words where there are words, else anywhere.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut rest: Vec<char> = word.chars().collect();
        let line = lines.last_mut().expect("there is a line");
        let used = line.chars().count();
        if used > 0 && used + 1 + rest.len() <= width {
            line.push(' ');
            line.extend(rest);
            continue;
        }
        if used > 0 {
            lines.push(String::new());
        }
        while rest.len() > width {
            let head: String = rest.drain(..width).collect();
            lines.last_mut().expect("there is a line").push_str(&head);
            lines.push(String::new());
        }
        lines.last_mut().expect("there is a line").extend(rest);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_folded_to_the_width_of_the_screen() {
        assert_eq!(folded("rrUUlDDr", 3), ["rrU", "UlD", "Dr"]);
        assert_eq!(folded("rrUUlD", 3), ["rrU", "UlD"]);
        assert_eq!(folded("A+1 B-2 C+3", 8), ["A+1 B-2", "C+3"]);
        assert_eq!(folded("A+1 B-2 C+3", usize::MAX), ["A+1 B-2 C+3"]);
        assert_eq!(folded("rrUU", usize::MAX), ["rrUU"]);
    }
}
