//! Answers that may be large: written beside the event loop, sent piece by piece, a few at a time.
//!
//! An answer stays in memory until its reader has taken it. Two hundred readers that ask for
//! everything and then read nothing must not make two hundred copies of everything.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::{Answer, Problem};

/// An answer beyond this many bytes is large.
const LARGE: usize = 1 << 20;
/// Large answers on their way at one time.
const MOST: usize = 4;
/// Answers being written at one time. A thread for each of a crowd would leave no processor to those who
/// listen to the next client.
const MOST_WRITTEN: usize = 4;
/// Bytes handed to the connection at one time.
const PIECE: usize = 64 << 10;

/// The places of large answers.
#[derive(Clone)]
pub(crate) struct Answers {
    places: Arc<Semaphore>,
    writers: Arc<Semaphore>,
}

impl Answers {
    pub(crate) fn new() -> Answers {
        let [places, writers] = [MOST, MOST_WRITTEN].map(|most| Arc::new(Semaphore::new(most)));
        Answers { places, writers }
    }

    /// Does blocking work (files, SQLite, short computations) beside the event loop, and writes
    /// there what came of it.
    pub(crate) async fn blocking<T: Serialize>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<Response> {
        let written = self.write(work).await?;
        self.json(written)
    }

    /// The same for an answer that is probably large: if there is no place for it, that is said before
    /// the work is done and not after.
    pub(crate) async fn blocking_large<T: Serialize>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<Response> {
        let place = self.place()?;
        let written = self.write(work).await?;
        Ok(sent(written, Some(place)))
    }

    /// An answer that is JSON already.
    pub(crate) fn json(&self, written: Vec<u8>) -> Answer<Response> {
        let place = if written.len() > LARGE { Some(self.place()?) } else { None };
        Ok(sent(written, place))
    }

    async fn write<T: Serialize>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<Vec<u8>> {
        // The work goes on when its client leaves, so it holds the place itself.
        let writer = self.writers.clone().acquire_owned().await.map_err(Problem::internal)?;
        let written = move || {
            let _writer = writer;
            serde_json::to_vec(&work()?).map_err(Problem::internal)
        };
        tokio::task::spawn_blocking(written).await.map_err(Problem::internal)?
    }

    /// The place of a large answer.
    fn place(&self) -> Answer<OwnedSemaphorePermit> {
        self.places.clone().try_acquire_owned().map_err(|_| {
            let detail = "other large answers are on their way";
            Problem::later(StatusCode::SERVICE_UNAVAILABLE, 2, detail)
        })
    }
}

/// An answer on its way. A large one keeps its place until the last piece is taken, or the connection is
/// gone.
fn sent(written: Vec<u8>, place: Option<OwnedSemaphorePermit>) -> Response {
    let length = written.len();
    let kind = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_LENGTH, length.to_string()),
    ];
    if length <= LARGE {
        return (kind, written).into_response();
    }
    let pieces = stream::unfold((Bytes::from(written), place), |(mut rest, place)| async {
        let piece = rest.split_to(rest.len().min(PIECE));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), (rest, place)))
    });
    (kind, Body::from_stream(pieces)).into_response()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// However many ask, only a few answers are written at one time, and all are written.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_crowd_is_answered_a_few_at_a_time() {
        let (answers, at_once, most) = (Answers::new(), AtomicUsize::new(0), AtomicUsize::new(0));
        let counters = Arc::new((at_once, most));
        let asked: Vec<_> = (0..50)
            .map(|_| {
                let (answers, counters) = (answers.clone(), counters.clone());
                let work = move || {
                    let (at_once, most) = &*counters;
                    most.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(5));
                    at_once.fetch_sub(1, Ordering::SeqCst);
                    Ok("written")
                };
                tokio::spawn(async move { answers.blocking(work).await.is_ok() })
            })
            .collect();
        for answer in asked {
            assert!(answer.await.unwrap());
        }
        let most = counters.1.load(Ordering::SeqCst);
        assert!((1..=MOST_WRITTEN).contains(&most), "{most} at once");
    }
}
