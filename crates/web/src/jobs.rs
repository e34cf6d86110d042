//! Solve jobs: a bounded queue, a fixed number of workers, one job per client at a time.
//!
//! Nobody is shut out by others who came first. An address has a share of the queue, whatever names its
//! clients take, and the last place is kept for an address that has none. A client without a job that
//! finds the share of its address used up takes the place of the job that nobody has looked at for
//! longest; of the jobs of an address, those that somebody follows come first.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use api::search::Search;
use axum::http::StatusCode;
use puzzle::search::{Observer, Progress};
use puzzle::{Puzzle, Report, Status};
use runner::{ProgressLine, WorkerCommand, run_in_worker};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::{Notify, watch};

use crate::problem::{Answer, Problem};

/// Jobs waiting, over all clients.
const MAX_QUEUE: usize = 32;
/// Jobs waiting of one address, whatever names its clients give themselves.
const MAX_PER_ADDRESS: usize = 16;
/// Jobs waiting of one client.
const MAX_PER_CLIENT: usize = 4;
/// Finished jobs remembered.
const MAX_FINISHED: usize = 1000;
/// Time a finished job is remembered.
const KEEP: Duration = Duration::from_secs(600);

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    Queued,
    Running,
    Done,
}

/// What can be said about a job.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) id: String,
    pub(crate) phase: Phase,
    /// The latest progress of the engine.
    pub(crate) progress: Option<ProgressLine>,
    /// The record, once the job is done. It is kept as text: taken apart it needs ten times the memory.
    pub(crate) record: Option<Box<RawValue>>,
}

/// Who shares places in the queue: an address and, within it, a tab of the page. The name of a tab is
/// what the client says; the address is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    pub(crate) address: Option<IpAddr>,
    pub(crate) tab: String,
}

/// One job.
pub(crate) struct Job {
    pub(crate) id: String,
    client: Client,
    view: watch::Sender<View>,
    stop: Notify,
    abandoned: Notify,
    /// When somebody looked last.
    seen: Mutex<Instant>,
}

impl Job {
    /// Follows the job.
    pub(crate) fn watch(&self) -> watch::Receiver<View> {
        *self.seen.lock().expect("no panic while held") = Instant::now();
        self.view.subscribe()
    }

    /// Whether somebody follows it now.
    fn is_followed(&self) -> bool {
        self.view.receiver_count() > 0
    }

    fn seen(&self) -> Instant {
        *self.seen.lock().expect("no panic while held")
    }

    /// Waits for the record.
    pub(crate) async fn record(&self) -> Value {
        let mut view = self.watch();
        let done = view.wait_for(|view| view.phase == Phase::Done).await;
        let record = done.ok().and_then(|view| view.record.clone());
        record.and_then(|text| serde_json::from_str(text.get()).ok()).unwrap_or_default()
    }
}

/// The view of a job shows what its search reports.
impl Observer for Job {
    fn progress(&self, progress: &Progress) {
        let line = ProgressLine::new(progress);
        self.view.send_modify(|view| view.progress = Some(line));
    }
}

/// Is shown the level and the record of a search before anybody else sees them.
pub(crate) type Witness = Arc<dyn Fn(&Puzzle, &Value) + Send + Sync>;

/// All jobs of a server.
pub(crate) struct Jobs {
    command: WorkerCommand,
    workers: usize,
    witness: Witness,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    queue: VecDeque<(Arc<Job>, Search)>,
    running: Vec<Arc<Job>>,
    finished: VecDeque<(Instant, String)>,
    table: BTreeMap<String, Arc<Job>>,
}

/// Numbers for the status page.
#[derive(Debug, Serialize)]
pub(crate) struct Load {
    workers: usize,
    running: usize,
    queued: usize,
}

impl Jobs {
    pub(crate) fn new(command: WorkerCommand, workers: usize, witness: Witness) -> Jobs {
        Jobs { command, workers, witness, state: Mutex::default() }
    }

    pub(crate) fn load(&self) -> Load {
        let state = self.lock();
        Load { workers: self.workers, running: state.running.len(), queued: state.queue.len() }
    }

    /// Whether a job of this client would be taken now: asked before a request is read, so
    /// that refusals cost next to nothing.
    pub(crate) fn room(&self, client: &Client) -> Answer<()> {
        self.lock().room(client).map(|_| ())
    }

    /// Takes a job, or says why not. `urgent` jobs (hints) go before the others.
    pub(crate) fn submit(
        self: &Arc<Self>,
        client: Client,
        search: Search,
        urgent: bool,
    ) -> Answer<Arc<Job>> {
        let mut state = self.lock();
        state.forget_old();
        if let Some(displaced) = state.room(&client)? {
            state.displace(displaced);
        }
        let id = random_id();
        let view = View { id: id.clone(), phase: Phase::Queued, progress: None, record: None };
        let job = Arc::new(Job {
            id: id.clone(),
            client,
            view: watch::Sender::new(view),
            stop: Notify::new(),
            abandoned: Notify::new(),
            seen: Mutex::new(Instant::now()),
        });
        state.table.insert(id, job.clone());
        if urgent {
            state.queue.push_front((job.clone(), search))
        } else {
            state.queue.push_back((job.clone(), search))
        }
        self.start_next(&mut state);
        Ok(job)
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.lock().table.get(id).cloned()
    }

    /// Stops a job, waiting or running. A finished one stays as it is.
    pub(crate) fn cancel(&self, job: &Arc<Job>) {
        self.end(job, &job.stop);
    }

    /// Ends a job whose client has gone away: its worker is killed at once, because nobody reads its report.
    fn abandon(&self, job: &Arc<Job>) {
        self.end(job, &job.abandoned);
    }

    fn end(&self, job: &Arc<Job>, running: &Notify) {
        let mut state = self.lock();
        let waiting = state.queue.iter().position(|(it, _)| it.id == job.id);
        if let Some((_, search)) = waiting.and_then(|at| state.queue.remove(at)) {
            state.finish(job, search.ended(Status::Interrupted));
        } else {
            running.notify_one();
        }
    }

    /// Starts what can be started.
    fn start_next(self: &Arc<Self>, state: &mut State) {
        while state.running.len() < self.workers {
            let Some((job, search)) = state.next() else { return };
            state.running.push(job.clone());
            tokio::spawn(self.clone().run(job, search));
        }
    }

    async fn run(self: Arc<Self>, job: Arc<Job>, search: Search) {
        job.view.send_modify(|view| view.phase = Phase::Running);
        let resolved = search.resolved.clone().watched(job.clone());
        let run = run_in_worker(&self.command, &search.puzzle, &resolved, job.stop.notified());
        let report = tokio::select! {
            report = run => report.unwrap_or_else(|error| {
                Report::crashed(format!("no worker could be started: {error}"), &resolved)
            }),
            () = job.abandoned.notified() => Report::empty(Status::Interrupted, &resolved),
        };
        let record = self.witnessed(&search, search.record(&report)).await;
        let mut state = self.lock();
        state.running.retain(|it| it.id != job.id);
        state.finish(&job, record);
        self.start_next(&mut state);
    }

    /// Shows a record that proves something to the witness. Hints, which are about positions in the
    /// middle of a game, ask for any solution and prove nothing.
    async fn witnessed(&self, search: &Search, record: Value) -> Value {
        if record.get("bound").is_none() {
            return record;
        }
        let (witness, puzzle) = (self.witness.clone(), search.puzzle.clone());
        let copy = record.clone();
        // A witness that fails has said so itself, and the search is not worth less for it.
        let _ = tokio::task::spawn_blocking(move || witness(&puzzle, &copy)).await;
        record
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no panic while held")
    }
}

impl State {
    /// The waiting job to begin with: of a client that has none running; among those one of an address
    /// that has fewest running, so that an address cannot get all workers by taking many names; and of
    /// an address first what somebody follows.
    fn next(&mut self) -> Option<(Arc<Job>, Search)> {
        let running = &self.running;
        let free = |job: &Job| !running.iter().any(|it| it.client == job.client);
        let share =
            |job: &Job| running.iter().filter(|it| it.client.address == job.client.address).count();
        let waiting = self.queue.iter().enumerate().filter(|(_, (job, _))| free(job));
        let (at, _) = waiting.min_by_key(|(_, (job, _))| (share(job), !job.is_followed()))?;
        self.queue.remove(at)
    }

    /// Whether there is a place for a job of this client, and which waiting job must leave for it.
    fn room(&self, client: &Client) -> Answer<Option<usize>> {
        let waiting = |of: &dyn Fn(&Client) -> bool| {
            self.queue.iter().filter(|(job, _)| of(&job.client)).count()
        };
        let (own, neighbours) =
            (waiting(&|it| it == client), waiting(&|it| it.address == client.address));
        let last_but_one = |most: usize, kept: bool| if kept { most - 1 } else { most };
        let refused = |code, seconds, detail: &str| Err(Problem::later(code, seconds, detail));
        if own >= MAX_PER_CLIENT {
            let detail = "too many jobs of this client are waiting";
            return refused(StatusCode::TOO_MANY_REQUESTS, 2, detail);
        }
        let is_new = own == 0 && !self.running.iter().any(|it| it.client == *client);
        let displaced = || if is_new { self.forgotten(client) } else { None };
        if neighbours >= last_but_one(MAX_PER_ADDRESS, !is_new) {
            let detail = "too many jobs of this address are waiting";
            return match displaced() {
                Some(at) => Ok(Some(at)),
                None => refused(StatusCode::TOO_MANY_REQUESTS, 2, detail),
            };
        }
        if self.queue.len() >= last_but_one(MAX_QUEUE, neighbours > 0) {
            let detail = "all workers are busy and the queue is full";
            return match displaced() {
                Some(at) => Ok(Some(at)),
                None => refused(StatusCode::SERVICE_UNAVAILABLE, 5, detail),
            };
        }
        Ok(None)
    }

    /// The waiting job of the client's address that nobody follows and nobody has looked at for longest.
    fn forgotten(&self, client: &Client) -> Option<usize> {
        let jobs = self.queue.iter().enumerate().map(|(at, (job, _))| (at, job));
        let own = jobs.filter(|(_, job)| job.client.address == client.address);
        let forgotten = own.filter(|(_, job)| !job.is_followed());
        forgotten.min_by_key(|(_, job)| job.seen()).map(|(at, _)| at)
    }

    /// Ends a waiting job in favour of another.
    fn displace(&mut self, at: usize) {
        let Some((job, search)) = self.queue.remove(at) else { return };
        let mut record = search.ended(Status::Interrupted);
        record["error"] = "nobody followed it, and another client needed its place".into();
        self.finish(&job, record);
    }

    fn finish(&mut self, job: &Arc<Job>, record: Value) {
        let record = serde_json::value::to_raw_value(&record).ok();
        job.view.send_modify(|view| {
            view.phase = Phase::Done;
            view.record = record;
        });
        if self.table.contains_key(&job.id) {
            self.finished.push_back((Instant::now(), job.id.clone()));
        }
        self.forget_old();
    }

    fn forget(&mut self, job: &Job) {
        self.table.remove(&job.id);
        if let Some(at) = self.finished.iter().rposition(|(_, id)| *id == job.id) {
            self.finished.remove(at);
        }
    }

    fn forget_old(&mut self) {
        while let Some((when, id)) = self.finished.front()
            && (self.finished.len() > MAX_FINISHED || when.elapsed() > KEEP)
        {
            self.table.remove(id);
            self.finished.pop_front();
        }
    }
}

/// Ends a job when dropped, unless it is done: its client has gone away. Nobody else knows its id, so it is
/// forgotten at once.
pub(crate) struct CancelOnDrop {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) job: Arc<Job>,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.jobs.abandon(&self.job);
        self.jobs.lock().forget(&self.job);
    }
}

/// 128 random bits.
pub(crate) fn random_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
