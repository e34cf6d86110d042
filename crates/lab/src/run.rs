//! Running an experiment: what is missing is run, what is there is kept.
//!
//! A run is there when the journal has a record whose key, everything that decides a run, is that of the
//! run to be made, by the same program. Change the experiment or the program, and it is made again. The
//! runs are those of a [`Plan`], made by [`runner::execute`] as those of `banto bench` are.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use puzzle::Collection;
use puzzle::record::{REVISION, VERSION};
use runner::{
    Contents, Job, Journal, JournalError, Key, LineError, Plan, PlannedLevel, Questions,
    ResolvedPlan, Row, RunLimits, Setup, Sink, read_journal,
};
use serde_json::{Map, Value};

use crate::entry::Program;
use crate::findings::LevelHashes;
use crate::{Entry, Experiment, Suite, Wanted};

/// What the journals of the laboratory call themselves.
const KIND: &str = "lab";

/// Where levels come from: the bytes of a file by its name, when it is there.
pub trait Levels {
    /// The bytes.
    fn bytes(&self, file: &str) -> Option<Vec<u8>>;
}

/// An experiment to be run.
pub struct Run<'a> {
    /// What.
    pub experiment: &'a Experiment,
    /// Limits and levels that differ from its file.
    pub wanted: &'a Wanted,
    /// Where levels come from.
    pub levels: &'a dyn Levels,
    /// The journal of its records.
    pub records: &'a Path,
}

/// What is to be made of an experiment.
pub struct Prepared {
    /// Its levels and configurations.
    pub plan: Plan,
    /// The runs that are missing, in the order of the experiment.
    pub jobs: Vec<Job>,
    /// How many runs are there already.
    pub kept: usize,
    /// Files of levels that are not here, each with where a user can get it.
    pub missing: Vec<(String, String)>,
    /// What the user should know.
    pub notes: Vec<String>,
    /// Where the records go; `None` when there is no level to run.
    pub records: Option<Records>,
}

/// The journal of an experiment, open for writing.
pub struct Records {
    journal: Journal,
}

impl Records {
    /// Ends the work: everything is on the disk when this returns.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn close(self) -> Result<(), JournalError> {
        self.journal.close()
    }
}

impl Sink for Records {
    fn add(&mut self, plan: &Plan, row: &Row) -> Result<bool, JournalError> {
        let (level, setup) = (&plan.levels[row.job.level], &plan.header.setups[row.job.setup]);
        self.journal.append(&Entry::line(&level.collection, &setup.label, &row.record))?;
        Ok(true)
    }
}

/// Why an experiment cannot be run.
#[derive(Debug)]
pub enum RunError {
    /// A configuration cannot be read.
    Line(LineError),
    /// The records cannot be written.
    Journal(JournalError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Line(error) => error.fmt(f),
            RunError::Journal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<LineError> for RunError {
    fn from(error: LineError) -> RunError {
        RunError::Line(error)
    }
}

impl From<JournalError> for RunError {
    fn from(error: JournalError) -> RunError {
        RunError::Journal(error)
    }
}

/// The records of a file, and how many lines of it cannot be read; none when there is no file.
///
/// # Errors
///
/// When it is not a journal of the laboratory, or the system refuses.
pub fn read_records(path: &Path) -> Result<(Vec<Entry>, usize), JournalError> {
    Ok(entries(read_journal(path, KIND)?))
}

fn entries(contents: Contents) -> (Vec<Entry>, usize) {
    let lines = contents.records.len() + contents.damaged;
    let entries: Vec<Entry> = contents.records.into_iter().filter_map(Entry::of).collect();
    let unread = lines - entries.len();
    (entries, unread)
}

/// The levels of an experiment that are here, as records name them.
pub fn level_hashes(experiment: &Experiment, levels: &dyn Levels) -> LevelHashes {
    let mut hashes = LevelHashes::new();
    for suite in &experiment.suites {
        let read = levels.bytes(&suite.file).and_then(|bytes| puzzle::read(&bytes).ok());
        for entry in read.iter().flat_map(|collection| &collection.entries) {
            if let Some(hash) = level_hash(entry) {
                hashes.insert((suite.file.clone(), entry.index), hash);
            }
        }
    }
    hashes
}

fn level_hash(entry: &puzzle::Entry) -> Option<String> {
    entry.puzzle.as_ref().ok().map(|puzzle| format!("{:016x}", puzzle.level_hash()))
}

/// The levels of a suite.
struct Loaded<'a> {
    suite: &'a Suite,
    collection: Collection,
}

impl Run<'_> {
    /// Finds out what is missing and opens the journal.
    ///
    /// # Errors
    ///
    /// When a configuration cannot be read, or the journal cannot be opened.
    pub fn prepare(&self) -> Result<Prepared, RunError> {
        let (mut missing, mut notes) = (Vec::new(), Vec::new());
        let suites = self.experiment.suites.iter();
        let loaded: Vec<Loaded> =
            suites.filter_map(|suite| self.load(suite, &mut missing, &mut notes)).collect();
        let plan = self.plan(&loaded)?;
        let mut prepared =
            Prepared { plan, jobs: Vec::new(), kept: 0, missing, notes, records: None };
        if loaded.is_empty() {
            return Ok(prepared);
        }
        let (journal, contents) = Journal::open(self.records, KIND, self.about())?;
        let (entries, unread) = entries(contents);
        if unread > 0 {
            let path = self.records.display();
            prepared.notes.push(format!("{path}: damaged lines left out: {unread}"));
        }
        let mut questions = Questions::default();
        let now = Program::now();
        let made = entries.iter().filter(|entry| Program::of(entry) == now);
        let mut made: BTreeSet<Key> =
            made.map(|it| questions.of(&it.suite, &it.record).key()).collect();
        let keys = ResolvedPlan::new(&prepared.plan);
        let all = jobs(&prepared.plan);
        let count = all.len();
        // Two configurations that ask for the same share a run.
        prepared.jobs = all.into_iter().filter(|&job| made.insert(keys.key(job))).collect();
        prepared.kept = count - prepared.jobs.len();
        prepared.records = Some(Records { journal });
        Ok(prepared)
    }

    /// What the journal says about itself.
    fn about(&self) -> Map<String, Value> {
        let about = [
            ("experiment", &*self.experiment.name),
            ("version", VERSION),
            ("revision", REVISION),
            ("machine", puzzle::record::machine()),
        ];
        about.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
    }

    /// The levels that are wanted, under every configuration.
    fn plan(&self, loaded: &[Loaded]) -> Result<Plan, LineError> {
        let requests = self.wanted.requests(self.experiment)?;
        let configurations = self.experiment.configurations.iter();
        for (it, request) in configurations.clone().zip(&requests) {
            for Loaded { collection, .. } in loaded {
                let resolved = request.resolve(collection.game);
                resolved.map_err(|error| LineError::from(error).of(&it.label))?;
            }
        }
        let configurations = configurations.zip(requests);
        let setups = configurations.map(|(it, request)| Setup {
            label: it.label.clone(),
            line: it.line.clone(),
            seed: request.seed,
            external: false,
            inject: None,
        });
        let levels = loaded.iter().flat_map(|Loaded { suite, collection }| {
            let wanted = |index| self.wanted.includes(self.experiment, &suite.file, index);
            let entries = collection.entries.iter().filter(move |entry| wanted(entry.index));
            entries.map(|entry| PlannedLevel::new(&suite.file, collection.game, entry))
        });
        let limits = self.wanted.limits(self.experiment);
        let limits = RunLimits::new(limits.time, self.wanted.cpu, limits.memory, limits.nodes);
        Ok(Plan::new(levels.collect(), setups.collect(), limits))
    }

    /// The levels of a suite, or what the user is told instead.
    fn load<'a>(
        &self,
        suite: &'a Suite,
        missing: &mut Vec<(String, String)>,
        notes: &mut Vec<String>,
    ) -> Option<Loaded<'a>> {
        let Some(bytes) = self.levels.bytes(&suite.file) else {
            missing.push((suite.file.clone(), suite.origin.clone()));
            return None;
        };
        let found = format!("{:016x}", text::fnv1a(&bytes));
        if suite.hash.as_ref().is_some_and(|hash| *hash != found) {
            notes.push(format!(
                "{}: not the version the published figures were compared with (hash {found})",
                suite.file
            ));
        }
        match puzzle::read(&bytes) {
            Ok(collection) => Some(Loaded { suite, collection }),
            Err(fault) => {
                missing.push((suite.file.clone(), format!("It cannot be read: {fault}.")));
                None
            }
        }
    }
}

/// All runs of a plan: suite by suite, configuration by configuration, level by level.
fn jobs(plan: &Plan) -> Vec<Job> {
    let suites = plan.levels.chunk_by(|a, b| a.collection == b.collection);
    let mut first = 0;
    let mut jobs = Vec::new();
    for suite in suites {
        let levels = first..first + suite.len();
        first = levels.end;
        for setup in 0..plan.header.setups.len() {
            jobs.extend(levels.clone().map(|level| Job { level, setup }));
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use runner::{Control, Execution, Listener, execute};

    use super::*;
    use crate::{Remark, findings};

    struct One;

    impl Levels for One {
        fn bytes(&self, file: &str) -> Option<Vec<u8>> {
            (file == "one.xsb").then(|| b"#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n".to_vec())
        }
    }

    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Listener for Heard {
        fn done(&self, row: &Row) {
            let Job { level, setup } = row.job;
            self.0.lock().unwrap().push(format!("{setup}: {level} {}", row.status.name()));
        }
    }

    /// What a run came to.
    #[derive(Debug, Default, PartialEq)]
    struct Came {
        runs: usize,
        kept: usize,
        missing: Vec<(String, String)>,
    }

    /// A folder of one test, taken away at its end.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("banto-lab-{name}-{}", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }

        fn file(&self) -> std::path::PathBuf {
            self.0.join("records.jsonl")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const TEXT: &str = r#"{"name": "x", "title": "x", "nodes": 1000,
        "suites": [{"file": "one.xsb", "hash": "0"}],
        "configurations": [{"label": "BFS", "line": "bfs"},
                           {"label": "A*", "line": "astar --heuristic matching"}],
        "columns": [{"name": "nodes", "fields": ["expanded"]}]}"#;

    fn go(text: &str, wanted: &Wanted, scratch: &Scratch, heard: &Heard, n: usize) -> Came {
        let run = Run {
            experiment: &Experiment::read(text).unwrap(),
            wanted,
            levels: &One,
            records: &scratch.file(),
        };
        let Prepared { plan, jobs, kept, missing, notes, records } = run.prepare().unwrap();
        heard.0.lock().unwrap().extend(notes);
        let execution = Execution {
            plan: &plan,
            jobs: &jobs,
            at_a_time: n,
            // Without a program, runs are made in this process. A process that is being started would hold
            // the locks of other tests for a moment.
            program: Path::new(""),
            control: &Control::default(),
            listener: heard,
        };
        let mut records = records.unwrap();
        let runs = execute(&execution, &mut records).unwrap();
        records.close().unwrap();
        Came { runs, kept, missing }
    }

    fn told(text: &str, wanted: &Wanted, scratch: &Scratch) -> crate::Findings {
        let experiment = Experiment::read(text).unwrap();
        let (entries, unread) = read_records(&scratch.file()).unwrap();
        assert_eq!(unread, 0);
        findings(&experiment, wanted, &entries, &level_hashes(&experiment, &One)).unwrap()
    }

    #[test]
    fn a_run_goes_on_where_it_stopped() {
        let (scratch, heard, all) = (Scratch::new("on"), Heard::default(), Wanted::default());
        let runs = |n| go(TEXT, &all, &scratch, &heard, n).runs;
        assert_eq!((runs(1), runs(1)), (4, 0));
        // The last line loses its end, as in a crash; only that one is run again.
        let bytes = std::fs::read(scratch.file()).unwrap();
        std::fs::write(scratch.file(), &bytes[..bytes.len() - 20]).unwrap();
        assert_eq!((runs(1), read_records(&scratch.file()).unwrap().0.len()), (1, 4));
        std::fs::remove_file(scratch.file()).unwrap();
        assert_eq!((runs(3), runs(3)), (4, 0));
        let heard = heard.0.into_inner().unwrap();
        assert!(heard.contains(&"0: 1 solved".to_owned()), "{heard:?}");
        assert!(heard.iter().any(|text| text.starts_with("one.xsb: not the version")));
    }

    #[test]
    fn a_changed_experiment_never_shows_old_figures() {
        let (scratch, heard, all) = (Scratch::new("changed"), Heard::default(), Wanted::default());
        go(TEXT, &all, &scratch, &heard, 1);
        let figures = |text: &str, wanted: &Wanted| {
            let found = told(text, wanted, &scratch);
            let cells = found.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.1);
            (cells.filter(|cell| cell.ours.is_some()).count(), found.remarks.len())
        };
        assert_eq!(figures(TEXT, &all), (4, 1));
        for (from, to) in [
            ("matching", "manhattan"),
            ("\"astar", "\"greedy"),
            ("matching\"", "matching -freeze\""),
            ("matching\"", "matching --seed 5\""),
        ] {
            // The two runs of the changed line are gone and it is said; the other two stay.
            let text = TEXT.replace(from, to);
            let (shown, remarks) = figures(&text, &all);
            assert!(shown == 2 && remarks > 1, "{from} → {to}: {shown} {remarks}");
            assert_eq!(
                go(&text, &all, &scratch, &heard, 1),
                Came { runs: 2, kept: 2, ..Came::default() }
            );
            assert_eq!(figures(&text, &all), (4, 1), "{from} → {to}");
        }
        for limits in [
            Wanted { nodes: Some(7), ..Wanted::default() },
            Wanted { time: Some(Duration::from_secs(7)), ..Wanted::default() },
            Wanted { memory: Some(64 << 20), ..Wanted::default() },
        ] {
            assert_eq!(figures(TEXT, &limits).0, 0);
            assert_eq!(go(TEXT, &limits, &scratch, &heard, 1).runs, 4);
            assert_eq!(figures(TEXT, &limits).0, 4);
        }
        assert_eq!(figures(TEXT, &all).0, 4, "the first records are still there");
        // A new name for the same search keeps its records.
        assert_eq!(go(&TEXT.replace("\"BFS\"", "\"other\""), &all, &scratch, &heard, 1).runs, 0);
    }

    #[test]
    fn old_records_are_shown_where_they_match() {
        let scratch = Scratch::new("old");
        std::fs::create_dir_all(&scratch.0).unwrap();
        let line = |label: &str, config: &str| {
            format!(
                "{{\"suite\":\"one.xsb\",\"label\":{label:?},\"record\":{{\"index\":1,\"title\":null,\
                 \"game\":\"sokoban\",\"status\":\"solved\",\"expanded\":5,\"config\":{config:?},\
                 \"threads\":1,\"seed\":0,\"version\":\"0.1.0\"}}}}\n"
            )
        };
        let old = line("BFS", "bfs --space pushes") + &line("A*", "astar --heuristic manhattan");
        std::fs::write(scratch.file(), old).unwrap();
        let found = told(TEXT, &Wanted::default(), &scratch);
        let cells = &found.tables[0].rows[0].1;
        assert_eq!((cells[0].ours.as_deref(), cells[1].ours.as_deref()), (Some("5"), None));
        let made = Remark::Made { runs: 1, version: "0.1.0".to_owned(), revision: None };
        assert_eq!(found.remarks[0], made);
        let said = found.remarks[1].to_string();
        assert!(said.contains("manhattan") && said.contains("asks for `--engine astar"), "{said}");
        // They do not keep a run from being made: nobody knows what made them.
        let made = go(TEXT, &Wanted::default(), &scratch, &Heard::default(), 1);
        assert_eq!((made.runs, made.kept), (4, 0));
    }

    #[test]
    fn what_is_missing_is_said() {
        let scratch = Scratch::new("missing");
        let text = TEXT.replace(
            "\"hash\": \"0\"}",
            "\"hash\": \"0\"}, {\"file\": \"two\", \"origin\": \"Ask.\"}",
        );
        let made = go(&text, &Wanted::default(), &scratch, &Heard::default(), 1);
        assert_eq!(made.missing, [("two".to_owned(), "Ask.".to_owned())]);
        assert_eq!(made.runs, 4);
        let few = Wanted { levels: vec![2..=2], ..Wanted::default() };
        assert_eq!(go(&text, &few, &scratch, &Heard::default(), 1).kept, 2);
    }
}
