//! Relevance cuts: moves that have nothing to do with the last ones are left out.
//!
//! ```text
//! ##########      Squares influence each other the less, the more ways lead off between them: a
//! #   #    #      step into an open square costs one for each further way, a step inside a tunnel
//! # $    $ #      nothing. Two boxes farther apart than a limit made for the board are *distant*.
//! #   #    #
//! ##########
//! ```
//!
//! A move of a box that is distant from the box moved before it is cut
//!
//! - if among the last [`PAST`] moves there were more than [`MOST_DISTANT`] such changes, or
//! - if it is not distant from one of them: the search would go back to where it has just left.
//!
//! One in a hundred is let through all the same, at random, so that no line is closed for good.
//!
//! What it gives up: solutions that need the changes. When a search with cuts has tried everything,
//! it is run again without them, so completeness is kept, but not the fewest pushes. Source:
//! Junghanns and Schaeffer 1997 and 2001; SokoKids section 5.9. Cost: a lookup for each of the last
//! moves.

use ground::kernel::{Map, mix};
use sokoban::Square;

/// How many of the last moves are considered.
pub(super) const PAST: usize = 10;

/// Changes between distant boxes that are allowed among them.
const MOST_DISTANT: usize = 5;

/// One cut move in this many is let through.
const RELEASE: u64 = 100;

/// How much squares influence each other.
pub(super) struct Relevance {
    n: usize,
    /// By pairs of squares: how little they influence each other.
    remote: Vec<u16>,
    /// What is more than this is distant.
    limit: u16,
    drawn: u64,
}

impl Relevance {
    /// Measures a board.
    pub(super) fn new(map: &Map, seed: u64) -> Relevance {
        let n = map.n_squares();
        let mut remote = vec![u16::MAX; n * n];
        for from in map.squares() {
            measure(map, from, &mut remote[from.index() * n..][..n]);
        }
        let finite = remote.iter().filter(|&&it| it != u16::MAX);
        let (sum, count) = finite.fold((0, 0), |(s, c), &it| (s + u64::from(it), c + 1));
        // Half the average, but neither everything nor nothing.
        let limit = (sum / (2 * count).max(1)).clamp(6, 10) as u16;
        Relevance { n, remote, limit, drawn: seed }
    }

    /// Whether a move of the box on a square is cut, after moves that left their boxes on these
    /// squares, the last one first.
    pub(super) fn cuts(&mut self, square: Square, past: &[Square]) -> bool {
        let Some((&last, before)) = past.split_first() else { return false };
        if !self.is_distant(last, square) {
            return false;
        }
        let changes = past.windows(2).filter(|two| self.is_distant(two[1], two[0])).count();
        let returns = before.iter().any(|&at| !self.is_distant(at, square));
        (changes >= MOST_DISTANT || returns) && !self.is_released()
    }

    fn is_distant(&self, a: Square, b: Square) -> bool {
        self.remote[a.index() * self.n + b.index()] > self.limit
    }

    fn is_released(&mut self) -> bool {
        self.drawn = self.drawn.wrapping_add(1);
        mix(self.drawn).is_multiple_of(RELEASE)
    }
}

/// How remote all squares are from one.
fn measure(map: &Map, from: Square, out: &mut [u16]) {
    let ways = |at: Square| map.around(at).into_iter().filter(|&it| !map.is_wall(it)).count();
    let mut fronts = [vec![from], Vec::new(), Vec::new(), Vec::new()];
    out[from.index()] = 0;
    let mut cost = 0u16;
    while fronts.iter().any(|front| !front.is_empty()) {
        while let Some(square) = fronts[usize::from(cost % 4)].pop() {
            if out[square.index()] != cost {
                continue;
            }
            for next in map.around(square).into_iter().filter(|&it| !map.is_wall(it)) {
                let then = cost + ways(next).saturating_sub(2).min(3) as u16;
                if then < out[next.index()] {
                    out[next.index()] = then;
                    fronts[usize::from(then % 4)].push(next);
                }
            }
        }
        cost += 1;
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn a_tunnel_of_any_length_keeps_its_ends_together() {
        let board = board(&[
            "###############",
            "#   #######   #",
            "# $         . #",
            "#@  #######   #",
            "###############",
        ]);
        let map = Map::new(&board);
        let relevance = Relevance::new(&map, 0);
        let at = |row, column| board.square_at(row, column).unwrap().index();
        let remote = |a: usize, b: usize| relevance.remote[a * relevance.n + b];
        assert_eq!(remote(at(2, 4), at(2, 10)), 0);
        assert!(remote(at(1, 1), at(1, 13)) > 4);
    }
}
