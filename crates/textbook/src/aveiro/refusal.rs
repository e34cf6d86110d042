//! The agent's two tests of the box pushed last.
//!
//! - The **pair test** looks for a second box beside it along a wall that runs behind both: neither
//!   can leave the wall. It asks whether the pushed box is on a goal, but not whether the other is.
//! - The **group test** follows boxes that hold each other, up and down and to the sides, and
//!   refuses the push if one of those it has met is off goal, even one it met on a branch that came
//!   to nothing.
//!
//! Both may refuse pushes that a solution needs. Boards with up to four goals get the first test,
//! larger ones the second; in the opening it is the other way round. Source: the Aveiro agent,
//! `isBoxed` and `deadlock_detection`.

use sokoban::Dir;

use super::grid::{DIRS, Grid, Place, across};

/// Which of the two tests is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Pair,
    Group,
}

impl Test {
    /// The test of the search on a board with this many goals.
    pub(super) fn for_goals(goals: usize) -> Test {
        if goals < 5 { Test::Pair } else { Test::Group }
    }

    /// The other one.
    pub(super) fn other(self) -> Test {
        match self {
            Test::Pair => Test::Group,
            Test::Group => Test::Pair,
        }
    }
}

/// What the tests look at. `boxes` are all boxes but the one that was pushed.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) grid: &'a Grid,
    pub(super) blocked: &'a [bool],
    pub(super) boxes: &'a [bool],
}

impl Look<'_> {
    /// Whether a test refuses a box on a place. `seen` is scratch space.
    pub(super) fn refuses(self, test: Test, place: Place, seen: &mut Vec<Place>) -> bool {
        match test {
            Test::Pair => self.is_paired(place),
            Test::Group => {
                seen.clear();
                self.is_stuck(place, seen) && seen.iter().any(|&place| !self.grid.is_goal(place))
            }
        }
    }

    /// Whether a box on a place stands beside another along a wall behind both.
    pub(super) fn is_paired(self, place: Place) -> bool {
        let grid = self.grid;
        let along = |side: Dir| {
            let mut beside = across(side).into_iter().map(|dir| grid.step(place, dir));
            beside.any(|it| self.boxes[it as usize] && grid.is_wall(grid.step(it, side)))
        };
        let walled = |side: Dir| grid.is_wall(grid.step(place, side));
        !grid.is_goal(place) && DIRS.into_iter().any(|side| walled(side) && along(side))
    }

    /// Whether a box is held both up and down and to the sides.
    fn is_stuck(self, place: Place, seen: &mut Vec<Place>) -> bool {
        seen.push(place);
        self.is_held(place, [Dir::Down, Dir::Up], seen)
            && self.is_held(place, [Dir::Right, Dir::Left], seen)
    }

    fn is_held(self, place: Place, dirs: [Dir; 2], seen: &mut Vec<Place>) -> bool {
        let ends = dirs.map(|dir| self.grid.step(place, dir));
        ends.iter().any(|&end| self.grid.is_wall(end) || seen.contains(&end))
            || ends.iter().all(|&end| self.blocked[end as usize])
            || ends.iter().any(|&end| self.boxes[end as usize] && self.is_stuck(end, seen))
    }
}
