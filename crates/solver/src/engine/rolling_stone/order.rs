//! Move ordering: which push is tried first.
//!
//! First the box that was pushed last (*inertia*), so that a box on its way gets there and makes
//! room; then pushes that bring a box nearer to its goal, that is, lower the bound by what they
//! cost; then all others. Within each group, boxes nearest to their goals come first.
//!
//! In an iteration that finds nothing, the order matters only through the transposition table; in
//! the last one it decides how soon the search is over. Which one will be the last is unknown, so
//! *late order* does not sort moves until an iteration has reached a position with a quarter of the
//! start's bound. Keeps everything. Source: SokoKids section 5.3. Cost: one lookup a move, and a
//! sort.

use sokoban::Square;

use super::moves::Move;

/// The rank of a move of a position with bound `h` in which the box on `last` was moved last; the
/// box is `way` pushes from its goal, or a little more when moves are shuffled. Lower ranks come
/// first.
pub(super) fn rank(made: &Move, h: u32, last: Square, way: u32) -> u32 {
    let group = match (made.from == last, made.h + u32::from(made.cost) <= h) {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => 3,
    };
    group << 20 | way
}
