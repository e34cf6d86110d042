//! A simulated player of Unblock: looks at what blocks what, makes one of the moves at the ends of that tree,
//! those near the red piece more often, sometimes any move, and seldom one that leads back.

use std::collections::HashMap;

use search::{Budget, Random, Stop};
use unblock::{Board, Cluster, Move, State};

use super::blockers::{Tree, tree};
use super::thought::after;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thinker {
    /// The share of moves made without a thought.
    pub lapse: f64,
    /// How much less often a move is made for every piece between it and the red one.
    pub deep: f64,
    /// How much less often a move leads back to a position seen before.
    pub back: f64,
    /// From so many moves away the end is seen, and no move leads away from it.
    pub sees: u32,
}

/// How much less often the piece that moved last moves again.
const AGAIN: f64 = 0.1;

/// Games for one figure.
pub(crate) const RUNS: usize = 128;

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

pub(crate) fn legal(board: &Board, state: &State) -> Vec<Move> {
    let occupied = state.occupied(board);
    let mut moves = Vec::new();
    for piece in 0..board.pieces().len() {
        let (back, forth) = state.room(board, &occupied, piece);
        let deltas = (-(back as i8)..=forth as i8).filter(|delta| *delta != 0);
        moves.extend(deltas.map(|delta| Move { piece: piece as u8, delta }));
    }
    moves
}

/// A move that a player thinks of, with its chance, and the number of the position behind it.
#[derive(Clone, Copy, Debug)]
struct Thought {
    piece: u8,
    chance: f64,
    to: usize,
}

/// The positions that games come through: games come back to the same ones, and what a player thinks there stays the
/// same.
struct Games<'a> {
    board: &'a Board,
    cluster: &'a Cluster,
    habits: Thinker,
    numbers: HashMap<State, usize>,
    states: Vec<State>,
    thoughts: Vec<Vec<Thought>>,
    /// The game in which a position was last met.
    seen: Vec<usize>,
}

/// Mean logarithm of the moves of a number of games.
///
/// # Errors
/// The limit that came first.
pub(crate) fn play(
    board: &Board,
    cluster: &Cluster,
    habits: Thinker,
    seed: u64,
    budget: &mut Budget,
) -> Result<f64, Stop> {
    let mut random = Random::seeded(seed);
    let (numbers, states, thoughts, seen) = Default::default();
    let mut games = Games { board, cluster, habits, numbers, states, thoughts, seen };
    games.number(board.start());
    let mut sum = 0.0;
    for game in 1..=RUNS {
        sum += f64::from(games.run(game, &mut random, budget)?).ln();
    }
    Ok(sum / RUNS as f64)
}

impl Games<'_> {
    /// The number of a position.
    fn number(&mut self, state: State) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len();
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.thoughts.push(Vec::new());
        self.seen.push(0);
        number
    }

    /// Fills in what the player thinks of at a position.
    fn think(&mut self, at: usize) {
        if !self.thoughts[at].is_empty() {
            return;
        }
        let state = self.states[at].clone();
        let near = self.cluster.distance(&state).is_some_and(|left| left <= self.habits.sees);
        let options = if near {
            self.cluster.hints(&state).into_iter().map(|step| (step, 1.0)).collect()
        } else {
            chances(self.board, &state, &tree(self.board, &state), self.habits)
        };
        let think = |(step, chance): (Move, f64)| {
            let to = self.number(after(&state, step));
            Thought { piece: step.piece, chance, to }
        };
        self.thoughts[at] = options.into_iter().map(think).collect();
    }

    fn run(&mut self, game: usize, random: &mut Random, budget: &mut Budget) -> Result<u32, Stop> {
        let (mut at, mut last) = (0, None);
        self.seen[at] = game;
        for moves in 1..=MOST_MOVES {
            budget.poll()?;
            self.think(at);
            let weight = |it: &Thought| {
                let back = if self.seen[it.to] == game { self.habits.back } else { 1.0 };
                let again = if last == Some(it.piece) { AGAIN } else { 1.0 };
                it.chance * back * again
            };
            let thoughts = &self.thoughts[at];
            let total: f64 = thoughts.iter().map(weight).sum();
            let mut left = (random.number() >> 11) as f64 / (1u64 << 53) as f64 * total;
            let mut chosen = None;
            for thought in thoughts.iter().filter(|it| it.chance > 0.0) {
                chosen = Some(*thought);
                left -= weight(thought);
                if left < 0.0 {
                    break;
                }
            }
            let Some(Thought { piece, to, .. }) = chosen else { return Ok(MOST_MOVES) };
            (at, last) = (to, Some(piece));
            if self.board.is_solved(&self.states[at]) {
                return Ok(moves);
            }
            self.seen[at] = game;
        }
        Ok(MOST_MOVES)
    }
}
