//! `banto lab`: the experiments of five published documents and our own, with the published figures beside ours.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use lab::{
    Experiment, Findings, Levels, Prepared, Run, RunError, Wanted, findings, level_hashes, report,
};
use runner::{Control, Execution, Job, JournalError, Listener, Plan, Row, execute};

use super::{lab_tree, print};
use crate::args::{LabAction, LabReport, LabRun, LabSubject, ReportFormat};
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::quantity::plural;
use crate::terminal::Terminal;
use crate::{embedded, interrupt, layout, sources};

/// Does what is asked for.
pub(crate) fn run(action: &LabAction, library: &Library, terminal: Terminal) -> CommandResult {
    match action {
        LabAction::List => list(terminal.columns()),
        LabAction::Show { name } => show(name, terminal.columns()),
        LabAction::Run(args) => make_runs(args, library, terminal),
        LabAction::Report(args) => make_report(args, library, terminal),
        LabAction::Tree(args) => lab_tree::run(args, library, terminal),
    }
}

/// What each experiment is about and how it came out.
fn list(screen: usize) -> CommandResult {
    let rows = lab::experiments();
    print(rows.iter().map(|it| summary(it, screen) + "\n").collect::<String>().as_bytes())
}

fn summary(experiment: &Experiment, screen: usize) -> String {
    let name = format!("{}: {}", experiment.name, experiment.title);
    let mut text = layout::folded(&name, screen.saturating_sub(4)).join("\n    ") + "\n";
    let cited = experiment.cited().map(|cited| format!("from {cited}"));
    let sentences = [
        cited,
        Some(experiment.compares.en.clone()),
        Some(experiment.outcome.en.clone()),
        Some(match lab::recorded(&experiment.name).len() {
            0 => "no records come with the program".to_owned(),
            n => format!("{n} {} recorded", plural(n as u64, "run", "runs")),
        }),
    ];
    for sentence in sentences.into_iter().flatten().filter(|sentence| !sentence.is_empty()) {
        text += &indented(&sentence, screen);
    }
    text
}

/// A text in indented lines that fit a terminal.
fn indented(text: &str, screen: usize) -> String {
    let lines = layout::folded(text, screen.saturating_sub(4));
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// One experiment: what it is about, what is run, on which levels, within which limits.
fn show(name: &str, screen: usize) -> CommandResult {
    let experiment = find(name)?;
    let mut text = summary(&experiment, screen);
    text += "  levels\n";
    for suite in &experiment.suites {
        let which = suite.levels.as_ref().map(|levels| format!(" ({} of them)", levels.len()));
        let which = which.unwrap_or_default();
        text += &indented(&format!("{}{which} {}", suite.file, suite.origin), screen);
    }
    text += "  configurations\n";
    for it in &experiment.configurations {
        text += &format!("    {}: banto solve FILE --engine {}\n", it.label, it.line);
    }
    let nodes = experiment.nodes.map(|nodes| format!(", {nodes} nodes")).unwrap_or_default();
    let (seconds, mebibytes) = (experiment.seconds, experiment.mebibytes);
    text += &format!("  limits\n    {seconds} s, {mebibytes} MiB{nodes} for each level\n");
    let columns: Vec<&str> = experiment.columns.iter().map(|it| it.name.as_str()).collect();
    text += &format!("  figures\n    {}\n", columns.join(", "));
    if !experiment.notes.is_empty() {
        text += "  notes\n";
        text.extend(experiment.notes.iter().map(|note| indented(note, screen)));
    }
    print(text.as_bytes())
}

/// One of the program's experiments, or one from a file of the user's.
fn find(name: &str) -> Result<Experiment, Failure> {
    let known = lab::experiments();
    if let Some(found) = known.iter().find(|known| known.name == name) {
        return Ok(found.clone());
    }
    let text = std::fs::read_to_string(name).map_err(|_| {
        let names = known.iter().map(|known| known.name.as_str());
        Failure::usage(puzzle::text::unknown(
            "experiment",
            name,
            names,
            "`banto lab list` lists them",
        ))
    })?;
    Experiment::read(&text).map_err(|error| Failure::usage(format!("{name}: {error}")))
}

impl LabSubject {
    fn records(&self, experiment: &Experiment) -> PathBuf {
        let folder = self.output.clone();
        folder.unwrap_or_else(|| Path::new("lab").join(&experiment.name)).join("records.jsonl")
    }

    fn wanted(&self) -> Wanted {
        Wanted {
            time: self.time,
            cpu: self.cpu,
            memory: self.memory,
            nodes: self.nodes,
            levels: self.range.as_ref().map_or(Vec::new(), |levels| levels.parts().to_vec()),
        }
    }
}

fn make_runs(args: &LabRun, library: &Library, terminal: Terminal) -> CommandResult {
    let experiment = find(&args.subject.name)?;
    let (control, path) = (Control::default(), args.subject.records(&experiment));
    interrupt::watch(&control.stop)?;
    let run = Run {
        experiment: &experiment,
        wanted: &args.subject.wanted(),
        levels: &Shelves(library),
        records: &path,
    };
    let unwritten = |error: JournalError| Failure { code: 4, message: error.to_string() };
    let prepared = run.prepare().map_err(|error| match error {
        RunError::Line(error) => Failure::usage(error),
        RunError::Journal(error) => unwritten(error),
    })?;
    let Prepared { plan, jobs, kept, missing, notes, records } = prepared;
    notes.iter().for_each(|note| terminal.say(note));
    let mut made = 0;
    if let Some(mut records) = records {
        let execution = Execution {
            plan: &plan,
            jobs: &jobs,
            at_a_time: usize::from(args.jobs),
            program: &std::env::current_exe().unwrap_or_default(),
            control: &control,
            listener: &Teller {
                plan: &plan,
                total: jobs.len(),
                done: AtomicUsize::new(0),
                terminal,
            },
        };
        made = execute(&execution, &mut records).map_err(unwritten)?;
        records.close().map_err(unwritten)?;
    }
    for (file, origin) in &missing {
        terminal.say(format!("{file}: these levels are not here. {origin}").trim_end());
    }
    if made + kept > 0 {
        let (word, path) = (plural(made as u64, "run", "runs"), path.display());
        terminal.note(format!("{made} {word} recorded in {path}, {kept} already there"));
    }
    match control.stop.is_cancelled() {
        true => Ok(130),
        false if missing.is_empty() => Ok(0),
        false => {
            let files: Vec<&str> = missing.iter().map(|(file, _)| file.as_str()).collect();
            let message = format!("not everything was run: {} not found", files.join(", "));
            Err(Failure { code: 4, message })
        }
    }
}

fn make_report(args: &LabReport, library: &Library, terminal: Terminal) -> CommandResult {
    let experiment = find(&args.subject.name)?;
    let path = args.subject.records(&experiment);
    let (mut entries, unread) = lab::read_records(&path)
        .map_err(|error| Failure { code: 4, message: error.to_string() })?;
    if unread > 0 {
        terminal.say(format!("{}: damaged lines left out: {unread}", path.display()));
    }
    if entries.is_empty() {
        entries = lab::recorded(&experiment.name);
        if entries.is_empty() {
            let name = &args.subject.name;
            return Err(Failure::usage(format!("no records yet: `banto lab run {name}`")));
        }
        terminal.note(format!("records that come with the program; {} has none", path.display()));
    }
    let levels = level_hashes(&experiment, &Shelves(library));
    let found = findings(&experiment, &args.subject.wanted(), &entries, &levels);
    let found = found.map_err(Failure::usage)?;
    let left_out = |it: &&lab::Remark| !matches!(it, lab::Remark::Made { .. });
    for remark in found.remarks.iter().filter(left_out) {
        terminal.say(remark.to_string());
    }
    print(text_of(&experiment, &found, args.format)?.as_bytes())
}

fn text_of(
    experiment: &Experiment,
    found: &Findings,
    format: ReportFormat,
) -> Result<String, Failure> {
    Ok(match format {
        ReportFormat::Md => report::markdown(experiment, found),
        ReportFormat::Csv => report::csv(&found.tables),
        ReportFormat::Tex => report::latex(experiment, &found.tables),
        ReportFormat::Html => report::html(experiment, found),
        ReportFormat::Svg => report::svg(experiment, found)
            .ok_or_else(|| Failure::usage(format!("{} has no plot", experiment.name)))?,
    })
}

/// Levels from the experiment, the binary and the user's library, in this order.
struct Shelves<'a>(&'a Library);

impl Levels for Shelves<'_> {
    fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let inside = lab::level_file(name).map(<[u8]>::to_vec);
        let embedded = || embedded::named(name).map(|source| source.bytes);
        let external = || {
            let file = self.0.file(name)?;
            sources::read_file(&file).ok().map(|source| source.bytes)
        };
        inside.or_else(embedded).or_else(external)
    }
}

/// Tells the terminal what happens.
struct Teller<'a> {
    plan: &'a Plan,
    total: usize,
    done: AtomicUsize,
    terminal: Terminal,
}

impl Listener for Teller<'_> {
    fn done(&self, row: &Row) {
        let Job { level, setup } = row.job;
        let (level, label) = (&self.plan.levels[level], &self.plan.header.setups[setup].label);
        let (n, total) = (self.done.fetch_add(1, Ordering::Relaxed) + 1, self.total);
        let (suite, index, status) = (&level.collection, level.index, row.status.name());
        self.terminal.note(format!("{n} of {total}  {label}: {suite}:{index} {status}"));
    }
}
