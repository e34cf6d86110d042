//! Results as rows: the names of levels in files of solutions, and records as JSON and CSV.

use puzzle::solutions::read_solutions;
use serde_json::Value;

use crate::solved::Level;

/// What each level is called in a file of solutions: by its number, or as `FILE:N` where there are several files.
pub(crate) fn numbers(levels: &[Level<'_>]) -> Vec<String> {
    let several = levels.iter().any(|it| !std::ptr::eq(it.loaded, levels[0].loaded));
    let name = |level: &Level<'_>| {
        let (file, index) = (&level.loaded.source.name, level.entry.index);
        match several {
            true => format!("{}:{index}", in_a_row(file)),
            false => index.to_string(),
        }
    };
    levels.iter().map(name).collect()
}

/// The name of a file as it stands in a row: what ends rows and cells is a blank.
pub(crate) fn in_a_row(file: &str) -> String {
    file.replace(['\t', '\n', '\r'], " ")
}

/// The solutions that a table or list of ours holds for these levels, each replayed; `None` if anything in it is not
/// one.
pub(crate) fn read(bytes: &[u8], levels: &[Level<'_>]) -> Option<Vec<Option<String>>> {
    let mut present = vec![None; levels.len()];
    let game = levels.first()?.loaded.collection.game;
    if bytes.is_empty() {
        return Some(present);
    }
    let names = numbers(levels);
    for claim in read_solutions(bytes, game).ok()? {
        let claim = claim.ok()?;
        let number = claim.level.to_string();
        let name = match &claim.file {
            Some(file) => format!("{file}:{number}"),
            None => number,
        };
        let at = match names.iter().position(|it| *it == name) {
            Some(at) => at,
            // A list of solutions of several files counts on.
            None if claim.file.is_none() => claim.level.checked_sub(1)?,
            None => return None,
        };
        let puzzle = levels.get(at)?.entry.puzzle.as_ref().ok()?;
        *present.get_mut(at)? = Some(puzzle::solutions::replay(puzzle, &claim.moves).ok()?.moves);
    }
    Some(present)
}

/// Records as one document: a list with a record on each line.
pub(crate) fn json(records: &[&Value]) -> String {
    let lines: Vec<String> = records.iter().map(ToString::to_string).collect();
    match lines.is_empty() {
        true => "[]\n".to_owned(),
        false => format!("[\n{}\n]\n", lines.join(",\n")),
    }
}

/// The columns of a table of records: every field but the counters of single engines.
const COLUMNS: [&str; 29] = [
    "collection",
    "index",
    "title",
    "game",
    "status",
    "solution",
    "moves",
    "pushes",
    "steps",
    "guarantee",
    "bound",
    "engine",
    "config",
    "seconds",
    "cpu_seconds",
    "generated",
    "expanded",
    "peak_bytes",
    "threads",
    "seed",
    "limits.seconds",
    "limits.cpu_seconds",
    "limits.bytes",
    "limits.nodes",
    "level_hash",
    "version",
    "revision",
    "machine",
    "error",
];

/// Records as a table with commas, the names of the fields above it.
pub(crate) fn csv(records: &[&Value]) -> String {
    let row = |record: &&Value| {
        let cells: Vec<String> = COLUMNS.iter().map(|name| cell(record, name)).collect();
        cells.join(",") + "\n"
    };
    let rows: String = records.iter().map(row).collect();
    format!("{}\n{rows}", COLUMNS.join(","))
}

fn cell(record: &Value, name: &str) -> String {
    let value = name.split('.').try_fold(record, |value, part| value.get(part));
    let text = match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_of_a_table_are_quoted_where_they_must_be() {
        let record = json!({ "title": "a, \"b\"", "index": 3, "limits": { "nodes": 7 } });
        assert_eq!(cell(&record, "title"), "\"a, \"\"b\"\"\"");
        assert_eq!(cell(&record, "index"), "3");
        assert_eq!(cell(&record, "limits.nodes"), "7");
        assert_eq!((cell(&record, "moves"), cell(&record, "limits.bytes")), Default::default());
    }
}
