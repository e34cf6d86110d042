//! Following a packing order by macro moves: from the best cell, and from all cells in turn.
//!
//! Positions wait in [cells](super::score), by the targets that are missing, then by the zones of
//! the board. Every second expansion takes the best score of the best cell, the newest among
//! equals, so the search dives while it makes progress. The others go to a *rover*, which takes the
//! best of the next cell, in rotation: a target filled too early then holds up only half of the
//! search.
//!
//! Soundness: only the deadlock tests and PI-corral pruning refuse anything, and every single push
//! is among the macro moves. An exhausted search has therefore proved that there is no solution,
//! provided the techniques that are on keep completeness. Under a PI-corral all moves of the boxes
//! that can be pushed into it are tried, which is more than the pruning requires. Source: Brian
//! Damgaard's YASS (greedy search along the order, rover); the cells are those of Shoham's FESS,
//! macro moves are ours. Cost: the deadlock tests for every position expanded, a score for every
//! new child.

use ground::analysis::Analysis;
use ground::kernel::{BoxMove, BucketQueue, Memory, Mode, Packer, Position, Reach, Store, Unknown};
use ground::run::Pruning;
use ground::run::{End, Stepwise};
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::Push;

use super::phases::{Phases, Standing};
use super::score::Scorer;
use crate::engine::mover::{Brought, Mover};

/// One expansion in this many is the rover's.
const ROVER: u64 = 2;

/// How a position was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    brought: Brought,
    /// Macro moves on the way that did not fill a target.
    idle: u16,
}

/// The search at work.
pub(crate) struct Follow<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    scorer: Scorer,
    store: Store<Node>,
    queue: BucketQueue,
    /// The cell the rover took from last.
    rover: u32,
    pruning: Pruning<'a>,
    moves: Mover<'a>,
    position: Position,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
    /// The fewest targets missing in any position expanded.
    fewest: u32,
}

impl<'a> Follow<'a> {
    /// A search from the start along an order.
    pub(crate) fn new(
        analysis: &'a Analysis,
        phases: Phases,
        techniques: TechniqueSet,
        mut memory: Memory,
    ) -> Result<Follow<'a>, Stop> {
        let map = &analysis.map;
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let (store, queue) = Store::with_queue(Packer::new(map, map.squares()), memory)?;
        let mut search = Follow {
            analysis,
            techniques,
            scorer: Scorer::new(map, phases, techniques),
            store,
            queue,
            rover: 0,
            pruning,
            moves: Mover::new(analysis),
            position: analysis.start.clone(),
            answer: None,
            stats: Stats::default(),
            fewest: u32::MAX,
        };
        search.plant()?;
        Ok(search)
    }

    fn plant(&mut self) -> Result<(), Stop> {
        let map = &self.analysis.map;
        let player = self.position.player;
        let zone = Reach::new(map).flood(map, self.position.occupied(), player);
        if let Err(unknown) = self.store.find(map, &self.position, zone) {
            let root = Node { brought: Brought { from: player, to: player }, idle: 0 };
            let number = self.store.add(unknown, None, root)?;
            self.queue.push(number, 0, 0);
        }
        Ok(())
    }

    /// The position to expand next.
    fn pop(&mut self) -> Option<u32> {
        let roves = self.techniques.has(Technique::Rover);
        if !roves || self.stats.expanded % ROVER != ROVER - 1 {
            return self.queue.pop();
        }
        self.rover = self.queue.next_row(self.rover + 1).or_else(|| self.queue.lowest())?;
        self.queue.pop_row(self.rover)
    }

    /// Adds a node for the position a macro move leads to, unless it is known or lost.
    fn generate(&mut self, parent: u32, found: BoxMove, here: Standing) -> Result<(), Stop> {
        self.stats.generated += 1;
        let map = &self.analysis.map;
        let BoxMove { from, to, zone, .. } = found;
        self.position.move_box(map, from, to);
        let made = match self.store.meet(map, &self.position, zone, &mut self.stats) {
            Some(unknown) => self.consider(unknown, parent, found, here),
            None => Ok(()),
        };
        self.position.move_box(map, to, from);
        made
    }

    /// Adds a node for the position at hand, unless it is lost.
    fn consider(
        &mut self,
        unknown: Unknown,
        parent: u32,
        found: BoxMove,
        here: Standing,
    ) -> Result<(), Stop> {
        let BoxMove { from, to, player, n_zones, .. } = found;
        if self.pruning.refuses(&self.position, to, player) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.evaluations += 1;
        let standing = self.scorer.standing(&self.position);
        let fills = standing.missing < here.missing;
        let idle = self.store.note(parent).idle.saturating_add(u16::from(!fills));
        let map = &self.analysis.map;
        let score = self.scorer.score(map, &self.position, player, standing, idle);
        let node = Node { brought: Brought { from, to }, idle };
        let number = self.store.add(unknown, Some(parent), node)?;
        self.queue.push(number, Scorer::cell(standing, n_zones), score);
        Ok(())
    }

    /// The single pushes to a position. Each macro move is found again on the way.
    fn path(&mut self, number: u32) -> Vec<Push> {
        let chain: Vec<u32> = self.store.chain(number).collect();
        let mut pushes = Vec::new();
        for pair in chain.windows(2).rev() {
            let Node { brought, .. } = self.store.note(pair[0]);
            self.moves.pushes(&self.store, pair[1], pair[0], brought, &mut pushes);
        }
        pushes
    }
}

impl Stepwise for Follow<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        self.pruning.prepare(self.stats.expanded, slice)
    }

    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        let Some(number) = self.pop() else {
            return Err(self.pruning.exhausted());
        };
        self.store.load(&self.analysis.map, number, &mut self.position);
        if self.position.is_solved(&self.analysis.map) {
            return Err(End::Answer(Outcome::Solved(self.path(number))));
        }
        self.stats.expanded += 1;
        if self.pruning.is_lost(&self.position) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        let here = self.scorer.standing(&self.position);
        self.fewest = self.fewest.min(here.missing);
        for from in self.pruning.boxes(&self.position) {
            self.moves.explore(&mut self.position, from, Mode::Push);
            for i in 0..self.moves.len() {
                if slice.poll().is_err() {
                    // Half expanded: it will be tried again first, and its children will be known.
                    self.queue.push(number, 0, 0);
                    return Err(End::Slice);
                }
                self.generate(number, self.moves.get(i), here).map_err(End::full)?;
            }
        }
        Ok(())
    }

    fn report(&mut self, progress: &mut Progress) {
        progress.best = self.fewest;
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    fn counters(&self) -> Stats {
        self.stats.clone().plus(&self.store.held(self.queue.len()))
    }
}
