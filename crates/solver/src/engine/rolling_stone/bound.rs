//! The lower bound: the cheapest assignment of boxes to goals, kept up push by push, with what
//! improves it.
//!
//! One assignment is kept for every depth of the search, so that taking a push back costs nothing.
//! A push changes one row of the cost table, and one augmentation repairs the assignment (O(n²));
//! from scratch it would be O(n³).
//!
//! *Backout*: the distances respect the side of the box that the player is on; a box that has to be
//! pushed back before the player gets behind it costs these pushes too. Without it, the player may
//! stand anywhere.
//!
//! *Entrance*: where all paths from one square lead through the next, all goals are nearer by the
//! same number of pushes, so the assignment stays the cheapest and need not be recomputed.
//!
//! ```text
//! #######      From the box on, every goal is reached through the entrance e: pushed along
//! # $ e  .#    the corridor, the box changes the bound by one, whatever the assignment.
//! #####  .#
//! ```
//!
//! Rolling Stone computes the distances to the entrance and adds constants; here squares whose rows
//! of distances differ by a constant form a class, found once for a board, which is the same for
//! any number of entrances. It changes no bound, only the number of assignments.
//!
//! All of this is admissible. Source: Junghanns and Schaeffer 1997; SokoKids section 5.1. Cost: a
//! few nanoseconds within a class, else a copy and an augmentation.

use std::collections::HashMap;

use ground::analysis::LARGE;
use ground::analysis::{Analysis, Distances, FAR};
use ground::heuristic::Matching;
use ground::kernel::{Map, Position};
use ground::technique::{Technique, TechniqueSet};
use sokoban::Square;

use super::linear_conflicts::LinearConflicts;

/// The class of rows without a finite distance.
const NONE: u32 = u32::MAX;

/// The bound with the assignments of the positions on the path.
pub(super) struct LowerBound {
    /// Distances for a player who may stand anywhere, when the player's side does not count.
    anywhere: Option<Distances>,
    /// The class and the smallest distance of each row of the distances.
    classes: Vec<(u32, u16)>,
    entrance: bool,
    /// One assignment for each depth; empty if the boxes are too many or the nearest goals are
    /// enough.
    matchings: Vec<Matching>,
    /// Otherwise, the sum of the nearest goals for each depth.
    sums: Vec<u32>,
    /// Scratch space for an assignment that is not kept.
    changed: Option<Matching>,
    conflicts: Option<LinearConflicts>,
    /// Assignments made.
    pub(super) assignments: u64,
}

impl LowerBound {
    /// The bound that the techniques ask for.
    pub(super) fn new(analysis: &Analysis, techniques: TechniqueSet) -> LowerBound {
        let goals: Vec<Square> = analysis.map.goals().iter().collect();
        let anywhere = (!techniques.has(Technique::Backout))
            .then(|| analysis.to_goals.with_player_anywhere(&analysis.map, &goals));
        let mut bound = LowerBound {
            anywhere,
            classes: Vec::new(),
            entrance: techniques.has(Technique::Entrance),
            matchings: Vec::new(),
            sums: Vec::new(),
            changed: None,
            conflicts: None,
            assignments: 0,
        };
        let start = &analysis.start;
        let small = analysis.map.n_squares() <= LARGE;
        if techniques.has(Technique::LinearConflicts) && small {
            bound.conflicts = Some(LinearConflicts::new(&analysis.map, bound.distances(analysis)));
        }
        let fits = distances_fit(bound.distances(analysis), start.n_boxes());
        if techniques.has(Technique::Matching) && fits && small {
            bound.classes = classes(&analysis.map, bound.distances(analysis));
            let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
            let matching = Matching::new(bound.distances(analysis), &boxes);
            bound.changed = Some(matching.clone());
            bound.matchings.push(matching);
        } else {
            bound.sums.extend(bound.nearest(analysis, start));
        }
        bound
    }

    fn distances<'b>(&'b self, analysis: &'b Analysis) -> &'b Distances {
        self.anywhere.as_ref().unwrap_or(&analysis.to_goals)
    }

    /// The bound of the start; `None` if it is lost.
    pub(super) fn root(&self, analysis: &Analysis) -> Option<u32> {
        let conflicts = self.conflicts(analysis, &analysis.start);
        let distances = self.distances(analysis);
        match self.matchings.first() {
            Some(matching) => Some(matching.cost(distances)? + conflicts?),
            None => Some(self.sums.first()? + conflicts?),
        }
    }

    /// The bound after a box of the position at this depth has moved, where the player was on
    /// `before`; `position` is the one afterwards. `None` if it is lost.
    pub(super) fn after(
        &mut self,
        analysis: &Analysis,
        depth: usize,
        position: &Position,
        from: Square,
        to: Square,
        before: Square,
    ) -> Option<u32> {
        let conflicts = self.conflicts(analysis, position)?;
        if self.matchings.is_empty() {
            let old = self.nearest_of(analysis, from, before)?;
            let new = self.nearest_of(analysis, to, position.player)?;
            return Some(self.sums[depth] - old + new + conflicts);
        }
        let side = analysis.side(to, position.player) as u8;
        let row = position.slot(to);
        if let Some(farther) = self.shift(depth, row, to, side) {
            let cost = self.matchings[depth].cost(self.distances(analysis))?;
            return Some((cost as i32 + farther) as u32 + conflicts);
        }
        debug_assert_eq!(self.matchings[depth].at(row).0, from);
        self.assignments += 1;
        let distances = self.anywhere.as_ref().unwrap_or(&analysis.to_goals);
        let changed = self.changed.as_mut().expect("there are assignments");
        changed.copy_from(&self.matchings[depth]);
        changed.move_box(distances, row, to, side);
        Some(changed.cost(distances)? + conflicts)
    }

    /// Follows a move to the next depth; `position` is the one afterwards.
    pub(super) fn enter(
        &mut self,
        analysis: &Analysis,
        depth: usize,
        position: &Position,
        from: Square,
        to: Square,
        before: Square,
    ) {
        if self.matchings.is_empty() {
            let old = self.nearest_of(analysis, from, before).unwrap_or(0);
            let new = self.nearest_of(analysis, to, position.player).unwrap_or(0);
            self.sums.truncate(depth + 1);
            self.sums.push(self.sums[depth] - old + new);
            return;
        }
        if self.matchings.len() == depth + 1 {
            self.matchings.push(self.matchings[depth].clone());
        }
        let side = analysis.side(to, position.player) as u8;
        let row = position.slot(to);
        let farther = self.shift(depth, row, to, side);
        let (before, after) = self.matchings.split_at_mut(depth + 1);
        after[0].copy_from(&before[depth]);
        match farther {
            Some(farther) => after[0].shift_box(row, to, side, farther),
            None => {
                let distances = self.anywhere.as_ref().unwrap_or(&analysis.to_goals);
                after[0].move_box(distances, row, to, side);
            }
        }
    }

    /// How far the box on a square is from the goal assigned to it, at this depth.
    pub(super) fn way(
        &self,
        analysis: &Analysis,
        depth: usize,
        position: &Position,
        square: Square,
    ) -> u16 {
        match self.matchings.get(depth) {
            Some(matching) => matching.way(self.distances(analysis), position.slot(square)),
            None => self.distances(analysis).nearest(square),
        }
    }

    /// By how much all goals get farther when the box of a row moves, if it is the same for all.
    #[inline]
    fn shift(&self, depth: usize, row: usize, to: Square, side: u8) -> Option<i32> {
        let (square, before) = self.matchings[depth].at(row);
        let (class, least) = self.classes[square.index() * 4 + before as usize];
        let (class_after, least_after) = self.classes[to.index() * 4 + side as usize];
        let same = self.entrance && class == class_after && class != NONE;
        same.then(|| i32::from(least_after) - i32::from(least))
    }

    /// What boxes side by side cost each other; `None` if they are lost.
    fn conflicts(&self, analysis: &Analysis, position: &Position) -> Option<u32> {
        self.conflicts.as_ref().map_or(Some(0), |it| it.cost(&analysis.map, position))
    }

    /// The nearest goals of all boxes.
    fn nearest(&self, analysis: &Analysis, position: &Position) -> Option<u32> {
        let boxes = position.boxes().iter();
        boxes.map(|&square| self.nearest_of(analysis, square, position.player)).sum()
    }

    /// The nearest goal of a box.
    fn nearest_of(&self, analysis: &Analysis, square: Square, player: Square) -> Option<u32> {
        let side = analysis.side(square, player);
        let distance = self.distances(analysis).nearest_from(square, side);
        (distance != FAR).then_some(distance.into())
    }
}

/// Whether boxes can be assigned to goals one to one, in reasonable time.
fn distances_fit(distances: &Distances, n_boxes: usize) -> bool {
    distances.n_columns() == n_boxes && Matching::fits(n_boxes, distances.longest())
}

/// Rows that differ by a constant are of one class: its number, and the smallest distance.
fn classes(map: &Map, distances: &Distances) -> Vec<(u32, u16)> {
    let mut known: HashMap<Vec<u16>, u32> = HashMap::new();
    let mut classes = Vec::new();
    for square in map.squares().chain([map.wall()]) {
        for side in 0..4 {
            let row = distances.row(square, side);
            let Some(least) = row.iter().copied().filter(|&it| it != FAR).min() else {
                classes.push((NONE, FAR));
                continue;
            };
            let relative = |&it: &u16| if it == FAR { FAR } else { it - least };
            let number = known.len() as u32;
            let relative: Vec<u16> = row.iter().map(relative).collect();
            classes.push((*known.entry(relative).or_insert(number), least));
        }
    }
    classes
}
