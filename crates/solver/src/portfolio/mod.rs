//! `auto`: several engines on one board, in turns or on several threads, until one has the answer.
//!
//! [`members`] lists who takes part and with which share of the time; [`pool`] decides whose turn
//! it is. The first turn belongs to the forward greedy search, which answers small levels before
//! anything heavy is set up. A member that gives up or fills its memory leaves, and its memory is
//! freed.

mod members;
mod pool;

use search::{Budget, Stats, Stop};
use sokoban::Board;

use crate::engine::beam::Beam;
use crate::engine::fess::Fess;
use crate::engine::imagined::Imagined;
use crate::engine::phase::PhaseSearch;
use crate::engine::push_pull::PushPull;
use ground::analysis::Analysis;
use ground::config::{Config, Engine};
use ground::kernel::{Memory, Mode};
use ground::run::{Found, Run};
use ground::technique::TechniqueSet;
use pool::{Pool, Task};

/// Runs the members until one has an answer or the budget is used up, on as many threads as the
/// configuration says.
pub(crate) fn run(
    board: &Board,
    analysis: &Analysis,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Result<Found, Stop> {
    let pool = Pool::new(Task { board, analysis, config }, budget);
    pool.work(config.threads);
    let (end, work) = pool.into_end();
    *stats = work;
    end
}

/// An engine ready to run, with the memory given. `Auto` is not an engine; here it stands for the
/// greedy search.
pub(crate) fn engine<'a>(
    engine: Engine,
    board: &Board,
    analysis: &'a Analysis,
    config: &Config,
    memory: Memory,
    budget: &mut Budget,
) -> Result<Box<dyn Run + Send + 'a>, Stop> {
    // What an engine does not read says nothing about what its answer is worth.
    let techniques = config.techniques.and(TechniqueSet::read_by(engine, config.goal));
    Ok(match engine {
        Engine::Auto | Engine::Push => {
            Box::new(PushPull::new(analysis, Mode::Push, techniques, memory)?)
        }
        Engine::Pull => Box::new(PushPull::new(analysis, Mode::Pull, techniques, memory)?),
        Engine::Fess => Box::new(Fess::new(board, techniques, memory.left(), budget)?),
        Engine::Imagined => Box::new(Imagined::new(analysis, techniques, memory)?),
        Engine::Beam => Box::new(Beam::new(analysis, techniques, memory)?),
        Engine::Phase => Box::new(PhaseSearch::new(analysis, techniques, memory)),
        Engine::Optimal => Box::new(crate::engine::optimal::Optimal::new(
            analysis,
            config.minimised(),
            techniques,
            memory,
        )?),
        Engine::RollingStone => panic!("rolling-stone is an engine of banto-textbook"),
    })
}

#[cfg(test)]
mod tests {
    use search::{Cancel, Limits, Outcome};

    use super::*;
    use crate::solve;
    use oracle::{board, random_boards};

    /// Nobody solves this one in a few thousand nodes.
    const LONG: [&str; 9] = [
        "####################",
        "#    #    #    #   #",
        "# $  # $    $  # ..#",
        "#  $   $  # $    ..#",
        "## ##### ##  ###. .#",
        "#  $   # # $   # ..#",
        "# $  $   #  $  #. .#",
        "#  $   # # $     . #",
        "#    # @ #     #. .#",
    ];

    #[test]
    fn a_long_run_with_turns_for_everybody_repeats_exactly() {
        let rows: Vec<&str> = LONG.into_iter().chain([LONG[0]]).collect();
        let board = board(&rows);
        let run = |seed| {
            let limits = Limits { nodes: Some(15_000), ..Limits::default() };
            let mut budget = Budget::new(limits, Cancel::default());
            let mut stats = Stats::default();
            let config = Config { seed, ..Config::default() };
            let answer = solve(&board, &config, &mut budget, &mut stats);
            (answer, stats, budget.nodes())
        };
        assert_eq!(run(0), run(0));
        assert_ne!(run(0).1, run(1).1, "the seed makes a difference");
    }

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

    #[test]
    fn several_threads_find_what_one_finds_within_the_same_limit() {
        for board in random_boards(53, 60) {
            let run = |threads, nodes| {
                let limits = Limits { nodes, ..Limits::default() };
                let mut budget = Budget::new(limits, Cancel::default());
                let mut stats = Stats::default();
                let config = Config { threads, ..Config::default() };
                let answer = solve(&board, &config, &mut budget, &mut stats);
                assert!(nodes.is_none_or(|nodes| budget.nodes() <= nodes));
                matches!(answer.outcome, Outcome::Solved(_))
            };
            assert_eq!(run(1, None), run(3, None));
            run(3, Some(70));
        }
    }

    #[test]
    fn a_cancel_reaches_every_thread() {
        let cancel = Cancel::default();
        cancel.cancel();
        for board in random_boards(59, 10) {
            let mut budget = Budget::new(Limits::default(), cancel.clone());
            let config = Config { threads: 2, ..Config::default() };
            let answer = solve(&board, &config, &mut budget, &mut Stats::default());
            assert_eq!(answer.outcome, Outcome::Stopped(Stop::Interrupted));
        }
    }
}
