//! Workers that panic, die, run out of memory or hang: the server gives the status that `solve` gives, and
//! goes on.

use std::time::Duration;

use crate::common::{ENDLESS, Running, worker_command};
use puzzle::plain::LevelData;
use puzzle::request::Inject;
use puzzle::{Game, Limits, Request};
use runner::{WorkerCommand, Workers};
use serde_json::{Value, json};

const LEVEL: [&str; 3] = ["######", "#@ $.#", "######"];

/// Long enough for a worker to begin, short enough to wait for one that hangs.
const TIME: Duration = Duration::from_millis(500);

/// Workers that make a fault.
fn faulty(fault: Option<Inject>) -> WorkerCommand {
    let args = fault.map(|fault| format!("{fault:?}").into()).into_iter().collect();
    WorkerCommand { args, ..worker_command() }
}

/// What `solve` says: it has the same workers and the blocking parent.
fn status_of_solve(fault: Option<Inject>) -> &'static str {
    let puzzle = LevelData::Rows { rows: LEVEL.map(str::to_owned).to_vec() }.judge().unwrap();
    let limits = Limits { time: Some(TIME), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let resolved = request.resolve(Game::Sokoban).unwrap();
    Workers::new(faulty(fault)).run(&puzzle, &resolved).status.name()
}

fn solve(server: &Running) -> Value {
    let question = json!({ "level": { "rows": LEVEL }, "time_ms": TIME.as_millis() as u64 });
    server.send("POST", "/api/solve", &question).json()
}

#[test]
fn every_fault_has_the_status_it_has_in_solve() {
    for (fault, status) in [
        (Inject::Panic, "crashed"),
        (Inject::Spoil, "crashed"),
        (Inject::Abort, "crashed"),
        (Inject::Overflow, "crashed"),
        (Inject::Allocate, "memory"),
        (Inject::Hang, "time"),
    ] {
        let server = Running::with_worker(None, faulty(Some(fault)));
        let record = solve(&server);
        assert_eq!(record["status"], status, "{fault:?}: {record}");
        assert_eq!(status_of_solve(Some(fault)), status, "{fault:?}");
        assert_eq!(record["error"].is_string(), status == "crashed", "{record}");
    }
    let server = Running::start(None);
    assert_eq!(solve(&server)["status"], status_of_solve(None));
    assert_eq!(server.get("/api/status").json()["load"]["running"], 0);
}

/// The processes that were started as a program: their numbers and those of their parents.
#[cfg(target_os = "linux")]
fn processes(program: &std::path::Path) -> Vec<(u32, u32)> {
    let all = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let of = |entry: std::fs::DirEntry| {
        let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
        let words = std::fs::read(entry.path().join("cmdline")).ok()?;
        let first = words.split(|&byte| byte == 0).next()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // Behind the name, which may hold anything: the state and the parent.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        (first == program.as_os_str().as_encoded_bytes()).then_some((pid, parent))
    };
    all.filter_map(of).collect()
}

/// A search is one process, a child of the server; somebody else may kill it.
#[cfg(target_os = "linux")]
#[test]
fn a_search_is_one_process_and_may_be_killed() {
    let folder = std::env::temp_dir().join(format!("banto-web-worker-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // A name of its own tells its workers from those of other tests.
    let mut worker = worker_command();
    let program = folder.join("worker");
    let _ = std::fs::remove_file(&program);
    std::os::unix::fs::symlink(&worker.program, &program).unwrap();
    worker.program = program.clone();
    let server = Running::with_worker(None, worker);
    let question = json!({
        "level": { "rows": ENDLESS }, "engine": "optimal", "goal": "pushes", "time_ms": 60000
    });
    let taken = server.send("POST", "/api/jobs", &question).json();
    let place = format!("/api/jobs/{}", taken["id"].as_str().unwrap());
    while server.get(&place).json()["progress"].is_null() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let found = processes(&program);
    let [(pid, parent)] = found[..] else { panic!("not one worker: {found:?}") };
    assert_eq!(parent, std::process::id());
    let killed = std::process::Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(killed.unwrap().success());
    server.until_phase(&place, "done");
    let record = server.get(&place).json()["record"].clone();
    assert_eq!(record["status"], "crashed", "{record}");
    assert!(record["error"].as_str().unwrap().contains("signal: 9"), "{record}");
    assert!(record["expanded"].as_u64().unwrap() > 0, "the last progress counts: {record}");
    assert!(processes(&program).is_empty());
    let _ = std::fs::remove_dir_all(&folder);
}
