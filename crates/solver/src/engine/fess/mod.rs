//! FESS: feature space search with a packing plan.

pub mod corral;
pub mod fixed;
pub mod local;
pub mod moves;
pub mod pulls;
pub mod pushes;
pub mod sink;
