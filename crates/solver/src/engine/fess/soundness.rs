//! The deadlock tests and the sound prunings of the generator against exhaustive play.

use std::collections::BTreeMap;

use ground::deadlock::Deadlocks;
use ground::kernel::{Position, Regions};
use ground::technique::{Technique, TechniqueSet};
use oracle::{Game, crowded_boards};
use sokoban::{Board, Square, State, Walker};

use super::pushes::PushGenerator;
use super::reduced_board::ReducedBoard;
use super::reduced_board::tests::field_of;
use super::strategy::PushRules;

/// The movable boxes of a state as squares of the reduced board, and the player's zone; `None` when the
/// player is shut in on squares that the reduced board does not have.
fn translate(
    board: &Board,
    reduced: &ReducedBoard,
    state: &State,
) -> Option<(Vec<Square>, Square)> {
    let at = |square| {
        let (row, column) = board.place(square);
        reduced.board().square_at(row, column)
    };
    let boxes: Vec<Square> = state.boxes.iter().filter_map(|&square| at(square)).collect();
    let mut walker = Walker::new(board);
    walker.flood(board, &state.box_set(board), state.player);
    let player = board.squares().filter(|&square| walker.reached(square)).find_map(at)?;
    let map = reduced.map();
    let mut regions = Regions::new(map);
    regions.find(map, &map.occupied(boxes.iter().copied()));
    Some((boxes, regions.squares(regions.of(player))[0]))
}

#[derive(Default, Debug)]
struct Seen {
    won: usize,
    lost: usize,
    caught: usize,
    corrals: usize,
    moves: usize,
}

fn check(board: &Board, techniques: TechniqueSet, seen: &mut Seen) {
    let Some(game) = Game::play(board, 6000) else { return };
    if game.distance[0].is_none() {
        // The reduction may refuse boards that have no solution.
        return;
    }
    let Ok(reduced) = field_of(board) else {
        assert_eq!(game.distance[0], Some(0), "no box is left to move in {board:?}");
        return;
    };
    let map = reduced.map();
    let mut deadlocks = Deadlocks::new(reduced.analysis(), techniques);
    let mut generator = PushGenerator::new(&reduced, PushRules::SOUND.among(techniques));
    let nothing = map.no_squares();
    let won: BTreeMap<(Vec<Square>, Square), u32> = game
        .states
        .iter()
        .zip(&game.distance)
        .filter_map(|(state, distance)| Some((translate(board, &reduced, state)?, (*distance)?)))
        .collect();
    let mut moves = Vec::new();
    for (state, distance) in game.states.iter().zip(&game.distance) {
        let Some((boxes, player)) = translate(board, &reduced, state) else { continue };
        let mut position = Position::new(map, boxes.iter().copied(), player);
        let called = deadlocks.when_expanded(reduced.analysis(), &position).is_some();
        if distance.is_none() {
            seen.lost += 1;
            seen.caught += usize::from(called);
            continue;
        }
        seen.won += 1;
        assert!(!called, "{state:?} of {board:?}");
        if *distance == Some(0) {
            continue;
        }
        moves.clear();
        let (regions, settled) = (deadlocks.regions(), deadlocks.settled());
        let corral =
            generator.generate(&reduced, &mut position, regions, settled, &nothing, &mut moves);
        seen.corrals += usize::from(corral);
        seen.moves += moves.len();
        let leads_on = moves.iter().any(|m| {
            let mut after = Position::new(map, [], player);
            m.play(map, boxes.iter().copied(), &mut after);
            won.contains_key(&(after.boxes().to_vec(), m.zone))
        });
        assert!(leads_on, "no move is left in {state:?} of {board:?}");
    }
}

fn check_all(techniques: TechniqueSet, count: usize) -> Seen {
    let mut seen = Seen::default();
    for board in crowded_boards(43, count) {
        check(&board, techniques, &mut seen);
    }
    seen
}

#[test]
fn no_won_position_is_called_lost_and_a_good_move_is_left() {
    let seen = check_all(TechniqueSet::defaults(), 1500);
    assert!(seen.won > 5_000 && seen.caught > 5_000 && seen.corrals > 100, "{seen:?}");
}

/// Switching off any technique of the generator brings back moves that it refused.
#[test]
fn the_generator_obeys_its_switches() {
    let all = check_all(TechniqueSet::defaults(), 400).moves;
    for technique in [Technique::Fixed, Technique::Diagonal, Technique::Freeze, Technique::PiCorral]
    {
        let without = check_all(TechniqueSet::defaults().without(technique), 400).moves;
        assert!(without > all, "{technique:?}: {without} moves, {all} with it");
    }
}
