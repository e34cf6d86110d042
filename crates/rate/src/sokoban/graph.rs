//! The push graph: every position that can be reached, and every push between them.
//!
//! Pushes onto a square from which no goal can be reached, and pushes that freeze a box off goal, lose at
//! once and lead nowhere here: what comes after them is not looked at. All other lost positions are in the
//! graph, so what is left of the losing pushes are those that a player does not see.
//!
//! Cost: about two microseconds a position on a board of Microban's size; positions are kept in the order
//! of a breadth-first search from the start.

use foldhash::fast::FixedState;
use ground::analysis::{Analysis, FAR};
use ground::deadlock::{Freeze, Ground};
use ground::heuristic::Bound;
use ground::technique::TechniqueSet;
use hashbrown::HashTable;
use search::{Budget, Stop};
use sokoban::{Board, Dir, Push, Square, State};
use std::hash::BuildHasher;

/// A distance that is not known to be finite: the position is lost.
pub(crate) const LOST: u32 = u32::MAX;

/// Where a push leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum To {
    /// To a position of the graph.
    Position(usize),
    /// A box to a square from which no goal can be reached.
    Dead,
    /// Boxes that hold each other, one of them off goal.
    Frozen,
}

/// A push in the graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    to: u32,
    pub(crate) push: Push,
}

const DEAD: u32 = u32::MAX;
const FROZEN: u32 = u32::MAX - 1;

impl Edge {
    pub(crate) fn to(self) -> To {
        match self.to {
            DEAD => To::Dead,
            FROZEN => To::Frozen,
            to => To::Position(to as usize),
        }
    }
}

/// The graph of a board.
pub(crate) struct Graph<'a> {
    pub(crate) board: &'a Board,
    n_boxes: usize,
    /// The boxes of every position, in ascending order.
    boxes: Vec<Square>,
    zones: Vec<Square>,
    first_edge: Vec<u32>,
    edges: Vec<Edge>,
    /// Fewest pushes to a solved position, or [`LOST`].
    distances: Vec<u32>,
    /// Fewest pushes from the start.
    depths: Vec<u32>,
    /// For each box the way of a lone box to the nearest goal that no other box stands on, summed.
    nearness: Vec<u32>,
    /// A lower bound: pushes of lone boxes to goals of their own; `LOST` when there is no assignment.
    bounds: Vec<u32>,
}

/// What stands on a square in one position, and where the player can walk.
struct Scratch {
    stamp: u32,
    boxes: Vec<u32>,
    reached: Vec<u32>,
    queue: Vec<Square>,
}

impl Scratch {
    fn new(board: &Board) -> Scratch {
        let n = board.n_squares();
        Scratch { stamp: 0, boxes: vec![0; n], reached: vec![0; n], queue: Vec::with_capacity(n) }
    }

    fn load(&mut self, boxes: &[Square]) {
        self.stamp += 1;
        for square in boxes {
            self.boxes[square.index()] = self.stamp;
        }
    }

    fn has_box(&self, square: Square) -> bool {
        self.boxes[square.index()] == self.stamp
    }

    /// Floods from a square and returns the lowest one reached. `load` comes before.
    fn flood(&mut self, board: &Board, from: Square) -> Square {
        self.queue.clear();
        self.queue.push(from);
        self.reached[from.index()] = self.stamp;
        let (mut head, mut lowest) = (0, from);
        while head < self.queue.len() {
            let square = self.queue[head];
            head += 1;
            lowest = lowest.min(square);
            for dir in Dir::ALL {
                if let Some(next) = board.neighbor(square, dir)
                    && self.reached[next.index()] != self.stamp
                    && !self.has_box(next)
                {
                    self.reached[next.index()] = self.stamp;
                    self.queue.push(next);
                }
            }
        }
        lowest
    }
}

/// The graph while it grows.
struct Growing<'a> {
    graph: Graph<'a>,
    index: HashTable<u32>,
    hasher: FixedState,
    here: Scratch,
    there: Scratch,
}

impl<'a> Graph<'a> {
    /// Builds the graph; `None` when it has more than `most` positions. The start must not be solved.
    ///
    /// # Errors
    /// The limit that came first.
    pub(crate) fn new(
        board: &'a Board,
        analysis: &Analysis,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Graph<'a>>, Stop> {
        let Some(mut graph) = Graph::with_distances(board, analysis, most, budget)? else {
            return Ok(None);
        };
        graph.measure(analysis, budget)?;
        Ok(Some(graph))
    }

    /// The same without [`nearness`](Graph::nearness) and [`bound`](Graph::bound), which take most of the time.
    ///
    /// # Errors
    /// The limit that came first.
    pub(crate) fn with_distances(
        board: &'a Board,
        analysis: &Analysis,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Graph<'a>>, Stop> {
        let mut growing = Growing::new(board);
        let start = board.start();
        growing.add(&start.boxes, start.player, 0);
        let mut freeze = Freeze::new(&analysis.map);
        let mut at = 0;
        while at < growing.graph.zones.len() {
            if growing.graph.zones.len() > most {
                return Ok(None);
            }
            budget.tick()?;
            growing.expand(at, analysis, &mut freeze, budget)?;
            at += 1;
        }
        let mut graph = growing.graph;
        graph.measure_distances();
        Ok(Some(graph))
    }

    /// Adds what [`Graph::with_distances`] leaves out.
    ///
    /// # Errors
    /// The limit that came first.
    pub(crate) fn measure(&mut self, analysis: &Analysis, budget: &mut Budget) -> Result<(), Stop> {
        self.measure_nearness(analysis, budget)?;
        self.measure_bounds(analysis, budget)
    }

    pub(crate) fn len(&self) -> usize {
        self.zones.len()
    }

    pub(crate) fn boxes(&self, at: usize) -> &[Square] {
        &self.boxes[at * self.n_boxes..][..self.n_boxes]
    }

    pub(crate) fn state(&self, at: usize) -> State {
        State { boxes: self.boxes(at).to_vec(), player: self.zones[at] }
    }

    pub(crate) fn edges(&self, at: usize) -> &[Edge] {
        &self.edges[self.first_edge[at] as usize..self.first_edge[at + 1] as usize]
    }

    /// Fewest pushes from a position to a solved one, or [`LOST`].
    pub(crate) fn distance(&self, at: usize) -> u32 {
        self.distances[at]
    }

    /// Fewest pushes from the start to a position.
    pub(crate) fn depth(&self, at: usize) -> u32 {
        self.depths[at]
    }

    /// Fewest pushes after a push, or [`LOST`].
    pub(crate) fn distance_after(&self, edge: Edge) -> u32 {
        match edge.to() {
            To::Position(to) => self.distances[to],
            To::Dead | To::Frozen => LOST,
        }
    }

    pub(crate) fn nearness(&self, at: usize) -> u32 {
        self.nearness[at]
    }

    pub(crate) fn bound(&self, at: usize) -> u32 {
        self.bounds[at]
    }

    fn is_solved(&self, at: usize) -> bool {
        self.boxes(at).iter().all(|&square| self.board.is_goal(square))
    }

    /// Floods backwards from all solved positions.
    fn measure_distances(&mut self) {
        let n = self.len();
        let mut first = vec![0u32; n + 2];
        let targets = || self.edges.iter().filter(|edge| edge.to < FROZEN);
        targets().for_each(|edge| first[edge.to as usize + 2] += 1);
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut sources = vec![0u32; targets().count()];
        for at in 0..n {
            for edge in self.edges(at) {
                if let To::Position(to) = edge.to() {
                    sources[first[to + 1] as usize] = at as u32;
                    first[to + 1] += 1;
                }
            }
        }
        let mut queue: Vec<u32> = (0..n as u32).filter(|&at| self.is_solved(at as usize)).collect();
        let mut distances = vec![LOST; n];
        queue.iter().for_each(|&at| distances[at as usize] = 0);
        let mut head = 0;
        while head < queue.len() {
            let to = queue[head] as usize;
            head += 1;
            for &from in &sources[first[to] as usize..first[to + 1] as usize] {
                if distances[from as usize] == LOST {
                    distances[from as usize] = distances[to] + 1;
                    queue.push(from);
                }
            }
        }
        self.distances = distances;
    }

    fn measure_nearness(&mut self, analysis: &Analysis, budget: &mut Budget) -> Result<(), Stop> {
        let board = self.board;
        let goals: Vec<Square> = analysis.map.goals().iter().collect();
        let table = lone_ways(board, analysis, goals.len());
        let mut here = Scratch::new(board);
        for at in 0..self.len() {
            budget.poll()?;
            here.load(self.boxes(at));
            let boxes = &self.boxes[at * self.n_boxes..][..self.n_boxes];
            let way = |square: Square| {
                let row = &table[square.index() * goals.len()..][..goals.len()];
                let open = |goal: Square| goal == square || !here.has_box(goal);
                let free = row.iter().zip(&goals).filter(|(_, goal)| open(**goal));
                free.map(|(way, _)| *way).min().unwrap_or(FAR)
            };
            self.nearness.push(boxes.iter().map(|&square| u32::from(way(square).min(99))).sum());
        }
        Ok(())
    }

    fn measure_bounds(&mut self, analysis: &Analysis, budget: &mut Budget) -> Result<(), Stop> {
        let mut bound = Bound::new(analysis, TechniqueSet::defaults());
        let mut position = analysis.start.clone();
        for at in 0..self.len() {
            budget.poll()?;
            position.clear();
            for slot in 0..self.n_boxes {
                position.add_box(&analysis.map, self.boxes[at * self.n_boxes + slot]);
            }
            position.player = self.zones[at];
            self.bounds.push(bound.load(analysis, &position).unwrap_or(LOST));
        }
        Ok(())
    }
}

/// Pushes of a lone box from every square to every goal, the player on the best side.
pub(crate) fn lone_ways(board: &Board, analysis: &Analysis, n_goals: usize) -> Vec<u16> {
    let mut table = Vec::with_capacity(board.n_squares() * n_goals);
    for square in board.squares() {
        let best = |goal| (0..4).map(|side| analysis.to_goals.row(square, side)[goal]).min();
        table.extend((0..n_goals).map(|goal| best(goal).unwrap_or(FAR)));
    }
    table
}

impl<'a> Growing<'a> {
    fn new(board: &'a Board) -> Growing<'a> {
        Growing {
            graph: Graph {
                board,
                n_boxes: board.n_boxes(),
                boxes: Vec::new(),
                zones: Vec::new(),
                first_edge: vec![0],
                edges: Vec::new(),
                distances: Vec::new(),
                depths: Vec::new(),
                nearness: Vec::new(),
                bounds: Vec::new(),
            },
            index: HashTable::new(),
            hasher: FixedState::with_seed(0),
            here: Scratch::new(board),
            there: Scratch::new(board),
        }
    }

    /// The number of a position; `boxes` in ascending order.
    fn add(&mut self, boxes: &[Square], player: Square, depth: u32) -> u32 {
        let Growing { graph, index, hasher, there, .. } = self;
        there.load(boxes);
        let zone = there.flood(graph.board, player);
        let hash = |boxes: &[Square], zone: Square| hasher.hash_one((boxes, zone));
        let same =
            |&at: &u32| graph.zones[at as usize] == zone && graph.boxes(at as usize) == boxes;
        let key = hash(boxes, zone);
        if let Some(&at) = index.find(key, same) {
            return at;
        }
        let at = graph.zones.len() as u32;
        graph.boxes.extend_from_slice(boxes);
        graph.zones.push(zone);
        graph.depths.push(depth);
        let rehash = |&at: &u32| hash(graph.boxes(at as usize), graph.zones[at as usize]);
        index.insert_unique(key, at, rehash);
        at
    }

    fn expand(
        &mut self,
        at: usize,
        analysis: &Analysis,
        freeze: &mut Freeze,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let board = self.graph.board;
        if !self.graph.is_solved(at) {
            let boxes = self.graph.boxes(at).to_vec();
            self.here.load(&boxes);
            self.here.flood(board, self.graph.zones[at]);
            let mut occupied = analysis.map.occupied(boxes.iter().copied());
            for (slot, &from) in boxes.iter().enumerate() {
                for dir in Dir::ALL {
                    let Some(square) = self.target(board, from, dir) else { continue };
                    budget.poll()?;
                    occupied.remove(from);
                    occupied.insert(square);
                    let to = if !analysis.live.contains(square) {
                        DEAD
                    } else if freeze.is_dead(Ground::of(analysis), &occupied, square) {
                        FROZEN
                    } else {
                        let mut child = boxes.clone();
                        child[slot] = square;
                        child.sort_unstable();
                        self.add(&child, from, self.graph.depths[at] + 1)
                    };
                    occupied.remove(square);
                    occupied.insert(from);
                    self.graph.edges.push(Edge { to, push: Push { from, dir } });
                }
            }
        }
        self.graph.first_edge.push(self.graph.edges.len() as u32);
        Ok(())
    }

    /// Where a push of the position at hand takes the box, if it is possible.
    fn target(&self, board: &Board, from: Square, dir: Dir) -> Option<Square> {
        let behind = board.neighbor(from, dir.opposite())?;
        let to = board.neighbor(from, dir)?;
        (self.here.reached[behind.index()] == self.here.stamp && !self.here.has_box(to))
            .then_some(to)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::collections::btree_map::{BTreeMap, Entry};

    use oracle::random_boards;
    use sokoban::Walker;

    use super::*;

    /// Every position by the rules alone, with the fewest pushes from the start.
    fn by_rules(board: &Board, most: usize) -> Option<BTreeMap<(Vec<Square>, Square), u32>> {
        let mut walker = Walker::new(board);
        let mut start = board.start();
        start.normalize(board, &mut walker);
        let mut known = BTreeMap::from([((start.boxes.clone(), start.player), 0)]);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((state, depth)) = queue.pop_front() {
            if board.is_solved(&state) {
                continue;
            }
            for push in state.pushes(board, &mut walker) {
                let mut next = state.clone();
                next.push(board, push);
                next.normalize(board, &mut walker);
                let key = (next.boxes.clone(), next.player);
                if let Entry::Vacant(entry) = known.entry(key) {
                    entry.insert(depth + 1);
                    queue.push_back((next, depth + 1));
                }
            }
            if known.len() > most {
                return None;
            }
        }
        Some(known)
    }

    #[test]
    fn the_graph_holds_every_position_that_is_not_plainly_lost() {
        let (mut solvable, mut compared) = (0, 0);
        for board in random_boards(5, 60) {
            let Some(known) = by_rules(&board, 20_000) else { continue };
            if board.is_solved(&board.start()) {
                continue;
            }
            let budget = &mut Budget::unlimited();
            let analysis = Analysis::new(&board, budget).unwrap();
            let graph = Graph::new(&board, &analysis, 20_000, budget).unwrap().unwrap();
            let mut fewest = None;
            for at in 0..graph.len() {
                let state = graph.state(at);
                assert_eq!(known.get(&(state.boxes.clone(), state.player)), Some(&graph.depth(at)));
                if board.is_solved(&state) {
                    assert_eq!(graph.distance(at), 0);
                    fewest = fewest.min(Some(graph.depth(at))).or(Some(graph.depth(at)));
                }
                assert!(graph.bound(at) == LOST || graph.distance(at) >= graph.bound(at));
            }
            let solved = |(key, depth): (&(Vec<Square>, Square), &u32)| {
                key.0.iter().all(|&square| board.is_goal(square)).then_some(*depth)
            };
            assert_eq!(fewest, known.iter().filter_map(solved).min());
            assert_eq!(graph.distance(0), fewest.unwrap_or(LOST));
            solvable += usize::from(fewest.is_some());
            compared += 1;
        }
        assert!(compared > 20 && solvable > 5, "{compared} boards, {solvable} with a solution");
    }

    #[test]
    fn a_graph_that_grows_too_large_is_given_up() {
        let board = &random_boards(5, 1)[0];
        let budget = &mut Budget::unlimited();
        let analysis = Analysis::new(board, budget).unwrap();
        assert!(Graph::new(board, &analysis, 0, budget).unwrap().is_none());
    }
}
