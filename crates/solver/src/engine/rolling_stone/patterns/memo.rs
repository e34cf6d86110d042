//! A cache of searches over a few boxes.
//!
//! Pattern searches begin with the same boxes again and again, because most of a position does not
//! change from push to push. How a game ends depends on its boxes and the player's zone alone.

use ground::analysis::Analysis;
use ground::kernel::{Memory, Reach};
use hashbrown::HashMap;
use search::Budget;
use sokoban::{Push, Square};

use super::shortest::{End, Shortest};

/// The most pushes remembered, over all games; then everything is forgotten.
const MOST: u64 = 4 << 20;

/// The games played.
pub(super) struct Games {
    shortest: Shortest,
    reach: Reach,
    /// By boxes and zone: how the game ended, and where its pushes are.
    ends: HashMap<Vec<Square>, (End, u32, u32), foldhash::fast::FixedState>,
    pushes: Vec<Push>,
    last: (u32, u32),
    /// The most pushes remembered.
    most: usize,
}

impl Games {
    /// No games on a board yet. They are to take a small part of the memory: less than ten bytes a
    /// push.
    pub(super) fn new(analysis: &Analysis, memory: Memory) -> Games {
        Games {
            shortest: Shortest::new(analysis),
            reach: Reach::new(&analysis.map),
            ends: HashMap::default(),
            pushes: Vec::new(),
            last: (0, 0),
            most: MOST.min(memory.left() / 80) as usize,
        }
    }

    /// Plays these boxes, or remembers how that ended; a game that used up its budget is not tried
    /// again.
    pub(super) fn play(
        &mut self,
        analysis: &Analysis,
        boxes: &[Square],
        player: Square,
        budget: &mut Budget,
    ) -> End {
        let map = &analysis.map;
        let mut key = boxes.to_vec();
        key.sort_unstable();
        key.push(self.reach.name(map, &map.occupied(boxes.iter().copied()), player));
        if let Some(&(end, first, len)) = self.ends.get(&key) {
            self.last = (first, len);
            return end;
        }
        let end = self.shortest.play(analysis, boxes, player, budget);
        if self.pushes.len() > self.most {
            self.ends.clear();
            self.pushes.clear();
        }
        let found = if let End::Solved(_) = end { self.shortest.pushes() } else { &[] };
        self.last = (self.pushes.len() as u32, found.len() as u32);
        self.pushes.extend_from_slice(found);
        self.ends.insert(key, (end, self.last.0, self.last.1));
        end
    }

    /// The pushes that solved the last game.
    pub(super) fn pushes(&self) -> &[Push] {
        let (first, len) = self.last;
        &self.pushes[first as usize..][..len as usize]
    }
}
