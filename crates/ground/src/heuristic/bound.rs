//! The lower bound a search uses: a matching, or the nearest goal of each box. Backwards, start
//! squares take the place of goals.
//!
//! Both respect the player's side and both are consistent: a push changes the bound by at most one,
//! since it changes the distances of one box by at most one.

use sokoban::Square;

use super::{Matching, StepMatching};
use crate::analysis::Distances;
use crate::analysis::{Analysis, FAR};
use crate::kernel::{Mode, Position};
use crate::technique::{Technique, TechniqueSet};

/// Computes bounds for a position and for the position after one push.
#[derive(Clone, Debug)]
pub struct Bound {
    mode: Mode,
    kind: Kind,
    boxes: Vec<(Square, u8)>,
    /// The bound of the loaded position.
    loaded: u32,
}

/// What is known about the bound after a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The position is lost.
    Lost,
    /// It is at least this, which is more than was asked about.
    More(u32),
    /// It is this.
    Is(u32),
}

impl After {
    /// It is at least this.
    pub fn least(self) -> u32 {
        match self {
            After::Lost => 0,
            After::More(bound) | After::Is(bound) => bound,
        }
    }

    /// The greater of two bounds after the same push; the second is computed only if the first does
    /// not decide.
    #[inline]
    pub fn and(self, other: impl FnOnce() -> After) -> After {
        let After::Is(bound) = self else { return self };
        match other() {
            After::Is(other) => After::Is(other.max(bound)),
            after => after,
        }
    }
}

#[derive(Clone, Debug)]
enum Kind {
    /// The matching of the position loaded last.
    Matching(Box<StepMatching>),
    /// The sum of the nearest goals of the position loaded last.
    Nearest(u32),
}

impl Bound {
    /// The bound the techniques ask for. Boards on which a matching would take seconds, because of
    /// their many boxes, get the nearest goals instead.
    pub fn new(analysis: &Analysis, techniques: TechniqueSet) -> Bound {
        Bound::towards(Mode::Push, analysis, techniques)
    }

    /// The bound for pushing towards the goals or for pulling towards the start squares.
    pub fn towards(mode: Mode, analysis: &Analysis, techniques: TechniqueSet) -> Bound {
        let start = &analysis.start;
        let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
        let distances = distances(mode, analysis);
        let fits = distances.n_columns() == boxes.len()
            && Matching::fits(boxes.len(), distances.longest());
        let kind = if techniques.has(Technique::Matching) && fits {
            Kind::Matching(Box::new(StepMatching::new(distances, &boxes)))
        } else {
            Kind::Nearest(0)
        };
        Bound { mode, kind, boxes, loaded: 0 }
    }

    /// Whether it is a matching.
    pub fn is_matching(&self) -> bool {
        matches!(self.kind, Kind::Matching(_))
    }

    /// The bound of a position; `None` if it is lost.
    pub fn load(&mut self, analysis: &Analysis, position: &Position) -> Option<u32> {
        self.boxes.clear();
        self.boxes.extend(analysis.sides(position.boxes(), position.player));
        let table = distances(self.mode, analysis);
        let bound = match &mut self.kind {
            Kind::Matching(matching) => matching.load(table, &self.boxes),
            Kind::Nearest(sum) => {
                let mut total = 0;
                for &(square, side) in &self.boxes {
                    total += nearest(table, square, side)?;
                }
                *sum = total;
                Some(total)
            }
        };
        self.loaded = bound.unwrap_or(0);
        bound
    }

    /// The bound after a push of a box of the loaded position, computed only as far as needed to
    /// decide whether it is more than `most`. The loaded position must not be lost.
    pub fn after_up_to(
        &mut self,
        analysis: &Analysis,
        from: Square,
        to: Square,
        most: u32,
    ) -> After {
        if let Kind::Matching(matching) = &self.kind {
            let place = (to, analysis.side(to, from) as u8);
            let table = distances(self.mode, analysis);
            if let Some((least, exact)) = matching.at_least_after(table, from, place, self.loaded) {
                // One push turns an even matching into an odd one, or an odd one into an even one.
                debug_assert!(!exact || (least + self.loaded) % 2 == 1);
                let least = least + (least + self.loaded + 1) % 2;
                if least > most {
                    return After::More(least);
                }
                if exact {
                    debug_assert_eq!(self.matched_after(analysis, from, to, from), Some(least));
                    return After::Is(least);
                }
            }
        }
        match self.matched_after(analysis, from, to, from) {
            None => After::Lost,
            Some(bound) if bound > most => After::More(bound),
            Some(bound) => After::Is(bound),
        }
    }

    /// The bound after a push of a box of the loaded position; the player then stands on `from`.
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
        if let Kind::Matching(matching) = &self.kind {
            let place = (to, analysis.side(to, player) as u8);
            let table = distances(self.mode, analysis);
            if let Some((bound, true)) = matching.at_least_after(table, from, place, self.loaded) {
                return Some(bound);
            }
        }
        self.matched_after(analysis, from, to, player)
    }

    /// The same without a look at whether the prices of the loaded position already tell.
    fn matched_after(
        &mut self,
        analysis: &Analysis,
        from: Square,
        to: Square,
        player: Square,
    ) -> Option<u32> {
        let side = analysis.side(to, player) as u8;
        let table = distances(self.mode, analysis);
        match &mut self.kind {
            Kind::Matching(matching) => matching.after(table, from, (to, side)),
            Kind::Nearest(sum) => {
                let moved = self.boxes.iter().find(|&&(square, _)| square == from);
                let &(_, before) = moved.expect("a box stands where a push starts");
                let old = nearest(table, from, before)?;
                Some(*sum - old + nearest(table, to, side)?)
            }
        }
    }
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
