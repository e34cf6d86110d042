//! Gargioni's marks: squares that a search stops pushing boxes to while it goes along.
//!
//! ```text
//! ########    x: marked at once, a corner; -: marked with it, since the squares between two marks
//! #x----x#       in a line have a wall all along one side
//! #     o#    *: a box in the corner of the goals is marked too when the position is expanded, and
//! #     o#       then the floor between it and the mark above it, the squares o
//! #.....*#
//! ########
//! ```
//!
//! The marks are made when a position is expanded, before its pushes are judged, and its successors
//! inherit them: one pass over the corners, then one over the lines that lead left and up from each
//! marked square to the next. Only an empty goal ends the scan along a line, not boxes or walls;
//! beside the line, a box counts as a wall. Two positions with the same boxes and player are one
//! state although their marks may differ; the marks of the path that came first stay.
//!
//! Unsound: a box beside a line may move away, but the line stays marked, so the marks may lose
//! every solution. Nothing is claimed. On the board of the paper they amount to corners and lines
//! without a goal ([`crate::deadlock::wall_squares`]), and to two columns that are marked while the
//! goal in their corner is filled.
//!
//! Source: the program of Gargioni, *Uma solução ótima para o jogo Sokoban*, section II ("deadlock
//! estático"). Cost: a few lookups for each marked square and each square of its two lines, once
//! for each position expanded. Experiment: `gargioni-indicators`.

use std::sync::Arc;

use ground::kernel::{Bits, Map, Position};
use hashbrown::HashSet;
use sokoban::Square;

/// The marks of a board, with scratch space.
pub(super) struct CornerMarks {
    width: usize,
    /// The square of each cell, row by row; the map's wall for cells without a square.
    cells: Vec<Square>,
    /// The cell of each square.
    places: Vec<usize>,
    corners: Vec<usize>,
    kinds: Vec<Kind>,
    /// Every set of marks met so far, once: successors share them.
    known: HashSet<Arc<Bits>, foldhash::quality::FixedState>,
}

/// What a cell holds, with its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Wall,
    Floor,
    Goal,
    Box,
    BoxOnGoal,
    DeadFloor,
    DeadBoxOnGoal,
}

impl Kind {
    fn is_marked(self) -> bool {
        matches!(self, Kind::DeadFloor | Kind::DeadBoxOnGoal)
    }

    /// Whether the line may lead over it.
    fn is_passable(self) -> bool {
        self == Kind::Floor || self.is_marked()
    }

    /// Whether it counts as a wall beside the line.
    fn is_side(self) -> bool {
        matches!(self, Kind::Wall | Kind::Box | Kind::BoxOnGoal)
    }
}

impl CornerMarks {
    /// No marks yet on a board whose squares lie at these rows and columns.
    pub(super) fn new(map: &Map, places: &[(usize, usize)]) -> CornerMarks {
        let width = places.iter().map(|place| place.1).max().unwrap_or(0) + 2;
        let height = places.iter().map(|place| place.0).max().unwrap_or(0) + 2;
        let places: Vec<usize> = places.iter().map(|(row, column)| row * width + column).collect();
        let mut cells = vec![map.wall(); width * height];
        for (square, &cell) in map.squares().zip(&places) {
            cells[cell] = square;
        }
        let wall = |cell: usize| map.is_wall(cells[cell]);
        let corner = |&cell: &usize| {
            (wall(cell - width) || wall(cell + width)) && (wall(cell - 1) || wall(cell + 1))
        };
        let mut corners: Vec<usize> = places.iter().copied().filter(corner).collect();
        corners.sort_unstable();
        let kinds = vec![Kind::Wall; cells.len()];
        let known = HashSet::with_hasher(foldhash::quality::FixedState::default());
        CornerMarks { width, cells, places, corners, kinds, known }
    }

    /// The marks of a position that is expanded and has inherited some.
    pub(super) fn after(
        &mut self,
        map: &Map,
        position: &Position,
        inherited: Option<&Arc<Bits>>,
    ) -> Arc<Bits> {
        self.load(map, position, inherited);
        for i in 0..self.corners.len() {
            self.mark(self.corners[i]);
        }
        let listed = |kind| {
            let marked = self.kinds.iter().enumerate().filter(move |(_, it)| **it == kind);
            marked.map(|(cell, _)| cell)
        };
        let list: Vec<usize> = listed(Kind::DeadFloor).chain(listed(Kind::DeadBoxOnGoal)).collect();
        for cell in list {
            let (row, column) = (cell / self.width, cell % self.width);
            self.mark_line(cell, 1, column, self.width);
            self.mark_line(cell, self.width, row, 1);
        }
        self.share(map, inherited)
    }

    /// Draws a position and the marks it inherits.
    fn load(&mut self, map: &Map, position: &Position, inherited: Option<&Arc<Bits>>) {
        for (square, &cell) in map.squares().zip(&self.places) {
            let marked = inherited.is_some_and(|marks| marks.contains(square));
            self.kinds[cell] = match (position.is_occupied(square), map.is_goal(square)) {
                (false, false) if marked => Kind::DeadFloor,
                (true, true) if marked => Kind::DeadBoxOnGoal,
                (false, false) => Kind::Floor,
                (false, true) => Kind::Goal,
                (true, false) => Kind::Box,
                (true, true) => Kind::BoxOnGoal,
            };
        }
    }

    fn mark(&mut self, cell: usize) {
        self.kinds[cell] = match self.kinds[cell] {
            Kind::Floor => Kind::DeadFloor,
            Kind::BoxOnGoal => Kind::DeadBoxOnGoal,
            other => other,
        };
    }

    /// Marks the line from a marked cell back to the mark before it, if it counts. `step` leads one
    /// cell back, `reach` cells lie before this one, and the sides are `across` away.
    fn mark_line(&mut self, cell: usize, step: usize, reach: usize, across: usize) {
        let kind = |at: usize| self.kinds[at];
        let stops =
            |&n: &usize| kind(cell - n * step).is_marked() || kind(cell - n * step) == Kind::Goal;
        let Some(n) = (1..reach).find(stops).filter(|n| kind(cell - n * step).is_marked()) else {
            return;
        };
        let line = || (0..n).map(|i| cell - i * step);
        let walled =
            |side: fn(usize, usize) -> usize| line().all(|at| kind(side(at, across)).is_side());
        let counts = line().all(|at| kind(at).is_passable())
            && (walled(|at, across| at - across) || walled(|at, across| at + across));
        for at in (1..=n).map(|i| cell - i * step).filter(|_| counts) {
            if self.kinds[at] == Kind::Floor {
                self.kinds[at] = Kind::DeadFloor;
            }
        }
    }

    /// The marks that are drawn, interned: equal sets are shared.
    fn share(&mut self, map: &Map, inherited: Option<&Arc<Bits>>) -> Arc<Bits> {
        let marked = self.kinds.iter().zip(&self.cells).filter(|(kind, _)| kind.is_marked());
        let marks = Bits::from_squares(map.n_squares() + 1, marked.map(|(_, &square)| square));
        if let Some(same) = inherited.filter(|it| ***it == marks) {
            return Arc::clone(same);
        }
        let marks = Arc::new(marks);
        Arc::clone(self.known.get_or_insert_with(&marks, Arc::clone))
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    /// The squares marked in a position without inheritance, as rows of `x` and `.`.
    fn marked(rows: &[&str]) -> Vec<String> {
        let board = board(rows);
        let map = Map::new(&board);
        let places: Vec<_> = board.squares().map(|square| board.place(square)).collect();
        let marks =
            CornerMarks::new(&map, &places).after(&map, &Position::start(&map, &board), None);
        let mark = |row, column| {
            let marked = board.square_at(row, column).is_some_and(|square| marks.contains(square));
            if marked { 'x' } else { '.' }
        };
        (0..rows.len())
            .map(|row| (0..rows[0].len()).map(|column| mark(row, column)).collect())
            .collect()
    }

    #[test]
    fn the_paper_s_board_has_its_top_row_and_two_corners_marked() {
        let rows = [
            "########", "#      #", "# $ $  #", "###$#  #", "#@  #$ #", "# $$#  #", "#......#",
            "########",
        ];
        let mut expected = vec![".".repeat(8); 8];
        expected[1] = ".xxxxxx.".to_owned();
        expected[2] = ".x......".to_owned();
        expected[4] = expected[2].clone();
        assert_eq!(marked(&rows), expected);
    }

    #[test]
    fn a_filled_corner_marks_the_column_above_it_unless_a_box_stands_there() {
        let column = |rows: &[&str]| -> String {
            marked(rows)[1..5].iter().map(|row| row.chars().nth(5).unwrap()).collect()
        };
        let rows = ["#######", "#@    #", "#  $  #", "#     #", "# .  *#", "#######"];
        assert_eq!(column(&rows), "xxxx");
        let rows = ["#######", "#@    #", "#    $#", "#     #", "# .  *#", "#######"];
        assert_eq!(column(&rows), "x..x");
        let rows = ["#######", "#@    #", "#  $$ #", "#     #", "# .  .#", "#######"];
        assert_eq!(column(&rows), "x...");
    }

    #[test]
    fn a_box_counts_as_a_wall_beside_a_line() {
        // The top row is marked from corner to corner; the second row leads from the niche on the
        // left to the niche on the right, with walls and one box below it.
        let rows = ["########", "##    ##", "#      #", "###$ ###", "##@. ###", "########"];
        assert_eq!(marked(&rows)[2], ".x....x.");
        let rows = ["########", "##    ##", "#      #", "###$####", "##@. ###", "########"];
        assert_eq!(marked(&rows)[2], ".xxxxxx.");
    }
}
