//! The accept loop: connections with limits on their number, their silence, their headers and the
//! time they take to read.
//!
//! `axum::serve` keeps connections that send nothing, or a byte now and then, open forever, and so it
//! does with those that read nothing. Here a complete request head must come within [`HEAD_TIMEOUT`],
//! each time anew, and answers must be taken at a certain pace ([`Paced`]). When all places are taken, or
//! all those of one address, the connection that deserves its place least makes room for the new one; so
//! do those that do not read when too many requests are under way, or too many bytes of one address.
//! Requests sent ahead, before the last one was answered, are answered a few at a time over all connections
//! ([`MAX_AHEAD`]): a crowd that asks for thousands of things and reads none keeps nobody waiting.
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
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
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
/// Requests being answered that were sent before their connection's last answer was.
const MAX_AHEAD: usize = 8;
/// Bytes of answers to one address that the system has not taken yet; one answer may be larger. Small
/// answers are not counted against it.
const MAX_OWED: usize = 32 << 20;
const SMALL_ANSWER: usize = 64 << 10;
/// Bytes that the system takes of an answer nobody reads.
const SEND_BUFFER: u32 = 256 << 10;
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

/// Takes a port. The system would let a client that does not read fill megabytes, so what it may hold is
/// bounded; connections inherit it.
pub(crate) fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // As `TcpListener::bind` does: a server can be started again at once.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(1024)
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
struct Connections {
    open: Mutex<BTreeMap<u64, Open>>,
    next: AtomicU64,
    under_way: Arc<AtomicUsize>,
    ahead: Semaphore,
    refused: Arc<()>,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections {
            open: Mutex::default(),
            next: AtomicU64::default(),
            under_way: Arc::default(),
            ahead: Semaphore::new(MAX_AHEAD),
            refused: Arc::default(),
        }
    }
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

    /// Lets the router answer, unless too much is going on.
    async fn answer(
        &self,
        peer: Peer,
        request: Request<Body>,
        conduct: &Arc<Conduct>,
        router: Router,
    ) -> Response {
        let under_way = UnderWay::new(conduct.clone(), self.under_way.clone());
        // The page itself costs next to nothing and is always there.
        let costs = request.uri().path().starts_with("/api/");
        if costs && under_way.is_beyond(MAX_UNDER_WAY) && !self.drop_slowest() {
            return too_busy("too many requests are being answered").into_response();
        }
        let mut answer = router.oneshot(request).await.unwrap_or_else(|e| match e {});
        let mut bytes = length(&answer);
        if bytes > SMALL_ANSWER && !self.make_way(peer.home(), bytes) {
            let detail = "too many answers to this address are on their way";
            answer = too_busy(detail).into_response();
            bytes = length(&answer);
        }
        conduct.owe(bytes);
        answer.map(|body| under_way.until_sent(body))
    }

    /// Ends the connection that has not read for longest; says whether there was one.
    fn drop_slowest(&self) -> bool {
        let mut open = self.open.lock().expect("no panic while held");
        evict(&mut open, |it| it.conduct.is_slow())
    }

    /// Sees to it that an address can be sent so many bytes more: its clients that do not read leave.
    fn make_way(&self, home: IpAddr, bytes: usize) -> bool {
        let mut open = self.open.lock().expect("no panic while held");
        make_way(&mut open, home, bytes)
    }
}

fn make_way(open: &mut BTreeMap<u64, Open>, home: IpAddr, bytes: usize) -> bool {
    loop {
        let own = open.values().filter(|it| it.home == home);
        let owed: usize = own.map(|it| it.conduct.owed()).sum();
        if owed == 0 || owed + bytes <= MAX_OWED {
            return true;
        }
        if !evict(open, |it| it.home == home && it.conduct.is_slow()) {
            return false;
        }
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
    let connections = leaving.connections.clone();
    let _leaving = leaving;
    let service = service_fn(move |request: Request<Incoming>| {
        let ahead = conduct.is_ahead();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        let (connections, conduct, router) = (connections.clone(), conduct.clone(), router.clone());
        async move {
            let _turn = match ahead {
                true => connections.ahead.acquire().await.ok(),
                false => None,
            };
            Ok::<_, Infallible>(connections.answer(peer, request, &conduct, router).await)
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

fn too_busy(detail: &str) -> Problem {
    Problem::later(StatusCode::SERVICE_UNAVAILABLE, 1, detail)
}

/// Bytes of an answer; 0 for a stream, which is not made in advance.
fn length(answer: &Response) -> usize {
    let announced = answer.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|value| value.to_str().ok()?.parse().ok());
    announced.or(answer.body().size_hint().exact()).unwrap_or(0) as usize
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

    /// What one address has not read is bounded, whatever its number of connections, and other addresses
    /// have room of their own.
    #[test]
    fn bytes_that_nobody_reads_are_bounded_for_each_address() {
        let (mut table, mut kept) = (BTreeMap::new(), Vec::new());
        let (greedy, honest) = ("203.0.113.1".parse().unwrap(), "203.0.113.2".parse().unwrap());
        for id in 0..4 {
            let (open, under_way) = working("203.0.113.1");
            open.conduct.owe(MAX_OWED / 4);
            table.insert(id, open);
            kept.push(under_way);
        }
        assert!(!make_way(&mut table, greedy, 1), "all are being read");
        assert!(make_way(&mut table, honest, 2 * MAX_OWED), "one answer may be larger");
        table[&2].conduct.wait();
        assert!(make_way(&mut table, greedy, 1), "the one that does not read makes way");
        assert!(table.len() == 3 && !table.contains_key(&2));
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let home = |text: &str| Peer(text.parse().unwrap()).home();
        assert_eq!(home("[2001:db8:1:2::1]:1"), home("[2001:db8:1:2:ffff::9]:2"));
        assert_ne!(home("[2001:db8:1:2::1]:1"), home("[2001:db8:1:3::1]:1"));
        assert_eq!(home("[::ffff:192.0.2.1]:1"), home("192.0.2.1:5"));
    }
}
