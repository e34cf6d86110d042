//! Out of plan: squares from which no later square of the plan can be reached any more.
//!
//! The zone of step s is computed with the permanent boxes of the steps up to s as walls. It is put
//! in force early, from the previous change on, so that boxes are cleared away before the door
//! closes behind them. Source: FESS (Y. Shoham, CoG 2020).
//!
//! Cost: one lone-box search per step, once per plan; distances from a zone are made on demand.

use ground::analysis::{FAR, LoneSteps};
use ground::kernel::{Bits, Mode};

use super::{PackingPlan, PlanStep};
use crate::engine::fess::reduced_board::ReducedBoard;

/// The out-of-plan zones of one plan.
#[derive(Clone, Debug)]
pub(crate) struct OutOfPlan {
    /// Per value of the packed feature, an index into `zones`; steps beyond have no zone.
    in_force: Vec<u16>,
    zones: Vec<Bits>,
    distances: Vec<Option<Vec<u16>>>,
}

impl OutOfPlan {
    /// The zones of a plan.
    pub(crate) fn new(reduced: &ReducedBoard, plan: &PackingPlan) -> OutOfPlan {
        let steps = plan.steps().len().saturating_sub(1);
        let mut zones = vec![reduced.map().no_squares()];
        let mut in_force = vec![0; steps];
        let mut from = 0;
        for step in 0..steps {
            let zone = raw(reduced, plan, step);
            if zone != zones[zones.len() - 1] {
                zones.push(zone);
                in_force[from..step].fill(zones.len() as u16 - 1);
                from = step;
            }
        }
        in_force[from..].fill(zones.len() as u16 - 1);
        OutOfPlan { in_force, zones, distances: vec![None; steps] }
    }

    /// The zone in force, if there is one.
    pub(crate) fn zone(&self, packed: u16) -> Option<&Bits> {
        let index = *self.in_force.get(packed as usize)?;
        Some(&self.zones[index as usize])
    }

    /// How many boxes are out of plan.
    #[inline]
    pub(crate) fn count(&self, packed: u16, occupied: &Bits) -> u16 {
        self.zone(packed).map_or(0, |zone| zone.len_common(occupied) as u16)
    }

    /// Pushes of a lone box from the zone in force to every square, with the boxes that the plan
    /// has placed as walls. `None` when there is no zone.
    pub(crate) fn distance(
        &mut self,
        reduced: &ReducedBoard,
        plan: &PackingPlan,
        packed: u16,
    ) -> Option<&[u16]> {
        let step = packed as usize;
        let zone = self.in_force.get(step).map(|&index| &self.zones[index as usize])?;
        if self.distances[step].is_none() {
            let placed = step.max(plan.inits());
            let stays = |step: &&PlanStep| step.holds_at(placed);
            let walls = plan.steps()[..placed].iter().filter(stays).map(|step| step.to);
            let walls = reduced.map().occupied(walls);
            let sources = zone.iter().filter(|&square| !walls.contains(square));
            let mut lone = LoneSteps::new(reduced.map(), &walls);
            let distance = lone.search(reduced.map(), Mode::Push, sources);
            self.distances[step] = Some(distance.to_vec());
        }
        self.distances[step].as_deref()
    }
}

/// The zone that arises when step `step` is placed.
fn raw(reduced: &ReducedBoard, plan: &PackingPlan, step: usize) -> Bits {
    let map = reduced.map();
    let (placed, later) = plan.steps().split_at(step + 1);
    let permanent = placed.iter().filter(|step| step.until.is_none());
    let walls = map.occupied(permanent.map(|step| step.to));
    let goals = later.iter().map(|step| step.to).filter(|&square| !walls.contains(square));
    let mut lone = LoneSteps::new(map, &walls);
    let distance = lone.search(map, Mode::Pull, goals);
    let mut lost = reduced.analysis().live.clone();
    lost.remove_all(&walls);
    for square in map.squares().filter(|square| distance[square.index()] != FAR) {
        lost.remove(square);
    }
    lost
}
