//! The tables behind help texts and switches: what can be asked for, by name.

use search::Algorithm;
use textbook::SpaceName;
use unblock::Metric;

use crate::Game;
use crate::request::{AUTO, UNBLOCK};

pub use solver::technique::TABLE as TECHNIQUES;

/// Something that is chosen by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// The game it is for.
    pub game: Game,
    /// One sentence.
    pub description: &'static str,
}

/// One engine, for help texts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineRow {
    /// What `--engine` takes.
    pub name: &'static str,
    /// Which games it plays.
    pub games: &'static str,
    /// One sentence.
    pub description: &'static str,
}

/// All engines of both games, the default first.
pub fn all() -> Vec<EngineRow> {
    let auto = EngineRow {
        name: AUTO,
        games: "both",
        description: "Any solution, fast: chooses what suits the level.",
    };
    let unblock = EngineRow {
        name: UNBLOCK,
        games: "unblock",
        description: "Exact search: fewest moves or fewest steps.",
    };
    let sokoban = solver::Engine::ALL.iter().map(|engine| EngineRow {
        name: engine.name(),
        games: "sokoban",
        description: engine.description(),
    });
    let sokoban = sokoban.filter(|row| row.name != AUTO);
    [auto].into_iter().chain(sokoban).chain([unblock]).chain(lab_engines()).collect()
}

/// The textbook searches, which play both games, and the presets of each.
fn lab_engines() -> impl Iterator<Item = EngineRow> {
    let row = |games| move |(name, description)| EngineRow { name, games, description };
    let textbook = search::Algorithm::ALL.into_iter().map(|a| (a.name(), a.description()));
    let presets = textbook::PRESETS.iter().map(|preset| (preset.name, preset.description));
    textbook
        .map(row("both"))
        .chain(presets.map(row("sokoban")))
        .chain(textbook::unblock::Config::presets().map(row("unblock")))
}

/// The heuristics of the textbook searches.
pub fn heuristics() -> Vec<Named> {
    let sokoban = textbook::HeuristicName::ALL.into_iter();
    let sokoban = sokoban.map(|it| named(Game::Sokoban, it.name(), it.description()));
    let unblock = textbook::unblock::Estimate::ALL.into_iter();
    sokoban.chain(unblock.map(|it| named(Game::Unblock, it.name(), it.description()))).collect()
}

/// The spaces of the textbook searches.
pub fn spaces() -> Vec<Named> {
    let sokoban = SpaceName::ALL.into_iter();
    let sokoban = sokoban.map(|it| named(Game::Sokoban, it.name(), sokoban_space(it)));
    let unblock = unblock::METRICS.into_iter();
    sokoban.chain(unblock.map(|it| named(Game::Unblock, it.name(), unblock_space(it)))).collect()
}

fn sokoban_space(space: SpaceName) -> &'static str {
    match space {
        SpaceName::Pushes => "Pushes, each costing one.",
        SpaceName::Walks => "Pushes, each costing the walk to it plus one.",
        SpaceName::Score => "Pushes, each costing what the Aveiro server takes off the score.",
        SpaceName::Moves => "Single moves of the player.",
    }
}

fn unblock_space(metric: Metric) -> &'static str {
    match metric {
        Metric::Moves => "Moves of one piece over any distance, each costing one.",
        _ => "Moves of one piece, each costing the squares it covers.",
    }
}

/// What kind of engine a name stands for: a `textbook` search takes a space and a heuristic, a
/// `preset` takes nothing, any other is an `engine`.
pub fn engine_kind(engine: &str) -> &'static str {
    let textbook = Algorithm::from_name(engine).is_some();
    let preset = textbook::PRESETS.iter().any(|preset| preset.name == engine)
        || textbook::unblock::Config::presets().any(|(name, _)| name == engine);
    match (textbook, preset) {
        (true, _) => "textbook",
        (_, true) => "preset",
        _ => "engine",
    }
}

/// Whether an engine takes a weight.
pub fn is_weighted(engine: &str) -> bool {
    Algorithm::from_name(engine).is_some_and(Algorithm::is_weighted)
}

/// Whether there is a technique with this name.
pub fn is_technique(name: &str) -> bool {
    solver::Technique::from_name(name).is_some()
}

fn named(game: Game, name: &'static str, description: &'static str) -> Named {
    Named { name, game, description }
}
