//! All nodes of a search, which of them are remembered, and which wait to be expanded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ground::kernel::{Table, mix};
use search::{Budget, Stop};

use super::grid::Place;
use super::position::{Position, Run};

/// Bytes when the budget names none.
const DEFAULT_MEMORY: u64 = 1 << 30;

/// Bytes that walls, marks, hashes and lists take for each place of the board.
const BYTES_PER_PLACE: u64 = 48;

/// A node. Its boxes are kept apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    /// `None` at the root.
    pub(super) run: Option<Run>,
    pub(super) player: Place,
    key: u64,
    /// What the path has cost, or how many nodes it has, as the order of the list wants it.
    pub(super) cost: f64,
    pub(super) taken: bool,
}

/// A node that waits: lowest priority first, then by the order among equals.
type Waiting = (Reverse<u64>, u32);

/// The nodes.
#[derive(Debug)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    boxes: Vec<Place>,
    n_boxes: usize,
    known: Table,
    waiting: BinaryHeap<Waiting>,
    capacity: usize,
    first_in: bool,
}

impl Nodes {
    /// Room for as many nodes as the budget allows beside the tables of a board with this many
    /// places. Among equals the newest is taken first, or the oldest with `first_in`.
    pub(super) fn new(
        n_boxes: usize,
        places: usize,
        first_in: bool,
        budget: &Budget,
    ) -> Result<Nodes, Stop> {
        let tables = places as u64 * BYTES_PER_PLACE;
        let memory = budget.memory(DEFAULT_MEMORY).saturating_sub(tables);
        let capacity = Table::capacity(memory, Nodes::bytes_per_node(n_boxes));
        let (mut nodes, mut boxes, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
        // Reserved once: to grow in place would double the peak. Untouched pages cost nothing.
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        boxes.try_reserve_exact(capacity * n_boxes).map_err(|_| Stop::Memory)?;
        waiting.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        let (known, waiting) = (Table::for_nodes(capacity), BinaryHeap::from(waiting));
        Ok(Nodes { nodes, boxes, n_boxes, known, waiting, capacity, first_in })
    }

    fn bytes_per_node(n_boxes: usize) -> u64 {
        let boxes = n_boxes * size_of::<Place>();
        (size_of::<Node>() + boxes + size_of::<Waiting>()) as u64
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.len() as u64 * Nodes::bytes_per_node(self.n_boxes) + self.known.bytes()
    }

    pub(super) fn get(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The boxes of a node, in the order in which they are tried.
    pub(super) fn boxes(&self, number: u32) -> &[Place] {
        &self.boxes[number as usize * self.n_boxes..][..self.n_boxes]
    }

    /// The remembered node with the boxes and the player of a position.
    pub(super) fn find(&self, position: &Position) -> Option<u32> {
        let key = key(position);
        let same = |number: u32| {
            let node = self.get(number);
            node.key == key
                && node.player == position.player
                && self.boxes(number).iter().all(|&place| position.has_box(place))
        };
        self.known.find(key, same)
    }

    /// Adds and remembers a node with the boxes and the player of a position; the boxes must have
    /// been put in order.
    pub(super) fn add(
        &mut self,
        position: &Position,
        parent: u32,
        run: Option<Run>,
        cost: f64,
    ) -> Result<u32, Stop> {
        if self.nodes.len() >= self.capacity {
            return Err(Stop::Memory);
        }
        let number = self.nodes.len() as u32;
        let key = key(position);
        let node = Node { parent, run, player: position.player, key, cost, taken: false };
        self.nodes.push(node);
        self.boxes.extend_from_slice(&position.list);
        self.known.insert(key, number);
        Ok(number)
    }

    /// Forgets all nodes but one: states of the others may be created again.
    pub(super) fn remember_only(&mut self, number: u32) {
        self.known.clear();
        self.known.insert(self.get(number).key, number);
    }

    /// Lets a node wait.
    pub(super) fn wait(&mut self, number: u32, priority: f64) {
        // The bits of numbers that are not negative are ordered like the numbers.
        let tie = if self.first_in { !number } else { number };
        self.waiting.push((Reverse(priority.to_bits()), tie));
    }

    /// Takes the first node of the list.
    pub(super) fn take(&mut self) -> Option<u32> {
        let (_, tie) = self.waiting.pop()?;
        let number = if self.first_in { !tie } else { tie };
        self.nodes[number as usize].taken = true;
        Some(number)
    }

    /// The runs from the root to a node.
    pub(super) fn path_to(&self, mut number: u32) -> Vec<Run> {
        let mut path = Vec::new();
        while let Some(run) = self.get(number).run {
            path.push(run);
            number = self.get(number).parent;
        }
        path.reverse();
        path
    }
}

/// A number for boxes and player that does not depend on the order of the boxes.
fn key(position: &Position) -> u64 {
    let boxes = position.list.iter().fold(0, |key, &place| key ^ spread(u64::from(place)));
    boxes ^ spread(u64::from(position.player) | 1 << 32)
}

/// Spreads a small number over all bits.
fn spread(number: u64) -> u64 {
    mix((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use search::Limits;

    use super::*;

    #[test]
    fn a_full_list_fits_into_the_memory_beside_the_tables_of_a_large_board() {
        let (memory, places) = (16 << 20, 258 * 258);
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let budget = Budget::new(limits, search::Cancel::default());
        let nodes = Nodes::new(12, places, false, &budget).unwrap();
        let index = nodes.capacity as u64 * 4 / 3 * 8;
        let tables = places as u64 * BYTES_PER_PLACE;
        let full = nodes.capacity as u64 * Nodes::bytes_per_node(12) + index + tables;
        assert!(full <= memory && full > memory / 10 * 9, "{full}");
    }
}
