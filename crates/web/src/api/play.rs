//! What a player asks while playing: a hint, how far it is, why a position is lost.

use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use search::{Budget, Outcome, Stats};
use serde::Deserialize;
use serde_json::{Value, json};
use unblock::Metric;

use puzzle::Puzzle;
use sokoban::{Board, Dir, Square};
use solver::analysis::Analysis;

use super::solve::{Question, run};
use super::{Shared, client};
use crate::body;
use crate::level::LevelInput;
use crate::problem::{Answer, Problem};
use crate::quick::stopped;

/// Time for a hint in Sokoban, where a whole solution is searched for.
const HINT_TIME: Duration = Duration::from_secs(10);
/// Time and memory for everything that is answered at once.
const AT_ONCE: Duration = Duration::from_secs(2);
const MEMORY: u64 = 512 << 20;

#[derive(Debug, Deserialize)]
struct Asked {
    level: LevelInput,
}

/// The way on from a position. Sokoban: a solution, found by the portfolio. Unblock: the distance in
/// both metrics and the next move of a shortest way.
pub(crate) async fn hint(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let client = client(&request);
    let Asked { level } = body::json(request, body::SMALL).await?;
    match level.judge()? {
        Puzzle::Sokoban(_) => {
            let task = Question::usual(level, HINT_TIME).task()?;
            let record = run(&app, client, task, true).await?;
            Ok(Json(json!({
                "status": record["status"],
                "solution": record["solution"],
                "moves": record["moves"],
                "pushes": record["pushes"],
                "guarantee": record["guarantee"],
            })))
        }
        Puzzle::Unblock(level) => {
            let work = move |budget: &mut Budget| unblock_hint(&level.board, budget);
            app.quick.run(AT_ONCE, MEMORY, work).await.map(Json)
        }
    }
}

fn unblock_hint(board: &unblock::Board, budget: &mut Budget) -> Answer<Value> {
    let mut solve = |metric| match unblock::solve(board, metric, budget, &mut Stats::default()).0 {
        Outcome::Solved(moves) => Ok(Some(moves)),
        Outcome::Unsolvable | Outcome::GaveUp => Ok(None),
        Outcome::Stopped(stop) => Err(stopped(stop)),
    };
    let moves = solve(Metric::Moves)?;
    let steps = solve(Metric::Steps)?;
    let next =
        moves.as_ref().and_then(|moves| moves.first()).map(|&first| board.show_moves(&[first]));
    Ok(json!({
        "status": if moves.is_some() { "solved" } else { "unsolvable" },
        "moves": moves.as_ref().map(Vec::len),
        "steps": steps.map(|moves| unblock::steps(&moves)),
        "solution": moves.as_ref().map(|moves| board.show_moves(moves)),
        "next": next.into_iter().collect::<Vec<_>>(),
    }))
}

/// Whether a position of Sokoban is lost, and why.
pub(crate) async fn why(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let board = sokoban_board(request).await?;
    let work = move |budget: &mut Budget| {
        let loss = solver::explain(&board, &board.start(), budget).map_err(stopped)?;
        let places = |squares: &[Square]| -> Vec<Value> {
            squares.iter().map(|&square| place(&board, square)).collect()
        };
        Ok(match loss {
            None => json!({ "lost": false }),
            Some(loss) => json!({
                "lost": true,
                "kind": loss.reason.name(),
                "reason": loss.reason.sentence(),
                "boxes": places(&loss.boxes),
                "squares": places(&loss.squares),
            }),
        })
    };
    app.quick.run(AT_ONCE, MEMORY, work).await.map(Json)
}

/// Dead squares of a Sokoban board, each with its reason.
pub(crate) async fn squares(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let board = sokoban_board(request).await?;
    let work = move |budget: &mut Budget| {
        let analysis = Analysis::new(&board, budget).map_err(stopped)?;
        let dead =
            board.squares().filter(|&square| !analysis.live.contains(square)).map(|square| {
                let mut it = place(&board, square);
                it["reason"] = dead_reason(&board, square).into();
                it
            });
        Ok(json!({ "dead": dead.collect::<Vec<_>>() }))
    };
    app.quick.run(AT_ONCE, MEMORY, work).await.map(Json)
}

/// Why a box on a dead square is lost: it stands in a corner, along a wall it cannot leave, or it
/// can move but never to a goal.
fn dead_reason(board: &Board, square: Square) -> &'static str {
    let wall = |dir| board.neighbor(square, dir).is_none();
    let [up, down, left, right] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right].map(wall);
    match (up || down, left || right) {
        (true, true) => "corner",
        (false, false) => "no-goal",
        _ => "wall",
    }
}

async fn sokoban_board(request: Request) -> Answer<Board> {
    let Asked { level } = body::json(request, body::SMALL).await?;
    match level.judge()? {
        Puzzle::Sokoban(level) => Board::new(&level).map_err(Problem::bad),
        Puzzle::Unblock(_) => Err(Problem::bad("this is asked about sokoban only")),
    }
}

fn place(board: &Board, square: Square) -> Value {
    let (row, column) = board.place(square);
    json!({ "row": row, "column": column })
}
