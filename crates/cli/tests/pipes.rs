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
        (&["why"], "not known to be lost"),
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
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Child, ExitStatus, Stdio};
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

    /// As `banto solve | head -1` does: one line is read, then nobody is there any more.
    #[test]
    fn a_reader_who_leaves_ends_the_run() {
        let mut child = command(&scratch("home"))
            .args([
                "solve", "-", "--engine", "optimal", "--goal", "moves", "--time", "1h", "--jsonl",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let levels = format!("{EASY}\n{HARD}\n{EASY}");
        child.stdin.take().unwrap().write_all(levels.as_bytes()).unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(line.contains("\"status\":\"solved\""), "{line}");
        // Let the second level begin: it prints nothing for an hour.
        std::thread::sleep(Duration::from_millis(300));
        drop(reader);
        let mut told = child.stderr.take().unwrap();
        assert_eq!(end(child).code(), Some(0));
        let mut text = String::new();
        told.read_to_string(&mut text).unwrap();
        assert_eq!(text, "", "it ends quietly");
    }
}
