//! The exhaustive-rooms oracle: what brute force knows about every small room.
//!
//! It covers all connected rooms with a given bounding box, one of each symmetry class; for each
//! room every set of `k` goals; and for each of these [instances](Instance) every state, that is,
//! every placement of `k` boxes and every zone the player may be in, reachable or not. The push
//! graph does not depend on the goals, so it is [built once per room](PushGraph), and one backward
//! search per goal set gives the exact number of pushes from every state, or shows that there is no
//! solution.
//!
//! Deadlock tests, lower bounds and prunings are wrong more often than their authors believe.
//! [`examine`] checks [claims](Claim) about states against the truth. Any fault that can show in a
//! small room is caught here; for faults that need more space there are [drawn rooms](Room::drawn)
//! of up to 31 squares with [one set of goals](with_goals).
//!
//! This crate also holds what tests of engines share: random boards, the rules as plain state
//! spaces, and boards searched exhaustively.
//!
//! ```
//! use oracle::{Claim, examine, rooms};
//!
//! // "A box in the north-west corner of its room is lost": forgets that the corner may be a goal.
//! let claim = Claim::dead("corner", |_| Box::new(|position| position.boxes & 1 != 0));
//! let report = examine(rooms(2, 2), 1..=2, &[claim]);
//! assert!(report.verdicts[0].false_alarms > 0);
//! ```

mod assignment;
mod boards;
mod claim;
mod game;
mod graph;
mod instance;
mod plain;
mod room;

pub use assignment::cheapest_assignment;
pub use boards::{board, crowded_boards, random_boards, symmetric_boards};
pub use claim::{Census, Claim, Hearing, Judge, Report, Verdict, examine, examine_thinly};
pub use game::Game;
pub use graph::{Edge, Position, PushGraph};
pub use instance::{Instance, for_each_instance, with_goals};
pub use plain::{PlainMoves, PlainPushes, count_moves};
pub use room::{Room, rooms};
