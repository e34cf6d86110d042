//! A search process that dies costs one level; limits hold whatever the search does.

mod common;

use common::{banto, code, stderr, stdout};
use serde_json::Value;

const EASY: &str = "######\n#@$ .#\n######\n";

/// A room with so many ways to play that no search here comes to its end.
const OPEN: &str = "\
############
#          #
# $  $ $   #
#  $   $ $ #
# $  $     #
#    @ $ $ #
#..........#
############
";

fn records(args: &[&str], input: &str) -> (i32, Vec<Value>) {
    let output = banto(&[&["solve", "-", "--jsonl"], args].concat(), input);
    let lines = stdout(&output);
    let records: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert!(!records.is_empty(), "{}", stderr(&output));
    (code(&output), records)
}

fn statuses(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["status"].as_str().unwrap()).collect()
}

/// Where /proc is not mounted a program cannot find itself, so it has no worker to start: it searches
/// in its own process.
#[cfg(target_os = "linux")]
#[test]
fn levels_are_solved_where_the_program_cannot_find_itself() {
    let home = common::scratch("bare");
    std::fs::write(home.join("easy.xsb"), EASY).unwrap();
    let run = common::command(&home);
    let mut bare = std::process::Command::new("unshare");
    bare.args(["--mount", "sh", "-c", "mount -t tmpfs none /proc || exit 99; exec \"$0\" \"$@\""]);
    bare.arg(run.get_program()).args(["solve", "easy.xsb", "--jsonl"]);
    bare.current_dir(&home).env("HOME", &home).env("XDG_DATA_HOME", &home);
    let output = match bare.output() {
        Ok(output) if output.status.code() != Some(99) => output,
        _ => return needs::skip("no right to hide /proc"),
    };
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((record["status"].as_str(), &record["pushes"]), (Some("solved"), &2.into()));
}

#[test]
fn a_process_that_ends_costs_one_level() {
    let (code, records) = records(&["--inject", "abort"], &format!("{EASY}\n{EASY}"));
    assert_eq!((code, statuses(&records)), (15, vec!["crashed", "crashed"]));
    assert!(records[0]["error"].as_str().unwrap().contains("ended its process"));
}

#[test]
fn a_failed_allocation_is_the_status_memory() {
    let (code, records) = records(&["--inject", "allocate"], &format!("{EASY}\n{EASY}"));
    assert_eq!((code, statuses(&records)), (12, vec!["memory", "memory"]));
}

#[test]
fn a_search_that_does_not_look_at_the_clock_is_ended() {
    let args = ["--inject", "hang", "--time", "50ms"];
    let (code, records) = records(&args, &format!("{EASY}\n{EASY}"));
    assert_eq!((code, statuses(&records)), (11, vec!["time", "time"]));
}

#[test]
fn more_memory_than_there_is_does_no_harm() {
    let (code, records) = records(&["--memory", "1000GiB"], EASY);
    assert_eq!((code, statuses(&records)), (0, vec!["solved"]));
}

/// The figures that depend on how much memory a search was given.
fn figures(record: &Value) -> (Value, Value, Value) {
    (record["status"].clone(), record["expanded"].clone(), record["stats"]["tree"].clone())
}

#[test]
fn memory_is_what_was_asked_for_alone_and_in_a_batch() {
    for (engine, goal) in [("bfs", "any"), ("optimal", "moves")] {
        let args = ["--engine", engine, "--goal", goal, "--memory", "17MiB", "--threads", "1"];
        let (_, alone) = records(&args, OPEN);
        assert_eq!(statuses(&alone), ["memory"], "{engine}");
        let (_, batch) = records(&args, &format!("{OPEN}\n{EASY}\n{OPEN}\n{OPEN}"));
        for at in [0, 2, 3] {
            assert_eq!(figures(&batch[at]), figures(&alone[0]), "{engine}");
        }
    }
}
