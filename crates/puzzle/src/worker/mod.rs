//! Solving in a process of its own, both ends of the pipe, for runs of many levels.
//!
//! A search that runs out of memory or stack takes its process with it, and one that does not look at
//! the clock cannot be stopped from within. So whoever solves a batch keeps a worker: a process that
//! takes one level after another as a line of JSON ([`serve`]) and answers with lines of progress and
//! the report. [`Workers`] is the other end. It kills a worker that does not keep to its time, turns
//! a failed allocation into the status `memory` and any other death into `crashed`, and begins the
//! next level with a new process. A worker whose parent is gone sees its input closed and ends by
//! itself.
//!
//! A level costs about a twentieth of a millisecond more than in the same process. Unblock boards,
//! of which thousands are solved in a second, are searched in tables of fixed size and stay in the
//! process, unless [`Workers::for_every_game`] says otherwise.

mod inside;
mod outside;
mod task;
mod told;

pub use inside::serve;
pub use outside::Workers;
