//! The search tree of FESS and the order in which it grows; it knows nothing about Sokoban.
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

use std::collections::BinaryHeap;

use hashbrown::HashMap;

pub(super) use self::luck::Luck;

use ground::kernel::Chunks;
use sokoban::Square;

use self::choice::Entry;
use super::feature::{Order, Score};
use super::known::Known;
use super::moves::MacroMove;

/// No index.
pub(super) const NONE: u32 = u32::MAX;

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
pub(super) struct Edge {
    /// The move.
    pub step: MacroMove,
    /// The position it leads to.
    pub node: u32,
    /// What it costs.
    pub weight: u8,
    /// Refused; the position may still be reached by another move.
    struck: bool,
}

/// A position whose moves are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expansion {
    node: u32,
    /// The expansion before it; `NONE` for a root.
    pub father: u32,
    /// The edge that leads here from the father.
    pub edge: u32,
    edges: (u32, u32),
    boxes: (u32, u16),
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

/// A new expansion.
pub(super) struct Growth<'a> {
    /// The expansion and edge it comes from.
    pub origin: Option<(u32, u32)>,
    /// Hash of the position.
    pub hash: u64,
    /// Its score.
    pub score: Score,
    /// Its boxes.
    pub boxes: &'a [Square],
    /// Whether a PI-corral restricted the moves.
    pub corral: bool,
    /// Its moves.
    pub children: &'a [Child],
}

/// A move of a new expansion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The move.
    pub step: MacroMove,
    /// The hash of the position it leads to.
    pub hash: u64,
    /// The score of that position.
    pub score: Score,
    /// Advisors that named it, one bit each.
    pub advice: u8,
}

impl Child {
    /// Notes which of the children each advisor named.
    pub(super) fn mark(children: &mut [Child], advice: &[Option<usize>]) {
        for (bit, named) in advice.iter().enumerate() {
            if let Some(i) = *named {
                children[i].advice |= 1 << bit;
            }
        }
    }
}

/// The tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The bits of a score that make its cell.
    mask: u64,
    /// In which order features decide.
    order: Order,
    /// Whether moves that no advisor named cost something.
    weighted: bool,
    nodes: Chunks<Node>,
    known: Known,
    edges: Chunks<Edge>,
    expansions: Chunks<Expansion>,
    boxes: Chunks<Square>,
    cells: Vec<BinaryHeap<Entry>>,
    cell_names: HashMap<u64, u32, foldhash::quality::FixedState>,
    /// Room for entries in the heaps of all cells.
    entries: usize,
    pointer: usize,
    iteration: u64,
    /// A child that was chosen just as the slice was used up.
    waiting: Option<(u32, u32)>,
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
    pub(super) fn new(mask: u64, order: Order, weighted: bool) -> Tree {
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
            waiting: None,
            best: NONE,
            stamp: 0,
            idle: 0,
            find_circles: false,
            luck: None,
        }
    }

    /// Number of expansions.
    pub(super) fn len(&self) -> usize {
        self.expansions.len()
    }

    /// Number of edges.
    pub(super) fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// Number of cells.
    pub(super) fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Iterations so far.
    #[cfg(test)]
    pub(super) fn iteration(&self) -> u64 {
        self.iteration
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
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

    /// An edge.
    pub(super) fn edge(&self, index: u32) -> &Edge {
        &self.edges[index]
    }

    /// The edges of an expansion.
    pub(super) fn edges(&self, index: u32) -> impl Iterator<Item = &Edge> {
        let (start, end) = self.expansions[index].edges;
        self.edges.range(start..end)
    }

    /// The boxes of an expansion.
    pub(super) fn boxes(&self, index: u32) -> impl Iterator<Item = Square> {
        let (start, len) = self.expansions[index].boxes;
        self.boxes.range(start..start + u32::from(len)).copied()
    }

    /// The hash of the position an edge leads to.
    pub(super) fn child_hash(&self, edge: u32) -> u64 {
        self.nodes[self.edges[edge].node].hash
    }

    /// The score of an expansion.
    pub(super) fn score(&self, index: u32) -> Score {
        self.nodes[self.expansions[index].node].score
    }

    /// The score of the position an edge leads to.
    pub(super) fn child_score(&self, edge: u32) -> Score {
        self.nodes[self.edges[edge].node].score
    }

    /// The best expansion so far.
    pub(super) fn best(&self) -> u32 {
        self.best
    }

    /// The edges from a root to an expansion.
    pub(super) fn path(&self, mut index: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while self.expansions[index].father != NONE {
            path.push(self.expansions[index].edge);
            index = self.expansions[index].father;
        }
        path.reverse();
        path
    }

    /// The moves from a root to an expansion.
    pub(super) fn steps(&self, index: u32) -> Vec<MacroMove> {
        self.path(index).iter().map(|&edge| self.edges[edge].step).collect()
    }

    /// The node of a position, which is entered if it is new.
    fn node(&mut self, hash: u64, score: Score) -> u32 {
        let new = self.nodes.len() as u32;
        let node = self.known.find_or_enter(hash, new, |node| self.nodes[node].hash);
        if node == new {
            self.nodes.push(Node { hash, score, expanded: NONE, dead: false });
        }
        node
    }

    /// Adds an expansion with its moves; returns its index.
    pub(super) fn grow(&mut self, growth: &Growth) -> u32 {
        let node = self.node(growth.hash, growth.score);
        let index = self.expansions.len() as u32;
        self.nodes[node].expanded = index;
        let edges = self.add_edges(growth.children);
        let start = self.boxes.len() as u32;
        growth.boxes.iter().for_each(|&square| _ = self.boxes.push(square));
        let (father, edge) = growth.origin.unwrap_or((NONE, NONE));
        let (weight, best_past) = self.past(growth);
        let cell = self.cell(best_past);
        self.expansions.push(Expansion {
            node,
            edges,
            boxes: (start, growth.boxes.len() as u16),
            corral: growth.corral,
            dead: false,
            father,
            edge,
            weight,
            best_past,
            cell,
            towards: NONE,
            seen: 0,
        });
        self.enqueue(index);
        self.compare_with_best(index);
        index
    }

    /// The weight of the path to a new expansion and the best score on it.
    fn past(&self, growth: &Growth) -> (u32, Score) {
        let Some((father, edge)) = growth.origin else { return (0, growth.score) };
        let before = &self.expansions[father];
        let better = self.order.rank(growth.score) > self.order.rank(before.best_past);
        let best = if better { growth.score } else { before.best_past };
        (before.weight + u32::from(self.edges[edge].weight), best)
    }

    /// Makes an expansion the best one if it is.
    fn compare_with_best(&mut self, index: u32) {
        let past = |index: u32| self.order.rank(self.expansions[index].best_past);
        if self.best == NONE || past(index) > past(self.best) {
            self.best = index;
        }
    }

    /// Adds the edges of an expansion; returns the range of their numbers.
    fn add_edges(&mut self, children: &[Child]) -> (u32, u32) {
        let first = self.edges.len() as u32;
        for (i, &Child { step, hash, score, advice }) in children.iter().enumerate() {
            let free = !self.weighted
                || advice != 0
                || i == 0 && children.len() <= 2
                || self.luck.is_some_and(|luck| luck.is_free(hash));
            let node = self.node(hash, score);
            self.edges.push(Edge { step, node, weight: u8::from(!free), struck: false });
        }
        (first, self.edges.len() as u32)
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
