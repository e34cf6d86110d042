//! What a user may say about a textbook search besides its name.

use std::fmt;

use search::{Algorithm, Options};

/// The options of the textbook searches; all have defaults. Spaces and heuristics are names that
/// each game interprets for itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Name of the space.
    pub space: Option<String>,
    /// Name of the heuristic.
    pub heuristic: Option<String>,
    /// Weight of the estimate in the weighted searches, in per cent.
    pub weight: Option<u32>,
    /// Boards below this size are small (for presets that make the distinction).
    pub threshold: Option<u32>,
    /// First and last depth limit of iterative deepening.
    pub depth: Option<(u32, u32)>,
}

/// The largest weight, in per cent.
const MAX_WEIGHT: u32 = 100_000;

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// No setting has this name.
    Unknown(String),
    /// The value cannot be read: the setting, and what it expects.
    Unreadable(&'static str, &'static str),
    /// The search has no use for it.
    Useless(&'static str),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Unknown(name) => write!(f, "there is no setting {name:?}"),
            SettingError::Unreadable(name, expected) => write!(f, "{name} expects {expected}"),
            SettingError::Useless(name) => write!(f, "this engine has no use for {name}"),
        }
    }
}

impl std::error::Error for SettingError {}

impl Settings {
    /// Sets what a user writes as `--name value`.
    ///
    /// # Errors
    ///
    /// When no setting has the name, or the value has no meaning for it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        match name {
            "space" => self.space = Some(value.to_owned()),
            "heuristic" => self.heuristic = Some(value.to_owned()),
            "weight" => {
                let weight = value.parse().ok().filter(|weight| (1..=MAX_WEIGHT).contains(weight));
                let unreadable = SettingError::Unreadable("weight", "1 to 100000 per cent");
                self.weight = Some(weight.ok_or(unreadable)?);
            }
            "threshold" => {
                let unreadable = |_| SettingError::Unreadable("threshold", "a number");
                self.threshold = Some(value.parse().map_err(unreadable)?);
            }
            "depth" => {
                let unreadable = SettingError::Unreadable("depth", "limits such as 10-100");
                self.depth = Some(depth(value).ok_or(unreadable)?);
            }
            _ => return Err(SettingError::Unknown(name.to_owned())),
        }
        Ok(())
    }

    /// The search options that these settings ask for.
    ///
    /// # Errors
    ///
    /// When the search has no use for one of them.
    pub fn options(&self, algorithm: Algorithm) -> Result<Options, SettingError> {
        let mut options = Options::default();
        if let Some(weight) = self.weight {
            if !algorithm.is_weighted() {
                return Err(SettingError::Useless("a weight"));
            }
            options.weight = weight;
        }
        if let Some((first, last)) = self.depth {
            if algorithm != Algorithm::Iddfs {
                return Err(SettingError::Useless("depth limits"));
            }
            (options.first, options.last) = (first, last);
        }
        Ok(options)
    }
}

/// Depth limits such as `10-100`.
fn depth(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-')?;
    let limits = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (limits.0 <= limits.1).then_some(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_mean_nothing_are_refused() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("weight", "0"),
            ("weight", "100001"),
            ("threshold", "-1"),
            ("depth", "5"),
            ("depth", "9-3"),
            ("colour", "red"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(settings, Settings::default());
        assert_eq!(settings.set("depth", "10-100"), Ok(()));
        assert_eq!(settings.depth, Some((10, 100)));
    }

    #[test]
    fn a_search_refuses_what_it_has_no_use_for() {
        let weighted = Settings { weight: Some(150), ..Settings::default() };
        assert_eq!(weighted.options(Algorithm::Wida).map(|it| it.weight), Ok(150));
        assert_eq!(weighted.options(Algorithm::Astar), Err(SettingError::Useless("a weight")));
        let deep = Settings { depth: Some((2, 9)), ..Settings::default() };
        assert_eq!(deep.options(Algorithm::Iddfs).map(|it| (it.first, it.last)), Ok((2, 9)));
        assert_eq!(deep.options(Algorithm::Dfs), Err(SettingError::Useless("depth limits")));
    }
}
