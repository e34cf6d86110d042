//! A position of a game, and the rules of moving in it.

use std::fmt;

use crate::{Board, Dir, Move, Push, Square, SquareSet, Walker};

/// Boxes and player. Two states with the player on different squares of the same zone are not equal
/// until both are [normalized](State::normalize).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The boxes, in ascending order.
    pub boxes: Vec<Square>,
    /// The player.
    pub player: Square,
}

/// Why a move is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockedReason {
    /// A wall is in the way.
    Wall,
    /// A box is in the way and cannot be pushed.
    Box,
    /// A push was announced but there is nothing to push.
    NoPush,
    /// A walk was announced but a box is in the way.
    UnannouncedPush,
    /// Not a LURD letter.
    Letter(char),
}

/// The first move that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Number of moves made before it.
    pub index: usize,
    /// Why it fails.
    pub reason: BlockedReason,
}

impl fmt::Display for BlockedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockedReason::Wall => f.write_str("a wall is in the way"),
            BlockedReason::Box => f.write_str("the box cannot be pushed"),
            BlockedReason::NoPush => f.write_str("there is no box to push"),
            BlockedReason::UnannouncedPush => f.write_str("a box is in the way of a walk"),
            BlockedReason::Letter(letter) => write!(f, "{letter:?} is not a move"),
        }
    }
}

impl std::error::Error for BlockedReason {}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.index + 1, self.reason)
    }
}

impl std::error::Error for Blocked {}

impl State {
    /// Whether a box stands on a square.
    pub fn has_box(&self, square: Square) -> bool {
        self.boxes.binary_search(&square).is_ok()
    }

    /// The boxes as a set.
    pub fn box_set(&self, board: &Board) -> SquareSet {
        SquareSet::from_squares(board.n_squares(), &self.boxes)
    }

    /// One step of the player, pushing when a box is in the way.
    ///
    /// # Errors
    ///
    /// What is in the way.
    pub fn step(&mut self, board: &Board, dir: Dir) -> Result<Move, BlockedReason> {
        let next = board.neighbor(self.player, dir).ok_or(BlockedReason::Wall)?;
        let push = self.has_box(next);
        if push {
            let to = board.neighbor(next, dir).ok_or(BlockedReason::Box)?;
            if self.has_box(to) {
                return Err(BlockedReason::Box);
            }
            self.move_box(next, to);
        }
        self.player = next;
        Ok(Move { dir, push })
    }

    /// Makes a push wherever the player is now; the player ends where the box was. The caller must
    /// make sure that the push is possible.
    ///
    /// # Panics
    ///
    /// When no box stands where the push starts, or the push leaves the board.
    pub fn push(&mut self, board: &Board, push: Push) {
        let to = board.neighbor(push.from, push.dir).expect("a push ends on a square");
        self.move_box(push.from, to);
        self.player = push.from;
    }

    fn move_box(&mut self, from: Square, to: Square) {
        let at = self.boxes.binary_search(&from).expect("a box stands where a push starts");
        self.boxes[at] = to;
        self.boxes.sort_unstable();
    }

    /// Plays LURD letters; case must say whether a box is pushed.
    ///
    /// # Errors
    ///
    /// The first move that cannot be made.
    pub fn play(&mut self, board: &Board, moves: &str) -> Result<(), Blocked> {
        for (index, letter) in moves.chars().enumerate() {
            let blocked = |reason| Blocked { index, reason };
            let dir = Dir::from_letter(letter).ok_or(blocked(BlockedReason::Letter(letter)))?;
            let made = self.step(board, dir).map_err(blocked)?;
            match (made.push, letter.is_ascii_uppercase()) {
                (false, true) => return Err(blocked(BlockedReason::NoPush)),
                (true, false) => return Err(blocked(BlockedReason::UnannouncedPush)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Moves the player to the lowest square of its zone, so that positions which differ only by
    /// walking become equal.
    pub fn normalize(&mut self, board: &Board, walker: &mut Walker) {
        let boxes = self.box_set(board);
        self.player = walker.flood(board, &boxes, self.player);
    }

    /// All pushes possible now, ordered by box and then by [`Dir::ALL`].
    pub fn pushes(&self, board: &Board, walker: &mut Walker) -> Vec<Push> {
        let boxes = self.box_set(board);
        walker.flood(board, &boxes, self.player);
        let mut pushes = Vec::new();
        for &from in &self.boxes {
            for dir in Dir::ALL {
                let behind = board.neighbor(from, dir.opposite());
                let to = board.neighbor(from, dir);
                if behind.is_some_and(|square| walker.reached(square))
                    && to.is_some_and(|square| !boxes.contains(square))
                {
                    pushes.push(Push { from, dir });
                }
            }
        }
        pushes
    }
}
