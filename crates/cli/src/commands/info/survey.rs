//! Looks at levels, several at a time, and hands on what it finds in the order of the levels.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use puzzle::facts::{FactValue, Facts};
use puzzle::search::Stop;
use puzzle::{Budget, Cancel, Entry, Limits, Puzzle, Status};

use super::Level;
use super::row;
use crate::failure::Failure;
use crate::query::Condition;

/// Time and memory for one level: a huge board loses its facts, not the whole run.
const LIMITS: Limits =
    Limits { time: Some(Duration::from_secs(5)), memory: Some(1 << 30), nodes: None };

/// Most levels looked at at a time, because each may take the memory of `LIMITS`.
const AT_A_TIME: usize = 4;

/// Levels that are not worth a second thread.
const FEW: usize = 50;

/// How a level is looked at: `puzzle::facts` or `puzzle::facts::brief`.
pub(super) type Look = fn(&Puzzle, &mut Budget) -> Result<Facts, Stop>;

/// What a level shows by itself.
pub(super) struct Seen {
    pub(super) facts: Facts,
    /// The limit that came before the rest of the facts.
    pub(super) stop: Option<Stop>,
}

impl Seen {
    fn of(entry: &Entry, facts: Look, cancel: &Cancel) -> Seen {
        let (facts, stop) = match &entry.puzzle {
            Ok(puzzle) => match facts(puzzle, &mut Budget::new(LIMITS, cancel.clone())) {
                Ok(facts) => (facts, None),
                Err(stop) => (puzzle::facts::outline(puzzle), Some(stop)),
            },
            Err(_) => (Facts::new(), None),
        };
        Seen { facts, stop }
    }

    /// The value of a fact.
    pub(super) fn fact(&self, name: &str) -> Option<&FactValue> {
        self.facts.iter().find(|(fact, _)| *fact == name).map(|(_, value)| value)
    }

    /// Why something is missing, in the words of the records.
    pub(super) fn status(&self, entry: &Entry) -> Option<Status> {
        match entry.puzzle {
            Ok(_) => self.stop.map(Status::from),
            Err(_) => Some(Status::Invalid),
        }
    }
}

/// What is said about a level that was not looked at to the end.
pub(super) fn incomplete(stop: Stop) -> &'static str {
    match stop {
        Stop::Time | Stop::Nodes => "too large to analyse within the time limit",
        Stop::Memory => "too large to analyse within the memory limit",
        Stop::Interrupted => "interrupted",
    }
}

/// Looks at all levels until `cancel` is raised or `each`, which gets them in order, fails. A level
/// that does not meet the conditions at first sight is not looked at: `None`.
pub(super) fn all<'a>(
    levels: &[Level<'a>],
    (facts, conditions): (Look, &[Condition]),
    cancel: &Cancel,
    mut each: impl FnMut(Level<'a>, Option<Seen>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // A collection draws its faults lazily and stays with this thread; its levels can be shared.
    let entries: Vec<&Entry> = levels.iter().map(|(_, entry)| *entry).collect();
    let look = |entry: &Entry| may_match(entry, conditions).then(|| Seen::of(entry, facts, cancel));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if levels.len() <= FEW { 1 } else { cores.min(AT_A_TIME) };
    let (next, done) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |found: mpsc::SyncSender<(usize, Option<Seen>)>| {
        while !done.load(Ordering::Relaxed) && !cancel.is_cancelled() {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(entry) = entries.get(i) else { break };
            if found.send((i, look(entry))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let (send, found) = mpsc::sync_channel(FEW);
        for _ in 0..threads {
            let send = send.clone();
            scope.spawn(|| work(send));
        }
        drop(send);
        let (mut early, mut due) = (BTreeMap::new(), 0);
        for (i, seen) in found {
            early.insert(i, seen);
            while let Some(seen) = early.remove(&due) {
                let shown = each(levels[due], seen);
                due += 1;
                if shown.is_err() {
                    done.store(true, Ordering::Relaxed);
                    return shown;
                }
            }
        }
        Ok(())
    })
}

/// Whether a level can meet the conditions, as far as its outline shows.
fn may_match(entry: &Entry, conditions: &[Condition]) -> bool {
    let Ok(puzzle) = &entry.puzzle else { return true };
    let outline = if conditions.is_empty() { Facts::new() } else { puzzle::facts::outline(puzzle) };
    conditions.iter().all(|condition| {
        let fact = outline.iter().find(|(name, _)| *name == condition.column.name);
        fact.is_none_or(|(_, value)| condition.holds(row::value_of(value).as_ref()))
    })
}
