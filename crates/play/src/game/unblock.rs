//! A game of Unblock. Consecutive slides of one piece are one move, as in the page; sliding back to
//! where it stood costs nothing.

use puzzle::Counts;
use puzzle::plain::{UnblockBoard, UnblockMove, UnblockState};

/// The moves made on a board, and those that were undone.
#[derive(Clone, Debug)]
pub(crate) struct UnblockGame {
    board: UnblockBoard,
    state: UnblockState,
    moves: Vec<UnblockMove>,
    cursor: usize,
}

impl UnblockGame {
    pub(crate) fn new(board: UnblockBoard) -> UnblockGame {
        UnblockGame { state: board.start(), board, moves: Vec::new(), cursor: 0 }
    }

    /// The board.
    pub(crate) fn board(&self) -> &UnblockBoard {
        &self.board
    }

    /// Where the pieces stand.
    pub(crate) fn state(&self) -> &UnblockState {
        &self.state
    }

    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// How far a piece can go towards smaller and towards larger coordinates.
    pub(crate) fn room(&self, piece: usize) -> (i8, i8) {
        let (back, forth) = self.state.room(&self.board, &self.state.occupied(&self.board), piece);
        (back as i8, forth as i8)
    }

    /// Slides a piece; says whether it could.
    pub(crate) fn slide(&mut self, piece: usize, delta: i8) -> bool {
        let Ok(number) = u8::try_from(piece) else { return false };
        let made = UnblockMove { piece: number, delta };
        if self.state.play(&self.board, made).is_err() {
            return false;
        }
        let last = self.cursor.checked_sub(1).map(|at| self.moves[at]);
        match last {
            Some(last) if last.piece == number => {
                self.cursor -= 1;
                self.moves.truncate(self.cursor);
                let delta = last.delta + delta;
                if delta != 0 {
                    self.note(UnblockMove { piece: number, delta });
                }
            }
            _ => self.note(made),
        }
        true
    }

    /// Writes a move down that was made; one that repeats an undone move keeps what was undone after it.
    fn note(&mut self, made: UnblockMove) {
        if self.moves.get(self.cursor) != Some(&made) {
            self.moves.truncate(self.cursor);
            self.moves.push(made);
        }
        self.cursor += 1;
    }

    pub(crate) fn undo(&mut self) -> bool {
        let Some(at) = self.cursor.checked_sub(1) else { return false };
        let UnblockMove { piece, delta } = self.moves[at];
        let back = UnblockMove { piece, delta: -delta };
        self.cursor = at;
        self.state.play(&self.board, back).is_ok()
    }

    pub(crate) fn redo(&mut self) -> bool {
        let Some(&made) = self.moves.get(self.cursor) else { return false };
        self.cursor += 1;
        self.state.play(&self.board, made).is_ok()
    }

    pub(crate) fn counts(&self) -> Counts {
        let steps = self.moves[..self.cursor].iter().map(|it| u64::from(it.delta.unsigned_abs()));
        let (moves, steps) = (Some(self.cursor as u64), Some(steps.sum()));
        Counts { moves, steps, ..Counts::default() }
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.board.is_solved(&self.state)
    }

    /// The first `until` moves, as records write them.
    pub(crate) fn text(&self, until: usize) -> String {
        self.board.show_moves(&self.moves[..until])
    }

    /// All moves as the page writes them: a piece, and how far it goes.
    pub(crate) fn slides(&self) -> Vec<(u8, i8)> {
        self.moves.iter().map(|it| (it.piece, it.delta)).collect()
    }

    /// Replaces the moves by those of a text, up to the first that cannot be made.
    pub(crate) fn load(&mut self, text: &str) {
        self.load_moves(&self.board.read_moves(text).unwrap_or_default());
    }

    /// Replaces the moves, up to the first that cannot be made.
    pub(crate) fn load_moves(&mut self, moves: &[UnblockMove]) {
        *self = UnblockGame::new(self.board.clone());
        for &made in moves {
            if self.state.play(&self.board, made).is_err() {
                break;
            }
            self.moves.push(made);
            self.cursor += 1;
        }
    }

    /// The piece of the last move.
    pub(crate) fn last_piece(&self) -> Option<usize> {
        self.cursor.checked_sub(1).map(|at| usize::from(self.moves[at].piece))
    }

    /// The piece on a cell.
    pub(crate) fn piece_at(&self, row: usize, column: usize) -> Option<usize> {
        let pieces = self.board.pieces().iter().zip(&self.state.positions);
        pieces.enumerate().find_map(|(i, (piece, &at))| {
            piece.cells_at(at).any(|cell| cell == (row, column)).then_some(i)
        })
    }

    /// The pieces by their numbers: the red one is 1, the others follow in the order in which the
    /// board, read row by row, showed them at the start.
    pub(crate) fn numbered(&self) -> Vec<usize> {
        let pieces = self.board.pieces();
        let mut order: Vec<usize> = (0..pieces.len()).filter(|&i| i != self.board.red()).collect();
        order.sort_by_key(|&i| (pieces[i].row, pieces[i].column));
        std::iter::once(self.board.red()).chain(order).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Moves;
    use crate::game::tests::game;

    #[test]
    fn slides_of_one_piece_are_one_move() {
        let mut game = game("AA..\nB...\nB...\n....\n");
        let Moves::Unblock(moves) = &mut game.moves else { panic!("the other game") };
        assert!(moves.slide(0, 1) && moves.slide(0, 1) && !moves.slide(0, 1));
        assert_eq!((moves.counts().moves, moves.counts().steps), (Some(1), Some(2)));
        assert!(moves.is_solved() && moves.slide(0, -2));
        assert_eq!(moves.counts().moves, Some(0), "back where it stood");
        assert_eq!(moves.room(1), (0, 1));
        assert!(moves.slide(1, 1) && moves.slide(0, 2));
        assert_eq!((moves.slides(), moves.last_piece()), (vec![(1, 1), (0, 2)], Some(0)));
        assert!(moves.undo() && moves.redo() && moves.is_solved());
        assert_eq!((moves.piece_at(0, 3), moves.piece_at(0, 0)), (Some(0), None));
        assert_eq!(moves.numbered(), [0, 1]);
    }
}
