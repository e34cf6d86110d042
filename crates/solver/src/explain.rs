//! Why a position is lost, in terms a player can see: a reason, the boxes and the squares.
//!
//! The same tests that guide the engines are run one after another, simplest reason first. If no
//! reason is found, the position may still be lost.

use ground::analysis::Analysis;
use ground::deadlock::{
    CorralSearch, Fixed, FixedMatching, Freeze, Ground, PatternSearch, retrograde,
};
use ground::heuristic::Bound;
use ground::kernel::{Mode, Position, Reach, Regions};
use ground::technique::TechniqueSet;
use search::{Budget, Stop};
use sokoban::{Board, Dir, Square, State};

/// Why a position is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A box stands on a square from which no goal can be reached.
    DeadSquare,
    /// Boxes hold each other, one of them off goal.
    Freeze,
    /// Two boxes cannot both be finished.
    Pair,
    /// A box off goal can never move again, because of boxes that cannot move either.
    Fixed,
    /// A goal that had to be filled earlier is empty.
    Retrograde,
    /// Some boxes cannot all get a goal of their own.
    Matching,
    /// A part of the board that the player cannot get to can never be opened.
    Corral,
    /// A few boxes are in each other's way for good.
    Pattern,
}

impl Reason {
    /// The name used in records.
    pub fn name(self) -> &'static str {
        match self {
            Reason::DeadSquare => "dead-square",
            Reason::Freeze => "freeze",
            Reason::Pair => "pair",
            Reason::Fixed => "fixed",
            Reason::Retrograde => "retrograde",
            Reason::Matching => "matching",
            Reason::Corral => "corral",
            Reason::Pattern => "pattern",
        }
    }

    /// The reason in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::DeadSquare => "from here this box can never be pushed to a goal",
            Reason::Freeze => "these boxes block each other for good, and not all are on goals",
            Reason::Pair => "these two boxes cannot both be brought to goals",
            Reason::Fixed => "these boxes can never move again, and the last one is off goal",
            Reason::Retrograde => "these goals had to be filled before the boxes around them",
            Reason::Matching => "these boxes cannot all get a goal of their own",
            Reason::Corral => "the area behind these boxes can never be opened",
            Reason::Pattern => "these boxes cannot all reach goals, even alone on the board",
        }
    }
}

/// A lost position explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Why.
    pub reason: Reason,
    /// The boxes to point at.
    pub boxes: Vec<Square>,
    /// The squares to point at: the missing goals or the closed area.
    pub squares: Vec<Square>,
}

impl Loss {
    fn of(reason: Reason, boxes: &[Square]) -> Loss {
        Loss { reason, boxes: boxes.to_vec(), squares: Vec::new() }
    }
}

/// Explains why a position of a board is lost, if one of the tests detects it.
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
pub fn explain(board: &Board, state: &State, budget: &mut Budget) -> Result<Option<Loss>, Stop> {
    if board.is_solved(state) {
        return Ok(None);
    }
    let analysis = Analysis::new(board, budget)?;
    let position = Position::of(&analysis.map, state);
    if let Some(loss) = dead_square(&analysis, &position).or_else(|| freeze(&analysis, &position)) {
        return Ok(Some(loss));
    }
    if let Some(loss) = pair(&analysis, &position, budget)? {
        return Ok(Some(loss));
    }
    budget.look()?;
    Ok(fixed(&analysis, &position)
        .or_else(|| no_goal(&analysis, &position))
        .or_else(|| corral(&analysis, &position))
        .or_else(|| pattern(&analysis, &position)))
}

fn dead_square(analysis: &Analysis, position: &Position) -> Option<Loss> {
    let boxes = position.boxes().iter().copied();
    let dead: Vec<_> = boxes.filter(|&square| !analysis.live.contains(square)).collect();
    (!dead.is_empty()).then(|| Loss::of(Reason::DeadSquare, &dead))
}

fn freeze(analysis: &Analysis, position: &Position) -> Option<Loss> {
    let (mut freeze, ground) = (Freeze::new(&analysis.map), Ground::of(analysis));
    let frozen = |&&square: &&Square| freeze.is_dead(ground, position.occupied(), square);
    position.boxes().iter().find(frozen)?;
    Some(Loss::of(Reason::Freeze, freeze.frozen()))
}

fn pair(
    analysis: &Analysis,
    position: &Position,
    budget: &mut Budget,
) -> Result<Option<Loss>, Stop> {
    let Some(pairs) = analysis.pairs(Mode::Push, budget)? else { return Ok(None) };
    let map = &analysis.map;
    let mut reach = Reach::new(map);
    reach.flood(map, position.occupied(), position.player);
    for &square in position.boxes() {
        for side in Dir::ALL.into_iter().filter(|&dir| reach.reached(map.next(square, dir))) {
            if let Some(other) = pairs.partner(position.occupied(), square, side) {
                return Ok(Some(Loss::of(Reason::Pair, &[square, other])));
            }
        }
    }
    Ok(None)
}

fn fixed(analysis: &Analysis, position: &Position) -> Option<Loss> {
    let mut fixed = Fixed::new(analysis, 1 << 20);
    let Some(walled) = fixed.find(analysis, position, &regions(analysis, position)) else {
        return Some(Loss::of(Reason::Fixed, fixed.fixed()));
    };
    let walled = fixed.walled(walled);
    if retrograde::is_dead(walled, position) {
        let squares = retrograde::missing(walled, position);
        return Some(Loss { squares, ..Loss::of(Reason::Retrograde, fixed.fixed()) });
    }
    let mut matching = FixedMatching::default();
    matching
        .is_dead(&analysis.map, walled, position)
        .then(|| Loss::of(Reason::Matching, matching.stuck()))
}

/// All boxes of a position, if the matching fails even without fixed boxes.
fn no_goal(analysis: &Analysis, position: &Position) -> Option<Loss> {
    let mut bound = Bound::new(analysis, TechniqueSet::defaults());
    match bound.load(analysis, position) {
        Some(_) => None,
        None => Some(Loss::of(Reason::Matching, position.boxes())),
    }
}

fn corral(analysis: &Analysis, position: &Position) -> Option<Loss> {
    let regions = regions(analysis, position);
    let mut fixed = Fixed::new(analysis, 1 << 20);
    fixed.find(analysis, position, &regions);
    let mut search = CorralSearch::new(analysis, 1 << 16);
    search.is_dead(analysis, fixed.walls(), position, &regions).then(|| Loss {
        squares: search.inside().iter().collect(),
        ..Loss::of(Reason::Corral, search.fence())
    })
}

fn regions(analysis: &Analysis, position: &Position) -> Regions {
    let mut regions = Regions::new(&analysis.map);
    regions.find(&analysis.map, position.occupied());
    regions
}

/// Boxes that cannot all be brought to goals, even alone on the board.
fn pattern(analysis: &Analysis, position: &Position) -> Option<Loss> {
    let mut search = PatternSearch::new(analysis);
    position.boxes().iter().find_map(|&first| {
        let boxes = search.find(analysis, position, first, 2_000)?;
        Some(Loss::of(Reason::Pattern, boxes))
    })
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    fn reason(rows: &[&str]) -> Option<(Reason, usize)> {
        let board = board(rows);
        let loss = explain(&board, &board.start(), &mut Budget::unlimited()).unwrap();
        loss.map(|loss| (loss.reason, loss.boxes.len()))
    }

    #[test]
    fn the_simplest_reason_is_given_with_its_boxes() {
        assert_eq!(reason(&["#####", "#@$.#", "#####"]), None);
        let corner = ["#####", "#$ .#", "# @ #", "#####"];
        assert_eq!(reason(&corner), Some((Reason::DeadSquare, 1)));
        let pair = ["#######", "# .$$.#", "#     #", "#  @  #", "#######"];
        assert_eq!(reason(&pair), Some((Reason::Freeze, 2)));
    }

    #[test]
    fn two_boxes_for_one_goal_of_a_wall_are_named() {
        let rows = ["########", "#@ $ $.#", "#      #", "#   .  #", "########"];
        let (found, boxes) = reason(&rows).unwrap();
        assert!(matches!(found, Reason::Pair | Reason::Matching), "{found:?}");
        assert_eq!(boxes, 2);
    }
}
