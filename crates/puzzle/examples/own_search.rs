//! A search of your own: Sokoban as a state space with a heuristic, given to A*. The answer is
//! replayed by the checker like any other: `cargo run -p banto-puzzle --example own_search`
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use banto_puzzle::{Puzzle, SokobanPuzzle, check};
use search::{
    Algorithm, Budget, Heuristic, Options, Outcome, Properties, StateSpace, Stats, Successor,
};
use sokoban::{Board, Level, Push, State, Walker};

/// Positions, one push apart. Walking is free, so the player stands at the first square of its zone.
struct Pushes<'a> {
    board: &'a Board,
    walker: Walker,
}

impl StateSpace for Pushes<'_> {
    type State = State;
    type Action = Push;

    fn initial(&self) -> State {
        let mut start = self.board.start();
        start.normalize(self.board, &mut Walker::new(self.board));
        start
    }

    fn is_goal(&self, state: &State) -> bool {
        self.board.is_solved(state)
    }

    fn expand(&mut self, state: &State, out: &mut Vec<Successor<State, Push>>) {
        for action in state.pushes(self.board, &mut self.walker) {
            let mut next = state.clone();
            next.push(self.board, action);
            next.normalize(self.board, &mut self.walker);
            out.push(Successor { action, cost: 1, state: next });
        }
    }
}

/// Every box off goal needs at least one push.
struct Misplaced<'a>(&'a Board);

impl Heuristic<State> for Misplaced<'_> {
    fn estimate(&mut self, state: &State) -> Option<u32> {
        Some(state.boxes.iter().filter(|&&square| !self.0.is_goal(square)).count() as u32)
    }

    fn properties(&self) -> Properties {
        Properties::ALL
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = Level::from_rows(&["########", "#@ $  .#", "# $    #", "#  .   #", "########"])?;
    let puzzle = SokobanPuzzle::new(level)?;
    let board = puzzle.board();
    let mut space = Pushes { board, walker: Walker::new(board) };
    let (mut budget, mut stats) = (Budget::unlimited(), Stats::default());
    let options = Options::default();
    let mut misplaced = Misplaced(board);
    let outcome =
        Algorithm::Astar.search(&mut space, &mut misplaced, &options, &mut budget, &mut stats);
    let Outcome::Solved(pushes) = outcome else { return Err("there is no solution".into()) };
    let solution = Walker::new(board).walk_pushes(board, &board.start(), &pushes);
    let solution = solution.ok_or("the pushes cannot be walked")?.to_string();
    let counts = check(&Puzzle::Sokoban(Box::new(puzzle)), &solution)?;
    println!("{solution}: {:?} pushes, {} nodes", counts.pushes, stats.expanded);
    Ok(())
}
