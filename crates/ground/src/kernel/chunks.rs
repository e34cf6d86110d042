//! A list that grows without ever moving what it holds.
//!
//! A growing vector briefly holds both its old and its new buffer, and the freed one is a hole the
//! allocator may not be able to reuse: trees of many vectors took twice their size in memory. Here
//! the items lie in chunks of one size, so memory grows by what is used and a freed list leaves
//! holes that fit the next one.

use std::ops::{Index, IndexMut, Range};

/// Items in a chunk, as a power of two: small enough that a small search pays nothing.
const SHIFT: u32 = 11;
const PER_CHUNK: usize = 1 << SHIFT;

/// Items numbered from 0.
#[derive(Clone, Debug)]
pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
}

impl<T> Chunks<T> {
    /// An empty list.
    pub const fn new() -> Chunks<T> {
        Chunks { chunks: Vec::new() }
    }

    /// Number of items.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        let last = self.chunks.last().map_or(0, Vec::len);
        (self.chunks.len().max(1) - 1) * PER_CHUNK + last
    }

    /// Appends an item; returns its number.
    #[inline]
    pub fn push(&mut self, item: T) -> u32 {
        let number = self.len() as u32;
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < PER_CHUNK => chunk.push(item),
            _ => self.open(item),
        }
        number
    }

    /// Begins another chunk.
    #[cold]
    fn open(&mut self, item: T) {
        let mut chunk = Vec::with_capacity(PER_CHUNK);
        chunk.push(item);
        self.chunks.push(chunk);
    }

    /// The items with the given numbers.
    #[inline]
    pub fn range(&self, numbers: Range<u32>) -> impl Iterator<Item = &T> {
        let mut left = numbers.len();
        let mut skip = (numbers.start as usize) % PER_CHUNK;
        let chunks = self.chunks.get(numbers.start as usize / PER_CHUNK..).unwrap_or(&[]);
        chunks.iter().flat_map(move |chunk| {
            let part = &chunk[skip.min(chunk.len())..];
            let part = &part[..left.min(part.len())];
            left -= part.len();
            skip = 0;
            part
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.chunks.len() * PER_CHUNK * size_of::<T>()) as u64
    }
}

impl<T> Default for Chunks<T> {
    fn default() -> Chunks<T> {
        Chunks::new()
    }
}

impl<T> Index<u32> for Chunks<T> {
    type Output = T;

    #[inline]
    fn index(&self, number: u32) -> &T {
        &self.chunks[(number >> SHIFT) as usize][number as usize % PER_CHUNK]
    }
}

impl<T> IndexMut<u32> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.chunks[(number >> SHIFT) as usize][number as usize % PER_CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_a_vector_holds() {
        let mut chunks = Chunks::new();
        let items: Vec<u32> = (0..3 * PER_CHUNK as u32 + 7).map(|i| i * i).collect();
        for (i, &item) in items.iter().enumerate() {
            assert_eq!((chunks.len(), chunks.push(item)), (i, i as u32));
        }
        assert!(items.iter().enumerate().all(|(i, &item)| chunks[i as u32] == item));
        let ends = [0, 1, PER_CHUNK - 1, PER_CHUNK, 2 * PER_CHUNK + 5, items.len()];
        for (i, &start) in ends.iter().enumerate() {
            for &end in &ends[i..] {
                let range: Vec<u32> = chunks.range(start as u32..end as u32).copied().collect();
                assert_eq!(range, items[start..end]);
            }
        }
        assert!(chunks.bytes() >= 4 * items.len() as u64);
    }
}
