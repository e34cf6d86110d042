//! `banto check`: replays solutions with the independent checker.

use std::path::{Path, PathBuf};

use puzzle::solutions::Claim;
use puzzle::{Counts, Entry, Fault};
use serde_json::json;

use super::print;
use crate::args::{Check, Input};
use crate::claimed::Placement;
use crate::failure::{CommandResult, Failure, printable};
use crate::interrupt;
use crate::library::{Library, stem};
use crate::loaded::{self, Loaded};
use crate::proof;
use crate::quantity::plural;
use crate::sources::{self, Source};
use crate::terminal::Terminal;
use crate::underline::Sheet;

/// Replays every solution; exit 3 when one fails.
pub(crate) fn run(args: &Check, library: &Library, terminal: Terminal) -> CommandResult {
    let input = Input { files: args.files.clone(), range: None };
    let (collections, code) = loaded::load(&input, library, terminal)?;
    if let Some(path) = &args.proof {
        return proof::check(path, &collections, args.jsonl);
    }
    let known = Known::find(args.solutions.as_deref(), library)?;
    let cancel = puzzle::Cancel::default();
    interrupt::watch(&cancel)?;
    interrupt::watch_reader(&cancel);
    let (mut accepted, mut refused) = (0, 0);
    for loaded in &collections {
        let claims = known.claims(loaded, &collections, terminal)?;
        if claims.is_empty() && collections.len() > 1 {
            terminal.note(format!("{}: no solution to check", loaded.name()));
        }
        for claim in claims {
            if cancel.is_cancelled() {
                return Ok(puzzle::Status::Interrupted.exit_code());
            }
            let verdict = claim.and_then(|claim| judge(loaded, claim));
            match &verdict {
                Ok(_) => accepted += 1,
                Err(complaint) => {
                    refused += 1;
                    terminal.say(complaint);
                }
            }
            if args.jsonl {
                print(format!("{}\n", record(loaded, &verdict)).as_bytes())?;
            }
        }
    }
    if accepted + refused == 0 {
        return Err(Failure::bad_file("there is no solution to check"));
    }
    terminal.note(format!("{accepted} accepted, {refused} refused"));
    Ok(if refused == 0 { code } else { 3 })
}

/// A solution the checker has replayed.
struct Accepted {
    claim: Claim,
    counts: Counts,
}

fn judge(loaded: &Loaded, claim: Claim) -> Result<Accepted, String> {
    let refused = |reason: &str| {
        let (name, Claim { level, line, .. }) = (loaded.name(), &claim);
        Err(printable(&format!("{name}: line {line}: level {level}: {reason}")))
    };
    let entries = &loaded.collection.entries;
    let Some(entry) = claim.level.checked_sub(1).and_then(|index| entries.get(index)) else {
        let count = entries.len();
        let word = plural(count as u64, "level", "levels");
        return refused(&format!("there are only {count} {word}"));
    };
    match &entry.puzzle {
        Err(faults) => refused(&format!("the level itself has a fault: {faults}")),
        Ok(puzzle) => match puzzle::check(puzzle, &claim.moves) {
            Ok(counts) => Ok(Accepted { claim, counts }),
            Err(reason) => refused(&reason.to_string()),
        },
    }
}

/// Solutions, one by one, each readable or not.
pub(super) type Claims = Vec<Result<Claim, String>>;

/// Where the solutions are.
pub(super) enum Known {
    /// In one file, whose rows name their levels.
    File(Source),
    /// In a folder, in files called as those of the levels.
    Folder(Vec<PathBuf>),
    /// In the level files, or beside them in a `.sol`.
    Inside,
}

impl Known {
    /// `solutions` is the file or folder that was named.
    pub(super) fn find(solutions: Option<&str>, library: &Library) -> Result<Known, Failure> {
        let Some(name) = solutions else { return Ok(Known::Inside) };
        if Path::new(name).is_dir() {
            return Ok(Known::Folder(solution_files(Path::new(name))?));
        }
        Ok(Known::File(one(name, library)?))
    }

    /// The solutions of a collection, which is one of several.
    pub(super) fn claims(
        &self,
        loaded: &Loaded,
        all: &[Loaded],
        terminal: Terminal,
    ) -> Result<Claims, Failure> {
        let alone = std::slice::from_ref(loaded);
        match self {
            Known::File(source) => outside(source, loaded, all, terminal),
            Known::Folder(files) => {
                let name = stem(Path::new(&loaded.source.name));
                match files.iter().find(|file| stem(file) == name) {
                    Some(file) => outside(&sources::read_file(file)?, loaded, alone, terminal),
                    None => Ok(Claims::new()),
                }
            }
            Known::Inside => {
                let claims = inside(loaded);
                let beside = Path::new(&loaded.source.name).with_extension("sol");
                match claims.is_empty() && beside.is_file() {
                    true => outside(&sources::read_file(&beside)?, loaded, alone, terminal),
                    false => Ok(claims),
                }
            }
        }
    }
}

/// The files of a folder, in order.
fn solution_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let told = |error| Failure::io(folder.display(), &error);
    let files = std::fs::read_dir(folder).map_err(told)?;
    let paths: Result<Vec<PathBuf>, _> = files.map(|file| file.map(|it| it.path())).collect();
    let mut paths = paths.map_err(told)?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

/// The solutions in a separate file, which is for all of these collections.
fn outside(
    source: &Source,
    loaded: &Loaded,
    all: &[Loaded],
    terminal: Terminal,
) -> Result<Claims, Failure> {
    let sheet = Sheet::new(source);
    let drawn = |fault: Fault| sheet.underline(&fault, terminal.colour());
    let claims = puzzle::solutions::read_solutions(&source.bytes, loaded.collection.game)
        .map_err(|fault| Failure::bad_file(drawn(fault)))?;
    let readable: Vec<Claim> = claims.iter().flatten().cloned().collect();
    let placement = Placement::new(source, readable.iter(), all);
    let placed = |claim: Result<Claim, Fault>| match claim {
        Ok(claim) => placement.place(claim, loaded),
        Err(fault) => placement.is_fault_of(fault.line, loaded).then(|| Err(drawn(fault))),
    };
    Ok(claims.into_iter().filter_map(placed).collect())
}

/// The solutions inside the level file.
fn inside(loaded: &Loaded) -> Claims {
    let warnings = loaded.collection.warnings.iter().map(|fault| Err(loaded.underline(fault)));
    let claims = loaded.selected().flat_map(|entry| solutions_of(entry).map(Ok));
    claims.chain(warnings).collect()
}

fn solutions_of(entry: &Entry) -> impl Iterator<Item = Claim> + '_ {
    let (solutions, line) = match entry.sokoban_level() {
        Some(level) => (level.solutions.as_slice(), level.position(0, 0).line),
        None => (&[][..], 0),
    };
    solutions.iter().map(move |game| Claim {
        file: None,
        level: entry.index,
        moves: game.moves.clone(),
        line,
    })
}

fn record(loaded: &Loaded, verdict: &Result<Accepted, String>) -> serde_json::Value {
    let collection = &loaded.source.name;
    match verdict {
        Ok(Accepted { claim, counts }) => json!({
            "collection": collection,
            "index": claim.level,
            "line": claim.line,
            "accepted": true,
            "moves": counts.moves,
            "pushes": counts.pushes,
            "steps": counts.steps,
            "box_lines": counts.box_lines,
            "box_changes": counts.box_changes,
            "pushing_sessions": counts.pushing_sessions,
        }),
        Err(reason) => json!({ "collection": collection, "accepted": false, "error": reason }),
    }
}

/// The one source a name means.
fn one(name: &str, library: &Library) -> Result<Source, Failure> {
    let mut found = sources::find(&[name.to_owned()], library)?;
    match (found.pop(), found.is_empty()) {
        (Some(source), true) => Ok(source),
        _ => Err(Failure::usage(format!("{name}: expected one file"))),
    }
}
