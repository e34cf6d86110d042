//! The accept loop: connections with limits on their number, their silence and their headers.
//!
//! `axum::serve` keeps connections that send nothing, or a byte now and then, open forever. Here
//! every connection must deliver a complete request head within [`HEAD_TIMEOUT`], each time anew,
//! and when all places are taken the oldest connection that never sent one makes room.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tower::ServiceExt;

/// Time a client has for a request head, and the longest silence between two requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(4);
/// Connections at one time.
const MAX_CONNECTIONS: usize = 256;
/// Header lines of a request.
const MAX_HEADERS: usize = 100;
/// Bytes of a request head.
const MAX_HEAD: usize = 16 << 10;

/// Who sent a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Accepts connections until the task is dropped.
pub(crate) async fn run(listener: TcpListener, router: Router) {
    let connections = Arc::new(Connections::default());
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => connections.admit(stream, peer, router.clone()),
            // Out of file descriptors, or the client is gone already: wait a little and go on.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

/// The connections now open, oldest first.
#[derive(Default)]
struct Connections {
    open: Mutex<BTreeMap<u64, Open>>,
    next: std::sync::atomic::AtomicU64,
}

struct Open {
    /// Whether a complete request head ever came.
    proven: Arc<AtomicBool>,
    task: AbortHandle,
}

impl Connections {
    fn admit(self: &Arc<Self>, stream: TcpStream, peer: SocketAddr, router: Router) {
        let mut open = self.open.lock().expect("no panic while held");
        if open.len() >= MAX_CONNECTIONS && !evict(&mut open) {
            return;
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let proven = Arc::new(AtomicBool::new(false));
        let leaving = Leaving { id, connections: self.clone() };
        let task = tokio::spawn(serve(stream, peer, router, proven.clone(), leaving));
        open.insert(id, Open { proven, task: task.abort_handle() });
    }
}

/// Ends the oldest connection that has not yet sent a request.
fn evict(open: &mut BTreeMap<u64, Open>) -> bool {
    let oldest = open.iter().find(|(_, it)| !it.proven.load(Ordering::Relaxed));
    let Some(id) = oldest.map(|(&id, _)| id) else { return false };
    if let Some(it) = open.remove(&id) {
        it.task.abort();
    }
    true
}

/// Takes a connection off the list however it ends.
struct Leaving {
    id: u64,
    connections: Arc<Connections>,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.connections.open.lock().expect("no panic while held").remove(&self.id);
    }
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    proven: Arc<AtomicBool>,
    leaving: Leaving,
) {
    let _leaving = leaving;
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        proven.store(true, Ordering::Relaxed);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        let router = router.clone();
        async move { Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|e| match e {})) }
    });
    // An error here is the client's: it went away or did not speak HTTP.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}
