//! Solving: jobs with progress, and the simple question that waits for its answer.

use std::sync::Arc;
use std::time::Duration;

use api::engines::Sketch;
use api::search::{Bounds, Question, Search};
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::{App, Shared, client};
use crate::body;
use crate::jobs::{CancelOnDrop, Client, Job, Phase};
use crate::problem::{Answer, Problem};

/// What a request may ask for.
pub(crate) const BOUNDS: Bounds = Bounds {
    time: Duration::from_secs(10),
    max_time: Duration::from_secs(60),
    memory: 1 << 30,
    max_memory: 2 << 30,
    max_threads: 4,
};

/// Takes a job: 202 and where to follow it.
pub(crate) async fn submit(State(app): Shared, request: Request) -> Answer<Response> {
    let client = client(&request);
    app.jobs.room(&client)?;
    let question: Question = body::json(request, body::SMALL).await?;
    let job = app.jobs.submit(client, question.search(&BOUNDS)?, false)?;
    let place = format!("/api/jobs/{}", job.id);
    let view = job.watch().borrow().clone();
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], Json(view)).into_response())
}

fn find(app: &App, id: &str) -> Answer<Arc<Job>> {
    app.jobs.get(id).ok_or_else(|| Problem::not_found("there is no such job"))
}

/// What is known about a job.
pub(crate) async fn job(State(app): Shared, Path(id): Path<String>) -> Answer<Response> {
    let job = find(&app, &id)?;
    let view = job.watch().borrow().clone();
    Ok(Json(view).into_response())
}

/// Stops a job.
pub(crate) async fn cancel(State(app): Shared, Path(id): Path<String>) -> Answer<StatusCode> {
    let job = find(&app, &id)?;
    app.jobs.cancel(&job);
    Ok(StatusCode::NO_CONTENT)
}

/// The job as server-sent events.
pub(crate) async fn follow(State(app): Shared, Path(id): Path<String>) -> Answer<Response> {
    app.followers.events(find(&app, &id)?.watch(), |view| view.phase == Phase::Done)
}

/// Solves and answers with the record. A client that goes away stops the search.
pub(crate) async fn solve(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let client = client(&request);
    app.jobs.room(&client)?;
    let question: Question = body::json(request, body::SMALL).await?;
    let search = question.search(&BOUNDS)?;
    run(&app, client, search, false).await.map(Json)
}

/// Waits for a job; the job ends when the waiting does.
pub(crate) async fn run(app: &App, client: Client, search: Search, urgent: bool) -> Answer<Value> {
    let job = app.jobs.submit(client, search, urgent)?;
    let _guard = CancelOnDrop { jobs: app.jobs.clone(), job: job.clone() };
    Ok(job.record().await)
}

/// What a configuration amounts to.
pub(crate) async fn plan(request: Request) -> Answer<Json<Value>> {
    let sketch: Sketch = body::json(request, body::SMALL).await?;
    Ok(Json(api::engines::plan(&sketch)?))
}

/// Engines, heuristics and techniques, from the tables the command line uses.
pub(crate) async fn engines() -> Json<Value> {
    Json(api::engines::engines(&BOUNDS))
}
