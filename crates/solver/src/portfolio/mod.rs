//! Several searches on one board: the only two places where searches take turns.
//!
//! [`pool`] is the scheduler of every search for any solution: the members of `auto`, in turns or on
//! several threads until one has the answer, or those of one engine; [`members`] lists them with
//! their shares of the time. The first turn belongs to the forward greedy search, which answers small
//! levels before anything heavy is set up. A member that gives up leaves; one that fills its memory begins
//! again as a variant of itself, with the memory of those who have left.
//!
//! [`anytime`] is `auto` asked for a shortest solution: a fixed round of different jobs.

mod anytime;
mod members;
mod pool;

pub(crate) use anytime::Anytime;
pub(crate) use pool::Pool;

#[cfg(test)]
mod tests {
    use ground::analysis::Analysis;
    use ground::config::{Config, Engine};
    use ground::kernel::Mode;
    use ground::run::Run;
    use ground::technique::{Technique, TechniqueSet};
    use oracle::{board, random_boards};
    use search::{Budget, Cancel, Limits, Outcome, Stats, Stop};
    use sokoban::Board;

    use super::*;
    use crate::engine::push_pull::PushPull;
    use crate::solve;

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

    pub(super) fn long() -> Board {
        let rows: Vec<&str> = LONG.into_iter().chain([LONG[0]]).collect();
        board(&rows)
    }

    #[test]
    fn a_long_run_with_turns_for_everybody_repeats_exactly() {
        let board = long();
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
    fn a_pool_of_one_searches_as_its_member_does_alone() {
        let mut solved = 0;
        for board in random_boards(61, 200) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let config = Config { engine: Engine::Pull, ..Config::default() };
            let techniques = config.techniques.and(config.reads());
            let mut pull =
                PushPull::new(&analysis, Mode::Pull, techniques, analysis.memory).unwrap();
            let alone = pull.run(&mut Budget::unlimited());
            let mut pool = Pool::new(&board, &analysis, &config);
            // Shifts of any length: the pool goes on where it was.
            let shift = |nodes| pool.run(&mut Budget::unlimited().slice(Some(nodes), None));
            let pooled = (1..).find_map(shift);
            assert_eq!((pooled, pool.stats()), (alone.clone(), pull.stats()));
            solved += u32::from(matches!(alone, Some(Outcome::Solved(_))));
        }
        assert!(solved > 20, "{solved} solved");
    }

    /// The restarts alone would go on for ever.
    #[test]
    fn fess_gives_up_when_its_strategies_have() {
        let board = board(&["#######", "#  $. #", "# $# ##", "#  @  #", "##   .#", "#######"]);
        let techniques = TechniqueSet::defaults().without(Technique::Refutation);
        let config = Config { engine: Engine::Fess, techniques, ..Config::default() };
        let answer = solve(&board, &config, &mut Budget::unlimited(), &mut Stats::default());
        assert_eq!((answer.outcome, answer.engine), (Outcome::GaveUp, Engine::Fess));
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
