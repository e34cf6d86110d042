//! The game that agents play over WebSocket, for those who watch.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use game::Live;
use tokio::sync::watch;

use super::{App, Shared};
use crate::problem::{Answer, Problem};

/// The game as it stands.
pub(crate) async fn now(State(app): Shared) -> Answer<Json<Live>> {
    Ok(Json(live(&app)?.borrow().clone()))
}

/// The game as it goes on. It has no end: another one may begin at any time.
pub(crate) async fn follow(State(app): Shared) -> Answer<Response> {
    app.followers.events(live(&app)?, |_| false)
}

fn live(app: &App) -> Answer<watch::Receiver<Live>> {
    let none = "no game is served here; `banto serve --game-server` serves one";
    app.game.clone().ok_or_else(|| Problem::not_found(none))
}
