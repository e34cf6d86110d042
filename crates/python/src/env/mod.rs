//! Environments: many boards that are stepped together, in arrays that Python owns.
//!
//! | file | what it holds |
//! |---|---|
//! | `boards.rs` | the levels of an environment, compiled to one size |
//! | `rules.rs` | actions, rewards, when an episode ends and how the next level is chosen |
//! | `observe.rs` | how a position is shown |
//! | `lost.rs` | the deadlock test |
//! | `reach.rs` | pushes that can be walked to |
//! | `unblock.rs` | boards of Unblock |
//! | `kernel.rs` | one step of a run of boards |
//! | `batch.rs` | the class that Python sees |

mod batch;
mod boards;
mod kernel;
mod lost;
mod observe;
mod reach;
mod rules;
mod unblock;

pub(crate) use batch::Batch;
