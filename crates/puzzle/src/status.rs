//! How a level ended, in the words of the record, with the exit code of each.

use search::{Outcome, Stop};
use serde::{Deserialize, Serialize};

/// The end of a run on one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Solved, and the checker has replayed the solution.
    Solved,
    /// Proved to have no solution.
    Unsolvable,
    /// The time limit came first.
    Time,
    /// The memory limit came first.
    Memory,
    /// The node limit came first.
    Nodes,
    /// The search space is used up, but solutions may have been pruned.
    GaveUp,
    /// Cancelled by the user.
    Interrupted,
    /// The search died, or its answer did not replay.
    Crashed,
    /// The level is not a puzzle, or the engine cannot take it.
    Invalid,
}

impl Status {
    /// Every status.
    pub const ALL: [Status; 9] = [
        Status::Solved,
        Status::Unsolvable,
        Status::Time,
        Status::Memory,
        Status::Nodes,
        Status::GaveUp,
        Status::Interrupted,
        Status::Crashed,
        Status::Invalid,
    ];

    /// The word used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Time => "time",
            Status::Memory => "memory",
            Status::Nodes => "nodes",
            Status::GaveUp => "gave-up",
            Status::Interrupted => "interrupted",
            Status::Crashed => "crashed",
            Status::Invalid => "invalid",
        }
    }

    /// The exit code of a process whose first unsolved level ended like this.
    pub const fn exit_code(self) -> u8 {
        match self {
            Status::Solved => 0,
            Status::Invalid => 3,
            Status::Unsolvable => 10,
            Status::Time => 11,
            Status::Memory => 12,
            Status::Nodes => 13,
            Status::GaveUp => 14,
            Status::Crashed => 15,
            Status::Interrupted => 130,
        }
    }

    /// The status of an outcome, before the checker has seen the solution.
    pub fn of<S>(outcome: &Outcome<S>) -> Status {
        match outcome {
            Outcome::Solved(_) => Status::Solved,
            Outcome::Unsolvable => Status::Unsolvable,
            Outcome::GaveUp => Status::GaveUp,
            Outcome::Stopped(stop) => Status::from(*stop),
        }
    }
}

impl From<Stop> for Status {
    fn from(stop: Stop) -> Status {
        match stop {
            Stop::Time => Status::Time,
            Stop::Memory => Status::Memory,
            Stop::Nodes => Status::Nodes,
            Stop::Interrupted => Status::Interrupted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_written_as_its_word() {
        for status in Status::ALL {
            let word = serde_json::to_string(&status).unwrap();
            assert_eq!(word, format!("{:?}", status.name()));
            assert_eq!(serde_json::from_str::<Status>(&word).unwrap(), status);
        }
    }
}
