//! Matching with fixed boxes as walls: every other box needs a free goal of its own.
//!
//! A box packed too early may bar the way to a goal behind it. With the fixed boxes as walls, each
//! box that can still move reaches only some of the goals that are left; if these goals cannot be
//! assigned one to each box, the position is lost. Sound, because fixed boxes never move and a lone
//! box reaches at least what a box among others does.
//!
//! Source: Rolling Stone's bipartite test on Festival's walls. Cost: a microsecond or two.

use sokoban::Square;

use super::walls::Walled;
use crate::kernel::{Map, Position};

const NONE: u32 = u32::MAX;

/// The test with its scratch space.
#[derive(Clone, Debug, Default)]
pub struct FixedMatching {
    box_of: Vec<u32>,
    tried: Vec<u64>,
    boxes: Vec<Square>,
    stuck: Vec<Square>,
}

impl FixedMatching {
    /// Whether some box that is not a wall gets no goal.
    pub fn is_dead(&mut self, map: &Map, walled: &Walled, position: &Position) -> bool {
        let mobile = |square: &Square| !walled.is_wall(*square);
        self.boxes.clear();
        self.boxes.extend(position.boxes().iter().copied().filter(mobile));
        self.box_of.clear();
        self.box_of.resize(walled.goals.len(), NONE);
        let failed = (0..self.boxes.len()).find(|&i| {
            self.tried.clear();
            self.tried.resize(walled.goals.len().div_ceil(64).max(1), 0);
            !self.augment(map, walled, position.player, i)
        });
        // All goals tried in vain are held by boxes that reach only goals tried in vain.
        self.stuck.clear();
        if let Some(i) = failed {
            let tried = |goal: &usize| self.tried[goal / 64] >> (goal % 64) & 1 != 0;
            let holders = (0..walled.goals.len()).filter(tried).map(|goal| self.box_of[goal]);
            self.stuck.extend(holders.chain([i as u32]).map(|i| self.boxes[i as usize]));
        }
        failed.is_some()
    }

    /// After [`FixedMatching::is_dead`] returned true: boxes that together have too few goals.
    pub fn stuck(&self) -> &[Square] {
        &self.stuck
    }

    /// Finds a goal for box `i`, reassigning others if need be (Kuhn's augmenting paths).
    fn augment(&mut self, map: &Map, walled: &Walled, player: Square, i: usize) -> bool {
        let goals = walled.goals_from(map, self.boxes[i], player);
        for (word, &reachable) in goals.iter().enumerate() {
            loop {
                let open = reachable & !self.tried[word];
                if open == 0 {
                    break;
                }
                let bit = open.trailing_zeros() as usize;
                self.tried[word] |= 1 << bit;
                let goal = word * 64 + bit;
                let holder = self.box_of[goal];
                if holder == NONE || self.augment(map, walled, player, holder as usize) {
                    self.box_of[goal] = i as u32;
                    return true;
                }
            }
        }
        false
    }
}
