//! The backward search: from the filled goals by pulls, for a packing plan.

use search::{Budget, Stop};

use super::corral::PiCorral;
use super::moves::Move;
use super::perimeter::Perimeter;
use super::pulls::PullGenerator;
use super::pushes::Stops;
use super::sink::Matching;
use super::tree::{Growth, Luck, NONE, Tree};
use super::zobrist::Zobrist;
use crate::deadlock::{Closure, Local};
use crate::engine::fess::advisor::{PullContext, advise_pulls};
use crate::engine::fess::feature::{BackwardMeasure, MAX_BACKWARD_DISTANCE, Order, Score};
use crate::engine::fess::field::Field;
use crate::engine::fess::plan::{Plan, Pull};
use crate::kernel::{Bits, Zones};

/// Boxes left, connectivity, boxes on goals and rooms make a cell.
const CELL: u64 = !0 << 24;

/// What a block of the heap takes besides its contents.
const HEAP_BLOCK: usize = 16;

/// Picks in a row that find nothing, after which the search is over.
const MAX_IDLE: u32 = 10_000;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The search goes on.
    Going,
    /// The board is empty, or everything is home, or nothing is left to do.
    Over,
}

/// The backward search.
pub struct BackwardSearch {
    /// The tree.
    pub tree: Tree,
    generator: PullGenerator,
    measure: BackwardMeasure,
    matching: Matching,
    corral: PiCorral,
    stops: Stops,
    local: Local,
    closure: Closure,
    zones: Zones,
    /// Per expansion: the bases that are left.
    bases: Vec<Bits>,
    /// A child chosen when the slice was used up.
    waiting: Option<(u32, u32)>,
    moves: Vec<Move>,
    children: Vec<(Move, u64, Score, u8)>,
    scores: Vec<Score>,
    boxes: Vec<u16>,
}

impl BackwardSearch {
    /// A search from every player zone of the solved position that has a pull. With a seed, boxes
    /// are not pulled far away from goals but by chance, and some moves are free.
    pub fn new(
        field: &Field,
        zobrist: &Zobrist,
        perimeter: &mut Perimeter,
        stops: Stops,
        seed: Option<u64>,
    ) -> BackwardSearch {
        let n = field.n_squares();
        let mut search = BackwardSearch {
            tree: Tree::new(CELL, Order::Listed, true),
            generator: PullGenerator::new(field),
            measure: BackwardMeasure::new(field),
            matching: Matching::default(),
            corral: PiCorral::new(field),
            stops,
            local: Local::new(field.map()),
            closure: Closure::new(field.map()),
            zones: Zones::new(field.map()),
            bases: Vec::new(),
            waiting: None,
            moves: Vec::new(),
            children: Vec::new(),
            scores: Vec::new(),
            boxes: field.goals().numbers().collect(),
        };
        search.tree.luck = seed.map(|seed| Luck { seed, drawn: MAX_BACKWARD_DISTANCE });
        let mut occupied = field.no_boxes();
        search.boxes.iter().for_each(|&square| occupied[square as usize] = 1);
        search.zones.find_where(field.map(), |square| occupied[square.index()] == 0);
        let (zones, connectivity) = (search.zones.clone(), search.zones.count() as u16);
        let zones: Vec<u16> = (0..n as u16)
            .filter(|&square| occupied[square as usize] == 0 && zones.zone(square).0 == square)
            .collect();
        let score = search.measure.position(field, &search.boxes, connectivity).score();
        for player in zones {
            search.moves.clear();
            let bases = field.starts().clone();
            search.generator.generate(
                field,
                &search.boxes,
                &bases,
                player,
                stops,
                &mut search.moves,
            );
            if !search.moves.is_empty() {
                search.expand(field, zobrist, perimeter, None, bases, player, score);
            }
        }
        search
    }

    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        field: &Field,
        zobrist: &Zobrist,
        perimeter: &mut Perimeter,
        origin: Option<(u32, u32)>,
        bases: Bits,
        player: u16,
        score: Score,
    ) -> u32 {
        let here = score.backward();
        self.measure.position(field, &self.boxes, here.connectivity);
        self.moves.clear();
        let removals = self.generator.generate(
            field,
            &self.boxes,
            &bases,
            player,
            self.stops,
            &mut self.moves,
        );
        let used = field.starts().numbers().filter(|&start| !bases.contains(start));
        let base =
            used.fold(zobrist.boxes(&self.boxes), |hash, square| hash ^ zobrist.base(square));
        self.scores.clear();
        self.children.clear();
        for m in &self.moves {
            let score = self.measure.child(field, m.from, m.to, m.removed, m.connectivity).score();
            let gain = if m.removed { zobrist.base(m.to) } else { zobrist.a_box(m.to) };
            let hash = base ^ zobrist.a_box(m.from) ^ gain ^ zobrist.player(m.player);
            self.scores.push(score);
            self.children.push((*m, hash, score, 0));
        }
        let advice = advise_pulls(&PullContext {
            field,
            moves: &self.moves,
            scores: &self.scores,
            here,
            bases: &bases,
            removals,
            parking: self.generator.sink.parking,
        });
        for (bit, named) in advice.iter().enumerate() {
            if let Some(i) = named {
                self.children[*i].3 |= 1 << bit;
            }
        }
        let hash = base ^ zobrist.player(player);
        let index = self.tree.grow(&Growth {
            origin,
            hash,
            score,
            boxes: &self.boxes,
            player,
            corral: false,
            moves: &self.children,
        });
        if self.boxes.len() == field.start_boxes().len() {
            self.enter(perimeter, index, hash, player);
        }
        self.bases.push(bases);
        index
    }

    /// Enters the children in the perimeter: the push back is the pull reversed.
    fn enter(&self, perimeter: &mut Perimeter, index: u32, hash: u64, player: u16) {
        let depth = self.tree.path(index).len() as u32 + 1;
        for (m, child, _, _) in self.children.iter().filter(|(m, ..)| !m.removed) {
            let back = Move { from: m.to, to: m.from, player, ..*m };
            perimeter.enter(*child, back, hash, depth);
        }
    }

    /// One iteration.
    pub fn step(
        &mut self,
        field: &Field,
        zobrist: &Zobrist,
        perimeter: &mut Perimeter,
        budget: &mut Budget,
    ) -> Result<Step, Stop> {
        if self.tree.is_exhausted() || self.tree.idle >= MAX_IDLE {
            return Ok(Step::Over);
        }
        let chosen = self.waiting.take().or_else(|| self.tree.pick());
        let Some((father, edge)) = chosen else {
            budget.poll()?;
            return Ok(Step::Going);
        };
        if let Err(stop) = budget.tick() {
            // The next slice goes on with this child.
            self.waiting = chosen;
            return Err(stop);
        }
        let m = self.tree.edge(edge).step;
        let mut bases = self.bases[father as usize].clone();
        self.boxes.clear();
        self.boxes.extend(self.tree.boxes(father));
        let slot = self.boxes.iter().position(|&square| square == m.from).expect("a box");
        if m.removed {
            self.boxes.remove(slot);
            bases.remove(m.to);
        } else {
            self.boxes[slot] = m.to;
            self.boxes.sort_unstable();
        }
        let home = self.is_home(field, m.player);
        if !m.removed && !self.matching.covers(field, &self.boxes, &bases) {
            self.tree.kill(father, edge);
            self.tree.put_back(father);
            return Ok(Step::Going);
        }
        if m.connectivity > 1 && !home && !self.is_replayable(field, &m) {
            self.tree.strike(father, edge);
            self.tree.put_back(father);
            return Ok(Step::Going);
        }
        let score = self.tree.child_score(edge);
        let origin = Some((father, edge));
        let index = self.expand(field, zobrist, perimeter, origin, bases, m.player, score);
        self.tree.put_back(father);
        if self.boxes.is_empty() || home {
            return Ok(Step::Over);
        }
        if self.tree.edges(index).next().is_none() {
            self.tree.kill_expansion(index);
        }
        Ok(Step::Going)
    }

    /// Whether all boxes are on start squares and the player is where it starts.
    fn is_home(&mut self, field: &Field, player: u16) -> bool {
        if !self.boxes.iter().all(|&square| field.starts().contains(square)) {
            return false;
        }
        self.local.set(field.map(), &self.boxes, player);
        self.local.reached[field.player() as usize]
    }

    /// Whether the forward search could make this move in reverse: no PI-corral forbids it.
    fn is_replayable(&mut self, field: &Field, m: &Move) -> bool {
        self.local.set(field.map(), &self.boxes, m.player);
        self.closure.fix_all(&mut self.local, field.ground(), &self.boxes);
        !self.corral.find(&self.local, field, &self.boxes, m.player)
            || !m.removed && self.corral.allowed.binary_search(&m.to).is_ok()
    }

    /// Bytes of the tree and what is kept beside it.
    pub fn bytes(&self) -> u64 {
        let bases = self.bases.first().map_or(0, |bases| bases.words().len() * 8 + HEAP_BLOCK);
        self.tree.bytes() + (self.bases.len() * bases + self.bases.capacity() * 24) as u64
    }

    /// The plan of the best position found.
    pub fn plan(&self, field: &Field) -> Plan {
        self.plan_of(field, self.tree.best())
    }

    /// The plan of a position.
    pub fn plan_of(&self, field: &Field, index: u32) -> Plan {
        if index == NONE {
            return Plan::new(field, field.start_boxes(), &[]);
        }
        let pull = |&edge: &u32| {
            let m = self.tree.edge(edge).step;
            Pull { from: m.from, to: m.to, removed: m.removed }
        };
        let path: Vec<Pull> = self.tree.path(index).iter().map(pull).collect();
        let boxes: Vec<u16> = self.tree.boxes(index).collect();
        Plan::new(field, &boxes, &path)
    }
}
