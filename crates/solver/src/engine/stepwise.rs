//! The loop of the engines that expand one position after the other.

use search::{Budget, Outcome, Progress, Stop};
use sokoban::Push;

/// Why a step of a search was the last one, for now or for ever.
pub(super) enum End {
    /// The answer.
    Answer(Outcome<Vec<Push>>),
    /// The slice is used up.
    Slice,
}

/// A search that goes step by step.
pub(super) trait Stepwise {
    /// Where the answer is kept once it is known.
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>>;

    /// Makes the tables that a shorter search does without, when they are due.
    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop>;

    /// Expands the best position waiting.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End>;

    /// Says how far the search has come.
    fn report(&mut self, progress: &mut Progress);
}

/// Goes on until the answer is known or the slice is used up, as [`super::Run::run`] asks for.
pub(super) fn run(search: &mut impl Stepwise, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
    while search.answer().is_none() {
        if slice.tick().is_err() {
            return None;
        }
        if search.prepare(slice).is_err() {
            return None;
        }
        match search.step(slice) {
            Ok(()) => {}
            Err(End::Slice) => return None,
            Err(End::Answer(answer)) => *search.answer() = Some(answer),
        }
        search.report(&mut slice.progress);
    }
    search.answer().clone()
}
