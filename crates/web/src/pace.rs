//! How a connection behaves: what it deserves when places are scarce, and the pace at which it must
//! read.
//!
//! A client that reads slowly, or not at all, costs a place and the memory of its answer. An answer that
//! waits for its reader therefore has a deadline, which every byte taken moves on a little
//! ([`PACE`]): a client that reads at a modem's pace gets everything, one that only keeps the line open is
//! cut off within seconds.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};
use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Sleep;

/// Longest time an answer waits for its reader, before what was read counts.
const PATIENCE: Duration = Duration::from_secs(4);
/// Bytes a second that a reader must take once its answer waits.
const PACE: u64 = 32 << 10;

/// A connection that has asked for nothing yet is only new for this long after we first listened.
const NEW: Duration = Duration::from_millis(500);

/// What is known about a connection.
pub(crate) struct Conduct {
    /// When we first listened to it, in milliseconds since the start; 0 before.
    heard: AtomicU64,
    /// Whether a complete request head ever came.
    proven: AtomicBool,
    /// Requests that are being answered.
    under_way: AtomicUsize,
    /// When bytes last went either way, in milliseconds since the start.
    moved: AtomicU64,
    /// Since when an answer waits for its reader; 0 when none does.
    waiting: AtomicU64,
    /// Bytes of answers that the system has not taken yet.
    owed: AtomicUsize,
    /// Whether something was read when nothing was under way or owed: the next request is no answer ahead.
    in_turn: AtomicBool,
}

/// Why a connection should make room for another: the later of these, the better the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grounds {
    /// It has not asked for anything yet, but was heard only a moment ago.
    New(u64),
    /// Nothing is asked; the silence in milliseconds.
    Idle(u64),
    /// It does not read what it asked for; the wait in milliseconds.
    Slow(u64),
    /// It has never asked for anything.
    Silent(u64),
}

impl Default for Conduct {
    fn default() -> Conduct {
        Conduct {
            heard: AtomicU64::default(),
            proven: AtomicBool::default(),
            under_way: AtomicUsize::default(),
            moved: AtomicU64::new(now()),
            waiting: AtomicU64::default(),
            owed: AtomicUsize::default(),
            in_turn: AtomicBool::default(),
        }
    }
}

impl Conduct {
    /// From now on it can be blamed for asking nothing.
    pub(crate) fn listen(&self) {
        if self.heard.load(Ordering::Relaxed) == 0 {
            self.heard.store(now(), Ordering::Relaxed);
        }
    }

    /// Whether the request that has just come was sent before the last one was answered.
    pub(crate) fn is_ahead(&self) -> bool {
        !self.in_turn.swap(false, Ordering::Relaxed)
    }

    /// Counts an answer of so many bytes.
    pub(crate) fn owe(&self, bytes: usize) {
        self.owed.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Bytes of answers that the system has not taken yet.
    pub(crate) fn owed(&self) -> usize {
        self.owed.load(Ordering::Relaxed)
    }

    /// From now on an answer waits for its reader.
    pub(crate) fn wait(&self) {
        self.waiting.store(now(), Ordering::Relaxed);
    }

    /// Whether an answer waits for its reader.
    pub(crate) fn is_slow(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Why this connection should make room, if it should. As long as we have not listened to it, its
    /// request may have come, and if it waits that is our doing.
    pub(crate) fn grounds_to_leave(&self) -> Option<Grounds> {
        let now = now();
        if !self.proven.load(Ordering::Relaxed) {
            let heard = self.heard.load(Ordering::Relaxed);
            if heard == 0 {
                return None;
            }
            let age = now.saturating_sub(heard);
            let new = age < NEW.as_millis() as u64;
            return Some(if new { Grounds::New(age) } else { Grounds::Silent(age) });
        }
        let waiting = self.waiting.load(Ordering::Relaxed);
        if waiting > 0 {
            return Some(Grounds::Slow(now.saturating_sub(waiting)));
        }
        if self.under_way.load(Ordering::Relaxed) > 0 {
            return None;
        }
        Some(Grounds::Idle(now.saturating_sub(self.moved.load(Ordering::Relaxed))))
    }
}

/// Milliseconds since the first call, and never 0.
fn now() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_millis() as u64 + 1
}

/// A request that is being answered, until the last of the answer is handed over.
pub(crate) struct UnderWay {
    conduct: Arc<Conduct>,
    /// Those of all connections.
    all: Arc<AtomicUsize>,
}

impl UnderWay {
    pub(crate) fn new(conduct: Arc<Conduct>, all: Arc<AtomicUsize>) -> UnderWay {
        conduct.proven.store(true, Ordering::Relaxed);
        conduct.under_way.fetch_add(1, Ordering::Relaxed);
        all.fetch_add(1, Ordering::Relaxed);
        UnderWay { conduct, all }
    }

    /// Whether more requests than this are being answered, over all connections.
    pub(crate) fn is_beyond(&self, most: usize) -> bool {
        self.all.load(Ordering::Relaxed) > most
    }

    /// The body of the answer, which keeps the request under way.
    pub(crate) fn until_sent(self, body: Body) -> Body {
        Body::new(Sending { body, _under_way: self })
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.conduct.moved.store(now(), Ordering::Relaxed);
        self.conduct.under_way.fetch_sub(1, Ordering::Relaxed);
        self.all.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Sending {
    body: Body,
    _under_way: UnderWay,
}

impl hyper::body::Body for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream whose reader must keep up.
pub(crate) struct Paced<S> {
    stream: S,
    conduct: Arc<Conduct>,
    /// When the reader is given up, while an answer waits for it.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Given back when we first listen.
    unheard: Option<OwnedSemaphorePermit>,
}

impl<S> Paced<S> {
    pub(crate) fn new(stream: S, conduct: Arc<Conduct>, unheard: OwnedSemaphorePermit) -> Paced<S> {
        Paced { stream, conduct, deadline: None, unheard: Some(unheard) }
    }

    /// What follows from an attempt to write.
    fn judge<T>(
        &mut self,
        context: &mut Context<'_>,
        tried: Poll<std::io::Result<T>>,
        taken: impl Fn(&T) -> usize,
    ) -> Poll<std::io::Result<T>> {
        match &tried {
            Poll::Ready(Ok(done)) => self.taken(taken(done)),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => return self.waits(context),
        }
        tried
    }

    /// The reader took something. It is no longer behind when it takes faster than it must.
    fn taken(&mut self, count: usize) {
        self.conduct.moved.store(now(), Ordering::Relaxed);
        let rest = |owed: usize| Some(owed.saturating_sub(count));
        let _ = self.conduct.owed.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        let Some(deadline) = &mut self.deadline else { return };
        let earned = Duration::from_millis(count as u64 * 1000 / PACE);
        let (now, moved) = (tokio::time::Instant::now(), deadline.deadline() + earned);
        if moved >= now + PATIENCE {
            self.deadline = None;
            self.conduct.waiting.store(0, Ordering::Relaxed);
        } else {
            deadline.as_mut().reset(moved);
        }
    }

    /// Everything so far is on its way. Nothing waits any more when that was the whole answer; nor
    /// does an old wait count against a stream of events that goes on.
    fn flushed(&mut self) {
        let ended = self.conduct.under_way.load(Ordering::Relaxed) == 0;
        if ended {
            self.conduct.owed.store(0, Ordering::Relaxed);
        }
        let now = tokio::time::Instant::now();
        if ended || self.deadline.as_ref().is_some_and(|deadline| deadline.deadline() <= now) {
            self.deadline = None;
            self.conduct.waiting.store(0, Ordering::Relaxed);
        }
    }

    /// Nothing more fits: the reader has until the deadline.
    fn waits<T>(&mut self, context: &mut Context<'_>) -> Poll<std::io::Result<T>> {
        let conduct = &self.conduct;
        let deadline = self.deadline.get_or_insert_with(|| {
            conduct.wait();
            Box::pin(tokio::time::sleep(PATIENCE))
        });
        match deadline.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(std::io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: Read + Unpin> Read for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<std::io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.conduct.listen();
        self.unheard = None;
        let busy = self.conduct.under_way.load(Ordering::Relaxed) > 0 || self.conduct.owed() > 0;
        if read.is_ready() && !busy {
            self.conduct.in_turn.store(true, Ordering::Relaxed);
        }
        read
    }
}

impl<S: Write + Unpin> Write for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, tried, |count| *count)
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        if let Poll::Ready(Ok(())) = tried {
            self.flushed();
        }
        self.judge(context, tried, |()| 0)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_shutdown(context);
        self.judge(context, tried, |()| 0)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.judge(context, tried, |count| *count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that we had no time to listen to does not count as silent, however long that takes.
    #[test]
    fn nobody_is_blamed_before_being_heard() {
        let conduct = Conduct::default();
        std::thread::sleep(NEW + Duration::from_millis(50));
        assert_eq!(conduct.grounds_to_leave(), None);
        conduct.listen();
        assert!(matches!(conduct.grounds_to_leave(), Some(Grounds::New(_))));
        std::thread::sleep(NEW + Duration::from_millis(50));
        conduct.listen();
        assert!(matches!(conduct.grounds_to_leave(), Some(Grounds::Silent(_))));
    }
}
