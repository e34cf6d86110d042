//! Engines, heuristics and techniques, from the tables the command line uses; and what a configuration amounts to.

use puzzle::search::goal;
use puzzle::{Game, Goal};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::portuguese;
use crate::search::Bounds;
use crate::{Answer, Refusal, Setup};

/// A configuration without a level.
#[derive(Debug, Deserialize)]
pub struct Sketch {
    game: String,
    #[serde(flatten)]
    setup: Setup,
}

/// A game by its name.
pub(crate) fn game_named(name: &str) -> Answer<Game> {
    let game = [Game::Sokoban, Game::Unblock].into_iter().find(|game| game.name() == name);
    game.ok_or_else(|| Refusal::bad(format!("there is no game {name:?}")))
}

/// What a configuration amounts to: its canonical line, the techniques that are really on, and
/// those that would make a difference.
pub fn plan(sketch: &Sketch) -> Answer<Value> {
    let game = game_named(&sketch.game)?;
    let resolved = sketch.setup.request().resolve(game).map_err(Refusal::bad)?;
    Ok(json!({
        "config": resolved.search(),
        "techniques": resolved.techniques(),
        "reads": resolved.reads(),
    }))
}

/// What an engine can be asked to make short in a game.
fn goals(engine: &str, game: Game) -> Vec<&'static str> {
    let mut request = puzzle::Request { engine: engine.to_owned(), ..Default::default() };
    let mut suits = |goal: &Option<Goal>| {
        request.goal = *goal;
        request.resolve(game).is_ok()
    };
    goal::ALL.into_iter().filter(|goal| suits(goal)).map(goal::name).collect()
}

/// All engines, heuristics, spaces and techniques, and what a question may ask for.
pub fn engines(bounds: &Bounds) -> Value {
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
    json!({
        "engines": engines.collect::<Vec<_>>(),
        "techniques": techniques.collect::<Vec<_>>(),
        "heuristics": heuristics.collect::<Vec<_>>(),
        "spaces": spaces.collect::<Vec<_>>(),
        "limits": {
            "time_ms": bounds.time.as_millis() as u64,
            "max_time_ms": bounds.max_time.as_millis() as u64,
            "memory": bounds.memory,
            "max_memory": bounds.max_memory,
            "max_threads": bounds.max_threads,
        },
    })
}
