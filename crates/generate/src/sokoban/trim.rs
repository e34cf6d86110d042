//! Trimming: dead ends that the solution never enters are walled up.
//!
//! They would only distract the player. More walls remove moves and add none, so a solution that
//! never enters the nook stays a solution, and a push-optimal one stays push-optimal.

use sokoban::{Board, Dir, Grid, Level, Solution, Square, SquareSet, State, Tile};

/// The level without the nooks that `solution` (which must solve it) does not use, cut to size.
pub(super) fn trim(level: &Level, board: &Board, solution: &Solution) -> Level {
    let used = used(board, solution);
    let mut floor = SquareSet::new(board.n_squares());
    board.squares().for_each(|square| {
        floor.insert(square);
    });
    let useless = |floor: &SquareSet, square: Square| {
        let exits = Dir::ALL
            .iter()
            .filter(|&&dir| board.neighbor(square, dir).is_some_and(|next| floor.contains(next)));
        floor.contains(square) && !used.contains(square) && exits.count() <= 1
    };
    while let Some(square) = board.squares().find(|&square| useless(&floor, square)) {
        floor.remove(square);
    }
    Level::from_grid(redraw(&level.grid, board, &floor))
}

/// Every square the player or a box stands on at some time, and all goals.
fn used(board: &Board, solution: &Solution) -> SquareSet {
    let mut used = board.goals().clone();
    let mut state: State = board.start();
    for step in &solution.moves {
        used.insert(state.player);
        state.boxes.iter().for_each(|&square| {
            used.insert(square);
        });
        state.step(board, step.dir).expect("the solution plays");
    }
    used.insert(state.player);
    used
}

/// The floor kept, with walls drawn only where they touch it.
pub(super) fn redraw(grid: &Grid, board: &Board, floor: &SquareSet) -> Grid {
    let places: Vec<(usize, usize)> = floor.iter().map(|square| board.place(square)).collect();
    let top = places.iter().map(|place| place.0).min().expect("the player stands somewhere") - 1;
    let left = places.iter().map(|place| place.1).min().expect("the player stands somewhere") - 1;
    let bottom = places.iter().map(|place| place.0).max().unwrap_or(top) + 1;
    let right = places.iter().map(|place| place.1).max().unwrap_or(left) + 1;
    let mut drawn =
        Grid::new(right - left + 1, bottom - top + 1).expect("no larger than the grid it is from");
    for &(row, column) in &places {
        for i in 0..9 {
            drawn.set(row + i / 3 - 1 - top, column + i % 3 - 1 - left, Tile::Wall);
        }
    }
    for &(row, column) in &places {
        drawn.set(row - top, column - left, grid.get(row, column));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_nooks_go_and_loops_stay() {
        let rows = ["##########", "#  #     #", "## # ### #", "##@$ .   #", "## #######", "####"];
        let level = Level::from_rows(&rows).unwrap();
        let board = Board::new(&level).unwrap();
        let trimmed = trim(&level, &board, &"RR".parse().unwrap());
        let expected = "  #######\n  #     #\n### ### #\n#@$ .   #\n#########\n";
        assert_eq!(trimmed.grid.to_string(), expected);
    }
}
