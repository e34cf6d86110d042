//! Tidying: the same pushes in an order that changes boxes less often.
//!
//! A search returns any of the solutions of equal length, often one that goes to and fro between
//! boxes for no reason. Runs of pushes of one box are moved forward, as long as everything can
//! still be played and the solution gets fewer box changes, or as many and fewer moves. The number
//! of pushes stays the same, so a push-optimal solution stays push-optimal. The result is a local
//! optimum, not proved minimal in any way.

use sokoban::{Board, Push, Walker};

/// Rounds over the solution; each improves it or is the last.
const ROUNDS: usize = 40;

/// The tidied pushes.
pub(super) fn tidy(board: &Board, pushes: Vec<Push>) -> Vec<Push> {
    let mut walker = Walker::new(board);
    let mut best = pushes;
    let Some(mut cost) = cost(board, &best, &mut walker) else { return best };
    for _ in 0..ROUNDS {
        match improve(board, &best, cost, &mut walker) {
            Some((better, lower)) => (best, cost) = (better, lower),
            None => break,
        }
    }
    best
}

/// The first better order found by moving one run forward.
fn improve(
    board: &Board,
    pushes: &[Push],
    cost_now: (usize, usize),
    walker: &mut Walker,
) -> Option<(Vec<Push>, (usize, usize))> {
    let starts = run_starts(board, pushes);
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(pushes.len());
        for &to in starts[..i].iter().rev() {
            let mut order = pushes.to_vec();
            order[to..end].rotate_right(end - start);
            if let Some(cost) = cost(board, &order, walker)
                && cost < cost_now
            {
                return Some((order, cost));
            }
        }
    }
    None
}

/// Where each run of pushes of one box begins.
fn run_starts(board: &Board, pushes: &[Push]) -> Vec<usize> {
    (0..pushes.len()).filter(|&i| i == 0 || changes_box(board, pushes[i - 1], pushes[i])).collect()
}

/// Whether `next` pushes a different box from the one `push` did.
pub(super) fn changes_box(board: &Board, push: Push, next: Push) -> bool {
    board.neighbor(push.from, push.dir) != Some(next.from)
}

/// Box changes and moves; `None` when the pushes cannot be played. Moving pushes of different boxes
/// past each other keeps the last position, so what can be played also solves.
fn cost(board: &Board, pushes: &[Push], walker: &mut Walker) -> Option<(usize, usize)> {
    let moves = walker.walk_pushes(board, &board.start(), pushes)?.moves.len();
    Some((run_starts(board, pushes).len(), moves))
}

#[cfg(test)]
mod tests {
    use sokoban::{Dir, Level};

    use super::*;

    #[test]
    fn two_boxes_pushed_by_turns_are_pushed_one_after_the_other() {
        let rows = ["########", "#  $  .#", "#@     #", "#  $  .#", "########"];
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        let at = |row, column| board.square_at(row, column).unwrap();
        let turns: Vec<Push> = (3..6)
            .flat_map(|column| [1, 3].map(|row| Push { from: at(row, column), dir: Dir::Right }))
            .collect();
        assert_eq!(run_starts(&board, &turns).len(), 6);
        let tidied = tidy(&board, turns);
        assert_eq!((tidied.len(), run_starts(&board, &tidied).len()), (6, 2));
        let mut walker = Walker::new(&board);
        let solution = walker.walk_pushes(&board, &board.start(), &tidied).unwrap();
        let mut state = board.start();
        state.play(&board, &solution.to_string()).unwrap();
        assert!(board.is_solved(&state));
    }
}
