//! The game inside a window: can its boxes all be got out?
//!
//! The window has open floor all around it. The player walks there as he likes, and a box that
//! leaves the window is gone. Both are more than any board allows.
//!
//! ```text
//! - - - - -    5 × 3: the player (@) has just pushed the box ($) upwards. What stands on the other
//! - - $ - -    squares is asked for one by one; what has not been asked yet is taken for floor.
//! - - @ - -
//! ```
//!
//! A box that can be pushed out while no other moves is taken out at once: nothing is lost by that,
//! since the player then walks wherever he could before, and over its square besides. So only knots
//! in which several boxes must move are searched at all.
//!
//! Squares are bits of a word, with one more ring of squares around the window for what is outside.

use std::collections::VecDeque;

use hashbrown::HashSet;

/// The size of a window, and how many boxes a pattern in it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Squares from side to side; an odd number, with the player in the middle.
    pub(super) width: usize,
    /// Squares from the player on, in the direction of the push.
    pub(super) height: usize,
    /// Any further box is taken for floor. All squares but the player's may hold one.
    pub(super) most_boxes: u32,
}

impl Shape {
    /// Squares of the window, which are numbered row by row, from the player on.
    pub(super) const fn n_cells(self) -> usize {
        self.width * self.height
    }

    fn stride(self) -> usize {
        self.width + 2
    }

    /// The bit of a square.
    pub(super) fn bit(self, cell: usize) -> u64 {
        1 << ((cell / self.width + 1) * self.stride() + cell % self.width + 1)
    }

    /// The square of a bit.
    pub(super) fn cell(self, bit: u64) -> usize {
        let at = bit.trailing_zeros() as usize;
        (at / self.stride() - 1) * self.width + at % self.stride() - 1
    }

    /// Where the player stands.
    pub(super) fn player(self) -> u64 {
        self.bit(self.width / 2)
    }

    /// Where the box stands that was pushed.
    pub(super) fn pushed(self) -> u64 {
        self.bit(self.width + self.width / 2)
    }

    /// How far a square is to the right of the player, and ahead of the box.
    pub(super) fn offset(self, cell: usize) -> (isize, isize) {
        let (row, column) = (cell / self.width, cell % self.width);
        (column as isize - (self.width / 2) as isize, row as isize - 1)
    }

    fn inside(self) -> u64 {
        (0..self.n_cells()).fold(0, |mask, cell| mask | self.bit(cell))
    }

    fn all(self) -> u64 {
        (1 << (self.stride() * (self.height + 2))) - 1
    }
}

/// What is known of the squares of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) free: u64,
    pub(super) walls: u64,
    pub(super) boxes: u64,
}

/// What follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The boxes get out over squares known to be free, or it would take too long to tell.
    Out,
    /// They get out if this square, of which nothing is known, and perhaps others are free.
    Ask(u64),
    /// They do not, whatever else stands in the window. The boxes that are left inside never come
    /// to other squares than these.
    Stuck(u64),
}

/// Positions of one search; patterns that need more are given up.
const MOST_STATES: usize = 4_000;

/// A position of several boxes, with the move that led to it.
#[derive(Clone, Copy, Debug)]
struct State {
    boxes: u64,
    /// Where the player walks.
    zone: u64,
    before: usize,
    /// The box moved, and to where; to nowhere when it has left the window by itself.
    from: u64,
    to: u64,
}

/// A position of one box among others that stand still.
#[derive(Clone, Copy, Debug)]
struct Lone {
    at: u64,
    zone: u64,
    before: usize,
}

/// The game, with space for its searches.
#[derive(Clone, Debug)]
pub(super) struct Game {
    stride: u32,
    inside: u64,
    all: u64,
    states: Vec<State>,
    /// Boxes and zones of the states.
    met: HashSet<(u64, u64), foldhash::fast::FixedState>,
    waiting: VecDeque<usize>,
    lone: Vec<Lone>,
}

impl Game {
    pub(super) fn new(shape: Shape) -> Game {
        Game {
            stride: shape.stride() as u32,
            inside: shape.inside(),
            all: shape.all(),
            states: Vec::new(),
            met: HashSet::with_hasher(foldhash::fast::FixedState::default()),
            waiting: VecDeque::new(),
            lone: Vec::new(),
        }
    }

    /// Plays the boxes that are known, with the player on a square.
    pub(super) fn judge(&mut self, known: Known, player: u64) -> Verdict {
        let free = known.free | known.boxes | self.all & !self.inside;
        // 1. What gets out by itself over squares known to be free.
        let mut boxes = known.boxes;
        let mut near = self.flood(player, free & !boxes);
        while let Some(one) = self.leaving(boxes, near, free) {
            boxes ^= one;
            near = self.flood(near | one, free & !boxes);
        }
        if boxes == 0 {
            return Verdict::Out;
        }
        // 2. The others, with all other squares free as well.
        let ground = self.all & !known.walls;
        match self.search(boxes, near, ground) {
            None => Verdict::Out,
            Some(true) => self.first_asked(near, free, ground).map_or(Verdict::Out, Verdict::Ask),
            Some(false) => Verdict::Stuck(self.visited(boxes, ground)),
        }
    }

    /// Whether all boxes get out; `None` if that takes too long. A way out ends with the last of the
    /// states.
    fn search(&mut self, boxes: u64, near: u64, ground: u64) -> Option<bool> {
        let zone = self.flood(near, ground & !boxes);
        self.states.clear();
        self.met.clear();
        self.waiting.clear();
        if self.meet(State { boxes, zone, before: 0, from: 0, to: 0 }, ground) {
            return Some(true);
        }
        while let Some(before) = self.waiting.pop_front() {
            let State { boxes, zone, .. } = self.states[before];
            for from in bits(boxes) {
                for dir in 0..4 {
                    let (to, behind) = (self.step(from, dir), self.step(from, dir ^ 1));
                    if zone & behind == 0 || to & ground & !boxes == 0 {
                        continue;
                    }
                    let boxes = boxes ^ from | to;
                    let zone = self.flood(from, ground & !boxes);
                    if self.meet(State { boxes, zone, before, from, to }, ground) {
                        return Some(true);
                    }
                }
            }
            if self.states.len() > MOST_STATES {
                return None;
            }
        }
        Some(false)
    }

    /// Notes a state, and those that follow when all boxes that can leave by themselves do; returns
    /// whether no box is left.
    fn meet(&mut self, mut state: State, ground: u64) -> bool {
        while self.met.insert((state.boxes, state.zone)) {
            let before = self.states.len();
            self.states.push(state);
            let State { boxes, zone, .. } = state;
            let Some(one) = self.leaving(boxes, zone, ground) else {
                // Those with fewer boxes are nearer to the end.
                match state.to {
                    0 => self.waiting.push_front(before),
                    _ => self.waiting.push_back(before),
                }
                return boxes == 0;
            };
            let boxes = boxes ^ one;
            let zone = self.flood(zone | one, ground & !boxes);
            state = State { boxes, zone, before, from: one, to: 0 };
        }
        false
    }

    /// A box that can be pushed out of the window while the others stand still. The list of its
    /// positions ends with the one outside.
    fn leaving(&mut self, boxes: u64, zone: u64, ground: u64) -> Option<u64> {
        bits(boxes).find(|&one| self.leaves(one, zone, ground & !boxes | one))
    }

    fn leaves(&mut self, one: u64, zone: u64, open: u64) -> bool {
        self.lone.clear();
        self.lone.push(Lone { at: one, zone, before: 0 });
        let mut before = 0;
        while let Some(&Lone { at, zone, .. }) = self.lone.get(before) {
            for dir in 0..4 {
                let (to, behind) = (self.step(at, dir), self.step(at, dir ^ 1));
                if zone & behind == 0 || to & open == 0 {
                    continue;
                }
                let zone = self.flood(at, open & !to);
                let is_out = to & self.inside == 0;
                if is_out || !self.lone.iter().any(|it| it.at == to && it.zone == zone) {
                    self.lone.push(Lone { at: to, zone, before });
                }
                if is_out {
                    return true;
                }
            }
            before += 1;
        }
        false
    }

    /// The first square on the way out just found that is not known to be free. The player begins
    /// on squares that are.
    fn first_asked(&mut self, near: u64, free: u64, ground: u64) -> Option<u64> {
        let before = |at: &usize| (*at != 0).then(|| self.states[*at].before);
        let mut path: Vec<usize> =
            std::iter::successors(Some(self.states.len() - 1), before).collect();
        // The first state is the beginning.
        path.pop();
        let mut player = near;
        for &after in path.iter().rev() {
            let State { before, from, to, .. } = self.states[after];
            let State { boxes, zone, .. } = self.states[before];
            let asked = match to {
                0 => self.asked_alone(player, (from, zone), free, ground & !boxes | from),
                _ => self.asked_by_push(player, (from, to), free, ground & !boxes),
            };
            if asked.is_some() {
                return asked;
            }
            player = from;
        }
        None
    }

    /// The same on the way of a box that leaves the window by itself.
    fn asked_alone(
        &mut self,
        near: u64,
        (one, zone): (u64, u64),
        free: u64,
        open: u64,
    ) -> Option<u64> {
        self.leaves(one, zone, open);
        let before = |at: &usize| (*at != 0).then(|| self.lone[*at].before);
        let path: Vec<usize> = std::iter::successors(Some(self.lone.len() - 1), before).collect();
        let mut player = near;
        path.windows(2).rev().find_map(|pair| {
            let (from, to) = (self.lone[pair[1]].at, self.lone[pair[0]].at);
            let asked = self.asked_by_push(player, (from, to), free, open & !from);
            player = from;
            asked
        })
    }

    /// The same for one push of a player who stands on squares known to be free.
    fn asked_by_push(
        &self,
        near: u64,
        (from, to): (u64, u64),
        free: u64,
        open: u64,
    ) -> Option<u64> {
        let dir = (0..4).find(|&dir| self.step(from, dir) == to);
        let behind = self.step(from, dir.expect("a push goes one square far") ^ 1);
        self.asked_by_walk(near, behind, free, open).or((to & free == 0).then_some(to))
    }

    /// The same for a walk, over as few such squares as possible.
    fn asked_by_walk(&self, near: u64, to: u64, free: u64, open: u64) -> Option<u64> {
        // What the player reaches over no such square, over one, over two and so on.
        let mut reached = vec![self.flood(near, open & free | near)];
        while let Some(&last) = reached.last()
            && last & to == 0
        {
            let edge = self.grow(last) & open;
            assert_ne!(edge, last, "a walk that was found leads there");
            reached.push(self.flood(edge, open & free | edge));
        }
        // Back from there: a square by which the last of these areas is entered, and so on.
        let mut at = to;
        for pair in reached.windows(2).rev() {
            let edge = self.grow(pair[0]) & open & !pair[0];
            let inner = pair[1] & !pair[0] & !edge;
            let near = if at == to { at } else { self.grow(at) & pair[1] & !pair[0] };
            let entered = match near & edge {
                0 => self.grow(self.flood(near, inner)) & edge,
                entered => entered,
            };
            at = entered & entered.wrapping_neg();
        }
        (reached.len() > 1).then_some(at)
    }

    /// The squares that boxes come to in a search that has found no way out.
    fn visited(&self, boxes: u64, ground: u64) -> u64 {
        // A box taken out might have stayed inside: then each of them goes wherever it could alone,
        // with the player anywhere.
        let taken = self.states.iter().any(|state| state.to == 0 && state.from != 0);
        if !taken {
            return self.states.iter().fold(0, |all, state| all | state.boxes);
        }
        let mut all = boxes;
        loop {
            let pushed = (0..4).fold(0, |pushed, dir| {
                let movable = all & self.step(ground, dir);
                pushed | self.step(movable, dir)
            });
            let more = all | pushed & ground & self.inside;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    #[inline]
    fn step(&self, squares: u64, dir: u32) -> u64 {
        match dir {
            0 => squares << 1,
            1 => squares >> 1,
            2 => squares << self.stride & self.all,
            _ => squares >> self.stride,
        }
    }

    /// Squares and their neighbours. What runs over the end of a row lies outside on both sides.
    #[inline]
    fn grow(&self, squares: u64) -> u64 {
        let beside = squares << 1 | squares >> 1;
        squares | beside | squares << self.stride | squares >> self.stride
    }

    /// The squares that are connected with some of these.
    #[inline]
    fn flood(&self, from: u64, open: u64) -> u64 {
        let mut zone = from;
        loop {
            let next = self.grow(zone) & open | from;
            if next == zone {
                return zone;
            }
            zone = next;
        }
    }
}

/// The single bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
