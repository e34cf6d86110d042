//! The accept loop: connections with limits on their number, their silence, their headers and the
//! time they take to read.
//!
//! `axum::serve` keeps connections that send nothing, or a byte now and then, open forever, and so it
//! does with those that read nothing. Here a complete request head must come within [`HEAD_TIMEOUT`],
//! each time anew, and answers must be taken at a certain pace ([`Paced`]). When all places are taken, or
//! all those of one address, the connection that deserves its place least makes room for the new one.
//! Nobody is judged before we have listened to it: when many come at once, those that are too many wait in
//! the system's queue ([`MAX_UNHEARD`]).

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tower::ServiceExt;

use crate::pace::{Conduct, Paced, UnderWay};
use crate::problem::Problem;

/// Time a client has for a request head, and the longest silence between two requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(4);
/// Connections at one time.
const MAX_CONNECTIONS: usize = 256;
/// Connections of one address. Loopback is one address for everybody on the machine.
const MAX_FROM_LOOPBACK: usize = 224;
const MAX_FROM_ELSEWHERE: usize = 64;
/// Requests to the API being answered at one time, over all connections. It is less than one address
/// may have connections, so that there are always some that can make room.
const MAX_UNDER_WAY: usize = 160;
/// Accepted connections from which nothing has been read yet.
const MAX_UNHEARD: usize = 32;
/// Clients that are being refused for lack of a place, and how long that may take.
const MAX_REFUSED: usize = 64;
const FAREWELL: Duration = Duration::from_millis(500);
/// Header lines of a request.
const MAX_HEADERS: usize = 100;
/// Bytes of a request head.
const MAX_HEAD: usize = 16 << 10;

/// Who sent a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl Peer {
    /// What counts as one address: of IPv6 the network, because a client that has one address of it has all.
    pub(crate) fn home(self) -> IpAddr {
        match self.0.ip().to_canonical() {
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            ip => ip,
        }
    }

    fn most(self) -> usize {
        if self.0.ip().is_loopback() { MAX_FROM_LOOPBACK } else { MAX_FROM_ELSEWHERE }
    }
}

/// Accepts connections until the task is dropped.
pub(crate) async fn run(listener: TcpListener, router: Router) {
    let connections = Arc::new(Connections::default());
    let unheard = Arc::new(Semaphore::new(MAX_UNHEARD));
    loop {
        let place = unheard.clone().acquire_owned().await.expect("it is never closed");
        match listener.accept().await {
            Ok((stream, peer)) => connections.admit(stream, Peer(peer), router.clone(), place),
            // Out of file descriptors, or the client is gone already: wait a little and go on.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

/// The connections now open, oldest first.
#[derive(Default)]
struct Connections {
    open: Mutex<BTreeMap<u64, Open>>,
    next: AtomicU64,
    under_way: Arc<AtomicUsize>,
    refused: Arc<()>,
}

struct Open {
    home: IpAddr,
    conduct: Arc<Conduct>,
    task: Option<AbortHandle>,
}

impl Connections {
    fn admit(
        self: &Arc<Self>,
        stream: TcpStream,
        peer: Peer,
        router: Router,
        unheard: OwnedSemaphorePermit,
    ) {
        let mut open = self.open.lock().expect("no panic while held");
        if let Err(status) = make_room(&mut open, peer.home(), peer.most()) {
            // A client that asks far too often gets no answer at all.
            if Arc::strong_count(&self.refused) <= MAX_REFUSED {
                tokio::spawn(refuse(stream, status, self.refused.clone()));
            }
            return;
        }
        let _ = stream.set_nodelay(true);
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let conduct = Arc::new(Conduct::default());
        let leaving = Leaving { id, connections: self.clone() };
        let stream = Paced::new(TokioIo::new(stream), conduct.clone(), unheard);
        let task = tokio::spawn(serve(stream, peer, router, conduct.clone(), leaving));
        let task = Some(task.abort_handle());
        open.insert(id, Open { home: peer.home(), conduct, task });
    }
}

/// Sees to it that there is a place for one more, or says why there is none.
fn make_room(open: &mut BTreeMap<u64, Open>, home: IpAddr, most: usize) -> Result<(), StatusCode> {
    let own = |it: &Open| it.home == home;
    if open.values().filter(|it| own(it)).count() >= most && !evict(open, own) {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    if open.len() >= MAX_CONNECTIONS && !evict(open, |_| true) {
        return Err(StatusCode::SERVICE_UNAVAILABLE);
    }
    Ok(())
}

/// Ends the connection that deserves its place least, among some; of equals the oldest.
fn evict(open: &mut BTreeMap<u64, Open>, among: impl Fn(&Open) -> bool) -> bool {
    let grounds = |it: &Open| it.conduct.grounds_to_leave();
    let some = open.iter().filter(|(_, it)| among(it));
    let worst = some.filter_map(|(&id, it)| Some((grounds(it)?, std::cmp::Reverse(id)))).max();
    let Some((_, std::cmp::Reverse(id))) = worst else { return false };
    if let Some(task) = open.remove(&id).and_then(|it| it.task) {
        task.abort();
    }
    true
}

/// Tells a client at once that there is no place, without waiting for its request. What it sends is
/// read and thrown away for a moment: closed at once, the answer would be lost with it.
async fn refuse(mut stream: TcpStream, status: StatusCode, _one_of_a_few: Arc<()>) {
    let reason = status.canonical_reason().unwrap_or_default();
    let body = format!(
        r#"{{"title":"{reason}","status":{},"detail":"too many connections are open"}}"#,
        status.as_u16()
    );
    let answer = format!(
        "HTTP/1.1 {} {reason}\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
         retry-after: 1\r\nconnection: close\r\n\r\n{body}",
        status.as_u16(),
        body.len()
    );
    let farewell = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        while stream.read(&mut [0; 4096]).await? > 0 {}
        std::io::Result::Ok(())
    };
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
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
    stream: Paced<TokioIo<TcpStream>>,
    peer: Peer,
    router: Router,
    conduct: Arc<Conduct>,
    leaving: Leaving,
) {
    let all = leaving.connections.under_way.clone();
    let _leaving = leaving;
    let service = service_fn(move |request: Request<Incoming>| {
        let under_way = UnderWay::new(conduct.clone(), all.clone());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        let router = router.clone();
        async move {
            // The page itself costs next to nothing and is always there.
            let costs = request.uri().path().starts_with("/api/");
            let answer = match costs && under_way.is_beyond(MAX_UNDER_WAY) {
                true => too_busy().into_response(),
                false => router.oneshot(request).await.unwrap_or_else(|e| match e {}),
            };
            Ok::<_, Infallible>(answer.map(|body| under_way.until_sent(body)))
        }
    });
    // An error here is the client's: it went away, did not read or did not speak HTTP.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD)
        .serve_connection(stream, service)
        .await;
}

fn too_busy() -> Problem {
    let detail = "too many requests are being answered";
    Problem::later(StatusCode::SERVICE_UNAVAILABLE, 1, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection that was listened to and has not said anything.
    fn open(home: &str) -> Open {
        let conduct = Arc::new(Conduct::default());
        conduct.listen();
        Open { home: home.parse().unwrap(), conduct, task: None }
    }

    /// A connection whose request is being answered: it has a right to its place.
    fn working(home: &str) -> (Open, UnderWay) {
        let open = open(home);
        let under_way = UnderWay::new(open.conduct.clone(), Arc::default());
        (open, under_way)
    }

    #[test]
    fn one_address_does_not_take_the_places_of_others() {
        let (mut table, mut kept) = (BTreeMap::new(), Vec::new());
        let (greedy, honest) = ("203.0.113.1".parse().unwrap(), "203.0.113.2".parse().unwrap());
        for id in 0..64 {
            let (open, under_way) = working("203.0.113.1");
            table.insert(id, open);
            kept.push(under_way);
        }
        assert_eq!(make_room(&mut table, greedy, 64), Err(StatusCode::TOO_MANY_REQUESTS));
        assert_eq!(make_room(&mut table, honest, 64), Ok(()));
        assert_eq!(table.len(), 64, "nobody had to leave");
        // One of the greedy that never sent a request makes room for another of them.
        table.insert(64, open("203.0.113.1"));
        assert_eq!(make_room(&mut table, greedy, 64), Ok(()));
        assert!(!table.contains_key(&64));
    }

    #[test]
    fn a_full_table_of_working_clients_refuses_and_silent_ones_leave_first() {
        let (mut table, mut kept) = (BTreeMap::new(), Vec::new());
        for id in 0..MAX_CONNECTIONS as u64 {
            let (open, under_way) = working(&format!("198.51.100.{}", id % 200));
            table.insert(id, open);
            kept.push(under_way);
        }
        let new = "203.0.113.9".parse().unwrap();
        assert_eq!(make_room(&mut table, new, 64), Err(StatusCode::SERVICE_UNAVAILABLE));
        table.insert(3, open("198.51.100.3"));
        table.insert(7, open("198.51.100.7"));
        assert_eq!(make_room(&mut table, new, 64), Ok(()));
        assert!(!table.contains_key(&3) && table.contains_key(&7), "the oldest silent one leaves");
    }

    /// A client that was not listened to yet is not cut off for the next one.
    #[test]
    fn those_that_wait_for_us_keep_their_places() {
        let home = "203.0.113.1";
        let unheard = || Open { home: home.parse().unwrap(), conduct: Arc::default(), task: None };
        let mut table: BTreeMap<_, _> = (0..64).map(|id| (id, unheard())).collect();
        let full = Err(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(make_room(&mut table, home.parse().unwrap(), 64), full);
        table.get(&5).unwrap().conduct.listen();
        assert_eq!(make_room(&mut table, home.parse().unwrap(), 64), Ok(()));
        assert!(!table.contains_key(&5) && table.len() == 63);
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let home = |text: &str| Peer(text.parse().unwrap()).home();
        assert_eq!(home("[2001:db8:1:2::1]:1"), home("[2001:db8:1:2:ffff::9]:2"));
        assert_ne!(home("[2001:db8:1:2::1]:1"), home("[2001:db8:1:3::1]:1"));
        assert_eq!(home("[::ffff:192.0.2.1]:1"), home("192.0.2.1:5"));
    }
}
