//! Short computations inside the server: a hint in Unblock, why a position is lost.
//!
//! They have a limit of a fraction of a second and a few megabytes, so a worker process would cost
//! more than the work. A client that goes away stops its computation, and only a few run at a time.

use std::time::Duration;

use axum::http::StatusCode;
use search::{Budget, Cancel, Limits, Stop};
use tokio::sync::Semaphore;

use crate::problem::{Answer, Problem};

/// Computations at one time.
const PLACES: usize = 2;
/// Longest wait for a place.
const PATIENCE: Duration = Duration::from_secs(2);

/// The places for short computations.
pub(crate) struct Quick(Semaphore);

impl Default for Quick {
    fn default() -> Quick {
        Quick(Semaphore::new(PLACES))
    }
}

impl Quick {
    /// Runs a computation under limits.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        memory: u64,
        work: impl FnOnce(&mut Budget) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let busy = || Problem::later(StatusCode::SERVICE_UNAVAILABLE, 2, "the server is busy");
        let place = tokio::time::timeout(PATIENCE, self.0.acquire()).await;
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

/// A computation that met its limit.
pub(crate) fn stopped(stop: Stop) -> Problem {
    let reason = match stop {
        Stop::Time => "the time for this question is up",
        Stop::Memory => "the memory for this question is used up",
        Stop::Nodes | Stop::Interrupted => "interrupted",
    };
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason)
}
