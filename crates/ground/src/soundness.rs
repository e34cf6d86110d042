//! Every test that calls positions lost, and every rule that leaves out pushes, checked against
//! exhaustive play on small random boards: no false alarm, and a shortest solution is always left.

use std::collections::BTreeMap;

use oracle::{Game, crowded_boards, random_boards};
use search::Budget;
use sokoban::{Board, Dir, Push, Square};

use crate::analysis::Analysis;
use crate::deadlock::subset_search::{End, SubsetSearch};
use crate::deadlock::{Deadlocks, LostGroups, PatternSearch};
use crate::kernel::{Mode, Position, Reach};
use crate::prune::{Corral, PiCorral};
use crate::technique::{Class, TABLE, Technique, TechniqueSet};

/// What a run over many boards has seen, so that a test that tests nothing fails.
#[derive(Default, Debug)]
struct Seen {
    won: usize,
    lost: usize,
    caught: BTreeMap<&'static str, usize>,
    corrals: usize,
}

fn check_board(board: &Board, seen: &mut Seen) {
    let Some(game) = Game::play(board, 6000) else { return };
    let analysis = Analysis::new(board, &mut Budget::unlimited()).unwrap();
    let techniques = TechniqueSet::of(|row| row.class == Class::Deadlock);
    let mut deadlocks = Deadlocks::new(&analysis, techniques);
    deadlocks.prepare(&analysis, u64::MAX, &mut Budget::unlimited()).unwrap();
    let mut reach = Reach::new(&analysis.map);
    let mut pi_corral = PiCorral::new(&analysis.map);
    let mut patterns = PatternSearch::new(&analysis);
    for (number, state) in game.states.iter().enumerate() {
        let position = Position::of(&analysis.map, state);
        // As after a push: with the player beside each box he can get to.
        reach.flood(&analysis.map, position.occupied(), position.player);
        let cheap = state.boxes.iter().any(|&square| {
            let mut beside = analysis.map.around(square).into_iter();
            beside.any(|at| {
                reach.reached(at)
                    && deadlocks.after_push(&analysis, &position, square, at).is_some()
            })
        });
        let found = deadlocks.when_expanded(&analysis, &position).map(Technique::name);
        let mut has_pattern =
            |&first: &Square| patterns.find(&analysis, &position, first, 200).is_some();
        let found = found.or_else(|| {
            (number % 8 == 0 && position.boxes().iter().any(&mut has_pattern)).then_some("patterns")
        });
        let Some(distance) = game.distance[number] else {
            seen.lost += 1;
            *seen.caught.entry("cheap tests").or_default() += usize::from(cheap);
            if let Some(found) = found {
                *seen.caught.entry(found).or_default() += 1;
            }
            continue;
        };
        seen.won += 1;
        assert!(!cheap, "cheap tests: {state:?} of {board:?}");
        assert_eq!(found, None, "{state:?} of {board:?}");
        if distance == 0 {
            continue;
        }
        match pi_corral.find(&analysis, deadlocks.walls(), &position, deadlocks.regions()) {
            Corral::None => {}
            Corral::Dead => panic!("pi-corral calls a won position lost: {state:?} of {board:?}"),
            Corral::Found => {
                seen.corrals += 1;
                let shortest = |&(push, to): &(Push, usize)| {
                    pi_corral.pushes().contains(&push) && game.distance[to] == Some(distance - 1)
                };
                assert!(game.edges[number].iter().any(shortest), "{state:?} of {board:?}");
            }
        }
    }
}

#[test]
fn no_won_position_is_called_lost_and_a_shortest_solution_is_left() {
    let mut seen = Seen::default();
    for board in crowded_boards(41, 1500) {
        check_board(&board, &mut seen);
    }
    assert!(seen.won > 10_000 && seen.lost > 100_000 && seen.corrals > 100, "{seen:?}");
    // Tests that need no other must catch something; the rest may be forestalled.
    let alone = TABLE.iter().filter(|row| row.class == Class::Deadlock && row.needs.is_empty());
    let looks = alone.filter(|row| row.looks).map(|row| row.name);
    for technique in looks.chain(["cheap tests", "patterns"]) {
        assert!(seen.caught.contains_key(technique), "{technique}: {seen:?}");
    }
}

/// Backwards, every position that can be reached from the start counts, won or lost.
#[test]
fn no_position_that_comes_about_is_called_lost_backwards() {
    let (mut asked, mut found) = (0, BTreeMap::new());
    for board in crowded_boards(43, 300) {
        let Some(game) = Game::play(&board, 3000) else { continue };
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let map = &analysis.map;
        let mut groups = LostGroups::new(Mode::Pull, TechniqueSet::defaults());
        groups.prepare(&analysis, u64::MAX - 1, &mut Budget::unlimited()).unwrap();
        let mut reach = Reach::new(map);
        for (number, state) in game.states.iter().enumerate() {
            let position = Position::of(map, state);
            reach.flood(map, position.occupied(), position.player);
            for &square in &state.boxes {
                for side in Dir::ALL {
                    if reach.reached(map.next(square, side)) {
                        asked += 1;
                        let lost = groups.find(position.occupied(), square, side);
                        assert_eq!(lost, None, "{state:?} of {board:?}");
                    }
                    // With the player on another side of the box, the position may be one that
                    // never arises.
                    let lost = groups.find(position.occupied(), square, side);
                    if let Some(technique) = lost.filter(|_| number % 16 == 0) {
                        *found.entry(technique.name()).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    assert!(asked > 100_000 && found.len() == 2, "{asked} asked, {found:?}");
}

/// Every triple of every board with three goals, and every zone of the player, compared with
/// playing it out. Every loss is found, unless the player can get to none of the boxes or there
/// is a lost pair that he cannot get to.
#[test]
fn triples_are_lost_when_they_cannot_be_played_out() {
    let (mut lost, mut boards) = (0, 0);
    for board in random_boards(83, 200).iter().filter(|board| board.goals().len() == 3) {
        boards += 1;
        let mut budget = Budget::unlimited();
        let analysis = Analysis::new(board, &mut budget).unwrap();
        let Analysis { map, live, .. } = &analysis;
        let pairs = analysis.pairs(Mode::Push, &mut budget).unwrap().unwrap();
        let triples = analysis.triples(Mode::Push, &pairs, &mut budget).unwrap().unwrap();
        let squares: Vec<Square> = live.iter().collect();
        let (mut alone, mut reach) = (SubsetSearch::new(&analysis), Reach::new(map));
        for (a, b, c) in sets(&squares) {
            let occupied = map.occupied([a, b, c]);
            for player in map.squares().filter(|&player| !occupied.contains(player)) {
                if reach.flood(map, &occupied, player) != player {
                    continue;
                }
                let beside = |&(at, side): &(Square, Dir)| reach.reached(map.next(at, side));
                let sides = [a, b, c].into_iter().flat_map(|at| Dir::ALL.map(|side| (at, side)));
                let sides: Vec<_> = sides.filter(beside).collect();
                let is = |table: &dyn Fn(Square, Dir) -> bool| {
                    sides.iter().any(|&(at, side)| table(at, side))
                };
                let by_pair = is(&|at, side| pairs.is_lost(&occupied, at, side));
                let by_triple = is(&|at, side| triples.is_lost(&occupied, at, side));
                let end = alone.play(&analysis, &[a, b, c], player, usize::MAX - 1);
                let hopeless = pairs.always(a, b) || pairs.always(a, c) || pairs.always(b, c);
                let cut_off = sides.is_empty() || hopeless;
                let found = by_pair || by_triple;
                assert!(found == (end == End::Lost) || (!found && cut_off), "{board:?}");
                lost += usize::from(by_triple && !by_pair);
            }
        }
    }
    assert!(lost > 400, "only {lost} lost triples on {boards} boards");
}

fn sets(squares: &[Square]) -> impl Iterator<Item = (Square, Square, Square)> + '_ {
    let pairs = (0..squares.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.flat_map(move |(i, j)| (0..j).map(move |k| (squares[i], squares[j], squares[k])))
}
