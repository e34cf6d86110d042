//! Messages of JSON-RPC 2.0.

use serde_json::{Value, json};

/// Not JSON.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// JSON, but not a valid message.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// No such method.
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
/// Invalid parameters.
pub(crate) const INVALID_PARAMS: i32 = -32602;

/// A message of the client.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    /// Wants an answer.
    Request {
        /// A number or a text.
        id: Value,
        method: String,
        params: Value,
    },
    /// Wants none.
    Notification { method: String, params: Value },
    /// Is one.
    Answer,
}

/// Reads a message.
pub(crate) fn read(message: &Value) -> Result<Incoming, String> {
    let Some(object) = message.as_object() else {
        return Err("a message is an object".to_owned());
    };
    if object.get("jsonrpc") != Some(&json!("2.0")) {
        return Err("\"jsonrpc\" must be \"2.0\"".to_owned());
    }
    let Some(method) = object.get("method") else {
        let answers = object.contains_key("result") || object.contains_key("error");
        return if answers { Ok(Incoming::Answer) } else { Err("there is no method".to_owned()) };
    };
    let method = method.as_str().ok_or("the method is not a text")?.to_owned();
    let params = object.get("params").cloned().unwrap_or_default();
    match object.get("id") {
        None => Ok(Incoming::Notification { method, params }),
        Some(id) if id.is_string() || id.is_number() => {
            Ok(Incoming::Request { id: id.clone(), method, params })
        }
        Some(_) => Err("an id is a number or a text".to_owned()),
    }
}

/// An answer.
pub(crate) fn done(id: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// An answer that says what is wrong with the request.
pub(crate) fn failed(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// A notification to the client.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}
