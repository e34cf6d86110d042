//! The FEUP report's estimates: how far the red piece is from the exit and what is in its way.
//!
//! Counted over the cells between the red piece and the exit: `distance` is their number,
//! `blockers` the number of those that hold something, `both` the sum.
//!
//! In steps all three are admissible and consistent: a step moves one piece by one cell, so it
//! changes either the distance or one blocked cell, by one. In moves the distance may shrink by
//! several at once, so only `blockers` remains admissible and consistent.
//!
//! Source: Cruz, Montenegro and Marques, *Resolução do Unblock me*, FEUP 2019.

use search::{Heuristic, Properties};
use unblock::{Axis, Board, Metric, State};

/// One of the estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Estimate {
    /// Nothing.
    None,
    /// Cells to the exit.
    Distance,
    /// Cells on the way that hold something.
    Blockers,
    /// The sum.
    Both,
}

impl Estimate {
    /// All of them.
    pub const ALL: [Estimate; 4] =
        [Estimate::None, Estimate::Distance, Estimate::Blockers, Estimate::Both];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Estimate::None => "none",
            Estimate::Distance => "distance",
            Estimate::Blockers => "blockers",
            Estimate::Both => "both",
        }
    }

    /// The estimate with this name.
    pub fn from_name(name: &str) -> Option<Estimate> {
        Estimate::ALL.into_iter().find(|estimate| estimate.name() == name)
    }

    /// What it is and what it claims, in one sentence.
    pub const fn description(self) -> &'static str {
        match self {
            Estimate::None => "nothing at all; admissible",
            Estimate::Distance => "cells from the red piece to the exit; admissible in steps",
            Estimate::Blockers => "blocked cells between the red piece and the exit; admissible",
            Estimate::Both => "the sum of distance and blockers; admissible in steps",
        }
    }

    /// The value for a position.
    pub fn of(self, board: &Board, state: &State) -> u32 {
        let red = board.red_piece();
        let at = state.positions[board.red()] as usize;
        let ahead = match board.exit().is_far() {
            true => at + red.length as usize..board.extent(red.axis),
            false => 0..at,
        };
        let distance = ahead.len() as u32;
        if matches!(self, Estimate::None | Estimate::Distance) {
            return if self == Estimate::None { 0 } else { distance };
        }
        let occupied = state.occupied(board);
        let blocked = |&i: &usize| match red.axis {
            Axis::Horizontal => occupied.contains(red.line(), i),
            Axis::Vertical => occupied.contains(i, red.line()),
        };
        let blockers = ahead.filter(blocked).count() as u32;
        blockers + if self == Estimate::Both { distance } else { 0 }
    }

    /// What is claimed in a metric.
    pub const fn properties(self, metric: Metric) -> Properties {
        match (self, metric) {
            (Estimate::Distance | Estimate::Both, Metric::Moves) => Properties::SAFE,
            _ => Properties::ALL,
        }
    }
}

/// An estimate bound to a board and a metric.
pub struct Bound<'a> {
    pub(super) estimate: Estimate,
    pub(super) board: &'a Board,
    pub(super) metric: Metric,
}

impl Heuristic<State> for Bound<'_> {
    fn estimate(&mut self, state: &State) -> Option<u32> {
        Some(self.estimate.of(self.board, state))
    }

    fn properties(&self) -> Properties {
        self.estimate.properties(self.metric)
    }
}
