//! Runs levels in processes of their own: question → worker process → report.
//!
//! A search that runs out of memory or stack takes its process with it, and a search that does not look at
//! the clock cannot be stopped from within. So front ends keep a worker: a child process that takes one
//! [`Order`] after another as a line of JSON ([`serve`]) and answers with lines of progress and the report
//! ([`Message`]). There are two parents: [`Workers`] blocks and uses a worker again, `run_in_worker` (feature
//! `tokio`) is for servers. Both kill a worker that exceeds its time and turn a failed allocation into the
//! status `memory` and any other death into `crashed`; the next level begins in a new process. The limits are
//! the same for every front end ([`limits`]). A worker whose parent is gone sees its input closed and ends by
//! itself.
//!
//! A level costs about a twentieth of a millisecond more than in the same process. Unblock boards,
//! of which thousands are solved in a second, are searched in tables of fixed size and stay in the
//! process, unless [`Workers::for_every_game`] says otherwise.
//!
//! A [`Plan`] names every level, every [`Setup`] and the limits of a run of many; with the rows of what was
//! run it lies in a [`Folder`], from which it can be resumed here or on another machine. [`execute`] makes
//! the runs that are missing in worker processes of this machine, [`ray`] on a cluster, and [`slurm`] writes
//! scripts for a queue; other programs are run under the same limits ([`external`]). Only the process that
//! holds the folder's lock writes rows, and every run has a key, so that none is lost and none counts twice.
//!
//! [`Journal`] keeps records whatever happens to the program that writes them. [`process`] asks the operating
//! system about this process; [`run`] is `puzzle::run` with CPU time and memory measured.

#[cfg(feature = "tokio")]
mod asynchronous;
mod child;
mod command;
mod exchange;
mod execute;
pub mod external;
mod fault;
mod folder;
mod host;
mod improve;
mod job;
mod journal;
mod key;
mod labels;
pub mod limits;
mod line;
mod measure;
mod message;
mod order;
mod parent;
mod plan;
mod pool;
pub mod process;
pub mod ray;
mod resolved;
mod row;
mod run;
pub mod slurm;
mod task;
mod template;

#[cfg(feature = "tokio")]
pub use asynchronous::run_in_worker;
pub use child::serve;
pub use command::WorkerCommand;
pub use execute::{Control, Execution, Listener, Sink, execute};
pub use folder::{Folder, FolderError, Writer, merge};
pub use improve::ImproveRequest;
pub use job::Job;
pub use journal::{Contents, Journal, JournalError, follow_journal, read_journal};
pub use key::{Asked, Bounds, Key, Question, Questions};
pub use labels::{LabelRequest, Labelled};
pub use line::{LineError, parse_request};
pub use message::{LabelLine, Message, ProgressLine, ReportLine};
pub use order::{Order as RunOrder, Shard};
pub use parent::Workers;
pub use plan::{Header, Plan, PlanError, PlannedLevel, RunLimits, Setup, SetupError};
pub use pool::{Deliver, work};
pub use resolved::ResolvedPlan;
pub use row::{Row, Runner};
pub use run::{run, within_machine};
pub use task::{ImproveTask, LabelLevel, LabelTask, Order, Task};
