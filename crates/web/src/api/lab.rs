//! The laboratory: experiments, their recorded reports, and runs of them on levels that are here.

use std::sync::Arc;
use std::time::Duration;

use api::search::Search;
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use lab::report;
use lab::{
    Entry, Experiment, Findings, LevelHashes, PlotKind, Remark, Suite, Table, Wanted, Words,
};
use puzzle::{Collection, Game, Limits, Puzzle};
use serde::Deserialize;
use serde_json::{Value, json};

use super::solve::BOUNDS;
use super::{App, Shared, blocking, client};
use crate::body;
use crate::jobs::Phase;
use crate::portuguese;
use crate::problem::{Answer, Problem};
use crate::runs::{Cell, Run};

/// Searches one run may consist of.
const MAX_CELLS: usize = 2000;

/// All experiments, and the runs this client has begun.
pub(crate) async fn list(State(app): Shared, request: Request) -> Answer<Json<Value>> {
    let client = client(&request);
    blocking(move || {
        let here = Here::new(&app);
        let rows: Vec<Value> = lab::experiments().iter().map(|it| describe(it, &here)).collect();
        Ok(Json(json!({ "experiments": rows, "runs": app.runs.of(&client) })))
    })
    .await
}

/// One experiment with the report of its records.
pub(crate) async fn experiment(
    State(app): Shared,
    Path(name): Path<String>,
) -> Answer<Json<Value>> {
    blocking(move || {
        let experiment = find(&name)?;
        let mut value = describe(&experiment, &Here::new(&app));
        value["report"] = report_of(&experiment, &lab::recorded(&name));
        Ok(Json(value))
    })
    .await
}

/// The recorded report as a text.
pub(crate) async fn export(Path((name, format)): Path<(String, String)>) -> Answer<Json<Value>> {
    blocking(move || text_of(&find(&name)?, &lab::recorded(&name), &format)).await
}

/// The five documents, table by table, as Markdown in both languages of the page.
pub(crate) async fn sources() -> Json<Value> {
    let Words { en, pt } = lab::sources();
    Json(json!({ "en": en, "pt": pt }))
}

/// What is to be run. What is left out is as in the experiment.
#[derive(Debug, Deserialize)]
struct Asked {
    experiment: String,
    /// Another collection instead of the experiment's own.
    collection: Option<String>,
    /// First and last level.
    from: Option<usize>,
    to: Option<usize>,
    /// For each search.
    seconds: Option<u64>,
    nodes: Option<u64>,
}

/// Takes a run: 202 and where to follow it.
pub(crate) async fn start(State(app): Shared, request: Request) -> Answer<Response> {
    let client = client(&request);
    let asked: Asked = body::json(request, body::SMALL).await?;
    let shared = app.clone();
    let (experiment, cells) = blocking(move || prepare(&shared, asked)).await?;
    let run = app.runs.start(client, experiment, cells)?;
    let place = format!("/api/runs/{}", run.id);
    let view = run.watch().borrow().clone();
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], Json(view)).into_response())
}

fn find_run(app: &App, id: &str) -> Answer<Arc<Run>> {
    app.runs.get(id).ok_or_else(|| Problem::not_found("there is no such run"))
}

/// A run with the report of its records so far.
pub(crate) async fn run(State(app): Shared, Path(id): Path<String>) -> Answer<Json<Value>> {
    let run = find_run(&app, &id)?;
    blocking(move || {
        let mut value = json!(*run.watch().borrow());
        value["report"] = report_of(&run.experiment, &run.entries());
        Ok(Json(value))
    })
    .await
}

/// The report of a run as a text.
pub(crate) async fn run_export(
    State(app): Shared,
    Path((id, format)): Path<(String, String)>,
) -> Answer<Json<Value>> {
    let run = find_run(&app, &id)?;
    blocking(move || text_of(&run.experiment, &run.entries(), &format)).await
}

/// Stops a run; its records stay.
pub(crate) async fn stop(State(app): Shared, Path(id): Path<String>) -> Answer<StatusCode> {
    find_run(&app, &id)?.stop();
    Ok(StatusCode::NO_CONTENT)
}

/// A run as server-sent events.
pub(crate) async fn follow(State(app): Shared, Path(id): Path<String>) -> Answer<Response> {
    app.followers.events(find_run(&app, &id)?.watch(), |view| view.phase == Phase::Done)
}

fn find(name: &str) -> Answer<Experiment> {
    let unknown = || Problem::not_found(format!("there is no experiment {name:?}"));
    lab::experiments().into_iter().find(|it| it.name == name).ok_or_else(unknown)
}

/// Names of the collections that are here.
struct Here(Vec<String>);

impl Here {
    fn new(app: &App) -> Here {
        Here(app.library.list().into_iter().map(|it| it.name).collect())
    }

    fn has(&self, file: &str) -> bool {
        lab::level_file(file).is_some() || self.0.iter().any(|name| name == file)
    }
}

fn describe(experiment: &Experiment, here: &Here) -> Value {
    let suites = experiment.suites.iter().map(|suite| {
        json!({
            "file": suite.file,
            "levels": suite.levels.as_ref().map(Vec::len),
            "here": here.has(&suite.file),
            "origin": suite.origin,
        })
    });
    let configurations =
        experiment.configurations.iter().map(|it| json!({ "label": it.label, "line": it.line }));
    json!({
        "name": experiment.name,
        "title": experiment.title,
        "source": experiment.cited(),
        "compared": experiment.is_compared(),
        "compares": both(&experiment.compares),
        "outcome": both(&experiment.outcome),
        "notes": experiment.notes.iter().map(|it| note(it)).collect::<Vec<_>>(),
        "game": game(experiment).name(),
        "suites": suites.collect::<Vec<_>>(),
        "configurations": configurations.collect::<Vec<_>>(),
        "seconds": experiment.seconds,
        "nodes": experiment.nodes,
        "recorded": lab::recorded(&experiment.name).len(),
    })
}

/// A note in both languages, as far as there is one.
fn note(english: &str) -> Value {
    json!({ "en": english, "pt": portuguese::note(english) })
}

/// A text in both languages; `null` when there is none.
fn both(words: &Words) -> Value {
    match words.en.is_empty() {
        true => Value::Null,
        false => json!({ "en": words.en, "pt": words.pt }),
    }
}

/// The game its configurations play.
fn game(experiment: &Experiment) -> Game {
    let plays = |game| {
        experiment.configurations.iter().all(|it| {
            runner::parse_request(&it.line).is_ok_and(|request| request.resolve(game).is_ok())
        })
    };
    if plays(Game::Sokoban) { Game::Sokoban } else { Game::Unblock }
}

/// Tables and plots as data; the page draws them.
fn report_of(experiment: &Experiment, entries: &[Entry]) -> Value {
    let findings = findings(experiment, entries);
    let tables = &findings.tables;
    let plots = experiment.plots.iter().filter_map(|plot| {
        let series = report::series(plot, experiment, &findings)?;
        let series = series
            .iter()
            .map(|it| json!({ "label": it.label, "points": it.points, "published": it.published }));
        Some(json!({
            "kind": match plot.kind {
                PlotKind::Lines => "lines",
                PlotKind::Bars => "bars",
                PlotKind::Solved => "solved",
                PlotKind::Scatter => "scatter",
            },
            "between": report::between(plot, experiment),
            "title": plot.title,
            "column": plot.column,
            "numbers": report::numbers(plot, experiment, tables),
            "series": series.collect::<Vec<_>>(),
        }))
    });
    json!({
        "records": findings.entries.len(),
        "remarks": findings.remarks.iter().map(remark).collect::<Vec<_>>(),
        "plots": plots.collect::<Vec<_>>(),
        "tables": tables.iter().map(table).collect::<Vec<_>>(),
    })
}

/// What the records say; those of another question than the experiment asks are left out.
fn findings(experiment: &Experiment, entries: &[Entry]) -> Findings {
    lab::findings(experiment, &Wanted::default(), entries, &LevelHashes::new())
        .expect("an experiment has been read")
}

/// A remark as data, which the page says in its language.
fn remark(remark: &Remark) -> Value {
    match remark {
        Remark::Made { runs, version, revision } => {
            json!({ "kind": "made", "runs": runs, "version": version, "revision": revision })
        }
        Remark::Outdated { runs, label, was, now } => {
            json!({ "kind": "outdated", "runs": runs, "label": label, "was": was, "now": now })
        }
        Remark::OtherLevels { runs, suite } => {
            json!({ "kind": "levels", "runs": runs, "suite": suite })
        }
    }
}

fn table(table: &Table) -> Value {
    let rows = table.rows.iter().map(|(name, cells)| {
        let cells = cells.iter().map(|it| {
            json!({ "published": it.published, "ours": it.ours, "value": it.value, "ratio": it.ratio })
        });
        json!({ "name": name, "cells": cells.collect::<Vec<_>>() })
    });
    json!({
        "title": table.title,
        "rows_are": table.rows_are,
        "headings": table.headings,
        "compared": table.compared,
        "rows": rows.collect::<Vec<_>>(),
    })
}

fn text_of(experiment: &Experiment, entries: &[Entry], format: &str) -> Answer<Json<Value>> {
    let findings = findings(experiment, entries);
    let text = match format {
        "md" => report::markdown(experiment, &findings),
        "csv" => report::csv(&findings.tables),
        "tex" => report::latex(experiment, &findings.tables),
        "html" => report::html(experiment, &findings),
        "svg" => report::svg(experiment, &findings)
            .ok_or_else(|| Problem::not_found("this experiment has no plot"))?,
        "jsonl" => entries.iter().map(|entry| entry.to_line() + "\n").collect(),
        _ => return Err(Problem::not_found(format!("there is no report format {format:?}"))),
    };
    Ok(Json(json!({ "text": text })))
}

/// The experiment as asked for, and every search it consists of.
fn prepare(app: &App, asked: Asked) -> Answer<(Experiment, Vec<Cell>)> {
    let mut experiment = find(&asked.experiment)?;
    if let Some(name) = asked.collection {
        // Published figures belong to the levels they were made on.
        experiment.published.clear();
        experiment.notes.clear();
        experiment.suites =
            vec![Suite { file: name, hash: None, origin: String::new(), levels: None }];
    }
    let most = BOUNDS.max_time.as_secs();
    experiment.seconds = asked.seconds.unwrap_or(experiment.seconds).clamp(1, most);
    experiment.nodes = asked.nodes.or(experiment.nodes);
    experiment.mebibytes = experiment.mebibytes.clamp(1, BOUNDS.max_memory >> 20);
    let (from, to) = (asked.from.unwrap_or(1), asked.to.unwrap_or(usize::MAX));
    let mut cells = Vec::new();
    for suite in &experiment.suites {
        let collection = load(app, suite)?;
        let wanted = |index: usize| {
            (from..=to).contains(&index)
                && suite.levels.as_ref().is_none_or(|levels| levels.contains(&index))
        };
        let levels: Vec<Level> = collection
            .entries
            .iter()
            .filter(|entry| wanted(entry.index))
            .filter_map(|entry| {
                let puzzle = Arc::new(entry.puzzle.as_ref().ok()?.clone());
                Some(Level { index: entry.index, title: entry.title.clone(), puzzle })
            })
            .collect();
        for configuration in &experiment.configurations {
            for level in &levels {
                let search = search(&experiment, &suite.file, &configuration.line, level)?;
                let (suite, label) = (suite.file.clone(), configuration.label.clone());
                cells.push(Cell { suite, label, title: level.title.clone(), search });
                if cells.len() > MAX_CELLS {
                    let detail = format!("more than {MAX_CELLS} searches: choose fewer levels");
                    return Err(Problem::bad(detail));
                }
            }
        }
    }
    match cells.is_empty() {
        true => Err(Problem::bad("none of these levels exists")),
        false => Ok((experiment, cells)),
    }
}

fn load(app: &App, suite: &Suite) -> Answer<Arc<Collection>> {
    if let Some(bytes) = lab::level_file(&suite.file) {
        let read = puzzle::read(bytes).map_err(|fault| Problem::bad_level(&[fault]))?;
        return Ok(Arc::new(read));
    }
    app.library.get(&suite.file).map_err(|problem| match problem.code {
        StatusCode::NOT_FOUND => {
            Problem::bad(format!("{} is not here. {}", suite.file, suite.origin))
        }
        _ => problem,
    })
}

/// A level of a run, which all configurations share.
struct Level {
    index: usize,
    title: Option<String>,
    puzzle: Arc<Puzzle>,
}

fn search(experiment: &Experiment, collection: &str, line: &str, level: &Level) -> Answer<Search> {
    let mut request = runner::parse_request(line).map_err(Problem::internal)?;
    request.limits = Limits {
        time: Some(Duration::from_secs(experiment.seconds)),
        memory: Some(experiment.mebibytes << 20),
        nodes: experiment.nodes,
    };
    let resolved = request.resolve(level.puzzle.game()).map_err(Problem::bad)?;
    let (collection, puzzle) = (collection.to_owned(), level.puzzle.clone());
    Ok(Search { collection, index: level.index, puzzle, resolved })
}
