//! The user's data in one SQLite file: games in progress, best solutions, settings, and bounds that
//! searches have proved. The page and the terminal share it, so a level begun in one can be
//! continued in the other.
//!
//! A file that cannot be opened, is damaged, or belongs to something else is reported and left
//! unchanged; the game then runs without saving, and the user sees a message. The same holds if the
//! file is moved, deleted, damaged or locked while the program runs: nothing is reported as saved
//! unless it is, and once the file is back, saving resumes.

mod file;
mod level;
mod look;
mod rows;
mod solved;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rusqlite::{Connection, TransactionBehavior};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use file::Opened;
use puzzle::Metric;
use puzzle::known::Bound;

pub use level::{drawing, is_key, key, rows_key};
pub use look::Look;
pub use solved::Solved;

/// A solution worth keeping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// Key of the level.
    pub level: String,
    /// What is counted.
    pub metric: Metric,
    /// How many of them.
    pub value: u32,
    /// The moves, in the notation of the game.
    pub moves: String,
    /// Hints used on the way.
    #[serde(default)]
    pub hints: u32,
    /// Whether an engine found it.
    #[serde(default)]
    pub solver: bool,
}

/// A level that has solutions, as [`drawing`] writes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Drawing {
    /// Key of the level.
    pub level: String,
    /// The level as JSON.
    pub drawing: Box<RawValue>,
}

/// A game in progress, as the page writes it. It is kept as text: a hostile one would take a
/// hundred times the memory once parsed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Key of the level.
    pub level: String,
    /// The state as JSON.
    pub state: Box<RawValue>,
}

/// The whole store, for export.
#[derive(Debug, Serialize)]
pub struct Everything {
    /// Identifies the format: `banto 1`.
    pub format: &'static str,
    /// The levels that have solutions.
    pub levels: Vec<Drawing>,
    /// The best solutions.
    pub solutions: Vec<Solution>,
    /// The games.
    pub games: Vec<Game>,
    /// The settings.
    pub settings: Map<String, Value>,
}

/// The contents of an export, checked and ready to be imported.
#[derive(Debug, Default)]
pub struct Judged {
    /// The levels that have solutions.
    pub levels: Vec<Drawing>,
    /// The solutions.
    pub solutions: Vec<Solution>,
    /// The games.
    pub games: Vec<Game>,
    /// The settings.
    pub settings: Map<String, Value>,
}

/// The word in [`Everything::format`].
pub const EXPORT_FORMAT: &str = "banto 1";

/// What was asked for, or why the store cannot be used, in a sentence.
pub type Result<T, E = String> = std::result::Result<T, E>;

/// Called when saving begins to fail, and when it works again.
pub type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// The store.
pub struct Store {
    path: Option<PathBuf>,
    held: Mutex<Held>,
    tell: Tell,
}

/// The file and its last error, if any.
struct Held {
    file: Result<Opened>,
    /// Whether the file was ever open: one that is missing then has been moved or deleted, while one that could not be
    /// opened is still to be made.
    was_open: bool,
    trouble: Option<String>,
}

impl Store {
    /// Opens the file, creating it if it does not exist.
    pub fn open(path: &Path, tell: Tell) -> Store {
        let file = Opened::create(path).map_err(|why| format!("{}: {why}", path.display()));
        let (was_open, trouble) = (file.is_ok(), file.as_ref().err().cloned());
        let held = Held { file, was_open, trouble };
        Store { path: Some(path.to_owned()), held: Mutex::new(held), tell }
    }

    /// A store that keeps nothing, because of `reason`.
    pub fn none(reason: &str) -> Store {
        let (file, trouble) = (Err(reason.to_owned()), Some(reason.to_owned()));
        let held = Held { file, was_open: false, trouble };
        Store { path: None, held: Mutex::new(held), tell: Arc::new(|_| {}) }
    }

    /// Why saving does not work; `None` if it does. Checks the file; a failed write counts until
    /// another one succeeds.
    pub fn trouble(&self) -> Option<String> {
        let looked = self.with(|db| db.query_row("SELECT count(*) FROM game", [], |_| Ok(())));
        let remembered = || self.held.lock().ok().and_then(|held| held.trouble.clone());
        looked.err().or_else(remembered)
    }

    /// Keeps a solution if it is the best of its kind, and the level it belongs to. A bound that it
    /// refutes was wrong: it is removed and reported to the listener.
    pub fn keep_solutions(&self, level: &Drawing, solutions: &[Solution]) -> Result<()> {
        let wrong = self.change(|db| {
            rows::put_drawing(db, level)?;
            put_solutions(db, solutions)
        })?;
        wrong.iter().for_each(|sentence| (self.tell)(sentence));
        Ok(())
    }

    /// Keeps a proved bound if it says more than the one stored, and returns whether it does.
    /// Bounds that are cheap to recompute are never kept.
    ///
    /// # Errors
    /// If the bound is above a stored solution: solutions are replayed before they are stored, so
    /// the bound is wrong; it is refused and reported to the listener. Otherwise why the store
    /// cannot be used.
    pub fn keep_bound(&self, level: &str, bound: &Bound) -> Result<bool> {
        let kept = self.change(|db| match rows::least(db, level, bound.metric)? {
            Some(least) if least < bound.value => Ok(Err(contradiction(level, bound, least))),
            _ => rows::put_bound(db, level, bound).map(Ok),
        })?;
        kept.inspect_err(|sentence| (self.tell)(sentence))
    }

    /// What was proved about a level.
    pub fn bounds_of(&self, level: &str) -> Result<Vec<Bound>> {
        self.with(|db| rows::bounds(db, level))
    }

    /// Takes away the best solutions of a level, in one metric or in all; says how many.
    pub fn delete_solutions(&self, level: &str, metric: Option<Metric>) -> Result<usize> {
        self.change(|db| rows::delete_solutions(db, level, metric))
    }

    /// All best solutions.
    pub fn solutions(&self) -> Result<Vec<Solution>> {
        self.with(|db| rows::solutions(db, None))
    }

    /// The best solutions of one level.
    pub fn solutions_of(&self, level: &str) -> Result<Vec<Solution>> {
        self.with(|db| rows::solutions(db, Some(level)))
    }

    /// The level behind a key, if it was ever solved here.
    pub fn drawing(&self, level: &str) -> Result<Option<Box<RawValue>>> {
        self.with(|db| rows::drawing(db, level))
    }

    /// Keeps a game; the newest replaces what was there.
    pub fn keep_game(&self, game: &Game) -> Result<()> {
        self.change(|db| rows::put_game(db, game))
    }

    /// Keeps a game that names the version it follows, unless the level has been played elsewhere
    /// since: no game is overwritten silently. Returns whether it was kept. The comparison and the
    /// write are one transaction: of two processes that follow the same version, one is refused.
    pub fn keep_version(&self, game: &Game) -> Result<bool> {
        let Version { revision: mine, base } = version(&game.state);
        self.change(|db| {
            let stored = rows::game(db, &game.level)?;
            let there = stored.map(|it| version(&it)).unwrap_or_default().revision;
            if !there.is_null() && !mine.is_null() && there != mine && there != base {
                return Ok(false);
            }
            rows::put_game(db, game).map(|()| true)
        })
    }

    /// The game of a level.
    pub fn game(&self, level: &str) -> Result<Option<Box<RawValue>>> {
        self.with(|db| rows::game(db, level))
    }

    /// The levels that have a game, newest first.
    pub fn begun(&self) -> Result<Vec<String>> {
        self.with(|db| rows::begun(db))
    }

    /// All settings.
    pub fn settings(&self) -> Result<Map<String, Value>> {
        self.with(|db| rows::settings(db))
    }

    /// Sets some settings and leaves the others.
    pub fn set(&self, settings: &Map<String, Value>) -> Result<()> {
        self.change(|db| {
            settings.iter().try_for_each(|(name, value)| rows::put_setting(db, name, value))
        })
    }

    /// Everything there is, as it was at one moment.
    pub fn export(&self) -> Result<Everything> {
        self.with(|db| {
            let moment = db.transaction()?;
            Ok(Everything {
                format: EXPORT_FORMAT,
                levels: rows::drawings(&moment)?,
                solutions: rows::solutions(&moment, None)?,
                games: rows::games(&moment)?,
                settings: rows::settings(&moment)?,
            })
        })
    }

    /// Imports checked data in one transaction: better solutions, all games and settings. Bounds
    /// are not exported, because the importer could not check them.
    pub fn import(&self, all: &Judged) -> Result<()> {
        let wrong = self.change(|db| {
            all.levels.iter().try_for_each(|it| rows::put_drawing(db, it))?;
            let wrong = put_solutions(db, &all.solutions)?;
            all.games.iter().try_for_each(|it| rows::put_game(db, it))?;
            for (name, value) in &all.settings {
                rows::put_setting(db, name, value)?;
            }
            Ok(wrong)
        })?;
        wrong.iter().for_each(|sentence| (self.tell)(sentence));
        Ok(())
    }

    /// Changes something in one transaction, and remembers whether that worked. The file is locked
    /// from the start, so nobody else can write between what `work` reads and what it writes.
    fn change<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let done = self.with(|db| {
            let whole = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&whole)?;
            whole.commit().map(|()| done)
        });
        let now = done.as_ref().err().cloned();
        let Ok(mut held) = self.held.lock() else { return done };
        let before = std::mem::replace(&mut held.trouble, now.clone());
        drop(held);
        match (before, now) {
            (None, Some(why)) => (self.tell)(&format!("games are not saved: {why}")),
            (Some(_), None) => (self.tell)("games are saved again"),
            _ => {}
        }
        done
    }

    /// Uses the file, if it is there and sound.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T> {
        let mut held = self.held.lock().map_err(|error| error.to_string())?;
        let Some(path) = &self.path else {
            let reason = held.file.as_ref().err().cloned();
            return Err(reason.unwrap_or_default());
        };
        if !held.file.as_ref().is_ok_and(|file| file.is_untouched(path)) {
            let opened = if held.was_open { Opened::again(path) } else { Opened::create(path) };
            held.file = opened.map_err(|why| format!("{}: {why}", path.display()));
            held.was_open |= held.file.is_ok();
        }
        let file = held.file.as_mut().map_err(|why| why.clone())?;
        let told = |error| format!("{}: the saved state cannot be used: {error}", path.display());
        let done = work(&mut file.db).map_err(told);
        file.used(path);
        done
    }
}

/// Keeps solutions where they are best; returns a sentence for every bound that one of them refutes.
fn put_solutions(db: &Connection, solutions: &[Solution]) -> rusqlite::Result<Vec<String>> {
    let mut wrong = Vec::new();
    for it in solutions {
        rows::put_solution(db, it)?;
        let refuted = rows::refute(db, it)?;
        wrong.extend(refuted.iter().map(|bound| contradiction(&it.level, bound, it.value)));
    }
    Ok(wrong)
}

/// The message about a bound that a solution refutes.
fn contradiction(level: &str, bound: &Bound, least: u32) -> String {
    let Bound { metric, value, by } = bound;
    format!(
        "level {level}: a contradiction, please report it: {value} {metric} are said to be needed at \
         least ({by}), but a solution of {least} {metric} was replayed; the bound is not kept",
        metric = metric.name()
    )
}

/// Which version of a game a state is, and which one it follows.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Version {
    revision: Value,
    base: Value,
}

/// The version in the state of a game; `None` if it has no version or is of another kind.
fn version(state: &RawValue) -> Version {
    serde_json::from_str(state.get()).unwrap_or_default()
}
