//! The server under load: clients that go away, and two hundred at once.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::common::{ENDLESS, Running};
use crate::jobs::endless;
use serde_json::json;

/// T27 of the test programme: a hundred clients that go away, one after the other.
#[test]
#[ignore = "a minute; run by `cargo xtask nightly`"]
fn going_away_stops_the_search_a_hundred_times() {
    let mut waits = disconnect(&Running::start(None), 100);
    waits.sort();
    println!("T27: idle after a disconnect: {}", spread(&waits));
}

pub(crate) fn disconnect(server: &Running, times: usize) -> Vec<Duration> {
    let waits = (0..times).map(|_| {
        let mut stream = server.connect();
        stream.write_all(server.request("POST", "/api/solve", &endless()).as_bytes()).unwrap();
        server.until_running();
        drop(stream);
        server.until_idle()
    });
    waits.collect()
}

/// T26 of the test programme: 200 clients, 10,000 requests; nobody waits for a refusal.
#[test]
#[ignore = "a minute; run by `cargo xtask nightly`"]
fn load_of_two_hundred_clients() {
    let server = Running::start(None);
    let before = memory();
    let (answers, mut pages, most) = std::thread::scope(|scope| {
        let clients = scope.spawn(|| clients(&server, 200, 50));
        let (mut pages, mut most) = (Vec::new(), 0);
        while !clients.is_finished() {
            let start = Instant::now();
            assert_eq!(server.get("/").status, 200);
            pages.push(start.elapsed());
            let load = server.get("/api/status").json()["load"].clone();
            let (running, queued) = (load["running"].as_u64(), load["queued"].as_u64());
            assert!(running <= Some(2) && queued <= Some(32), "{load}");
            most = most.max(queued.unwrap());
            std::thread::sleep(Duration::from_millis(5));
        }
        let answers = clients.join().unwrap();
        (answers, pages, most)
    });
    let of = |status: u16| -> Vec<Duration> {
        let mut times: Vec<Duration> =
            answers.iter().filter(|it| it.0 == status).map(|it| it.1).collect();
        times.sort();
        times
    };
    pages.sort();
    let refused = of(503);
    println!(
        "T26: {} answers: {} solved, {} of 429, {} of 503; most waiting {}; refusals {}; page {}; memory +{} KiB",
        answers.len(),
        of(200).len(),
        of(429).len(),
        refused.len(),
        most,
        spread(&refused),
        spread(&pages),
        memory().saturating_sub(before)
    );
    assert!(answers.iter().all(|(status, _)| [200, 429, 503].contains(status)));
}

/// Clients that ask again and again: the status and the time of each answer. All are on one thread,
/// so that they leave the server its share of the machine.
fn clients(server: &Running, count: usize, times: usize) -> Vec<(u16, Duration)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let tasks: Vec<_> = (0..count)
            .map(|tab| tokio::spawn(client(server.address, solve_text(server, tab), times)))
            .collect();
        let mut answers = Vec::new();
        for task in tasks {
            answers.extend(task.await.unwrap());
        }
        answers
    })
}

async fn client(address: std::net::SocketAddr, text: String, times: usize) -> Vec<(u16, Duration)> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut answers = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let status = String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap().parse().unwrap();
        answers.push((status, start.elapsed()));
    }
    answers
}

/// A question that takes 40 ms, of a client.
fn solve_text(server: &Running, tab: usize) -> String {
    let question = json!({ "level": { "rows": ENDLESS }, "engine": "optimal", "time_ms": 40 });
    let body = question.to_string();
    format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nBanto-Tab: t{tab}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    )
}

/// Resident memory of this process, the server in it, in KiB.
pub(crate) fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

/// Median, 99th percentile and longest of sorted times.
pub(crate) fn spread(times: &[Duration]) -> String {
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    match (at(50), at(99), times.last()) {
        (Some(median), Some(late), Some(last)) => {
            format!("p50 {median:.1?}, p99 {late:.1?}, longest {last:.1?}")
        }
        _ => "none".to_owned(),
    }
}
