//! Positions packed into words, one after the other: where a search keeps what it has seen.

use search::Stop;
use sokoban::Square;

use super::bits::ones;
use super::{Map, Position};

/// Squares a box can stand on, numbered densely, so that a set of boxes is a few words.
#[derive(Clone, Debug)]
pub struct Packer {
    squares: Vec<Square>,
    /// Number of each square; `NONE` for squares no box can stand on.
    index: Vec<u16>,
    words: usize,
    /// Whether all squares of the board are among them, in order: then the words of the occupied squares are the packed
    /// boxes, with the wall as the bit behind the last.
    all: bool,
}

const NONE: u16 = u16::MAX;

impl Packer {
    /// A packer for boxes that never leave the given squares.
    pub fn new(map: &Map, squares: impl IntoIterator<Item = Square>) -> Packer {
        let squares: Vec<Square> = squares.into_iter().collect();
        let mut index = vec![NONE; map.n_squares() + 1];
        for (i, square) in squares.iter().enumerate() {
            index[square.index()] = i as u16;
        }
        let all = squares.iter().copied().eq(map.squares());
        Packer { words: squares.len().div_ceil(64).max(1), squares, index, all }
    }

    /// Words of a packed set of boxes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether a box on the square can be packed.
    pub fn holds(&self, square: Square) -> bool {
        self.index[square.index()] != NONE
    }

    /// Writes the boxes into `out`, which must have the right length.
    #[inline]
    pub fn pack(&self, boxes: &[Square], out: &mut [u64]) {
        out.fill(0);
        for square in boxes {
            let i = self.index[square.index()];
            out[i as usize / 64] |= 1 << (i % 64);
        }
    }

    /// The same for the boxes of a position.
    #[inline]
    pub fn pack_position(&self, position: &Position, out: &mut [u64]) {
        if !self.all {
            return self.pack(position.boxes(), out);
        }
        out.copy_from_slice(&position.occupied().words()[..self.words]);
        if let Some(last) = out.get_mut(self.squares.len() / 64) {
            *last &= !(1 << (self.squares.len() % 64));
        }
    }

    /// Makes `position` the packed one; boxes come in ascending order. The player is left to the
    /// caller.
    #[inline]
    pub fn unpack(&self, map: &Map, packed: &[u64], position: &mut Position) {
        position.clear();
        for (i, &word) in packed.iter().enumerate() {
            for bit in ones(i, word) {
                position.add_box(map, self.squares[bit.index()]);
            }
        }
    }
}

/// Packed positions with the player, numbered from 0, in memory reserved once.
#[derive(Clone, Debug)]
pub(super) struct StateArena {
    stride: usize,
    words: Vec<u64>,
    players: Vec<Square>,
    capacity: usize,
}

impl StateArena {
    /// Bytes of one position of this many words.
    pub(super) fn bytes_per_state(words: usize) -> u64 {
        words as u64 * 8 + size_of::<Square>() as u64
    }

    /// Room for `capacity` positions of this many words. Pages that are never written cost nothing.
    pub(super) fn new(words: usize, capacity: usize) -> Result<StateArena, Stop> {
        let mut arena =
            StateArena { stride: words, words: Vec::new(), players: Vec::new(), capacity };
        arena.words.try_reserve_exact(capacity * words).map_err(|_| Stop::Memory)?;
        arena.players.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        Ok(arena)
    }

    /// An arena that grows as needed, for small searches that bound themselves.
    pub(super) fn growing(words: usize) -> StateArena {
        StateArena { stride: words, words: Vec::new(), players: Vec::new(), capacity: usize::MAX }
    }

    /// Forgets all positions but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.players.clear();
    }

    /// The most positions it can hold.
    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    /// Appends a position; `Err` when the arena is full.
    #[inline]
    pub(super) fn push(&mut self, packed: &[u64], player: Square) -> Result<u32, Stop> {
        if self.players.len() >= self.capacity {
            return Err(Stop::Memory);
        }
        debug_assert_eq!(packed.len(), self.stride);
        self.words.extend_from_slice(packed);
        self.players.push(player);
        Ok(self.players.len() as u32 - 1)
    }

    /// The words of a position.
    #[inline]
    pub(super) fn words(&self, number: u32) -> &[u64] {
        &self.words[number as usize * self.stride..][..self.stride]
    }

    /// The player of a position.
    #[inline]
    pub(super) fn player(&self, number: u32) -> Square {
        self.players[number as usize]
    }

    /// Whether a stored position is exactly this one.
    #[inline]
    pub(super) fn is(&self, number: u32, packed: &[u64], player: Square) -> bool {
        // By words: a call to compare memory costs more than the few there are.
        self.player(number) == player && self.words(number).iter().eq(packed)
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.len() as u64 * StateArena::bytes_per_state(self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::random_boards;

    #[test]
    fn positions_come_back_as_they_went_in() {
        for board in random_boards(3, 20) {
            let map = Map::new(&board);
            let packer = Packer::new(&map, map.squares());
            let mut position = Position::start(&map, &board);
            let mut packed = vec![0; packer.words()];
            packer.pack(position.boxes(), &mut packed);
            let all: Vec<Square> = map.squares().collect();
            for squares in [all.clone(), all.into_iter().rev().collect()] {
                let packer = Packer::new(&map, squares);
                let (mut boxes, mut whole) = (vec![7; packer.words()], vec![7; packer.words()]);
                packer.pack(position.boxes(), &mut boxes);
                packer.pack_position(&position, &mut whole);
                assert_eq!(boxes, whole);
            }
            let mut arena = StateArena::new(packer.words(), 1).unwrap();
            assert_eq!(arena.push(&packed, position.player), Ok(0));
            assert_eq!(arena.push(&packed, position.player), Err(Stop::Memory));
            assert!(arena.is(0, &packed, position.player));
            let before = position.clone();
            packer.unpack(&map, arena.words(0), &mut position);
            assert_eq!(position.state(), before.state());
            assert_eq!(position.key(), before.key());
        }
    }
}
