//! Incremental 64-bit hashes of positions (Zobrist 1970), with fixed keys.

/// The keys of one field.
#[derive(Clone, Debug)]
pub struct Zobrist {
    boxes: Vec<u64>,
    player: Vec<u64>,
    bases: Vec<u64>,
}

impl Zobrist {
    /// Keys for `n` squares and the wall.
    pub fn new(n: usize) -> Zobrist {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        let mut keys = || (0..=n).map(|_| splitmix(&mut state)).collect::<Vec<u64>>();
        Zobrist { boxes: keys(), player: keys(), bases: keys() }
    }

    /// The boxes of a position.
    pub fn boxes(&self, boxes: &[u16]) -> u64 {
        boxes.iter().fold(0, |hash, &square| hash ^ self.boxes[square as usize])
    }

    /// One box.
    #[inline]
    pub fn a_box(&self, square: u16) -> u64 {
        self.boxes[square as usize]
    }

    /// The player's region.
    #[inline]
    pub fn player(&self, square: u16) -> u64 {
        self.player[square as usize]
    }

    /// A base that was used up.
    #[inline]
    pub fn base(&self, square: u16) -> u64 {
        self.bases[square as usize]
    }
}

/// The generator of Steele, Lea and Flood (2014).
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// Scatters the bits of a number.
pub(super) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
