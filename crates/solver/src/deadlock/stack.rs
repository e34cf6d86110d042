//! The pipeline of deadlock tests: which are on, in which order they are asked, what each refused.
//!
//! To add a test: its file, its row in the table of techniques, one line here at the place its cost
//! deserves.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::{
    CorralSearch, Fixed, FixedMatching, Freeze, Groups, KDistance, Patterns, RoomSearch, retrograde,
};
use crate::analysis::Analysis;
use crate::engine::LARGE;
use crate::kernel::{Bits, Mode, Position, Regions};
use crate::technique::{TABLE, Technique, TechniqueSet};

/// Bytes of the caches unless less is asked for.
const DEFAULT_BYTES: u64 = 8 << 20;

/// Positions each play of a few boxes may look at while patterns are learned.
const LEARN_NODES: usize = 200;

/// Positions looked at while learning for each position looked at by the search, and some to begin
/// with.
const LEARN_SHARE: u64 = 4;
const LEARN_FIRST: u64 = 1_000;

/// The tests with their scratch space and caches. The tables of the board are handed in with every
/// call and must always be the same.
#[derive(Clone, Debug)]
pub struct Stack {
    techniques: TechniqueSet,
    freeze: Freeze,
    groups: Groups,
    fixed: Fixed,
    fixed_matching: FixedMatching,
    corral: CorralSearch,
    k_distance: Option<Box<KDistance>>,
    room: Option<Box<RoomSearch>>,
    patterns: Option<Box<Patterns>>,
    /// Positions looked at by [`Stack::when_expanded`].
    looked: u64,
    regions: Regions,
    /// Walls without any fixed box.
    bare: Bits,
    found_fixed: bool,
    refused: Vec<u64>,
}

impl Stack {
    /// The tests of a set of techniques, with caches of a comfortable size.
    pub fn new(analysis: &Analysis, techniques: TechniqueSet) -> Stack {
        Stack::sized(analysis, techniques, DEFAULT_BYTES)
    }

    /// The same with caches of about so many bytes, if that is less.
    pub fn sized(analysis: &Analysis, techniques: TechniqueSet, bytes: u64) -> Stack {
        let map = &analysis.map;
        let bytes = bytes.min(DEFAULT_BYTES);
        let on = |technique| techniques.has(technique) && map.n_squares() <= LARGE;
        let (patterns, room) = (on(Technique::Patterns), on(Technique::RoomSearch));
        let mut fixed = Fixed::new(analysis, bytes / 8 * 7);
        fixed.diagonals = techniques.has(Technique::Diagonal);
        Stack {
            techniques,
            freeze: Freeze::new(map),
            groups: Groups::new(Mode::Push, techniques),
            fixed,
            fixed_matching: FixedMatching::default(),
            corral: CorralSearch::new(analysis, bytes / 8),
            k_distance: on(Technique::KDistance).then(|| Box::new(KDistance::new(analysis))),
            room: room.then(|| Box::new(RoomSearch::new(analysis, bytes / 8))),
            patterns: patterns.then(|| Box::new(Patterns::new(analysis))),
            looked: 0,
            regions: Regions::new(map),
            bare: map.occupied([]),
            found_fixed: false,
            refused: vec![0; TABLE.len()],
        }
    }

    /// Makes the tables that are due after so many expansions.
    #[inline]
    pub fn prepare(
        &mut self,
        analysis: &Analysis,
        expanded: u64,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.groups.prepare(analysis, expanded, budget)
    }

    /// The cheap tests, for a box pushed to `square` by a player who is on `player` now.
    #[inline]
    pub fn after_push(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        square: Square,
        player: Square,
    ) -> Option<Technique> {
        let Analysis { map, live, .. } = analysis;
        let side = Dir::ALL.into_iter().find(|&dir| map.next(square, dir) == player);
        let group = side.and_then(|side| self.groups.find(position.occupied(), square, side));
        if let Some(technique) = group {
            return self.refuse(technique);
        }
        if let Some(patterns) = &mut self.patterns
            && patterns.is_lost(position.occupied(), square, player)
        {
            return self.refuse(Technique::Patterns);
        }
        if self.techniques.has(Technique::Freeze)
            && self.freeze.is_dead(map, live, position.occupied(), square)
        {
            return self.refuse(Technique::Freeze);
        }
        None
    }

    /// The expensive tests, for a position about to be expanded.
    pub fn when_expanded(&mut self, analysis: &Analysis, position: &Position) -> Option<Technique> {
        let found = self.look(analysis, position);
        found.and_then(|technique| self.refuse(technique))
    }

    fn look(&mut self, analysis: &Analysis, position: &Position) -> Option<Technique> {
        let map = &analysis.map;
        self.looked += 1;
        if self.patterns.as_mut().is_some_and(|patterns| patterns.fits(position)) {
            return Some(Technique::Patterns);
        }
        // On large boards these tests would cost more than the search itself.
        let small = map.n_squares() <= LARGE;
        let on = |technique| small && self.techniques.has(technique);
        self.found_fixed = on(Technique::Fixed);
        self.regions.find(map, position.occupied());
        if self.found_fixed {
            let Some(at) = self.fixed.find(analysis, position, &self.regions) else {
                return Some(Technique::Fixed);
            };
            let walled = self.fixed.walled(at);
            if on(Technique::Retrograde) && retrograde::is_dead(walled, position) {
                return Some(Technique::Retrograde);
            }
            if on(Technique::FixedMatching) && self.fixed_matching.is_dead(map, walled, position) {
                return Some(Technique::FixedMatching);
            }
        }
        if on(Technique::CorralSearch) && self.regions.count() > 1 {
            let walls = if self.found_fixed { self.fixed.walls() } else { &self.bare };
            if self.corral.is_dead(analysis, walls, position, &self.regions) {
                self.learn_corral(analysis, position);
                return Some(Technique::CorralSearch);
            }
        }
        let walls = if self.found_fixed { self.fixed.walls() } else { &self.bare };
        if let Some(k_distance) = &mut self.k_distance
            && k_distance.is_dead(map, walls, position)
        {
            return Some(Technique::KDistance);
        }
        if let Some(room) = &mut self.room
            && room.is_dead(analysis, walls, position)
        {
            return Some(Technique::RoomSearch);
        }
        None
    }

    /// Whether there is effort left for learning.
    fn may_learn(&self) -> bool {
        let most = LEARN_FIRST + LEARN_SHARE * self.looked;
        self.patterns.as_ref().is_some_and(|patterns| patterns.nodes() < most)
    }

    /// Keeps what matters of a corral that was just found lost.
    fn learn_corral(&mut self, analysis: &Analysis, position: &Position) {
        if self.corral.is_new() && self.may_learn() {
            let patterns = self.patterns.as_mut().expect("there is effort left for them");
            let fence = self.corral.fence();
            patterns.learn_lost(analysis, fence, position.player, LEARN_NODES);
        }
    }

    /// Looks hard at a position that has kept the search busy for long: whether a few of its boxes
    /// are lost. What is found is kept as a pattern.
    pub fn suspect(&mut self, analysis: &Analysis, position: &Position) -> bool {
        for &seed in position.boxes() {
            if !self.may_learn() {
                return false;
            }
            let patterns = self.patterns.as_mut().expect("there is effort left for them");
            if patterns.learn(analysis, position, seed, LEARN_NODES) {
                self.refused[Technique::Patterns as usize] += 1;
                return true;
            }
        }
        false
    }

    /// The wall and the boxes of the position last looked at that will never move again.
    pub fn walls(&self) -> &Bits {
        if self.found_fixed { self.fixed.walls() } else { &self.bare }
    }

    /// The zones of the position last looked at.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Bytes of the caches.
    pub fn bytes(&self) -> u64 {
        let patterns = self.patterns.as_ref().map_or(0, |patterns| patterns.bytes());
        let room = self.room.as_ref().map_or(0, |room| room.bytes());
        self.fixed.bytes() + self.corral.bytes() + room + patterns
    }

    /// Bytes of the caches when they are full.
    pub fn most_bytes(&self) -> u64 {
        let patterns = self.patterns.as_ref().map_or(0, |patterns| patterns.most_bytes());
        let room = self.room.as_ref().map_or(0, |room| room.most_bytes());
        let k_distance = self.k_distance.as_ref().map_or(0, |it| it.most_bytes());
        self.fixed.most_bytes() + self.corral.most_bytes() + k_distance + room + patterns
    }

    /// What each test refused so far, in the order of the table.
    pub fn refused(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let counts = TABLE.iter().zip(&self.refused);
        counts.filter(|(_, n)| **n > 0).map(|(row, &n)| (row.name, n))
    }

    /// Counts one refusal.
    #[inline]
    fn refuse(&mut self, technique: Technique) -> Option<Technique> {
        self.refused[technique as usize] += 1;
        Some(technique)
    }
}
