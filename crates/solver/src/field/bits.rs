//! A small set of squares, as many words as the board needs.

/// A set of squares of one field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set over squares `0..n`.
    pub fn new(n: usize) -> Bits {
        Bits(vec![0; n.div_ceil(64)].into_boxed_slice())
    }

    /// The set of the squares listed.
    pub fn of(n: usize, squares: impl IntoIterator<Item = u16>) -> Bits {
        let mut bits = Bits::new(n);
        for square in squares {
            bits.insert(square);
        }
        bits
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: u16) {
        self.0[square as usize / 64] |= 1 << (square % 64);
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: u16) {
        self.0[square as usize / 64] &= !(1 << (square % 64));
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: u16) -> bool {
        self.0[square as usize / 64] >> (square % 64) & 1 != 0
    }

    /// How many squares are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many squares both sets hold.
    #[inline]
    pub fn common(&self, other: &Bits) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether the sets share a square.
    #[inline]
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether `other` is a subset.
    #[inline]
    pub fn covers(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| b & !a == 0)
    }

    /// Adds all squares of `other`.
    pub fn unite(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| (i * 64) as u16 + w.trailing_zeros() as u16)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_count_and_compare() {
        let mut a = Bits::of(130, [0, 63, 64, 129]);
        let b = Bits::of(130, [63, 129]);
        assert!(a.covers(&b) && !b.covers(&a) && a.meets(&b));
        assert_eq!((a.len(), a.common(&b)), (4, 2));
        a.remove(63);
        assert!(!a.covers(&b));
        assert_eq!(a.iter().collect::<Vec<_>>(), [0, 64, 129]);
    }
}
