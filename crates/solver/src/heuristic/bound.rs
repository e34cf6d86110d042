//! The lower bound a search uses: a matching, or the nearest goal of each box. Backwards, start
//! squares take the place of goals.
//!
//! Both respect the player's side and both are consistent: a push changes the bound by at most one,
//! since it changes the distances of one box by at most one.

use sokoban::Square;

use super::Matching;
use crate::analysis::Distances;
use crate::analysis::{Analysis, FAR};
use crate::kernel::{Mode, Position};
use crate::technique::{Technique, TechniqueSet};

/// Computes bounds for a position and for what one push makes of it.
#[derive(Clone, Debug)]
pub struct Bound {
    mode: Mode,
    kind: Kind,
    boxes: Vec<(Square, u8)>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The matching of the position loaded last, and room for a changed copy.
    Matching(Box<(Matching, Matching)>),
    /// The sum of the nearest goals of the position loaded last.
    Nearest(u32),
}

impl Bound {
    /// The bound the techniques ask for. Boards with so many boxes that a matching would take
    /// seconds get the nearest goals.
    pub fn new(analysis: &Analysis, techniques: TechniqueSet) -> Bound {
        Bound::towards(Mode::Push, analysis, techniques)
    }

    /// The bound for pushing towards the goals or for pulling towards the start squares.
    pub fn towards(mode: Mode, analysis: &Analysis, techniques: TechniqueSet) -> Bound {
        let boxes = sides(analysis, &analysis.start);
        let distances = distances(mode, analysis);
        let fits = distances.n_columns() == boxes.len()
            && Matching::fits(boxes.len(), distances.longest());
        let kind = if techniques.has(Technique::Matching) && fits {
            let matching = Matching::new(distances, &boxes);
            Kind::Matching(Box::new((matching.clone(), matching)))
        } else {
            Kind::Nearest(0)
        };
        Bound { mode, kind, boxes }
    }

    /// The bound of a position; `None` when it is lost.
    pub fn load(&mut self, analysis: &Analysis, position: &Position) -> Option<u32> {
        self.boxes.clear();
        self.boxes.extend(
            position
                .boxes()
                .iter()
                .map(|&square| (square, analysis.side(square, position.player) as u8)),
        );
        let table = distances(self.mode, analysis);
        match &mut self.kind {
            Kind::Matching(both) => {
                both.0.become_of(table, &self.boxes);
                both.0.cost(table)
            }
            Kind::Nearest(sum) => {
                let mut total = 0;
                for &(square, side) in &self.boxes {
                    total += nearest(table, square, side)?;
                }
                *sum = total;
                Some(total)
            }
        }
    }

    /// The bound after a push of a box of the loaded position; the player stands on `from` then.
    pub fn after(&mut self, analysis: &Analysis, from: Square, to: Square) -> Option<u32> {
        self.after_move(analysis, from, to, from)
    }

    /// The bound after a push or pull of a box of the loaded position, with the player on `player`.
    pub fn after_move(
        &mut self,
        analysis: &Analysis,
        from: Square,
        to: Square,
        player: Square,
    ) -> Option<u32> {
        let side = analysis.side(to, player) as u8;
        let table = distances(self.mode, analysis);
        let row = match &self.kind {
            Kind::Matching(both) => both.0.boxes().iter().position(|&(square, _)| square == from),
            Kind::Nearest(_) => self.boxes.iter().position(|&(square, _)| square == from),
        };
        let row = row.expect("a box stands where a push starts");
        match &mut self.kind {
            Kind::Matching(both) => {
                let (loaded, changed) = &mut **both;
                changed.copy_from(loaded);
                changed.move_box(table, row, to, side);
                changed.cost(table)
            }
            Kind::Nearest(sum) => {
                let old = nearest(table, from, self.boxes[row].1)?;
                Some(*sum - old + nearest(table, to, side)?)
            }
        }
    }
}

fn sides(analysis: &Analysis, position: &Position) -> Vec<(Square, u8)> {
    let side = |&square: &Square| (square, analysis.side(square, position.player) as u8);
    position.boxes().iter().map(side).collect()
}

fn distances(mode: Mode, analysis: &Analysis) -> &Distances {
    match mode {
        Mode::Push => &analysis.to_goals,
        Mode::Pull => &analysis.from_starts,
    }
}

fn nearest(table: &Distances, square: Square, side: u8) -> Option<u32> {
    let distance = table.nearest_from(square, side as usize);
    (distance != FAR).then_some(u32::from(distance))
}
