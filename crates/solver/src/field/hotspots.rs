//! Hotspots: squares where a box stands in another box's way to a goal.
//!
//! Pair (p, q): with a wall on q, a lone box on p loses at least one of the goals it could reach.
//! A box on q is a hotspot if some other box stands on such a p. Goals and dead squares are neither
//! p nor q. Source: FESS (Y. Shoham, CoG 2020).
//!
//! Cost: one lone-box search per (q, goal), so rows are made when a box first stands on q. On very
//! large boards the feature is off.

use super::Field;
use super::lone::{FAR, Lone, Way};
use crate::kernel::Bits;

/// Per blocker q the set of squares p it hurts, made on demand.
#[derive(Clone, Debug)]
pub struct Hotspots {
    rows: Vec<Option<Box<Bits>>>,
    /// Per goal: the squares from which it can be reached on the empty board.
    sources: Vec<Bits>,
    lone: Lone,
    walls: Vec<u8>,
    /// Rows would cost too much: nothing is a hotspot.
    off: bool,
}

/// Squares times goals beyond which a row would take milliseconds.
const MAX_ROW: usize = 60_000;

impl Hotspots {
    /// No row is computed yet.
    pub fn new(field: &Field) -> Hotspots {
        let n = field.n_squares();
        let mut hotspots = Hotspots {
            rows: vec![None; n],
            sources: Vec::new(),
            lone: Lone::new(field.map()),
            walls: field.no_boxes(),
            off: field.n_squares() * field.goals().len() > MAX_ROW,
        };
        if !hotspots.off {
            hotspots.sources = hotspots.reachable(field);
        }
        hotspots
    }

    /// Per goal the squares that reach it, with the present walls.
    fn reachable(&mut self, field: &Field) -> Vec<Bits> {
        self.lone.set_walls(field.map(), field.next(), &self.walls);
        let n = field.n_squares();
        let mut sets = Vec::new();
        for goal in field.goals().numbers() {
            let distance = self.lone.search(field.next(), &[goal], Way::Pull);
            sets.push(Bits::from_squares(
                n,
                (0..n as u16).filter(|&p| distance[p as usize] != FAR),
            ));
        }
        sets
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
        let n = field.n_squares();
        let mut row = Bits::new(n);
        if self.off || field.is_dead(q) || field.goals().contains(q) {
            return row;
        }
        self.walls[q as usize] = 1;
        let with_wall = self.reachable(field);
        self.walls[q as usize] = 0;
        for p in 0..n as u16 {
            if p == q || field.is_dead(p) || field.goals().contains(p) {
                continue;
            }
            if self
                .sources
                .iter()
                .zip(&with_wall)
                .any(|(all, left)| all.contains(p) && !left.contains(p))
            {
                row.insert(p);
            }
        }
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
