//! What the runs of `banto bench` say: run folders read back, summaries, comparisons, tables and a page.

mod compare;
mod members;
pub mod report;
mod results;
mod summary;

pub use compare::{Comparison, Pair, compare};
pub use members::{Member, MemberSum, members};
pub use results::{Cell, Results, ResultsError};
pub use summary::{Common, Group, Summary, groups, summaries};
