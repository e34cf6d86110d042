//! The levels of an environment, all of one size, as bits.

use std::sync::Arc;

use puzzle::{Budget, Puzzle};

use crate::level::{bits, sokoban_cells};

/// A square on which any box is lost; only in tables, never on a board.
pub(super) const DEAD: u8 = 16;

/// Levels of one size. Smaller ones are filled up with walls on the right and below.
#[derive(Clone)]
pub(super) struct Boards {
    pub(super) width: usize,
    pub(super) height: usize,
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
}

impl Boards {
    /// Compiles levels; `None` asks for the size of the largest.
    pub(super) fn new(
        levels: &[Arc<Puzzle>],
        size: Option<(usize, usize)>,
        reverse: bool,
        lost: bool,
    ) -> Result<Boards, String> {
        let boards = levels.iter().map(|level| match &**level {
            Puzzle::Sokoban(puzzle) => Ok((puzzle.board().height(), puzzle.board().width())),
            Puzzle::Unblock(_) => Err("this environment plays Sokoban".to_owned()),
        });
        let sizes = boards.collect::<Result<Vec<_>, String>>()?;
        let largest = sizes.iter().fold((0, 0), |most, it| (most.0.max(it.0), most.1.max(it.1)));
        let (height, width) = size.unwrap_or(largest);
        let mut boards = Boards { width, height, reverse, boards: Vec::new() };
        if levels.is_empty() {
            return Err("an environment needs at least one level".to_owned());
        }
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

    /// Bytes of a board with the rows around it.
    pub(super) fn stride(&self) -> usize {
        self.area() + 2 * self.width
    }

    fn start(&self, level: &Puzzle, lost: bool) -> Result<Start, String> {
        let Puzzle::Sokoban(puzzle) = level else {
            return Err("this environment plays Sokoban".to_owned());
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
        Ok(Start { cells, player, left, free })
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
