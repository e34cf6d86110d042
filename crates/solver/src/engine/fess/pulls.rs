//! Macro pulls of the backward search, with the sink's removals.

use super::moves::{Move, arrival_first};
use super::pushes::Stops;
use super::sink::Sink;
use crate::deadlock::local::{BOX, FREE, Local};
use crate::engine::fess::field::Field;
use crate::engine::fess::field::lone::FAR;
use crate::kernel::{Bits, Zones};

/// Makes the list of macro pulls of a position.
#[derive(Clone, Debug)]
pub struct PullGenerator {
    /// The position.
    pub local: Local,
    /// The sink of the last position.
    pub sink: Sink,
    zones: Zones,
    queue: Vec<(u16, u8, u8)>,
    seen: Vec<u8>,
    found: Vec<Move>,
    unreached: Vec<[u16; 3]>,
    /// Squares that no remaining base can send a box to.
    unfed: Vec<bool>,
}

impl PullGenerator {
    /// Scratch space for a field.
    pub fn new(field: &Field) -> PullGenerator {
        let n = field.n_squares();
        PullGenerator {
            local: Local::new(field.map()),
            sink: Sink::new(field),
            zones: Zones::new(field.map()),
            queue: Vec::new(),
            seen: vec![0; n + 1],
            found: Vec::new(),
            unreached: Vec::new(),
            unfed: vec![false; n + 1],
        }
    }

    /// Appends the moves of a position to `out`; the answer is whether they are removals.
    /// `stops` says which pointless stops are refused.
    pub fn generate(
        &mut self,
        field: &Field,
        boxes: &[u16],
        bases: &Bits,
        player: u16,
        stops: Stops,
        out: &mut Vec<Move>,
    ) -> bool {
        let first = out.len();
        self.local.set(field.map(), boxes, player);
        self.find_unreached(field, boxes);
        for square in 0..field.wall() {
            self.unfed[square as usize] = field.is_dead(square)
                || !bases.numbers().any(|base| field.push_distance(base, square) != FAR);
        }
        for &from in boxes {
            self.box_moves(field, from, boxes, bases, player, stops, out);
        }
        self.sink.find(field, boxes, bases);
        self.sink.is_reached(&self.local.reached)
            && self.keep_removals(field, boxes, bases, first, out)
    }

    /// When boxes can be removed, keeps the first removal of each box and nothing else.
    fn keep_removals(
        &mut self,
        field: &Field,
        boxes: &[u16],
        bases: &Bits,
        first: usize,
        out: &mut Vec<Move>,
    ) -> bool {
        let mut last = u16::MAX;
        let mut kept = first;
        for i in first..out.len() {
            let mut m = out[i];
            if m.from == last || !self.sink.removes(field, boxes, bases, m.from, m.to) {
                continue;
            }
            last = m.from;
            self.remove(field, &mut m);
            out[kept] = m;
            kept += 1;
        }
        if kept > first {
            out.truncate(kept);
        }
        kept > first
    }

    /// The features of a removal are those of the board without the box.
    fn remove(&mut self, field: &Field, m: &mut Move) {
        self.local.at[m.from as usize] = FREE;
        self.zones.find_where(field.map(), |square| self.local.at[square.index()] == 0);
        m.removed = true;
        m.connectivity = self.zones.count() as u16;
        m.player = self.zones.zone(m.player).0;
        self.local.at[m.from as usize] = BOX;
    }

    fn find_unreached(&mut self, field: &Field, boxes: &[u16]) {
        self.unreached.clear();
        for &square in boxes {
            for side in 0..4 {
                let near = field.next()[square as usize][side];
                let beyond = field.next()[near as usize][side];
                if self.local.is_free(near)
                    && !self.local.reached[near as usize]
                    && !self.local.is_wall(beyond)
                {
                    self.unreached.push([square, near, beyond]);
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn box_moves(
        &mut self,
        field: &Field,
        from: u16,
        boxes: &[u16],
        bases: &Bits,
        player: u16,
        stops: Stops,
        out: &mut Vec<Move>,
    ) {
        let next = field.next();
        self.local.at[from as usize] = FREE;
        self.zones.find_where(field.map(), |square| self.local.at[square.index()] == 0);
        self.seen.fill(0);
        self.queue.clear();
        self.found.clear();
        let sides = self.sides(field, from, self.zones.zone_without(field.map(), from, player).0);
        self.seen[from as usize] = sides;
        self.queue.push((from, sides, 0));
        let mut head = 0;
        while head < self.queue.len() {
            let (square, sides, first) = self.queue[head];
            head += 1;
            for side in arrival_first(first) {
                if sides >> side & 1 == 0 {
                    continue;
                }
                let to = next[square as usize][side];
                let beyond = next[to as usize][side];
                if !self.local.is_free(beyond)
                    || self.seen[to as usize] >> side & 1 != 0
                    || self.unfed[to as usize]
                {
                    continue;
                }
                let region = self.zones.zone_without(field.map(), to, beyond).0;
                let sides = self.sides(field, to, region);
                self.seen[to as usize] |= sides;
                self.queue.push((to, sides, side as u8));
                let connectivity = self.zones.count_without(to) as u16;
                self.found.push(Move {
                    from,
                    to,
                    side: side as u8,
                    player: region,
                    connectivity,
                    standing: connectivity,
                    opens: false,
                    removed: false,
                });
            }
        }
        self.found.sort_unstable_by_key(|m| (m.to, m.side));
        for i in 0..self.found.len() {
            let mut m = self.found[i];
            m.opens = self.opens(field, &m);
            if bases.contains(m.to) || !self.is_refused(field, &m, boxes, bases, stops) {
                out.push(m);
            }
        }
        self.local.at[from as usize] = BOX;
    }

    #[inline]
    fn sides(&self, field: &Field, square: u16, region: u16) -> u8 {
        let mut sides = 0;
        for (side, &near) in field.next()[square as usize].iter().enumerate() {
            if self.local.is_free(near)
                && self.zones.zone_without(field.map(), square, near).0 == region
            {
                sides |= 1 << side;
            }
        }
        sides
    }

    fn opens(&self, field: &Field, m: &Move) -> bool {
        self.unreached.iter().any(|&[square, near, beyond]| {
            (square != m.from || m.from == m.to)
                && near != m.to
                && beyond != m.to
                && self.local.is_free(beyond)
                && self.zones.zone_without(field.map(), m.to, near).0 == m.player
        })
    }

    #[inline]
    fn reaches(&self, field: &Field, m: &Move, square: u16) -> bool {
        square != m.to
            && self.local.is_free(square)
            && self.zones.zone_without(field.map(), m.to, square).0 == m.player
    }

    /// The static filter; pulls onto a remaining base are not asked.
    fn is_refused(
        &self,
        field: &Field,
        m: &Move,
        boxes: &[u16],
        bases: &Bits,
        stops: Stops,
    ) -> bool {
        !field.starts().contains(m.to) && self.is_inefficient(field, m.to, stops)
            || !self.is_home(field, m, boxes) && !self.can_pull_on(field, m, boxes)
            || self.starves(field, m, boxes, bases)
    }

    /// Pockets of one square and tunnels. Unsound.
    fn is_inefficient(&self, field: &Field, to: u16, stops: Stops) -> bool {
        if stops.tunnels && field.no_stop_pulled().contains(to) {
            return true;
        }
        if !stops.niches {
            return false;
        }
        let ring = field.ring(to);
        let wall = |i: usize| self.local.is_wall(ring[i & 7]);
        (0..4).any(|ahead| {
            let front = 2 * ahead;
            self.local.is_free(ring[front])
                && self.local.is_wall(field.next()[ring[front] as usize][ahead])
                && wall(front + 4)
                && (wall(front + 1) && wall(front + 3) || wall(front + 7) && wall(front + 5))
        })
    }

    /// Whether all boxes stand on start squares and the player can be where it starts.
    fn is_home(&self, field: &Field, m: &Move, boxes: &[u16]) -> bool {
        field.starts().contains(m.to)
            && boxes.iter().all(|&square| square == m.from || field.starts().contains(square))
            && self.reaches(field, m, field.player())
    }

    /// Whether the player can pull some box after the move.
    fn can_pull_on(&self, field: &Field, m: &Move, boxes: &[u16]) -> bool {
        let moved = |&square: &u16| if square == m.from { m.to } else { square };
        boxes.iter().map(moved).any(|square| {
            (0..4).any(|side| {
                let near = field.next()[square as usize][side];
                let beyond = field.next()[near as usize][side];
                beyond != m.to && self.local.is_free(beyond) && self.reaches(field, m, near)
            })
        })
    }

    /// Whether some remaining base could send a box to none of the squares boxes stand on.
    fn starves(&self, field: &Field, m: &Move, boxes: &[u16], bases: &Bits) -> bool {
        let moved = |&square: &u16| if square == m.from { m.to } else { square };
        bases.numbers().any(|base| {
            boxes.iter().map(moved).all(|square| field.push_distance(base, square) == FAR)
        })
    }
}
