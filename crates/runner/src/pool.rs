//! Threads that work on a stream of items; the results come in the order of the stream or as they are done.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, mpsc};

/// In which order results are handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deliver {
    /// As soon as they are there.
    AsDone,
    /// In the order of the items. For each thread so many results may wait for an earlier one.
    InOrder(usize),
}

/// Lets `threads` threads work on the items, each with a worker of its own, and hands the results over in
/// this thread. A worker that returns `None`, or a result that is not accepted, ends everything.
///
/// # Errors
/// That of the first result that is not accepted.
pub fn work<T, R, E, W>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    deliver: Deliver,
    worker: impl Fn() -> W + Sync,
    mut accept: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    R: Send,
    W: FnMut(T) -> Option<R>,
{
    let ahead = match deliver {
        Deliver::AsDone => usize::MAX,
        Deliver::InOrder(ahead) => ahead.max(1) * threads,
    };
    let state = Mutex::new(State { items, taken: 0, accepted: 0, ended: false });
    let queue = Queue { state, moved: Condvar::new(), ahead };
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, worker, send) = (&queue, &worker, send.clone());
            scope.spawn(move || {
                let _end = Ended(queue);
                let mut work = worker();
                while let Some((number, item)) = queue.take() {
                    let Some(result) = work(item) else { return queue.end() };
                    if send.send((number, result)).is_err() {
                        return queue.end();
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, result) in receive {
            if deliver == Deliver::AsDone {
                accept(result).inspect_err(|_| queue.end())?;
                continue;
            }
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                accept(result).inspect_err(|_| queue.end())?;
                next += 1;
                queue.accepted(next);
            }
        }
        Ok(())
    })
}

/// The stream, and how far it has been worked on.
struct Queue<I> {
    state: Mutex<State<I>>,
    moved: Condvar,
    ahead: usize,
}

struct State<I> {
    items: I,
    taken: usize,
    accepted: usize,
    ended: bool,
}

impl<T, I: Iterator<Item = T>> Queue<I> {
    /// The next item and its number; waits while too many results wait for an earlier one.
    fn take(&self) -> Option<(usize, T)> {
        let state = self.state.lock().expect("nobody panics with it");
        let far = |state: &mut State<I>| !state.ended && state.taken >= state.accepted + self.ahead;
        let mut state = self.moved.wait_while(state, far).expect("nobody panics with it");
        if state.ended {
            return None;
        }
        let item = state.items.next()?;
        state.taken += 1;
        Some((state.taken - 1, item))
    }
}

impl<I> Queue<I> {
    fn accepted(&self, count: usize) {
        self.state.lock().expect("nobody panics with it").accepted = count;
        self.moved.notify_all();
    }

    fn end(&self) {
        // Also called when a worker has panicked, perhaps with the lock in hand.
        match self.state.lock() {
            Ok(mut state) => state.ended = true,
            Err(mut broken) => broken.get_mut().ended = true,
        }
        self.moved.notify_all();
    }
}

/// Ends everything when its worker panics, so that nobody waits for a result that will not come.
struct Ended<'a, I>(&'a Queue<I>);

impl<I> Drop for Ended<'_, I> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_although_some_take_longer() {
        for threads in [1, 3] {
            let mut seen = Vec::new();
            let work = || {
                |n: u64| {
                    // The first of every hundred takes as long as the others together.
                    let rounds = if n.is_multiple_of(100) { 100_000 } else { 1_000 };
                    Some((0..rounds).fold(n, |x, y| std::hint::black_box(x ^ y ^ y)))
                }
            };
            let accept = |n| {
                seen.push(n);
                Ok::<(), ()>(())
            };
            super::work(threads, 0..1_000, Deliver::InOrder(64), work, accept).unwrap();
            assert_eq!(seen, (0..1_000).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn a_refusal_and_a_worker_that_stops_end_the_work() {
        for threads in [1, 3] {
            let mut seen = 0;
            let refused = work(
                threads,
                0..,
                Deliver::InOrder(64),
                || Some,
                |n: u64| {
                    seen += 1;
                    if n < 50 { Ok(()) } else { Err("enough") }
                },
            );
            assert_eq!((refused, seen), (Err("enough"), 51));
            let stops = || |n: u64| (n < 50).then_some(n);
            let mut seen = Vec::new();
            let accept = |n| {
                seen.push(n);
                Ok::<(), ()>(())
            };
            work(threads, 0.., Deliver::InOrder(64), stops, accept).unwrap();
            assert_eq!(seen, (0..seen.len() as u64).collect::<Vec<_>>());
            assert!(seen.len() <= 50);
        }
    }

    #[test]
    fn results_come_as_they_are_done_and_each_once() {
        let mut seen = Vec::new();
        let accept = |n: u64| {
            seen.push(n);
            Ok::<(), ()>(())
        };
        work(3, 0..500, Deliver::AsDone, || Some, accept).unwrap();
        seen.sort_unstable();
        assert_eq!(seen, (0..500).collect::<Vec<_>>());
    }
}
