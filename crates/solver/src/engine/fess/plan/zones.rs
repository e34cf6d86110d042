//! Out of plan: squares from which no later square of the plan can be reached any more.
//!
//! The zone of step s is raised when the permanent boxes of the steps up to s are walls. It is put
//! in force early, from the previous change on, so that boxes are cleared away before the door
//! closes behind them. Source: FESS (Y. Shoham, CoG 2020).
//!
//! Cost: one lone-box search per step, once per plan; distances from a zone are made on demand.

use super::Plan;
use crate::engine::fess::field::Field;
use crate::engine::fess::field::lone::{FAR, Lone, Way};
use crate::kernel::Bits;

/// The out-of-plan zones of one plan.
#[derive(Clone, Debug)]
pub(crate) struct Zones {
    /// Per value of the packed feature, an index into `zones`; steps beyond have no zone.
    in_force: Vec<u16>,
    zones: Vec<Bits>,
    distances: Vec<Option<Vec<u16>>>,
    lone: Lone,
}

impl Zones {
    /// The zones of a plan.
    pub(crate) fn new(field: &Field, plan: &Plan) -> Zones {
        let n = field.n_squares();
        let mut lone = Lone::new(field.map());
        let steps = plan.steps().len().saturating_sub(1);
        let raw: Vec<Bits> = (0..steps).map(|step| raw(field, plan, step, &mut lone)).collect();
        let mut zones = vec![Bits::new(n)];
        let mut in_force = vec![0; steps];
        let mut from = 0;
        for step in 0..steps {
            if raw[step] != zones[zones.len() - 1] {
                zones.push(raw[step].clone());
                in_force[from..step].fill(zones.len() as u16 - 1);
                from = step;
            }
        }
        in_force[from..].fill(zones.len() as u16 - 1);
        Zones { in_force, zones, distances: vec![None; steps], lone }
    }

    /// The zone in force, if there is one.
    pub(crate) fn zone(&self, packed: u16) -> Option<&Bits> {
        let index = *self.in_force.get(packed as usize)?;
        Some(&self.zones[index as usize])
    }

    /// How many boxes are out of plan.
    #[inline]
    pub(crate) fn count(&self, packed: u16, boxes: &Bits) -> u16 {
        self.zone(packed).map_or(0, |zone| zone.len_common(boxes) as u16)
    }

    /// Pushes of a lone box from the zone in force to every square, with the boxes that the plan
    /// has placed as walls. `None` when there is no zone.
    pub(crate) fn distance(&mut self, field: &Field, plan: &Plan, packed: u16) -> Option<&[u16]> {
        let step = packed as usize;
        let zone = self.in_force.get(step).map(|&index| &self.zones[index as usize])?;
        if self.distances[step].is_none() {
            let mut walls = field.no_boxes();
            let placed = step.max(plan.inits());
            for step in &plan.steps()[..placed] {
                if step.holds_at(placed) {
                    walls[step.to as usize] = 1;
                }
            }
            self.lone.set_walls(field.map(), field.next(), &walls);
            let sources: Vec<u16> = zone.numbers().collect();
            let distance = self.lone.search(field.next(), &sources, Way::Push);
            self.distances[step] = Some(distance.to_vec());
        }
        self.distances[step].as_deref()
    }
}

/// The zone that arises when step `step` is placed.
fn raw(field: &Field, plan: &Plan, step: usize, lone: &mut Lone) -> Bits {
    let mut walls = field.no_boxes();
    for placed in plan.steps()[..=step].iter().filter(|step| step.until.is_none()) {
        walls[placed.to as usize] = 1;
    }
    let goals: Vec<u16> = plan.steps()[step + 1..].iter().map(|step| step.to).collect();
    lone.set_walls(field.map(), field.next(), &walls);
    let distance = lone.search(field.next(), &goals, Way::Pull);
    let lost = (0..field.wall()).filter(|&square| {
        walls[square as usize] == 0 && !field.is_dead(square) && distance[square as usize] == FAR
    });
    Bits::from_squares(field.n_squares(), lost)
}
