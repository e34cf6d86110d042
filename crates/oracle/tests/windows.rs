//! The deadlock tables on random boards: how many of the pushes that lose they know, beside the
//! other tests, and never a false alarm.

use oracle::{Instance, Room, with_goals};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Budget;
use solver::internals::{Analysis, Deadlocks, Position};
use solver::{Technique, TechniqueSet};

/// The tests compared: a name, and what is on.
fn tests() -> Vec<(String, TechniqueSet)> {
    use Technique::*;
    let alone = [Freeze, Pairs, Triples, DeadlockTables, LargeTables, Fixed];
    let mut tests: Vec<_> =
        alone.map(|test| (test.name().to_owned(), test.row().alone())).into_iter().collect();
    let cheap: TechniqueSet = [Freeze, Pairs, Triples].into_iter().collect();
    let all = TechniqueSet::defaults();
    let both = |set: TechniqueSet| set.with(DeadlockTables).with(LargeTables);
    tests.push(("freeze, pairs and triples".to_owned(), cheap));
    tests.push(("the same with both tables".to_owned(), both(cheap)));
    tests.push(("all that is on".to_owned(), all));
    tests.push(("the same with both tables".to_owned(), both(all)));
    tests
}

/// A room of up to 30 squares with walls here and there, and three or four goals.
fn random_room(random: &mut Xoshiro256PlusPlus) -> Option<(Room, u32)> {
    let (width, height) = (random.random_range(4..=7), random.random_range(4..=6));
    let mut tile = || if random.random_range(0..100) < 18 { '#' } else { '-' };
    let rows: Vec<String> = (0..height).map(|_| (0..width).map(|_| tile()).collect()).collect();
    let room = Room::drawn(&rows).filter(|room| room.n_squares() <= 30)?;
    let mut goals = 0_u32;
    let most = random.random_range(3..=4);
    while goals.count_ones() < most {
        goals |= 1 << random.random_range(0..room.n_squares());
    }
    Some((room, goals))
}

/// What was asked and what came of it.
struct Seen {
    /// Positions after a push from one that could be solved, and those of them that are lost.
    asked: u64,
    lost: u64,
    found: Vec<u64>,
    most: u64,
}

impl Seen {
    fn look(&mut self, instance: &Instance<'_>, random: &mut Xoshiro256PlusPlus) {
        let analysis = Analysis::new(instance.board(), &mut Budget::unlimited()).expect("no limit");
        let mut tests: Vec<Deadlocks> = tests()
            .into_iter()
            .map(|(_, set)| {
                let mut deadlocks = Deadlocks::new(&analysis, set);
                deadlocks.prepare(&analysis, u64::MAX, &mut Budget::unlimited()).expect("no limit");
                deadlocks
            })
            .collect();
        let solvable: Vec<usize> =
            (0..instance.positions().len()).filter(|&i| instance.exact(i).is_some()).collect();
        // A few of each board, so that there are many boards.
        for _ in 0..200 {
            let Some(&from) = solvable.get(random.random_range(0..solvable.len().max(1))) else {
                return;
            };
            let edges = instance.edges(from);
            if edges.is_empty() || self.asked == self.most {
                continue;
            }
            let edge = edges[random.random_range(0..edges.len())];
            let is_lost = instance.exact(edge.to as usize).is_none();
            let mut at = Position::of(&analysis.map, &instance.positions()[edge.to as usize].state);
            let square = analysis.map.next(edge.push.from, edge.push.dir);
            at.player = edge.push.from;
            (self.asked, self.lost) = (self.asked + 1, self.lost + u64::from(is_lost));
            for (test, found) in tests.iter_mut().zip(&mut self.found) {
                let said = test.after_push(&analysis, &at, square, at.player).is_some()
                    || test.when_expanded(&analysis, &at).is_some();
                assert!(is_lost || !said, "{}", instance.draw(edge.to as usize));
                *found += u64::from(said);
            }
        }
    }
}

fn ask(most: u64) -> Seen {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut seen = Seen { asked: 0, lost: 0, found: vec![0; tests().len()], most };
    while seen.asked < most {
        if let Some((room, goals)) = random_room(&mut random) {
            with_goals(&room, goals, |instance| seen.look(instance, &mut random));
        }
    }
    seen
}

#[test]
fn what_is_called_lost_is_lost() {
    let seen = ask(2_000);
    assert!(seen.lost > 200 && seen.lost < 1_800, "{} lost", seen.lost);
    assert!(seen.found.iter().all(|&found| found > 0), "{:?}", seen.found);
}

#[test]
#[ignore = "prints the shares of 100,000 positions; run in release"]
#[allow(clippy::print_stdout)]
fn shares_of_lost_positions_found() {
    let seen = ask(100_000);
    println!("{} positions after a push from a solvable one, {} lost", seen.asked, seen.lost);
    for ((name, _), found) in tests().iter().zip(&seen.found) {
        println!("{:5.1} %  {name}", *found as f64 * 100.0 / seen.lost as f64);
    }
}
