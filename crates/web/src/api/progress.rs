//! Saved games, best solutions and settings.

use std::collections::{BTreeMap, BTreeSet};

use api::level::LevelInput;
use api::moves::MovesInput;
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use store::{Game, Solution, is_key, key};

use super::{App, Shared, blocking};
use crate::body;
use crate::import::{self, Levels};
use crate::problem::{Answer, Problem};
use crate::query::word;

/// Why the database cannot be used, in its own words.
fn unusable(reason: String) -> Problem {
    Problem::later(axum::http::StatusCode::SERVICE_UNAVAILABLE, 10, reason)
}

/// Which levels are begun, which are solved, and how well.
pub(crate) async fn all(State(app): Shared) -> Answer<Response> {
    let answers = app.answers.clone();
    let work = move || {
        let best = rows(&app.store.solutions().map_err(unusable)?);
        Ok(json!({ "best": best, "begun": app.store.begun().map_err(unusable)? }))
    };
    answers.blocking(work).await
}

/// What the best solutions count, without their moves.
fn rows(best: &[Solution]) -> Vec<Value> {
    let row = |it: &Solution| {
        let Solution { level, metric, value, hints, solver, .. } = it;
        json!({ "level": level, "metric": metric, "value": value, "hints": hints, "solver": solver })
    };
    best.iter().map(row).collect()
}

/// The game of a level and its best solutions.
pub(crate) async fn game(State(app): Shared, Path(key): Path<String>) -> Answer<Response> {
    #[derive(serde::Serialize)]
    struct Kept {
        game: Option<Box<RawValue>>,
        best: Vec<Solution>,
    }
    let answers = app.answers.clone();
    let work = move || {
        let game = app.store.game(&key).map_err(unusable)?;
        Ok(Kept { game, best: app.store.solutions_of(&key).map_err(unusable)? })
    };
    answers.blocking(work).await
}

/// Keeps the game of a level. A game that names the version it follows is refused when the level has been
/// played on elsewhere since: no newer game is overwritten.
pub(crate) async fn keep(
    State(app): Shared,
    Path(level): Path<String>,
    request: Request,
) -> Answer<Json<Value>> {
    if !is_key(&level) {
        return Err(Problem::bad("this is not the key of a level"));
    }
    let state: Box<RawValue> = body::json(request, body::GAME).await?;
    blocking(move || {
        if !app.store.keep_version(&Game { level, state }).map_err(unusable)? {
            let reason = "the level has been played on elsewhere";
            return Err(Problem::new(axum::http::StatusCode::CONFLICT, reason));
        }
        Ok(Json(json!({})))
    })
    .await
}

#[derive(Debug, Deserialize)]
struct Solved {
    level: LevelInput,
    moves: MovesInput,
    #[serde(default)]
    hints: u32,
    #[serde(default)]
    solver: bool,
}

/// Keeps a solution after the checker has replayed it. The answer has its counts and the best results of its level as
/// they are now, so that nobody has to ask for all progress again.
pub(crate) async fn solution(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let solved: Solved = body::json(request, body::GAME).await?;
    blocking(move || {
        let puzzle = solved.level.judge()?;
        let moves = solved.moves.text(&puzzle)?;
        let kept = store::Solved::new(&puzzle, &moves, solved.hints, solved.solver);
        let kept = kept.map_err(Problem::bad)?;
        kept.keep(&app.store).map_err(unusable)?;
        let best = rows(&app.store.solutions_of(&key(&puzzle)).map_err(unusable)?);
        let puzzle::Counts { moves, pushes, steps, .. } = kept.counts;
        Ok(Json(json!({ "moves": moves, "pushes": pushes, "steps": steps, "best": best })))
    })
    .await
}

/// Forgets the best solutions of a level, in one metric (`?metric=pushes`) or in all.
pub(crate) async fn forget(
    State(app): Shared,
    Path(level): Path<String>,
    uri: Uri,
) -> Answer<Json<Value>> {
    let metric = word(&uri, "metric").map(str::parse).transpose();
    let metric = metric.map_err(|_| Problem::bad("metric is moves, pushes or steps"))?;
    blocking(move || {
        let deleted = app.store.delete_solutions(&level, metric).map_err(unusable)?;
        Ok(Json(json!({ "deleted": deleted })))
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
pub(crate) async fn export(State(app): Shared) -> Answer<Response> {
    let answers = app.answers.clone();
    answers.blocking_large(move || app.store.export().map_err(unusable)).await
}

/// Takes over an export, as far as it is sound.
pub(crate) async fn import(State(app): Shared, request: Request) -> Answer<Response> {
    let shared = app.clone();
    let work = move |bytes: &[u8]| {
        let (kept, account) = import::judge(bytes, &*app)?;
        app.store.import(&kept).map_err(unusable)?;
        Ok(account)
    };
    shared.bodies.work(request, work).await
}

/// Levels that were solved here before, and those of the library.
impl Levels for App {
    fn find(&self, keys: &BTreeSet<String>) -> BTreeMap<String, Box<RawValue>> {
        let mut found = BTreeMap::new();
        for key in keys {
            if let Ok(Some(drawing)) = self.store.drawing(key) {
                found.insert(key.clone(), drawing);
            }
        }
        for shelved in self.library.list() {
            if found.len() == keys.len() {
                break;
            }
            let Ok(collection) = self.library.get(&shelved.name) else { continue };
            let puzzles = collection.entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok());
            for puzzle in puzzles {
                let key = key(puzzle);
                if keys.contains(&key)
                    && let Some(drawing) = store::drawing(puzzle)
                {
                    found.insert(key, drawing);
                }
            }
        }
        found
    }
}
