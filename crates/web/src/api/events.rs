//! Following something by server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::watch;

/// Silence after which a comment line is sent, so that a dead connection is noticed.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The view whenever it changes, as `progress`, and as `done` at the end. Every event holds the whole
/// view, so a client that comes back has missed nothing.
pub(crate) fn events<V: Clone + Serialize + Send + Sync + 'static>(
    mut view: watch::Receiver<V>,
    is_done: fn(&V) -> bool,
) -> Response {
    view.mark_changed();
    let stream = futures_util::stream::unfold(Some(view), move |view| async move {
        let mut view = view?;
        let text = match tokio::time::timeout(HEARTBEAT, view.changed()).await {
            Err(_) => ": still here\n\n".to_owned(),
            Ok(Err(_)) => return None,
            Ok(Ok(())) => {
                let now = view.borrow_and_update().clone();
                let done = is_done(&now);
                let name = if done { "done" } else { "progress" };
                let data = serde_json::to_string(&now).unwrap_or_default();
                let text = format!("event: {name}\ndata: {data}\n\n");
                if done {
                    return Some((Ok::<_, Infallible>(Bytes::from(text)), None));
                }
                text
            }
        };
        Some((Ok(Bytes::from(text)), Some(view)))
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(stream)).into_response()
}
