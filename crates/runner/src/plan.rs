//! What is to be run: levels, setups, limits. All of it is in the file, so that a run can be resumed when
//! the level files are elsewhere.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use puzzle::record::{REVISION, VERSION};
use puzzle::request::Inject;
use puzzle::write::write_level;
use puzzle::{Entry, Game, Limits, Puzzle, Request};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::host;
use crate::line::parse_request;
use crate::template::Template;

/// What the file of a plan calls itself.
pub(crate) const KIND: &str = "bench-plan";

/// Everything that a run is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What holds for all of it.
    pub header: Header,
    /// The levels, in the order they were named.
    pub levels: Vec<PlannedLevel>,
}

/// What holds for all runs of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What the file is.
    pub(crate) journal: String,
    pub(crate) format: u64,
    /// Version of the program that made it.
    pub version: String,
    /// Revision of its sources.
    pub revision: String,
    /// The kind of machine.
    pub machine: String,
    /// A fingerprint of the machine.
    pub host: String,
    /// What each run may use.
    pub limits: RunLimits,
    /// What is run on each level.
    pub setups: Vec<Setup>,
}

/// What each run may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall-clock time.
    pub seconds: Option<f64>,
    /// CPU time.
    pub cpu_seconds: Option<f64>,
    /// Memory.
    pub bytes: Option<u64>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl RunLimits {
    /// Limits of time, CPU time, memory and nodes.
    pub fn new(
        time: Option<Duration>,
        cpu: Option<Duration>,
        bytes: Option<u64>,
        nodes: Option<u64>,
    ) -> RunLimits {
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        RunLimits { seconds: seconds(time), cpu_seconds: seconds(cpu), bytes, nodes }
    }

    /// Wall-clock time.
    pub fn time(&self) -> Option<Duration> {
        self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }

    /// CPU time.
    pub fn cpu(&self) -> Option<Duration> {
        self.cpu_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

impl fmt::Display for RunLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.seconds.map(|seconds| format!("{seconds} s")),
            self.cpu_seconds.map(|seconds| format!("{seconds} s of CPU")),
            self.bytes.map(|bytes| format!("{} MiB", bytes >> 20)),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "no limits" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// One way to solve a level: a configuration of ours, or another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// What tables call it.
    pub label: String,
    /// What could follow `banto solve FILE --engine`; the command of another program.
    pub line: String,
    /// Seed for whatever is random.
    pub seed: u64,
    /// Whether the line is the command of another program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub external: bool,
    /// A fault to make on purpose at the level of this number, for tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inject: Option<(Inject, usize)>,
}

/// A setup that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(pub String);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// Reads `LINE` or `LABEL=LINE`, what could follow `banto solve FILE --engine`.
    ///
    /// # Errors
    /// When no engine can serve it.
    pub fn read(text: &str) -> Result<Setup, SetupError> {
        let text = text.trim();
        let (label, line) = match text.split_once('=') {
            Some((label, line)) if is_label(label) => (label.trim(), line.trim()),
            _ => (text, text),
        };
        let wrong = |error| SetupError(format!("configuration {label:?}: {error}"));
        let request = parse_request(line).map_err(wrong)?;
        let (label, line) = (label.to_owned(), line.to_owned());
        Ok(Setup { label, line, seed: request.seed, external: false, inject: None })
    }

    /// Reads `NAME=COMMAND` of another program.
    ///
    /// # Errors
    /// When there is no name or no command, or a word of the command cannot be read.
    pub fn read_external(text: &str) -> Result<Setup, SetupError> {
        let form =
            || SetupError(format!("{text:?}: expected NAME='command {{level}} {{solution}}'"));
        let (label, line) = text.split_once('=').ok_or_else(form)?;
        let (label, line) = (label.trim(), line.trim());
        if label.is_empty() || line.is_empty() {
            return Err(form());
        }
        Template::read(line).map_err(|error| SetupError(format!("{label}: {error}")))?;
        let (label, line) = (label.to_owned(), line.to_owned());
        Ok(Setup { label, line, seed: 0, external: true, inject: None })
    }

    /// The same with each of the seeds from 0 on.
    pub fn with_seeds(&self, count: u64) -> Vec<Setup> {
        let one =
            |seed| Setup { label: format!("{}, seed {seed}", self.label), seed, ..self.clone() };
        if count > 1 { (0..count).map(one).collect() } else { vec![self.clone()] }
    }

    /// The question it asks within limits, about the level of a number.
    pub(crate) fn request(&self, limits: &RunLimits, index: usize) -> Request {
        let request = match self.external {
            true => Request { engine: self.label.clone(), ..Request::default() },
            // It was read when the plan was made.
            false => parse_request(&self.line).unwrap_or_default(),
        };
        let fault = self.inject.filter(|(_, level)| *level == index);
        Request {
            limits: Limits { time: limits.time(), memory: limits.bytes, nodes: limits.nodes },
            cpu: limits.cpu(),
            seed: self.seed,
            inject: fault.map(|(fault, _)| fault),
            ..request
        }
    }

    /// Whether it can be run on levels of a game.
    ///
    /// # Errors
    /// Why not.
    pub fn suits(&self, game: Game) -> Result<(), SetupError> {
        if self.external {
            return Ok(());
        }
        let request = self.request(&RunLimits::default(), 0);
        let wrong = |error| SetupError(format!("configuration {:?}: {error}", self.label));
        request.resolve(game).map(|_| ()).map_err(wrong)
    }
}

/// Whether what stands before `=` is a name, and not an option or an engine with options.
fn is_label(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(['-', '+'])
        && !text.contains(" -")
        && !text.contains(" +")
}

/// A level of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedLevel {
    /// The file or collection it is from.
    pub collection: String,
    /// Its number there, from 1.
    pub index: usize,
    /// Its title.
    pub title: Option<String>,
    /// Whether it is a board of Unblock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unblock: bool,
    /// The level as the search sees it, in hexadecimal; absent when it is not a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The level as a text; absent when it is not a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why it is not a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Boxes, or pieces.
    pub boxes: usize,
    /// Squares that are no wall.
    pub floor: usize,
}

impl PlannedLevel {
    /// A level of a collection.
    pub fn new(collection: &str, game: Game, entry: &Entry) -> PlannedLevel {
        let mut level = PlannedLevel {
            collection: collection.to_owned(),
            index: entry.index,
            title: entry.title.clone(),
            unblock: game == Game::Unblock,
            hash: None,
            text: None,
            error: None,
            boxes: 0,
            floor: 0,
        };
        match &entry.puzzle {
            Ok(puzzle) => level.take(puzzle),
            Err(refused) => level.error = Some(refused.to_string()),
        }
        level
    }

    /// Takes in a puzzle. Its text is read back: what is searched is what the text says.
    fn take(&mut self, puzzle: &Puzzle) {
        let hash = |puzzle: &Puzzle| format!("{:016x}", puzzle.level_hash());
        let texts = match puzzle {
            // Without its title and notes.
            Puzzle::Sokoban(puzzle) => vec![puzzle.level().grid.to_string()],
            Puzzle::Unblock(_) => {
                let formats = ["line", "grid", "json"].into_iter();
                formats.filter_map(|format| write_level(puzzle, format).ok()).collect()
            }
        };
        let texts = texts.into_iter().filter_map(|text| Some((hash(&read_one(&text)?), text)));
        let texts: Vec<(String, String)> = texts.collect();
        let same = texts.iter().find(|(found, _)| *found == hash(puzzle)).or(texts.first());
        let Some((found, text)) = same else {
            self.error = Some("the level cannot be written as text".to_owned());
            return;
        };
        (self.hash, self.text) = (Some(found.clone()), Some(text.clone()));
        match puzzle {
            Puzzle::Sokoban(puzzle) => {
                let board = puzzle.board();
                (self.boxes, self.floor) = (board.n_boxes(), board.n_squares());
            }
            Puzzle::Unblock(level) => {
                let board = &level.board;
                self.boxes = board.pieces().len();
                self.floor = board.width() * board.height();
            }
        }
    }

    /// The game.
    pub fn game(&self) -> Game {
        if self.unblock { Game::Unblock } else { Game::Sokoban }
    }

    /// The puzzle; `None` when it is none.
    pub fn puzzle(&self) -> Option<Puzzle> {
        read_one(self.text.as_deref()?)
    }

    /// `file:3` without the folders, with its title when there is one.
    pub fn name(&self) -> String {
        let file = self.collection.rsplit(['/', '\\']).next().unwrap_or_default();
        let place = format!("{file}:{}", self.index);
        match self.title.as_deref().map(str::trim) {
            None | Some("") => place,
            Some(title) => format!("{place} {title}"),
        }
    }

    /// How long a search may be expected to take, in no unit: only the order counts. Boxes weigh most,
    /// because the positions grow with their number.
    pub(crate) fn cost(&self) -> u64 {
        (self.boxes as u64).pow(2).saturating_mul(self.floor as u64)
    }
}

/// The one puzzle of a text.
fn read_one(text: &str) -> Option<Puzzle> {
    let mut read = puzzle::read(text.as_bytes()).ok()?;
    (read.entries.len() == 1).then(|| read.entries.pop())?.and_then(|entry| entry.puzzle.ok())
}

/// A plan that cannot be read.
#[derive(Debug)]
pub struct PlanError(pub String);

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// A plan made by this program on this machine. A level named twice is there once.
    pub fn new(levels: Vec<PlannedLevel>, setups: Vec<Setup>, limits: RunLimits) -> Plan {
        let mut seen = BTreeSet::new();
        let mut levels = levels;
        levels.retain(|it| seen.insert((it.collection.clone(), it.index, it.hash.clone())));
        let header = Header {
            journal: KIND.to_owned(),
            format: 1,
            version: VERSION.to_owned(),
            revision: REVISION.to_owned(),
            machine: puzzle::record::machine().to_owned(),
            host: host::host().to_owned(),
            limits,
            setups,
        };
        Plan { header, levels }
    }

    /// How many runs it has.
    pub fn runs(&self) -> usize {
        self.levels.len() * self.header.setups.len()
    }

    /// The text of its file.
    pub(crate) fn to_text(&self) -> String {
        let mut text = json(&self.header);
        for level in &self.levels {
            text += "\n";
            text += &json(level);
        }
        text + "\n"
    }

    /// Reads the text of a plan's file.
    pub(crate) fn read(text: &str) -> Result<Plan, PlanError> {
        let mut lines = text.lines().enumerate();
        let wrong =
            |line: usize, why: &dyn fmt::Display| PlanError(format!("line {}: {why}", line + 1));
        let (_, first) = lines.next().ok_or_else(|| PlanError("the plan is empty".to_owned()))?;
        let header: Value = serde_json::from_str(first).map_err(|error| wrong(0, &error))?;
        if header.get("journal").and_then(Value::as_str) != Some(KIND) {
            return Err(wrong(0, &"this is not the plan of a bench run"));
        }
        let header: Header = serde_json::from_value(header).map_err(|error| wrong(0, &error))?;
        let levels = lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| wrong(number, &error))
        });
        Ok(Plan { header, levels: levels.collect::<Result<_, _>>()? })
    }

    /// What another plan asks for that this one does not, in a sentence; `None` when they ask for the same.
    pub fn differs(&self, other: &Plan) -> Option<String> {
        let (own, new) = (&self.header, &other.header);
        let program = |it: &Header| format!("version {}, revision {}", it.version, it.revision);
        if program(own) != program(new) {
            return Some(format!(
                "it was made with {}, and this is {}",
                program(own),
                program(new)
            ));
        }
        self.asks_else(other)
    }

    /// The same, whatever program made it.
    pub(crate) fn asks_else(&self, other: &Plan) -> Option<String> {
        let (own, new) = (&self.header, &other.header);
        if own.limits != new.limits {
            return Some(format!("its limits are {}, and now {}", own.limits, new.limits));
        }
        if own.setups != new.setups {
            let names = |it: &Header| {
                let names: Vec<&str> = it.setups.iter().map(|setup| setup.label.as_str()).collect();
                names.join(", ")
            };
            return Some(match (names(own), names(new)) {
                (own, new) if own == new => "a configuration is written in another way".to_owned(),
                (own, new) => format!("it runs {own}, and now {new}"),
            });
        }
        (self.levels != other.levels).then(|| {
            format!("its {} levels are not the {} of now", self.levels.len(), other.levels.len())
        })
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a plan holds nothing JSON cannot say")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(text: &str) -> Vec<PlannedLevel> {
        let read = puzzle::read(text.as_bytes()).unwrap();
        read.entries.iter().map(|entry| PlannedLevel::new("a", read.game, entry)).collect()
    }

    #[test]
    fn a_planned_level_is_the_level_of_the_file() {
        let Some(folder) = needs::levels() else { return };
        let mut count = 0;
        for below in ["sokoban", "rush"] {
            for file in std::fs::read_dir(folder.join(below)).unwrap() {
                let bytes = std::fs::read(file.unwrap().path()).unwrap();
                let Ok(read) = puzzle::read(&bytes) else { continue };
                for entry in read.entries.iter().take(2_000) {
                    let Ok(puzzle) = &entry.puzzle else { continue };
                    let planned = PlannedLevel::new("a", read.game, entry);
                    assert_eq!(planned.hash, Some(format!("{:016x}", puzzle.level_hash())));
                    count += 1;
                }
            }
        }
        assert!(count > 0);
    }

    #[test]
    fn a_plan_holds_everything() {
        let sokoban = "#######\n#@ $. #\n#######\nTitle: One\n\n#####\n#@$ #\n#####\n";
        let unblock = "ooooooooooooAAoooooooooooooooooooooo\n";
        let mut all = levels(sokoban);
        all.extend(levels(unblock));
        let setups = vec![Setup::read("mine=astar --heuristic manhattan").unwrap()];
        let limits = RunLimits { seconds: Some(0.5), nodes: Some(7), ..RunLimits::default() };
        let plan = Plan::new(all, setups, limits);
        assert_eq!((plan.levels.len(), plan.levels[1].hash.is_none()), (3, true));
        assert!(plan.levels[1].error.as_ref().unwrap().contains("goal"));
        let again = Plan::read(&plan.to_text()).unwrap();
        assert_eq!(again, plan);
        for level in [&again.levels[0], &again.levels[2]] {
            let hash = level.puzzle().map(|puzzle| format!("{:016x}", puzzle.level_hash()));
            assert_eq!(hash, level.hash);
        }
        assert_eq!((plan.levels[0].boxes, plan.levels[0].floor), (1, 5));
    }

    #[test]
    fn a_level_is_called_by_its_file_without_the_folders() {
        let read = puzzle::read(b"; Two\n#####\n#@$.#\n#####\n").unwrap();
        for file in ["some/where/mine.xsb", "C:\\some\\mine.xsb", "mine.xsb"] {
            let level = PlannedLevel::new(file, read.game, &read.entries[0]);
            assert_eq!(level.name(), "mine.xsb:1 Two");
        }
    }

    #[test]
    fn a_level_named_twice_is_there_once() {
        let level = levels("#####\n#@$.#\n#####\n");
        let twice = [level.clone(), level].concat();
        assert_eq!(Plan::new(twice, Vec::new(), RunLimits::default()).levels.len(), 1);
    }

    #[test]
    fn labels_are_told_from_options() {
        let read = |text: &str| Setup::read(text).map(|it| (it.label, it.line)).unwrap();
        let both = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(read("auto"), both("auto", "auto"));
        assert_eq!(read("mine = auto -freeze"), both("mine", "auto -freeze"));
        let glued = "astar --heuristic=manhattan";
        assert_eq!(read(glued), both(glued, glued));
        assert!(Setup::read("mine=atsar").unwrap_err().0.ends_with("did you mean \"astar\"?"));
        assert!(Setup::read_external("nothing").is_err() && Setup::read_external("a=").is_err());
        assert_eq!(Setup::read_external("a=b {level} x=1").unwrap().line, "b {level} x=1");
    }

    #[test]
    fn what_changed_is_said() {
        let plan = |line: &str, nodes| {
            let limits = RunLimits { nodes, ..RunLimits::default() };
            Plan::new(levels("#####\n#@$.#\n#####\n"), vec![Setup::read(line).unwrap()], limits)
        };
        let base = plan("bfs", None);
        assert_eq!(base.differs(&plan("bfs", None)), None);
        assert_eq!(base.differs(&plan("dfs", None)).unwrap(), "it runs bfs, and now dfs");
        let limits = base.differs(&plan("bfs", Some(3))).unwrap();
        assert_eq!(limits, "its limits are no limits, and now 3 nodes");
        let mut older = base.clone();
        older.header.revision = "abc".to_owned();
        assert!(older.differs(&base).unwrap().contains("revision abc"));
        assert_eq!(older.asks_else(&base), None);
    }
}
