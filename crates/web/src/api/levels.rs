//! Collections: list, show, read, convert, keep.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use axum::response::Response;
use puzzle::facts::FactValue;
use puzzle::generate::Category;
use puzzle::{Budget, Game, NoAnswer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Shared, blocking};
use crate::body;
use crate::known;
use crate::level::{CollectionView, LevelInput};
use crate::moves;
use crate::problem::{Answer, Problem};
use crate::query::number;

/// Levels in one answer.
const PAGE: usize = 500;

/// All collections with their counts.
pub(crate) async fn list(State(app): Shared) -> Answer<Json<Value>> {
    blocking(move || {
        let rows = app.library.list().into_iter().map(|shelved| {
            let mut row = json!({
                "name": shelved.name,
                "description": shelved.description,
                "embedded": shelved.embedded,
                "own": shelved.own,
            });
            match app.library.summary(&shelved.name) {
                Ok(summary) => {
                    row["title"] = json!(summary.title);
                    row["author"] = json!(summary.author);
                    row["game"] = json!(summary.game.name());
                    row["count"] = json!(summary.count);
                }
                Err(problem) => row["error"] = json!(problem.detail),
            }
            row
        });
        Ok(Json(json!({ "collections": rows.collect::<Vec<_>>() })))
    })
    .await
}

/// The levels of a collection, a few hundred at a time.
pub(crate) async fn collection(
    State(app): Shared,
    Path(name): Path<String>,
    uri: Uri,
) -> Answer<Response> {
    let from = number(&uri, "from")?.unwrap_or(1) as usize;
    let count = number(&uri, "count")?.map_or(PAGE, |count| PAGE.min(count as usize));
    let answers = app.answers.clone();
    let work = move || {
        let collection = app.library.get(&name)?;
        Ok(CollectionView::new(&name, &collection, from, count))
    };
    answers.blocking(work).await
}

#[derive(Debug, Deserialize)]
struct Text {
    text: String,
}

/// Reads a text in any notation; every fault is reported with its place. Levels come a few hundred at a
/// time, as those of a collection do.
pub(crate) async fn read(State(app): Shared, uri: Uri, request: Request) -> Answer<Response> {
    let from = number(&uri, "from")?.unwrap_or(1) as usize;
    let work = move |bytes: &[u8]| {
        let Text { text } = body::parse(bytes)?;
        let collection =
            puzzle::read(text.as_bytes()).map_err(|fault| Problem::bad_level(&[fault]))?;
        Ok(CollectionView::new("", &collection, from, PAGE))
    };
    app.bodies.work(request, work).await
}

#[derive(Debug, Deserialize)]
struct Drawn {
    level: LevelInput,
}

/// Judges one level: every fault with its place, or its key and whether it is impossible at first
/// sight. A faulty level is an answer here, not an error: that is what was asked.
pub(crate) async fn judge(request: Request) -> Answer<Json<Value>> {
    let Drawn { level } = body::json(request, body::SMALL).await?;
    Ok(Json(match level.judge() {
        Ok(puzzle) => json!({
            "faults": [],
            "key": store::key(&puzzle),
            "impossible": puzzle.impossible(),
        }),
        Err(problem) => json!({ "faults": problem.as_faults() }),
    }))
}

#[derive(Debug, Deserialize)]
struct Named {
    name: String,
    text: String,
}

/// Keeps a text in the user's library.
pub(crate) async fn add(State(app): Shared, request: Request) -> Answer<Response> {
    let shared = app.clone();
    let work = move |bytes: &[u8]| {
        let Named { name, text } = body::parse(bytes)?;
        let collection =
            puzzle::read(text.as_bytes()).map_err(|fault| Problem::bad_level(&[fault]))?;
        if !collection.entries.iter().any(puzzle::Entry::is_readable) {
            return Err(Problem::bad("there is no level in the text"));
        }
        let name = app.library.add(&name, &text)?;
        Ok(json!({ "name": name, "count": collection.entries.len() }))
    };
    shared.bodies.work(request, work).await
}

/// Puts one of the user's collections aside; progress on its levels is kept.
pub(crate) async fn remove(State(app): Shared, Path(name): Path<String>) -> Answer<Json<Value>> {
    blocking(move || Ok(Json(json!({ "removed": app.library.remove(&name)? })))).await
}

#[derive(Debug, Deserialize)]
struct Aside {
    removed: String,
}

/// Puts it back.
pub(crate) async fn restore(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Aside { removed } = body::json(request, body::SMALL).await?;
    blocking(move || Ok(Json(json!({ "name": app.library.restore(&removed)? })))).await
}

/// The file of a collection as it is, when it is text.
pub(crate) async fn text(State(app): Shared, Path(name): Path<String>) -> Answer<Response> {
    let answers = app.answers.clone();
    answers.blocking(move || Ok(json!({ "text": app.library.text(&name)? }))).await
}

#[derive(Debug, Deserialize)]
struct Conversion {
    text: String,
    to: String,
}

/// Writes levels in another notation.
pub(crate) async fn convert(State(app): Shared, request: Request) -> Answer<Response> {
    let work = |bytes: &[u8]| {
        let Conversion { text, to } = body::parse(bytes)?;
        let collection =
            puzzle::read(text.as_bytes()).map_err(|fault| Problem::bad_level(&[fault]))?;
        let written = puzzle::write::write(&collection, &to).map_err(Problem::bad)?;
        Ok(json!({ "text": written }))
    };
    app.bodies.work(request, work).await
}

#[derive(Debug, Deserialize)]
struct Writing {
    level: LevelInput,
    #[serde(default)]
    title: Option<String>,
    /// The usual one of the game when absent.
    #[serde(default)]
    format: Option<String>,
}

/// Writes one level as a text of its own that can be read back.
pub(crate) async fn write(request: Request) -> Answer<Json<Value>> {
    let Writing { level, title, format } = body::json(request, body::SMALL).await?;
    let collection = level.collection(title.filter(|title| !title.trim().is_empty()))?;
    let usual = match collection.game {
        Game::Sokoban => "xsb",
        Game::Unblock => "grid",
    };
    let text = puzzle::write::write(&collection, format.as_deref().unwrap_or(usual));
    Ok(Json(json!({ "text": text.map_err(Problem::bad)? })))
}

#[derive(Debug, Deserialize)]
struct Moved {
    level: LevelInput,
    moves: String,
}

/// Reads moves of Unblock in any notation: pieces by index and how far each slides.
pub(crate) async fn moves(request: Request) -> Answer<Json<Value>> {
    let Moved { level, moves } = body::json(request, body::GAME).await?;
    blocking(move || Ok(Json(json!({ "slides": moves::slides(&level.judge()?, &moves)? })))).await
}

/// The categories of Unblock levels, easiest first, with the fewest moves of each.
pub(crate) async fn categories() -> Json<Value> {
    let rows = Category::ALL.into_iter().map(|category| {
        let moves = category.moves();
        let most = (*moves.end() < u32::MAX).then_some(*moves.end());
        json!({ "name": category.name(), "least": moves.start(), "most": most })
    });
    Json(json!({ "categories": rows.collect::<Vec<_>>() }))
}

/// The notations that can be written.
pub(crate) async fn formats() -> Json<Value> {
    let rows = puzzle::write::formats()
        .into_iter()
        .map(|row| json!({ "name": row.name, "game": row.game.name() }));
    Json(json!({ "formats": rows.collect::<Vec<_>>() }))
}

/// Time and memory for the facts about a level.
const FACTS_TIME: Duration = Duration::from_secs(5);
const FACTS_MEMORY: u64 = 512 << 20;
/// Time for the bound of the start position, which is asked for at the end of every game.
const KNOWN_TIME: Duration = Duration::from_secs(2);

/// What can be said about a level, as `banto info` says it.
pub(crate) async fn facts(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Drawn { level } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut Budget| {
        let facts = puzzle::facts(&puzzle, budget).map_err(NoAnswer::from)?;
        let facts: Vec<(&str, Value)> = facts
            .into_iter()
            .map(|(name, value)| match value {
                FactValue::Number(n) => (name, json!(n)),
                other => (name, json!(other.to_string())),
            })
            .collect();
        Ok(Json(json!({ "facts": facts })))
    };
    app.at_once.run(FACTS_TIME, FACTS_MEMORY, work).await
}

/// What is known about the shortest solutions of a level, as `banto info` says it: the best that are
/// kept, what no solution can beat, and who has proved it.
pub(crate) async fn known(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Drawn { level } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let store = app.store.clone();
    let work = move |budget: &mut Budget| Ok(Json(known::known(&puzzle, &store, budget)));
    app.at_once.run(KNOWN_TIME, FACTS_MEMORY, work).await
}
