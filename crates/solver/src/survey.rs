//! Facts about a board that need no search for a solution.

use ground::analysis::{Analysis, Rooms, reduced, tunnels};
use ground::heuristic::Bound;
use ground::kernel::Map;
use ground::technique::TechniqueSet;
use search::{Budget, Stop};
use sokoban::{Board, Square, Symmetry};

/// The facts about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The squares from which a lone box cannot get to a goal.
    pub dead_squares: Vec<Square>,
    /// No solution has fewer pushes; `None` if the boxes cannot all get goals of their own.
    pub lower_bound: Option<u32>,
    /// The floor; `None` if no box is left to move, or there is clearly no solution.
    pub floor: Option<Floor>,
}

/// The floor of a board without its dead ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Squares of tunnels in which a box need not stop.
    pub tunnel_squares: usize,
    /// Rooms, the wide parts of the floor.
    pub rooms: usize,
}

/// Looks at a board.
///
/// # Errors
/// The limit that was reached, or the cancellation.
pub fn survey(board: &Board, budget: &mut Budget) -> Result<Survey, Stop> {
    let analysis = Analysis::new(board, budget)?;
    let mut bound = Bound::new(&analysis, TechniqueSet::defaults());
    Ok(Survey {
        dead_squares: dead(board, &analysis),
        lower_bound: bound.load(&analysis, &analysis.start),
        floor: reduced(board, Symmetry::ALL[0]).map(|board| floor(&board)),
    })
}

fn floor(reduced: &Board) -> Floor {
    let map = Map::new(reduced);
    let tunnel_squares = tunnels(&map, map.goals()).len();
    Floor { tunnel_squares, rooms: Rooms::new(reduced, &map).count() }
}

/// The squares from which a lone box cannot get to a goal, in ascending order.
///
/// # Errors
/// The limit that was reached, or the cancellation.
pub fn dead_squares(board: &Board, budget: &mut Budget) -> Result<Vec<Square>, Stop> {
    Ok(dead(board, &Analysis::new(board, budget)?))
}

fn dead(board: &Board, analysis: &Analysis) -> Vec<Square> {
    board.squares().filter(|&square| !analysis.live.contains(square)).collect()
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn a_board_shows_its_dead_squares_and_its_bound() {
        let board = board(&["#######", "#@    #", "# $ . #", "#     #", "#######"]);
        let survey = survey(&board, &mut Budget::unlimited()).unwrap();
        assert_eq!((survey.dead_squares.len(), survey.lower_bound), (12, Some(2)));
        let alone = dead_squares(&board, &mut Budget::unlimited()).unwrap();
        assert_eq!(alone, survey.dead_squares);
    }

    #[test]
    fn a_box_in_a_corner_has_no_bound() {
        let board = board(&["#####", "#$ .#", "# @ #", "#####"]);
        let survey = survey(&board, &mut Budget::unlimited()).unwrap();
        assert_eq!(survey.lower_bound, None);
    }
}
