//! One search on several threads, with the same nodes and the same answer however many there are.
//!
//! ```text
//! queue ─→ batch of the best nodes ─┬→ lane 1: expand, judge children ─┬→ one after the other, in a fixed
//!              of one cost          ├→ lane 2                          ├→ order, into the store and the
//!                                   └→ lane …                          ┘  queue
//! ```
//!
//! Nearly all the time goes into the tests and bounds of nodes and their children, which only read the store. So
//! a batch of nodes is taken as one thread would take them, cut into as many parts as there are lanes, and each lane
//! expands its part in order, with bounds, tests and caches of its own. Then what they say is done in the
//! order of the batch. Threads take lanes as they come; who expands a lane makes no difference, so
//! two threads do what sixteen do. With one thread there are no batches.
//!
//! Why the proof holds: all nodes of a batch have the lowest cost that waits, and the proved bound is raised only
//! between batches. A child that two nodes of a batch have is added once, with the cheaper path. A node to which a
//! cheaper path turns up while it is in the batch waits in the queue again, and its children are dropped: they are
//! made when its turn comes.
//!
//! Small searches go one by one, for a batch looks at nodes that one thread would not have come to before the end.
//!
//! Cost: threads are begun and ended with every batch, some ten microseconds each; the part that is not shared out
//! is about a tenth of the time.

use std::sync::{Mutex, PoisonError};

use ground::kernel::Memory;
use ground::run::End;
use search::Budget;

use super::Optimal;
use super::children::{Expanded, Expander, Scene, Taken};

/// Parts of a batch.
const LANES: usize = 16;

/// Nodes of a lane, at first and at most, and by how many nodes the search grows for each more. With many, threads wait
/// less for each other; with few, a search that has come to its last cost goes deep like one thread instead of wide.
const FEWEST: usize = 2;
const MOST: usize = 8;
const GROWTH: u64 = 20_000;

/// Nodes to expand before the first batch: some seconds. One thread goes deep in the last layer and often finds the
/// shortest solution at once; batches go wide there.
const PATIENCE: u64 = 200_000;

/// Several expanders.
pub(super) struct Lanes<'a> {
    threads: usize,
    patience: u64,
    lanes: Vec<Lane<'a>>,
    batch: Vec<Taken>,
}

/// One of them, with what it says about its part of a batch.
struct Lane<'a> {
    expander: Expander<'a>,
    done: Vec<Expanded>,
}

impl<'a> Lanes<'a> {
    /// Lanes for two threads or more, if an eighth of the memory is enough for them. Each takes this many bytes.
    pub(super) fn within(threads: usize, each: u64, memory: &mut Memory) -> Option<Lanes<'a>> {
        let bytes = LANES as u64 * each;
        if threads < 2 || bytes > memory.left() / 8 || memory.take(bytes).is_err() {
            return None;
        }
        Some(Lanes { threads, patience: PATIENCE, lanes: Vec::new(), batch: Vec::new() })
    }

    /// Lanes for batches after this many nodes instead of the usual number, however little memory there is.
    #[cfg(test)]
    pub(super) fn after(patience: u64, threads: usize) -> Lanes<'a> {
        Lanes { threads, patience, lanes: Vec::new(), batch: Vec::new() }
    }

    /// Whether it is time for batches.
    #[inline]
    pub(super) fn are_due(&self, expanded: u64) -> bool {
        expanded >= self.patience
    }

    /// Drops the expanders, because there are new tables.
    pub(super) fn forget(&mut self) {
        self.lanes.clear();
    }

    /// Expands the batch; what the lanes say is kept in them.
    fn expand(&mut self, first: &Expander<'a>, scene: &Scene<'_, 'a>, each: usize, slice: &Budget) {
        while self.lanes.len() < self.batch.len().div_ceil(each) {
            self.lanes.push(Lane { expander: first.another(), done: Vec::new() });
        }
        let parts = Mutex::new(self.lanes.iter_mut().zip(self.batch.chunks(each)));
        let work = || {
            loop {
                let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((lane, part)) = part else { break };
                lane.work(scene, part, &mut slice.slice(None, None));
            }
        };
        // A browser's module has one thread.
        if cfg!(target_family = "wasm") {
            return work();
        }
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(self.batch.len().div_ceil(each)) {
                scope.spawn(work);
            }
            work();
        });
    }
}

impl<'a> Lane<'a> {
    /// Expands nodes until the slice ends.
    fn work(&mut self, scene: &Scene<'_, 'a>, part: &[Taken], slice: &mut Budget) {
        for &taken in part {
            let done = match slice.look() {
                Ok(()) => self.expander.expand(scene, taken, slice),
                Err(_) => None,
            };
            let Some(done) = done else { break };
            self.done.push(done);
        }
    }
}

impl<'a> Optimal<'a> {
    /// Takes a batch of the best nodes and makes their successors.
    pub(super) fn step_together(&mut self, slice: &mut Budget) -> Result<(), End> {
        let Some(mut lanes) = self.lanes.take() else { return Ok(()) };
        let stepped = self.step_in(&mut lanes, slice);
        self.lanes = Some(lanes);
        stepped
    }

    fn step_in(&mut self, lanes: &mut Lanes<'a>, slice: &mut Budget) -> Result<(), End> {
        let more = (self.stats.expanded / GROWTH) as usize;
        let each = (FEWEST + more).min(MOST);
        lanes.batch.clear();
        lanes.batch.push(self.take()?);
        let most = lanes.batch[0].most;
        // A slice that is told to stop stops the lanes, too: it is not asked for a node it does not have.
        let has_more = |slice: &Budget| slice.limits().nodes.is_none_or(|it| slice.nodes() < it);
        while lanes.batch.len() < LANES * each
            && self.queue.lowest() == Some(most)
            && has_more(slice)
            && slice.tick().is_ok()
        {
            lanes.batch.push(self.take()?);
        }
        let each = lanes.batch.len().div_ceil(LANES);
        let scene = Scene { task: self.task, store: &self.store, ceiling: self.ceiling() };
        lanes.expand(&self.expander, &scene, each, slice);
        self.accept_all(lanes, each)
    }

    /// Does what the lanes say, from the last node of the batch to the best. Nodes that they have not come to wait
    /// again.
    fn accept_all(&mut self, lanes: &mut Lanes<'a>, each: usize) -> Result<(), End> {
        let (mut whole, mut full) = (true, Ok(()));
        let parts = lanes.lanes.iter_mut().zip(lanes.batch.chunks(each)).rev();
        for (Lane { expander, done }, part) in parts {
            let counts = std::mem::take(&mut expander.counts);
            self.count(counts);
            for &Taken { number, node, most } in part[done.len()..].iter().rev() {
                whole = false;
                if !self.queue.contains(number) {
                    self.queue.push(number, most, node.h);
                }
            }
            for done in done.iter().rev() {
                let (children, packed) = (&expander.children, &expander.packed);
                full = full.and_then(|()| self.accept(done, children, packed));
            }
            expander.children.clear();
            expander.packed.clear();
            done.clear();
        }
        full.map_err(End::full)?;
        if whole { Ok(()) } else { Err(End::Slice) }
    }
}
