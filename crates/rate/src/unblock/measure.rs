//! The features of a board of Unblock, in the order of the table ([`crate::features::UNBLOCK`]).

use std::collections::HashMap;

use search::{Budget, Stop};
use unblock::{Board, Cluster, Metric, Rating, Solver, State};

use super::blockers::tree;
use super::player::{Thinker, chances, play};

/// Counts for the words of a grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What the solver says about the board.
    pub rating: Rating,
    /// Pieces in the way of the red one.
    pub blockers: u32,
    /// Positions on the way where no good move is in the tree of blockers.
    pub unnatural: u32,
}

/// A board, measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// All features but the player's.
    pub features: Vec<f64>,
    /// What else is told.
    pub facts: Facts,
}

/// A player who makes any move.
const RANDOM: Thinker = Thinker { lapse: 1.0, deep: 1.0, back: 1.0 };

/// A player who follows the tree most of the time.
const FOLLOWER: Thinker = Thinker { lapse: 0.3, deep: 0.8, back: 1.0 };

/// Measures everything but the player; `None` when there is no solution.
///
/// # Errors
/// The limit that came first; a board out of the engine's reach counts as too large for the memory.
pub(crate) fn measure(board: &Board, budget: &mut Budget) -> Result<Option<Measured>, Stop> {
    let Some(rating) = Solver::new().rate(board, budget)? else { return Ok(None) };
    if rating.moves == 0 {
        return Ok(None);
    }
    let cluster = Cluster::new(board, Metric::Moves, budget)?;
    let start = tree(board, &board.start());
    let way = way(board, &cluster);
    let length = f64::from(rating.moves);
    let mut luck = |habits| {
        let mut known = HashMap::new();
        stay(board, &cluster, &board.start(), habits, &mut known, budget).map(|chance| -chance.ln())
    };
    let ln = |n: u32| f64::from(n.max(1)).ln();
    let features = vec![
        ln(rating.moves),
        ln(rating.steps),
        (rating.cluster as f64).ln(),
        (rating.solutions.max(1) as f64).ln(),
        f64::from(rating.branching) / 100.0,
        f64::from(rating.on_track) / 1000.0,
        f64::from(rating.forced) / length,
        f64::from(rating.retreats),
        f64::from(rating.blockings),
        f64::from(rating.movers),
        ln(rating.farthest),
        start.leaves.len() as f64,
        f64::from(start.wishes),
        f64::from(start.circles),
        f64::from(start.leaves.iter().map(|leaf| leaf.depth).max().unwrap_or(UNSEEN)),
        way.wishes / length,
        way.depth / length,
        way.unnatural,
        way.same / length,
        luck(RANDOM)?,
        luck(FOLLOWER)?,
    ];
    let facts = Facts { rating, blockers: start.first, unnatural: way.unnatural as u32 };
    Ok(Some(Measured { features, facts }))
}

/// The depth of a move that is not in the tree.
const UNSEEN: u32 = 8;

/// Sums over the positions of a shortest solution.
#[derive(Default)]
struct Way {
    wishes: f64,
    depth: f64,
    unnatural: f64,
    same: f64,
}

fn way(board: &Board, cluster: &Cluster) -> Way {
    let mut way = Way::default();
    let mut state = board.start();
    for step in cluster.solution(&state) {
        let grown = tree(board, &state);
        let good = cluster.hints(&state);
        let seen = grown.leaves.iter().filter(|leaf| good.contains(&leaf.step));
        let shallowest = seen.map(|leaf| leaf.depth).min();
        way.wishes += f64::from(grown.wishes);
        way.depth += f64::from(shallowest.unwrap_or(UNSEEN));
        way.unnatural += f64::from(u8::from(shallowest.is_none()));
        let here = cluster.distance(&state);
        let same = cluster.after_each_move(&state).iter().filter(|after| after.1 == here).count();
        way.same += same as f64;
        let at = &mut state.positions[step.piece as usize];
        *at = at.wrapping_add_signed(step.delta);
    }
    way
}

/// The chance that a player stays on a shortest solution to its end.
fn stay(
    board: &Board,
    cluster: &Cluster,
    state: &State,
    habits: Thinker,
    known: &mut HashMap<State, f64>,
    budget: &mut Budget,
) -> Result<f64, Stop> {
    if board.is_solved(state) {
        return Ok(1.0);
    }
    if let Some(&chance) = known.get(state) {
        return Ok(chance);
    }
    budget.poll()?;
    let good = cluster.hints(state);
    let mut sum = 0.0;
    for (step, chance) in chances(board, state, &tree(board, state), habits) {
        if good.contains(&step) {
            let mut next = state.clone();
            let at = &mut next.positions[step.piece as usize];
            *at = at.wrapping_add_signed(step.delta);
            sum += chance * stay(board, cluster, &next, habits, known, budget)?;
        }
    }
    known.insert(state.clone(), sum);
    Ok(sum)
}

/// The player's feature.
///
/// # Errors
/// The limit that came first.
pub(crate) fn player(
    board: &Board,
    habits: Thinker,
    seed: u64,
    budget: &mut Budget,
) -> Result<f64, Stop> {
    play(board, habits, seed, budget)
}
