//! Which child is expanded next.

use search::{Budget, Stop};

use super::{NONE, Node, Tree};
use crate::engine::fess::feature::Score;

/// Key of an expansion in the heap of its cell; the greatest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    weight: std::cmp::Reverse<u32>,
    score: Score,
    expansion: std::cmp::Reverse<u32>,
    edge: u32,
}

impl Tree {
    /// The best child still to be expanded: least weight, then score, then order.
    pub(super) fn pending(&self, index: u32) -> Option<Entry> {
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

    pub(super) fn enqueue(&mut self, index: u32) {
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

    /// Chooses the next child, given by an expansion and one of its edges, and pays for it. `None`
    /// when the cell whose turn it is has nothing to offer. A child that cannot be paid for waits
    /// for the next slice.
    pub(crate) fn choose(&mut self, budget: &mut Budget) -> Result<Option<(u32, u32)>, Stop> {
        let chosen = self.waiting.take().or_else(|| self.pick());
        if chosen.is_none() {
            budget.poll()?;
        } else if let Err(stop) = budget.tick().and_then(|()| budget.look()) {
            self.waiting = chosen;
            return Err(stop);
        }
        Ok(chosen)
    }

    fn pick(&mut self) -> Option<(u32, u32)> {
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
    pub(crate) fn put_back(&mut self, index: u32) {
        self.enqueue(index);
    }
}
