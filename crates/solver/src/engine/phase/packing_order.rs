//! Packing order: which goals are filled before which, found by taking boxes away backwards.
//!
//! ```text
//! #########     Solved. The right box can be pulled to a start square (s), so it may have been
//! #**  s  #     the last one to come: it is taken off, and the start square is used up. Then the
//! ####ss@ #     other one. Read backwards, that is an order in which the goals can be filled.
//! #########
//! ```
//!
//! Only the boxes on goals are on the board. All boxes that can be pulled to unused start squares
//! far enough away, with the player able to come back, leave together: they are one phase. When
//! none can, one box is *parked*: pulled out of the way, and the square it left is a phase of its
//! own. Which box, and where to, is searched for, best first: fewest boxes left, then the most
//! room for the player, less what was parked. A box leaves only if the others can still be
//! [shared out](super::share) among the start squares that remain.
//!
//! Soundness: guidance alone. When no complete order is found, the best one is completed by
//! whatever can be pulled at all, layer by layer.
//! Source: Brian Damgaard's YASS, packing order. Best first instead of depth first, the room for
//! the player and the third place to park are ours. YASS lets boxes leave only when the player has
//! seen all start squares; that found fewer orders here and was left out.
//! Cost: a macro search for every box left, for every try.

use search::{Budget, Stats, Stop};
use sokoban::Square;

use super::share::Share;
use crate::analysis::Analysis;
use crate::kernel::{Bits, BoxMoves, BucketQueue, Mode, Position, Reach, Regions, Table};

const NONE: u32 = u32::MAX;

/// Pulls a box has to go before it may be taken off.
const FAR_ENOUGH: u16 = 3;

/// When no more than this part of the boxes is left, in per cent, they need not go far.
const FEW: usize = 15;

/// Tries at parking before the best order found so far is taken.
const MOST_TRIES: u64 = 4_000;

/// Squares of room that parking a box is worth.
const PARKED: u32 = 2;

/// What was done backwards.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// These boxes were taken off, each to a start square of its own.
    Left(Vec<Square>),
    /// A box was pulled out of the way.
    Parked { from: Square, to: Square },
}

/// A position of the backward search from which nothing more can be taken off.
#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    boxes: Vec<Square>,
    player: Square,
    /// Start squares not used up, by number.
    starts: Vec<u16>,
    /// From the parent to here.
    steps: Vec<Step>,
    /// Boxes parked on the way.
    parked: u32,
}

/// The search for a packing order.
pub struct OrderSearch<'a> {
    analysis: &'a Analysis,
    starts: Vec<Square>,
    share: Share<'a>,
    box_moves: BoxMoves,
    reach: Reach,
    nodes: Vec<Node>,
    /// Keys of the nodes. Equal keys count as equal positions: an order lost is no solution lost.
    keys: Vec<u64>,
    table: Table,
    queue: BucketQueue,
    /// Boxes not accounted for in the best node, and its number.
    best: (usize, u32),
    expanded: u64,
    tries: u64,
    finished: bool,
}

impl<'a> OrderSearch<'a> {
    /// A search that has not begun.
    pub fn new(analysis: &'a Analysis) -> OrderSearch<'a> {
        let map = &analysis.map;
        OrderSearch {
            analysis,
            starts: analysis.start.boxes().to_vec(),
            share: Share::new(analysis),
            box_moves: BoxMoves::new(map),
            reach: Reach::new(map),
            nodes: Vec::new(),
            keys: Vec::new(),
            table: Table::new(),
            queue: BucketQueue::default(),
            best: (usize::MAX, NONE),
            expanded: 0,
            tries: 0,
            finished: false,
        }
    }

    /// Works until an order is found or no tries are left; `Err` means: call again.
    pub fn run(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        if self.nodes.is_empty() {
            self.plant(slice)?;
        }
        while !self.finished {
            slice.tick()?;
            self.expanded += 1;
            match self.queue.pop() {
                Some(number) if self.tries < MOST_TRIES => {
                    if let Err(stop) = self.expand(number, slice) {
                        // The same again next time; what is known is not filed twice.
                        self.queue.push(number, 0, 0);
                        return Err(stop);
                    }
                }
                _ => self.finished = true,
            }
        }
        Ok(())
    }

    /// What it has done so far: every try counts as a position generated.
    pub fn stats(&self) -> Stats {
        Stats { expanded: self.expanded, generated: self.tries, ..Stats::default() }
    }

    /// The sets of boxes, phase by phase; the last are the goals.
    pub fn sets(&mut self) -> Vec<Bits> {
        let map = &self.analysis.map;
        let Some(best) = self.nodes.get(self.best.1 as usize) else {
            return vec![map.goals().clone()];
        };
        let mut position = Position::new(map, best.boxes.iter().copied(), best.player);
        let mut boxes = position.occupied().clone();
        boxes.remove(map.wall());
        let mut sets = Vec::new();
        if self.best.0 > 0 {
            sets = self.layers(&mut position);
        }
        sets.push(boxes.clone());
        let mut moved = map.wall();
        for step in self.steps_to_the_end() {
            match step {
                Step::Left(squares) => {
                    squares.iter().for_each(|&at| boxes.insert(at));
                    moved = map.wall();
                }
                Step::Parked { from, to } => {
                    boxes.remove(to);
                    boxes.insert(from);
                    // A box moved twice in a row has only one place to go.
                    if to == moved {
                        sets.pop();
                    }
                    moved = from;
                }
            }
            sets.push(boxes.clone());
        }
        sets
    }

    /// The steps from the best node back to the solved board.
    fn steps_to_the_end(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut number = self.best.1;
        while number != NONE {
            let node = &self.nodes[number as usize];
            steps.extend(node.steps.iter().rev().cloned());
            number = node.parent;
        }
        steps
    }

    /// Whatever can be pulled at all comes off, layer by layer: the sets before the first one.
    fn layers(&mut self, position: &mut Position) -> Vec<Bits> {
        let map = &self.analysis.map;
        let mut sets = Vec::new();
        loop {
            let mut layer = boxes_of(self.analysis, position);
            layer.retain(|&at| {
                self.box_moves.explore(map, position, at, Mode::Pull, |_| true);
                self.box_moves.moves().next().is_some()
            });
            if layer.is_empty() || layer.len() == position.n_boxes() {
                break;
            }
            layer.iter().for_each(|&at| position.remove_box(map, at));
            let mut left = position.occupied().clone();
            left.remove(map.wall());
            sets.push(left);
        }
        sets.reverse();
        sets
    }

    /// Files the solved board, once for each zone the player may end in.
    fn plant(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        let map = &self.analysis.map;
        let full = map.occupied(map.goals().iter());
        let mut regions = Regions::new(map);
        regions.find(map, &full);
        let mut zones: Vec<u16> = (0..regions.count() as u16).collect();
        // The last one in is the first one out of the queue: the largest zone comes last.
        zones.sort_by_key(|&zone| regions.squares(zone).len());
        let mut solved = Vec::new();
        for zone in zones {
            let position = Position::new(map, map.goals().iter(), regions.squares(zone)[0]);
            let root = Node {
                parent: NONE,
                boxes: Vec::new(),
                player: position.player,
                starts: (0..self.starts.len() as u16).collect(),
                steps: Vec::new(),
                parked: 0,
            };
            solved.push(self.settle(root, position, slice)?);
        }
        solved.into_iter().for_each(|(node, position)| self.file(node, &position));
        Ok(())
    }

    /// Parks one box, in every way that is tried, and takes off what that frees.
    fn expand(&mut self, number: u32, slice: &mut Budget) -> Result<(), Stop> {
        let map = &self.analysis.map;
        let node = self.nodes[number as usize].clone();
        let mut position = Position::new(map, node.boxes.iter().copied(), node.player);
        for &from in &node.boxes {
            for (to, player) in self.parking(&mut position, from) {
                self.tries += 1;
                let child = Node {
                    parent: number,
                    boxes: Vec::new(),
                    player,
                    starts: node.starts.clone(),
                    steps: vec![Step::Parked { from, to }],
                    parked: node.parked + 1,
                };
                let mut parked = position.clone();
                parked.move_box(map, from, to);
                parked.player = player;
                let (child, parked) = self.settle(child, parked, slice)?;
                self.file(child, &parked);
                if self.finished {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Where a box may be parked, and where the player stands then: the farthest square from which
    /// he can come back, the farthest from which he cannot, and the nearest that is no goal.
    fn parking(&mut self, position: &mut Position, from: Square) -> Vec<(Square, Square)> {
        let Analysis { map, visitable, .. } = self.analysis;
        self.box_moves.explore(map, position, from, Mode::Pull, |to| visitable.contains(to));
        let (mut back, mut away, mut near) = (None, None, None);
        for found in self.box_moves.moves().filter(|found| found.to != from) {
            // Shortest first: the last one seen is the farthest.
            let place = Some((found.to, found.player));
            let far = if self.comes_back(position.player, found.to, found.zone) {
                &mut back
            } else {
                &mut away
            };
            *far = place;
            if near.is_none() && !map.is_goal(found.to) {
                near = place;
            }
        }
        let mut places: Vec<_> = [back, away, near].into_iter().flatten().collect();
        places.dedup();
        places
    }

    /// Whether the player can walk back to where he was after the box of the last macro search was
    /// brought to a square and he is in a zone.
    fn comes_back(&self, was: Square, to: Square, zone: Square) -> bool {
        let map = &self.analysis.map;
        was == to || self.box_moves.zones().zone_without(map, to, was) == zone
    }

    /// Takes off what can be taken off, set by set.
    fn settle(
        &mut self,
        mut node: Node,
        mut position: Position,
        slice: &mut Budget,
    ) -> Result<(Node, Position), Stop> {
        loop {
            let gone = self.take_off(&mut node, &mut position, slice)?;
            if gone.is_empty() {
                return Ok((node, position));
            }
            gone.iter().for_each(|&at| position.remove_box(&self.analysis.map, at));
            node.steps.push(Step::Left(gone));
        }
    }

    /// The boxes that can be pulled to start squares now; these start squares are used up.
    fn take_off(
        &mut self,
        node: &mut Node,
        position: &mut Position,
        slice: &mut Budget,
    ) -> Result<Vec<Square>, Stop> {
        let few = position.n_boxes() * 100 <= self.starts.len() * FEW;
        let far_enough = if few { 1 } else { FAR_ENOUGH };
        let mut gone = Vec::new();
        for at in boxes_of(self.analysis, position) {
            slice.look()?;
            if let Some(start) = self.way_home(node, position, &gone, at, far_enough) {
                node.starts.retain(|&other| other != start);
                gone.push(at);
            }
        }
        Ok(gone)
    }

    /// The start square to which a box can be pulled, if there is one: of those that leave a start
    /// square for everybody else, the one that the fewest others could use, then the farthest.
    fn way_home(
        &mut self,
        node: &Node,
        position: &mut Position,
        gone: &[Square],
        at: Square,
        far_enough: u16,
    ) -> Option<u16> {
        let Analysis { map, visitable, .. } = self.analysis;
        self.box_moves.explore(map, position, at, Mode::Pull, |to| visitable.contains(to));
        let mut ways: Vec<(u16, u16)> = Vec::new();
        for found in self.box_moves.moves().filter(|found| found.length >= far_enough) {
            let here = |&&start: &&u16| self.starts[start as usize] == found.to;
            let Some(&start) = node.starts.iter().find(here) else { continue };
            let known = ways.iter().any(|way| way.0 == start);
            if !known && self.comes_back(position.player, found.to, found.zone) {
                ways.push((start, found.length));
            }
        }
        if ways.is_empty() {
            return None;
        }
        let mut others = boxes_of(self.analysis, position);
        others.retain(|other| *other != at && !gone.contains(other));
        ways.sort_by_key(|&(start, length)| {
            let wanted = others.iter().filter(|&&other| self.share.comes_from(start, other));
            (wanted.count(), u16::MAX - length)
        });
        ways.iter().map(|way| way.0).find(|&start| {
            let rest: Vec<_> = node.starts.iter().copied().filter(|&s| s != start).collect();
            self.share.works(&others, &rest)
        })
    }

    /// Files a position, unless it is known.
    fn file(&mut self, mut node: Node, position: &Position) {
        let map = &self.analysis.map;
        node.player = self.reach.flood(map, position.occupied(), position.player);
        let key = position.key() ^ map.player_key(node.player);
        if self.table.find(key, |number| self.keys[number as usize] == key).is_some() {
            return;
        }
        node.boxes = boxes_of(self.analysis, position);
        let number = self.nodes.len() as u32;
        let unexplained = self.unexplained(&node);
        if unexplained < self.best.0 {
            self.best = (unexplained, number);
        }
        self.finished |= unexplained == 0;
        let closed = (map.n_squares() - self.reach.squares().len() - node.boxes.len()) as u32;
        self.queue.push(number, node.boxes.len() as u32, closed + PARKED * node.parked);
        self.table.insert(key, number);
        self.keys.push(key);
        self.nodes.push(node);
    }

    /// Boxes that stand on no start square that is left.
    fn unexplained(&self, node: &Node) -> usize {
        let starts: Vec<_> = node.starts.iter().map(|&start| self.starts[start as usize]).collect();
        node.boxes.iter().filter(|at| !starts.contains(at)).count()
    }
}

/// The boxes of a position in ascending order.
fn boxes_of(analysis: &Analysis, position: &Position) -> Vec<Square> {
    let map = &analysis.map;
    position.occupied().iter().filter(|&at| !map.is_wall(at)).collect()
}

#[cfg(test)]
mod tests {
    use search::{Cancel, Limits};
    use sokoban::Board;

    use super::*;
    use crate::kernel::testing::{board, random_boards};

    fn order(board: &Board) -> Vec<Vec<u16>> {
        let analysis = Analysis::new(board, &mut Budget::unlimited()).unwrap();
        let mut search = OrderSearch::new(&analysis);
        search.run(&mut Budget::unlimited()).unwrap();
        let squares = |set: &Bits| set.iter().map(|square| square.0).collect();
        search.sets().iter().map(squares).collect()
    }

    #[test]
    fn the_deepest_goal_of_a_corridor_is_filled_first() {
        let board = board(&[
            "###########",
            "#...      #",
            "####      #",
            "#### $ $  #",
            "####  $@  #",
            "####      #",
            "###########",
        ]);
        assert_eq!(order(&board), [vec![], vec![0], vec![0, 1], vec![0, 1, 2]]);
    }

    #[test]
    fn every_order_ends_with_the_goals_and_grows_by_known_steps() {
        for board in random_boards(61, 200) {
            let goals: Vec<u16> = board.goals().iter().map(|goal| goal.0).collect();
            let sets = order(&board);
            assert_eq!(sets.last(), Some(&goals));
            for pair in sets.windows(2) {
                let gone = pair[0].iter().filter(|at| !pair[1].contains(at)).count();
                let new = pair[1].iter().filter(|at| !pair[0].contains(at)).count();
                assert!(gone == 0 || (gone == 1 && new == 1), "{pair:?}");
            }
        }
    }

    #[test]
    fn a_search_in_slices_finds_the_same_order() {
        for board in random_boards(67, 50) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let mut search = OrderSearch::new(&analysis);
            let limits = Limits { nodes: Some(1), ..Limits::default() };
            while search.run(&mut Budget::new(limits, Cancel::default())).is_err() {}
            let sets: Vec<Vec<u16>> = search
                .sets()
                .iter()
                .map(|set| set.iter().map(|square| square.0).collect())
                .collect();
            assert_eq!(sets, order(&board));
        }
    }
}
