//! Levels times configurations: runs that survive anything, and what they say.
//!
//! A [`Plan`] names every level, every [`Setup`] and the limits; with the rows of what was run it lies in a
//! [`Folder`], which needs nothing else to be gone on with, here or on another machine. [`execute`] makes the
//! runs that are missing in worker processes of this machine, [`ray`] on a cluster, and [`slurm`] writes scripts
//! for a queue; other programs are run under the same limits ([`external`]). Only the process that holds the
//! folder's lock writes rows, and every run has a key, so that none is lost and none counts twice. [`Results`]
//! reads folders back, [`compare`] says what was gained and lost between two, and [`report`](mod@report) makes
//! tables and a page of them.

mod clock;
mod compare;
mod execute;
pub mod external;
mod folder;
mod hand;
mod key;
mod order;
mod plan;
pub mod ray;
pub mod report;
mod results;
pub mod slurm;
mod summary;

pub use compare::{Comparison, Pair, compare};
pub use execute::{Control, Execution, Listener, execute};
pub use folder::{Folder, FolderError, Writer, merge};
pub use hand::{Hand, Made};
pub use key::Job;
pub use order::{Order, Shard};
pub use plan::{Header, Plan, PlanError, PlannedLevel, RunLimits, Setup, SetupError};
pub use results::{Cell, Results, ResultsError};
pub use summary::{Common, Group, Summary, groups, summaries};
