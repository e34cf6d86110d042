//! The routes of the API, and the state behind them.

mod events;
mod game;
mod lab;
mod levels;
mod play;
mod progress;
pub(crate) mod solve;
mod watch;

pub(crate) use events::Followers;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router, middleware};
use serde_json::{Value, json};

use crate::accept::Peer;
use crate::answer::Answers;
use crate::assets;
use crate::body::Bodies;
use crate::guard::{Guard, guard};
use crate::inline_work::InlineWork;
use crate::jobs::{Client, Jobs};
use crate::problem::{Answer, Problem};
use crate::quiet::quiet;
use crate::runs::Runs;
use crate::shelf::Library;
use store::Store;

/// What the handlers share.
pub(crate) struct App {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) runs: Runs,
    pub(crate) library: Library,
    pub(crate) at_once: InlineWork,
    pub(crate) making: InlineWork,
    pub(crate) store: Arc<Store>,
    pub(crate) bodies: Bodies,
    pub(crate) answers: Answers,
    pub(crate) followers: Followers,
    /// Daily puzzles that have been asked for.
    pub(crate) days: Mutex<BTreeMap<String, Value>>,
    /// The game that agents play, when there is a game server.
    pub(crate) game: Option<tokio::sync::watch::Receiver<::game::Live>>,
}

pub(crate) type Shared = State<Arc<App>>;

/// The API as a document.
const OPENAPI: &[u8] = include_bytes!("openapi.json");

/// Everything the server answers.
pub(crate) fn router(app: Arc<App>, rules: Arc<Guard>) -> Router {
    let api = Router::new()
        .route("/api/openapi.json", get(openapi))
        .route("/api/status", get(status))
        .route("/api/engines", get(solve::engines))
        .route("/api/collections", get(levels::list).post(levels::add))
        .route("/api/collections/{name}", get(levels::collection).delete(levels::remove))
        .route("/api/collections/{name}/text", get(levels::text))
        .route("/api/restore", post(levels::restore))
        .route("/api/read", post(levels::read))
        .route("/api/judge", post(levels::judge))
        .route("/api/facts", post(levels::facts))
        .route("/api/known", post(levels::known))
        .route("/api/convert", post(levels::convert))
        .route("/api/write", post(levels::write))
        .route("/api/moves", post(levels::moves))
        .route("/api/categories", get(levels::categories))
        .route("/api/formats", get(levels::formats))
        .route("/api/jobs", post(solve::submit))
        .route("/api/jobs/{id}", get(solve::job).delete(solve::cancel))
        .route("/api/jobs/{id}/events", get(solve::follow))
        .route("/api/solve", post(solve::solve))
        .route("/api/plan", post(solve::plan))
        .route("/api/watch", post(watch::watch))
        .route("/api/experiments", get(lab::list))
        .route("/api/experiments/{name}", get(lab::experiment))
        .route("/api/experiments/{name}/{format}", get(lab::export))
        .route("/api/sources", get(lab::sources))
        .route("/api/runs", post(lab::start))
        .route("/api/runs/{id}", get(lab::run).delete(lab::stop))
        .route("/api/runs/{id}/events", get(lab::follow))
        .route("/api/runs/{id}/report/{format}", get(lab::run_export))
        .route("/api/game", get(game::now))
        .route("/api/game/events", get(game::follow))
        .route("/api/hint", post(play::hint))
        .route("/api/why", post(play::why))
        .route("/api/rate", post(play::rate))
        .route("/api/advice", post(play::advice))
        .route("/api/improve", post(play::improve))
        .route("/api/squares", post(play::squares))
        .route("/api/daily/{date}", get(play::daily))
        .route("/api/random/{category}", get(play::random))
        .route("/api/progress", get(progress::all))
        .route("/api/progress/{key}", get(progress::game).put(progress::keep))
        .route("/api/solutions", post(progress::solution))
        .route("/api/solutions/{key}", delete(progress::forget))
        .route("/api/settings", get(progress::settings).put(progress::set))
        .route("/api/export", get(progress::export))
        .route("/api/import", post(progress::import));
    api.fallback(asset)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
        .layer(middleware::from_fn(quiet))
        .layer(middleware::from_fn_with_state(rules, guard))
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

async fn status(State(app): Shared) -> Answer<Json<Value>> {
    blocking(move || {
        Ok(Json(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "load": app.jobs.load(),
            "store": { "trouble": app.store.trouble() },
            "game": app.game.is_some(),
        })))
    })
    .await
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this path does not take that method")
}

/// The page. Paths are looked up in a table, never in a file system.
async fn asset(request: Request) -> Answer<Response> {
    let path = request.uri().path();
    let Some(asset) = assets::find(path) else {
        return Err(Problem::not_found("there is nothing at this path"));
    };
    if !matches!(*request.method(), axum::http::Method::GET | axum::http::Method::HEAD) {
        return Err(wrong_method().await);
    }
    let tag = HeaderValue::from_str(&asset.tag).map_err(Problem::internal)?;
    let known = request.headers().get(header::IF_NONE_MATCH);
    let gzipped = asset.gzipped.as_deref().filter(|_| takes_gzip(request.headers()));
    let mut response = match gzipped {
        _ if known == Some(&tag) => StatusCode::NOT_MODIFIED.into_response(),
        Some(bytes) => {
            let coded = (header::CONTENT_ENCODING, "gzip");
            ([(header::CONTENT_TYPE, asset.kind), coded], bytes).into_response()
        }
        None => ([(header::CONTENT_TYPE, asset.kind)], &*asset.bytes).into_response(),
    };
    let keep = if asset.fixed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    Ok(response)
}

/// Whether a client takes compressed answers.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let words = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    words.flat_map(|it| it.split(',')).any(|it| {
        let mut parts = it.split(';').map(str::trim);
        let refused = |it: &str| it.replace(' ', "").trim_end_matches(['0', '.']) == "q=";
        parts.next().is_some_and(|it| it.eq_ignore_ascii_case("gzip")) && !parts.any(refused)
    })
}

/// Who asks.
fn client(request: &Request) -> Client {
    let address = request.extensions().get::<Peer>().map(|peer| peer.home());
    Client { address, tab: tab(request.headers()) }
}

fn tab(headers: &HeaderMap) -> String {
    let name = headers.get("banto-tab").and_then(|value| value.to_str().ok()).unwrap_or("");
    name.chars().filter(char::is_ascii_alphanumeric).take(32).collect()
}

/// Runs blocking work (files, SQLite, short computations) beside the event loop.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?
}
