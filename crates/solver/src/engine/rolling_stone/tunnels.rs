//! Tunnel macros: pushes through a tunnel count as one move.
//!
//! ```text
//! ###########      *One-way*: the only way from the left to the right is the tunnel. With the box
//! #  ###### #      in it, the player cannot get to its other side, so the box can only go on; the
//! #@$       #      search goes on where it has left the tunnel. Nothing is lost: the far side
//! #  ###### #      cannot change before that, and the near side can be changed afterwards too. A
//! ###########      box that cannot go on is stuck for good.
//! ```
//!
//! *Two-way*: there is another way round, so the box could also be pushed back. It may stop on the
//! first square of the tunnel; once it is pushed on, it is pushed to the last one. Between the two
//! it would do the same as on one of them, or nearly so: the player may be needed in the middle, so
//! solutions can be lost, and shortest ones too.
//!
//! A square with a goal always counts as a stop. Source: SokoKids section 5.5; the one-way rule in
//! this form is Kirov's (sokoban-ai). Cost: a few lookups a push.

use ground::analysis::Analysis;
use ground::kernel::{Bits, Map, Position};
use ground::technique::{Technique, TechniqueSet};
use sokoban::{Dir, Square};

/// Where a push ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// On a square, after this many pushes.
    At(Square, u16),
    /// In a tunnel that it never leaves.
    Stuck,
}

/// The tunnels of a board.
#[derive(Clone, Debug)]
pub(super) struct Tunnels {
    /// By direction: squares on which a box pushed that way can only be pushed on.
    one_way: [Bits; 4],
    /// By axis: squares with walls on both sides of it.
    narrow: Option<[Bits; 2]>,
}

impl Tunnels {
    /// Finds the tunnels of a board, as far as the techniques ask for them.
    pub(super) fn new(analysis: &Analysis, techniques: TechniqueSet) -> Tunnels {
        let map = &analysis.map;
        let set = |squares: &dyn Fn(Square) -> bool| {
            Bits::from_squares(map.n_squares() + 1, map.squares().filter(|&at| squares(at)))
        };
        let one_way = Dir::ALL.map(|dir| match techniques.has(Technique::OneWayTunnels) {
            true => set(&|at| !map.is_goal(at) && is_forced(analysis, at, dir)),
            false => map.no_squares(),
        });
        let narrow = [Dir::Up, Dir::Left].map(|dir| set(&|at| is_narrow(map, at, dir)));
        let narrow = techniques.has(Technique::TwoWayTunnels).then_some(narrow);
        Tunnels { one_way, narrow }
    }

    /// Follows a push, which can be made, to where the move ends.
    pub(super) fn follow(
        &self,
        analysis: &Analysis,
        position: &Position,
        from: Square,
        dir: Dir,
    ) -> End {
        let map = &analysis.map;
        let (mut at, mut cost) = (map.next(from, dir), 1);
        loop {
            let next = map.next(at, dir);
            let open = !position.is_occupied(next) && analysis.live.contains(next);
            if self.one_way[dir.index()].contains(at) {
                if !open {
                    return End::Stuck;
                }
            } else if !open || !self.goes_on(map, at, dir) {
                return End::At(at, cost);
            }
            (at, cost) = (next, cost + 1);
        }
    }

    /// Whether a box pushed onto a square of a two-way tunnel goes on to the next one.
    fn goes_on(&self, map: &Map, at: Square, dir: Dir) -> bool {
        let Some(narrow) = &self.narrow else { return false };
        let narrow = &narrow[dir.index() / 2];
        let around = [map.next(at, dir.opposite()), at, map.next(at, dir)];
        around.into_iter().all(|square| narrow.contains(square)) && !map.is_goal(at)
    }
}

/// Whether a box pushed onto a square in this direction keeps the player on the side it came from,
/// and on no other side of the box, whatever other boxes there are.
fn is_forced(analysis: &Analysis, at: Square, dir: Dir) -> bool {
    let map = &analysis.map;
    let behind = map.next(at, dir.opposite());
    if map.is_wall(behind) {
        return false;
    }
    let sides = analysis.empty.sides(map, at);
    let zone = sides[dir.opposite().index()];
    sides.into_iter().filter(|&side| side == zone).count() == 1
}

/// Whether a square has walls on both sides of the axis of a direction.
fn is_narrow(map: &Map, at: Square, dir: Dir) -> bool {
    dir.sides().into_iter().all(|side| map.is_wall(map.next(at, side)))
}

#[cfg(test)]
mod tests {
    use oracle::board;
    use search::Budget;

    use super::*;

    /// Where a push to the right from a place ends: column and pushes.
    fn push(rows: &[&str], column: usize, technique: Technique) -> Option<(usize, u16)> {
        let board = board(rows);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let tunnels = Tunnels::new(&analysis, TechniqueSet::NONE.with(technique));
        let from = board.square_at(2, column).unwrap();
        match tunnels.follow(&analysis, &analysis.start, from, Dir::Right) {
            End::At(square, cost) => Some((board.place(square).1, cost)),
            End::Stuck => None,
        }
    }

    const ONE_WAY: [&str; 5] =
        ["###########", "#  #####  #", "#@$      .#", "#  #####  #", "###########"];

    #[test]
    fn a_box_leaves_a_one_way_tunnel_at_its_end_or_never() {
        // The two squares beyond the tunnel keep the player out as well until the box is past them.
        assert_eq!(push(&ONE_WAY, 2, Technique::OneWayTunnels), Some((9, 7)));
        let blocked = ["###########", "#  #####  #", "#@$  $  ..#", "#  #####  #", "###########"];
        assert_eq!(push(&blocked, 2, Technique::OneWayTunnels), None);
    }

    #[test]
    fn a_box_stops_at_both_ends_of_a_two_way_tunnel() {
        let round =
            ["############", "# ######## #", "#@ $      .#", "#          #", "############"];
        assert_eq!(push(&round, 3, Technique::TwoWayTunnels), Some((4, 1)));
        let round = [
            "############",
            "# ######## #",
            "#@ $      .#",
            "# ######## #",
            "#          #",
            "############",
        ];
        assert_eq!(push(&round, 1 + 1, Technique::TwoWayTunnels), Some((9, 7)));
    }
}
