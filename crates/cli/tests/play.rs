//! `banto play` in a real terminal: tmux holds it, presses keys and sends mouse events, and is asked
//! what can be seen. And the console through its pipes.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use common::{banto, code, scratch, stderr, stdout};

/// Longest time for something to appear: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal of its own, on a server of its own.
struct Tmux {
    program: PathBuf,
    socket: PathBuf,
}

impl Tmux {
    /// Starts `banto play` in a terminal; `None` where there is no tmux.
    fn play(size: (u16, u16), home: &Path, arguments: &str) -> Option<Tmux> {
        let Some(program) = needs::program("tmux") else {
            needs::skip("tmux is not installed (Debian: apt-get install tmux)");
            return None;
        };
        // A server that is still going down must not be asked for a new terminal.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let tmux = Tmux { program, socket: home.join(format!("tmux{number}")) };
        let (width, height) = (size.0.to_string(), size.1.to_string());
        let folder = home.display().to_string();
        let home = home.display();
        // The shell stays, so that the state of the terminal afterwards can be looked at.
        let line = format!(
            "trap : HUP; env -u BANTO_LEVELS -u NO_COLOR HOME='{home}' XDG_DATA_HOME='{home}' LANG=C LC_ALL=C \
             {} play {arguments}; code=$?; echo $code > ended; echo \"ended with $code\"; stty -a | tr ' ' '\\n' | grep -x -e echo -e icanon; exec cat",
            env!("CARGO_BIN_EXE_banto")
        );
        let session = ["-f", "/dev/null", "new-session", "-d", "-c", &folder];
        let started = tmux.run(&[&session[..], &["-x", &width, "-y", &height, &line]].concat());
        assert!(started.status.success(), "{}", stderr(&started));
        Some(tmux)
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(&self.program);
        command.env_remove("TMUX").arg("-S").arg(&self.socket).args(args);
        command.output().expect("tmux starts")
    }

    /// What can be seen.
    fn seen(&self) -> String {
        stdout(&self.run(&["capture-pane", "-p"]))
    }

    /// Waits until something can be seen.
    fn wait(&self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let seen = self.seen();
            if seen.contains(text) {
                return seen;
            }
            assert!(begun.elapsed() < PATIENCE, "{text:?} does not appear:\n{seen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// A mouse event as terminals report it (SGR): a button code, column and row from 1.
    fn mouse(&self, button: u8, (x, y): (u16, u16), end: char) {
        let text = format!("\x1b[<{button};{};{}{end}", x + 1, y + 1);
        let bytes: Vec<String> = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        let bytes: Vec<&str> = bytes.iter().map(String::as_str).collect();
        self.run(&[&["send-keys", "-H"], bytes.as_slice()].concat());
    }

    fn click(&self, at: (u16, u16)) {
        self.mouse(0, at, 'M');
        self.mouse(0, at, 'm');
    }

    fn drag(&self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(0, from, 'M');
        self.mouse(32, to, 'M');
        self.mouse(0, to, 'm');
    }

    /// Where a text can be seen: column and row of its first character.
    fn find(&self, text: &str) -> (u16, u16) {
        let seen = self.wait(text);
        let row = seen.lines().position(|line| line.contains(text)).expect("it is seen");
        let line = seen.lines().nth(row).expect("it is there");
        let column = line.split(text).next().map_or(0, |before| before.chars().count());
        (column as u16, row as u16)
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

/// A file of levels in a home of its own.
fn level(name: &str, text: &str) -> (PathBuf, String) {
    let home = scratch("play");
    let file = home.join(name);
    std::fs::write(&file, text).expect("a level file");
    let shown = file.display().to_string();
    (home, shown)
}

const SOKOBAN: &str = "; Two boxes\n########\n#@ $ . #\n# $  . #\n#      #\n########\n";
const UNBLOCK: &str = "# First steps\n..B.C.\n..B.C.\nAAB...\n...DD.\n...EEE\n......\n";

/// A terminal that is closed takes the game with it, and the game is kept.
#[test]
fn a_closed_terminal_ends_the_game() {
    let (home, file) = level("two.xsb", SOKOBAN);
    let Some(tmux) = Tmux::play((80, 24), &home, &file) else { return };
    tmux.wait("Two boxes");
    tmux.keys(&["Right", "Right", "Right"]);
    tmux.wait("1 of 2 boxes on goals");
    drop(tmux);
    let begun = Instant::now();
    while is_played(&file) {
        assert!(begun.elapsed() < PATIENCE, "it plays on without a terminal");
        std::thread::sleep(Duration::from_millis(50));
    }
    // Interrupted, without a panic about a terminal that is not there.
    let code = loop {
        let code = std::fs::read_to_string(home.join("ended")).unwrap_or_default();
        if code.ends_with('\n') {
            break code;
        }
        assert!(begun.elapsed() < PATIENCE, "nobody says how it ended");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(code, "130\n");
    let Some(tmux) = Tmux::play((80, 24), &home, &file) else { return };
    tmux.wait("1 of 2 boxes on goals");
}

/// Whether a process of ours still has this file on its command line.
fn is_played(file: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("tmux and /proc go together");
    let lines = processes.filter_map(|it| std::fs::read(it.ok()?.path().join("cmdline")).ok());
    let program = env!("CARGO_BIN_EXE_banto");
    lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .any(|line| line.starts_with(program) && line.contains(file))
}

#[test]
fn sokoban_by_keys_from_start_to_solved() {
    let (home, file) = level("two.xsb", SOKOBAN);
    let Some(tmux) = Tmux::play((80, 24), &home, &file) else { return };
    tmux.wait("Two boxes");
    tmux.keys(&["?"]);
    tmux.wait("this help; any key closes it");
    tmux.keys(&["x", "Right", "Right", "Right"]);
    tmux.wait("1 of 2 boxes on goals");
    tmux.keys(&["h"]);
    tmux.wait("Look at this box");
    tmux.keys(&["Left", "Left", "Left", "Down", "Right", "Right", "Right"]);
    tmux.wait("Solved!");
    tmux.keys(&["q", "q"]);
    let seen = tmux.wait("ended with 0");
    // The terminal is as it was: lines are edited and what is typed is shown.
    tmux.wait("icanon");
    assert!(!seen.contains("Solved!"), "the screen is given back:\n{seen}");
}

/// The moves go to the clipboard of the terminal, which is tmux's own here, and to a file that was not there.
#[test]
fn moves_leave_by_the_clipboard_and_by_a_file() {
    let (home, file) = level("two.xsb", SOKOBAN);
    std::fs::write(home.join("two.xsb-1-moves.txt"), "mine\n").unwrap();
    let Some(tmux) = Tmux::play((80, 24), &home, &file) else { return };
    tmux.wait("Two boxes");
    tmux.run(&["set-option", "-s", "set-clipboard", "on"]);
    tmux.keys(&["Right", "Right", "Right", "y"]);
    tmux.wait("Copied, if the terminal allows it");
    let begun = Instant::now();
    while stdout(&tmux.run(&["show-buffer"])).trim() != "rRR" {
        assert!(begun.elapsed() < PATIENCE, "nothing is on the clipboard:\n{}", tmux.seen());
        std::thread::sleep(Duration::from_millis(50));
    }
    tmux.keys(&["x"]);
    tmux.wait("The moves are in two.xsb-1-moves-2.txt");
    let read = |name: &str| std::fs::read_to_string(home.join(name)).unwrap();
    assert_eq!(read("two.xsb-1-moves-2.txt"), "rRR\n");
    assert_eq!(read("two.xsb-1-moves.txt"), "mine\n");
}

/// In Portuguese, at the smallest size: a level is found by its number, and the footer has every key.
#[test]
fn a_level_is_found_and_the_footer_has_every_key() {
    let home = scratch("play");
    let Some(tmux) = Tmux::play((80, 24), &home, "starter-unblock --lang pt") else { return };
    tmux.wait("starter-unblock");
    tmux.keys(&["/", "2", "3", "Enter", "Enter"]);
    tmux.wait("starter-unblock 23/40");
    let first = ["peça", "deslizar", "anular", "refazer", "pista", "razão", "resolver", "rever"];
    let second = ["ir a", "copiar", "gravar", "nível", "ajuda", "Esc voltar"];
    for key in first.into_iter().chain(second) {
        tmux.wait(key);
    }
}

#[test]
fn sokoban_by_mouse_goes_on_after_an_interruption() {
    let (home, file) = level("two.xsb", SOKOBAN);
    let Some(tmux) = Tmux::play((120, 40), &home, &file) else { return };
    tmux.wait("Two boxes");
    // A box is drawn as a frame; the goals are dots in the middle of their squares.
    let (first, goal) = (tmux.find("┌──────┐"), tmux.find("··"));
    tmux.click((first.0 + 3, first.1 + 1));
    tmux.wait("◦◦");
    tmux.click(goal);
    tmux.wait("1 of 2 boxes on goals");
    tmux.keys(&["C-c"]);
    tmux.wait("ended with 0");
    drop(tmux);
    let Some(tmux) = Tmux::play((120, 40), &home, &file) else { return };
    tmux.wait("Going on where you left off.");
    let (second, goal) = (tmux.find("┌──────┐"), tmux.find("··"));
    tmux.click((second.0 + 3, second.1 + 1));
    tmux.wait("◦◦");
    tmux.click(goal);
    tmux.wait("Solved!");
}

#[test]
fn unblock_by_keys_and_by_mouse() {
    let (home, file) = level("jam.txt", UNBLOCK);
    let Some(tmux) = Tmux::play((80, 24), &home, &file) else { return };
    tmux.wait("First steps");
    tmux.keys(&["B", "Down", "Down", "Down"]);
    tmux.wait("Piece B is chosen");
    tmux.keys(&["A", "Right", "Right"]);
    tmux.wait("Steps         5");
    tmux.keys(&["Right", "Right"]);
    tmux.wait("Solved!");
    tmux.keys(&["Home"]);
    tmux.wait("Steps         0");
    let (b, c) = (tmux.find("B"), tmux.find("C"));
    tmux.drag(b, (b.0, b.1 + 12));
    tmux.wait("Steps         3");
    let a = tmux.find("A");
    tmux.drag(a, (c.0 + 12, a.1));
    tmux.wait("Solved!");
}

#[test]
fn solved_by_the_program_and_watched() {
    let (home, file) = level("two.xsb", SOKOBAN);
    let Some(tmux) = Tmux::play((80, 24), &home, &file) else { return };
    tmux.wait("Two boxes");
    tmux.keys(&["s"]);
    tmux.wait("optimal --goal pushes");
    tmux.keys(&["Down", "Enter"]);
    tmux.wait("push-optimal");
    tmux.keys(&["Enter"]);
    tmux.wait("End of the solution");
}

#[test]
fn the_terminal_is_given_back_after_a_signal_and_follows_its_size() {
    let (home, file) = level("two.xsb", SOKOBAN);
    let Some(tmux) = Tmux::play((80, 24), &home, &file) else { return };
    tmux.wait("Two boxes");
    tmux.run(&["resize-window", "-x", "60", "-y", "20"]);
    tmux.wait("This window has 60×20 characters.");
    tmux.run(&["resize-window", "-x", "100", "-y", "30"]);
    tmux.wait("Two boxes");
    let line = stdout(&tmux.run(&["list-panes", "-F", "#{pane_pid}"]));
    let shell = line.trim();
    let children = Command::new("ps").args(["-o", "pid=", "--ppid", shell]).output();
    let Some(child) = children.ok().and_then(|it| stdout(&it).trim().parse::<u32>().ok()) else {
        return needs::skip("ps, to find the process in the terminal");
    };
    let killed = Command::new("kill").arg(child.to_string()).status().expect("kill starts");
    assert!(killed.success());
    tmux.wait("ended with 130");
    tmux.wait("icanon");
}

#[test]
fn without_a_terminal_the_console_is_named() {
    let output = banto(&["play"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("banto play --plain"), "{}", stderr(&output));
}

#[test]
fn the_console_through_its_pipes() {
    let output = banto(&["play", "--plain", "--lang", "pt", "starter-unblock:2"], "pista\nsair\n");
    let said = stdout(&output);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    assert!(said.contains("starter-unblock 2/40") && said.contains("Tente: "), "{said}");
    assert!(said.ends_with("Até à próxima.\n"), "{said}");
    // A game begun in one run goes on in the next.
    let (home, file) = level("jam.txt", UNBLOCK);
    let state = home.join("state.db").display().to_string();
    let args = ["play", "--plain", "--state", &state, &file];
    assert!(stdout(&banto(&args, "2 down 3\n")).contains("1 move, 3 steps"));
    assert!(stdout(&banto(&args, "")).contains("1 move, 3 steps"));
    let output = banto(&["play", "--plain", "-"], "");
    assert_eq!(code(&output), 2);
}
