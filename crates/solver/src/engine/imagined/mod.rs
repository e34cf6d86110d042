//! Imagined board: a backward search opens the board up, and a forward search heads for the result.
//!
//! ```text
//! solved ── boxes pulled far from the goals, zones joined ──→ imagined board
//! start ──── boxes pushed to the squares of the imagined board ──→ ┘
//! ```
//!
//! On levels without a goal room there is no order in which to fill the goals. But searching
//! backwards from the solved board, one can look for an open position: few zones, boxes far from
//! the goals. The best one found is *imagined* to lie on the solution, and the forward search is
//! drawn to it: few zones, boxes on its squares, the others matched with the squares that are left.
//! It need not get there: every position found by one search is looked up in the tree of the other,
//! and where the two meet, the solution is complete.
//!
//! Soundness: forwards, only the deadlock tests and PI-corral pruning prune anything. So if the
//! forward search is exhausted, there is no solution, provided the techniques keep completeness.
//! Source: Shoham's Festival 3.1, its imagined boards and shared perimeter; the weights are ours.
//! Cost: a matching for every forward child, two sums for every backward one.

mod image;

use ground::analysis::Analysis;
use ground::kernel::{
    BoxMove, BucketQueue, Map, Memory, Mode, Packer, Position, Reach, Store, Unknown,
};
use ground::run::Pruning;
use ground::run::{End, Stepwise};
use ground::technique::TechniqueSet;
use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Push, Square};

use self::image::Image;
use super::mover::{Brought, Mover};

/// Backward expansions before a board is imagined.
const IMAGINE_AT: u64 = 1_000;

/// Once the board is imagined, one expansion in this many is a backward one.
const BACKWARD: u64 = 4;

/// The weight of a zone backwards, where a square nearer to a goal weighs one. Not tuned.
const ZONE_BACKWARD: u32 = 12;

/// A box farther from the nearest goal than this is far enough.
const FAR_ENOUGH: u16 = 12;

/// The positions one direction has met, and those that wait. Both directions pack positions in the
/// same way.
struct Tree {
    store: Store<Brought>,
    queue: BucketQueue,
}

/// The engine.
pub(crate) struct Imagined<'a> {
    analysis: &'a Analysis,
    forward: Tree,
    backward: Tree,
    image: Option<Image>,
    for_image: Memory,
    /// The backward position with the lowest score, and that score; the first root until one has
    /// been scored.
    best: (u32, u32),
    pruning: Pruning<'a>,
    moves: Mover<'a>,
    position: Position,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
    /// Turns taken in all, and expansions backwards.
    turns: (u64, u64),
}

impl Tree {
    fn new(map: &Map, memory: Memory) -> Result<Tree, Stop> {
        let (store, queue) = Store::with_queue(Packer::new(map, map.squares()), memory)?;
        Ok(Tree { store, queue })
    }

    /// Adds a position to start from, with the player in a zone.
    fn plant(&mut self, map: &Map, root: &Position, zone: Square) -> Result<(), Stop> {
        match self.store.find(map, root, zone) {
            Ok(_) => Ok(()),
            Err(unknown) => {
                let nothing = Brought { from: zone, to: zone };
                self.add(unknown, None, nothing, 0).map(|_| ())
            }
        }
    }

    fn add(
        &mut self,
        unknown: Unknown,
        parent: Option<u32>,
        brought: Brought,
        score: u32,
    ) -> Result<u32, Stop> {
        let number = self.store.add(unknown, parent, brought)?;
        self.queue.push(number, score, 0);
        Ok(number)
    }
}

impl<'a> Imagined<'a> {
    /// An engine for a board.
    pub(crate) fn new(
        analysis: &'a Analysis,
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<Imagined<'a>, Stop> {
        let map = &analysis.map;
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let for_image = memory.share(1, 8);
        let forward = memory.share(1, 2);
        let mut engine = Imagined {
            analysis,
            forward: Tree::new(map, forward)?,
            backward: Tree::new(map, memory)?,
            image: None,
            for_image,
            best: (u32::MAX, 0),
            pruning,
            moves: Mover::new(analysis),
            position: analysis.start.clone(),
            answer: None,
            stats: Stats::default(),
            turns: (0, 0),
        };
        engine.plant()?;
        Ok(engine)
    }

    /// Puts the start into one tree and the solved boards into the other.
    fn plant(&mut self) -> Result<(), Stop> {
        let Analysis { map, start, .. } = self.analysis;
        if start.is_solved(map) {
            self.answer = Some(Outcome::Solved(Vec::new()));
            return Ok(());
        }
        let zone = Reach::new(map).flood(map, start.occupied(), start.player);
        self.forward.plant(map, start, zone)?;
        for solved in Position::solved(map) {
            self.backward.plant(map, &solved, solved.player)?;
        }
        Ok(())
    }

    /// The tree of one direction and that of the other.
    fn trees(&mut self, mode: Mode) -> (&mut Tree, &mut Tree) {
        match mode {
            Mode::Push => (&mut self.forward, &mut self.backward),
            Mode::Pull => (&mut self.backward, &mut self.forward),
        }
    }

    /// Makes the best backward position the target. Gives up if there are too many boxes for a
    /// quick matching.
    fn imagine(&mut self, slice: &mut Budget) -> Result<(), End> {
        self.backward.store.load(&self.analysis.map, self.best.1, &mut self.position);
        let squares = self.position.state().boxes;
        match Image::new(self.analysis, &squares, self.for_image, slice) {
            Ok(Some(image)) => self.image = Some(image),
            Ok(None) => return Err(End::Answer(Outcome::GaveUp)),
            Err(Stop::Memory) => return Err(End::full(Stop::Memory)),
            Err(_) => return Err(End::Slice),
        }
        Ok(())
    }

    fn expand_backward(&mut self, number: u32, slice: &mut Budget) -> Result<(), End> {
        self.backward.store.load(&self.analysis.map, number, &mut self.position);
        self.stats.expanded += 1;
        let boxes = self.position.state().boxes;
        self.move_each(number, &boxes, Mode::Pull, slice)
    }

    fn expand_forward(&mut self, number: u32, slice: &mut Budget) -> Result<(), End> {
        let map = &self.analysis.map;
        self.forward.store.load(map, number, &mut self.position);
        if self.position.is_solved(map) {
            return Err(End::Answer(Outcome::Solved(self.path(number, None))));
        }
        self.stats.expanded += 1;
        if self.pruning.is_lost(&self.position) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        if let Some(image) = &mut self.image {
            image.load(self.analysis, &self.position);
        }
        let boxes = self.pruning.boxes(&self.position);
        self.move_each(number, &boxes, Mode::Push, slice)
    }

    /// Tries all macro moves of some boxes.
    fn move_each(
        &mut self,
        number: u32,
        boxes: &[Square],
        mode: Mode,
        slice: &mut Budget,
    ) -> Result<(), End> {
        for &from in boxes {
            self.moves.explore(&mut self.position, from, mode);
            let mut in_time = slice.poll().is_ok();
            for i in 0..self.moves.len() {
                if in_time {
                    self.generate(number, self.moves.get(i), mode)?;
                    in_time = slice.poll().is_ok();
                }
            }
            if !in_time {
                // Half expanded: it will be tried again first, and its children will be known.
                self.trees(mode).0.queue.push(number, 0, 0);
                return Err(End::Slice);
            }
        }
        Ok(())
    }

    /// Adds a node for the position a macro move leads to, unless it is known or lost.
    fn generate(&mut self, parent: u32, found: BoxMove, mode: Mode) -> Result<(), End> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let BoxMove { from, to, zone, .. } = found;
        self.position.move_box(map, from, to);
        let own = if mode == Mode::Push { &mut self.forward } else { &mut self.backward };
        let made = match own.store.meet(map, &self.position, zone, &mut self.stats) {
            Some(unknown) => self.consider(unknown, parent, found, mode),
            None => Ok(()),
        };
        self.position.move_box(map, to, from);
        made
    }

    /// Adds a node for the position at hand, unless it is lost. When the other direction has been
    /// here, the search is over.
    fn consider(
        &mut self,
        unknown: Unknown,
        parent: u32,
        found: BoxMove,
        mode: Mode,
    ) -> Result<(), End> {
        let BoxMove { from, to, zone, player, .. } = found;
        if mode == Mode::Push && self.pruning.refuses(&self.position, to, player) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        let score = self.score(found, mode);
        let (own, _) = self.trees(mode);
        let added = own.add(unknown, Some(parent), Brought { from, to }, score);
        let number = added.map_err(End::full)?;
        if mode == Mode::Pull && score < self.best.0 {
            self.best = (score, number);
        }
        let map = &self.analysis.map;
        let other = if mode == Mode::Push { &mut self.backward } else { &mut self.forward };
        let Ok(met) = other.store.find(map, &self.position, zone) else { return Ok(()) };
        let (there, back) = if mode == Mode::Push { (number, met) } else { (met, number) };
        Err(End::Answer(Outcome::Solved(self.path(there, Some(back)))))
    }

    /// The score of the position at hand; lower is better.
    fn score(&mut self, found: BoxMove, mode: Mode) -> u32 {
        self.stats.evaluations += 1;
        if mode == Mode::Push {
            let image = self.image.as_mut().expect("the forward search begins with an image");
            return image.score(self.analysis, &self.position, found);
        }
        let table = &self.analysis.to_goals;
        let near = |&at: &Square| u32::from(FAR_ENOUGH - table.nearest(at).min(FAR_ENOUGH));
        let sum: u32 = self.position.boxes().iter().map(near).sum();
        ZONE_BACKWARD * u32::from(found.n_zones) + sum
    }

    /// The pushes to a forward position, and from the same position in the backward tree to the
    /// end.
    fn path(&mut self, number: u32, met: Option<u32>) -> Vec<Push> {
        let mut pushes = Vec::new();
        let store = &self.forward.store;
        let chain: Vec<u32> = store.chain(number).collect();
        for pair in chain.windows(2).rev() {
            self.moves.pushes(store, pair[1], pair[0], store.note(pair[0]), &mut pushes);
        }
        let store = &self.backward.store;
        let rest: Vec<u32> = met.into_iter().flat_map(|met| store.chain(met)).collect();
        for pair in rest.windows(2) {
            let Brought { from, to } = store.note(pair[0]);
            let back = Brought { from: to, to: from };
            self.moves.pushes(store, pair[0], pair[1], back, &mut pushes);
        }
        pushes
    }
}

impl Stepwise for Imagined<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        self.pruning.prepare(self.stats.expanded, slice)
    }

    /// Expands one position of either tree.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let (all, back) = self.turns;
        let early = self.image.is_none() && back < IMAGINE_AT;
        let turn = early || all % BACKWARD == 0;
        self.turns.0 += 1;
        if turn && let Some(number) = self.backward.queue.pop() {
            self.turns.1 += 1;
            return self.expand_backward(number, slice);
        }
        if self.image.is_none() {
            self.imagine(slice)?;
        }
        let Some(number) = self.forward.queue.pop() else {
            return Err(self.pruning.exhausted());
        };
        self.expand_forward(number, slice)
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    fn counters(&self) -> Stats {
        let held = |tree: &Tree| tree.store.held(tree.queue.len());
        self.stats.clone().plus(&held(&self.forward)).plus(&held(&self.backward))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::engine::testing;

    #[test]
    fn it_solves_what_can_be_solved_and_proves_the_rest() {
        testing::solves_or_proves(Engine::Imagined, 83);
    }

    #[test]
    fn a_node_limit_is_named_as_the_reason() {
        testing::names_the_node_limit(Engine::Imagined, 97);
    }

    #[test]
    fn a_run_in_slices_is_the_same_run() {
        testing::each_analysed(89, 100, |analysis| {
            let techniques = TechniqueSet::defaults();
            let new = || Imagined::new(analysis, techniques, Memory::bytes(1 << 24)).unwrap();
            testing::slices_change_nothing(new);
        });
    }
}
