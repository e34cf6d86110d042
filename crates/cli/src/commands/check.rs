//! `banto check`: replays solutions with the independent checker.

use std::path::{Path, PathBuf};

use puzzle::solutions::Claim;
use puzzle::{Counts, Fault};
use serde_json::{Value, json};

use super::print;
use crate::args::Check;
use crate::claimed::{Misplaced, Placement};
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
    let (collections, code) = loaded::load(&args.input, library, terminal)?;
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
        if claims.all.is_empty() && collections.len() > 1 {
            terminal.note(format!("{}: no solution to check", loaded.name()));
        }
        let page = Page::new(&claims.file);
        for claim in claims.all {
            if cancel.is_cancelled() {
                return Ok(puzzle::Status::Interrupted.exit_code());
            }
            let verdict = claim.and_then(|claim| judge(loaded, claim, &page));
            match &verdict {
                Ok(_) => accepted += 1,
                Err(complaint) => {
                    refused += 1;
                    terminal.say(&complaint.text);
                }
            }
            if args.jsonl {
                print(format!("{}\n", record(loaded, &page.name, &verdict)).as_bytes())?;
            }
        }
    }
    if accepted + refused == 0 {
        return Err(Failure::bad_file("there is no solution to check"));
    }
    terminal.note(format!("{accepted} accepted, {refused} refused"));
    Ok(if refused == 0 { code } else { 3 })
}

/// The text in which solutions stand.
struct Page {
    name: String,
    text: String,
}

impl Page {
    fn new(source: &Source) -> Page {
        Page { name: source.name.clone(), text: text::transcode(&source.bytes).into_owned() }
    }
}

/// A solution the checker has replayed.
struct Accepted {
    claim: Claim,
    counts: Counts,
}

/// Why a solution is not accepted.
#[derive(Default)]
pub(super) struct Refused {
    /// For a person: where, which level, why.
    pub(super) text: String,
    /// The kind of fault.
    code: &'static str,
    /// The level, if it is known.
    index: Option<usize>,
    /// Line and column of the wrong move, or of the solution.
    place: Option<(u32, u32)>,
    /// The wrong move, counted from 1.
    wrong_move: Option<usize>,
    /// The reason alone.
    reason: String,
}

impl Refused {
    /// A solution that cannot be read, with the fault as it is drawn for a person.
    fn unread(fault: &Fault, drawn: String) -> Refused {
        let (code, reason) = (fault.code, fault.text.clone());
        let place = Some((fault.line, fault.column));
        Refused { text: drawn, code, place, reason, ..Refused::default() }
    }

    /// A solution that is for none of the levels.
    fn misplaced(Misplaced { line, reason }: Misplaced) -> Refused {
        let text = printable(&format!("line {line}: {reason}"));
        let place = Some((line, 1));
        Refused { text, code: "no-such-level", place, reason, ..Refused::default() }
    }
}

fn judge(loaded: &Loaded, claim: Claim, page: &Page) -> Result<Accepted, Refused> {
    let refused = |code, wrong_move: Option<usize>, reason: String| {
        let level = claim.level;
        let game = loaded.collection.game;
        let (line, column) = match wrong_move {
            Some(index) => claim.place_of_move(&page.text, game, index),
            None => (claim.line, claim.column),
        };
        let at = format!("{}: line {line}, column {column}: level {level}", page.name);
        Err(Refused {
            text: printable(&format!("{at}: {reason}")),
            code,
            index: Some(level),
            place: Some((line, column)),
            wrong_move: wrong_move.map(|index| index + 1),
            reason,
        })
    };
    let entries = &loaded.collection.entries;
    let Some(entry) = claim.level.checked_sub(1).and_then(|index| entries.get(index)) else {
        let count = entries.len();
        let word = plural(count as u64, "level", "levels");
        return refused("no-such-level", None, format!("there are only {count} {word}"));
    };
    match &entry.puzzle {
        Err(faults) => {
            refused("bad-level", None, format!("the level itself has a fault: {faults}"))
        }
        Ok(puzzle) => match puzzle::check(puzzle, &claim.moves) {
            Ok(counts) => Ok(Accepted { claim, counts }),
            Err(wrong) => refused(wrong.code(), wrong.index(), wrong.to_string()),
        },
    }
}

/// The solutions of a collection.
pub(super) struct Claims {
    /// The file in which they stand.
    file: Source,
    /// One by one, each readable or not.
    pub(super) all: Vec<Result<Claim, Refused>>,
}

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
                    None => Ok(Claims { file: loaded.source.clone(), all: Vec::new() }),
                }
            }
            Known::Inside => {
                let claims = inside(loaded);
                let beside = Path::new(&loaded.source.name).with_extension("sol");
                match claims.all.is_empty() && beside.is_file() {
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
        Ok(claim) => {
            let place = placement.place(claim, loaded)?.map_err(Refused::misplaced);
            let meant = |claim: &Claim| {
                let levels = loaded.source.levels.as_ref();
                levels.is_none_or(|levels| levels.contains(claim.level))
            };
            Some(place).filter(|place| place.as_ref().map_or(true, meant))
        }
        Err(fault) => placement
            .is_fault_of(fault.line, loaded)
            .then(|| Err(Refused::unread(&fault, drawn(fault.clone())))),
    };
    let all = claims.into_iter().filter_map(placed).collect();
    Ok(Claims { file: source.clone(), all })
}

/// The solutions inside the level file.
fn inside(loaded: &Loaded) -> Claims {
    let warnings = loaded.collection.warnings.iter();
    let warnings = warnings.map(|fault| Err(Refused::unread(fault, loaded.underline(fault))));
    let mut places = Places::of(loaded);
    let mut all: Vec<Result<Claim, Refused>> = Vec::new();
    for entry in loaded.selected() {
        let Some(level) = entry.sokoban_level() else { continue };
        for game in &level.solutions {
            let (line, column) = places.next(entry.index, &game.moves).unwrap_or_else(|| {
                let board = level.position(0, 0);
                (board.line, board.column)
            });
            let (level, moves) = (entry.index, game.moves.clone());
            all.push(Ok(Claim { file: None, level, moves, line, column }));
        }
    }
    all.extend(warnings);
    Claims { file: loaded.source.clone(), all }
}

/// Where the solutions of a level file begin, for the notations that say so.
struct Places(Vec<Claim>);

impl Places {
    fn of(loaded: &Loaded) -> Places {
        let read = puzzle::solutions::read_solutions(&loaded.source.bytes, loaded.collection.game);
        Places(read.unwrap_or_default().into_iter().flatten().collect())
    }

    /// The place of the next solution of a level with these moves.
    fn next(&mut self, level: usize, moves: &str) -> Option<(u32, u32)> {
        let at = self.0.iter().position(|it| it.level == level && it.moves == moves)?;
        let Claim { line, column, .. } = self.0.remove(at);
        Some((line, column))
    }
}

fn record(loaded: &Loaded, page: &str, verdict: &Result<Accepted, Refused>) -> Value {
    let collection = &loaded.source.name;
    match verdict {
        Ok(Accepted { claim, counts }) => json!({
            "collection": collection,
            "index": claim.level,
            "solutions": page,
            "line": claim.line,
            "column": claim.column,
            "accepted": true,
            "moves": counts.moves,
            "pushes": counts.pushes,
            "steps": counts.steps,
            "box_lines": counts.box_lines,
            "box_changes": counts.box_changes,
            "pushing_sessions": counts.pushing_sessions,
        }),
        Err(Refused { code, index, place, wrong_move, reason, .. }) => json!({
            "collection": collection,
            "index": index,
            "solutions": page,
            "line": place.map(|place| place.0),
            "column": place.map(|place| place.1),
            "accepted": false,
            "code": code,
            "move": wrong_move,
            "error": reason,
        }),
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
