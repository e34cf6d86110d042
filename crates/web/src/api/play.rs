//! What a player asks while playing: a hint, how far there is to go, why a position is lost.

use api::grade::GRADING;
use api::making::{self, Day, MAKING, Wanted};
use api::play::{
    AT_ONCE, IMPROVING, Improvable, MEMORY, Position, hint_of, hint_search, hint_unblock,
};
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use puzzle::Game;
use serde_json::Value;

use super::solve;
use super::{Shared, client};
use crate::body;
use crate::problem::{Answer, Problem};
use crate::query::{number, word};

/// The way on from a position. Sokoban: a solution, found by the portfolio in a worker. Unblock: the
/// distance in both metrics and the next moves of shortest solutions.
pub(crate) async fn hint(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let client = client(&request);
    let Position { level, avoid } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    if puzzle.game() == Game::Sokoban {
        let search = hint_search(puzzle, solve::BOUNDS.memory)?;
        let record = solve::run(&app, client, search, true).await?;
        return Ok(Json(hint_of(&record)));
    }
    let work = move |budget: &mut _| Ok(Json(hint_unblock(&puzzle, avoid.as_deref(), budget)?));
    app.at_once.run(AT_ONCE, MEMORY, work).await
}

/// Daily puzzles kept once they are made, which takes seconds for the hardest.
const MAX_DAYS: usize = 32;

/// The puzzle of a day in one of the games; the same everywhere.
pub(crate) async fn daily(
    State(app): Shared,
    Path(date): Path<String>,
    uri: Uri,
) -> Answer<Json<Value>> {
    let day = Day::new(word(&uri, "game"), &date)?;
    let name = day.name.clone();
    let known = app.days.lock().map_err(Problem::internal)?.get(&name).cloned();
    if let Some(puzzle) = known {
        return Ok(Json(puzzle));
    }
    let work = move |budget: &mut _| Ok(day.make(budget)?);
    let puzzle = app.making.run(MAKING, making::MEMORY, work).await?;
    let mut days = app.days.lock().map_err(Problem::internal)?;
    if days.len() >= MAX_DAYS {
        days.pop_first();
    }
    days.insert(name, puzzle.clone());
    Ok(Json(puzzle))
}

/// A new board of a category, or a new level of Sokoban of a grade.
pub(crate) async fn random(
    State(app): Shared,
    Path(category): Path<String>,
    uri: Uri,
) -> Answer<Json<Value>> {
    let wanted = Wanted::new(word(&uri, "game"), &category)?;
    let seed = number(&uri, "seed")?.unwrap_or(0);
    let work = move |budget: &mut _| Ok(Json(wanted.make(seed, budget)?));
    app.making.run(MAKING, making::MEMORY, work).await
}

/// A solution of Sokoban made shorter, in moves or, when the goal does not ask for them, in pushes first.
pub(crate) async fn improve(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let asked: Improvable = body::json(request, body::SMALL).await?;
    let puzzle = asked.level.judge()?;
    let work = move |budget: &mut _| Ok(Json(asked.improve(&puzzle, budget)?));
    app.making.run(IMPROVING, MEMORY, work).await
}

/// Whether a position is lost, and why.
pub(crate) async fn why(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Position { level, .. } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut _| Ok(Json(api::play::why(&puzzle, budget)?));
    app.at_once.run(AT_ONCE, MEMORY, work).await
}

/// How hard a level is for people.
pub(crate) async fn rate(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Position { level, .. } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut _| Ok(Json(api::grade::rate(&puzzle, budget)?));
    app.making.run(GRADING, MEMORY, work).await
}

/// What is superfluous in a level, where there is no choice and where players are lost.
pub(crate) async fn advice(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Position { level, .. } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut _| Ok(Json(api::grade::advice(&puzzle, budget)?));
    app.making.run(GRADING, MEMORY, work).await
}

/// Dead squares of a Sokoban board, each with its reason.
pub(crate) async fn squares(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Position { level, .. } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut _| Ok(Json(api::play::squares(&puzzle, budget)?));
    app.at_once.run(AT_ONCE, MEMORY, work).await
}
