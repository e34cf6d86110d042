//! One solution, and those of other engines beside it.
//!
//! Rerouting boxes keeps the plan of a solution: which part of the board is cleared first, through which
//! door the boxes go, in which order goals are filled. Another engine has another plan, and on a
//! hard level one plan may need a third more pushes than another, which no rerouting makes good. So, when
//! the given solution has been shortened for a while and is longer than the bound, every engine that
//! takes a plan of its own is asked for a solution, each for a short time. All are shortened. Then the
//! engines are asked again, for another end of the best solution, from a position on it chosen by lot:
//!
//! ```text
//! start ─────────●─────────────── solved      the best so far
//!                 ╲_____________ solved      another end, shortened and kept if it is better
//! ```
//!
//! At last the best two are shortened to the end, the way through the neighbourhood of all is looked for,
//! and the best is stirred.

use std::time::Duration;

use search::{Budget, Outcome, Stats};
use sokoban::Board;

use super::line::Line;
use super::merge;
use super::schedule::{FIRST_BOXES, FIRST_NODES, Schedule};
use super::window::Walks;
use crate::analysis::Analysis;
use crate::config::{Config, Engine, Goal};
use crate::heuristic::Bound;
use crate::kernel::{Map, Random};
use crate::technique::TechniqueSet;

/// Engines with a plan of their own. On six hard levels of XSokoban each of the first four had a shorter
/// solution than `auto` at least once.
const ENGINES: [Engine; 6] = [
    Engine::Fess,
    Engine::Phase,
    Engine::RollingStone,
    Engine::Imagined,
    Engine::Pull,
    Engine::Push,
];

/// What of the budget the given solution gets first, every other engine, and every solution of theirs:
/// one part in so many.
const GIVEN_PART: u32 = 4;
const ENGINE_PART: u32 = 16;
const THEIRS_PART: u32 = 48;

/// What of the rest the search for other ends gets; of what is left then, the two best each, and then the
/// neighbourhood of all.
const ENDS_PART: u32 = 4;
const BEST_PART: u32 = 3;

/// Engines asked for another end, and the nodes each may take.
const ENDERS: [Engine; 4] = [Engine::Phase, Engine::Push, Engine::RollingStone, Engine::Fess];
const END_NODES: u64 = 5_000;

/// Tries without a gain before that is given up, for each push of the best solution.
const PATIENCE: usize = 4;

/// A new end may be longer than the old one, before it is shortened, by one part in this many.
const LONGER: usize = 4;

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
    goal: Goal,
    lines: Vec<Line>,
}

impl<'a> Several<'a> {
    pub(super) fn new(board: &'a Board, map: &'a Map, goal: Goal, line: Line) -> Several<'a> {
        Several { board, map, walks: Walks::new(map), goal, lines: vec![line] }
    }

    /// Makes the best solution of them that the budget allows.
    pub(super) fn improve(mut self, budget: &mut Budget) -> Line {
        let least = self.least(budget);
        let parts = Parts::of(budget);
        if parts.are_worth_it() {
            self.shorten(0, &mut parts.slice(budget, GIVEN_PART), budget);
            for engine in ENGINES {
                if self.lines[0].len() <= least || budget.look().is_err() {
                    break;
                }
                self.ask(engine, &parts, budget);
            }
            if self.lines[0].len() > least {
                let mut slice = Parts::of(budget).slice(budget, ENDS_PART);
                self.end_otherwise(&mut slice);
                budget.charge(&slice);
            }
        }
        let parts = Parts::of(budget);
        let part = if self.lines.len() == 1 { 1 } else { BEST_PART };
        for i in 0..self.lines.len().min(2) {
            self.shorten(i, &mut parts.slice(budget, part), budget);
        }
        self.lines.sort_by_key(|line| line.cost(self.goal));
        if self.goal != Goal::Moves && self.lines[0].len() > least {
            let mut slice = Parts::of(budget).slice(budget, BEST_PART);
            merge(self.board, self.map, &mut self.lines, &mut slice);
            budget.charge(&slice);
        }
        let best = self.lines.swap_remove(0);
        if best.len() <= least {
            return best;
        }
        let mut schedule =
            Schedule::new(self.board, self.map, &self.walks, best, self.goal, budget);
        schedule.stir(budget);
        schedule.into_line()
    }

    /// Where nothing is left to gain: no solution has fewer pushes. Fewer moves there may always be.
    fn least(&self, budget: &mut Budget) -> usize {
        if self.goal == Goal::Moves {
            return 0;
        }
        let Ok(analysis) = Analysis::new(self.board, budget) else { return 0 };
        let mut bound = Bound::new(&analysis, TechniqueSet::defaults());
        bound.load(&analysis, &analysis.start).map_or(0, |least| least as usize)
    }

    /// Shortens one of the solutions.
    fn shorten(&mut self, at: usize, slice: &mut Budget, budget: &mut Budget) {
        let line = self.lines[at].clone();
        let Several { board, map, walks, goal, .. } = self;
        let mut schedule = Schedule::new(board, map, walks, line, *goal, slice);
        schedule.run(slice);
        budget.charge(slice);
        self.lines[at] = schedule.into_line();
    }

    /// Adds an engine's solution, shortened, if it finds one and nobody has it.
    fn ask(&mut self, engine: Engine, parts: &Parts, budget: &mut Budget) {
        let mut slice = parts.slice(budget, ENGINE_PART);
        let config = Config { engine, ..Config::default() };
        let answer = crate::solve(self.board, &config, &mut slice, &mut Stats::default());
        budget.charge(&slice);
        let Outcome::Solved(pushes) = answer.outcome else { return };
        let Some(line) = Line::new(self.board, self.map, pushes) else { return };
        self.lines.push(line);
        self.shorten(self.lines.len() - 1, &mut parts.slice(budget, THEIRS_PART), budget);
        self.lines.sort_by_key(|line| line.cost(self.goal));
        self.lines.dedup_by(|a, b| a.pushes == b.pushes);
    }

    /// Looks for other ends of the best solution.
    fn end_otherwise(&mut self, slice: &mut Budget) {
        let mut random = Random::new(0, 1);
        let mut tries = 0;
        while tries < PATIENCE * self.lines[0].len() && slice.tick().is_ok() {
            tries += 1;
            let best = &self.lines[0];
            let at = random.below(best.len());
            let board = self.board.starting_with(best.state(self.map, at));
            let engine = ENDERS[random.below(ENDERS.len())];
            let config = Config { engine, ..Config::default() };
            let mut turn = slice.slice(Some(END_NODES), None);
            let answer = crate::solve(&board, &config, &mut turn, &mut Stats::default());
            slice.charge(&turn);
            let (before, after) = best.pushes.split_at(at);
            let Outcome::Solved(end) = answer.outcome else { continue };
            if end.len() > after.len() + after.len() / LONGER || end == after {
                continue;
            }
            let pushes = [before, &end].concat();
            let Some(line) = Line::new(self.board, self.map, pushes) else { continue };
            let mut schedule =
                Schedule::new(self.board, self.map, &self.walks, line, self.goal, slice);
            schedule.rounds(FIRST_NODES, FIRST_BOXES, slice);
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
struct Parts {
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl Parts {
    fn of(budget: &Budget) -> Parts {
        let used = budget.nodes();
        Parts {
            time: budget.time_left(),
            nodes: budget.limits().nodes.map(|nodes| nodes.saturating_sub(used)),
        }
    }

    /// Whether other engines may find something in their parts.
    fn are_worth_it(&self) -> bool {
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
    use super::*;
    use crate::optimizer::tests::found;
    use crate::soundness::crowded_boards;

    /// The fewest pushes are no reason to stop when moves count.
    #[test]
    fn only_pushes_can_be_known_to_be_the_fewest() {
        let board = crate::kernel::testing::board(&["######", "#@$ .#", "######"]);
        let map = Map::new(&board);
        let line =
            Line::new(&board, &map, found(&board, Engine::Push, Goal::Any).unwrap()).unwrap();
        let least =
            |goal| Several::new(&board, &map, goal, line.clone()).least(&mut Budget::unlimited());
        assert_eq!([Goal::Pushes, Goal::Moves].map(least), [2, 0]);
    }

    /// Other engines have other solutions, all of them are solutions, and the best comes first.
    #[test]
    fn other_solutions_and_other_ends_stand_behind_the_best() {
        let mut asked = 0;
        for board in crowded_boards(61, 300) {
            let Some(pushes) = found(&board, Engine::Push, Goal::Any) else { continue };
            let mut budget = Budget::unlimited();
            let map = Map::new(&board);
            let given = Line::new(&board, &map, pushes).unwrap();
            if given.len() == 0 {
                continue;
            }
            let mut several = Several::new(&board, &map, Goal::Pushes, given.clone());
            let parts = Parts::of(&budget);
            for engine in ENGINES {
                several.ask(engine, &parts, &mut budget);
            }
            asked += several.lines.len() - 1;
            several.end_otherwise(&mut budget.slice(Some(2_000), None));
            let costs: Vec<_> = several.lines.iter().map(|it| it.cost(Goal::Pushes)).collect();
            assert!(costs.is_sorted() && costs[0] <= given.cost(Goal::Pushes), "{costs:?}");
            let solves = |it: &Line| Line::new(&board, &map, it.pushes.clone()).is_some();
            assert!(several.lines.iter().all(solves));
        }
        assert!(asked > 5, "{asked} other solutions");
    }
}
