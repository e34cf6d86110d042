//! What there is to think through on a board of Unblock: positions near the start, positions on nearly shortest
//! solutions, what a greedy search looks at, and how far one gets with moves from the tree of blockers alone.
//!
//! Each search stops at a fixed number of positions, so that giants cost no more than large boards do.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use search::{Budget, Stop};
use unblock::{Board, Cluster, Move, State};

use super::blockers::tree;
use super::player::legal;

/// Moves from the start to positions that are near.
const NEAR: u32 = 4;

/// Moves by which a solution may be longer than the shortest for its positions to be promising.
const LONGER: u32 = 2;

/// Positions that one of the searches looks at.
const MOST: usize = 3_000;

/// The counts of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    /// Positions within [`NEAR`] moves of the start.
    pub(crate) near: usize,
    /// Positions on solutions at most [`LONGER`] moves longer than the shortest.
    pub(crate) promising: usize,
    /// Positions that a search looks at which goes on from the one with the smallest tree.
    pub(crate) greedy: usize,
    /// Fewest moves of a solution whose moves are all in the tree of blockers of their positions.
    pub(crate) natural: Option<u32>,
    /// Positions that are reached by such moves until it is found.
    pub(crate) follows: usize,
}

/// Looks at a board that has a solution and is not solved.
///
/// # Errors
/// The limit that came first.
pub(crate) fn thought(
    board: &Board,
    cluster: &Cluster,
    budget: &mut Budget,
) -> Result<Thought, Stop> {
    let all = |state: &State| cluster.after_each_move(state).into_iter().map(|it| it.0).collect();
    let near = around(board, all, |far, _| far <= NEAR, budget)?.positions;
    let fewest = cluster.distance(&board.start()).unwrap_or(0);
    let good = |far: u32, state: &State| {
        cluster.distance(state).is_some_and(|left| far + left <= fewest + LONGER)
    };
    let promising = around(board, all, good, budget)?.positions;
    let leaves = |state: &State| tree(board, state).leaves.iter().map(|leaf| leaf.step).collect();
    let natural = around(board, leaves, |_, _| true, budget)?;
    let greedy = greedy(board, budget)?;
    Ok(Thought { near, promising, greedy, natural: natural.solved, follows: natural.until })
}

pub(crate) fn after(state: &State, step: Move) -> State {
    let mut next = state.clone();
    let at = &mut next.positions[step.piece as usize];
    *at = at.wrapping_add_signed(step.delta);
    next
}

struct Around {
    positions: usize,
    /// Moves of the nearest solved position.
    solved: Option<u32>,
    /// Positions met before it, or all.
    until: usize,
}

/// Goes to all positions around the start, layer by layer, by moves that are offered to positions that are wanted.
fn around(
    board: &Board,
    offered: impl Fn(&State) -> Vec<Move>,
    wanted: impl Fn(u32, &State) -> bool,
    budget: &mut Budget,
) -> Result<Around, Stop> {
    let start = board.start();
    let mut far = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    let mut found = Around { positions: 0, solved: None, until: 0 };
    while let Some(state) = queue.pop_front() {
        budget.poll()?;
        let here = far[&state];
        if board.is_solved(&state) {
            if found.solved.is_none() {
                (found.solved, found.until) = (Some(here), far.len());
            }
            continue;
        }
        if far.len() >= MOST {
            break;
        }
        for step in offered(&state) {
            let next = after(&state, step);
            if !far.contains_key(&next) && wanted(here + 1, &next) {
                far.insert(next.clone(), here + 1);
                queue.push_back(next);
            }
        }
    }
    found.positions = far.len();
    if found.solved.is_none() {
        found.until = far.len();
    }
    Ok(found)
}

/// Positions looked at by a search that always goes on from the position with the fewest wishes in its tree.
fn greedy(board: &Board, budget: &mut Budget) -> Result<usize, Stop> {
    let start = board.start();
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = BinaryHeap::from([Reverse((0, 0))]);
    let mut states = vec![start];
    let mut looked = 0;
    while let Some(Reverse((_, at))) = queue.pop() {
        budget.poll()?;
        looked += 1;
        let state: State = states[at].clone();
        if board.is_solved(&state) || looked >= MOST {
            break;
        }
        for step in legal(board, &state) {
            let next = after(&state, step);
            if seen.insert(next.clone()) {
                let wishes = if board.is_solved(&next) { 0 } else { tree(board, &next).wishes };
                queue.push(Reverse((wishes, states.len())));
                states.push(next);
            }
        }
    }
    Ok(looked)
}

#[cfg(test)]
mod tests {
    use unblock::Metric;

    use super::*;

    fn look(rows: &[&str]) -> Thought {
        let board = Board::from_rows(rows).unwrap();
        let budget = &mut Budget::unlimited();
        let cluster = Cluster::new(&board, Metric::Moves, budget).unwrap();
        thought(&board, &cluster, budget).unwrap()
    }

    #[test]
    fn a_board_by_hand() {
        // B goes down two and A out: positions are A at 0 or, once B is away, at 1; B at 0, 1 or 2.
        let found = look(&["..B", "AAB", "...", "..."]);
        assert_eq!((found.natural, found.near, found.promising), (Some(2), 4, 4));
        assert_eq!((found.greedy, found.follows), (3, 3));
    }

    #[test]
    fn a_piece_in_nobodys_way_is_not_in_a_natural_solution() {
        // B leaves downwards; C has moves, but no wish names it.
        let (with, without) =
            (look(&["..B.", "AAB.", "....", "CC.."]), look(&["..B.", "AAB.", "....", "...."]));
        assert_eq!((with.natural, with.follows), (without.natural, without.follows));
        assert!(with.near > without.near);
    }
}
