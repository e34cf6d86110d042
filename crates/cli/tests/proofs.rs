//! What a search proves: bounds and gaps in records, proofs that `check` verifies, solutions that
//! `improve` shortens.

mod common;

use common::{banto, code, scratch, stderr, stdout};
use serde_json::Value;

const ROUND: &str = "########\n#      #\n# $$ # #\n#  @ ..#\n#      #\n########\n";
const FROZEN: &str = "#######\n#@    #\n# $$ .#\n# $$ .#\n#   ..#\n#######\n";

#[test]
fn a_shortest_solution_comes_with_its_bound_and_a_stopped_search_too() {
    let record = |args: &[&str]| -> Value {
        let out = banto(&[&["solve", "-", "--jsonl"], args].concat(), ROUND);
        serde_json::from_str(stdout(&out).lines().next().expect("a record")).unwrap()
    };
    let whole = record(&["--goal", "pushes"]);
    assert_eq!((&whole["guarantee"], &whole["bound"]), (&"push-optimal".into(), &whole["pushes"]));
    let stopped = record(&["--engine", "optimal", "--goal", "pushes", "--nodes", "2"]);
    assert_eq!(stopped["status"], "nodes");
    assert!(stopped["bound"].as_u64() <= whole["bound"].as_u64() && stopped["bound"].is_u64());
    assert!(record(&[]).get("bound").is_none(), "any solution proves nothing");
}

#[test]
fn a_gap_is_read_and_refused_where_nothing_would_read_it() {
    let out = banto(&["solve", "-", "--goal", "pushes", "--gap", "50%"], ROUND);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    for args in [["--gap", "2"], ["--gap", "x%"], ["--gap", "2%"]] {
        let out = banto(&[&["solve", "-"], args.as_slice()].concat(), ROUND);
        assert_eq!(code(&out), 2, "{args:?}: {}", stderr(&out));
    }
}

#[test]
fn a_proof_is_written_checked_and_refused_when_it_is_spoiled() {
    let folder = scratch("proof");
    let file = folder.join("round.proof");
    let path = file.to_str().unwrap();
    let out = banto(&["solve", "-", "--goal", "pushes", "--proof", path], ROUND);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let told = stderr(&out);
    assert!(told.contains("proof that no solution has fewer than"), "{told}");
    let out = banto(&["check", "-", "--proof", path], ROUND);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert!(stdout(&out).contains("proved: no solution has fewer than"), "{}", stdout(&out));
    let out = banto(&["check", "-", "--proof", path, "--jsonl"], ROUND);
    let line: Value = serde_json::from_str(stdout(&out).trim()).unwrap();
    assert_eq!((&line["accepted"], &line["claim"]), (&true.into(), &"at-least".into()));
    // Another level, and a file that was changed.
    assert_eq!(code(&banto(&["check", "-", "--proof", path], FROZEN)), 3);
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(code(&banto(&["check", "-", "--proof", path], ROUND)), 3);
}

#[test]
fn that_there_is_no_solution_is_proved_too_and_one_level_at_a_time() {
    let folder = scratch("proof");
    let file = folder.join("frozen.proof");
    let path = file.to_str().unwrap();
    let out = banto(&["solve", "-", "--proof", path], FROZEN);
    assert_eq!(code(&out), 10, "{}", stderr(&out));
    let out = banto(&["check", "-", "--proof", path], FROZEN);
    assert!(stdout(&out).contains("proved: there is no solution"), "{}", stderr(&out));
    let out = banto(&["solve", "-", "--proof", path], &format!("{ROUND}\n{FROZEN}"));
    assert_eq!(code(&out), 2);
    assert!(stderr(&out).contains("a proof is about one level"), "{}", stderr(&out));
}

#[test]
fn solutions_people_have_become_shorter() {
    let folder = scratch("improve");
    let (levels, known) = (folder.join("levels.xsb"), folder.join("known.tsv"));
    let level = "#########\n#       #\n# @$  . #\n#       #\n#########\n";
    std::fs::write(&levels, level).unwrap();
    std::fs::write(&known, "1\tudduRlrRlrR\n1\tRlrRR\n").unwrap();
    let shorter = folder.join("shorter.tsv");
    let (levels, known) = (levels.to_str().unwrap(), known.to_str().unwrap());
    for objective in ["pushes", "pushes-moves", "moves", "moves-pushes"] {
        let args = ["improve", levels, "--solutions", known, "--goal", objective, "-o"];
        let out = banto(&[args.as_slice(), &[shorter.to_str().unwrap()]].concat(), "");
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        assert!(stdout(&out).contains("3 pushes, 5 → 3 moves"), "{}", stdout(&out));
        assert_eq!(std::fs::read_to_string(&shorter).unwrap(), "1\tRRR\n");
    }
    let out = banto(&["improve", levels, "--solutions", known, "--jsonl"], "");
    let line: Value = serde_json::from_str(stdout(&out).trim()).unwrap();
    assert_eq!((&line["after"]["moves"], &line["given"]), (&3.into(), &2.into()));
    std::fs::write(known, "1\tRR\n").unwrap();
    assert_eq!(code(&banto(&["improve", levels, "--solutions", known], "")), 3);
    assert_eq!(code(&banto(&["improve", levels], "")), 3, "there is no solution inside");
}

/// A script that asks for a proof must be able to tell that there is none.
#[test]
fn no_proof_has_a_code_of_its_own() {
    let folder = scratch("no-proof");
    let file = folder.join("none.proof");
    let path = file.to_str().unwrap();
    // Any solution is solved, but nothing is proved by it.
    let out = banto(&["solve", "-", "--proof", path], ROUND);
    assert_eq!(code(&out), 16, "{}", stderr(&out));
    assert!(stderr(&out).contains("no proof: the search has proved nothing"), "{}", stderr(&out));
    assert!(!file.exists());
    // A search that is stopped has the code of its limit.
    let stopped = ["solve", "-", "--goal", "pushes", "--engine", "optimal", "--nodes", "1"];
    let out = banto(&[&stopped[..], &["--proof", path]].concat(), ROUND);
    assert_eq!(code(&out), 13, "{}", stderr(&out));
}
