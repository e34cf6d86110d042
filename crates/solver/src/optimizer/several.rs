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
//!
//! With several threads, as many of these jobs are done [side by side](super::team) as there are threads: engines, plans,
//! ends, and solutions to shorten. The best is then stirred by all, each with other random numbers.

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
use super::team::side_by_side;
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
    threads: usize,
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
        let (seed, threads, least) = (0, 1, 0);
        let mut several = Several { board, map, walks, goal, lines, seed, threads, least };
        several.sort();
        several
    }

    /// The same with another seed, and without the other engines, whose answers would not change.
    pub(super) fn again(self, seed: u64) -> Several<'a> {
        Several { seed, ..self }
    }

    /// The same on so many threads.
    pub(super) fn on_threads(self, threads: usize) -> Several<'a> {
        Several { threads: threads.max(1), ..self }
    }

    /// Makes the best solution of them that the budget allows.
    pub(super) fn improve(mut self, budget: &mut Budget) -> Line {
        self.least = self.least(budget);
        let parts = Parts::of(budget);
        if parts.are_worth_it() {
            self.shorten(1, (&parts, GIVEN_PART), |it, slice| it.first_rounds(slice), budget);
            for engines in ENGINES.chunks(self.threads) {
                if self.seed > 0 || self.is_least() || budget.look().is_err() {
                    break;
                }
                self.ask(engines, &parts, budget);
            }
            let mut slice = parts.slice(budget, PLANS_PART);
            self.plan(&mut slice);
            budget.charge(&slice);
            self.shorten(CHOSEN, (&parts, ROUNDS_PART), |it, slice| it.first_rounds(slice), budget);
            self.sort();
            let mut slice = Parts::of(budget).slice(budget, ENDS_PART);
            self.end_otherwise(&mut slice);
            budget.charge(&slice);
        }
        let part = if self.lines.len() == 1 { 1 } else { BEST_PART };
        self.shorten(2, (&Parts::of(budget), part), |it, slice| it.run(slice), budget);
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
        let slices = vec![budget.slice(None, None); self.threads];
        let stirred = side_by_side(slices, budget, |i, slice| {
            self.shortened(best.clone(), |it, slice| it.stir(i as u64, slice), slice)
        });
        let stirred = stirred.into_iter().min_by_key(|line| line.cost(self.goal));
        stirred.expect("there is a thread")
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

    /// Shortens a solution, as `how` says.
    fn shortened(
        &self,
        line: Line,
        how: impl Fn(&mut Schedule<'_>, &mut Budget),
        slice: &mut Budget,
    ) -> Line {
        let Several { board, map, walks, goal, .. } = self;
        let mut schedule = Schedule::new(board, map, walks, line, *goal, slice);
        how(&mut schedule, slice);
        schedule.into_line()
    }

    /// Shortens the first solutions, each with a part of the budget.
    fn shorten(
        &mut self,
        count: usize,
        (parts, part): (&Parts, u32),
        how: impl Fn(&mut Schedule<'_>, &mut Budget) + Sync,
        budget: &mut Budget,
    ) {
        let count = count.min(self.lines.len());
        for from in (0..count).step_by(self.threads) {
            let some = from..count.min(from + self.threads);
            let slices = some.clone().map(|_| parts.slice(budget, part)).collect();
            let shorter = side_by_side(slices, budget, |i, slice| {
                self.shortened(self.lines[from + i].clone(), &how, slice)
            });
            self.lines.splice(some, shorter);
        }
    }

    /// The best first, each once.
    fn sort(&mut self) {
        self.lines.sort_by_key(|line| line.cost(self.goal));
        self.lines.dedup_by(|a, b| a.pushes == b.pushes);
    }

    /// Adds the solutions of engines, if they find new ones.
    fn ask(&mut self, engines: &[Engine], parts: &Parts, budget: &mut Budget) {
        let slices = vec![budget.slice(None, None); engines.len()];
        let found = side_by_side(slices, budget, |i, all| {
            let mut slice = parts.slice(all, ENGINE_PART);
            let pushes = plans::by_engine(self.board, engines[i], &mut slice, all)?;
            let mut slice = parts.slice(all, ENGINE_PART);
            let line = self.little_shorter(pushes, &mut slice);
            all.charge(&slice);
            line
        });
        found.into_iter().flatten().for_each(|line| self.keep(line));
    }

    /// Asks FESS for one plan after the other.
    fn plan(&mut self, slice: &mut Budget) {
        let (mut attempt, mut failed, mut nodes) = (0, 0, PLAN_NODES);
        // Where a solution is short there is little to plan.
        let most = (PATIENCE * self.lines[0].len()) as u64;
        while !self.is_least() && attempt < most {
            let n = self.paid_for(slice);
            if n == 0 {
                break;
            }
            let first = self.seed.wrapping_mul(MOST_ATTEMPTS as u64).wrapping_add(attempt + 1);
            attempt += n as u64;
            let found = side_by_side(vec![slice.slice(None, None); n], slice, |i, slice| {
                let chances = first.wrapping_add(i as u64);
                let pushes = plans::by_fess(self.board, chances, nodes, slice)?;
                Some(self.little_shorter(pushes, slice))
            });
            for found in found {
                match found {
                    Some(line) => {
                        line.into_iter().for_each(|line| self.keep(line));
                        failed = 0;
                    }
                    None => failed += 1,
                }
                if failed == MOST_FAILED {
                    (failed, nodes) = (0, nodes.saturating_mul(2));
                }
            }
        }
    }

    /// How many jobs of one kind may begin at once.
    fn paid_for(&self, slice: &mut Budget) -> usize {
        (0..self.threads).take_while(|_| slice.tick().is_ok()).count()
    }

    /// A solution shortened a little.
    fn little_shorter(&self, pushes: Vec<Push>, slice: &mut Budget) -> Option<Line> {
        let line = Line::new(self.board, self.map, pushes)?;
        Some(self.shortened(line, |it, slice| it.one_by_one(slice), slice))
    }

    /// Keeps a solution if it is among the best.
    fn keep(&mut self, line: Line) {
        self.lines.push(line);
        self.sort();
        self.lines.truncate(MOST_LINES);
    }

    /// Looks for other ends of the best solution.
    fn end_otherwise(&mut self, slice: &mut Budget) {
        let mut random = Random::new(self.seed, 1);
        let mut tries = 0;
        while !self.is_least() && tries < PATIENCE * self.lines[0].len() {
            let n = self.paid_for(slice);
            if n == 0 {
                break;
            }
            tries += n;
            let ends: Vec<End> =
                (0..n).map(|_| End::any(self.lines[0].len(), &mut random)).collect();
            let found = side_by_side(vec![slice.slice(None, None); n], slice, |i, slice| {
                self.ended(&ends[i], slice)
            });
            for line in found.into_iter().flatten() {
                if line.cost(self.goal) < self.lines[0].cost(self.goal) {
                    self.lines.insert(0, line);
                    self.lines.truncate(MOST_LINES);
                    tries = 0;
                }
            }
        }
    }

    /// The best solution with another end, shortened, if one is found that is not much longer.
    fn ended(&self, end: &End, slice: &mut Budget) -> Option<Line> {
        let best = &self.lines[0];
        let board = self.board.starting_with(best.state(self.map, end.at));
        let (before, after) = best.pushes.split_at(end.at);
        let end = match end.by {
            Ok(engine) => {
                plans::by_engine(&board, engine, &mut slice.slice(Some(END_NODES), None), slice)
            }
            Err(attempt) => plans::by_fess(&board, attempt, END_NODES, slice),
        }?;
        if end.len() > after.len() + after.len() / LONGER || end == after {
            return None;
        }
        let line = Line::new(self.board, self.map, [before, &end].concat())?;
        let how = |schedule: &mut Schedule<'_>, slice: &mut Budget| {
            schedule.one_by_one(slice);
            let [now, least] = [&schedule.line, best].map(|line| line.cost(self.goal).0);
            if now <= least + least / HARDLY_LONGER {
                schedule.first_rounds(slice);
            }
        };
        Some(self.shortened(line, how, slice))
    }
}

/// Where another end of a solution begins, and who looks for it: an engine, or an attempt of FESS.
struct End {
    at: usize,
    by: Result<Engine, u64>,
}

impl End {
    fn any(pushes: usize, random: &mut Random) -> End {
        let at = random.below(pushes);
        let engine = ENDERS.get(random.below(2 * ENDERS.len())).copied();
        End { at, by: engine.ok_or_else(|| random.below(MOST_ATTEMPTS) as u64) }
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
            several.ask(&ENGINES, &parts, &mut budget);
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
