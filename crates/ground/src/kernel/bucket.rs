//! A priority queue of node numbers over small integer keys: constant time, fixed memory.
//!
//! Nodes with equal keys form a list through the nodes themselves; the last one in is the first
//! one out, because the newest of equals is usually the deepest. A node is in the queue at most
//! once and can be moved to another key or taken out at any time.

use search::{Random, Stop};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Link {
    prev: u32,
    next: u32,
    bucket: u32,
}

const OUT: Link = Link { prev: NONE, next: NONE, bucket: NONE };

#[derive(Clone, Copy, Debug)]
struct Bucket {
    first: u32,
    key: (u32, u32),
}

/// Node numbers ordered by (first key, second key), lowest first, newest first among equals.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    links: Vec<Link>,
    buckets: Vec<Bucket>,
    /// Bucket number by first and second key.
    rows: Vec<Row>,
    /// No row below this one has a node.
    lowest_row: usize,
    len: usize,
    /// The keys the round has reached, and whether it is the round's turn.
    round: Option<(u32, u32)>,
    turn: bool,
}

/// The buckets that share the first key.
#[derive(Clone, Debug, Default)]
struct Row {
    /// Bucket numbers by second key minus `offset`; `NONE` for buckets that do not exist yet.
    buckets: Vec<u32>,
    offset: u32,
    /// No bucket of the row below this second key has a node.
    lowest: u32,
    len: usize,
}

impl BucketQueue {
    /// Bytes per node.
    pub const BYTES_PER_NODE: u64 = size_of::<Link>() as u64;

    /// A queue for nodes `0..capacity`. Pages that are never written cost nothing.
    ///
    /// # Errors
    ///
    /// When the memory is full.
    pub fn new(capacity: usize) -> Result<BucketQueue, Stop> {
        let mut queue = BucketQueue::default();
        queue.links.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        Ok(queue)
    }

    /// Number of nodes waiting.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether a node is waiting.
    pub fn contains(&self, node: u32) -> bool {
        self.links.get(node as usize).is_some_and(|link| link.bucket != NONE)
    }

    /// The keys under which a node waits.
    pub fn key(&self, node: u32) -> Option<(u32, u32)> {
        let link = self.links.get(node as usize).filter(|link| link.bucket != NONE)?;
        Some(self.buckets[link.bucket as usize].key)
    }

    /// Puts a node in, or moves it to another key.
    pub fn push(&mut self, node: u32, first: u32, second: u32) {
        self.remove(node);
        if self.links.len() <= node as usize {
            self.links.resize(node as usize + 1, OUT);
        }
        let bucket = self.bucket(first, second);
        let old = std::mem::replace(&mut self.buckets[bucket as usize].first, node);
        self.links[node as usize] = Link { prev: NONE, next: old, bucket };
        if old != NONE {
            self.links[old as usize].prev = node;
        }
        let row = &mut self.rows[first as usize];
        row.len += 1;
        row.lowest = row.lowest.min(second);
        self.lowest_row = self.lowest_row.min(first as usize);
        self.len += 1;
    }

    /// Takes a node out if it is waiting.
    pub fn remove(&mut self, node: u32) {
        if !self.contains(node) {
            return;
        }
        let Link { prev, next, bucket } = std::mem::replace(&mut self.links[node as usize], OUT);
        if prev == NONE {
            self.buckets[bucket as usize].first = next;
        } else {
            self.links[prev as usize].next = next;
        }
        if next != NONE {
            self.links[next as usize].prev = prev;
        }
        let (first, _) = self.buckets[bucket as usize].key;
        self.rows[first as usize].len -= 1;
        self.len -= 1;
    }

    /// The lowest first key of any node.
    pub fn lowest(&mut self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        while self.rows[self.lowest_row].len == 0 {
            self.lowest_row += 1;
        }
        Some(self.lowest_row as u32)
    }

    /// The lowest first key of any node, but not below `first`.
    pub fn next_row(&self, first: u32) -> Option<u32> {
        let rows = self.rows.iter().enumerate().skip(first as usize);
        rows.into_iter().find(|(_, row)| row.len > 0).map(|(first, _)| first as u32)
    }

    /// A node with the lowest first key, the newest of the highest second key.
    pub fn first(&mut self) -> Option<u32> {
        let row = self.lowest()?;
        let firsts = self.rows[row as usize].buckets.iter().rev();
        let firsts = firsts.filter(|&&bucket| bucket != NONE);
        let mut firsts = firsts.map(|&bucket| self.buckets[bucket as usize].first);
        firsts.find(|&node| node != NONE)
    }

    /// Takes out the newest node with the lowest keys.
    pub fn pop(&mut self) -> Option<u32> {
        let first = self.lowest()?;
        self.pop_row(first)
    }

    /// Takes turns between [`BucketQueue::pop`] and a round: the newest of each second key in the
    /// lowest row, from the highest to the lowest, so that a large lost valley cannot hold up a
    /// search.
    pub fn pop_in_rounds(&mut self) -> Option<u32> {
        self.turn = !self.turn;
        if !self.turn {
            return self.pop();
        }
        let first = self.lowest()?;
        let row = &self.rows[first as usize];
        let newest = |at: usize| {
            let bucket = row.buckets[at];
            let node = if bucket == NONE { NONE } else { self.buckets[bucket as usize].first };
            (node != NONE).then_some((row.offset + at as u32, node))
        };
        let below = match self.round {
            Some((before, second)) if before == first => second.saturating_sub(row.offset),
            _ => 0,
        };
        let below = row.buckets.len().min(below as usize);
        let next = (0..below).rev().find_map(newest);
        let (second, node) = next.or_else(|| (0..row.buckets.len()).rev().find_map(newest))?;
        self.round = Some((first, second));
        self.remove(node);
        Some(node)
    }

    /// Takes out a node of any kind, one kind as likely as another within its row and one row as likely as another,
    /// however many nodes they have: the newest of it.
    pub fn pop_any_kind(&mut self, random: &mut Random) -> Option<u32> {
        let lowest = self.lowest()? as usize;
        let rows = || self.rows[lowest..].iter().filter(|row| row.len > 0);
        let row = rows().nth(random.below(rows().count()))?;
        let newest = row.buckets.iter().filter(|&&bucket| bucket != NONE);
        let newest = newest.map(|&bucket| self.buckets[bucket as usize].first);
        let newest = newest.filter(|&node| node != NONE);
        let node = newest.clone().nth(random.below(newest.count()))?;
        self.remove(node);
        Some(node)
    }

    /// Takes out the newest node with this first key and the lowest second key.
    pub fn pop_row(&mut self, first: u32) -> Option<u32> {
        let row = self.rows.get_mut(first as usize).filter(|row| row.len > 0)?;
        let node = loop {
            let bucket = row.buckets[(row.lowest - row.offset) as usize];
            if bucket != NONE && self.buckets[bucket as usize].first != NONE {
                break self.buckets[bucket as usize].first;
            }
            row.lowest += 1;
        };
        self.remove(node);
        Some(node)
    }

    /// The bucket of two keys, made if it is not there yet.
    fn bucket(&mut self, first: u32, second: u32) -> u32 {
        if self.rows.len() <= first as usize {
            self.rows.resize_with(first as usize + 1, Row::default);
        }
        let row = &mut self.rows[first as usize];
        if row.buckets.is_empty() {
            (row.offset, row.lowest) = (second, second);
        }
        if second < row.offset {
            let more = (row.offset - second) as usize;
            row.buckets.splice(0..0, std::iter::repeat_n(NONE, more));
            row.offset = second;
        }
        let at = (second - row.offset) as usize;
        if row.buckets.len() <= at {
            row.buckets.resize(at + 1, NONE);
        }
        if row.buckets[at] == NONE {
            row.buckets[at] = self.buckets.len() as u32;
            self.buckets.push(Bucket { first: NONE, key: (first, second) });
        }
        row.buckets[at]
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn rounds_go_down_the_second_keys_and_leave_every_second_turn_to_the_lowest() {
        let mut queue = BucketQueue::new(8).unwrap();
        for (node, second) in [3, 5, 5, 4, 3, 4, 5].into_iter().enumerate() {
            queue.push(node as u32, 7, second);
        }
        queue.push(7, 8, 0);
        let drained: Vec<_> = std::iter::from_fn(|| queue.pop_in_rounds()).collect();
        assert_eq!(drained, [6, 4, 5, 0, 2, 3, 1, 7]);
    }

    #[test]
    fn any_kind_is_as_likely_as_another_however_many_it_has() {
        let mut random = search::Random::seeded(2);
        let mut rare = 0;
        for _ in 0..300 {
            let mut queue = BucketQueue::new(100).unwrap();
            (0..90).for_each(|node| queue.push(node, 2, 5));
            queue.push(90, 2, 7);
            queue.push(91, 4, 1);
            let node = queue.pop_any_kind(&mut random).unwrap();
            assert!([89, 90, 91].contains(&node), "{node} is not the newest of its kind");
            rare += u32::from(node > 89);
            assert!(!queue.contains(node));
            let rest = std::iter::from_fn(|| queue.pop_any_kind(&mut random));
            assert_eq!(rest.count(), 91);
        }
        assert!((190..260).contains(&rare), "{rare} of 300, where three in four are expected");
    }

    #[test]
    fn agrees_with_a_sorted_list() {
        let mut random = search::Random::seeded(5);
        let mut queue = BucketQueue::new(100).unwrap();
        let mut list: Vec<(u32, u32, u32)> = Vec::new(); // newest last
        for _ in 0..20_000 {
            let node = random.below(100) as u32;
            match random.below(5) {
                0 | 1 => {
                    let (first, second) = (random.below(9) as u32, random.below(9) as u32);
                    queue.push(node, first, second);
                    list.retain(|entry| entry.2 != node);
                    list.push((first, second, node));
                }
                2 => {
                    queue.remove(node);
                    list.retain(|entry| entry.2 != node);
                }
                3 => {
                    let floor = random.below(9) as u32;
                    let keys = list.iter().map(|entry| (entry.0, entry.1));
                    let best = keys.filter(|keys| keys.0 >= floor).min();
                    assert_eq!(queue.next_row(floor), best.map(|best| best.0));
                    let newest = best
                        .map(|best| list.iter().rposition(|entry| (entry.0, entry.1) == best))
                        .map(|at| list.remove(at.unwrap()).2);
                    let row = queue.next_row(floor);
                    assert_eq!(row.and_then(|row| queue.pop_row(row)), newest);
                }
                _ => {
                    let best = list.iter().map(|entry| (entry.0, entry.1)).min();
                    let newest = best
                        .map(|best| list.iter().rposition(|entry| (entry.0, entry.1) == best))
                        .map(|at| list.remove(at.unwrap()).2);
                    assert_eq!(queue.pop(), newest);
                }
            }
            assert_eq!(queue.len(), list.len());
        }
    }
}
