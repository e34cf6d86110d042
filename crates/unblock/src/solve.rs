//! The entry point: takes a board and a metric, returns a shortest solution or the reason why there
//! is none.

use search::{Budget, Guarantee, Outcome, Stats, Stop};

use crate::{Board, Cluster, Engine, Metric, Move, wide};

/// Bytes of tables and of lists worth keeping for the next board. The kinds of lines of ordinary
/// boards take a few hundred KiB, the lists of a board with 100,000 positions 4 MiB; what one huge
/// board needed is given back.
const KEPT: u64 = 8 << 20;

/// The end of a search for a shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A solution, or why there is none.
    pub outcome: Outcome<Vec<Move>>,
    /// What is known about the length of the solution. When the optimum of a large board could not
    /// be proved, this is `None`, and `stats.bound` is what has been.
    pub guarantee: Guarantee,
    /// The name of the search that answered: [`Solver::EXACT`] or [`Solver::WIDE`].
    pub engine: &'static str,
}

/// Solves boards one after the other and keeps its tables between them: building the tables of a
/// board's lines costs as much as solving a small board.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// Absent while a cluster has it, or before the first board.
    engine: Option<Engine>,
}

impl Solver {
    /// The name of the exact [`Engine`].
    pub const EXACT: &'static str = "unblock";
    /// The name of the search for boards beyond its reach, [`wide`].
    pub const WIDE: &'static str = "wide";

    /// A solver without tables.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// From now on keeps no lists between boards, see [`Engine::sparing`].
    pub fn spare(&mut self) {
        self.engine().spare();
    }

    /// Whether a board is within reach of the exact engine.
    pub fn is_exact_for(&mut self, board: &Board) -> bool {
        self.engine().takes(board)
    }

    /// Solves a board in a metric: with the exact [`Engine`] where the board is within its reach,
    /// else with [`wide`].
    pub fn solve(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Answer {
        let exact = self.engine().solve(board, metric, budget, stats);
        self.give_back();
        let (outcome, optimal, engine) = match exact {
            Some(outcome) => (outcome, true, Solver::EXACT),
            None => {
                let best = wide::solve(board, metric, budget, stats);
                (best.outcome, best.optimal, Solver::WIDE)
            }
        };
        let guarantee = match outcome {
            Outcome::Solved(_) if optimal => Guarantee::Optimal(metric),
            _ => Guarantee::None,
        };
        Answer { outcome, guarantee, engine }
    }

    /// The length of a shortest solution, `None` when there is none. Boards beyond the reach of the exact
    /// engine count as too large for any memory.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn optimum(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stop> {
        let found = self.engine().optimum(board, metric, budget, &mut Stats::default());
        self.give_back();
        match found.ok_or(Stop::Memory)? {
            Outcome::Solved(length) => Ok(Some(length)),
            Outcome::Stopped(stop) => Err(stop),
            _ => Ok(None),
        }
    }

    /// Builds the [`Cluster`] of a board and asks it something. Boards beyond the reach of the
    /// exact engine count as too large for any memory.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn ask_cluster<T>(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
        ask: impl FnOnce(&Cluster) -> T,
    ) -> Result<T, Stop> {
        if !self.is_exact_for(board) {
            return Err(Stop::Memory);
        }
        let engine = self.engine.take().unwrap_or_default();
        let cluster = Cluster::new_in(engine, board, metric, budget)?;
        let answer = ask(&cluster);
        self.engine = Some(cluster.into_engine());
        self.give_back();
        Ok(answer)
    }

    fn engine(&mut self) -> &mut Engine {
        self.engine.get_or_insert_default()
    }

    /// Gives back what is too large to be kept.
    fn give_back(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.shrink_to(KEPT);
        }
    }
}

/// Solves a single board; a [`Solver`] is faster for several.
pub fn solve(board: &Board, metric: Metric, budget: &mut Budget, stats: &mut Stats) -> Answer {
    Solver::new().solve(board, metric, budget, stats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::METRICS;

    fn board(text: &str) -> Board {
        Board::from_rows(&text.split('/').collect::<Vec<_>>()).unwrap()
    }

    /// Solves with a solver that has seen other boards, and with a new one.
    fn both(kept: &mut Solver, board: &Board, metric: Metric) -> [(Answer, Stats); 2] {
        let solve = |solver: &mut Solver| {
            let mut stats = Stats::default();
            (solver.solve(board, metric, &mut Budget::unlimited(), &mut stats), stats)
        };
        [solve(kept), solve(&mut Solver::new())]
    }

    #[test]
    fn what_came_before_changes_nothing() {
        let boards = [
            "IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM",
            "..B/AAB/.../...",
            "..B/AAB/..B",
            "..BC../..BC../AABC../....../....../......",
        ];
        let mut solver = Solver::new();
        for text in boards.into_iter().chain(boards) {
            for metric in METRICS {
                let [kept, new] = both(&mut solver, &board(text), metric);
                assert_eq!(kept, new, "{text}");
                assert_eq!(kept.0.engine, Solver::EXACT);
            }
        }
    }

    #[test]
    fn the_search_that_answered_is_named() {
        let large = board("..B......./AAB......./........../..........");
        let [kept, _] = both(&mut Solver::new(), &large, Metric::Moves);
        assert_eq!(
            (kept.0.engine, kept.0.guarantee),
            (Solver::WIDE, Guarantee::Optimal(Metric::Moves))
        );
        let stuck = board("..B/AAB/..B");
        let [kept, _] = both(&mut Solver::new(), &stuck, Metric::Steps);
        assert_eq!((kept.0.engine, kept.0.guarantee), (Solver::EXACT, Guarantee::None));
    }

    #[test]
    fn a_cluster_lends_the_tables_and_gives_them_back() {
        let mut solver = Solver::new();
        let board = board("..B/AAB/.../...");
        let ask = |solver: &mut Solver| {
            let distance = |cluster: &Cluster| cluster.distance(&board.start());
            solver.ask_cluster(&board, Metric::Moves, &mut Budget::unlimited(), distance)
        };
        assert_eq!((ask(&mut solver), ask(&mut solver)), (Ok(Some(2)), Ok(Some(2))));
        assert!(solver.engine.is_some());
    }

    #[test]
    fn a_sparing_solver_answers_the_same_and_keeps_no_lists() {
        let wide = board("BB..../CCGIJK/AAGIJK/DDLMNO/EELMNO/FF....");
        let small = board("..B/AAB/.../...");
        let mut sparing = Solver::new();
        sparing.spare();
        let mut plain = Solver::new();
        let kept = |solver: &mut Solver| solver.engine().kept();
        for board in [&small, &wide, &small] {
            for metric in METRICS {
                let answer = |solver: &mut Solver| {
                    let mut stats = Stats::default();
                    solver.solve(board, metric, &mut Budget::unlimited(), &mut stats)
                };
                assert_eq!(answer(&mut sparing), answer(&mut plain));
            }
        }
        assert_eq!(kept(&mut sparing), 0);
        assert!(kept(&mut plain) > 4 << 20, "{}", kept(&mut plain));
    }

    #[test]
    fn a_huge_board_is_not_kept() {
        // Any board is huge for an engine that may keep nothing.
        let board = board("BB..../CC..../AA..../DD..../EE..../FF....");
        let mut solver = Solver::new();
        let first = both(&mut solver, &board, Metric::Moves);
        solver.engine().shrink_to(0);
        assert_eq!(first, both(&mut solver, &board, Metric::Moves));
    }
}
