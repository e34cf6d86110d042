//! The questions of the page and their answers, without a way to send them.
//!
//! `banto-web` puts HTTP around them, with queues and worker processes; `banto-wasm` calls them in the browser
//! through [`ask`](ask()). A question is a JSON object, an answer is a JSON value or a [`Refusal`]. Whatever may take long
//! takes a [`Budget`](puzzle::Budget), and says how large it is to be.

mod ask;
pub mod embedded;
pub mod engines;
pub mod grade;
pub mod level;
pub mod levels;
pub mod making;
pub mod moves;
pub mod play;
mod portuguese;
mod refusal;
pub mod search;
mod setup;
pub mod watch;

pub use ask::{Host, ask};
pub use grade::ask_grade;
pub use refusal::{Answer, Refusal};
pub use setup::Setup;
