//! A server for a test, with its own port, its own folder and a shelf of small collections; and
//! requests written byte by byte.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use runner::WorkerCommand;
use serde_json::Value;
use web::{Options, Server, Shelf, Shelved};

/// A level on which the optimal engine is busy for longer than any test.
pub(crate) const ENDLESS: [&str; 11] = [
    "###################",
    "#       #      ...#",
    "# $ $   #      ...#",
    "#  $  $        ...#",
    "# $ $ $ #      ...#",
    "#   @   #      ...#",
    "# $ $ $ ###########",
    "#  $  $ #",
    "# $ $ $ #",
    "#       #",
    "#########",
];

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// Where the game is played, when there is one.
    pub(crate) game: Option<SocketAddr>,
    pub(crate) folder: PathBuf,
    runtime: Option<tokio::runtime::Runtime>,
}

/// Collections of the tests: `small` with a faulty level, `two` for playing, `jam` for Unblock; and
/// the starter collections for screenshots when they are asked for.
#[derive(Default)]
struct Shelves {
    /// Whether a file of the page without a server needs the starter collection of Unblock: only what is listed is written.
    starter: bool,
    added: Mutex<BTreeMap<String, Vec<u8>>>,
    removed: Mutex<Option<(String, Vec<u8>)>>,
}

/// Two boxes to push to the right; each room has a floor of its own, and so progress of its own.
fn room(n: usize) -> String {
    let floor = "#     #\n".repeat(n);
    format!("; Room {n}\n#######\n#     #\n# @$ .#\n#  $ .#\n{floor}#######\n\n")
}

/// A jam solved in three moves, which moving C up makes worse, and one of sixty moves.
const JAMS: &str = "..B...\n..B...\nAAB...\n......\n......\n......\n\n\
    ...B..\n...B..\nAA.B..\n.....C\n...DDC\n......\n\n\
    IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n";

fn text(name: &str) -> Option<String> {
    let file = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
        std::fs::read_to_string(format!("{folder}/{name}")).ok()
    };
    match name {
        "small" => {
            Some("; first\n#####\n#@$.#\n#####\n\n; broken\n#####\n#@$ #\n#####\n".to_owned())
        }
        "two" => {
            let rooms: String = (1..=5).map(room).collect();
            Some(format!("{rooms}; The great hall\n{}\n", ENDLESS.join("\n")))
        }
        "jam" => Some(JAMS.to_owned()),
        "starter-sokoban" => file("starter-sokoban.sok"),
        "starter-unblock" => file("starter-unblock.txt"),
        _ => None,
    }
}

/// The collections of the tests; listed last, if it is asked for, the starter collection that a page leads to.
pub(crate) fn shelf(starter: bool) -> Arc<dyn Shelf> {
    Arc::new(Shelves { starter, ..Shelves::default() })
}

impl Shelf for Shelves {
    fn list(&self) -> Vec<Shelved> {
        let mut names = vec!["two", "jam", "small"];
        if std::env::var_os("BANTO_SCREENS").is_some() {
            names.splice(0..0, ["starter-sokoban", "starter-unblock"]);
        } else if self.starter {
            names.push("starter-unblock");
        }
        let row = |name: &str| Shelved {
            name: name.to_owned(),
            description: String::new(),
            embedded: true,
            own: false,
        };
        let fixed = names.into_iter().filter(|name| text(name).is_some()).map(row);
        let own = self.added.lock().unwrap();
        let own = own.keys().map(|name| Shelved { embedded: false, own: true, ..row(name) });
        fixed.chain(own).collect()
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let added = self.added.lock().unwrap().get(name).cloned();
        added.or_else(|| text(name).map(String::into_bytes))
    }

    fn add(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        self.added.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
        Ok(name.to_owned())
    }

    fn remove(&self, name: &str) -> Result<String, String> {
        let bytes = self.added.lock().unwrap().remove(name).ok_or("not there")?;
        *self.removed.lock().unwrap() = Some((name.to_owned(), bytes));
        Ok(format!("{name}.1"))
    }

    fn restore(&self, removed: &str) -> Result<String, String> {
        let mut waiting = self.removed.lock().unwrap();
        let there = waiting.as_ref().is_some_and(|it| format!("{}.1", it.0) == removed);
        let (name, bytes) = waiting.take_if(|_| there).ok_or("nothing of that name")?;
        self.added.lock().unwrap().insert(name.clone(), bytes);
        Ok(name)
    }
}

impl Running {
    /// Starts a server whose workers are the example program `worker`.
    pub(crate) fn start(token: Option<&str>) -> Running {
        Running::with_worker(token, worker_command())
    }

    /// Starts a server with a game beside it.
    pub(crate) fn with_game(token: Option<&str>) -> Running {
        let entry = puzzle::read(room(1).as_bytes()).unwrap().entries.remove(0);
        let Ok(puzzle::Puzzle::Sokoban(puzzle)) = entry.puzzle else {
            panic!("a level of Sokoban")
        };
        let game = game::Options {
            listen: "127.0.0.1:0".parse().unwrap(),
            levels: vec![game::Level { number: 1, puzzle: Arc::from(puzzle) }],
            first: None,
            fps: 0,
            timeout: 100,
        };
        Running::with(token, worker_command(), Some(game))
    }

    /// Starts a server whose workers are started by a command.
    pub(crate) fn with_worker(token: Option<&str>, worker: WorkerCommand) -> Running {
        Running::with(token, worker, None)
    }

    fn with(token: Option<&str>, worker: WorkerCommand, game: Option<game::Options>) -> Running {
        let folder = std::env::temp_dir().join(format!(
            "banto-web-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        std::fs::create_dir_all(&folder).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let options = Options {
            listen: "127.0.0.1:0".parse().unwrap(),
            token: token.map(str::to_owned),
            worker,
            workers: 2,
            store: Some(folder.join("progress.db")),
            shelf: shelf(false),
            tell: Arc::new(|_| {}),
            game,
        };
        let server = runtime.block_on(Server::bind(options)).unwrap();
        let (address, game) = (server.address().unwrap(), server.game_address());
        runtime.spawn(server.run());
        Running { address, game, folder, runtime: Some(runtime) }
    }

    /// Sends bytes and reads until the server closes or the answer is whole.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        self.from(1).raw(bytes)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        self.from(1).connect()
    }

    /// Somebody at another address of this machine: 127.0.0.`number`.
    pub(crate) fn from(&self, number: u8) -> Caller<'_> {
        Caller { server: self, address: [127, 0, 0, number] }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw(
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address)
                .as_bytes(),
        )
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.raw(self.request(method, path, body).as_bytes())
    }

    pub(crate) fn request(&self, method: &str, path: &str, body: &Value) -> String {
        let body = body.to_string();
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    /// Waits until no search runs and says how long that took.
    pub(crate) fn until_idle(&self) -> Duration {
        let start = Instant::now();
        loop {
            let load = self.get("/api/status").json()["load"].clone();
            if load["running"] == 0 && load["queued"] == 0 {
                return start.elapsed();
            }
            assert!(start.elapsed() < Duration::from_secs(30), "still busy: {load}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until a job has reached a phase.
    pub(crate) fn until_phase(&self, place: &str, phase: &str) {
        let start = Instant::now();
        while self.get(place).json()["phase"] != phase {
            assert!(start.elapsed() < Duration::from_secs(30), "{place} is not {phase}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until a search runs.
    pub(crate) fn until_running(&self) {
        let start = Instant::now();
        while self.get("/api/status").json()["load"]["running"] == 0 {
            assert!(start.elapsed() < Duration::from_secs(30), "nothing runs");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_millis(200));
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Somebody who calls the server from an address of its own.
pub(crate) struct Caller<'a> {
    server: &'a Running,
    address: [u8; 4],
}

impl Caller<'_> {
    pub(crate) fn connect(&self) -> TcpStream {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind((self.address, 0).into()).unwrap();
            socket.connect(self.server.address).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes or the answer is whole.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        read_answer(&mut stream)
            .unwrap_or_else(|| panic!("no answer to {:?}", String::from_utf8_lossy(bytes)))
    }
}

/// The worker: an example program of this crate, built along with the tests.
pub(crate) fn worker_command() -> WorkerCommand {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let program = path.join("examples").join(format!("worker{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "no worker: `cargo build -p banto-web --examples` builds it");
    WorkerCommand { program, args: Vec::new() }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("not JSON: {}", String::from_utf8_lossy(&self.body)))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

/// Reads one answer; `None` when the server closed without one.
pub(crate) fn read_answer(stream: &mut TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(answer) = whole(&bytes) {
            return Some(answer);
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return until_closed(&bytes),
            Ok(n) => bytes.extend_from_slice(&buffer[..n]),
        }
    }
}

fn split(bytes: &[u8]) -> Option<(String, &[u8])> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    Some((String::from_utf8_lossy(&bytes[..end]).into_owned(), &bytes[end + 4..]))
}

fn whole(bytes: &[u8]) -> Option<Answer> {
    let (head, rest) = split(bytes)?;
    let answer =
        Answer { status: head.split(' ').nth(1)?.parse().ok()?, head, body: rest.to_vec() };
    let length: usize = answer.header("content-length")?.parse().ok()?;
    (rest.len() >= length).then_some(answer)
}

fn until_closed(bytes: &[u8]) -> Option<Answer> {
    let (head, rest) = split(bytes)?;
    Some(Answer { status: head.split(' ').nth(1)?.parse().ok()?, head, body: rest.to_vec() })
}
