//! Hotspots: squares where a box stands in another box's way to a goal.
//!
//! Pair (p, q): with a wall on q, a lone box on p loses at least one of the goals it could reach.
//! A box on q is a hotspot if some other box stands on such a p. Goals and dead squares are neither
//! p nor q. Source: FESS (Y. Shoham, CoG 2020).
//!
//! Cost: lone-box searches from all goals per q, so rows are made when a box first stands on q. On very
//! large boards the feature is off.

use super::Field;
use crate::analysis::LoneReach;
use crate::kernel::{Bits, Mode};

/// Per blocker q the set of squares p it hurts, made on demand.
#[derive(Clone, Debug)]
pub struct Hotspots {
    rows: Vec<Option<Box<Bits>>>,
    /// Per goal: the squares from which it can be reached on the empty board.
    sources: Vec<Bits>,
    /// The same with a wall, for the row being made.
    left: Vec<Bits>,
    /// Squares that may be hurt: neither dead nor goals.
    open: Bits,
    reach: LoneReach,
    /// Rows would cost too much: nothing is a hotspot.
    off: bool,
}

/// Squares times goals beyond which a row would take milliseconds.
const MAX_ROW: usize = 60_000;

impl Hotspots {
    /// No row is computed yet.
    pub fn new(field: &Field) -> Hotspots {
        let n = field.n_squares();
        let open = |&p: &u16| !field.is_dead(p) && !field.goals().contains(p);
        let mut hotspots = Hotspots {
            rows: vec![None; n],
            sources: Vec::new(),
            left: Vec::new(),
            open: Bits::from_squares(n, (0..n as u16).filter(open)),
            reach: LoneReach::new(field.map()),
            off: field.n_squares() * field.goals().len() > MAX_ROW,
        };
        if !hotspots.off {
            let goals = field.map().goals().iter();
            hotspots.reach.find(field.map(), Mode::Pull, |_| true, goals, &mut hotspots.sources);
        }
        hotspots
    }

    /// The squares p that a wall on `q` hurts.
    pub fn row(&mut self, field: &Field, q: u16) -> &Bits {
        if self.rows[q as usize].is_none() {
            let row = self.make(field, q);
            self.rows[q as usize] = Some(Box::new(row));
        }
        self.rows[q as usize].as_deref().expect("the row was made above")
    }

    fn make(&mut self, field: &Field, q: u16) -> Bits {
        let mut row = Bits::new(field.n_squares());
        if self.off || !self.open.contains(q) {
            return row;
        }
        let (map, goals) = (field.map(), field.map().goals().iter());
        self.reach.find(map, Mode::Pull, |square| square.0 != q, goals, &mut self.left);
        for (all, left) in self.sources.iter().zip(&self.left) {
            row.add_difference(all, left);
        }
        row.keep_only(&self.open);
        row.remove(q);
        row
    }

    /// How many boxes are hotspots.
    pub fn count(&mut self, field: &Field, boxes: &[u16], set: &Bits) -> u16 {
        if self.off {
            return 0;
        }
        boxes.iter().filter(|&&q| self.row(field, q).intersects(set)).count() as u16
    }
}
