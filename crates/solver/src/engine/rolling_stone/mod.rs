//! Rolling Stone: IDA* in pushes, with every technique of that program a switch of its own.
//!
//! One iteration is a depth-first search that leaves out positions whose pushes so far and bound
//! together exceed a threshold; the next iteration has the least excess met as its threshold (Korf
//! 1985). What makes it strong is in the other files, one technique each:
//!
//! | file | technique |
//! |---|---|
//! | [`bound`] | assignment of boxes to goals, the player's side, entrances |
//! | [`dynamic`] | distances with fixed boxes as walls |
//! | [`linear_conflicts`] | boxes that must leave their line for each other |
//! | [`transposition`] | positions searched already |
//! | [`order`] | which push is tried first |
//! | [`tunnels`] | pushes through tunnels as one |
//! | [`filling_order`], [`goal_macros`] | boxes brought to the next goal by one move, and cuts |
//! | [`relevance`] | moves that have to do with the last ones |
//! | [`iterations`] | thresholds and the log |
//! | [`restarts`] | another attempt after a while |
//! | [`patterns`] | small sets of boxes that are lost or cost more, found on the way |
//!
//! With techniques that keep the fewest pushes only, the first solution is one with the fewest
//! pushes, and an iteration without any excess proves that there is no solution.
//!
//! The stack is explicit, so the search can stop anywhere and resume there. Every position made on
//! the board counts as a node.
//!
//! Source: Junghanns and Schaeffer, Rolling Stone, 1997 to 2001; SokoKids section 5.

mod bound;
mod dynamic;
mod examined;
mod filling_order;
mod goal_macros;
mod iterations;
mod linear_conflicts;
mod moves;
mod order;
mod patterns;
mod relevance;
mod restarts;
#[cfg(test)]
mod tests;
mod transposition;
mod tunnels;

use search::{Budget, Goal, Outcome, Progress, Stats, Stop};
use sokoban::{Dir, Push, Square};

use self::bound::LowerBound;
use self::dynamic::Dynamic;
pub use self::examined::Examined;
use ground::analysis::Analysis;
use ground::claim;
use ground::config::Engine;
use ground::kernel::{Memory, Packer, Position, Reach};
use ground::run::{End, Pruning, Stepwise};
use ground::technique::{Technique, TechniqueSet};

use self::iterations::Iterations;
use self::moves::{Context, Move, MoveMaker};
use self::patterns::{PatternSearch, PatternStore};
use self::relevance::PAST;
use self::restarts::{Attempt, Restarts};
use self::transposition::{Known, Transposition};

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Pushes so far, and the bound on those to come.
    g: u32,
    h: u32,
    /// The move that led here, to be taken back, and where the player was before it.
    from: Square,
    to: Square,
    player: Square,
    /// Where its moves begin in the list of all moves of the path, and which is next.
    first: usize,
    next: usize,
    /// Pushes on the trail before the move.
    trail: usize,
    /// Pushes of goal macros before its moves were made.
    paths: usize,
}

/// The search at work.
pub(crate) struct RollingStone<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    position: Position,
    bound: LowerBound,
    dynamic: Option<Dynamic>,
    table: Option<Transposition>,
    pruning: Pruning<'a>,
    patterns: Option<(PatternSearch, PatternStore)>,
    maker: MoveMaker,
    restarts: Restarts,
    /// Where the last boxes moved have ended.
    past: Vec<Square>,
    reach: Reach,
    stack: Vec<Frame>,
    /// The pushes that led to the position.
    trail: Vec<Push>,
    attempt: Attempt,
    iterations: Iterations,
    answer: Option<Outcome<Vec<Push>>>,
    stats: Stats,
    /// Positions made on the board.
    nodes: u64,
}

impl<'a> RollingStone<'a> {
    /// A search from the start of the board. Asked for the fewest pushes, it leaves out what does
    /// not keep them.
    pub(crate) fn new(
        analysis: &'a Analysis,
        goal: Option<Goal>,
        techniques: TechniqueSet,
        seed: u64,
        mut memory: Memory,
    ) -> Result<RollingStone<'a>, Stop> {
        let techniques = techniques.and(TechniqueSet::read_by(Engine::RollingStone, goal));
        let Analysis { map, start, .. } = analysis;
        let pruning = Pruning::within(analysis, techniques, &mut memory)?;
        let packer = Packer::new(map, analysis.live.iter());
        let holds = start.boxes().iter().all(|&square| packer.holds(square));
        let table = techniques.has(Technique::Transposition);
        let mut search = RollingStone {
            analysis,
            techniques,
            position: start.clone(),
            bound: LowerBound::new(analysis, techniques),
            dynamic: techniques.has(Technique::DynamicDistances).then(|| Dynamic::new(memory)),
            table: (table && holds).then(|| Transposition::new(packer, memory)),
            pruning,
            patterns: techniques.has(Technique::PatternSearch).then(|| {
                let on = |technique| techniques.has(technique);
                let penalties = on(Technique::PatternPenalties);
                let search = PatternSearch::new(analysis, penalties, memory);
                (search, PatternStore::new(map, on(Technique::Overestimation)))
            }),
            maker: MoveMaker::new(analysis, techniques, seed),
            restarts: Restarts::new(techniques.has(Technique::RandomRestarts), seed),
            past: Vec::new(),
            reach: Reach::new(map),
            stack: Vec::new(),
            trail: Vec::new(),
            attempt: Restarts::first(),
            iterations: Iterations::default(),
            answer: None,
            stats: Stats::default(),
            nodes: 0,
        };
        match search.bound.root(analysis).filter(|_| holds) {
            _ if start.is_solved(map) => search.answer = Some(Outcome::Solved(Vec::new())),
            Some(h) => search.set_thresholds(h),
            None => search.answer = Some(claim::refuted()),
        }
        Ok(search)
    }

    /// Sets the thresholds of the first iterations, for a start with this bound.
    fn set_thresholds(&mut self, h: u32) {
        let overestimates = self.techniques.has(Technique::Overestimation);
        let weights = Restarts::weights().map(|it| if overestimates { it } else { 8 });
        self.iterations.hurries = overestimates;
        self.iterations.set(h, weights.map(|weight| h * weight / 8));
    }

    /// A bound with the weight of this attempt.
    #[inline]
    fn weighted(&self, h: u32) -> u32 {
        match self.techniques.has(Technique::Overestimation) {
            true => h * self.attempt.weight / 8,
            false => h,
        }
    }

    /// Begins the next iteration with the least excess of the last one; `Err` if there was none.
    fn begin_iteration(&mut self) -> Result<(), End> {
        let h = self.bound.root(self.analysis).expect("the start has a bound");
        if self.iterations.end(&self.attempt) {
            self.restarts.go_on(self.all_nodes());
        }
        let late = self.techniques.has(Technique::LateOrder);
        self.maker.ordering = !late || self.iterations.came_near();
        if !self.iterations.begin(&self.attempt) {
            if !self.maker.stop_cutting() {
                return Err(End::Answer(claim::exhausted(self.techniques.keeps())));
            }
            self.set_thresholds(h);
            if let Some(table) = &mut self.table {
                table.forget_searches();
            }
            self.iterations.begin(&self.attempt);
        }
        let (player, wall) = (self.position.player, self.analysis.map.wall());
        let root =
            Frame { g: 0, h, from: wall, to: wall, player, first: 0, next: 0, trail: 0, paths: 0 };
        if let Some(table) = &mut self.table {
            let zone = self.reach.name(&self.analysis.map, self.position.occupied(), player);
            table.meet(&self.analysis.map, &self.position, zone, self.iterations.threshold);
        }
        self.stack.push(root);
        self.expand();
        Ok(())
    }

    /// Positions made on the board by the search and by pattern searches.
    fn all_nodes(&self) -> u64 {
        self.nodes + self.patterns.as_ref().map_or(0, |(search, _)| search.nodes)
    }

    /// Drops the path for another attempt.
    fn restart(&mut self, attempt: Attempt) {
        let map = &self.analysis.map;
        while !self.stack.is_empty() {
            if let Some(table) = &mut self.table {
                let zone = self.reach.name(map, self.position.occupied(), self.position.player);
                table.forget(map, &self.position, zone);
            }
            self.leave();
        }
        self.iterations.give_up();
        self.attempt = attempt;
        if let Some(table) = &mut self.table {
            table.set_kind(attempt.kind);
        }
    }

    /// The next move on the path that is within the threshold; frames without one are left.
    fn next_move(&mut self) -> Option<Move> {
        while let Some(frame) = self.stack.last_mut() {
            let Some(&found) = self.maker.moves.get(frame.next) else {
                self.leave();
                continue;
            };
            frame.next += 1;
            let g = frame.g + u32::from(found.cost);
            if self.iterations.admits(g + self.weighted(found.h)) {
                return Some(found);
            }
        }
        None
    }

    /// Makes a move and looks at the position it leads to.
    fn try_move(&mut self, found: Move, slice: &mut Budget) -> Result<(), End> {
        let g = self.stack.last().map_or(0, |frame| frame.g) + u32::from(found.cost);
        self.enter(found, g);
        let map = &self.analysis.map;
        let left = self.iterations.threshold - g;
        let zone = self.reach.name(map, self.position.occupied(), self.position.player);
        let known = self.table.as_mut().map(|table| table.meet(map, &self.position, zone, left));
        if known == Some(Known::Searched) {
            self.stats.duplicates_closed += 1;
            self.leave();
            return Ok(());
        }
        let player = self.position.player;
        if self.pruning.refuses(&self.position, found.to, player) {
            self.stats.dead_ends += 1;
            self.leave();
            return Ok(());
        }
        let looked = known == Some(Known::New { patterns: true });
        if !self.pays(g, found, zone, looked, slice) {
            self.leave();
            return Ok(());
        }
        self.iterations.meet(found.h);
        if found.h == 0 && self.position.is_solved(map) {
            return Err(End::Answer(Outcome::Solved(self.trail.clone())));
        }
        self.expand();
        Ok(())
    }

    /// Whether the position at hand stays within the threshold with its patterns, which are
    /// searched for when due.
    fn pays(
        &mut self,
        g: u32,
        found: Move,
        zone: Square,
        looked: bool,
        slice: &mut Budget,
    ) -> bool {
        let map = &self.analysis.map;
        for again in [false, true] {
            let Some((_, store)) = &mut self.patterns else { return true };
            let Some(penalty) = store.penalty(map, &self.position) else {
                self.stats.dead_ends += 1;
                return false;
            };
            if !self.iterations.admits(g + self.weighted(found.h + penalty)) {
                return false;
            }
            let Some((search, store)) = &mut self.patterns else { return true };
            if again || looked || !search.is_affordable(self.nodes) {
                return true;
            }
            self.reach.flood(map, self.position.occupied(), self.position.player);
            let dir = Dir::ALL.into_iter().find(|&dir| map.next(found.to, dir) == found.player);
            let dir = dir.expect("the player stands beside the box").opposite();
            if !PatternSearch::is_due(self.analysis, &self.reach, found.to, dir) {
                return true;
            }
            let new = search.search(self.analysis, &self.position, found.to, store, slice);
            if let Some(table) = &mut self.table {
                table.note_search(map, &self.position, zone);
            }
            if !new {
                return true;
            }
        }
        true
    }

    /// Makes a move on the board.
    fn enter(&mut self, found: Move, g: u32) {
        let map = &self.analysis.map;
        let Move { from, to, player, h, .. } = found;
        let frame = Frame {
            g,
            h,
            from,
            to,
            player: self.position.player,
            first: self.maker.moves.len(),
            next: self.maker.moves.len(),
            trail: self.trail.len(),
            paths: self.maker.paths.len(),
        };
        self.maker.write_pushes(map, &found, &mut self.trail);
        self.position.move_box(map, from, to);
        self.position.player = player;
        let depth = self.stack.len() - 1;
        self.bound.enter(self.analysis, depth, &self.position, from, to, frame.player);
        self.stack.push(frame);
    }

    /// Takes the last move of the path back.
    fn leave(&mut self) {
        let frame = self.stack.pop().expect("a frame is left only while there is one");
        self.maker.truncate(frame.first, frame.paths);
        if !self.stack.is_empty() {
            self.position.move_box(&self.analysis.map, frame.to, frame.from);
            self.position.player = frame.player;
            self.trail.truncate(frame.trail);
        }
    }

    /// Finds the moves of the position at hand.
    fn expand(&mut self) {
        self.stats.expanded += 1;
        if self.pruning.is_lost(&self.position) {
            // It has no moves and is left in the next step.
            self.stats.dead_ends += 1;
            return;
        }
        if !self.leaves_room() {
            return;
        }
        let depth = self.stack.len() - 1;
        let past = self.stack[1..].iter().rev().take(PAST);
        self.past.clear();
        self.past.extend(past.map(|frame| frame.to));
        let context = Context {
            past: &self.past,
            corral: self.pruning.pushes(&self.position),
            restarts: &mut self.restarts,
            attempt: self.attempt,
        };
        let (analysis, position, h) = (self.analysis, &mut self.position, self.stack[depth].h);
        let made = self.maker.make(analysis, &mut self.bound, depth, position, h, context);
        self.stats.generated += made;
    }

    /// Whether the position at hand, which is about to be expanded, is within the threshold with its
    /// fixed boxes as walls.
    fn leaves_room(&mut self) -> bool {
        let Some(dynamic) = &mut self.dynamic else { return true };
        let Some(frame) = self.stack.last().copied() else { return true };
        match dynamic.bound(self.analysis, self.pruning.walls(), &self.position) {
            Some(h) => {
                let f = frame.g + self.weighted(h);
                self.iterations.admits(f)
            }
            None => {
                self.stats.dead_ends += 1;
                false
            }
        }
    }
}

impl Stepwise for RollingStone<'_> {
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>> {
        &mut self.answer
    }

    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        self.pruning.prepare(self.stats.expanded, slice)
    }

    /// Makes one position on the board.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End> {
        if let Some(attempt) = self.restarts.next(self.all_nodes()) {
            self.restart(attempt);
        }
        loop {
            if let Some(found) = self.next_move() {
                self.nodes += 1;
                self.iterations.count_node();
                return self.try_move(found, slice);
            }
            self.begin_iteration()?;
        }
    }

    fn report(&mut self, progress: &mut Progress) {
        progress.depth = self.iterations.threshold;
    }

    fn expanded(&self) -> u64 {
        self.stats.expanded + self.patterns.as_ref().map_or(0, |(search, _)| search.nodes)
    }

    fn counters(&self) -> Stats {
        let mut stats = Stats { expanded: self.expanded(), ..self.stats.clone() };
        stats.evaluations = self.bound.assignments;
        stats.table_bytes = self.table.as_ref().map_or(0, Transposition::bytes);
        stats.iterations = self.iterations.count;
        stats.rounds.clone_from(&self.iterations.log);
        stats.extra = vec![("threshold", u64::from(self.iterations.threshold))];
        stats.extra.push(("restarts", self.restarts.count()));
        if let Some((search, store)) = &self.patterns {
            stats.extra.push(("pattern-nodes", search.nodes));
            stats.extra.push(("patterns", store.len() as u64));
        }
        stats
    }
}
