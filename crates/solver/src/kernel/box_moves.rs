//! Moves of one box, or macro moves: everywhere it can be brought while all others stand still.
//!
//! A macro move ends with the box on a square and the player in one of the zones around it; two
//! ends on the same square with the player in different zones are different moves. All of them are
//! found by a breadth-first search over (square, zone), so each is made with the fewest pushes (or
//! pulls). The zones come from one [`Zones`] search with the box lifted off the board, hence the
//! whole costs O(squares).

use sokoban::{Dir, Push, Square};

use super::{Map, Mode, Position, Zones};

/// One box moved any distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxMove {
    /// Where the box stood.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// The player's zone afterwards, named by its lowest square.
    pub zone: Square,
    /// A square next to `to` where the player can stand afterwards (and does, without walking).
    pub player: Square,
    /// Pushes or pulls it takes.
    pub length: u16,
    /// Number of zones on the board afterwards.
    pub n_zones: u16,
    /// Names the move among the last ones generated, for [`BoxMoves::pushes`].
    pub id: u32,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    square: Square,
    zone: Square,
    player: Square,
    /// The step before, and the direction the box went; the first step is its own parent.
    parent: u32,
    dir: Dir,
    length: u16,
}

/// Scratch space for macro moves on one board.
#[derive(Clone, Debug)]
pub struct BoxMoves {
    zones: Zones,
    stamp: u32,
    /// For each square and side: the search in which the box was there with the player that side.
    seen: Vec<[u32; 4]>,
    steps: Vec<Step>,
    from: Square,
}

impl BoxMoves {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> BoxMoves {
        BoxMoves {
            zones: Zones::new(map),
            stamp: 0,
            seen: vec![[0; 4]; map.n_squares() + 1],
            steps: Vec::new(),
            from: map.wall(),
        }
    }

    /// Finds all macro moves of the box on `from`, shortest first. The box is never brought to a
    /// square that `allowed` refuses, not even on its way.
    pub fn explore(
        &mut self,
        map: &Map,
        position: &mut Position,
        from: Square,
        mode: Mode,
        mut allowed: impl FnMut(Square) -> bool,
    ) {
        self.begin(map, position, from);
        let mut head = 0;
        while head < self.steps.len() {
            let step = self.steps[head];
            let sides = self.zones.sides(map, step.square);
            for dir in Dir::ALL {
                // The box goes to `to`; the player stands on `side` before and on `player` after.
                let to = map.next(step.square, dir);
                let (side, player) = match mode {
                    Mode::Push => (dir.opposite(), step.square),
                    Mode::Pull => (dir, map.next(to, dir)),
                };
                if sides[side.index()] == step.zone
                    && self.zones.is_free(to)
                    && self.zones.is_free(player)
                    && allowed(to)
                {
                    self.reach(map, head as u32, dir, to, player);
                }
            }
            head += 1;
        }
    }

    /// The macro moves found, shortest first. Bringing the box back to where it was with the player
    /// in another zone is one of them.
    pub fn moves(&self) -> impl Iterator<Item = BoxMove> + '_ {
        self.steps.iter().enumerate().skip(1).map(move |(id, step)| BoxMove {
            from: self.from,
            to: step.square,
            zone: step.zone,
            player: step.player,
            length: step.length,
            n_zones: self.zones.count_without(step.square) as u16,
            id: id as u32,
        })
    }

    /// The single pushes of a macro move of the last search in [`Mode::Push`], into `out`.
    pub fn pushes(&self, map: &Map, id: u32, out: &mut Vec<Push>) {
        let first = out.len();
        let mut at = id;
        while at != 0 {
            let step = self.steps[at as usize];
            out.push(Push { from: map.next(step.square, step.dir.opposite()), dir: step.dir });
            at = step.parent;
        }
        out[first..].reverse();
    }

    /// The zones with the box lifted.
    pub fn zones(&self) -> &Zones {
        &self.zones
    }

    /// Lifts the box, finds the zones, and notes where the player is now.
    fn begin(&mut self, map: &Map, position: &mut Position, from: Square) {
        if self.stamp == u32::MAX {
            self.seen.iter_mut().for_each(|sides| *sides = [0; 4]);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.steps.clear();
        self.from = from;
        let player = position.player;
        position.lift(from);
        self.zones.find(map, position.occupied());
        position.put_back(from);
        let zone = self.zones.zone_without(map, from, player);
        self.mark(map, from, zone);
        self.steps.push(Step { square: from, zone, player, parent: 0, dir: Dir::Up, length: 0 });
    }

    fn reach(&mut self, map: &Map, parent: u32, dir: Dir, to: Square, player: Square) {
        let side = map.around(to).iter().position(|&side| side == player);
        if self.seen[to.index()][side.expect("the player ends beside the box")] == self.stamp {
            return;
        }
        let zone = self.zones.zone_without(map, to, player);
        self.mark(map, to, zone);
        let length = self.steps[parent as usize].length + 1;
        self.steps.push(Step { square: to, zone, player, parent, dir, length });
    }

    /// Notes every side of a square that lies in the zone.
    fn mark(&mut self, map: &Map, square: Square, zone: Square) {
        let sides = self.zones.sides(map, square);
        for (seen, side) in self.seen[square.index()].iter_mut().zip(sides) {
            if side == zone {
                *seen = self.stamp;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::kernel::Reach;
    use crate::kernel::testing::random_boards;

    /// The same moves by floods: (square, zone) to length, for one box.
    fn slowly(map: &Map, start: &Position, from: Square, mode: Mode) -> BTreeMap<(u16, u16), u16> {
        let mut reach = Reach::new(map);
        let zone = reach.flood(map, start.occupied(), start.player);
        let mut found = BTreeMap::from([((from.0, zone.0), 0)]);
        let mut queue = std::collections::VecDeque::from([(from, zone)]);
        while let Some((square, zone)) = queue.pop_front() {
            let length = found[&(square.0, zone.0)];
            let mut position = start.clone();
            if square != from {
                position.move_box(map, from, square);
            }
            for dir in Dir::ALL {
                let to = map.next(square, dir);
                let (side, player) = match mode {
                    Mode::Push => (map.next(square, dir.opposite()), square),
                    Mode::Pull => (to, map.next(to, dir)),
                };
                reach.flood(map, position.occupied(), zone);
                let free = |at| at == square || !position.is_occupied(at);
                if map.is_wall(side) || !reach.reached(side) || !free(to) || !free(player) {
                    continue;
                }
                let mut after = position.clone();
                after.move_box(map, square, to);
                let zone = reach.flood(map, after.occupied(), player);
                found.entry((to.0, zone.0)).or_insert_with(|| {
                    queue.push_back((to, zone));
                    length + 1
                });
            }
        }
        found
    }

    #[test]
    fn macro_moves_agree_with_floods_in_both_modes() {
        for board in random_boards(11, 60) {
            let map = Map::new(&board);
            let mut box_moves = BoxMoves::new(&map);
            let mut position = Position::start(&map, &board);
            for from in board.start().boxes {
                for mode in [Mode::Push, Mode::Pull] {
                    box_moves.explore(&map, &mut position, from, mode, |_| true);
                    let mut fast: BTreeMap<_, _> = box_moves
                        .moves()
                        .map(|found| ((found.to.0, found.zone.0), found.length))
                        .collect();
                    let mut slow = slowly(&map, &position, from, mode);
                    slow.retain(|_, length| *length > 0);
                    fast.retain(|_, length| *length > 0);
                    assert_eq!(fast, slow);
                }
            }
        }
    }

    #[test]
    fn a_macro_move_replays_as_pushes() {
        for board in random_boards(13, 60) {
            let map = Map::new(&board);
            let mut box_moves = BoxMoves::new(&map);
            let mut position = Position::start(&map, &board);
            for from in board.start().boxes {
                box_moves.explore(&map, &mut position, from, Mode::Push, |_| true);
                for found in box_moves.moves() {
                    let mut pushes = Vec::new();
                    box_moves.pushes(&map, found.id, &mut pushes);
                    assert_eq!(pushes.len(), found.length as usize);
                    let mut walker = sokoban::Walker::new(&board);
                    let solution = walker.walk_pushes(&board, &board.start(), &pushes).unwrap();
                    let mut state = board.start();
                    state.play(&board, &solution.to_string()).unwrap();
                    assert_eq!(state.player, found.player);
                    assert!(state.has_box(found.to));
                    state.normalize(&board, &mut walker);
                    assert_eq!(state.player, found.zone);
                }
            }
        }
    }
}
