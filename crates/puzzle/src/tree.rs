//! The tree of a textbook search, for drawing.

use search::{Budget, Stop};
pub use solver::textbook::TreeNode;

use crate::request::SokobanPlan;
use crate::{Puzzle, Request, RequestError, Status};

/// Runs a textbook search on a Sokoban level and returns every state it generated, parents before
/// children. The limits are the request's.
///
/// # Errors
///
/// When the request is none for a textbook search of Sokoban, or when a limit was reached; the sentence
/// says which.
pub fn search_tree(puzzle: &Puzzle, request: &Request) -> Result<Vec<TreeNode>, RequestError> {
    let Puzzle::Sokoban(puzzle) = puzzle else {
        return Err(RequestError("only searches of sokoban have a tree to draw".to_owned()));
    };
    let none = || {
        let engine = &request.engine;
        RequestError(format!("engine {engine:?} is no textbook search; it has no tree to draw"))
    };
    let SokobanPlan::Lab(config) = request.sokoban_plan()? else { return Err(none()) };
    let mut budget = Budget::new(request.limits, request.cancel.clone());
    let stopped = |stop: Stop| {
        let status = Status::of(&search::Outcome::<()>::Stopped(stop));
        RequestError(format!("the search ended with the status {}", status.name()))
    };
    let tree = solver::textbook::tree(puzzle.board(), &config, &mut budget).map_err(stopped)?;
    tree.ok_or_else(none)
}
