//! The deadlock tests and the sound prunings of the generator against exhaustive play.

use std::collections::BTreeMap;

use search::Budget;
use sokoban::{Board, State, Walker};

use super::pushes::{PushGenerator, PushRules, Stops};
use crate::deadlock::Deadlocks;
use crate::engine::fess::field::Field;
use crate::kernel::Position;
use crate::kernel::{Bits, Zones};
use crate::soundness::{Game, crowded_boards};
use crate::technique::TechniqueSet;

/// The movable boxes of a state as squares of the field, and the player's region; `None` when the
/// player is shut in on squares the field has not.
fn translate(board: &Board, field: &Field, state: &State) -> Option<(Vec<u16>, u16)> {
    let at = |square| {
        let (row, column) = board.place(square);
        field.square_at(row, column)
    };
    let boxes: Vec<u16> = state
        .boxes
        .iter()
        .map(|&square| at(square))
        .filter(|&square| square != field.wall())
        .collect();
    let mut walker = Walker::new(board);
    walker.flood(board, &state.box_set(board), state.player);
    let player = board
        .squares()
        .filter(|&square| walker.reached(square))
        .map(at)
        .find(|&square| square != field.wall())?;
    Some((boxes.clone(), region(field, &boxes, player)))
}

fn region(field: &Field, boxes: &[u16], player: u16) -> u16 {
    let mut occupied = field.no_boxes();
    boxes.iter().for_each(|&square| occupied[square as usize] = 1);
    let mut zones = Zones::new(field.map());
    zones.find_where(field.map(), |square| occupied[square.index()] == 0);
    zones.zone(player).0
}

#[derive(Default, Debug)]
struct Seen {
    won: usize,
    lost: usize,
    caught: usize,
    corrals: usize,
}

fn check(board: &Board, seen: &mut Seen) {
    let Some(game) = Game::play(board, 6000) else { return };
    if game.distance[0].is_none() {
        // The reduction may refuse boards that have no solution.
        return;
    }
    let Ok(field) = Field::new(board, &mut Budget::unlimited()) else {
        assert_eq!(game.distance[0], Some(0), "no box is left to move in {board:?}");
        return;
    };
    let mut deadlocks = Deadlocks::new(field.analysis(), TechniqueSet::defaults());
    let mut generator = PushGenerator::new(&field);
    let rules = PushRules { pi_corral: true, stops: Stops::NONE };
    let nothing = Bits::new(field.n_squares());
    let won: BTreeMap<(Vec<u16>, u16), u32> = game
        .states
        .iter()
        .zip(&game.distance)
        .filter_map(|(state, distance)| Some((translate(board, &field, state)?, (*distance)?)))
        .collect();
    let mut moves = Vec::new();
    for (state, distance) in game.states.iter().zip(&game.distance) {
        let Some((boxes, player)) = translate(board, &field, state) else { continue };
        let squares = boxes.iter().map(|&square| square.into());
        let position = Position::new(field.map(), squares, player.into());
        let called = deadlocks.when_expanded(field.analysis(), &position).is_some();
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
        let corral = generator.generate(&field, &boxes, player, rules, &nothing, &mut moves);
        seen.corrals += usize::from(corral);
        let leads_on = moves.iter().any(|m| {
            let mut after = boxes.clone();
            after.iter_mut().filter(|square| **square == m.from).for_each(|square| *square = m.to);
            after.sort_unstable();
            won.contains_key(&(after, m.player))
        });
        assert!(leads_on, "no move is left in {state:?} of {board:?}");
    }
}

#[test]
fn no_won_position_is_called_lost_and_a_good_move_is_left() {
    let mut seen = Seen::default();
    for board in crowded_boards(43, 1500) {
        check(&board, &mut seen);
    }
    assert!(seen.won > 5_000 && seen.caught > 5_000 && seen.corrals > 100, "{seen:?}");
}
