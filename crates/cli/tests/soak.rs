//! A soak: `banto serve` under the mixed traffic of a few players for as long as `BANTO_SOAK_MINUTES` says,
//! with its memory sampled every ten seconds.
//!
//! ```text
//! BANTO_SOAK_MINUTES=60 cargo test --release -p banto --test soak -- --ignored --nocapture
//! ```
//!
//! `BANTO_SOAK_PROGRAM` names another build of the program.
//!
//! About once a second a level is solved; beside that pages are loaded, hints asked for, games saved and
//! read, searches begun and abandoned, jobs followed and stopped. The test fails when the server ends, when
//! a request has no answer or an error of the server, or when the memory it has taken since the first sixth of the
//! run (ten minutes at most) is more than 5 % of what was resident then. Pages of the program itself that come in as
//! they are first run are resident, but nothing that it has taken.

// What was measured is for whoever reads the test's output.
#![allow(clippy::print_stdout)]

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{command, scratch};
use serde_json::{Value, json};

/// Growth allowed after the first part, in percent of the resident size.
const MOST_GROWTH: u64 = 5;
const SAMPLE: Duration = Duration::from_secs(10);

/// Memory of the server in KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Memory {
    /// What it has taken.
    own: u64,
    /// That, and the pages of the program that have been run.
    resident: u64,
}

struct Server {
    process: Child,
    host: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn start() -> Server {
        let home = scratch("soak");
        let mut command = match std::env::var_os("BANTO_SOAK_PROGRAM") {
            Some(program) => Command::new(program),
            None => command(&home),
        };
        command.args(["serve", "--port", "0", "--state"]).arg(home.join("state.db"));
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let page = lines.next().unwrap().unwrap();
        let page = page.split_whitespace().last().unwrap();
        let host = page.trim_start_matches("http://").trim_end_matches('/').to_owned();
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(|it| println!("{it}")));
        Server { process, host }
    }

    /// Its memory, and how many threads there are.
    fn memory(&mut self) -> (Memory, u64) {
        if let Some(status) = self.process.try_wait().unwrap() {
            panic!("the server has ended: {status}");
        }
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).unwrap();
        let number = |name: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim().trim_end_matches(" kB").parse().unwrap()
        };
        let memory = Memory { own: number("RssAnon:"), resident: number("VmRSS:") };
        (memory, number("Threads:"))
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    fn text(&self, method: &str, path: &str, body: Option<&Value>) -> String {
        let body = body.map(Value::to_string).unwrap_or_default();
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nBanto-Tab: soak\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )
    }

    /// Asks and waits: the status and the body.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Vec<u8>) {
        let mut stream = self.connect();
        stream.write_all(self.text(method, path, body).as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|it| it == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("{method} {path}: no answer"));
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), answer.split_off(end + 4))
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, bytes) = self.ask(method, path, Some(body));
        assert!(matches!(status, 200 | 202), "{path}: {status}: {}", text(&bytes));
        serde_json::from_slice(&bytes).unwrap()
    }
}

/// A level of a collection as requests name it.
fn plain(level: &Value) -> Option<Value> {
    let part = ["rows", "board"].into_iter().find(|it| level.get(it).is_some())?;
    Some(json!({ part: level[part] }))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What was asked, and how often it was answered with which status.
type Account = BTreeMap<(&'static str, u16), u64>;

/// Players: each call is one second of their traffic.
struct Traffic {
    second: usize,
    levels: Vec<Value>,
    account: Account,
}

impl Traffic {
    fn new(server: &Server) -> Traffic {
        let mut levels = Vec::new();
        for name in ["starter-sokoban", "starter-unblock"] {
            let (status, bytes) = server.ask("GET", &format!("/api/collections/{name}"), None);
            assert_eq!(status, 200);
            let all: Value = serde_json::from_slice(&bytes).unwrap();
            levels.extend(all["levels"].as_array().unwrap().iter().filter_map(plain));
        }
        assert!(levels.len() > 40, "{} levels", levels.len());
        Traffic { second: 0, levels, account: Account::default() }
    }

    fn note(&mut self, what: &'static str, status: u16) {
        assert!(matches!(status, 0 | 200..=204 | 422 | 429 | 503), "{what}: {status}");
        *self.account.entry((what, status)).or_default() += 1;
    }

    fn get(&mut self, server: &Server, what: &'static str, path: &str) -> Vec<u8> {
        let (status, bytes) = server.ask("GET", path, None);
        self.note(what, status);
        bytes
    }

    fn post(&mut self, server: &Server, what: &'static str, path: &str, body: &Value) -> Vec<u8> {
        let (status, bytes) = server.ask("POST", path, Some(body));
        self.note(what, status);
        bytes
    }

    fn one_second(&mut self, server: &Server) {
        self.second += 1;
        let (second, level) =
            (self.second, self.levels[self.second * 7 % self.levels.len()].clone());
        let question = json!({ "level": level, "time_ms": 300, "index": second });
        self.post(server, "solve", "/api/solve", &question);
        self.get(server, "page", "/");
        self.get(server, "script", ["/sw.js", "/icon.svg"][second % 2]);
        if second % 2 == 0 {
            self.post(server, "hint", "/api/hint", &json!({ "level": level }));
            self.get(server, "status", "/api/status");
        }
        if second % 3 == 0 {
            self.save(server, &level);
        }
        if second % 5 == 0 {
            self.leave(server);
            self.post(server, "why", "/api/why", &json!({ "level": level }));
        }
        if second % 7 == 0 {
            self.follow(server, &level);
        }
        if second % 11 == 0 {
            self.get(server, "export", "/api/export");
            self.get(server, "progress", "/api/progress");
            self.get(server, "collection", "/api/collections/starter-sokoban");
        }
        if second % 60 == 0 {
            self.get(server, "random", &format!("/api/random/easy?seed={second}"));
        }
    }

    /// A game is saved, with a move more each time.
    fn save(&mut self, server: &Server, level: &Value) {
        let judged = server.json("POST", "/api/judge", &json!({ "level": level }));
        let Some(key) = judged["key"].as_str() else { return };
        let path = format!("/api/progress/{key}");
        let kept: Value = serde_json::from_slice(&self.get(server, "game", &path)).unwrap();
        let base = &kept["game"]["revision"];
        let moves = "r".repeat(self.second % 500);
        let state = json!({ "moves": moves, "revision": self.second, "base": base });
        let (status, _) = server.ask("PUT", &path, Some(&state));
        self.note("save", status);
    }

    /// A search begins and its client goes away.
    fn leave(&mut self, server: &Server) {
        let question = json!({ "level": hall(), "time_ms": 20_000, "engine": "optimal" });
        let mut stream = server.connect();
        let ask = server.text("POST", "/api/solve", Some(&question));
        stream.write_all(ask.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        drop(stream);
        self.note("leave", 0);
    }

    /// A job is followed for a moment and stopped.
    fn follow(&mut self, server: &Server, level: &Value) {
        let job = json!({ "level": level, "time_ms": 300 });
        let (status, bytes) = server.ask("POST", "/api/jobs", Some(&job));
        self.note("job", status);
        if status == 202 {
            let job: Value = serde_json::from_slice(&bytes).unwrap();
            let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
            self.get(server, "events", &format!("{path}/events"));
            let (status, _) = server.ask("DELETE", &path, None);
            self.note("stop", status);
        }
    }
}

/// A room far too large for an exact search.
fn hall() -> Value {
    let inside = ["# $  .  $ . #", "#           #"];
    let rows = ["#############", "#@          #"].into_iter();
    let rows = rows.chain(inside.into_iter().cycle().take(10)).chain(["#############"]);
    json!({ "rows": rows.collect::<Vec<_>>() })
}

fn median(mut samples: Vec<Memory>) -> Memory {
    samples.sort_unstable();
    samples[samples.len() / 2]
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "as many minutes as BANTO_SOAK_MINUTES says; started by hand"]
fn memory_is_flat_under_mixed_traffic() {
    let Some(minutes) = std::env::var("BANTO_SOAK_MINUTES").ok().and_then(|it| it.parse().ok())
    else {
        return needs::skip("BANTO_SOAK_MINUTES does not say how long");
    };
    let mut server = Server::start();
    let mut traffic = Traffic::new(&server);
    let begin = Instant::now();
    let mut by_minute: Vec<Memory> = Vec::new();
    for minute in 1..=minutes {
        let (mut samples, mut threads) = (Vec::new(), 0);
        let end = begin + Duration::from_secs(60 * minute);
        let mut next = Instant::now() + SAMPLE;
        while Instant::now() < end {
            let second = Instant::now() + Duration::from_secs(1);
            traffic.one_second(&server);
            std::thread::sleep(second.saturating_duration_since(Instant::now()));
            if Instant::now() >= next {
                let (memory, now) = server.memory();
                samples.push(memory);
                threads = threads.max(now);
                next += SAMPLE;
            }
        }
        by_minute.push(median(samples));
        let (seconds, Memory { own, resident }) = (traffic.second, by_minute.last().unwrap());
        println!(
            "minute {minute}: {own} KiB of {resident} resident, {threads} threads, {seconds} rounds of traffic"
        );
    }
    println!("answers: {:?}", traffic.account);
    let seen = judge(&by_minute);
    if let Some(log) = std::env::var_os("BANTO_SOAK_LOG") {
        std::fs::write(log, seen).unwrap();
    }
}

/// The heaps of glibc that further threads have, which begin at whole multiples of their size and take all of it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn further_heaps(maps: &str) -> usize {
    const SIZE: u64 = 64 << 20;
    let range = |line: &str| {
        let (begin, end) = line.split_whitespace().next()?.split_once('-')?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        Some((number(begin)?, number(end)?))
    };
    let anonymous = maps.lines().filter(|line| line.split_whitespace().nth(4) == Some("0"));
    let ranges: Vec<(u64, u64)> = anonymous.filter_map(range).collect();
    let begins = ranges.windows(2).filter(|it| it[0].0 % SIZE == 0 && it[0].1 == it[1].0);
    begins.filter(|it| it[1].1 == it[0].0 + SIZE).count()
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn all_threads_of_a_server_share_one_heap() {
    let mut server = Server::start();
    let mut traffic = Traffic::new(&server);
    traffic.second = 19;
    traffic.one_second(&server);
    let (_, threads) = server.memory();
    assert!(threads > 4, "{threads} threads");
    let maps = std::fs::read_to_string(format!("/proc/{}/maps", server.process.id())).unwrap();
    assert_eq!(further_heaps(&maps), 0, "{maps}");
}

/// Compares the memory of the rest of the run with that at the end of its first part; says both.
fn judge(by_minute: &[Memory]) -> String {
    let first = (by_minute.len() / 6).clamp(1, 10);
    let settled = by_minute[first.saturating_sub(3)..first].iter().max().unwrap();
    let most = by_minute[first..].iter().max().unwrap_or(settled);
    let seen = format!(
        "after {first} minutes {} KiB of {} resident, then {} KiB at most",
        settled.own, settled.resident, most.own
    );
    println!("{seen}");
    let growth = most.own.saturating_sub(settled.own);
    assert!(growth * 100 <= settled.resident * MOST_GROWTH, "{by_minute:?}");
    seen
}

#[test]
fn growth_is_noticed_and_noise_is_not() {
    let memory = |own: u64| Memory { own, resident: own + 100 };
    let noise = [300, 290, 310, 312, 300, 305, 299, 301, 315, 308].map(memory);
    let quiet = [100, 200].map(memory).into_iter().chain(noise.into_iter().cycle().take(58));
    judge(&quiet.collect::<Vec<_>>());
    let grown: Vec<Memory> = (0..60).map(|minute| memory(1000 + 2 * minute)).collect();
    assert!(std::panic::catch_unwind(|| judge(&grown)).is_err());
}
