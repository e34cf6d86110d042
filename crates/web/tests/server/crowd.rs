//! The server and a crowd: readers that do not read, bodies that are large, all at once.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::{Running, read_answer};
use crate::load::{memory, spread};
use serde_json::json;

/// Keeps a game so large that an export of it does not fit into what a socket holds.
fn with_a_large_export(server: &Running) {
    let judged = json!({ "level": { "rows": ["#####", "#@$.#", "#####"] } });
    let key = server.send("POST", "/api/judge", &judged).json()["key"].clone();
    let state = json!({ "moves": "r".repeat(900 << 10) });
    let path = format!("/api/progress/{}", key.as_str().unwrap());
    assert_eq!(server.send("PUT", &path, &state).status, 200);
}

/// Asks for far more than a socket holds.
fn ask_and_do_not_read(server: &Running) -> std::io::Result<TcpStream> {
    let mut stream = server.connect();
    let ask = format!("GET /api/export HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(ask.repeat(16).as_bytes())?;
    Ok(stream)
}

/// Whoever does not read makes room for whoever does.
#[test]
fn readers_that_do_not_read_keep_nobody_out() {
    let server = Running::start(None);
    with_a_large_export(&server);
    let slow: Vec<_> = (0..300).filter_map(|_| ask_and_do_not_read(&server).ok()).collect();
    for _ in 0..20 {
        assert_eq!(server.get("/").status, 200);
    }
    assert!(slow.len() > 250, "{}", slow.len());
}

/// An answer that is not taken is given up after seconds; the rest of it is never sent.
#[test]
fn a_reader_that_does_not_read_is_cut_off() {
    let server = Running::start(None);
    with_a_large_export(&server);
    let mut stream = ask_and_do_not_read(&server).unwrap();
    std::thread::sleep(Duration::from_secs(7));
    let mut taken = Vec::new();
    let _ = stream.read_to_end(&mut taken);
    assert!(taken.len() < 16 * (900 << 10), "all of it was kept for a reader that was gone");
}

/// A body whose length is not announced, or not true, is not read beyond the limit.
#[test]
fn a_body_without_end_is_refused() {
    let server = Running::start(None);
    let mut stream = server.connect();
    let head = format!(
        "POST /api/import HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, " ".repeat(1 << 20));
    let sent = (0..64).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
    assert!(sent < 64, "everything was read");
    if let Some(answer) = read_answer(&mut stream) {
        assert_eq!(answer.status, 413);
    }
}

/// An import of about 16 MiB that would be a hundred times as large, were it taken apart.
fn large_import() -> String {
    let state = format!("{{\"a\":[{}0]}}", "[],".repeat(300_000));
    let game = format!(r#"{{"level":"s0123456789abcdef0123456789abcdef","state":{state}}}"#);
    let games = vec![game; 17].join(",");
    format!(r#"{{"format":"banto 1","solutions":[],"games":[{games}],"settings":{{}}}}"#)
}

fn send_import(server: &Running, body: &str) -> u16 {
    let mut stream = server.connect();
    let head = format!(
        "POST /api/import HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    // A server that has no place answers before it has read everything.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    read_answer(&mut stream).map_or(0, |answer| answer.status)
}

/// Large imports wait for each other; each is answered.
#[test]
fn large_imports_are_taken_one_after_the_other() {
    let server = Running::start(None);
    let body = large_import();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..4).map(|_| scope.spawn(|| send_import(&server, &body))).collect();
        assert_eq!(server.get("/").status, 200);
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
}

/// Takes a few bytes; says whether the server still keeps the connection.
fn reads_a_little(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    match stream.read(&mut [0; 64]) {
        Ok(count) => count > 0,
        Err(error) => !matches!(error.kind(), std::io::ErrorKind::ConnectionReset),
    }
}

/// 300 clients that read a few bytes at a time, for a minute: a new client is served meanwhile.
#[test]
#[ignore = "a minute; run by `cargo xtask nightly`"]
fn three_hundred_slow_readers_for_a_minute() {
    let server = Running::start(None);
    with_a_large_export(&server);
    let mut served = std::thread::scope(|scope| {
        let crowd = scope.spawn(|| {
            let start = Instant::now();
            let come = || ask_and_do_not_read(&server).ok();
            let mut slow: Vec<_> = (0..300).map(|_| come()).collect();
            // Each reads a little now and then; whoever is cut off comes again.
            while start.elapsed() < Duration::from_secs(60) {
                for client in &mut slow {
                    if !client.as_mut().is_some_and(reads_a_little) {
                        *client = come();
                    }
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let mut served = Vec::new();
        while !crowd.is_finished() {
            let start = Instant::now();
            assert_eq!(server.get("/").status, 200);
            served.push(start.elapsed());
            std::thread::sleep(Duration::from_millis(50));
        }
        served
    });
    served.sort();
    println!("slow readers: {} new clients served: {}", served.len(), spread(&served));
}

/// Twelve large imports at once: what the page feels, and what they cost.
#[test]
#[ignore = "half a minute; run by `cargo xtask nightly`"]
fn twelve_large_imports_at_once() {
    let server = Running::start(None);
    let body = large_import();
    let before = memory();
    let (statuses, mut pages, peak) = std::thread::scope(|scope| {
        let clients: Vec<_> =
            (0..12).map(|_| scope.spawn(|| send_import(&server, &body))).collect();
        let (mut pages, mut peak) = (Vec::new(), 0);
        while clients.iter().any(|client| !client.is_finished()) {
            let start = Instant::now();
            assert_eq!(server.get("/").status, 200);
            pages.push(start.elapsed());
            peak = peak.max(memory());
            std::thread::sleep(Duration::from_millis(2));
        }
        let statuses: Vec<u16> = clients.into_iter().map(|it| it.join().unwrap()).collect();
        (statuses, pages, peak)
    });
    pages.sort();
    println!(
        "twelve imports of {} KiB: {statuses:?}; page {}; memory +{} MiB at most",
        body.len() >> 10,
        spread(&pages),
        peak.saturating_sub(before) >> 10
    );
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)), "{statuses:?}");
}

/// 250 connections of one address, each with 40 requests that it never reads the answers to.
fn pipelined(server: &Running, path: &str) -> Vec<TcpStream> {
    let ask = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).repeat(40);
    let connect = || {
        let mut stream = server.connect();
        stream.write_all(ask.as_bytes()).ok().map(|()| stream)
    };
    (0..250).filter_map(|_| connect()).collect()
}

/// Asks once; `None` when no answer comes within five seconds.
fn asked(server: &Running, path: &str) -> Option<u16> {
    let mut stream = server.connect();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", server.address);
    stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).ok()?;
    read_answer(&mut stream).map(|answer| answer.status)
}

/// A page that is used while a crowd asks and does not read: how often it was answered, and how often not.
fn used(server: &Running, path: &str, time: Duration) -> (usize, Vec<(&'static str, Option<u16>)>) {
    let begin = Instant::now();
    let (mut answered, mut failed) = (0, Vec::new());
    std::thread::scope(|scope| {
        let crowd = scope.spawn(|| pipelined(server, path));
        while begin.elapsed() < time {
            for page in ["/", "/sw.js", "/api/status", "/api/progress", "/api/collections/two"] {
                match asked(server, page) {
                    Some(200) => answered += 1,
                    other => failed.push((page, other)),
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(crowd.join().unwrap().len() > 200);
    });
    (answered, failed)
}

/// A store whose export is large.
fn with_many_games(server: &Running) {
    let state = json!({ "moves": "r".repeat(900 << 10) });
    for game in 0..4 {
        let path = format!("/api/progress/s{game:032x}");
        assert_eq!(server.send("PUT", &path, &state).status, 200);
    }
}

/// 250 connections with 40 requests each, which read nothing: the page stays usable. While the crowd
/// arrives, a call of the API may be refused at once and asked again; nothing is without an answer.
#[test]
fn a_crowd_that_asks_ahead_and_reads_nothing_locks_nobody_out() {
    for path in ["/api/export", "/api/status"] {
        let server = Running::start(None);
        with_many_games(&server);
        let (answered, failed) = used(&server, path, Duration::from_secs(6));
        println!("{path}: {answered} answered, {failed:?}");
        assert!(
            failed.iter().all(|it| it.1 == Some(503) && it.0.starts_with("/api/")),
            "{failed:?}"
        );
        assert!(failed.len() * 10 < answered, "{} of {answered} refused", failed.len());
    }
}

/// The same ten times.
#[test]
#[ignore = "two minutes; run by `cargo xtask nightly`"]
fn a_crowd_that_asks_ahead_ten_times() {
    for run in 1..=10 {
        let server = Running::start(None);
        with_many_games(&server);
        let (answered, failed) = used(&server, "/api/export", Duration::from_secs(10));
        let silent = failed.iter().filter(|it| it.1.is_none()).count();
        let refused = failed.len() - silent;
        println!("T28, run {run}: {answered} answered, {refused} refused, {silent} timeouts");
        assert_eq!(silent, 0, "{failed:?}");
        assert!(refused * 10 < answered, "{refused} of {answered} refused");
    }
}
