//! Looking on while a textbook search thinks: every expansion of one search on a small board.

use std::time::Duration;

use puzzle::tree::{SeenState, SeenStep};
use puzzle::why::Place;
use puzzle::{Budget, Puzzle, Request};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::level::LevelInput;
use crate::{Answer, Refusal, Setup};

/// Boards that can be looked at: more squares or boxes than this are not seen at a glance, and their
/// searches are not followed step by step.
const MAX_AREA: usize = 400;
const MAX_BOXES: usize = 12;

/// Expansions of one search, unless fewer are asked for; the answer holds what was seen until then.
const MAX_NODES: u64 = 3000;

/// Time and memory for one search.
pub const TIME: Duration = Duration::from_secs(3);
/// Memory for one search.
pub const MEMORY: u64 = 128 << 20;

/// A search to watch.
#[derive(Debug, Deserialize)]
pub struct Asked {
    level: LevelInput,
    #[serde(flatten)]
    setup: Setup,
    nodes: Option<u64>,
}

/// A search that can be watched.
pub struct Watched {
    puzzle: Puzzle,
    width: usize,
    request: Request,
    nodes: u64,
}

impl Asked {
    /// The search, if its board is small enough.
    pub fn judge(self) -> Answer<Watched> {
        let puzzle = self.level.judge()?;
        let width = width_if_small(&puzzle)?;
        let nodes = self.nodes.unwrap_or(MAX_NODES).clamp(1, MAX_NODES);
        Ok(Watched { puzzle, width, request: self.setup.request(), nodes })
    }
}

impl Watched {
    /// The search as a list of states and a list of expansions. Squares are numbers: row times width plus
    /// column. A state is its parent (or -1), its player, its boxes.
    pub fn run(&self, budget: &mut Budget) -> Answer<Value> {
        let width = self.width;
        let mut budget = budget.slice(Some(self.nodes), None);
        let seen = puzzle::tree::watch_search(&self.puzzle, &self.request, &mut budget)
            .map_err(Refusal::bad)?;
        let solution = seen.states.iter().enumerate().filter(|it| it.1.on_solution);
        Ok(json!({
            "config": seen.config,
            "status": seen.status.name(),
            "weighted": seen.weighted,
            "width": width,
            "states": seen.states.iter().map(|it| state(it, width)).collect::<Vec<_>>(),
            "steps": seen.steps.iter().map(step).collect::<Vec<_>>(),
            "solution": solution.map(|it| it.0).collect::<Vec<_>>(),
        }))
    }
}

/// How wide a board is, if its searches can be followed.
fn width_if_small(puzzle: &Puzzle) -> Answer<usize> {
    let Puzzle::Sokoban(level) = puzzle else {
        return Err(Refusal::bad("only searches of sokoban can be watched"));
    };
    let grid = &level.level().grid;
    let (width, area) = (grid.width(), grid.width() * grid.height());
    let boxes = level.board().n_boxes();
    if area > MAX_AREA || boxes > MAX_BOXES {
        return Err(Refusal::bad(format!(
            "this board is too large to be watched: {boxes} boxes on {area} squares; at most \
             {MAX_BOXES} boxes on {MAX_AREA} squares"
        )));
    }
    Ok(width)
}

fn state(it: &SeenState, width: usize) -> Value {
    let at = |place: &Place| Value::from(place.row * width + place.column);
    let parent = it.parent.map_or(Value::from(-1), Value::from);
    Value::Array([parent, at(&it.player)].into_iter().chain(it.boxes.iter().map(at)).collect())
}

fn step(it: &SeenStep) -> Value {
    let SeenStep { state, known, g, h, f, frontier, round, limit } = *it;
    json!([state, known, g, h, f, frontier, round, limit])
}
