//! Random numbers that are the same on every machine and in every version: whatever is made or
//! searched from a seed depends on them. A library might change how it draws from a range, so both
//! streams are written out here.

use std::ops::RangeInclusive;

/// 2^64 divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers of one word: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The stream of a seed.
    pub fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`, which must not be 0. The bias is below `n` / 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.number()) * n as u128) >> 64) as usize
    }

    /// One of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// A longer stream for searches that make many attempts: xoshiro256++ (Blackman and Vigna 2019).
#[derive(Clone, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// The stream of a seed, which SplitMix64 spreads: similar seeds give unrelated streams.
    pub fn seeded(seed: u64) -> Random {
        let mut words = SplitMix::new(seed);
        Random([0; 4].map(|_| words.number()))
    }

    /// The stream that belongs to attempt `attempt` of `seed`.
    pub fn new(seed: u64, attempt: u64) -> Random {
        let own = Random::seeded(seed).number();
        Random::seeded(own ^ attempt.wrapping_mul(GOLDEN))
    }

    /// Any number.
    #[inline]
    pub fn number(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let number = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        number
    }

    /// A number below `n`; 0 when `n` is 0. Multiply and shift: the bias is below `n` / 2^32.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n <= u32::MAX as usize);
        (((self.number() >> 32) * n as u64) >> 32) as usize
    }

    /// A number of a range that is not empty.
    pub fn within(&mut self, range: RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// True one time in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// An element of a list, or `None` when it is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_stream_is_the_published_one() {
        let mut random = SplitMix::new(1_234_567);
        let published =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([0; 3].map(|_| random.number()), published);
        let mut met = [false; 7];
        (0..100).for_each(|_| met[random.below(7)] = true);
        assert_eq!(met, [true; 7]);
    }

    /// The first numbers from the state 1, 2, 3, 4, as the authors' program gives them.
    #[test]
    fn the_long_stream_is_the_published_one() {
        let mut random = Random([1, 2, 3, 4]);
        let published = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!([0; 4].map(|_| random.number()), published);
    }

    #[test]
    fn streams_repeat_and_differ() {
        let draw = |seed, attempt| {
            let mut random = Random::new(seed, attempt);
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, 0), draw(1, 0));
        assert_ne!(draw(1, 0), draw(1, 1));
        assert_ne!(draw(1, 0), draw(2, 0));
        // The exact numbers, so that a change in the generator cannot go unnoticed.
        assert_eq!(draw(1, 0)[..4], [148, 89, 875, 915]);
    }

    #[test]
    fn every_value_of_a_range_is_drawn_and_none_outside() {
        let mut random = Random::new(7, 7);
        let mut seen = [0; 5];
        for _ in 0..500 {
            seen[random.within(3..=7) - 3] += 1;
        }
        assert!(seen.iter().all(|&count| count > 60), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }
}
