//! Opening: the search starts with the one push that frees the most squares for the player.
//!
//! ```text
//! #######      The player has one square. After the push he has the hall on the right too, so
//! #@$   #      every solution of this search begins with that push.
//! ### . #
//! #######
//! ```
//!
//! What it gives up: solutions that begin otherwise, hence completeness and the fewest pushes.
//! Source: the Aveiro agent, `expandMap`. Cost: one zone for each push of the start, once.

use ground::kernel::{Map, Position, Reach};
use search::Successor;

use super::{BoxState, PushRun};

/// The successor of the start in which the player reaches the most squares, if it gains more than
/// the one square a push always frees.
pub(crate) fn widest(
    map: &Map,
    start: &Position,
    successors: Vec<Successor<BoxState, PushRun>>,
) -> Option<Successor<BoxState, PushRun>> {
    let mut reach = Reach::new(map);
    let mut squares = |position: &Position| {
        reach.flood(map, position.occupied(), position.player);
        reach.squares().len()
    };
    let mut best = (squares(start), None);
    let mut position = start.clone();
    for successor in successors {
        successor.state.load(map, &mut position);
        let squares = squares(&position);
        if squares > best.0 + 1 {
            best = (squares, Some(successor));
        }
    }
    best.1
}
