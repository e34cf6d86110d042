//! FESS: feature space search with a packing plan.
//!
//! A short backward search finds a packing plan (`backward`); the forward search (`forward`)
//! follows it through the cells of the feature space. The positions that the backward search met
//! with all boxes on the board are a perimeter at which the forward search may end.
//!
//! One such pair of searches runs a *strategy*: how the board is turned (other ties, other plans),
//! what makes a cell, in which order features decide. Which strategies take turns is for the pool to
//! say (`portfolio/members.rs`); `restarts` runs one short attempt after the other.
//!
//! A reader can follow a level to its answer through `strategy_run`, `reduced_board` (the
//! board reduced and turned, with its tables), `backward` and `forward` (the two searches), and
//! from these to `pulls`, `pushes` and `movable` (moves), `feature` and `advisor` (what they are
//! worth), `tree` (which child comes next) and `replay` (the pushes). Layers depend on each other
//! in that direction only, and all of them build on the kernel's squares, positions and zones. A
//! position is loaded once for each expansion; its zones and fixed boxes are handed from the
//! deadlock tests to the generator.
//!
//! Source: Y. Shoham, J. Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search", CoG 2020. The engine uses unsound prunings and never says that a level has no solution.

mod advisor;
mod backward;
mod feature;
mod forward;
mod known;
mod movable;
mod moves;
mod perimeter;
mod plan;
mod pulls;
mod pushes;
mod reduced_board;
mod replay;
mod restarts;
mod sink;
#[cfg(test)]
mod soundness;
mod strategy;
mod strategy_run;
#[cfg(test)]
mod traces;
mod tree;

pub(crate) use restarts::Restarts;
pub(crate) use strategy::Strategy;
pub(crate) use strategy_run::StrategyRun;

#[cfg(test)]
pub(super) mod tests {
    use ground::run::Run;
    use ground::technique::TechniqueSet;
    use search::{Budget, Cancel, Limits, Outcome, Stop};
    use sokoban::{Board, Level, Push, Walker};

    use super::strategy::VARIANTS;
    use super::*;

    /// Boxes in two rooms, goals along a wall.
    const ROWS: [&str; 10] = [
        "################",
        "#     #        #",
        "#  $  #  $     #",
        "#   $         .#",
        "##  ###  $    .#",
        "#   # #       .#",
        "# $   #       .#",
        "#   $ #       .#",
        "#     @       .#",
        "################",
    ];

    pub(crate) fn board() -> Board {
        Board::new(&Level::from_rows(&ROWS).unwrap()).unwrap()
    }

    fn budget(nodes: u64) -> Budget {
        Budget::new(Limits { nodes: Some(nodes), ..Limits::default() }, Cancel::default())
    }

    fn strategy_run(strategy: Strategy, memory: u64) -> StrategyRun {
        let techniques = TechniqueSet::defaults();
        StrategyRun::new(&board(), strategy, techniques, memory, &mut budget(0)).unwrap()
    }

    fn solve(strategy: Strategy) -> Option<Vec<Push>> {
        match strategy_run(strategy, 1 << 28).run(&mut budget(5_000)) {
            Some(Outcome::Solved(pushes)) => Some(pushes),
            _ => None,
        }
    }

    #[test]
    fn every_strategy_finds_a_solution_that_plays() {
        let board = board();
        for (view, variant) in (0..8).zip((0..VARIANTS.len()).cycle().skip(2)) {
            let pushes = solve(Strategy::new(view, variant)).expect("a solution");
            let moves = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes);
            let mut state = board.start();
            state.play(&board, &moves.unwrap().to_string()).unwrap();
            assert!(board.is_solved(&state), "view {view}, variant {variant}");
        }
    }

    #[test]
    fn slices_give_the_same_solution_as_one_run() {
        for strategy in [Strategy::new(0, 0), Strategy::new(1, 1)] {
            let whole = solve(strategy).unwrap();
            let mut run = strategy_run(strategy, 1 << 28);
            let sliced = (0..5_000).find_map(|_| run.run(&mut budget(1)));
            assert_eq!(sliced, Some(Outcome::Solved(whole)));
        }
    }

    #[test]
    fn a_small_memory_ends_the_search() {
        let mut run = strategy_run(Strategy::new(0, 0), 1_000);
        assert_eq!(run.run(&mut budget(5_000)), Some(Outcome::Stopped(Stop::Memory)));
    }
}
