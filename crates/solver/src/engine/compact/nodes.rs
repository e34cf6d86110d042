//! The positions of one search and the order in which they wait, in memory that the next search uses
//! again.

use ground::kernel::{Table, mix};
use search::Stop;

/// Bytes of a position: the node, its place in the queue, and as much again because lists grow by
/// doubling.
const BYTES: u64 = 2 * (size_of::<Node>() as u64 + 8);

/// The best path to a position known so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Where the boxes are.
    pub(super) boxes: u64,
    /// The position before the last push; its own number at the start.
    pub(super) parent: u32,
    /// Cost from the start.
    pub(super) g: u32,
    /// Lower bound on the cost to a solution.
    pub(super) h: u16,
    /// Where the player is, or the first place of its zone.
    pub(super) player: u8,
    /// The place from which the last push took a box, and its direction.
    pub(super) push: (u8, u8),
    /// Whether it was expanded with its final cost.
    pub(super) closed: bool,
}

impl Node {
    /// What a solution through this position costs at least.
    #[inline]
    fn f(&self) -> usize {
        self.g as usize + usize::from(self.h)
    }
}

/// All positions met, and those that wait.
#[derive(Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    table: Table,
    /// The positions that wait, by cost plus bound; some are there twice or have become cheaper.
    waiting: Vec<Vec<u32>>,
    /// No position waits below.
    lowest: usize,
    most: usize,
}

impl Nodes {
    /// Forgets everything; the next search may take this many bytes.
    pub(super) fn clear(&mut self, bytes: u64) {
        self.nodes.clear();
        self.table.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
        self.lowest = 0;
        self.most = Table::capacity(bytes, BYTES);
    }

    /// The number of a position, if it is known.
    #[inline]
    pub(super) fn find(&self, boxes: u64, player: u8) -> Option<u32> {
        self.table.find(hash(boxes, player), |number| {
            let node = &self.nodes[number as usize];
            node.boxes == boxes && node.player == player
        })
    }

    /// Adds a position that is not known yet, and lets it wait.
    pub(super) fn add(&mut self, node: Node) -> Result<(), Stop> {
        if self.nodes.len() >= self.most {
            return Err(Stop::Memory);
        }
        let number = self.nodes.len() as u32;
        self.table.insert(hash(node.boxes, node.player), number);
        self.nodes.push(node);
        self.wait(number, node);
        Ok(())
    }

    /// Gives a known position a better path, and lets it wait again.
    pub(super) fn improve(&mut self, number: u32, node: Node) {
        self.nodes[number as usize] = node;
        self.wait(number, node);
    }

    /// Takes the newest of the positions with the lowest cost plus bound, and closes it.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(u32, Node)> {
        while self.lowest < self.waiting.len() {
            while let Some(number) = self.waiting[self.lowest].pop() {
                let node = &mut self.nodes[number as usize];
                if !node.closed && node.f() == self.lowest {
                    node.closed = true;
                    return Some((number, *node));
                }
            }
            self.lowest += 1;
        }
        None
    }

    /// The position with this number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// No solution costs less.
    pub(super) fn bound(&self) -> u32 {
        self.lowest as u32
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.len() as u64 * BYTES / 2 + self.table.bytes()
    }

    fn wait(&mut self, number: u32, node: Node) {
        let at = node.f();
        if at >= self.waiting.len() {
            self.waiting.resize_with(at + 1, Vec::new);
        }
        debug_assert!(at >= self.lowest, "the bound is consistent");
        self.waiting[at].push(number);
    }
}

#[inline]
fn hash(boxes: u64, player: u8) -> u64 {
    mix(boxes ^ u64::from(player).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
