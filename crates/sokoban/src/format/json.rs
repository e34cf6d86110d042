//! Our own JSON notation. Holds everything.
//!
//! ```json
//! {
//!   "title": "…", "author": "…", "comments": ["…"],
//!   "levels": [
//!     {
//!       "title": "…", "author": "…", "comments": ["…"],
//!       "board": ["#####", "#@$.#", "#####"],
//!       "solutions": [{"title": "…", "moves": "R", "notes": ["…"]}],
//!       "snapshots": []
//!     }
//!   ]
//! }
//! ```
//!
//! Only `levels` and `board` are required. A board may also be one string with its rows separated
//! by line feeds or `|`, run lengths allowed; a list of levels may stand alone. Values are parsed
//! as slices of the text, because the offset of a slice gives the place of an error.

use std::collections::BTreeMap;

use ::text::Locator;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::classify::{fault, tile};
use super::limits::{Allowance, MAX_LEVELS};
use super::notes::{clean_line, clean_title};
use super::{Collection, FormatError, FormatErrorKind, Unreadable, lurd, text, xsb};
use ::text::Position;

use crate::{Grid, Level, SavedGame};

/// A value that has not been parsed yet.
type Raw<'a> = &'a RawValue;
type Fields<'a> = BTreeMap<String, Raw<'a>>;

/// Reads a text.
pub(super) fn read(text: &str) -> Result<Collection, FormatError> {
    let whole: Raw<'_> = serde_json::from_str(text).map_err(|error| {
        let position = Locator::new(text).counted_in_bytes(error.line(), error.column());
        FormatError { kind: FormatErrorKind::Json("not well-formed".to_owned()), position }
    })?;
    let mut json = Json { text, locator: Locator::new(text), allowance: Allowance::new() };
    let mut collection = Collection::default();
    let levels = if whole.get().starts_with('[') {
        json.parse::<Vec<Raw<'_>>>(whole, "a list of levels")?
    } else {
        let fields: Fields<'_> = json.parse(whole, "an object")?;
        collection.title = json.title(&fields, "title")?;
        collection.author = json.title(&fields, "author")?;
        collection.comments = json.lines(&fields, "comments")?;
        match fields.get("levels") {
            Some(levels) => json.parse(levels, "a list of levels")?,
            None => return Err(json.error(whole, "\"levels\" is missing")),
        }
    };
    if levels.len() > MAX_LEVELS {
        let position = json.position(levels[MAX_LEVELS]);
        return Err(FormatError { kind: FormatErrorKind::TooManyLevels, position });
    }
    if levels.is_empty() {
        return Err(FormatError::new(FormatErrorKind::NoLevel, 1, 1));
    }
    collection.entries = levels.into_iter().map(|level| json.level(level)).collect();
    Ok(collection)
}

struct Json<'a> {
    text: &'a str,
    locator: Locator<'a>,
    allowance: Allowance,
}

impl<'a> Json<'a> {
    /// Where a value begins.
    fn position(&mut self, value: Raw<'a>) -> Position {
        let at = value.get().as_ptr() as usize - self.text.as_ptr() as usize;
        self.locator.position(at)
    }

    fn error(&mut self, value: Raw<'a>, message: &str) -> FormatError {
        let kind = FormatErrorKind::Json(message.to_owned());
        FormatError { kind, position: self.position(value) }
    }

    fn parse<T: Deserialize<'a>>(
        &mut self,
        value: Raw<'a>,
        expected: &str,
    ) -> Result<T, FormatError> {
        let parsed = serde_json::from_str(value.get());
        parsed.map_err(|_| self.error(value, &format!("expected {expected}")))
    }

    fn title(&mut self, fields: &Fields<'a>, name: &str) -> Result<Option<String>, FormatError> {
        let Some(value) = fields.get(name) else { return Ok(None) };
        let text: Option<String> = self.parse(value, "a string")?;
        Ok(text.as_deref().and_then(clean_title))
    }

    fn lines(&mut self, fields: &Fields<'a>, name: &str) -> Result<Vec<String>, FormatError> {
        let Some(value) = fields.get(name) else { return Ok(Vec::new()) };
        let lines: Vec<String> = self.parse(value, "a list of strings")?;
        Ok(lines.iter().map(|line| clean_line(line)).collect())
    }

    fn level(&mut self, value: Raw<'a>) -> Result<Level, Unreadable> {
        let fields: Fields<'a> = self.parse(value, "an object")?;
        let title = self.title(&fields, "title")?;
        match self.content(value, &fields) {
            Ok(level) => Ok(Level { title, ..level }),
            Err(unreadable) => Err(Unreadable { title, ..unreadable }),
        }
    }

    /// A level, except for its title.
    fn content(&mut self, value: Raw<'a>, fields: &Fields<'a>) -> Result<Level, Unreadable> {
        let start = self.position(value);
        let Some(board) = fields.get("board") else {
            return Err(self.error(value, "\"board\" is missing").into());
        };
        let author = self.title(fields, "author")?;
        let comments = self.lines(fields, "comments")?;
        let solutions = self.games(fields, "solutions", start)?;
        let snapshots = self.games(fields, "snapshots", start)?;
        let level = match board.get().starts_with('"') {
            true => self.one_string(board)?,
            false => self.rows(board)?,
        };
        Ok(Level { author, comments, solutions, snapshots, ..level })
    }

    /// A board of one string is read like a file.
    fn one_string(&mut self, value: Raw<'a>) -> Result<Level, Unreadable> {
        let position = self.position(value);
        let board: String = self.parse(value, "a string")?;
        let refuse = |error: FormatError| FormatError { position, ..error };
        let parsed = text::read(&board, &mut self.allowance).map_err(refuse)?;
        let mut entries = parsed.collection.entries;
        let level = entries.swap_remove(0).map_err(|unreadable| Unreadable {
            errors: unreadable.errors.into_iter().map(refuse).collect(),
            ..unreadable
        });
        let grid = level?.grid;
        let row_origins = vec![position; grid.height()];
        Ok(Level { row_origins, cells_are_characters: false, ..Level::from_grid(grid) })
    }

    fn rows(&mut self, value: Raw<'a>) -> Result<Level, Unreadable> {
        let start = self.position(value);
        let values: Vec<Raw<'a>> = self.parse(value, "a list of rows")?;
        let mut rows = Vec::new();
        let mut origins = Vec::new();
        let mut strangers = Vec::new();
        let mut verbatim = true;
        for value in values.into_iter().take(crate::MAX_SIDE + 1) {
            let Position { line, column } = self.position(value);
            let row: String = self.parse(value, "a row of characters")?;
            // Escapes are longer than what they stand for.
            verbatim &= row.len() + 2 == value.get().len();
            let stranger = row.chars().enumerate().find(|&(_, c)| tile(c).is_none());
            if let Some((at, c)) = stranger {
                strangers.push(FormatError::new(fault(c), line, column + 1 + at as u32));
            }
            rows.push(row.trim_end().to_owned());
            origins.push(Position { line, column: column + 1 });
        }
        if let Some(unreadable) = Unreadable::from_errors(strangers) {
            return Err(unreadable);
        }
        let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
        let Some(grid) = text::grid(&texts, &origins, &mut self.allowance)? else {
            return Err(FormatError { kind: FormatErrorKind::EmptyBoard, position: start }.into());
        };
        let row_origins = origins;
        Ok(Level { row_origins, cells_are_characters: verbatim, ..Level::from_grid(grid) })
    }

    fn games(
        &mut self,
        fields: &Fields<'a>,
        name: &str,
        start: Position,
    ) -> Result<Vec<SavedGame>, FormatError> {
        let Some(value) = fields.get(name) else { return Ok(Vec::new()) };
        let games: Vec<Raw<'a>> = self.parse(value, "a list of games")?;
        games.into_iter().map(|game| self.game(game, start)).collect()
    }

    fn game(&mut self, value: Raw<'a>, start: Position) -> Result<SavedGame, FormatError> {
        let fields: Fields<'a> = self.parse(value, "an object")?;
        let title = self.title(&fields, "title")?.unwrap_or_default();
        let notes = self.lines(&fields, "notes")?;
        let Some(&moves) = fields.get("moves") else {
            return Err(self.error(value, "\"moves\" is missing"));
        };
        let moves: String = self.parse(moves, "a string")?;
        let moves = lurd::expand(&moves, &mut self.allowance, (1, 1))
            .map_err(|error| FormatError { kind: error.kind, position: start })?;
        Ok(SavedGame { title, moves, notes })
    }
}

/// Writes a collection.
pub(super) fn write(collection: &Collection) -> String {
    let mut out = "{\n".to_owned();
    head(&mut out, 1, &collection.title, &collection.author, &collection.comments);
    let levels: Vec<String> = collection.levels().map(|(_, level)| write_level(level)).collect();
    out.push_str(&format!("  \"levels\": [\n{}\n  ]\n}}\n", levels.join(",\n")));
    out
}

fn write_level(level: &Level) -> String {
    let mut out = "    {\n".to_owned();
    head(&mut out, 3, &level.title, &level.author, &level.comments);
    for (name, games) in [("solutions", &level.solutions), ("snapshots", &level.snapshots)] {
        if !games.is_empty() {
            let games: Vec<String> = games.iter().map(write_game).collect();
            out.push_str(&format!("      \"{name}\": [\n{}\n      ],\n", games.join(",\n")));
        }
    }
    out.push_str(&format!("      \"board\": [\n{}\n      ]\n    }}", board(&level.grid)));
    out
}

fn board(grid: &Grid) -> String {
    let rows = xsb::rows(grid, ' ');
    let rows: Vec<String> = rows.iter().map(|row| format!("        {}", quote(row))).collect();
    rows.join(",\n")
}

fn write_game(game: &SavedGame) -> String {
    let (title, moves) = (quote(&game.title), quote(&game.moves));
    format!("        {{\"title\": {title}, \"moves\": {moves}, \"notes\": {}}}", list(&game.notes))
}

fn head(
    out: &mut String,
    depth: usize,
    title: &Option<String>,
    author: &Option<String>,
    comments: &[String],
) {
    let indent = "  ".repeat(depth);
    for (name, text) in [("title", title), ("author", author)] {
        if let Some(text) = text {
            out.push_str(&format!("{indent}\"{name}\": {},\n", quote(text)));
        }
    }
    if !comments.is_empty() {
        out.push_str(&format!("{indent}\"comments\": {},\n", list(comments)));
    }
}

fn list(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| quote(line)).collect();
    format!("[{}]", lines.join(", "))
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
