//! Saved games, best solutions and settings.

use axum::Json;
use axum::extract::{Path, Request, State};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Shared, blocking};
use crate::body;
use crate::level::{LevelInput, key};
use crate::moves::MovesInput;
use crate::problem::{Answer, Problem};
use crate::store::{EXPORT_FORMAT, Everything, Game, Solution};

/// Why the database cannot be used, in its own words.
fn unusable(reason: String) -> Problem {
    Problem::later(axum::http::StatusCode::SERVICE_UNAVAILABLE, 10, reason)
}

/// Which levels are begun, which are solved, and how well.
pub(crate) async fn all(State(app): Shared) -> Answer<Json<Value>> {
    blocking(move || {
        let best = app.store.solutions().map_err(unusable)?;
        let best = best.iter().map(|it| {
            json!({ "level": it.level, "metric": it.metric, "value": it.value, "hints": it.hints, "solver": it.solver })
        });
        let best: Vec<Value> = best.collect();
        Ok(Json(json!({ "best": best, "begun": app.store.begun().map_err(unusable)? })))
    })
    .await
}

/// The game of a level and its best solutions.
pub(crate) async fn game(State(app): Shared, Path(key): Path<String>) -> Answer<Json<Value>> {
    blocking(move || {
        let game = app.store.game(&key).map_err(unusable)?;
        let best = app.store.solutions_of(&key).map_err(unusable)?;
        Ok(Json(json!({ "game": game, "best": best })))
    })
    .await
}

/// Keeps the game of a level. A game that names the version it follows is refused when the level has been
/// played on elsewhere since: nobody is overwritten in silence.
pub(crate) async fn keep(
    State(app): Shared,
    Path(level): Path<String>,
    request: Request,
) -> Answer<Json<Value>> {
    let well_formed = level.len() == 33 && level.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !well_formed {
        return Err(Problem::bad("this is not the key of a level"));
    }
    let state: Value = body::json(request, body::GAME).await?;
    blocking(move || {
        let stored = app.store.game(&level).map_err(unusable)?.unwrap_or_default();
        let [there, mine, base] = [&stored["revision"], &state["revision"], &state["base"]];
        if !there.is_null() && !mine.is_null() && there != mine && there != base {
            let reason = "the level has been played on elsewhere";
            return Err(Problem::new(axum::http::StatusCode::CONFLICT, reason));
        }
        app.store.keep_game(&Game { level, state }).map_err(unusable)?;
        Ok(Json(json!({})))
    })
    .await
}

#[derive(Debug, Deserialize)]
struct Solved {
    level: LevelInput,
    moves: MovesInput,
    #[serde(default)]
    hints: u64,
    #[serde(default)]
    solver: bool,
}

/// Keeps a solution after the checker has replayed it.
pub(crate) async fn solution(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let solved: Solved = body::json(request, body::GAME).await?;
    blocking(move || {
        let puzzle = solved.level.judge()?;
        let moves = solved.moves.text(&puzzle)?;
        let counts = puzzle::check(&puzzle, &moves).map_err(Problem::bad)?;
        let metrics = [("moves", counts.moves), ("pushes", counts.pushes), ("steps", counts.steps)];
        for (metric, value) in metrics {
            let Some(value) = value else { continue };
            let solution = Solution {
                level: key(&puzzle),
                metric: metric.to_owned(),
                value,
                moves: moves.clone(),
                hints: solved.hints,
                solver: solved.solver,
            };
            app.store.keep_solution(&solution).map_err(unusable)?;
        }
        Ok(Json(json!({ "moves": counts.moves, "pushes": counts.pushes, "steps": counts.steps })))
    })
    .await
}

/// All settings of the page.
pub(crate) async fn settings(State(app): Shared) -> Answer<Json<Map<String, Value>>> {
    blocking(move || app.store.settings().map(Json).map_err(unusable)).await
}

/// Sets some of them.
pub(crate) async fn set(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let settings: Map<String, Value> = body::json(request, body::SMALL).await?;
    blocking(move || app.store.set(&settings).map(|()| Json(json!({}))).map_err(unusable)).await
}

/// Everything, to be kept elsewhere.
pub(crate) async fn export(State(app): Shared) -> Answer<Json<Everything>> {
    blocking(move || app.store.export().map(Json).map_err(unusable)).await
}

/// Takes over an export.
pub(crate) async fn import(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let all: Everything = body::json(request, body::LARGE).await?;
    if all.format != EXPORT_FORMAT {
        return Err(Problem::bad(format!(
            "expected the format {EXPORT_FORMAT:?}, found {:?}",
            all.format
        )));
    }
    blocking(move || {
        app.store.import(&all).map_err(unusable)?;
        Ok(Json(json!({ "solutions": all.solutions.len(), "games": all.games.len() })))
    })
    .await
}
