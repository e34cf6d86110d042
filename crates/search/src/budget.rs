//! The one place where a search meets its limits: time, memory, nodes, cancellation.
//!
//! Every loop that can run long calls [`Budget::tick`] once per node, and [`Budget::poll`] once per
//! child or unit of preparation. The clock is read only here, and not at every call: the number of
//! calls between two readings adapts to how long the last calls took. Where steps are short a call
//! costs one decrement; after a slow step the clock is read at once. How often it is read never
//! changes what is searched. No other file of the core crates may read the time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::Stats;
use crate::clock::Instant;

/// Most calls between two looks at the clock and the cancel flag. Steps may suddenly become a
/// thousand times longer, so this is small; a look costs about as much as ten decrements.
const MOST_CALLS: u32 = 32;

/// Time that should pass between two looks.
const STRIDE: Duration = Duration::from_micros(100);

/// Minimum time between two progress reports to an [`Observer`] that does not ask for another.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// What a search may use. `None` means unlimited (memory: the engine's own default).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes for all tables of the search together.
    pub memory: Option<u64>,
    /// Nodes expanded.
    pub nodes: Option<u64>,
}

/// Why a search stopped before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The node limit.
    Nodes,
    /// Somebody cancelled.
    Interrupted,
}

/// A flag shared between the caller that may cancel and the search that must stop.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the search to stop the next time it looks.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a front end can show while a search runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The engine at work.
    pub engine: &'static str,
    /// Nodes expanded so far, by all engines and threads together, counted as the record counts them: it
    /// never falls below what was shown.
    pub expanded: u64,
    /// Depth or cost of the current layer.
    pub depth: u32,
    /// The engine's own measure of how far it has come (boxes packed, lower bound, …).
    pub best: u32,
    /// The proved lower bound on the cost of every solution, from a search that proves one.
    pub bound: Option<u32>,
    /// The cost of the best solution so far, from a search that goes on after the first.
    pub shortest: Option<u32>,
}

/// Receives progress. Called from the searching thread, so it must be quick.
pub trait Observer: Send + Sync {
    /// One report, no sooner than [`Observer::interval`] after the last.
    fn progress(&self, progress: &Progress);

    /// The least time between two reports.
    fn interval(&self) -> Duration {
        REPORT_INTERVAL
    }
}

/// The expansions of a budget and all its slices on all threads, for progress reports.
struct Meter {
    expanded: AtomicU64,
    last_report: Mutex<Instant>,
}

impl Meter {
    /// Whether it is time for a report; the first thread to ask makes it.
    fn is_due(&self, now: Instant, interval: Duration) -> bool {
        // Another thread that holds the lock is about to report.
        let Ok(mut last) = self.last_report.try_lock() else { return false };
        let due = now.saturating_duration_since(*last) >= interval;
        if due {
            *last = now;
        }
        due
    }
}

/// Limits in force, with what has been used of them.
#[derive(Clone)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    deadline: Option<Instant>,
    cancel: Cancel,
    /// Raised when the work of this slice is no longer wanted.
    halt: Option<Cancel>,
    observer: Option<Arc<dyn Observer>>,
    meter: Arc<Meter>,
    nodes: u64,
    /// States expanded, as the record counts them; those on the meter; whether they are counted at all.
    expanded: u64,
    metered: u64,
    uncounted: bool,
    /// Calls until the next look, what it was set to, and when the last look was.
    countdown: u32,
    interval: u32,
    looked: Instant,
    stopped: Option<Stop>,
    /// The engine fills this in as it goes; the budget adds the node count and sends it on.
    pub progress: Progress,
}

impl Budget {
    /// A budget whose clock starts now.
    pub fn new(limits: Limits, cancel: Cancel) -> Self {
        let started = Instant::now();
        Budget {
            limits,
            started,
            // A limit too large for the clock means no limit.
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            cancel,
            halt: None,
            observer: None,
            meter: Arc::new(Meter {
                expanded: AtomicU64::new(0),
                last_report: Mutex::new(started),
            }),
            nodes: 0,
            expanded: 0,
            metered: 0,
            uncounted: false,
            countdown: 0,
            interval: 0,
            looked: started,
            stopped: None,
            progress: Progress::default(),
        }
    }

    /// A budget without any limit, for tests and small tables.
    pub fn unlimited() -> Self {
        Budget::new(Limits::default(), Cancel::default())
    }

    /// Sends progress to `observer`.
    pub fn with_observer(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Pays for one node of the limit; `Err` when the search must stop.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(self.stop(Stop::Nodes));
        }
        self.nodes += 1;
        self.poll()
    }

    /// Counts a state whose successors were produced, in the counters of the search and for those who watch it.
    #[inline]
    pub fn expand(&mut self, stats: &mut Stats) {
        stats.expanded += 1;
        self.count(1);
    }

    /// Counts states that a search has added to `expanded` of its own counters, for those who watch it.
    #[inline]
    pub fn count(&mut self, expanded: u64) {
        if !self.uncounted {
            self.expanded += expanded;
        }
    }

    /// Looks at the clock and the cancel flag now and then; `Err` when the work must stop.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    #[inline]
    pub fn poll(&mut self) -> Result<(), Stop> {
        if self.countdown > 0 {
            self.countdown -= 1;
            return Ok(());
        }
        self.look()
    }

    /// Looks at the clock and the cancel flag right away. For loops whose single step is slow.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        if self.cancel.is_cancelled() || self.halt.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(self.stop(Stop::Interrupted));
        }
        let now = Instant::now();
        self.pace(now);
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(self.stop(Stop::Time));
        }
        if let Some(observer) = &self.observer {
            let new = self.expanded - self.metered;
            self.metered = self.expanded;
            self.progress.expanded = self.meter.expanded.fetch_add(new, Ordering::Relaxed) + new;
            if self.meter.is_due(now, observer.interval()) {
                observer.progress(&self.progress);
            }
        }
        Ok(())
    }

    /// Sets how many calls go by until the next look: fewer when the last ones took long, else a few
    /// more than before.
    fn pace(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.looked);
        self.looked = now;
        self.interval = match passed > STRIDE {
            true => 0,
            false => (2 * self.interval + 1).min(MOST_CALLS),
        };
        self.countdown = self.interval;
    }

    /// A stop is final: every later call gives the same answer the next time it looks.
    fn stop(&mut self, stop: Stop) -> Stop {
        self.countdown = 0;
        *self.stopped.get_or_insert(stop)
    }

    /// A smaller budget inside this one: at most `nodes` further nodes and `time` further time,
    /// with the same cancel flag. Pay back with [`Budget::charge`].
    pub fn slice(&self, nodes: Option<u64>, time: Option<Duration>) -> Budget {
        let left = self.limits.nodes.map(|limit| limit.saturating_sub(self.nodes));
        let nodes = match (left, nodes) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let mut slice = self.clone();
        slice.limits.nodes = nodes;
        slice.nodes = 0;
        slice.expanded = 0;
        slice.metered = 0;
        slice.countdown = 0;
        slice.interval = 0;
        if let Some(time) = time {
            let end = Instant::now() + time;
            slice.deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        }
        slice
    }

    /// Adds the nodes that a [slice](Budget::slice) has used.
    pub fn charge(&mut self, slice: &Budget) {
        self.nodes += slice.nodes;
        self.expanded += slice.expanded;
        // What the slice has put on the meter itself is already there.
        self.metered += slice.metered;
    }

    /// A budget that also stops, as if it were interrupted, when `halt` is raised: for a thread
    /// whose work others may make pointless.
    pub fn halted_by(mut self, halt: Cancel) -> Self {
        self.halt = Some(halt);
        self
    }

    /// A budget whose expansions nobody is shown: for work that the counters of the record leave out.
    #[must_use]
    pub fn uncounted(mut self) -> Self {
        self.uncounted = true;
        self
    }

    /// Nodes paid for so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits this budget was made with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Bytes the tables may take, or `default` when no limit was given.
    pub fn memory(&self, default: u64) -> u64 {
        self.limits.memory.unwrap_or(default)
    }

    /// Sets the bytes the tables may take, for a search that shares the memory with tables built
    /// before it.
    pub fn set_memory(&mut self, bytes: u64) {
        self.limits.memory = Some(bytes);
    }

    /// The cancel flag.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_limit_is_exact_and_final() {
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        let mut budget = Budget::new(limits, Cancel::default());
        let ticks = (0..10).map(|_| budget.tick()).collect::<Vec<_>>();
        assert_eq!(ticks.iter().filter(|tick| tick.is_ok()).count(), 3);
        assert_eq!(ticks[9], Err(Stop::Nodes));
        assert_eq!(budget.nodes(), 3);
    }

    #[test]
    fn cancel_is_seen_within_one_interval() {
        let cancel = Cancel::default();
        let mut budget = Budget::new(Limits::default(), cancel.clone());
        assert_eq!(budget.poll(), Ok(()));
        cancel.cancel();
        let answers = (0..=MOST_CALLS).map(|_| budget.poll()).collect::<Vec<_>>();
        assert_eq!(answers.last(), Some(&Err(Stop::Interrupted)));
    }

    #[test]
    fn a_slow_step_is_followed_by_a_look() {
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let mut budget = Budget::new(limits, Cancel::default());
        // Short steps first, so that many calls go by without a look.
        for _ in 0..1_000 {
            let _ = budget.poll();
        }
        let slow = || std::thread::sleep(Duration::from_millis(5));
        let steps = (0..1_000).take_while(|_| (slow(), budget.poll()).1.is_ok()).count();
        assert!(steps <= MOST_CALLS as usize + 1, "{steps} slow steps");
        assert_eq!(budget.poll(), Err(Stop::Time));
    }

    #[test]
    fn short_steps_seldom_read_the_clock() {
        let mut budget = Budget::unlimited();
        let looks = (0..10_000).filter(|_| {
            let _ = budget.poll();
            budget.countdown == budget.interval
        });
        assert!(looks.count() <= 10_000 / 8);
    }

    #[test]
    fn a_passed_deadline_stops_the_first_poll() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut budget = Budget::new(limits, Cancel::default());
        assert_eq!(budget.poll(), Err(Stop::Time));
        assert_eq!(budget.poll(), Err(Stop::Time));
    }

    #[test]
    fn a_halt_stops_the_slice_and_nothing_else() {
        let halt = Cancel::default();
        let mut budget = Budget::unlimited();
        let mut slice = budget.slice(None, None).halted_by(halt.clone());
        assert_eq!(slice.look(), Ok(()));
        halt.cancel();
        assert_eq!(slice.look(), Err(Stop::Interrupted));
        assert_eq!(budget.look(), Ok(()));
    }

    /// Keeps the node counts of all reports.
    #[derive(Default)]
    struct Counts(Mutex<Vec<u64>>);

    impl Observer for Counts {
        fn progress(&self, progress: &Progress) {
            self.0.lock().unwrap().push(progress.expanded);
        }
    }

    #[test]
    fn reports_count_the_nodes_of_all_slices() {
        let (counts, mut stats) = (Arc::new(Counts::default()), Stats::default());
        let mut budget = Budget::unlimited().with_observer(counts.clone());
        for _ in 0..3 {
            let mut slice = budget.slice(Some(1_000), None);
            while slice.tick().is_ok() {
                slice.expand(&mut stats);
            }
            budget.charge(&slice);
            *budget.meter.last_report.lock().unwrap() -= REPORT_INTERVAL;
            budget.look().unwrap();
        }
        let counts = counts.0.lock().unwrap();
        assert!(counts.is_sorted() && counts.len() >= 3, "{counts:?}");
        assert_eq!((counts.last(), stats.expanded), (Some(&3_000), 3_000));
    }

    #[test]
    fn what_is_paid_for_but_not_recorded_is_not_shown() {
        let (counts, mut stats) = (Arc::new(Counts::default()), Stats::default());
        let mut budget = Budget::unlimited().with_observer(counts.clone());
        for uncounted in [false, true] {
            let slice = budget.slice(Some(1_000), None);
            let mut slice = if uncounted { slice.uncounted() } else { slice };
            while slice.tick().is_ok() {
                slice.expand(&mut stats);
            }
            // A node that was taken and found to be lost.
            let _ = budget.tick();
            budget.charge(&slice);
            *budget.meter.last_report.lock().unwrap() -= REPORT_INTERVAL;
            budget.look().unwrap();
        }
        assert_eq!(budget.nodes(), 2_002);
        assert_eq!(counts.0.lock().unwrap().last(), Some(&1_000));
    }

    #[test]
    fn a_slice_ends_alone_and_is_paid_back() {
        let limits = Limits { nodes: Some(10), ..Limits::default() };
        let mut budget = Budget::new(limits, Cancel::default());
        let mut slice = budget.slice(Some(4), None);
        while slice.tick().is_ok() {}
        budget.charge(&slice);
        assert_eq!(budget.nodes(), 4);
        assert_eq!(budget.tick(), Ok(()));
    }
}
