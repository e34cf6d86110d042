//! The imagined board, and how near a position is to it.

use ground::analysis::{Analysis, Distances, LoneBox};
use ground::heuristic::{Matching, StepMatching};
use ground::kernel::{Bits, BoxMove, Memory, Position};
use search::{Budget, Stop};
use sokoban::Square;

/// The weights of a zone and of a box off the imagined squares, where a push weighs one. Not tuned.
const ZONE: u32 = 8;
const MISPLACED: u32 = 4;

/// The number of pushes assumed for an imagined board that cannot be reached.
const OUT_OF_REACH: u32 = 4_000;

/// What the forward search is drawn to.
pub(super) struct Image {
    distances: Distances,
    squares: Bits,
    /// The matching of the position being expanded with the imagined squares.
    matching: StepMatching,
    boxes: Vec<(Square, u8)>,
}

impl Image {
    /// A board with boxes on these squares. `None` if there are too many for a quick matching.
    pub(super) fn new(
        analysis: &Analysis,
        squares: &[Square],
        mut memory: Memory,
        slice: &mut Budget,
    ) -> Result<Option<Image>, Stop> {
        let Analysis { map, start, .. } = analysis;
        let lone_box = LoneBox::new(map, &map.occupied([]));
        let distances = Distances::to(map, &lone_box, squares, &mut memory, slice)?;
        if !Matching::fits(squares.len(), distances.longest()) {
            return Ok(None);
        }
        let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
        let matching = StepMatching::new(&distances, &boxes);
        let squares = Bits::from_squares(map.n_squares() + 1, squares.iter().copied());
        Ok(Some(Image { distances, squares, matching, boxes }))
    }

    /// Takes a position that is about to be expanded.
    pub(super) fn load(&mut self, analysis: &Analysis, position: &Position) {
        self.boxes.clear();
        self.boxes.extend(analysis.sides(position.boxes(), position.player));
        self.matching.load(&self.distances, &self.boxes);
    }

    /// The score of the position that a macro move has led to from there; lower is better.
    pub(super) fn score(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        found: BoxMove,
    ) -> u32 {
        let side = analysis.side(found.to, found.player) as u8;
        let pushes = self.matching.after(&self.distances, found.from, (found.to, side));
        let misplaced = position.n_boxes() - self.squares.len_common(position.occupied());
        // Without a matching the imagined board is out of reach, but a solution may still exist.
        let pushes = pushes.unwrap_or(OUT_OF_REACH);
        ZONE * u32::from(found.n_zones) + MISPLACED * misplaced as u32 + pushes
    }
}
