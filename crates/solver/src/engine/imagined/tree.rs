//! The positions one direction has met, how they came about, and which are waiting.

use search::Stop;
use sokoban::Square;

use crate::analysis::Analysis;
use crate::kernel::{
    BoxMoves, BucketQueue, Map, Memory, Mode, Packer, Position, StateArena, Table,
};

/// The parent of a root.
pub(super) const NONE: u32 = u32::MAX;

/// How a position came about: a box was brought from here to there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    pub(super) from: Square,
    pub(super) to: Square,
}

/// A tree of positions. The trees of both directions pack positions in the same way.
pub(super) struct Tree {
    packer: Packer,
    states: StateArena,
    nodes: Vec<Node>,
    table: Table,
    pub(super) queue: BucketQueue,
    packed: Vec<u64>,
}

impl Tree {
    pub(super) fn new(map: &Map, memory: Memory) -> Result<Tree, Stop> {
        let packer = Packer::new(map, map.squares());
        let per_node = StateArena::bytes_per_state(packer.words())
            + size_of::<Node>() as u64
            + BucketQueue::BYTES_PER_NODE;
        let capacity = Table::capacity(memory.left(), per_node);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        Ok(Tree {
            states: StateArena::new(packer.words(), capacity)?,
            nodes,
            table: Table::for_nodes(capacity),
            queue: BucketQueue::new(capacity)?,
            packed: vec![0; packer.words()],
            packer,
        })
    }

    /// The number of a position with the player in a zone, if it is known.
    pub(super) fn find(&mut self, map: &Map, position: &Position, zone: Square) -> Option<u32> {
        self.packer.pack(position.boxes(), &mut self.packed);
        let hash = position.key() ^ map.player_key(zone);
        self.table.find(hash, |number| self.states.is(number, &self.packed, zone))
    }

    /// Adds the position asked for by the last [`Tree::find`], which did not know it.
    pub(super) fn add(
        &mut self,
        map: &Map,
        position: &Position,
        zone: Square,
        node: Node,
        score: u32,
    ) -> Result<u32, Stop> {
        let number = self.states.push(&self.packed, zone)?;
        self.nodes.push(node);
        self.table.insert(position.key() ^ map.player_key(zone), number);
        self.queue.push(number, score, 0);
        Ok(number)
    }

    /// Makes a position the one at hand.
    pub(super) fn load(&self, map: &Map, number: u32, position: &mut Position) {
        self.packer.unpack(map, self.states.words(number), position);
        position.player = self.states.player(number);
    }

    pub(super) fn node(&self, number: u32) -> Node {
        self.nodes[number as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.states.bytes() + self.table.bytes()
    }

    /// The nodes from one to its root.
    pub(super) fn chain(&self, number: u32) -> Vec<u32> {
        let mut chain = vec![number];
        let mut at = number;
        while self.node(at).parent != NONE {
            at = self.node(at).parent;
            chain.push(at);
        }
        chain
    }

    /// The single pushes that lead from one position of the tree to another by moving one box.
    pub(super) fn pushes(
        &self,
        analysis: &Analysis,
        box_moves: &mut BoxMoves,
        (before, after): (u32, u32),
        (from, to): (Square, Square),
        out: &mut Vec<sokoban::Push>,
    ) {
        let map = &analysis.map;
        let mut position = analysis.start.clone();
        self.load(map, before, &mut position);
        box_moves.explore(map, &mut position, from, Mode::Push, |_| true);
        let zone = self.states.player(after);
        let again = box_moves.moves().find(|found| found.to == to && found.zone == zone);
        let id = again.expect("the move was found when the node was made").id;
        box_moves.pushes(map, id, out);
    }
}
