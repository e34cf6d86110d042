//! The cheapest assignment of boxes to goals by the pushes of a lone box, for the textbook searches.
//!
//! This is [`Matching`] as a heuristic; see there. Admissible and consistent for pushes, and
//! any dead end it sees is real. With [`PushMatching::counting`] the number of boxes off goal is
//! added, which prefers states with more boxes home and gives up both claims: the estimate of
//! SokoKids.

use ground::analysis::{Analysis, FAR};
use ground::heuristic::Matching;
use search::{Heuristic, Properties};
use sokoban::Square;

use super::off_goal;
use crate::space::BoxState;

/// The heuristic on a board.
pub struct PushMatching<'a> {
    analysis: &'a Analysis,
    /// Absent where a matching would take too long; then each box goes to its nearest goal.
    matching: Option<Matching>,
    boxes: Vec<(Square, u8)>,
    counting: bool,
}

impl<'a> PushMatching<'a> {
    /// The plain matching.
    pub fn new(analysis: &'a Analysis) -> PushMatching<'a> {
        let start = &analysis.start;
        let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
        let distances = &analysis.to_goals;
        let fits = distances.n_columns() == boxes.len()
            && Matching::fits(boxes.len(), distances.longest());
        let matching = fits.then(|| Matching::new(distances, &boxes));
        PushMatching { analysis, matching, boxes, counting: false }
    }

    /// The matching and the number of boxes off goal.
    pub fn counting(analysis: &'a Analysis) -> PushMatching<'a> {
        PushMatching { counting: true, ..PushMatching::new(analysis) }
    }
}

impl Heuristic<BoxState> for PushMatching<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        let PushMatching { analysis, matching, boxes, counting } = self;
        boxes.clear();
        boxes.extend(analysis.sides(state.boxes(), state.player()));
        let pushes = match matching {
            Some(matching) => {
                matching.become_of(&analysis.to_goals, boxes);
                matching.cost(&analysis.to_goals)?
            }
            None => boxes.iter().try_fold(0, |sum, &(square, side)| {
                let distance = analysis.to_goals.nearest_from(square, side as usize);
                (distance != FAR).then_some(sum + u32::from(distance))
            })?,
        };
        Some(pushes + if *counting { off_goal::count(analysis, state) } else { 0 })
    }

    fn properties(&self) -> Properties {
        if self.counting { Properties::SAFE } else { Properties::ALL }
    }
}
