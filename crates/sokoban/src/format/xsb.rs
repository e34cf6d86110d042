//! Writes plain boards with `;` lines: a header for the collection, then for each level its title,
//! author and comments directly above the board.
//!
//! A lone `;` above a board says that it has no title. It is written only where the reader would
//! otherwise take the next `;` line for one.

use super::Collection;
use super::notes::{self, clean_line, clean_title};
use crate::{Grid, Level, Tile};

/// Writes a collection.
pub(super) fn write(collection: &Collection) -> String {
    let mut out = String::new();
    let title = collection.title.as_deref().and_then(clean_title);
    let author = collection.author.as_deref().and_then(clean_title);
    note(&mut out, "Collection: ", title);
    note(&mut out, "Author: ", author);
    comments(&mut out, &collection.comments);
    let header = !out.is_empty();
    if header {
        out.push('\n');
    }
    for (i, (_, level)) in collection.levels().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        write_notes(&mut out, level, header && i == 0);
        for row in rows(&level.grid, ' ') {
            out.push_str(&row);
            out.push('\n');
        }
    }
    out
}

/// Writes boards under their numbers, which count from 0.
pub(super) fn write_boxoban(collection: &Collection) -> String {
    let level = |(i, (_, level)): (usize, (usize, &Level))| {
        format!("; {i}\n{}\n\n", rows(&level.grid, ' ').join("\n"))
    };
    collection.levels().enumerate().map(level).collect()
}

fn write_notes(out: &mut String, level: &Level, always: bool) {
    let title = level.title.as_deref().and_then(clean_title);
    let author = level.author.as_deref().and_then(clean_title);
    let has_notes = author.is_some() || !level.comments.is_empty();
    match title {
        Some(title) if notes::key(&title).is_some() => note(out, "Title: ", Some(title)),
        Some(title) => note(out, "", Some(title)),
        None if always || has_notes => out.push_str(";\n"),
        None => {}
    }
    note(out, "Author: ", author);
    comments(out, &level.comments);
}

fn note(out: &mut String, key: &str, text: Option<String>) {
    if let Some(text) = text {
        out.push_str(&format!("; {key}{text}\n"));
    }
}

fn comments(out: &mut String, comments: &[String]) {
    for line in comments {
        let line = notes::escape(&clean_line(line));
        out.push_str(format!("; {line}").trim_end());
        out.push('\n');
    }
}

/// The rows of a grid in characters that survive a text file: a row that would be empty gets a `-`,
/// and so does the end of the first row when the last column is empty.
pub(super) fn rows(grid: &Grid, floor: char) -> Vec<String> {
    let (width, height) = (grid.width(), grid.height());
    let character = |row, column| match grid.get(row, column) {
        Tile::Floor => floor,
        tile => tile.to_char(),
    };
    let last_column_is_empty =
        width > 0 && (0..height).all(|row| grid.get(row, width - 1) == Tile::Floor);
    let mut rows: Vec<String> = (0..height)
        .map(|row| {
            let end = (0..width).rev().find(|&column| grid.get(row, column) != Tile::Floor);
            (0..end.map_or(0, |end| end + 1)).map(|column| character(row, column)).collect()
        })
        .map(|row: String| if row.is_empty() { "-".to_owned() } else { row })
        .collect();
    if last_column_is_empty {
        rows[0] = (0..width).map(|column| character(0, column)).collect();
        rows[0].pop();
        rows[0].push('-');
    }
    rows
}
