//! Depth-first search: always the state generated last.
//!
//! With a table it enters every state once and is complete on finite spaces; its solutions may be
//! of any length. Without one it recognises only states on the current path and may never end.

use crate::depth_first::{Bound, Policy};

/// One round without a limit.
pub(crate) fn policy(table: bool) -> Policy {
    Policy { bound: Bound::None, table, sorted: false }
}
