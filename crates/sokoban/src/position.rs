//! A game in progress: a board, its boxes and player, and scratch space for walking.
//!
//! [`State`] is what a search keeps by the million; a [`Position`] is what somebody plays with.

use std::fmt;

use crate::{Blocked, BlockedReason, Board, Dir, Move, Push, State, Tile, Walker};

/// A board with its boxes and its player somewhere. It prints as a drawing of the board.
///
/// ```
/// use banto_sokoban::{Board, Level, Position};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let board = Board::new(&Level::from_rows(&["######", "#@ $.#", "######"])?)?;
/// let mut position = Position::new(&board);
/// let pushes = position.pushes();
/// assert_eq!(board.place(pushes[0].from), (1, 3));
/// assert_eq!(position.push(pushes[0]).map(|moves| moves.to_string()), Some("rR".to_owned()));
/// assert!(position.is_solved());
/// assert_eq!(position.to_string(), "######\n#  @*#\n######\n");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Position<'b> {
    board: &'b Board,
    state: State,
    walker: Walker,
}

impl<'b> Position<'b> {
    /// The start of a board.
    pub fn new(board: &'b Board) -> Position<'b> {
        Position::with_state(board, board.start())
    }

    /// A board in a given state.
    pub fn with_state(board: &'b Board, state: State) -> Position<'b> {
        Position { board, state, walker: Walker::new(board) }
    }

    /// The board.
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// Boxes and player.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether all boxes are on goals.
    pub fn is_solved(&self) -> bool {
        self.board.is_solved(&self.state)
    }

    /// One step of the player, pushing when a box is in the way.
    ///
    /// # Errors
    ///
    /// What is in the way.
    pub fn step(&mut self, dir: Dir) -> Result<Move, BlockedReason> {
        self.state.step(self.board, dir)
    }

    /// Plays LURD letters, whose case must say whether a box is pushed, and returns the pushes among
    /// them.
    ///
    /// # Errors
    ///
    /// The first move that cannot be made; those before it have been made.
    pub fn play(&mut self, moves: &str) -> Result<Vec<Push>, Blocked> {
        let mut pushes = Vec::new();
        for (index, letter) in moves.char_indices() {
            let end = index + letter.len_utf8();
            let made = self.state.play(self.board, &moves[index..end]);
            made.map_err(|blocked| Blocked { index: moves[..index].chars().count(), ..blocked })?;
            if let (true, Some(dir)) = (letter.is_ascii_uppercase(), Dir::from_letter(letter)) {
                pushes.push(Push { from: self.state.player, dir });
            }
        }
        Ok(pushes)
    }

    /// All pushes that can be walked to, ordered by box and then by [`Dir::ALL`].
    pub fn pushes(&mut self) -> Vec<Push> {
        self.state.pushes(self.board, &mut self.walker)
    }

    /// The shortest walk to a push, and the push; `None` when it cannot be made.
    pub fn walk_to(&mut self, push: Push) -> Option<crate::Solution> {
        self.walker.walk_pushes(self.board, &self.state, &[push])
    }

    /// Walks to a push and makes it; returns the moves, or `None` when it cannot be made.
    pub fn push(&mut self, push: Push) -> Option<crate::Solution> {
        let moves = self.walk_to(push)?;
        self.state.push(self.board, push);
        Some(moves)
    }

    /// What is to be drawn in a cell.
    fn tile(&self, row: usize, column: usize) -> Tile {
        let Some(square) = self.board.square_at(row, column) else {
            let scenery = self.board.scenery().iter();
            let mut here = scenery.filter(|it| (it.0, it.1) == (row, column)).map(|it| it.2);
            let near = |row: usize| {
                let columns = column.saturating_sub(1)..=column + 1;
                columns.into_iter().any(|column| self.board.square_at(row, column).is_some())
            };
            let is_wall = (row.saturating_sub(1)..=row + 1).any(near);
            return here.next().unwrap_or(if is_wall { Tile::Wall } else { Tile::Floor });
        };
        let (goal, player) = (self.board.is_goal(square), self.state.player == square);
        match (goal, self.state.has_box(square), player) {
            (false, true, _) => Tile::Box,
            (true, true, _) => Tile::BoxOnGoal,
            (false, _, true) => Tile::Player,
            (true, _, true) => Tile::PlayerOnGoal,
            (false, ..) => Tile::Floor,
            (true, ..) => Tile::Goal,
        }
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.board.height() {
            let tiles = (0..self.board.width()).map(|column| self.tile(row, column).to_char());
            writeln!(f, "{}", tiles.collect::<String>().trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position<'_> {
    /// The drawing, and the places as (row, column) from 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes: Vec<_> = self.state.boxes.iter().map(|&it| self.board.place(it)).collect();
        let player = self.board.place(self.state.player);
        write!(f, "player {player:?}, boxes {boxes:?}\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn a_position_is_played_by_moves_and_by_pushes() {
        let rows = ["#######", "#@$ . #", "#  #$.#", "#######"];
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        let mut played = Position::new(&board);
        let pushes = played.play("RR").unwrap();
        let mut pushed = Position::new(&board);
        for &push in &pushes {
            pushed.push(push).unwrap();
        }
        assert_eq!((pushes.len(), pushed.state()), (2, played.state()));
        assert_eq!(played.to_string(), "#######\n#  @* #\n#  #$.#\n#######\n");
        assert!(format!("{played:?}").starts_with("player (1, 3), boxes [(1, 4), (2, 4)]\n###"));
        assert_eq!(played.push(pushes[0]), None, "no box is there any more");
        let blocked = played.play("lRx").unwrap_err();
        assert_eq!(blocked.to_string(), "move 2: there is no box to push");
    }

    #[test]
    fn what_is_drawn_is_read_again() {
        let rows = ["  ####", "###  ###", "#@$ .  #", "#  ###*#", "####  ##"];
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        let drawn = Position::new(&board).to_string();
        let again = Board::new(&Level::from_rows(&drawn.lines().collect::<Vec<_>>()).unwrap());
        assert_eq!(again.unwrap(), board, "{drawn}");
    }
}
