//! What was run, read back: levels, setups, and how each came out on each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use puzzle::Metric;
use puzzle::known::Bound;
use runner::{Folder, FolderError, PlannedLevel, ResolvedPlan, RunLimits, Setup};
use serde_json::Value;

use super::members::Member;

/// What one or more runs found.
pub struct Results {
    /// The levels; one that is in several runs is here once.
    pub levels: Vec<PlannedLevel>,
    /// The setups.
    pub setups: Vec<Setup>,
    /// The limits of each setup.
    pub limits: Vec<RunLimits>,
    /// What a reader should know about the figures, a sentence each.
    pub remarks: Vec<String>,
    /// Whether times may be compared.
    pub has_times: bool,
    cells: BTreeMap<(usize, usize), Cell>,
    planned: BTreeSet<(usize, usize)>,
}

/// How one setup came out on one level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The status, in the words of records.
    pub status: String,
    /// Wall-clock time.
    pub seconds: f64,
    /// CPU time.
    pub cpu: f64,
    /// Nodes.
    pub expanded: u64,
    /// Moves of the solution.
    pub moves: Option<u64>,
    /// Its pushes (Sokoban).
    pub pushes: Option<u64>,
    /// Its steps (Unblock).
    pub steps: Option<u64>,
    /// The solution.
    pub solution: Option<String>,
    /// By how much memory grew.
    pub peak: Option<u64>,
    /// What is known about the solution's length.
    pub guarantee: String,
    /// What no solution can beat, where the search has proved something.
    pub bound: Option<Bound>,
    /// The engine that found it.
    pub engine: String,
    /// What went wrong.
    pub error: Option<String>,
    /// Whether it ended a process and was made again.
    pub retried: bool,
    /// What each search did, where several took turns.
    pub members: Vec<Member>,
    host: String,
    program: String,
    machine: String,
}

impl Cell {
    /// Reads a row.
    fn of(row: &Value) -> Cell {
        let text = |name| row.get(name).and_then(Value::as_str).map(str::to_owned);
        let word = |name| text(name).unwrap_or_default();
        let count = |name| row.get(name).and_then(Value::as_u64);
        let number = |name| row.get(name).and_then(Value::as_f64).unwrap_or(0.0);
        Cell {
            status: text("status").unwrap_or_else(|| "?".to_owned()),
            seconds: number("seconds"),
            cpu: number("cpu_seconds"),
            expanded: count("expanded").unwrap_or(0),
            moves: count("moves"),
            pushes: count("pushes"),
            steps: count("steps"),
            solution: text("solution"),
            peak: count("peak_bytes"),
            guarantee: word("guarantee"),
            bound: Bound::of_record(row).ok().flatten(),
            engine: word("engine"),
            error: text("error"),
            retried: count("attempts").is_some_and(|attempts| attempts > 1),
            members: Member::all_of(row),
            host: word("host"),
            program: format!("version {}, revision {}", word("version"), word("revision")),
            machine: word("machine"),
        }
    }

    /// Whether the level was solved.
    pub fn is_solved(&self) -> bool {
        self.status == "solved"
    }

    /// The length of the solution in what the bound counts, and the bound.
    pub fn length_and_bound(&self) -> Option<(u64, u64)> {
        let bound = self.bound.as_ref()?;
        let length = match bound.metric {
            Metric::Pushes => self.pushes,
            Metric::Moves => self.moves,
            Metric::Steps => self.steps,
            Metric::BoxLines | Metric::BoxChanges => None,
        };
        Some((length?, u64::from(bound.value)))
    }
}

/// Why results cannot be shown.
#[derive(Debug)]
pub enum ResultsError {
    /// A folder cannot be read.
    Folder(FolderError),
    /// Nothing was run yet.
    Empty,
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultsError::Folder(error) => error.fmt(f),
            ResultsError::Empty => {
                f.write_str("there is no row yet: `banto bench resume` makes them")
            }
        }
    }
}

impl std::error::Error for ResultsError {}

impl From<FolderError> for ResultsError {
    fn from(error: FolderError) -> ResultsError {
        ResultsError::Folder(error)
    }
}

impl Results {
    /// Reads folders. Times of different machines are left out unless they are `mixed` on purpose.
    ///
    /// # Errors
    /// When one cannot be read, or none has a row.
    pub fn read(folders: &[Folder], mixed: bool) -> Result<Results, ResultsError> {
        let mut results = Results {
            levels: Vec::new(),
            setups: Vec::new(),
            limits: Vec::new(),
            remarks: Vec::new(),
            has_times: true,
            cells: BTreeMap::new(),
            planned: BTreeSet::new(),
        };
        let mut places = BTreeMap::new();
        for folder in folders {
            results.add(folder, folders.len() > 1, &mut places)?;
        }
        if results.cells.is_empty() {
            return Err(ResultsError::Empty);
        }
        results.remark(mixed);
        Ok(results)
    }

    fn add(
        &mut self,
        folder: &Folder,
        several: bool,
        places: &mut BTreeMap<String, usize>,
    ) -> Result<(), FolderError> {
        let plan = folder.needed_plan()?;
        let (rows, damaged) = folder.rows()?;
        if damaged > 0 {
            let path = folder.path().display();
            self.remarks.push(format!("{path}: damaged lines left out: {damaged}."));
        }
        let levels: Vec<usize> = plan.levels.iter().map(|it| self.place(it, places)).collect();
        let name = folder.path().file_name().map(|name| name.to_string_lossy().into_owned());
        let first = self.setups.len();
        for setup in &plan.header.setups {
            let taken = several && self.setups.iter().any(|it| it.label == setup.label);
            let label = match &name {
                Some(name) if taken => format!("{} ({name})", setup.label),
                _ => setup.label.clone(),
            };
            self.setups.push(Setup { label, ..setup.clone() });
            self.limits.push(plan.header.limits);
        }
        let asked = ResolvedPlan::new(&plan);
        let mut keys = BTreeMap::new();
        for job in plan.jobs() {
            let at = (levels[job.level], first + job.setup);
            self.planned.insert(at);
            keys.insert(asked.key(job), at);
        }
        for (key, row) in &rows {
            if let Some(&at) = keys.get(key) {
                self.cells.insert(at, Cell::of(row));
            }
        }
        Ok(())
    }

    /// The place of a level; levels that are the same to a search are one.
    fn place(&mut self, level: &PlannedLevel, places: &mut BTreeMap<String, usize>) -> usize {
        let stem = level.collection.rsplit(['/', '\\']).next().unwrap_or_default();
        let hash = level.hash.as_deref().unwrap_or("none");
        let key = format!("{stem}:{}:{hash}", level.index);
        *places.entry(key).or_insert_with(|| {
            self.levels.push(level.clone());
            self.levels.len() - 1
        })
    }

    /// How a setup came out on a level; `None` when that run was not made.
    pub fn cell(&self, level: usize, setup: usize) -> Option<&Cell> {
        self.cells.get(&(level, setup))
    }

    /// Whether a plan has this run.
    pub fn is_planned(&self, level: usize, setup: usize) -> bool {
        self.planned.contains(&(level, setup))
    }

    /// All runs of a setup that were made.
    pub fn of_setup(&self, setup: usize) -> impl Iterator<Item = (usize, &Cell)> {
        let own = self.cells.iter().filter(move |((_, it), _)| *it == setup);
        own.map(|((level, _), cell)| (*level, cell))
    }

    /// Fills in what a reader should know.
    fn remark(&mut self, mixed: bool) {
        let different = |field: fn(&Cell) -> &String| -> Vec<String> {
            let all: BTreeSet<&String> = self.cells.values().map(field).collect();
            all.into_iter().cloned().collect()
        };
        let (programs, hosts) = (different(|it| &it.program), different(|it| &it.host));
        let machines = different(|it| &it.machine);
        let missing = self.planned.len() - self.cells.len();
        let runs = self.cells.len();
        let made =
            format!("{runs} runs made with {} on {}.", programs.join("; "), machines.join("; "));
        self.remarks.push(made);
        if missing > 0 {
            self.remarks
                .push(format!("{missing} of {} runs are not made yet.", self.planned.len()));
        }
        if hosts.len() > 1 {
            self.has_times = mixed;
            let said =
                if mixed { "are compared all the same" } else { "are left out (--mixed-hosts)" };
            let n = hosts.len();
            self.remarks
                .push(format!("The rows come from {n} different machines; their times {said}."));
        }
    }
}
