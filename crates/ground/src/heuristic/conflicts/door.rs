//! The board cut at one square: what pairs of boxes cost to get there, and a matching behind it.
//!
//! ```text
//! ##############    The last square of the corridor is the door: every box outside has to cross it.
//! #  $ #     ..#    Up to it the boxes are counted in pairs, each pair as if it were alone on the
//! # $    ##  ..#    board. Behind it every box is counted to a goal of its own, by the cheapest
//! #    #     ..#    assignment; a box outside is taken to stand on the door.
//! ##############
//! ```
//!
//! The pairs are chosen so that their extras, what they cost beyond two lone boxes, sum up to the
//! most: a maximum-weight matching among the boxes outside.
//!
//! Why it is admissible: a push belongs to one box, and is made before the box first reaches the
//! door or after. Those before are counted by the table of its pair, in which a box that gets to the
//! door is taken off; those after by the assignment. Consistent: for every choice of pairs and every
//! assignment a push changes one entry by at most one, and so does the best choice of either.
//! For that, a box behind the door that may leave is no farther from a goal than the way back to
//! the door and on from there, whichever way it comes in. A pair that cannot be brought to
//! the door is lost.
//!
//! Where no square cuts the board, all that is left is the assignment.
//!
//! Source: Pereira, Ritt and Buriol (2013), instance-dependent pattern databases, as far as others
//! quote it; the paper was not read. Cost: a second at most for the tables; the choice of pairs is a
//! search with bounds in each connected part of the graph of extras, microseconds on the levels
//! measured, exponential in the worst case.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::extras::{Extras, LOST, ones};
use super::gate::Gate;
use super::maze::Maze;
use super::pairs;
use crate::analysis::{Analysis, Distances, FAR, LoneBox};
use crate::heuristic::Matching;

/// More boxes than this are not paired.
const MOST_BOXES: usize = 64;

/// The bound on a board.
pub struct PairsDoor<'a> {
    analysis: &'a Analysis,
    cut: Option<Cut>,
    /// The distances of the assignment: from the door for boxes outside.
    distances: Distances,
    /// Absent where a matching would take too long; then each box goes to its nearest goal.
    matching: Option<Matching>,
    boxes: Vec<(Square, u8)>,
    pairs: Pairs,
    /// Extras of pairs behind the door, or anywhere where there is none.
    inside: Option<Extras>,
}

/// The board cut in two.
struct Cut {
    gate: Gate,
    maze: Maze,
}

impl<'a> PairsDoor<'a> {
    /// Computes the tables.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(analysis: &'a Analysis, budget: &mut Budget) -> Result<PairsDoor<'a>, Stop> {
        let gate = Gate::door(analysis, budget)?;
        PairsDoor::with_gate(analysis, gate, budget)
    }

    /// The same as if no square cut the board.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn uncut(analysis: &'a Analysis, budget: &mut Budget) -> Result<PairsDoor<'a>, Stop> {
        PairsDoor::with_gate(analysis, None, budget)
    }

    fn with_gate(
        analysis: &'a Analysis,
        gate: Option<Gate>,
        budget: &mut Budget,
    ) -> Result<PairsDoor<'a>, Stop> {
        let mut cut = None;
        if let Some(gate) = gate {
            let largest = if analysis.start.n_boxes() > MOST_BOXES { 1 } else { 2 };
            cut = Maze::new(analysis, &gate, largest, budget)?.map(|maze| Cut { gate, maze });
        }
        let distances = match &cut {
            Some(cut) => cut_distances(analysis, &cut.gate, budget)?,
            None => analysis.to_goals.clone(),
        };
        let start = &analysis.start;
        let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
        let fits = distances.n_columns() == boxes.len()
            && Matching::fits(boxes.len(), distances.longest());
        let matching = fits.then(|| Matching::new(&distances, &boxes));
        Ok(PairsDoor {
            analysis,
            cut,
            distances,
            matching,
            boxes,
            pairs: Pairs::default(),
            inside: None,
        })
    }

    /// The same with the extras of pairs behind the door as well, or anywhere on a board that is not
    /// cut: more, but no longer consistent.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn with_pairs_inside(self, budget: &mut Budget) -> Result<PairsDoor<'a>, Stop> {
        let inside = pairs::table(self.analysis, budget)?;
        Ok(PairsDoor { inside, ..self })
    }

    /// Whether the board is cut.
    pub fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// A lower bound on the pushes left, for boxes in ascending order and the player anywhere in his
    /// zone; `None` if the position is lost.
    pub fn estimate(&mut self, boxes: &[Square], player: Square) -> Option<u32> {
        debug_assert!(boxes.is_sorted());
        let outside = match &self.cut {
            Some(cut) => self.pairs.pushes(cut, boxes, player)?,
            None => 0,
        };
        let mut extra = 0;
        if let Some(extras) = &self.inside {
            let inside = boxes.iter().filter(|&&square| {
                self.cut.as_ref().is_none_or(|cut| cut.gate.room.contains(square))
            });
            self.pairs.numbers.clear();
            for &square in inside {
                self.pairs.numbers.push(extras.number(square)?);
            }
            extra = self.pairs.extra(extras, player)?;
        }
        self.boxes.clear();
        self.boxes.extend(self.analysis.sides(boxes, player));
        let inside = match &mut self.matching {
            Some(matching) => {
                matching.become_of(&self.distances, &self.boxes);
                matching.cost(&self.distances)?
            }
            None => self.boxes.iter().try_fold(0, |sum, &(square, side)| {
                let nearest = self.distances.row(square, side as usize).iter().min();
                let nearest = nearest.copied().filter(|&distance| distance != FAR);
                nearest.map(|distance| sum + u32::from(distance))
            })?,
        };
        Some(outside + inside + extra)
    }
}

/// The distances to each goal that are counted behind a gate.
fn cut_distances(analysis: &Analysis, gate: &Gate, budget: &mut Budget) -> Result<Distances, Stop> {
    let (map, to_goals) = (&analysis.map, &analysis.to_goals);
    let lone_box = LoneBox::new(map, &map.occupied([]));
    let mut doors: Vec<Square> = gate.ways.iter().map(|&(square, _)| square).collect();
    doors.dedup();
    let mut memory = analysis.memory;
    let to_doors = Distances::to(map, &lone_box, &doors, &mut memory, budget)?;
    let n_columns = to_goals.n_columns();
    let from_door = (0..n_columns).map(|goal| {
        let from = |&(way, dir): &(Square, Dir)| to_goals.row(way, dir.index())[goal];
        gate.ways.iter().map(from).min().unwrap_or(FAR)
    });
    let from_door: Vec<u16> = from_door.collect();
    // Row 0 is that of squares that are none, and of sides without a way to any goal.
    let most_rows = map.n_squares() * 4 + 1;
    memory.take((most_rows * n_columns.max(1) * size_of::<u16>()) as u64)?;
    let mut table = vec![FAR; n_columns];
    let mut rows = vec![0; (map.n_squares() + 1) * 4];
    let mut n_rows = 1;
    for square in map.squares() {
        budget.poll()?;
        for side in 0..4 {
            let to_goals = to_goals.row(square, side);
            if to_goals.iter().all(|&way| way == FAR) {
                continue;
            }
            let back = to_doors.row(square, side).iter().copied().min().unwrap_or(FAR);
            table.extend(to_goals.iter().zip(&from_door).map(|(&way, &from_door)| {
                match gate.room.contains(square) {
                    // What is lost by itself stays lost, or a push could find a way out of that.
                    _ if way == FAR => FAR,
                    true => way.min(back.saturating_add(from_door)),
                    false => from_door,
                }
            }));
            rows[square.index() * 4 + side] = n_rows;
            n_rows += 1;
        }
    }
    Ok(Distances::of_rows(n_columns, rows, table))
}

/// The choice of pairs among the boxes outside.
#[derive(Default)]
struct Pairs {
    numbers: Vec<u8>,
    /// What each box adds to each other one, row by row.
    extra: Vec<u8>,
    /// The boxes with which each box has an extra.
    others: Vec<u64>,
    /// The most that each box can have with another one.
    most: Vec<u8>,
    /// Whether all extras are even, so that a sum is, too.
    even: bool,
}

impl Pairs {
    /// The pushes of the boxes outside to the door; `None` if two of them are lost.
    fn pushes(&mut self, cut: &Cut, boxes: &[Square], player: Square) -> Option<u32> {
        let Cut { gate, maze } = cut;
        self.numbers.clear();
        let mut lone = 0;
        for &square in boxes.iter().filter(|&&square| !gate.room.contains(square)) {
            let number = maze.extras.number(square)?;
            let pushes = maze.lone(number, player);
            if pushes == FAR {
                return None;
            }
            lone += u32::from(pushes);
            self.numbers.push(number);
        }
        Some(lone + self.extra(&maze.extras, player)?)
    }

    /// The most that disjoint pairs of the boxes with these numbers have beyond lone boxes; `None`
    /// if a pair is lost.
    fn extra(&mut self, extras: &Extras, player: Square) -> Option<u32> {
        if extras.largest() < 2 {
            return Some(0);
        }
        self.weigh(extras, player)?;
        let mut sum = 0;
        let mut left = (0..self.numbers.len()).filter(|&i| self.others[i] != 0);
        let mut left = left.by_ref().fold(0, |all: u64, i| all | 1 << i);
        while left != 0 {
            let part = self.part(left.trailing_zeros() as usize);
            left &= !part;
            sum += self.best(part, 0, 0);
        }
        Some(sum)
    }

    /// Looks up all extras; `None` if a pair is lost.
    fn weigh(&mut self, extras: &Extras, player: Square) -> Option<()> {
        let n = self.numbers.len();
        self.extra.clear();
        self.extra.resize(n * n, 0);
        self.others.clear();
        self.others.resize(n, 0);
        self.most.clear();
        self.most.resize(n, 0);
        self.even = true;
        for j in 1..n {
            for i in 0..j {
                let extra = extras.extra(&[self.numbers[i], self.numbers[j]], player);
                if extra == LOST {
                    return None;
                }
                if extra > 0 {
                    self.even &= extra.is_multiple_of(2);
                    for (i, j) in [(i, j), (j, i)] {
                        self.extra[i * n + j] = extra;
                        self.others[i] |= 1 << j;
                        self.most[i] = self.most[i].max(extra);
                    }
                }
            }
        }
        Some(())
    }

    /// The boxes that extras connect with one.
    fn part(&self, first: usize) -> u64 {
        let (mut part, mut new) = (1 << first, 1_u64 << first);
        while new != 0 {
            let near = ones(new).fold(0, |near, i| near | self.others[i]);
            new = near & !part;
            part |= near;
        }
        part
    }

    /// The greatest sum of disjoint pairs of these boxes plus `sum`, or `best` if that is more.
    fn best(&self, free: u64, sum: u32, best: u32) -> u32 {
        let mut best = best.max(sum);
        let in_reach = |i: &usize| self.others[*i] & free != 0;
        let most: u32 = ones(free).filter(in_reach).map(|i| u32::from(self.most[i])).sum();
        let most = if self.even { most / 4 * 2 } else { most / 2 };
        let Some(i) = ones(free).find(in_reach).filter(|_| sum + most > best) else {
            return best;
        };
        let n = self.numbers.len();
        let rest = free & !(1 << i);
        for j in ones(self.others[i] & rest) {
            best = self.best(rest & !(1 << j), sum + u32::from(self.extra[i * n + j]), best);
        }
        self.best(rest, sum, best)
    }
}
