//! Runs of experiments: every configuration on every level, one search after the other.
//!
//! A run takes at most one worker at a time and waits its turn in the same queue as everybody else,
//! so the page stays quick beside it. Records are kept in memory, for an hour after the end. A run
//! that no client has looked at for a minute stops.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use api::search::Search;
use axum::http::StatusCode;
use lab::{Entry, Experiment};
use serde::Serialize;
use tokio::sync::watch;

use crate::jobs::{CancelOnDrop, Client, Jobs, Phase, random_id};
use crate::problem::{Answer, Problem};

/// Runs going on at one time, over all clients; a client has one.
const MAX_ALIVE: usize = 4;
/// Runs going on of one address, whatever names its clients give themselves.
const MAX_PER_ADDRESS: usize = 2;
/// Runs remembered.
const MAX_KEPT: usize = 16;
/// Time a finished run is remembered.
const KEEP: Duration = Duration::from_secs(3600);
/// A run stops when no client has looked at it for this long.
const PATIENCE: Duration = Duration::from_secs(60);
/// Pause before a full queue is asked again.
const PAUSE: Duration = Duration::from_millis(250);

/// One search of a run.
pub(crate) struct Cell {
    pub(crate) suite: String,
    pub(crate) label: String,
    pub(crate) title: Option<String>,
    pub(crate) search: Search,
}

/// What can be said about a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) id: String,
    /// The name of the experiment.
    experiment: String,
    pub(crate) phase: Phase,
    done: usize,
    total: usize,
    /// What is being searched: the label of a configuration and a level.
    now: Option<String>,
    /// Whether it ended before everything was run.
    stopped: bool,
}

/// One run.
pub(crate) struct Run {
    pub(crate) id: String,
    client: Client,
    /// The experiment as it was asked for.
    pub(crate) experiment: Experiment,
    view: watch::Sender<View>,
    entries: Mutex<Vec<Entry>>,
    stop: watch::Sender<bool>,
    /// When somebody looked last, or when it ended.
    seen: Mutex<Instant>,
}

impl Run {
    /// Follows the run.
    pub(crate) fn watch(&self) -> watch::Receiver<View> {
        self.look();
        self.view.subscribe()
    }

    /// The records so far.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.look();
        self.entries.lock().expect("no panic while held").clone()
    }

    /// Ends the run; what is recorded stays.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    fn look(&self) {
        *self.seen.lock().expect("no panic while held") = Instant::now();
    }

    fn idle(&self) -> Duration {
        self.seen.lock().expect("no panic while held").elapsed()
    }

    fn alive(&self) -> bool {
        self.view.borrow().phase != Phase::Done
    }
}

/// All runs of a server.
pub(crate) struct Runs {
    jobs: Arc<Jobs>,
    table: Mutex<BTreeMap<String, Arc<Run>>>,
}

impl Runs {
    pub(crate) fn new(jobs: Arc<Jobs>) -> Runs {
        Runs { jobs, table: Mutex::default() }
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Run>> {
        self.table.lock().expect("no panic while held").get(id).cloned()
    }

    /// The runs of a client, and what can be said about them.
    pub(crate) fn of(&self, client: &Client) -> Vec<View> {
        let table = self.table.lock().expect("no panic while held");
        let own = table.values().filter(|run| run.client == *client);
        own.map(|run| run.view.borrow().clone()).collect()
    }

    /// Takes a run, or says why not.
    pub(crate) fn start(
        &self,
        client: Client,
        experiment: Experiment,
        cells: Vec<Cell>,
    ) -> Answer<Arc<Run>> {
        let mut table = self.table.lock().expect("no panic while held");
        forget_old(&mut table);
        let alive = || table.values().filter(|run| run.alive());
        if alive().any(|run| run.client == client) {
            let detail = "an experiment of this client is running";
            return Err(Problem::later(StatusCode::TOO_MANY_REQUESTS, 10, detail));
        }
        if alive().filter(|run| run.client.address == client.address).count() >= MAX_PER_ADDRESS {
            let detail = "too many experiments of this address are running";
            return Err(Problem::later(StatusCode::TOO_MANY_REQUESTS, 10, detail));
        }
        if alive().count() >= MAX_ALIVE {
            let detail = "too many experiments are running";
            return Err(Problem::later(StatusCode::SERVICE_UNAVAILABLE, 30, detail));
        }
        let id = random_id();
        let view = View {
            id: id.clone(),
            experiment: experiment.name.clone(),
            phase: Phase::Queued,
            done: 0,
            total: cells.len(),
            now: None,
            stopped: false,
        };
        let run = Arc::new(Run {
            id: id.clone(),
            client,
            experiment,
            view: watch::Sender::new(view),
            entries: Mutex::default(),
            stop: watch::Sender::new(false),
            seen: Mutex::new(Instant::now()),
        });
        table.insert(id, run.clone());
        tokio::spawn(work(run.clone(), self.jobs.clone(), cells));
        Ok(run)
    }
}

/// Takes away runs that ended long ago, and the oldest ended ones when there are too many.
fn forget_old(table: &mut BTreeMap<String, Arc<Run>>) {
    table.retain(|_, run| run.alive() || run.idle() < KEEP);
    while table.len() >= MAX_KEPT {
        let ended = table.values().filter(|run| !run.alive());
        let Some(oldest) = ended.max_by_key(|run| run.idle()).map(|run| run.id.clone()) else {
            return;
        };
        table.remove(&oldest);
    }
}

/// Makes all searches of a run, unless it is stopped.
async fn work(run: Arc<Run>, jobs: Arc<Jobs>, cells: Vec<Cell>) {
    let mut stopped = false;
    for cell in cells {
        let now = format!("{}: {}:{}", cell.label, cell.suite, cell.search.index);
        run.view.send_modify(|view| {
            view.phase = Phase::Running;
            view.now = Some(now);
        });
        let mut stop = run.stop.subscribe();
        let entry = tokio::select! {
            entry = search(&run, &jobs, &cell) => entry,
            _ = stop.wait_for(|stop| *stop) => None,
        };
        let Some(entry) = entry else {
            stopped = true;
            break;
        };
        run.entries.lock().expect("no panic while held").push(entry);
        run.view.send_modify(|view| view.done += 1);
    }
    *run.seen.lock().expect("no panic while held") = Instant::now();
    run.view.send_modify(|view| {
        view.phase = Phase::Done;
        view.now = None;
        view.stopped = stopped;
    });
}

/// One search; `None` when no client follows the run any more. Dropping it ends its worker.
async fn search(run: &Run, jobs: &Arc<Jobs>, cell: &Cell) -> Option<Entry> {
    let client = Client { address: run.client.address, tab: format!("run {}", run.id) };
    let job = loop {
        if run.view.receiver_count() == 0 && run.idle() > PATIENCE {
            return None;
        }
        match jobs.submit(client.clone(), cell.search.clone(), false) {
            Ok(job) => break job,
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    };
    let _guard = CancelOnDrop { jobs: jobs.clone(), job: job.clone() };
    let mut record = job.record().await;
    if let Some(title) = &cell.title {
        record["title"] = title.as_str().into();
    }
    Some(Entry { suite: cell.suite.clone(), label: cell.label.clone(), record })
}
