//! The independent referee: text of a level and text of a solution in, counts or the first wrong
//! move out.
//!
//! Every answer of the project passes through here before anybody sees it, and so does every
//! solution a user brings. To be worth anything, the referee must share nothing with what it
//! judges: it works on characters, has no dependency, and is short enough to be read in one
//! sitting. It is not fast and need not be. No input makes it panic.
//!
//! ```
//! let level = "#####\n#@$.#\n#####";
//! let counts = banto_checker::sokoban::check(level, "R").unwrap();
//! assert_eq!((counts.moves, counts.pushes), (1, 1));
//! let fault = banto_checker::sokoban::check(level, "l").unwrap_err();
//! assert_eq!(fault.index, 0);
//!
//! let jam = "..B\nAAB\n...\n...";
//! let counts = banto_checker::unblock::check(jam, "B+2 A+1", banto_checker::unblock::CLASSIC).unwrap();
//! assert_eq!((counts.moves, counts.steps), (2, 3));
//! ```

#![warn(clippy::missing_errors_doc)]

pub mod proof;
pub mod sokoban;
pub mod unblock;

/// The level itself is at fault.
const BAD_LEVEL: &str = "bad-level";

/// A word that is not a move of the game.
const UNKNOWN_MOVE: &str = "unknown-move";

/// Every move can be made, but the level is not solved at the end.
const NOT_SOLVED: &str = "not-solved";

/// The first thing that is wrong with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Number of moves made before it; 0 when the level itself is at fault.
    pub index: usize,
    /// The kind of fault, a word for programs that never changes.
    pub code: &'static str,
    /// What is wrong and where: `move 17: …` (counted from 1), `level: …` or `end: …`.
    pub reason: String,
}

impl Fault {
    fn new(index: usize, code: &'static str, reason: String) -> Fault {
        Fault { index, code, reason }
    }
}

impl std::error::Error for Fault {}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
