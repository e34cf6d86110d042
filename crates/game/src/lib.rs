//! The game that the students of the University of Aveiro write agents for: a server sends the position
//! of a Sokoban level many times a second, an agent answers with keys, and every push, every step and
//! every moment of thinking costs points.
//!
//! [`Server`] speaks the protocol of the course's own program (github.com/dgomes/iia-ia-sokoban) at
//! any frame rate with any levels; [`agent`] plays against either. Both were checked against
//! conversations recorded with that program, which `tests/game/recorded` holds.

pub mod agent;
mod live;
mod protocol;
mod rules;
mod server;
mod yard;

pub use live::Live;
pub use protocol::{FromClient, FromServer, Info, Point, Score, State};
pub use rules::Rules;
pub use server::{Guard, Opening, Options, Refusal, Server};
pub use yard::{Level, Yard, number_of};
