//! Learned patterns: small sets of boxes found lost during the search, kept for the rest of it.
//!
//! ```text
//! ########     Such a set is found by playing one box alone ([`super::alone`]) and adding, one
//! #  $   #     after the other, the boxes of the position that are in the way of the solution
//! # $$ . #     found, until there is none: then these boxes are lost together. Boxes without
//! #@ ..###     which the others are lost all the same are dropped again, so that a pattern is
//! ########     as small, and fits as many positions, as can be.
//! ```
//!
//! A pattern is its boxes and the zone of the player when they are alone on the board. A position
//! that has these boxes and the player in this zone is lost, whatever else is on the board.
//!
//! Source: Rolling Stone's pattern search (Junghanns and Schaeffer 1998), with patterns reduced to
//! the boxes that matter as in Festival (Shoham). Sound. Cost: a look-up goes through the patterns
//! that contain the square pushed to, some nanoseconds each; learning is rationed by its nodes.

use sokoban::{Dir, Square};

use super::alone::{Alone, End};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Position, Reach};

/// Patterns kept. A later one takes the place of the one that has helped least lately.
const MOST_PATTERNS: usize = 512;

/// Boxes of a pattern.
const MOST_BOXES: usize = 8;

/// Boxes that are lost together while the player is in a zone.
#[derive(Clone, Debug)]
struct Pattern {
    boxes: Bits,
    zone: Bits,
    used: u32,
}

/// The patterns of a search, and what it takes to find more.
#[derive(Clone, Debug)]
pub struct Patterns {
    list: Vec<Pattern>,
    /// For each square the patterns that have a box there.
    with_box: Vec<Vec<u32>>,
    alone: Alone,
    set: Vec<Square>,
    reach: Reach,
    path: Path,
}

impl Patterns {
    /// No patterns yet.
    pub fn new(analysis: &Analysis) -> Patterns {
        let map = &analysis.map;
        Patterns {
            list: Vec::new(),
            with_box: vec![Vec::new(); map.n_squares() + 1],
            alone: Alone::new(analysis),
            set: Vec::new(),
            reach: Reach::new(map),
            path: Path::new(map),
        }
    }

    /// Number of patterns.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let each = self.list.first().map_or(0, |one| one.boxes.words().len() * 16 + 80);
        (self.list.len() * each + self.with_box.len() * 24) as u64
    }

    /// Bytes of as many patterns as are kept.
    pub fn most_bytes(&self) -> u64 {
        let n = self.with_box.len();
        (MOST_PATTERNS * (n.div_ceil(64) * 16 + 80 + MOST_BOXES * 4) + n * 24) as u64
    }

    /// Positions looked at while learning.
    pub fn nodes(&self) -> u64 {
        self.alone.nodes
    }

    /// Whether a pattern with a box on `square` fits the position, the player being on `player`.
    #[inline]
    pub fn is_lost(&mut self, occupied: &Bits, square: Square, player: Square) -> bool {
        let list = &mut self.list;
        self.with_box[square.index()].iter().any(|&number| {
            let pattern = &mut list[number as usize];
            let fits = pattern.zone.contains(player) && pattern.boxes.is_subset(occupied);
            pattern.used += u32::from(fits);
            fits
        })
    }

    /// Whether any pattern fits the position.
    pub fn fits(&mut self, position: &Position) -> bool {
        let fits = |pattern: &&mut Pattern| {
            pattern.zone.contains(position.player) && pattern.boxes.is_subset(position.occupied())
        };
        match self.list.iter_mut().find(fits) {
            Some(pattern) => {
                pattern.used += 1;
                true
            }
            None => false,
        }
    }

    /// Tries to show that the position is lost because of the box on `seed` and boxes in its way;
    /// each play may look at `nodes` positions. What is found is kept.
    pub fn learn(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        seed: Square,
        nodes: usize,
    ) -> bool {
        self.set.clear();
        self.set.push(seed);
        while self.set.len() <= MOST_BOXES {
            match self.alone.play(analysis, &self.set, position.player, nodes) {
                End::Open => return false,
                End::Lost => {
                    self.distil(analysis, position.player, nodes);
                    self.keep(&analysis.map, position.player);
                    return true;
                }
                End::Solved => {
                    if !self.add_obstacles(&analysis.map, position) {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Keeps a set of boxes that is known to be lost, without those that do not matter.
    pub fn learn_lost(
        &mut self,
        analysis: &Analysis,
        boxes: &[Square],
        player: Square,
        nodes: usize,
    ) -> bool {
        self.set.clear();
        self.set.extend_from_slice(boxes);
        if boxes.len() > 2 * MOST_BOXES
            || self.alone.play(analysis, &self.set, player, nodes) != End::Lost
        {
            return false;
        }
        self.distil(analysis, player, nodes);
        self.keep(&analysis.map, player);
        true
    }

    /// The boxes of the pattern learned last.
    pub fn last(&self) -> &[Square] {
        &self.set
    }

    /// Adds the boxes in the way of the first push of the solution that cannot be made as it is;
    /// whether there are any.
    fn add_obstacles(&mut self, map: &Map, position: &Position) -> bool {
        let before = self.set.len();
        let mut own = map.occupied(self.set.iter().copied());
        let mut others = position.occupied().clone();
        self.set.iter().for_each(|&square| others.remove(square));
        others.remove(map.wall());
        let mut player = position.player;
        for push in self.alone.pushes() {
            let (behind, to) =
                (map.next(push.from, push.dir.opposite()), map.next(push.from, push.dir));
            self.path.walk(map, &own, &others, player, behind);
            self.set.extend_from_slice(&self.path.crossed);
            if others.contains(to) && !self.set.contains(&to) {
                self.set.push(to);
            }
            if self.set.len() > before {
                return true;
            }
            own.remove(push.from);
            own.insert(to);
            player = push.from;
        }
        false
    }

    /// Drops boxes without which the others are lost all the same.
    fn distil(&mut self, analysis: &Analysis, player: Square, nodes: usize) {
        let mut i = 0;
        while i < self.set.len() && self.set.len() > 1 {
            let dropped = self.set.swap_remove(i);
            if self.alone.play(analysis, &self.set, player, nodes) != End::Lost {
                self.set.push(dropped);
                let last = self.set.len() - 1;
                self.set.swap(i, last);
                i += 1;
            }
        }
    }

    /// Stores the set, in the place of another when there are too many.
    fn keep(&mut self, map: &Map, player: Square) {
        let boxes = Bits::from_squares(map.n_squares() + 1, self.set.iter().copied());
        let occupied = map.occupied(self.set.iter().copied());
        self.reach.flood(map, &occupied, player);
        let zone = Bits::from_squares(map.n_squares() + 1, self.reach.squares().iter().copied());
        if self.list.iter().any(|old| old.boxes == boxes && old.zone == zone) {
            return;
        }
        let pattern = Pattern { boxes, zone, used: 1 };
        let number = if self.list.len() < MOST_PATTERNS {
            self.list.push(pattern);
            self.list.len() - 1
        } else {
            let least = (0..self.list.len()).min_by_key(|&i| self.list[i].used);
            let number = least.expect("there are patterns");
            // What helped long ago counts less and less.
            self.list.iter_mut().for_each(|pattern| pattern.used /= 2);
            for square in self.list[number].boxes.iter() {
                self.with_box[square.index()].retain(|&other| other != number as u32);
            }
            self.list[number] = pattern;
            number
        };
        for &square in &self.set {
            self.with_box[square.index()].push(number as u32);
        }
    }
}

/// Walks that go through as few boxes as can be.
#[derive(Clone, Debug)]
struct Path {
    /// Boxes crossed on the way to each square, and the square before it.
    cost: Vec<(u16, Square)>,
    front: Vec<Square>,
    later: Vec<Square>,
    /// The boxes crossed by the last walk.
    crossed: Vec<Square>,
}

impl Path {
    fn new(map: &Map) -> Path {
        let cost = vec![(u16::MAX, map.wall()); map.n_squares() + 1];
        Path { cost, front: Vec::new(), later: Vec::new(), crossed: Vec::new() }
    }

    /// Walks from one square to another, never through `barred`, through as few of `boxes` as can
    /// be.
    fn walk(&mut self, map: &Map, barred: &Bits, boxes: &Bits, from: Square, to: Square) {
        self.crossed.clear();
        self.cost.fill((u16::MAX, map.wall()));
        self.cost[from.index()] = (0, map.wall());
        self.front.clear();
        self.front.push(from);
        let mut round = 0;
        while !self.front.is_empty() {
            while let Some(square) = self.front.pop() {
                if self.cost[square.index()].0 != round {
                    continue;
                }
                for dir in Dir::ALL {
                    let next = map.next(square, dir);
                    let cost = round + u16::from(boxes.contains(next));
                    if barred.contains(next) || self.cost[next.index()].0 <= cost {
                        continue;
                    }
                    self.cost[next.index()] = (cost, square);
                    if cost == round { &mut self.front } else { &mut self.later }.push(next);
                }
            }
            round += 1;
            std::mem::swap(&mut self.front, &mut self.later);
        }
        let mut square = to;
        while square != map.wall() {
            if boxes.contains(square) {
                self.crossed.push(square);
            }
            square = self.cost[square.index()].1;
        }
    }
}
