//! Other programs, and other machines: two nodes on loopback, one of them killed half way.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Runs;
#[cfg(unix)]
use crate::SMALL;
#[cfg(unix)]
use crate::common::banto;
use crate::common::{code, command, scratch, stderr};

#[cfg(unix)]
#[test]
fn other_programs_are_rows() {
    let runs = Runs::new();
    let program = env!("CARGO_BIN_EXE_banto");
    let own = format!("own={program} --quiet solve {{level}} --jsonl --threads 1");
    // As Festival does it: a level file with the solution in it, in a folder it is given.
    let sok = r#"sok=sh -c '(cat "$0"; echo; echo Solution; echo rR; echo R) > "$1/solved.sok"' {level} {folder}"#;
    let cases = [
        own.as_str(),
        sok,
        "right=sh -c 'echo rRR > $0' {solution} {level}",
        "wrong=sh -c 'echo Solution: lllllll' {level}",
        "silent=true {level}",
        "sorry=sh -c 'echo reading; echo; echo no idea' {level}",
        "narrow=sh -c 'echo perimeter: can not; echo \"can'\"'\"'t allocate perimeter\"' {level}",
        "folder=sh -c 'test -f level.xsb && cd / && echo rRR > $0/mine.txt' {folder}",
        "failing=sh -c 'exit 3' {level}",
        "endless=sh -c 'sleep 100 & sleep 100' {level}",
        "crashing=sh -c 'kill -SEGV $$' {level}",
        "absent=/nowhere/at/all {level}",
        "noisy=sh -c 'yes no' {level}",
    ];
    let greedy = format!("greedy={program} --quiet solve {{level}} --inject allocate");
    let mut args = vec!["small.xsb", "--level", "3", "-o", "out", "--time", "700ms", "-x", &greedy];
    cases.iter().for_each(|case| args.extend(["-x", *case]));
    let told = stderr(&runs.bench(&args).output().unwrap());
    let rows = runs.rows("out");
    for wrong in ["silent", "sorry", "failing", "absent"] {
        assert!(
            told.contains(&format!("{wrong}: does not solve the smallest of levels")),
            "{told}"
        );
        assert!(told.contains(&format!("{wrong}: solved nothing in 1 runs; ")), "{told}");
    }
    assert!(!told.contains("right: "), "{told}");
    let end = |label: &str| {
        let row = rows.values().find(|row| row["label"] == label).unwrap();
        let error = row["error"].as_str().unwrap_or_default();
        (row["status"].as_str().unwrap(), error.to_owned(), row["pushes"].as_u64())
    };
    for right in ["own", "sok", "right", "folder"] {
        assert_eq!(end(right), ("solved", String::new(), Some(2)), "{right}");
    }
    let (status, why, _) = end("wrong");
    assert!(status == "crashed" && why.starts_with("the checker refused its solution"), "{why}");
    assert_eq!((end("silent").0, end("endless").0, end("noisy").0), ("gave-up", "time", "time"));
    assert_eq!(end("failing").1, "it ended with exit code 3");
    assert_eq!(end("sorry").1, "it ended without an answer: reading / no idea");
    let (status, why, _) = end("narrow");
    assert!(status == "memory" && why.ends_with("can't allocate perimeter"), "{status}: {why}");
    assert_eq!(end("crashing").0, "crashed");
    let (status, why, _) = end("absent");
    assert!(status == "crashed" && why.contains("/nowhere/at/all"), "{why}");
    assert_ne!(end("greedy").0, "solved");
    let output = banto(&["bench", "-o", "x", "-x", "a=b {levl}"], SMALL);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there is no {levl}"), "{}", stderr(&output));
}

#[test]
fn a_cluster_that_is_not_there_is_told_in_a_sentence() {
    let runs = Runs::new();
    let mut run = runs.bench(&["small.xsb", "-o", "out", "--on", "ray"]);
    let output = run.env("BANTO_PYTHON", "no-such-python").output().unwrap();
    assert_eq!(code(&output), 4);
    let told = stderr(&output);
    assert!(told.contains("pip install ray") && told.lines().count() == 1, "{told}");
    runs.good(&["resume", "out"]);
}

/// A cluster of two nodes that is there as long as somebody holds its standard input open. It prints its
/// address; a line makes it kill the second node.
const CLUSTER: &str = r#"
import sys
from ray.cluster_utils import Cluster
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
print(cluster.address, flush=True)
if sys.stdin.readline():
    cluster.remove_node(second, allow_graceful=False)
    print("killed", flush=True)
    sys.stdin.readline()
cluster.shutdown()
"#;

#[test]
#[ignore = "a minute, and Ray; part of the nightly run"]
fn a_node_that_is_lost_costs_nothing() {
    let Some(python) = needs::python("ray") else { return };
    let Some(levels) = needs::levels() else { return };
    let home = scratch("ray");
    let mut cluster = Command::new(&python);
    cluster
        .args(["-c", CLUSTER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut cluster = cluster.spawn().unwrap();
    let mut said = BufReader::new(cluster.stdout.take().unwrap()).lines();
    let address = said.next().expect("an address").unwrap();
    // Ray finds the cluster of this machine by this variable.
    let mut run = command(&home);
    run.args(["--quiet", "bench"]).arg(levels.join("sokoban/microban1.xsb"));
    run.args(["-o", "out", "--on", "ray", "--nodes", "20000", "-j", "8", "--jsonl"]);
    run.args(["--memory", "256MiB"]);
    run.current_dir(&home).env("BANTO_PYTHON", &python).env("RAY_ADDRESS", &address);
    let mut run =
        run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut rows = BufReader::new(run.stdout.take().unwrap()).lines();
    // In the middle of it: some rows are there, most are not.
    let first = rows.by_ref().take(30).count();
    let mut input = cluster.stdin.take().unwrap();
    input.write_all(b"kill\n").unwrap();
    assert_eq!(said.next().map(Result::unwrap).as_deref(), Some("killed"));
    let rest = rows.count();
    let output = run.wait_with_output().unwrap();
    drop(input);
    cluster.wait().unwrap();
    assert_eq!((code(&output), first), (0, 30), "{}", stderr(&output));
    let text = std::fs::read_to_string(home.join("out/results.jsonl")).unwrap();
    let keys = text.lines().skip(1).map(|line| {
        serde_json::from_str::<Value>(line).unwrap()["run"].as_str().unwrap().to_owned()
    });
    let keys: Vec<String> = keys.collect();
    assert_eq!((keys.len(), keys.iter().collect::<BTreeSet<_>>().len()), (155, 155));
    assert_eq!(first + rest, 155, "every row is told once");
}
