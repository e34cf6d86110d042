//! The bound on moves, checked by the oracle in every state of every small room, with the player on
//! every square.

use std::collections::HashMap;

use ground::analysis::Analysis;
use ground::heuristic::Heights;
use ground::kernel::Position;
use oracle::{Instance, for_each_instance, rooms};
use search::Budget;
use sokoban::{Dir, Square, State};

/// Boxes as a mask, and the player.
type Key = (u32, usize);

/// The fewest moves from every state that can be solved, found backwards from the solved ones.
fn fewest_moves(instance: &Instance<'_>) -> HashMap<Key, u32> {
    let (room, goals) = (instance.room(), instance.goals());
    let free = |boxes: u32, square: usize| boxes >> square & 1 == 0;
    let players = (0..room.n_squares()).filter(|&player| free(goals, player));
    let mut queue: Vec<Key> = players.map(|player| (goals, player)).collect();
    let mut moves: HashMap<Key, u32> = queue.iter().map(|&key| (key, 0)).collect();
    let mut head = 0;
    while head < queue.len() {
        let (boxes, player) = queue[head];
        let length = moves[&queue[head]] + 1;
        head += 1;
        for dir in Dir::ALL {
            let Some(before) = room.neighbor(player, dir.opposite()) else { continue };
            if !free(boxes, before) {
                continue;
            }
            let pushed = room.neighbor(player, dir).filter(|&to| !free(boxes, to));
            let pulled = pushed.map(|to| (boxes & !(1 << to) | 1 << player, before));
            for key in [Some((boxes, before)), pulled].into_iter().flatten() {
                moves.entry(key).or_insert_with(|| {
                    queue.push(key);
                    length
                });
            }
        }
    }
    moves
}

/// Numbers that depend on nothing but the seed.
fn random(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32
}

/// What was looked at.
#[derive(Debug, Default)]
struct Seen {
    states: u64,
    lost: u64,
    /// Bounds that are the truth, and bounds that count more than the pushes.
    exact: u64,
    walks: u64,
}

/// Compares the bound of every state with the truth. One instance in `one_in` gets heights made for
/// one of its positions; all get random heights, for which the bound must hold too.
fn compare(instance: &Instance<'_>, one_in: u32, seed: &mut u64, seen: &mut Seen) {
    let analysis = Analysis::new(instance.board(), &mut Budget::unlimited()).expect("no limit");
    let Some(mut heights) = Heights::new(&analysis) else { return };
    let positions = instance.positions();
    let n_squares = instance.room().n_squares();
    if random(seed).is_multiple_of(one_in) {
        let won = (0..positions.len()).filter(|&index| instance.exact(index) > Some(0));
        let won: Vec<usize> = won.collect();
        if !won.is_empty() {
            let state = &positions[won[random(seed) as usize % won.len()]].state;
            let position = Position::of(&analysis.map, state);
            heights.suit(&analysis, &position, &mut Budget::unlimited()).expect("no limit");
        }
    }
    for _ in 0..2 {
        let wild: Vec<i32> = (0..n_squares * 9).map(|_| (random(seed) % 600) as i32).collect();
        heights.add(&analysis, &wild);
    }
    let moves = fewest_moves(instance);
    for (index, position) in positions.iter().enumerate() {
        for player in (0..n_squares).filter(|&player| position.zone >> player & 1 != 0) {
            let state = State { player: Square(player as u16), ..position.state.clone() };
            let bound = heights.load(&analysis, &Position::of(&analysis.map, &state));
            seen.states += 1;
            match (bound, moves.get(&(position.boxes, player))) {
                (Some(bound), Some(&moves)) => {
                    assert!(bound <= moves, "{bound} for {moves}:\n{}", instance.draw(index));
                    seen.exact += u64::from(bound == moves);
                    seen.walks += u64::from(Some(bound) > instance.exact(index));
                }
                (None, None) => seen.lost += 1,
                (None, Some(_)) => panic!("called lost:\n{}", instance.draw(index)),
                (Some(_), None) => {}
            }
        }
    }
}

#[test]
fn the_bound_on_moves_in_rooms_3x3() {
    let (mut seed, mut seen) = (5, Seen::default());
    for_each_instance(rooms(3, 3), 1..=3, |it| compare(it, 40, &mut seed, &mut seen));
    let Seen { states, lost, exact, walks } = seen;
    assert!(states > 100_000 && lost > 10_000 && exact > 5_000 && walks > 1_000, "{seen:?}");
}

#[test]
#[ignore = "every state of rooms of 3x4 and 4x4 with every player; run in release"]
fn the_bound_on_moves_in_rooms_3x4_and_4x4() {
    let (mut seed, mut seen) = (6, Seen::default());
    for_each_instance(rooms(3, 4), 1..=3, |it| compare(it, 20, &mut seed, &mut seen));
    for_each_instance(rooms(4, 4), 1..=2, |it| compare(it, 200, &mut seed, &mut seen));
    assert!(seen.states > 1_000_000 && seen.walks > 100_000, "{seen:?}");
}
