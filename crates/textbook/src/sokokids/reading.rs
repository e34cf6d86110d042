//! How the report can be read: every choice that its text leaves open, as a value.

use search::{Budget, Stop};
use sokoban::Dir;

use super::heap_sort::heap_sort;

/// A reading of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The order in which directions are tried.
    pub directions: [Dir; 4],
    /// Whether each direction is tried with all boxes, instead of each box in all directions.
    pub directions_outside: bool,
    /// How the list is sorted.
    pub sorting: Sorting,
    /// Whether boxes off goal come before pushes; else both are added.
    pub boxes_first: bool,
    /// What the hash table takes for the same state.
    pub same: Same,
    /// Whether the start is in the hash table.
    pub start_known: bool,
    /// Whether there are rounds with a limit.
    pub rounds: bool,
    /// Whether the first limit counts boxes on goals, too.
    pub every_box_at_first: bool,
    /// Whether the limit rises by one push after each round; else to the least value dropped.
    pub limit_by_one: bool,
    /// Whether a state that is found again with fewer pushes while it waits takes their number.
    pub fewer_pushes_count: bool,
    /// Whether the player at the start keeps boxes from being pushed up onto his square.
    pub player_is_in_the_way: bool,
    /// Which corners the offline test sees.
    pub corners: Corners,
}

/// How the list of open states is sorted after an expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// By a HeapSort, equals as it leaves them.
    Heap,
    /// The oldest first among equals.
    FirstIn,
    /// The newest first among equals.
    LastIn,
}

/// What the hash table takes for the same state, the boxes being equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    /// The player can walk from one place to the other.
    Zone,
    /// The player stands on the same square.
    Square,
}

/// The corners that the offline test sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// All of them.
    All,
    /// No lower right ones, except as the ends of dead lines.
    NoLowerRight,
    /// The same, and no lines along a right wall to the last row or a lower wall to its last square.
    AnyWidth,
    /// The same, with boards of at least seven columns.
    Fitted,
}

impl Reading {
    /// The reading with which most of the report's figures come out.
    pub const FITTED: Reading = Reading {
        directions: [Dir::Up, Dir::Right, Dir::Left, Dir::Down],
        directions_outside: false,
        sorting: Sorting::Heap,
        boxes_first: true,
        same: Same::Zone,
        start_known: false,
        rounds: true,
        every_box_at_first: true,
        limit_by_one: true,
        fewer_pushes_count: true,
        player_is_in_the_way: true,
        corners: Corners::Fitted,
    };

    /// The box and the direction that are tried at a turn.
    pub(super) fn turn(&self, turn: usize, n_boxes: usize) -> (usize, Dir) {
        match self.directions_outside {
            true => (turn % n_boxes, self.directions[turn / n_boxes]),
            false => (turn / 4, self.directions[turn % 4]),
        }
    }
}

impl Sorting {
    pub(super) fn sort(self, list: &mut [(u64, u32)], budget: &mut Budget) -> Result<(), Stop> {
        match self {
            Sorting::Heap => return heap_sort(list, budget),
            Sorting::FirstIn => list.sort_unstable(),
            Sorting::LastIn => list.sort_unstable_by_key(|&(value, number)| (value, !number)),
        }
        Ok(())
    }
}
