//! Collections: list, show, read, convert, keep.

use api::level::CollectionView;
use api::levels::{Conversion, Drawn, FACTS_MEMORY, FACTS_TIME, Moved, Text, Writing};
use api::play::KNOWN_TIME;
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::Uri;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Shared, blocking};
use crate::body;
use crate::known;
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

/// Reads a text in any notation; every fault is reported with its place. Levels come a few hundred at a
/// time, as those of a collection do; what is left of a long text can be asked for by the name in the answer, as long as
/// the server remembers it.
pub(crate) async fn read(State(app): Shared, uri: Uri, request: Request) -> Answer<Response> {
    let from = number(&uri, "from")?.unwrap_or(1) as usize;
    let shared = app.clone();
    let work = move |bytes: &[u8]| {
        let Text { text } = body::parse(bytes)?;
        let collection = api::levels::read(&text)?;
        let mut view = CollectionView::new("", &collection, from, PAGE);
        if from == 1 && collection.entries.len() > PAGE {
            view.name = app.library.hold(&text, collection)?;
        }
        Ok(view)
    };
    shared.bodies.work(request, work).await
}

/// Judges one level. A faulty level is an answer here, not an error: that is what was asked.
pub(crate) async fn judge(request: Request) -> Answer<Json<Value>> {
    let drawn: Drawn = body::json(request, body::SMALL).await?;
    Ok(Json(drawn.judge()))
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
        let collection = api::levels::read(&text)?;
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

/// Writes levels in another notation.
pub(crate) async fn convert(State(app): Shared, request: Request) -> Answer<Response> {
    let work = |bytes: &[u8]| Ok(body::parse::<Conversion>(bytes)?.write()?);
    app.bodies.work(request, work).await
}

/// Writes one level as a text of its own that can be read back.
pub(crate) async fn write(request: Request) -> Answer<Json<Value>> {
    let writing: Writing = body::json(request, body::SMALL).await?;
    Ok(Json(writing.write()?))
}

/// Reads moves of Unblock in any notation: pieces by index and how far each slides.
pub(crate) async fn moves(request: Request) -> Answer<Json<Value>> {
    let moved: Moved = body::json(request, body::GAME).await?;
    blocking(move || Ok(Json(moved.slides()?))).await
}

/// The categories of Unblock levels, easiest first, with the fewest moves of each.
pub(crate) async fn categories() -> Json<Value> {
    Json(api::levels::categories())
}

/// The notations that can be written.
pub(crate) async fn formats() -> Json<Value> {
    Json(api::levels::formats())
}

/// What can be said about a level, as `banto info` says it.
pub(crate) async fn facts(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Drawn { level } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let work = move |budget: &mut _| Ok(Json(api::levels::facts(&puzzle, budget)?));
    app.at_once.run(FACTS_TIME, FACTS_MEMORY, work).await
}

/// What is known about the shortest solutions of a level, as `banto info` says it: the best that are
/// kept, what no solution can beat, and who has proved it.
pub(crate) async fn known(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let Drawn { level } = body::json(request, body::SMALL).await?;
    let puzzle = level.judge()?;
    let store = app.store.clone();
    let work = move |budget: &mut _| Ok(Json(known::known(&puzzle, &store, budget)));
    app.at_once.run(KNOWN_TIME, FACTS_MEMORY, work).await
}
