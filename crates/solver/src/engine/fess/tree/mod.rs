//! The search tree of FESS and the order in which it grows; it knows no Sokoban.
//!
//! Every generated child is a *node* (a position met, with its score); a child that was chosen is
//! an *expansion* with a list of edges. Expansions live in *cells* of the feature space, by the
//! best score on their path, so that a step back opens no new cell. Within a cell the expansion
//! whose best pending child has the least accumulated weight comes first, then the best score.
//! Odd iterations visit the cells in turn, even ones the cell of the best expansion.
//! Source: FESS (Y. Shoham, CoG 2020), with the control rules of the published program.

mod choice;
mod dead;
mod luck;

use hashbrown::HashMap;
use std::collections::BinaryHeap;

pub use self::luck::Luck;

use self::choice::Entry;
use super::known::Known;
use super::moves::Move;
use crate::engine::fess::feature::{Order, Score};
use crate::kernel::Chunks;

/// No index.
pub const NONE: u32 = u32::MAX;

/// A position met.
#[derive(Clone, Copy, Debug)]
struct Node {
    hash: u64,
    score: Score,
    /// The expansion of this position, if there is one.
    expanded: u32,
    dead: bool,
}

/// A move of an expansion.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The move.
    pub step: Move,
    /// The position it leads to.
    pub node: u32,
    /// What it costs.
    pub weight: u8,
    /// Refused; the position may still be reached otherwise.
    struck: bool,
}

/// A position whose moves are known.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    node: u32,
    /// The expansion before it; `NONE` for a root.
    pub father: u32,
    /// The edge that leads here from the father.
    pub edge: u32,
    edges: (u32, u32),
    boxes: (u32, u16),
    /// Lowest square of the player's region.
    pub player: u16,
    /// Whether a PI-corral restricted the moves.
    corral: bool,
    /// Whether nothing can come of it.
    pub dead: bool,
    weight: u32,
    best_past: Score,
    cell: u32,
    /// Where the last walk towards a pending child went.
    towards: u32,
    seen: u32,
}

impl Expansion {
    /// The first of its edges.
    pub fn first_edge(&self) -> u32 {
        self.edges.0
    }
}
/// A new expansion.
pub struct Growth<'a> {
    /// The expansion and edge it comes from.
    pub origin: Option<(u32, u32)>,
    /// Hash of the position.
    pub hash: u64,
    /// Its score.
    pub score: Score,
    /// Its boxes.
    pub boxes: &'a [u16],
    /// Lowest square of the player's region.
    pub player: u16,
    /// Whether a PI-corral restricted the moves.
    pub corral: bool,
    /// Its moves with the hash and score of the children and the advice.
    pub moves: &'a [(Move, u64, Score, u8)],
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The bits of a score that make its cell.
    mask: u64,
    /// In which order features decide.
    order: Order,
    /// Whether moves no advisor named cost something.
    weighted: bool,
    nodes: Chunks<Node>,
    known: Known,
    edges: Chunks<Edge>,
    expansions: Chunks<Expansion>,
    boxes: Chunks<u16>,
    cells: Vec<BinaryHeap<Entry>>,
    cell_names: HashMap<u64, u32, foldhash::quality::FixedState>,
    /// Room for entries in the heaps of all cells.
    entries: usize,
    pointer: usize,
    iteration: u64,
    best: u32,
    stamp: u32,
    /// Picks in a row that found nothing.
    pub idle: u32,
    /// Whether circles without any pending child are found and given up.
    pub find_circles: bool,
    /// Random choices, if there are to be any.
    pub luck: Option<Luck>,
}
impl Tree {
    /// An empty tree whose cells are the masked bits of the score.
    pub fn new(mask: u64, order: Order, weighted: bool) -> Tree {
        Tree {
            mask,
            order,
            weighted,
            nodes: Chunks::new(),
            known: Known::new(),
            edges: Chunks::new(),
            expansions: Chunks::new(),
            boxes: Chunks::new(),
            cells: Vec::new(),
            cell_names: HashMap::default(),
            entries: 0,
            pointer: 0,
            iteration: 0,
            best: NONE,
            stamp: 0,
            idle: 0,
            find_circles: false,
            luck: None,
        }
    }

    /// Number of expansions.
    pub fn len(&self) -> usize {
        self.expansions.len()
    }

    /// Number of edges.
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// Number of cells.
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Iterations so far.
    #[cfg(test)]
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let cells = self.cells.capacity() * size_of::<BinaryHeap<Entry>>()
            + self.cell_names.allocation_size()
            + self.entries * size_of::<Entry>();
        self.nodes.bytes()
            + self.known.bytes()
            + self.edges.bytes()
            + self.expansions.bytes()
            + self.boxes.bytes()
            + cells as u64
    }

    /// An expansion.
    pub fn expansion(&self, index: u32) -> &Expansion {
        &self.expansions[index]
    }

    /// An edge.
    pub fn edge(&self, index: u32) -> &Edge {
        &self.edges[index]
    }

    /// The edges of an expansion.
    pub fn edges(&self, index: u32) -> impl Iterator<Item = &Edge> {
        let (start, end) = self.expansions[index].edges;
        self.edges.range(start..end)
    }

    /// The boxes of an expansion.
    pub fn boxes(&self, index: u32) -> impl Iterator<Item = u16> {
        let (start, len) = self.expansions[index].boxes;
        self.boxes.range(start..start + u32::from(len)).copied()
    }

    /// The hash of the position an edge leads to.
    pub fn child_hash(&self, edge: u32) -> u64 {
        self.nodes[self.edges[edge].node].hash
    }

    /// The score of an expansion.
    pub fn score(&self, index: u32) -> Score {
        self.nodes[self.expansions[index].node].score
    }

    /// The score of the position an edge leads to.
    pub fn child_score(&self, edge: u32) -> Score {
        self.nodes[self.edges[edge].node].score
    }

    /// The best expansion so far.
    pub fn best(&self) -> u32 {
        self.best
    }

    /// The edges from a root to an expansion.
    pub fn path(&self, mut index: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while self.expansions[index].father != NONE {
            path.push(self.expansions[index].edge);
            index = self.expansions[index].father;
        }
        path.reverse();
        path
    }

    /// Enters a position that may not be expanded again.
    fn node(&mut self, hash: u64, score: Score) -> u32 {
        let new = self.nodes.len() as u32;
        let node = self.known.find_or_enter(hash, new, |node| self.nodes[node].hash);
        if node == new {
            self.nodes.push(Node { hash, score, expanded: NONE, dead: false });
        }
        node
    }

    /// Adds an expansion with its moves; its index.
    pub fn grow(&mut self, growth: &Growth) -> u32 {
        let node = self.node(growth.hash, growth.score);
        let index = self.expansions.len() as u32;
        self.nodes[node].expanded = index;
        let first = self.edges.len() as u32;
        for (i, &(step, hash, score, advice)) in growth.moves.iter().enumerate() {
            let free = !self.weighted
                || advice != 0
                || i == 0 && growth.moves.len() <= 2
                || self.luck.is_some_and(|luck| luck.is_free(hash));
            let node = self.node(hash, score);
            self.edges.push(Edge { step, node, weight: u8::from(!free), struck: false });
        }
        let (father, edge, weight, past) = match growth.origin {
            None => (NONE, NONE, 0, growth.score),
            Some((father, edge)) => {
                let before = &self.expansions[father];
                let weight = before.weight + u32::from(self.edges[edge].weight);
                (father, edge, weight, before.best_past)
            }
        };
        let order = self.order;
        let better = order.rank(growth.score) > order.rank(past);
        let best_past = if better { growth.score } else { past };
        let cell = self.cell(best_past);
        let start = self.boxes.len() as u32;
        growth.boxes.iter().for_each(|&square| _ = self.boxes.push(square));
        self.expansions.push(Expansion {
            node,
            father,
            edge,
            edges: (first, self.edges.len() as u32),
            boxes: (start, growth.boxes.len() as u16),
            player: growth.player,
            corral: growth.corral,
            dead: false,
            weight,
            best_past,
            cell,
            towards: NONE,
            seen: 0,
        });
        self.enqueue(index);
        if self.best == NONE
            || order.rank(best_past) > order.rank(self.expansions[self.best].best_past)
        {
            self.best = index;
        }
        index
    }

    fn cell(&mut self, score: Score) -> u32 {
        let next = self.cells.len() as u32;
        let cell = *self.cell_names.entry(score.0 & self.mask).or_insert(next);
        if cell == next {
            self.cells.push(BinaryHeap::new());
            self.pointer = cell as usize;
        }
        cell
    }
}
