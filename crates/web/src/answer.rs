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
use tokio::sync::Semaphore;

use crate::problem::{Answer, Problem};

/// An answer beyond this many bytes is large.
const LARGE: usize = 1 << 20;
/// Large answers on their way at one time.
const MOST: usize = 4;
/// Bytes handed to the connection at one time.
const PIECE: usize = 64 << 10;

/// The places of large answers.
#[derive(Clone)]
pub(crate) struct Answers {
    places: Arc<Semaphore>,
}

impl Answers {
    pub(crate) fn new() -> Answers {
        Answers { places: Arc::new(Semaphore::new(MOST)) }
    }

    /// Does blocking work (files, SQLite, short computations) beside the event loop, and writes
    /// there what came of it.
    pub(crate) async fn blocking<T: Serialize>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<Response> {
        let written = move || serde_json::to_vec(&work()?).map_err(Problem::internal);
        let written = tokio::task::spawn_blocking(written).await.map_err(Problem::internal)??;
        self.json(written)
    }

    /// An answer that is JSON already.
    pub(crate) fn json(&self, written: Vec<u8>) -> Answer<Response> {
        let length = written.len();
        let kind = [
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (header::CONTENT_LENGTH, length.to_string()),
        ];
        if length <= LARGE {
            return Ok((kind, written).into_response());
        }
        let place = self.places.clone().try_acquire_owned().map_err(|_| {
            let detail = "other large answers are on their way";
            Problem::later(StatusCode::SERVICE_UNAVAILABLE, 2, detail)
        })?;
        // The place is kept until the last piece is taken, or the connection is gone.
        let pieces = stream::unfold((Bytes::from(written), place), |(mut rest, place)| async {
            let piece = rest.split_to(rest.len().min(PIECE));
            (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), (rest, place)))
        });
        Ok((kind, Body::from_stream(pieces)).into_response())
    }
}
