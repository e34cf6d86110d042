//! All puzzles of a board size: every minimal puzzle, each at the hardest position of its cluster.
//!
//! Rules of the enumeration (Fogleman 2018): the red piece has two cells and is alone in its row,
//! with the exit to the right; other pieces have two or three cells; no line is full of pieces,
//! since these could never move; no walls. Every cluster is met once, from its position with the
//! smallest key. In that position no piece can move left or up, so only such boards are tried, and
//! a flood from one of them stops as soon as it meets a smaller key.
//!
//! On 5 × 5 there are 268,109 such boards, 130,299 clusters, 62,106 of them solvable, and 1,730
//! minimal puzzles, the hardest taking 20 moves: the published figures, kept as a test.

use search::{Budget, Outcome, Stats, Stop};

use crate::cluster::{farthest, flood_back};
use crate::engine::DEFAULT_MEMORY;
use crate::engine::flood::{Until, View};
use crate::layout::{Axis, Layout, Piece};
use crate::{Board, Engine, Known, Level, Metric, Name};

/// What an enumeration has met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Boards in which no piece can move left or up.
    pub inputs: u64,
    /// Clusters.
    pub clusters: u64,
    /// Clusters with a solution.
    pub solvable: u64,
    /// Minimal puzzles.
    pub minimal: u64,
}

/// Enumerates the puzzles of a square board of side 3 to 6 and gives each minimal one to `visit`.
/// Side 6 takes hours.
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
///
/// # Panics
///
/// When the side is not 3 to 6.
pub fn enumerate(
    side: usize,
    budget: &mut Budget,
    mut visit: impl FnMut(Level),
) -> Result<Counts, Stop> {
    assert!((3..=6).contains(&side), "sides from 3 to 6 are enumerated");
    let mut walk = Walk {
        side,
        fillings: fillings(side),
        engine: Engine::new(),
        pieces: Vec::new(),
        counts: Counts::default(),
        budget,
        visit: &mut visit,
    };
    walk.red_row()?;
    Ok(walk.counts)
}

/// One way to put pieces on a line: starts and lengths.
struct Filling {
    pieces: Vec<(u8, u8)>,
    cells: u64,
    /// Cells just before a piece that no other piece of the line covers: something of the other
    /// axis must stand there, or the piece could move towards the start.
    required: u64,
}

/// All ways to put pieces of two and three cells on a line without filling it.
fn fillings(side: usize) -> Vec<Filling> {
    fn extend(side: u8, from: u8, pieces: &mut Vec<(u8, u8)>, out: &mut Vec<Filling>) {
        let covered: u8 = pieces.iter().map(|piece| piece.1).sum();
        if covered < side {
            let cells = pieces
                .iter()
                .fold(0, |cells, &(start, length)| cells | ((1u64 << length) - 1) << start);
            let before = pieces.iter().filter(|piece| piece.0 > 0);
            let required =
                before.fold(0, |cells, &(start, _)| cells | 1u64 << (start - 1)) & !cells;
            out.push(Filling { pieces: pieces.clone(), cells, required });
        }
        for start in from..side {
            for length in 2..=3 {
                if start + length <= side {
                    pieces.push((start, length));
                    extend(side, start + length, pieces, out);
                    pieces.pop();
                }
            }
        }
    }
    let mut out = Vec::new();
    extend(side as u8, 0, &mut Vec::new(), &mut out);
    out
}

struct Walk<'a> {
    side: usize,
    fillings: Vec<Filling>,
    engine: Engine,
    pieces: Vec<Piece>,
    counts: Counts,
    budget: &'a mut Budget,
    visit: &'a mut dyn FnMut(Level),
}

impl Walk<'_> {
    /// The row of the red piece comes first: it holds nothing else.
    fn red_row(&mut self) -> Result<(), Stop> {
        let row = (self.side - 1) / 2;
        for column in 0..=self.side - 2 {
            let cells = 0b11u64 << (row * self.side + column);
            let required = if column > 0 { 1u64 << (row * self.side + column - 1) } else { 0 };
            let (row, column) = (row as u8, column as u8);
            let name = Name::numbered(0);
            self.pieces.push(Piece { name, axis: Axis::Horizontal, row, column, length: 2 });
            self.rows(0, cells, required)?;
            self.pieces.pop();
        }
        Ok(())
    }

    fn rows(&mut self, row: usize, cells: u64, required: u64) -> Result<(), Stop> {
        if row == self.side {
            return self.columns(0, cells, required);
        }
        if row == (self.side - 1) / 2 {
            return self.rows(row + 1, cells, required);
        }
        for i in 0..self.fillings.len() {
            let (more, need) = {
                let filling = &self.fillings[i];
                (filling.cells << (row * self.side), filling.required << (row * self.side))
            };
            let added = self.push(i, Axis::Horizontal, row);
            self.rows(row + 1, cells | more, required | need)?;
            self.pieces.truncate(self.pieces.len() - added);
        }
        Ok(())
    }

    /// Columns may only cover free cells; what they need must be covered by rows, and what rows
    /// need in a column, that column must cover.
    fn columns(&mut self, column: usize, cells: u64, required: u64) -> Result<(), Stop> {
        if column == self.side {
            self.counts.inputs += 1;
            return self.judge();
        }
        let whole = self.upright((1 << self.side) - 1, column);
        for i in 0..self.fillings.len() {
            let more = self.upright(self.fillings[i].cells, column);
            let need = self.upright(self.fillings[i].required, column);
            let blocked = cells & more != 0 || cells & need != need;
            if blocked || required & whole & !more != 0 {
                continue;
            }
            let added = self.push(i, Axis::Vertical, column);
            self.columns(column + 1, cells | more, required)?;
            self.pieces.truncate(self.pieces.len() - added);
        }
        Ok(())
    }

    /// Cells of a line as cells of a column.
    fn upright(&self, line: u64, column: usize) -> u64 {
        (0..self.side)
            .filter(|row| line >> row & 1 != 0)
            .fold(0, |cells, row| cells | 1 << (row * self.side + column))
    }

    fn push(&mut self, filling: usize, axis: Axis, line: usize) -> usize {
        let line = line as u8;
        let pieces = &self.fillings[filling].pieces;
        for &(start, length) in pieces {
            let (row, column) =
                if axis == Axis::Horizontal { (line, start) } else { (start, line) };
            let name = Name::numbered(self.pieces.len());
            self.pieces.push(Piece { name, axis, row, column, length });
        }
        pieces.len()
    }

    /// Floods from a board; goes on if it is the smallest of its cluster and solvable.
    fn judge(&mut self) -> Result<(), Stop> {
        let board = self.board();
        let compiled = self.engine.compile(&board, Metric::Moves).ok_or(Stop::Memory)?;
        let engine = &mut self.engine;
        let view = View::new(&compiled, &engine.cache, Metric::Moves);
        engine.flood.clear(&compiled, DEFAULT_MEMORY);
        engine.flood.add_start(&compiled, compiled.start)?;
        if engine.flood.run(view, Until::Smaller, self.budget)?.is_some() {
            return Ok(());
        }
        self.counts.clusters += 1;
        if !flood_back(engine, &compiled, Metric::Moves, self.budget)? {
            return Ok(());
        }
        self.counts.solvable += 1;
        let cluster = engine.flood.len() as u64;
        let (moves, state) = farthest(engine, &compiled);
        let board = Board::new(&board.with_state(&state).layout());
        let board = board.expect("a position is a board");
        if self.is_minimal(&board, moves)? {
            self.counts.minimal += 1;
            let known = Known { moves: Some(moves), steps: None, cluster: Some(cluster) };
            (self.visit)(Level { known, ..Level::from_board(board.renamed()) });
        }
        Ok(())
    }

    fn board(&self) -> Board {
        let layout = Layout {
            width: self.side,
            height: self.side,
            walls: Vec::new(),
            pieces: self.pieces.clone(),
            red: Some(0),
            exit: None,
        };
        Board::new(&layout).expect("what is enumerated is a board")
    }

    /// Whether taking off any one piece makes the puzzle shorter. A piece that moves in one
    /// shortest solution always does: without it, the rest of that solution is a solution.
    fn is_minimal(&mut self, board: &Board, moves: u32) -> Result<bool, Stop> {
        let stats = &mut Stats::default();
        let solution = self.engine.solve_any(board, Metric::Moves, self.budget, stats);
        let Some(Outcome::Solved(solution)) = solution else { return Ok(false) };
        let layout = board.layout();
        let idle = (0..layout.pieces.len())
            .filter(|&i| i != board.red() && !solution.iter().any(|step| step.piece as usize == i));
        for i in idle {
            let mut smaller = layout.clone();
            smaller.pieces.remove(i);
            smaller.red = layout.red.map(|red| if red > i { red - 1 } else { red });
            let smaller = Board::new(&smaller).expect("a board with less on it is a board");
            let optimum = self.engine.optimum(&smaller, Metric::Moves, self.budget, stats);
            if optimum == Some(Outcome::Solved(moves)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_by_four_has_as_many_boards_as_published() {
        let mut hardest = 0;
        let counts = enumerate(4, &mut Budget::unlimited(), |level| {
            hardest = hardest.max(level.known.moves.unwrap());
        })
        .unwrap();
        // Fogleman's source names 1,348 as the largest number of a 4 × 4 board, counted from 0.
        assert_eq!(counts.inputs, 1349);
        assert!(counts.minimal > 0 && hardest > 3);
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "a second in release, a minute with assertions")]
    fn five_by_five_is_the_complete_database() {
        let mut hardest = 0;
        let counts = enumerate(5, &mut Budget::unlimited(), |level| {
            hardest = hardest.max(level.known.moves.unwrap());
        })
        .unwrap();
        let expected =
            Counts { inputs: 268_109, clusters: 130_299, solvable: 62_106, minimal: 1_730 };
        assert_eq!((counts, hardest), (expected, 20));
    }
}
