//! Writes proofs for the independent checker: that a board has no solution, or none with fewer than
//! a given number of pushes.
//!
//! Lists all positions that the claim does not rule out at once, breadth first, with a reason for
//! every child left out. The checker's `proof` module documents the codes. Only reasons that can be
//! checked from the rules alone are used: dead squares, frozen boxes, boxes that crowd the goals
//! they can get to, and the prices of a matching. Corrals, patterns and what groups of boxes cost
//! each other are not, so a proof lists more positions than the search that found the answer.
//!
//! Breadth first, every position is met with its fewest pushes, so nothing is listed twice. Cost: a
//! repaired matching for every child that is new.

use ground::analysis::{Analysis, FAR};
use ground::heuristic::{Matching, StepMatching};
use ground::kernel::{Packer, Position, Reach, Store};
use search::{Budget, Stop};
use sokoban::{Board, Dir, Push, Square};

/// Codes of the reasons.
const LISTED: u8 = 0;
const DEAD: u8 = 1;
const FROZEN: u8 = 2;
const CROWDED: u8 = 3;
const PRICED: u8 = 4;
const PRICES: u8 = 5;

/// Bytes of a proof and its positions if no limit is set.
const DEFAULT_MEMORY: u64 = 2 << 30;

/// The body of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Number of positions in the list.
    pub positions: u64,
    /// A code for every child.
    pub codes: Vec<u8>,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// A limit was reached.
    Stopped(Stop),
    /// The claim is wrong: there is a solution of this many pushes.
    Solved(u32),
}

impl From<Stop> for Uncertified {
    fn from(stop: Stop) -> Uncertified {
        Uncertified::Stopped(stop)
    }
}

/// Proves that every solution of a board takes at least `pushes`, or that there is no solution.
///
/// # Errors
///
/// When the claim is wrong, or a limit comes before the end of the list.
pub fn certify(
    board: &Board,
    pushes: Option<u32>,
    budget: &mut Budget,
) -> Result<Certificate, Uncertified> {
    if board.impossible().is_some() {
        return Ok(Certificate { positions: 0, codes: Vec::new() });
    }
    let analysis = Analysis::new(board, budget)?;
    let mut list = List::new(&analysis, pushes.unwrap_or(u32::MAX));
    list.judge_start()?;
    let memory = budget.memory(DEFAULT_MEMORY);
    let mut next = 0;
    while next < list.store.len() as u32 {
        budget.tick()?;
        if list.bytes() > memory {
            return Err(Stop::Memory.into());
        }
        list.follow(next)?;
        next += 1;
    }
    Ok(Certificate { positions: u64::from(next), codes: list.codes })
}

/// The positions so far, each with its pushes, and the codes of their children.
struct List<'a> {
    analysis: &'a Analysis,
    under: u32,
    store: Store<u32>,
    /// The matching of the position at hand; `None` where there are more goals than boxes.
    matching: Option<StepMatching>,
    /// The prices last written.
    prices: Vec<i32>,
    codes: Vec<u8>,
    position: Position,
    reach: Reach,
    pushes: Vec<Push>,
    /// The boxes of the child at hand in ascending order.
    boxes: Vec<Square>,
}

impl<'a> List<'a> {
    fn new(analysis: &'a Analysis, under: u32) -> List<'a> {
        let Analysis { map, start, to_goals, .. } = analysis;
        let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
        let fits =
            to_goals.n_columns() == boxes.len() && Matching::fits(boxes.len(), to_goals.longest());
        List {
            analysis,
            under,
            store: Store::growing(Packer::new(map, map.squares())),
            matching: fits.then(|| StepMatching::new(to_goals, &boxes)),
            prices: vec![0; to_goals.n_columns()],
            codes: Vec::new(),
            position: start.clone(),
            reach: Reach::new(map),
            pushes: Vec::new(),
            boxes: Vec::new(),
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + (self.codes.len() + 8 * self.store.len()) as u64
    }

    fn judge_start(&mut self) -> Result<(), Uncertified> {
        let Analysis { start, to_goals, .. } = self.analysis;
        let boxes: Vec<_> = self.analysis.sides(start.boxes(), start.player).collect();
        let cost = match &mut self.matching {
            Some(matching) => matching.load(to_goals, &boxes),
            None => Some(0),
        };
        let prices = self.matching.as_ref().map(|it| it.loaded_prices().to_vec());
        self.judge(None, start.player, 0, cost, prices)
    }

    /// Judges every child of a position of the list.
    fn follow(&mut self, number: u32) -> Result<(), Uncertified> {
        let Analysis { map, to_goals, .. } = self.analysis;
        let pushes_made = self.store.note(number);
        self.store.load(map, number, &mut self.position);
        let position = &self.position;
        if let Some(matching) = &mut self.matching {
            let boxes: Vec<_> = self.analysis.sides(position.boxes(), position.player).collect();
            matching.load(to_goals, &boxes);
        }
        self.collect_pushes();
        for i in 0..self.pushes.len() {
            let Push { from, dir } = self.pushes[i];
            let to = map.next(from, dir);
            let side = self.analysis.side(to, from) as u8;
            self.position.move_box(map, from, to);
            let cost = match &mut self.matching {
                Some(matching) => matching.after(to_goals, from, (to, side)),
                None => Some(0),
            };
            let prices = self.matching.as_ref().map(|it| it.changed_prices().to_vec());
            self.judge(Some(to), from, pushes_made + 1, cost, prices)?;
            self.position.move_box(map, to, from);
        }
        Ok(())
    }

    /// Every push of the position at hand, in the order of the boxes' squares.
    fn collect_pushes(&mut self) {
        let map = &self.analysis.map;
        let List { position, reach, pushes, .. } = self;
        reach.flood(map, position.occupied(), position.player);
        pushes.clear();
        for from in position.occupied().iter().take(position.n_boxes()) {
            for dir in Dir::ALL {
                let to = map.next(from, dir);
                if !position.is_occupied(to) && reach.reached(map.next(from, dir.opposite())) {
                    pushes.push(Push { from, dir });
                }
            }
        }
    }

    /// Writes the code of the position at hand, after a push to `to`, unless none is needed.
    fn judge(
        &mut self,
        to: Option<Square>,
        player: Square,
        pushes: u32,
        cost: Option<u32>,
        prices: Option<Vec<i32>>,
    ) -> Result<(), Uncertified> {
        let Analysis { map, live, .. } = self.analysis;
        if pushes >= self.under {
            return Ok(());
        }
        if self.position.is_solved(map) {
            return Err(Uncertified::Solved(pushes));
        }
        if to.is_some_and(|to| !live.contains(to)) {
            self.codes.push(DEAD);
            return Ok(());
        }
        let zone = self.reach.name(map, self.position.occupied(), player);
        let Err(unknown) = self.store.find(map, &self.position, zone) else { return Ok(()) };
        self.boxes.clear();
        let position = &self.position;
        self.boxes.extend(position.occupied().iter().take(position.n_boxes()));
        let lost = self.frozen().map(|some| (FROZEN, some));
        let lost = lost.or_else(|| {
            let crowd = || self.crowd(player).map(|some| (CROWDED, some));
            if cost.is_none() || self.matching.is_none() { crowd() } else { None }
        });
        if let Some((code, some)) = lost {
            self.codes.push(code);
            write_bits(&some, &mut self.codes);
        } else if !self.is_priced(player, self.under - pushes, prices) {
            self.codes.push(LISTED);
            self.store.add(unknown, None, pushes)?;
        }
        Ok(())
    }

    /// Writes that the boxes cost at least this many pushes, if prices show it: those written last,
    /// or new ones.
    fn is_priced(&mut self, player: Square, pushes: u32, new: Option<Vec<i32>>) -> bool {
        if self.under == u32::MAX {
            return false;
        }
        if self.bound(player, &self.prices) >= i64::from(pushes) {
            self.codes.push(PRICED);
            return true;
        }
        let enough = |new: &Vec<i32>| self.bound(player, new) >= i64::from(pushes);
        let Some(new) = new.filter(enough) else { return false };
        self.codes.push(PRICES);
        for (&new, old) in new.iter().zip(&self.prices) {
            write_signed(new - old, &mut self.codes);
        }
        self.prices = new;
        true
    }

    /// The pushes that prices prove for the child at hand.
    fn bound(&self, player: Square, prices: &[i32]) -> i64 {
        let sum: i64 = prices.iter().map(|&price| i64::from(price)).sum();
        let least = |(square, side): (Square, u8)| {
            let ways = self.analysis.to_goals.row(square, side as usize).iter().zip(prices);
            let ways = ways.filter(|(pushes, _)| **pushes != FAR);
            ways.map(|(&pushes, &price)| i64::from(pushes) - i64::from(price)).min()
        };
        let boxes = self.analysis.sides(&self.boxes, player);
        // A box that can reach no goal has a code of its own.
        sum + boxes.map(|it| least(it).unwrap_or(0)).sum::<i64>()
    }

    /// Which boxes of the child at hand hold each other for good, if one of them is off the goals:
    /// all boxes, less those that can move, until none of the rest can.
    fn frozen(&self) -> Option<Vec<bool>> {
        let Analysis { map, live, .. } = self.analysis;
        let mut stays = vec![true; self.boxes.len()];
        loop {
            let fixed = |at: Square| {
                let held = self.boxes.binary_search(&at).is_ok_and(|i| stays[i]);
                map.is_wall(at) || held
            };
            let held = |at: Square, dir: Dir| {
                let sides = [map.next(at, dir), map.next(at, dir.opposite())];
                let lost = |&side: &Square| !map.is_wall(side) && !live.contains(side);
                sides.into_iter().any(fixed) || sides.iter().all(lost)
            };
            let moves = |i: &usize| {
                let at = self.boxes[*i];
                stays[*i] && !(held(at, Dir::Up) && held(at, Dir::Left))
            };
            match (0..self.boxes.len()).find(moves) {
                Some(i) => stays[i] = false,
                None => break,
            }
        }
        let off = self.boxes.iter().zip(&stays).any(|(&at, &stays)| stays && !map.is_goal(at));
        off.then_some(stays)
    }

    /// Boxes of the child at hand that can get to fewer goals than they are: those from which no
    /// more goals can be handed out (Hall 1935), found by handing out goals one by one.
    fn crowd(&self, player: Square) -> Option<Vec<bool>> {
        let rows: Vec<&[u16]> = self
            .analysis
            .sides(&self.boxes, player)
            .map(|(square, side)| self.analysis.to_goals.row(square, side as usize))
            .collect();
        let mut owner = vec![None; self.prices.len()];
        for first in 0..rows.len() {
            let mut asked = vec![false; owner.len()];
            if !hand_out(&rows, first, &mut owner, &mut asked) {
                let mut some = vec![false; rows.len()];
                some[first] = true;
                let owners = owner.iter().zip(&asked).filter(|(_, asked)| **asked);
                owners
                    .filter_map(|(owner, _)| *owner)
                    .for_each(|box_idx: usize| some[box_idx] = true);
                return Some(some);
            }
        }
        None
    }
}

/// Gives a box a goal, moving others to other goals if need be; `asked` are the goals tried.
fn hand_out(
    rows: &[&[u16]],
    box_idx: usize,
    owner: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for goal in 0..owner.len() {
        if rows[box_idx][goal] == FAR || std::mem::replace(&mut asked[goal], true) {
            continue;
        }
        if owner[goal].is_none_or(|other| hand_out(rows, other, owner, asked)) {
            owner[goal] = Some(box_idx);
            return true;
        }
    }
    false
}

/// Bits in groups of seven, lowest first.
fn write_bits(bits: &[bool], codes: &mut Vec<u8>) {
    let last = bits.iter().rposition(|&bit| bit).map_or(0, |last| last / 7);
    for (i, group) in bits.chunks(7).enumerate().take(last + 1) {
        let byte = group.iter().enumerate().map(|(bit, &is)| u8::from(is) << bit).sum::<u8>();
        codes.push(byte | if i < last { 0x80 } else { 0 });
    }
}

/// A number with the sign in its lowest bit, in groups of seven bits, lowest first.
fn write_signed(number: i32, codes: &mut Vec<u8>) {
    let mut rest = ((number << 1) ^ (number >> 31)) as u32;
    while rest >= 0x80 {
        codes.push((rest as u8 & 0x7f) | 0x80);
        rest >>= 7;
    }
    codes.push(rest as u8);
}
