//! Linear conflicts: boxes side by side that would both have to be pushed along their common line.
//!
//! ```text
//! ########     Both boxes go right, along the wall, and neither can: one is in front of the other,
//! #  $$  .#    and a player who pushes the first one away from the second stands on the second.
//! #   .  ##    One of them has to leave the line and come back: two pushes more.
//! ```
//!
//! Only squares count from which *no* push across the line brings a box nearer to *any* goal,
//! whatever side the player is on. A push across then costs itself and, because the parity of the
//! distances changes with every push, one more for every goal: two more pushes than any assignment
//! of this box.
//!
//! In a row of boxes it is enough that every second one gives way; one that has a wall beside it
//! cannot, and then both its neighbours must (the overlap rules of SokoKids section 5.1.2). So the
//! cost is two for each box of a smallest set that covers all pairs of neighbours, and boxes that
//! cannot give way are not in the set; if two such boxes are neighbours, the position is lost, for
//! neither will ever move. Two boxes that both stand on goals may stay there and cost nothing.
//!
//! Admissible: no box is counted on two lines, since no square is marked for both.
//!
//! Source: Junghanns and Schaeffer 1997; SokoKids section 5.1.2. Cost: two lookups a box.

use ground::analysis::{Distances, FAR};
use ground::kernel::{Bits, Map, Position};
use sokoban::{Dir, Square};

/// More than any conflicts cost.
const NEVER: u32 = 1 << 20;

/// The squares from which boxes go along a line only.
#[derive(Clone, Debug)]
pub(super) struct LinearConflicts {
    /// By axis: vertical, horizontal.
    lines: [Bits; 2],
}

impl LinearConflicts {
    /// Looks at every square of a board.
    pub(super) fn new(map: &Map, distances: &Distances) -> LinearConflicts {
        let along = |axis: usize| {
            let across = [Dir::ALL[2 - 2 * axis], Dir::ALL[3 - 2 * axis]];
            let only = map
                .squares()
                .filter(|&at| !across.into_iter().any(|dir| approaches(map, distances, at, dir)));
            Bits::from_squares(map.n_squares() + 1, only)
        };
        let mut lines = [along(0), along(1)];
        let mut both = lines[0].clone();
        both.keep_only(&lines[1]);
        lines.iter_mut().for_each(|line| line.remove_all(&both));
        LinearConflicts { lines }
    }

    /// The pushes that the conflicts of a position cost; `None` if two boxes hold each other for
    /// good.
    #[inline]
    pub(super) fn cost(&self, map: &Map, position: &Position) -> Option<u32> {
        let mut cost = 0;
        for (axis, line) in self.lines.iter().enumerate() {
            let ahead = Dir::ALL[2 * axis + 1];
            let held = |at: Square| position.has_box(map, at) && line.contains(at);
            for &first in position.boxes() {
                let before = map.next(first, ahead.opposite());
                if held(first) && held(map.next(first, ahead)) && !held(before) {
                    cost += row_cost(map, first, ahead, held)?;
                }
            }
        }
        Some(cost)
    }
}

/// The cost of one row of boxes: a smallest set that covers all pairs, counted from its first box.
fn row_cost(map: &Map, first: Square, ahead: Dir, held: impl Fn(Square) -> bool) -> Option<u32> {
    let gives_way =
        |at: Square| !ahead.sides().into_iter().any(|side| map.is_wall(map.next(at, side)));
    let price = |at: Square| if gives_way(at) { 2 } else { NEVER };
    // The cheapest covers of the row so far, with its last box giving way and without.
    let (mut with, mut without) = (price(first), 0);
    let mut at = first;
    loop {
        let next = map.next(at, ahead);
        if !held(next) {
            let cost = with.min(without);
            return (cost < NEVER).then_some(cost);
        }
        let free = map.is_goal(at) && map.is_goal(next);
        (with, without) =
            (with.min(without) + price(next), if free { with.min(without) } else { with });
        at = next;
    }
}

/// Whether a push brings a box on a square nearer to some goal, from some side.
fn approaches(map: &Map, distances: &Distances, square: Square, dir: Dir) -> bool {
    let (to, behind) = (map.next(square, dir), map.next(square, dir.opposite()));
    if map.is_wall(to) || map.is_wall(behind) {
        return false;
    }
    let after = distances.row(to, dir.opposite().index());
    (0..4).any(|side| {
        let row = distances.row(square, side).iter();
        row.zip(after).any(|(&now, &then)| now != FAR && then != FAR && then < now)
    })
}
