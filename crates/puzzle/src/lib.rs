//! The door to both games: a level as text in, a verified report out.
//!
//! [`read`] turns bytes into a [`Collection`] of either game. [`run`] takes one [`Puzzle`] and a
//! [`Request`] and returns a [`Report`]. Every solution in a report has been replayed by the
//! independent `checker` on the text of the level; one that does not replay is never shown.

mod collection;
mod facts;
mod fault;
mod kept;
mod measure;
mod plan;
mod record;
mod report;
mod request;
mod run;
mod solutions;
mod status;
mod write;

pub use collection::{Collection, Entry, Game, Puzzle, Refused, SokobanPuzzle, read};
pub use facts::{FactValue, Facts, draw, facts};
pub use fault::Fault;
pub use plan::Planned;
pub use record::Record;
pub use report::{Counts, Report};
pub use request::{EngineRow, Goal, Inject, Request, RequestError, engines};
pub use run::{check, replayed, run};
pub use search::{Budget, Cancel, Guarantee, Limits, Observer, Progress, Settings, Stats};
pub use solutions::{Claim, read_solutions};
pub use status::Status;
pub use write::{FormatRow, formats, write};
