//! Macro pulls of the backward search, with the sink's removals.

use ground::kernel::{Bits, Mode, Position, Regions, Zones};
use sokoban::{Dir, Square};

use super::moves::{MacroMove, OneBox};
use super::reduced_board::ReducedBoard;
use super::sink::Sink;
use super::strategy::PushRules;

/// Makes the list of macro pulls of a position.
#[derive(Clone, Debug)]
pub(super) struct PullGenerator {
    rules: PushRules,
    /// The sink of the last position.
    pub sink: Sink,
    one_box: OneBox,
    zones: Zones,
    /// Per start square: where it can send a box. Empty for other squares.
    sends: Vec<Bits>,
    /// Squares that some remaining base can send a box to.
    fed: Bits,
}

impl PullGenerator {
    /// Scratch space for a board.
    pub(super) fn new(reduced: &ReducedBoard, rules: PushRules) -> PullGenerator {
        let map = reduced.map();
        let sends = |base| {
            if !reduced.starts().contains(base) {
                return Bits::default();
            }
            let to = map.squares().filter(|&to| reduced.is_way(base, to));
            Bits::from_squares(map.n_squares() + 1, to)
        };
        PullGenerator {
            rules,
            sink: Sink::new(reduced),
            one_box: OneBox::new(map, Mode::Pull),
            zones: Zones::new(map),
            sends: map.squares().map(sends).collect(),
            fed: map.no_squares(),
        }
    }

    /// Appends the moves of a position to `out`; returns whether they are removals. The boxes are
    /// in ascending order; `regions` are those of the position.
    pub(super) fn generate(
        &mut self,
        reduced: &ReducedBoard,
        position: &mut Position,
        regions: &Regions,
        bases: &Bits,
        out: &mut Vec<MacroMove>,
    ) -> bool {
        let first = out.len();
        self.one_box.load(reduced.map(), position, regions);
        self.fed.clear();
        bases.iter().for_each(|base| self.fed.add_all(&self.sends[base.index()]));
        self.fed.keep_only(&reduced.analysis().live);
        for i in 0..position.n_boxes() {
            self.box_moves(reduced, position, position.boxes()[i], bases, out);
        }
        self.sink.find(reduced, position, bases);
        self.sink.is_reached(position, regions)
            && self.keep_removals(reduced, position, bases, first, out)
    }

    /// When boxes can be removed, keeps the first removal of each box and nothing else.
    fn keep_removals(
        &mut self,
        reduced: &ReducedBoard,
        position: &mut Position,
        bases: &Bits,
        first: usize,
        out: &mut Vec<MacroMove>,
    ) -> bool {
        let mut last = None;
        let mut kept = first;
        for i in first..out.len() {
            let mut m = out[i];
            let new = last != Some(m.from);
            if new && self.sink.removes(reduced, position.boxes(), bases, m.from, m.to) {
                last = Some(m.from);
                self.remove(reduced, position, &mut m);
                out[kept] = m;
                kept += 1;
            }
        }
        if kept > first {
            out.truncate(kept);
        }
        kept > first
    }

    /// The features of a removal are those of the board without the box.
    fn remove(&mut self, reduced: &ReducedBoard, position: &mut Position, m: &mut MacroMove) {
        position.lift(m.from);
        self.zones.find(reduced.map(), position.occupied());
        position.put_down(m.from);
        m.removed = true;
        m.connectivity = self.zones.count() as u16;
        m.zone = self.zones.zone(m.zone);
    }

    fn box_moves(
        &mut self,
        reduced: &ReducedBoard,
        position: &mut Position,
        from: Square,
        bases: &Bits,
        out: &mut Vec<MacroMove>,
    ) {
        let fed = &self.fed;
        let n = self.one_box.find(reduced.map(), position, from, |to| fed.contains(to));
        position.lift(from);
        for i in 0..n {
            let mut m = self.one_box.at(i);
            if bases.contains(m.to) || !self.is_refused(reduced, position, &m, bases) {
                m.opens = self.one_box.opens(reduced.map(), &m);
                out.push(m);
            }
        }
        position.put_down(from);
    }

    /// The static filter; pulls onto a remaining base are exempt. The box has been lifted.
    fn is_refused(
        &self,
        reduced: &ReducedBoard,
        position: &mut Position,
        m: &MacroMove,
        bases: &Bits,
    ) -> bool {
        if !reduced.starts().contains(m.to) && self.is_inefficient(reduced, position, m.to) {
            return true;
        }
        position.put_down(m.to);
        let stuck = !self.is_home(reduced, position, m) && !self.can_pull_on(reduced, position, m);
        let starves = |base: Square| !self.sends[base.index()].intersects(position.occupied());
        let refused = stuck || bases.iter().any(starves);
        position.lift(m.to);
        refused
    }

    /// Whether a stop is in a pocket of one square or in a tunnel. Unsound.
    fn is_inefficient(&self, reduced: &ReducedBoard, position: &Position, to: Square) -> bool {
        if self.rules.tunnel_stops && reduced.no_stop_pulled().contains(to) {
            return true;
        }
        let map = reduced.map();
        let ring = map.ring(to);
        let wall = |i: usize| map.is_wall(ring[i & 7]);
        self.rules.niche_stops
            && Dir::CLOCKWISE.into_iter().any(|ahead| {
                let front = 2 * ahead.clockwise();
                !position.is_occupied(ring[front])
                    && map.is_wall(map.next(ring[front], ahead))
                    && wall(front + 4)
                    && (wall(front + 1) && wall(front + 3) || wall(front + 7) && wall(front + 5))
            })
    }

    /// Whether all boxes stand on start squares and the player can be where it starts. The box has
    /// been put down.
    fn is_home(&self, reduced: &ReducedBoard, position: &Position, m: &MacroMove) -> bool {
        let others = || position.boxes().iter().filter(|&&square| square != m.from);
        reduced.starts().contains(m.to)
            && others().all(|&square| reduced.starts().contains(square))
            && self.one_box.reaches(reduced.map(), m, reduced.player())
    }

    /// Whether the player can pull some box after the move.
    fn can_pull_on(&self, reduced: &ReducedBoard, position: &Position, m: &MacroMove) -> bool {
        let map = reduced.map();
        let moved = |&square: &Square| if square == m.from { m.to } else { square };
        position.boxes().iter().map(moved).any(|square| {
            Dir::ALL.into_iter().any(|side| {
                let near = map.next(square, side);
                !position.is_occupied(map.next(near, side)) && self.one_box.reaches(map, m, near)
            })
        })
    }
}
