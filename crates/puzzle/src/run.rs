//! From a request to a verified report.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use search::{Budget, Guarantee, Limits, Outcome, Stats};

use crate::check::walk;
use crate::kept::with_unblock;
use crate::request::{Inject, SokobanPlan, UnblockPlan};
use crate::{Game, Puzzle, Replayed, Report, Request, SokobanPuzzle, Status, replay};

/// Memory the process needs besides the tables of a search: the program itself, the level, the
/// report. Taken off the limit so that the whole process keeps to it; never more than half of it.
/// It is a constant, not what the process happens to hold: the same search must end in the same way
/// alone and after a thousand others.
const RESERVE: u64 = 8 << 20;

/// Solves one puzzle within the limits of the request. A panic of an engine becomes the status
/// `crashed`; every solution has been replayed by the checker. CPU time and memory are for the caller to
/// measure.
pub fn run(puzzle: &Puzzle, request: &Request) -> Report {
    // A budget without limits serves as the clock.
    let clock = Budget::unlimited();
    let solve = AssertUnwindSafe(|| match puzzle {
        _ if request.inject == Some(Inject::Panic) => panic!("a fault was asked for"),
        Puzzle::Sokoban(level) => run_sokoban(puzzle, level, request),
        Puzzle::Unblock(level) => run_unblock(puzzle, level, request),
    });
    // Nothing an engine has touched is looked at after it has panicked.
    let mut report = catch_unwind(solve).unwrap_or_else(|_| Report {
        error: Some("the engine crashed; please report this level".to_owned()),
        ..Report::empty(puzzle.game(), Status::Crashed, request)
    });
    report.wall = clock.elapsed();
    report.level_hash = Some(puzzle.level_hash());
    report
}

fn run_sokoban(puzzle: &Puzzle, level: &SokobanPuzzle, request: &Request) -> Report {
    let plan = match request.sokoban_plan() {
        Ok(plan) => plan,
        Err(error) => return Report::invalid(Game::Sokoban, error.to_string(), request),
    };
    let board = level.board();
    let mut stats = Stats::default();
    let (walked, guarantee, engine) = match plan {
        SokobanPlan::Engine(config) => {
            let mut budget = budget(request);
            let solve = match config.engine {
                solver::Engine::RollingStone => textbook::rolling_stone::solve,
                _ => solver::solve,
            };
            let mut answer = solve(board, &config, &mut budget, &mut stats);
            if let Outcome::Solved(pushes) = &mut answer.outcome
                && let (Some(time), Guarantee::None) = (request.improve, answer.guarantee)
            {
                let mut budget = after(&budget, time, request);
                *pushes = solver::improve(board, pushes, config.minimised(), &mut budget);
            }
            // Of several engines, the one that found the answer is named; the configuration names
            // them all.
            let engine = answer.engine.name().to_owned();
            let walked = answer.outcome.map(|pushes| walk(level, &pushes));
            (walked, answer.guarantee, engine)
        }
        SokobanPlan::Lab(config) => {
            let limits = request.limits_in(Game::Sokoban);
            let mut budget = budget(&Request { limits, ..request.clone() });
            let (outcome, guarantee) = textbook::solve(board, &config, &mut budget, &mut stats);
            let walked = outcome.map(|found| match found.moves {
                Some(moves) => accepted(puzzle, &moves.to_string()),
                None => walk(level, &found.pushes),
            });
            (walked, guarantee, config.engine().to_owned())
        }
    };
    let report = finish(puzzle, walked, guarantee, stats, request);
    Report { engine, ..report }
}

fn run_unblock(puzzle: &Puzzle, level: &unblock::Level, request: &Request) -> Report {
    let plan = match request.unblock_plan() {
        Ok(plan) => plan,
        Err(error) => return Report::invalid(Game::Unblock, error.to_string(), request),
    };
    let board = &level.board;
    let mut stats = Stats::default();
    let mut budget = budget(request);
    let (outcome, guarantee, engine) = match plan {
        UnblockPlan::Engine(metric) => {
            let solve =
                |solver: &mut unblock::Solver| solver.solve(board, metric, &mut budget, &mut stats);
            let answer = with_unblock(solve);
            (answer.outcome, answer.guarantee, answer.engine.to_owned())
        }
        UnblockPlan::Lab(config) => {
            let (outcome, guarantee) =
                textbook::unblock::solve(board, &config, &mut budget, &mut stats);
            (outcome, guarantee, request.engine.clone())
        }
    };
    // A slide is one move, also where the search has made several steps of it.
    let slides = |moves: Vec<_>| accepted(puzzle, &board.show_moves(&unblock::slides(&moves)));
    let report = finish(puzzle, outcome.map(slides), guarantee, stats, request);
    Report { engine, ..report }
}

/// A solution of an engine, if the checker accepts it.
fn accepted(puzzle: &Puzzle, moves: &str) -> Result<Replayed, String> {
    replay(puzzle, moves).map_err(|wrong| wrong.to_string())
}

/// The budget of a search: the limits, less what the process itself needs.
pub(crate) fn budget(request: &Request) -> Budget {
    let memory = request.limits.memory;
    let memory = memory.map(|memory| memory - RESERVE.min(memory / 2));
    let limits = Limits { memory, ..request.limits };
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
fn finish(
    puzzle: &Puzzle,
    outcome: Outcome<Result<Replayed, String>>,
    guarantee: Guarantee,
    stats: Stats,
    request: &Request,
) -> Report {
    let mut report = Report::empty(puzzle.game(), Status::of(&outcome), request);
    report.stats = stats;
    if let Outcome::Solved(mut checked) = outcome {
        if let (Some(Inject::Spoil), Ok(Replayed { moves, .. })) = (request.inject, &checked) {
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
        Guarantee::Optimal(metric) => report.counts.of(metric),
        Guarantee::None => report.stats.bound,
    }
}
