//! The fewest pushes for a few boxes of a position, all others taken off the board.
//!
//! A* with the cheapest assignment of these boxes to goals, all goals free for them. The bound is
//! consistent: a push changes the distances of one box by at most one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ground::analysis::Analysis;
use ground::deadlock::{Freeze, Ground};
use ground::kernel::{Packer, Position, Reach, Store};
use search::Budget;
use sokoban::{Dir, Push, Square};

use super::assignment::Assignment;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It takes this many pushes more than the assignment says; [`Shortest::pushes`] says which.
    Solved(u32),
    /// The boxes are lost.
    Lost,
    /// The budget was used up first.
    Open,
}

/// The best path to a position known so far.
#[derive(Clone, Copy, Debug)]
struct Note {
    g: u32,
    h: u32,
    push: Push,
}

/// Scratch space for such games on one board.
pub(super) struct Shortest {
    position: Position,
    reach: Reach,
    zone: Reach,
    freeze: Freeze,
    store: Store<Note>,
    queue: BinaryHeap<Reverse<(u32, u32, Reverse<u32>)>>,
    assignment: Assignment,
    moves: Vec<Push>,
    pushes: Vec<Push>,
}

impl Shortest {
    /// Scratch space for a board.
    pub(super) fn new(analysis: &Analysis) -> Shortest {
        let map = &analysis.map;
        Shortest {
            position: Position::new(map, [], analysis.start.player),
            reach: Reach::new(map),
            zone: Reach::new(map),
            freeze: Freeze::new(map),
            store: Store::growing(Packer::new(map, map.squares())),
            queue: BinaryHeap::new(),
            assignment: Assignment::default(),
            moves: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Plays these boxes, with the player starting on `player`.
    pub(super) fn play(
        &mut self,
        analysis: &Analysis,
        boxes: &[Square],
        player: Square,
        budget: &mut Budget,
    ) -> End {
        let map = &analysis.map;
        self.store.clear();
        self.queue.clear();
        self.position.clear();
        boxes.iter().for_each(|&square| self.position.add_box(map, square));
        let nothing = Push { from: player, dir: Dir::Up };
        let Some(root) = self.note(analysis, player, None, 0, nothing) else { return End::Lost };
        let bound = self.store.note(root).h;
        while let Some(Reverse((f, h, Reverse(number)))) = self.queue.pop() {
            let Note { g, .. } = self.store.note(number);
            if f != g + h {
                continue;
            }
            if budget.tick().is_err() {
                return End::Open;
            }
            self.store.load(map, number, &mut self.position);
            if h == 0 && self.position.is_solved(map) {
                self.pushes.clear();
                self.pushes.extend(self.store.trail(number).map(|note| note.push));
                self.pushes.reverse();
                return End::Solved(g - bound);
            }
            self.expand(analysis, number, g);
        }
        End::Lost
    }

    /// The pushes that solved the last game.
    pub(super) fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    fn expand(&mut self, analysis: &Analysis, number: u32, g: u32) {
        let Analysis { map, live, .. } = analysis;
        self.reach.flood(map, self.position.occupied(), self.position.player);
        self.moves.clear();
        for &from in self.position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if !self.position.is_occupied(to) && live.contains(to) && self.reach.reached(behind)
                {
                    self.moves.push(Push { from, dir });
                }
            }
        }
        for i in 0..self.moves.len() {
            let push = self.moves[i];
            let to = map.next(push.from, push.dir);
            self.position.move_box(map, push.from, to);
            if !self.freeze.is_dead(Ground { map, live }, self.position.occupied(), to) {
                self.note(analysis, push.from, Some(number), g + 1, push);
            }
            self.position.move_box(map, to, push.from);
        }
    }

    /// Queues the position at hand, unless it is lost or known with a path as short.
    fn note(
        &mut self,
        analysis: &Analysis,
        player: Square,
        parent: Option<u32>,
        g: u32,
        push: Push,
    ) -> Option<u32> {
        let map = &analysis.map;
        let zone = self.zone.name(map, self.position.occupied(), player);
        match self.store.find(map, &self.position, zone) {
            Ok(old) => {
                let Note { g: before, h, .. } = self.store.note(old);
                if g < before {
                    let parent = parent.expect("nothing is shorter than the start");
                    self.store.replace(old, parent, Note { g, h, push });
                    self.queue.push(Reverse((g + h, h, Reverse(old))));
                }
                None
            }
            Err(unknown) => {
                let rows = analysis.sides(self.position.boxes(), player);
                let h = self.assignment.cost(&analysis.to_goals, rows)?;
                let number = self.store.add(unknown, parent, Note { g, h, push });
                let number = number.expect("a growing store is never full");
                self.queue.push(Reverse((g + h, h, Reverse(number))));
                Some(number)
            }
        }
    }
}
