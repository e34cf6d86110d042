//! Completions in real shells: tmux holds a bash, a zsh and a fish, in which lines are typed and the
//! tabulator is pressed.
#![cfg(unix)]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use common::{banto, code, command, scratch, stderr, stdout};

/// Longest wait for a shell; nothing depends on how long it takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A line that is typed, and what it becomes when the tabulator is pressed.
const LINES: [(&str, &str); 15] = [
    ("banto sol", "banto solve"),
    ("banto solve --engine idas", "banto solve --engine idastar"),
    ("banto solve --engine=idas", "banto solve --engine=idastar"),
    ("banto solve -T +free", "banto solve -T +freeze"),
    ("banto solve -T -poster", "banto solve -T -poster-corral"),
    ("banto solve starter-sokoban +poster", "banto solve starter-sokoban +poster-corral"),
    ("banto solve --heuristic manhattan-m", "banto solve --heuristic manhattan-matching"),
    ("banto solve --goal st", "banto solve --goal steps"),
    ("banto info starter-s", "banto info starter-sokoban"),
    ("banto solve zeb", "banto solve zebra"),
    ("banto levels remove zeb", "banto levels remove zebra"),
    ("banto solve yakl", "banto solve yaklevels.xsb"),
    ("banto solve zebra yakl", "banto solve zebra yaklevels.xsb"),
    ("banto solve --output=yakl", "banto solve --output=yaklevels.xsb"),
    ("banto lab run gargioni-b", "banto lab run gargioni-boxes"),
];

struct Shell {
    tmux: PathBuf,
    socket: PathBuf,
}

impl Shell {
    /// Starts a shell in a folder with a level file and a library, without any other settings.
    fn start(line: &[&str], home: &Path) -> Option<Shell> {
        let Some(tmux) = needs::program("tmux") else {
            needs::skip("tmux is not installed (Debian: apt-get install tmux)");
            return None;
        };
        if needs::program(line[0]).is_none() {
            needs::skip(&format!("{0} is not installed (Debian: apt-get install {0})", line[0]));
            return None;
        }
        let shell = Shell { tmux, socket: home.join("tmux") };
        let program = Path::new(env!("CARGO_BIN_EXE_banto"));
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", program.parent().unwrap().display());
        let home = home.to_str().unwrap();
        let home_is = |name: &str| format!("{name}={home}");
        let begin = ["-f", "/dev/null", "new-session", "-d", "-x", "160", "-y", "50", "-c", home];
        let words = ["env", "-u", "BANTO_LEVELS", &home_is("HOME"), &home_is("XDG_DATA_HOME")];
        let config = [&home_is("XDG_CONFIG_HOME"), &format!("PATH={path}"), "TERM=screen"];
        let begun = shell.run(&[&begin[..], &words, &config, line].concat());
        assert!(begun.status.success(), "{}", stderr(&begun));
        Some(shell)
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut tmux = Command::new(&self.tmux);
        tmux.env_remove("TMUX")
            .arg("-S")
            .arg(&self.socket)
            .args(args)
            .output()
            .expect("tmux starts")
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys", "-t", "0"], keys].concat());
    }

    fn type_text(&self, text: &str) {
        self.run(&["send-keys", "-t", "0", "-l", text]);
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.run(&["capture-pane", "-p", "-t", "0"]).stdout).into_owned()
    }

    /// Waits until a line of the screen ends like this.
    fn wait(&self, end: &str) -> bool {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if self.screen().lines().any(|line| line.trim_end().ends_with(end)) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Types a line, asks for the rest of it, and takes it away again.
    fn completes(&self, (typed, whole): (&str, &str)) {
        self.keys(&["C-u"]);
        self.keys(&["C-l"]);
        self.type_text(typed);
        assert!(self.wait(typed), "{typed} was typed:\n{}", self.screen());
        self.keys(&["Tab"]);
        assert!(self.wait(whole), "{typed} became:\n{}", self.screen());
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

/// A home with a collection in the library and a level file.
fn home(name: &str) -> PathBuf {
    let home = scratch(name);
    let level = "#####\n#@$.#\n#####\n";
    std::fs::write(home.join("zebra.xsb"), level).unwrap();
    let output = command(&home).args(["levels", "add"]).arg(home.join("zebra.xsb")).output();
    assert_eq!(code(&output.unwrap()), 0);
    std::fs::remove_file(home.join("zebra.xsb")).unwrap();
    std::fs::write(home.join("yaklevels.xsb"), level).unwrap();
    std::fs::write(home.join("two words.xsb"), level).unwrap();
    home
}

/// Writes the script and says how a shell reads it.
fn script(shell: &str, home: &Path) -> String {
    let text = stdout(&banto(&["completions", shell], ""));
    let file = home.join(format!("script.{shell}"));
    std::fs::write(&file, text).unwrap();
    format!("source {}", file.display())
}

fn all_lines(shell: &Shell, spaced: &str) {
    for line in LINES {
        shell.completes(line);
    }
    shell.completes(("banto solve two", spaced));
}

#[test]
fn bash_completes_names_collections_and_files() {
    let home = home("bash");
    let Some(shell) = Shell::start(&["bash", "--norc", "--noprofile"], &home) else { return };
    shell.type_text(&format!("PS1='> '; {}; echo is-ready", script("bash", &home)));
    shell.keys(&["Enter"]);
    assert!(shell.wait("is-ready"), "{}", shell.screen());
    all_lines(&shell, "banto solve two\\ words.xsb");
}

#[test]
fn zsh_completes_names_collections_and_files() {
    let home = home("zsh");
    let Some(shell) = Shell::start(&["zsh", "-f"], &home) else { return };
    let begin = "PS1='> '; autoload -Uz compinit; compinit -u";
    shell.type_text(&format!("{begin}; {}; echo is-ready", script("zsh", &home)));
    shell.keys(&["Enter"]);
    assert!(shell.wait("is-ready"), "{}", shell.screen());
    all_lines(&shell, "banto solve two\\ words.xsb");
}

/// As distributions install it: a file in a folder of functions.
#[test]
fn zsh_loads_the_script_by_itself() {
    let home = home("zsh-autoload");
    let Some(shell) = Shell::start(&["zsh", "-f"], &home) else { return };
    let text = stdout(&banto(&["completions", "zsh"], ""));
    std::fs::create_dir_all(home.join("functions")).unwrap();
    std::fs::write(home.join("functions/_banto"), text).unwrap();
    let begin = format!("fpath=({}/functions $fpath); autoload -Uz compinit", home.display());
    shell.type_text(&format!("PS1='> '; {begin}; compinit -u; echo is-ready"));
    shell.keys(&["Enter"]);
    assert!(shell.wait("is-ready"), "{}", shell.screen());
    shell.completes(("banto solve zeb", "banto solve zebra"));
}

#[test]
fn fish_completes_names_collections_and_files() {
    let home = home("fish");
    let Some(shell) = Shell::start(&["fish", "--no-config"], &home) else { return };
    shell.type_text(&format!("{}; echo is-ready", script("fish", &home)));
    shell.keys(&["Enter"]);
    assert!(shell.wait("is-ready"), "{}", shell.screen());
    all_lines(&shell, "banto solve two\\ words.xsb");
}

/// What the scripts ask, without a shell: also for a library that changes.
#[test]
fn the_program_says_what_can_follow() {
    let home = home("offers");
    let ask = |words: &[&str]| {
        let mut run = command(&home);
        stdout(&run.args(["complete", "--", "banto"]).args(words).output().unwrap())
    };
    let text = ask(&["solve", "zeb"]);
    assert_eq!(text, "files\nzebra\tin your library\n");
    command(&home).args(["levels", "remove", "zebra"]).output().unwrap();
    assert_eq!(ask(&["solve", "zeb"]), "files\n");
    assert_eq!(ask(&["levels", "restore", "zeb"]), "names\nzebra.1.xsb\tremoved\n");
    // Engines come with what they do; a sign is not taken for an option of `complete`.
    assert!(ask(&["solve", "--engine", "idas"]).starts_with("names\nidastar\t"));
    assert!(ask(&["solve", "+free"]).starts_with("names\n+freeze\t"));
    assert!(ask(&["solve", "-T", "-free"]).starts_with("names\n-freeze\t"));
    assert_eq!(ask(&["wor"]), "names\n", "what is hidden stays so");
}
