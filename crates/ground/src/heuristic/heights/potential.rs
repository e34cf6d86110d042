//! A height for whole positions: how far a position is from the end, as one sum that never falls faster than
//! moves are made.
//!
//! [`Heights`] bounds the moves left by the cheapest assignment of boxes to goals. Here every goal has a fixed
//! *price*, that of the assignment at the start, and each box counts its cheapest way less the price of the
//! goal where it ends:
//!
//! ```text
//! potential(position) = H(end) − H(player) + sum of goal prices + for each box: least of (way − goal price)
//! ```
//!
//! At the start that is the bound itself (linear duality), elsewhere it may be less than the bound, even below
//! zero. What makes it useful is that it is one number for each position, whatever the search: a move takes at
//! most one off it. So the *excess* of a move, what it costs and does not gain, is never negative, and a search
//! from the end may use the same numbers as a search from the start. All solutions together exceed the bound of the start by
//! the sum of their excesses, which is why two searches that meet have to look half as far each
//! (Ikeda and others 1994; error of both sides: Sadhukhan 2012).
//!
//! Cost: a look-up for each box.

use sokoban::Square;

use super::{Field, Heights, UNIT};
use crate::analysis::{Analysis, FAR};
use crate::kernel::Position;

/// The cheapest way of a box from a place is no way at all.
const NEVER: i32 = i32::MAX;

/// A potential of positions, in units of which a move has [`Potential::MOVE`].
#[derive(Clone, Debug)]
pub struct Potential {
    field: Field,
    heights: Vec<i32>,
    /// For each place of a box the least of all ways less the price of the goal, or [`NEVER`].
    ways: Vec<i32>,
    /// The height of the lowest end and the prices of all goals.
    rest: i32,
}

impl Potential {
    /// What one move counts.
    pub const MOVE: i32 = UNIT;

    /// The potential of a position; `None` if it is lost because a box cannot get to any goal.
    pub fn of(&self, analysis: &Analysis, position: &Position) -> Option<i32> {
        let mut sum = self.rest - self.heights[position.player.index()];
        for &square in position.boxes() {
            sum += self.way(analysis, square, position.player)?;
        }
        Some(sum)
    }

    #[inline]
    fn way(&self, analysis: &Analysis, square: Square, player: Square) -> Option<i32> {
        let way = self.ways[self.field.place(analysis, square, player)];
        (way != NEVER).then_some(way)
    }
}

impl Heights {
    /// The potential of the set of heights that says most about the start; `None` without any, or if the start
    /// is lost.
    pub fn potential(&mut self, analysis: &Analysis) -> Option<Potential> {
        let start = &analysis.start;
        self.load(analysis, start)?;
        let set = self.sets.iter().max_by_key(|set| set.units(set.loaded, start.player))?;
        let prices = set.matching.loaded_prices();
        let least = |&row: &u16| {
            let ways = set.prices.row(Square(row), 0).iter().zip(prices);
            let ways = ways.filter(|(way, _)| **way != FAR);
            ways.map(|(&way, price)| i32::from(way) - price).min().unwrap_or(NEVER)
        };
        Some(Potential {
            field: self.field.clone(),
            heights: set.ground.heights.clone(),
            ways: set.row_of.iter().map(least).collect(),
            rest: set.end + prices.iter().sum::<i32>(),
        })
    }
}
