//! What `banto info` knows about the shortest solutions of a level: from the user's store, from records,
//! labels and proofs, and from the start position alone.

mod common;

use std::path::{Path, PathBuf};
use std::process::Output;

use common::{code, command, scratch, stderr, stdout};
use puzzle::Metric;
use puzzle::known::{Bound, Origin};
use serde_json::{Value, json};

const ROUND: &str = "########\n#      #\n# $$ # #\n#  @ ..#\n#      #\n########\n";

struct Desk {
    home: PathBuf,
    level: PathBuf,
}

impl Desk {
    fn new(name: &str, level: &str) -> Desk {
        let home = scratch(name);
        let file = home.join("level.xsb");
        std::fs::write(&file, level).unwrap();
        Desk { home, level: file }
    }

    fn run(&self, command_name: &str, args: &[&str]) -> Output {
        let mut run = command(&self.home);
        run.args(["-q", command_name]).arg(&self.level).args(args).output().unwrap()
    }

    /// A file of this test.
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.home.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The rows of `info --jsonl`: pushes and moves.
    fn known(&self, args: &[&str]) -> Value {
        let output = self.run("info", &[&["--jsonl"], args].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let line: Value = serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap();
        line["known"].clone()
    }

    fn store(&self) -> store::Store {
        let file = self.home.join("banto/progress.db");
        store::Store::open(&file, std::sync::Arc::new(|_| {}))
    }

    fn puzzle(&self) -> puzzle::Puzzle {
        let bytes = std::fs::read(&self.level).unwrap();
        puzzle::read(&bytes).unwrap().entries.remove(0).puzzle.unwrap()
    }
}

fn search(metric: Metric, value: u32) -> Bound {
    let word = |text: &str| text.to_owned();
    let by = Origin::Search {
        engine: word("optimal"),
        config: word("--engine optimal --goal moves"),
        version: word("9.9.9"),
    };
    Bound { metric, value, by }
}

#[test]
fn the_store_is_looked_at_and_left_alone() {
    let desk = Desk::new("known-store", ROUND);
    let file: &Path = &desk.home.join("banto/progress.db");
    let nothing = desk.known(&[]);
    assert_eq!(nothing["fewest"][0]["by"], json!({ "kind": "start" }));
    assert!(!file.exists(), "asking begins no store");
    let puzzle = desk.puzzle();
    let solved = desk.run("solve", &["--jsonl", "--goal", "moves"]);
    assert!(!file.exists(), "solving writes nothing either");
    let record: Value = serde_json::from_str(&stdout(&solved)).unwrap();
    let (moves, count) = (record["solution"].as_str().unwrap(), record["moves"].as_u64().unwrap());
    let kept = desk.store();
    store::Solved::new(&puzzle, moves, 0, false).unwrap().keep(&kept).unwrap();
    let key = store::key(&puzzle);
    assert!(kept.keep_bound(&key, &search(Metric::Moves, count as u32 - 1)).unwrap());
    drop(kept);
    let before = std::fs::read(file).unwrap();
    let row = desk.known(&[])["fewest"][1].clone();
    assert_eq!((&row["moves"], &row["bound"]), (&json!(count), &json!(count - 1)));
    assert_eq!((&row["by"]["engine"], &row["by"]["version"]), (&json!("optimal"), &json!("9.9.9")));
    let gap = row["gap"].as_f64().unwrap();
    assert!(row["proved"] == false && (gap - 1.0 / (count - 1) as f64).abs() < 1e-12, "{row}");
    let said = stdout(&desk.run("info", &[]));
    assert!(said.contains(&format!("at least {} needed: within ", count - 1)), "{said}");
    assert!(
        said.contains("engine optimal of banto 9.9.9: --engine optimal --goal moves"),
        "{said}"
    );
    assert_eq!(std::fs::read(file).unwrap(), before, "a look changes nothing");
    // At the bound it is a shortest one.
    assert!(desk.store().keep_bound(&key, &search(Metric::Moves, count as u32)).unwrap());
    assert_eq!(desk.known(&[])["fewest"][1]["proved"], true);
    let said = stdout(&desk.run("info", &[]));
    assert!(said.contains(&format!("fewest moves         {count} (with ")), "{said}");
    assert!(said.contains("), proved shortest\n"), "{said}");
    // A store that cannot be read is told of; the rest is said all the same.
    std::fs::write(file, "this is no store").unwrap();
    let output = desk.run("info", &[]);
    assert!(stderr(&output).contains("your saved solutions cannot be read"), "{}", stderr(&output));
    assert!(code(&output) == 0 && stdout(&output).contains("fewest pushes"));
}

#[test]
fn records_labels_and_proofs_are_believed_as_far_as_they_can_be() {
    let desk = Desk::new("known-files", ROUND);
    let whole = stdout(&desk.run("solve", &["--jsonl", "--goal", "moves"]));
    let few = ["--jsonl", "--engine", "optimal", "--goal", "moves", "--nodes", "2"];
    let stopped = stdout(&desk.run("solve", &few));
    let record: Value = serde_json::from_str(&whole).unwrap();
    let less: Value = serde_json::from_str(&stopped).unwrap();
    assert!(less["bound"].as_u64() < record["bound"].as_u64());
    let one = desk.file("one.jsonl", &stopped);
    let two = desk.file("two.jsonl", format!("{whole}\n{}\n", json!({ "record": less })));
    let row = |args: &[&str], at: usize| desk.known(args)["fewest"][at].clone();
    let first = row(&["--known", &one], 1);
    assert_eq!((&first["bound"], first.get("moves")), (&less["bound"], None));
    let both = row(&["--known", &one, "--known", &two], 1);
    assert_eq!((&both["bound"], &both["proved"]), (&record["bound"], &json!(true)));
    assert_eq!(both["by"]["config"], record["config"]);
    // A proof, checked there and then, is better than the word of a search.
    let proof = desk.home.join("level.proof");
    let path = proof.to_str().unwrap();
    assert_eq!(code(&desk.run("solve", &["--goal", "pushes", "--proof", path])), 0);
    assert_eq!(row(&["--known", path], 0)["by"], json!({ "kind": "certificate" }));
    // Rows of labels have a hash of their level too.
    let labels = desk.home.join("labels.jsonl");
    let labels = labels.to_str().unwrap();
    assert_eq!(code(&desk.run("label", &["-o", labels])), 0);
    let known = desk.known(&["--known", labels]);
    assert_eq!(
        (&known["fewest"][0]["proved"], &known["fewest"][1]["proved"]),
        (&json!(true), &json!(true))
    );
    // Solutions without a proof.
    let table = desk.file("mine.tsv", format!("1\t{}\n", record["solution"].as_str().unwrap()));
    let mine = row(&["--known", &table], 1);
    assert_eq!(mine["moves"], record["moves"]);
    // Another level's record says nothing about this one.
    let mut other = record.clone();
    other["level_hash"] = json!("0123456789abcdef");
    let other = desk.file("other.jsonl", other.to_string());
    assert_eq!(row(&["--known", &other], 1), row(&[], 1));
}

/// A file may have a level twice: what is known holds for both.
#[test]
fn a_level_that_stands_twice_is_known_twice() {
    let desk = Desk::new("known-twice", &format!("{ROUND}\n{ROUND}"));
    let solved = stdout(&desk.run("solve", &["--level", "1", "--jsonl", "--goal", "pushes"]));
    let record = desk.file("record.jsonl", solved);
    let said = stdout(&desk.run("info", &["--jsonl", "--known", &record]));
    let proved = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        row["known"]["fewest"][0]["proved"].clone()
    };
    assert_eq!(said.lines().map(proved).collect::<Vec<_>>(), [true, true]);
}

#[test]
fn a_bound_above_a_solution_that_replays_is_refused_loudly() {
    let desk = Desk::new("known-wrong", ROUND);
    let record: Value =
        serde_json::from_str(&stdout(&desk.run("solve", &["--jsonl", "--goal", "pushes"])))
            .unwrap();
    let right = desk.file("right.jsonl", record.to_string());
    let mut wrong = record.clone();
    wrong["bound"] = json!(record["pushes"].as_u64().unwrap() + 1);
    wrong["guarantee"] = json!("none");
    let wrong = desk.file("wrong.jsonl", wrong.to_string());
    let refused = |args: &[&str], why: &str| {
        let output = desk.run("info", &[&["--jsonl"], args].concat());
        assert_eq!(code(&output), 3, "{}", stderr(&output));
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        serde_json::from_str::<Value>(&stdout(&output)).unwrap()["known"].clone()
    };
    // Whichever comes first.
    for args in [["--known", &right, "--known", &wrong], ["--known", &wrong, "--known", &right]] {
        let known = refused(&args, "a contradiction");
        assert_eq!(known["fewest"][0]["bound"], record["pushes"]);
    }
    let mut lost = record.clone();
    lost["status"] = json!("unsolvable");
    lost.as_object_mut().unwrap().remove("bound");
    let lost = desk.file("lost.jsonl", lost.to_string());
    assert!(refused(&["--known", &lost], "there is said to be no solution").get("lost").is_none());
    // A solution that does not replay does not count, nor a figure that is none.
    for (name, value, why) in
        [("solution", json!("rrr"), "line 1"), ("bound", json!(-4), "not a count")]
    {
        let mut bad = record.clone();
        bad[name] = value;
        let bad = desk.file("bad.jsonl", bad.to_string());
        let known = refused(&["--known", &bad], why);
        assert!(known["fewest"][0].get("pushes").is_none());
    }
    let bad = desk.file("no.proof", "banto proof 1\nclaim at-least 99\n");
    refused(&["--known", &bad], "this proof is not about any of these levels");
}

#[test]
fn a_level_without_a_solution_says_so_and_who_has_proved_it() {
    let frozen = "#######\n#@    #\n# $$ .#\n# $$ .#\n#   ..#\n#######\n";
    let desk = Desk::new("known-lost", frozen);
    let proof = desk.home.join("lost.proof");
    let path = proof.to_str().unwrap();
    desk.run("solve", &["--proof", path]);
    let known = desk.known(&["--known", path]);
    assert_eq!(known["lost"], json!({ "kind": "certificate" }), "{known}");
    let said = stdout(&desk.run("info", &["--known", path]));
    assert!(said.contains("no solution          proved by a certificate"), "{said}");
}

/// The two hashes have the same names and values in every output.
#[test]
fn a_hash_has_one_name_and_one_meaning() {
    let desk = Desk::new("known-hashes", ROUND);
    let row = |command: &str, args: &[&str]| -> Value {
        let said = stdout(&desk.run(command, args));
        serde_json::from_str(said.lines().last().unwrap()).unwrap()
    };
    let info = row("info", &["--jsonl"]);
    let record = row("solve", &["--jsonl"]);
    let labels = desk.home.join("labels.jsonl");
    let labels = labels.to_str().unwrap();
    assert_eq!(code(&desk.run("label", &["-o", labels])), 0);
    let label = std::fs::read_to_string(labels).unwrap();
    let label: Value = serde_json::from_str(label.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&info["level_hash"], &info["level_hash"]),
        (&record["level_hash"], &label["level_hash"])
    );
    assert_ne!(info["canonical_hash"], info["level_hash"]);
    assert!([&info, &record, &label].iter().all(|it| it.get("hash").is_none()));
    // The same puzzle, mirrored: another level for a search, the same puzzle for a person.
    let mirrored: Vec<String> = ROUND.lines().map(|row| row.chars().rev().collect()).collect();
    let mirrored = Desk::new("known-mirrored", &(mirrored.join("\n") + "\n"));
    let said = stdout(&mirrored.run("info", &["--jsonl"]));
    let other: Value = serde_json::from_str(said.trim()).unwrap();
    assert_eq!(other["canonical_hash"], info["canonical_hash"]);
    assert_ne!(other["level_hash"], info["level_hash"]);
    // Labels that an earlier version wrote are still read.
    let old = std::fs::read_to_string(labels).unwrap().replace("level_hash", "hash");
    let old = desk.file("old.jsonl", old);
    assert_eq!(desk.known(&["--known", &old])["fewest"][0]["proved"], json!(true));
}
