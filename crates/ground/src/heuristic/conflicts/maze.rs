//! What it costs to bring up to four boxes into the room, beyond their lone distances.
//!
//! A box that gets there is taken off. The search goes backwards from the empty board: boxes appear
//! in the room and are pulled out of it, with all groups of one to four boxes at once.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::extras::{Extras, LOST, Members};
use super::gate::Gate;
use super::zones::Zones;
use crate::analysis::{Analysis, FAR};
use crate::kernel::{Bits, Map};

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
            zones: Zones::new(map),
            later: Vec::new(),
        };
        search.run(analysis.start.player, budget)?;
        search.maze.extras.seal(budget)?;
        Ok(Some(search.maze))
    }

    /// Pushes of a lone box into the room, by the number of its square; [`FAR`] if it never gets
    /// there.
    #[inline]
    pub(super) fn lone(&self, number: u8, player: Square) -> u16 {
        self.lone[number as usize * self.places + player.index()]
    }
}

/// A group and the zone of the player.
struct Place {
    members: Members,
    zone: Bits,
}

struct Search<'a> {
    map: &'a Map,
    gate: &'a Gate,
    maze: Maze,
    zones: Zones<'a>,
    /// What was met with one push more than the places at hand take.
    later: Vec<Place>,
}

impl Search<'_> {
    fn run(&mut self, anywhere: Square, budget: &mut Budget) -> Result<(), Stop> {
        let zone = self.zones.flood(anywhere);
        self.later.push(Place { members: Members::EMPTY, zone });
        let mut pushes = 0;
        while !self.later.is_empty() {
            pushes += 1;
            for place in std::mem::take(&mut self.later) {
                budget.poll()?;
                self.expand(&place, pushes);
            }
        }
        Ok(())
    }

    /// Undoes every push that leads to this group with the player in this zone.
    fn expand(&mut self, place: &Place, pushes: u16) {
        let boxes = place.members.as_slice();
        let square_of = |maze: &Maze, number: u8| maze.extras.squares[number as usize];
        boxes.iter().for_each(|&number| self.zones.occupied.insert(square_of(&self.maze, number)));
        for dir in Dir::ALL {
            for (i, &number) in boxes.iter().enumerate() {
                let at = square_of(&self.maze, number);
                self.pull(place, Some(i), at, dir, pushes);
            }
        }
        if boxes.len() < self.maze.extras.largest() {
            for &(at, dir) in &self.gate.ways {
                self.pull(place, None, at, dir, pushes);
            }
        }
        boxes.iter().for_each(|&number| self.zones.occupied.remove(square_of(&self.maze, number)));
    }

    /// Pulls a box of the group from a square, or one that the room gives, and notes the pushes of
    /// the new group for the whole zone of the player, unless they are known.
    fn pull(
        &mut self,
        place: &Place,
        i: Option<usize>,
        at: Square,
        dir: Dir,
        pushes: u16,
    ) -> Option<()> {
        let map = self.map;
        let (to, ends) = (map.next(at, dir), map.next(map.next(at, dir), dir));
        if !place.zone.contains(to) || self.zones.occupied.contains(ends) {
            return None;
        }
        let number = self.maze.extras.number(to)?;
        let members = i.map_or(place.members, |i| place.members.without(i)).with(number);
        let group = members.as_slice();
        let Maze { extras, places, lone } = &mut self.maze;
        let at_place = |number: u8, player: Square| number as usize * *places + player.index();
        let known = match group {
            [number] => lone[at_place(*number, ends)] != FAR,
            _ => extras.extra(group, ends) != LOST,
        };
        if known {
            return None;
        }
        // A box of a group takes fewer pushes than the whole group, so its own number is known by
        // now.
        let sum: u16 = match group {
            [_] => 0,
            _ => group.iter().map(|&number| lone[at_place(number, ends)]).sum(),
        };
        let zone = self.zones.after(&place.zone, i.map(|_| at), to, ends);
        let Maze { extras, places, lone } = &mut self.maze;
        match group {
            [number] => {
                let row = &mut lone[*number as usize * *places..][..*places];
                zone.iter().for_each(|player| row[player.index()] = pushes);
            }
            _ => {
                let extra = (pushes - sum).min(u16::from(LOST) - 1) as u8;
                let row = extras.row_mut(group);
                if zone.len() + group.len() == row.len() {
                    row.fill(extra);
                } else {
                    zone.iter().for_each(|player| row[player.index()] = extra);
                }
            }
        }
        self.later.push(Place { members, zone });
        Some(())
    }
}
