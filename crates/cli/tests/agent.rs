//! `banto agent` against `banto serve --game-server`; nightly against the server of the University of
//! Aveiro.

mod common;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::{banto, code, command, scratch, stderr, stdout};
use serde_json::Value;

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `banto serve --game-server` on free ports, with where agents join and where the page is.
fn serve(more: &[&str]) -> (Running, String, String) {
    let home = scratch("serve");
    let args = ["serve", "--port", "0", "--game-server", "--game-port", "0"];
    let mut child = command(&home).args(args).args(more).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut line = || lines.next().unwrap().unwrap();
    let page = line().split_whitespace().last().unwrap().to_owned();
    let game = line();
    let game = game.split_whitespace().find(|it| it.starts_with("ws://")).unwrap();
    let game = game.trim_end_matches(';').to_owned();
    // Whatever else it says must not fill the pipe.
    std::thread::spawn(move || lines.for_each(drop));
    (Running(child), game, page)
}

fn agent(url: &str, more: &[&str]) -> std::process::Output {
    banto(&[&["agent", url], more].concat(), "")
}

/// What the page is told at an address.
fn told(page: &str, path: &str) -> Value {
    use std::io::{Read, Write};
    let host = page.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap()
}

#[test]
fn an_address_may_name_its_port() {
    let home = scratch("address");
    let args = ["serve", "--listen", "127.0.0.1:0"];
    let mut child = command(&home).args(args).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let _server = Running(child);
    assert!(line.contains("banto serves http://127.0.0.1:"), "{line}");
    let output = banto(&["serve", "--listen", "127.0.0.1:0", "--port", "0"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("named twice"), "{}", stderr(&output));
}

#[test]
fn the_starter_levels_are_played_to_the_end_and_the_page_shows_it() {
    let files = scratch("files").join("levels");
    let (_server, url, page) =
        serve(&["--fps", "0", "--game-first", "31", "--game-write", files.to_str().unwrap()]);
    let output = agent(&url, &["--levels", files.to_str().unwrap(), "--time", "2s"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let table = stdout(&output);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["level", "pushes", "moves", "steps", "points"]);
    assert_eq!((rows[1][0], rows[10][0], rows[11][0]), ("31", "40", "all"), "{table}");
    // Every key made a frame, so there are as many steps as moves, and none was lost.
    assert_eq!(rows[11][2], rows[11][3], "{table}");
    assert!(table.contains("all levels played") && table.contains(" 0 of them late"), "{table}");
    let live = told(&page, "/api/game");
    assert_eq!(live["highscores"][0][1].to_string(), rows[11][4], "{live}");
    assert_eq!((&live["player"], &live["playing"]), (&"banto".into(), &false.into()));
}

#[test]
fn records_are_printed_as_levels_are_finished() {
    let levels = scratch("numbered");
    std::fs::write(levels.join("1.xsb"), "#######\n#@ $ .#\n#######\n").unwrap();
    std::fs::write(levels.join("2.xsb"), "######\n#@$ .#\n######\n").unwrap();
    let folder = levels.to_str().unwrap();
    let (_server, url, _) = serve(&["--fps", "100", "--game-levels", folder]);
    let output = agent(&url, &["--levels", folder, "--jsonl", "--strategy", "aveiro", "-q"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    let records: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 3);
    assert_eq!((&records[0]["level"], &records[0]["pushes"]), (&1.into(), &2.into()));
    assert_eq!((&records[1]["engine"], &records[2]["won"]), (&"aveiro".into(), &true.into()));
}

#[test]
fn what_cannot_be_played_is_told() {
    let output = agent("http://127.0.0.1:1", &[]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let output = agent("ws://127.0.0.1:1", &["--retry", "100ms"]);
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert!(stderr(&output).contains("ws://127.0.0.1:1: "), "{}", stderr(&output));
    // Nobody waits for a minute without a word.
    assert!(stderr(&output).contains("; trying again for 0.1 s\n"), "{}", stderr(&output));
    // Without level files, and with those of another game: told which level, and what to do. No frame
    // comes by the clock here, so whoever waits for one waits for long.
    let other = scratch("other");
    std::fs::write(other.join("1.xsb"), "#########\n#@ $ $..#\n#########\n").unwrap();
    for (fps, folder) in [("0", scratch("empty")), ("100", scratch("empty")), ("0", other)] {
        let (_server, url, _) = serve(&["--fps", fps]);
        let output = agent(&url, &["--levels", folder.to_str().unwrap()]);
        let said = stderr(&output);
        assert_eq!(code(&output), 3, "{said}");
        assert!(said.contains("levels/1.xsb") && said.contains("--levels"), "{said}");
        assert!(!said.contains("level 1: "), "{said}");
    }
}

/// A game server that asks for a token: the address that `serve` prints has it.
#[test]
fn a_token_is_needed_where_one_is_asked_for() {
    let token = "0123456789abcdef";
    let (_server, url, _) = serve(&["--fps", "0", "--game-first", "40", "--token", token]);
    assert!(url.ends_with(&format!("/player?token={token}")), "{url}");
    let output = agent(&url, &["starter-sokoban", "--think", "2s"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = agent(url.split('?').next().unwrap(), &["starter-sokoban"]);
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert!(stderr(&output).contains("401") && stderr(&output).contains("token"), "{output:?}");
}

// The server of the University of Aveiro.

/// The course's server, run from a copy of it.
struct Course {
    _server: Running,
    folder: PathBuf,
    url: String,
}

/// Starts the course's server at a frame rate; `None` when it is not there.
fn course(fps: u32, last: Option<u32>) -> Option<Course> {
    let Some(original) = std::env::var_os("BANTO_AVEIRO").filter(|it| !it.is_empty()) else {
        needs::skip("BANTO_AVEIRO does not name the folder of the course's server");
        return None;
    };
    let python = needs::python("websockets, requests")?;
    let folder = scratch("course");
    copy(Path::new(&original), &folder, last);
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    // The frame rate is a constant of its module `game`.
    let start = format!(
        "import runpy, sys, game\ngame.GAME_SPEED = {fps}\n\
         sys.argv = ['server.py', '--bind', '127.0.0.1', '--port', '{port}', '--grading-server', '']\n\
         runpy.run_path('server.py', run_name='__main__')"
    );
    let log = std::fs::File::create(folder.join("log")).unwrap();
    let mut server = Command::new(python);
    server.args(["-c", &start]).current_dir(&folder).stdout(Stdio::null()).stderr(log);
    let server = Running(server.spawn().unwrap());
    Some(Course { _server: server, folder, url: format!("ws://127.0.0.1:{port}") })
}

/// Copies its modules and the levels it plays.
fn copy(from: &Path, to: &Path, last: Option<u32>) {
    std::fs::create_dir_all(to.join("levels")).unwrap();
    for folder in [from.to_owned(), from.join("levels")] {
        for entry in std::fs::read_dir(&folder).unwrap().filter_map(Result::ok) {
            let path = entry.path();
            let number = path.file_stem().and_then(|it| it.to_str()).and_then(|it| it.parse().ok());
            let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
            let wanted = number.is_some_and(|number: u32| last.is_none_or(|last| number <= last));
            if ending == "py" || (ending == "xsb" && wanted) {
                let place = to.join(path.strip_prefix(from).unwrap());
                std::fs::copy(&path, place).unwrap();
            }
        }
    }
}

#[test]
#[ignore = "a minute, and needs the course's server"]
fn the_course_s_first_ten_levels_at_its_own_pace() {
    let Some(course) = course(10, Some(10)) else { return };
    let output = agent(&course.url, &["--levels", course.folder.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let table = stdout(&output);
    assert_eq!(table.lines().count(), 13, "{table}");
    assert!(table.contains("all levels played") && table.contains(" 0 of them late"), "{table}");
}

#[test]
#[ignore = "five minutes, and needs the course's server"]
fn all_levels_of_the_course() {
    let Some(course) = course(80, None) else { return };
    let output = agent(&course.url, &["--levels", course.folder.to_str().unwrap(), "--jsonl"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let last = stdout(&output).lines().last().unwrap().to_owned();
    let game: Value = serde_json::from_str(&last).unwrap();
    assert_eq!((&game["won"], &game["levels"]), (&true.into(), &154.into()), "{game}");
    // The sum over the best solutions that people have published.
    assert!(game["pushes"].as_u64().unwrap() <= 5_229, "{game}");
}

/// A folder of levels with notes of its owner is not written over.
#[test]
fn the_files_of_a_user_are_not_overwritten_by_the_levels_of_a_game() {
    let home = scratch("own-levels");
    std::fs::write(home.join("2.xsb"), "; mine\n#####\n#@$.#\n#####\n").unwrap();
    let before = std::fs::read(home.join("2.xsb")).unwrap();
    let serve = |more: &[&str]| {
        let mut server = command(&home);
        server.args([
            "serve",
            "--port",
            "0",
            "--game-server",
            "--game-port",
            "0",
            "--game-write",
            ".",
        ]);
        // Without a free address it ends as soon as the levels are written.
        server.args(["--listen", "203.0.113.1", "--token", "random"]).args(more).current_dir(&home);
        server.output().unwrap()
    };
    let output = serve(&[]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("2.xsb: exists already"), "{}", stderr(&output));
    assert!(!home.join("1.xsb").exists() && std::fs::read(home.join("2.xsb")).unwrap() == before);
    let output = serve(&["--force"]);
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert!(home.join("1.xsb").exists() && std::fs::read(home.join("2.xsb")).unwrap() != before);
    // What it wrote itself is no reason to refuse.
    assert_eq!(code(&serve(&[])), 4);
}
