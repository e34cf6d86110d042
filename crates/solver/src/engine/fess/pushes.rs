//! Macro pushes: every square one box can be pushed to while the others stand still, once for every
//! region in which the player can end beside it.

use super::corral::PiCorral;
use super::moves::{Move, arrival_first};
use crate::deadlock::Closure;
use crate::deadlock::local::{BOX, FREE, Local};
use crate::engine::fess::field::Field;
use crate::kernel::{Bits, Zones};
use crate::technique::{Technique, TechniqueSet};

/// Which prunings the generator may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushRules {
    /// Only the boxes of a PI-corral move when there is one. Sound for solvability.
    pub pi_corral: bool,
    /// Boxes do not stop where stopping is pointless. Unsound.
    pub stops: Stops,
}

/// Where boxes do not stop, although nothing proves that they need not. Unsound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// In straight tunnels, but on their first square.
    pub tunnels: bool,
    /// In the mouths of niches, and backwards in pockets of one square.
    pub niches: bool,
}

impl Stops {
    /// All of these rules.
    pub const ALL: Stops = Stops { tunnels: true, niches: true };
    /// None of them.
    pub const NONE: Stops = Stops { tunnels: false, niches: false };

    /// Those of these rules whose techniques are on.
    pub fn of(techniques: TechniqueSet) -> Stops {
        Stops {
            tunnels: techniques.has(Technique::TunnelStops),
            niches: techniques.has(Technique::NicheStops),
        }
    }

    /// The rules of both.
    pub fn and(self, other: Stops) -> Stops {
        Stops { tunnels: self.tunnels && other.tunnels, niches: self.niches && other.niches }
    }
}

impl PushRules {
    /// Those of these rules whose techniques are on.
    pub fn among(self, techniques: TechniqueSet) -> PushRules {
        PushRules {
            pi_corral: self.pi_corral && techniques.has(Technique::PiCorral),
            stops: self.stops.and(Stops::of(techniques)),
        }
    }
}

/// Makes the list of macro pushes of a position.
#[derive(Clone, Debug)]
pub struct PushGenerator {
    /// The position, with fixed boxes as walls.
    pub local: Local,
    /// The rules by which boxes become walls.
    pub closure: Closure,
    /// The same without walls but the real ones, for regions.
    occupied: Vec<u8>,
    zones: Zones,
    corral: PiCorral,
    source: Vec<bool>,
    queue: Vec<(u16, u8, u8)>,
    seen: Vec<u8>,
    boxes: Vec<u16>,
    scratch: Vec<u16>,
    found: Vec<Move>,
    /// Sides of boxes out of the player's reach: box, side, the square opposite.
    unreached: Vec<[u16; 3]>,
}

impl PushGenerator {
    /// Scratch space for a field.
    pub fn new(field: &Field) -> PushGenerator {
        let n = field.n_squares();
        PushGenerator {
            local: Local::new(field.map()),
            closure: Closure::new(field.map()),
            occupied: field.no_boxes(),
            zones: Zones::new(field.map()),
            corral: PiCorral::new(field),
            source: vec![false; n + 1],
            queue: Vec::new(),
            seen: vec![0; n + 1],
            boxes: Vec::new(),
            scratch: Vec::new(),
            found: Vec::new(),
            unreached: Vec::new(),
        }
    }

    /// Appends the moves of a position to `out`; the answer is whether a PI-corral was in force.
    /// `harmless` are squares where stopping is never called inefficient, besides the goals.
    pub fn generate(
        &mut self,
        field: &Field,
        boxes: &[u16],
        player: u16,
        rules: PushRules,
        harmless: &Bits,
        out: &mut Vec<Move>,
    ) -> bool {
        self.local.set(field.map(), boxes, player);
        let n = field.n_squares();
        self.occupied[..n].copy_from_slice(&self.local.at[..n]);
        self.find_unreached(field, boxes);
        self.closure.fix_all(&mut self.local, field.ground(), boxes);
        let corral = rules.pi_corral && self.corral.find(&self.local, field, boxes, player);
        self.find_sources(field);
        self.boxes.clear();
        self.boxes.extend(boxes.iter().filter(|&&square| self.local.is_box(square)));
        for i in 0..self.boxes.len() {
            let from = self.boxes[i];
            if corral && self.corral.allowed.binary_search(&from).is_err() {
                continue;
            }
            if self.has_push(field, from) {
                self.box_moves(field, from, player, rules, harmless, out);
            }
        }
        corral
    }

    fn find_unreached(&mut self, field: &Field, boxes: &[u16]) {
        self.unreached.clear();
        for &square in boxes {
            let next = &field.next()[square as usize];
            for side in 0..4 {
                let (near, across) = (next[side], next[side ^ 2]);
                if self.local.is_free(near)
                    && !self.local.reached[near as usize]
                    && !self.local.is_wall(across)
                {
                    self.unreached.push([square, near, across]);
                }
            }
        }
    }

    /// Whether a box that stays is within reach from a new side after the move.
    fn opens(&self, field: &Field, from: u16, to: u16, player: u16) -> bool {
        self.unreached.iter().any(|&[square, near, across]| {
            (square != from || from == to)
                && near != to
                && across != to
                && self.occupied[across as usize] == 0
                && self.zones.zone_without(field.map(), to, near).0 == player
        })
    }

    /// Whether the player can push the box now without getting it stuck at once.
    fn has_push(&mut self, field: &Field, from: u16) -> bool {
        (0..4).any(|dir| {
            let behind = field.next()[from as usize][dir ^ 2];
            self.local.reached[behind as usize] && self.local.can_push(field.ground(), from, dir)
        })
    }

    /// Squares from which a goal that is not under a wall can be reached, player ignored.
    fn find_sources(&mut self, field: &Field) {
        self.source.fill(false);
        self.scratch.clear();
        for goal in field.goals().numbers().filter(|&goal| !self.local.is_wall(goal)) {
            self.source[goal as usize] = true;
            self.scratch.push(goal);
        }
        while let Some(square) = self.scratch.pop() {
            for dir in 0..4 {
                let near = field.next()[square as usize][dir];
                let far = field.next()[near as usize][dir];
                if !self.local.is_wall(near)
                    && !self.local.is_wall(far)
                    && !self.source[near as usize]
                {
                    self.source[near as usize] = true;
                    self.scratch.push(near);
                }
            }
        }
    }

    /// Squares the moving box may not even cross.
    #[inline]
    fn is_blocked(&self, field: &Field, square: u16) -> bool {
        if field.is_dead(square) || !self.source[square as usize] {
            return true;
        }
        let off = !field.goals().contains(square);
        let ring = field.ring(square);
        let local = &self.local;
        (0..4).any(|i| {
            let near = [ring[2 * i], ring[2 * i + 1], ring[(2 * i + 2) & 7]];
            let full = near.iter().all(|&square| !local.is_free(square));
            let loose = |&square: &u16| local.is_box(square) && !field.goals().contains(square);
            full && (off || near.iter().any(loose))
                || off && local.is_wall(near[0]) && local.is_wall(near[2])
        })
    }

    /// All moves of one box.
    fn box_moves(
        &mut self,
        field: &Field,
        from: u16,
        player: u16,
        rules: PushRules,
        harmless: &Bits,
        out: &mut Vec<Move>,
    ) {
        let next = field.next();
        self.local.at[from as usize] = FREE;
        self.occupied[from as usize] = 0;
        self.zones.find_where(field.map(), |square| self.occupied[square.index()] == 0);
        self.seen.fill(0);
        self.queue.clear();
        self.found.clear();
        let here = self.zones.zone_without(field.map(), from, player).0;
        let sides = self.sides(field, from, here);
        self.seen[from as usize] = sides;
        self.queue.push((from, sides, 0));
        let mut head = 0;
        while head < self.queue.len() {
            let (square, sides, first) = self.queue[head];
            head += 1;
            for side in arrival_first(first) {
                let dir = side ^ 2;
                if sides >> side & 1 == 0 {
                    continue;
                }
                let to = next[square as usize][dir];
                if !self.local.is_free(to)
                    || self.seen[to as usize] >> (dir ^ 2) & 1 != 0
                    || self.is_blocked(field, to)
                {
                    continue;
                }
                let region = self.zones.zone_without(field.map(), to, square).0;
                let sides = self.sides(field, to, region);
                self.seen[to as usize] |= sides;
                self.queue.push((to, sides, side as u8));
                self.found.push(Move {
                    from,
                    to,
                    side: (dir ^ 2) as u8,
                    player: region,
                    connectivity: self.zones.count_without(to) as u16,
                    standing: 0,
                    opens: false,
                    removed: false,
                });
            }
        }
        self.found.sort_unstable_by_key(|m| (m.to, m.side));
        for i in 0..self.found.len() {
            let mut m = self.found[i];
            m.opens = self.opens(field, from, m.to, m.player);
            if !self.is_refused(field, &m, rules, harmless) {
                out.push(m);
            }
        }
        self.local.at[from as usize] = BOX;
        self.occupied[from as usize] = 1;
    }

    /// The sides of `square` in a region, when a box stands on `square`.
    #[inline]
    fn sides(&self, field: &Field, square: u16, region: u16) -> u8 {
        let mut sides = 0;
        for (side, &near) in field.next()[square as usize].iter().enumerate() {
            if self.occupied[near as usize] == 0
                && self.zones.zone_without(field.map(), square, near).0 == region
            {
                sides |= 1 << side;
            }
        }
        sides
    }

    /// Whether the player reaches `square` after the move.
    #[inline]
    fn reaches(&self, field: &Field, m: &Move, square: u16) -> bool {
        self.local.is_free(square)
            && square != m.to
            && self.zones.zone_without(field.map(), m.to, square).0 == m.player
    }

    /// The static filter: stops that are pointless, frozen, or seal a gap.
    fn is_refused(&mut self, field: &Field, m: &Move, rules: PushRules, harmless: &Bits) -> bool {
        let on_goal = field.goals().contains(m.to);
        if !on_goal && !harmless.contains(m.to) && self.is_inefficient(field, m, rules.stops) {
            return true;
        }
        self.local.at[m.to as usize] = BOX;
        let mut boxes = std::mem::take(&mut self.boxes);
        let slot = boxes.iter().position(|&square| square == m.from).expect("the box is listed");
        boxes[slot] = m.to;
        let frozen = self.local.is_frozen(field.map(), m.to, &mut boxes);
        let slot = boxes.iter().position(|&square| square == m.to).expect("the box is listed");
        boxes[slot] = m.from;
        boxes.sort_unstable();
        self.boxes = boxes;
        let refused = frozen || self.seals_gap(field, m);
        self.local.at[m.to as usize] = FREE;
        refused
    }

    /// Stops that are never better than going on: tunnels, and niches whose mouth is of no use.
    fn is_inefficient(&self, field: &Field, m: &Move, stops: Stops) -> bool {
        if stops.tunnels && field.no_stop_pushed().contains(m.to) {
            return true;
        }
        if !stops.niches {
            return false;
        }
        let ring = field.ring(m.to);
        let wall = |i: usize| self.local.is_wall(ring[i & 7]);
        (0..4).any(|ahead| {
            let front = 2 * ahead;
            if !wall(front + 3) || !wall(front + 5) {
                return false;
            }
            [2, 6].iter().any(|&turn| {
                let (side, other) = (ring[(front + turn) & 7], ring[(front + turn + 4) & 7]);
                if self.local.is_wall(side) {
                    !self.local.is_wall(other)
                        && (!self.reaches(field, m, other) || self.reaches(field, m, ring[front]))
                } else {
                    self.local.is_box(side) && !self.reaches(field, m, other)
                }
            })
        })
    }

    /// Whether the box closes a gap that nothing can ever open: a closed diagonal of one square.
    fn seals_gap(&self, field: &Field, m: &Move) -> bool {
        field.ring(m.to).iter().any(|&gap| {
            !field.goals().contains(gap.min(field.wall() - 1))
                && self.local.is_gap(field.map(), gap.into())
                && !self.reaches(field, m, gap)
                && field.next()[gap as usize]
                    .iter()
                    .any(|&near| self.local.is_box(near) && !field.goals().contains(near))
                && [1, 3].iter().any(|&corner| {
                    self.local.diagonal_is_closed(field.map(), gap.into(), corner)
                        && self.local.diagonal_is_closed(field.map(), gap.into(), (corner + 4) & 7)
                })
        })
    }
}
