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
//! own. Which box, and where to, is searched for, best first: fewest boxes left, then the most room
//! for the player, less something for every box parked. A box leaves only if the others can still
//! be [shared out](super::share) among the start squares that remain.
//!
//! Soundness: guidance only. When no complete order is found, the best one is completed by
//! whatever can be pulled at all, layer by layer.
//! Source: Brian Damgaard's YASS, packing order. Best first instead of depth first, the room for
//! the player and the third place to park are ours. YASS lets boxes leave only when the player has
//! seen all start squares; that found fewer orders here and was left out.
//! Cost: a macro search for every box left, for every try.
//!
//! The search is small and finds no pushes, so it has nodes and a loop of its own: a node carries
//! the steps that led to it, and positions are compared by their hash keys alone.

mod removal;

use ground::analysis::Analysis;
use ground::kernel::{Bits, BucketQueue, Position, Reach, Table};
use search::{Budget, Stats, Stop};
use sokoban::Square;

use self::removal::{Removal, boxes_of};

const NONE: u32 = u32::MAX;

/// Tries at parking before the best order found so far is taken.
const MOST_TRIES: u64 = 4_000;

/// How many squares of room a parked box counts for.
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
    /// The steps from the parent to here.
    steps: Vec<Step>,
    /// Boxes parked on the way.
    parked: u32,
}

/// The search for a packing order.
pub(crate) struct OrderSearch<'a> {
    analysis: &'a Analysis,
    removal: Removal<'a>,
    reach: Reach,
    nodes: Vec<Node>,
    /// Keys of the nodes. Equal keys count as equal positions: losing an order does not lose a
    /// solution.
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
    pub(crate) fn new(analysis: &'a Analysis) -> OrderSearch<'a> {
        OrderSearch {
            analysis,
            removal: Removal::new(analysis),
            reach: Reach::new(&analysis.map),
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
    pub(crate) fn run(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        if self.nodes.is_empty() {
            self.plant(slice)?;
        }
        while !self.finished {
            slice.tick()?;
            self.expanded += 1;
            slice.count(1);
            match self.queue.pop() {
                Some(number) if self.tries < MOST_TRIES => {
                    if let Err(stop) = self.expand(number, slice) {
                        // Expanded again next time; known positions are not filed twice.
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
    pub(crate) fn stats(&self) -> Stats {
        Stats { expanded: self.expanded, generated: self.tries, ..Stats::default() }
    }

    /// The sets of boxes, phase by phase; the last set is the goals.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub(crate) fn sets(&mut self, slice: &mut Budget) -> Result<Vec<Bits>, Stop> {
        let map = &self.analysis.map;
        let Some(best) = self.nodes.get(self.best.1 as usize) else {
            return Ok(vec![map.goals().clone()]);
        };
        let mut position = Position::new(map, best.boxes.iter().copied(), best.player);
        let mut boxes = position.occupied().clone();
        boxes.remove(map.wall());
        let mut sets = Vec::new();
        if self.best.0 > 0 {
            sets = self.layers(&mut position, slice)?;
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
        Ok(sets)
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

    /// Takes off whatever can be pulled at all, layer by layer; returns the sets before the first
    /// one.
    fn layers(&mut self, position: &mut Position, slice: &mut Budget) -> Result<Vec<Bits>, Stop> {
        let map = &self.analysis.map;
        let mut sets = Vec::new();
        loop {
            let mut layer = Vec::new();
            for at in boxes_of(self.analysis, position) {
                slice.poll()?;
                layer.extend(self.removal.can_be_pulled(position, at).then_some(at));
            }
            if layer.is_empty() || layer.len() == position.n_boxes() {
                break;
            }
            layer.iter().for_each(|&at| position.remove_box(map, at));
            let mut left = position.occupied().clone();
            left.remove(map.wall());
            sets.push(left);
        }
        sets.reverse();
        Ok(sets)
    }

    /// Files the solved board, once for each zone the player may end in.
    fn plant(&mut self, slice: &mut Budget) -> Result<(), Stop> {
        let Analysis { map, start, .. } = self.analysis;
        let mut roots = Position::solved(map);
        // The last one in is the first one out of the queue: the largest zone comes last.
        roots.sort_by_cached_key(|root| {
            self.reach.flood(map, root.occupied(), root.player);
            self.reach.squares().len()
        });
        let mut solved = Vec::new();
        for position in roots {
            let root = Node {
                parent: NONE,
                boxes: Vec::new(),
                player: position.player,
                starts: (0..start.n_boxes() as u16).collect(),
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
            for (to, player) in self.removal.parking(&mut position, from) {
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

    /// Takes off what can be taken off, set by set.
    fn settle(
        &mut self,
        mut node: Node,
        mut position: Position,
        slice: &mut Budget,
    ) -> Result<(Node, Position), Stop> {
        loop {
            let gone = self.removal.take_off(&mut node.starts, &mut position, slice)?;
            if gone.is_empty() {
                return Ok((node, position));
            }
            gone.iter().for_each(|&at| position.remove_box(&self.analysis.map, at));
            node.steps.push(Step::Left(gone));
        }
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

    /// How many boxes do not stand on a start square that is left.
    fn unexplained(&self, node: &Node) -> usize {
        let squares = self.analysis.start.boxes();
        let starts: Vec<_> = node.starts.iter().map(|&start| squares[start as usize]).collect();
        node.boxes.iter().filter(|at| !starts.contains(at)).count()
    }
}

#[cfg(test)]
mod tests {
    use oracle::{board, random_boards};
    use search::{Cancel, Limits};
    use sokoban::Board;

    use super::*;

    fn order(board: &Board) -> Vec<Vec<u16>> {
        let analysis = Analysis::new(board, &mut Budget::unlimited()).unwrap();
        let mut search = OrderSearch::new(&analysis);
        search.run(&mut Budget::unlimited()).unwrap();
        let squares = |set: &Bits| set.iter().map(|square| square.0).collect();
        search.sets(&mut Budget::unlimited()).unwrap().iter().map(squares).collect()
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
                .sets(&mut Budget::unlimited())
                .unwrap()
                .iter()
                .map(|set| set.iter().map(|square| square.0).collect())
                .collect();
            assert_eq!(sets, order(&board));
        }
    }
}
