//! `banto improve`: shortens solutions people already have.

use puzzle::improve::Merged;
use puzzle::{Budget, Cancel, Counts, Entry, Limits};
use serde_json::json;

use super::check::Known;
use super::print;
use crate::args::{Improve, Input, Objective};
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::interrupt;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::solved::{Kind, Solved};
use crate::terminal::Terminal;

/// Shortens the solutions of every level that has some; exits with 3 if a given solution is
/// invalid.
pub(crate) fn run(args: &Improve, library: &Library, terminal: Terminal) -> CommandResult {
    let kind = args.output.as_deref().map(Kind::of).transpose()?;
    let input = Input { files: args.files.clone(), range: args.range.clone() };
    let (collections, mut code) = loaded::load(&input, library, terminal)?;
    kind.map_or(Ok(()), |kind| kind.suits(&collections))?;
    let known = Known::find(args.solutions.as_deref(), &collections, library)?;
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    let (mut found, mut sums) = (Solved::default(), Sums::default());
    for loaded in &collections {
        let mut claims = Vec::new();
        for claim in known.claims(loaded, terminal)? {
            match claim {
                Ok(claim) => claims.push(claim),
                Err(why) => {
                    code = 3;
                    terminal.say(why);
                }
            }
        }
        for entry in loaded.selected() {
            let given = claims.iter().filter(|claim| claim.level == entry.index);
            let given: Vec<String> = given.map(|claim| claim.moves.clone()).collect();
            if given.is_empty() || cancel.is_cancelled() {
                continue;
            }
            match shorter(args, loaded, entry, &given, &cancel) {
                Ok(merged) => {
                    sums.add(&merged);
                    print(line(args, loaded, entry, &merged).as_bytes())?;
                    found.add(loaded, entry, Some(merged.best.moves), "improved");
                }
                Err(why) => {
                    code = 3;
                    terminal.say(why);
                }
            }
        }
    }
    if sums.levels == 0 && code == 0 {
        return Err(Failure::bad_file("there is no solution to improve"));
    }
    if let (Some(kind), Some(path)) = (kind, &args.output) {
        write_whole(path, found.text(kind)?.as_bytes())?;
    }
    if sums.levels > 0 {
        terminal.note(sums.sentence());
    }
    Ok(if cancel.is_cancelled() { puzzle::Status::Interrupted.exit_code() } else { code })
}

fn shorter(
    args: &Improve,
    loaded: &Loaded,
    entry: &Entry,
    given: &[String],
    cancel: &Cancel,
) -> Result<Merged, String> {
    let told = |why: String| format!("{}: {why}", loaded.name_of(entry));
    let puzzle = entry.puzzle.as_ref().map_err(|refused| told(refused.to_string()))?;
    let goal = match args.objective {
        Objective::Pushes | Objective::PushesMoves => puzzle::Metric::Pushes,
        Objective::Moves | Objective::MovesPushes => puzzle::Metric::Moves,
    };
    let limits = Limits { time: Some(args.time), memory: Some(args.memory), nodes: args.nodes };
    let mut budget = Budget::new(limits, cancel.clone());
    let merged = puzzle::improve::improve_all(puzzle, given, goal, &mut budget);
    merged.map_err(|error| told(error.to_string()))
}

/// The result for a level, as one line.
fn line(args: &Improve, loaded: &Loaded, entry: &Entry, merged: &Merged) -> String {
    let (before, after) = (&merged.best.before, &merged.best.counts);
    if args.jsonl {
        let counts = |it: &Counts| json!({ "pushes": it.pushes, "moves": it.moves });
        let front = merged.front.iter().map(|kept| {
            json!({
                "pushes": kept.counts.pushes, "moves": kept.counts.moves, "solution": kept.moves,
            })
        });
        let record = json!({
            "collection": loaded.source.name, "index": entry.index, "given": merged.given,
            "before": counts(before), "after": counts(after),
            "box_changes": after.box_changes, "solution": merged.best.moves,
            "front": front.collect::<Vec<_>>(),
        });
        return format!("{record}\n");
    }
    let change = |before: Option<u64>, after: Option<u64>, what: &str| {
        let (before, after) = (before.unwrap_or(0), after.unwrap_or(0));
        match before == after {
            true => format!("{after} {what}"),
            false => format!("{before} → {after} {what}"),
        }
    };
    let pushes = change(before.pushes, after.pushes, "pushes");
    let moves = change(before.moves, after.moves, "moves");
    let others: Vec<String> = merged
        .front
        .iter()
        .filter(|kept| kept.counts != *after)
        .map(|kept| {
            let Counts { pushes, moves, .. } = kept.counts;
            format!("{} pushes with {} moves", pushes.unwrap_or(0), moves.unwrap_or(0))
        })
        .collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!("; also {}", others.join(", ")),
    };
    format!("{}: {pushes}, {moves}{others}\n", loaded.name_of(entry))
}

/// Figures over all levels.
#[derive(Default)]
struct Sums {
    levels: u64,
    before: [u64; 2],
    after: [u64; 2],
}

impl Sums {
    fn add(&mut self, merged: &Merged) {
        let both = |counts: &Counts| [counts.pushes.unwrap_or(0), counts.moves.unwrap_or(0)];
        self.levels += 1;
        for (sum, count) in self.before.iter_mut().zip(both(&merged.best.before)) {
            *sum += count;
        }
        for (sum, count) in self.after.iter_mut().zip(both(&merged.best.counts)) {
            *sum += count;
        }
    }

    fn sentence(&self) -> String {
        let ([pushes, moves], [fewer, less]) = (self.before, self.after);
        let levels = crate::quantity::plural(self.levels, "level", "levels");
        format!(
            "{} {levels}: {pushes} → {fewer} pushes, {moves} → {less} moves; \
             every solution was replayed by the checker",
            self.levels
        )
    }
}
