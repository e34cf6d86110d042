//! A tree as bytes, for a file that is kept, and back.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `banto-dt` |
//! | 4 | [`VERSION`] |
//! | 3 | width, height and most boxes of the window |
//! | 12 | number of masks, number of nodes, root |
//! | 4 a mask | its squares |
//! | 13 a node | its square and three links |
//! | 8 | checksum of all bytes before |
//!
//! Numbers have their lowest byte first. Nothing is believed that was not checked: a tree that is
//! damaged, or of another version, is not used.

use std::fmt;

use super::tree::{Link, Next, Node, Tree};
use super::window::Shape;
use crate::kernel::mix;

/// Goes up whenever a tree made by this program would not be the one made by the last.
const VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"banto-dt";
const HEAD: usize = 27;
const MASK: usize = 4;
const NODE: usize = 13;
const CHECKSUM: usize = 8;

/// Why bytes are not a tree that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// They were made by another version of the program, or for another window.
    Other,
    /// They are damaged.
    Damaged,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unusable::Other => "the deadlock tables are of another version",
            Unusable::Damaged => "the deadlock tables are damaged",
        })
    }
}

impl std::error::Error for Unusable {}

impl Tree {
    /// The tree as bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Shape { width, height, most_boxes } = self.shape;
        let mut bytes = Vec::with_capacity(self.n_bytes());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([width as u8, height as u8, most_boxes as u8]);
        bytes.extend((self.masks.len() as u32).to_le_bytes());
        bytes.extend((self.nodes.len() as u32).to_le_bytes());
        bytes.extend(self.root.0.to_le_bytes());
        self.masks.iter().for_each(|mask| bytes.extend(mask.to_le_bytes()));
        for node in &self.nodes {
            bytes.push(node.cell);
            node.links.iter().for_each(|link| bytes.extend(link.0.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The tree of a window, from bytes.
    ///
    /// # Errors
    ///
    /// Bytes that are not exactly what [`Tree::to_bytes`] gives for a tree of this window.
    pub(crate) fn from_bytes(bytes: &[u8], shape: Shape) -> Result<Tree, Unusable> {
        // 1. The head, then the sum of everything, then the length that the head asks for.
        let head = bytes.get(..HEAD).ok_or(Unusable::Damaged)?;
        let read = Shape {
            width: usize::from(head[12]),
            height: usize::from(head[13]),
            most_boxes: u32::from(head[14]),
        };
        if &head[..8] != MAGIC || number(&head[8..]) != VERSION || read != shape {
            return Err(Unusable::Other);
        }
        let (told, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if told.len() < HEAD || checksum(told).to_le_bytes() != *sum {
            return Err(Unusable::Damaged);
        }
        let [n_masks, n_nodes] = [15, 19].map(|at| number(&head[at..]) as usize);
        let masks_end = n_masks.checked_mul(MASK).and_then(|it| it.checked_add(HEAD));
        let end = n_nodes.checked_mul(NODE).zip(masks_end).and_then(|(a, b)| a.checked_add(b));
        let (Some(masks_end), true) = (masks_end, end == Some(told.len())) else {
            return Err(Unusable::Damaged);
        };
        // 2. Links lead to earlier nodes and to masks that exist, so every walk ends.
        let masks: Vec<u32> = told[HEAD..masks_end].chunks_exact(MASK).map(number).collect();
        let leads = |link: Link, before: usize| match link.next() {
            Next::Nothing => true,
            Next::Lost(mask) => mask < masks.len(),
            Next::Ask(node) => node < before,
        };
        let mut nodes = Vec::with_capacity(n_nodes);
        for chunk in told[masks_end..].chunks_exact(NODE) {
            let links = [1, 5, 9].map(|at| Link(number(&chunk[at..])));
            let known = links.iter().all(|&link| leads(link, nodes.len()));
            if !known || usize::from(chunk[0]) >= shape.n_cells() {
                return Err(Unusable::Damaged);
            }
            nodes.push(Node { cell: chunk[0], links });
        }
        let root = Link(number(&head[23..]));
        match leads(root, nodes.len()) {
            true => Ok(Tree { shape, root, nodes, masks }),
            false => Err(Unusable::Damaged),
        }
    }

    fn n_bytes(&self) -> usize {
        HEAD + MASK * self.masks.len() + NODE * self.nodes.len() + CHECKSUM
    }
}

/// The number that bytes begin with.
fn number(bytes: &[u8]) -> u32 {
    bytes[..4].try_into().map_or(0, u32::from_le_bytes)
}

/// A sum that every changed byte changes: each word is mixed into what came before.
fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(bytes.len() as u64, |sum, word| mix(sum ^ word))
}
