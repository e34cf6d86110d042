//! `banto check`: replays solutions with the independent checker.

use std::fmt::Write;

use puzzle::{Claim, Counts, Entry, Fault};
use serde_json::json;

use super::print;
use crate::args::Check;
use crate::failure::{CommandResult, Failure, printable};
use crate::library::Library;
use crate::loaded::Loaded;
use crate::quantity::plural;
use crate::sources::{self, Source};
use crate::terminal::Terminal;
use crate::underline::{Spot, underline};

/// Replays every solution; exit 3 when one fails.
pub(crate) fn run(args: &Check, library: &Library, terminal: Terminal) -> CommandResult {
    let loaded = Loaded::new(one(&args.file, library)?, terminal).map_err(Failure::bad_file)?;
    let claims = match &args.solutions {
        Some(name) => outside(one(name, library)?, &loaded, terminal)?,
        None => inside(&loaded),
    };
    if claims.is_empty() {
        return Err(Failure::bad_file("there is no solution to check"));
    }
    let (mut accepted, mut refused, mut text) = (0, 0, String::new());
    for claim in claims {
        let verdict = claim.and_then(|claim| judge(&loaded, claim));
        match &verdict {
            Ok(_) => accepted += 1,
            Err(complaint) => {
                refused += 1;
                terminal.say(complaint);
            }
        }
        if args.jsonl {
            let _ = writeln!(text, "{}", record(&verdict));
        }
    }
    print(text.as_bytes())?;
    terminal.note(format!("{accepted} accepted, {refused} refused"));
    Ok(if refused == 0 { 0 } else { 3 })
}

/// A solution the checker has replayed.
struct Accepted {
    claim: Claim,
    counts: Counts,
}

fn judge(loaded: &Loaded, claim: Claim) -> Result<Accepted, String> {
    let refused = |reason: &str| {
        let Claim { level, line, .. } = claim;
        Err(printable(&format!("line {line}: level {level}: {reason}")))
    };
    let entries = &loaded.collection.entries;
    let Some(entry) = claim.level.checked_sub(1).and_then(|index| entries.get(index)) else {
        let (name, count) = (&loaded.source.name, entries.len());
        let word = plural(count as u64, "level", "levels");
        return refused(&format!("{name} has only {count} {word}"));
    };
    match &entry.puzzle {
        Err(faults) => refused(&format!("the level itself has a fault: {faults}")),
        Ok(puzzle) => match puzzle::check(puzzle, &claim.moves) {
            Ok(counts) => Ok(Accepted { claim, counts }),
            Err(reason) => refused(&reason),
        },
    }
}

/// The solutions in a separate file.
fn outside(
    source: Source,
    loaded: &Loaded,
    terminal: Terminal,
) -> Result<Vec<Result<Claim, String>>, Failure> {
    let text = text::transcode(&source.bytes);
    let drawn = |fault: Fault| {
        let (line, column) = (fault.line, fault.column);
        let spot = Spot { name: &source.name, text: &text, line, column };
        underline(&fault.text, &spot, terminal.colour())
    };
    let claims = puzzle::read_solutions(&source.bytes, loaded.collection.game)
        .map_err(|fault| Failure::bad_file(drawn(fault)))?;
    Ok(claims.into_iter().map(|claim| claim.map_err(drawn)).collect())
}

/// The solutions inside the level file.
fn inside(loaded: &Loaded) -> Vec<Result<Claim, String>> {
    let warnings = loaded.collection.warnings.iter().map(|fault| Err(loaded.underline(fault)));
    let claims = loaded.selected().flat_map(|entry| solutions_of(entry).map(Ok));
    claims.chain(warnings).collect()
}

fn solutions_of(entry: &Entry) -> impl Iterator<Item = Claim> + '_ {
    let (solutions, line) = match entry.sokoban_level() {
        Some(level) => (level.solutions.as_slice(), level.position(0, 0).line),
        None => (&[][..], 0),
    };
    solutions.iter().map(move |game| Claim { level: entry.index, moves: game.moves.clone(), line })
}

fn record(verdict: &Result<Accepted, String>) -> serde_json::Value {
    match verdict {
        Ok(Accepted { claim, counts }) => json!({
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
        Err(reason) => json!({ "accepted": false, "error": reason }),
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
