//! The four directions.

/// A direction on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Dir {
    /// Towards row 0.
    Up,
    /// Away from row 0.
    Down,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
}

impl Dir {
    /// All directions, in the order every table of the project uses.
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right];

    /// All directions clockwise from above. Where a tie is won by the first candidate and the
    /// candidates lie around a square, this is their order.
    pub const CLOCKWISE: [Dir; 4] = [Dir::Up, Dir::Right, Dir::Down, Dir::Left];

    /// Position in [`Dir::CLOCKWISE`].
    #[inline]
    pub const fn clockwise(self) -> usize {
        match self {
            Dir::Up => 0,
            Dir::Right => 1,
            Dir::Down => 2,
            Dir::Left => 3,
        }
    }

    /// The other way.
    #[inline]
    pub const fn opposite(self) -> Dir {
        Dir::ALL[self as usize ^ 1]
    }

    /// The two directions across this one.
    #[inline]
    pub const fn sides(self) -> [Dir; 2] {
        match self {
            Dir::Up | Dir::Down => [Dir::Left, Dir::Right],
            Dir::Left | Dir::Right => [Dir::Up, Dir::Down],
        }
    }

    /// Position in [`Dir::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Change of (row, column).
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Dir::Up => (-1, 0),
            Dir::Down => (1, 0),
            Dir::Left => (0, -1),
            Dir::Right => (0, 1),
        }
    }

    /// `u`, `d`, `l`, `r`.
    pub const fn letter(self) -> char {
        match self {
            Dir::Up => 'u',
            Dir::Down => 'd',
            Dir::Left => 'l',
            Dir::Right => 'r',
        }
    }

    /// The direction of a LURD letter of either case.
    pub const fn from_letter(letter: char) -> Option<Dir> {
        match letter {
            'u' | 'U' => Some(Dir::Up),
            'd' | 'D' => Some(Dir::Down),
            'l' | 'L' => Some(Dir::Left),
            'r' | 'R' => Some(Dir::Right),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_cancels_delta_and_letters_round_trip() {
        for dir in Dir::ALL {
            let ((a, b), (c, d)) = (dir.delta(), dir.opposite().delta());
            assert_eq!((a + c, b + d), (0, 0));
            assert_eq!(Dir::from_letter(dir.letter()), Some(dir));
            assert_eq!(Dir::ALL[dir.index()], dir);
            assert_eq!(Dir::CLOCKWISE[dir.clockwise()], dir);
            assert_eq!(Dir::CLOCKWISE[(dir.clockwise() + 2) % 4], dir.opposite());
            assert!(dir.sides().iter().all(|side| *side != dir && *side != dir.opposite()));
        }
    }
}
