//! Pipes at both ends, from real runs of the binary.

mod common;

use std::process::Stdio;

use common::{banto, code, command, scratch, stderr, stdout};

const TWO: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";
#[test]
fn what_is_piped_in_is_read_by_every_command_that_reads_levels() {
    for (args, expected) in [
        (&["solve", "--jsonl"][..], "\"title\":\"Two\""),
        (&["info", "--jsonl"], "\"title\":\"Two\""),
        (&["convert", "--to", "json"], "\"Two\""),
        (&["levels", "show"], "Two"),
        (&["hint"], "R"),
        (&["why"], "not lost"),
    ] {
        let output = banto(args, TWO);
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains(expected) && !text.contains("starter"), "{args:?}: {text}");
    }
    let solved = "#####\n#@$.#\n#####\n\nSolution\nR\n";
    let output = banto(&["check"], solved);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("1 accepted, 0 refused"), "{}", stderr(&output));
}

#[test]
fn a_file_on_standard_input_is_read_too() {
    let folder = scratch("redirected");
    let file = folder.join("two.xsb");
    std::fs::write(&file, TWO).unwrap();
    let input = std::fs::File::open(&file).unwrap();
    let output = command(&folder).args(["solve", "--jsonl"]).stdin(input).output().unwrap();
    assert_eq!(stdout(&output).lines().count(), 2, "{}", stdout(&output));
}

/// As cron and many a test runner start programs.
#[test]
fn nothing_on_standard_input_means_the_starter_levels() {
    let output = command(&scratch("null"))
        .args(["info", "--level", "1", "--jsonl"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("\"collection\":\"starter-sokoban\""), "{}", stdout(&output));
}

#[cfg(unix)]
#[test]
fn an_empty_pipe_is_told() {
    for args in [&["solve"][..], &["info"], &["check"], &["hint"], &["levels", "show"]] {
        let output = banto(args, "");
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{args:?}");
        let text = stderr(&output);
        assert!(text.contains("no file is named, and standard input is empty"), "{args:?}: {text}");
    }
}

/// What only systems with such pipes can tell: on Windows a reader's leaving shows at the next line.
#[cfg(unix)]
mod leaving {
    use std::io::{BufRead, BufReader, Read};
    use std::path::PathBuf;
    use std::process::{Child, Command, ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    use crate::common::{command, scratch};

    const EASY: &str = "#####\n#@$.#\n#####\n";
    /// Far more states than an hour is enough for.
    const HARD: &str = "\
################
#..            #
#..  $ $ $ $ $ #
#..   $ $ $ $  #
#..  $ $ $ $ $ #
#..   $ $ $    #
#..            #
#.....  @      #
################
";

    /// The end of a process that has been told to end: an hour's search would hold the test up, not fail
    /// it, so it is not waited for longer than any machine needs.
    fn end(mut child: Child) -> ExitStatus {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        child.kill().unwrap();
        panic!("it still runs a minute later");
    }

    /// A corridor that takes as many pushes as it is long.
    fn corridor(length: usize) -> String {
        let (wall, floor) = ("#".repeat(length + 4), " ".repeat(length - 1));
        format!("{wall}\n#@${floor}.#\n{wall}\n")
    }

    /// A folder with easy levels, one that no search ends, and an easy one behind it. There are so many easy ones
    /// because `label` takes twenty at a time.
    fn three_files() -> PathBuf {
        let folder = scratch("leaving");
        let many = format!("{EASY}\n").repeat(20);
        for (name, text) in [("1.xsb", many.as_str()), ("2.xsb", HARD), ("3.xsb", EASY)] {
            std::fs::write(folder.join(name), text).unwrap();
        }
        folder
    }

    /// Starts a command, reads its first line as `head -1` does, waits a moment and leaves. Returns that line, how the
    /// command ended and what it said.
    fn read_one_line(mut command: Command) -> (String, ExitStatus, String) {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let (send, first) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            send.send((line, reader)).unwrap();
        });
        let Ok((line, reader)) = first.recv_timeout(Duration::from_secs(60)) else {
            child.kill().unwrap();
            panic!("it has printed nothing for a minute");
        };
        // Let the next level begin: it prints nothing for an hour.
        std::thread::sleep(Duration::from_millis(300));
        drop(reader);
        let mut told = child.stderr.take().unwrap();
        let status = end(child);
        let mut text = String::new();
        told.read_to_string(&mut text).unwrap();
        (line, status, text)
    }

    #[test]
    fn a_reader_who_leaves_ends_solve_and_label_quietly() {
        for args in [
            &["solve", "--engine", "optimal", "--goal", "moves", "--time", "1h", "--jsonl"][..],
            &["label", "--time", "1h", "-j", "2"],
        ] {
            let mut command = command(&scratch("home"));
            command.args(args).arg(three_files());
            let (line, status, text) = read_one_line(command);
            assert!(line.starts_with('{') && line.contains("solved"), "{args:?}: {line}");
            assert_eq!((status.code(), text.as_str()), (Some(0), ""), "{args:?}");
        }
    }

    /// What was run is in the folder, and the rest can be made later.
    #[test]
    fn a_reader_who_leaves_ends_bench_and_the_run_can_be_resumed() {
        let out = scratch("run").join("run");
        let mut first = command(&scratch("home"));
        first.args(["bench", "--jsonl", "-j", "1", "--order", "given", "--config"]);
        first.args(["optimal --goal moves", "--time", "1h", "-o"]).arg(&out).arg(three_files());
        let (line, status, text) = read_one_line(first);
        assert!(line.contains("\"status\":\"solved\""), "{line} {text}");
        assert_eq!(status.code(), Some(0), "{text}");
        assert!(text.contains("2 are missing: `banto bench resume"), "{text}");
        let mut report = command(&scratch("home"));
        let report =
            report.args(["bench", "report", "--format", "csv"]).arg(&out).output().unwrap();
        let rows = String::from_utf8(report.stdout).unwrap();
        assert_eq!(rows.matches(",solved,").count(), 20, "{rows}");
    }

    /// A process that ends with the test.
    struct Server(Child);

    impl Drop for Server {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// The second level would take a minute and a half of frames.
    #[test]
    fn a_reader_who_leaves_ends_the_agent() {
        let levels = scratch("numbered");
        std::fs::write(levels.join("1.xsb"), corridor(3)).unwrap();
        std::fs::write(levels.join("2.xsb"), corridor(180)).unwrap();
        let mut server = command(&scratch("serve"));
        server.args(["serve", "--port", "0", "--game-server", "--game-port", "0", "--fps", "2"]);
        server.arg("--game-levels").arg(&levels);
        let mut server = Server(server.stderr(Stdio::piped()).spawn().unwrap());
        let mut lines = BufReader::new(server.0.stderr.take().unwrap()).lines();
        let game = lines.find_map(|line| {
            let line = line.unwrap();
            let url = line.split_whitespace().find(|it| it.starts_with("ws://"));
            url.map(|url| url.trim_end_matches(';').to_owned())
        });
        std::thread::spawn(move || lines.for_each(drop));
        let mut agent = command(&scratch("home"));
        agent.args(["agent", &game.unwrap(), "--jsonl", "--levels"]).arg(&levels);
        let (line, status, text) = read_one_line(agent);
        assert!(line.contains("\"level\":1"), "{line} {text}");
        assert_eq!(status.code(), Some(0), "{text}");
    }

    /// Each level is shortened for as long as the time allows.
    #[test]
    fn a_reader_who_leaves_ends_improve() {
        let home = scratch("home");
        let file = home.join("solved.sok");
        let solve = command(&home).args(["solve", "starter-sokoban:40", "-o"]).arg(&file).output();
        assert!(solve.unwrap().status.success());
        let level = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, format!("{EASY}\nSolution\nR\n\n{level}")).unwrap();
        let mut improve = command(&home);
        improve.args(["improve", "--time", "1h"]).arg(&file);
        let (line, status, text) = read_one_line(improve);
        assert!(line.contains("solved.sok:1"), "{line} {text}");
        assert_eq!(status.code(), Some(0), "{text}");
    }

    /// Commands that print at once have nobody to print to from the beginning.
    #[test]
    fn nobody_who_reads_is_no_failure() {
        let home = scratch("home");
        let solved = home.join("solved.sok");
        std::fs::write(&solved, format!("{EASY}\nSolution\nR\n\n{}", corridor(9))).unwrap();
        let solved = solved.to_str().unwrap();
        for args in [
            &["info", "starter-sokoban"][..],
            &["info", "starter-sokoban", "--jsonl"],
            &["convert", "starter-sokoban", "--to", "xsb"],
            &["levels", "list"],
            &["levels", "show", "starter-sokoban"],
            &["levels", "export", "starter-sokoban"],
            &["check", solved, "--jsonl"],
            &["hint", "starter-sokoban:1"],
            &["why", "starter-sokoban:1"],
            &["lab", "list"],
            &["solve", "--engine", "help"],
        ] {
            let mut command = command(&home);
            let command = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped());
            let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let status = end(child);
            assert_eq!(status.code(), Some(0), "{args:?}");
        }
    }
}
