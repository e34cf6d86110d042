//! What a module takes from its host, and how questions come in and answers go out.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use api::search::Bounds;
use api::{Answer, Host, Refusal};
use puzzle::search::{Observer, Progress, set_host_clock};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// What the host provides.
pub(crate) mod host {
    #[allow(unsafe_code)]
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some moment that stays the same.
        pub(crate) safe fn now() -> f64;
        /// Takes a progress report, JSON at a place with a length.
        pub(crate) safe fn progress(text: *const u8, length: usize);
        /// Takes the words of a panic, which ends the instance.
        pub(crate) safe fn panicked(text: *const u8, length: usize);
        /// There is no more memory, which ends the instance.
        pub(crate) safe fn out_of_memory();
    }
}

/// The question and the answer, where the host finds them.
static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn locked(text: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a question of a length is to be written.
pub fn input(length: usize) -> *mut u8 {
    let mut question = locked(&QUESTION);
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// What answers questions: a name, a body, who asks.
pub type Ask = fn(&str, &[u8], &Host) -> Answer<Value>;

/// Answers the question; returns the length of the answer, which is at [`output`].
///
/// A question is `{"ask": name, "body": …, "bounds": {"memory": bytes, "max_memory": bytes}}`; an answer is
/// `{"answer": …}` or `{"refused": {status, detail, faults}}`.
pub fn answer(ask: Ask) -> usize {
    static READY: Once = Once::new();
    READY.call_once(prepare);
    let question = std::mem::take(&mut *locked(&QUESTION));
    let said = match understood(&question, ask) {
        Ok(answer) => json!({ "answer": answer }),
        Err(refusal) => json!({ "refused": refusal }),
    };
    let mut answer = locked(&ANSWER);
    *answer = serde_json::to_vec(&said).unwrap_or_default();
    answer.len()
}

/// Where the answer is.
pub fn output() -> *const u8 {
    locked(&ANSWER).as_ptr()
}

/// The exports of a module that answers these questions.
#[macro_export]
macro_rules! exports {
    ($ask:path) => {
        /// Where a question of a length is to be written.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn input(length: usize) -> *mut u8 {
            $crate::module::input(length)
        }

        /// Answers the question; returns the length of the answer.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn answer() -> usize {
            $crate::module::answer($ask)
        }

        /// Where the answer is.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn output() -> *const u8 {
            $crate::module::output()
        }
    };
}

/// The clock and the words of panics go to the host.
fn prepare() {
    set_host_clock(|| Duration::try_from_secs_f64(host::now() / 1000.0).unwrap_or_default());
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        host::panicked(text.as_ptr(), text.len());
    }));
}

/// Time of a search when the question names none, and the most it may name.
const TIME: Duration = Duration::from_secs(10);
const MAX_TIME: Duration = Duration::from_secs(600);
/// The same for memory, when the host does not say.
const MEMORY: u64 = 512 << 20;

fn understood(question: &[u8], ask: Ask) -> Answer<Value> {
    let broken = |error| Refusal::bad(format!("question: {error}"));
    let question: BTreeMap<&str, &RawValue> = serde_json::from_slice(question).map_err(broken)?;
    let part = |name: &str| question.get(name).map_or("null", |part| part.get());
    let name: Option<&str> = serde_json::from_str(part("ask")).map_err(broken)?;
    let given: Value = serde_json::from_str(part("bounds")).map_err(broken)?;
    let memory = given["memory"].as_u64().unwrap_or(MEMORY);
    let max_memory = given["max_memory"].as_u64().unwrap_or(memory);
    let bounds = Bounds { time: TIME, max_time: MAX_TIME, memory, max_memory, max_threads: 1 };
    // The body goes on as it came: who answers reads it.
    let host = Host { bounds, observer: Some(Arc::new(Told)) };
    ask(name.unwrap_or_default(), part("body").as_bytes(), &host)
}

/// The host sees the progress of searches.
struct Told;

impl Observer for Told {
    fn progress(&self, progress: &Progress) {
        let &Progress { engine, expanded, depth, best, bound, shortest } = progress;
        let line = json!({
            "engine": engine, "expanded": expanded, "depth": depth, "best": best,
            "bound": bound, "shortest": shortest,
        });
        let text = line.to_string();
        host::progress(text.as_ptr(), text.len());
    }
}
