//! Computes the features of positions and of the positions one move away.

use super::{Backward, Forward};
use crate::engine::fess::field::{Field, Hotspots, RoomScratch};
use crate::engine::fess::plan::{Plan, Zones};
use crate::kernel::Bits;

/// Boxes of one position as list, set and occupancy, with one of them moved and back again.
#[derive(Clone, Debug)]
struct Boxes {
    list: Vec<u16>,
    set: Bits,
    occupied: Vec<u8>,
}

impl Boxes {
    fn new(field: &Field) -> Boxes {
        Boxes { list: Vec::new(), set: Bits::new(field.n_squares()), occupied: field.no_boxes() }
    }

    fn set(&mut self, boxes: &[u16]) {
        for &square in &self.list {
            self.occupied[square as usize] = 0;
        }
        self.set.clear();
        self.list.clear();
        self.list.extend_from_slice(boxes);
        for &square in boxes {
            self.occupied[square as usize] = 1;
            self.set.insert(square);
        }
    }

    fn slide(&mut self, slot: usize, to: u16) {
        let from = std::mem::replace(&mut self.list[slot], to);
        self.occupied[from as usize] = 0;
        self.set.remove(from);
        self.occupied[to as usize] = 1;
        self.set.insert(to);
    }
}

/// Forward features.
#[derive(Clone, Debug)]
pub(crate) struct ForwardMeasure {
    plan: Plan,
    zones: Zones,
    hotspots: Hotspots,
    rooms: RoomScratch,
    boxes: Boxes,
    distance: u32,
    next: Option<u16>,
    /// The box whose squares the rooms were surveyed without.
    lifted: u16,
}

impl ForwardMeasure {
    /// Features with respect to a plan.
    pub(crate) fn new(field: &Field, plan: Plan) -> ForwardMeasure {
        ForwardMeasure {
            zones: Zones::new(field, &plan),
            plan,
            hotspots: Hotspots::new(field),
            rooms: RoomScratch::default(),
            boxes: Boxes::new(field),
            distance: 0,
            next: None,
            lifted: u16::MAX,
        }
    }

    /// The plan.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Turns to a position and measures it.
    pub(crate) fn position(&mut self, field: &Field, boxes: &[u16], connectivity: u16) -> Forward {
        self.boxes.set(boxes);
        self.distance = boxes.iter().map(|&square| u32::from(field.from_goals(square))).sum();
        self.next = self.plan.progress(&self.boxes.occupied).next;
        self.lifted = u16::MAX;
        let (next, occupied) = (field.next(), &self.boxes.occupied);
        let rooms = field.rooms().missing_at_first(next, occupied, &mut self.rooms);
        self.measure(field, connectivity, rooms, self.distance)
    }

    /// The plan square to fill next in the position.
    pub(crate) fn next_square(&self) -> Option<u16> {
        self.next
    }

    /// Measures the position after the box on `from` went to `to`.
    pub(crate) fn child(
        &mut self,
        field: &Field,
        from: u16,
        to: u16,
        connectivity: u16,
    ) -> Forward {
        let slot = self.boxes.list.iter().position(|&square| square == from).expect("a box");
        let distance =
            self.distance + u32::from(field.from_goals(to)) - u32::from(field.from_goals(from));
        let next = field.next();
        self.boxes.occupied[from as usize] = 0;
        if self.lifted != from {
            self.lifted = from;
            field.rooms().lift(next, &self.boxes.occupied, from, &mut self.rooms);
        }
        let rooms = field.rooms().missing_with(next, &mut self.boxes.occupied, to, &mut self.rooms);
        self.boxes.slide(slot, to);
        let features = self.measure(field, connectivity, rooms, distance);
        self.boxes.slide(slot, from);
        features
    }

    fn measure(&mut self, field: &Field, connectivity: u16, rooms: u16, distance: u32) -> Forward {
        let packed = self.plan.progress(&self.boxes.occupied).packed;
        Forward {
            packed,
            connectivity,
            rooms,
            out_of_plan: self.zones.count(packed, &self.boxes.set),
            hotspots: self.hotspots.count(field, &self.boxes.list, &self.boxes.set),
            distance,
        }
    }

    /// Pushes from the zone in force to every square; see [`Zones::distance`].
    pub(crate) fn zone_distance(&mut self, field: &Field, packed: u16) -> Option<&[u16]> {
        self.zones.distance(field, &self.plan, packed)
    }
}

/// Backward features.
#[derive(Clone, Debug)]
pub(crate) struct BackwardMeasure {
    rooms: RoomScratch,
    boxes: Boxes,
    distance: u32,
    on_goals: u16,
}

impl BackwardMeasure {
    /// Nothing measured yet.
    pub(crate) fn new(field: &Field) -> BackwardMeasure {
        BackwardMeasure {
            rooms: RoomScratch::default(),
            boxes: Boxes::new(field),
            distance: 0,
            on_goals: 0,
        }
    }

    /// Turns to a position and measures it.
    pub(crate) fn position(&mut self, field: &Field, boxes: &[u16], connectivity: u16) -> Backward {
        self.boxes.set(boxes);
        self.distance = boxes.iter().map(|&square| field.to_goals(square)).sum();
        self.on_goals =
            boxes.iter().filter(|&&square| field.goals().contains(square)).count() as u16;
        Backward {
            left: boxes.len() as u16,
            connectivity,
            on_goals: self.on_goals,
            rooms: self.rooms(field),
            distance: self.distance,
        }
    }

    /// Measures the position after the box on `from` went to `to` and, if `removed`, off the board.
    pub(crate) fn child(
        &mut self,
        field: &Field,
        from: u16,
        to: u16,
        removed: bool,
        connectivity: u16,
    ) -> Backward {
        let goal = |square| u16::from(field.goals().contains(square));
        let slot = self.boxes.list.iter().position(|&square| square == from).expect("a box");
        self.boxes.slide(slot, to);
        if removed {
            self.boxes.occupied[to as usize] = 0;
        }
        let rooms = self.rooms(field);
        self.boxes.slide(slot, from);
        let mut features = Backward {
            left: self.boxes.list.len() as u16,
            connectivity,
            on_goals: self.on_goals - goal(from),
            rooms,
            distance: self.distance - field.to_goals(from),
        };
        if removed {
            features.left -= 1;
        } else {
            features.on_goals += goal(to);
            features.distance += field.to_goals(to);
        }
        features
    }

    fn rooms(&mut self, field: &Field) -> u16 {
        field.rooms().missing(field.next(), &self.boxes.occupied, &mut self.rooms)
    }
}
