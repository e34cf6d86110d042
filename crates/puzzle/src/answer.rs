//! Why a question about a position has no answer.

use std::fmt;

use search::Stop;

use crate::{Game, Status, WrongMoves};

/// Why a question about a position has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// A limit came first.
    Stopped(Stop),
    /// The question makes no sense in this game.
    Game(Game),
    /// There is nothing to answer with; the sentence says why.
    Nothing(String),
    /// The checker refused what an engine found: an internal error.
    Refused(String),
}

impl NoAnswer {
    /// The exit code of a process that had to leave the question open.
    pub fn exit_code(&self) -> u8 {
        match self {
            NoAnswer::Stopped(stop) => Status::from(*stop).exit_code(),
            NoAnswer::Nothing(_) => Status::GaveUp.exit_code(),
            NoAnswer::Game(_) => 2,
            NoAnswer::Refused(_) => 1,
        }
    }
}

impl From<Stop> for NoAnswer {
    fn from(stop: Stop) -> NoAnswer {
        NoAnswer::Stopped(stop)
    }
}

impl From<WrongMoves> for NoAnswer {
    fn from(wrong: WrongMoves) -> NoAnswer {
        NoAnswer::Nothing(wrong.to_string())
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::Stopped(Stop::Time) => write!(f, "the time for this question is up"),
            NoAnswer::Stopped(Stop::Memory) => {
                write!(f, "the memory for this question is used up")
            }
            NoAnswer::Stopped(Stop::Nodes) => write!(f, "the nodes for this question are used up"),
            NoAnswer::Stopped(Stop::Interrupted) => write!(f, "interrupted"),
            NoAnswer::Game(game) => write!(f, "this cannot be asked about {}", game.name()),
            NoAnswer::Nothing(reason) => f.write_str(reason),
            NoAnswer::Refused(reason) => write!(f, "the checker refused the solution: {reason}"),
        }
    }
}

impl std::error::Error for NoAnswer {}
