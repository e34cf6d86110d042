//! What the tests of both games share: the count of spoiled solutions.

/// Spoiled solutions, by what the referee has to say about them.
#[derive(Default)]
pub(crate) struct Spoiled {
    refused: usize,
    still_good: usize,
}

impl Spoiled {
    /// Counts one; `good` when it still solves its level.
    pub(crate) fn note(&mut self, good: bool) {
        *(if good { &mut self.still_good } else { &mut self.refused }) += 1;
    }

    /// Whether ten thousand were refused. Some must have survived by then: one walking step more or
    /// less at the end spoils nothing.
    pub(crate) fn are_enough(&self) -> bool {
        let enough = self.refused >= 10_000;
        assert!(!enough || self.still_good > 100, "{}", self.still_good);
        enough
    }
}
