//! What decides a run, and the key under which its row is kept.
//!
//! A [`Question`] is everything that decides what a search does: the level, the configuration, the limits and
//! the seed. It can be asked of a plan before a run is made and of a record afterwards, so a record is known
//! to answer a question wherever and by whichever version of the program it was written. The [`Key`] is
//! the question in 64 bits.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use puzzle::{Game, Limits, Request, Resolved};
use serde_json::{Value, json};

use crate::line::parse_request;

/// What is asked: a level, a configuration, limits, a seed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// The file or collection of the level.
    pub collection: String,
    /// Its number there, from 1.
    pub index: usize,
    /// The level as the search sees it; unknown in old records, and while the levels are not here.
    pub level: Option<String>,
    /// How it is to be solved.
    pub asked: Asked,
}

/// The part of a question that is the same for all levels of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// The whole configuration as options of `banto solve`, always spelt the same way; the command of
    /// another program as it was written.
    pub config: String,
    /// Unknown in old records.
    pub limits: Option<Bounds>,
    /// The seed.
    pub seed: u64,
}

/// Limits as they are compared: microseconds, bytes and nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bounds {
    micros: Option<u64>,
    cpu_micros: Option<u64>,
    bytes: Option<u64>,
    nodes: Option<u64>,
}

/// A question in 64 bits. Two runs of a plan have different keys, and the same run has the same key in
/// whichever folder and on whichever machine it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u64);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Asked {
    /// What a request asks of levels of its game.
    pub fn of(resolved: &Resolved) -> Asked {
        let request = resolved.request();
        Asked {
            config: resolved.config().to_owned(),
            limits: Some(Bounds::of(resolved.limits(), request.cpu)),
            seed: request.seed,
        }
    }

    /// What a request asks that no engine of ours takes: its configuration is that of the caller.
    pub(crate) fn elsewhere(config: String, request: &Request) -> Asked {
        let limits = Some(Bounds::of(request.limits, request.cpu));
        Asked { config, limits, seed: request.seed }
    }
}

impl Question {
    /// Its key.
    pub fn key(&self) -> Key {
        let Asked { config, limits, seed } = &self.asked;
        let limits = limits.map(|it| [it.micros, it.cpu_micros, it.bytes, it.nodes]);
        let decides = json!([self.collection, self.index, self.level, config, limits, seed]);
        Key(text::fnv1a(decides.to_string().bytes()))
    }

    /// Whether this record's question is the one asked, as far as the record says what it was.
    pub fn answers(&self, asked: &Question) -> bool {
        let same_level = self.level.is_none() || asked.level.is_none() || self.level == asked.level;
        self.is_about(asked)
            && same_level
            && self.asked.config == asked.asked.config
            && (self.asked.limits.is_none() || self.asked.limits == asked.asked.limits)
            && self.asked.seed == asked.asked.seed
    }

    /// Whether both are about the same place in the same file.
    pub fn is_about(&self, other: &Question) -> bool {
        self.index == other.index && self.collection == other.collection
    }
}

/// Reads which questions records answer. Of many records few are configured differently, so each
/// configuration is read once.
#[derive(Default)]
pub struct Questions {
    spelt: BTreeMap<(String, &'static str), String>,
}

impl Questions {
    /// What a record of a level in a collection answers.
    pub fn of(&mut self, collection: &str, record: &Value) -> Question {
        let text = |name| record.get(name).and_then(Value::as_str).unwrap_or_default();
        let number = |name| record.get(name).and_then(Value::as_u64).unwrap_or(0);
        let game = if text("game") == Game::Unblock.name() { Game::Unblock } else { Game::Sokoban };
        Question {
            collection: collection.to_owned(),
            index: number("index") as usize,
            level: record.get("level_hash").and_then(Value::as_str).map(str::to_owned),
            asked: Asked {
                config: self.config(text("config"), game),
                limits: record.get("limits").map(Bounds::read),
                seed: number("seed"),
            },
        }
    }

    /// The key of a row of a run folder; `None` when it is not a row.
    pub fn key(&mut self, row: &Value) -> Option<Key> {
        row.get("run")?;
        let collection = row.get("collection").and_then(Value::as_str)?;
        Some(self.of(collection, row).key())
    }

    /// A configuration as it is spelt today: records of earlier versions spell it in another way.
    fn config(&mut self, written: &str, game: Game) -> String {
        let spell = || {
            let resolved = parse_request(written).ok().and_then(|it| it.resolve(game).ok());
            resolved.map_or_else(|| written.to_owned(), |it| it.config().to_owned())
        };
        self.spelt.entry((written.to_owned(), game.name())).or_insert_with(spell).clone()
    }
}

impl Bounds {
    fn of(limits: Limits, cpu: Option<Duration>) -> Bounds {
        let micros = |time: Duration| time.as_micros() as u64;
        Bounds {
            micros: limits.time.map(micros),
            cpu_micros: cpu.map(micros),
            bytes: limits.memory,
            nodes: limits.nodes,
        }
    }

    fn read(value: &Value) -> Bounds {
        let number = |name| value.get(name).and_then(Value::as_u64);
        let micros = |name| {
            let seconds = value.get(name).and_then(Value::as_f64);
            seconds.map(|seconds| (seconds * 1e6).round() as u64)
        };
        Bounds {
            micros: micros("seconds"),
            cpu_micros: micros("cpu_seconds"),
            bytes: number("bytes"),
            nodes: number("nodes"),
        }
    }

    /// As options of the command line.
    pub fn options(self) -> String {
        let time = |name: &str, micros: u64| format!("--{name} {}s", micros as f64 / 1e6);
        let memory = self.bytes.map(|bytes| match bytes % (1 << 20) {
            0 => format!("--memory {}MiB", bytes >> 20),
            _ => format!("--memory {bytes}"),
        });
        let nodes = self.nodes.map(|nodes| format!("--nodes {nodes}"));
        let options = [
            self.micros.map(|micros| time("time", micros)),
            self.cpu_micros.map(|micros| time("cpu", micros)),
            memory,
            nodes,
        ];
        options.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str, change: impl FnOnce(&mut Request)) -> Question {
        let mut request = parse_request(line).unwrap();
        request.limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
        change(&mut request);
        Question {
            collection: "one".to_owned(),
            index: 1,
            level: Some("a".to_owned()),
            asked: Asked::of(&request.resolve(Game::Sokoban).unwrap()),
        }
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
            asked("astar --heuristic matching", |it| it.cpu = Some(Duration::from_secs(1))),
            asked("astar --heuristic matching", |it| it.seed = 1),
            Question { level: Some("b".to_owned()), ..base.clone() },
            Question { index: 2, ..base.clone() },
            Question { collection: "two".to_owned(), ..base.clone() },
        ];
        for other in &others {
            assert!(!other.answers(&base) && !base.answers(other), "{other:?}");
            assert_ne!(other.key(), base.key());
        }
        // The same configuration, spelt in another way.
        let again = asked("--engine=astar --space pushes --heuristic matching", |_| {});
        assert!(base.answers(&again));
        assert_eq!(base.key(), again.key());
    }
}
