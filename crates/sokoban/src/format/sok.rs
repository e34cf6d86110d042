//! Writes the `.sok` notation, version 0.17: title, board, notes, solutions and snapshots.
//!
//! A title stands on a line of its own above its board when that line cannot be taken for anything
//! else, and after `Title:` below the board when it can. Comments always stand in a block.

use super::classify::{Kind, classify};
use super::limits::Allowance;
use super::notes::{self, clean_line, clean_title};
use super::{Collection, lurd, rle, xsb};
use crate::{Level, SavedGame};

/// Columns of a line of moves.
const WIDTH: usize = 76;
/// Moves compressed together; keeps lines below any limit.
const CHUNK: usize = 4_000;

/// How boards and moves are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// One line per row, one letter per move.
    Plain,
    /// A board on one line, both in run lengths.
    RunLengths,
}

/// Writes a collection.
pub(super) fn write(collection: &Collection, style: Style) -> String {
    let mut out = String::new();
    key(&mut out, "Collection", collection.title.as_deref());
    key(&mut out, "Author", collection.author.as_deref());
    comments(&mut out, &collection.comments);
    for (_, level) in collection.levels() {
        write_level(&mut out, level, style);
    }
    out
}

fn write_level(out: &mut String, level: &Level, style: Style) {
    let title = level.title.as_deref().and_then(clean_title);
    let own_line = title.as_deref().is_some_and(is_plain);
    if let Some(title) = title.as_deref().filter(|_| own_line) {
        separate(out);
        out.push_str(title);
        out.push('\n');
    }
    separate(out);
    match style {
        Style::Plain => {
            xsb::rows(&level.grid, ' ').iter().for_each(|row| out.push_str(&format!("{row}\n")));
        }
        Style::RunLengths => {
            let rows: Vec<_> = xsb::rows(&level.grid, '-');
            let rows: Vec<_> = rows.iter().map(|row| rle::compress_runs(row)).collect();
            out.push_str(&rows.join("|"));
            // The bar distinguishes a single row from a word.
            out.push_str(if rows.len() == 1 { "|\n" } else { "\n" });
        }
    }
    key(out, "Title", title.as_deref().filter(|_| !own_line));
    key(out, "Author", level.author.as_deref());
    comments(out, &level.comments);
    level.solutions.iter().for_each(|game| write_game(out, "Solution", game, style));
    level.snapshots.iter().for_each(|game| write_game(out, "Snapshot", game, style));
}

/// Whether a title alone on its line is read as one.
fn is_plain(title: &str) -> bool {
    classify(title, &mut Allowance::new()) == Kind::Text
        && notes::key(title).is_none()
        && notes::section(title).is_none()
        && notes::semicolon(title).is_none()
        && !notes::is_remark(title)
        && !notes::is_moves(title)
        && !title.starts_with(['<', '{', '['])
}

/// A solution as it stands below its board.
pub(super) fn write_solution(game: &SavedGame) -> String {
    let mut out = String::new();
    write_game(&mut out, "Solution", game, Style::Plain);
    out
}

fn write_game(out: &mut String, head: &str, game: &SavedGame, style: Style) {
    separate(out);
    match clean_title(&game.title) {
        Some(title) => out.push_str(&format!("{head} ({title})\n")),
        None => out.push_str(&format!("{head}\n")),
    }
    // Only letters of the notation, so that no list of moves can pass for anything else.
    let letters: Vec<char> = game.moves.chars().filter(|c| "udlrUDLR[]{}".contains(*c)).collect();
    let size = if style == Style::Plain { WIDTH } else { CHUNK };
    for chunk in letters.chunks(size) {
        let line: String = chunk.iter().collect();
        let line = if style == Style::Plain { line } else { lurd::compress_moves(&line) };
        out.push_str(&line);
        out.push('\n');
    }
    if letters.is_empty() {
        // The mark of the current position: a game in which nothing has moved yet.
        out.push_str("*\n");
    }
    comments(out, &game.notes);
}

/// An empty line, unless the text begins here.
fn separate(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
}

fn key(out: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value.and_then(clean_title) {
        out.push_str(&format!("{key}: {value}\n"));
    }
}

fn comments(out: &mut String, comments: &[String]) {
    if comments.is_empty() {
        return;
    }
    out.push_str("Comment:\n");
    for line in comments {
        out.push_str(&notes::escape(&clean_line(line)));
        out.push('\n');
    }
    out.push_str("Comment-End:\n");
}
