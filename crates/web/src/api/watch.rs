//! Looking on while a textbook search thinks.

use api::watch::{Asked, MEMORY, TIME};
use axum::Json;
use axum::extract::{Request, State};
use serde_json::Value;

use super::Shared;
use crate::body;
use crate::problem::Answer;

/// Every expansion of one search on a small board.
pub(crate) async fn watch(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let asked: Asked = body::json(request, body::SMALL).await?;
    let watched = asked.judge()?;
    app.at_once.run(TIME, MEMORY, move |budget| Ok(Json(watched.run(budget)?))).await
}
