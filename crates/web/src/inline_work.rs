//! Short computations inside the server: a hint in Unblock, why a position is lost.
//!
//! They are limited to a few seconds and mostly take milliseconds, so a worker process would cost more
//! than the work. A client that goes away stops its computation, and only a few run at a time.
//! Making a new board may take seconds; it has a place of its own, so that hints never wait for it.

use std::time::Duration;

use axum::http::StatusCode;
use puzzle::{Budget, Cancel, Limits, NoAnswer};
use tokio::sync::Semaphore;

use crate::problem::{Answer, Problem};

/// Places for computations of one kind.
pub(crate) struct InlineWork {
    places: Semaphore,
    /// Longest wait for a place.
    patience: Duration,
}

impl InlineWork {
    /// For what is answered at once: two at one time.
    pub(crate) fn at_once() -> InlineWork {
        InlineWork { places: Semaphore::new(2), patience: Duration::from_secs(2) }
    }

    /// For boards that are made: one after the other.
    pub(crate) fn making() -> InlineWork {
        InlineWork { places: Semaphore::new(1), patience: Duration::from_secs(20) }
    }

    /// Runs a computation under limits.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        memory: u64,
        work: impl FnOnce(&mut Budget) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let busy = || Problem::later(StatusCode::SERVICE_UNAVAILABLE, 2, "the server is busy");
        let place = tokio::time::timeout(self.patience, self.places.acquire()).await;
        let _place = place.map_err(|_| busy())?.map_err(Problem::internal)?;
        let cancel = Cancel::default();
        let _guard = CancelOnDrop(cancel.clone());
        let limits = Limits { time: Some(time), memory: Some(memory), nodes: None };
        let task = tokio::task::spawn_blocking(move || work(&mut Budget::new(limits, cancel)));
        task.await.map_err(Problem::internal)?
    }
}

struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl From<NoAnswer> for Problem {
    fn from(reason: NoAnswer) -> Problem {
        let code = match reason {
            NoAnswer::Stopped(_) | NoAnswer::Nothing(_) => StatusCode::UNPROCESSABLE_ENTITY,
            NoAnswer::Game(_) => StatusCode::BAD_REQUEST,
            NoAnswer::Refused(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Problem::new(code, reason)
    }
}
