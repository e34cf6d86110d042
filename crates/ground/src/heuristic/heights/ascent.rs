//! Heights and tolls that make the bound of one position as large as possible.
//!
//! The bound is a concave function of heights and tolls: the least of many sums, one for each way to
//! do all pushes. At given heights and tolls the cheapest of these ways says how the bound changes
//! with each: a push that begins on a square counts for its height, a push that ends there against
//! it; a step round a box counts for its toll, a push over the same edge against it. Each iteration
//! takes a step in that direction and then projects back, so that no step of the player climbs and
//! pays more than one move. This is the subgradient method (Polyak 1969): the step length is the
//! gain still hoped for, divided by the squared norm of the slope; when there is no progress, the
//! hoped-for gain is halved.
//!
//! The result is sound in any case ([`super::ground`]). All arithmetic is on integers, so it is the
//! same on every machine.
//!
//! Cost: an iteration is a search for each goal, four for each narrow square and one matching.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::ground::{self, Ground};
use super::ways::Ways;
use super::{Field, UNIT};
use crate::analysis::{Analysis, Distances};
use crate::heuristic::Matching;
use crate::kernel::{Map, Position};

/// Numbers on the way are whole numbers of this fraction of a unit.
const FINE: i32 = 64;

/// One move in fine numbers.
const ONE: i32 = UNIT * FINE;

/// Iterations without progress before the hoped-for gain is halved; three times as many with tolls everywhere.
const PATIENCE: usize = 25;

/// Iterations for each of these.
const ITERATIONS: usize = 40;

/// What is hoped for at first: one part in this many of the bound.
const FIRST_PART: i32 = 8;

/// The work on one position.
pub(super) struct Ascent<'a> {
    field: &'a Field,
    analysis: &'a Analysis,
    position: &'a Position,
    /// How the bound changes with each height and each toll.
    slope: Rough,
    /// Pushes over each edge on the cheapest ways.
    pushes: Vec<i32>,
}

/// Heights and tolls in fine numbers, which need not be sound.
#[derive(Clone)]
struct Rough {
    heights: Vec<i32>,
    tolls: Vec<i32>,
}

impl Rough {
    fn flat(map: &Map, field: &Field) -> Rough {
        let (n, narrow) = (map.n_squares(), field.narrow.len());
        Rough { heights: vec![0; n], tolls: vec![0; n * 4 * narrow] }
    }

    fn of(ground: &Ground) -> Rough {
        let fine = |units: &Vec<i32>| units.iter().map(|&units| units * FINE).collect();
        Rough { heights: fine(&ground.heights), tolls: fine(&ground.tolls) }
    }

    fn ground(&self, map: &Map) -> Ground {
        Ground::new(map, FINE, &self.heights, &self.tolls)
    }
}

impl<'a> Ascent<'a> {
    pub(super) fn new(
        field: &'a Field,
        analysis: &'a Analysis,
        position: &'a Position,
    ) -> Ascent<'a> {
        let map = &analysis.map;
        let pushes = vec![0; map.n_squares() * 4];
        Ascent { field, analysis, position, slope: Rough::flat(map, field), pushes }
    }

    /// The best that was found, starting from the given ground or from flat ground; `None` if the
    /// position is lost.
    pub(super) fn climb(
        &mut self,
        from: Option<Ground>,
        budget: &mut Budget,
    ) -> Result<Option<Ground>, Stop> {
        let map = &self.analysis.map;
        let mut rough = from.map_or_else(|| Rough::flat(map, self.field), |it| Rough::of(&it));
        let mut best: Option<(i32, Rough)> = None;
        let (mut hoped, mut without) = (0, 0);
        let patience = PATIENCE * if self.field.everywhere { 3 } else { 1 };
        for _ in 0..ITERATIONS * patience {
            budget.look()?;
            let Some(mut value) = self.value(&rough.ground(map)) else { return Ok(None) };
            match &best {
                Some((most, top)) if value <= *most => {
                    without += 1;
                    if without >= patience {
                        (without, hoped) = (0, hoped / 2);
                        if hoped < UNIT / 8 {
                            break;
                        }
                        rough.clone_from(top);
                        value = self.value(&rough.ground(map)).unwrap_or(*most);
                    }
                }
                _ => {
                    hoped = if best.is_none() { value / FIRST_PART } else { hoped };
                    best = Some((value, rough.clone()));
                    without = 0;
                }
            }
            let most = best.as_ref().map_or(value, |&(most, _)| most);
            if !self.step(&mut rough, most + hoped - value) {
                break;
            }
            self.mend(&mut rough);
        }
        Ok(best.map(|(_, rough)| rough.ground(map)))
    }

    /// Goes in the direction of the slope, as far as would raise the bound by `wanted` if it went on
    /// like that; returns `false` if there is no slope.
    fn step(&mut self, rough: &mut Rough, wanted: i32) -> bool {
        let narrow = self.field.narrow.len();
        let Rough { heights, tolls } = &mut self.slope;
        for ((at, slope), &toll) in tolls.iter_mut().enumerate().zip(&rough.tolls) {
            *slope -= self.pushes[at / narrow];
            if *slope < 0 && toll <= 0 {
                // A toll that is nothing cannot become less.
                *slope = 0;
            }
        }
        let slopes = || heights.iter().chain(&*tolls);
        let square: i64 = slopes().map(|&slope| i64::from(slope).pow(2)).sum();
        if square == 0 {
            return false;
        }
        let wanted = i64::from(wanted) * i64::from(FINE);
        let numbers = rough.heights.iter_mut().chain(&mut rough.tolls);
        for (number, &slope) in numbers.zip(slopes()) {
            *number += (wanted * i64::from(slope) / square) as i32;
        }
        rough.tolls.iter_mut().for_each(|toll| *toll = (*toll).max(0));
        true
    }

    /// The bound on some ground, in units, and its slope.
    fn value(&mut self, ground: &Ground) -> Option<i32> {
        let (map, player) = (&self.analysis.map, self.position.player);
        let ways = Ways::new(self.analysis, self.field, ground);
        let boxes = self.position.boxes();
        let prices: Vec<u16> = boxes.iter().flat_map(|&square| ways.row(square, player)).collect();
        let rows = (0..boxes.len() as u32).flat_map(|row| [row; 4]).collect();
        let prices = Distances::of_rows(boxes.len(), rows, prices);
        let rows: Vec<_> = (0..boxes.len() as u16).map(|row| (Square(row), 0)).collect();
        let matching = Matching::new(&prices, &rows);
        let cost = matching.cost(&prices)?;
        let (end, last) = self.field.end(&ground.heights);
        let (Rough { heights, tolls }, pushes) = (&mut self.slope, &mut self.pushes);
        heights.fill(0);
        tolls.fill(0);
        pushes.fill(0);
        heights[last.index()] += 1;
        heights[player.index()] -= 1;
        let narrow = self.field.narrow.len();
        for (row, &square) in boxes.iter().enumerate() {
            let step = |number, from: Square, dir: Dir| {
                tolls[(from.index() * 4 + dir.index()) * narrow + number] += 1;
            };
            let push = |from: Square, dir: Dir| {
                pushes[from.index() * 4 + dir.index()] += 1;
                heights[from.index()] += 1;
                heights[map.next(from, dir).index()] -= 1;
            };
            ways.go(matching.column(row), square, player, step, push);
        }
        Some(end - ground.heights[player.index()] + cost as i32)
    }

    /// Changes all as little as is easily done so that steps climb and pay not much more than one
    /// move.
    fn mend(&self, rough: &mut Rough) {
        const SWEEPS: usize = 8;
        let (map, narrow) = (&self.analysis.map, self.field.narrow.len());
        for _ in 0..SWEEPS {
            let mut changed = false;
            for (from, dir) in ground::steps(map) {
                let (to, step) = (map.next(from, dir), from.index() * 4 + dir.index());
                if !map.is_wall(to) {
                    let tolls = &mut rough.tolls[step * narrow..][..narrow];
                    changed |= mend_step(&mut rough.heights, tolls, from, to);
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// Takes what is too much for a step off both heights and all tolls alike.
fn mend_step(heights: &mut [i32], tolls: &mut [i32], from: Square, to: Square) -> bool {
    let paid: i32 = tolls.iter().sum();
    let over = heights[to.index()] - heights[from.index()] + paid - ONE;
    if over <= 0 {
        return false;
    }
    let payers = tolls.iter().filter(|&&toll| toll > 0).count();
    let each = over / (2 + payers as i32) + 1;
    heights[to.index()] -= each;
    heights[from.index()] += each;
    tolls.iter_mut().for_each(|toll| *toll = (*toll - each).max(0));
    true
}
