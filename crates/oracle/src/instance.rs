//! A room with goals, and the truth about each of its states.

use std::ops::RangeInclusive;

use sokoban::{Board, Level, Tile};

use crate::graph::{UNSOLVABLE, subsets};
use crate::{Edge, Position, PushGraph, Room};

/// A room with a set of goals, all its positions and their exact distances.
pub struct Instance<'a> {
    room: &'a Room,
    graph: &'a PushGraph,
    goals: u32,
    board: Board,
    distances: &'a [u16],
}

/// Calls `visit` for every room, every number of boxes and every set of that many goals.
pub fn for_each_instance(
    rooms: impl IntoIterator<Item = Room>,
    n_boxes: RangeInclusive<usize>,
    mut visit: impl FnMut(&Instance<'_>),
) {
    let (mut distances, mut queue) = (Vec::new(), Vec::new());
    for room in rooms {
        for n in n_boxes.clone().filter(|&n| n > 0 && n < room.n_squares()) {
            let graph = PushGraph::new(&room, n);
            for goals in subsets(room.n_squares(), n) {
                graph.distances(goals, |_| true, &mut distances, &mut queue);
                visit(&Instance::new(&room, &graph, goals, &distances));
            }
        }
    }
}

/// Calls `visit` for a room with one set of goals and the same number of boxes.
///
/// # Panics
/// When there is no goal, or no square is left for the player.
pub fn with_goals(room: &Room, goals: u32, visit: impl FnOnce(&Instance<'_>)) {
    let n_boxes = goals.count_ones() as usize;
    assert!(n_boxes > 0 && n_boxes < room.n_squares(), "{n_boxes} goals do not fit");
    let graph = PushGraph::new(room, n_boxes);
    let (mut distances, mut queue) = (Vec::new(), Vec::new());
    graph.distances(goals, |_| true, &mut distances, &mut queue);
    visit(&Instance::new(room, &graph, goals, &distances));
}

impl<'a> Instance<'a> {
    fn new(room: &'a Room, graph: &'a PushGraph, goals: u32, distances: &'a [u16]) -> Self {
        let Position { boxes, state, .. } = &graph.positions()[0];
        let level = room.level(goals, *boxes, state.player.index());
        let board = Board::new(&level).expect("a walled room is a board");
        Instance { room, graph, goals, board, distances }
    }

    /// The room.
    pub fn room(&self) -> &'a Room {
        self.room
    }

    /// The goals as a mask.
    pub fn goals(&self) -> u32 {
        self.goals
    }

    /// The board. It starts with the first position; anything that depends on the start has to be
    /// asked about the [level](Instance::level) of each position instead.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All positions.
    pub fn positions(&self) -> &'a [Position] {
        self.graph.positions()
    }

    /// The pushes possible in a position.
    pub fn edges(&self, index: usize) -> &'a [Edge] {
        self.graph.edges(index)
    }

    /// The least number of pushes that solves a position, or `None` if it cannot be solved.
    #[inline]
    pub fn exact(&self, index: usize) -> Option<u32> {
        let distance = self.distances[index];
        (distance != UNSOLVABLE).then_some(distance.into())
    }

    /// The same for all positions when only some pushes may be made: `keep` is asked about each
    /// position and each of its [edges](Instance::edges). A pruning that keeps completeness leaves
    /// every solvable position solvable; one that keeps the optimum leaves all distances as they
    /// were.
    pub fn exact_with(&self, mut keep: impl FnMut(usize, &Edge) -> bool) -> Vec<Option<u32>> {
        let kept: Vec<bool> = (0..self.positions().len())
            .flat_map(|index| self.edges(index).iter().map(move |edge| (index, edge)))
            .map(|(index, edge)| keep(index, edge))
            .collect();
        let mut distances = Vec::new();
        self.graph.distances(self.goals, |edge| kept[edge], &mut distances, &mut Vec::new());
        distances.into_iter().map(|d| (d != UNSOLVABLE).then_some(d.into())).collect()
    }

    /// The level that starts with a position.
    pub fn level(&self, index: usize) -> Level {
        let Position { boxes, state, .. } = &self.positions()[index];
        self.room.level(self.goals, *boxes, state.player.index())
    }

    /// A position on one line: the rows without the surrounding wall, `-` for floor.
    pub fn draw(&self, index: usize) -> String {
        let grid = self.level(index).grid;
        let row = |row: usize| -> String {
            let tiles = (1..grid.width() - 1).map(|column| grid.get(row, column));
            tiles.map(|tile| if tile == Tile::Floor { '-' } else { tile.to_char() }).collect()
        };
        (1..grid.height() - 1).map(row).collect::<Vec<_>>().join("|")
    }
}
