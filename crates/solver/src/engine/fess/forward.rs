//! The forward search: from the start position along the packing plan.

use search::{Budget, Stop};

use super::Strategy;
use super::moves::Move;
use super::perimeter::Perimeter;
use super::pushes::{PushGenerator, PushRules};
use super::tree::{Growth, Luck, Tree};
use super::zobrist::Zobrist;
use crate::deadlock::Deadlocks;
use crate::engine::fess::advisor::{PushContext, advise_pushes};
use crate::engine::fess::feature::{ForwardMeasure, MAX_FORWARD_DISTANCE, Order, Score};
use crate::engine::fess::field::Field;
use crate::engine::fess::plan::Plan;
use crate::kernel::{Position, Zones};
use crate::technique::{Technique, TechniqueSet};

/// What makes a cell besides the packed feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Connectivity and out of plan, as published.
    Connectivity,
    /// Connectivity, rooms and out of plan.
    Rooms,
    /// Out of plan and hotspots.
    Hotspots,
    /// Nothing.
    Packed,
}

impl Cell {
    fn mask(self) -> u64 {
        let field = |shift: u32| 1023 << shift;
        field(54)
            | match self {
                Cell::Connectivity => field(44) | field(24),
                Cell::Rooms => field(44) | field(34) | field(24),
                Cell::Hotspots => field(24) | field(14),
                Cell::Packed => 0,
            }
    }
}

/// How a forward search is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What makes a cell.
    pub cell: Cell,
    /// In which order features decide.
    pub order: Order,
    /// Whether moves no advisor named cost something.
    pub weighted: bool,
    /// The prunings of the generator.
    pub rules: PushRules,
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A child was expanded.
    Expanded,
    /// A child was refused, or nothing was found in the cell whose turn it was.
    Nothing,
    /// The edges from the start to a position that is solved, or from which the perimeter knows
    /// the rest.
    Solved(Vec<Move>),
    /// Nothing is left.
    Exhausted,
}

/// The forward search.
pub struct ForwardSearch {
    /// The tree.
    pub tree: Tree,
    generator: PushGenerator,
    measure: ForwardMeasure,
    rules: PushRules,
    /// The deadlock tests.
    pub deadlocks: Deadlocks,
    position: Position,
    /// The expansion and edge chosen last.
    pub chosen: Option<(u32, u32)>,
    /// A child chosen when the slice was used up.
    waiting: Option<(u32, u32)>,
    moves: Vec<Move>,
    children: Vec<(Move, u64, Score, u8)>,
    scores: Vec<Score>,
    boxes: Vec<u16>,
}

impl ForwardSearch {
    /// A search from the start of the field.
    pub fn new(
        field: &Field,
        zobrist: &Zobrist,
        plan: Plan,
        strategy: Strategy,
        techniques: TechniqueSet,
    ) -> ForwardSearch {
        let Strategy { variant, seed, .. } = strategy;
        let mut search = ForwardSearch {
            tree: Tree::new(variant.cell.mask(), variant.order, variant.weighted),
            generator: PushGenerator::new(field),
            measure: ForwardMeasure::new(field, plan),
            rules: variant.rules.among(techniques),
            deadlocks: Deadlocks::new(field.analysis(), techniques),
            position: field.analysis().start.clone(),
            chosen: None,
            waiting: None,
            moves: Vec::new(),
            children: Vec::new(),
            scores: Vec::new(),
            boxes: Vec::new(),
        };
        search.tree.find_circles = true;
        search.tree.luck = seed.map(|seed| Luck { seed, drawn: MAX_FORWARD_DISTANCE });
        search.generator.closure.diagonals = techniques.has(Technique::Diagonal);
        let boxes = field.start_boxes().to_vec();
        let mut occupied = field.no_boxes();
        boxes.iter().for_each(|&square| occupied[square as usize] = 1);
        let mut zones = Zones::new(field.map());
        zones.find_where(field.map(), |square| occupied[square.index()] == 0);
        let player = zones.zone(field.player()).0;
        let score = search.measure.position(field, &boxes, zones.count() as u16).score();
        search.boxes = boxes;
        search.expand(field, zobrist, None, player, score);
        search
    }

    /// Bytes of the tree and the caches.
    pub fn bytes(&self) -> u64 {
        self.tree.bytes() + self.deadlocks.bytes()
    }

    /// The plan it follows.
    pub fn plan(&self) -> &Plan {
        self.measure.plan()
    }

    /// Expands the position in `self.boxes`.
    fn expand(
        &mut self,
        field: &Field,
        zobrist: &Zobrist,
        origin: Option<(u32, u32)>,
        player: u16,
        score: Score,
    ) -> u32 {
        let here = score.forward();
        self.measure.position(field, &self.boxes, here.connectivity);
        self.moves.clear();
        let harmless = self.measure.plan().squares().clone();
        let corral = self.generator.generate(
            field,
            &self.boxes,
            player,
            self.rules,
            &harmless,
            &mut self.moves,
        );
        let base = zobrist.boxes(&self.boxes);
        self.scores.clear();
        self.children.clear();
        for i in 0..self.moves.len() {
            let m = self.moves[i];
            let same = i > 0 && (self.moves[i - 1].from, self.moves[i - 1].to) == (m.from, m.to);
            let score = if same {
                self.scores[i - 1]
            } else {
                self.measure.child(field, m.from, m.to, m.connectivity).score()
            };
            let hash =
                base ^ zobrist.a_box(m.from) ^ zobrist.a_box(m.to) ^ zobrist.player(m.player);
            self.scores.push(score);
            self.children.push((m, hash, score, 0));
        }
        let next = self.measure.next_square();
        let advice = advise_pushes(&PushContext {
            field,
            moves: &self.moves,
            scores: &self.scores,
            here,
            next,
            zone_distance: self.measure.zone_distance(field, here.packed),
        });
        for (bit, named) in advice.iter().enumerate() {
            if let Some(i) = named {
                self.children[*i].3 |= 1 << bit;
            }
        }
        self.tree.grow(&Growth {
            origin,
            hash: base ^ zobrist.player(player),
            score,
            boxes: &self.boxes,
            player,
            corral,
            moves: &self.children,
        })
    }

    /// One iteration.
    pub fn step(
        &mut self,
        field: &Field,
        zobrist: &Zobrist,
        perimeter: &Perimeter,
        budget: &mut Budget,
    ) -> Result<Step, Stop> {
        if self.tree.is_exhausted() || self.tree.idle > 10_000 {
            return Ok(Step::Exhausted);
        }
        self.chosen = self.waiting.take().or_else(|| self.tree.pick());
        let Some((father, edge)) = self.chosen else {
            budget.poll()?;
            return Ok(Step::Nothing);
        };
        if let Err(stop) = budget.tick() {
            // The next slice goes on with this child.
            self.waiting = self.chosen;
            return Err(stop);
        }
        let m = self.tree.edge(edge).step;
        self.boxes.clear();
        self.boxes.extend(self.tree.boxes(father));
        let slot = self.boxes.iter().position(|&square| square == m.from).expect("a box");
        self.boxes[slot] = m.to;
        self.boxes.sort_unstable();
        if self.is_lost(field, m.player) {
            self.tree.kill(father, edge);
            self.tree.put_back(father);
            self.tree.check_circle();
            return Ok(Step::Nothing);
        }
        let score = self.tree.child_score(edge);
        let index = self.expand(field, zobrist, Some((father, edge)), m.player, score);
        self.tree.put_back(father);
        if let Some(moves) = self.finish(field, perimeter, index) {
            return Ok(Step::Solved(moves));
        }
        if self.tree.edges(index).next().is_none() {
            self.tree.kill_expansion(index);
        }
        self.tree.check_circle();
        Ok(Step::Expanded)
    }

    /// Whether a deadlock test refuses the position in `self.boxes`.
    fn is_lost(&mut self, field: &Field, player: u16) -> bool {
        self.position.clear();
        for &square in &self.boxes {
            self.position.add_box(field.map(), square.into());
        }
        self.position.player = player.into();
        self.deadlocks.when_expanded(field.analysis(), &self.position).is_some()
    }

    /// The moves to a solution when a child of the expansion is solved or on the perimeter.
    fn finish(&self, field: &Field, perimeter: &Perimeter, index: u32) -> Option<Vec<Move>> {
        let goal = |square: u16| usize::from(field.goals().contains(square));
        let on_goals: usize = self.boxes.iter().map(|&square| goal(square)).sum();
        let first = self.tree.expansion(index).first_edge();
        for (i, edge) in self.tree.edges(index).enumerate() {
            let m = edge.step;
            let solved = on_goals - goal(m.from) + goal(m.to) == self.boxes.len();
            let rest = if solved {
                Some(Vec::new())
            } else {
                perimeter.rest(self.tree.child_hash(first + i as u32))
            };
            if let Some(rest) = rest {
                let mut moves: Vec<Move> =
                    self.tree.path(index).iter().map(|&edge| self.tree.edge(edge).step).collect();
                moves.push(m);
                moves.extend(rest);
                return Some(moves);
            }
        }
        None
    }
}
