//! Retrograde test: goals that must be filled already, because backwards from the solved position
//! their boxes cannot be taken away.
//!
//! ```text
//! #####      Solved, with the player below: the box on the right can be pulled down, then its
//! #**#       neighbours. But if every box that can be pulled has been taken off and one is left,
//! #* #       that box has been there all the time: if its goal is empty now, the game is lost.
//! #  #
//! ```
//!
//! Taking a box off the board gives all others at least as much room, so what cannot be taken off
//! really cannot be pulled. The player may end in any zone; the position is lost when each of these
//! ends requires a goal that is empty.
//!
//! Source: Festival (Shoham), "retrograde test". Cost: once per set of walls, then nanoseconds.

use sokoban::Square;

use super::walls::Walled;
use crate::kernel::Position;

/// Whether every end requires some goal that has no box.
pub fn is_dead(walled: &Walled, position: &Position) -> bool {
    walled.required.iter().all(|required| !required.is_subset(position.occupied()))
}

/// The empty goals of the end that requires the fewest of them.
pub fn missing(walled: &Walled, position: &Position) -> Vec<Square> {
    let empty = |&goal: &Square| !position.is_occupied(goal);
    let ends = walled.required.iter().map(|required| required.iter().filter(empty).collect());
    ends.min_by_key(Vec::len).unwrap_or_default()
}
