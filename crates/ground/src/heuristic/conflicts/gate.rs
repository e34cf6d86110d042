//! Where the maze ends and the room of the goals begins.
//!
//! ```text
//! ###########    The door is the square where the corridor opens into the room: every box has to
//! # $      ..#   cross it. What happens before it (in the maze) and behind it (in the room) can be
//! #  $ ##  ..#   counted separately and added up, since no push belongs to both.
//! ###########
//! ```
//!
//! Without a door, or with a large room behind it, the goals and the squares beside them make up a
//! room with several ways in, or several such rooms. What is small enough grows by rings of squares
//! around it.
//!
//! Source: the decomposition of Pereira, Ritt and Buriol (2015), as far as their abstract describes
//! it.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Reach};

/// A room with all goals, and the ways into it.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    /// The squares of the room, the door included.
    pub(super) room: Bits,
    /// The ways out: a square of the room and a direction that leads outside.
    pub(super) ways: Vec<(Square, Dir)>,
}

impl Gate {
    fn new(map: &Map, room: Bits) -> Gate {
        let mut ways = Vec::new();
        for square in room.iter() {
            let leads_out = |&dir: &Dir| {
                let to = map.next(square, dir);
                !map.is_wall(to) && !room.contains(to)
            };
            ways.extend(Dir::ALL.into_iter().filter(leads_out).map(|dir| (square, dir)));
        }
        Gate { room, ways }
    }

    /// The door with the smallest room, if there is one.
    pub(super) fn door(analysis: &Analysis, budget: &mut Budget) -> Result<Option<Gate>, Stop> {
        let Analysis { map, empty, .. } = analysis;
        let mut least: Option<Bits> = None;
        // Only a square without which the floor falls apart can be a door.
        let parts = |&square: &Square| empty.count() > 1 || empty.count_without(square) > 1;
        for square in map.squares().filter(parts) {
            budget.poll()?;
            let room = Gate::behind(map, square);
            least = match (room, least) {
                (Some(room), Some(least)) if room.len() < least.len() => Some(room),
                (room, None) => room,
                (_, least) => least,
            };
        }
        Ok(least.map(|room| Gate::new(map, room)))
    }

    /// The goals and the squares beside them.
    pub(super) fn around_goals(analysis: &Analysis) -> Gate {
        let map = &analysis.map;
        Gate { room: map.goals().clone(), ways: Vec::new() }.with_a_ring(map)
    }

    /// A room larger by the squares beside it.
    pub(super) fn with_a_ring(&self, map: &Map) -> Gate {
        let mut room = self.room.clone();
        let beside = self.room.iter().flat_map(|square| map.around(square));
        beside.filter(|&square| !map.is_wall(square)).for_each(|square| room.insert(square));
        Gate::new(map, room)
    }

    /// The room behind a square that splits the board and has all goals on one side.
    fn behind(map: &Map, door: Square) -> Option<Bits> {
        let goal = map.goals().iter().find(|&goal| goal != door)?;
        let mut reach = Reach::new(map);
        reach.flood(map, &map.occupied([door]), goal);
        let all = map.goals().iter().all(|goal| goal == door || reach.reached(goal));
        let parts = reach.squares().len() + 1 < map.n_squares();
        let room = reach.squares().iter().copied().chain([door]);
        (all && parts).then(|| Bits::from_squares(map.n_squares() + 1, room))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    #[test]
    fn the_door_is_the_last_square_before_the_goals() {
        let board = board(&["##########", "#@ $  ## .#", "# $      .#", "##########"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let door = Gate::door(&analysis, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!(door.ways, [(board.square_at(2, 8).unwrap(), Dir::Left)]);
        let around = Gate::around_goals(&analysis);
        assert_eq!(around.room, door.room);
        let wider = around.with_a_ring(&analysis.map);
        assert_eq!(wider.ways, [(board.square_at(2, 7).unwrap(), Dir::Left)]);
    }
}
