//! `banto rate` from real runs of the binary.

mod common;

use common::{banto, code, stderr, stdout};

const LEVEL: &str = "; Mine\n#######\n#     #\n#@$ . #\n#     #\n#######\n";
const JAM: &str = "..BC..\n..BC..\nAABC..\n......\n......\n......\n";

#[test]
fn a_level_is_told_in_full_and_several_in_lines() {
    let output = banto(&["rate", "-"], LEVEL);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(text.contains("% of plays of such a level end solved"), "{text}");
    assert!(text.contains("point"), "the reasons weigh something: {text}");
    let jam = stdout(&banto(&["rate", "-"], JAM));
    assert!(jam.contains("people need about"), "{jam}");
    let both = format!("{LEVEL}\n{}", LEVEL.replace("Mine", "Again"));
    let lines = stdout(&banto(&["rate", "-"], &both));
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.contains("Again"), "{lines}");
}

#[test]
fn a_record_has_the_figures() {
    let output = banto(&["rate", "-", "--jsonl", "--advice"], LEVEL);
    let record: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let figure = |name: &str| record[name].as_f64().unwrap();
    assert!(figure("low") <= figure("share") && figure("share") <= figure("high"));
    assert_eq!((&record["title"], &record["game"]), (&"Mine".into(), &"sokoban".into()));
    assert!(record["why"].as_array().is_some_and(|why| !why.is_empty()));
    // The corridor beside the way is not needed.
    assert!(!record["advice"]["unneeded_floor"].as_array().unwrap().is_empty(), "{record}");
    assert_eq!(record["advice"]["shortest_solutions"], 1.0);
}

#[test]
fn what_has_no_grade_says_so_by_its_code() {
    let lost = banto(&["rate", "-"], "#####\n#$ .#\n# @ #\n#####\n");
    assert_eq!(code(&lost), 10);
    assert!(stdout(&lost).contains("no solution"));
    let solved = banto(&["rate", "-"], "#####\n#@ *#\n#####\n");
    assert_eq!(code(&solved), 14);
    assert_eq!(code(&banto(&["rate", "-"], "#####\n#@$ #\n#####\n")), 3);
    assert_eq!(code(&banto(&["rate", "no-such-file.xsb"], "")), 4);
}

#[test]
fn info_of_one_level_shows_the_grade() {
    let text = stdout(&banto(&["info", "-"], LEVEL));
    assert!(text.contains("grade") && text.contains("% of plays"), "{text}");
}
