//! Small boards for tests.

use rand::{RngExt, SeedableRng};
use search::{StateSpace, Successor};
use sokoban::{Board, Dir, Level, Push, State, Walker};

/// A board from rows.
pub(crate) fn board(rows: &[&str]) -> Board {
    Board::new(&Level::from_rows(rows).unwrap()).unwrap()
}

/// Random boards of up to 6 by 6 inner cells with one to three boxes, solvable or not.
pub(crate) fn random_boards(seed: u64, count: usize) -> Vec<Board> {
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let (width, height) = (random.random_range(3..=6), random.random_range(2..=6));
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        for row in &mut rows[1..=height] {
            for cell in &mut row[1..=width] {
                *cell = if random.random_range(0..100) < 22 { '#' } else { ' ' };
            }
        }
        let n_boxes = random.random_range(1..=3);
        let things = std::iter::repeat_n('$', n_boxes).chain(std::iter::repeat_n('.', n_boxes));
        for thing in things.chain(['@']) {
            let (row, column) = (random.random_range(1..=height), random.random_range(1..=width));
            let cell = &mut rows[row][column];
            *cell = match (*cell, thing) {
                ('$', '.') => '*',
                ('.', '@') => '+',
                (' ', thing) => thing,
                (old, _) => old,
            };
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        if let Ok(board) = Board::new(&Level::from_rows(&rows).unwrap())
            && board.n_boxes() > 0
            && board.impossible().is_none()
        {
            boards.push(board);
        }
    }
    boards
}

/// The game in pushes, as plainly as it can be written: what every engine must agree with.
pub(crate) struct PlainPushes<'a> {
    pub(crate) board: &'a Board,
    walker: Walker,
}

impl<'a> PlainPushes<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
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
pub(crate) struct PlainMoves<'a>(pub(crate) &'a Board);

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
