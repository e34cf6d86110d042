//! A textbook search written down: its tree for drawing, and all of it for looking on.

use search::{Budget, Expansion, Stop};
use sokoban::{Board, Square};
pub use textbook::TreeNode;
use textbook::{Config, Step, Watched};

use crate::resolve::{Plan, SokobanPlan};
use crate::why::Place;
use crate::{Game, Puzzle, Request, RequestError, SokobanPuzzle, Status};

/// A state that a search has met.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeenState {
    /// The number of the state it was first generated from; `None` for the first.
    pub parent: Option<usize>,
    /// Whether the solution passes it.
    pub on_solution: bool,
    /// The player, or the first square it can reach where the search does not tell them apart.
    pub player: Place,
    /// The boxes.
    pub boxes: Vec<Place>,
}

/// One expansion of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenStep {
    /// The number of the state.
    pub state: usize,
    /// How many states there were before; those that follow were met in this step.
    pub known: usize,
    /// What the way to it costs.
    pub g: u32,
    /// What the heuristic says, where it is asked.
    pub h: Option<u32>,
    /// What the states that wait are ordered by, where there is such an order. In weighted searches it
    /// counts in hundredths.
    pub f: Option<u64>,
    /// States that wait.
    pub frontier: usize,
    /// The round, from 1, and its limit.
    pub round: u32,
    /// The limit of the round.
    pub limit: Option<u64>,
}

/// A search from its first expansion to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeenSearch {
    /// The configuration as one line.
    pub config: String,
    /// How it ended; a limit leaves what was seen before.
    pub status: Status,
    /// Whether `f` counts in hundredths.
    pub weighted: bool,
    /// The states in the order in which they were met.
    pub states: Vec<SeenState>,
    /// The expansions in their order.
    pub steps: Vec<SeenStep>,
}

/// Runs a textbook search on a Sokoban level and returns every state it generated, parents before
/// children. The limits are the request's.
///
/// # Errors
///
/// When the request is none for a textbook search of Sokoban, or when a limit was reached; the sentence
/// says which.
pub fn search_tree(puzzle: &Puzzle, request: &Request) -> Result<Vec<TreeNode>, RequestError> {
    let (puzzle, config) = textbook(puzzle, request)?;
    let mut budget = Budget::new(request.limits, request.cancel.clone());
    let tree = textbook::tree(puzzle.board(), &config, &mut budget).map_err(stopped)?;
    tree.ok_or_else(|| no_tree(request))
}

/// Runs a textbook search on a Sokoban level and returns how it went, one expansion after the other. A
/// limit of the budget ends it, and what was seen so far is returned.
///
/// # Errors
///
/// When the request is none for a textbook search of Sokoban, or when a limit was reached before the
/// search began; the sentence says which.
pub fn watch_search(
    puzzle: &Puzzle,
    request: &Request,
    budget: &mut Budget,
) -> Result<SeenSearch, RequestError> {
    let (puzzle, config) = textbook(puzzle, request)?;
    let board = puzzle.board();
    let seen = textbook::watch(board, &config, budget).map_err(stopped)?;
    let Watched { nodes, states, steps, outcome } = seen.ok_or_else(|| no_tree(request))?;
    let depths = depths(&nodes);
    let state = |(node, (player, boxes)): (&TreeNode, (Square, Vec<Square>))| SeenState {
        parent: node.parent,
        on_solution: node.on_solution,
        player: place(board, player),
        boxes: boxes.into_iter().map(|square| place(board, square)).collect(),
    };
    Ok(SeenSearch {
        config: config.to_string(),
        status: Status::of(&outcome),
        weighted: config.plan_for(board).algorithm.is_weighted(),
        states: nodes.iter().zip(states).map(state).collect(),
        steps: steps.iter().map(|step| seen_step(step, depths[step.node])).collect(),
    })
}

/// Where each node is in the tree; breadth-first search counts nothing else.
fn depths(nodes: &[TreeNode]) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(nodes.len());
    for node in nodes {
        depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
    }
    depths
}

fn seen_step(&Step { node, at, known }: &Step, depth: u32) -> SeenStep {
    let Expansion { g, h, f, frontier, round, limit } = at;
    SeenStep { state: node, known, g: g.unwrap_or(depth), h, f, frontier, round, limit }
}

fn place(board: &Board, square: Square) -> Place {
    let (row, column) = board.place(square);
    Place { row, column }
}

/// What a request for a textbook search of Sokoban would run.
fn textbook<'a>(
    puzzle: &'a Puzzle,
    request: &Request,
) -> Result<(&'a SokobanPuzzle, Config), RequestError> {
    let Puzzle::Sokoban(puzzle) = puzzle else {
        return Err(RequestError::Tree("only searches of sokoban have a tree to draw".to_owned()));
    };
    match request.resolve(Game::Sokoban)?.plan() {
        Plan::Sokoban(SokobanPlan::Lab(config)) => Ok((puzzle, config.clone())),
        _ => Err(no_tree(request)),
    }
}

fn no_tree(request: &Request) -> RequestError {
    let engine = &request.engine;
    RequestError::Tree(format!("engine {engine:?} is no textbook search; it has no tree to draw"))
}

fn stopped(stop: Stop) -> RequestError {
    let status = Status::of(&search::Outcome::<()>::Stopped(stop));
    RequestError::Tree(format!("the search ended with the status {}", status.name()))
}
