//! Which pages of memory are free: the bookkeeping of large blocks, without touching any memory.

/// Free stretches that are remembered; more are forgotten, which wastes them.
const MOST: usize = 256;

/// Free stretches of pages, in order and never side by side.
pub(crate) struct Pages {
    free: [(usize, usize); MOST],
    count: usize,
}

impl Pages {
    /// Nothing is free.
    pub(crate) const fn new() -> Pages {
        Pages { free: [(0, 0); MOST], count: 0 }
    }

    /// Takes pages out of the smallest stretch that has enough; the first page of them.
    pub(crate) fn take(&mut self, wanted: usize) -> Option<usize> {
        let free = &mut self.free[..self.count];
        let fits = free.iter().enumerate().filter(|(_, it)| it.1 >= wanted);
        let (at, &(first, length)) = fits.min_by_key(|(_, it)| it.1)?;
        free[at] = (first + wanted, length - wanted);
        if length == wanted {
            self.remove(at);
        }
        Some(first)
    }

    /// Gives pages back, joined with their neighbours.
    pub(crate) fn give(&mut self, first: usize, length: usize) {
        let at = self.free[..self.count].partition_point(|it| it.0 < first);
        let joins_left = at > 0 && self.free[at - 1].0 + self.free[at - 1].1 == first;
        let joins_right = at < self.count && first + length == self.free[at].0;
        match (joins_left, joins_right) {
            (true, true) => {
                self.free[at - 1].1 += length + self.free[at].1;
                self.remove(at);
            }
            (true, false) => self.free[at - 1].1 += length,
            (false, true) => self.free[at] = (first, length + self.free[at].1),
            (false, false) if self.count < MOST => {
                self.free.copy_within(at..self.count, at + 1);
                self.free[at] = (first, length);
                self.count += 1;
            }
            (false, false) => {}
        }
    }

    fn remove(&mut self, at: usize) {
        self.free.copy_within(at + 1..self.count, at);
        self.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_joined() {
        let mut pages = Pages::new();
        pages.give(10, 2);
        pages.give(14, 2);
        assert_eq!(pages.take(3), None);
        pages.give(12, 2);
        assert_eq!(pages.take(6), Some(10));
        assert_eq!(pages.take(1), None);
    }

    #[test]
    fn the_smallest_stretch_that_fits_is_taken() {
        let mut pages = Pages::new();
        pages.give(0, 10);
        pages.give(20, 3);
        assert_eq!(pages.take(2), Some(20));
        assert_eq!(pages.take(2), Some(0));
        assert_eq!(pages.take(8), Some(2));
        assert_eq!(pages.take(1), Some(22));
        assert_eq!(pages.take(1), None);
    }

    /// Against a list of every page: nothing is given out twice, and everything can be had again.
    #[test]
    fn no_page_has_two_owners() {
        let mut pages = Pages::new();
        pages.give(0, 1000);
        let (mut held, mut seed) = (Vec::new(), 7_u64);
        let mut owned = [false; 1000];
        for _ in 0..20_000 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = (seed >> 33) as usize;
            if number.is_multiple_of(3) && !held.is_empty() {
                let (first, length) = held.swap_remove(number % held.len());
                owned[first..first + length].fill(false);
                pages.give(first, length);
            } else if let Some(first) = pages.take(1 + number % 50) {
                let length = 1 + number % 50;
                assert!(!owned[first..first + length].contains(&true));
                owned[first..first + length].fill(true);
                held.push((first, length));
            }
        }
        held.into_iter().for_each(|(first, length)| pages.give(first, length));
        assert_eq!(pages.take(1000), Some(0));
    }
}
