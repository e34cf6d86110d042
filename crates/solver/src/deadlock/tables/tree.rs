//! The decision tree: which square to ask for next, and what follows from the answers.
//!
//! A node is a question: what stands on this square of the window? The player and the box just
//! pushed are known from the start. The game in the window says which square matters: one that is
//! on the way out of the boxes known so far. When they get out over squares known to be free, or not
//! at all, nothing more is asked. So squares that do not matter are never asked for, and a pattern
//! that is lost is not looked at again with more boxes or walls in it.
//!
//! Equal subtrees are kept once.

use std::hash::BuildHasher;
use std::mem::take;

use foldhash::fast::FixedState;
use hashbrown::hash_table::Entry;
use hashbrown::{HashMap, HashTable};
use search::{Budget, Stop};

use super::window::{Game, Known, Shape, Verdict};

/// Nodes a tree may have; what is beyond is not asked for. The window of 5 × 4 squares has 144,000.
const MOST_NODES: usize = 1 << 18;

/// Bytes that a tree takes at most while it is built: 16 a node and five for each place in a table of
/// twice as many; masks take little.
pub(super) const MOST_BYTES: u64 = 8 << 20;

/// What an answer leads to: nothing, a pattern that is lost, or another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Link(pub(super) u32);

/// What a link stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing is known to be lost.
    Nothing,
    /// Lost, unless one of a set of squares, given by its number, holds a goal.
    Lost(usize),
    /// A question.
    Ask(usize),
}

impl Link {
    const NOTHING: Link = Link(0);
    const ASK: u32 = 1 << 31;

    fn lost(mask: usize) -> Link {
        Link(mask as u32 + 1)
    }

    fn ask(node: usize) -> Link {
        Link(node as u32 | Link::ASK)
    }

    #[inline]
    pub(super) fn next(self) -> Next {
        match self.0 {
            0 => Next::Nothing,
            link if link & Link::ASK == 0 => Next::Lost(link as usize - 1),
            link => Next::Ask((link & !Link::ASK) as usize),
        }
    }
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// The square of the window.
    pub(super) cell: u8,
    /// What follows if it is free, a wall, or holds a box.
    pub(super) links: [Link; 3],
}

/// The tree of a window. Links lead to earlier nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(super) shape: Shape,
    pub(super) root: Link,
    pub(super) nodes: Vec<Node>,
    /// Sets of squares, a bit each.
    pub(super) masks: Vec<u32>,
}

/// A tree under construction. It may be stopped anywhere and goes on there.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    game: Game,
    tree: Tree,
    /// Numbers of the nodes, found by what they hold.
    nodes: HashTable<u32>,
    masks: HashMap<u32, Link, FixedState>,
    stack: Vec<Question>,
    /// What the last subtree was found to be.
    done: Option<Link>,
}

/// A question with the answers dealt with so far.
#[derive(Clone, Copy, Debug)]
struct Question {
    known: Known,
    square: u64,
    links: [Link; 3],
    answered: usize,
}

impl Builder {
    /// The beginning of a tree.
    pub(crate) fn new(shape: Shape) -> Builder {
        let tree = Tree { shape, root: Link::NOTHING, nodes: Vec::new(), masks: Vec::new() };
        let game = Game::new(shape);
        let known = Known { free: shape.player(), walls: 0, boxes: shape.pushed() };
        let mut builder = Builder {
            game,
            tree,
            nodes: HashTable::new(),
            masks: HashMap::with_hasher(FixedState::default()),
            stack: Vec::new(),
            done: None,
        };
        builder.look(known);
        builder
    }

    /// Builds the rest of the tree and hands it over.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub(crate) fn finish(&mut self, budget: &mut Budget) -> Result<Tree, Stop> {
        while let Some(question) = self.stack.last_mut() {
            if let Some(link) = self.done.take() {
                question.links[question.answered] = link;
                question.answered += 1;
            }
            let Question { known, square, links, answered } = *question;
            match answered {
                0 => self.look(Known { free: known.free | square, ..known }),
                1 => self.look(Known { walls: known.walls | square, ..known }),
                2 if known.boxes.count_ones() < self.tree.shape.most_boxes => {
                    self.look(Known { boxes: known.boxes | square, ..known });
                }
                2 => self.done = Some(links[0]),
                _ => {
                    self.stack.pop();
                    self.done = Some(self.node(square, links));
                }
            }
            budget.poll()?;
        }
        let root = self.done.unwrap_or(Link::NOTHING);
        let Tree { shape, nodes, masks, .. } = &mut self.tree;
        nodes.shrink_to_fit();
        Ok(Tree { shape: *shape, root, nodes: take(nodes), masks: take(masks) })
    }

    /// Looks at what is known, and either is done with it or has a question.
    fn look(&mut self, known: Known) {
        let shape = self.tree.shape;
        match self.game.judge(known, shape.player()) {
            Verdict::Stuck(squares) => self.done = Some(self.lost(squares)),
            Verdict::Ask(square) if self.tree.nodes.len() < MOST_NODES => {
                let links = [Link::NOTHING; 3];
                self.stack.push(Question { known, square, links, answered: 0 });
            }
            Verdict::Ask(_) | Verdict::Out => self.done = Some(Link::NOTHING),
        }
    }

    fn lost(&mut self, squares: u64) -> Link {
        let shape = self.tree.shape;
        let cells = (0..shape.n_cells()).filter(|&cell| shape.bit(cell) & squares != 0);
        let mask = cells.fold(0, |mask, cell| mask | 1 << cell);
        let masks = &mut self.tree.masks;
        *self.masks.entry(mask).or_insert_with(|| {
            masks.push(mask);
            Link::lost(masks.len() - 1)
        })
    }

    fn node(&mut self, square: u64, links: [Link; 3]) -> Link {
        if links[0] == links[1] && links[1] == links[2] {
            return links[0];
        }
        let node = Node { cell: self.tree.shape.cell(square) as u8, links };
        let nodes = &mut self.tree.nodes;
        let hash = |node: &Node| FixedState::default().hash_one(node);
        let known = self.nodes.entry(
            hash(&node),
            |&other| nodes[other as usize] == node,
            |&other| hash(&nodes[other as usize]),
        );
        match known {
            Entry::Occupied(known) => Link::ask(*known.get() as usize),
            Entry::Vacant(place) => {
                place.insert(nodes.len() as u32);
                nodes.push(node);
                Link::ask(nodes.len() - 1)
            }
        }
    }
}
