//! Propagates dead positions through a tree: an expansion whose moves are all dead is dead itself,
//! and so is a cycle of expanded positions that leads nowhere else.

use super::{NONE, Tree};

impl Tree {
    /// Refuses a move; the position it leads to may still be reached by another.
    pub(crate) fn strike(&mut self, index: u32, edge: u32) {
        self.edges[edge].struck = true;
        self.bury(index);
    }

    /// Marks the position an edge leads to as dead.
    pub(crate) fn kill(&mut self, index: u32, edge: u32) {
        self.nodes[self.edges[edge].node].dead = true;
        self.bury(index);
    }

    /// Marks an expansion itself as dead.
    pub(crate) fn kill_expansion(&mut self, index: u32) {
        let expansion = &mut self.expansions[index];
        expansion.dead = true;
        self.nodes[expansion.node].dead = true;
        let father = expansion.father;
        if father != NONE {
            self.bury(father);
        }
        self.replace_best();
    }

    /// Marks an expansion as dead if all its moves are, and goes up as long as this is so.
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
    pub(crate) fn is_exhausted(&self) -> bool {
        self.best == NONE || self.expansions[self.best].dead
    }

    /// Gives up the best expansion if it leads only in cycles among expanded positions.
    pub(crate) fn check_circle(&mut self) {
        while self.find_circles && !self.is_exhausted() && self.is_circle(self.best) {
            // The walk has marked everything it saw as dead.
            self.replace_best();
        }
    }

    /// Walks from an expansion towards any pending child; marks all it saw as dead if it finds
    /// none.
    fn is_circle(&mut self, from: u32) -> bool {
        if self.follow(from) {
            return false;
        }
        self.stamp += 1;
        // What the walk saw, each with the index in this list it was seen from.
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

    /// Follows the remembered way for some steps; returns whether it ends at a pending child.
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
