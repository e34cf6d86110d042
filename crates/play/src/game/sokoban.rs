//! A game of Sokoban.

use puzzle::Counts;
use puzzle::plain::{Dir, SokobanBoard, SokobanMove, SokobanState, Square, Walker};

/// The moves made on a board, and those that were undone.
#[derive(Clone, Debug)]
pub(crate) struct SokobanGame {
    board: SokobanBoard,
    state: SokobanState,
    moves: Vec<SokobanMove>,
    cursor: usize,
}

impl SokobanGame {
    pub(crate) fn new(board: SokobanBoard) -> SokobanGame {
        SokobanGame { state: board.start(), board, moves: Vec::new(), cursor: 0 }
    }

    /// The board.
    pub(crate) fn board(&self) -> &SokobanBoard {
        &self.board
    }

    /// Boxes and player as they stand.
    pub(crate) fn state(&self) -> &SokobanState {
        &self.state
    }

    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// One step of the player. One that repeats the undone move keeps what was undone after it.
    pub(crate) fn step(&mut self, dir: Dir) -> bool {
        let Ok(made) = self.state.step(&self.board, dir) else { return false };
        if self.moves.get(self.cursor) != Some(&made) {
            self.moves.truncate(self.cursor);
            self.moves.push(made);
        }
        self.cursor += 1;
        true
    }

    pub(crate) fn undo(&mut self) -> bool {
        let Some(at) = self.cursor.checked_sub(1) else { return false };
        let SokobanMove { dir, push } = self.moves[at];
        let player = self.state.player;
        if push && let Some(pushed) = self.board.neighbor(player, dir) {
            for square in self.state.boxes.iter_mut().filter(|it| **it == pushed) {
                *square = player;
            }
            self.state.boxes.sort_unstable();
        }
        // The player came from there.
        self.state.player = self.board.neighbor(player, dir.opposite()).unwrap_or(player);
        self.cursor = at;
        true
    }

    pub(crate) fn redo(&mut self) -> bool {
        let Some(&SokobanMove { dir, .. }) = self.moves.get(self.cursor) else { return false };
        self.step(dir)
    }

    pub(crate) fn undo_push(&mut self) -> bool {
        let mut undone = false;
        while self.undo() {
            undone = true;
            if self.moves[self.cursor].push {
                break;
            }
        }
        undone
    }

    pub(crate) fn redo_push(&mut self) -> bool {
        let mut redone = false;
        while self.redo() {
            redone = true;
            if self.moves[self.cursor - 1].push {
                break;
            }
        }
        redone
    }

    pub(crate) fn counts(&self) -> Counts {
        let pushes = self.moves[..self.cursor].iter().filter(|it| it.push).count();
        let (moves, pushes) = (Some(self.cursor as u64), Some(pushes as u64));
        Counts { moves, pushes, ..Counts::default() }
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.board.is_solved(&self.state)
    }

    /// The first `until` moves as letters.
    pub(crate) fn text(&self, until: usize) -> String {
        self.moves[..until].iter().map(|it| it.letter()).collect()
    }

    /// Replaces the moves by those of a text, up to the first that cannot be made.
    pub(crate) fn load(&mut self, text: &str) {
        *self = SokobanGame::new(self.board.clone());
        for letter in text.chars() {
            if !Dir::from_letter(letter).is_some_and(|dir| self.step(dir)) {
                break;
            }
        }
    }

    /// A shortest walk to a square.
    pub(crate) fn walk(&self, to: Square) -> Option<Vec<Dir>> {
        let boxes = self.state.box_set(&self.board);
        let mut walker = Walker::new(&self.board);
        walker.path(&self.board, &boxes, self.state.player, to)
    }

    /// The boxes by their numbers: a box keeps the number it had at the start, in row order.
    pub(crate) fn numbered(&self) -> Vec<Square> {
        let mut state = self.board.start();
        let mut boxes = state.boxes.clone();
        for &SokobanMove { dir, push } in &self.moves[..self.cursor] {
            let from = self.board.neighbor(state.player, dir);
            if push
                && let Some(from) = from
                && let Some(to) = self.board.neighbor(from, dir)
            {
                boxes.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
            }
            state.player = from.unwrap_or(state.player);
        }
        boxes
    }
}
