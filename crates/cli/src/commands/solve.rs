//! `banto solve`: every level of the files, one after the other.

use puzzle::worker::{self, Workers};
use puzzle::{Inject, Limits, Record, Report, Request, Status};

use super::print;
use crate::args::{InjectArg, Notation, Solve};
use crate::failure::{CommandResult, Failure, printable};
use crate::interrupt;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::quantity::plural;
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
        return print(named_table(puzzle::heuristics()).as_bytes());
    }
    if args.lab.0.space.as_deref() == Some("help") {
        return print(named_table(puzzle::spaces()).as_bytes());
    }
    let request = request(args)?;
    let (collections, mut code) = loaded::load(&args.input, library, terminal)?;
    interrupt::watch(&request.cancel)?;
    let total = collections.iter().map(|loaded| loaded.selected().count() as u64).sum();
    let line = terminal.progress(total);
    let program = std::env::current_exe().map_err(Failure::internal)?;
    let mut workers = Workers::new(program, vec!["search".into()]);
    let mut solved = 0;
    for loaded in &collections {
        for entry in loaded.selected() {
            if request.cancel.is_cancelled() {
                code = if code == 0 { Status::Interrupted.exit_code() } else { code };
                break;
            }
            let report = solve_one(&mut workers, loaded, entry, &request, &line);
            print_report(args, loaded, entry, &report, &line)?;
            line.done();
            solved += u64::from(report.status == Status::Solved);
            code = if code == 0 { code_of(&report) } else { code };
        }
    }
    line.finish();
    terminal.note(format!("{solved} of {total} solved, every solution replayed by the checker"));
    Ok(code)
}

/// What a worker does: levels from standard input until it is closed.
pub(crate) fn search() -> CommandResult {
    worker::serve().map_err(|error| Failure::io("worker", &error))?;
    Ok(0)
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
        inject: args.inject.map(|fault| match fault {
            InjectArg::Spoil => Inject::Spoil,
            InjectArg::Panic => Inject::Panic,
            InjectArg::Abort => Inject::Abort,
            InjectArg::Allocate => Inject::Allocate,
            InjectArg::Hang => Inject::Hang,
        }),
        ..Request::default()
    };
    request.validate().map_err(Failure::usage)?;
    Ok(request)
}

fn solve_one(
    workers: &mut Workers,
    loaded: &Loaded,
    entry: &puzzle::Entry,
    request: &Request,
    line: &ProgressLine,
) -> Report {
    let name = loaded.name_of(entry);
    line.level(&name);
    match &entry.puzzle {
        Ok(puzzle) => {
            let observer = Some(line.observer(&name));
            workers.run(puzzle, &Request { observer, ..request.clone() })
        }
        Err(refused) => Report::faulty(loaded.collection.game, &refused.faults, request),
    }
}

fn print_report(
    args: &Solve,
    loaded: &Loaded,
    entry: &puzzle::Entry,
    report: &Report,
    line: &ProgressLine,
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
        human(&loaded.name_of(entry), report, notated(args, entry, report).as_deref())
    };
    match line.print(&text) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::io("standard output", &error))
        }
        _ => Ok(()),
    }
}

/// The solution in the notation that was asked for; as it is where that notation cannot say it.
fn notated(args: &Solve, entry: &puzzle::Entry, report: &Report) -> Option<String> {
    let solution = report.solution.as_ref()?;
    let list = match (args.notation, &entry.puzzle) {
        (Notation::Caixas, Ok(puzzle::Puzzle::Sokoban(puzzle))) => {
            puzzle::box_list(puzzle, solution)
        }
        _ => None,
    };
    Some(list.unwrap_or_else(|| solution.clone()))
}

/// One line of facts, and the solution below it.
fn human(name: &str, report: &Report, solution: Option<&str>) -> String {
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
    let bound = report.stats.extra.iter().find(|&&(name, n)| name == "lower-bound" && n > 0);
    if report.guarantee != puzzle::Guarantee::None {
        text += &format!(", {}", report.guarantee.name());
    } else if let Some((_, bound)) = bound {
        let proved = if report.solution.is_some() { ", not proved shortest" } else { "" };
        text += &format!("{proved}, at least {bound} needed");
    }
    let nodes = report.stats.expanded;
    text += &format!(
        " ({}, {:.3} s, {nodes} {})",
        report.engine,
        report.wall.as_secs_f64(),
        plural(nodes, "node", "nodes")
    );
    if let Some(solution) = solution {
        text += &format!("\n  {}", printable(solution));
    }
    text
}

/// What `--heuristic help` and `--space help` print.
fn named_table(rows: Vec<puzzle::Named>) -> String {
    let row =
        |it: puzzle::Named| format!("{:18}  {:8}  {}\n", it.name, it.game.name(), it.description);
    rows.into_iter().map(row).collect()
}

/// What `--engine help` prints.
fn engine_table() -> String {
    let rows = puzzle::engines();
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    rows.iter()
        .map(|row| format!("{:width$}  {:8}  {}\n", row.name, row.games, row.description))
        .collect()
}

/// What `--technique help` prints.
fn technique_table() -> String {
    let rows = puzzle::TECHNIQUES;
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
