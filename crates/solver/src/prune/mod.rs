//! Rules that leave out moves without losing what they promise to keep.

mod pi_corral;
mod poster_corral;

pub use pi_corral::{Corral, PiCorral};
pub(crate) use poster_corral::PosterCorral;
