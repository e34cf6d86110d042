//! From a request to a verified report.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use search::{Budget, Goal, Guarantee, Limits, Metric, Outcome, Stats};

use crate::check::walk;
use crate::request::Inject;
use crate::resolve::{Plan, SokobanPlan, UnblockPlan};
use crate::solutions::{Replayed, replay};
use crate::solver_pool::with_unblock;
use crate::{Puzzle, Report, Request, RequestError, Resolved, SokobanPuzzle, Status};

/// Memory the process needs besides the tables of a search: the program itself, the level, the
/// report. Taken off the limit so that the whole process keeps to it; never more than half of it.
/// It is a constant, not what the process happens to hold: the same search must end in the same way
/// alone and after a thousand others.
const RESERVE: u64 = 8 << 20;

impl Puzzle {
    /// Solves the puzzle as a request asks for it; [`run`] for those who have many puzzles.
    ///
    /// # Errors
    ///
    /// When the request cannot be served for this game.
    pub fn solve(&self, request: &Request) -> Result<Report, RequestError> {
        Ok(run(self, &request.resolve(self.game())?))
    }
}

/// Solves one puzzle within the limits of a request. A panic of an engine becomes the status
/// `crashed`; every solution has been replayed by the checker. CPU time and memory are for the caller to
/// measure. A puzzle of another game than the request was resolved for is `invalid`.
pub fn run(puzzle: &Puzzle, resolved: &Resolved) -> Report {
    // A budget without limits serves as the clock.
    let clock = Budget::unlimited();
    let solve = AssertUnwindSafe(|| match (puzzle, resolved.plan()) {
        _ if resolved.request().inject == Some(Inject::Panic) => panic!("a fault was asked for"),
        (Puzzle::Sokoban(level), Plan::Sokoban(plan)) => {
            finish(puzzle, run_sokoban(puzzle, level, plan, resolved), resolved)
        }
        (Puzzle::Unblock(level), Plan::Unblock(plan)) => {
            finish(puzzle, run_unblock(puzzle, level, plan, resolved), resolved)
        }
        _ => {
            let (game, other) = (puzzle.game().name(), resolved.game().name());
            Report::invalid(format!("this is a level of {game}, not of {other}"), resolved)
        }
    });
    // Nothing an engine has touched is looked at after it has panicked.
    let mut report = catch_unwind(solve).unwrap_or_else(|_| {
        Report::crashed("the engine crashed; please report this level".to_owned(), resolved)
    });
    report.wall = clock.elapsed();
    report.level_hash = Some(puzzle.level_hash());
    report
}

/// What a search has found, seen by the checker.
struct Found {
    outcome: Outcome<Result<Replayed, String>>,
    guarantee: Guarantee,
    engine: String,
    stats: Stats,
}

fn run_sokoban(
    puzzle: &Puzzle,
    level: &SokobanPuzzle,
    plan: &SokobanPlan,
    resolved: &Resolved,
) -> Found {
    let board = level.board();
    let mut stats = Stats::default();
    let mut budget = budget(resolved.limits(), resolved.request());
    match plan {
        SokobanPlan::Engine(config) => {
            let mut answer = solver::solve(board, config, &mut budget, &mut stats);
            // One that is proved shortest keeps its length: of equals, the one with less of the other count.
            if let (Outcome::Solved(pushes), Some(time)) =
                (&mut answer.outcome, resolved.request().improve)
            {
                let mut budget = after(&budget, time, resolved.request());
                *pushes = match answer.guarantee {
                    Guarantee::Optimal(metric) => {
                        solver::improve_shortest(board, pushes, metric, &mut budget)
                    }
                    // Nothing is left to gain.
                    Guarantee::Pair(_) => std::mem::take(pushes),
                    Guarantee::None => {
                        solver::improve(board, pushes, config.minimised(), &mut budget)
                    }
                };
            }
            // Of several engines, the one that found the answer is named; the configuration names
            // them all.
            let engine = answer.engine.name().to_owned();
            let outcome = answer.outcome.map(|pushes| walk(level, &pushes));
            Found { outcome, guarantee: answer.guarantee, engine, stats }
        }
        SokobanPlan::Lab(config) => {
            let (outcome, guarantee) = textbook::solve(board, config, &mut budget, &mut stats);
            let outcome = outcome.map(|found| match (found.moves, resolved.request().improve) {
                (_, Some(time)) => {
                    let metric = match guarantee {
                        Guarantee::Optimal(metric) | Guarantee::Pair(metric) => metric,
                        Guarantee::None => {
                            resolved.request().goal.map_or(Metric::Pushes, Goal::first)
                        }
                    };
                    let mut budget = after(&budget, time, resolved.request());
                    walk(level, &solver::improve(board, &found.pushes, metric, &mut budget))
                }
                (Some(moves), None) => accepted(puzzle, &moves.to_string()),
                (None, None) => walk(level, &found.pushes),
            });
            Found { outcome, guarantee, engine: config.engine().to_owned(), stats }
        }
    }
}

fn run_unblock(
    puzzle: &Puzzle,
    level: &unblock::Level,
    plan: &UnblockPlan,
    resolved: &Resolved,
) -> Found {
    let board = &level.board;
    let mut stats = Stats::default();
    let mut budget = budget(resolved.limits(), resolved.request());
    let (outcome, guarantee, engine) = match plan {
        UnblockPlan::Engine(metric) => {
            let answer =
                with_unblock(|solver| solver.solve(board, *metric, &mut budget, &mut stats));
            (answer.outcome, answer.guarantee, answer.engine.to_owned())
        }
        UnblockPlan::Lab(config) => {
            let (outcome, guarantee) =
                textbook::unblock::solve(board, config, &mut budget, &mut stats);
            (outcome, guarantee, resolved.request().engine.clone())
        }
    };
    // A slide is one move, also where the search has made several steps of it.
    let slides = |moves: Vec<_>| accepted(puzzle, &board.show_moves(&unblock::slides(&moves)));
    Found { outcome: outcome.map(slides), guarantee, engine, stats }
}

/// A solution of an engine, if the checker accepts it.
fn accepted(puzzle: &Puzzle, moves: &str) -> Result<Replayed, String> {
    replay(puzzle, moves).map_err(|wrong| wrong.to_string())
}

/// The budget of a search: the limits, less what the process itself needs.
pub(crate) fn budget(limits: Limits, request: &Request) -> Budget {
    let memory = limits.memory.map(|memory| memory - RESERVE.min(memory / 2));
    let limits = Limits { memory, ..limits };
    let budget = Budget::new(limits, request.cancel.clone());
    match &request.observer {
        Some(observer) => budget.with_observer(observer.clone()),
        None => budget,
    }
}

/// A budget for what follows a search: at most `time`, and no more than the search has left. Nodes
/// are not limited, because only the search itself must repeat to the node.
fn after(search: &Budget, time: Duration, request: &Request) -> Budget {
    let time = search.time_left().map_or(time, |left| left.min(time));
    let limits = Limits { time: Some(time), memory: request.limits.memory, nodes: None };
    Budget::new(limits, request.cancel.clone())
}

/// Fills in the report.
fn finish(puzzle: &Puzzle, found: Found, resolved: &Resolved) -> Report {
    let Found { outcome, guarantee, engine, stats } = found;
    let empty = Report::empty(Status::of(&outcome), resolved);
    let mut report = Report { engine, stats, ..empty };
    if let Outcome::Solved(mut checked) = outcome {
        if let (Some(Inject::Spoil), Ok(Replayed { moves, .. })) =
            (resolved.request().inject, &checked)
        {
            let mut chars = moves.chars();
            chars.next_back();
            checked = accepted(puzzle, chars.as_str());
        }
        match checked {
            Ok(Replayed { moves, counts }) => {
                report.counts = counts;
                report.solution = Some(moves);
                report.guarantee = guarantee;
            }
            Err(reason) => {
                report.status = Status::Crashed;
                report.refused = true;
                report.error = Some(format!("the checker refused the solution: {reason}"));
            }
        }
    }
    report.stats.bound = bound(&report);
    report
}

/// What is proved about every solution: the length of a shortest one, else what the search says.
fn bound(report: &Report) -> Option<u64> {
    match report.guarantee {
        _ if report.status == Status::Unsolvable => None,
        Guarantee::Optimal(metric) | Guarantee::Pair(metric) => report.counts.of(metric),
        Guarantee::None => report.stats.bound,
    }
}
