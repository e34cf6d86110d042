//! Macros: one push that is followed by more of the same.
//!
//! The macros of the Aveiro agent are here as its authors use them. They claim nothing: a box left
//! halfway may be what a solution needs, and the search then has to find another solution.

mod passage;
mod tunnel;
mod wall_tunnel;

pub(super) use passage::Passages;

use ground::analysis::Analysis;
use ground::kernel::{Map, Position};
use ground::technique::{Technique, TechniqueSet};
use sokoban::{Dir, Square};

/// The macros that are on.
#[derive(Clone, Debug)]
pub(super) struct Macros {
    techniques: TechniqueSet,
    passages: Passages,
}

impl Macros {
    /// The macros of a set of techniques.
    pub(super) fn new(map: &Map, techniques: TechniqueSet) -> Macros {
        Macros { techniques, passages: Passages::new(map) }
    }

    /// Whether the box on `square`, which has just been pushed `count` times in `dir`, is pushed
    /// once more.
    #[inline]
    pub(super) fn goes_on(
        &self,
        analysis: &Analysis,
        position: &Position,
        square: Square,
        dir: Dir,
        count: u8,
    ) -> bool {
        let map = &analysis.map;
        let next = map.next(square, dir);
        if position.is_occupied(next) || map.is_goal(square) || count == u8::MAX {
            return false;
        }
        let on = |technique| self.techniques.has(technique);
        on(Technique::Tunnel) && tunnel::goes_on(map, square, dir)
            || on(Technique::WallTunnel) && wall_tunnel::goes_on(map, position, square, dir)
            || on(Technique::Passage) && count == 1 && self.passages.contains(square)
    }
}
