//! `auto` asked for a shortest solution: any solution first, then a shorter one, then the proof.
//!
//! Three searches take turns, each round twice as long as the one before:
//!
//! * The [optimal engine](Optimal) raises the bound below which there is no solution. It
//!   begins, so that small levels are solved and proved before anything else is set up.
//! * The pool finds a solution, in later rounds another one with other random numbers.
//! * The optimizer shortens it and, from the second round on, looks for other plans.
//!
//! The best solution so far is handed to the optimal engine, which then leaves out whatever cannot
//! be shorter. When its bound meets that solution, the proof is complete; no search ever has to
//! find the shortest solution itself. Until then, the two numbers say how much there is to gain.
//! Turns are measured in nodes, so a run with a node limit repeats exactly.
//!
//! This is not the [pool](super::pool): there members are alternatives that know nothing of each other,
//! whoever has had least is next, and the first answer ends the work. Here every round is the same
//! list of jobs, each working on what the others have found, and an answer ends nothing.
//!
//! *Solved* and *proved* as two questions: Pereira, Ritt and Buriol (2015).

use ground::analysis::Analysis;
use ground::config::{Config, Engine};
use ground::kernel::Memory;
use ground::run::{Best, Run};
use ground::technique::TechniqueSet;
use search::{Budget, Metric, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use super::Pool;
use crate::engine::optimal::{Optimal, counts};
use crate::optimizer::{plan_again, shorten};

/// Nodes of the first round: of the optimal engine, of the pool, and of the optimizer. Each takes
/// about half a second on the levels of XSokoban.
const FIRST: Nodes = Nodes { prove: 30_000, find: 20_000, shorten: 100_000 };

/// The first turn of the optimal engine ends before its late bound is due, whose tables may take
/// seconds: a solution comes first.
const BEFORE_TABLES: u64 = 3_000;

/// Nodes after which a turn of the optimal engine looks whether the gap is small enough.
const LOOK: u64 = 2_000;

/// The second one ends before other plans are looked for, when small levels have been proved.
const BEFORE_PLANS: u64 = 12_000;

/// The pool gets one part in this many of the memory. It is done before the optimal engine grows
/// large.
const POOL_PART: u64 = 4;

/// Nodes of a round for each of the three.
#[derive(Clone, Copy, Debug)]
struct Nodes {
    prove: u64,
    find: u64,
    shorten: u64,
}

/// The three searches at work on one board.
pub(crate) struct Anytime<'a> {
    board: &'a Board,
    analysis: &'a Analysis,
    config: Config,
    memory: Memory,
    optimal: Optimal<'a>,
    /// Whether the optimal engine can still raise its bound.
    proving: bool,
    best: Option<Best>,
    /// What the best solution has of the count that decides between equals.
    other: u32,
    /// Whether the optimizer may still shorten the best solution.
    shortening: bool,
    nodes: Nodes,
    /// Nodes left of the optimal engine's turn.
    left: u64,
    rounds: u64,
    /// What the pool has done.
    found: Stats,
}

impl<'a> Anytime<'a> {
    /// A search for the goal of the configuration.
    pub(crate) fn new(
        board: &'a Board,
        analysis: &'a Analysis,
        config: &Config,
    ) -> Result<Anytime<'a>, Stop> {
        Anytime::with_nodes(board, analysis, config, FIRST)
    }

    fn with_nodes(
        board: &'a Board,
        analysis: &'a Analysis,
        config: &Config,
        nodes: Nodes,
    ) -> Result<Anytime<'a>, Stop> {
        let reads = TechniqueSet::read_by(Engine::Optimal, config.goal);
        let mut most = analysis.memory;
        let memory = most.share(1, POOL_PART);
        Ok(Anytime {
            board,
            analysis,
            config: config.clone(),
            memory,
            optimal: Optimal::on_threads(
                analysis,
                config.minimised(),
                config.techniques.and(reads),
                most,
                config.threads,
            )?,
            proving: true,
            best: None,
            other: 0,
            shortening: false,
            nodes,
            left: nodes.prove.min(BEFORE_TABLES),
            rounds: 0,
            found: Stats::default(),
        })
    }

    /// The optimal engine's turn; the answer once it is known or near enough.
    fn prove(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        while self.proving && self.left > 0 {
            let given = self.left.min(LOOK);
            let mut turn = slice.slice(Some(given), None);
            let answer = self.optimal.run(&mut turn);
            slice.charge(&turn);
            self.left -= turn.nodes();
            self.tell(slice);
            match answer {
                Some(Outcome::Stopped(_)) => self.proving = false,
                Some(Outcome::Solved(pushes)) => {
                    self.take(pushes, Engine::Optimal);
                    return self.answer();
                }
                Some(answer) => return Some(answer),
                None if self.is_near() => return self.answer(),
                None if turn.nodes() < given => return None,
                None => {}
            }
        }
        None
    }

    /// The pool's turn. An answer only if there is no solution.
    fn find(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        let seed = self.config.seed.wrapping_add(self.rounds);
        let config = Config { engine: Engine::Auto, goal: None, seed, ..self.config.clone() };
        let analysis = Analysis { memory: self.memory, ..self.analysis.clone() };
        let mut turn = slice.slice(Some(self.nodes.find), None);
        let mut pool = Pool::new(self.board, &analysis, &config);
        let answer = pool.run(&mut turn);
        slice.charge(&turn);
        self.found = std::mem::take(&mut self.found).plus(&pool.stats());
        match (answer, pool.winner()) {
            (Some(Outcome::Solved(pushes)), Some(engine)) => {
                let pushes = self.shortened(&pushes, slice).0;
                self.take(pushes, engine);
                None
            }
            (Some(Outcome::Unsolvable), _) => Some(Outcome::Unsolvable),
            _ => None,
        }
    }

    /// The optimizer's turn.
    fn shorten(&mut self, slice: &mut Budget) {
        let Some(Best { pushes, engine, .. }) = self.best.clone() else { return };
        if self.shortening {
            let (pushes, to_the_end) = self.shortened(&pushes, slice);
            self.shortening = !to_the_end;
            self.take(pushes, engine);
        }
    }

    /// The optimizer's other turn: other plans. What it finds is a work of several engines. Not in the first
    /// round: small levels are proved sooner than planned again.
    fn plan(&mut self, slice: &Budget) {
        let Some(best) = self.best.as_ref().filter(|_| self.rounds > 0) else { return };
        // As when it shortens, its nodes are neither charged nor shown; they grow with the rounds, which are.
        let mut turn = slice.slice(Some(self.nodes.shorten), None).uncounted();
        let seed = self.config.seed.wrapping_add(self.rounds);
        let planned =
            plan_again(self.board, &best.pushes, self.config.minimised(), seed, &mut turn);
        if let Some(pushes) = planned {
            self.take(pushes, Engine::Auto);
        }
    }

    /// Pushes made shorter, and whether the optimizer has tried everything it can.
    fn shortened(&self, pushes: &[Push], slice: &Budget) -> (Vec<Push>, bool) {
        // Its nodes are neither charged nor shown: they are not nodes of a search.
        let mut turn = slice.slice(Some(self.nodes.shorten), None).uncounted();
        let shorter = shorten(self.board, pushes, self.config.minimised(), &mut turn);
        (shorter, turn.look().is_ok() && turn.nodes() < self.nodes.shorten)
    }

    /// Keeps a solution if it is the best so far, the other count deciding between equals.
    fn take(&mut self, pushes: Vec<Push>, engine: Engine) {
        let (n_pushes, n_moves) = counts(self.board, &pushes);
        let (cost, other) = match self.config.minimised() {
            Metric::Moves => (n_moves, n_pushes),
            _ => (n_pushes, n_moves),
        };
        let before = self.best.as_ref().map(|best| (best.cost, self.other));
        if before.is_none_or(|before| (cost, other) < before) {
            self.optimal.know(cost, &pushes);
            self.best = Some(Best { pushes, cost, engine, proved: false });
            self.other = other;
            self.shortening = true;
        }
    }

    /// Whether the best solution is as near to the bound as was asked for. The gap is a part of the
    /// bound, as everywhere: the solution is longer than a shortest one by no more than that.
    fn is_near(&self) -> bool {
        let (gap, bound) = (u64::from(self.config.gap), self.optimal.proved());
        self.best.as_ref().is_some_and(|best| {
            let over = u64::from(best.cost.saturating_sub(bound));
            gap > 0 && over * 10_000 <= gap * u64::from(bound)
        })
    }

    /// The best solution as the answer.
    fn answer(&self) -> Option<Outcome<Vec<Push>>> {
        self.best.as_ref().map(|best| Outcome::Solved(best.pushes.clone()))
    }

    /// Says how far the two numbers are from each other.
    fn tell(&self, slice: &mut Budget) {
        slice.progress.bound = Some(self.optimal.proved());
        slice.progress.shortest = self.best.as_ref().map(|best| best.cost);
    }
}

impl Run for Anytime<'_> {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        loop {
            if let Some(answer) = self.prove(slice) {
                return Some(answer);
            }
            let used_up = slice.limits().nodes.is_some_and(|limit| slice.nodes() >= limit);
            // A tick beyond the limit makes the budget name the limit.
            if slice.look().is_err() || used_up && slice.tick().is_err() {
                return None;
            }
            if !self.proving && self.best.is_some() && !self.shortening {
                return Some(Outcome::Stopped(Stop::Memory));
            }
            if let Some(answer) = self.find(slice) {
                return Some(answer);
            }
            self.shorten(slice);
            self.plan(slice);
            self.tell(slice);
            if self.is_near() {
                return self.answer();
            }
            let Nodes { prove, find, shorten } = self.nodes;
            self.nodes = Nodes { prove: prove * 2, find: find * 2, shorten: shorten * 2 };
            self.rounds += 1;
            self.left = match self.rounds {
                1 => self.nodes.prove.min(BEFORE_PLANS),
                _ => self.nodes.prove,
            };
        }
    }

    fn stats(&self) -> Stats {
        self.optimal.stats().plus(&self.found)
    }

    fn best(&self) -> Option<Best> {
        self.best.clone()
    }
}

#[cfg(test)]
mod tests {
    use oracle::crowded_boards;
    use search::{Cancel, Goal, Limits};

    use super::*;
    use crate::{Answer, solve};

    fn answer(board: &Board, config: &Config, nodes: Option<u64>) -> (Answer, Stats) {
        let limits = Limits { nodes, ..Limits::default() };
        let mut stats = Stats::default();
        let mut budget = Budget::new(limits, Cancel::default());
        (solve(board, config, &mut budget, &mut stats), stats)
    }

    /// Rounds so short that all three searches have several turns on small boards.
    const SHORT: Nodes = Nodes { prove: 1, find: 40, shorten: 2 };

    #[test]
    fn the_bound_never_exceeds_the_optimum_and_the_gap_never_grows() {
        let (mut gaps, mut proved) = (0, 0);
        for board in crowded_boards(67, 1000) {
            for goal in [Some(Goal::Pushes), Some(Goal::Moves)] {
                let exact = Config { engine: Engine::Optimal, goal, ..Config::default() };
                let Outcome::Solved(shortest) = answer(&board, &exact, None).0.outcome else {
                    continue;
                };
                let moves = oracle::count_moves(&board, &shortest);
                let optimum = if goal == Some(Goal::Moves) { moves } else { shortest.len() } as u32;
                let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
                let config = Config { goal, ..Config::default() };
                let mut search = Anytime::with_nodes(&board, &analysis, &config, SHORT).unwrap();
                let (mut bound, mut cost) = (0, u32::MAX);
                for turn in 0.. {
                    let limits = Limits { nodes: Some(1 + turn % 50), ..Limits::default() };
                    let end = search.run(&mut Budget::new(limits, Cancel::default()));
                    let now = search.optimal.proved();
                    let best = search.best().map_or(u32::MAX, |best| best.cost);
                    assert!(bound <= now && now <= optimum, "{now} of {optimum}: {board:?}");
                    assert!(optimum <= best && best <= cost, "{best} of {optimum}: {board:?}");
                    (bound, cost) = (now, best);
                    gaps += u32::from(best < u32::MAX && now < best);
                    if let Some(end) = end {
                        assert!(matches!(end, Outcome::Solved(_)), "{end:?}: {board:?}");
                        break;
                    }
                }
                assert_eq!((bound, cost), (optimum, optimum));
                proved += 1;
            }
        }
        assert!(proved > 50 && gaps > 50, "{proved} proved, {gaps} gaps on the way");
    }

    #[test]
    fn at_every_node_limit_the_bound_is_one_and_the_claim_is_kept() {
        let mut open = 0;
        for board in crowded_boards(71, 600) {
            let config = Config { goal: Some(Goal::Pushes), ..Config::default() };
            let (whole, stats) = answer(&board, &config, None);
            let Outcome::Solved(shortest) = whole.outcome else { continue };
            assert_eq!(stats.bound, Some(shortest.len() as u64));
            for nodes in [1, 2, 5, 10, 20, 50] {
                for engine in [Engine::Auto, Engine::Optimal] {
                    let config = Config { engine, ..config.clone() };
                    let (part, stats) = answer(&board, &config, Some(nodes));
                    let bound = stats.bound.expect("every such search has a bound");
                    assert!(bound <= shortest.len() as u64, "{board:?}");
                    match part.outcome {
                        Outcome::Solved(found) => assert_eq!(found.len(), shortest.len()),
                        other => {
                            assert_eq!(other, Outcome::Stopped(Stop::Nodes));
                            open += 1;
                        }
                    }
                }
            }
        }
        assert!(open > 50, "{open} open");
    }

    #[test]
    fn a_gap_is_enough_and_a_promise_is_made_only_without_one() {
        let mut near = 0;
        for board in crowded_boards(73, 200) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let config = Config { goal: Some(Goal::Moves), gap: 8_000, ..Config::default() };
            let mut search = Anytime::with_nodes(&board, &analysis, &config, SHORT).unwrap();
            let Some(Outcome::Solved(_)) = search.run(&mut Budget::unlimited()) else { continue };
            let (best, bound) = (search.best().unwrap(), search.optimal.proved());
            assert!(5 * (best.cost - bound) <= 4 * bound);
            near += u32::from(bound < best.cost);
        }
        assert!(near > 10, "{near} answers that are near enough");
    }
}
