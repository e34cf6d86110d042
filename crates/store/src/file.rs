//! The file of the store: opened, judged, and watched for what others do to it.
//!
//! People move, delete, replace and restore files while a program has them open, and sync services
//! do so unasked. SQLite would go on writing to a deleted file and report success. So the file is
//! checked before each use: if it is not the file last used, it is opened and checked again; if it
//! is gone, that is an error.
//!
//! The journal is the classic one that exists only during a write: at rest there is a single file,
//! which can safely be copied, moved or replaced. A write-ahead log left beside a file that was
//! replaced would spoil the new one.

use std::path::Path;
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

/// Marks the file as ours ("Bant").
const APPLICATION_ID: i64 = 0x42616e74;
/// The layout below.
const VERSION: i64 = 3;
/// How long to wait for another process's lock.
const PATIENCE: Duration = Duration::from_millis(500);

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

/// What layout 2 added to layout 1.
const LEVELS: &str = "
    CREATE TABLE level (
        level TEXT PRIMARY KEY,
        drawing TEXT NOT NULL     -- JSON: the level itself, so that its solutions can be replayed elsewhere
    );
";

/// What layout 3 added to layout 2.
const BOUNDS: &str = "
    CREATE TABLE bound (
        level TEXT NOT NULL,      -- key of the level
        metric TEXT NOT NULL,     -- moves, pushes or steps
        value INTEGER NOT NULL,   -- no solution has fewer
        proof TEXT NOT NULL,      -- search or certificate
        engine TEXT NOT NULL,     -- of a search: the engine,
        config TEXT NOT NULL,     -- the options that repeat it
        version TEXT NOT NULL,    -- and the version of the program
        at INTEGER NOT NULL,      -- seconds since 1970
        PRIMARY KEY (level, metric)
    );
";

/// What each layout added to the one before it, the second first.
const STEPS: [&str; VERSION as usize - 1] = [LEVELS, BOUNDS];

/// A file that is open, and how it looked when it was last used.
pub(super) struct Opened {
    pub(super) db: Connection,
    stamp: Option<Stamp>,
}

impl Opened {
    /// Opens a file, creating it if it does not exist.
    pub(super) fn create(path: &Path) -> Result<Opened, String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        Opened::open(path, true)
    }

    /// Opens a file that was used before.
    pub(super) fn again(path: &Path) -> Result<Opened, String> {
        if Stamp::of(path).is_none() {
            return Err("the file has been moved or deleted; put it back or start again".to_owned());
        }
        Opened::open(path, false)
    }

    /// Whether this is still the file that was last used.
    pub(super) fn is_untouched(&self, path: &Path) -> bool {
        self.stamp.is_some() && self.stamp == Stamp::of(path)
    }

    /// Notes how the file looks after it was used.
    pub(super) fn used(&mut self, path: &Path) {
        self.stamp = Stamp::of(path);
    }

    fn open(path: &Path, may_be_new: bool) -> Result<Opened, String> {
        let told = |error: rusqlite::Error| error.to_string();
        let mut flags = OpenFlags::default();
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, may_be_new);
        let mut db = Connection::open_with_flags(path, flags).map_err(told)?;
        db.busy_timeout(PATIENCE).map_err(told)?;
        match kind_now(&db).map_err(told)? {
            Kind::Empty if may_be_new => lay_out(&mut db).map_err(told)?,
            Kind::Empty => return Err("the file has been emptied; it was not changed".to_owned()),
            Kind::Ours(1..VERSION) => {
                check(&db)?;
                lay_out(&mut db).map_err(told)?;
            }
            Kind::Ours(VERSION) => check(&db)?,
            Kind::Ours(newer) => {
                let why =
                    format!("written by a newer version (layout {newer}); it was not changed");
                return Err(why);
            }
            Kind::Foreign => return Err("not a banto file; it was not changed".to_owned()),
        }
        db.pragma_update(None, "journal_mode", "DELETE").map_err(told)?;
        db.pragma_update(None, "synchronous", "FULL").map_err(told)?;
        Ok(Opened { db, stamp: Stamp::of(path) })
    }
}

/// Opens a file read-only: nothing is created, upgraded or written. Also returns its layout.
pub(super) fn look(path: &Path) -> Result<(Connection, i64), String> {
    let told = |error: rusqlite::Error| error.to_string();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags).map_err(told)?;
    db.busy_timeout(PATIENCE).map_err(told)?;
    match kind_now(&db).map_err(told)? {
        Kind::Ours(version @ 1..=VERSION) => {
            check(&db)?;
            Ok((db, version))
        }
        Kind::Ours(newer) => Err(format!("written by a newer version (layout {newer})")),
        Kind::Empty => Err("the file is empty".to_owned()),
        Kind::Foreign => Err("not a banto file".to_owned()),
    }
}

/// How a file looks from outside.
#[derive(PartialEq, Eq)]
struct Stamp {
    identity: (u64, u64),
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let told = std::fs::metadata(path).ok()?;
        let modified = told.modified().ok();
        Some(Stamp { identity: identity(&told), length: told.len(), modified })
    }
}

/// The identity of a file, to detect another file under the same name.
#[cfg(unix)]
fn identity(told: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (told.dev(), told.ino())
}

/// Windows does not let an open file be replaced, so the time of creation will do.
#[cfg(not(unix))]
fn identity(told: &std::fs::Metadata) -> (u64, u64) {
    let made = told.created().ok().and_then(|it| it.duration_since(SystemTime::UNIX_EPOCH).ok());
    made.map_or((0, 0), |it| (it.as_secs(), u64::from(it.subsec_nanos())))
}

/// What a file is.
enum Kind {
    Empty,
    /// Ours, in this layout.
    Ours(i64),
    Foreign,
}

/// What a file is at one moment: its marks are read together, or a file that another process is laying out just now
/// would have some of them.
fn kind_now(db: &Connection) -> rusqlite::Result<Kind> {
    kind(&*db.unchecked_transaction()?)
}

fn kind(db: &Connection) -> rusqlite::Result<Kind> {
    let number = |name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (number("application_id")?, number("user_version")?, tables) {
        (0, 0, 0) => Kind::Empty,
        (APPLICATION_ID, version, _) => Kind::Ours(version),
        _ => Kind::Foreign,
    })
}

fn check(db: &Connection) -> Result<(), String> {
    let found = db.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match found {
        Ok(word) if word == "ok" => Ok(()),
        Ok(word) => Err(format!("the file is damaged; it was not changed ({word})")),
        Err(error) => Err(error.to_string()),
    }
}

/// Creates what a file lacks. Another process may have done so since it was last looked at.
fn lay_out(db: &mut Connection) -> rusqlite::Result<()> {
    let whole = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = match kind(&whole)? {
        Kind::Empty => {
            whole.execute_batch(LAYOUT)?;
            whole.pragma_update(None, "application_id", APPLICATION_ID)?;
            1
        }
        Kind::Ours(version @ 1..VERSION) => version as usize,
        Kind::Ours(_) | Kind::Foreign => return Ok(()),
    };
    STEPS[from - 1..].iter().try_for_each(|step| whole.execute_batch(step))?;
    whole.pragma_update(None, "user_version", VERSION)?;
    whole.commit()
}
