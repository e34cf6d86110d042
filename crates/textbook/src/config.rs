//! The configuration of a run as one printable value, and how it is parsed from the user's request.

use std::fmt;

use ground::claim;
use ground::technique::{Class, Searches, Switch, SwitchError, Technique, TechniqueSet};
use search::{Algorithm, Guarantee, Known, Metric, Options, Properties, Stats, Ties};
use sokoban::Board;

use super::preset::TEXTBOOK;
use super::{HeuristicName, PRESETS, Preset, Program, SettingError, Settings, SpaceName};

/// A search on a space with a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// The search.
    pub algorithm: Algorithm,
    /// The space.
    pub space: SpaceName,
    /// The heuristic; blind searches do not use it.
    pub heuristic: HeuristicName,
}

impl Method {
    /// Whether this search is one of those that a row of the technique table names.
    pub fn is_among(&self, searches: Searches) -> bool {
        let Method { algorithm, space, heuristic } = *self;
        match searches {
            Searches::None => false,
            Searches::All => true,
            Searches::Pushes => space != SpaceName::Moves,
            Searches::Zones => space == SpaceName::Pushes,
            Searches::Moves => space == SpaceName::Moves,
            Searches::BestFirst => algorithm.reads_ties(),
            Searches::Informed => matches!(algorithm, Algorithm::Astar | Algorithm::Wastar),
            Searches::Remembering => algorithm.reads_table(),
            Searches::Hn2Matching => {
                algorithm.is_informed() && heuristic == HeuristicName::Hn2Matching
            }
        }
    }

    /// The techniques that this search reads.
    pub fn reads(&self) -> TechniqueSet {
        TechniqueSet::of(|row| self.is_among(row.searches))
    }

    /// What a solution found this way is worth.
    pub(super) fn guarantee(
        &self,
        config: &Config,
        properties: Properties,
        stats: &Stats,
    ) -> Guarantee {
        let uniform = matches!(self.space, SpaceName::Pushes | SpaceName::Moves)
            && !config.techniques.iter().any(|technique| technique.row().class == Class::Macro);
        if !self.algorithm.found_optimum(properties, uniform, &config.options, stats) {
            return Guarantee::None;
        }
        match self.space {
            SpaceName::Pushes => claim::guarantee(Some(Metric::Pushes), config.techniques.keeps()),
            // Where walking counts, states always differ by the player's square.
            SpaceName::Moves | SpaceName::Walks => {
                let techniques = config.techniques.without(Technique::PlayerZone);
                claim::guarantee(Some(Metric::Moves), techniques.keeps())
            }
            SpaceName::Score => Guarantee::None,
        }
    }
}

/// A configuration of the laboratory. It prints as one line that reproduces it.
#[derive(Clone, Debug)]
pub struct Config {
    preset: Option<&'static Preset>,
    plan: Method,
    small: Option<(u32, Method)>,
    /// The techniques that are on.
    pub techniques: TechniqueSet,
    /// The options of the search itself.
    pub options: Options,
}

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// An unknown name: what it should have been, and what was found.
    Unknown(&'static str, String),
    /// A switch that would do nothing.
    Switch(SwitchError),
    /// A setting the configuration has no use for.
    Setting(SettingError),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unknown(what, name) => write!(f, "no {what} is called {name:?}"),
            ConfigError::Switch(error) => error.fmt(f),
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
    /// Whether an engine of this name belongs to the laboratory.
    pub fn knows(engine: &str) -> bool {
        Algorithm::from_name(engine).is_some() || Preset::from_name(engine).is_some()
    }

    /// Reads a configuration; `None` when the engine does not belong to the laboratory.
    pub fn read(
        engine: &str,
        settings: &Settings,
        switches: &[Switch],
    ) -> Option<Result<Config, ConfigError>> {
        let config = match Preset::from_name(engine) {
            Some(preset) => Config::of_preset(preset),
            None => Config::of_algorithm(Algorithm::from_name(engine)?),
        };
        Some(config.with(settings, switches))
    }

    fn of_algorithm(algorithm: Algorithm) -> Config {
        let heuristic = match algorithm.is_informed() {
            true => HeuristicName::Matching,
            false => HeuristicName::None,
        };
        Config {
            preset: None,
            plan: Method { algorithm, space: SpaceName::Pushes, heuristic },
            small: None,
            techniques: set(TEXTBOOK),
            options: Options::default(),
        }
    }

    fn of_preset(preset: &'static Preset) -> Config {
        let config = Config {
            preset: Some(preset),
            plan: preset.plan,
            small: preset.small,
            techniques: set(preset.techniques),
            options: Options::default(),
        };
        config.with_options()
    }

    /// Passes on to the search what the techniques decide about it.
    fn with_options(mut self) -> Config {
        self.options.table = self.techniques.has(Technique::HashTable);
        let on = |technique| self.techniques.has(technique);
        self.options.ties = match (on(Technique::Rounds), on(Technique::FirstIn)) {
            (true, _) => Ties::Rounds,
            (false, true) => Ties::FirstIn,
            (false, false) => Ties::LastIn,
        };
        self.options.known = match on(Technique::ClosedForGood) {
            true => Known::Replace,
            false => Known::Improve,
        };
        self
    }

    /// Applies the user's settings and switches.
    fn with(mut self, settings: &Settings, switches: &[Switch]) -> Result<Config, ConfigError> {
        if self.program().is_some() {
            refuse_choice(settings)?;
        }
        if let Some(name) = &settings.space {
            let unknown = || ConfigError::Unknown("space", name.clone());
            self.plan.space = SpaceName::from_name(name).ok_or_else(unknown)?;
        }
        if let Some(name) = &settings.heuristic {
            let unknown = || ConfigError::Unknown("heuristic", name.clone());
            let heuristic = HeuristicName::from_name(name).ok_or_else(unknown)?;
            if !self.plan.algorithm.is_informed() && heuristic != HeuristicName::None {
                return Err(SettingError::Useless("a heuristic").into());
            }
            self.plan.heuristic = heuristic;
        }
        match (&mut self.small, settings.threshold) {
            (Some(small), Some(threshold)) => small.0 = threshold,
            (None, Some(_)) => return Err(SettingError::Useless("a threshold").into()),
            _ => {}
        }
        self.options = settings.options(self.plan.algorithm)?;
        let techniques = self.techniques.switched(switches, self.reads(), self.search());
        let techniques = techniques.map_err(ConfigError::Switch)?;
        Ok(self.using(techniques))
    }

    /// The same with other techniques.
    pub fn using(self, techniques: TechniqueSet) -> Config {
        Config { techniques, ..self }.with_options()
    }

    /// The program that is run instead of a textbook search.
    pub fn program(&self) -> Option<Program> {
        self.preset.and_then(|preset| preset.program)
    }

    /// The techniques that make a difference to its searches.
    pub fn reads(&self) -> TechniqueSet {
        if let Some(program) = self.program() {
            return set(program.reads());
        }
        let large = self.plan.reads();
        let small = self.small.map(|(_, plan)| plan.reads());
        large.or(small.unwrap_or(TechniqueSet::NONE))
    }

    /// What is run on a board.
    pub fn plan_for(&self, board: &Board) -> Method {
        match self.small {
            Some((_, plan)) if self.is_small(board) => plan,
            _ => self.plan,
        }
    }

    /// Whether a board is below the threshold, where there is one.
    pub(super) fn is_small(&self, board: &Board) -> bool {
        let walled_off = board.scenery().iter().filter(|(_, _, tile)| tile.has_goal()).count();
        let size = board.width() * board.height() * (board.goals().len() + walled_off);
        self.small.is_some_and(|(threshold, _)| size < threshold as usize)
    }

    /// What to run if this gives up: the same without the techniques that may lose solutions.
    pub(super) fn retry(&self) -> Option<Config> {
        let techniques = self.techniques.that_keep(|keeps| keeps.completeness);
        let wanted = self.preset.is_some_and(|preset| preset.retry);
        (wanted && techniques != self.techniques).then(|| Config { techniques, ..self.clone() })
    }

    /// The node limit of the published runs, for users who set none.
    pub fn nodes(&self) -> Option<u64> {
        self.preset.and_then(|preset| preset.nodes)
    }

    /// The name of the engine.
    pub fn engine(&self) -> &'static str {
        self.preset.map_or(self.plan.algorithm.name(), |preset| preset.name)
    }

    /// The names of all engines of the laboratory, with a sentence about each.
    pub fn engines() -> impl Iterator<Item = (&'static str, &'static str)> {
        let algorithms = Algorithm::ALL.into_iter().map(|a| (a.name(), a.description()));
        algorithms.chain(PRESETS.iter().map(|preset| (preset.name, preset.description)))
    }
}

/// A program has its own space and its own heuristic.
fn refuse_choice(settings: &Settings) -> Result<(), SettingError> {
    match (&settings.space, &settings.heuristic) {
        (Some(_), _) => Err(SettingError::Useless("a space")),
        (_, Some(_)) => Err(SettingError::Useless("a heuristic")),
        _ => Ok(()),
    }
}

fn set(techniques: &[Technique]) -> TechniqueSet {
    techniques.iter().fold(TechniqueSet::NONE, |set, &technique| set.with(technique))
}

impl Config {
    /// What it is before anything is switched: its preset, or its search with the defaults.
    fn base(&self) -> Config {
        match self.preset {
            Some(preset) => Config::of_preset(preset),
            None => Config::of_algorithm(self.plan.algorithm),
        }
    }

    /// The engine and its settings, without the techniques.
    fn search(&self) -> String {
        let base = self.base();
        let mut line = self.engine().to_owned();
        if self.preset.is_none() || self.plan.space != base.plan.space {
            line += &format!(" --space {}", self.plan.space.name());
        }
        let heuristic = self.plan.heuristic != base.plan.heuristic
            || self.preset.is_none() && self.plan.algorithm.is_informed();
        if heuristic {
            line += &format!(" --heuristic {}", self.plan.heuristic.name());
        }
        if self.plan.algorithm.is_weighted() {
            line += &format!(" --weight {}", self.options.weight);
        }
        let (first, last) = (self.options.first, self.options.last);
        if (first, last) != (base.options.first, base.options.last) {
            line += &format!(" --depth {first}-{last}");
        }
        if let Some((threshold, _)) = self.small {
            line += &format!(" --threshold {threshold}");
        }
        line
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.search())?;
        // What its searches do not read is off and is not listed.
        let base = self.base().techniques.and(self.reads()).that_act();
        for switch in self.techniques.switches_from(base) {
            write!(f, " {switch}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, ConfigError> {
        let mut words = text.split(' ');
        let engine = words.next().expect("an engine");
        let (mut settings, mut switches) = (Settings::default(), Vec::new());
        while let Some(word) = words.next() {
            match word.strip_prefix("--") {
                Some(name) => settings.set(name, words.next().expect("a value")).unwrap(),
                None => switches.push(word.parse().unwrap()),
            }
        }
        Config::read(engine, &settings, &switches).expect("an engine of the laboratory")
    }

    #[test]
    fn the_printed_line_reproduces_the_configuration() {
        for text in [
            "astar --space pushes --heuristic matching -freeze +poster-corral",
            "greedy --space moves --heuristic hn2-matching -hn2-side",
            "greedy --space moves --heuristic hn2 +clockwise",
            "wida --space walks --heuristic manhattan --weight 150",
            "iddfs --space pushes --depth 10-100",
            "sokokids -hash-table",
            "sokokids -wall-squares",
            "sokokids-astar -hash-table",
            "aveiro-plus --threshold 300 -passage",
            "aveiro --threshold 300",
            "gargioni-astar-hn1",
        ] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert_eq!(read("bfs").unwrap().to_string(), "bfs --space pushes");
    }

    #[test]
    fn every_engine_prints_a_line_that_reads_back() {
        for (engine, _) in Config::engines() {
            let text = read(engine).unwrap().to_string();
            assert_eq!(read(&text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_order_among_equals_is_a_technique() {
        let ties = |text: &str| read(text).unwrap().options.ties;
        assert_eq!(ties("aveiro-plus"), Ties::FirstIn);
        assert_eq!(ties("aveiro-plus -first-in"), Ties::LastIn);
        assert_eq!(ties("astar"), Ties::LastIn);
        assert_eq!(ties("astar +rounds"), Ties::Rounds);
        assert_eq!(ties("pi-corral"), Ties::Rounds);
    }

    #[test]
    fn impossible_combinations_are_refused() {
        let refused = |text: &str| read(text).unwrap_err();
        for (text, technique) in [
            ("astar --space moves +poster-corral", Technique::PosterCorral),
            ("astar --space walks -player-zone", Technique::PlayerZone),
            ("bfs -hash-table", Technique::HashTable),
            ("greedy +rounds", Technique::Rounds),
            ("astar -hn2-side", Technique::Hn2Side),
            ("astar --space moves --heuristic hn2 -hn2-side", Technique::Hn2Side),
            ("astar --space walks +corner-marks", Technique::CornerMarks),
            ("idastar +closed-for-good", Technique::ClosedForGood),
            ("astar +conflicts", Technique::Conflicts),
            ("sokokids -refutation", Technique::Refutation),
            ("sokokids +freeze", Technique::Freeze),
            ("sokokids -recursive", Technique::Recursive),
        ] {
            let error = refused(text);
            let unread = |error: &ConfigError| match error {
                ConfigError::Switch(SwitchError::Unread(unread, _)) => Some(*unread),
                _ => None,
            };
            assert_eq!(unread(&error), Some(technique), "{text}: {error}");
        }
        assert_eq!(refused("aveiro --space moves"), SettingError::Useless("a space").into());
        assert!(matches!(refused("aveiro -passage"), ConfigError::Switch(_)));
        let triples = refused("astar +triples").to_string();
        assert_eq!(triples, "technique triples needs pairs, which is off");
        assert_eq!(refused("bfs --weight 3"), SettingError::Useless("a weight").into());
        assert_eq!(refused("bfs --heuristic hn1"), SettingError::Useless("a heuristic").into());
        assert_eq!(refused("astar --threshold 3"), SettingError::Useless("a threshold").into());
        assert!(Config::read("fess", &Settings::default(), &[]).is_none());
    }
}
