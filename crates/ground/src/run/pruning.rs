//! What an engine prunes: lost positions, and pushes that can wait until a corral is dealt with.

use search::{Budget, Stop};
use sokoban::{Push, Square};

use super::stepwise::End;
use crate::analysis::Analysis;
use crate::claim;
use crate::deadlock::Deadlocks;
use crate::kernel::{Bits, Memory, Position, Regions};
use crate::prune::{Corral, PiCorral};
use crate::technique::{Keeps, Technique, TechniqueSet};

/// Bytes of working space for each square, in an engine and the tests it makes.
const BYTES_PER_SQUARE: u64 = 100;

/// The deadlock tests and PI-corral pruning, whichever of them are on. Clones share the tables, not the caches.
#[derive(Clone)]
pub struct Pruning<'a> {
    analysis: &'a Analysis,
    deadlocks: Deadlocks,
    /// `None` when PI-corral pruning is off.
    pi_corral: Option<PiCorral>,
    keeps: Keeps,
}

impl<'a> Pruning<'a> {
    /// Takes the bytes of its caches from the memory.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn within(
        analysis: &'a Analysis,
        techniques: TechniqueSet,
        memory: &mut Memory,
    ) -> Result<Pruning<'a>, Stop> {
        memory.take(analysis.map.n_squares() as u64 * BYTES_PER_SQUARE)?;
        let deadlocks = Deadlocks::within(analysis, techniques, memory)?;
        let pi_corral = techniques.has(Technique::PiCorral).then(|| PiCorral::new(&analysis.map));
        Ok(Pruning { analysis, deadlocks, pi_corral, keeps: techniques.keeps() })
    }

    /// Makes the tables that are due after this many expansions.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    #[inline]
    pub fn prepare(&mut self, expanded: u64, slice: &mut Budget) -> Result<(), Stop> {
        self.deadlocks.prepare(self.analysis, expanded, slice)
    }

    /// How many tables there are: a clone made before the last one goes without it.
    pub fn n_tables(&self) -> usize {
        self.deadlocks.n_tables()
    }

    /// Whether the last push, which left a box on `square` and the player beside it, is known to
    /// lose.
    #[inline]
    pub fn refuses(&mut self, position: &Position, square: Square, player: Square) -> bool {
        self.deadlocks.after_push(self.analysis, position, square, player).is_some()
    }

    /// Whether a position that is about to be expanded is known to be lost. Must be called before
    /// [`Pruning::pushes`] and [`Pruning::boxes`].
    pub fn is_lost(&mut self, position: &Position) -> bool {
        self.deadlocks.when_expanded(self.analysis, position).is_some()
    }

    /// Finds the zones of a position that was not lost when it was looked at before.
    pub fn find_regions(&mut self, position: &Position) {
        self.deadlocks.find_regions(&self.analysis.map, position);
    }

    /// The only pushes that need to be tried, when a PI-corral limits them; no pushes at all when
    /// the position is lost.
    pub fn pushes(&mut self, position: &Position) -> Option<&[Push]> {
        let regions = self.deadlocks.regions();
        let pi_corral = self.pi_corral.as_mut().filter(|_| regions.count() > 1)?;
        match pi_corral.find(self.analysis, self.deadlocks.walls(), position, regions) {
            Corral::None => None,
            Corral::Found => Some(pi_corral.pushes()),
            Corral::Dead => Some(&[]),
        }
    }

    /// The boxes to move: those of a PI-corral if there is one, else all that are not fixed.
    pub fn boxes(&mut self, position: &Position) -> Vec<Square> {
        let (walls, regions) = (self.deadlocks.walls(), self.deadlocks.regions());
        let found = self.pi_corral.as_mut();
        let found = found.and_then(|it| it.boxes(self.analysis, walls, position, regions));
        found.unwrap_or_else(|| {
            position.boxes().iter().copied().filter(|&at| !walls.contains(at)).collect()
        })
    }

    /// The outcome of a search that has exhausted everything that was not pruned.
    pub fn exhausted(&self) -> End {
        End::Answer(claim::exhausted(self.keeps))
    }

    /// The wall and the boxes that will never move again, of the position last given to
    /// [`Pruning::is_lost`].
    pub fn walls(&self) -> &Bits {
        self.deadlocks.walls()
    }

    /// The zones of the position last given to [`Pruning::is_lost`] or [`Pruning::find_regions`].
    pub fn regions(&self) -> &Regions {
        self.deadlocks.regions()
    }
}
