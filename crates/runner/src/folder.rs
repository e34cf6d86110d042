//! The folder of a run: `plan.jsonl`, which is written once, and `results.jsonl`, which grows by one line
//! for each run that is over. A shard writes a file of its own beside it, `results-2-of-8.jsonl`; whoever
//! reads takes them all.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::execute::Sink;
use crate::host;
use crate::job::Job;
use crate::journal::{Journal, JournalError, read_journal};
use crate::key::{Key, Questions};
use crate::order::Shard;
use crate::plan::{Plan, PlanError};
use crate::resolved::ResolvedPlan;
use crate::row::Row;

/// What the journal of a run calls itself.
const KIND: &str = "bench";

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Why a folder cannot be used.
#[derive(Debug)]
pub enum FolderError {
    /// There is no plan in it.
    NoPlan(PathBuf),
    /// Its plan cannot be read.
    Plan(PathBuf, PlanError),
    /// Its rows cannot be read or written.
    Journal(JournalError),
    /// Folders that cannot be joined: why.
    Apart(PathBuf, String),
    /// The system refused.
    Io(PathBuf, io::Error),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::NoPlan(path) => {
                write!(
                    f,
                    "{}: this is not the folder of a bench run (no plan.jsonl)",
                    path.display()
                )
            }
            FolderError::Plan(path, error) => write!(f, "{}: {error}", path.display()),
            FolderError::Journal(error) => error.fmt(f),
            FolderError::Apart(path, why) => {
                write!(f, "{}: this run is another than the first: {why}", path.display())
            }
            FolderError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for FolderError {}

impl From<JournalError> for FolderError {
    fn from(error: JournalError) -> FolderError {
        FolderError::Journal(error)
    }
}

impl Folder {
    /// A folder, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The plan; `None` when the folder has none yet.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn plan(&self) -> Result<Option<Plan>, FolderError> {
        let path = self.path.join("plan.jsonl");
        let text = match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FolderError::Io(path, error)),
        };
        Plan::read(&text).map(Some).map_err(|error| FolderError::Plan(path, error))
    }

    /// The plan of a folder that must have one.
    ///
    /// # Errors
    /// When it has none, or it cannot be read.
    pub fn needed_plan(&self) -> Result<Plan, FolderError> {
        self.plan()?.ok_or_else(|| FolderError::NoPlan(self.path.clone()))
    }

    /// Writes the plan: a reader sees all of it or nothing.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write_plan(&self, plan: &Plan) -> Result<(), FolderError> {
        let path = self.path.join("plan.jsonl");
        // Several shards may begin at once.
        let partial = self.path.join(format!("plan.{}.partial", std::process::id()));
        let written = std::fs::create_dir_all(&self.path).and_then(|()| {
            let mut file = File::create(&partial)?;
            file.write_all(plan.to_text().as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&partial, &path)
        });
        written.map_err(|error| {
            let _ = std::fs::remove_file(&partial);
            FolderError::Io(path, error)
        })
    }

    /// Opens the rows of a shard, or of the whole run, for writing.
    ///
    /// # Errors
    /// When somebody else is writing there, or the system refuses.
    pub fn open(&self, plan: &Plan, shard: Option<Shard>) -> Result<Writer, FolderError> {
        let name = match shard {
            None => "results.jsonl".to_owned(),
            Some(Shard { index, of }) => format!("results-{index}-of-{of}.jsonl"),
        };
        let header = &plan.header;
        let limits = serde_json::to_value(header.limits).unwrap_or_default();
        let setups = serde_json::to_value(&header.setups).unwrap_or_default();
        let about = [
            ("version", puzzle::record::VERSION.into()),
            ("revision", puzzle::record::REVISION.into()),
            ("machine", puzzle::record::machine().into()),
            ("host", host::host().into()),
            ("limits", limits),
            ("setups", setups),
        ]
        .map(|(name, value)| (name.to_owned(), value));
        let about: Map<String, Value> = about.into_iter().collect();
        let own = self.path.join(&name);
        let (journal, contents) = Journal::open(&own, KIND, about)?;
        let damaged = contents.damaged;
        let mut questions = Questions::default();
        let mut key = |row: &Value| questions.key(row);
        let mut done: BTreeSet<Key> = contents.records.iter().filter_map(&mut key).collect();
        for other in self.result_files()?.into_iter().filter(|it| *it != own) {
            done.extend(read_journal(&other, KIND)?.records.iter().filter_map(&mut key));
        }
        Ok(Writer { journal, done, damaged })
    }

    /// All rows with their keys, each run once: of two rows about the same run, the first counts. Lines that cannot be read
    /// are counted.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn rows(&self) -> Result<(Vec<(Key, Value)>, usize), FolderError> {
        let mut questions = Questions::default();
        let (mut rows, mut seen, mut damaged) = (Vec::new(), BTreeSet::new(), 0);
        for file in self.result_files()? {
            let contents = read_journal(&file, KIND)?;
            damaged += contents.damaged;
            let keyed =
                contents.records.into_iter().filter_map(|row| Some((questions.key(&row)?, row)));
            rows.extend(keyed.filter(|(key, _)| seen.insert(*key)));
        }
        Ok((rows, damaged))
    }

    /// The files of rows, in the order of their names.
    fn result_files(&self) -> Result<Vec<PathBuf>, FolderError> {
        let told = |error| FolderError::Io(self.path.clone(), error);
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.path).map_err(told)? {
            let path = entry.map_err(told)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.starts_with("results") && name.ends_with(".jsonl") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Rows that are being written, by the one process that may.
pub struct Writer {
    journal: Journal,
    done: BTreeSet<Key>,
    /// Lines that cannot be read.
    pub damaged: usize,
}

impl Writer {
    /// The runs of a list that are not there yet.
    pub fn missing(&self, plan: &Plan, jobs: Vec<Job>) -> Vec<Job> {
        let keys = ResolvedPlan::new(plan);
        jobs.into_iter().filter(|&job| !self.done.contains(&keys.key(job))).collect()
    }

    /// Adds a line under a key; whether there was none yet.
    fn add_line(&mut self, key: Key, line: &str) -> Result<bool, JournalError> {
        if self.done.contains(&key) {
            return Ok(false);
        }
        self.journal.append(line)?;
        self.done.insert(key);
        Ok(true)
    }

    /// Ends the work: everything is on the disk when this returns.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn close(self) -> Result<(), JournalError> {
        self.journal.close()
    }
}

impl Sink for Writer {
    fn add(&mut self, plan: &Plan, row: &Row) -> Result<bool, JournalError> {
        self.add_line(row.key, &row.line(plan))
    }
}

/// Joins runs of one plan into a folder; returns how many rows it has then.
///
/// # Errors
/// When they are runs of different plans, or the system refuses.
pub fn merge(into: &Folder, parts: &[Folder]) -> Result<usize, FolderError> {
    let mut plan = into.plan()?;
    for part in parts {
        let own = part.needed_plan()?;
        match &plan {
            None => plan = Some(own),
            Some(plan) => {
                if let Some(why) = plan.differs(&own) {
                    return Err(FolderError::Apart(part.path.clone(), why));
                }
            }
        }
    }
    let Some(plan) = plan else { return Ok(0) };
    into.write_plan(&plan)?;
    let mut writer = into.open(&plan, None)?;
    for part in parts {
        for (key, row) in part.rows()?.0 {
            writer.add_line(key, &row.to_string())?;
        }
    }
    let count = writer.done.len();
    writer.close()?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::{Control, Execution, Listener, execute};
    use crate::plan::{PlannedLevel, RunLimits, Setup};

    struct Nobody;

    impl Listener for Nobody {
        fn done(&self, _: &Row) {}
    }

    /// Makes what is missing in a folder; returns how many runs that were.
    fn make(folder: &Folder, plan: &Plan) -> usize {
        let mut writer = folder.open(plan, None).unwrap();
        let jobs = writer.missing(plan, plan.jobs().collect());
        let execution = Execution {
            plan,
            jobs: &jobs,
            at_a_time: 2,
            // Without a program, runs are made in this process. A process that is being started would hold
            // the locks of other tests for a moment.
            program: Path::new(""),
            control: &Control::default(),
            listener: &Nobody,
        };
        let made = execute(&execution, &mut writer).unwrap();
        writer.close().unwrap();
        made
    }

    /// Earlier versions had other keys: a row counts for what it says, not for its key.
    #[test]
    fn rows_of_earlier_versions_count() {
        let read = puzzle::read(b"#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n").unwrap();
        let level = |entry| PlannedLevel::new("a.xsb", read.game, entry);
        let setups = ["bfs", "pi-corral", "auto --seed 3"].map(|line| Setup::read(line).unwrap());
        let limits = RunLimits { seconds: Some(0.3), nodes: Some(500), ..RunLimits::default() };
        let levels = read.entries.iter().map(level).collect();
        let plan = Plan::new(levels, setups.to_vec(), limits);
        let path = std::env::temp_dir().join(format!("banto-folder-{}", std::process::id()));
        let folder = Folder::new(&path);
        assert_eq!((make(&folder, &plan), make(&folder, &plan)), (6, 0));
        let file = path.join("results.jsonl");
        let text = std::fs::read_to_string(&file).unwrap();
        let other = text.replace("{\"run\":\"", "{\"run\":\"old");
        assert_ne!(text, other);
        std::fs::write(&file, other).unwrap();
        assert_eq!((make(&folder, &plan), folder.rows().unwrap().0.len()), (0, 6));
        std::fs::remove_dir_all(&path).unwrap();
    }
}
