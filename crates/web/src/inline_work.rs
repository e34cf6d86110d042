//! Short computations inside the server: a hint in Unblock, why a position is lost.
//!
//! They are limited to a few seconds and mostly take milliseconds, so a worker process would cost more
//! than the work. A client that goes away stops its computation, and only a few run at a time.
//! Making a new board may take seconds; it has a place of its own, so that hints never wait for it.
//!
//! Each place is a thread that stays. What a thread allocates in its own part of the heap is not given back to the
//! system when it is freed, so work that needs megabytes must not wander through all the threads of a pool: in a soak of
//! 24 minutes the memory of the server grew from 36 to 43 MB that way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use puzzle::{Budget, Cancel, Limits};
use tokio::sync::{Semaphore, oneshot};

use crate::problem::{Answer, Problem};

/// Something for a thread to do.
type Task = Box<dyn FnOnce() + Send>;

/// Places for computations of one kind.
pub(crate) struct InlineWork {
    places: Semaphore,
    /// To the threads; they end when it is dropped.
    tasks: Sender<Task>,
    /// Longest wait for a place.
    patience: Duration,
}

impl InlineWork {
    /// For what is answered at once: two at one time.
    pub(crate) fn at_once() -> InlineWork {
        InlineWork::new(2, Duration::from_secs(2))
    }

    /// For boards that are made: one after the other.
    pub(crate) fn making() -> InlineWork {
        InlineWork::new(1, Duration::from_secs(20))
    }

    fn new(places: usize, patience: Duration) -> InlineWork {
        let (tasks, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..places {
            let queue = queue.clone();
            std::thread::spawn(move || work_off(&queue));
        }
        InlineWork { places: Semaphore::new(places), tasks, patience }
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
        let (answer, answered) = oneshot::channel();
        let task = move || {
            // A client that has gone away does not wait for it.
            let _ = answer.send(work(&mut Budget::new(limits, cancel)));
        };
        self.tasks.send(Box::new(task)).map_err(Problem::internal)?;
        // A computation that panics drops its end.
        answered.await.map_err(Problem::internal)?
    }
}

/// Does what comes, until nobody can send any more.
fn work_off(queue: &Mutex<Receiver<Task>>) {
    loop {
        let task = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { break };
        let _ = catch_unwind(AssertUnwindSafe(task));
    }
}

struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T: Send + 'static>(
        places: &InlineWork,
        work: impl FnOnce(&mut Budget) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(places.run(Duration::from_secs(9), 1 << 20, work))
    }

    #[test]
    fn work_stays_on_its_own_threads_and_survives_a_panic() {
        let places = InlineWork::making();
        let here = |_: &mut Budget| Ok(std::thread::current().id());
        let first = run(&places, here).unwrap_or_else(|_| panic!("no answer"));
        assert!(run(&places, |_| -> Answer<()> { panic!("on purpose") }).is_err());
        for _ in 0..3 {
            assert!(run(&places, here).is_ok_and(|thread| thread == first));
        }
    }
}
