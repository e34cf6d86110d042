//! A referee and helper for language models, over the Model Context Protocol.
//!
//! The protocol is JSON-RPC 2.0, a message a line. Of it a server of tools needs four requests and one
//! notification, which `rpc` writes by hand: the official SDK would bring thirty packages for that
//! (`docs/adr/0007-mcp-by-hand.md`). [`serve`] reads requests and answers each call of a tool in a
//! thread of its own, so that a long search can be cancelled and nothing waits for it.

mod answers;
mod arguments;
mod calls;
mod rpc;
mod tools;

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use calls::Calls;
use rpc::{INVALID_PARAMS, INVALID_REQUEST, Incoming, METHOD_NOT_FOUND, PARSE_ERROR};

/// What tools may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// Longest time a call may ask for.
    pub time: Duration,
    /// Memory for each call.
    pub memory: u64,
    /// How the worker is started in which searches run.
    pub worker: runner::WorkerCommand,
}

/// The supported versions of the protocol, newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Bytes of a message.
const MAX_MESSAGE: u64 = 4 << 20;

/// The general instructions sent to every client.
const INSTRUCTIONS: &str = "\
Levels are text: Sokoban in XSB (# wall, @ player, $ box, . goal, * box on goal, + player on goal), \
Unblock Me as rows of letters, a letter for each piece and . for free cells, A or the first letter being \
the piece that must get out. Sokoban moves are the letters l u r d, pushes in capitals; Unblock moves \
are words such as A+2 C-1 (right and down count up). Rows and columns count from 0. Every solution \
has been replayed by an independent checker.";

/// Serves requests until the input ends and those that have come are answered.
///
/// # Errors
/// When the input cannot be read.
pub fn serve(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    options: Options,
) -> io::Result<()> {
    let out = Out { to: Arc::new(Mutex::new(output)), gone: Arc::default() };
    let calls = Calls::new(options);
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_MESSAGE + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        if read as u64 > MAX_MESSAGE {
            out.say(&rpc::failed(&Value::Null, INVALID_REQUEST, "the message is too long"));
            skip_line(&mut input)?;
            continue;
        }
        if !line.trim_ascii().is_empty() {
            hear(&line, &calls, &out);
        }
    }
    calls.finish(&out);
    Ok(())
}

/// Passes over the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

/// Where answers go, one line each, from any thread.
pub(crate) struct Out<W> {
    to: Arc<Mutex<W>>,
    gone: Arc<AtomicBool>,
}

impl<W> Clone for Out<W> {
    fn clone(&self) -> Out<W> {
        Out { to: self.to.clone(), gone: self.gone.clone() }
    }
}

impl<W> Out<W> {
    /// Whether nobody reads: sending has failed.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }
}

impl<W: Write> Out<W> {
    /// Sends a line. An error is only noted: when the client is gone, the end of our input shows it.
    pub(crate) fn say(&self, message: &Value) {
        let mut out = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{message}").and_then(|()| out.flush()).is_err() {
            self.gone.store(true, Ordering::Relaxed);
        }
    }
}

/// Takes in one message.
fn hear<W: Write + Send + 'static>(line: &[u8], calls: &Calls, out: &Out<W>) {
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => {
            return out.say(&rpc::failed(&Value::Null, PARSE_ERROR, &error.to_string()));
        }
    };
    match rpc::read(&message) {
        Ok(Incoming::Request { id, method, params }) => answer(&id, &method, &params, calls, out),
        Ok(Incoming::Notification { method, params }) => {
            if method == "notifications/cancelled" {
                calls.cancel(&params["requestId"]);
            }
        }
        // A response to a request we never made.
        Ok(Incoming::Answer) => {}
        Err(reason) => {
            let id = message.get("id").cloned().unwrap_or_default();
            out.say(&rpc::failed(&id, INVALID_REQUEST, &reason));
        }
    }
}

fn answer<W: Write + Send + 'static>(
    id: &Value,
    method: &str,
    params: &Value,
    calls: &Calls,
    out: &Out<W>,
) {
    let result = match method {
        "initialize" => introduction(params),
        "ping" => json!({}),
        "tools/list" => json!({ "tools": tools::list() }),
        "tools/call" => {
            let name = params["name"].as_str().unwrap_or_default();
            match tools::named(name) {
                Some(tool) => return calls.begin(id, tool, params, out),
                None => {
                    let known = tools::TOOLS.each_ref().map(|tool| tool.name);
                    let look = format!("there are {}", known.join(", "));
                    let reason = puzzle::text::unknown("tool", name, known, &look);
                    return out.say(&rpc::failed(id, INVALID_PARAMS, &reason));
                }
            }
        }
        _ => {
            let reason = format!("there is no method {method:?}");
            return out.say(&rpc::failed(id, METHOD_NOT_FOUND, &reason));
        }
    };
    out.say(&rpc::done(id, result));
}

/// The answer to `initialize`: the client's protocol version if we support it, else our newest.
fn introduction(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str();
    let version = VERSIONS.into_iter().find(|it| Some(*it) == asked).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "banto", "title": "Banto", "version": puzzle::record::VERSION },
        "instructions": INSTRUCTIONS,
    })
}
