//! Pruning rules: they skip moves but keep the property they declare (a solution, a shortest
//! solution).

mod pi_corral;

pub use pi_corral::{Corral, PiCorral};
