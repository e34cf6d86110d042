//! A level of either game, as Python sees it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use puzzle::plain::{LevelData, Tile};
use puzzle::{Counts, Game, Puzzle};

use crate::error;

/// A judged level of either game. It never changes.
#[pyclass(frozen, module = "banto_puzzle", name = "Level")]
#[derive(Clone)]
pub(crate) struct Level {
    pub(crate) puzzle: Arc<Puzzle>,
    /// Name of the file it came from; empty when it came from none.
    pub(crate) collection: String,
    /// Number in that file, from 1.
    pub(crate) index: usize,
}

impl Level {
    pub(crate) fn new(puzzle: Puzzle) -> Level {
        Level { puzzle: Arc::new(puzzle), collection: String::new(), index: 1 }
    }

    pub(crate) fn title(&self) -> Option<&str> {
        match &*self.puzzle {
            Puzzle::Sokoban(puzzle) => puzzle.level().title.as_deref(),
            Puzzle::Unblock(level) => level.title.as_deref(),
        }
    }

    pub(crate) fn svg(&self) -> String {
        puzzle::write::write_level(&self.puzzle, "svg").unwrap_or_default()
    }

    /// The board in characters.
    pub(crate) fn text(&self) -> String {
        let puzzle = &*self.puzzle;
        match puzzle {
            Puzzle::Sokoban(puzzle) => {
                let rows: Vec<String> = puzzle.level().grid.rows().collect();
                rows.join("\n")
            }
            Puzzle::Unblock(level) => {
                // Without its title and what is known about it.
                let plain = Puzzle::from_layout(&level.board.layout());
                let plain = plain.as_ref().unwrap_or(puzzle);
                let text = puzzle::write::write_level(plain, "grid");
                let text = text.unwrap_or_else(|_| puzzle::facts::draw(puzzle));
                let rows: Vec<&str> = text.lines().filter(|row| !row.trim().is_empty()).collect();
                rows.join("\n")
            }
        }
    }

    /// The notation that loses nothing.
    fn json(&self) -> String {
        puzzle::write::write_level(&self.puzzle, "json").unwrap_or_default()
    }
}

/// One byte a square: the bits of what is there.
pub(crate) mod bits {
    /// A wall, or a square outside the walls.
    pub(crate) const WALL: u8 = 1;
    /// A goal.
    pub(crate) const GOAL: u8 = 2;
    /// A box.
    pub(crate) const BOX: u8 = 4;
    /// The player.
    pub(crate) const PLAYER: u8 = 8;
}

/// The squares of a Sokoban level in bits, row by row. Squares outside the walls count as walls, and so does what
/// stands on them.
pub(crate) fn sokoban_cells(puzzle: &puzzle::SokobanPuzzle) -> Vec<u8> {
    let (board, grid) = (puzzle.board(), &puzzle.level().grid);
    let cells = grid.cells().map(|(row, column, tile)| {
        if board.square_at(row, column).is_none() || tile == Tile::Wall {
            return bits::WALL;
        }
        let bit = |is: bool, bit| if is { bit } else { 0 };
        bit(tile.has_goal(), bits::GOAL)
            | bit(tile.has_box(), bits::BOX)
            | bit(tile.has_player(), bits::PLAYER)
    });
    cells.collect()
}

#[pymethods]
impl Level {
    /// Reads the level of a text in any notation of either game.
    #[staticmethod]
    #[pyo3(signature = (text, index = 1))]
    fn parse(py: Python<'_>, text: &str, index: usize) -> PyResult<Level> {
        let read = py.detach(|| puzzle::read(text.as_bytes()));
        let read = read.map_err(|fault| error::faulty(py, &[fault]))?;
        let count = read.entries.len();
        let entry = index.checked_sub(1).and_then(|at| read.entries.into_iter().nth(at));
        let Some(entry) = entry else {
            let sentence = format!("there is no level {index}; the text has {count}");
            return Err(error::usage(py, &sentence));
        };
        match entry.puzzle {
            Ok(puzzle) => Ok(Level { index, ..Level::new(puzzle) }),
            Err(refused) => Err(error::faulty(py, &refused.faults)),
        }
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, json: &str, collection: String, index: usize) -> PyResult<Level> {
        Ok(Level { collection, index, ..Level::parse(py, json, 1)? })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Level>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, String, usize))> {
        let level = slf.get();
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, (level.json(), level.collection.clone(), level.index)))
    }

    /// `"sokoban"` or `"unblock"`.
    #[getter]
    fn game(&self) -> &'static str {
        self.puzzle.game().name()
    }

    #[getter(title)]
    fn py_title(&self) -> Option<&str> {
        self.title()
    }

    #[getter]
    fn author(&self) -> Option<&str> {
        match &*self.puzzle {
            Puzzle::Sokoban(puzzle) => puzzle.level().author.as_deref(),
            Puzzle::Unblock(_) => None,
        }
    }

    #[getter]
    fn collection(&self) -> &str {
        &self.collection
    }

    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    #[getter]
    fn width(&self) -> usize {
        match &*self.puzzle {
            Puzzle::Sokoban(puzzle) => puzzle.board().width(),
            Puzzle::Unblock(level) => level.board.width(),
        }
    }

    #[getter]
    fn height(&self) -> usize {
        match &*self.puzzle {
            Puzzle::Sokoban(puzzle) => puzzle.board().height(),
            Puzzle::Unblock(level) => level.board.height(),
        }
    }

    /// Boxes (Sokoban) or pieces (Unblock).
    #[getter]
    fn n_boxes(&self) -> usize {
        match &*self.puzzle {
            Puzzle::Sokoban(puzzle) => puzzle.board().n_boxes(),
            Puzzle::Unblock(level) => level.board.pieces().len(),
        }
    }

    /// The rows of characters.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = self.text();
        PyTuple::new(py, text.lines().collect::<Vec<_>>())
    }

    /// The level as the search sees it, as records have it.
    #[getter]
    fn level_hash(&self) -> String {
        format!("{:016x}", self.puzzle.level_hash())
    }

    /// Equal for equal puzzles, whatever their symmetry, scenery and titles.
    #[getter]
    fn canonical_hash(&self) -> String {
        format!("{:016x}", self.puzzle.canonical_hash())
    }

    /// The pieces of an Unblock board: name, `h` or `v`, row and column of the first cell, length, whether it is red.
    #[getter]
    fn pieces(&self) -> Vec<(String, char, u8, u8, u8, bool)> {
        let Puzzle::Unblock(level) = &*self.puzzle else { return Vec::new() };
        let red = level.board.red();
        let row = |(i, it): (usize, &puzzle::plain::Piece)| {
            let axis = if it.axis == puzzle::plain::Axis::Horizontal { 'h' } else { 'v' };
            (it.name.to_string(), axis, it.row, it.column, it.length, i == red)
        };
        level.board.pieces().iter().enumerate().map(row).collect()
    }

    /// The side of the exit of an Unblock board: `left`, `right`, `top` or `bottom`.
    #[getter]
    fn exit(&self) -> Option<&'static str> {
        match &*self.puzzle {
            Puzzle::Sokoban(_) => None,
            Puzzle::Unblock(level) => Some(level.board.exit().name()),
        }
    }

    /// The solutions that came with the level, not checked.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &*self.puzzle {
            Puzzle::Sokoban(puzzle) => {
                PyTuple::new(py, puzzle.level().solutions.iter().map(|it| &it.moves))
            }
            Puzzle::Unblock(_) => Ok(PyTuple::empty(py)),
        }
    }

    /// The best counts that came with the level: of its solutions, which are replayed before they are believed, or
    /// what the file says about an Unblock board.
    fn _known(&self) -> [Option<u64>; 3] {
        let Counts { moves, pushes, steps, .. } = self.puzzle.known();
        [moves, pushes, steps]
    }

    /// The level as it stands after moves.
    fn after(&self, py: Python<'_>, moves: &str) -> PyResult<Level> {
        let after = py.detach(|| self.puzzle.after(moves));
        let puzzle = after.map_err(|wrong| error::wrong(py, &wrong))?;
        Ok(Level { puzzle: Arc::new(puzzle), ..self.clone() })
    }

    /// The level in another notation.
    fn to(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let written = py.detach(|| puzzle::write::write_level(&self.puzzle, format));
        written.map_err(|error| error::usage(py, &error.to_string()))
    }

    /// The squares as an array: bits of wall (1), goal (2), box (4), player (8); of Unblock the number of the piece
    /// from 1, 0 for an empty cell, 255 for a wall.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let cells = match &*self.puzzle {
            Puzzle::Sokoban(puzzle) => sokoban_cells(puzzle),
            Puzzle::Unblock(level) => {
                let board = &level.board;
                let mut cells = vec![0; board.width() * board.height()];
                for (row, column) in board.walls().iter() {
                    cells[row * board.width() + column] = u8::MAX;
                }
                for (number, piece) in board.pieces().iter().enumerate() {
                    for (row, column) in piece.cells_at(piece.start()) {
                        cells[row * board.width() + column] = number as u8 + 1;
                    }
                }
                cells
            }
        };
        PyArray1::from_vec(py, cells).reshape([self.height(), self.width()])
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        let game = self.game();
        let (width, height) = (self.width(), self.height());
        let title = self.title().map(|title| PyString::new(py, title).repr()).transpose()?;
        let title = title.map_or(String::new(), |title| format!(" {title}"));
        let boxes = self.n_boxes();
        let things = if self.puzzle.game() == Game::Sokoban { "boxes" } else { "pieces" };
        Ok(format!("<Level{title}: {game}, {width}x{height}, {boxes} {things}>"))
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// Levels are equal when their boards are; titles do not matter.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Level>() else { return false };
        LevelData::new(&self.puzzle) == LevelData::new(&other.get().puzzle)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.puzzle.level_hash().hash(&mut hasher);
        hasher.finish()
    }
}
