//! The pipeline of deadlock tests: which are on, in which order they run, and how many positions
//! each pruned.
//!
//! To add a test: write its file, its row in the table of techniques, and one line here at the
//! place its cost deserves.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::{CorralSearch, Fixed, FixedMatching, Freeze, Ground, Local, LostGroups, retrograde};
use crate::analysis::Analysis;
use crate::analysis::LARGE;
use crate::kernel::{Bits, Map, Memory, Mode, Position, Regions};
use crate::technique::{TABLE, Technique, TechniqueSet};

/// Bytes of the caches unless fewer are asked for.
const DEFAULT_BYTES: u64 = 8 << 20;

/// The tests with their scratch space and caches; clones share the tables of lost groups. The tables of the
/// board are passed in with every call and must always be the same.
#[derive(Clone, Debug)]
pub struct Deadlocks {
    techniques: TechniqueSet,
    freeze: Freeze,
    groups: LostGroups,
    fixed: Fixed,
    fixed_matching: FixedMatching,
    corral_search: CorralSearch,
    regions: Regions,
    /// Walls without any fixed box.
    bare: Bits,
    found_fixed: bool,
    refused: Vec<u64>,
}

impl Deadlocks {
    /// The tests of a set of techniques, with caches of a comfortable size.
    pub fn new(analysis: &Analysis, techniques: TechniqueSet) -> Deadlocks {
        Deadlocks::sized(analysis, techniques, DEFAULT_BYTES)
    }

    /// The same with caches taken from a memory: at most a sixteenth of it.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn within(
        analysis: &Analysis,
        techniques: TechniqueSet,
        memory: &mut Memory,
    ) -> Result<Deadlocks, Stop> {
        let deadlocks = Deadlocks::sized(analysis, techniques, memory.left() / 16);
        memory.take(deadlocks.most_bytes())?;
        Ok(deadlocks)
    }

    /// The same with caches of at most a sixteenth of `memory`, which are not subtracted from it:
    /// the caller does that ([`Deadlocks::most_bytes`]).
    pub fn modest(analysis: &Analysis, techniques: TechniqueSet, memory: Memory) -> Deadlocks {
        Deadlocks::sized(analysis, techniques, memory.left() / 16)
    }

    /// The same with caches of about this many bytes, if that is less.
    fn sized(analysis: &Analysis, techniques: TechniqueSet, bytes: u64) -> Deadlocks {
        let map = &analysis.map;
        let bytes = bytes.min(DEFAULT_BYTES);
        let mut fixed = Fixed::new(analysis, bytes / 8 * 7);
        fixed.diagonals = techniques.has(Technique::Diagonal);
        Deadlocks {
            techniques,
            freeze: Freeze::new(map),
            groups: LostGroups::new(Mode::Push, techniques),
            fixed,
            fixed_matching: FixedMatching::default(),
            corral_search: CorralSearch::new(analysis, bytes / 8),
            regions: Regions::new(map),
            bare: map.occupied([]),
            found_fixed: false,
            refused: vec![0; TABLE.len()],
        }
    }

    /// Makes the tables that are due after this many expansions; a shorter search does without
    /// them. Until then nothing is called lost because of them.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    #[inline]
    pub fn prepare(
        &mut self,
        analysis: &Analysis,
        expanded: u64,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.groups.prepare(analysis, expanded, budget)
    }

    /// How many tables of lost groups there are.
    pub fn n_tables(&self) -> usize {
        self.groups.n_tables()
    }

    /// The cheap tests: returns which of them shows the position to be lost because of the box now
    /// on `square`, which was moved last; the player stands on `player`, beside it.
    #[inline]
    pub fn after_push(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        square: Square,
        player: Square,
    ) -> Option<Technique> {
        let map = &analysis.map;
        let side = Dir::ALL.into_iter().find(|&dir| map.next(square, dir) == player);
        let group = side.and_then(|side| self.groups.find(position.occupied(), square, side));
        if let Some(technique) = group {
            return self.refuse(technique);
        }
        if self.techniques.has(Technique::Freeze)
            && self.freeze.is_dead(Ground::of(analysis), position.occupied(), square)
        {
            return self.refuse(Technique::Freeze);
        }
        None
    }

    /// The expensive tests: returns which of them shows the position to be lost, if any.
    /// Afterwards, and until the next call, [`Deadlocks::walls`] and [`Deadlocks::regions`] are
    /// those of the position.
    pub fn when_expanded(&mut self, analysis: &Analysis, position: &Position) -> Option<Technique> {
        let found = self.look(analysis, position);
        found.and_then(|technique| self.refuse(technique))
    }

    fn look(&mut self, analysis: &Analysis, position: &Position) -> Option<Technique> {
        let map = &analysis.map;
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
            if self.corral_search.is_dead(analysis, walls, position, &self.regions) {
                return Some(Technique::CorralSearch);
            }
        }
        None
    }

    /// Finds the zones of a position without testing whether it is lost; [`Deadlocks::walls`] has
    /// no boxes then.
    pub fn find_regions(&mut self, map: &Map, position: &Position) {
        self.found_fixed = false;
        self.regions.find(map, position.occupied());
    }

    /// The wall and the boxes of the last position looked at that will never move again.
    pub fn walls(&self) -> &Bits {
        if self.found_fixed { self.fixed.walls() } else { &self.bare }
    }

    /// The last position examined, with boxes that hold each other as walls, if that test is on.
    pub fn settled(&self) -> Option<&Local> {
        self.found_fixed.then(|| self.fixed.settled())
    }

    /// The zones of the last position looked at.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Bytes of the caches.
    pub fn bytes(&self) -> u64 {
        self.fixed.bytes() + self.corral_search.bytes()
    }

    /// Bytes of the caches when they are full.
    pub fn most_bytes(&self) -> u64 {
        self.fixed.most_bytes() + self.corral_search.most_bytes()
    }

    /// How many positions each test has refused so far, in the order of the table.
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
