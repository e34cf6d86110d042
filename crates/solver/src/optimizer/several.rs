//! Improves a solution with the help of solutions by other plans.
//!
//! Rerouting boxes keeps the plan of a solution: which part of the board is cleared first, through which
//! door the boxes go, in which order goals are filled. On a hard level one plan may need a third
//! more pushes than another, and no rerouting closes that gap. So other engines are asked for a
//! solution, and FESS for as many as its share of the time allows, each with another [view of the
//! board](plans). Every solution is shortened a little, box by box, which is enough to rank the
//! plans. The best get the first rounds of the [schedule](super::schedule). Then, again and again,
//! another ending of the best solution is searched from a random position on it:
//!
//! ```text
//! start ─────────●─────────────── solved      the best so far
//!                 ╲_____________ solved      another end, shortened and kept if it is better
//! ```
//!
//! Finally the best two are shortened until nothing more is gained, the neighbourhood of all is
//! searched for a shorter way, and the best is stirred.

use std::time::Duration;

use ground::analysis::Analysis;
use ground::config::Engine;
use ground::heuristic::Bound;
use ground::kernel::Map;
use ground::technique::TechniqueSet;
use search::Random;
use search::{Budget, Metric};
use sokoban::{Board, Push};

use super::line::Line;
use super::merge;
use super::plans;
use super::schedule::Schedule;
use super::window::Walks;
use crate::engine::optimal::fewest_of_other;

/// Engines with a plan of their own, beside FESS, which has many.
const ENGINES: [Engine; 5] =
    [Engine::Phase, Engine::RollingStone, Engine::Imagined, Engine::Pull, Engine::Push];

/// Shares of the budget, as 1/N: for the given solution at first, for every other engine, for all
/// plans of FESS, and for each of the best.
const GIVEN_PART: u32 = 16;
const ENGINE_PART: u32 = 32;
const PLANS_PART: u32 = 4;
const ROUNDS_PART: u32 = 24;

/// Shares of the rest, as 1/N: for the search for other endings; of what is left then, for each of
/// the best two; then for the neighbourhood of all.
const ENDS_PART: u32 = 3;
const BEST_PART: u32 = 3;

/// Nodes of FESS for a plan; they double each time this many attempts in a row have failed.
const PLAN_NODES: u64 = 4_000;
const MOST_FAILED: u32 = 4;

/// Solutions that are shortened for a while before the best of them is chosen.
const CHOSEN: usize = 6;

/// Engines asked for another end, and the nodes each may take.
const ENDERS: [Engine; 3] = [Engine::Phase, Engine::Push, Engine::RollingStone];
const END_NODES: u64 = 5_000;

/// Numbers of the attempts of FESS with one seed.
const MOST_ATTEMPTS: usize = 1 << 20;

/// Tries without a gain before that is given up, for each push of the best solution.
const PATIENCE: usize = 4;

/// Before it is shortened, a new ending may be longer than the old one by 1/N of it.
const LONGER: usize = 4;

/// An ending that is still longer by more than 1/N after its boxes have been shortened one by one
/// is dropped.
const HARDLY_LONGER: usize = 20;

/// With less time than this, or fewer nodes, the others would hardly find anything in their parts: with
/// about a second each, 39 levels of XSokoban came out half a per cent longer than without them.
const LEAST_TIME: Duration = Duration::from_secs(3);
const LEAST_NODES: u64 = 20_000;

/// Nodes of a part where the budget has no limit.
const MOST_NODES: u64 = 100_000;

/// Solutions kept for their neighbourhood.
const MOST_LINES: usize = 12;

/// Solutions of one level, the best first.
pub(super) struct Several<'a> {
    board: &'a Board,
    map: &'a Map,
    walks: Walks,
    goal: Metric,
    lines: Vec<Line>,
    /// The random seed of FESS.
    seed: u64,
    /// A lower bound on pushes: a solution that reaches it cannot be improved in pushes. There is
    /// no such bound on moves.
    least: usize,
}

impl<'a> Several<'a> {
    /// Begins with these solutions, of which there must be one.
    pub(super) fn new(
        board: &'a Board,
        map: &'a Map,
        goal: Metric,
        lines: Vec<Line>,
    ) -> Several<'a> {
        let walks = Walks::new(map);
        let mut several = Several { board, map, walks, goal, lines, seed: 0, least: 0 };
        several.sort();
        several
    }

    /// The same with another seed, and without the other engines, whose answers would not change.
    pub(super) fn again(self, seed: u64) -> Several<'a> {
        Several { seed, ..self }
    }

    /// Makes the best solution of them that the budget allows.
    pub(super) fn improve(mut self, budget: &mut Budget) -> Line {
        self.least = self.least(budget);
        let parts = Parts::of(budget);
        if parts.are_worth_it() {
            let mut slice = parts.slice(budget, GIVEN_PART);
            self.shorten(0, |it, slice| it.first_rounds(slice), &mut slice, budget);
            for engine in ENGINES {
                if self.seed > 0 || self.is_least() || budget.look().is_err() {
                    break;
                }
                self.ask(engine, &parts, budget);
            }
            let mut slice = parts.slice(budget, PLANS_PART);
            self.plan(&mut slice);
            budget.charge(&slice);
            for i in 0..self.lines.len().min(CHOSEN) {
                let mut slice = parts.slice(budget, ROUNDS_PART);
                self.shorten(i, |it, slice| it.first_rounds(slice), &mut slice, budget);
            }
            self.sort();
            let mut slice = Parts::of(budget).slice(budget, ENDS_PART);
            self.end_otherwise(&mut slice);
            budget.charge(&slice);
        }
        let parts = Parts::of(budget);
        let part = if self.lines.len() == 1 { 1 } else { BEST_PART };
        for i in 0..self.lines.len().min(2) {
            self.shorten(i, |it, slice| it.run(slice), &mut parts.slice(budget, part), budget);
        }
        self.sort();
        if self.goal == Metric::Pushes && !self.is_least() {
            let mut slice = Parts::of(budget).slice(budget, BEST_PART);
            merge(self.board, self.map, &mut self.lines, &mut slice);
            budget.charge(&slice);
        }
        let best = self.lines.swap_remove(0);
        if best.len() <= self.least {
            return self.with_fewest_moves(best, budget);
        }
        let mut schedule =
            Schedule::new(self.board, self.map, &self.walks, best, self.goal, budget);
        schedule.stir(budget);
        schedule.into_line()
    }

    /// Of solutions with as few pushes as this one, which has the fewest, one with the fewest moves, if half
    /// of the rest of the budget is enough for an exact search; else what windows gain.
    fn with_fewest_moves(&self, best: Line, budget: &mut Budget) -> Line {
        let mut slice = Parts::of(budget).slice(budget, 2);
        let exact = fewest_of_other(self.board, &best.pushes, Metric::Pushes, &mut slice);
        budget.charge(&slice);
        if let Some(line) = exact.and_then(|pushes| Line::new(self.board, self.map, pushes)) {
            return line;
        }
        let mut schedule =
            Schedule::new(self.board, self.map, &self.walks, best, self.goal, budget);
        schedule.run(budget);
        schedule.into_line()
    }

    /// Whether the best solution cannot be beaten.
    fn is_least(&self) -> bool {
        self.lines[0].len() <= self.least
    }

    /// The bound of the start, if pushes count.
    fn least(&self, budget: &mut Budget) -> usize {
        if self.goal != Metric::Pushes {
            return 0;
        }
        let Ok(analysis) = Analysis::new(self.board, budget) else { return 0 };
        let mut bound = Bound::new(&analysis, TechniqueSet::defaults());
        bound.load(&analysis, &analysis.start).map_or(0, |least| least as usize)
    }

    /// Shortens one of the solutions, as `how` says.
    fn shorten(
        &mut self,
        at: usize,
        how: impl Fn(&mut Schedule, &mut Budget),
        slice: &mut Budget,
        budget: &mut Budget,
    ) {
        let line = self.lines[at].clone();
        let Several { board, map, walks, goal, .. } = self;
        let mut schedule = Schedule::new(board, map, walks, line, *goal, slice);
        how(&mut schedule, slice);
        budget.charge(slice);
        self.lines[at] = schedule.into_line();
    }

    /// The best first, each once.
    fn sort(&mut self) {
        self.lines.sort_by_key(|line| line.cost(self.goal));
        self.lines.dedup_by(|a, b| a.pushes == b.pushes);
    }

    /// Adds an engine's solution, if it finds a new one.
    fn ask(&mut self, engine: Engine, parts: &Parts, budget: &mut Budget) {
        let mut slice = parts.slice(budget, ENGINE_PART);
        if let Some(pushes) = plans::by_engine(self.board, engine, &mut slice, budget) {
            self.take(pushes, &mut parts.slice(budget, ENGINE_PART), budget);
        }
    }

    /// Asks FESS for one plan after the other.
    fn plan(&mut self, slice: &mut Budget) {
        let (mut attempt, mut failed, mut nodes) = (0, 0, PLAN_NODES);
        // Where a solution is short there is little to plan.
        let most = (PATIENCE * self.lines[0].len()) as u64;
        while !self.is_least() && attempt < most && slice.tick().is_ok() {
            attempt += 1;
            let chances = self.seed.wrapping_mul(MOST_ATTEMPTS as u64).wrapping_add(attempt);
            match plans::by_fess(self.board, chances, nodes, slice) {
                Some(pushes) => {
                    self.take(pushes, &mut slice.slice(None, None), slice);
                    failed = 0;
                }
                None => failed += 1,
            }
            if failed == MOST_FAILED {
                (failed, nodes) = (0, nodes.saturating_mul(2));
            }
        }
    }

    /// Keeps a solution, shortened a little, if it is among the best.
    fn take(&mut self, pushes: Vec<Push>, slice: &mut Budget, budget: &mut Budget) {
        let Some(line) = Line::new(self.board, self.map, pushes) else { return };
        let mut schedule = Schedule::new(self.board, self.map, &self.walks, line, self.goal, slice);
        schedule.one_by_one(slice);
        budget.charge(slice);
        self.lines.push(schedule.into_line());
        self.sort();
        self.lines.truncate(MOST_LINES);
    }

    /// Looks for other ends of the best solution.
    fn end_otherwise(&mut self, slice: &mut Budget) {
        let mut random = Random::new(self.seed, 1);
        let mut tries = 0;
        while !self.is_least() && tries < PATIENCE * self.lines[0].len() && slice.tick().is_ok() {
            tries += 1;
            let best = &self.lines[0];
            let at = random.below(best.len());
            let board = self.board.starting_with(best.state(self.map, at));
            let (before, after) = best.pushes.split_at(at);
            let end = match ENDERS.get(random.below(2 * ENDERS.len())) {
                Some(&engine) => {
                    plans::by_engine(&board, engine, &mut slice.slice(Some(END_NODES), None), slice)
                }
                None => {
                    let attempt = random.below(MOST_ATTEMPTS) as u64;
                    plans::by_fess(&board, attempt, END_NODES, slice)
                }
            };
            let Some(end) = end else { continue };
            if end.len() > after.len() + after.len() / LONGER || end == after {
                continue;
            }
            let pushes = [before, &end].concat();
            let Some(line) = Line::new(self.board, self.map, pushes) else { continue };
            let mut schedule =
                Schedule::new(self.board, self.map, &self.walks, line, self.goal, slice);
            schedule.one_by_one(slice);
            let [now, least] = [&schedule.line, best].map(|line| line.cost(self.goal).0);
            if now <= least + least / HARDLY_LONGER {
                schedule.first_rounds(slice);
            }
            let line = schedule.into_line();
            if line.cost(self.goal) < self.lines[0].cost(self.goal) {
                self.lines.insert(0, line);
                self.lines.truncate(MOST_LINES);
                tries = 0;
            }
        }
    }
}

/// A budget to be given away in parts.
pub(super) struct Parts {
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl Parts {
    pub(super) fn of(budget: &Budget) -> Parts {
        let used = budget.nodes();
        Parts {
            time: budget.time_left(),
            nodes: budget.limits().nodes.map(|nodes| nodes.saturating_sub(used)),
        }
    }

    /// Whether other engines may find something in their parts.
    pub(super) fn are_worth_it(&self) -> bool {
        self.time.is_none_or(|time| time >= LEAST_TIME)
            && self.nodes.is_none_or(|nodes| nodes >= LEAST_NODES)
    }

    /// One part in `parts`.
    fn slice(&self, budget: &Budget, parts: u32) -> Budget {
        let nodes = match (self.nodes, self.time) {
            (None, None) if parts > 1 => Some(MOST_NODES),
            (nodes, _) => nodes.map(|nodes| nodes / u64::from(parts)),
        };
        budget.slice(nodes, self.time.map(|time| time / parts))
    }
}

#[cfg(test)]
mod tests {
    use oracle::crowded_boards;

    use super::*;
    use crate::optimizer::tests::found;

    /// The fewest pushes are no reason to stop when moves count.
    #[test]
    fn only_pushes_can_be_known_to_be_the_fewest() {
        let board = oracle::board(&["######", "#@$ .#", "######"]);
        let map = Map::new(&board);
        let line = Line::new(&board, &map, found(&board, Engine::Push, None).unwrap()).unwrap();
        let least = |goal| {
            Several::new(&board, &map, goal, vec![line.clone()]).least(&mut Budget::unlimited())
        };
        assert_eq!([Metric::Pushes, Metric::Moves].map(least), [2, 0]);
    }

    /// Other engines have other solutions, all of them are solutions, and the best comes first.
    #[test]
    fn other_solutions_and_other_ends_stand_behind_the_best() {
        let mut asked = 0;
        for board in crowded_boards(61, 300) {
            let Some(pushes) = found(&board, Engine::Push, None) else { continue };
            let mut budget = Budget::unlimited();
            let map = Map::new(&board);
            let given = Line::new(&board, &map, pushes).unwrap();
            if given.len() == 0 {
                continue;
            }
            let mut several = Several::new(&board, &map, Metric::Pushes, vec![given.clone()]);
            let parts = Parts::of(&budget);
            for engine in ENGINES {
                several.ask(engine, &parts, &mut budget);
            }
            asked += several.lines.len() - 1;
            several.end_otherwise(&mut budget.slice(Some(2_000), None));
            let costs: Vec<_> = several.lines.iter().map(|it| it.cost(Metric::Pushes)).collect();
            assert!(costs.is_sorted() && costs[0] <= given.cost(Metric::Pushes), "{costs:?}");
            let solves = |it: &Line| Line::new(&board, &map, it.pushes.clone()).is_some();
            assert!(several.lines.iter().all(solves));
        }
        assert!(asked > 5, "{asked} other solutions");
    }
}
