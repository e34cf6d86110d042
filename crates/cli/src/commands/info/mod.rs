//! `banto info`: what can be said about levels. One level is shown in full with its picture, several
//! as a table with a line each.

mod long;
mod row;
mod survey;
mod table;

use std::cmp::Ordering;

use puzzle::search::Stop;
use puzzle::{Cancel, Entry, Status};

use super::print;
use crate::args::Info;
use crate::failure::{CommandResult, Failure};
use crate::interrupt;
use crate::known::Elsewhere;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::quantity::plural;
use crate::query::{Column, Condition, SortKey};
use crate::terminal::{ProgressLine, Terminal};

use row::Row;
use survey::Seen;
use table::Table;

/// Invalid levels whose faults are drawn below a table.
const DRAWN: usize = 20;

/// A level that was asked about.
type Level<'a> = (&'a Loaded, &'a Entry);

/// How levels are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Long,
    Table,
    Csv,
    Jsonl,
}

impl Form {
    fn of(args: &Info, levels: usize) -> Form {
        match (args.jsonl, args.csv, args.table || levels > 1) {
            (true, ..) => Form::Jsonl,
            (_, true, _) => Form::Csv,
            (_, _, true) => Form::Table,
            _ => Form::Long,
        }
    }
}

/// Prints what is known about the selected levels.
pub(crate) fn run(args: &Info, library: &Library, terminal: Terminal) -> CommandResult {
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    interrupt::watch_reader(&cancel);
    let (collections, code) = loaded::load(&args.input, library, terminal)?;
    let elsewhere = Elsewhere::find(&args.known, &collections, library, terminal)?;
    let levels: Vec<Level<'_>> =
        collections.iter().flat_map(|it| it.selected().map(move |entry| (it, entry))).collect();
    let mut shown = Shown::new(args, &levels, elsewhere, terminal);
    shown.code = code;
    let asked =
        args.conditions.iter().map(|it| it.column).chain(args.sort.iter().map(|it| it.column));
    let look = match shown.form {
        Form::Table if !asked.into_iter().any(Column::is_rated) => puzzle::facts::brief,
        Form::Long => puzzle::grade::facts,
        _ => puzzle::facts,
    };
    // A table that grows line by line needs no other sign of life.
    let line = (!args.sort.is_empty()).then(|| terminal.progress(levels.len() as u64));
    let surveyed =
        survey::all(&levels, (look, &args.conditions), &cancel, |(loaded, entry), seen| {
            line.iter().for_each(ProgressLine::done);
            match seen {
                Some(seen) => shown.take(loaded, entry, seen),
                None => Ok(()),
            }
        });
    line.iter().for_each(ProgressLine::finish);
    surveyed?;
    match interrupt::reader_left() {
        true => Ok(0),
        false => shown.finish(cancel.is_cancelled()),
    }
}

/// What has been shown, and what waits to be.
struct Shown<'a> {
    form: Form,
    drawing: bool,
    conditions: &'a [Condition],
    keys: &'a [SortKey],
    table: Table,
    elsewhere: Elsewhere,
    terminal: Terminal,
    levels: usize,
    /// Rows that are printed once they are all there.
    waiting: Vec<Row<'a>>,
    /// Invalid levels, for the end.
    invalid: Vec<Level<'a>>,
    tried: usize,
    count: usize,
    code: u8,
}

impl<'a> Shown<'a> {
    fn new(
        args: &'a Info,
        levels: &[Level<'a>],
        elsewhere: Elsewhere,
        terminal: Terminal,
    ) -> Shown<'a> {
        Shown {
            form: Form::of(args, levels.len()),
            drawing: !args.no_drawing,
            conditions: &args.conditions,
            keys: &args.sort,
            table: Table::new(levels, terminal.columns()),
            elsewhere,
            terminal,
            levels: levels.len(),
            waiting: Vec::new(),
            invalid: Vec::new(),
            tried: 0,
            count: 0,
            code: 0,
        }
    }

    /// Shows a level if it is wanted, now or when all are there.
    fn take(&mut self, loaded: &'a Loaded, entry: &'a Entry, seen: Seen) -> Result<(), Failure> {
        let alone = matches!(self.form, Form::Long | Form::Jsonl);
        if !alone && seen.stop == Some(Stop::Interrupted) {
            return Ok(());
        }
        self.tried += 1;
        if let Some(stop) = seen.stop {
            self.terminal.say(format!("{}: {}", loaded.name_of(entry), survey::incomplete(stop)));
        }
        let status = seen.status(entry);
        self.code = if self.code == 0 { status.map_or(0, Status::exit_code) } else { self.code };
        let puzzle = entry.puzzle.as_ref().ok();
        let known =
            puzzle.map(|puzzle| self.elsewhere.about(&loaded.name_of(entry), puzzle, &seen.facts));
        let row = Row { loaded, entry, seen, known };
        match puzzle {
            None if !alone => self.invalid.push((loaded, entry)),
            _ => loaded.underlined(entry).for_each(|fault| self.terminal.say(fault)),
        }
        if !self.conditions.iter().all(|it| it.holds(row.value(it.column).as_ref())) {
            return Ok(());
        }
        self.count += 1;
        match self.keys.is_empty() {
            true => self.show(&row),
            false => {
                self.waiting.push(row);
                Ok(())
            }
        }
    }

    fn show(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        let text = match self.form {
            Form::Long => long::text(row, self.drawing),
            Form::Table => self.table.line(row),
            Form::Csv if self.table.begins() => format!("{}{}", row::csv_header(), row.csv()),
            Form::Csv => row.csv(),
            Form::Jsonl => format!("{}\n", row.record()),
        };
        print(text.as_bytes()).map(|_| ())
    }

    /// Prints what was sorted, then what is wrong with the invalid levels.
    fn finish(mut self, interrupted: bool) -> CommandResult {
        let mut rows = std::mem::take(&mut self.waiting);
        let by_game = self.form == Form::Table;
        rows.sort_by(|one, other| self.order(one, other, by_game));
        rows.iter().try_for_each(|row| self.show(row))?;
        if self.form == Form::Csv && self.table.begins() {
            print(row::csv_header().as_bytes())?;
        }
        for (loaded, entry) in self.invalid.iter().take(DRAWN) {
            loaded.underlined(entry).for_each(|fault| self.terminal.say(fault));
        }
        let (invalid, levels) = (self.invalid.len(), self.levels);
        if invalid > DRAWN {
            let rest = invalid - DRAWN;
            let word = plural(rest as u64, "invalid level", "invalid levels");
            self.terminal.say(format!("and {rest} more {word}; --jsonl has the faults of each"));
        }
        let word = plural(levels as u64, "level", "levels");
        if interrupted {
            self.terminal.note(format!("interrupted after {} of {levels} {word}", self.tried));
            return Ok(Status::Interrupted.exit_code());
        }
        if !self.conditions.is_empty() {
            self.terminal.note(format!("{} of {levels} {word}", self.count));
        }
        let elsewhere = self.elsewhere.code;
        Ok(if elsewhere == 1 || self.code == 0 { elsewhere } else { self.code })
    }

    /// A table of both games has the rows of one game below each other.
    fn order(&self, one: &Row<'_>, other: &Row<'_>, by_game: bool) -> Ordering {
        let games = if by_game { one.game().cmp(other.game()) } else { Ordering::Equal };
        self.keys.iter().fold(games, |order, key| {
            order.then_with(|| {
                let (one, other) = (one.value(key.column), other.value(key.column));
                key.compare(one.as_ref(), other.as_ref())
            })
        })
    }
}
