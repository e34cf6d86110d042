//! What a person sees while a run is made: how far each configuration is, and how long it may take.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use puzzle::{Cancel, Status};
use runner::{Listener, Plan, Row};

use crate::interrupt;
use crate::terminal::{ProgressLine, Terminal};

/// How often the table is drawn.
const DRAW: Duration = Duration::from_millis(200);

/// How often a line is written where nobody watches.
const TELL: Duration = Duration::from_secs(10);

/// Shows what is row.
pub(super) struct Live<'a> {
    plan: &'a Plan,
    terminal: Terminal,
    line: ProgressLine,
    /// Raised when the reader of the rows has gone; absent when none go to standard output.
    rows: Option<Cancel>,
    total: usize,
    state: Mutex<State>,
}

struct State {
    /// How many runs of each setup ended in each way.
    ends: Vec<BTreeMap<&'static str, usize>>,
    done: usize,
    refused: usize,
    began: Instant,
    shown: Instant,
}

impl<'a> Live<'a> {
    /// For so many runs of a plan.
    pub(super) fn new(
        plan: &'a Plan,
        total: usize,
        rows: Option<Cancel>,
        terminal: Terminal,
    ) -> Live<'a> {
        let now = Instant::now();
        let ends = vec![BTreeMap::new(); plan.header.setups.len()];
        let state = State { ends, done: 0, refused: 0, began: now, shown: now };
        let line = terminal.live_table(total as u64);
        let live = Live { plan, terminal, line, rows, total, state: Mutex::new(state) };
        let table = live.table(&live.state.lock().unwrap_or_else(PoisonError::into_inner));
        live.line.level(&table);
        live
    }

    /// Takes the table away; how many solutions of ours the checker refused.
    pub(super) fn finish(self) -> usize {
        self.line.finish();
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).refused
    }

    /// A line for each setup: `auto  120 solved, 3 time`.
    fn table(&self, state: &State) -> String {
        let setups = self.plan.header.setups.iter().map(|setup| setup.label.as_str());
        let width = setups.clone().map(|label| label.chars().count()).max().unwrap_or(0);
        let line = |(label, ends): (&str, &BTreeMap<&str, usize>)| {
            let solved = ends.get("solved").unwrap_or(&0);
            let others = ends.iter().filter(|(status, _)| **status != "solved");
            let others: String =
                others.map(|(status, count)| format!(", {count} {status}")).collect();
            format!("{label:width$}  {solved} solved{others}")
        };
        setups.zip(&state.ends).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Tells people without a screen how far it is.
    fn tell(&self, state: &State) {
        let mut all: BTreeMap<&str, usize> = BTreeMap::new();
        for (status, count) in state.ends.iter().flatten() {
            *all.entry(status).or_default() += count;
        }
        let ends: String =
            all.iter().map(|(status, count)| format!(", {count} {status}")).collect();
        let gone = state.began.elapsed();
        let left = gone.as_secs_f64() / state.done as f64 * (self.total - state.done) as f64;
        let (done, total) = (state.done, self.total);
        self.terminal.note(format!("{done} of {total} runs{ends}, about {left:.0} s left"));
    }
}

impl Listener for Live<'_> {
    fn done(&self, row: &Row) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state.ends[row.job.setup].entry(row.status.name()).or_default() += 1;
        state.done += 1;
        state.refused += usize::from(row.refused);
        self.line.done();
        if let Some(stop) = &self.rows {
            let text = format!("{}\n", row.line(self.plan));
            // A reader who leaves ends the run. The rows are in the folder, and the run can be resumed.
            if std::io::stdout().lock().write_all(text.as_bytes()).is_err() {
                interrupt::note_reader_gone();
                stop.cancel();
            }
        }
        if row.status == Status::Crashed || row.attempts > 1 {
            let level = self.plan.levels[row.job.level].name();
            let label = &self.plan.header.setups[row.job.setup].label;
            let end = if row.status == Status::Crashed { "crashed twice" } else { "crashed once" };
            self.line.complain(&format!("{level}: {label} {end}"));
        }
        let every = if self.terminal.is_watched() { DRAW } else { TELL };
        if state.shown.elapsed() >= every {
            state.shown = Instant::now();
            match self.terminal.is_watched() {
                true => self.line.level(&self.table(&state)),
                false => self.tell(&state),
            }
        }
    }
}
