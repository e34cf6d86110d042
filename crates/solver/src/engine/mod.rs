//! The engines. All can be stopped and resumed.
//!
//! They differ in which position comes next and in what a step is. The positions they have met are
//! kept in a [`Store`](ground::kernel::Store), [`Stepwise`](ground::run::Stepwise) is
//! their loop, [`Pruning`](ground::run::Pruning) decides what
//! they leave out, and [`mover`] moves a box any distance. Only FESS has a tree and a loop of its
//! own.

pub(crate) mod beam;
pub(crate) mod compact;
pub(crate) mod fess;
pub(crate) mod imagined;
mod mover;
mod novelty;
pub(crate) mod optimal;
pub(crate) mod phase;
pub(crate) mod push_pull;
pub(crate) mod rolling_stone;
#[cfg(test)]
pub(crate) mod testing;
