//! Jobs: taken, followed, done, stopped, refused.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::common::{Answer, ENDLESS, Running};
use crate::load::disconnect;
use serde_json::{Value, json};

#[test]
fn a_job_is_taken_followed_and_done() {
    let server = Running::start(None);
    let question = json!({ "level": { "rows": ["######", "#@ $.#", "######"] } });
    let taken = server.send("POST", "/api/jobs", &question);
    assert_eq!(taken.status, 202);
    let place = taken.header("location").unwrap().to_owned();
    let events = server.get(&format!("{place}/events"));
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let text = String::from_utf8_lossy(&events.body).into_owned();
    assert!(text.contains("event: done"), "{text}");
    let record = server.get(&place).json()["record"].clone();
    assert_eq!(
        (&record["status"], &record["solution"], &record["pushes"]),
        (&json!("solved"), &json!("rR"), &json!(1))
    );
    let at_once = server.send("POST", "/api/solve", &question).json();
    assert_eq!(at_once["solution"], "rR");
}

#[test]
fn questions_no_engine_can_serve_are_refused() {
    let server = Running::start(None);
    let ask = |more: Value| {
        let mut question = json!({ "level": { "rows": ["#####", "#@$.#", "#####"] } });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.send("POST", "/api/jobs", &question).status
    };
    assert_eq!(ask(json!({ "engine": "magic" })), 400);
    assert_eq!(ask(json!({ "goal": "beauty" })), 400);
    assert_eq!(ask(json!({ "goal": "steps" })), 400);
    assert_eq!(ask(json!({ "techniques": ["+magic"] })), 400);
    assert_eq!(ask(json!({ "techniques": ["-dead-squares"] })), 400);
    assert_eq!(ask(json!({ "engine": "astar", "techniques": ["+retrograde"] })), 400);
    assert_eq!(ask(json!({ "engine": "astar", "techniques": ["+fixed", "+retrograde"] })), 202);
    assert_eq!(ask(json!({ "engine": "unblock" })), 400);
    assert_eq!(ask(json!({ "engine": "astar", "heuristic": "magic" })), 400);
    assert_eq!(ask(json!({ "engine": "astar", "space": "moves" })), 202);
}

pub(crate) fn endless() -> Value {
    json!({ "level": { "rows": ENDLESS }, "engine": "optimal", "goal": "pushes", "time_ms": 60000 })
}

#[test]
fn delete_stops_a_running_search() {
    let server = Running::start(None);
    let taken = server.send("POST", "/api/jobs", &endless()).json();
    let place = format!("/api/jobs/{}", taken["id"].as_str().unwrap());
    server.until_running();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.send("DELETE", &place, &Value::Null).status, 204);
    server.until_idle();
    assert_eq!(server.get(&place).json()["record"]["status"], "interrupted");
}

#[test]
fn going_away_stops_the_search() {
    disconnect(&Running::start(None), 5);
}

/// A job of a client that calls itself by a number.
fn job_of(server: &Running, tab: usize) -> Vec<u8> {
    let body = endless().to_string();
    let text = format!(
        "POST /api/jobs HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nBanto-Tab: t{tab}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    text.into_bytes()
}

/// Whoever takes many names does not get all workers when somebody else waits.
#[test]
fn workers_are_shared_between_addresses() {
    let server = Running::start(None);
    let mut taken: Vec<Value> = Vec::new();
    for tab in 0..6 {
        taken.push(server.from(1).raw(&job_of(&server, tab)).json());
    }
    let other = server.from(2).raw(&job_of(&server, 0)).json();
    server.until_running();
    let place = |job: &Value| format!("/api/jobs/{}", job["id"].as_str().unwrap());
    // The first to end makes way for the other address, though four others were there before.
    server.send("DELETE", &place(&taken[0]), &Value::Null);
    server.until_phase(&place(&other), "running");
    for job in taken.iter().rev().chain([&other]) {
        server.send("DELETE", &place(job), &Value::Null);
    }
    server.until_idle();
}

/// Follows a job; the stream is to be kept.
fn follow(server: &Running, job: &Value) -> TcpStream {
    let mut stream = server.connect();
    let path = format!("/api/jobs/{}/events", job["id"].as_str().unwrap());
    let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(head.as_bytes()).unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.contains("event: ") {
        let count = stream.read(&mut buffer).unwrap();
        assert!(count > 0, "{text}");
        text += &String::from_utf8_lossy(&buffer[..count]);
    }
    stream
}

fn place(job: &Value) -> String {
    format!("/api/jobs/{}", job["id"].as_str().unwrap())
}

fn stop_all<'a>(server: &Running, jobs: impl DoubleEndedIterator<Item = &'a Value>) {
    for job in jobs.rev() {
        server.send("DELETE", &place(job), &Value::Null);
    }
    server.until_idle();
}

#[test]
fn the_queue_is_bounded_for_each_client_and_for_all() {
    let server = Running::start(None);
    let (mut taken, mut followed) = (Vec::new(), Vec::new());
    let mut submit = |address: u8, tab: usize| {
        let answer = server.from(address).raw(&job_of(&server, tab));
        if answer.status == 202 {
            followed.push(follow(&server, &answer.json()));
            taken.push(answer.json());
        }
        (taken.len(), answer.status, answer.header("retry-after").is_some())
    };
    // One client: one job runs, four wait, the sixth is too many.
    for count in 1..=5 {
        assert_eq!(submit(1, 0), (count, 202, false));
    }
    assert_eq!(submit(1, 0), (5, 429, true));
    // The same address under many names: one more runs, 12 more wait, and that is its share.
    let mut until_refused = |address: u8, from: usize| {
        (from..).map(|tab| submit(address, tab)).find(|it| it.1 != 202).unwrap()
    };
    assert_eq!(until_refused(1, 100), (18, 429, true));
    // Another address finds room until one place is left, which is for an address that has none.
    assert_eq!(until_refused(2, 200), (33, 503, true));
    assert_eq!(until_refused(3, 300), (34, 503, true));
    let load = server.get("/api/status").json()["load"].clone();
    assert_eq!(load, json!({ "workers": 2, "running": 2, "queued": 32 }));
    drop(followed);
    stop_all(&server, taken.iter());
}

/// Eighteen long jobs under names of their own, which nobody follows: another client of the same address
/// gets a place, keeps it whatever else comes, and is next.
#[test]
fn invented_names_shut_nobody_out() {
    let server = Running::start(None);
    let submit = |tab: usize| server.raw(&job_of(&server, tab));
    let mut taken: Vec<Value> = (0..18).map(|tab| submit(tab).json()).collect();
    let honest = submit(1000);
    assert_eq!(honest.status, 202, "{}", String::from_utf8_lossy(&honest.body));
    let honest = honest.json();
    let _follower = follow(&server, &honest);
    // The job that waited longest without anybody looking made room, and says so.
    let record = server.get(&place(&taken[2])).json()["record"].clone();
    assert_eq!(record["status"], "interrupted", "{record}");
    assert!(record["error"].as_str().unwrap().contains("another client"), "{record}");
    for tab in 100..120 {
        let answer = submit(tab);
        assert_eq!(answer.status, 202);
        taken.push(answer.json());
    }
    assert_eq!(server.get(&place(&honest)).json()["phase"], "queued");
    server.send("DELETE", &place(&taken[0]), &Value::Null);
    server.until_phase(&place(&honest), "running");
    stop_all(&server, taken.iter().chain([&honest]));
}

#[test]
fn a_plan_says_what_is_really_on() {
    let server = Running::start(None);
    let plan = |more: Value| {
        let mut body = json!({ "game": "sokoban" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.send("POST", "/api/plan", &body)
    };
    let has = |answer: &Answer, name: &str| {
        answer.json()["techniques"].as_array().unwrap().contains(&json!(name))
    };
    let pushes = plan(json!({ "engine": "astar" }));
    let moves = plan(json!({ "engine": "astar", "space": "moves" }));
    assert!(has(&pushes, "player-zone") && !has(&moves, "player-zone"));
    let more = plan(json!({ "engine": "astar", "techniques": ["+recursive"] }));
    assert!(more.json()["config"].as_str().unwrap().contains("+recursive"));
    assert_eq!(plan(json!({ "engine": "bfs", "heuristic": "matching" })).status, 400);
    let reads = |answer: &Answer, name: &str| {
        answer.json()["reads"].as_array().unwrap().contains(&json!(name))
    };
    let pull = plan(json!({ "engine": "pull" }));
    assert!(reads(&pull, "pairs") && !reads(&pull, "freeze") && !has(&pull, "freeze"));
    let refused = plan(json!({ "engine": "pull", "techniques": ["-freeze"] }));
    let text = String::from_utf8_lossy(&refused.body).into_owned();
    assert!(refused.status == 400 && text.contains("freeze does nothing in pull"), "{text}");
    assert_eq!(plan(json!({ "game": "chess" })).status, 400);
    assert_eq!(plan(json!({ "goal": "steps away" })).status, 400);
}
