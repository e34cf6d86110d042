//! The game as the textbook searches see it.

use search::{StateSpace, Successor};

use crate::metric::counted;
use crate::{Board, Metric, Move, State};

/// A board in one metric.
///
/// Expansion order: pieces in the order in which a row-by-row scan of the *current* position first
/// meets them; for each, first towards smaller coordinates (left, up), then the other way; nearest
/// targets first. In steps this is the order of the FEUP report (Cruz, Montenegro, Marques 2019),
/// except for one rule that belongs to a search and not to a space: in the report a successor equal
/// to the board's own parent is not generated.
#[derive(Clone, Debug)]
pub struct Space<'a> {
    board: &'a Board,
    metric: Metric,
    start: State,
    order: Vec<(usize, u8)>,
}

impl<'a> Space<'a> {
    /// The space from the start of a board.
    pub fn new(board: &'a Board, metric: Metric) -> Space<'a> {
        Space::from_state(board, metric, board.start())
    }

    /// The space from another position of the board.
    pub fn from_state(board: &'a Board, metric: Metric, start: State) -> Space<'a> {
        Space { board, metric: counted(metric), start, order: Vec::new() }
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Pieces by the first cell a row-by-row scan meets.
    fn scan_order(&mut self, state: &State) {
        let width = self.board.width();
        self.order.clear();
        self.order.extend(self.board.pieces().iter().zip(&state.positions).enumerate().map(
            |(i, (piece, &at))| {
                let (row, column) = piece.cells_at(at).next().expect("pieces have cells");
                (row * width + column, i as u8)
            },
        ));
        self.order.sort_unstable();
    }
}

impl StateSpace for Space<'_> {
    type State = State;
    type Action = Move;

    fn state_bytes(&self) -> usize {
        // A small allocation costs its size rounded up, and a header.
        self.board.pieces().len().next_multiple_of(16) + 16
    }

    fn initial(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.board.is_solved(state)
    }

    fn expand(&mut self, state: &State, out: &mut Vec<Successor<State, Move>>) {
        let occupied = state.occupied(self.board);
        self.scan_order(state);
        for &(_, piece) in &self.order {
            let (back, forth) = state.room(self.board, &occupied, piece as usize);
            let moves = self.metric == Metric::Moves;
            let reach = |room: u8| if moves { room as i8 } else { room.min(1) as i8 };
            let targets = (1..=reach(back)).map(|d| -d).chain(1..=reach(forth));
            for delta in targets {
                let mut next = state.clone();
                let at = &mut next.positions[piece as usize];
                *at = at.wrapping_add_signed(delta);
                out.push(Successor { action: Move { piece, delta }, cost: 1, state: next });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(rows: &[&str], metric: Metric) -> String {
        let board = Board::from_rows(rows).unwrap();
        let mut out = Vec::new();
        Space::new(&board, metric).expand(&board.start(), &mut out);
        let moves: Vec<Move> = out.iter().map(|successor| successor.action).collect();
        board.show_moves(&moves)
    }

    #[test]
    fn expansion_order_is_the_documented_one() {
        let rows = ["....", ".AA.", "C..B", "C..B"];
        assert_eq!(actions(&rows, Metric::Steps), "A-1 A+1 C-1 B-1");
        assert_eq!(actions(&rows, Metric::Moves), "A-1 A+1 C-1 C-2 B-1 B-2");
    }
}
