//! A simulated player of Unblock: looks at what blocks what, makes one of the moves at the ends of that tree,
//! those near the red piece more often, sometimes any move, and seldom one that leads back.

use std::collections::HashSet;

use search::{Budget, Random, Stop};
use unblock::{Board, Move, State};

use super::blockers::{Tree, tree};

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thinker {
    /// The share of moves made without a thought.
    pub lapse: f64,
    /// How much less often a move is made for every piece between it and the red one.
    pub deep: f64,
    /// How much less often a move leads back to a position seen before.
    pub back: f64,
}

/// How much less often the piece that moved last moves again.
const AGAIN: f64 = 0.1;

/// Games for one figure.
pub(crate) const RUNS: usize = 48;

/// Moves after which a game is given up.
pub(crate) const MOST_MOVES: u32 = 300;

/// The moves of a position, each with its chance to be made.
pub(crate) fn chances(
    board: &Board,
    state: &State,
    tree: &Tree,
    habits: Thinker,
) -> Vec<(Move, f64)> {
    let legal = legal(board, state);
    let mut out: Vec<(Move, f64)> = legal.into_iter().map(|step| (step, 0.0)).collect();
    let mut total = 0.0;
    let mut weights = Vec::new();
    for leaf in &tree.leaves {
        let mut weight = 1.0;
        for _ in 0..leaf.depth {
            weight *= habits.deep;
        }
        total += weight;
        weights.push((leaf.step, weight));
    }
    let lapse = if weights.is_empty() { 1.0 } else { habits.lapse };
    let share = lapse / out.len().max(1) as f64;
    for (step, chance) in &mut out {
        *chance = share;
        let weight: f64 = weights.iter().filter(|w| w.0 == *step).map(|w| w.1).sum();
        if total > 0.0 {
            *chance += (1.0 - lapse) * weight / total;
        }
    }
    out
}

fn legal(board: &Board, state: &State) -> Vec<Move> {
    let occupied = state.occupied(board);
    let mut moves = Vec::new();
    for piece in 0..board.pieces().len() {
        let (back, forth) = state.room(board, &occupied, piece);
        let deltas = (-(back as i8)..=forth as i8).filter(|delta| *delta != 0);
        moves.extend(deltas.map(|delta| Move { piece: piece as u8, delta }));
    }
    moves
}

/// Mean logarithm of the moves of a number of games.
///
/// # Errors
/// The limit that came first.
pub(crate) fn play(
    board: &Board,
    habits: Thinker,
    seed: u64,
    budget: &mut Budget,
) -> Result<f64, Stop> {
    let mut random = Random::seeded(seed);
    let mut sum = 0.0;
    for _ in 0..RUNS {
        sum += f64::from(run(board, habits, &mut random, budget)?).ln();
    }
    Ok(sum / RUNS as f64)
}

fn run(
    board: &Board,
    habits: Thinker,
    random: &mut Random,
    budget: &mut Budget,
) -> Result<u32, Stop> {
    let mut state = board.start();
    let mut seen = HashSet::from([state.clone()]);
    let mut last = None;
    for moves in 1..=MOST_MOVES {
        budget.poll()?;
        let grown = tree(board, &state);
        let mut options = chances(board, &state, &grown, habits);
        for (step, chance) in &mut options {
            let mut next = state.clone();
            let at = &mut next.positions[step.piece as usize];
            *at = at.wrapping_add_signed(step.delta);
            if seen.contains(&next) {
                *chance *= habits.back;
            }
            if last == Some(step.piece) {
                *chance *= AGAIN;
            }
        }
        let total: f64 = options.iter().map(|option| option.1).sum();
        let mut left = (random.number() >> 11) as f64 / (1u64 << 53) as f64 * total;
        let mut chosen = None;
        for (step, chance) in options.iter().filter(|option| option.1 > 0.0) {
            chosen = Some(*step);
            left -= chance;
            if left < 0.0 {
                break;
            }
        }
        let Some(step) = chosen else { return Ok(MOST_MOVES) };
        let at = &mut state.positions[step.piece as usize];
        *at = at.wrapping_add_signed(step.delta);
        last = Some(step.piece);
        if board.is_solved(&state) {
            return Ok(moves);
        }
        seen.insert(state.clone());
    }
    Ok(MOST_MOVES)
}
