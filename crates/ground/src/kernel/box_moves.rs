//! Moves of one box, or macro moves: everywhere it can be brought while all others stay put.
//!
//! A macro move ends with the box on a square and the player in one of the zones around it; two
//! ends on the same square with the player in different zones are different moves. All of them are
//! found by a breadth-first search over (square, zone), so each is made with the fewest pushes (or
//! pulls). The zones come from one [`Zones`] search with the box lifted off the board, so all of
//! this costs O(squares).

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
    /// The side of `to` on which that square is.
    pub side: Dir,
    /// Pushes or pulls it takes.
    pub length: u16,
    /// Number of zones on the board afterwards.
    pub n_zones: u16,
    /// Names the move among the last ones generated, for [`BoxMoves::pushes`].
    pub id: u32,
}

/// The order in which the sides of a box are looked at. It decides on which side the player ends
/// when several paths of the same length lead to the same square and zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideOrder {
    /// By the direction in which the box goes, as in [`Dir::ALL`].
    Listed,
    /// By the side on which the player stands, [clockwise](Dir::CLOCKWISE).
    Clockwise,
    /// The side on which the player arrived, then the others clockwise.
    ArrivalFirst,
}

impl SideOrder {
    /// The sides to look at when the player arrived on `arrival` (above, if nowhere yet).
    #[inline]
    fn sides(self, mode: Mode, arrival: Dir) -> [Dir; 4] {
        match self {
            SideOrder::Listed => match mode {
                Mode::Push => [Dir::Down, Dir::Up, Dir::Right, Dir::Left],
                Mode::Pull => Dir::ALL,
            },
            SideOrder::Clockwise => Dir::CLOCKWISE,
            SideOrder::ArrivalFirst => match arrival {
                Dir::Up => Dir::CLOCKWISE,
                Dir::Right => [Dir::Right, Dir::Up, Dir::Down, Dir::Left],
                Dir::Down => [Dir::Down, Dir::Up, Dir::Right, Dir::Left],
                Dir::Left => [Dir::Left, Dir::Up, Dir::Right, Dir::Down],
            },
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    square: Square,
    zone: Square,
    player: Square,
    /// The step before (the first step is its own parent), and the side on which the player is.
    parent: u32,
    side: Dir,
    length: u16,
}

/// Scratch space for macro moves on one board.
#[derive(Clone, Debug)]
pub struct BoxMoves {
    zones: Zones,
    stamp: u32,
    /// For each square and side: the search in which the box was there with the player on that
    /// side.
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
        allowed: impl FnMut(Square) -> bool,
    ) {
        self.explore_in(map, position, from, mode, SideOrder::Listed, allowed);
    }

    /// The same, with the sides of the box looked at in another order.
    pub fn explore_in(
        &mut self,
        map: &Map,
        position: &mut Position,
        from: Square,
        mode: Mode,
        order: SideOrder,
        mut allowed: impl FnMut(Square) -> bool,
    ) {
        self.begin(map, position, from);
        let mut head = 0;
        while head < self.steps.len() {
            let step = self.steps[head];
            let zones = self.zones.sides(map, step.square);
            for side in order.sides(mode, step.side) {
                // The box goes to `to`; the player stands on this side of it before and after.
                let to = map.next(step.square, mode.dir(side));
                let player = match mode {
                    Mode::Push => step.square,
                    Mode::Pull => map.next(to, side),
                };
                if zones[side.index()] == step.zone
                    && self.zones.is_free(to)
                    && self.zones.is_free(player)
                    && self.seen[to.index()][side.index()] != self.stamp
                    && allowed(to)
                {
                    self.reach(map, head as u32, side, to, player);
                }
            }
            head += 1;
        }
    }

    /// The macro moves found, shortest first. They include bringing the box back to where it was
    /// with the player in another zone.
    pub fn moves(&self) -> impl Iterator<Item = BoxMove> + '_ {
        self.steps.iter().enumerate().skip(1).map(move |(id, step)| BoxMove {
            from: self.from,
            to: step.square,
            zone: step.zone,
            player: step.player,
            side: step.side,
            length: step.length,
            n_zones: self.zones.count_without(step.square) as u16,
            id: id as u32,
        })
    }

    /// Writes the single pushes of a macro move of the last search in [`Mode::Push`] into `out`.
    pub fn pushes(&self, map: &Map, id: u32, out: &mut Vec<Push>) {
        let first = out.len();
        let mut at = id;
        while at != 0 {
            let step = self.steps[at as usize];
            let from = map.next(step.square, step.side);
            out.push(Push { from, dir: step.side.opposite() });
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
        position.put_down(from);
        let zone = self.zones.zone_without(map, from, player);
        self.mark(map, from, zone);
        let side = Dir::Up;
        self.steps.push(Step { square: from, zone, player, parent: 0, side, length: 0 });
    }

    fn reach(&mut self, map: &Map, parent: u32, side: Dir, to: Square, player: Square) {
        let zone = self.zones.zone_without(map, to, player);
        self.mark(map, to, zone);
        let length = self.steps[parent as usize].length + 1;
        self.steps.push(Step { square: to, zone, player, parent, side, length });
    }

    /// Notes every side of a square that lies in the zone `zone`.
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
    use oracle::random_boards;

    /// The same moves found by floods: (square, zone) to length, for one box.
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
    fn the_order_of_sides_changes_only_where_the_player_ends() {
        let mut sides = [0; 2];
        for board in random_boards(17, 60) {
            let map = Map::new(&board);
            let mut box_moves = BoxMoves::new(&map);
            let mut position = Position::start(&map, &board);
            let mut find = |from, order| {
                box_moves.explore_in(&map, &mut position, from, Mode::Push, order, |_| true);
                let ends = box_moves.moves().map(|it| ((it.to, it.zone), (it.length, it.side)));
                ends.collect::<BTreeMap<_, _>>()
            };
            for from in board.start().boxes {
                let listed = find(from, SideOrder::Listed);
                for (i, order) in [SideOrder::Clockwise, SideOrder::ArrivalFirst].iter().enumerate()
                {
                    let other = find(from, *order);
                    let ends = |found: &BTreeMap<_, (u16, Dir)>| -> Vec<((Square, Square), u16)> {
                        found.iter().map(|(&end, &(length, _))| (end, length)).collect()
                    };
                    assert_eq!(ends(&other), ends(&listed));
                    sides[i] += usize::from(other != listed);
                }
            }
        }
        assert!(sides.iter().all(|&different| different > 0), "{sides:?}");
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
