//! Names of levels: whatever is printed can be given back, and a folder that does not exist is an error.

mod common;

use std::io::Write;
use std::path::Path;

use common::{banto, code, command, scratch, stderr, stdout};
use serde_json::Value;

const ONE: &str = "; One\n#####\n#@$.#\n#####\n";
const TWO: &str = "; Two\n######\n#@ $.#\n######\n\n; Three\n#######\n#@ $ .#\n#######\n";

fn zip(path: &Path, files: &[(&str, &str)]) {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, text) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
}

/// A folder with a file, an archive, a packed file and a folder, and everything that `solve` prints about it.
#[test]
fn every_name_that_is_printed_can_be_given_back() {
    let home = scratch("names");
    std::fs::create_dir_all(home.join("sets/inner")).unwrap();
    std::fs::write(home.join("sets/plain.xsb"), TWO).unwrap();
    std::fs::write(home.join("sets/inner/deep.sok"), ONE).unwrap();
    zip(&home.join("sets/all.zip"), &[("sokoban/a.xsb", ONE), ("b.xsb", TWO)]);
    let gz = std::fs::File::create(home.join("sets/one.xsb.gz")).unwrap();
    let mut gz = flate2::write::GzEncoder::new(gz, flate2::Compression::default());
    gz.write_all(ONE.as_bytes()).unwrap();
    gz.finish().unwrap();
    let run = |args: &[&str]| command(&home).current_dir(&home).args(args).output().unwrap();
    let records = |args: &[&str]| -> Vec<Value> {
        let output = run(&[args, &["--jsonl"]].concat());
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = records(&["solve", "sets"]);
    assert_eq!(all.len(), 7);
    for record in &all {
        let word = |name: &str| record[name].as_str().unwrap().to_owned();
        let name = format!("{}:{}", word("collection"), record["index"]);
        let again = records(&["solve", &name]);
        assert_eq!(again.len(), 1, "{name}");
        for field in ["collection", "index", "title", "level_hash", "solution"] {
            assert_eq!(again[0][field], record[field], "{name}: {field}");
        }
    }
    // The lines for people have the same names.
    let output = run(&["solve", "sets"]);
    let lines = stdout(&output);
    let names = lines.lines().filter_map(|line| line.split_once(" \"").map(|it| it.0));
    let names: Vec<&str> = names.collect();
    assert_eq!(names.len(), 7, "{lines}");
    for name in names {
        assert_eq!(records(&["info", name]).len(), 1, "{name}");
    }
}

/// `sets.zip:2` means what `sets.zip --level 2` does: level 2 of each file that has one.
#[test]
fn a_number_behind_a_name_and_the_option_pick_the_same_levels() {
    let home = scratch("picked");
    zip(&home.join("sets.zip"), &[("a.xsb", ONE), ("b.xsb", TWO)]);
    let titles = |args: &[&str]| {
        let output = command(&home).current_dir(&home).args(args).arg("--jsonl").output().unwrap();
        let title = |line: &str| serde_json::from_str::<Value>(line).unwrap()["title"].clone();
        (code(&output), stdout(&output).lines().map(title).collect::<Vec<_>>())
    };
    for levels in ["1", "2", "1-2", "1,2"] {
        let named = titles(&["info", &format!("sets.zip:{levels}")]);
        assert_eq!(named, titles(&["info", "sets.zip", "--level", levels]), "{levels}");
        assert_eq!(named.0, 0);
    }
    assert_eq!(titles(&["info", "sets.zip:2"]).1, ["Three"]);
    assert_eq!(titles(&["info", "sets.zip:3"]).0, 2);
    assert_eq!(titles(&["info", "sets.zip/a.xsb:2"]).0, 2);
    assert_eq!(titles(&["info", "sets.zip/c.xsb"]).0, 4);
}

#[test]
fn a_folder_of_levels_that_does_not_exist_is_an_error() {
    let output = banto(&["solve", "-", "--levels", "1-2"], ONE);
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    let said = "--levels 1-2: no such folder; --level 1-2 picks levels";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let output = banto(&["solve", "-", "--levels", "nowhere"], ONE);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--levels nowhere: no such folder\n"), "{}", stderr(&output));
    // A variable that is out of date is no reason to refuse all work.
    let home = scratch("stale");
    std::fs::write(home.join("one.xsb"), ONE).unwrap();
    let mut stale = command(&home);
    stale.current_dir(&home);
    let output = stale.args(["solve", "one.xsb"]).env("BANTO_LEVELS", "gone").output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("BANTO_LEVELS names gone, which is not a folder"));
}

/// `--levels` is a folder. Somebody who types `--level` means something else.
#[test]
fn nobody_is_led_from_level_to_levels() {
    let output = banto(&["generate", "sokoban", "--level", "3"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("unexpected argument '--level'"), "{}", stderr(&output));
    assert!(!stderr(&output).contains("--levels"), "{}", stderr(&output));
}

/// Levels count from 1, behind a name as in the option.
#[test]
fn a_number_that_is_no_level_is_not_taken_for_a_name() {
    let home = scratch("zero");
    std::fs::write(home.join("one.xsb"), ONE).unwrap();
    for name in ["one.xsb:0", "one.xsb:99999999999999999999", "one.xsb:3-1"] {
        let output = command(&home).current_dir(&home).args(["solve", name]).output().unwrap();
        assert_eq!(code(&output), 2, "{name}");
        assert!(stderr(&output).contains("counted from 1"), "{}", stderr(&output));
    }
    let output = command(&home).current_dir(&home).args(["solve", "one.xsb:x"]).output().unwrap();
    assert_eq!(code(&output), 4);
}

/// Behind `--` a number with a sign would be the name of a file.
#[test]
fn nobody_is_led_from_a_negative_number_to_a_file() {
    for args in [["--time", "-5s"], ["--nodes", "-5"], ["--seed", "-1"], ["--level", "-2"]] {
        let output = banto(&[&["solve", "-"], &args[..]].concat(), ONE);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
        assert!(!stderr(&output).contains("-- -"), "{}", stderr(&output));
    }
}

/// A word that is only spelled alike does not lead to an option that overwrites files.
#[test]
fn nobody_is_led_to_force() {
    for args in [["solve", "--format"], ["generate", "--forces"], ["convert", "--fore"]] {
        let output = banto(&args, ONE);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
        assert!(!stderr(&output).contains("--force "), "{}", stderr(&output));
        assert!(!stderr(&output).contains("'--force'"), "{}", stderr(&output));
    }
}

/// A file of solutions in the place of the levels: what to do is said.
#[test]
fn solutions_given_as_levels_are_recognised() {
    let home = scratch("swapped");
    std::fs::write(home.join("three.xsb"), format!("{ONE}\n{TWO}")).unwrap();
    let run = |args: &[&str]| command(&home).current_dir(&home).args(args).output().unwrap();
    for file in ["s.tsv", "s.sol", "s.jsonl"] {
        let records = run(&["solve", "three.xsb", "--jsonl"]);
        match file {
            "s.jsonl" => std::fs::write(home.join(file), &records.stdout).unwrap(),
            _ => assert_eq!(code(&run(&["solve", "three.xsb", "-o", file])), 0),
        }
        for args in [["check", file], ["info", file], ["solve", file]] {
            let output = run(&args);
            assert_eq!(code(&output), 3, "{args:?}");
            let said = format!("{file} holds solutions; name the file of their levels");
            assert!(stderr(&output).contains(&said), "{args:?}: {}", stderr(&output));
        }
    }
    let output = run(&["info", "three.xsb"]);
    assert!(!stderr(&output).contains("holds solutions"), "{}", stderr(&output));
}

/// A file of a folder that is too large, or may not be read, is reported and does not stop the others.
#[test]
fn a_folder_is_read_though_one_of_its_files_cannot_be() {
    let home = scratch("one-bad");
    std::fs::create_dir_all(home.join("sets")).unwrap();
    std::fs::write(home.join("sets/a.xsb"), ONE).unwrap();
    std::fs::write(home.join("sets/log.txt"), vec![b'x'; 17 << 20]).unwrap();
    zip(&home.join("sets/many.zip"), &[("readme", "no level")]);
    std::fs::write(home.join("sets/z.xsb"), TWO).unwrap();
    let run = |args: &[&str]| command(&home).current_dir(&home).args(args).output().unwrap();
    for (args, found) in [
        (&["info", "sets", "--jsonl"][..], 3),
        (&["solve", "sets", "--jsonl"], 3),
        (&["label", "sets"], 3),
        (&["info", "sets:1", "--jsonl"], 2),
    ] {
        let output = run(args);
        let (said, told) = (stdout(&output), stderr(&output));
        assert_eq!((code(&output), said.lines().count()), (3, found), "{args:?}: {told}");
        assert!(told.contains("sets/log.txt: larger than 16 MiB"), "{args:?}: {told}");
        assert!(told.contains("sets/many.zip: no level files"), "{args:?}: {told}");
    }
    // Named alone, it is all there is.
    assert_eq!(code(&run(&["info", "sets/log.txt"])), 3);
}
