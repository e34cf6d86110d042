//! Files as people have them, from real runs of the binary: what Banto prints itself, text that holds no level, tabs,
//! and what is no file at all.

mod common;

use std::path::Path;
use std::process::Output;

use common::{banto, code, command, scratch, stderr, stdout};
use serde_json::Value;

const ROOM: &str = "; Hall\n  #####\n###   #\n#@ $ .#\n# *  ##\n######\n";
const JAM: &str = "# Jam\n..AABC\n..D.BC\nXXD.B.\n....EE\n.....F\n...#.F\n";

/// The hashes of all levels of a text.
fn hashes(text: &str) -> Vec<Value> {
    let output = banto(&["info", "-", "--jsonl"], text);
    assert_eq!(code(&output), 0, "{}\n{text}", stderr(&output));
    let row = |line: &str| serde_json::from_str::<Value>(line).unwrap()["hash"].clone();
    stdout(&output).lines().map(row).collect()
}

#[test]
fn what_is_pasted_from_pages_mail_and_code_is_read() {
    let expected = hashes(ROOM);
    let rows: Vec<&str> = ROOM.lines().skip(1).collect();
    let each = |form: &dyn Fn(usize, &str) -> String| -> String {
        rows.iter().enumerate().map(|(i, row)| form(i, row)).collect()
    };
    for text in [
        format!("<html><body><pre>{}</pre></body></html>", rows.join("\n")),
        each(&|_, row| format!("{}<br>\n", row.replace(' ', "&nbsp;"))),
        each(&|_, row| format!("> {row}\n")),
        each(&|i, row| format!("{}: {row}\n", i + 1)),
        each(&|_, row| format!("  \"{row}\",\n")),
        each(&|_, row| format!("{row}{}\n", if row.contains('$') { "  // here" } else { "" })),
        each(&|_, row| format!("{}\n", row.replace('#', "X"))),
        each(&|_, row| format!("{}\n", row.replace('#', "＃").replace(' ', "\u{3000}"))),
    ] {
        assert_eq!(hashes(&text), expected, "{text}");
    }
}

#[test]
fn every_form_that_is_printed_is_read() {
    for level in [ROOM, JAM] {
        let expected = hashes(level);
        let sokoban = level == ROOM;
        let mut printed = vec![
            stdout(&banto(&["info", "-"], level)),
            stdout(&banto(&["levels", "show", "-"], level)),
        ];
        let formats = match sokoban {
            true => &["xsb", "sok", "rle", "slc", "json", "boxoban", "text", "svg", "pddl"][..],
            false => &[
                "line", "table", "classic", "grid", "course", "feup", "matrix", "cars", "json",
                "text", "svg",
            ],
        };
        for format in formats {
            let output = banto(&["convert", "-", "--to", format], level);
            assert_eq!(code(&output), 0, "{format}: {}", stderr(&output));
            printed.push(stdout(&output));
        }
        for text in printed {
            assert_eq!(hashes(&text), expected, "{text}");
        }
        // The text console, copied with everything around the board.
        let folder = scratch("console");
        let file = folder.join("mine.txt");
        std::fs::write(&file, level).unwrap();
        let console = banto(&["play", "--plain", file.to_str().unwrap()], "quit\n");
        assert_eq!(hashes(&stdout(&console)), expected, "{}", stdout(&console));
    }
}

fn add(home: &Path, file: &Path) -> Output {
    command(home).args(["levels", "add", file.to_str().unwrap()]).output().unwrap()
}

#[test]
fn only_files_with_a_board_are_added_and_what_is_added_is_judged() {
    let home = scratch("add");
    let accounts = home.join("accounts");
    std::fs::write(
        &accounts,
        "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n",
    )
    .unwrap();
    let words = home.join("words.txt");
    std::fs::write(&words, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n")
        .unwrap();
    for file in [&accounts, &words] {
        let output = add(&home, file);
        assert_eq!(code(&output), 3, "{}{}", stdout(&output), stderr(&output));
        assert!(!stdout(&output).contains("kept as"), "{}", stdout(&output));
        assert!(!stderr(&output).is_empty());
    }
    let link = home.join("link.xsb");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&accounts, &link).unwrap();
        assert_eq!(code(&add(&home, &link)), 3);
    }
    let mixed = home.join("mixed.xsb");
    std::fs::write(&mixed, format!("{ROOM}\n; Bad\n#####\n#@@.#\n#####\n")).unwrap();
    let output = add(&home, &mixed);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("2 levels, 1 valid, 1 not"), "{}", stdout(&output));
    let good = home.join("good.xsb");
    std::fs::write(&good, ROOM).unwrap();
    assert!(stdout(&add(&home, &good)).contains("kept as good, 1 level"));
}

#[test]
fn a_tab_is_one_fault_with_the_first_place() {
    let rows = "#\t$ .#\n".repeat(10);
    let output = banto(&["info", "-"], &format!("#######\n#@\t$ .#\n{rows}#######\n"));
    assert_eq!(code(&output), 3);
    let told = stderr(&output);
    assert_eq!(told.matches('×').count(), 1, "{told}");
    assert!(told.contains("-:2:3") && told.lines().count() < 10, "{told}");
}

#[cfg(unix)]
mod pipes {
    use super::*;
    use std::process::{Child, Stdio};
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    fn fifo(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    }

    #[test]
    fn what_is_no_file_is_left_out_of_a_folder_and_named() {
        let home = scratch("folder");
        let folder = home.join("levels");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.xsb"), ROOM).unwrap();
        fifo(&folder.join("b.xsb"));
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("c.xsb")).ok();
        std::os::unix::fs::symlink("/dev/zero", folder.join("d.txt")).unwrap();
        std::os::unix::fs::symlink("nowhere", folder.join("e.xsb")).unwrap();
        std::os::unix::fs::symlink(&home, folder.join("f.xsb")).unwrap();
        for args in [&["info", "--jsonl"][..], &["levels", "add"], &["convert", "--to", "sok"]] {
            let output = command(&home).args(args).arg(&folder).output().unwrap();
            assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
            for name in ["b.xsb", "d.txt", "e.xsb"] {
                let told = stderr(&output);
                assert!(told.contains(&format!("{name}: neither a file nor a folder")), "{told}");
            }
        }
        let output = command(&home).args(["-q", "info", "--jsonl"]).arg(&folder).output().unwrap();
        assert_eq!(stderr(&output), "");
    }

    #[test]
    fn a_named_pipe_is_read_when_it_is_asked_for() {
        let home = scratch("named");
        let pipe = home.join("pipe.xsb");
        fifo(&pipe);
        let child = command(&home)
            .args(["info", "--jsonl"])
            .arg(&pipe)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::fs::write(&pipe, ROOM).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("\"boxes\":2"), "{}", stdout(&output));
    }

    /// What a shell runs in the background ignores interrupts, and so does what that starts.
    fn signal() -> Signal {
        if crate::common::ignores_interrupts() { Signal::TERM } else { Signal::INT }
    }

    /// Sends a signal to a command that waits, which ends it.
    fn ends_by(signal: Signal, mut child: Child, args: &[&str]) {
        std::thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().unwrap().is_none(), "{args:?} waits");
        kill_process(Pid::from_child(&child), signal).unwrap();
        let until = Instant::now() + Duration::from_secs(30);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "{args:?} goes on");
            std::thread::sleep(Duration::from_millis(10));
        };
        // By an exit code of its own, or by the signal where nothing watches for it.
        use std::os::unix::process::ExitStatusExt;
        let ended = status.code() == Some(130) || status.signal() == Some(signal.as_raw());
        assert!(ended, "{args:?}: {status:?}");
    }

    #[test]
    fn the_first_signal_ends_a_command_that_waits_for_a_reader() {
        let home = scratch("no-reader");
        let (levels, pipe) = (home.join("a.xsb"), home.join("pipe.sok"));
        // With a solution, for `improve`.
        std::fs::write(&levels, format!("{ROOM}\nSolution\nrRR\n")).unwrap();
        fifo(&pipe);
        for args in [&["solve"][..], &["improve"], &["convert", "--to", "sok"]] {
            let mut waiting = command(&home);
            waiting.args(args).arg(&levels).arg("-o").arg(&pipe).stdin(Stdio::null());
            waiting.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = waiting.spawn().unwrap();
            // Long enough for the search to be over.
            std::thread::sleep(Duration::from_secs(2));
            assert!(child.try_wait().unwrap().is_none(), "{args:?} waits");
            ends_by(signal(), child, args);
        }
    }

    #[test]
    fn the_first_signal_ends_a_command_that_waits_for_input() {
        let signal = signal();
        let home = scratch("signal");
        let pipe = home.join("pipe.xsb");
        fifo(&pipe);
        for args in [&["info"][..], &["solve"], &["check"], &["convert", "--to", "sok"]] {
            for from_input in [false, true] {
                let mut waiting = command(&home);
                waiting
                    .args(args)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null());
                if from_input {
                    waiting.arg("-");
                } else {
                    waiting.arg(&pipe);
                }
                let child = waiting.spawn().unwrap();
                ends_by(signal, child, args);
            }
        }
    }
}
