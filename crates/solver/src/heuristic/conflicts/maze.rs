//! What it costs to bring up to four boxes into the room, beyond their lone distances.
//!
//! A box that gets there is taken off. The search goes backwards from the empty board: boxes appear
//! in the room and are pulled out of it, with all groups of one to four boxes at once.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::extras::{Extras, LOST, Members};
use super::gate::Gate;
use crate::analysis::{Analysis, FAR};
use crate::kernel::{Bits, Map, Reach};

/// The most bytes for all tables together.
const MOST_BYTES: usize = 96 << 20;

/// Pushes into the room for boxes outside it.
#[derive(Clone, Debug)]
pub(super) struct Maze {
    pub(super) extras: Extras,
    places: usize,
    /// For each square and each square of the player, the pushes of a lone box.
    lone: Vec<u16>,
}

impl Maze {
    /// The tables for a room and groups of up to this many boxes, or fewer if memory is short;
    /// `None` if the board is too large.
    pub(super) fn new(
        analysis: &Analysis,
        gate: &Gate,
        largest: usize,
        budget: &mut Budget,
    ) -> Result<Option<Maze>, Stop> {
        let map = &analysis.map;
        let outside = analysis.live.iter().filter(|&square| !gate.room.contains(square));
        let Some(mut extras) = Extras::new(map.n_squares(), outside.collect()) else {
            return Ok(None);
        };
        let most = MOST_BYTES.min(analysis.memory.left() as usize / 8);
        while extras.largest() < largest.min(analysis.start.n_boxes())
            && extras.add_table(most.saturating_sub(extras.bytes()))
        {}
        let places = map.n_squares();
        let lone = vec![FAR; extras.squares.len() * places];
        let mut search = Search {
            map,
            gate,
            maze: Maze { extras, places, lone },
            occupied: map.occupied([]),
            reach: Reach::new(map),
            queue: Vec::new(),
        };
        search.run(analysis.start.player, budget)?;
        Ok(Some(search.maze))
    }

    /// Pushes of a lone box into the room, by the number of its square; [`FAR`] if it never gets
    /// there.
    #[inline]
    pub(super) fn lone(&self, number: u8, player: Square) -> u16 {
        self.lone[number as usize * self.places + player.index()]
    }
}

struct Search<'a> {
    map: &'a Map,
    gate: &'a Gate,
    maze: Maze,
    occupied: Bits,
    reach: Reach,
    queue: Vec<(Members, Square)>,
}

impl Search<'_> {
    fn run(&mut self, anywhere: Square, budget: &mut Budget) -> Result<(), Stop> {
        let mut layer = 0..1;
        self.queue.push((Members::EMPTY, anywhere));
        let mut pushes = 0;
        while !layer.is_empty() {
            pushes += 1;
            for at in layer.clone() {
                budget.poll()?;
                let (members, player) = self.queue[at];
                self.expand(members, player, pushes);
            }
            layer = layer.end..self.queue.len();
        }
        Ok(())
    }

    /// Undoes every push that leads to this group with the player in this zone.
    fn expand(&mut self, members: Members, player: Square, pushes: u16) {
        let map = self.map;
        let square_of = |maze: &Maze, number: u8| maze.extras.squares[number as usize];
        for &number in members.as_slice() {
            self.occupied.insert(square_of(&self.maze, number));
        }
        self.reach.flood(map, &self.occupied, player);
        let mut found = Vec::new();
        for dir in Dir::ALL {
            for (i, &number) in members.as_slice().iter().enumerate() {
                let to = map.next(square_of(&self.maze, number), dir);
                found.push((to, dir, Some(i)));
            }
        }
        found.extend(self.gate.ways.iter().map(|&(way, dir)| (map.next(way, dir), dir, None)));
        found.retain(|&(to, dir, _)| {
            self.reach.reached(to) && !self.occupied.contains(map.next(to, dir))
        });
        for &number in members.as_slice() {
            self.occupied.remove(square_of(&self.maze, number));
        }
        for (to, dir, moved) in found {
            let rest = moved.map_or(members, |i| members.without(i));
            let Some(number) = self.maze.extras.number(to) else { continue };
            if (rest.len as usize) < self.maze.extras.largest() {
                self.meet(rest.with(number), map.next(to, dir), pushes);
            }
        }
    }

    /// Notes the pushes of a group for the whole zone of the player, unless they are known.
    fn meet(&mut self, members: Members, player: Square, pushes: u16) {
        let Maze { extras, places, lone } = &mut self.maze;
        let group = members.as_slice();
        let place = |number: u8, player: Square| number as usize * *places + player.index();
        let known = match group {
            [number] => lone[place(*number, player)] != FAR,
            _ => extras.extra(group, player) != LOST,
        };
        if known {
            return;
        }
        let occupied = &mut self.occupied;
        group.iter().for_each(|&number| occupied.insert(extras.squares[number as usize]));
        self.reach.flood(self.map, occupied, player);
        group.iter().for_each(|&number| occupied.remove(extras.squares[number as usize]));
        // A box of a group takes fewer pushes than the whole group, so its own number is known by
        // now.
        let sum: u16 = match group {
            [_] => 0,
            _ => group.iter().map(|&number| lone[place(number, player)]).sum(),
        };
        for &square in self.reach.squares() {
            match group {
                [number] => lone[place(*number, square)] = pushes,
                _ => {
                    *extras.extra_mut(group, square) = (pushes - sum).min(u16::from(LOST) - 1) as u8
                }
            }
        }
        self.queue.push((members, player));
    }
}
