//! The search tree of FESS and the order in which it grows; it knows no Sokoban.
//!
//! Every generated child is a *node* (a position met, with its score); a child that was chosen is
//! an *expansion* with a list of edges. Expansions live in *cells* of the feature space, by the
//! best score on their path, so that a step back opens no new cell. Within a cell the expansion
//! whose best pending child has the least accumulated weight comes first, then the best score.
//! Odd iterations visit the cells in turn, even ones the cell of the best expansion.
//! Source: FESS (Y. Shoham, CoG 2020), with the control rules of the published program.

use hashbrown::HashMap;
use std::collections::BinaryHeap;

use super::known::Known;
use super::moves::Move;
use super::zobrist;
use crate::feature::{Order, Score};
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
    /// Advisors that named it, one bit each.
    pub advice: u8,
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
    /// Expansions below and including this one.
    pub subtree: u32,
}

impl Expansion {
    /// The first of its edges.
    pub fn first_edge(&self) -> u32 {
        self.edges.0
    }
}

/// Key of an expansion in the heap of its cell; the greatest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    weight: std::cmp::Reverse<u32>,
    score: Score,
    expansion: std::cmp::Reverse<u32>,
    edge: u32,
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

/// Chance in the order of a tree, decided by the hash of a position: the same in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Luck {
    /// What makes this luck another than the next.
    pub seed: u64,
    /// Bits of the score that are drawn instead of measured.
    pub drawn: u64,
}

/// One in so many moves that no advisor named is free by luck.
const FREE_BY_LUCK: u64 = 16;

impl Luck {
    fn draw(self, hash: u64) -> u64 {
        zobrist::mix(hash ^ self.seed)
    }

    fn is_free(self, hash: u64) -> bool {
        (self.draw(hash) >> 40).is_multiple_of(FREE_BY_LUCK)
    }
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

    /// Whether there is no expansion.
    pub fn is_empty(&self) -> bool {
        self.expansions.is_empty()
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

    /// The hash of an expansion's position.
    pub fn hash(&self, index: u32) -> u64 {
        self.nodes[self.expansions[index].node].hash
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
            self.edges.push(Edge { step, node, weight: u8::from(!free), advice, struck: false });
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
            subtree: 0,
        });
        let mut above = index;
        while above != NONE {
            self.expansions[above].subtree += 1;
            above = self.expansions[above].father;
        }
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

    /// The best child still to be expanded: least weight, then score, then order.
    fn pending(&self, index: u32) -> Option<Entry> {
        let expansion = &self.expansions[index];
        let mut best: Option<(u8, Score, u32)> = None;
        for i in expansion.edges.0..expansion.edges.1 {
            let edge = &self.edges[i];
            let node = &self.nodes[edge.node];
            if edge.struck || node.dead || node.expanded != NONE {
                continue;
            }
            let rank = self.rank(node);
            if best.is_none_or(|(weight, score, _)| {
                edge.weight < weight || edge.weight == weight && rank > score
            }) {
                best = Some((edge.weight, rank, i));
            }
        }
        best.map(|(weight, score, edge)| Entry {
            weight: std::cmp::Reverse(expansion.weight + u32::from(weight)),
            score,
            expansion: std::cmp::Reverse(index),
            edge,
        })
    }

    /// How good a child is among others.
    fn rank(&self, node: &Node) -> Score {
        let Score(rank) = self.order.rank(node.score);
        match self.luck {
            None => Score(rank),
            Some(luck) => Score(rank & !luck.drawn | luck.draw(node.hash) & luck.drawn),
        }
    }

    fn enqueue(&mut self, index: u32) {
        if let Some(entry) = self.pending(index) {
            let cell = &mut self.cells[self.expansions[index].cell as usize];
            let before = cell.capacity();
            cell.push(entry);
            self.entries += cell.capacity() - before;
        }
    }

    fn is_pending(&self, edge: u32) -> bool {
        let edge = &self.edges[edge];
        let node = &self.nodes[edge.node];
        !edge.struck && !node.dead && node.expanded == NONE
    }

    /// Chooses the next child: an expansion and one of its edges. `None` when the cell whose turn
    /// it is has nothing to offer.
    pub fn pick(&mut self) -> Option<(u32, u32)> {
        self.iteration += 1;
        let cell = if self.iteration % 2 == 1 {
            let cell = self.pointer;
            self.pointer = (self.pointer + 1) % self.cells.len();
            cell
        } else {
            self.expansions[self.best].cell as usize
        };
        while let Some(entry) = self.cells[cell].pop() {
            let index = entry.expansion.0;
            if self.expansions[index].dead {
                continue;
            }
            if self.is_pending(entry.edge) {
                self.idle = 0;
                return Some((index, entry.edge));
            }
            self.enqueue(index);
        }
        self.idle += 1;
        None
    }

    /// Puts an expansion back after its child was expanded or refused.
    pub fn put_back(&mut self, index: u32) {
        self.enqueue(index);
    }

    /// Refuses a move; the position it leads to may still be reached otherwise.
    pub fn strike(&mut self, index: u32, edge: u32) {
        self.edges[edge].struck = true;
        self.bury(index);
    }

    /// The position an edge leads to is dead.
    pub fn kill(&mut self, index: u32, edge: u32) {
        self.nodes[self.edges[edge].node].dead = true;
        self.bury(index);
    }

    /// An expansion is dead itself.
    pub fn kill_expansion(&mut self, index: u32) {
        let expansion = &mut self.expansions[index];
        expansion.dead = true;
        self.nodes[expansion.node].dead = true;
        let father = expansion.father;
        if father != NONE {
            self.bury(father);
        }
        self.replace_best();
    }

    /// Goes up as long as every move of an expansion is dead.
    fn bury(&mut self, mut index: u32) {
        while index != NONE {
            let alive = self.edges(index).any(|edge| !edge.struck && !self.nodes[edge.node].dead);
            if alive {
                break;
            }
            let expansion = &mut self.expansions[index];
            expansion.dead = true;
            self.nodes[expansion.node].dead = true;
            index = expansion.father;
        }
        self.replace_best();
    }

    /// When the best expansion has died, chooses another: any but a root, preferably without a
    /// corral, then by its own score.
    fn replace_best(&mut self) {
        if self.best == NONE || !self.expansions[self.best].dead {
            return;
        }
        let mut best = NONE;
        for index in 0..self.expansions.len() as u32 {
            let candidate = &self.expansions[index];
            if candidate.dead {
                continue;
            }
            if best == NONE {
                best = index;
                continue;
            }
            let incumbent = &self.expansions[best];
            let better = if incumbent.father == NONE {
                candidate.father != NONE
            } else if candidate.corral {
                false
            } else {
                incumbent.corral
                    || self.order.rank(self.score(index)) > self.order.rank(self.score(best))
            };
            if better {
                best = index;
            }
        }
        if best != NONE {
            self.best = best;
        }
    }

    /// Whether everything is dead.
    pub fn is_exhausted(&self) -> bool {
        self.best == NONE || self.expansions[self.best].dead
    }

    /// Gives up the best expansion when it can only walk in circles among expanded positions.
    pub fn check_circle(&mut self) {
        while self.find_circles && !self.is_exhausted() && self.is_circle(self.best) {
            // The walk has marked everything it saw as dead.
            self.replace_best();
        }
    }

    /// Walks from an expansion towards any pending child; marks all it saw as dead if there is none.
    fn is_circle(&mut self, from: u32) -> bool {
        if self.follow(from) {
            return false;
        }
        self.stamp += 1;
        // What the walk saw, each with the place in this list it was seen from.
        let mut saw = vec![(from, 0)];
        self.expansions[from].seen = self.stamp;
        let mut head = 0;
        while head < saw.len() {
            let index = saw[head].0;
            if self.pending(index).is_some() {
                while head != 0 {
                    let (child, parent) = saw[head];
                    head = parent;
                    self.expansions[saw[head].0].towards = child;
                }
                return false;
            }
            let (start, end) = self.expansions[index].edges;
            for edge in self.edges.range(start..end) {
                let node = &self.nodes[edge.node];
                if edge.struck || node.dead || node.expanded == NONE {
                    continue;
                }
                let child = &mut self.expansions[node.expanded];
                if child.seen != self.stamp {
                    child.seen = self.stamp;
                    saw.push((node.expanded, head));
                }
            }
            head += 1;
        }
        for (index, _) in saw {
            let expansion = &mut self.expansions[index];
            expansion.dead = true;
            self.nodes[expansion.node].dead = true;
        }
        true
    }

    /// Follows the remembered way for some steps; whether it ends at a pending child.
    fn follow(&self, from: u32) -> bool {
        let mut index = from;
        for _ in 0..64 {
            if self.expansions[index].dead {
                return false;
            }
            if self.pending(index).is_some() {
                return true;
            }
            let next = self.expansions[index].towards;
            if next == NONE || next == index {
                return false;
            }
            index = next;
        }
        false
    }
}
