//! The configuration of a run as one printable value, and how it is parsed from the user's request.

use std::fmt;

use search::{Algorithm, Options};
use unblock::{METRICS, Metric};

use super::{Estimate, Feup};
use crate::{SettingError, Settings};

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recipe {
    /// A search of the report, in steps.
    Feup(Feup),
    /// A textbook search.
    Textbook { algorithm: Algorithm, metric: Metric, estimate: Estimate },
}

/// A configuration of the laboratory. It prints as one line that reproduces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub(super) recipe: Recipe,
    pub(super) options: Options,
}

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// A name without meaning: what it should name, and what was found.
    Unknown(&'static str, String),
    /// A setting the configuration has no use for.
    Setting(SettingError),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unknown(what, name) => {
                write!(f, "no {what} for Unblock is called {name:?}")
            }
            ConfigError::Setting(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConfigError {}

impl From<SettingError> for ConfigError {
    fn from(error: SettingError) -> ConfigError {
        ConfigError::Setting(error)
    }
}

impl Config {
    /// Reads a configuration; `None` when the engine does not belong to the laboratory. `table`
    /// says whether states met before are recognised, if a user has said so.
    ///
    /// # Errors
    ///
    /// A setting that the engine does not read, or a value out of range.
    pub fn read(
        engine: &str,
        settings: &Settings,
        table: Option<bool>,
    ) -> Option<Result<Config, ConfigError>> {
        if let Some(feup) = Feup::from_name(engine) {
            let config = Config { recipe: Recipe::Feup(feup), options: Options::default() };
            return Some(match settings == &Settings::default() && table.is_none() {
                true => Ok(config),
                false => Err(SettingError::Useless("further settings").into()),
            });
        }
        let algorithm = Algorithm::from_name(engine)?;
        Some(Config::textbook(algorithm, settings, table))
    }

    fn textbook(
        algorithm: Algorithm,
        settings: &Settings,
        table: Option<bool>,
    ) -> Result<Config, ConfigError> {
        let metric = match &settings.space {
            None => Metric::Steps,
            Some(name) => Metric::from_name(name)
                .filter(|metric| METRICS.contains(metric))
                .ok_or_else(|| ConfigError::Unknown("space", name.clone()))?,
        };
        let usual = match (algorithm.is_informed(), metric) {
            (false, _) => Estimate::None,
            (true, Metric::Moves) => Estimate::Blockers,
            (true, _) => Estimate::Both,
        };
        let estimate = match &settings.heuristic {
            None => usual,
            Some(name) => Estimate::from_name(name)
                .ok_or_else(|| ConfigError::Unknown("heuristic", name.clone()))?,
        };
        if !algorithm.is_informed() && estimate != Estimate::None {
            return Err(SettingError::Useless("a heuristic").into());
        }
        if settings.threshold.is_some() {
            return Err(SettingError::Useless("a threshold").into());
        }
        if table.is_some() && !algorithm.reads_table() {
            return Err(SettingError::Useless("hash-table: it always needs its table").into());
        }
        let mut options = settings.options(algorithm)?;
        options.table = table.unwrap_or(true);
        Ok(Config { recipe: Recipe::Textbook { algorithm, metric, estimate }, options })
    }

    /// The names of the presets with a sentence each.
    pub fn presets() -> impl Iterator<Item = (&'static str, &'static str)> {
        Feup::ALL.into_iter().map(|(feup, name)| (name, feup.description()))
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (algorithm, metric, estimate) = match self.recipe {
            Recipe::Textbook { algorithm, metric, estimate } => (algorithm, metric, estimate),
            Recipe::Feup(feup) => {
                let name = Feup::ALL.iter().find(|(known, _)| *known == feup);
                return f.write_str(name.map_or("feup", |(_, name)| name));
            }
        };
        write!(f, "{} --space {}", algorithm.name(), metric.name())?;
        if algorithm.is_informed() {
            write!(f, " --heuristic {}", estimate.name())?;
        }
        if algorithm.is_weighted() {
            write!(f, " --weight {}", self.options.weight)?;
        }
        let (first, last) = (self.options.first, self.options.last);
        if (first, last) != (Options::default().first, Options::default().last) {
            write!(f, " --depth {first}-{last}")?;
        }
        if !self.options.table {
            write!(f, " -hash-table")?;
        }
        Ok(())
    }
}
