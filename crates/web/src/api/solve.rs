//! Solving: jobs with progress, and the simple question that waits for its answer.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use unblock::Metric;

use super::{App, Shared, client};
use crate::body;
use crate::jobs::{CancelOnDrop, Job, Phase};
use crate::level::LevelInput;
use crate::problem::{Answer, Problem};
use crate::worker::{self, Lab, Task};

/// Time for a search when the request names none, and the most it may name.
const TIME: Duration = Duration::from_secs(10);
const MAX_TIME: Duration = Duration::from_secs(60);
/// The same for memory.
const MEMORY: u64 = 1 << 30;
const MAX_MEMORY: u64 = 2 << 30;
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
    #[serde(default = "auto")]
    engine: String,
    goal: Option<String>,
    #[serde(default)]
    techniques: Vec<String>,
    /// Space, heuristic and weight, for the textbook engines.
    #[serde(flatten)]
    lab: Lab,
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

fn auto() -> String {
    "auto".to_owned()
}

impl Question {
    /// The question for a level with everything else as usual.
    pub(crate) fn usual(level: LevelInput, time: Duration) -> Question {
        Question {
            level,
            collection: String::new(),
            index: 1,
            engine: auto(),
            goal: None,
            techniques: Vec::new(),
            lab: Lab::default(),
            time_ms: Some(time.as_millis() as u64),
            memory: None,
            nodes: None,
            threads: None,
            seed: 0,
        }
    }

    /// The task for a worker: the level judged, the limits within what the server allows.
    pub(crate) fn task(self) -> Answer<Task> {
        let puzzle = self.level.judge()?;
        if let Some(name) = &self.goal
            && worker::goal(name).is_none()
        {
            return Err(Problem::bad(format!("there is no goal {name:?}")));
        }
        let most =
            |given: Option<u64>, usual: u64, most: u64| given.unwrap_or(usual).clamp(1, most);
        let task = Task {
            collection: self.collection,
            index: self.index,
            level: LevelInput::of(&puzzle),
            engine: self.engine,
            goal: self.goal,
            techniques: self.techniques,
            lab: self.lab,
            time_ms: most(self.time_ms, TIME.as_millis() as u64, MAX_TIME.as_millis() as u64),
            memory: most(self.memory, MEMORY, MAX_MEMORY),
            nodes: self.nodes,
            threads: self.threads.unwrap_or(1).clamp(1, MAX_THREADS),
            seed: self.seed,
        };
        let request = task.request();
        request.validate().map_err(Problem::bad)?;
        if !request.suits(puzzle.game()) {
            let game = puzzle.game().name();
            return Err(Problem::bad(format!(
                "engine {:?} does not play {game} like this",
                task.engine
            )));
        }
        Ok(task)
    }
}

/// Takes a job: 202 and where to follow it.
pub(crate) async fn submit(State(app): Shared, request: Request) -> Answer<Response> {
    let client = client(&request);
    let question: Question = body::json(request, body::SMALL).await?;
    let job = app.jobs.submit(client, question.task()?, false)?;
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

/// Silence after which a comment line is sent, so that a dead connection is noticed.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The job as server-sent events: its view whenever it changes, `done` with the record at the end.
/// Every event holds the whole view, so a client that comes back has missed nothing.
pub(crate) async fn events(State(app): Shared, Path(id): Path<String>) -> Answer<Response> {
    let mut view = find(&app, &id)?.watch();
    view.mark_changed();
    let stream = futures_util::stream::unfold(Some(view), |view| async {
        let mut view = view?;
        let text = match tokio::time::timeout(HEARTBEAT, view.changed()).await {
            Err(_) => ": still here\n\n".to_owned(),
            Ok(Err(_)) => return None,
            Ok(Ok(())) => {
                let now = view.borrow_and_update().clone();
                let done = now.phase == Phase::Done;
                let data = serde_json::to_string(&now).unwrap_or_default();
                let text =
                    format!("event: {}\ndata: {data}\n\n", if done { "done" } else { "progress" });
                if done {
                    return Some((Ok::<_, Infallible>(Bytes::from(text)), None));
                }
                text
            }
        };
        Some((Ok(Bytes::from(text)), Some(view)))
    });
    let body = Body::from_stream(stream);
    Ok(([(header::CONTENT_TYPE, "text/event-stream")], body).into_response())
}

/// Solves and answers with the record. A client that goes away stops the search.
pub(crate) async fn solve(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let client = client(&request);
    let question: Question = body::json(request, body::SMALL).await?;
    let task = question.task()?;
    run(&app, client, task, false).await.map(Json)
}

/// Waits for a job; the job ends when the waiting does.
pub(crate) async fn run(app: &App, client: String, task: Task, urgent: bool) -> Answer<Value> {
    let job = app.jobs.submit(client, task, urgent)?;
    let _guard = CancelOnDrop { jobs: app.jobs.clone(), job: job.clone() };
    Ok(job.record().await)
}

/// What kind of engine a name stands for: the page asks textbook searches for a space and a
/// heuristic, and presets for nothing.
fn kind(engine: &str) -> &'static str {
    let textbook = search::Algorithm::ALL.into_iter().any(|algorithm| algorithm.name() == engine);
    let preset = solver::lab::PRESETS.iter().any(|preset| preset.name == engine)
        || unblock::lab::Config::presets().any(|(name, _)| name == engine);
    match (textbook, preset) {
        (true, _) => "textbook",
        (_, true) => "preset",
        _ => "engine",
    }
}

/// Engines, heuristics and techniques, from the tables the command line uses.
pub(crate) async fn engines() -> Json<Value> {
    let engines = puzzle::engines().into_iter().map(|row| {
        json!({
            "name": row.name,
            "games": row.games,
            "kind": kind(row.name),
            "description": row.description,
        })
    });
    let row = |game: &'static str, name: &'static str, description: &'static str| json!({ "name": name, "game": game, "description": description });
    let heuristics = solver::lab::HeuristicName::ALL
        .into_iter()
        .map(|it| row("sokoban", it.name(), it.description()))
        .chain(
            unblock::lab::Estimate::ALL
                .into_iter()
                .map(|it| row("unblock", it.name(), it.description())),
        );
    let spaces = solver::lab::SpaceName::ALL.into_iter().map(|it| row("sokoban", it.name(), ""));
    let spaces = spaces.chain(Metric::ALL.into_iter().map(|it| row("unblock", it.name(), "")));
    let techniques = solver::technique::TABLE.iter().map(|row| {
        json!({
            "name": row.name,
            "class": format!("{:?}", row.class).to_lowercase(),
            "default": row.default,
            "keeps": {
                "completeness": row.keeps.completeness,
                "push_optimality": row.keeps.push_optimality,
                "move_optimality": row.keeps.move_optimality,
            },
            "source": row.source,
            "summary": row.summary,
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
