//! The features of a board of Unblock, in the order of the table ([`crate::features::UNBLOCK`]).

use std::collections::HashMap;

use search::{Budget, Random, Stop};
use unblock::{Board, Cluster, Metric, Move, Rating, Solver, State};

use super::SEED;
use super::blockers::{Tree, tree};
use super::player::{Thinker, chances, play};
use super::thought::{after, thought};

/// Counts for the words of a grade.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// What the solver says about the board.
    pub rating: Rating,
    /// Pieces in the way of the red one.
    pub blockers: u32,
    /// Positions on the way where no good move is in the tree of blockers.
    pub unnatural: u32,
    /// Moves that the simulated player needs, as a geometric mean; 0 if none has played.
    pub played: f64,
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
const RANDOM: Thinker = Thinker { lapse: 1.0, deep: 1.0, back: 1.0, sees: 0 };

/// A player who follows the tree most of the time.
const FOLLOWER: Thinker = Thinker { lapse: 0.3, deep: 0.8, back: 1.0, sees: 0 };

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
    let way = ways(board, &cluster, budget)?;
    let thought = thought(board, &cluster, budget)?;
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
        way.possible / length,
        way.good / way.possible,
        way.forced / length,
        way.retreats,
        way.blockings,
        way.movers,
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
        way.grows.ln_1p(),
        way.again.ln_1p(),
        (thought.near as f64).ln(),
        (thought.promising as f64).ln(),
        (thought.greedy as f64).ln(),
        thought.natural.map_or(NEVER, |natural| (f64::from(natural) / length).ln()),
        (thought.follows as f64).ln(),
    ];
    let unnatural = way.unnatural.round() as u32;
    let facts = Facts { rating, blockers: start.first, unnatural, played: 0.0 };
    Ok(Some(Measured { features, facts }))
}

/// The depth of a move that is not in the tree.
const UNSEEN: u32 = 8;

/// Stands for the length of a solution by moves from the tree alone when there is none.
const NEVER: f64 = 1.0;

/// Shortest solutions that are drawn at random: one alone may go an odd way.
const WAYS: usize = 32;

/// Sums over the positions of a shortest solution, as a mean over those drawn.
#[derive(Default)]
struct Way {
    possible: f64,
    good: f64,
    forced: f64,
    same: f64,
    retreats: f64,
    blockings: f64,
    movers: f64,
    wishes: f64,
    depth: f64,
    unnatural: f64,
    /// Wishes by which the tree grows from one position to the next.
    grows: f64,
    /// Moves of a piece that moved before, and another one after that.
    again: f64,
}

/// What is seen at a position of a shortest solution.
struct Seen {
    tree: Tree,
    good: Vec<Move>,
    possible: usize,
    same: usize,
}

fn ways(board: &Board, cluster: &Cluster, budget: &mut Budget) -> Result<Way, Stop> {
    let mut random = Random::seeded(SEED);
    let (mut sums, mut seen) = (Way::default(), HashMap::new());
    for _ in 0..WAYS {
        budget.look()?;
        let mut state = board.start();
        let (mut before, mut moved) = (None, vec![false; board.pieces().len()]);
        while !board.is_solved(&state) {
            budget.poll()?;
            let here = seen.entry(state.clone()).or_insert_with(|| look(board, cluster, &state));
            let step = here.good[random.below(here.good.len())];
            sums.add(board, here, step, before.replace(here.tree.clone()));
            let piece = usize::from(step.piece);
            let again = std::mem::replace(&mut moved[piece], true);
            *(if again { &mut sums.again } else { &mut sums.movers }) += SHARE;
            state = after(&state, step);
        }
    }
    Ok(sums)
}

/// What one of the ways adds to a mean.
const SHARE: f64 = 1.0 / WAYS as f64;

fn look(board: &Board, cluster: &Cluster, state: &State) -> Seen {
    let left = cluster.distance(state);
    let all = cluster.after_each_move(state);
    let good = all.iter().filter(|it| it.1 < left).map(|it| it.0).collect();
    let same = all.iter().filter(|it| it.1 == left).count();
    Seen { tree: tree(board, state), good, possible: all.len(), same }
}

impl Way {
    fn add(&mut self, board: &Board, here: &Seen, step: Move, before: Option<Tree>) {
        let grown = |count: fn(&Tree) -> u32| {
            let before = before.as_ref().map_or(u32::MAX, count);
            f64::from(count(&here.tree).saturating_sub(before))
        };
        let one = |yes: bool| f64::from(u8::from(yes));
        let leaves = here.tree.leaves.iter().filter(|leaf| here.good.contains(&leaf.step));
        let shallowest = leaves.map(|leaf| leaf.depth).min();
        let is_red = usize::from(step.piece) == board.red();
        let sums: [(&mut f64, f64); 9] = [
            (&mut self.possible, here.possible as f64),
            (&mut self.good, here.good.len() as f64),
            (&mut self.forced, one(here.good.len() == 1)),
            (&mut self.same, here.same as f64),
            (&mut self.retreats, one(is_red && (step.delta > 0) != board.exit().is_far())),
            (&mut self.wishes, f64::from(here.tree.wishes)),
            (&mut self.depth, f64::from(shallowest.unwrap_or(UNSEEN))),
            (&mut self.unnatural, one(shallowest.is_none())),
            (&mut self.grows, grown(|tree| tree.wishes)),
        ];
        sums.into_iter().for_each(|(sum, value)| *sum += SHARE * value);
        self.blockings += SHARE * one(grown(|tree| tree.first) > 0.0);
    }
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
            sum += chance * stay(board, cluster, &after(state, step), habits, known, budget)?;
        }
    }
    known.insert(state.clone(), sum);
    Ok(sum)
}

/// The feature of each player.
///
/// # Errors
/// The limit that came first.
pub(crate) fn player(
    board: &Board,
    habits: &[Thinker],
    seed: u64,
    budget: &mut Budget,
) -> Result<Vec<f64>, Stop> {
    let cluster = Cluster::new(board, Metric::Moves, budget)?;
    habits.iter().map(|&habits| play(board, &cluster, habits, seed, budget)).collect()
}
