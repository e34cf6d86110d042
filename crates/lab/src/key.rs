//! What decides a run. A record counts for an experiment as long as its key is what the experiment asks for.

use std::time::Duration;

use puzzle::{Game, Limits, REVISION, Resolved, VERSION};
use serde_json::Value;

use runner::parse_request;

use crate::Entry;

/// Everything that decides a run: what is asked, and which program answers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) question: Question,
    version: String,
    revision: Option<String>,
}

impl Key {
    /// The key of a run that this program would make.
    pub(crate) fn now(question: Question) -> Key {
        Key { question, version: VERSION.to_owned(), revision: Some(REVISION.to_owned()) }
    }

    /// The key of a run that was made.
    pub(crate) fn of(entry: &Entry) -> Key {
        let Program { version, revision } = Program::of(entry);
        Key { question: Question::of(entry), version, revision }
    }
}

/// The program that made a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Program {
    pub(crate) version: String,
    /// Absent in records made before revisions were noted.
    pub(crate) revision: Option<String>,
}

impl Program {
    pub(crate) fn of(entry: &Entry) -> Program {
        let text = |name| entry.record.get(name).and_then(Value::as_str).map(str::to_owned);
        Program { version: text("version").unwrap_or_default(), revision: text("revision") }
    }
}

/// What is asked: a level, a configuration, limits, a seed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Question {
    /// The file of the level and its number there.
    pub(crate) suite: String,
    pub(crate) index: usize,
    /// The level as the search sees it; unknown in old records, and while the levels are not here.
    pub(crate) level: Option<String>,
    /// The whole configuration as options of `banto solve`, always spelt the same way.
    pub(crate) config: String,
    /// Unknown in old records.
    pub(crate) limits: Option<Bounds>,
    pub(crate) seed: u64,
}

/// Limits as they are compared: microseconds, bytes and nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bounds {
    micros: Option<u64>,
    bytes: Option<u64>,
    nodes: Option<u64>,
}

impl Question {
    /// What a request asks about a level.
    pub(crate) fn asked(
        (suite, index): (&str, usize),
        level: Option<String>,
        resolved: &Resolved,
    ) -> Question {
        Question {
            suite: suite.to_owned(),
            index,
            level,
            config: resolved.config().to_owned(),
            limits: Some(Bounds::of(resolved.limits())),
            seed: resolved.request().seed,
        }
    }

    /// What a record answers.
    pub(crate) fn of(entry: &Entry) -> Question {
        let record = &entry.record;
        let text = |name| record.get(name).and_then(Value::as_str).unwrap_or_default();
        let written = text("config");
        let game = if text("game") == Game::Unblock.name() { Game::Unblock } else { Game::Sokoban };
        // Records of earlier versions spell their configuration in another way.
        let resolved = parse_request(written).ok().and_then(|it| it.resolve(game).ok());
        let config = resolved.map(|resolved| resolved.config().to_owned());
        Question {
            suite: entry.suite.clone(),
            index: entry.index(),
            level: record.get("level_hash").and_then(Value::as_str).map(str::to_owned),
            config: config.unwrap_or_else(|| written.to_owned()),
            limits: record.get("limits").map(Bounds::read),
            seed: record.get("seed").and_then(Value::as_u64).unwrap_or(0),
        }
    }

    /// Whether this record's question is the one asked, as far as the record says what it was.
    pub(crate) fn answers(&self, asked: &Question) -> bool {
        let same_level = self.level.is_none() || asked.level.is_none() || self.level == asked.level;
        self.is_about(asked)
            && same_level
            && self.config == asked.config
            && (self.limits.is_none() || self.limits == asked.limits)
            && self.seed == asked.seed
    }

    /// Whether both are about the same place in the same file.
    pub(crate) fn is_about(&self, other: &Question) -> bool {
        self.index == other.index && self.suite == other.suite
    }
}

impl Bounds {
    fn of(limits: Limits) -> Bounds {
        let micros = |time: Duration| time.as_micros() as u64;
        Bounds { micros: limits.time.map(micros), bytes: limits.memory, nodes: limits.nodes }
    }

    fn read(value: &Value) -> Bounds {
        let number = |name| value.get(name).and_then(Value::as_u64);
        let seconds = value.get("seconds").and_then(Value::as_f64);
        Bounds {
            micros: seconds.map(|seconds| (seconds * 1e6).round() as u64),
            bytes: number("bytes"),
            nodes: number("nodes"),
        }
    }

    /// As options of the command line.
    pub(crate) fn options(self) -> String {
        let time = self.micros.map(|micros| format!("--time {}s", micros as f64 / 1e6));
        let memory = self.bytes.map(|bytes| match bytes % (1 << 20) {
            0 => format!("--memory {}MiB", bytes >> 20),
            _ => format!("--memory {bytes}"),
        });
        let nodes = self.nodes.map(|nodes| format!("--nodes {nodes}"));
        [time, memory, nodes].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str, change: impl FnOnce(&mut puzzle::Request)) -> Question {
        let mut request = parse_request(line).unwrap();
        request.limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
        change(&mut request);
        let resolved = request.resolve(Game::Sokoban).unwrap();
        Question::asked(("one", 1), Some("a".to_owned()), &resolved)
    }

    #[test]
    fn everything_that_decides_a_run_makes_another_key() {
        let base = asked("astar --heuristic matching", |_| {});
        let others = [
            asked("astar --heuristic manhattan", |_| {}),
            asked("greedy --heuristic matching", |_| {}),
            asked("astar --heuristic matching -freeze", |_| {}),
            asked("astar --heuristic matching --space moves", |_| {}),
            asked("astar --heuristic matching", |it| it.limits.nodes = Some(7)),
            asked("astar --heuristic matching", |it| it.limits.memory = Some(1 << 20)),
            asked("astar --heuristic matching", |it| it.limits.time = None),
            asked("astar --heuristic matching", |it| it.seed = 1),
            Question { level: Some("b".to_owned()), ..base.clone() },
            Question { index: 2, ..base.clone() },
            Question { suite: "two".to_owned(), ..base.clone() },
        ];
        for other in &others {
            assert!(!other.answers(&base) && !base.answers(other), "{other:?}");
            assert_ne!(Key::now(other.clone()), Key::now(base.clone()));
        }
        let mut old = Key::now(base.clone());
        old.revision = Some("0123456789ab".to_owned());
        assert_ne!(old, Key::now(base.clone()));
        // The same configuration, spelt in another way.
        assert!(base.answers(&asked("--engine=astar --space pushes --heuristic matching", |_| {})));
    }
}
