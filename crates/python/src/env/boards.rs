//! The levels of an environment, all of one size, as bits.

use std::sync::Arc;

use puzzle::{Budget, Puzzle};

use super::unblock::{self, Shape};
use crate::level::{bits, sokoban_cells};

/// A square on which any box is lost; only in tables, never on a board.
pub(super) const DEAD: u8 = 16;

/// Levels of one size. Smaller ones are filled up with walls on the right and below.
#[derive(Clone)]
pub(super) struct Boards {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Most pieces of an Unblock board; 0 in Sokoban.
    pub(super) pieces: usize,
    /// Whether boxes are pulled from the goals to where they started.
    reverse: bool,
    boards: Vec<Start>,
}

/// Where an episode on a level begins.
#[derive(Clone)]
pub(super) struct Start {
    /// Bits of every square, with a row of walls above and below that makes every neighbour a valid index.
    pub(super) cells: Vec<u8>,
    /// The player; in reverse play the square from which the end must be reached.
    pub(super) player: usize,
    /// Boxes that are not where they should be.
    pub(super) left: u16,
    /// Squares on which the player may start in reverse play.
    pub(super) free: Vec<u16>,
    /// The pieces of an Unblock board, and where along its line the red one is out.
    pub(super) shapes: Vec<Shape>,
    pub(super) goal: u8,
}

impl Boards {
    /// Compiles levels of one game; sizes that are `None` are those of the largest.
    pub(super) fn new(
        levels: &[Arc<Puzzle>],
        size: Option<(usize, usize)>,
        pieces: Option<usize>,
        reverse: bool,
        lost: bool,
    ) -> Result<Boards, String> {
        let first = levels.first().ok_or("an environment needs at least one level")?.game();
        if levels.iter().any(|level| level.game() != first) {
            return Err("an environment plays levels of one game".to_owned());
        }
        let sizes = levels.iter().map(|level| match &**level {
            Puzzle::Sokoban(puzzle) => (puzzle.board().height(), puzzle.board().width(), 0),
            Puzzle::Unblock(_) => unblock::size(level).unwrap_or_default(),
        });
        let largest = |most: (usize, usize, usize), it: (usize, usize, usize)| {
            (most.0.max(it.0), most.1.max(it.1), most.2.max(it.2))
        };
        let (height, width, most) = sizes.fold((0, 0, 0), largest);
        let (height, width) = size.unwrap_or((height, width));
        let pieces = if most == 0 { 0 } else { pieces.unwrap_or(most) };
        let mut boards = Boards { width, height, pieces, reverse, boards: Vec::new() };
        for level in levels {
            boards.boards.push(boards.start(level, lost)?);
        }
        Ok(boards)
    }

    /// Puts another level in the place of one.
    pub(super) fn replace(
        &mut self,
        index: usize,
        level: &Puzzle,
        lost: bool,
    ) -> Result<(), String> {
        let start = self.start(level, lost)?;
        let place = self.boards.get_mut(index).ok_or("there is no level of this number")?;
        *place = start;
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    pub(super) fn is_reverse(&self) -> bool {
        self.reverse
    }

    pub(super) fn get(&self, index: u32) -> &Start {
        &self.boards[index as usize]
    }

    /// Squares of a board.
    pub(super) fn area(&self) -> usize {
        self.width * self.height
    }

    /// Bytes of a board with the rows around it and the places of its pieces.
    pub(super) fn stride(&self) -> usize {
        self.area() + 2 * self.width + self.pieces
    }

    pub(super) fn is_unblock(&self) -> bool {
        self.pieces > 0
    }

    fn start(&self, level: &Puzzle, lost: bool) -> Result<Start, String> {
        let puzzle = match level {
            Puzzle::Sokoban(puzzle) if !self.is_unblock() => puzzle,
            Puzzle::Unblock(_) if self.is_unblock() => return self.unblock_start(level),
            _ => return Err("an environment plays levels of one game".to_owned()),
        };
        let (height, width) = (puzzle.board().height(), puzzle.board().width());
        if height > self.height || width > self.width {
            let (h, w) = (self.height, self.width);
            return Err(format!("a level of {height}x{width} does not fit boards of {h}x{w}"));
        }
        let small = sokoban_cells(puzzle);
        let mut cells = vec![bits::WALL; self.stride()];
        for (row, line) in small.chunks(width).enumerate() {
            let at = (row + 1) * self.width;
            cells[at..at + width].copy_from_slice(line);
        }
        if lost && !self.reverse {
            let dead = puzzle::why::dead_squares(level, &mut Budget::unlimited());
            for (place, _) in dead.map_err(|reason| reason.to_string())? {
                cells[(place.row + 1) * self.width + place.column] |= DEAD;
            }
        }
        let player = cells.iter().position(|&cell| cell & bits::PLAYER != 0);
        let player = player.ok_or("a level has no player")?;
        if self.reverse {
            turn(&mut cells);
        }
        let off = |&&cell: &&u8| cell & (bits::BOX | bits::GOAL) == bits::BOX;
        let left = cells.iter().filter(off).count() as u16;
        let free = (0..cells.len()).filter(|&at| cells[at] & (bits::WALL | bits::BOX) == 0);
        let free = free.map(|at| at as u16).collect();
        Ok(Start { cells, player, left, free, shapes: Vec::new(), goal: 0 })
    }

    fn unblock_start(&self, level: &Puzzle) -> Result<Start, String> {
        let (height, width, pieces) = unblock::size(level).unwrap_or_default();
        if height > self.height || width > self.width || pieces > self.pieces {
            let (h, w, p) = (self.height, self.width, self.pieces);
            return Err(format!(
                "a level of {height}x{width} with {pieces} pieces does not fit boards of {h}x{w} with {p}"
            ));
        }
        let start = unblock::start(level, self.width, self.stride(), self.pieces);
        start.ok_or_else(|| "an environment plays levels of one game".to_owned())
    }
}

/// Exchanges boxes and goals and takes the player away.
fn turn(cells: &mut [u8]) {
    for cell in cells {
        let (goal, is_box) = (*cell & bits::GOAL != 0, *cell & bits::BOX != 0);
        *cell &= !(bits::GOAL | bits::BOX | bits::PLAYER);
        *cell |= if goal { bits::BOX } else { 0 } | if is_box { bits::GOAL } else { 0 };
    }
}
