//! Following something by server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::{Semaphore, watch};

use crate::problem::{Answer, Problem};

/// Silence after which a comment line is sent, so that a dead connection is noticed.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// Streams at one time: each keeps a connection for as long as its job lasts.
const MAX_FOLLOWERS: usize = 64;

/// The places of those who follow something.
pub(crate) struct Followers {
    places: Arc<Semaphore>,
}

impl Followers {
    pub(crate) fn new() -> Followers {
        Followers { places: Arc::new(Semaphore::new(MAX_FOLLOWERS)) }
    }

    /// The view whenever it changes, as `progress`, and as `done` at the end. Every event holds the
    /// whole view, so a client that comes back has missed nothing.
    pub(crate) fn events<V: Clone + Serialize + Send + Sync + 'static>(
        &self,
        mut view: watch::Receiver<V>,
        is_done: fn(&V) -> bool,
    ) -> Answer<Response> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| {
            let detail = "too many others follow something";
            Problem::later(StatusCode::SERVICE_UNAVAILABLE, 5, detail)
        })?;
        view.mark_changed();
        let stream =
            futures_util::stream::unfold(Some((view, place)), move |following| async move {
                let (mut view, place) = following?;
                let (text, done) = next(&mut view, is_done).await?;
                let rest = (!done).then_some((view, place));
                Some((Ok::<_, Infallible>(Bytes::from(text)), rest))
            });
        let kind = [(header::CONTENT_TYPE, "text/event-stream")];
        Ok((kind, Body::from_stream(stream)).into_response())
    }
}

/// The next event as text, and whether it is the last.
async fn next<V: Clone + Serialize>(
    view: &mut watch::Receiver<V>,
    is_done: fn(&V) -> bool,
) -> Option<(String, bool)> {
    match tokio::time::timeout(HEARTBEAT, view.changed()).await {
        Err(_) => Some((": still here\n\n".to_owned(), false)),
        Ok(Err(_)) => None,
        Ok(Ok(())) => {
            let now = view.borrow_and_update().clone();
            let done = is_done(&now);
            let name = if done { "done" } else { "progress" };
            let data = serde_json::to_string(&now).unwrap_or_default();
            Some((format!("event: {name}\ndata: {data}\n\n"), done))
        }
    }
}
