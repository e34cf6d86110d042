//! Collections: what a file holds, judged level by level.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use puzzle::{Collection, Entry, Puzzle};

use crate::error;
use crate::level::Level;

/// Title, author, comments, the levels, those that are invalid (number, title, faults), and warnings.
type Parsed<'py> = (
    Option<String>,
    Option<String>,
    Vec<String>,
    Bound<'py, PyList>,
    Vec<(usize, Option<String>, Bound<'py, PyTuple>)>,
    Bound<'py, PyTuple>,
);

/// Reads a collection in any notation of either game; `name` is what records call it.
#[pyfunction]
pub(crate) fn parse_collection<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyBytes>,
    name: &str,
) -> PyResult<Parsed<'py>> {
    let bytes = data.as_bytes();
    let read = py.detach(|| puzzle::read(bytes)).map_err(|fault| error::faulty(py, &[fault]))?;
    let levels = PyList::empty(py);
    let mut invalid = Vec::new();
    for entry in read.entries {
        match entry.puzzle {
            Ok(puzzle) => {
                let level =
                    Level { collection: name.to_owned(), index: entry.index, ..Level::new(puzzle) };
                levels.append(Py::new(py, level)?)?;
            }
            Err(refused) => {
                let faults = error::fault_tuple(py, &refused.faults)?;
                invalid.push((entry.index, entry.title, faults));
            }
        }
    }
    let warnings = error::fault_tuple(py, &read.warnings)?;
    Ok((read.title, read.author, read.comments, levels, invalid, warnings))
}

/// Writes levels of one game as one text.
#[pyfunction]
pub(crate) fn write_collection(
    py: Python<'_>,
    levels: Vec<Py<Level>>,
    format: &str,
) -> PyResult<String> {
    let puzzles = levels.iter().map(|level| (*level.get().puzzle).clone());
    let puzzles: Vec<Puzzle> = puzzles.collect();
    let Some(game) = puzzles.first().map(Puzzle::game) else { return Ok(String::new()) };
    if puzzles.iter().any(|puzzle| puzzle.game() != game) {
        return Err(error::usage(py, "one file holds levels of one game"));
    }
    let entry = |(i, puzzle)| Entry { index: i + 1, title: None, puzzle: Ok(puzzle) };
    let collection = Collection {
        game,
        title: None,
        author: None,
        comments: Vec::new(),
        entries: puzzles.into_iter().enumerate().map(entry).collect(),
        warnings: Vec::new(),
    };
    let written = py.detach(|| puzzle::write::write(&collection, format));
    written.map_err(|error| error::usage(py, &error.to_string()))
}
