//! PI-corral pruning: when a region must be dealt with first anyway, only its boxes move.
//!
//! A corral is a set of regions the player does not reach. It is taken when no box on its border
//! can be pushed from outside to outside, and the player stands ready for every push into it now:
//! then every solution can be reordered so that the first push goes into it.
//! Regions grow together when a push leads into or comes from a third region, and pairs of regions
//! that share a box are tried as seeds, too.
//! Sound for solvability; the published program's variant used here lets the allowed boxes make all
//! their macro moves. Source: J. Damgaard, B. Damgaard (PI-corral), Y. Shoham (growth, pairs).
//! Cost: some microseconds a position.

use crate::deadlock::local::{BOX, FREE, Local};
use crate::field::Field;

const NONE: u8 = u8::MAX;

/// Scratch space.
#[derive(Clone, Debug)]
pub struct PiCorral {
    region: Vec<u8>,
    /// First squares of the regions are not kept: only which regions may be candidates.
    count: usize,
    player_region: u8,
    kept: Vec<u16>,
    lifted: Vec<u16>,
    stack: Vec<u16>,
    /// The boxes allowed by the last search, ascending.
    pub allowed: Vec<u16>,
}

impl PiCorral {
    /// Scratch space for a field.
    pub fn new(field: &Field) -> PiCorral {
        PiCorral {
            region: vec![NONE; field.n_squares() + 1],
            count: 0,
            player_region: NONE,
            kept: Vec::new(),
            lifted: Vec::new(),
            stack: Vec::new(),
            allowed: Vec::new(),
        }
    }

    /// Looks for a corral; the boxes allowed to move are then in `allowed`.
    pub fn find(&mut self, local: &mut Local, field: &Field, boxes: &[u16]) -> bool {
        self.label(local, field);
        if self.count < 2 {
            return false;
        }
        let candidate = self.candidates(local, field, boxes);
        for (seed, _) in candidate.iter().enumerate().filter(|(_, candidate)| **candidate) {
            if self.try_seed(local, field, boxes, 1 << seed) {
                return true;
            }
        }
        let pairs = self.pairs(local, field, boxes);
        for (a, b) in pairs {
            if (candidate[a] || candidate[b]) && self.try_seed(local, field, boxes, 1 << a | 1 << b)
            {
                return true;
            }
        }
        false
    }

    /// Numbers the regions in the order of their first square; at most 128 are told apart.
    fn label(&mut self, local: &Local, field: &Field) {
        self.region.fill(NONE);
        self.count = 0;
        self.player_region = NONE;
        for first in 0..field.wall() {
            if !local.is_free(first) || self.region[first as usize] != NONE || self.count == 127 {
                continue;
            }
            let name = self.count as u8;
            self.count += 1;
            self.region[first as usize] = name;
            if local.reached[first as usize] {
                self.player_region = name;
            }
            self.stack.push(first);
            while let Some(square) = self.stack.pop() {
                for &to in &field.next()[square as usize] {
                    if local.is_free(to) && self.region[to as usize] == NONE {
                        self.region[to as usize] = name;
                        self.stack.push(to);
                    }
                }
            }
        }
    }

    /// Regions on the far side of a box the player stands at.
    fn candidates(&self, local: &Local, field: &Field, boxes: &[u16]) -> Vec<bool> {
        let mut candidate = vec![false; self.count];
        for &square in boxes.iter().filter(|&&square| local.is_box(square)) {
            let next = &field.next()[square as usize];
            for dir in 0..4 {
                let (near, far) =
                    (self.region[next[dir ^ 2] as usize], self.region[next[dir] as usize]);
                if near == self.player_region && near != NONE && far != NONE && far != near {
                    candidate[far as usize] = true;
                }
            }
        }
        candidate
    }

    /// Pairs of regions, not the player's, that touch a common box.
    fn pairs(&self, local: &Local, field: &Field, boxes: &[u16]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for &square in boxes.iter().filter(|&&square| local.is_box(square)) {
            let near = field.next()[square as usize].map(|near| self.region[near as usize]);
            for a in near {
                for b in near {
                    if a < b && b != NONE && a != self.player_region && b != self.player_region {
                        pairs.push((a as usize, b as usize));
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    fn in_corral(&self, corral: u128, square: u16) -> bool {
        let region = self.region[square as usize];
        region != NONE && corral >> region & 1 != 0
    }

    fn try_seed(&mut self, local: &mut Local, field: &Field, boxes: &[u16], seed: u128) -> bool {
        let mut corral = seed;
        self.keep(local, field, boxes, corral);
        let work = self.has_work(field, corral);
        if !work {
            self.put_back(local);
            return false;
        }
        while let Some(region) = self.growth(local, field, corral) {
            corral |= 1 << region;
            self.put_back(local);
            self.keep(local, field, boxes, corral);
        }
        let accepted = self.accept(local, field, corral);
        self.put_back(local);
        accepted
    }

    /// Lifts the boxes that do not touch the corral.
    fn keep(&mut self, local: &mut Local, field: &Field, boxes: &[u16], corral: u128) {
        self.kept.clear();
        self.lifted.clear();
        for &square in boxes.iter().filter(|&&square| local.is_box(square)).collect::<Vec<_>>() {
            if field.ring(square).iter().any(|&near| self.in_corral(corral, near)) {
                self.kept.push(square);
            } else {
                local.at[square as usize] = FREE;
                self.lifted.push(square);
            }
        }
    }

    fn put_back(&mut self, local: &mut Local) {
        for &square in &self.lifted {
            local.at[square as usize] = BOX;
        }
        self.lifted.clear();
    }

    fn has_work(&self, field: &Field, corral: u128) -> bool {
        self.kept.iter().any(|&square| !field.goals().contains(square))
            || field.goals().numbers().any(|goal| self.in_corral(corral, goal))
    }

    /// A third region that a push joins to the corral.
    fn growth(&self, local: &mut Local, field: &Field, corral: u128) -> Option<u8> {
        let third = |square: u16| {
            let region = self.region[square as usize];
            (region != NONE && region != self.player_region && corral >> region & 1 == 0)
                .then_some(region)
        };
        for &square in &self.kept {
            let next = field.next()[square as usize];
            let inside = next.iter().any(|&near| self.in_corral(corral, near));
            let outside =
                next.iter().any(|&near| local.is_free(near) && !self.in_corral(corral, near));
            if !inside || !outside {
                continue;
            }
            for dir in 0..4 {
                let (behind, to) = (next[dir ^ 2], next[dir]);
                if self.in_corral(corral, behind) || !local.can_push(field.ground(), square, dir) {
                    continue;
                }
                let found = if self.in_corral(corral, to) { third(behind) } else { third(to) };
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn accept(&mut self, local: &mut Local, field: &Field, corral: u128) -> bool {
        self.allowed.clear();
        for i in 0..self.kept.len() {
            let square = self.kept[i];
            let next = field.next()[square as usize];
            let mut ready = false;
            for dir in 0..4 {
                let (behind, to) = (next[dir ^ 2], next[dir]);
                if self.in_corral(corral, behind) || !local.can_push(field.ground(), square, dir) {
                    continue;
                }
                if !self.in_corral(corral, to) || !local.reached[behind as usize] {
                    return false;
                }
                ready = true;
            }
            if ready {
                self.allowed.push(square);
            }
        }
        !self.allowed.is_empty()
    }
}
