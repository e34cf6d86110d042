//! `banto lab`: the experiments of five published documents and our own, with the published figures beside ours.

use std::path::{Path, PathBuf};

use lab::{Experiment, Levels, Listener, report};
use puzzle::Cancel;

use super::print;
use crate::args::{LabAction, LabReport, ReportFormat};
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::quantity::plural;
use crate::terminal::Terminal;
use crate::{embedded, interrupt, sources};

/// Does what is asked for.
pub(crate) fn run(action: &LabAction, library: &Library, terminal: Terminal) -> CommandResult {
    match action {
        LabAction::List => list(),
        LabAction::Run { name, out } => {
            let experiment = find(name)?;
            experiment.requests().map_err(Failure::usage)?;
            let (levels, cancel) = (Shelves(library), Cancel::default());
            interrupt::watch(&cancel)?;
            let records = records_of(&experiment, out);
            let made = lab::run(&experiment, &levels, &records, &Teller(terminal), &cancel)
                .map_err(|error| Failure::io(records.display(), &error))?;
            let runs = plural(made as u64, "run", "runs");
            terminal.note(format!("{made} {runs} recorded in {}", records.display()));
            Ok(if cancel.is_cancelled() { 130 } else { 0 })
        }
        LabAction::Report(args) => make_report(args),
    }
}

fn list() -> CommandResult {
    let rows = lab::experiments();
    let line = |experiment: &Experiment| format!("{:20}  {}\n", experiment.name, experiment.title);
    print(rows.iter().map(line).collect::<String>().as_bytes())
}

/// One of the program's experiments, or one from a file of the user's.
fn find(name: &str) -> Result<Experiment, Failure> {
    let known = lab::experiments();
    if let Some(found) = known.iter().find(|known| known.name == name) {
        return Ok(found.clone());
    }
    let text = std::fs::read_to_string(name).map_err(|_| {
        let names = known.iter().map(|known| known.name.as_str());
        Failure::usage(puzzle::unknown("experiment", name, names, "`banto lab list` lists them"))
    })?;
    Experiment::read(&text).map_err(|error| Failure::bad_file(format!("{name}: {error}")))
}

fn records_of(experiment: &Experiment, out: &Option<PathBuf>) -> PathBuf {
    let folder = out.clone().unwrap_or_else(|| Path::new("lab").join(&experiment.name));
    folder.join("records.jsonl")
}

fn make_report(args: &LabReport) -> CommandResult {
    let experiment = find(&args.name)?;
    let path = records_of(&experiment, &args.out);
    let records = lab::read_records(&path).map_err(|error| Failure::io(path.display(), &error))?;
    if records.is_empty() {
        return Err(Failure::usage(format!("no records yet: `banto lab run {}`", args.name)));
    }
    let tables = lab::tables(&experiment, &records);
    let text = match args.format {
        ReportFormat::Md => report::markdown(&experiment, &tables),
        ReportFormat::Csv => report::csv(&tables),
        ReportFormat::Tex => report::latex(&experiment, &tables),
        ReportFormat::Html => report::html(&experiment, &tables),
    };
    print(text.as_bytes())
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
struct Teller(Terminal);

impl Listener for Teller {
    fn done(&self, label: &str, suite: &str, index: usize, status: &str) {
        self.0.note(format!("{label}: {suite}:{index} {status}"));
    }

    fn note(&self, text: &str) {
        self.0.say(text);
    }
}
