//! Solving: jobs with progress, and the simple question that waits for its answer.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use puzzle::search::goal;
use puzzle::{Game, Limits, Metric};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{App, Shared, client};
use crate::body;
use crate::jobs::{CancelOnDrop, Client, Job, Phase};
use crate::level::LevelInput;
use crate::portuguese;
use crate::problem::{Answer, Problem};
use crate::search::Search;
use crate::setup::Setup;

/// Time for a search when the request names none, and the most it may name.
const TIME: Duration = Duration::from_secs(10);
pub(crate) const MAX_TIME: Duration = Duration::from_secs(60);
/// The same for memory.
pub(crate) const MEMORY: u64 = 1 << 30;
pub(crate) const MAX_MEMORY: u64 = 2 << 30;
/// Threads a request may ask for.
const MAX_THREADS: usize = 4;

/// A level and how to solve it. What is left out is as on the command line.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    level: LevelInput,
    #[serde(default)]
    collection: String,
    #[serde(default = "one")]
    index: usize,
    #[serde(flatten)]
    setup: Setup,
    time_ms: Option<u64>,
    memory: Option<u64>,
    nodes: Option<u64>,
    threads: Option<usize>,
    #[serde(default)]
    seed: u64,
}

fn one() -> usize {
    1
}

impl Question {
    /// The search: the level judged, the limits within what the server allows.
    pub(crate) fn search(self) -> Answer<Search> {
        let puzzle = self.level.judge()?;
        let within =
            |given: Option<u64>, usual: u64, most: u64| given.unwrap_or(usual).clamp(1, most);
        let time = within(self.time_ms, TIME.as_millis() as u64, MAX_TIME.as_millis() as u64);
        let request = puzzle::Request {
            limits: Limits {
                time: Some(Duration::from_millis(time)),
                memory: Some(within(self.memory, MEMORY, MAX_MEMORY)),
                nodes: self.nodes,
            },
            threads: self.threads.unwrap_or(1).clamp(1, MAX_THREADS),
            seed: self.seed,
            ..self.setup.request()
        };
        let resolved = request.resolve(puzzle.game()).map_err(Problem::bad)?;
        let puzzle = Arc::new(puzzle);
        Ok(Search { collection: self.collection, index: self.index, puzzle, resolved })
    }
}

/// Takes a job: 202 and where to follow it.
pub(crate) async fn submit(State(app): Shared, request: Request) -> Answer<Response> {
    let client = client(&request);
    app.jobs.room(&client)?;
    let question: Question = body::json(request, body::SMALL).await?;
    let job = app.jobs.submit(client, question.search()?, false)?;
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
    let search = question.search()?;
    run(&app, client, search, false).await.map(Json)
}

/// Waits for a job; the job ends when the waiting does.
pub(crate) async fn run(app: &App, client: Client, search: Search, urgent: bool) -> Answer<Value> {
    let job = app.jobs.submit(client, search, urgent)?;
    let _guard = CancelOnDrop { jobs: app.jobs.clone(), job: job.clone() };
    Ok(job.record().await)
}

/// A configuration without a level.
#[derive(Debug, Deserialize)]
struct Sketch {
    game: String,
    #[serde(flatten)]
    setup: Setup,
}

/// What a configuration amounts to: its canonical line, the techniques that are really on, and
/// those that would make a difference.
pub(crate) async fn plan(request: Request) -> Answer<Json<Value>> {
    let sketch: Sketch = body::json(request, body::SMALL).await?;
    let game = [Game::Sokoban, Game::Unblock].into_iter().find(|game| game.name() == sketch.game);
    let game = game.ok_or_else(|| Problem::bad(format!("there is no game {:?}", sketch.game)))?;
    let resolved = sketch.setup.request().resolve(game).map_err(Problem::bad)?;
    Ok(Json(json!({
        "config": resolved.search(),
        "techniques": resolved.techniques(),
        "reads": resolved.reads(),
    })))
}

/// What an engine can be asked to make short in a game.
fn goals(engine: &str, game: Game) -> Vec<&'static str> {
    let mut request = puzzle::Request { engine: engine.to_owned(), ..Default::default() };
    let mut suits = |goal: &Option<Metric>| {
        request.goal = *goal;
        request.resolve(game).is_ok()
    };
    goal::ALL.into_iter().filter(|goal| suits(goal)).map(goal::name).collect()
}

/// Engines, heuristics and techniques, from the tables the command line uses.
pub(crate) async fn engines() -> Json<Value> {
    let engines = puzzle::engines::all().into_iter().map(|row| {
        json!({
            "name": row.name,
            "games": row.games,
            "kind": puzzle::engines::engine_kind(row.name),
            "goals": {
                "sokoban": goals(row.name, Game::Sokoban),
                "unblock": goals(row.name, Game::Unblock),
            },
            "weighted": puzzle::engines::is_weighted(row.name),
            "description": row.description,
            "pt": portuguese::engine(row.name),
        })
    });
    let row = |it: puzzle::engines::Named| json!({ "name": it.name, "game": it.game.name(), "description": it.description });
    let heuristics = puzzle::engines::heuristics().into_iter().map(row);
    let spaces = puzzle::engines::spaces().into_iter().map(row);
    let techniques = puzzle::engines::TECHNIQUES.iter().map(|row| {
        json!({
            "name": row.name,
            "class": format!("{:?}", row.class).to_lowercase(),
            "default": row.default,
            "keeps": {
                "completeness": row.keeps.completeness,
                "push_optimality": row.keeps.push_optimality,
                "move_optimality": row.keeps.move_optimality,
            },
            "readers": row.readers(),
            "source": row.source,
            "summary": row.summary,
            "pt": portuguese::technique(row.name),
        })
    });
    Json(json!({
        "engines": engines.collect::<Vec<_>>(),
        "techniques": techniques.collect::<Vec<_>>(),
        "heuristics": heuristics.collect::<Vec<_>>(),
        "spaces": spaces.collect::<Vec<_>>(),
        "limits": {
            "time_ms": TIME.as_millis() as u64,
            "max_time_ms": MAX_TIME.as_millis() as u64,
            "memory": MEMORY,
            "max_memory": MAX_MEMORY,
            "max_threads": MAX_THREADS,
        },
    }))
}
