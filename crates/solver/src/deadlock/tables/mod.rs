//! Deadlock tables: everything that loses in a small window before the player, known beforehand.
//!
//! ```text
//! - - - - -    After a push the window is laid over the board, turned so that the push goes up,
//! - - # $ -    with the player (@) in the middle of its lower edge. Here the box pushed last and
//! - - $ # -    the one beside it hold each other: a tree that asks for one square after another
//! - - @ - -    knows it after four questions.
//! ```
//!
//! Two windows have tables. That of 5 × 3 squares is built in some hundredths of a second when it is
//! first asked for. That of 5 × 4 ([`Technique::LargeTables`]) takes seconds, so whoever runs the
//! solver may keep its bytes ([`LargeTables::keep`]): they save the time and change no answer.
//!
//! **Sound.** All boxes that the tree knows of would have to leave the window, or stop on a goal in
//! it. In the game that was played for the tree ([`window`]), all squares it did not ask for are
//! free, the player walks outside as he likes, and boxes that leave are gone: a board with more
//! walls and boxes allows less. A pattern counts only if none of the squares that its boxes can come
//! to in that game is a goal.
//!
//! What it does not find: patterns that need more than the window, or goals in it.
//!
//! Source: Junghanns and Schaeffer, Rolling Stone, 1997 (windows of about 5 × 4, a tree of questions
//! in a fixed order); SokoKids section 5.4. That the next question follows from a way out of the
//! window is ours; so is what is said about goals.
//! Cost: one look at a square for each question, some four on the boards of XSokoban (not measured
//! in time). [`super::Freeze`] and the pairs find much of the same.
//!
//! [`Technique::LargeTables`]: crate::Technique::LargeTables

mod bytes;
mod laid;
#[cfg(test)]
mod tests;
mod tree;
mod window;

use std::sync::OnceLock;

use search::{Budget, Stop};

pub use self::bytes::Unusable;
pub(crate) use self::laid::Windows;
use self::tree::{Builder, Tree};
use self::window::Shape;

/// The window whose table is made by every program that asks for it.
const SMALL: Shape = Shape { width: 5, height: 3, most_boxes: 13 };

/// The window whose table is worth keeping.
const LARGE: Shape = Shape { width: 5, height: 4, most_boxes: 18 };

/// Both are always the same, so one of each serves all searches of a process.
static SMALL_TREE: OnceLock<Tree> = OnceLock::new();
static LARGE_TREE: OnceLock<Tree> = OnceLock::new();

static KEEPER: OnceLock<Keeper> = OnceLock::new();

/// Who keeps the bytes of the large table from one run of the program to the next.
#[derive(Clone, Copy)]
pub struct Keeper {
    /// The bytes kept, if there are any.
    pub load: fn() -> Option<Vec<u8>>,
    /// Keeps bytes, if it can.
    pub save: fn(&[u8]),
}

/// The table of the large window, which is kept.
pub struct LargeTables;

impl LargeTables {
    /// Names who keeps the bytes. They are asked for when a search first needs the table, and given
    /// when it was built because there were none that could be used.
    pub fn keep(keeper: Keeper) {
        // Whoever is named first stays.
        let _ = KEEPER.set(keeper);
    }

    /// The bytes of the table, built within a budget.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn build(budget: &mut Budget) -> Result<Vec<u8>, Stop> {
        Builder::new(LARGE).finish(budget).map(|tree| tree.to_bytes())
    }

    /// Whether bytes are a table that can be used.
    ///
    /// # Errors
    ///
    /// Why they are not.
    pub fn check(bytes: &[u8]) -> Result<(), Unusable> {
        Tree::from_bytes(bytes, LARGE).map(|_| ())
    }
}
