//! Proofs about Sokoban levels: that there is no solution, or none with fewer pushes than a number.
//!
//! A proof lists positions, each a set of boxes and the part of the board the player can walk in,
//! with the fewest pushes that lead there. The referee begins at the start of the level, makes every
//! push the rules allow from every position of the list, and asks the same of each child: it has
//! been met with no more pushes, or it takes as many pushes already as the claim says, or the proof
//! names a reason why it can be left out, or it joins the list. A solution would be a way through
//! the list, and no position of the list with fewer pushes than claimed is solved. So when the list
//! ends, the claim is proved, whatever program wrote the file.
//!
//! The file is text up to an empty line, then one code for each child that is not met before:
//!
//! ```text
//! banto proof 1
//! claim at-least 97             or: claim unsolvable
//! positions 1234
//! codes 5678                    bytes after the empty line
//! sum 85944171f73967e8          of those bytes (FNV-1a, 64 bits)
//! level                         then the rows of the level
//!
//! ```
//!
//! | code | what follows | the reason, which the referee checks by itself |
//! |---|---|---|
//! | 0 | | none: the position joins the list |
//! | 1 | | the box just pushed can be pushed to no goal, even with no other box on the board |
//! | 2 | boxes | frozen: of these boxes, the first to move would have to go where it is lost, and one is not on a goal |
//! | 3 | boxes | crowded: together these boxes can get to fewer goals than they are |
//! | 4 | | priced: with the prices last named, the boxes take too many pushes |
//! | 5 | prices | the same with new prices, each goal's as the difference from its last one |
//!
//! Boxes are a bit for each box in row order, lowest first, as one number; numbers are written in
//! groups of seven bits, lowest first, the eighth bit saying that more follow, and prices with the
//! sign in the lowest bit. Pushes are made in the order of the boxes' rows and columns, and up,
//! down, left, right for each box.
//!
//! **Why prices prove a bound.** Give every goal any price, and let every box choose the goal where
//! the pushes of the box alone, less the price, are fewest. In a solution the boxes end on goals of
//! their own, so its pushes are at least the sum of these differences plus all prices. (If there
//! are more goals than boxes, no price may be positive.) This is the dual of the cheapest assignment
//! (Kuhn 1955), and holds for any prices, good or bad.

mod file;
mod ground;
mod reasons;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use self::file::{Codes, File};
use self::ground::{Ground, Walk};

/// What a proof shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no solution.
    Unsolvable,
    /// Every solution has at least this many pushes.
    AtLeast(u32),
}

/// A valid proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// What it shows.
    pub claim: Claim,
    /// The positions it lists.
    pub positions: usize,
}

/// Why a proof is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl std::error::Error for Refused {}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks a proof about a level, which is written as for [`crate::sokoban::check`].
///
/// # Errors
///
/// What is wrong with the proof, or that it is about another level.
pub fn check(level: &str, proof: &[u8]) -> Result<Proved, Refused> {
    let file = File::open(proof)?;
    let ground = Ground::read(level)?;
    if Ground::read(&file.level)? != ground {
        return Err(Refused("the proof is about another level".to_owned()));
    }
    if ground.hopeless {
        return Ok(Proved { claim: file.claim, positions: 0 });
    }
    let under = match file.claim {
        Claim::Unsolvable => u32::MAX,
        Claim::AtLeast(pushes) => pushes,
    };
    let prices = vec![0; ground.goals.len()];
    let codes = Codes(file.codes);
    let mut list = List {
        ground: &ground,
        under,
        codes,
        prices,
        met: HashMap::default(),
        all: Vec::new(),
        walk: Walk::new(&ground),
        made: Vec::new(),
        child: Vec::new(),
    };
    let at = |place: usize, why: String| Refused(format!("position {}: {why}", place + 1));
    list.child.clone_from(&ground.boxes);
    list.judge((ground.player, ground.player), 0).map_err(|it| at(0, it))?;
    let mut next = 0;
    while next < list.all.len() {
        list.follow(next).map_err(|why| at(next, why))?;
        next += 1;
    }
    match (list.codes.0.is_empty(), next == file.positions) {
        (true, true) => Ok(Proved { claim: file.claim, positions: next }),
        (false, _) => Err(Refused("the list ends before the file does".to_owned())),
        _ => Err(Refused(format!("there are {next} positions, not {}", file.positions))),
    }
}

/// Boxes in row order, and after them the first square the player can walk to.
type Position = Rc<[u16]>;

/// A hash of squares: multiplied and turned, word by word. A proof contains no positions, so nobody
/// can choose ones that collide.
#[derive(Default)]
struct Turned(u64);

impl Hasher for Turned {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut full = [0; 8];
            full[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(full));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
    }
}

/// The positions met so far, and what is left of the proof.
struct List<'a> {
    ground: &'a Ground,
    under: u32,
    codes: Codes<'a>,
    prices: Vec<i64>,
    /// The pushes that lead to each position of the list.
    met: HashMap<Position, u32, BuildHasherDefault<Turned>>,
    all: Vec<Position>,
    walk: Walk,
    /// The pushes of the position at hand: which box, from where to where.
    made: Vec<(usize, u16, u16)>,
    /// The boxes of the child at hand; while it is judged, the player's first square behind them.
    child: Vec<u16>,
}

impl List<'_> {
    /// Makes every push from a position of the list.
    fn follow(&mut self, number: usize) -> Result<(), String> {
        let position = Rc::clone(&self.all[number]);
        let pushes = self.met[&position];
        let (&player, boxes) = position.split_last().expect("the player is always there");
        let ground = self.ground;
        self.walk.begin(boxes, player);
        self.made.clear();
        for (i, &from) in boxes.iter().enumerate() {
            for way in 0..4 {
                let (to, behind) = (ground.next(from, way), ground.next(from, way ^ 1));
                let (Some(to), Some(behind)) = (to, behind) else { continue };
                if self.walk.reaches(behind) && !boxes.contains(&to) {
                    self.made.push((i, from, to));
                }
            }
        }
        for at in 0..self.made.len() {
            let (i, from, to) = self.made[at];
            self.child.clear();
            self.child.extend_from_slice(boxes);
            self.child[i] = to;
            self.child.sort_unstable();
            self.judge((from, to), pushes + 1)?;
        }
        Ok(())
    }

    /// Judges the child at hand, whose push left the player and a box on two squares.
    fn judge(&mut self, (player, pushed): (u16, u16), pushes: u32) -> Result<(), String> {
        let ground = self.ground;
        if pushes >= self.under {
            return Ok(());
        }
        if self.child.iter().all(|&at| ground.is_goal(at)) {
            return Err(format!("a child is solved after {pushes} pushes"));
        }
        let first = self.walk.begin(&self.child, player);
        self.child.push(first);
        if let Some(&before) = self.met.get(self.child.as_slice()) {
            let earlier = before <= pushes;
            return earlier.then_some(()).ok_or_else(|| "a child was met later".to_owned());
        }
        let (_, boxes) = self.child.split_last().expect("the player was just added");
        let holds = match self.codes.byte()? {
            0 => {
                let position = Position::from(self.child.as_slice());
                self.met.insert(Rc::clone(&position), pushes);
                self.all.push(position);
                true
            }
            1 => boxes.contains(&pushed) && ground.is_dead(pushed),
            2 => ground.is_frozen(&self.codes.some_of(boxes)?),
            3 => ground.is_crowded(&self.codes.some_of(boxes)?, player),
            code @ (4 | 5) => {
                if code == 5 {
                    self.codes.change(&mut self.prices)?;
                }
                ground.costs(boxes, player, &self.prices, self.under - pushes)
            }
            code => return Err(format!("{code} is not a reason")),
        };
        holds.then_some(()).ok_or_else(|| "the reason to leave a child out is wrong".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::file::sum;
    use super::*;

    /// A proof with these codes.
    fn proof(level: &str, claim: &str, positions: usize, codes: &[u8]) -> Vec<u8> {
        let (n, sum) = (codes.len(), sum(codes));
        let head = format!(
            "banto proof 1\nclaim {claim}\npositions {positions}\ncodes {n}\nsum {sum:016x}\nlevel\n"
        );
        [head.as_bytes(), level.as_bytes(), b"\n\n", codes].concat()
    }

    const CORRIDOR: &str = "######\n#@$ .#\n######";

    #[test]
    fn a_bound_by_prices_is_accepted_as_far_as_it_goes() {
        let claim = |text: &str| check(CORRIDOR, &proof(CORRIDOR, text, 0, &[4]));
        let proved = |pushes| Ok(Proved { claim: Claim::AtLeast(pushes), positions: 0 });
        assert_eq!(claim("at-least 2"), proved(2));
        assert_eq!(claim("at-least 1"), proved(1));
        assert!(claim("at-least 3").is_err() && claim("unsolvable").is_err());
        // Any prices will do where there are as many boxes as goals.
        let priced = proof(CORRIDOR, "at-least 2", 0, &[5, 6]);
        assert_eq!(check(CORRIDOR, &priced), proved(2));
    }

    #[test]
    fn a_solution_in_the_list_refuses_the_claim() {
        let refused = check(CORRIDOR, &proof(CORRIDOR, "at-least 3", 2, &[0, 0])).unwrap_err();
        assert_eq!(refused.0, "position 2: a child is solved after 2 pushes");
        assert!(check(CORRIDOR, &proof(CORRIDOR, "at-least 2", 2, &[0, 0])).is_ok());
    }

    #[test]
    fn the_bound_of_a_child_counts_the_pushes_that_led_to_it() {
        let listed = |claim: &str| check(CORRIDOR, &proof(CORRIDOR, claim, 1, &[0, 4]));
        assert_eq!(listed("at-least 2"), Ok(Proved { claim: Claim::AtLeast(2), positions: 1 }));
        let refused = listed("at-least 3").unwrap_err();
        let why = "position 1: the reason to leave a child out is wrong";
        assert_eq!(refused.to_string(), why);
    }

    #[test]
    fn a_position_that_is_met_again_needs_no_second_reason() {
        // The box can be pushed to and fro, so that positions come again. Every one is listed.
        let room = "#######\n#     #\n# @$  #\n#    .#\n#######";
        let listed = |n: usize| check(room, &proof(room, "at-least 3", n, &vec![0; n]));
        let accepted: Vec<usize> = (0..40).filter(|&n| listed(n).is_ok()).collect();
        assert_eq!(accepted.len(), 1, "{accepted:?}");
        let refused = check(room, &proof(room, "at-least 3", accepted[0], &[0; 40]));
        assert_eq!(refused.unwrap_err().0, "the list ends before the file does");
    }

    #[test]
    fn lost_boxes_are_lost_for_the_reason_given_and_no_other() {
        // In the corner; two side by side at a wall; two boxes that both need the one goal they
        // can get to.
        let corner = "######\n#$ . #\n#@   #\n######";
        let frozen = "######\n#@ . #\n# $$.#\n######";
        let crowded = "#######\n#.    #\n#@ $$.#\n#######";
        let answer = |level: &str, codes: &[u8]| {
            check(level, &proof(level, "unsolvable", 0, codes)).map(|_| ()).map_err(|it| it.0)
        };
        assert!(answer(corner, &[2, 1]).is_ok() && answer(corner, &[3, 1]).is_ok());
        assert!(answer(frozen, &[2, 3]).is_ok() && answer(frozen, &[2, 1]).is_err());
        assert!(answer(frozen, &[1]).is_err() && answer(frozen, &[2, 4]).is_err());
        assert!(answer(crowded, &[3, 3]).is_ok() && answer(crowded, &[3, 1]).is_err());
        let wrong = Err("position 1: the reason to leave a child out is wrong".to_owned());
        assert_eq!(answer(crowded, &[4]), wrong);
    }

    #[test]
    fn files_that_are_none_are_refused_with_a_reason() {
        let good = proof(CORRIDOR, "at-least 2", 0, &[4]);
        let text = |from: &str, to: &str| {
            let place = good.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
            let rest = &good[place + from.len()..];
            let spoiled = [&good[..place], to.as_bytes(), rest].concat();
            check(CORRIDOR, &spoiled).unwrap_err().0
        };
        assert_eq!(text("proof 1", "proof 2"), "not a proof of a version known here");
        assert_eq!(text("at-least", "perhaps"), "line 2: expected claim at-least N or unsolvable");
        assert_eq!(text("positions 0", "positions 1"), "there are 0 positions, not 1");
        assert_eq!(text("codes 1", "codes 2"), "the codes are 1 bytes, not 2");
        assert_eq!(text("sum ", "sum 1"), "line 5: expected the sum of the codes");
        assert_eq!(text("#@$ .#", "#@$. #"), "the proof is about another level");
        assert_eq!(text("#@$ .#", "#@ $ .#"), "the proof is about another level");
        for end in 0..good.len() {
            assert!(check(CORRIDOR, &good[..end]).is_err(), "the first {end} bytes");
        }
    }

    #[test]
    fn a_box_out_of_reach_or_without_a_goal_needs_no_list() {
        let nothing = |level: &str| check(level, &proof(level, "unsolvable", 0, &[])).is_ok();
        // Off its goal behind the wall; more boxes than goals on this side of it.
        assert!(nothing("#########\n#@$.#$ .#\n#########"));
        assert!(nothing("#########\n#@$$.#. #\n#########"));
        // On its goal behind the wall.
        assert!(!nothing("#########\n#@$.#*  #\n#########"));
    }

    #[test]
    fn corners_are_dead_and_corridors_are_not() {
        let corners = "#####\n#@$ #\n#  .#\n#####";
        let proved = check(corners, &proof(corners, "unsolvable", 1, &[0, 1, 1]));
        assert_eq!(proved, Ok(Proved { claim: Claim::Unsolvable, positions: 1 }));
        assert!(check(CORRIDOR, &proof(CORRIDOR, "at-least 2", 1, &[0, 1])).is_err());
    }

    #[test]
    fn two_boxes_in_a_row_cannot_be_pushed() {
        // The first would go where the second is; the player would have to stand where the first is.
        let row = "#######\n#@$$..#\n#######";
        let proved = check(row, &proof(row, "unsolvable", 1, &[0]));
        assert_eq!(proved, Ok(Proved { claim: Claim::Unsolvable, positions: 1 }));
    }

    #[test]
    fn prices_never_make_a_bound_too_high() {
        assert!(check(CORRIDOR, &proof(CORRIDOR, "at-least 3", 0, &[5, 6])).is_err());
    }

    #[test]
    fn boards_of_more_than_four_thousand_squares_are_refused() {
        let room = |width: usize| {
            let wall = "#".repeat(width + 2);
            let row = format!("#{}#\n", " ".repeat(width));
            let first = format!("#@$.{}#\n", " ".repeat(width - 3));
            format!("{wall}\n{first}{}{wall}", row.repeat(49))
        };
        let bound = |level: &str| check(level, &proof(level, "at-least 1", 0, &[4]));
        let refused = bound(&room(81)).unwrap_err();
        assert_eq!(refused.0, "the board has more than 4000 squares");
    }
}
