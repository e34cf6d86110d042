//! Hotspots: squares where a box stands in another box's way to a goal.
//!
//! Pair (p, q): with a wall on q, a lone box on p loses at least one of the goals it could reach.
//! A box on q is a hotspot if some other box stands on such a p. Goals and dead squares are neither
//! p nor q. Source: FESS (Y. Shoham, CoG 2020).
//!
//! Cost: lone-box searches from all goals for each q, so a row is made when a box first stands on
//! q. On very large boards the feature is off.

use ground::analysis::LoneReach;
use ground::kernel::{Bits, Mode, Position};
use sokoban::Square;

use crate::engine::fess::reduced_board::ReducedBoard;

/// Per blocker q the set of squares p it hurts, made on demand.
#[derive(Clone, Debug)]
pub(crate) struct Hotspots {
    rows: Vec<Option<Box<Bits>>>,
    /// Per goal: the squares from which it can be reached on the empty board.
    sources: Vec<Bits>,
    /// The same with a wall on q, for the row being made.
    left: Vec<Bits>,
    /// Squares that may be hurt: neither dead nor goals.
    open: Bits,
    reach: LoneReach,
    /// Whether rows would cost too much, so that nothing is a hotspot.
    off: bool,
    /// Boxes that stay and are hotspots even without the lifted one.
    hot: u16,
    /// The other boxes that stay.
    calm: Vec<Square>,
}

/// Squares times goals beyond which a row would take milliseconds.
const MAX_ROW: usize = 60_000;

impl Hotspots {
    /// No row is computed yet.
    pub(crate) fn new(reduced: &ReducedBoard) -> Hotspots {
        let map = reduced.map();
        let mut open = reduced.analysis().live.clone();
        open.remove_all(map.goals());
        let mut hotspots = Hotspots {
            rows: vec![None; map.n_squares()],
            sources: Vec::new(),
            left: Vec::new(),
            open,
            reach: LoneReach::new(map),
            off: map.n_squares() * map.goals().len() > MAX_ROW,
            hot: 0,
            calm: Vec::new(),
        };
        if !hotspots.off {
            let goals = map.goals().iter();
            hotspots.reach.find(map, Mode::Pull, |_| true, goals, &mut hotspots.sources);
        }
        hotspots
    }

    /// The squares p that a wall on `q` hurts.
    pub(crate) fn row(&mut self, reduced: &ReducedBoard, q: Square) -> &Bits {
        if self.rows[q.index()].is_none() {
            let row = self.make(reduced, q);
            self.rows[q.index()] = Some(Box::new(row));
        }
        self.rows[q.index()].as_deref().expect("the row was made above")
    }

    fn make(&mut self, reduced: &ReducedBoard, q: Square) -> Bits {
        let map = reduced.map();
        let mut row = map.no_squares();
        if self.off || !self.open.contains(q) {
            return row;
        }
        self.reach.find(map, Mode::Pull, |square| square != q, map.goals().iter(), &mut self.left);
        for (all, left) in self.sources.iter().zip(&self.left) {
            row.add_difference(all, left);
        }
        row.keep_only(&self.open);
        row.remove(q);
        row
    }

    /// How many boxes of a position are hotspots.
    pub(crate) fn count(&mut self, reduced: &ReducedBoard, position: &Position) -> u16 {
        if self.off {
            return 0;
        }
        let hot = |q: &&Square| self.row(reduced, **q).intersects(position.occupied());
        position.boxes().iter().filter(hot).count() as u16
    }

    /// Looks at a position whose box on `from` is lifted; to be called before
    /// [`Hotspots::put_down`].
    pub(crate) fn lift(&mut self, reduced: &ReducedBoard, position: &Position, from: Square) {
        self.hot = 0;
        self.calm.clear();
        if self.off {
            return;
        }
        for &q in position.boxes().iter().filter(|&&q| q != from) {
            if self.row(reduced, q).intersects(position.occupied()) {
                self.hot += 1;
            } else {
                self.calm.push(q);
            }
        }
    }

    /// How many boxes are hotspots when the lifted box stands on `to`. `occupied` may be with or
    /// without it: it never hurts itself.
    #[inline]
    pub(crate) fn put_down(&mut self, reduced: &ReducedBoard, occupied: &Bits, to: Square) -> u16 {
        if self.off {
            return 0;
        }
        let itself = u16::from(self.row(reduced, to).intersects(occupied));
        let rows = &self.rows;
        let hurt = |q: &&Square| rows[q.index()].as_ref().is_some_and(|row| row.contains(to));
        self.hot + itself + self.calm.iter().filter(hurt).count() as u16
    }
}
