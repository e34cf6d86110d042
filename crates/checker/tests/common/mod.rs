//! What the tests of both games share: random numbers that are the same in every run, and the count
//! of spoiled solutions.

/// SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

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
