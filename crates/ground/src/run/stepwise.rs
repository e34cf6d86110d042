//! The loop of all engines that expand one position after another.

use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::Push;

use super::Run;

/// Why a step of a search was the last one, for now or for good.
pub enum End {
    /// The answer.
    Answer(Outcome<Vec<Push>>),
    /// The slice is used up.
    Slice,
}

impl End {
    /// The end of a search that has no room for another position.
    pub fn full(stop: Stop) -> End {
        End::Answer(Outcome::Stopped(stop))
    }
}

/// A search that goes step by step.
pub trait Stepwise {
    /// Where the answer is kept once it is known.
    fn answer(&mut self) -> &mut Option<Outcome<Vec<Push>>>;

    /// Makes the tables that a short search does without, once they are due.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    fn prepare(&mut self, slice: &mut Budget) -> Result<(), Stop>;

    /// Expands the best waiting position.
    ///
    /// # Errors
    ///
    /// Why this step was the last one.
    fn step(&mut self, slice: &mut Budget) -> Result<(), End>;

    /// Says how far the search has come.
    fn report(&mut self, _progress: &mut Progress) {}

    /// States expanded so far: what [`Stepwise::counters`] says, at no cost.
    fn expanded(&self) -> u64;

    /// What the search has done so far, and what it holds.
    fn counters(&self) -> Stats;
}

impl<S: Stepwise> Run for S {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        while self.answer().is_none() {
            // The clock is read before every step: one may suddenly take ten thousand times as long
            // as the one before, and even the shortest takes much longer than to look.
            if slice.tick().is_err() || slice.look().is_err() {
                return None;
            }
            if self.prepare(slice).is_err() {
                return None;
            }
            let before = self.expanded();
            let step = self.step(slice);
            // What is shown is what the counters have, so the record is never below it.
            slice.count(self.expanded() - before);
            match step {
                Ok(()) => {}
                Err(End::Slice) => return None,
                Err(End::Answer(answer)) => *self.answer() = Some(answer),
            }
            self.report(&mut slice.progress);
        }
        self.answer().clone()
    }

    fn stats(&self) -> Stats {
        self.counters()
    }
}
