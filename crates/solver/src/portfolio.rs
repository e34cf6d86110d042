//! `auto`: several engines on one board, in turns, until one has the answer.
//!
//! Each engine gets a slice of nodes; when all have had theirs, the next round's slices are twice
//! as long. Engines keep their trees between slices, so no round repeats the one before. Slices
//! are counted in nodes and not in time: with one thread and a node limit a run repeats exactly.
//!
//! The first turn belongs to the forward greedy search, which answers small levels before anything
//! heavy is set up. An engine that gives up or fills its memory leaves, and its memory is freed.

use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use crate::analysis::Analysis;
use crate::config::{Config, Engine};
use crate::engine::Run;
use crate::engine::fess::Fess;
use crate::engine::greedy::Greedy;
use crate::kernel::{Memory, Mode};

/// A member of the portfolio: the nodes of its first slice and its share of the memory. On levels
/// of XSokoban a node costs 35 µs forwards, 5 µs backwards (2 µs on small levels) and 113 µs in
/// FESS, so FESS has about 60 % of the time there and the backward search half of the rest or more.
struct Member {
    engine: Engine,
    slice: u64,
    memory: u64,
}

const MEMBERS: [Member; 3] = [
    Member { engine: Engine::Greedy, slice: 100, memory: 2 },
    Member { engine: Engine::Pull, slice: 3_000, memory: 3 },
    Member { engine: Engine::Fess, slice: 200, memory: 3 },
];

/// Parts into which the memory is shared out.
const MEMORY_PARTS: u64 = 8;

/// What a portfolio found, and which engine found it.
pub struct Found {
    /// The end of the search.
    pub outcome: Outcome<Vec<Push>>,
    /// The engine with the answer; `auto` when there is none.
    pub engine: Engine,
}

/// Runs the engines in turns until one has an answer or the budget is used up.
pub fn run(
    board: &Board,
    analysis: &Analysis,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Result<Found, Stop> {
    let mut running: [Option<Box<dyn Run + '_>>; 3] = [const { None }; 3];
    let mut over = [false; 3];
    let mut retired = Stats::default();
    let mut full = false;
    for round in 0.. {
        for (at, member) in MEMBERS.iter().enumerate() {
            if over[at] {
                continue;
            }
            budget.look()?;
            let mut slice = budget.slice(Some(member.slice << round.min(40)), None);
            if slice.limits().nodes == Some(0) {
                return Ok(Found { outcome: Outcome::Stopped(Stop::Nodes), engine: Engine::Auto });
            }
            slice.progress.engine = member.engine.name();
            if running[at].is_none() {
                running[at] = Some(start(member, board, analysis, config, &mut slice)?);
            }
            let engine = running[at].as_mut().expect("the engine was started");
            let end = engine.run(&mut slice);
            budget.charge(&slice);
            *stats = running
                .iter()
                .flatten()
                .fold(retired.clone(), |sum, engine| add(sum, engine.stats()));
            match end {
                None => {}
                Some(Outcome::GaveUp) => over[at] = true,
                Some(Outcome::Stopped(stop)) => {
                    full |= stop == Stop::Memory;
                    over[at] = true;
                }
                Some(outcome) => return Ok(Found { outcome, engine: member.engine }),
            }
            if over[at]
                && let Some(engine) = running[at].take()
            {
                retired = add(retired, engine.stats());
            }
        }
        if over.iter().all(|&over| over) {
            let outcome = if full { Outcome::Stopped(Stop::Memory) } else { Outcome::GaveUp };
            return Ok(Found { outcome, engine: Engine::Auto });
        }
    }
    unreachable!("rounds go on until somebody returns")
}

fn start<'a>(
    member: &Member,
    board: &Board,
    analysis: &'a Analysis,
    config: &Config,
    budget: &mut Budget,
) -> Result<Box<dyn Run + 'a>, Stop> {
    let mut memory = analysis.memory;
    let memory = memory.share(member.memory, MEMORY_PARTS);
    engine(member.engine, board, analysis, config, memory, budget)
}

/// An engine ready to run, with the memory given. `Auto` is none; it stands for the greedy search.
pub fn engine<'a>(
    engine: Engine,
    board: &Board,
    analysis: &'a Analysis,
    config: &Config,
    memory: Memory,
    budget: &mut Budget,
) -> Result<Box<dyn Run + 'a>, Stop> {
    let techniques = config.techniques;
    Ok(match engine {
        Engine::Auto | Engine::Greedy => {
            Box::new(Greedy::new(analysis, Mode::Push, techniques, memory)?)
        }
        Engine::Pull => Box::new(Greedy::new(analysis, Mode::Pull, techniques, memory)?),
        Engine::Fess => Box::new(Fess::new(board, techniques, memory.left(), budget)?),
        Engine::Optimal => Box::new(crate::engine::optimal::Optimal::new(
            analysis,
            config.goal,
            techniques,
            memory,
        )?),
    })
}

/// The work of two engines together.
fn add(a: Stats, b: Stats) -> Stats {
    Stats {
        generated: a.generated + b.generated,
        expanded: a.expanded + b.expanded,
        duplicates_open: a.duplicates_open + b.duplicates_open,
        duplicates_closed: a.duplicates_closed + b.duplicates_closed,
        dead_ends: a.dead_ends + b.dead_ends,
        frontier: a.frontier + b.frontier,
        tree: a.tree + b.tree,
        evaluations: a.evaluations + b.evaluations,
        table_bytes: a.table_bytes + b.table_bytes,
        ..a
    }
}

#[cfg(test)]
mod tests {
    use search::{Cancel, Limits};

    use super::*;
    use crate::kernel::testing::random_boards;
    use crate::solve;

    #[test]
    fn a_run_with_a_node_limit_repeats_exactly() {
        for board in random_boards(47, 30) {
            let run = || {
                let limits = Limits { nodes: Some(60), ..Limits::default() };
                let mut budget = Budget::new(limits, Cancel::default());
                let mut stats = Stats::default();
                let answer = solve(&board, &Config::default(), &mut budget, &mut stats);
                assert!(budget.nodes() <= 60);
                (answer, stats, budget.nodes())
            };
            assert_eq!(run(), run());
        }
    }
}
