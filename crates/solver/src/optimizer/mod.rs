//! Makes solutions shorter: in pushes and then in moves, or the other way round.
//!
//! A solution is a [`line::Line`] of pushes. Again and again, a few boxes are set free in a window
//! of it and brought to the same squares by a shorter way ([`reroute`]); [`schedule`] chooses the
//! boxes, the windows and the effort. When that finds nothing more, or there are several solutions
//! to begin with, [`nearby`] searches a growing neighbourhood of them for the shortest way through.
//! With one solution and time left, [`plans`] asks for solutions with other plans, and [`stir`]
//! reorders pushes, so that boxes pushed far apart come together in one window. No line is longer
//! than the one before, so the work can be stopped at any time.

mod line;
mod nearby;
mod plans;
mod reroute;
mod schedule;
mod several;
mod stir;
mod team;
mod window;

use ground::analysis::Analysis;
use ground::kernel::Map;
use search::{Budget, Metric};
use sokoban::{Board, Push};

use line::Line;
use nearby::Nearby;
use schedule::Schedule;
use several::{Parts, Several};
use window::Walks;

use crate::engine::optimal::fewest_of_other;

/// Positions of the first graph around the lines, the factor by which it grows, and of the last.
const FIRST_NEARBY: usize = 10_000;
const GROWTH: usize = 4;
const LAST_NEARBY: usize = 1 << 20;

/// Nodes spent on what decides between equals.
const TIES: u64 = 10_000;

/// Bytes of a position of such a graph with its children, about.
const BYTES_NEARBY: u64 = 200;

/// Shortens a solution within a budget. For [`Metric::Moves`] moves count first and then pushes,
/// for [`Metric::Pushes`] pushes and then moves, for box lines and box changes these and then moves. An
/// invalid solution is returned unchanged.
pub fn improve(board: &Board, pushes: &[Push], goal: Metric, budget: &mut Budget) -> Vec<Push> {
    let map = Map::new(board);
    match Line::new(board, &map, pushes.to_vec()) {
        Some(line) => Several::new(board, &map, goal, vec![line]).improve(budget).pushes,
        None => pushes.to_vec(),
    }
}

/// The same with another random seed each time: other plans, which [`shorten`] never finds. `None`
/// if the budget is too small for them.
pub(crate) fn plan_again(
    board: &Board,
    pushes: &[Push],
    goal: Metric,
    seed: u64,
    budget: &mut Budget,
) -> Option<Vec<Push>> {
    let map = Map::new(board);
    let line = Line::new(board, &map, pushes.to_vec())?;
    let worth_it = Parts::of(budget).are_worth_it();
    worth_it.then(|| Several::new(board, &map, goal, vec![line]).again(seed).improve(budget).pushes)
}

/// The same from this solution alone, without asking other engines for theirs.
pub(crate) fn shorten(
    board: &Board,
    pushes: &[Push],
    goal: Metric,
    budget: &mut Budget,
) -> Vec<Push> {
    let map = Map::new(board);
    let Some(line) = Line::new(board, &map, pushes.to_vec()) else { return pushes.to_vec() };
    let walks = Walks::new(&map);
    let mut schedule = Schedule::new(board, &map, &walks, line, goal, budget);
    schedule.run(budget);
    schedule.into_line().pushes
}

/// Makes one short solution from several: each is shortened by itself, all in half of the remaining
/// budget, then the best of them as by [`improve`], together with the others. The answer is never
/// longer than a given solution. Invalid solutions are ignored; `None` if none is valid.
pub fn improve_all(
    board: &Board,
    solutions: &[Vec<Push>],
    goal: Metric,
    budget: &mut Budget,
) -> Option<Vec<Push>> {
    improve_all_on(board, solutions, goal, 1, budget)
}

/// The same on several threads: so many plans are made and so many solutions shortened at once.
pub fn improve_all_on(
    board: &Board,
    solutions: &[Vec<Push>],
    goal: Metric,
    threads: usize,
    budget: &mut Budget,
) -> Option<Vec<Push>> {
    let map = Map::new(board);
    let line = |pushes: &Vec<Push>| Line::new(board, &map, pushes.clone());
    let mut lines: Vec<Line> = solutions.iter().filter_map(line).collect();
    if lines.len() > 1 {
        let parts = 2 * lines.len() as u32;
        let part = budget.time_left().map(|time| time / parts);
        let nodes = budget.limits().nodes.map(|nodes| nodes / u64::from(parts));
        for line in &mut lines {
            let mut slice = budget.slice(nodes, part);
            let shorter = shorten(board, &line.pushes, goal, &mut slice);
            budget.charge(&slice);
            *line = Line::new(board, &map, shorter).expect("a shorter line solves the board");
        }
    }
    let several = (!lines.is_empty()).then(|| Several::new(board, &map, goal, lines));
    several.map(|several| several.on_threads(threads).improve(budget).pushes)
}

/// A solution that is known to be a shortest one in `metric`, with less of what decides between equals: the
/// least there is, if half of the budget is enough for an exact search.
pub fn improve_shortest(
    board: &Board,
    pushes: &[Push],
    metric: Metric,
    budget: &mut Budget,
) -> Vec<Push> {
    let shorter = settle_ties(board, pushes, metric, budget);
    let (nodes, time) = (budget.limits().nodes, budget.time_left());
    let mut slice = budget.slice(nodes.map(|nodes| nodes / 2), time.map(|time| time / 2));
    let exact = fewest_of_other(board, &shorter, metric, &mut slice);
    budget.charge(&slice);
    exact.unwrap_or_else(|| improve(board, &shorter, metric, budget))
}

/// A solution as short in `metric` and, for a little work, with less of what decides between equals. Its
/// nodes are neither charged nor shown: they are not nodes of a search.
pub(crate) fn settle_ties(
    board: &Board,
    pushes: &[Push],
    metric: Metric,
    budget: &Budget,
) -> Vec<Push> {
    let mut turn = budget.slice(Some(TIES), None).uncounted();
    shorten(board, pushes, metric, &mut turn)
}

/// Puts lines in front that lead through the neighbourhood of all lines, for fewest pushes.
fn merge(board: &Board, map: &Map, lines: &mut Vec<Line>, budget: &mut Budget) {
    let Ok(analysis) = Analysis::new(board, budget) else { return };
    let room = (analysis.memory.left() / 2 / BYTES_NEARBY) as usize;
    let mut most = FIRST_NEARBY;
    while most <= LAST_NEARBY.min(room) {
        let given: Vec<&[Push]> = lines.iter().map(|line| line.pushes.as_slice()).collect();
        let Some((way, whole)) = Nearby::new(&analysis, &given).shortest(most, budget) else {
            return;
        };
        let best = lines.first().map_or(usize::MAX, Line::len);
        if way.len() < best {
            let way = shorten(board, &way, Metric::Pushes, budget);
            let way = Line::new(board, map, way).expect("the way solves the board");
            lines.insert(0, way);
        } else {
            most *= GROWTH;
        }
        if whole {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Engine, solve};
    use oracle::crowded_boards;
    use oracle::random_boards;
    use search::{Cancel, Goal, Limits, Outcome, Stats};
    use sokoban::Walker;

    pub(super) fn found(board: &Board, engine: Engine, goal: Option<Metric>) -> Option<Vec<Push>> {
        let config = Config { engine, goal: goal.map(Goal::from), ..Config::default() };
        let mut budget = Budget::unlimited();
        match solve(board, &config, &mut budget, &mut Stats::default()).outcome {
            Outcome::Solved(pushes) => Some(pushes),
            _ => None,
        }
    }

    /// Pushes and moves of a solution, which is played to its end.
    fn lengths(board: &Board, pushes: &[Push]) -> (usize, usize) {
        let walk = Walker::new(board).walk_pushes(board, &board.start(), pushes).unwrap();
        let mut state = board.start();
        state.play(board, &walk.to_string()).unwrap();
        assert!(board.is_solved(&state));
        (pushes.len(), walk.moves.len())
    }

    /// The sums before, after and at best, in the metric of the goal.
    fn sums(goal: Metric) -> [usize; 3] {
        let mut sums = [0; 3];
        for board in random_boards(53, 400) {
            let Some(pushes) = found(&board, Engine::Pull, None) else { continue };
            let best = found(&board, Engine::Optimal, Some(goal)).expect("it is solvable");
            let better = improve(&board, &pushes, goal, &mut Budget::unlimited());
            for (sum, pushes) in sums.iter_mut().zip([pushes, better, best]) {
                let (pushes, moves) = lengths(&board, &pushes);
                *sum += if goal == Metric::Moves { moves } else { pushes };
            }
        }
        sums
    }

    #[test]
    fn most_of_what_is_too_long_is_lost_in_pushes_and_in_moves() {
        for goal in [Metric::Pushes, Metric::Moves] {
            let [before, after, best] = sums(goal);
            let (excess, left) = (before - best, after - best);
            assert!(left * 10 < excess, "{goal:?}: {before} became {after}, {best} at best");
        }
    }

    /// The engine's own count of box lines and box changes is the checker's, and neither grows.
    #[test]
    fn box_lines_and_box_changes_become_fewer() {
        let mut gained = [0; 2];
        for board in crowded_boards(61, 400).into_iter().chain(random_boards(53, 300)) {
            let Some(pushes) = found(&board, Engine::Pull, None) else { continue };
            let map = Map::new(&board);
            for (at, goal) in [Metric::BoxLines, Metric::BoxChanges].into_iter().enumerate() {
                let limits = Limits { nodes: Some(3_000), ..Limits::default() };
                let better =
                    improve(&board, &pushes, goal, &mut Budget::new(limits, Cancel::default()));
                let cost = |pushes: &[Push]| {
                    let mut last: Option<Push> = None;
                    let mut count = 0;
                    for &push in pushes {
                        let same = last.is_some_and(|it| map.next(it.from, it.dir) == push.from);
                        let on = same && (at == 1 || last.is_some_and(|it| it.dir == push.dir));
                        count += usize::from(!on);
                        last = Some(push);
                    }
                    (count, lengths(&board, pushes).1)
                };
                let line = Line::new(&board, &map, better.clone()).unwrap();
                assert_eq!(line.cost(goal), cost(&better));
                assert!(cost(&better) <= cost(&pushes), "{board:?}");
                gained[at] += usize::from(cost(&better).0 < cost(&pushes).0);
            }
        }
        assert!(gained.iter().all(|&gained| gained > 3), "{gained:?}");
    }

    /// `improve` proves the moves where the pushes reach the bound of the start.
    #[test]
    fn no_more_moves_than_the_pushes_found_need() {
        let mut compared = 0;
        for board in crowded_boards(67, 200) {
            let Some(pushes) = found(&board, Engine::Pull, None) else { continue };
            let config = Config {
                engine: Engine::Optimal,
                goal: Some(Goal::PushesMoves),
                ..Config::default()
            };
            let mut budget = Budget::unlimited();
            let both = solve(&board, &config, &mut budget, &mut Stats::default()).outcome;
            let Outcome::Solved(both) = both else { panic!("it is solvable") };
            let alone = found(&board, Engine::Optimal, Some(Metric::Pushes)).unwrap();
            let shortest = improve_shortest(&board, &alone, Metric::Pushes, &mut budget);
            assert_eq!(lengths(&board, &shortest), lengths(&board, &both), "{board:?}");
            let better = improve(&board, &pushes, Metric::Pushes, &mut budget);
            let analysis = Analysis::new(&board, &mut budget).unwrap();
            let mut bound = ground::heuristic::Bound::new(
                &analysis,
                ground::technique::TechniqueSet::defaults(),
            );
            if bound.load(&analysis, &analysis.start) == Some(better.len() as u32) {
                assert_eq!(lengths(&board, &better), lengths(&board, &both), "{board:?}");
                compared += 1;
            }
        }
        assert!(compared > 10, "{compared}");
    }

    #[test]
    fn near_two_solutions_of_a_small_board_lies_a_shortest_one() {
        let mut merged = 0;
        for board in random_boards(53, 400) {
            let Some(one) = found(&board, Engine::Pull, None) else { continue };
            let two = found(&board, Engine::Push, None).expect("it is solvable");
            let best =
                found(&board, Engine::Optimal, Some(Metric::Pushes)).expect("it is solvable");
            let both = [one.clone(), two.clone(), Vec::new()];
            let mut budget = Budget::unlimited();
            let better = improve_all(&board, &both, Metric::Pushes, &mut budget).unwrap();
            assert_eq!(lengths(&board, &better).0, best.len(), "{board:?}");
            merged += usize::from(best.len() < one.len().max(two.len()));
            let moves = |pushes: &[Push]| lengths(&board, pushes).1;
            let walked = improve_all(&board, &both[..2], Metric::Moves, &mut budget).unwrap();
            assert!(moves(&walked) <= moves(&one).min(moves(&two)));
        }
        assert!(merged > 0, "no board has a solution that is too long");
    }

    /// Other plans are asked for however a solution comes in.
    #[test]
    fn one_of_several_solutions_is_improved_as_the_only_one_is() {
        let mut improved = 0;
        for board in crowded_boards(61, 300) {
            let Some(pushes) = found(&board, Engine::Push, None) else { continue };
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let [mut one, mut all] = [(); 2].map(|()| Budget::new(limits, Cancel::default()));
            let better = improve(&board, &pushes, Metric::Pushes, &mut one);
            let given = [pushes.clone()];
            let merged = improve_all(&board, &given, Metric::Pushes, &mut all);
            assert_eq!((merged.as_ref(), all.nodes()), (Some(&better), one.nodes()));
            improved += usize::from(better != pushes);
        }
        assert!(improved > 5, "{improved}");
    }

    #[test]
    fn several_threads_make_nothing_longer_and_repeat_themselves() {
        let (mut shorter, mut unlike) = (0, 0);
        // There is no bound on moves, so every job is begun.
        for board in random_boards(53, 120) {
            let Some(pushes) = found(&board, Engine::Pull, None) else { continue };
            let run = |threads| {
                let limits = Limits { nodes: Some(30_000), ..Limits::default() };
                let mut budget = Budget::new(limits, Cancel::default());
                let given = [pushes.clone()];
                let better =
                    improve_all_on(&board, &given, Metric::Moves, threads, &mut budget).unwrap();
                (better, budget.nodes())
            };
            let (alone, three) = (run(1), run(3));
            assert_eq!(three, run(3), "{board:?}");
            let moves = |pushes: &[Push]| lengths(&board, pushes).1;
            assert!(moves(&three.0) <= moves(&pushes), "{board:?}");
            shorter += usize::from(moves(&three.0) < moves(&pushes));
            unlike += usize::from(three.1 != alone.1);
        }
        assert!(shorter > 3 && unlike > 3, "{shorter} shorter, {unlike} with other nodes than one");
    }

    #[test]
    fn without_a_solution_there_is_nothing_to_merge() {
        let board = random_boards(3, 1).remove(0);
        let none = improve_all(&board, &[Vec::new()], Metric::Pushes, &mut Budget::unlimited());
        assert!(none.is_none() || board.is_solved(&board.start()));
    }

    #[test]
    fn it_can_be_stopped_anywhere_repeats_itself_and_never_makes_a_solution_longer() {
        for board in random_boards(61, 40) {
            let Some(pushes) = found(&board, Engine::Pull, None) else { continue };
            let (mut best, before) = (None, lengths(&board, &pushes));
            for nodes in [0, 1, 10, 50, 200, 1_000] {
                let run = |how: fn(&Board, &[Push], Metric, &mut Budget) -> Vec<Push>| {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    let mut budget = Budget::new(limits, Cancel::default());
                    how(&board, &pushes, Metric::Pushes, &mut budget)
                };
                let (alone, asking) = (run(shorten), run(improve));
                assert_eq!((&alone, &asking), (&run(shorten), &run(improve)));
                assert!(lengths(&board, &asking) <= before);
                let now = lengths(&board, &alone);
                assert!(now <= best.unwrap_or(before), "{before:?} became {now:?}");
                best = Some(now);
            }
        }
    }
}
