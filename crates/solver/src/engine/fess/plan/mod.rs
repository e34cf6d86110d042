//! The packing plan: the order in which squares are to be filled, which boxes are parked on the
//! way, and which start boxes stay where they are.
//!
//! The plan is the path of a backward search (all goals filled, boxes pulled away) read in reverse.
//! A box pulled into the *sink*, a group of start squares among which boxes can be pushed freely,
//! is taken off the board together with that start square; read forwards it comes "from the sink".
//! Source: FESS (Y. Shoham, CoG 2020).

mod out_of_plan;

use ground::kernel::Bits;
use sokoban::Square;

use super::reduced_board::ReducedBoard;

pub(super) use out_of_plan::OutOfPlan;

/// Where the box of a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It stands there already, where the backward search ended.
    Init,
    /// Any box of the sink.
    Sink,
    /// The box that an earlier step parked there.
    Square(Square),
}

/// One step: bring a box to `to`, where it stays until a later step moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlanStep {
    /// Where the box comes from.
    pub from: Origin,
    /// Where it goes.
    pub to: Square,
    /// The step that moves it again; `None` if it stays for good.
    pub until: Option<u16>,
}

impl PlanStep {
    /// Whether the box must never move.
    fn is_mandatory(&self) -> bool {
        self.from == Origin::Init && self.until.is_none()
    }

    /// Whether the square must hold a box when `packed` steps are done.
    fn holds_at(&self, packed: usize) -> bool {
        self.until.is_none_or(|until| until as usize >= packed)
    }
}

/// One pull of the backward path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pull {
    /// Where the box stood.
    pub from: Square,
    /// Where it went.
    pub to: Square,
    /// Whether it left the board there.
    pub removed: bool,
}

/// How far a position has come along the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlanProgress {
    /// The packed feature.
    pub packed: u16,
    /// The square to fill next, if nothing earlier is missing.
    pub next: Option<Square>,
}

/// A packing plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackingPlan {
    steps: Vec<PlanStep>,
    inits: usize,
    mandatory: usize,
    /// All squares the plan named before it was reduced: stopping there is never pointless.
    squares: Bits,
}

impl PackingPlan {
    /// The plan of a backward path that ends with boxes on `left`.
    pub(super) fn new(reduced: &ReducedBoard, left: &[Square], path: &[Pull]) -> PackingPlan {
        let init = |&to: &Square| PlanStep { from: Origin::Init, to, until: None };
        let mut steps: Vec<PlanStep> = left.iter().rev().map(init).collect();
        let inits = steps.len();
        for pull in path.iter().rev().filter(|pull| pull.from != pull.to) {
            let from = if pull.removed { Origin::Sink } else { Origin::Square(pull.to) };
            steps.push(PlanStep { from, to: pull.from, until: None });
        }
        let mut squares = reduced.map().no_squares();
        steps.iter().for_each(|step| squares.insert(step.to));
        fuse(&mut steps);
        set_until(&mut steps);
        if inits == reduced.n_boxes() {
            keep_permanent(&mut steps);
        } else {
            // The mandatory steps first; both groups keep their order.
            let (mut front, rest): (Vec<_>, Vec<_>) =
                steps.iter().partition(|step| step.is_mandatory());
            front.extend(rest);
            steps = front;
            set_until(&mut steps);
        }
        PackingPlan::of_steps(steps, squares)
    }

    fn of_steps(steps: Vec<PlanStep>, squares: Bits) -> PackingPlan {
        let inits = steps.iter().filter(|step| step.from == Origin::Init).count();
        let mandatory = steps.iter().filter(|step| step.is_mandatory()).count();
        PackingPlan { steps, inits, mandatory, squares }
    }

    /// The steps; those whose box stands there already come first.
    pub(super) fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Number of steps whose box stands there already.
    pub(super) fn inits(&self) -> usize {
        self.inits
    }

    /// Squares the plan names, parking included.
    pub(super) fn squares(&self) -> &Bits {
        &self.squares
    }

    /// How much of the plan the boxes fulfil.
    pub(super) fn progress(&self, occupied: &Bits) -> PlanProgress {
        let empty = |step: &PlanStep| !occupied.contains(step.to);
        let missing = self.steps[..self.mandatory].iter().filter(|step| empty(step)).count();
        if missing > 0 {
            return PlanProgress { packed: (self.mandatory - missing) as u16, next: None };
        }
        let mut packed = self.steps.len();
        for (i, step) in self.steps.iter().enumerate().skip(self.inits).rev() {
            if empty(step) && step.holds_at(packed) {
                packed = i;
            }
        }
        let next = self.steps.get(packed).map(|step| step.to);
        let gone = self.steps[..self.inits]
            .iter()
            .filter(|step| empty(step) && step.holds_at(packed))
            .count();
        PlanProgress { packed: (packed - gone) as u16, next }
    }
}

/// Joins consecutive moves of one box, and drops moves that lead nowhere.
fn fuse(steps: &mut Vec<PlanStep>) {
    let mut i = 0;
    while i < steps.len() {
        if steps[i].from == Origin::Init {
            i += 1;
            continue;
        }
        if steps[i].from == Origin::Square(steps[i].to) {
            steps.remove(i);
            // The scan starts over at the front; the plans were designed with the first pair looked
            // at here even if it begins with a box that stands there already.
            i = 0;
        }
        if i + 1 < steps.len() && steps[i + 1].from == Origin::Square(steps[i].to) {
            steps[i].to = steps[i + 1].to;
            steps.remove(i + 1);
            i = 0;
        }
        i += 1;
    }
}

fn set_until(steps: &mut [PlanStep]) {
    for i in 0..steps.len() {
        let here = Origin::Square(steps[i].to);
        let later = steps[i + 1..].iter().position(|step| step.from == here);
        steps[i].until = later.map(|offset| (i + 1 + offset) as u16);
    }
}

/// Without any removal the moves in between are one way among many: only the order of the final
/// placements is kept.
fn keep_permanent(steps: &mut Vec<PlanStep>) {
    steps.retain(|step| step.until.is_none());
    for step in steps.iter_mut().filter(|step| step.from != Origin::Init) {
        step.from = Origin::Sink;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fess::reduced_board::tests::reduced;

    /// A corridor of goals: 0 1 2 are goals, 3 is parking.
    fn corridor() -> ReducedBoard {
        reduced(&["###########", "#...      #", "### $ $ $ #", "###   @   #", "###########"])
    }

    fn pull(from: u16, to: u16, removed: bool) -> Pull {
        Pull { from: Square(from), to: Square(to), removed }
    }

    fn progress(reduced: &ReducedBoard, plan: &PackingPlan, boxes: &[u16]) -> PlanProgress {
        plan.progress(&reduced.map().occupied(boxes.iter().map(|&square| Square(square))))
    }

    #[test]
    fn a_parked_box_counts_until_it_moves_on() {
        let reduced = corridor();
        // Backwards: 2 leaves, 1 is parked on 3, 0 leaves, 3 leaves.
        let path = [pull(2, 7, true), pull(1, 3, false), pull(0, 8, true), pull(3, 6, true)];
        let plan = PackingPlan::new(&reduced, &[], &path);
        let step = |from, to, until| PlanStep { from, to: Square(to), until };
        assert_eq!(
            plan.steps(),
            [
                step(Origin::Sink, 3, Some(2)),
                step(Origin::Sink, 0, None),
                step(Origin::Square(Square(3)), 1, None),
                step(Origin::Sink, 2, None),
            ]
        );
        let packed = |boxes: &[u16]| progress(&reduced, &plan, boxes).packed;
        assert_eq!(packed(&[]), 0);
        assert_eq!(packed(&[3]), 1);
        assert_eq!(packed(&[0]), 0, "the parked box is missing");
        assert_eq!(packed(&[0, 3]), 2);
        assert_eq!(packed(&[0, 1]), 3, "no need for the parked box any more");
        assert_eq!(packed(&[0, 1, 2]), 4);
    }

    #[test]
    fn boxes_left_at_the_end_come_first_and_the_mandatory_ones_before_all() {
        let reduced = corridor();
        let path = [pull(2, 6, false), pull(1, 8, true)];
        let plan = PackingPlan::new(&reduced, &[Square(0), Square(6)], &path);
        assert_eq!(plan.steps()[0].to, Square(0));
        assert_eq!((plan.inits(), plan.mandatory), (2, 1));
        let progress = |boxes: &[u16]| {
            let PlanProgress { packed, next } = progress(&reduced, &plan, boxes);
            (packed, next.map(|square| square.0))
        };
        assert_eq!(progress(&[6]), (0, None));
        assert_eq!(progress(&[0, 6]), (2, Some(1)));
        assert_eq!(progress(&[0, 1, 6]), (3, Some(2)));
        assert_eq!(progress(&[0, 1]), (2, Some(2)));
    }
}
