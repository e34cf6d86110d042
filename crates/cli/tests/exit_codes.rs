//! Every exit code of the contract, each from a real run of the binary.

mod common;

use std::process::Stdio;

use common::{banto, code, command, scratch, stderr, stdout};

const EASY: &str = "#####\n#@$.#\n#####\n";
const LOST: &str = "######\n#@ $ #\n#   .#\n######\n";
/// Eight boxes in a hall: far more states than any of the limits below allows.
const HARD: &str = "\
############
#..        #
#..  $ $ $ #
#..   $ $  #
#..  $ $ $ #
#    @     #
############
";
/// Each box can reach a goal, both together cannot: it takes a search to see that.
const UNSOLVABLE: &str = "\
#######
#  $. #
# $# ##
#  @  #
##   .#
#######
";

#[test]
fn solved_is_zero() {
    let output = banto(&["solve", "-"], EASY);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("solved, 1 push, 1 move") && !text.contains("moves"), "{text}");
}

#[test]
fn a_refused_solution_is_one_and_is_not_shown() {
    let output = banto(&["solve", "-", "--inject", "spoil", "--jsonl"], EASY);
    assert_eq!(code(&output), 1);
    assert!(!stdout(&output).contains("\"solution\""), "{}", stdout(&output));
    assert!(stderr(&output).contains("the checker refused"), "{}", stderr(&output));
}

#[test]
fn usage_is_two() {
    assert_eq!(code(&banto(&["solve", "-", "--engine", "nobody"], EASY)), 2);
    assert_eq!(code(&banto(&["solve", "-", "--time", "soon"], EASY)), 2);
    assert_eq!(code(&banto(&["frobnicate"], "")), 2);
}

/// A switch that does nothing would stand in the record as if it had done something.
#[test]
fn a_switch_the_engine_does_not_read_is_two_and_says_who_does() {
    let refused = |args: &[&str]| {
        let output = banto(&[&["solve", "-"], args].concat(), EASY);
        assert_eq!(code(&output), 2, "{args:?}: {}", stdout(&output));
        assert!(stdout(&output).is_empty());
        stderr(&output)
    };
    let text = refused(&["-T", "-freeze", "--engine", "pull"]);
    assert!(text.contains("technique freeze does nothing in pull: it is read by auto"), "{text}");
    let text = refused(&["-dead-squares"]);
    assert!(text.contains("it is read by the textbook searches"), "{text}");
    let text = refused(&["--engine", "astar", "+conflicts"]);
    assert!(text.contains("it is read by optimal"), "{text}");
    let text = refused(&["--engine", "astar", "+retrograde"]);
    assert!(text.contains("technique retrograde needs fixed, which is off"), "{text}");
    let text = refused(&["--goal", "moves", "-pi-corral"]);
    assert!(text.contains("does nothing in optimal --goal moves"), "{text}");
    // What needs a technique goes with it, and the record says so.
    let output = banto(&["solve", "-", "--jsonl", "-fixed"], EASY);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let all = "auto --goal any -fixed -retrograde -fixed-matching -diagonal";
    assert!(stdout(&output).contains(all), "{}", stdout(&output));
}

#[test]
fn an_experiment_no_engine_can_run_is_two() {
    let folder = scratch("experiment");
    let file = folder.join("mine.json");
    let text = r#"{"name": "mine", "title": "mine", "suites": [{"file": "kid-1"}],
        "configurations": [{"label": "mine", "line": "pull -freeze"}],
        "columns": [{"name": "nodes", "fields": ["expanded"]}]}"#;
    std::fs::write(&file, text).unwrap();
    let out = folder.join("out");
    let args = ["lab", "run", file.to_str().unwrap(), "--output", out.to_str().unwrap()];
    let output = banto(&args, "");
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("technique freeze does nothing in pull"));
    assert!(!out.exists(), "nothing is run");
}

#[test]
fn the_list_of_techniques_says_who_reads_them() {
    let output = banto(&["solve", "--technique", "help"], "");
    // A row goes on in indented lines.
    let text = stdout(&output).replace("\n ", " ");
    let line = |name: &str| {
        let row = text.lines().find(|line| line[1..].starts_with(name)).unwrap();
        row.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(line("triples").contains("Needs pairs. Read by auto, "), "{text}");
    assert!(line("dead-squares").contains("Read by the textbook searches."), "{text}");
}

#[test]
fn a_bad_level_is_three_and_the_others_still_run() {
    let levels = format!("{EASY}\n#####\n#@@.#\n#####\n\n{EASY}");
    let output = banto(&["solve", "-", "--jsonl"], &levels);
    assert_eq!(code(&output), 3);
    let statuses: Vec<bool> =
        stdout(&output).lines().map(|line| line.contains("\"status\":\"solved\"")).collect();
    assert_eq!(statuses, [true, false, true]);
    assert!(stderr(&output).contains("second player"), "{}", stderr(&output));
}

#[test]
fn a_bad_solution_is_three() {
    let folder = scratch("check");
    let (levels, solutions) = (folder.join("levels.xsb"), folder.join("moves.tsv"));
    std::fs::write(&levels, EASY).unwrap();
    let run = |moves: &str| {
        std::fs::write(&solutions, moves).unwrap();
        let paths = [levels.to_str().unwrap(), solutions.to_str().unwrap()];
        banto(&["check", paths[0], "--solutions", paths[1]], "")
    };
    assert_eq!(code(&run("1\tR\n")), 0);
    let output = run("1\tL\n");
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("line 1"), "{}", stderr(&output));
    assert_eq!(code(&run("2\tR\n")), 3, "there is no level 2");
}

#[test]
fn a_missing_file_is_four() {
    assert_eq!(code(&banto(&["solve", "no-such-collection"], "")), 4);
}

#[test]
fn a_full_disk_is_four() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let output = banto(&["convert", "-", "--to", "sok", "-o", "/dev/full/x"], EASY);
    assert_eq!(code(&output), 4);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = command(&scratch("home"))
        .args(["solve", "kid-1", "--quiet"])
        .stdout(Stdio::from(full))
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(4));
}

#[test]
fn a_proof_of_unsolvability_is_ten() {
    for level in [LOST, UNSOLVABLE] {
        let output = banto(&["solve", "-", "--engine", "optimal", "--jsonl"], level);
        assert_eq!(code(&output), 10, "{}", stdout(&output));
        assert!(stdout(&output).contains("\"status\":\"unsolvable\""));
    }
}

#[test]
fn limits_are_eleven_twelve_and_thirteen() {
    let optimal = |args: &[&str]| {
        let args =
            [&["solve", "-", "--engine", "optimal", "--jsonl", "--goal", "moves"], args].concat();
        banto(&args, HARD)
    };
    let output = optimal(&["--time", "50ms"]);
    assert_eq!(code(&output), 11, "{}", stdout(&output));
    let output = optimal(&["--memory", "24MiB"]);
    assert_eq!(code(&output), 12, "{}", stdout(&output));
    let output = optimal(&["--nodes", "10"]);
    assert_eq!(code(&output), 13, "{}", stdout(&output));
    assert!(stdout(&output).contains("\"expanded\":10"), "{}", stdout(&output));
}

#[test]
fn giving_up_is_fourteen() {
    // With the refutation the level would be proved to be unsolvable before the engine starts.
    let output = banto(&["solve", "-", "--engine", "fess", "--jsonl", "-refutation"], UNSOLVABLE);
    assert_eq!(code(&output), 14, "{}", stdout(&output));
    assert!(stdout(&output).contains("\"status\":\"gave-up\""));
}

#[test]
fn a_crash_is_fifteen_and_the_others_still_run() {
    let levels = format!("{EASY}\n{EASY}");
    let output = banto(&["solve", "-", "--inject", "panic", "--jsonl"], &levels);
    assert_eq!(code(&output), 15);
    let crashed = stdout(&output).matches("\"status\":\"crashed\"").count();
    assert_eq!(crashed, 2, "{}", stdout(&output));
}

/// A run that would last for an hour, told to stop by a signal once it is running, whatever became of the level
/// before.
#[cfg(unix)]
#[test]
fn an_interrupt_is_one_hundred_and_thirty() {
    use std::io::{BufRead, BufReader, Write};
    for (first, status) in [(EASY, "\"status\":\"solved\""), (LOST, "\"status\":\"unsolvable\"")] {
        let goal = ["--engine", "optimal", "--goal", "moves", "--time", "1h", "--jsonl"];
        let mut child = command(&scratch("home"))
            .args(["solve", "-"])
            .args(goal)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let levels = format!("{first}\n{HARD}\n{EASY}");
        child.stdin.take().unwrap().write_all(levels.as_bytes()).unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().contains(status));
        // The second level is being solved or about to be; the handler is in place either way.
        std::thread::sleep(std::time::Duration::from_millis(100));
        let pid = child.id().to_string();
        let kill = std::process::Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.unwrap().success());
        assert!(lines.next().unwrap().unwrap().contains("\"status\":\"interrupted\""));
        assert!(lines.next().is_none(), "the third level is not begun");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{status}");
    }
}

/// `nohup banto …` outlives its terminal. Without it a hangup is an interrupt.
#[cfg(target_os = "linux")]
#[test]
fn a_hangup_that_was_ignored_at_the_start_ends_nothing() {
    use std::io::{BufRead, BufReader, Write};
    for (ignore, expected) in [("trap '' HUP;", "time"), ("", "interrupted")] {
        let home = scratch("home");
        // These tests may themselves run under `nohup`.
        let mut child = std::process::Command::new("env")
            .args(["--default-signal=HUP", "sh"])
            .args(["-c", &format!("{ignore} exec \"$0\" \"$@\"")])
            .arg(env!("CARGO_BIN_EXE_banto"))
            .args(["solve", "-", "--engine", "optimal", "--goal", "moves", "--time", "2s"])
            .arg("--jsonl")
            .envs([("HOME", &home), ("XDG_DATA_HOME", &home), ("XDG_CACHE_HOME", &home)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let levels = format!("{EASY}\n{HARD}\n{EASY}");
        child.stdin.take().unwrap().write_all(levels.as_bytes()).unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().contains("\"status\":\"solved\""));
        // The second level is being solved by then, or about to be.
        std::thread::sleep(std::time::Duration::from_millis(100));
        let pid = child.id().to_string();
        let kill = std::process::Command::new("kill").args(["-HUP", &pid]).status();
        assert!(kill.unwrap().success());
        let second = lines.next().unwrap().unwrap();
        assert!(second.contains(&format!("\"status\":\"{expected}\"")), "{second}");
        assert_eq!(lines.next().is_some(), !ignore.is_empty(), "the third level");
        child.wait().unwrap();
    }
}
