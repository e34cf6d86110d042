//! Computes the features of positions and of the positions one move away.

use ground::kernel::{Bits, Position};
use sokoban::Square;

use super::hotspots::Hotspots;
use super::rooms::RoomGraph;
use super::{Backward, Forward};
use crate::engine::fess::moves::MacroMove;
use crate::engine::fess::plan::{OutOfPlan, PackingPlan};
use crate::engine::fess::reduced_board::ReducedBoard;

/// Forward features.
#[derive(Clone, Debug)]
pub(crate) struct ForwardMeasure {
    plan: PackingPlan,
    out_of_plan: OutOfPlan,
    hotspots: Hotspots,
    rooms: RoomGraph,
    distance: u32,
    /// The box that was lifted when rooms and hotspots were last computed.
    lifted: Option<Square>,
}

impl ForwardMeasure {
    /// Features with respect to a plan.
    pub(crate) fn new(reduced: &ReducedBoard, plan: PackingPlan) -> ForwardMeasure {
        ForwardMeasure {
            out_of_plan: OutOfPlan::new(reduced, &plan),
            plan,
            hotspots: Hotspots::new(reduced),
            rooms: RoomGraph::new(reduced.map(), reduced.rooms()),
            distance: 0,
            lifted: None,
        }
    }

    /// The plan.
    pub(crate) fn plan(&self) -> &PackingPlan {
        &self.plan
    }

    /// Measures a position on its own.
    pub(crate) fn position(
        &mut self,
        reduced: &ReducedBoard,
        position: &Position,
        connectivity: u16,
    ) -> Forward {
        let rooms = self.turn_to(reduced, position);
        let hotspots = self.hotspots.count(reduced, position);
        self.features(position.occupied(), connectivity, rooms, hotspots, self.distance)
    }

    /// Loads a position whose features are known, before its children are measured. Returns the
    /// number of edges missing between rooms.
    pub(crate) fn turn_to(&mut self, reduced: &ReducedBoard, position: &Position) -> u16 {
        let from_goals = |&square: &Square| u32::from(reduced.pulls_from_goals(square));
        self.distance = position.boxes().iter().map(from_goals).sum();
        self.lifted = None;
        self.rooms.survey(reduced.map(), position.occupied())
    }

    /// Measures the position after a move. `position` is left as it was.
    pub(crate) fn child(
        &mut self,
        reduced: &ReducedBoard,
        position: &mut Position,
        m: &MacroMove,
    ) -> Forward {
        position.lift(m.from);
        if self.lifted != Some(m.from) {
            self.lifted = Some(m.from);
            self.rooms.lift(reduced.map(), position.occupied(), m.from);
            self.hotspots.lift(reduced, position, m.from);
        }
        position.put_down(m.to);
        let occupied = position.occupied();
        let rooms = self.rooms.put_down(reduced.map(), occupied, m.to);
        let hotspots = self.hotspots.put_down(reduced, occupied, m.to);
        let [from, to] = [m.from, m.to].map(|square| u32::from(reduced.pulls_from_goals(square)));
        let distance = self.distance + to - from;
        let features = self.features(occupied, m.connectivity, rooms, hotspots, distance);
        position.lift(m.to);
        position.put_down(m.from);
        features
    }

    fn features(
        &self,
        occupied: &Bits,
        connectivity: u16,
        rooms: u16,
        hotspots: u16,
        distance: u32,
    ) -> Forward {
        let packed = self.plan.progress(occupied).packed;
        let out_of_plan = self.out_of_plan.count(packed, occupied);
        Forward { packed, connectivity, rooms, out_of_plan, hotspots, distance }
    }

    /// Pushes from the out-of-plan zone in force to every square; see [`OutOfPlan::distance`].
    pub(crate) fn zone_distance(&mut self, reduced: &ReducedBoard, packed: u16) -> Option<&[u16]> {
        self.out_of_plan.distance(reduced, &self.plan, packed)
    }
}

/// Backward features.
#[derive(Clone, Debug)]
pub(crate) struct BackwardMeasure {
    rooms: RoomGraph,
    n_boxes: u16,
    distance: u32,
    on_goals: u16,
    /// The box that was lifted when rooms were last looked at, and the number of edges missing
    /// then.
    lifted: Option<(Square, u16)>,
}

impl BackwardMeasure {
    /// Nothing measured yet.
    pub(crate) fn new(reduced: &ReducedBoard) -> BackwardMeasure {
        let rooms = RoomGraph::new(reduced.map(), reduced.rooms());
        BackwardMeasure { rooms, n_boxes: 0, distance: 0, on_goals: 0, lifted: None }
    }

    /// Loads a position and measures it.
    pub(crate) fn position(
        &mut self,
        reduced: &ReducedBoard,
        position: &Position,
        connectivity: u16,
    ) -> Backward {
        let boxes = position.boxes();
        self.n_boxes = boxes.len() as u16;
        self.distance = boxes.iter().map(|&square| reduced.pushes_to_goals(square)).sum();
        self.on_goals =
            boxes.iter().filter(|&&square| reduced.map().is_goal(square)).count() as u16;
        self.lifted = None;
        Backward {
            left: self.n_boxes,
            connectivity,
            on_goals: self.on_goals,
            rooms: self.rooms.survey(reduced.map(), position.occupied()),
            distance: self.distance,
        }
    }

    /// Measures the position after a move. `position` is left as it was.
    pub(crate) fn child(
        &mut self,
        reduced: &ReducedBoard,
        position: &mut Position,
        m: &MacroMove,
    ) -> Backward {
        let goal = |square| u16::from(reduced.map().is_goal(square));
        let mut features = Backward {
            left: self.n_boxes,
            connectivity: m.connectivity,
            on_goals: self.on_goals - goal(m.from),
            rooms: self.missing(reduced, position, m),
            distance: self.distance - reduced.pushes_to_goals(m.from),
        };
        if m.removed {
            features.left -= 1;
        } else {
            features.on_goals += goal(m.to);
            features.distance += reduced.pushes_to_goals(m.to);
        }
        features
    }

    /// The number of edges missing between rooms after a move.
    fn missing(&mut self, reduced: &ReducedBoard, position: &mut Position, m: &MacroMove) -> u16 {
        position.lift(m.from);
        let without = match self.lifted {
            Some((from, missing)) if from == m.from => missing,
            _ => self.rooms.lift(reduced.map(), position.occupied(), m.from),
        };
        self.lifted = Some((m.from, without));
        let missing = if m.removed {
            without
        } else {
            position.put_down(m.to);
            let missing = self.rooms.put_down(reduced.map(), position.occupied(), m.to);
            position.lift(m.to);
            missing
        };
        position.put_down(m.from);
        missing
    }
}
