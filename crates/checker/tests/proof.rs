//! The referee of proofs against plain search: on random boards, a list without reasons is accepted exactly if it has
//! as many positions as there are.
//!
//! The plain search keeps sets of places and walks by flooding; it has no tables, no marks and no numbers of squares.

use std::collections::BTreeSet;

use banto_checker::proof::{Claim, Proved, check};
use needs::Rng;

type Place = (i32, i32);

/// A set of boxes and the first place that the player can walk to.
type Position = (BTreeSet<Place>, Place);

const WAYS: [Place; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

struct Board {
    floor: BTreeSet<Place>,
    goals: BTreeSet<Place>,
    boxes: BTreeSet<Place>,
    player: Place,
}

impl Board {
    /// A random board whose floor is one piece.
    fn random(rng: &mut Rng) -> Board {
        let (height, width) = (2 + rng.below(4) as i32, 3 + rng.below(4) as i32);
        let all = (1..=height).flat_map(|row| (1..=width).map(move |column| (row, column)));
        let open: BTreeSet<Place> = all.filter(|_| rng.below(7) > 0).collect();
        let Some(&player) = open.first() else { return Board::random(rng) };
        let floor = flood(&open, &BTreeSet::new(), player);
        let mut free: Vec<Place> = floor.iter().copied().collect();
        if free.len() < 5 {
            return Board::random(rng);
        }
        let player = free.swap_remove(rng.below(free.len()));
        let mut boxes = BTreeSet::new();
        for _ in 0..1 + rng.below(3) {
            boxes.insert(free.swap_remove(rng.below(free.len())));
        }
        let mut places: Vec<Place> = floor.iter().copied().collect();
        let goals = boxes.iter().map(|_| places.swap_remove(rng.below(places.len()))).collect();
        Board { floor, goals, boxes, player }
    }

    fn text(&self) -> String {
        let tile = |at: Place| match (self.goals.contains(&at), self.boxes.contains(&at)) {
            _ if !self.floor.contains(&at) => '#',
            (false, false) => {
                if at == self.player {
                    '@'
                } else {
                    ' '
                }
            }
            (true, false) => {
                if at == self.player {
                    '+'
                } else {
                    '.'
                }
            }
            (false, true) => '$',
            (true, true) => '*',
        };
        let row = |row: i32| (0..9).map(|column| tile((row, column))).collect::<String>();
        (0..8).map(row).collect::<Vec<_>>().join("\n")
    }

    /// How many positions take fewer pushes than these, or the pushes of the first solution among them.
    fn positions(&self, under: u32) -> Result<usize, u32> {
        let mut all: Vec<(Position, u32)> = Vec::new();
        let mut met = BTreeSet::new();
        let mut judge = |boxes: BTreeSet<Place>, player: Place, pushes: u32, all: &mut Vec<_>| {
            if pushes >= under {
                return Ok(());
            }
            if boxes.is_subset(&self.goals) {
                return Err(pushes);
            }
            let zone = flood(&self.floor, &boxes, player);
            let position = (boxes, *zone.first().expect("the player is in it"));
            if met.insert(position.clone()) {
                all.push((position, pushes));
            }
            Ok(())
        };
        judge(self.boxes.clone(), self.player, 0, &mut all)?;
        let mut next = 0;
        while next < all.len() {
            let ((boxes, player), pushes) = all[next].clone();
            let zone = flood(&self.floor, &boxes, player);
            for (at, way) in boxes.iter().flat_map(|&at| WAYS.map(|way| (at, way))) {
                let (to, behind) = ((at.0 + way.0, at.1 + way.1), (at.0 - way.0, at.1 - way.1));
                if zone.contains(&behind) && self.floor.contains(&to) && !boxes.contains(&to) {
                    let mut child = boxes.clone();
                    child.remove(&at);
                    child.insert(to);
                    judge(child, at, pushes + 1, &mut all)?;
                }
            }
            next += 1;
        }
        Ok(all.len())
    }
}

/// The places that can be walked to.
fn flood(floor: &BTreeSet<Place>, boxes: &BTreeSet<Place>, from: Place) -> BTreeSet<Place> {
    let (mut zone, mut stack) = (BTreeSet::from([from]), vec![from]);
    while let Some((row, column)) = stack.pop() {
        for at in WAYS.map(|(down, right)| (row + down, column + right)) {
            if floor.contains(&at) && !boxes.contains(&at) && zone.insert(at) {
                stack.push(at);
            }
        }
    }
    zone
}

/// A proof that lists so many positions and gives no reason to leave one out.
fn listed(level: &str, pushes: u32, positions: usize) -> Vec<u8> {
    // FNV-1a of as many zeros.
    let sum =
        (0..positions).fold(0xcbf2_9ce4_8422_2325_u64, |sum, _| sum.wrapping_mul(0x0100_0000_01b3));
    let head = format!(
        "banto proof 1\nclaim at-least {pushes}\npositions {positions}\ncodes {positions}\nsum {sum:016x}\nlevel\n"
    );
    [head.as_bytes(), level.as_bytes(), b"\n\n", &vec![0; positions]].concat()
}

#[test]
fn a_list_is_accepted_if_it_has_every_position_and_no_more() {
    let mut rng = Rng::new(2027);
    let (mut whole, mut solved) = (0, 0);
    for _ in 0..1_000 {
        let board = Board::random(&mut rng);
        let (level, under) = (board.text(), 1 + rng.below(9) as u32);
        let answer = |positions: usize| check(&level, &listed(&level, under, positions));
        match board.positions(under) {
            Ok(count) => {
                let proved = Proved { claim: Claim::AtLeast(under), positions: count };
                assert_eq!(answer(count), Ok(proved), "{level}");
                assert!(answer(count + 1).is_err() && answer(count - 1).is_err(), "{level}");
                whole += usize::from(count > 20);
            }
            Err(pushes) => {
                let why = format!("a child is solved after {pushes} pushes");
                assert!(answer(20_000).unwrap_err().0.ends_with(&why), "{level}");
                solved += 1;
            }
        }
    }
    assert!(whole > 50 && solved > 100, "{whole} long lists and {solved} solutions");
}
