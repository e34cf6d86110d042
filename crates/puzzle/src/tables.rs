//! The tables behind help texts and switches: what can be asked for, by name.

use search::Algorithm;

use crate::Game;

pub use solver::technique::TABLE as TECHNIQUES;

/// Something that is chosen by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// The game it is for.
    pub game: Game,
    /// One sentence; empty when the name says it all.
    pub description: &'static str,
}

/// The heuristics of the textbook searches.
pub fn heuristics() -> Vec<Named> {
    let sokoban = solver::textbook::HeuristicName::ALL.into_iter();
    let sokoban = sokoban.map(|it| named(Game::Sokoban, it.name(), it.description()));
    let unblock = unblock::lab::Estimate::ALL.into_iter();
    sokoban.chain(unblock.map(|it| named(Game::Unblock, it.name(), it.description()))).collect()
}

/// The spaces of the textbook searches.
pub fn spaces() -> Vec<Named> {
    let sokoban = solver::textbook::SpaceName::ALL.into_iter();
    let sokoban = sokoban.map(|it| named(Game::Sokoban, it.name(), ""));
    let unblock = unblock::Metric::ALL.into_iter();
    sokoban.chain(unblock.map(|it| named(Game::Unblock, it.name(), ""))).collect()
}

/// What kind of engine a name stands for: a `textbook` search takes a space and a heuristic, a
/// `preset` takes nothing, any other is an `engine`.
pub fn engine_kind(engine: &str) -> &'static str {
    let textbook = Algorithm::from_name(engine).is_some();
    let preset = solver::textbook::PRESETS.iter().any(|preset| preset.name == engine)
        || unblock::lab::Config::presets().any(|(name, _)| name == engine);
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
