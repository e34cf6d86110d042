//! Matching with fixed boxes as walls: every movable box needs a goal of its own that it can reach.
//!
//! Goals under fixed boxes are taken. Per goal, the squares a lone box could come from are found
//! with the fixed boxes as walls; then boxes and goals are matched. Sound.
//! Cost: one lone-box search per goal for every new set of fixed boxes, then a bipartite matching.

use hashbrown::HashMap;

use super::local::Local;
use super::zobrist::Zobrist;
use crate::field::lone::{FAR, Lone, Way};
use crate::field::{Bits, Field};

/// Sets of fixed boxes kept; when full, all are forgotten.
const MAX_TABLES: usize = 2_000;

/// Per goal the squares it can be reached from.
type Sources = Vec<Bits>;

/// The detector with its tables.
#[derive(Clone, Debug)]
pub struct Reachable {
    tables: HashMap<u64, Sources, foldhash::quality::FixedState>,
    lone: Lone,
    walls: Vec<u8>,
    owner: Vec<u16>,
    seen: Vec<bool>,
}

impl Reachable {
    /// A detector for a field.
    pub fn new(field: &Field) -> Reachable {
        Reachable {
            tables: HashMap::default(),
            lone: Lone::new(field.n_squares()),
            walls: field.no_boxes(),
            owner: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let n = self.walls.len();
        let table = self.tables.values().next().map_or(0, Vec::len) * (n.div_ceil(64) * 8 + 16);
        (self.tables.len() * table) as u64
    }

    /// Whether the movable boxes of the position cannot all get a goal.
    pub fn is_dead(
        &mut self,
        local: &Local,
        field: &Field,
        zobrist: &Zobrist,
        boxes: &[u16],
    ) -> bool {
        let fixed: Vec<u16> =
            boxes.iter().copied().filter(|&square| local.is_wall(square)).collect();
        let key = zobrist.boxes(&fixed);
        if !self.tables.contains_key(&key) {
            if self.tables.len() >= MAX_TABLES {
                self.tables.clear();
            }
            let table = self.table(field, &fixed);
            self.tables.insert(key, table);
        }
        let sources = &self.tables[&key];
        let movable: Vec<u16> =
            boxes.iter().copied().filter(|&square| local.is_box(square)).collect();
        self.owner.clear();
        self.owner.resize(sources.len(), u16::MAX);
        for i in 0..movable.len() {
            self.seen.clear();
            self.seen.resize(sources.len(), false);
            if !augment(sources, &movable, &mut self.owner, &mut self.seen, i) {
                return true;
            }
        }
        false
    }

    fn table(&mut self, field: &Field, fixed: &[u16]) -> Sources {
        let n = field.n_squares();
        self.walls[..n].fill(0);
        fixed.iter().for_each(|&square| self.walls[square as usize] = 1);
        self.lone.set_walls(field.next(), &self.walls);
        let mut sources = Vec::new();
        for goal in field.goals().iter() {
            // A goal under a fixed box has no sources: the search starts nowhere.
            let distance = self.lone.search(field.next(), &[goal], Way::Pull);
            let reached = (0..n as u16).filter(|&square| distance[square as usize] != FAR);
            sources.push(Bits::of(n, reached));
        }
        sources
    }
}

fn augment(
    sources: &[Bits],
    boxes: &[u16],
    owner: &mut [u16],
    seen: &mut [bool],
    i: usize,
) -> bool {
    for goal in 0..sources.len() {
        if seen[goal] || !sources[goal].contains(boxes[i]) {
            continue;
        }
        seen[goal] = true;
        if owner[goal] == u16::MAX || augment(sources, boxes, owner, seen, owner[goal] as usize) {
            owner[goal] = i as u16;
            return true;
        }
    }
    false
}
