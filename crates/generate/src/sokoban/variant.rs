//! A level with a small change: a wall, a goal or a box somewhere else, or some pushes taken back.
//!
//! ```text
//! #####      #####
//! #@$.#  ->  #@$ #    a goal has moved; whether the level still has a solution, its judge must find out
//! #   #      #  .#
//! #####      #####
//! ```
//!
//! For a search that climbs from level to level towards a wanted grade. The number of boxes stays, the size does
//! not grow, floor that can no longer be reached is walled up. Cost: some microseconds.

use search::Random;
use sokoban::{Board, Dir, Grid, Level, SquareSet, Tile};

use super::trim;

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Cell {
    floor: bool,
    goal: bool,
    filled: bool,
    player: bool,
}

/// A level as cells.
struct Draft {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
}

/// Most pulls of one change.
const MOST_PULLS: usize = 6;

/// The level with one or two small changes; `None` when these make no level.
pub fn variant(board: &Board, random: &mut Random) -> Option<Level> {
    let mut draft = Draft::new(board);
    for _ in 0..1 + random.below(2) {
        draft.change(random)?;
    }
    let level = Level::from_grid(draft.draw()?);
    let changed = Board::new(&level).ok()?;
    let kept = changed.n_boxes() == board.n_boxes() && changed.goals().len() == board.n_boxes();
    if !kept || changed.impossible().is_some() || changed.is_solved(&changed.start()) {
        return None;
    }
    let mut floor = SquareSet::new(changed.n_squares());
    changed.squares().for_each(|square| {
        floor.insert(square);
    });
    Some(Level::from_grid(trim::redraw(&level.grid, &changed, &floor)))
}

impl Draft {
    fn new(board: &Board) -> Draft {
        let (width, height) = (board.width(), board.height());
        let mut cells = vec![Cell::default(); width * height];
        let start = board.start();
        for square in board.squares() {
            let (row, column) = board.place(square);
            cells[row * width + column] = Cell {
                floor: true,
                goal: board.is_goal(square),
                filled: start.has_box(square),
                player: start.player == square,
            };
        }
        Draft { width, height, cells }
    }

    /// A random cell inside the border that is as wanted.
    fn pick(&self, random: &mut Random, wanted: impl Fn(Cell) -> bool) -> Option<usize> {
        let cells: Vec<usize> = self.inside().filter(|&at| wanted(self.cells[at])).collect();
        random.pick(&cells).copied()
    }

    fn inside(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&at| {
            let (row, column) = (at / self.width, at % self.width);
            row > 0 && column > 0 && row + 1 < self.height && column + 1 < self.width
        })
    }

    /// The cell beside one inside the border.
    fn beside(&self, at: usize, dir: Dir) -> usize {
        let (down, right) = dir.delta();
        at.wrapping_add_signed(down * self.width as isize + right)
    }

    fn change(&mut self, random: &mut Random) -> Option<()> {
        match random.below(8) {
            0 => self.open(random),
            1 => self.close(random),
            2 => self.open(random).and_then(|()| self.close(random)),
            3 | 4 => {
                let from = self.pick(random, |cell| cell.goal)?;
                let to = self.pick(random, |cell| cell.floor && !cell.goal)?;
                self.cells[from].goal = false;
                self.cells[to].goal = true;
                Some(())
            }
            5 => {
                let from = self.pick(random, |cell| cell.filled)?;
                let to = self.pick(random, |cell| cell.floor && !cell.filled && !cell.player)?;
                self.cells[from].filled = false;
                self.cells[to].filled = true;
                Some(())
            }
            _ => self.pull(random),
        }
    }

    /// A wall beside floor becomes floor.
    fn open(&mut self, random: &mut Random) -> Option<()> {
        let beside_floor =
            |at: usize| Dir::ALL.iter().any(|&dir| self.cells[self.beside(at, dir)].floor);
        let walls: Vec<usize> =
            self.inside().filter(|&at| !self.cells[at].floor && beside_floor(at)).collect();
        let at = *random.pick(&walls)?;
        self.cells[at].floor = true;
        Some(())
    }

    /// Empty floor becomes a wall.
    fn close(&mut self, random: &mut Random) -> Option<()> {
        let at = self.pick(random, |it| it.floor && !it.goal && !it.filled && !it.player)?;
        self.cells[at].floor = false;
        Some(())
    }

    /// Pulls boxes: what can be reached so is solved by the same pushes and those of the level.
    fn pull(&mut self, random: &mut Random) -> Option<()> {
        for _ in 0..1 + random.below(MOST_PULLS) {
            let pulls = self.pulls();
            let &(from, dir) = random.pick(&pulls)?;
            let to = self.beside(from, dir);
            let player = self.beside(to, dir);
            self.cells.iter_mut().for_each(|cell| cell.player = false);
            self.cells[from].filled = false;
            self.cells[to].filled = true;
            self.cells[player].player = true;
        }
        Some(())
    }

    /// Boxes that can be pulled, with the direction.
    fn pulls(&self) -> Vec<(usize, Dir)> {
        let reached = self.reached(|cell| cell.floor && !cell.filled);
        let mut pulls = Vec::new();
        for at in self.inside().filter(|&at| self.cells[at].filled) {
            for dir in Dir::ALL {
                let to = self.beside(at, dir);
                if reached[to] && reached[self.beside(to, dir)] {
                    pulls.push((at, dir));
                }
            }
        }
        pulls
    }

    /// The cells that the player reaches over cells of a kind.
    fn reached(&self, open: impl Fn(Cell) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.cells.len()];
        let mut queue: Vec<usize> = self.inside().filter(|&at| self.cells[at].player).collect();
        queue.iter().for_each(|&at| reached[at] = true);
        while let Some(at) = queue.pop() {
            for dir in Dir::ALL {
                let next = self.beside(at, dir);
                if open(self.cells[next]) && !std::mem::replace(&mut reached[next], true) {
                    queue.push(next);
                }
            }
        }
        reached
    }

    /// The grid, with floor that cannot be reached walled up; `None` when a box or a goal stands there.
    fn draw(&self) -> Option<Grid> {
        let reached = self.reached(|cell| cell.floor);
        let mut grid = Grid::new(self.width, self.height).ok()?;
        for (at, &cell) in self.cells.iter().enumerate() {
            let tile = match (reached[at], cell.goal, cell.filled, cell.player) {
                (false, false, false, _) => Tile::Wall,
                (false, ..) => return None,
                (_, true, true, _) => Tile::BoxOnGoal,
                (_, true, _, true) => Tile::PlayerOnGoal,
                (_, true, ..) => Tile::Goal,
                (_, _, true, _) => Tile::Box,
                (_, _, _, true) => Tile::Player,
                _ => Tile::Floor,
            };
            grid.set(at / self.width, at % self.width, tile);
        }
        Some(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_levels_of_the_same_boxes_that_change_something() {
        let rows =
            ["########", "#  #   #", "# $    #", "#@ # $ #", "## . . #", "#      #", "########"];
        let level = Level::from_rows(&rows).unwrap();
        let board = Board::new(&level).unwrap();
        let (mut made, mut same) = (0, 0);
        for attempt in 0..300 {
            let random = &mut Random::new(4, attempt);
            let Some(level) = variant(&board, random) else { continue };
            let changed = Board::new(&level).unwrap();
            assert_eq!((changed.n_boxes(), changed.goals().len()), (2, 2));
            assert!(changed.width() <= board.width() && changed.height() <= board.height());
            made += 1;
            same += u32::from(level.grid.to_string() == board_text(&board));
        }
        assert!(made > 200, "{made}");
        assert!(same < made / 5, "{same} of {made}");
    }

    fn board_text(board: &Board) -> String {
        Draft::new(board).draw().unwrap().to_string()
    }
}
