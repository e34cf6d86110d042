//! Windows of a solution, solved again exactly.
//!
//! A window is a stretch of a solution in which only a few boxes are pushed. The way from its
//! first position to its last is a small puzzle of its own: the boxes that stand still are walls,
//! the others must get to where they stand at the end. The optimal engine finds its shortest
//! solution or gives up after some nodes. Windows of one box come first, then of two, and so on;
//! a round that gains nothing is followed by one with another box and more nodes, as long as
//! the budget lasts.
//!
//! Every answer is a solution with no more pushes than the one given, whenever the budget ends.

use std::ops::Range;

use search::{Budget, Outcome};
use sokoban::{Board, Level, Push, Square, State, Walker};

use crate::analysis::Analysis;
use crate::config::Goal;
use crate::engine::Run;
use crate::engine::optimal::Optimal;
use crate::kernel::{Memory, Reach};
use crate::technique::TechniqueSet;

/// Most boxes of a window, and most pushes.
const MOST_BOXES: usize = 12;
const MOST_PUSHES: usize = 400;

/// Nodes for one window in the first round, and in the last.
const FIRST_NODES: u64 = 500;
const LAST_NODES: u64 = 100_000;

/// Bytes for the search in one window.
const WINDOW_MEMORY: u64 = 32 << 20;

/// Shortens a solution within a budget, in pushes and then in moves.
pub fn improve(board: &Board, pushes: &[Push], budget: &mut Budget) -> Vec<Push> {
    let mut path = pushes.to_vec();
    let (mut n_boxes, mut nodes) = (1, FIRST_NODES);
    while budget.look().is_ok() && nodes <= LAST_NODES {
        let round = |goal, path: &mut Vec<Push>, budget: &mut Budget| {
            slide(board, path, goal, n_boxes, nodes, budget)
        };
        let shorter = round(Goal::Pushes, &mut path, budget);
        let walked_less = round(Goal::Moves, &mut path, budget);
        if !shorter && !walked_less {
            n_boxes = (n_boxes + 1).min(MOST_BOXES);
            nodes = nodes * 3 / 2;
        }
    }
    path
}

/// Slides windows of so many boxes over the path; whether anything was gained.
fn slide(
    board: &Board,
    path: &mut Vec<Push>,
    goal: Goal,
    n_boxes: usize,
    nodes: u64,
    budget: &mut Budget,
) -> bool {
    let mut gained = false;
    let mut from = 0;
    while from < path.len() && budget.look().is_ok() {
        let window = stretch(board, path, from, n_boxes);
        match solve_window(board, path, window.clone(), goal, nodes, budget) {
            Some(better) => {
                path.splice(window, better);
                gained = true;
            }
            // The next window begins where another box is pushed.
            None => from = stretch(board, path, from, 1).end,
        }
    }
    gained
}

/// The longest stretch from a push on in which at most so many boxes are pushed.
fn stretch(board: &Board, path: &[Push], from: usize, n_boxes: usize) -> Range<usize> {
    let mut boxes: Vec<Square> = Vec::new();
    let mut to = from;
    while to < path.len() && to - from < MOST_PUSHES {
        let Push { from: square, dir } = path[to];
        let next = board.neighbor(square, dir).expect("a push ends on a square");
        match boxes.iter().position(|&at| at == square) {
            Some(i) => boxes[i] = next,
            None if boxes.len() < n_boxes => boxes.push(next),
            None => break,
        }
        to += 1;
    }
    from..to
}

/// A shorter way through a window, if there is one and it is found.
fn solve_window(
    board: &Board,
    path: &[Push],
    window: Range<usize>,
    goal: Goal,
    nodes: u64,
    budget: &mut Budget,
) -> Option<Vec<Push>> {
    let start = after(board, &path[..window.start]);
    let end = after(board, &path[..window.end]);
    if start.boxes == end.boxes {
        // Pushes there and back again, made only to get to another side of the boxes.
        let mut zones = [start, end];
        let mut walker = Walker::new(board);
        zones.iter_mut().for_each(|state| state.normalize(board, &mut walker));
        return (zones[0] == zones[1]).then(Vec::new);
    }
    let old = &path[window.clone()];
    let small = window_board(board, &start, &end, old)?;
    let analysis = Analysis::new(&small, budget).ok()?;
    let memory = Memory::bytes(WINDOW_MEMORY.min(analysis.memory.left()));
    let mut search = Optimal::new(&analysis, goal, TechniqueSet::defaults(), memory).ok()?;
    // At the end of the solution the player may be anywhere.
    if window.end < path.len() {
        let player = moved(board, &small, end.player)?;
        let boxes = analysis.map.occupied(analysis.map.goals().iter());
        search.end_with(match goal {
            Goal::Moves => player,
            _ => Reach::new(&analysis.map).flood(&analysis.map, &boxes, player),
        });
    }
    if goal == Goal::Pushes && search.lower_bound() as usize >= old.len() {
        return None;
    }
    let mut slice = budget.slice(Some(nodes), None);
    let outcome = search.run(&mut slice);
    budget.charge(&slice);
    let Some(Outcome::Solved(found)) = outcome else { return None };
    let back = |push: Push| Some(Push { from: moved(&small, board, push.from)?, ..push });
    let new: Vec<Push> = found.into_iter().map(back).collect::<Option<_>>()?;
    is_better(board, &start, &new, old, goal).then_some(new)
}

/// The same place on another board.
fn moved(from: &Board, to: &Board, square: Square) -> Option<Square> {
    let (row, column) = from.place(square);
    to.square_at(row, column)
}

fn is_better(board: &Board, start: &State, new: &[Push], old: &[Push], goal: Goal) -> bool {
    match goal {
        Goal::Moves => {
            let mut walker = Walker::new(board);
            let mut moves = |pushes| {
                walker.walk_pushes(board, start, pushes).map_or(usize::MAX, |walk| walk.moves.len())
            };
            new.len() <= old.len() && moves(new) < moves(old)
        }
        Goal::Pushes | Goal::Any => new.len() < old.len(),
    }
}

/// The position after some pushes from the start.
fn after(board: &Board, pushes: &[Push]) -> State {
    let mut state = board.start();
    pushes.iter().for_each(|&push| state.push(board, push));
    state
}

/// The puzzle of a window: boxes that are not pushed in it are walls, the others have their goals
/// where they stand at its end.
fn window_board(board: &Board, start: &State, end: &State, pushes: &[Push]) -> Option<Board> {
    let pushed = |square| pushes.iter().any(|push| push.from == square);
    let tile = |row, column| {
        let Some(square) = board.square_at(row, column) else { return '#' };
        let (stands, ends) = (start.has_box(square), end.has_box(square));
        match (stands, start.player == square, ends) {
            (true, _, true) if !pushed(square) => '#',
            (true, _, true) => '*',
            (true, _, false) => '$',
            (_, true, true) => '+',
            (_, true, false) => '@',
            (_, _, true) => '.',
            _ => ' ',
        }
    };
    let rows: Vec<String> = (0..board.height())
        .map(|row| (0..board.width()).map(|column| tile(row, column)).collect())
        .collect();
    let small = Board::new(&Level::from_rows(&rows).ok()?).ok()?;
    small.impossible().is_none().then_some(small)
}

#[cfg(test)]
mod tests {
    use search::Stats;

    use super::*;
    use crate::kernel::testing::random_boards;
    use crate::{Config, Engine, solve};

    #[test]
    fn solutions_stay_solutions_and_lose_most_of_what_is_too_long() {
        let (mut before, mut improved, mut best) = (0, 0, 0);
        for board in random_boards(53, 150) {
            let run = |engine| {
                let config = Config { engine, ..Config::default() };
                let mut budget = Budget::unlimited();
                solve(&board, &config, &mut budget, &mut Stats::default()).outcome
            };
            let Outcome::Solved(pushes) = run(Engine::Pull) else { continue };
            let Outcome::Solved(optimum) = run(Engine::Optimal) else { panic!("solvable") };
            let shorter = improve(&board, &pushes, &mut Budget::unlimited());
            let mut walker = Walker::new(&board);
            let walk = walker.walk_pushes(&board, &board.start(), &shorter).unwrap();
            let mut state = board.start();
            state.play(&board, &walk.to_string()).unwrap();
            assert!(board.is_solved(&state));
            before += pushes.len();
            improved += shorter.len();
            best += optimum.len();
        }
        let (excess, left) = (before - best, improved - best);
        assert!(left * 10 < excess, "{before} pushes became {improved}, {best} at best");
    }
}
