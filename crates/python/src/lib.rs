//! The native part of the Python package `banto_puzzle`: levels, questions, games, environments.
//!
//! Everything about the rules comes through the door `puzzle`. What Python does as well (paths, units, records as
//! objects, spaces of Gymnasium) is in `python/banto_puzzle`, which is the only caller of this module.

mod ask;
mod collection;
mod env;
mod error;
mod game;
mod generator;
mod level;
mod search_thread;

use pyo3::prelude::*;

/// The native part of `banto_puzzle`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::ask::{
        advice, check, check_proof, dead_squares, engines, facts, hint, improve, label, legal,
        prove, rate, solve, techniques, why,
    };
    #[pymodule_export]
    use super::collection::{parse_collection, write_collection};
    #[pymodule_export]
    use super::env::Batch;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::generator::{Generator, Quick};
    #[pymodule_export]
    use super::level::Level;
    #[pymodule_export]
    use super::search_thread::CancelFlag;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", puzzle::record::VERSION)
    }
}
