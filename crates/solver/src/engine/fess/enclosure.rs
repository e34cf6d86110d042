//! Corral search: a region the player cannot enter, played out with the boxes around it alone.
//!
//! All boxes that do not touch the region are taken away; so are boxes pushed out of it. That only
//! makes the position easier, so when every line is played out without success, it is lost.
//! Success is when the player has been everywhere in the region, or reaches an empty goal in it (another
//! box may come), or all boxes left are on goals and no goal of the region is empty.
//!
//! ```text
//! #####
//! # $.#     the region on the left can never be entered without pushing the box for good
//! ###$@
//! ```
//!
//! Verdicts are kept by (boxes kept, player's region). An undecided search is repeated with more
//! nodes each time the number of queries reaches a power of two.
//! Source: described for Festival (Y. Shoham) and Rolling Stone's pattern searches (Junghanns,
//! Schaeffer). Sound. Cost: microseconds when cached, up to some hundred floods otherwise.

use hashbrown::{HashMap, HashSet};

use super::local::{BOX, FREE, Local, WALL};
use super::zobrist::Zobrist;
use crate::field::{Bits, Field};

type Map<V> = HashMap<u64, V, foldhash::quality::FixedState>;

/// Positions of a first search.
const NODES: usize = 100;

/// Positions of the largest search, after many queries.
const MAX_NODES: usize = 5_000;

/// Verdicts kept; when full, all are forgotten.
const MAX_VERDICTS: usize = 1 << 20;

/// Queries at which an undecided search is repeated.
const AGAIN: u32 = 64;

const NONE: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Dead,
    Alive,
    /// Undecided so far, asked that many times.
    Unknown(u32),
}

/// The detector with its cache.
#[derive(Clone, Debug)]
pub struct Enclosure {
    verdicts: Map<Verdict>,
    play: Local,
    region: Vec<u8>,
    stack: Vec<u16>,
    seen: HashSet<u64, foldhash::quality::FixedState>,
    queue: Vec<(Vec<u16>, u16)>,
    zone: Bits,
    inside: Bits,
}

impl Enclosure {
    /// A detector for a field.
    pub fn new(field: &Field) -> Enclosure {
        let n = field.n_squares();
        Enclosure {
            verdicts: Map::default(),
            play: Local::new(field),
            region: vec![NONE; n + 1],
            stack: Vec::new(),
            seen: HashSet::default(),
            queue: Vec::new(),
            zone: Bits::new(n),
            inside: Bits::new(n),
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.verdicts.capacity() as u64 * 18
    }

    /// Whether some region of the position, whose fixed boxes are walls already, is lost.
    pub fn is_dead(
        &mut self,
        local: &Local,
        field: &Field,
        zobrist: &Zobrist,
        boxes: &[u16],
        player: u16,
    ) -> bool {
        let count = self.label(local, field);
        let own = self.region[player as usize];
        if count < 2 {
            return false;
        }
        for region in (0..count).filter(|&region| region != own) {
            if self.ask(local, field, zobrist, boxes, player, 1 << region) {
                return true;
            }
        }
        let mut pairs: Vec<u128> = Vec::new();
        for &square in boxes.iter().filter(|&&square| local.is_box(square)) {
            let near = field.next()[square as usize].map(|near| self.region[near as usize]);
            for (i, &a) in near.iter().enumerate() {
                for &b in &near[i + 1..] {
                    if a != b && a != NONE && b != NONE && a != own && b != own {
                        pairs.push(1 << a | 1 << b);
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs.iter().any(|&pair| self.ask(local, field, zobrist, boxes, player, pair))
    }

    /// Numbers the regions of free squares, at most 127.
    fn label(&mut self, local: &Local, field: &Field) -> u8 {
        self.region.fill(NONE);
        let mut count = 0;
        for first in 0..field.wall() {
            if !local.is_free(first) || self.region[first as usize] != NONE || count == 127 {
                continue;
            }
            self.region[first as usize] = count;
            self.stack.push(first);
            while let Some(square) = self.stack.pop() {
                for &to in &field.next()[square as usize] {
                    if local.is_free(to) && self.region[to as usize] == NONE {
                        self.region[to as usize] = count;
                        self.stack.push(to);
                    }
                }
            }
            count += 1;
        }
        count
    }

    /// The verdict on one set of regions, from the cache or by search.
    fn ask(
        &mut self,
        local: &Local,
        field: &Field,
        zobrist: &Zobrist,
        boxes: &[u16],
        player: u16,
        regions: u128,
    ) -> bool {
        let inside = |square: u16| {
            let region = self.region[square as usize];
            region != NONE && regions >> region & 1 != 0
        };
        // Boxes that touch the region take part; fixed ones among them as walls.
        let n = field.n_squares();
        self.play.at[..n].fill(FREE);
        let mut kept: Vec<u16> = Vec::new();
        let mut key = 0;
        for &square in boxes {
            if !field.ring(square).iter().any(|&near| inside(near)) {
                continue;
            }
            key ^= zobrist.a_box(square);
            if local.is_box(square) {
                self.play.at[square as usize] = BOX;
                kept.push(square);
            } else {
                self.play.at[square as usize] = WALL;
                key ^= zobrist.base(square);
            }
        }
        if kept.is_empty() {
            return false;
        }
        self.inside.clear();
        for square in (0..n as u16).filter(|&square| inside(square)) {
            self.inside.insert(square);
        }
        let lowest = self.inside.iter().next().expect("a region has a square");
        self.zone.clone_from(&self.inside);
        kept.iter().for_each(|&square| self.zone.insert(square));
        self.play.flood(field, player);
        let first = self.play.reached.iter().position(|&reached| reached).expect("the player");
        key ^= zobrist.player(first as u16) ^ zobrist.base(lowest).rotate_left(7);
        let nodes = match self.verdicts.get_mut(&key) {
            Some(Verdict::Dead) => return true,
            Some(Verdict::Alive) => return false,
            Some(Verdict::Unknown(asked)) => {
                *asked += 1;
                if *asked < AGAIN || !asked.is_power_of_two() {
                    return false;
                }
                (NODES * *asked as usize / 16).min(MAX_NODES)
            }
            None => NODES,
        };
        let verdict = self.search(field, zobrist, &kept, first as u16, nodes);
        if self.verdicts.len() >= MAX_VERDICTS {
            self.verdicts.clear();
        }
        match self.verdicts.get_mut(&key) {
            // An undecided search keeps its count.
            Some(slot) if verdict == Verdict::Unknown(0) => return slot == &Verdict::Dead,
            _ => self.verdicts.insert(key, verdict),
        };
        verdict == Verdict::Dead
    }

    /// Plays out the position in `self.play`.
    fn search(
        &mut self,
        field: &Field,
        zobrist: &Zobrist,
        kept: &[u16],
        player: u16,
        nodes: usize,
    ) -> Verdict {
        self.seen.clear();
        self.queue.clear();
        self.queue.push((kept.to_vec(), player));
        self.seen.insert(zobrist.boxes(kept) ^ zobrist.player(player));
        for &square in kept {
            self.play.at[square as usize] = FREE;
        }
        let mut verdict = Verdict::Dead;
        // Depth first: success is found sooner, and a dead region is played out in any order.
        while let Some((boxes, player)) = self.queue.pop() {
            if self.seen.len() > nodes {
                verdict = Verdict::Unknown(0);
                break;
            }
            for &square in &boxes {
                self.play.at[square as usize] = BOX;
            }
            self.play.flood(field, player);
            let success = self.is_success(field, &boxes);
            if !success {
                self.expand(field, zobrist, &boxes);
            }
            for &square in &boxes {
                self.play.at[square as usize] = FREE;
            }
            if success {
                verdict = Verdict::Alive;
                break;
            }
        }
        verdict
    }

    fn is_success(&self, field: &Field, boxes: &[u16]) -> bool {
        let play = &self.play;
        let free = |square: &u16| play.is_free(*square);
        let mut all_reached = true;
        let mut empty_goal = false;
        for square in self.inside.iter().filter(free) {
            let reached = play.reached[square as usize];
            all_reached &= reached;
            if field.goals().contains(square) {
                if reached {
                    return true;
                }
                empty_goal = true;
            }
        }
        all_reached || !empty_goal && boxes.iter().all(|&square| field.goals().contains(square))
    }

    /// Queues the positions one push away.
    fn expand(&mut self, field: &Field, zobrist: &Zobrist, boxes: &[u16]) {
        for (i, &square) in boxes.iter().enumerate() {
            let next = field.next()[square as usize];
            for dir in 0..4 {
                let (behind, to) = (next[dir ^ 2], next[dir]);
                if !self.play.reached[behind as usize]
                    || !self.play.is_free(behind)
                    || !self.play.is_free(to)
                    || field.is_dead(to)
                {
                    continue;
                }
                let mut after = boxes.to_vec();
                if self.zone.contains(to) {
                    self.play.at[square as usize] = FREE;
                    let stuck = self.play.freezes(field, to, dir);
                    self.play.at[square as usize] = BOX;
                    if stuck {
                        continue;
                    }
                    after[i] = to;
                    after.sort_unstable();
                } else {
                    after.remove(i);
                }
                let player = self.region_after(field, square, self.zone.contains(to).then_some(to));
                let hash = zobrist.boxes(&after) ^ zobrist.player(player);
                if self.seen.insert(hash) {
                    self.queue.push((after, player));
                }
            }
        }
    }

    /// The lowest square of the player's region after the box on `square` was pushed to `to` or off
    /// the board; the player stands where the box was.
    fn region_after(&mut self, field: &Field, square: u16, to: Option<u16>) -> u16 {
        self.play.at[square as usize] = FREE;
        if let Some(to) = to {
            self.play.at[to as usize] = BOX;
        }
        let mut lowest = square;
        self.stack.clear();
        self.stack.push(square);
        let mut marked = vec![square];
        self.play.at[square as usize] = WALL;
        while let Some(here) = self.stack.pop() {
            lowest = lowest.min(here);
            for &near in &field.next()[here as usize] {
                if self.play.is_free(near) {
                    self.play.at[near as usize] = WALL;
                    marked.push(near);
                    self.stack.push(near);
                }
            }
        }
        for here in marked {
            self.play.at[here as usize] = FREE;
        }
        self.play.at[square as usize] = BOX;
        if let Some(to) = to {
            self.play.at[to as usize] = FREE;
        }
        lowest
    }
}
