//! What small groups of boxes cost when each goal has a price: extras of pairs, triples and fours anywhere
//! on the board.
//!
//! ```text
//! matching = the most, over all prices, of  prices of the goals + sum over boxes of (cheapest way - price)
//! here     = for fixed prices               prices of the goals + sum over groups of (cheapest ways - prices)
//! ```
//!
//! A group may go to any goals, as in [`pairs`](super::pairs), but it is paid their prices for that: a detour
//! by way of goals that other boxes need more is worth nothing. For each size, one search backwards from all sets
//! of goals gives the pushes of every group, less the prices of the goals where it ends. The extra of a group is
//! by how much that exceeds the same for each of its boxes alone.
//!
//! Why it is admissible, whatever the prices: a solution brings each box to a goal of its own. The pushes of a
//! group are at least what its boxes take alone on the board to the goals where they end, and over all groups
//! the prices of these goals sum up to those of all goals, because there are as many boxes as goals. A group that
//! cannot be brought home alone is lost.
//!
//! The prices are those that prove the cost of the matching at the start, and of these a mean of the extreme ones:
//! then a goal that no cheapest assignment gives to a box costs that box more, as far as whole numbers allow.
//! While a search stays near the cost of the start, so do the prices.
//!
//! Source: ours; dual variables of an assignment (Kuhn 1955) as the prices of a Lagrangian relaxation, pattern
//! databases of Culberson and Schaeffer (1998). Cost: up to two seconds for the tables, then a microsecond or
//! two per state.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::extras::{Extras, LOST, MOST_MEMBERS, Members};
use super::zones::Zones;
use crate::analysis::{Analysis, Distances, FAR};
use crate::heuristic::Matching;
use crate::kernel::{Bits, Map};

/// The most bytes for all tables together.
const MOST_BYTES: usize = 96 << 20;

/// Stands for no way at all.
const NEVER: i32 = i32::MAX / 4;

/// Extras under one choice of prices.
#[derive(Clone, Debug)]
pub(super) struct Priced {
    pub(super) extras: Extras,
    /// For each numbered square and side of the player, the cheapest way to a goal less its price.
    ways: Vec<i32>,
    /// The prices of all goals.
    sum: i32,
}

impl Priced {
    /// The tables for the prices of the start and groups of up to four boxes, or fewer if memory is short; `None`
    /// if there are not as many boxes as goals, or too many squares.
    pub(super) fn new(analysis: &Analysis, budget: &mut Budget) -> Result<Option<Priced>, Stop> {
        match prices(analysis) {
            Some(prices) => Priced::with_prices(analysis, &prices, MOST_MEMBERS, budget),
            None => Ok(None),
        }
    }

    /// The same for any prices of the goals, in ascending order of their squares, and groups of up to this many.
    pub(super) fn with_prices(
        analysis: &Analysis,
        prices: &[i32],
        largest: usize,
        budget: &mut Budget,
    ) -> Result<Option<Priced>, Stop> {
        let map = &analysis.map;
        let live = analysis.live.iter().collect();
        let Some(extras) = Extras::new(map.n_squares(), live) else { return Ok(None) };
        let mut ways = vec![NEVER; extras.squares.len() * 4];
        for (number, &square) in extras.squares.iter().enumerate() {
            for side in 0..4 {
                let row = analysis.to_goals.row(square, side).iter().zip(prices);
                let row = row.filter(|(way, _)| **way != FAR);
                let least = row.map(|(&way, price)| i32::from(way) - price).min();
                ways[number * 4 + side] = least.unwrap_or(NEVER);
            }
        }
        let mut priced = Priced { extras, ways, sum: prices.iter().sum() };
        let most = MOST_BYTES.min(analysis.memory.left() as usize / 8);
        for size in 2..=largest.min(analysis.start.n_boxes()) {
            if !priced.extras.add_table(most.saturating_sub(priced.extras.bytes())) {
                break;
            }
            Search::new(analysis, &mut priced).run(prices, size, budget)?;
        }
        priced.extras.seal(budget)?;
        Ok(Some(priced))
    }

    /// The cheapest way of the box on a numbered square to a goal less its price.
    #[inline]
    fn way(&self, analysis: &Analysis, number: u8, player: Square) -> i32 {
        let square = self.extras.squares[number as usize];
        self.ways[number as usize * 4 + analysis.side(square, player)]
    }

    /// What the boxes cost one by one under these prices; `None` if some box is lost.
    pub(super) fn lone(&self, analysis: &Analysis, numbers: &[u8], player: Square) -> Option<i32> {
        let mut sum = self.sum;
        for &number in numbers {
            sum += Some(self.way(analysis, number, player)).filter(|&way| way != NEVER)?;
        }
        Some(sum)
    }
}

/// Prices of the goals that prove the cost of the matching at the start. All choices of prices that do form a
/// convex set; this is the mean of as many extreme ones as there are goals, rounded down. The conditions are
/// differences of two prices and whole numbers, so rounding keeps them.
pub(super) fn prices(analysis: &Analysis) -> Option<Vec<i32>> {
    let Analysis { start, to_goals, .. } = analysis;
    let n = to_goals.n_columns();
    if n != start.n_boxes() || !Matching::fits(n, to_goals.longest()) {
        return None;
    }
    let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
    let matching = Matching::new(to_goals, &boxes);
    matching.cost(to_goals)?;
    let over = differences(to_goals, &matching);
    let extreme: Vec<_> = over.chunks(n).filter(|row| row.iter().all(|&it| it < NEVER)).collect();
    if extreme.is_empty() {
        return Some(matching.prices().to_vec());
    }
    let count = extreme.len() as i32;
    let mean = |column: usize| extreme.iter().map(|row| row[column]).sum::<i32>();
    Some((0..n).map(|column| (mean(column) + count / 2).div_euclid(count)).collect())
}

/// By how much the price of a goal (column) may at most exceed that of another one (row) if the prices are to
/// prove the cost of the matching: the shortest ways, each step of which gives the box of one goal another.
fn differences(to_goals: &Distances, matching: &Matching) -> Vec<i32> {
    let n = to_goals.n_columns();
    let mut over = vec![NEVER; n * n];
    for row in 0..n {
        let (square, side) = matching.at(row);
        let (ways, own) = (to_goals.row(square, side as usize), matching.column(row));
        for (column, &way) in ways.iter().enumerate().filter(|(_, way)| **way != FAR) {
            over[own * n + column] = i32::from(way) - i32::from(ways[own]);
        }
    }
    for via in 0..n {
        for from in 0..n {
            for to in 0..n {
                let (first, second) = (over[from * n + via], over[via * n + to]);
                if first < NEVER && second < NEVER {
                    over[from * n + to] = over[from * n + to].min(first + second);
                }
            }
        }
    }
    over
}

/// A group and the zone of the player.
struct Place {
    members: Members,
    zone: Bits,
}

/// The search backwards for all groups of one size.
struct Search<'a> {
    analysis: &'a Analysis,
    priced: &'a mut Priced,
    zones: Zones<'a>,
    /// What was met at the next higher cost.
    later: Vec<Place>,
}

impl<'a> Search<'a> {
    fn new(analysis: &'a Analysis, priced: &'a mut Priced) -> Search<'a> {
        let map: &'a Map = &analysis.map;
        Search { analysis, priced, zones: Zones::new(map), later: Vec::new() }
    }

    fn run(&mut self, prices: &[i32], size: usize, budget: &mut Budget) -> Result<(), Stop> {
        let mut ends = self.ends(prices, size);
        ends.sort_by_key(|&(cost, members)| (std::cmp::Reverse(cost), members.at));
        let mut cost = ends.last().map_or(0, |&(cost, _)| cost);
        loop {
            let mut now = std::mem::take(&mut self.later);
            while let Some((_, members)) = ends.pop_if(|&mut (least, _)| least == cost) {
                budget.poll()?;
                self.begin(members, cost, &mut now);
            }
            for place in now {
                budget.poll()?;
                self.expand(&place, cost + 1);
            }
            cost += 1;
            if self.later.is_empty() {
                match ends.last() {
                    Some(&(next, _)) => cost = next,
                    None => return Ok(()),
                }
            }
        }
    }

    /// All sets of goals of a size, with what is left to pay there.
    fn ends(&self, prices: &[i32], size: usize) -> Vec<(i32, Members)> {
        let goals = self.analysis.map.goals().iter().zip(prices);
        let number = |goal: Square| self.priced.extras.number(goal);
        let goals: Vec<_> = goals.filter_map(|(at, price)| Some((number(at)?, *price))).collect();
        let mut sets = vec![(0, Members::EMPTY, 0)];
        for _ in 0..size {
            let mut larger = Vec::new();
            for &(cost, members, from) in &sets {
                for (i, &(number, price)) in goals.iter().enumerate().skip(from) {
                    larger.push((cost - price, members.with(number), i + 1));
                }
            }
            sets = larger;
        }
        sets.into_iter().map(|(cost, members, _)| (cost, members)).collect()
    }

    /// Begins with boxes on goals, and the player anywhere.
    fn begin(&mut self, members: Members, cost: i32, now: &mut Vec<Place>) {
        let map = &self.analysis.map;
        self.occupy(members);
        for player in map.squares() {
            if !self.zones.occupied.contains(player)
                && self.priced.extras.extra(members.as_slice(), player) == LOST
            {
                let zone = self.zones.flood(player);
                self.note(members, player, &zone, cost);
                now.push(Place { members, zone });
            }
        }
        self.leave(members);
    }

    /// Notes the cost of a group for the whole zone of the player.
    fn note(&mut self, members: Members, player: Square, zone: &Bits, cost: i32) {
        let group = members.as_slice();
        let ways = group.iter().map(|&number| self.priced.way(self.analysis, number, player));
        let extra = cost - ways.sum::<i32>();
        debug_assert!(extra >= 0, "a group costs no less than its boxes one by one");
        let extra = extra.clamp(0, i32::from(LOST) - 2) as u8;
        let row = self.priced.extras.row_mut(group);
        zone.iter().for_each(|player| row[player.index()] = extra);
    }

    /// Undoes every push that leads to this group with the player in this zone.
    fn expand(&mut self, place: &Place, cost: i32) {
        self.occupy(place.members);
        for (i, &number) in place.members.as_slice().iter().enumerate() {
            let at = self.priced.extras.squares[number as usize];
            for dir in Dir::ALL {
                self.pull(place, i, at, dir, cost);
            }
        }
        self.leave(place.members);
    }

    /// Pulls a box of the group, and notes the cost of what comes of it unless that is known.
    fn pull(&mut self, place: &Place, i: usize, at: Square, dir: Dir, cost: i32) -> Option<()> {
        let map = &self.analysis.map;
        let (to, ends) = (map.next(at, dir), map.next(map.next(at, dir), dir));
        if !place.zone.contains(to) || self.zones.occupied.contains(ends) {
            return None;
        }
        let number = self.priced.extras.number(to)?;
        let members = place.members.without(i).with(number);
        if self.priced.extras.extra(members.as_slice(), ends) != LOST {
            return None;
        }
        let zone = self.zones.after(&place.zone, Some(at), to, ends);
        self.note(members, ends, &zone, cost);
        self.later.push(Place { members, zone });
        Some(())
    }

    fn occupy(&mut self, members: Members) {
        let squares = &self.priced.extras.squares;
        members.as_slice().iter().for_each(|&at| self.zones.occupied.insert(squares[at as usize]));
    }

    fn leave(&mut self, members: Members) {
        let squares = &self.priced.extras.squares;
        members.as_slice().iter().for_each(|&at| self.zones.occupied.remove(squares[at as usize]));
    }
}
