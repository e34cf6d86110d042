//! The push graph of a room: all states with a number of boxes, and the pushes between them.

use sokoban::{Dir, Push, Square, State};

use crate::Room;
use crate::room::bits;

/// A state in the three forms that tests want to see it in.
#[derive(Clone, Debug)]
pub struct Position {
    /// The squares with boxes.
    pub boxes: u32,
    /// The squares the player can walk to.
    pub zone: u32,
    /// Boxes and player; the player stands on the lowest square of the zone.
    pub state: State,
}

impl Position {
    fn key(&self) -> (u32, u32) {
        (self.boxes, self.zone.trailing_zeros())
    }
}

/// A push, and the index of the position it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The push.
    pub push: Push,
    /// Where it leads.
    pub to: u32,
}

/// All positions of a room with a given number of boxes, and all pushes.
#[derive(Clone, Debug)]
pub struct PushGraph {
    positions: Vec<Position>,
    edges: Vec<Edge>,
    first_edge: Vec<u32>,
    /// For each position, the edges that lead to it, as (position, edge).
    incoming: Vec<(u32, u32)>,
    first_incoming: Vec<u32>,
}

/// Stands for "cannot be solved" in lists of distances.
pub(crate) const UNSOLVABLE: u16 = u16::MAX;

impl PushGraph {
    /// Builds the graph.
    pub fn new(room: &Room, n_boxes: usize) -> PushGraph {
        let positions = positions(room, n_boxes);
        let mut graph = PushGraph {
            edges: Vec::new(),
            first_edge: vec![0],
            incoming: Vec::new(),
            first_incoming: Vec::new(),
            positions,
        };
        for index in 0..graph.positions.len() {
            graph.add_pushes(room, index);
            graph.first_edge.push(graph.edges.len() as u32);
        }
        graph.turn_round();
        graph
    }

    /// The positions, ordered by boxes and then by zone.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The pushes possible in a position, ordered by box and then by [`Dir::ALL`].
    pub fn edges(&self, index: usize) -> &[Edge] {
        &self.edges[self.edge_range(index)]
    }

    /// The numbers of a position's edges, for `distances`.
    pub fn edge_range(&self, index: usize) -> std::ops::Range<usize> {
        self.first_edge[index] as usize..self.first_edge[index + 1] as usize
    }

    /// Fills `distances` with the least number of pushes that brings the boxes onto the goals from
    /// each position, over the edges that `keep` allows. `queue` is scratch space.
    pub(crate) fn distances(
        &self,
        goals: u32,
        keep: impl Fn(usize) -> bool,
        distances: &mut Vec<u16>,
        queue: &mut Vec<u32>,
    ) {
        distances.clear();
        distances.resize(self.positions.len(), UNSOLVABLE);
        let first = self.positions.partition_point(|position| position.boxes < goals);
        let solved = self.positions[first..].partition_point(|position| position.boxes == goals);
        distances[first..first + solved].fill(0);
        queue.clear();
        queue.extend(first as u32..(first + solved) as u32);
        let mut head = 0;
        while head < queue.len() {
            let to = queue[head] as usize;
            head += 1;
            let range = self.first_incoming[to] as usize..self.first_incoming[to + 1] as usize;
            for &(from, edge) in &self.incoming[range] {
                if distances[from as usize] == UNSOLVABLE && keep(edge as usize) {
                    distances[from as usize] = distances[to] + 1;
                    queue.push(from);
                }
            }
        }
    }

    fn add_pushes(&mut self, room: &Room, index: usize) {
        let Position { boxes, zone, .. } = self.positions[index];
        for from in bits(boxes) {
            for dir in Dir::ALL {
                let behind = room.neighbor(from, dir.opposite());
                let (Some(behind), Some(to)) = (behind, room.neighbor(from, dir)) else { continue };
                if zone >> behind & 1 != 0 && boxes >> to & 1 == 0 {
                    let after = boxes & !(1 << from) | 1 << to;
                    let key = (after, room.zone(after, from).trailing_zeros());
                    let to = self.positions.binary_search_by_key(&key, Position::key);
                    let to = to.expect("every state is in the list") as u32;
                    self.edges.push(Edge { push: Push { from: Square(from as u16), dir }, to });
                }
            }
        }
    }

    /// Sorts the edges by the position they lead to.
    fn turn_round(&mut self) {
        let n = self.positions.len();
        self.first_incoming = vec![0; n + 1];
        for edge in &self.edges {
            self.first_incoming[edge.to as usize + 1] += 1;
        }
        for index in 0..n {
            self.first_incoming[index + 1] += self.first_incoming[index];
        }
        let mut next = self.first_incoming.clone();
        self.incoming = vec![(0, 0); self.edges.len()];
        for from in 0..n {
            for edge in self.edge_range(from) {
                let slot = &mut next[self.edges[edge].to as usize];
                self.incoming[*slot as usize] = (from as u32, edge as u32);
                *slot += 1;
            }
        }
    }
}

fn positions(room: &Room, n_boxes: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for boxes in subsets(room.n_squares(), n_boxes) {
        let mut free = ((1u32 << room.n_squares()) - 1) & !boxes;
        while free != 0 {
            let player = free.trailing_zeros() as usize;
            let zone = room.zone(boxes, player);
            free &= !zone;
            let squares = bits(boxes).map(|square| Square(square as u16)).collect();
            let state = State { boxes: squares, player: Square(player as u16) };
            positions.push(Position { boxes, zone, state });
        }
    }
    positions
}

/// All subsets of a size, as masks in ascending order.
pub(crate) fn subsets(n: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (size <= n).then(|| (1u32 << size) - 1);
    std::iter::successors(first, move |&set| {
        // The next larger number with the same number of bits (Gosper, HAKMEM item 175).
        let low = set & set.wrapping_neg();
        let carried = set + low;
        let next = carried | (((set ^ carried).checked_div(low)?) >> 2);
        (next < 1 << n).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms;

    #[test]
    fn subsets_are_all_there_once() {
        for (n, size, count) in [(5, 0, 1), (5, 2, 10), (5, 5, 1), (16, 4, 1820), (3, 4, 0)] {
            let all: Vec<u32> = subsets(n, size).collect();
            assert_eq!(all.len(), count);
            assert!(all.is_sorted_by(|a, b| a < b));
            assert!(all.iter().all(|set| set.count_ones() as usize == size && *set < 1 << n));
        }
    }

    #[test]
    fn a_corridor_by_hand() {
        // Three squares in a row, one box: it can be pushed only from the middle.
        let room = rooms(3, 1).next().unwrap();
        let graph = PushGraph::new(&room, 1);
        let count = |index: usize| graph.edges(index).len();
        assert_eq!((0..graph.positions().len()).map(count).collect::<Vec<_>>(), [0, 1, 1, 0]);
        let (mut distances, mut queue) = (Vec::new(), Vec::new());
        graph.distances(0b100, |_| true, &mut distances, &mut queue);
        assert_eq!(distances, [UNSOLVABLE, 1, UNSOLVABLE, 0]);
        graph.distances(0b100, |_| false, &mut distances, &mut queue);
        assert_eq!(distances, [UNSOLVABLE, UNSOLVABLE, UNSOLVABLE, 0]);
    }
}
