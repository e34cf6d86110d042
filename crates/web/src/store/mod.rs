//! What the user has done: games in progress, best solutions, settings. One SQLite file.
//!
//! A file that cannot be opened, is damaged, or belongs to something else is reported and left
//! exactly as it is; the server then runs without saving and says so.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Marks the file as ours ("Bant").
const APPLICATION_ID: i64 = 0x42616e74;
/// The layout below.
const VERSION: i64 = 1;

const LAYOUT: &str = "
    CREATE TABLE solution (
        level TEXT NOT NULL,      -- key of the level
        metric TEXT NOT NULL,     -- moves, pushes or steps
        value INTEGER NOT NULL,   -- how many of them
        moves TEXT NOT NULL,      -- the solution
        hints INTEGER NOT NULL,   -- hints used on the way
        solver INTEGER NOT NULL,  -- 1 when an engine found it
        at INTEGER NOT NULL,      -- seconds since 1970
        PRIMARY KEY (level, metric, solver)
    );
    CREATE TABLE game (
        level TEXT PRIMARY KEY,
        state TEXT NOT NULL,      -- JSON of the page
        at INTEGER NOT NULL
    );
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
";

/// The store, or the reason why there is none.
pub(crate) struct Store {
    connection: Result<Mutex<Connection>, String>,
}

/// A solution worth keeping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Solution {
    pub(crate) level: String,
    pub(crate) metric: String,
    pub(crate) value: u64,
    pub(crate) moves: String,
    #[serde(default)]
    pub(crate) hints: u64,
    #[serde(default)]
    pub(crate) solver: bool,
}

/// A game somebody has begun, as the page keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Game {
    pub(crate) level: String,
    pub(crate) state: Value,
}

/// Everything, for taking it elsewhere.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Everything {
    /// Says what this is: `banto 1`.
    pub(crate) format: String,
    pub(crate) solutions: Vec<Solution>,
    pub(crate) games: Vec<Game>,
    pub(crate) settings: Map<String, Value>,
}

/// The word in [`Everything::format`].
pub(crate) const EXPORT_FORMAT: &str = "banto 1";

type Result<T, E = String> = std::result::Result<T, E>;

impl Store {
    /// Opens the file, creating it when there is none.
    pub(crate) fn open(path: &Path) -> Store {
        let connection = open(path).map_err(|error| format!("{}: {error}", path.display()));
        Store { connection: connection.map(Mutex::new) }
    }

    /// A store that keeps nothing, because of `reason`.
    pub(crate) fn none(reason: &str) -> Store {
        Store { connection: Err(reason.to_owned()) }
    }

    /// Why nothing is kept, when nothing is.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.connection.as_ref().err().map(String::as_str)
    }

    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T> {
        let connection = self.connection.as_ref().map_err(Clone::clone)?;
        let mut connection = connection.lock().map_err(|error| error.to_string())?;
        work(&mut connection).map_err(|error| format!("the saved state cannot be used: {error}"))
    }

    /// Keeps a solution if it is the best of its kind.
    pub(crate) fn keep_solution(&self, solution: &Solution) -> Result<()> {
        self.with(|db| put_solution(db, solution))
    }

    /// All best solutions.
    pub(crate) fn solutions(&self) -> Result<Vec<Solution>> {
        self.with(|db| all_solutions(db))
    }

    /// The best solutions of one level.
    pub(crate) fn solutions_of(&self, level: &str) -> Result<Vec<Solution>> {
        self.with(|db| {
            let mut query = db.prepare_cached(
                "SELECT level, metric, value, moves, hints, solver FROM solution
                 WHERE level = ? ORDER BY metric, solver",
            )?;
            query.query_map([level], read_solution)?.collect()
        })
    }

    /// Keeps a game; the newest replaces what was there.
    pub(crate) fn keep_game(&self, game: &Game) -> Result<()> {
        self.with(|db| put_game(db, game))
    }

    /// The game of a level.
    pub(crate) fn game(&self, level: &str) -> Result<Option<Value>> {
        self.with(|db| {
            let text: Option<String> = db
                .query_row("SELECT state FROM game WHERE level = ?", [level], |row| row.get(0))
                .optional()?;
            Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
        })
    }

    /// The levels that have a game, newest first.
    pub(crate) fn begun(&self) -> Result<Vec<String>> {
        self.with(|db| {
            let mut query = db.prepare_cached("SELECT level FROM game ORDER BY at DESC, level")?;
            query.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// All settings.
    pub(crate) fn settings(&self) -> Result<Map<String, Value>> {
        self.with(|db| all_settings(db))
    }

    /// Sets some settings and leaves the others.
    pub(crate) fn set(&self, settings: &Map<String, Value>) -> Result<()> {
        self.with(|db| settings.iter().try_for_each(|(name, value)| put_setting(db, name, value)))
    }

    /// Everything there is.
    pub(crate) fn export(&self) -> Result<Everything> {
        self.with(|db| {
            let mut query = db.prepare_cached("SELECT level, state FROM game ORDER BY level")?;
            let games = query.query_map([], |row| {
                let state: String = row.get(1)?;
                Ok(Game {
                    level: row.get(0)?,
                    state: serde_json::from_str(&state).unwrap_or_default(),
                })
            })?;
            Ok(Everything {
                format: EXPORT_FORMAT.to_owned(),
                solutions: all_solutions(db)?,
                games: games.collect::<rusqlite::Result<_>>()?,
                settings: all_settings(db)?,
            })
        })
    }

    /// Takes over what another store exported: better solutions, all games and settings. All or
    /// nothing.
    pub(crate) fn import(&self, all: &Everything) -> Result<()> {
        self.with(|db| {
            let all_or_nothing = db.transaction()?;
            for solution in &all.solutions {
                put_solution(&all_or_nothing, solution)?;
            }
            for game in &all.games {
                put_game(&all_or_nothing, game)?;
            }
            for (name, value) in &all.settings {
                put_setting(&all_or_nothing, name, value)?;
            }
            all_or_nothing.commit()
        })
    }
}

fn open(path: &Path) -> Result<Connection> {
    let told = |error: rusqlite::Error| error.to_string();
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let mut db = Connection::open(path).map_err(told)?;
    db.busy_timeout(Duration::from_secs(2)).map_err(told)?;
    let number =
        |name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(told);
    let tables: i64 =
        db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(told)?;
    match (number("application_id")?, number("user_version")?, tables) {
        (0, 0, 0) => create(&mut db).map_err(told)?,
        (APPLICATION_ID, VERSION, _) => {
            let check: String =
                db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(told)?;
            if check != "ok" {
                return Err(format!("the file is damaged and left as it is ({check})"));
            }
        }
        (APPLICATION_ID, newer, _) => {
            return Err(format!("written by a newer version (layout {newer}) and left as it is"));
        }
        _ => return Err("not a banto file; it is left as it is".to_owned()),
    }
    db.pragma_update(None, "journal_mode", "WAL").map_err(told)?;
    db.pragma_update(None, "synchronous", "NORMAL").map_err(told)?;
    Ok(db)
}

fn create(db: &mut Connection) -> rusqlite::Result<()> {
    let whole = db.transaction()?;
    whole.execute_batch(LAYOUT)?;
    whole.pragma_update(None, "application_id", APPLICATION_ID)?;
    whole.pragma_update(None, "user_version", VERSION)?;
    whole.commit()
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

fn put_solution(db: &Connection, it: &Solution) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO solution VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO UPDATE SET value = ?3, moves = ?4, hints = ?5, at = ?7
         WHERE ?3 < value OR (?3 = value AND ?5 < hints)",
    )?
    .execute(params![
        it.level,
        it.metric,
        it.value as i64,
        it.moves,
        it.hints as i64,
        it.solver,
        now()
    ])
    .map(|_| ())
}

fn all_solutions(db: &Connection) -> rusqlite::Result<Vec<Solution>> {
    let mut query = db.prepare_cached(
        "SELECT level, metric, value, moves, hints, solver FROM solution
         ORDER BY level, metric, solver",
    )?;
    query.query_map([], read_solution)?.collect()
}

fn read_solution(row: &rusqlite::Row<'_>) -> rusqlite::Result<Solution> {
    Ok(Solution {
        level: row.get(0)?,
        metric: row.get(1)?,
        value: row.get::<_, i64>(2)?.unsigned_abs(),
        moves: row.get(3)?,
        hints: row.get::<_, i64>(4)?.unsigned_abs(),
        solver: row.get(5)?,
    })
}

fn put_game(db: &Connection, game: &Game) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO game VALUES (?, ?, ?)")?
        .execute(params![game.level, game.state.to_string(), now()])
        .map(|_| ())
}

fn put_setting(db: &Connection, name: &str, value: &Value) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO setting VALUES (?, ?)")?
        .execute(params![name, value.to_string()])
        .map(|_| ())
}

fn all_settings(db: &Connection) -> rusqlite::Result<Map<String, Value>> {
    let mut query = db.prepare_cached("SELECT name, value FROM setting ORDER BY name")?;
    let rows = query.query_map([], |row| {
        let value: String = row.get(1)?;
        Ok((row.get(0)?, serde_json::from_str(&value).unwrap_or_default()))
    })?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path =
                std::env::temp_dir().join(format!("banto-store-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn solution(value: u64, hints: u64) -> Solution {
        Solution {
            level: "k".to_owned(),
            metric: "pushes".to_owned(),
            value,
            moves: "R".repeat(value as usize),
            hints,
            solver: false,
        }
    }

    #[test]
    fn only_better_solutions_replace_the_best() {
        let folder = Folder::new("best");
        let store = Store::open(&folder.0.join("a.db"));
        for (value, hints, best) in
            [(9, 0, (9, 0)), (12, 0, (9, 0)), (7, 2, (7, 2)), (7, 0, (7, 0))]
        {
            store.keep_solution(&solution(value, hints)).unwrap();
            assert_eq!(store.solutions_of("k").unwrap(), [solution(best.0, best.1)]);
        }
    }

    #[test]
    fn everything_survives_reopening_and_travels() {
        let folder = Folder::new("travel");
        let path = folder.0.join("a.db");
        let store = Store::open(&path);
        let game =
            Game { level: "k".to_owned(), state: serde_json::json!({ "moves": "rRu", "at": 2 }) };
        store.keep_solution(&solution(3, 1)).unwrap();
        store.keep_game(&game).unwrap();
        store.set(&Map::from_iter([("theme".to_owned(), Value::from("dark"))])).unwrap();
        drop(store);

        let store = Store::open(&path);
        assert_eq!(store.game("k").unwrap(), Some(game.state.clone()));
        let other = Store::open(&folder.0.join("b.db"));
        other.import(&store.export().unwrap()).unwrap();
        assert_eq!(other.solutions().unwrap(), [solution(3, 1)]);
        assert_eq!(other.begun().unwrap(), ["k"]);
        assert_eq!(other.settings().unwrap()["theme"], "dark");
    }

    #[test]
    fn strange_files_are_reported_and_left_alone() {
        let folder = Folder::new("strange");
        let text = folder.0.join("text.db");
        std::fs::write(&text, "this is no database, but it is mine".repeat(99)).unwrap();
        let foreign = folder.0.join("foreign.db");
        Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let damaged = folder.0.join("damaged.db");
        let store = Store::open(&damaged);
        for i in 0..500 {
            let level = format!("level {i}");
            store.keep_game(&Game { level, state: Value::from("x".repeat(200)) }).unwrap();
        }
        drop(store);
        let mut bytes = std::fs::read(&damaged).unwrap();
        for byte in &mut bytes[8192..16384] {
            *byte = 0xa5;
        }
        std::fs::write(&damaged, bytes).unwrap();

        for path in [text, foreign, damaged] {
            let before = std::fs::read(&path).unwrap();
            let store = Store::open(&path);
            assert!(store.trouble().is_some(), "{}", path.display());
            assert!(store.keep_solution(&solution(1, 0)).is_err());
            drop(store);
            assert_eq!(std::fs::read(&path).unwrap(), before, "{}", path.display());
        }
    }

    #[test]
    fn a_locked_file_is_an_error_and_not_a_loss() {
        let folder = Folder::new("locked");
        let path = folder.0.join("a.db");
        let store = Store::open(&path);
        store.keep_solution(&solution(5, 0)).unwrap();
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        assert!(store.keep_solution(&solution(4, 0)).unwrap_err().contains("locked"));
        other.execute_batch("ROLLBACK").unwrap();
        store.keep_solution(&solution(4, 0)).unwrap();
        assert_eq!(store.solutions_of("k").unwrap(), [solution(4, 0)]);
    }
}
