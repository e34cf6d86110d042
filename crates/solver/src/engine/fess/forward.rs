//! The forward search: from the start position along the packing plan.

use ground::deadlock::Deadlocks;
use ground::kernel::Position;
use ground::technique::TechniqueSet;
use search::{Budget, Stop};

use super::advisor::{PushContext, advise_pushes};
use super::feature::{ForwardMeasure, MAX_FORWARD_DISTANCE, Score};
use super::moves::MacroMove;
use super::perimeter::Perimeter;
use super::plan::PackingPlan;
use super::pushes::PushGenerator;
use super::reduced_board::ReducedBoard;
use super::strategy::Strategy;
use super::tree::{Child, Growth, Luck, Tree};

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ForwardStep {
    /// A child was expanded.
    Expanded,
    /// A child was refused, or nothing was found in the cell whose turn it was.
    Nothing,
    /// The moves from the start to the solved position; the last ones may come from the perimeter.
    Solved(Vec<MacroMove>),
    /// Nothing is left.
    Exhausted,
}

/// The forward search.
pub(super) struct ForwardSearch {
    /// The tree.
    pub tree: Tree,
    generator: PushGenerator,
    measure: ForwardMeasure,
    /// The deadlock tests.
    pub deadlocks: Deadlocks,
    /// The position at hand, boxes in ascending order, the player on the lowest square of its zone.
    position: Position,
    /// The expansion and edge chosen last.
    pub chosen: Option<(u32, u32)>,
    moves: Vec<MacroMove>,
    children: Vec<Child>,
    scores: Vec<Score>,
}

impl ForwardSearch {
    /// A search from the start of the reduced board.
    pub(super) fn new(
        reduced: &ReducedBoard,
        plan: PackingPlan,
        strategy: Strategy,
        techniques: TechniqueSet,
        budget: &mut Budget,
    ) -> Result<ForwardSearch, Stop> {
        let Strategy { variant, seed, .. } = strategy;
        let mut search = ForwardSearch {
            tree: Tree::new(variant.cell.mask(), variant.order, variant.weighted),
            generator: PushGenerator::new(reduced, variant.rules.among(techniques)),
            measure: ForwardMeasure::new(reduced, plan),
            deadlocks: Deadlocks::new(reduced.analysis(), techniques),
            position: reduced.analysis().start.clone(),
            chosen: None,
            moves: Vec::new(),
            children: Vec::new(),
            scores: Vec::new(),
        };
        search.tree.find_circles = true;
        search.tree.luck = seed.map(|seed| Luck { seed, drawn: MAX_FORWARD_DISTANCE });
        search.expand_start(reduced, budget)?;
        Ok(search)
    }

    /// Expands the start, whatever the deadlock tests say about it.
    fn expand_start(&mut self, reduced: &ReducedBoard, budget: &mut Budget) -> Result<(), Stop> {
        self.is_lost(reduced);
        let regions = self.deadlocks.regions();
        self.position.player = regions.squares(regions.of(self.position.player))[0];
        let connectivity = regions.count() as u16;
        let score = self.measure.position(reduced, &self.position, connectivity).score();
        let hash = self.position.key() ^ reduced.map().player_key(self.position.player);
        self.expand(reduced, None, hash, score, budget).map(|_| ())
    }

    /// Bytes of the tree and the caches.
    pub(super) fn bytes(&self) -> u64 {
        self.tree.bytes() + self.deadlocks.bytes()
    }

    /// Expands the position at hand, which the deadlock tests have just looked at: its zones and
    /// what they know of its fixed boxes are taken from them.
    fn expand(
        &mut self,
        reduced: &ReducedBoard,
        origin: Option<(u32, u32)>,
        hash: u64,
        score: Score,
        budget: &mut Budget,
    ) -> Result<u32, Stop> {
        self.measure.turn_to(reduced, &self.position);
        self.moves.clear();
        let corral = self.generator.generate(
            reduced,
            &mut self.position,
            self.deadlocks.regions(),
            self.deadlocks.settled(),
            self.measure.plan().squares(),
            &mut self.moves,
        );
        self.measure_children(reduced, hash, budget)?;
        self.advise(reduced, score);
        Ok(self.tree.grow(&Growth {
            origin,
            hash,
            score,
            boxes: self.position.boxes(),
            corral,
            children: &self.children,
        }))
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
        debug_assert_eq!(base, self.position.key());
        self.scores.clear();
        self.children.clear();
        for i in 0..self.moves.len() {
            budget.poll()?;
            let m = self.moves[i];
            let same = i > 0 && (self.moves[i - 1].from, self.moves[i - 1].to) == (m.from, m.to);
            let score = if same {
                self.scores[i - 1]
            } else {
                self.measure.child(reduced, &mut self.position, &m).score()
            };
            let hash = base ^ map.box_key(m.from) ^ map.box_key(m.to) ^ map.player_key(m.zone);
            self.scores.push(score);
            self.children.push(Child { step: m, hash, score, advice: 0 });
        }
        Ok(())
    }

    /// Asks the advisors about the children.
    fn advise(&mut self, reduced: &ReducedBoard, score: Score) {
        let here = score.forward();
        let next = self.measure.plan().progress(self.position.occupied()).next;
        let advice = advise_pushes(&PushContext {
            reduced,
            moves: &self.moves,
            scores: &self.scores,
            here,
            next,
            zone_distance: self.measure.zone_distance(reduced, here.packed),
        });
        Child::mark(&mut self.children, &advice);
    }

    /// One iteration.
    pub(super) fn step(
        &mut self,
        reduced: &ReducedBoard,
        perimeter: &Perimeter,
        budget: &mut Budget,
    ) -> Result<ForwardStep, Stop> {
        if self.tree.is_exhausted() || self.tree.idle > 10_000 {
            return Ok(ForwardStep::Exhausted);
        }
        self.chosen = self.tree.choose(budget)?;
        let Some((father, edge)) = self.chosen else { return Ok(ForwardStep::Nothing) };
        let m = self.tree.edge(edge).step;
        m.play(reduced.map(), self.tree.boxes(father), &mut self.position);
        if self.is_lost(reduced) {
            self.tree.kill(father, edge);
            self.tree.put_back(father);
            self.tree.check_circle();
            return Ok(ForwardStep::Nothing);
        }
        let (hash, score) = (self.tree.child_hash(edge), self.tree.child_score(edge));
        let index = self.expand(reduced, Some((father, edge)), hash, score, budget)?;
        self.tree.put_back(father);
        if let Some(moves) = self.finish(reduced, perimeter, index) {
            return Ok(ForwardStep::Solved(moves));
        }
        if self.tree.edges(index).next().is_none() {
            self.tree.kill_expansion(index);
        }
        self.tree.check_circle();
        Ok(ForwardStep::Expanded)
    }

    /// Whether a deadlock test refuses the position at hand.
    fn is_lost(&mut self, reduced: &ReducedBoard) -> bool {
        self.deadlocks.when_expanded(reduced.analysis(), &self.position).is_some()
    }

    /// The moves to a solution, if a child of the expansion is solved or on the perimeter.
    fn finish(
        &self,
        reduced: &ReducedBoard,
        perimeter: &Perimeter,
        index: u32,
    ) -> Option<Vec<MacroMove>> {
        let goal = |square| usize::from(reduced.map().is_goal(square));
        let boxes = self.position.boxes();
        let on_goals: usize = boxes.iter().map(|&square| goal(square)).sum();
        self.children.iter().find_map(|child| {
            let m = child.step;
            let solved = on_goals - goal(m.from) + goal(m.to) == boxes.len();
            let rest = if solved { Some(Vec::new()) } else { perimeter.rest(child.hash) };
            let rest = rest?;
            Some(self.tree.steps(index).into_iter().chain([m]).chain(rest).collect())
        })
    }
}
