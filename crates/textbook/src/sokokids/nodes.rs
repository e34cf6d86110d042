//! The states of a round, and which of them the hash table knows.

use ground::kernel::{Table, mix};
use search::{Budget, Stop};
use sokoban::{Board, Push, Square};

/// Bytes when the budget names none.
const DEFAULT_MEMORY: u64 = 1 << 30;

/// The number of the start.
pub(super) const ROOT: u32 = 0;

/// A state. Its boxes are kept apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    /// `None` at the start.
    pub(super) push: Option<Push>,
    pub(super) player: Square,
    pub(super) pushes: u32,
    /// What stands for the player in the hash table, if the state is in it.
    pub(super) zone: Option<Square>,
    pub(super) key: u64,
    /// Whether the state is in the list.
    pub(super) waits: bool,
}

/// The states.
#[derive(Debug)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    boxes: Vec<Square>,
    n_boxes: usize,
    known: Table,
    capacity: usize,
}

impl Nodes {
    /// Room for as many states as the budget allows.
    pub(super) fn new(board: &Board, budget: &Budget) -> Result<Nodes, Stop> {
        let n_boxes = board.n_boxes();
        let capacity = Table::capacity(budget.memory(DEFAULT_MEMORY), bytes_per_node(n_boxes));
        let (mut nodes, mut boxes) = (Vec::new(), Vec::new());
        // Reserved once: to grow in place would double the peak. Untouched pages cost nothing.
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        boxes.try_reserve_exact(capacity * n_boxes).map_err(|_| Stop::Memory)?;
        Ok(Nodes { nodes, boxes, n_boxes, known: Table::for_nodes(capacity), capacity })
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.boxes.clear();
        self.known.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.len() as u64 * bytes_per_node(self.n_boxes) + self.known.bytes()
    }

    pub(super) fn get(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The boxes of a state by their numbers.
    pub(super) fn boxes(&self, number: u32) -> &[Square] {
        &self.boxes[number as usize * self.n_boxes..][..self.n_boxes]
    }

    pub(super) fn add(&mut self, node: Node, boxes: &[Square]) -> Result<u32, Stop> {
        if self.nodes.len() >= self.capacity {
            return Err(Stop::Memory);
        }
        self.nodes.push(node);
        self.boxes.extend_from_slice(boxes);
        Ok(self.nodes.len() as u32 - 1)
    }

    /// A state of the list, when it is taken or found again.
    pub(super) fn get_mut(&mut self, number: u32) -> &mut Node {
        &mut self.nodes[number as usize]
    }

    /// The state of the hash table with these boxes, in whatever order, and this zone.
    pub(super) fn find(&self, boxes: &[Square], occupied: &[bool], zone: Square) -> Option<u32> {
        let key = key(boxes, zone);
        let same = |number: u32| {
            let node = self.get(number);
            node.key == key
                && node.zone == Some(zone)
                && self.boxes(number).iter().all(|square| occupied[square.index()])
        };
        self.known.find(key, same)
    }

    /// Puts a state into the hash table.
    pub(super) fn remember(&mut self, number: u32, zone: Square) {
        let key = key(self.boxes(number), zone);
        let node = &mut self.nodes[number as usize];
        (node.zone, node.key) = (Some(zone), key);
        self.known.insert(key, number);
    }

    /// The pushes from the start to a state.
    pub(super) fn path_to(&self, mut number: u32) -> Vec<Push> {
        let mut path = Vec::new();
        while let Some(push) = self.get(number).push {
            path.push(push);
            number = self.get(number).parent;
        }
        path.reverse();
        path
    }
}

/// A state, its boxes, and its place in the list.
fn bytes_per_node(n_boxes: usize) -> u64 {
    (size_of::<Node>() + n_boxes * size_of::<Square>() + size_of::<(u64, u32)>()) as u64
}

/// A number for boxes and zone that does not depend on the order of the boxes.
fn key(boxes: &[Square], zone: Square) -> u64 {
    let boxes = boxes.iter().fold(0, |key, square| key ^ spread(square.index() as u64));
    boxes ^ spread(zone.index() as u64 | 1 << 32)
}

/// Spreads a small number over all bits.
fn spread(number: u64) -> u64 {
    mix((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
