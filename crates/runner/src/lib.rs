//! Runs levels in processes of their own: question → worker process → report.
//!
//! A search that runs out of memory or stack takes its process with it, and a search that does not look at
//! the clock cannot be stopped from within. So front ends keep a worker: a child process that takes one
//! [`Order`] after another as a line of JSON ([`serve`]) and answers with lines of progress and the report
//! ([`Message`]). [`Workers`] is the parent. It kills a worker that exceeds its time, turns a failed
//! allocation into the status `memory` and any other death into `crashed`, and starts a new process for the
//! next level. The limits are the same for every front end ([`limits`]). A worker whose parent is gone sees
//! its input closed and ends by itself.
//!
//! A level costs about a twentieth of a millisecond more than in the same process. Unblock boards,
//! of which thousands are solved in a second, are searched in tables of fixed size and stay in the
//! process, unless [`Workers::for_every_game`] says otherwise.
//!
//! [`Journal`] keeps records whatever happens to the program that writes them. [`process`] asks the operating
//! system about this process; [`run`] is `puzzle::run` with CPU time and memory measured.

mod child;
mod command;
mod fault;
mod journal;
pub mod limits;
mod measure;
mod message;
mod parent;
pub mod process;
mod run;
mod task;

pub use child::serve;
pub use command::WorkerCommand;
pub use journal::{Contents, Journal, JournalError, follow_journal, read_journal};
pub use message::{Message, ProgressLine, ReportLine};
pub use parent::{Workers, cut_short};
pub use run::{run, within_machine};
pub use task::{Order, Task};
