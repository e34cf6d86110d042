//! Pairs (pushes, then moves, and moves, then pushes) in small rooms: what `optimal` proves against the
//! truth about every state with the player on every square.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use ground::config::{Config, Engine};
use oracle::{Instance, for_each_instance, rooms};
use search::{Budget, Cancel, Goal, Guarantee, Limits, Outcome, Stats};
use sokoban::{Dir, Square, State};

/// Boxes as a mask, and the player.
type Key = (u32, usize);

/// The first count, then the other one.
type Cost = (u32, u32);

/// The least cost of every state that can be solved, found backwards from the solved ones.
fn truth(instance: &Instance<'_>, goal: Goal) -> HashMap<Key, Cost> {
    let (room, goals) = (instance.room(), instance.goals());
    let free = |boxes: u32, square: usize| boxes >> square & 1 == 0;
    let cost = |pushes: u32, moves: u32| match goal {
        Goal::PushesMoves => (pushes, moves),
        _ => (moves, pushes),
    };
    let players = (0..room.n_squares()).filter(|&player| free(goals, player));
    let mut queue: BinaryHeap<_> = players.map(|it| Reverse(((0, 0), (goals, it)))).collect();
    let mut least = HashMap::new();
    while let Some(Reverse((so_far, key))) = queue.pop() {
        if least.contains_key(&key) {
            continue;
        }
        least.insert(key, so_far);
        let (boxes, player) = key;
        for dir in Dir::ALL {
            let Some(before) = room.neighbor(player, dir.opposite()) else { continue };
            if !free(boxes, before) {
                continue;
            }
            let mut go = |(first, second): Cost, key: Key| {
                queue.push(Reverse(((so_far.0 + first, so_far.1 + second), key)));
            };
            go(cost(0, 1), (boxes, before));
            if let Some(to) = room.neighbor(player, dir).filter(|&to| !free(boxes, to)) {
                go(cost(1, 1), (boxes & !(1 << to) | 1 << player, before));
            }
        }
    }
    least
}

/// What the engine proves about a state: `None` that it has no solution.
fn proved(instance: &Instance<'_>, state: State, goal: Goal) -> Option<Cost> {
    let board = instance.board().starting_with(state);
    let config = Config { engine: Engine::Optimal, goal: Some(goal), ..Config::default() };
    let limits = Limits { memory: Some(8 << 20), ..Limits::default() };
    let mut budget = Budget::new(limits, Cancel::default());
    let answer = solver::solve(&board, &config, &mut budget, &mut Stats::default());
    match answer.outcome {
        Outcome::Solved(pushes) => {
            assert_eq!(answer.guarantee, Guarantee::Pair(goal.first()));
            let moves = oracle::count_moves(&board, &pushes) as u32;
            let pushes = pushes.len() as u32;
            Some(if goal == Goal::PushesMoves { (pushes, moves) } else { (moves, pushes) })
        }
        Outcome::Unsolvable => None,
        other => panic!("there is no limit: {other:?}"),
    }
}

/// Compares one state in `one_in`; returns how many have a pair that neither count gives alone.
fn compare(instance: &Instance<'_>, one_in: usize, seen: &mut usize) -> usize {
    let mut apart = 0;
    let [pushes, moves] = [Goal::PushesMoves, Goal::MovesPushes].map(|it| truth(instance, it));
    for (index, position) in instance.positions().iter().enumerate() {
        for player in 0..instance.room().n_squares() {
            if position.zone >> player & 1 == 0 {
                continue;
            }
            *seen += 1;
            if !seen.is_multiple_of(one_in) {
                continue;
            }
            let key = (position.boxes, player);
            for (goal, truth) in [(Goal::PushesMoves, &pushes), (Goal::MovesPushes, &moves)] {
                let state = State { player: Square(player as u16), ..position.state.clone() };
                let found = proved(instance, state, goal);
                assert_eq!(found, truth.get(&key).copied(), "{goal}: {}", instance.draw(index));
            }
            let both = pushes.get(&key).zip(moves.get(&key));
            apart += usize::from(both.is_some_and(|(one, other)| one.0 != other.1));
        }
    }
    apart
}

#[test]
fn pairs_in_rooms_3x3() {
    let (mut seen, mut apart) = (0, 0);
    for_each_instance(rooms(3, 3), 1..=3, |it| apart += compare(it, 23, &mut seen));
    assert!(seen > 100_000, "{seen} states, {apart} with more pushes for fewer moves");
}

#[test]
#[ignore = "every state of rooms of 3x3, and many of 3x4 and 4x4, with every player; run in release"]
fn pairs_in_all_rooms_3x3_and_larger_ones() {
    let (mut seen, mut apart) = (0, 0);
    for_each_instance(rooms(3, 3), 1..=3, |it| apart += compare(it, 1, &mut seen));
    for_each_instance(rooms(3, 4), 1..=3, |it| apart += compare(it, 101, &mut seen));
    for_each_instance(rooms(4, 4), 1..=2, |it| apart += compare(it, 101, &mut seen));
    assert!(apart > 100, "{apart} of {seen} states have more pushes for fewer moves");
}
