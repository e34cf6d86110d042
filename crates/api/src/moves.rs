//! Moves in requests and answers: as text in the notation of records, or for Unblock as slides.
//!
//! The page keeps an Unblock game as slides, so that the notation is read and written here alone.

use puzzle::Puzzle;
use puzzle::plain::{UnblockBoard as Board, UnblockMove as Move};
use serde::Deserialize;

use crate::{Answer, Refusal};

/// The index of a piece and how many cells it slides, negative towards the left or the top.
pub type Slide = (u8, i8);

/// Moves in a request.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum MovesInput {
    /// In any notation of the game.
    Text(String),
    /// For Unblock.
    Slides(Vec<Slide>),
}

impl MovesInput {
    /// The moves as text.
    pub fn text(self, puzzle: &Puzzle) -> Answer<String> {
        match self {
            MovesInput::Text(text) => Ok(text),
            MovesInput::Slides(slides) => written(board(puzzle)?, &slides),
        }
    }
}

/// The moves of a text as slides.
pub fn slides(puzzle: &Puzzle, text: &str) -> Answer<Vec<Slide>> {
    let moves = board(puzzle)?.read_moves(text).map_err(Refusal::bad)?;
    Ok(moves.into_iter().map(|it| (it.piece, it.delta)).collect())
}

fn written(board: &Board, slides: &[Slide]) -> Answer<String> {
    if let Some((piece, _)) = slides.iter().find(|it| usize::from(it.0) >= board.pieces().len()) {
        return Err(Refusal::bad(format!("there is no piece {piece}")));
    }
    let moves: Vec<Move> = slides.iter().map(|&(piece, delta)| Move { piece, delta }).collect();
    Ok(board.show_moves(&moves))
}

fn board(puzzle: &Puzzle) -> Answer<&Board> {
    match puzzle {
        Puzzle::Unblock(level) => Ok(&level.board),
        Puzzle::Sokoban(_) => Err(Refusal::bad("moves of sokoban are letters, not slides")),
    }
}
