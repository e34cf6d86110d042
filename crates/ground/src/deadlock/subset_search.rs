//! A search over a subset of the boxes: can they reach goals when all others are off the board?
//!
//! ```text
//! #######     Only these boxes, all goals free for them. A solution of the whole position also
//! #. $  #     solves this one, since taking boxes away only helps; so if these boxes cannot be
//! # $ @ #     solved alone, the position is lost, wherever the others are.
//! #######
//! ```
//!
//! Best-first by the distances to the nearest goals, so that a solvable subset is solved quickly;
//! an unsolvable one is searched exhaustively, if the limit allows.
//!
//! Source: the pattern searches of Rolling Stone (Junghanns and Schaeffer 1998). Sound. Cost: a few
//! microseconds a node.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sokoban::{Dir, Push, Square};

use super::subset_state::SubsetState;
use crate::analysis::{Analysis, FAR};

const NONE: u32 = u32::MAX;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All boxes are on goals; [`SubsetSearch::pushes`] says how.
    Solved,
    /// The search space is exhausted: the boxes are lost.
    Lost,
    /// The limit was reached first.
    Open,
}

/// Scratch space for such games on one board.
#[derive(Clone, Debug)]
pub struct SubsetSearch {
    subset: SubsetState,
    /// How each state was reached: the state before it and the push.
    origins: Vec<(u32, Push)>,
    queue: BinaryHeap<Reverse<(u32, Reverse<u32>)>>,
    moves: Vec<(Square, Dir)>,
    pushes: Vec<Push>,
    /// Positions looked at so far, in all games.
    pub nodes: u64,
}

impl SubsetSearch {
    /// Scratch space for a board.
    pub fn new(analysis: &Analysis) -> SubsetSearch {
        SubsetSearch {
            subset: SubsetState::new(analysis),
            origins: Vec::new(),
            queue: BinaryHeap::new(),
            moves: Vec::new(),
            pushes: Vec::new(),
            nodes: 0,
        }
    }

    /// Plays these boxes, with the player starting on `player`, over at most `nodes` positions.
    pub fn play(
        &mut self,
        analysis: &Analysis,
        boxes: &[Square],
        player: Square,
        nodes: usize,
    ) -> End {
        self.subset.begin(&analysis.map, boxes);
        self.origins.clear();
        self.queue.clear();
        let root = (NONE, Push { from: player, dir: Dir::Up });
        self.note(analysis, player, root);
        while let Some(Reverse((_, Reverse(number)))) = self.queue.pop() {
            self.nodes += 1;
            if self.subset.met() > nodes {
                return End::Open;
            }
            let map = &analysis.map;
            self.subset.load(map, number);
            if self.subset.position.is_solved(map) {
                self.trace(number);
                return End::Solved;
            }
            self.expand(analysis, number);
        }
        End::Lost
    }

    /// The pushes that solved the last game.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    fn expand(&mut self, analysis: &Analysis, number: u32) {
        let map = &analysis.map;
        self.subset.flood(map);
        self.moves.clear();
        for &from in self.subset.position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if self.subset.reach.reached(behind)
                    && !self.subset.position.is_occupied(to)
                    && analysis.live.contains(to)
                {
                    self.moves.push((from, dir));
                }
            }
        }
        for i in 0..self.moves.len() {
            let (from, dir) = self.moves[i];
            let to = map.next(from, dir);
            self.subset.position.move_box(map, from, to);
            if !self.subset.is_frozen(analysis, to) {
                self.note(analysis, from, (number, Push { from, dir }));
            }
            self.subset.position.move_box(map, to, from);
        }
    }

    /// Queues the position at hand, unless it has been met.
    fn note(&mut self, analysis: &Analysis, player: Square, origin: (u32, Push)) {
        let Some(number) = self.subset.note(&analysis.map, player) else {
            return;
        };
        self.origins.push(origin);
        let nearest = |&square: &Square| match analysis.to_goals.nearest(square) {
            FAR => 1 << 16,
            distance => u32::from(distance),
        };
        let left: u32 = self.subset.position.boxes().iter().map(nearest).sum();
        self.queue.push(Reverse((left, Reverse(number))));
    }

    fn trace(&mut self, mut number: u32) {
        self.pushes.clear();
        while self.origins[number as usize].0 != NONE {
            let (before, push) = self.origins[number as usize];
            self.pushes.push(push);
            number = before;
        }
        self.pushes.reverse();
    }
}

#[cfg(test)]
mod tests {
    use search::Budget;

    use super::*;
    use oracle::{PlainPushes, random_boards};
    use search::{Outcome, Stats, bfs};

    #[test]
    fn agrees_with_breadth_first_search() {
        for board in random_boards(53, 300) {
            let mut space = PlainPushes::new(&board);
            let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut alone = SubsetSearch::new(&analysis);
            let start = &analysis.start;
            let end = alone.play(&analysis, start.boxes(), start.player, usize::MAX - 1);
            let expected = if plain == Outcome::Unsolvable { End::Lost } else { End::Solved };
            assert_eq!(end, expected, "{board:?}");
        }
    }
}
