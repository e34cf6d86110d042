//! SokoKids rebuilt from what its report prints: 61 lists of pushes and 183 counts. Its program is
//! lost.
//!
//! The text calls the search IDA* with a matching. The lists and counts say otherwise. What they
//! determine, in the order in which it shows:
//!
//! - A state's value is the boxes off goal, then the pushes made. The list of open states is sorted
//!   whole after every expansion, by a textbook HeapSort (`heap_sort.rs`), which is not stable: the
//!   order it leaves equals in decides which solution is found. The first state is taken, and the
//!   goal is tested then.
//! - A state that is found again with fewer pushes while it waits takes their number, and nothing else
//!   of it changes: line for line what the report's algorithm 3 says (`estadoAntigo.g = min(…)`).
//! - There are rounds, as in its algorithm 4. A state above the limit is dropped when it is taken; once
//!   the list is empty, the limit rises by one, and all begins again, the hash table emptied. The first
//!   limit counts every box as off goal. The published count is the number of states that entered the
//!   list, in all rounds together.
//! - Boxes are tried in the order of their numbers, each up, right, left, down. From the start no
//!   box is pushed up onto the square where the player stands.
//! - The hash table has boxes as a set and the player's zone, and not the start.
//! - Offline dead squares miss lower right corners and some lines to them (`offline.rs`); the online
//!   test refuses nothing (`online.rs`).
//!
//! [`Reading`] holds these choices as values, so that others can be tried: the example
//! `sokokids_readings` prints how many lists and counts each of them gives. Without the hash table
//! the search goes in circles on many boards. Nothing is claimed.
//!
//! Source: Rodrigues, *Técnicas de Inteligência Artificial para resolução do Sokoban*, sections 6.1
//! to 6.6 and appendix A. Cost of a node: one flood for each push, and the whole list sorted.

mod heap_sort;
mod nodes;
mod offline;
mod online;
mod reading;

#[cfg(test)]
mod tests;

pub use reading::{Corners, Reading, Same, Sorting};

use ground::claim;
use ground::technique::Keeps;
use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Board, Dir, Push, Square};

use super::Found;
use nodes::{Node, Nodes, ROOT};

/// What the search keeps of the solutions: nothing for sure.
pub(super) const KEEPS: Keeps =
    Keeps { completeness: false, push_optimality: false, move_optimality: false };

/// More than any number of pushes: the boxes off goal come first.
const BOX: u64 = 1 << 32;

/// Where the search ends without the hash table: "fim de memória" in the report's algorithm 4. What
/// is solved at all without it is solved with fewer than 700 states; the rest goes in circles.
const END_OF_MEMORY: usize = 2_000;

/// The techniques that the report switches on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The hash table.
    pub hash_table: bool,
    /// Dead squares found before the search.
    pub offline: bool,
}

/// Runs the search as a reading of the report has it.
pub fn solve(
    board: &Board,
    parts: Parts,
    reading: &Reading,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Found> {
    let mut search = match Search::new(board, parts, reading, budget) {
        Ok(search) => search,
        Err(stop) => return Outcome::Stopped(stop),
    };
    let end = search.rounds(budget);
    search.stats.tree = search.nodes.len() as u64;
    search.stats.frontier = search.list.len() as u64;
    search.stats.table_bytes = search.nodes.bytes();
    search.stats.extra.push(("rounds", search.rounds));
    *stats = std::mem::take(&mut search.stats);
    match end {
        Err(stop) => Outcome::Stopped(stop),
        Ok(None) => claim::exhausted(KEEPS),
        Ok(Some(number)) => Outcome::Solved(Found::from(search.nodes.path_to(number))),
    }
}

/// A search under way.
struct Search<'a> {
    board: &'a Board,
    parts: Parts,
    reading: &'a Reading,
    dead: Vec<bool>,
    nodes: Nodes,
    /// The open states with their values, as the last sorting left them.
    list: Vec<(u64, u32)>,
    /// The boxes of the state at hand, by number and as a map.
    boxes: Vec<Square>,
    occupied: Vec<bool>,
    reached: Vec<bool>,
    zone: Vec<bool>,
    stack: Vec<Square>,
    rounds: u64,
    stats: Stats,
}

impl<'a> Search<'a> {
    fn new(
        board: &'a Board,
        parts: Parts,
        reading: &'a Reading,
        budget: &Budget,
    ) -> Result<Search<'a>, Stop> {
        let empty = vec![false; board.n_squares()];
        let dead =
            if parts.offline { offline::dead(board, reading.corners) } else { empty.clone() };
        Ok(Search {
            board,
            parts,
            reading,
            dead,
            nodes: Nodes::new(board, budget)?,
            list: Vec::new(),
            boxes: board.start().boxes.to_vec(),
            occupied: empty.clone(),
            reached: empty.clone(),
            zone: empty,
            stack: Vec::new(),
            rounds: 0,
            stats: Stats::default(),
        })
    }

    /// Searches with higher and higher limits.
    fn rounds(&mut self, budget: &mut Budget) -> Result<Option<u32>, Stop> {
        let start = self.boxes.clone();
        let mut limit = match self.reading.every_box_at_first {
            true => BOX * start.len() as u64,
            false => self.value(&start, 0),
        };
        if !self.reading.rounds {
            limit = u64::MAX;
        }
        loop {
            self.rounds += 1;
            self.begin(&start)?;
            let mut least_dropped = None;
            while !self.list.is_empty() {
                let (value, number) = self.list.remove(0);
                self.nodes.get_mut(number).waits = false;
                self.load(number);
                if self.boxes.iter().all(|&square| self.board.is_goal(square)) {
                    return Ok(Some(number));
                }
                if value > limit {
                    least_dropped =
                        Some(least_dropped.map_or(value, |least: u64| least.min(value)));
                    continue;
                }
                budget.tick()?;
                budget.expand(&mut self.stats);
                self.expand(number, budget)?;
                self.reading.sorting.sort(&mut self.list, budget)?;
                if !self.parts.hash_table && self.list.len() > END_OF_MEMORY {
                    return Ok(None);
                }
            }
            match least_dropped {
                // With more boxes off goal the limit would take ages to rise by single pushes.
                Some(least) if self.reading.limit_by_one && least / BOX == limit / BOX => {
                    limit += 1;
                }
                Some(least) => limit = least,
                None => return Ok(None),
            }
        }
    }

    /// Empties list and table; the start alone is left.
    fn begin(&mut self, start: &[Square]) -> Result<(), Stop> {
        self.nodes.clear();
        let player = self.board.start().player;
        let node =
            Node { parent: ROOT, push: None, player, pushes: 0, zone: None, key: 0, waits: true };
        self.nodes.add(node, start)?;
        if self.reading.start_known {
            self.load(ROOT);
            let zone = self.zone_of(player);
            self.nodes.remember(ROOT, zone);
        }
        self.list.push((self.value(start, 0), ROOT));
        Ok(())
    }

    fn load(&mut self, number: u32) {
        for &square in &self.boxes {
            self.occupied[square.index()] = false;
        }
        self.boxes.copy_from_slice(self.nodes.boxes(number));
        for &square in &self.boxes {
            self.occupied[square.index()] = true;
        }
    }

    fn value(&self, boxes: &[Square], pushes: u32) -> u64 {
        let off_goal = boxes.iter().filter(|&&square| !self.board.is_goal(square)).count();
        off_goal as u64 * if self.reading.boxes_first { BOX } else { 1 } + u64::from(pushes)
    }

    fn expand(&mut self, number: u32, budget: &mut Budget) -> Result<(), Stop> {
        let player = self.nodes.get(number).player;
        flood(self.board, &self.occupied, player, &mut self.reached, &mut self.stack);
        for turn in 0..4 * self.boxes.len() {
            budget.poll()?;
            let (index, dir) = self.reading.turn(turn, self.boxes.len());
            if let Some(to) = self.push(number, index, dir) {
                self.create(number, index, dir, to)?;
            }
        }
        Ok(())
    }

    /// Where a push leads to, unless it is impossible or one of the tests refuses it.
    fn push(&mut self, number: u32, index: usize, dir: Dir) -> Option<Square> {
        let from = self.boxes[index];
        let to = self.board.neighbor(from, dir)?;
        let behind = self.board.neighbor(from, dir.opposite())?;
        if self.occupied[to.index()] || !self.reached[behind.index()] || self.dead[to.index()] {
            return None;
        }
        let onto_player = number == ROOT && dir == Dir::Up && to == self.nodes.get(ROOT).player;
        if self.reading.player_is_in_the_way && onto_player {
            return None;
        }
        Some(to)
    }

    /// Adds the state after a push, unless it is lost by the online test or in the hash table.
    fn create(&mut self, parent: u32, index: usize, dir: Dir, to: Square) -> Result<(), Stop> {
        let from = self.boxes[index];
        self.move_box(index, to);
        if self.board.is_goal(to) || !online::is_lost(self.board, &self.occupied, to) {
            let pushes = self.nodes.get(parent).pushes + 1;
            let push = Some(Push { from, dir });
            let zone = self.parts.hash_table.then(|| self.zone_of(from));
            let known = zone.and_then(|zone| self.nodes.find(&self.boxes, &self.occupied, zone));
            if let Some(known) = known {
                self.stats.duplicates_closed += 1;
                self.find_again(known, pushes);
            } else {
                let node =
                    Node { parent, push, player: from, pushes, zone: None, key: 0, waits: true };
                let number = self.nodes.add(node, &self.boxes)?;
                if let Some(zone) = zone {
                    self.nodes.remember(number, zone);
                }
                self.stats.generated += 1;
                self.list.push((self.value(&self.boxes, pushes), number));
            }
        }
        self.move_box(index, from);
        Ok(())
    }

    /// Gives a state that waits the fewer pushes with which it is found again. Its path and the player's
    /// square stay, and so does its place in the list until that is sorted.
    fn find_again(&mut self, number: u32, pushes: u32) {
        let node = self.nodes.get_mut(number);
        if !self.reading.fewer_pushes_count || !node.waits || node.pushes <= pushes {
            return;
        }
        node.pushes = pushes;
        let value = self.value(&self.boxes, pushes);
        let waiting = self.list.iter_mut().find(|&&mut (_, waiting)| waiting == number);
        waiting.expect("a state that waits is in the list").0 = value;
    }

    fn move_box(&mut self, index: usize, to: Square) {
        self.occupied[self.boxes[index].index()] = false;
        self.boxes[index] = to;
        self.occupied[to.index()] = true;
    }

    /// What stands for the player in the hash table: his square, or the first square of his zone.
    fn zone_of(&mut self, player: Square) -> Square {
        match self.reading.same {
            Same::Square => player,
            Same::Zone => {
                flood(self.board, &self.occupied, player, &mut self.zone, &mut self.stack);
                let first = self.board.squares().find(|square| self.zone[square.index()]);
                first.expect("the player's own square at least")
            }
        }
    }
}

/// Marks the squares that the player can get to.
fn flood(
    board: &Board,
    occupied: &[bool],
    player: Square,
    reached: &mut [bool],
    stack: &mut Vec<Square>,
) {
    reached.fill(false);
    reached[player.index()] = true;
    stack.push(player);
    while let Some(square) = stack.pop() {
        for dir in Dir::ALL {
            let Some(next) = board.neighbor(square, dir) else { continue };
            if !reached[next.index()] && !occupied[next.index()] {
                reached[next.index()] = true;
                stack.push(next);
            }
        }
    }
}
