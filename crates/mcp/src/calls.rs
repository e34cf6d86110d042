//! The calls under way, each in a thread of its own.

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use puzzle::Cancel;
use puzzle::search::{Observer, Progress};
use serde_json::{Value, json};

use crate::answers::Asked;
use crate::tools::Tool;
use crate::{Options, Out, rpc};

/// Calls at one time.
const MOST: usize = 8;
/// How long calls under way may still take when the input has ended, and then, cancelled, to stop. Clients wait about
/// two seconds before they end a server.
const FAREWELL: Duration = Duration::from_secs(1);

/// The calls under way.
pub(crate) struct Calls {
    options: Options,
    /// By the text of their ids.
    running: Arc<Mutex<BTreeMap<String, Cancel>>>,
}

impl Calls {
    pub(crate) fn new(options: Options) -> Calls {
        Calls { options, running: Arc::default() }
    }

    /// Begins a call; its answer comes later. One that was cancelled is not answered.
    pub(crate) fn begin<W: Write + Send + 'static>(
        &self,
        id: &Value,
        tool: &'static Tool,
        params: &Value,
        out: &Out<W>,
    ) {
        let cancel = Cancel::default();
        {
            let mut running = held(&self.running);
            if running.len() >= MOST || running.contains_key(&id.to_string()) {
                let why = "too many calls are under way, or one with this id; wait for an answer";
                return out.say(&rpc::done(id, refusal(why)));
            }
            running.insert(id.to_string(), cancel.clone());
        }
        let asked = Asked {
            arguments: params.get("arguments").cloned().unwrap_or_else(|| json!({})),
            cancel: cancel.clone(),
            observer: observer(params, out),
            options: self.options.clone(),
        };
        let (id, out, running) = (id.clone(), out.clone(), self.running.clone());
        std::thread::spawn(move || {
            // Nothing that a tool has touched is used after it has panicked.
            let result = catch_unwind(AssertUnwindSafe(|| tool.call(&asked)));
            let result = match result {
                Ok(Ok(found)) => accepted(&found),
                Ok(Err(reason)) => refusal(&reason),
                Err(_) => refusal("internal error; please report this call"),
            };
            if !cancel.is_cancelled() {
                out.say(&rpc::done(&id, result));
            }
            held(&running).remove(&id.to_string());
        });
    }

    /// Stops a call.
    pub(crate) fn cancel(&self, id: &Value) {
        if let Some(cancel) = held(&self.running).get(&id.to_string()) {
            cancel.cancel();
        }
    }

    /// The input has ended, because the client is gone or because a shell has sent all it had (`echo … | banto mcp`).
    /// Quick calls are still answered; the others are cancelled.
    pub(crate) fn end(&self) {
        self.wait();
        held(&self.running).values().for_each(Cancel::cancel);
        self.wait();
    }

    /// Waits a while until no call is under way.
    fn wait(&self) {
        let began = std::time::Instant::now();
        while !held(&self.running).is_empty() && began.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The answer of a tool, as data and as text.
fn accepted(found: &Value) -> Value {
    let text = serde_json::to_string_pretty(found).unwrap_or_default();
    json!({ "content": [{ "type": "text", "text": text }], "structuredContent": found, "isError": false })
}

/// An error answer that tells the model how to correct its call.
fn refusal(reason: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": reason }], "isError": true })
}

/// Reports the progress of a search if the client asked for it.
fn observer<W: Write + Send + 'static>(params: &Value, out: &Out<W>) -> Option<Arc<dyn Observer>> {
    let token = params.get("_meta")?.get("progressToken")?.clone();
    Some(Arc::new(Telling { token, out: out.clone() }))
}

struct Telling<W> {
    token: Value,
    out: Out<W>,
}

impl<W: Write + Send> Observer for Telling<W> {
    fn progress(&self, progress: &Progress) {
        let Progress { engine, expanded, .. } = progress;
        let told = json!({
            "progressToken": self.token, "progress": expanded,
            "message": format!("{engine}: {expanded} positions"),
        });
        self.out.say(&rpc::notification("notifications/progress", told));
    }
}
