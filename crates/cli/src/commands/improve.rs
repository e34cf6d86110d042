//! `banto improve`: shortens solutions people already have.

use std::path::Path;

use puzzle::improve::{Improved, Merged};
use puzzle::solutions::Claim;
use puzzle::{Budget, Cancel, Counts, Entry, Goal, Limits, Puzzle};
use serde_json::{Value, json};

use super::check::Known;
use super::print;
use crate::args::{Improve, Input};
use crate::failure::{CommandResult, Failure};
use crate::interrupt;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::quantity::plural;
use crate::solved::{self, Answer, Kind, Level, Output};
use crate::target::Target;
use crate::terminal::Terminal;

/// Shortens the solutions of every level that has some; exits with 3 if a given solution is
/// invalid.
pub(crate) fn run(args: &Improve, library: &Library, terminal: Terminal) -> CommandResult {
    let kind = args.output.as_deref().map(|path| Kind::of(path, false)).transpose()?;
    let input = Input { files: args.files.clone(), range: args.range.clone() };
    let (collections, code) = loaded::load(&input, library, terminal)?;
    if collections.is_empty() {
        return Ok(code);
    }
    let known = Known::find(args.solutions.as_deref(), library)?;
    let output = args.output.as_deref().zip(kind);
    let output = output.map(|(path, kind)| prepare(args, path, kind, &collections)).transpose()?;
    let levels = solved::levels(&collections);
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    interrupt::watch_reader(&cancel);
    let answers = vec![Answer::default(); levels.len()];
    let mut run =
        Run { args, terminal, cancel: &cancel, answers, sums: Sums::default(), code, kept: 0 };
    let mut ran = Ok(());
    let mut claims = Vec::new();
    for (at, level) in levels.iter().enumerate() {
        if at == 0 || !std::ptr::eq(level.loaded, levels[at - 1].loaded) {
            claims = run.claims(&known, level.loaded, &collections)?;
        }
        let given = claims.iter().filter(|claim| claim.level == level.entry.index);
        let given: Vec<String> = given.map(|claim| claim.moves.clone()).collect();
        if !given.is_empty() && !cancel.is_cancelled() {
            ran = run.shorten(at, level, &given, output.as_ref());
        }
        if ran.is_err() {
            break;
        }
    }
    let Run { answers, sums, code, kept, .. } = run;
    let stopped = ran.is_err() || cancel.is_cancelled();
    if sums.levels == 0 && kept == 0 && code == 0 && !stopped {
        return Err(Failure::bad_file("there is no solution to improve"));
    }
    ran.and(output.map_or(Ok(()), |output| output.finish(&answers, stopped, terminal)))?;
    if sums.levels > 0 {
        terminal.note(sums.sentence());
    }
    match cancel.is_cancelled() {
        true if interrupt::reader_left() => Ok(0),
        true => Ok(puzzle::Status::Interrupted.exit_code()),
        false => Ok(code),
    }
}

/// Looks at the file for the solutions; the given ones are not overwritten.
fn prepare<'a>(
    args: &Improve,
    path: &Path,
    kind: Kind,
    collections: &'a [Loaded],
) -> Result<Output<'a>, Failure> {
    let target = Target::find(path)?;
    match args.solutions.as_deref().map(Path::new) {
        Some(given) if target.is(given) => {
            Err(target.refused("this file holds the solutions to be improved"))
        }
        _ => Output::prepare(path, kind, args.force, "improve", (&args.files, collections)),
    }
}

/// A run under way.
struct Run<'a> {
    args: &'a Improve,
    terminal: Terminal,
    cancel: &'a Cancel,
    answers: Vec<Answer>,
    sums: Sums,
    code: u8,
    /// Levels that an unfinished run has improved.
    kept: usize,
}

impl Run<'_> {
    /// The readable solutions of a file.
    fn claims(
        &mut self,
        known: &Known,
        loaded: &Loaded,
        all: &[Loaded],
    ) -> Result<Vec<Claim>, Failure> {
        let mut claims = Vec::new();
        for claim in known.claims(loaded, all, self.terminal)?.all {
            match claim {
                Ok(claim) => claims.push(claim),
                Err(refused) => self.complain(&refused.text),
            }
        }
        Ok(claims)
    }

    fn complain(&mut self, why: &str) {
        self.code = 3;
        self.terminal.say(why);
    }

    /// Shortens the solutions of a level, prints what came of it and keeps it.
    fn shorten(
        &mut self,
        at: usize,
        level: &Level<'_>,
        given: &[String],
        output: Option<&Output<'_>>,
    ) -> Result<(), Failure> {
        let Level { loaded, entry } = *level;
        let settings = settings(self.args);
        if let (Some(output), Ok(puzzle)) = (output, &entry.puzzle)
            && let Some(moves) = kept(output, at, puzzle, &settings)
        {
            let name = loaded.name_of(entry);
            self.terminal.note(format!("{name}: kept from {}", output.kept_in()));
            self.kept += 1;
            self.answers[at] = improved(moves);
            return Ok(());
        }
        let merged = match shorter(self.args, loaded, entry, given, self.cancel) {
            Ok(merged) => merged,
            Err(why) => {
                self.complain(&why);
                return Ok(());
            }
        };
        self.sums.add(&merged);
        self.answers[at] = output.map_or_else(Answer::default, |output| {
            answer(self.args, entry, &merged, output.present(at), output.is_input())
        });
        if let (Some(output), Some(hash), false) =
            (output, level.hash(), self.cancel.is_cancelled())
        {
            let row = json!({
                "level_hash": format!("{hash:016x}"), "settings": settings,
                "solution": merged.best.moves,
            });
            output.keeper().keep(&row.to_string())?;
        }
        print(line(self.args, loaded, entry, &merged).as_bytes()).map(|_| ())
    }
}

/// What decides a result besides the level and its solutions.
fn settings(args: &Improve) -> String {
    let Improve { goal, time, memory, nodes, threads, .. } = args;
    format!("{goal:?} {time:?} {memory} {nodes:?} {threads}")
}

/// The solution that an unfinished run with the same settings has found.
fn kept(output: &Output<'_>, at: usize, puzzle: &Puzzle, settings: &str) -> Option<String> {
    let word = |row: &Value, name| row.get(name).and_then(Value::as_str).map(str::to_owned);
    let moves = |row: &Value| {
        let moves =
            word(row, "solution").filter(|_| word(row, "settings").as_deref() == Some(settings));
        moves.filter(|moves| puzzle::check(puzzle, moves).is_ok())
    };
    output.rows(at).find_map(moves)
}

fn improved(moves: String) -> Answer {
    Answer { solution: Some(moves), author: "improved".to_owned(), record: None }
}

/// The best solution for the file: the one in it already unless the new one is shorter. If the file is where the given
/// ones are from, none of them is written again.
fn answer(
    args: &Improve,
    entry: &Entry,
    merged: &Merged,
    present: Option<&str>,
    is_input: bool,
) -> Answer {
    let key = |counts: &Counts| counts.cost(args.goal.first());
    let Improved { moves, counts, before, .. } = &merged.best;
    let length = |moves: &str| puzzle::check(entry.puzzle.as_ref().ok()?, moves).ok();
    let shortest = |it: &&str| length(it).is_some_and(|it| key(&it) <= key(counts));
    match present.filter(|it| is_input && key(before) == key(counts) || shortest(it)) {
        Some(present) => improved(present.to_owned()),
        None => improved(moves.clone()),
    }
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
    let limits = Limits { time: Some(args.time), memory: Some(args.memory), nodes: args.nodes };
    let mut budget = Budget::new(limits, cancel.clone());
    let (goal, threads) = (args.goal.first(), usize::from(args.threads));
    let merged = puzzle::improve::improve_all_on(puzzle, given, goal, threads, &mut budget);
    merged.map_err(|error| told(error.to_string()))
}

/// The result for a level, as one line.
fn line(args: &Improve, loaded: &Loaded, entry: &Entry, merged: &Merged) -> String {
    let (before, after) = (&merged.best.before, &merged.best.counts);
    if args.jsonl {
        let counts = |it: &Counts| {
            json!({
                "pushes": it.pushes, "moves": it.moves, "box_lines": it.box_lines,
                "box_changes": it.box_changes,
            })
        };
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
    let change = |before: Option<u64>, after: Option<u64>, [one, many]: [&str; 2]| {
        let (before, after) = (before.unwrap_or(0), after.unwrap_or(0));
        let what = plural(after, one, many);
        match before == after {
            true => format!("{after} {what}"),
            false => format!("{before} → {after} {what}"),
        }
    };
    let pushes = change(before.pushes, after.pushes, PUSHES);
    let moves = change(before.moves, after.moves, MOVES);
    let boxes = match args.goal {
        Goal::BoxLines => {
            change(before.box_lines, after.box_lines, ["box line", "box lines"]) + ", "
        }
        Goal::BoxChanges => {
            change(before.box_changes, after.box_changes, ["box change", "box changes"]) + ", "
        }
        _ => String::new(),
    };
    let others: Vec<String> = merged
        .front
        .iter()
        .filter(|kept| kept.counts != *after)
        .map(|kept| {
            let Counts { pushes, moves, .. } = kept.counts;
            let (pushes, moves) = (pushes.unwrap_or(0), moves.unwrap_or(0));
            format!("{} with {}", counted(pushes, PUSHES), counted(moves, MOVES))
        })
        .collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!("; also {}", others.join(", ")),
    };
    format!("{}: {boxes}{pushes}, {moves}{others}\n", loaded.name_of(entry))
}

const PUSHES: [&str; 2] = ["push", "pushes"];
const MOVES: [&str; 2] = ["move", "moves"];

/// `1 push`, `2 pushes`.
fn counted(n: u64, [one, many]: [&str; 2]) -> String {
    format!("{n} {}", plural(n, one, many))
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
        let levels = counted(self.levels, ["level", "levels"]);
        let (fewer, less) = (counted(fewer, PUSHES), counted(less, MOVES));
        format!(
            "{levels}: {pushes} → {fewer}, {moves} → {less}; \
             every solution was replayed by the checker"
        )
    }
}
