//! A lower bound on moves that counts unavoidable walks: the player must climb back what pushes
//! carry him down, and pays a toll for walking round a box.
//!
//! **Heights.** Give every square a height, any height, as long as neighbours differ by one at most.
//! Whatever the player does, his climbs add up to the height where he ends minus the height where
//! he stands now. A step climbs one at most. So whatever pushes carry him down, he has to walk up:
//!
//! ```text
//! heights  6 5 4 3 2 1 0     Every push to the right carries the player down by one. He is at 6
//!         #########          and ends at 1 or more. Both boxes are pushed five squares: down by
//!         #@$    .#          ten, so he climbs five at least: the way back to the second box,
//!         # $    .#          whichever is the second.
//!         #########
//! ```
//!
//! **Tolls.** While a box stands on a *narrow* square, the way from one side of it to another is long:
//!
//! ```text
//! #####       The box came down and goes on to the right. From above it the player walks eight
//! #   ###     steps to its left side, two of which a board without the box would need.
//! # #@ #      While a box stands there, every step over some chosen edges pays a toll to this
//! #  $ .      square. There is never more than one box on it, so each step pays it once at most,
//! # # ##      whichever box it is, and all that is paid between two pushes of that box counts as
//!             part of its way.
//! ```
//!
//! In numbers: heights `H`, and for each narrow square `n` tolls `T(n, e)` of zero or more for each
//! step `e`, such that no step climbs and pays more than one move: `climb(e) + sum of T(n, e) ≤ 1`.
//! A push over `e` has the *price* `1 - climb(e) - sum of T(n, e)`, which is not negative. Add up
//! all moves of a solution: each step is at least what it climbs and pays, each push exactly what it
//! climbs, pays and is priced at. So
//!
//! > moves ≥ H(end) − H(now) + prices of all pushes + all tolls paid.
//!
//! Prices and tolls belong to boxes. Each push is of one box. A toll to `n` is paid by each move made
//! while a box is on `n`; from the push that brought that box (or from now) to the push that takes
//! it on, the player gets from one side of it to another without stepping on `n`, by walking or by
//! pushing other boxes, and pays at least the tolls of the cheapest such way. So a lone box has a
//! cheapest way to each goal at these prices and tolls ([`ways`]), and the cheapest assignment of
//! boxes to goals bounds the sum, as with pushes that cost one each. `end` is the lowest place from
//! which the last push can have been made. Nothing is counted twice: walks are not given to boxes;
//! each *move* is shared out among the height, one price, and one toll for each narrow square.
//!
//! **Sound** for all heights and tolls that keep that one inequality, and [`ground`] keeps it
//! whatever it is given; so it does not matter how they were found ([`ascent`]), and the greatest of
//! several bounds is a bound. **Consistent**: a move over `e` changes `H(now)` by what it climbs, the
//! way of a box on `n` by `T(n, e)` at most, and that of a pushed box by its price: one in all.
//!
//! With all heights and tolls 0 it is the matching; with the column or the row as the height it is
//! the account of directions of `engine/compact/balance.rs`. The best heights are the dual solution
//! of the cheapest walks that join up the pushes of all boxes into one route (a flow). Our own; prices
//! of that kind are those of assignments and flows (Ford and Fulkerson 1962), to share out the
//! cost of a move is cost partitioning (Katz and Domshlak 2010), but we found no published use for
//! the player's walks.
//!
//! Cost: per child and set of heights what a matching costs with all boxes on narrow squares moved.

mod ascent;
mod ground;
mod potential;
mod ways;

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use self::ascent::Ascent;
use self::ground::Ground;
pub use self::potential::Potential;
use self::ways::Ways;
use super::{After, Matching, StepMatching};
use crate::analysis::{Analysis, Distances, LoneBox};
use crate::kernel::{Map, Position, Steps};

/// What one move counts: heights, tolls and prices are whole numbers of this fraction of it.
const UNIT: i32 = 64;

/// Boards with more squares get no heights: tolls and places grow with the square of their number.
const MOST_SQUARES: usize = 300;

/// A bound on the moves left, from several sets of heights and tolls.
#[derive(Clone, Debug)]
pub struct Heights {
    field: Field,
    sets: Vec<Set>,
    /// The places of the boxes at hand, and what changes in the matching, row by row.
    places: Vec<usize>,
    rows: Vec<(Square, u8)>,
    changes: Vec<(usize, (Square, u8))>,
}

/// To which squares there are tolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tolls {
    None,
    Narrow,
    Everywhere,
}

/// What does not depend on heights.
#[derive(Clone, Debug)]
struct Field {
    lone_box: LoneBox,
    /// Where the player may be after the last push.
    ends: Vec<Square>,
    /// Squares on which a box is in its own way: those with tolls.
    narrow: Vec<Square>,
    /// The number of each narrow square, by square.
    numbers: Vec<Option<u16>>,
    n_squares: usize,
    /// Whether there are tolls to more squares than the narrow ones.
    everywhere: bool,
}

/// One set of heights and tolls.
#[derive(Clone, Debug)]
struct Set {
    ground: Ground,
    /// The height of the lowest end.
    end: i32,
    /// The prices of all ways. Boxes at different places often have the same; a row of prices takes
    /// the place of the square in table and matching.
    prices: Distances,
    /// The row of each place, and the square of each row.
    row_of: Vec<u16>,
    squares: Vec<Square>,
    matching: StepMatching,
    /// The cost of the matching loaded last.
    loaded: u32,
}

impl Heights {
    /// More than six sets, and the work on another one, take on any board.
    pub const MOST_BYTES: u64 = 64 << 20;

    /// No heights yet; `None` on large boards, on those with more boxes than can be matched, or whose
    /// goals nobody can push a box to.
    pub fn new(analysis: &Analysis) -> Option<Heights> {
        Heights::with_tolls(analysis, Tolls::Narrow)
    }

    /// The same with tolls to every square on which a box can be turned, not only to narrow ones: heights that
    /// take longer to make and say more.
    pub fn with_all_tolls(analysis: &Analysis) -> Option<Heights> {
        Heights::with_tolls(analysis, Tolls::Everywhere)
    }

    /// No heights and no tolls: the bound is that of the pushes alone, and there is one in any case.
    pub fn flat(analysis: &Analysis) -> Option<Heights> {
        let mut heights = Heights::with_tolls(analysis, Tolls::None)?;
        heights.add(analysis, &vec![0; analysis.map.n_squares()]);
        Some(heights)
    }

    fn with_tolls(analysis: &Analysis, tolls: Tolls) -> Option<Heights> {
        if analysis.map.n_squares() > MOST_SQUARES {
            return None;
        }
        let n_boxes = analysis.start.n_boxes();
        let field = Field::new(analysis, tolls);
        let fits = analysis.to_goals.n_columns() == n_boxes && Matching::fits(n_boxes, u16::MAX);
        (fits && !field.ends.is_empty()).then(|| Heights {
            field,
            sets: Vec::new(),
            places: Vec::new(),
            rows: Vec::new(),
            changes: Vec::new(),
        })
    }

    /// How many sets of heights there are.
    pub fn n_sets(&self) -> usize {
        self.sets.len()
    }

    /// Looks for heights that suit a position, which must not be lost, and keeps them if they raise
    /// its bound. Returns whether they do.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn suit(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let before = self.load(analysis, position);
        let best = self.sets.iter().max_by_key(|set| set.units(set.loaded, position.player));
        let from = best.map(|set| set.ground.clone());
        let mut ascent = Ascent::new(&self.field, analysis, position);
        let Some(ground) = ascent.climb(from, budget)? else { return Ok(false) };
        self.keep(analysis, ground);
        let after = self.load(analysis, position);
        if after <= before {
            self.sets.pop();
        }
        Ok(after > before)
    }

    /// Adds heights and tolls made from any numbers, where 64 is one move: one per square, then any
    /// number of sets of four per square. For tests.
    pub fn add(&mut self, analysis: &Analysis, wild: &[i32]) {
        let map = &analysis.map;
        let (heights, tolls) = wild.split_at(map.n_squares());
        let n_tolls = map.n_squares() * 4 * self.field.narrow.len();
        let tolls: Vec<i32> = tolls.iter().copied().cycle().take(n_tolls).collect();
        self.keep(analysis, Ground::new(map, 1, heights, &tolls));
    }

    fn keep(&mut self, analysis: &Analysis, ground: Ground) {
        let start = &analysis.start;
        let Some((prices, row_of, squares)) = Ways::new(analysis, &self.field, &ground).table()
        else {
            return;
        };
        let place = |&square: &Square| self.field.place(analysis, square, start.player);
        let row = |square: &Square| (Square(row_of[place(square)]), 0);
        let rows: Vec<_> = start.boxes().iter().map(row).collect();
        self.sets.push(Set {
            end: self.field.end(&ground.heights).0,
            matching: StepMatching::new(&prices, &rows),
            ground,
            prices,
            row_of,
            squares,
            loaded: 0,
        });
    }

    /// The bound of a position; `None` if it is lost.
    pub fn load(&mut self, analysis: &Analysis, position: &Position) -> Option<u32> {
        let place = |&square: &Square| self.field.place(analysis, square, position.player);
        self.places.clear();
        self.places.extend(position.boxes().iter().map(place));
        let mut most = 0;
        for set in &mut self.sets {
            self.rows.clear();
            self.rows.extend(self.places.iter().map(|&place| (Square(set.row_of[place]), 0)));
            set.loaded = set.matching.load(&set.prices, &self.rows)?;
            most = most.max(set.bound(set.loaded, position.player));
        }
        // Nobody need end anywhere else when all is done.
        Some(if position.is_solved(&analysis.map) { 0 } else { most })
    }

    /// The bound after a push of a box of the loaded position, as exactly as it must be known to
    /// tell whether it is more than `most`. The loaded position must not be lost.
    pub fn after_up_to(
        &mut self,
        analysis: &Analysis,
        from: Square,
        to: Square,
        most: u32,
    ) -> After {
        let Heights { field, sets, changes, .. } = self;
        let mut highest = 0;
        for set in sets {
            // The box that is pushed is elsewhere, and so is the player for boxes on narrow squares.
            changes.clear();
            for (row, &(old, _)) in set.matching.loaded_boxes().iter().enumerate() {
                let square = set.squares[old.index()];
                let place = match field.number(square) {
                    _ if square == from => field.place(analysis, to, from),
                    Some(number) => field.narrow_place(number, from),
                    None => continue,
                };
                let new = Square(set.row_of[place]);
                if new != old {
                    changes.push((row, (new, 0)));
                }
            }
            let least = set.matching.at_least_after_all(&set.prices, changes, set.loaded);
            let least = least.map_or(0, |least| set.bound(least, from));
            if least > most {
                return After::More(least);
            }
            let Some(cost) = set.matching.after_all(&set.prices, changes) else {
                return After::Lost;
            };
            highest = highest.max(set.bound(cost, from));
        }
        if highest > most { After::More(highest) } else { After::Is(highest) }
    }
}

impl Field {
    fn new(analysis: &Analysis, tolls: Tolls) -> Field {
        let (map, everywhere) = (&analysis.map, tolls == Tolls::Everywhere);
        let narrow = if tolls == Tolls::None { Vec::new() } else { narrow(analysis, everywhere) };
        let mut numbers = vec![None; map.n_squares() + 1];
        for (number, &square) in narrow.iter().enumerate() {
            numbers[square.index()] = Some(number as u16);
        }
        Field {
            lone_box: LoneBox::new(map, &map.occupied([])),
            ends: ends(map),
            narrow,
            numbers,
            n_squares: map.n_squares(),
            everywhere,
        }
    }

    /// The number of a narrow square; `None` for the others.
    #[inline]
    fn number(&self, square: Square) -> Option<usize> {
        self.numbers[square.index()].map(usize::from)
    }

    /// A number for a box on a square with the player on another: what matters is which side of the
    /// box he is on or, on a narrow square, where he is.
    #[inline]
    fn place(&self, analysis: &Analysis, square: Square, player: Square) -> usize {
        match self.number(square) {
            Some(number) => self.narrow_place(number, player),
            None => square.index() * 4 + analysis.side(square, player),
        }
    }

    #[inline]
    fn narrow_place(&self, number: usize, player: Square) -> usize {
        (4 + number) * self.n_squares + player.index()
    }

    /// How many places there are.
    fn n_places(&self) -> usize {
        (4 + self.narrow.len()) * self.n_squares
    }

    /// The height of the lowest end, and that end.
    fn end(&self, heights: &[i32]) -> (i32, Square) {
        let ends = self.ends.iter().map(|&end| (heights[end.index()], end));
        ends.min().expect("there is an end")
    }
}

impl Set {
    /// The least number of moves, in units, if the assignment costs this much.
    #[inline]
    fn units(&self, cost: u32, player: Square) -> i32 {
        self.end - self.ground.heights[player.index()] + cost as i32
    }

    /// The same in whole moves.
    #[inline]
    fn bound(&self, cost: u32, player: Square) -> u32 {
        (self.units(cost, player).max(0) as u32).div_ceil(UNIT as u32)
    }
}

/// The squares where the player can be after the last push: beside a goal, with a square behind
/// from which the push was made.
fn ends(map: &Map) -> Vec<Square> {
    let mut ends = Vec::new();
    for goal in map.goals().iter() {
        for side in Dir::ALL {
            let end = map.next(goal, side);
            if !map.is_wall(map.next(end, side)) {
                ends.push(end);
            }
        }
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Squares where the way from one side of a lone box to another is longer than round a box in the
/// open; `everywhere`: all squares where there is a way to another side.
fn narrow(analysis: &Analysis, everywhere: bool) -> Vec<Square> {
    let map = &analysis.map;
    let mut steps = Steps::new(map);
    let mut is_narrow = |square: Square| {
        let occupied = map.occupied([square]);
        Dir::ALL.into_iter().any(|from| {
            let start = map.next(square, from);
            if map.is_wall(start) {
                return false;
            }
            steps.walk(map, &occupied, start);
            Dir::ALL.into_iter().any(|to| {
                let open = if to == from.opposite() { 4 } else { 2 };
                let end = map.next(square, to);
                !map.is_wall(end)
                    && steps.to(end).is_some_and(|walk| walk > open || everywhere && walk > 0)
            })
        })
    };
    analysis.live.iter().filter(|&square| is_narrow(square)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use sokoban::{Board, State};

    use super::*;
    use oracle::crowded_boards;
    use oracle::{board, random_boards};

    /// Every state that can be reached by single moves, with its moves and the fewest to a solution.
    struct Game {
        states: Vec<State>,
        edges: Vec<Vec<usize>>,
        fewest: Vec<Option<u32>>,
    }

    impl Game {
        fn play(board: &Board, most: usize) -> Option<Game> {
            let mut states = vec![board.start()];
            let key = |state: &State| (state.boxes.clone(), state.player);
            let mut numbers = BTreeMap::from([(key(&states[0]), 0)]);
            let mut edges: Vec<Vec<usize>> = Vec::new();
            while edges.len() < states.len() {
                let mut here = Vec::new();
                for dir in Dir::ALL {
                    let mut next = states[edges.len()].clone();
                    if next.step(board, dir).is_err() {
                        continue;
                    }
                    next.boxes.sort_unstable();
                    here.push(*numbers.entry(key(&next)).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    }));
                }
                edges.push(here);
                if states.len() > most {
                    return None;
                }
            }
            let fewest = fewest(board, &states, &edges);
            Some(Game { states, edges, fewest })
        }
    }

    fn fewest(board: &Board, states: &[State], edges: &[Vec<usize>]) -> Vec<Option<u32>> {
        let mut before = vec![Vec::new(); states.len()];
        for (from, edges) in edges.iter().enumerate() {
            edges.iter().for_each(|&to| before[to].push(from));
        }
        let mut fewest = vec![None; states.len()];
        let solved = (0..states.len()).filter(|&at| board.is_solved(&states[at]));
        let mut queue: Vec<usize> = solved.collect();
        queue.iter().for_each(|&at| fewest[at] = Some(0));
        let mut head = 0;
        while head < queue.len() {
            let at = queue[head];
            head += 1;
            for &from in &before[at] {
                if fewest[from].is_none() {
                    fewest[from] = fewest[at].map(|moves| moves + 1);
                    queue.push(from);
                }
            }
        }
        fewest
    }

    /// Some sets of heights: for the start, for some positions, random ones, and the steepest
    /// possible.
    fn some_heights(analysis: &Analysis, game: &Game, seed: u64) -> Option<Heights> {
        let mut random = search::Random::seeded(seed);
        let everywhere = seed.is_multiple_of(2);
        let mut heights = match everywhere {
            true => Heights::with_all_tolls(analysis)?,
            false => Heights::new(analysis)?,
        };
        let mut budget = Budget::unlimited();
        heights.suit(analysis, &analysis.start, &mut budget).unwrap();
        let state = &game.states[random.below(game.states.len())];
        heights.suit(analysis, &Position::of(&analysis.map, state), &mut budget).unwrap();
        for range in [100, 5000] {
            let n = analysis.map.n_squares() * 9;
            let wild: Vec<i32> =
                (0..n).map(|_| random.below(2 * range) as i32 - range as i32).collect();
            heights.add(analysis, &wild);
        }
        Some(heights)
    }

    /// Over thousands of boards: never more than the fewest moves, never more than one less than
    /// one move earlier, and lost only what is lost.
    fn check(boards: Vec<Board>, seed: u64) -> [usize; 4] {
        let (mut won, mut lost, mut exact, mut walks) = (0, 0, 0, 0);
        for (number, board) in boards.into_iter().enumerate() {
            let Some(game) = Game::play(&board, 3000) else { continue };
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let Some(mut heights) = some_heights(&analysis, &game, seed + number as u64) else {
                continue;
            };
            let mut pushes =
                crate::heuristic::Bound::new(&analysis, crate::technique::TechniqueSet::defaults());
            let mut bounds = Vec::new();
            for (at, state) in game.states.iter().enumerate() {
                let position = Position::of(&analysis.map, state);
                let bound = heights.load(&analysis, &position);
                match (bound, game.fewest[at]) {
                    (Some(bound), Some(fewest)) => {
                        assert!(bound <= fewest, "{bound} for {fewest} {state:?} {board:?}");
                        won += 1;
                        exact += usize::from(bound == fewest);
                        let pushes = pushes.load(&analysis, &position);
                        walks += usize::from(Some(bound) > pushes);
                    }
                    (None, fewest) => {
                        assert_eq!(fewest, None, "called lost: {state:?} {board:?}");
                        lost += 1;
                    }
                    (Some(_), None) => {}
                }
                bounds.push(bound);
            }
            check_potential(&board, &analysis, &game, &mut heights);
            for (at, edges) in game.edges.iter().enumerate() {
                for &to in edges.iter().filter(|&&to| !board.is_solved(&game.states[to])) {
                    let falls = bounds[at].zip(bounds[to]).is_none_or(|(a, b)| a <= b + 1);
                    assert!(falls, "{:?} to {:?} {board:?}", game.states[at], game.states[to]);
                }
            }
        }
        [won, lost, exact, walks]
    }

    /// The potential is the bound at the start, never more than the fewest moves, and a move takes one off it at
    /// most, even the last one.
    fn check_potential(board: &Board, analysis: &Analysis, game: &Game, heights: &mut Heights) {
        let Some(potential) = heights.potential(analysis) else { return };
        let of = |state| potential.of(analysis, &Position::of(&analysis.map, state));
        let units: Vec<Option<i32>> = game.states.iter().map(of).collect();
        if !board.is_solved(&game.states[0]) {
            let start = heights.load(analysis, &analysis.start).unwrap();
            let first = units[0].unwrap().max(0) as u32;
            assert_eq!(first.div_ceil(UNIT as u32), start, "{board:?}");
        }
        for (at, edges) in game.edges.iter().enumerate() {
            // When all is done, the player may have walked on to where no last push ends.
            if let Some(fewest) = game.fewest[at].filter(|&fewest| fewest > 0) {
                assert!(units[at].unwrap() <= fewest as i32 * UNIT, "{board:?}");
            }
            for &to in edges {
                let falls = match (units[at], units[to]) {
                    (Some(before), Some(after)) => before <= after + UNIT,
                    (before, _) => before.is_some() || units[to].is_none(),
                };
                assert!(falls, "{:?} to {:?} {board:?}", game.states[at], game.states[to]);
            }
        }
    }

    #[test]
    fn the_bound_is_never_more_than_the_fewest_moves_and_falls_by_one_at_most() {
        let boards = [random_boards(81, 500), crowded_boards(83, 200)].concat();
        let [won, lost, exact, walks] = check(boards, 7);
        assert!(
            won > 3_000 && lost > 10_000 && exact > 1_000 && walks > 1_500,
            "{won} {lost} {exact} {walks}"
        );
    }

    #[test]
    #[ignore = "six thousand boards, in release mode"]
    fn the_bound_is_never_more_than_the_fewest_moves_on_six_thousand_boards() {
        let boards = [random_boards(91, 4000), crowded_boards(93, 2000)].concat();
        let [won, ..] = check(boards, 1000);
        assert!(won > 100_000, "{won}");
    }

    /// After every push, what is kept up to date agrees with what is computed anew.
    #[test]
    fn the_bound_after_a_push_is_that_of_the_new_position() {
        let (mut equal, mut more, mut lost) = (0, 0, 0);
        let boards = [random_boards(97, 500), crowded_boards(97, 300)].concat();
        for (number, board) in boards.into_iter().enumerate() {
            let Some(game) = Game::play(&board, 3000) else { continue };
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let Some(mut heights) = some_heights(&analysis, &game, number as u64) else { continue };
            let mut anew = heights.clone();
            for state in &game.states {
                let position = Position::of(&analysis.map, state);
                if position.is_solved(&analysis.map) || heights.load(&analysis, &position).is_none()
                {
                    continue;
                }
                for dir in Dir::ALL {
                    let from = analysis.map.next(position.player, dir);
                    let to = analysis.map.next(from, dir);
                    let pushed = position.has_box(&analysis.map, from);
                    if !pushed || position.is_occupied(to) {
                        continue;
                    }
                    let mut child = position.clone();
                    child.push(&analysis.map, from, dir);
                    let expected = anew.load(&analysis, &child);
                    for most in [3, 8, 1000] {
                        match heights.after_up_to(&analysis, from, to, most) {
                            After::Is(bound) => {
                                assert_eq!(Some(bound), expected);
                                equal += 1;
                            }
                            After::More(bound) => {
                                assert!(bound > most && expected.is_none_or(|it| bound <= it));
                                more += 1;
                            }
                            After::Lost => {
                                assert_eq!(expected, None);
                                lost += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(equal > 500 && more > 100 && lost > 50, "{equal} {more} {lost}");
    }

    #[test]
    fn a_large_board_gets_no_heights() {
        let heights = |height: usize, width: usize| {
            assert!(height * width <= MOST_SQUARES + 1);
            let wall = "#".repeat(width + 2);
            let first = format!("#@$.{}#", " ".repeat(width - 3));
            let empty = format!("#{}#", " ".repeat(width));
            let mut rows = vec![wall.as_str(), &first];
            rows.resize(height + 1, &empty);
            rows.push(&wall);
            let analysis = Analysis::new(&board(&rows), &mut Budget::unlimited()).unwrap();
            Heights::new(&analysis).is_some()
        };
        assert_eq!(
            [heights(15, MOST_SQUARES / 15), heights(7, (MOST_SQUARES + 1) / 7)],
            [true, false]
        );
    }

    #[test]
    fn the_way_back_for_the_second_box_is_counted() {
        let rows = ["##########", "#@ $    .#", "#  $    .#", "#        #", "##########"];
        let board = board(&rows);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut heights = Heights::new(&analysis).unwrap();
        heights.suit(&analysis, &analysis.start, &mut Budget::unlimited()).unwrap();
        // Ten pushes, one step to the first box, and the way back, five to the left and one down: 17
        // in truth, of which one may be missed.
        let bound = heights.load(&analysis, &analysis.start);
        assert!(matches!(bound, Some(16 | 17)), "{bound:?}");
    }
}
