//! Breadth-first floods over line digits: the loop on which everything else in this engine stands.
//!
//! States are appended to a flat list; a hash table of their keys detects duplicates. Two ideas
//! keep the loop short.
//!
//! **No branch on "is it new".** Every successor is written at the end of the list of new ones, and
//! the end advances only if the set did not contain it: a branch would often be mispredicted.
//! States are built afterwards and only for the new ones, a quarter of all successors.
//!
//! **Independent moves are tried in one order only.** Two rows never share a cell, so moving row 2
//! and then row 1 leads where row 1 and then row 2 leads; a row and a column that lies outside the
//! cells the row has crossed are just as independent. Columns come before rows and lower numbers
//! before higher ones; a move `b` is not tried right after an independent move `a` that comes later
//! in this order.
//!
//! Why no state is missed or found too late: let `t` be at distance `k`, and `s` a state at
//! distance `k - 1` from which move `b` leads to `t` but is left out, because `s` was first reached
//! from `p` by a later, independent move `a`. Then `b` can be made at `p`, and leads to a state
//! `s'` from which `a` leads to `t`; `s'` is at distance `k - 1` too, since `p` is at `k - 2`. So
//! `t` has another predecessor whose last move comes later in the order. As the order is finite,
//! some predecessor does not leave `t` out. The argument needs nothing but distances, so it holds
//! for several starts at once. On 10,000 boards of Fogleman's database 5.3 successors per state are
//! left, where a search that only skips the line moved last makes 11. The idea is that of sleep
//! sets (Godefroid 1996), here with a proof for breadth-first search.

use search::{Budget, Stop};

use super::compiled::{Compiled, Lines, Node};
use super::line::LineCache;
use crate::Metric;

/// Most successors of a state: 16 lines of 16 arrangements.
const MAX_SUCCESSORS: usize = 256;
/// Slots of the smallest table.
const MIN_SLOTS: usize = 1 << 12;
/// Slots per state at least; sparse tables have short probes.
const SLOTS_PER_STATE: usize = 3;
/// Most keys for which two bits each are kept, memory permitting. Even bits that do not fit in the
/// cache beat a table: on the 50 largest clusters of 6 × 6 they are 1.7 times as fast.
const MAX_MARKS: u64 = 1 << 29;
/// Bytes of marks that are kept for the next board. One board in 2,000 of Fogleman's needs more.
const KEPT_MARKS: usize = 64 << 20;
/// Bytes that a sparing flood asks for at least, wherever it asks. Pieces of this size come straight from the system and
/// go straight back to it, and pages that are never touched cost nothing; smaller ones stay with the allocator of the
/// thread for good, and a server's memory grows with the largest board it was ever asked about. Where memory is small
/// nothing is asked for ahead.
const APART: usize = if usize::BITS < 64 { 0 } else { 33 << 20 };
/// Log2 of the keys in a word of marks.
const MARKS_SHIFT: u32 = 5;
/// Bytes of one state in the lists.
const STATE_BYTES: usize = size_of::<Node>() + size_of::<Lines>() + size_of::<u32>();
/// Multiplier of Fibonacci hashing.
const HASH: u64 = 0x9e37_79b9_7f4a_7c15;

/// The states met are kept as two bits per key, see [`mark`]. No probes at all, but no numbers
/// either.
const MARKS: u8 = 0;
/// The states met are kept in a hash table whose tags are the keys themselves.
const TAGS: u8 = 1;
/// The states met are kept in a hash table; equal tags are compared by key.
const HASHES: u8 = 2;

/// The states of a flood, in order of distance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flood {
    nodes: Vec<Node>,
    /// Lines to be tried from each state.
    allowed: Vec<Lines>,
    /// The state from which each state was first reached.
    parents: Vec<u32>,
    count: usize,
    /// [`MARKS`], [`TAGS`] or [`HASHES`].
    set: u8,
    /// Tag in the upper half, number of the state plus one in the lower.
    slots: Vec<u64>,
    shift: u32,
    marks: Vec<u64>,
    /// Words of marks this board needs; there may be more from earlier boards.
    words: usize,
    /// The targets that are new while a state is expanded. Entries behind them are garbage.
    fresh: Fresh,
    /// Where each distance begins.
    pub(crate) layers: Vec<u32>,
    /// Successors made.
    pub(crate) generated: u64,
    /// States whose successors were made.
    pub(crate) expanded: u64,
    max_bytes: u64,
    /// See [`Flood::spare`].
    sparing: bool,
    /// States that fit into the lists and into `max_bytes`.
    room: usize,
}

/// Places of new targets: line and arrangement.
#[derive(Clone, Debug)]
struct Fresh([u8; MAX_SUCCESSORS]);

impl Default for Fresh {
    fn default() -> Fresh {
        Fresh([0; MAX_SUCCESSORS])
    }
}

/// What a flood reads: a compiled board and the tables of its metric.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) board: &'a Compiled,
    pub(crate) table: &'a [u16],
    sweeps: &'a [u8],
}

impl<'a> View<'a> {
    pub(crate) fn new(board: &'a Compiled, cache: &'a LineCache, metric: Metric) -> View<'a> {
        View { board, table: cache.table(metric), sweeps: cache.sweeps() }
    }
}

/// When a flood ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// When the red piece can go out with the move after the next one. The flood must not start
    /// from a state in which the red piece can go out at once.
    Exit,
    /// When nothing is left.
    End,
    /// When nothing is left, or a state with a smaller key than the first is met.
    Smaller,
}

impl Flood {
    /// Forgets all states and prepares for a board. `max_bytes` is what the lists may take; marks
    /// may take a quarter of it.
    pub(crate) fn clear(&mut self, board: &Compiled, max_bytes: u64) {
        self.forget();
        self.reserve_apart();
        self.max_bytes = max_bytes;
        self.generated = 0;
        self.expanded = 0;
        self.layers.clear();
        self.words = 0;
        self.set = match () {
            () if board.n_keys <= MAX_MARKS.min(max_bytes) => MARKS,
            () if board.n_keys <= 1 << 32 => TAGS,
            () => HASHES,
        };
        if self.set == MARKS {
            self.words = board.n_keys.div_ceil(1 << MARKS_SHIFT) as usize;
            if self.marks.len() < self.words {
                // All marks are wiped by now. Fresh zeroed memory costs only where it is touched;
                // growing the old would write all of it: 40 ms on the boards of FEUP.
                let least = if self.sparing { APART / 8 } else { 0 };
                self.marks = vec![0; self.words.max(least)];
            }
        } else {
            self.clear_slots(MIN_SLOTS);
        }
        self.room = self.nodes.len().min(self.most());
    }

    /// From now on takes its memory from the system and gives all of it back, see [`APART`].
    pub(crate) fn spare(&mut self) {
        self.sparing = true;
    }

    /// Reserves what a sparing flood asks for at least. Where that is refused, it asks for less when it needs it.
    fn reserve_apart(&mut self) {
        if self.sparing && self.nodes.capacity() == 0 {
            let _ = self.nodes.try_reserve_exact(APART / size_of::<Node>());
            let _ = self.allowed.try_reserve_exact(APART / size_of::<Lines>());
            let _ = self.parents.try_reserve_exact(APART / size_of::<u32>());
            let _ = self.slots.try_reserve_exact(APART / size_of::<u64>());
        }
    }

    /// Bytes that are kept for the next board.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        8 * self.marks.len() + self.nodes.capacity() * STATE_BYTES + 8 * self.slots.capacity()
    }

    /// Forgets all states. Wiping the marks that were set is cheaper than wiping all of them.
    fn forget(&mut self) {
        if self.set == MARKS {
            for node in &self.nodes[..self.count] {
                self.marks[(node.key >> MARKS_SHIFT) as usize] = 0;
            }
        }
        self.count = 0;
    }

    /// Gives the lists back when they take more than `bytes`, and the marks when they take more than
    /// [`KEPT_MARKS`]; everything when it is sparing.
    pub(crate) fn shrink_to(&mut self, bytes: u64) {
        if self.sparing {
            *self = Flood { sparing: true, ..Flood::default() };
            return;
        }
        let lists = self.nodes.capacity() * STATE_BYTES + 8 * self.slots.capacity();
        if lists as u64 > bytes || self.marks.len() > KEPT_MARKS / 8 {
            *self = Flood { marks: self.wiped_marks(), ..Flood::default() };
        }
    }

    /// The marks without any that is set, if they are worth keeping: new ones cost a page fault for
    /// each page that is touched.
    fn wiped_marks(&mut self) -> Vec<u64> {
        self.forget();
        let marks = std::mem::take(&mut self.marks);
        if marks.len() > KEPT_MARKS / 8 { Vec::new() } else { marks }
    }

    /// Most states that `max_bytes` allows beside the set.
    fn most(&self) -> usize {
        let spare = self.max_bytes.saturating_sub(self.set_bytes());
        (spare / STATE_BYTES as u64).min(u64::from(u32::MAX) - 1) as usize
    }

    /// Bytes of the set this board needs.
    fn set_bytes(&self) -> u64 {
        8 * if self.set == MARKS { self.words } else { self.slots.len() } as u64
    }

    /// Makes the table small again: wiping one grown for a huge board would make every later board
    /// slow.
    fn clear_slots(&mut self, size: usize) {
        self.slots.clear();
        self.slots.resize(size, 0);
        self.shift = 64 - size.trailing_zeros();
    }

    /// States met.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// A state by number.
    pub(crate) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The state from which a state was first reached; a start is its own parent.
    pub(crate) fn parent(&self, index: usize) -> usize {
        self.parents[index] as usize
    }

    /// All states.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes[..self.count]
    }

    /// Number of states at each distance.
    pub(crate) fn layer_sizes(&self) -> Vec<u64> {
        let ends = self.layers.iter().skip(1).copied().chain([self.count as u32]);
        self.layers.iter().zip(ends).map(|(&start, end)| u64::from(end - start)).collect()
    }

    /// Bytes the states of this board take, whatever is kept from earlier boards.
    pub(crate) fn bytes(&self) -> u64 {
        (self.count * STATE_BYTES) as u64 + self.set_bytes()
    }

    /// Adds a state to start from.
    pub(crate) fn add_start(&mut self, board: &Compiled, node: Node) -> Result<(), Stop> {
        self.reserve()?;
        self.nodes[self.count] = node;
        self.allowed[self.count] = board.lines;
        self.parents[self.count] = self.count as u32;
        self.count += usize::from(self.insert(node.key, self.count));
        Ok(())
    }

    /// Floods from the states added so far. With [`Until::Exit`], the first state from which the
    /// red piece is two moves from being out is the answer; with [`Until::Smaller`], the first with
    /// a smaller key. Looking two moves ahead saves making the last layer, the largest.
    pub(crate) fn run(
        &mut self,
        view: View<'_>,
        until: Until,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        self.layers.push(0);
        let found = self.ending(view, until, 0);
        if found.is_some() {
            return Ok(found);
        }
        let mut end = 0;
        while end < self.count {
            end = self.count;
            self.layers.push(end as u32);
            budget.progress.depth = self.layers.len() as u32 - 1;
            let found = self.expand_to(view, end, until, budget)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        self.layers.pop();
        Ok(None)
    }

    /// Goes on to the end of the current layer, even if it meets states that would end the flood.
    pub(crate) fn finish_layer(&mut self, view: View<'_>, budget: &mut Budget) -> Result<(), Stop> {
        let end = self.layers.last().map_or(0, |&end| end as usize);
        self.expand_to(view, end, Until::End, budget).map(|_| ())
    }

    /// Expands the states up to a number, as long as none ends the flood.
    fn expand_to(
        &mut self,
        view: View<'_>,
        end: usize,
        until: Until,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        match (view.board.stride, self.set) {
            (3, MARKS) => self.expand_as::<2, 3, MARKS>(view, end, until, budget),
            (3, TAGS) => self.expand_as::<2, 3, TAGS>(view, end, until, budget),
            (3, _) => self.expand_as::<2, 3, HASHES>(view, end, until, budget),
            (_, MARKS) => self.expand_as::<4, 4, MARKS>(view, end, until, budget),
            (_, TAGS) => self.expand_as::<4, 4, TAGS>(view, end, until, budget),
            (_, _) => self.expand_as::<4, 4, HASHES>(view, end, until, budget),
        }
    }

    fn expand_as<const WORDS: usize, const STRIDE: usize, const SET: u8>(
        &mut self,
        view: View<'_>,
        end: usize,
        until: Until,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let mark = mark(self.layers.len() - 1);
        while (self.expanded as usize) < end {
            budget.tick()?;
            self.reserve()?;
            let old = self.count;
            let n_fresh = self.list_new::<WORDS, STRIDE, SET>(view, self.expanded as usize, mark);
            self.make::<STRIDE>(view, self.expanded as usize, n_fresh);
            self.expanded += 1;
            budget.count(1);
            let found = self.ending(view, until, old);
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The first of the states from number `from` on that ends the flood.
    #[inline]
    fn ending(&self, view: View<'_>, until: Until, from: usize) -> Option<usize> {
        let mut new = from..self.count;
        match until {
            Until::End => None,
            Until::Exit => new.find(|&i| view.board.can_exit_in_two(view.table, &self.nodes[i])),
            Until::Smaller => new.find(|&i| self.nodes[i].key < self.nodes[0].key),
        }
    }

    /// Lists the new successors of a state and returns how many there are.
    #[inline]
    fn list_new<const WORDS: usize, const STRIDE: usize, const SET: u8>(
        &mut self,
        view: View<'_>,
        index: usize,
        mark: u64,
    ) -> usize {
        let board = view.board;
        let node = self.nodes[index];
        let allowed = self.allowed[index];
        // Step 1: gather the targets of all lines into two or four words. Lines that need not be
        // tried are masked out; branching on them costs more than looking.
        let mut words = [0u64; WORDS];
        for axis in 0..2 {
            for line in 8 * axis..8 * axis + board.extents[axis].min(8) {
                let open = (allowed >> line & 1).wrapping_neg();
                let targets = u64::from(board.targets(view.table, &node, line) & open);
                words[(line << STRIDE >> 6) % WORDS] |= targets << ((line << STRIDE) & 63);
            }
        }
        // Step 2: list the targets that are new.
        let slots = if SET == MARKS { &mut self.marks[..] } else { &mut self.slots[..] };
        let mut n_fresh = 0;
        for (w, mut word) in words.into_iter().enumerate() {
            while word != 0 {
                let place = (word.trailing_zeros() as usize + 64 * w) & 255;
                word &= word - 1;
                self.generated += 1;
                let line = place >> STRIDE;
                let old = (line << STRIDE | Compiled::digit(node.digits, line)) & 255;
                let key = node.key - board.keys[old] + board.keys[place];
                self.fresh.0[n_fresh & 255] = place as u8;
                let new = if SET == MARKS {
                    insert_mark(slots, key, mark)
                } else {
                    // Equal tags are compared by key, also with states that are not made yet.
                    let index = self.count + n_fresh;
                    self.nodes[index].key = key;
                    insert::<SET>(slots, &self.nodes, self.shift, key, index)
                };
                n_fresh += usize::from(new);
            }
        }
        n_fresh
    }

    /// Step 3: makes the states that are new behind the last one, from their parent and the targets.
    #[inline]
    fn make<const STRIDE: usize>(&mut self, view: View<'_>, index: usize, n_fresh: usize) {
        let (board, node, first) = (view.board, self.nodes[index], self.count);
        let end = first + n_fresh;
        let nodes = &mut self.nodes[first..end];
        let lines = &mut self.allowed[first..end];
        let parents = &mut self.parents[first..end];
        for (i, &place) in self.fresh.0[..n_fresh].iter().enumerate() {
            let place = place as usize;
            let line = place >> STRIDE & 15;
            let digit = place & ((1 << STRIDE) - 1);
            let from = Compiled::digit(node.digits, line);
            let before = (line << STRIDE | from) & 255;
            let (left, covered) = (&board.cells[before], &board.cells[place]);
            nodes[i] = Node {
                occ: [node.occ[0] ^ left[0] ^ covered[0], node.occ[1] ^ left[1] ^ covered[1]],
                digits: node.digits ^ ((from ^ digit) as u64) << (4 * line),
                key: node.key - board.keys[before] + board.keys[place],
            };
            let sweep = view.sweeps[board.sweeps[line] as usize + (from << 4 | digit)];
            lines[i] = board.after[line] | u16::from(sweep) << 8 & board.lines;
            parents[i] = index as u32;
        }
        self.count = end;
    }

    /// Whether a neighbour of a state at distance `from` was met one layer nearer to the start.
    #[inline]
    pub(crate) fn is_before(&self, board: &Compiled, key: u64, from: usize) -> bool {
        if self.set == MARKS {
            // Neighbours are at most one layer apart, so three marks tell them from each other.
            return marked(&self.marks, key) == mark(from - 1);
        }
        let layer = self.layers[from - 1] as usize..self.layers[from] as usize;
        self.find(board, key).is_some_and(|index| layer.contains(&index))
    }

    /// The number of a state met before. After a flood that kept marks only, [`Flood::index`] must
    /// have been called.
    pub(crate) fn find(&self, board: &Compiled, key: u64) -> Option<usize> {
        // Marks are fewer bytes than slots, so what was never met is known sooner.
        if self.set == MARKS && marked(&self.marks, key) == 0 {
            return None;
        }
        if fits_tag(board) { self.find_as::<TAGS>(key) } else { self.find_as::<HASHES>(key) }
    }

    fn find_as<const SET: u8>(&self, key: u64) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let (mut at, tag) = place::<SET>(mask, self.shift, key);
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                return None;
            }
            if matches::<SET>(&self.nodes, slot, tag, key) {
                return Some(slot as u32 as usize - 1);
            }
            at += 1;
        }
    }

    /// Numbers the first `end` states, so that they can be [found](Flood::find).
    pub(crate) fn index(&mut self, board: &Compiled, end: usize) -> Result<(), Stop> {
        if self.set != MARKS {
            return Ok(());
        }
        self.clear_slots((end * SLOTS_PER_STATE / 2).next_power_of_two().max(MIN_SLOTS));
        for index in 0..end {
            let key = self.nodes[index].key;
            if fits_tag(board) {
                insert::<TAGS>(&mut self.slots, &self.nodes, self.shift, key, index);
            } else {
                insert::<HASHES>(&mut self.slots, &self.nodes, self.shift, key, index);
            }
        }
        Ok(())
    }

    /// Makes room for the successors of one state.
    #[inline]
    fn reserve(&mut self) -> Result<(), Stop> {
        let needed = self.count + MAX_SUCCESSORS;
        let full = self.set != MARKS && needed * SLOTS_PER_STATE > self.slots.len();
        if needed <= self.room && !full { Ok(()) } else { self.grow(needed) }
    }

    #[cold]
    fn grow(&mut self, needed: usize) -> Result<(), Stop> {
        if needed > self.room {
            let wanted = (2 * self.nodes.len()).max(needed).max(MIN_SLOTS);
            let size = wanted.min(self.most());
            if size < needed
                || self.nodes.try_reserve_exact(size - self.nodes.len()).is_err()
                || self.allowed.try_reserve_exact(size - self.allowed.len()).is_err()
                || self.parents.try_reserve_exact(size - self.parents.len()).is_err()
            {
                return Err(Stop::Memory);
            }
            self.nodes.resize(size, Node::default());
            self.allowed.resize(size, 0);
            self.parents.resize(size, 0);
            self.room = size;
        }
        if self.set != MARKS && needed * SLOTS_PER_STATE > self.slots.len() {
            let size = 4 * self.slots.len();
            let bytes = (self.nodes.len() * STATE_BYTES + 8 * size) as u64;
            // When memory is short, a fuller table will do for a while.
            if bytes > self.max_bytes && self.slots.len() < needed + needed / 4 {
                return Err(Stop::Memory);
            }
            if bytes <= self.max_bytes {
                self.rehash(size)?;
            }
        }
        Ok(())
    }

    fn rehash(&mut self, size: usize) -> Result<(), Stop> {
        self.slots.clear();
        if self.slots.try_reserve_exact(size).is_err() {
            return Err(Stop::Memory);
        }
        self.clear_slots(size);
        for index in 0..self.count {
            self.insert(self.nodes[index].key, index);
        }
        Ok(())
    }

    fn insert(&mut self, key: u64, index: usize) -> bool {
        match self.set {
            MARKS => insert_mark(&mut self.marks, key, mark(0)),
            TAGS => insert::<TAGS>(&mut self.slots, &self.nodes, self.shift, key, index),
            _ => insert::<HASHES>(&mut self.slots, &self.nodes, self.shift, key, index),
        }
    }
}

/// What stands for a distance among the marks: 1, 2 or 3 in turn; 0 is a state never met.
fn mark(distance: usize) -> u64 {
    1 + distance as u64 % 3
}

/// The mark of a key.
#[inline(always)]
fn marked(marks: &[u64], key: u64) -> u64 {
    marks[(key >> MARKS_SHIFT) as usize] >> (2 * (key & 31)) & 3
}

/// Marks a key; `false` when it has a mark already, which it keeps.
#[inline(always)]
fn insert_mark(marks: &mut [u64], key: u64, mark: u64) -> bool {
    let word = &mut marks[(key >> MARKS_SHIFT) as usize];
    let new = *word >> (2 * (key & 31)) & 3 == 0;
    *word |= (mark * u64::from(new)) << (2 * (key & 31));
    new
}

/// Puts a key into a table; `false` when it was there. A table always has empty slots.
#[inline(always)]
fn insert<const SET: u8>(
    slots: &mut [u64],
    nodes: &[Node],
    shift: u32,
    key: u64,
    index: usize,
) -> bool {
    let mask = slots.len() - 1;
    let (mut at, tag) = place::<SET>(mask, shift, key);
    let mut slot = slots[at];
    while slot != 0 && !matches::<SET>(nodes, slot, tag, key) {
        at = (at + 1) & mask;
        slot = slots[at];
    }
    let new = slot == 0;
    slots[at] = if new { tag << 32 | (index as u64 + 1) } else { slot };
    new
}

/// Slot and tag of a key.
#[inline(always)]
fn place<const SET: u8>(mask: usize, shift: u32, key: u64) -> (usize, u64) {
    let hash = key.wrapping_mul(HASH);
    let tag = if SET == TAGS { key } else { hash & 0xffff_ffff };
    ((hash >> (shift & 63)) as usize & mask, tag)
}

#[inline(always)]
fn matches<const SET: u8>(nodes: &[Node], slot: u64, tag: u64, key: u64) -> bool {
    slot >> 32 == tag && (SET == TAGS || nodes[slot as u32 as usize - 1].key == key)
}

/// Whether keys fit the tags of a table, so that equal tags are equal states.
fn fits_tag(board: &Compiled) -> bool {
    board.n_keys <= 1 << 32
}
