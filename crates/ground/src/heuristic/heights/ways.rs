//! The cheapest ways of a lone box to every goal, at given heights and tolls.
//!
//! A state is the square of the box and the side on which the player is. Between two pushes the
//! player goes from one side to another. That is free, unless the box stands on a narrow square:
//! then the steps of the cheapest way round it, which does not lead over the box, pay the tolls of
//! this square. Dijkstra's algorithm, backwards from each goal.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use sokoban::{Dir, Square};

use super::Field;
use super::ground::Ground;
use crate::analysis::{Analysis, Distances, FAR};
use crate::kernel::Map;

/// "Cannot get there."
const NEVER: u64 = u64::MAX;

/// A unit in sums of prices and tolls, to which steps and pushes are added as ones: of ways that cost
/// the same the shortest is taken, and none leads in a circle. No way has a million steps.
const WHOLE: u64 = 1 << 20;

/// Ways round the box on a narrow square.
struct Round {
    /// For each side of the box, from each square: tolls and steps to that side, and the direction
    /// of the first step.
    to: [Vec<(u64, Dir)>; 4],
}

impl Round {
    fn new(map: &Map, square: Square, number: usize, ground: &Ground) -> Round {
        let to = |side: Dir| {
            let mut ways = vec![(NEVER, side); map.n_squares()];
            let goal = map.next(square, side);
            let mut heap = BinaryHeap::new();
            if !map.is_wall(goal) {
                ways[goal.index()].0 = 0;
                heap.push(Reverse((0, goal)));
            }
            while let Some(Reverse((cost, at))) = heap.pop() {
                if cost > ways[at.index()].0 {
                    continue;
                }
                for back in Dir::ALL {
                    let from = map.next(at, back);
                    if map.is_wall(from) || from == square {
                        continue;
                    }
                    let dir = back.opposite();
                    let toll = ground.toll(from, dir, number) as u64;
                    let total = cost + toll * WHOLE + 1;
                    if total < ways[from.index()].0 {
                        ways[from.index()] = (total, dir);
                        heap.push(Reverse((total, from)));
                    }
                }
            }
            ways
        };
        Round { to: Dir::ALL.map(to) }
    }

    /// The tolls from a square to a side of the box; `None` if nobody gets there.
    #[inline]
    fn tolls(&self, from: Square, side: Dir) -> Option<u64> {
        let (cost, _) = self.to[side.index()][from.index()];
        (cost != NEVER).then_some(cost)
    }
}

/// Rows of prices, those of a square that are the same taken together.
struct Table {
    row_of: Vec<u16>,
    squares: Vec<Square>,
    prices: Vec<u16>,
}

impl Table {
    fn add(
        &mut self,
        place: usize,
        square: Square,
        prices: Vec<u16>,
        known: &mut BTreeMap<Vec<u16>, u16>,
    ) -> Option<()> {
        let next = u16::try_from(self.squares.len()).ok()?;
        self.row_of[place] = *known.entry(prices).or_insert_with_key(|prices| {
            self.squares.push(square);
            self.prices.extend(prices);
            next
        });
        Some(())
    }
}

/// A price in a table. One that is too high for it may be any lower one.
fn entry(price: u64) -> u16 {
    if price == NEVER { FAR } else { (price / WHOLE).min(u64::from(FAR) - 1) as u16 }
}

/// The ways at one set of heights and tolls.
pub(super) struct Ways<'a> {
    analysis: &'a Analysis,
    map: &'a Map,
    field: &'a Field,
    rounds: Vec<Round>,
    goals: Vec<Square>,
    /// For each goal, at `square * 4 + side`: the least price with the player on that side, the
    /// price if he pushes from there, and the side from which to push.
    least: Vec<Vec<u64>>,
    pushing: Vec<Vec<u64>>,
    best: Vec<Vec<Dir>>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(analysis: &'a Analysis, field: &'a Field, ground: &Ground) -> Ways<'a> {
        let map = &analysis.map;
        let narrow = field.narrow.iter().enumerate();
        let round = |(number, &square)| Round::new(map, square, number, ground);
        let rounds = narrow.map(round).collect();
        let goals: Vec<Square> = map.goals().iter().collect();
        let entries = vec![vec![NEVER; map.n_squares() * 4]; goals.len()];
        let best = vec![vec![Dir::Up; map.n_squares() * 4]; goals.len()];
        let mut ways = Ways {
            analysis,
            map,
            field,
            rounds,
            goals,
            least: entries.clone(),
            pushing: entries,
            best,
        };
        for column in 0..ways.goals.len() {
            ways.search(column, ground);
        }
        ways
    }

    /// What it costs the player to get from one side of a box to another.
    fn turn(&self, square: Square, from: Dir, to: Dir) -> Option<u64> {
        let zones = self.field.lone_box.sides(square);
        if zones[from.index()] != zones[to.index()] {
            return None;
        }
        match self.field.number(square) {
            Some(number) => self.rounds[number].tolls(self.map.next(square, from), to),
            None => Some(0),
        }
    }

    fn search(&mut self, column: usize, ground: &Ground) {
        let (map, goal) = (self.map, self.goals[column]);
        let mut heap = BinaryHeap::new();
        for side in Dir::ALL {
            if !map.is_wall(map.next(goal, side)) {
                self.least[column][goal.index() * 4 + side.index()] = 0;
                heap.push(Reverse((0, goal, side)));
            }
        }
        while let Some(Reverse((cost, square, side))) = heap.pop() {
            if cost > self.least[column][square.index() * 4 + side.index()] {
                continue;
            }
            // The box came from there, pushed by a player who stood on the same side of it.
            let from = map.next(square, side);
            let behind = map.next(from, side);
            if map.is_wall(behind) {
                continue;
            }
            let price = ground.price(map, behind, side.opposite()) as u64;
            let pushed = cost + price * WHOLE + 1;
            self.pushing[column][from.index() * 4 + side.index()] = pushed;
            for stood in Dir::ALL {
                let zone = self.field.lone_box.sides(from)[stood.index()];
                let turn = if map.is_wall(zone) { None } else { self.turn(from, stood, side) };
                let at = from.index() * 4 + stood.index();
                if let Some(total) = turn.map(|turn| turn + pushed)
                    && total < self.least[column][at]
                {
                    self.least[column][at] = total;
                    self.best[column][at] = side;
                    heap.push(Reverse((total, from, stood)));
                }
            }
        }
    }

    /// The price of a cheapest way to a goal with the box on a square and the player on another.
    fn from(&self, column: usize, square: Square, player: Square) -> (u64, Dir) {
        let number = self.field.number(square).expect("a narrow square");
        if square == self.goals[column] {
            return (0, Dir::Up);
        }
        let total = |side: Dir| {
            let pushing = self.pushing[column][square.index() * 4 + side.index()];
            let tolls = self.rounds[number].tolls(player, side).filter(|_| pushing != NEVER);
            tolls.map_or((NEVER, side), |tolls| (tolls + pushing, side))
        };
        Dir::ALL.into_iter().map(total).min().expect("four sides")
    }

    /// The prices of a box on a square with the player on another, one for each goal.
    pub(super) fn row(&self, square: Square, player: Square) -> Vec<u16> {
        let price = |column| match self.field.number(square) {
            Some(_) => self.from(column, square, player).0,
            None => {
                let side = self.analysis.side(square, player);
                self.least[column][square.index() * 4 + side]
            }
        };
        (0..self.goals.len()).map(|column| entry(price(column))).collect()
    }

    /// All prices, the row of each [place](Field::place), and the square of each row. `None` if there
    /// are too many.
    pub(super) fn table(&self) -> Option<(Distances, Vec<u16>, Vec<Square>)> {
        let map = self.map;
        let mut table = Table {
            row_of: vec![0; self.field.n_places()],
            squares: vec![map.wall()],
            prices: vec![FAR; self.goals.len()],
        };
        for square in map.squares() {
            let mut known = BTreeMap::new();
            for side in Dir::ALL {
                let prices = self.least.iter().map(|it| it[square.index() * 4 + side.index()]);
                let place = square.index() * 4 + side.index();
                table.add(place, square, prices.map(entry).collect(), &mut known)?;
            }
            let Some(number) = self.field.number(square) else { continue };
            for player in map.squares().filter(|&player| player != square) {
                let place = self.field.narrow_place(number, player);
                table.add(place, square, self.row(square, player), &mut known)?;
            }
        }
        let rows = (0..table.squares.len() as u32).flat_map(|row| [row; 4]).collect();
        let prices = Distances::of_rows(self.goals.len(), rows, table.prices);
        Some((prices, table.row_of, table.squares))
    }

    /// Goes a cheapest way of a box to a goal: calls `step` for every step round a box on a narrow
    /// square, with the number of that square, and `push` for every push, both with the square the
    /// player leaves and the direction.
    pub(super) fn go(
        &self,
        column: usize,
        square: Square,
        player: Square,
        mut step: impl FnMut(usize, Square, Dir),
        mut push: impl FnMut(Square, Dir),
    ) {
        let map = self.map;
        let (mut at, mut player) = (square, player);
        let mut first = true;
        while at != self.goals[column] {
            let number = self.field.number(at);
            let side = match number {
                Some(_) => self.from(column, at, player).1,
                None if first => {
                    // The player is on some side; all in the same zone are as good.
                    let side = self.analysis.side(at, player);
                    self.best[column][at.index() * 4 + side]
                }
                None => {
                    let is_there = |side: &Dir| map.next(at, *side) == player;
                    let side = Dir::ALL.into_iter().find(is_there).expect("beside the box");
                    self.best[column][at.index() * 4 + side.index()]
                }
            };
            if let Some(number) = number {
                let goal = map.next(at, side);
                while player != goal {
                    let (_, dir) = self.rounds[number].to[side.index()][player.index()];
                    step(number, player, dir);
                    player = map.next(player, dir);
                }
            }
            let dir = side.opposite();
            push(map.next(at, side), dir);
            (at, player) = (map.next(at, dir), at);
            first = false;
        }
    }
}
