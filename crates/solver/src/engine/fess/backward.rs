//! The backward search: pulls boxes from the filled goals to find a packing plan.

use ground::kernel::{Bits, Position, Regions};
use search::{Budget, Stop};
use sokoban::Square;

use super::advisor::{PullContext, advise_pulls};
use super::feature::{BackwardMeasure, MAX_BACKWARD_DISTANCE, Order, Score};
use super::movable::Movable;
use super::moves::MacroMove;
use super::perimeter::Perimeter;
use super::plan::{PackingPlan, Pull};
use super::pulls::PullGenerator;
use super::reduced_board::ReducedBoard;
use super::sink::BaseMatching;
use super::strategy::PushRules;
use super::tree::{Child, Growth, Luck, NONE, Tree};

/// Boxes left, connectivity, boxes on goals and rooms make a cell.
const CELL: u64 = !0 << 24;

/// Bytes that a heap block takes besides its contents.
const HEAP_BLOCK: usize = 16;

/// The search is over after this many picks in a row that find nothing.
const MAX_IDLE: u32 = 10_000;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BackwardStep {
    /// The search goes on.
    Going,
    /// The board is empty, or everything is home, or nothing is left to do.
    Over,
}

/// The backward search.
pub(super) struct BackwardSearch {
    /// The tree.
    pub tree: Tree,
    rules: PushRules,
    generator: PullGenerator,
    measure: BackwardMeasure,
    matching: BaseMatching,
    movable: Movable,
    /// The position at hand, boxes in ascending order, the player on the lowest square of its zone.
    position: Position,
    /// Its zones.
    regions: Regions,
    /// Per expansion: the bases that are left.
    bases: Vec<Bits>,
    moves: Vec<MacroMove>,
    children: Vec<Child>,
    scores: Vec<Score>,
}

impl BackwardSearch {
    /// A search from every player zone of the solved position that has a pull. With a seed, how far
    /// boxes are pulled from the goals is left to chance, and some moves are free.
    pub(super) fn new(
        reduced: &ReducedBoard,
        perimeter: &mut Perimeter,
        rules: PushRules,
        seed: Option<u64>,
        budget: &mut Budget,
    ) -> Result<BackwardSearch, Stop> {
        let map = reduced.map();
        let mut search = BackwardSearch {
            tree: Tree::new(CELL, Order::Listed, true),
            rules,
            generator: PullGenerator::new(reduced, rules),
            measure: BackwardMeasure::new(reduced),
            matching: BaseMatching::default(),
            movable: Movable::new(reduced, rules),
            position: Position::new(map, map.goals().iter(), map.wall()),
            regions: Regions::new(map),
            bases: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
            scores: Vec::new(),
        };
        search.tree.luck = seed.map(|seed| Luck { seed, drawn: MAX_BACKWARD_DISTANCE });
        search.expand_ends(reduced, perimeter, budget)?;
        Ok(search)
    }

    /// Expands the solved position, once for every zone from which a box can be pulled.
    fn expand_ends(
        &mut self,
        reduced: &ReducedBoard,
        perimeter: &mut Perimeter,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let map = reduced.map();
        self.regions.find(map, self.position.occupied());
        let connectivity = self.regions.count() as u16;
        let score = self.measure.position(reduced, &self.position, connectivity).score();
        for zone in 0..connectivity {
            self.position.player = self.regions.squares(zone)[0];
            let bases = reduced.starts().clone();
            self.generate(reduced, &bases);
            if !self.moves.is_empty() {
                let hash = self.position.key() ^ map.player_key(self.position.player);
                self.expand(reduced, perimeter, None, bases, (hash, score), budget)?;
            }
        }
        Ok(())
    }

    /// Makes the moves of the position at hand; returns whether they are removals.
    fn generate(&mut self, reduced: &ReducedBoard, bases: &Bits) -> bool {
        self.moves.clear();
        let (position, regions) = (&mut self.position, &self.regions);
        self.generator.generate(reduced, position, regions, bases, &mut self.moves)
    }

    /// Expands the position at hand.
    fn expand(
        &mut self,
        reduced: &ReducedBoard,
        perimeter: &mut Perimeter,
        origin: Option<(u32, u32)>,
        bases: Bits,
        (hash, score): (u64, Score),
        budget: &mut Budget,
    ) -> Result<u32, Stop> {
        let here = score.backward();
        self.measure.position(reduced, &self.position, here.connectivity);
        let removals = self.generate(reduced, &bases);
        self.measure_children(reduced, hash, budget)?;
        let advice = advise_pulls(&PullContext {
            reduced,
            moves: &self.moves,
            scores: &self.scores,
            here,
            bases: &bases,
            removals,
            parking: self.generator.sink.parking,
        });
        Child::mark(&mut self.children, &advice);
        let index = self.tree.grow(&Growth {
            origin,
            hash,
            score,
            boxes: self.position.boxes(),
            corral: false,
            children: &self.children,
        });
        if self.position.n_boxes() == reduced.n_boxes() {
            self.enter(perimeter, index, hash);
        }
        self.bases.push(bases);
        Ok(index)
    }

    /// Hashes and scores of the positions one move away.
    fn measure_children(
        &mut self,
        reduced: &ReducedBoard,
        hash: u64,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let map = reduced.map();
        let base = hash ^ map.player_key(self.position.player);
        self.scores.clear();
        self.children.clear();
        for m in &self.moves {
            budget.poll()?;
            let score = self.measure.child(reduced, &mut self.position, m).score();
            let gain = if m.removed { map.start_key(m.to) } else { map.box_key(m.to) };
            let hash = base ^ map.box_key(m.from) ^ gain ^ map.player_key(m.zone);
            self.scores.push(score);
            self.children.push(Child { step: *m, hash, score, advice: 0 });
        }
        Ok(())
    }

    /// Enters the children in the perimeter: the push back is the pull reversed.
    fn enter(&self, perimeter: &mut Perimeter, index: u32, hash: u64) {
        let depth = self.tree.path(index).len() as u32 + 1;
        for child in self.children.iter().filter(|child| !child.step.removed) {
            let m = child.step;
            let back = MacroMove { from: m.to, to: m.from, zone: self.position.player, ..m };
            perimeter.enter(child.hash, back, hash, depth);
        }
    }

    /// One iteration.
    pub(super) fn step(
        &mut self,
        reduced: &ReducedBoard,
        perimeter: &mut Perimeter,
        budget: &mut Budget,
    ) -> Result<BackwardStep, Stop> {
        if self.tree.is_exhausted() || self.tree.idle >= MAX_IDLE {
            return Ok(BackwardStep::Over);
        }
        let Some((father, edge)) = self.tree.choose(budget)? else {
            return Ok(BackwardStep::Going);
        };
        let m = self.tree.edge(edge).step;
        let mut bases = self.bases[father as usize].clone();
        if m.removed {
            bases.remove(m.to);
        }
        m.play(reduced.map(), self.tree.boxes(father), &mut self.position);
        if !m.removed && !self.matching.covers(reduced, self.position.boxes(), &bases) {
            self.tree.kill(father, edge);
            self.tree.put_back(father);
            return Ok(BackwardStep::Going);
        }
        self.regions.find(reduced.map(), self.position.occupied());
        let home = self.is_home(reduced);
        if m.connectivity > 1 && !home && !self.is_replayable(reduced, &m) {
            self.tree.strike(father, edge);
            self.tree.put_back(father);
            return Ok(BackwardStep::Going);
        }
        let (hash, score) = (self.tree.child_hash(edge), self.tree.child_score(edge));
        let origin = Some((father, edge));
        let index = self.expand(reduced, perimeter, origin, bases, (hash, score), budget)?;
        self.tree.put_back(father);
        if self.position.n_boxes() == 0 || home {
            return Ok(BackwardStep::Over);
        }
        if self.tree.edges(index).next().is_none() {
            self.tree.kill_expansion(index);
        }
        Ok(BackwardStep::Going)
    }

    /// Whether all boxes are on start squares and the player is where it starts.
    fn is_home(&self, reduced: &ReducedBoard) -> bool {
        let zone = |square| self.regions.of(square);
        self.position.boxes().iter().all(|&square| reduced.starts().contains(square))
            && zone(reduced.player()) == zone(self.position.player)
    }

    /// Whether the forward search could make this move in reverse: no PI-corral forbids it.
    fn is_replayable(&mut self, reduced: &ReducedBoard, m: &MacroMove) -> bool {
        let Self { movable, position, regions, rules, .. } = self;
        movable.fix(reduced, position, regions, None, *rules);
        !movable.find_corral(reduced, position, regions, *rules)
            || !m.removed && movable.allows(m.to)
    }

    /// Bytes of the tree and what is kept beside it.
    pub(super) fn bytes(&self) -> u64 {
        let bases = self.bases.first().map_or(0, |bases| bases.words().len() * 8 + HEAP_BLOCK);
        self.tree.bytes() + (self.bases.len() * bases + self.bases.capacity() * 24) as u64
    }

    /// The plan of the best position found.
    pub(super) fn plan(&self, reduced: &ReducedBoard) -> PackingPlan {
        self.plan_of(reduced, self.tree.best())
    }

    /// The plan of a position.
    pub(super) fn plan_of(&self, reduced: &ReducedBoard, index: u32) -> PackingPlan {
        if index == NONE {
            return PackingPlan::new(reduced, reduced.analysis().start.boxes(), &[]);
        }
        let pull = |m: MacroMove| Pull { from: m.from, to: m.to, removed: m.removed };
        let path: Vec<Pull> = self.tree.steps(index).into_iter().map(pull).collect();
        let boxes: Vec<Square> = self.tree.boxes(index).collect();
        PackingPlan::new(reduced, &boxes, &path)
    }
}
