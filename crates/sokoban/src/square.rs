//! Squares of a board and sets of them.

/// A floor square of one board: an index in row order over the squares the player could ever
/// reach. Walls and the outside have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The index as a `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<u16> for Square {
    #[inline]
    fn from(index: u16) -> Square {
        Square(index)
    }
}

/// A set of squares of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet {
    words: Vec<u64>,
}

impl SquareSet {
    /// The empty set over `n_squares` squares.
    pub fn new(n_squares: usize) -> SquareSet {
        SquareSet { words: vec![0; n_squares.div_ceil(64)] }
    }

    /// The set of the squares listed.
    pub fn from_squares(n_squares: usize, squares: &[Square]) -> SquareSet {
        let mut set = SquareSet::new(n_squares);
        for &square in squares {
            set.insert(square);
        }
        set
    }

    /// Adds a square; `false` when it was there already.
    #[inline]
    pub fn insert(&mut self, square: Square) -> bool {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a square out; `false` when it was not there.
    #[inline]
    pub fn remove(&mut self, square: Square) -> bool {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// How many squares are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| Square((i * 64) as u16 + w.trailing_zeros() as u16))
        })
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The words of the set, 64 squares each, lowest bit first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_behaves_like_a_set_over_word_borders() {
        let squares = [0, 1, 63, 64, 65, 127, 128].map(Square);
        let mut set = SquareSet::from_squares(129, &squares);
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert!(!set.insert(Square(64)));
        assert!(set.remove(Square(64)) && !set.remove(Square(64)));
        assert!(!set.contains(Square(64)) && set.contains(Square(128)));
        assert_eq!(set.len(), 6);
        set.clear();
        assert!(set.is_empty());
    }
}
