//! Sets of squares as words of bits, with the bulk operations that searches need.

use sokoban::Square;

/// A set of squares. Its size is fixed when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set over squares `0..n`.
    pub fn new(n: usize) -> Bits {
        Bits { words: vec![0; n.div_ceil(64)] }
    }

    /// The set of the squares listed.
    pub fn from_squares(n: usize, squares: impl IntoIterator<Item = Square>) -> Bits {
        let mut bits = Bits::new(n);
        for square in squares {
            bits.insert(square);
        }
        bits
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.words[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.words[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Becomes a copy of a set of the same size without allocating.
    pub fn copy_from(&mut self, other: &Bits) {
        self.words.copy_from_slice(&other.words);
    }

    /// Adds every square of `other`.
    pub fn add_all(&mut self, other: &Bits) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Adds every square for which `states` has one of its four bits.
    pub fn add_quarters(&mut self, states: &Bits) {
        for (word, four) in self.words.iter_mut().zip(states.words.chunks(4)) {
            for (i, &states) in four.iter().enumerate() {
                let any = states | states >> 1 | states >> 2 | states >> 3;
                let any = any & 0x1111_1111_1111_1111;
                let any = (any | any >> 3) & 0x0303_0303_0303_0303;
                let any = (any | any >> 6) & 0x000f_000f_000f_000f;
                let any = (any | any >> 12) & 0x0000_00ff_0000_00ff;
                *word |= ((any | any >> 24) & 0xffff) << (16 * i);
            }
        }
    }

    /// Adds what is in `all` but not in `left`.
    pub fn add_difference(&mut self, all: &Bits, left: &Bits) {
        for ((word, all), left) in self.words.iter_mut().zip(&all.words).zip(&left.words) {
            *word |= all & !left;
        }
    }

    /// Takes every square of `other` out.
    #[inline]
    pub fn remove_all(&mut self, other: &Bits) {
        for (word, less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
    }

    /// The lowest square that is in both sets.
    #[inline]
    pub fn first_common(&self, other: &Bits) -> Option<Square> {
        let both = self.words.iter().zip(&other.words).map(|(a, b)| a & b);
        let (i, word) = both.enumerate().find(|(_, word)| *word != 0)?;
        Some(Square((i * 64) as u16 + word.trailing_zeros() as u16))
    }

    /// Keeps only the squares that are in `other` too.
    pub fn keep_only(&mut self, other: &Bits) {
        for (word, mask) in self.words.iter_mut().zip(&other.words) {
            *word &= mask;
        }
    }

    /// Whether the two sets share a square.
    #[inline]
    pub fn intersects(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub fn is_subset(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// How many squares are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lowest square that is not in the set; one past the last word if all squares are.
    #[inline]
    pub(super) fn first_missing(&self) -> Square {
        let word = self.words.iter().position(|&word| word != !0);
        let ones = |i: usize| i * 64 + self.words[i].trailing_ones() as usize;
        Square(word.map_or(self.words.len() * 64, ones) as u16)
    }

    /// How many squares are in both sets.
    #[inline]
    pub fn len_common(&self, other: &Bits) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| ones(i, word))
    }

    /// The words of the set, 64 squares each, lowest bit first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// The squares of one word.
#[inline]
pub(super) fn ones(word_idx: usize, mut word: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros();
        word &= word - 1;
        Some(Square((word_idx * 64) as u16 + bit as u16))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bulk_operations_agree_with_single_squares() {
        let set = |squares: &[u16]| Bits::from_squares(200, squares.iter().map(|&i| Square(i)));
        let (a, b) = (set(&[0, 63, 64, 130, 199]), set(&[63, 65, 130]));
        let mut both = a.clone();
        both.keep_only(&b);
        assert_eq!(both, set(&[63, 130]));
        assert!(both.is_subset(&a) && !a.is_subset(&b) && a.intersects(&b));
        assert_eq!((a.len_common(&b), a.first_common(&b)), (2, Some(Square(63))));
        let mut less = a.clone();
        less.remove_all(&b);
        assert_eq!((&less, less.first_common(&b)), (&set(&[0, 64, 199]), None));
        let mut either = a.clone();
        either.add_all(&b);
        assert_eq!(
            either.iter().map(|square| square.0).collect::<Vec<_>>(),
            [0, 63, 64, 65, 130, 199]
        );
        either.remove(Square(64));
        assert_eq!(either.len(), 5);
        either.clear();
        assert!(either.is_empty());
    }
}
