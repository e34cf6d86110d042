//! Words for what both front ends have to say.

use puzzle::Status;

/// How a search ended, to be said in a language.
pub(crate) fn status(status: Status) -> &'static str {
    match status {
        Status::Solved => "solved",
        Status::Unsolvable => "there is no solution",
        Status::Time => "the time is up",
        Status::Memory => "the memory is used up",
        Status::Nodes => "the nodes are used up",
        Status::GaveUp => "gave up",
        Status::Interrupted => "stopped",
        Status::Crashed => "crashed",
        Status::Invalid => "cannot be run",
    }
}
