//! The packing plan: in which order squares are to be filled, which boxes are parked on the way,
//! and which start boxes stay where they are.
//!
//! The plan is the path of a backward search (all goals filled, boxes pulled away) read in reverse.
//! A box pulled into the *sink*, a group of start squares among which boxes can be pushed freely,
//! is taken off the board together with that start square; read forwards it comes "from the sink".
//! Source: FESS (Y. Shoham, CoG 2020).

mod zones;

use crate::engine::fess::field::Field;
use crate::kernel::Bits;

pub(super) use zones::Zones;

/// Where the box of a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It stands there already, where the backward search ended.
    Init,
    /// Any box of the sink.
    Sink,
    /// The box that an earlier step parked there.
    Square(u16),
}

/// One step: bring a box to `to`, where it stays until a later step moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the box comes from.
    pub from: Origin,
    /// Where it goes.
    pub to: u16,
    /// The step that moves it again; `None` for ever.
    pub until: Option<u16>,
}

impl Step {
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
pub struct Pull {
    /// Where the box stood.
    pub from: u16,
    /// Where it went.
    pub to: u16,
    /// Whether it left the board there.
    pub removed: bool,
}

/// How far a position has come along the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The packed feature.
    pub packed: u16,
    /// The square to fill next, when nothing earlier is missing.
    pub next: Option<u16>,
}

/// A packing plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    steps: Vec<Step>,
    inits: usize,
    mandatory: usize,
    /// All squares named before the plan was reduced: stopping there is never pointless.
    squares: Bits,
}

impl Plan {
    /// The plan of a backward path that ends with boxes on `left`.
    pub fn new(field: &Field, left: &[u16], path: &[Pull]) -> Plan {
        let init = |&to: &u16| Step { from: Origin::Init, to, until: None };
        let mut steps: Vec<Step> = left.iter().rev().map(init).collect();
        let inits = steps.len();
        for pull in path.iter().rev().filter(|pull| pull.from != pull.to) {
            let from = if pull.removed { Origin::Sink } else { Origin::Square(pull.to) };
            steps.push(Step { from, to: pull.from, until: None });
        }
        let squares = Bits::from_squares(field.n_squares(), steps.iter().map(|step| step.to));
        fuse(&mut steps);
        set_until(&mut steps);
        if inits == field.start_boxes().len() {
            keep_permanent(&mut steps);
        } else {
            // The mandatory ones first, both groups in order.
            let (mut front, rest): (Vec<_>, Vec<_>) =
                steps.iter().partition(|step| step.is_mandatory());
            front.extend(rest);
            steps = front;
            set_until(&mut steps);
        }
        Plan::of_steps(steps, squares)
    }

    fn of_steps(steps: Vec<Step>, squares: Bits) -> Plan {
        let inits = steps.iter().filter(|step| step.from == Origin::Init).count();
        let mandatory = steps.iter().filter(|step| step.is_mandatory()).count();
        Plan { steps, inits, mandatory, squares }
    }

    /// The steps; those of boxes that stand there already come first.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Number of steps whose box stands there already.
    pub fn inits(&self) -> usize {
        self.inits
    }

    /// Squares the plan names, parking included.
    pub fn squares(&self) -> &Bits {
        &self.squares
    }

    /// How much of the plan the boxes fulfil. `occupied` is not zero where a box stands.
    pub fn progress(&self, occupied: &[u8]) -> Progress {
        let empty = |step: &Step| occupied[step.to as usize] == 0;
        let missing = self.steps[..self.mandatory].iter().filter(|step| empty(step)).count();
        if missing > 0 {
            return Progress { packed: (self.mandatory - missing) as u16, next: None };
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
        Progress { packed: (packed - gone) as u16, next }
    }
}

/// Joins consecutive moves of one box, and drops moves that lead nowhere.
fn fuse(steps: &mut Vec<Step>) {
    let mut i = 0;
    while i < steps.len() {
        if steps[i].from == Origin::Init {
            i += 1;
            continue;
        }
        if steps[i].from == Origin::Square(steps[i].to) {
            steps.remove(i);
            // The search goes on at the front; the plans were designed with the first pair
            // looked at here even when it begins with a box that stands there already.
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

fn set_until(steps: &mut [Step]) {
    for i in 0..steps.len() {
        let here = Origin::Square(steps[i].to);
        let later = steps[i + 1..].iter().position(|step| step.from == here);
        steps[i].until = later.map(|offset| (i + 1 + offset) as u16);
    }
}

/// Without any removal the moves in between are one story among many: only the order of the final
/// placements is kept.
fn keep_permanent(steps: &mut Vec<Step>) {
    steps.retain(|step| step.until.is_none());
    for step in steps.iter_mut().filter(|step| step.from != Origin::Init) {
        step.from = Origin::Sink;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fess::field::tests::field;

    /// A corridor of goals: 0 1 2 are goals, 3 is parking.
    fn corridor() -> Field {
        field(&["###########", "#...      #", "### $ $ $ #", "###   @   #", "###########"])
    }

    fn occupied(field: &Field, boxes: &[u16]) -> Vec<u8> {
        let mut occupied = field.no_boxes();
        boxes.iter().for_each(|&square| occupied[square as usize] = 1);
        occupied
    }

    #[test]
    fn a_parked_box_counts_until_it_moves_on() {
        let field = corridor();
        let pull = |from, to, removed| Pull { from, to, removed };
        // Backwards: 2 leaves, 1 is parked on 3, 0 leaves, 3 leaves.
        let path = [pull(2, 7, true), pull(1, 3, false), pull(0, 8, true), pull(3, 6, true)];
        let plan = Plan::new(&field, &[], &path);
        let step = |from, to, until| Step { from, to, until };
        assert_eq!(
            plan.steps(),
            [
                step(Origin::Sink, 3, Some(2)),
                step(Origin::Sink, 0, None),
                step(Origin::Square(3), 1, None),
                step(Origin::Sink, 2, None),
            ]
        );
        let packed = |boxes: &[u16]| plan.progress(&occupied(&field, boxes)).packed;
        assert_eq!(packed(&[]), 0);
        assert_eq!(packed(&[3]), 1);
        assert_eq!(packed(&[0]), 0, "the parked box is missing");
        assert_eq!(packed(&[0, 3]), 2);
        assert_eq!(packed(&[0, 1]), 3, "no need for the parked box any more");
        assert_eq!(packed(&[0, 1, 2]), 4);
    }

    #[test]
    fn boxes_left_at_the_end_come_first_and_the_mandatory_ones_before_all() {
        let field = corridor();
        let pull = |from, to, removed| Pull { from, to, removed };
        let path = [pull(2, 6, false), pull(1, 8, true)];
        let plan = Plan::new(&field, &[0, 6], &path);
        assert_eq!(plan.steps()[0].to, 0);
        assert_eq!((plan.inits(), plan.mandatory), (2, 1));
        let progress = |boxes: &[u16]| plan.progress(&occupied(&field, boxes));
        assert_eq!(progress(&[6]), Progress { packed: 0, next: None });
        assert_eq!(progress(&[0, 6]), Progress { packed: 2, next: Some(1) });
        assert_eq!(progress(&[0, 1, 6]), Progress { packed: 3, next: Some(2) });
        assert_eq!(progress(&[0, 1]), Progress { packed: 2, next: Some(2) });
    }
}
