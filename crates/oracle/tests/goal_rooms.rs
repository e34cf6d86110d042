//! The heuristics `conflicts` and `pairs-door` on random boards with a goal room behind an entrance of one square.
//!
//! Rooms that fit into a 4x4 box have hardly any space for a maze, a door and a room behind it.
//! These boards do, and every state, with the boxes anywhere, is still checked against its exact
//! distance.

use std::ops::Range;

use ground::analysis::Analysis;
use ground::heuristic::PairsDoor;
use ground::kernel::{Memory, Position};
use oracle::{Instance, Room, with_goals};
use search::Random;
use search::{Budget, Heuristic};
use textbook::heuristic::{PushConflicts, PushMatching};
use textbook::space::BoxState;

/// A board without boxes, and where its goals may be.
struct GoalRoom {
    room: Room,
    /// The squares behind the entrance.
    inner: u32,
}

/// A maze, a corridor of one or two squares and a room, with pillars here and there.
///
/// ```text
/// ----#..
/// --#--..
/// ----#..
/// ----###
/// ```
fn random_goal_room(random: &mut Random) -> Option<GoalRoom> {
    let (outer, inner) = (random.within(3..=5), random.within(2..=4));
    let (height, left) = (outer.max(inner), random.within(3..=5));
    let right = left + random.within(1..=2);
    let width = right + random.within(2..=3);
    let outer = rows_somewhere(random, outer, height);
    let inner = rows_somewhere(random, inner, height);
    let door = random.within(outer.start.max(inner.start)..=outer.end.min(inner.end) - 1);
    let mut tiles = vec![vec!['#'; width]; height];
    for (rows, columns, floor) in [(outer, 0..left, '-'), (inner, right..width, '.')] {
        for tile in tiles[rows].iter_mut().flat_map(|row| &mut row[columns.clone()]) {
            *tile = if random.below(100) < 7 { '#' } else { floor };
        }
    }
    tiles[door][left..right].fill('-');
    let tiles = turned(tiles, random.below(8) as u32);
    let rows: Vec<String> = tiles.into_iter().map(String::from_iter).collect();
    let room = Room::drawn(&rows)?;
    let floor = rows.iter().flat_map(|row| row.chars()).filter(|&tile| tile != '#');
    let inner = floor.enumerate().filter(|&(_, tile)| tile == '.');
    let inner = inner.fold(0, |mask, (square, _)| mask | 1 << square);
    Some(GoalRoom { room, inner })
}

fn rows_somewhere(random: &mut Random, count: usize, height: usize) -> Range<usize> {
    let top = random.within(0..=height - count);
    top..top + count
}

/// One of the eight ways to turn or mirror a drawing.
fn turned(mut tiles: Vec<Vec<char>>, way: u32) -> Vec<Vec<char>> {
    if way & 1 != 0 {
        tiles.reverse();
    }
    if way & 2 != 0 {
        tiles.iter_mut().for_each(|row| row.reverse());
    }
    if way & 4 != 0 {
        tiles = (0..tiles[0].len()).map(|i| tiles.iter().map(|row| row[i]).collect()).collect();
    }
    tiles
}

/// Two to four goals: behind the entrance, or, on one board in four, anywhere.
fn random_goals(random: &mut Random, plan: &GoalRoom) -> Option<u32> {
    let anywhere = random.below(4) == 0;
    let mut places = if anywhere { (1 << plan.room.n_squares()) - 1 } else { plan.inner };
    let mut goals = 0_u32;
    for _ in 0..random.within(2..=4) {
        if places == 0 {
            return None;
        }
        let nth = random.below(places.count_ones() as usize) as u32;
        let goal = (0..32).filter(|square| places >> square & 1 != 0).nth(nth as usize)?;
        places &= !(1 << goal);
        goals |= 1 << goal;
    }
    Some(goals)
}

/// What has been seen, so that a test that tests nothing fails.
#[derive(Debug, Default)]
struct Seen {
    boards: usize,
    states: usize,
    solvable: usize,
    /// Lost states that were called lost.
    lost: usize,
    /// Bounds higher than that of the matching.
    better: usize,
    /// Bounds higher than that of pairs alone.
    by_parts: usize,
    /// Bounds with little memory that are between those of pairs alone and of all tables.
    between: usize,
    exact: u64,
    bounds: u64,
}

impl Seen {
    /// Asks about every state: with all tables, with those that need no memory (the pairs), and
    /// with those that fit into each of the given numbers of bytes.
    fn look(&mut self, instance: &Instance<'_>, memories: &[u64]) {
        let memories = [u64::MAX, 0].into_iter().chain(memories.iter().copied());
        let analyses: Vec<_> = memories.map(|bytes| analysis(instance, bytes)).collect();
        let make = |analysis| PushConflicts::new(analysis, &mut Budget::unlimited()).unwrap();
        let mut conflicts: Vec<PushConflicts<'_>> = analyses.iter().map(make).collect();
        let mut matching = PushMatching::new(&analyses[0]);
        self.boards += 1;
        self.states += instance.positions().len();
        for (index, position) in instance.positions().iter().enumerate() {
            let map = &analyses[0].map;
            let at = Position::of(map, &position.state);
            let state = BoxState::new(map, &at, position.state.player);
            let bounds: Vec<_> = conflicts.iter_mut().map(|it| it.estimate(&state)).collect();
            match instance.exact(index) {
                Some(exact) => {
                    let drawn = || instance.draw(index);
                    self.better += usize::from(bounds[0] > matching.estimate(&state));
                    self.compare(exact, &bounds).unwrap_or_else(|it| panic!("{it}: {}", drawn()));
                }
                None => self.lost += usize::from(bounds[0].is_none()),
            }
        }
    }

    /// Compares the bounds of a state that can be solved; an error says which of them is wrong.
    fn compare(&mut self, exact: u32, bounds: &[Option<u32>]) -> Result<(), String> {
        for bound in bounds {
            match bound {
                None => return Err("not lost".to_owned()),
                Some(bound) if *bound > exact => return Err(format!("{bound} of {exact} pushes")),
                Some(_) => {}
            }
        }
        let (all, pairs) = (bounds[0], bounds[1]);
        self.solvable += 1;
        self.exact += u64::from(exact);
        self.bounds += all.map_or(0, u64::from);
        self.by_parts += usize::from(pairs < all);
        self.between += bounds[2..].iter().filter(|&&it| pairs < it && it < all).count();
        Ok(())
    }
}

fn analysis(instance: &Instance<'_>, bytes: u64) -> Analysis {
    let analysis = Analysis::new(instance.board(), &mut Budget::unlimited());
    Analysis { memory: Memory::bytes(bytes), ..analysis.expect("there is no limit") }
}

/// What has been seen of `pairs-door`.
#[derive(Debug, Default)]
struct SeenPairs {
    cut: usize,
    states: usize,
    lost: usize,
    /// Bounds higher than that of the matching, and lower.
    better: usize,
    worse: usize,
    pushes: usize,
}

impl SeenPairs {
    /// Asks about every state of a board that is cut and every push, and the same as if it were not
    /// cut, with the pairs anywhere.
    fn look(&mut self, instance: &Instance<'_>) {
        let analysis = analysis(instance, u64::MAX);
        let mut budget = Budget::unlimited();
        let mut door = PairsDoor::new(&analysis, &mut budget).expect("no limit");
        let anywhere = PairsDoor::uncut(&analysis, &mut budget).expect("no limit");
        let mut anywhere = anywhere.with_pairs_inside(&mut budget).expect("no limit");
        let mut matching = PushMatching::new(&analysis);
        if !door.is_cut() {
            return;
        }
        self.cut += 1;
        let mut bounds = Vec::new();
        for (index, position) in instance.positions().iter().enumerate() {
            let at = Position::of(&analysis.map, &position.state);
            let state = BoxState::new(&analysis.map, &at, position.state.player);
            let bound = door.estimate(state.boxes(), state.player());
            let pairs = anywhere.estimate(state.boxes(), state.player());
            let (exact, drawn) = (instance.exact(index), || instance.draw(index));
            self.states += 1;
            // A lost state counts as farther away than anything.
            let most = exact.unwrap_or(u32::MAX);
            assert!(bound.unwrap_or(u32::MAX) <= most, "{bound:?} of {exact:?}: {}", drawn());
            assert!(pairs.unwrap_or(u32::MAX) <= most, "{pairs:?} of {exact:?}: {}", drawn());
            self.lost += usize::from(bound.is_none());
            if exact.is_some() {
                let matching = matching.estimate(&state);
                self.better += usize::from(bound > matching);
                self.worse += usize::from(bound < matching);
            }
            bounds.push(bound.unwrap_or(u32::MAX));
        }
        for (index, &before) in bounds.iter().enumerate() {
            for edge in instance.edges(index) {
                let after = bounds[edge.to as usize];
                let drawn = || instance.draw(index);
                assert!(before <= after.saturating_add(1), "{before}, {after}: {}", drawn());
                self.pushes += 1;
            }
        }
    }
}

/// Looks at boards with at least 300 states that can be solved.
fn examine(seed: u64, boards: usize) -> Seen {
    let mut seen = Seen::default();
    each_goal_room(seed, boards, |instance, memories| seen.look(instance, memories));
    seen
}

/// Hands over so many boards, and some numbers of bytes with each.
fn each_goal_room(seed: u64, boards: usize, mut look: impl FnMut(&Instance<'_>, &[u64])) {
    let mut random = Random::seeded(seed);
    let mut seen = 0;
    while seen < boards {
        let Some(plan) = random_goal_room(&mut random) else { continue };
        let Some(goals) = random_goals(&mut random, &plan) else { continue };
        let memories = [0; 3].map(|_| 1 << random.within(13..=17));
        with_goals(&plan.room, goals, |instance| {
            let exact = (0..instance.positions().len()).filter_map(|index| instance.exact(index));
            if exact.count() >= 300 {
                seen += 1;
                look(instance, &memories);
            }
        });
    }
}

#[test]
fn conflicts_never_says_too_much_about_a_goal_room() {
    let seen = examine(1, 40);
    assert!(seen.solvable > 10_000 && seen.lost > 100_000, "{seen:?}");
    assert!(seen.better > 1_000 && seen.by_parts > 1_000 && seen.between > 20, "{seen:?}");
}

#[test]
#[ignore = "a thousand boards; run in release"]
fn conflicts_never_says_too_much_about_many_goal_rooms() {
    let seen = examine(2, 1_000);
    assert!(seen.solvable > 500_000 && seen.between > 1_000, "{seen:?}");
}

#[test]
fn pairs_door_never_says_too_much_and_is_consistent() {
    let mut seen = SeenPairs::default();
    each_goal_room(3, 40, |instance, _| seen.look(instance));
    assert!(seen.cut > 10 && seen.states > 100_000 && seen.pushes > 100_000, "{seen:?}");
    assert!(seen.lost > 10_000 && seen.better > 1_000, "{seen:?}");
}

#[test]
#[ignore = "a thousand boards; run in release"]
fn pairs_door_never_says_too_much_about_many_goal_rooms() {
    let mut seen = SeenPairs::default();
    each_goal_room(4, 1_000, |instance, _| seen.look(instance));
    assert!(seen.cut > 300 && seen.better > 100_000, "{seen:?}");
}
