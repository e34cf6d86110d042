//! `banto solve`: every level of the files, one after the other.

use puzzle::record::Record;
use puzzle::request::Inject;
use puzzle::{Limits, Metric, Report, Request, Resolved, Status};
use runner::{WorkerCommand, Workers};

use super::print;
use crate::args::{Notation, Solve};
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure, printable};
use crate::interrupt;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::proof;
use crate::quantity::plural;
use crate::solved::{self, Solved};
use crate::terminal::{ProgressLine, Terminal};

/// Solves and prints; the exit code is that of the first level that is not solved.
pub(crate) fn run(args: &Solve, library: &Library, terminal: Terminal) -> CommandResult {
    if args.engine == "help" {
        return print(engine_table().as_bytes());
    }
    if args.techniques.iter().any(|switch| switch == "help") {
        return print(technique_table().as_bytes());
    }
    if args.lab.0.heuristic.as_deref() == Some("help") {
        return print(named_table(puzzle::engines::heuristics()).as_bytes());
    }
    if args.lab.0.space.as_deref() == Some("help") {
        return print(named_table(puzzle::engines::spaces()).as_bytes());
    }
    let request = request(args)?;
    let kind = args.output.as_deref().map(solved::Kind::of).transpose()?;
    let (collections, mut code) = loaded::load(&args.input, library, terminal)?;
    let collections = suitable(args, &request, collections)?;
    let (collections, resolved): (Vec<Loaded>, Vec<Resolved>) = collections.into_iter().unzip();
    kind.map_or(Ok(()), |kind| kind.suits(&collections))?;
    if args.proof.is_some() {
        proof::only_level(&collections)?;
    }
    interrupt::watch(&request.cancel)?;
    interrupt::watch_reader(&request.cancel);
    let total = collections.iter().map(|loaded| loaded.selected().count()).sum::<usize>();
    let line = terminal.progress(total as u64);
    let mut workers = Workers::new(WorkerCommand::this_program());
    let (mut tally, mut found) = (Tally::default(), Solved::default());
    let levels = collections.iter().zip(&resolved);
    let levels = levels.flat_map(|(it, how)| it.selected().map(move |entry| (it, how, entry)));
    for (loaded, how, entry) in levels {
        if request.cancel.is_cancelled() {
            code = if code == 0 { Status::Interrupted.exit_code() } else { code };
            break;
        }
        let report = solve_one(&mut workers, loaded, entry, how, &line);
        print_report(args, loaded, entry, &report, &line, terminal)?;
        line.done();
        tally.add(&report);
        code = if code == 0 { code_of(&report) } else { code };
        if let (Some(path), Ok(puzzle)) = (&args.proof, &entry.puzzle) {
            let proved = proof::write(path, args, puzzle, &report, &request.cancel, terminal)?;
            code = if code == 0 { proved } else { code };
        }
        if kind.is_some() {
            found.add(loaded, entry, report.solution, &report.engine);
        }
    }
    line.finish();
    if let (Some(kind), Some(path)) = (kind, &args.output) {
        write_whole(path, found.text(kind)?.as_bytes())?;
    }
    terminal.note(tally.sentence(total));
    Ok(code)
}

/// The collections the request can be served for, each with what it amounts to there: all that were
/// named, or it is refused before anything is searched. Of the starter collections, those of the engine's
/// game.
fn suitable(
    args: &Solve,
    request: &Request,
    collections: Vec<Loaded>,
) -> Result<Vec<(Loaded, Resolved)>, Failure> {
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

/// How many levels ended in which way.
#[derive(Default)]
struct Tally {
    ends: Vec<(Status, usize)>,
    /// How many solutions are proved to be shortest.
    proved: usize,
    /// Whether anything was proved at all, a bound or a shortest solution.
    proves: bool,
}

impl Tally {
    fn add(&mut self, report: &Report) {
        let proved = report.guarantee != puzzle::Guarantee::None;
        self.proved += usize::from(proved);
        self.proves |= proved || report.stats.bound.is_some();
        self.count(report.status);
    }

    fn count(&mut self, status: Status) {
        match self.ends.iter_mut().find(|(known, _)| *known == status) {
            Some((_, count)) => *count += 1,
            None => self.ends.push((status, 1)),
        }
    }

    /// `9 solved (4 proved shortest), 1 interrupted, 6 not tried`, the solved ones first.
    fn sentence(&self, total: usize) -> String {
        let tried: usize = self.ends.iter().map(|(_, count)| count).sum();
        let solved = self.ends.iter().find(|(status, _)| *status == Status::Solved);
        let solved = solved.map_or(0, |&(_, count)| count);
        let proved = match self.proves && self.proved < solved {
            true => format!(" ({} proved shortest)", self.proved),
            false => String::new(),
        };
        let mut words = vec![format!("{solved} solved{proved}")];
        let others = self.ends.iter().filter(|(status, _)| *status != Status::Solved);
        words.extend(others.map(|(status, count)| format!("{count} {}", status.name())));
        if tried < total {
            words.push(format!("{} not tried", total - tried));
        }
        let checked = match solved {
            0 => "",
            1 => "; the solution was replayed by the checker",
            _ => "; every solution was replayed by the checker",
        };
        words.join(", ") + checked
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
            time: Some(args.limits.time),
            memory: Some(args.limits.memory),
            nodes: args.limits.nodes,
        },
        threads: args.threads.map_or(cores, usize::from),
        seed: args.seed,
        improve: args.improve,
        gap: args.gap,
        inject: args.inject.map(Inject::from),
        ..Request::default()
    };
    request.validate().map_err(Failure::usage)?;
    Ok(request)
}

fn solve_one(
    workers: &mut Workers,
    loaded: &Loaded,
    entry: &puzzle::Entry,
    resolved: &Resolved,
    line: &ProgressLine,
) -> Report {
    let name = loaded.name_of(entry);
    line.level(&name);
    match &entry.puzzle {
        Ok(puzzle) => workers.run(puzzle, &resolved.clone().watched(line.observer(&name))),
        Err(refused) => Report::faulty(&refused.faults, resolved),
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
    goal: Option<Metric>,
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
fn within(report: &Report, goal: Option<Metric>, bound: u64) -> String {
    let counts = &report.counts;
    let length = goal.map_or(counts.pushes.or(counts.moves), |metric| counts.of(metric));
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

/// What `--heuristic help` and `--space help` print.
fn named_table(rows: Vec<puzzle::engines::Named>) -> String {
    let row = |it: puzzle::engines::Named| {
        format!("{:18}  {:8}  {}\n", it.name, it.game.name(), it.description)
    };
    rows.into_iter().map(row).collect()
}

/// What `--engine help` prints.
fn engine_table() -> String {
    let rows = puzzle::engines::all();
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    rows.iter()
        .map(|row| format!("{:width$}  {:8}  {}\n", row.name, row.games, row.description))
        .collect()
}

/// What `--technique help` prints.
fn technique_table() -> String {
    let rows = puzzle::engines::TECHNIQUES;
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    rows.iter()
        .map(|row| {
            let sign = if row.default { '+' } else { '-' };
            let loses = [
                (row.keeps.completeness, "completeness"),
                (row.keeps.push_optimality, "push-optimality"),
                (row.keeps.move_optimality, "move-optimality"),
            ];
            let lost: Vec<&str> =
                loses.iter().filter(|(kept, _)| !kept).map(|(_, what)| *what).collect();
            let lost = match lost.is_empty() {
                true => String::new(),
                false => format!(" Gives up {}.", lost.join(", ")),
            };
            let needs: Vec<String> = row.needs.iter().map(|need| format!(" {need}.")).collect();
            format!(
                "{sign}{:width$}  {}{}{lost} Read by {}. ({})\n",
                row.name,
                row.summary,
                needs.concat(),
                row.readers(),
                row.source
            )
        })
        .collect()
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

    #[test]
    fn the_tally_names_every_end() {
        let mut tally = Tally::default();
        (0..9).for_each(|_| tally.count(Status::Solved));
        assert_eq!(tally.sentence(9), "9 solved; every solution was replayed by the checker");
        (tally.proved, tally.proves) = (4, true);
        assert!(tally.sentence(9).starts_with("9 solved (4 proved shortest); "));
        tally.proves = false;
        tally.count(Status::Interrupted);
        let text = tally.sentence(16);
        assert!(text.starts_with("9 solved, 1 interrupted, 6 not tried; "), "{text}");
        assert_eq!(Tally::default().sentence(2), "0 solved, 2 not tried");
    }
}
