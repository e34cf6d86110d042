//! The rules as naive state spaces: the reference that every engine must agree with.

use search::{StateSpace, Successor};
use sokoban::{Board, Dir, Push, State, Walker};

/// The game in pushes, as plainly as it can be written: what every engine must agree with.
pub struct PlainPushes<'a> {
    /// The board.
    pub board: &'a Board,
    walker: Walker,
}

impl<'a> PlainPushes<'a> {
    /// The game on a board.
    pub fn new(board: &'a Board) -> Self {
        PlainPushes { board, walker: Walker::new(board) }
    }
}

impl StateSpace for PlainPushes<'_> {
    type State = State;
    type Action = Push;

    fn initial(&self) -> State {
        let mut state = self.board.start();
        state.normalize(self.board, &mut Walker::new(self.board));
        state
    }

    fn is_goal(&self, state: &State) -> bool {
        self.board.is_solved(state)
    }

    fn expand(&mut self, state: &State, out: &mut Vec<Successor<State, Push>>) {
        for action in state.pushes(self.board, &mut self.walker) {
            let mut state = state.clone();
            state.push(self.board, action);
            state.normalize(self.board, &mut self.walker);
            out.push(Successor { action, cost: 1, state });
        }
    }
}

/// The game in moves, as plainly as it can be written.
pub struct PlainMoves<'a>(pub &'a Board);

impl StateSpace for PlainMoves<'_> {
    type State = State;
    type Action = Dir;

    fn initial(&self) -> State {
        self.0.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&mut self, state: &State, out: &mut Vec<Successor<State, Dir>>) {
        for action in Dir::ALL {
            let mut state = state.clone();
            if state.step(self.0, action).is_ok() {
                out.push(Successor { action, cost: 1, state });
            }
        }
    }
}

/// Plays a solution to its end and counts its moves.
pub fn count_moves(board: &Board, pushes: &[Push]) -> usize {
    let walk = Walker::new(board).walk_pushes(board, &board.start(), pushes).unwrap();
    let mut state = board.start();
    state.play(board, &walk.to_string()).unwrap();
    assert!(board.is_solved(&state), "{board:?}");
    walk.moves.len()
}
