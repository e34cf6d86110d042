//! `banto hint` and `banto why` from real runs of the binary.

mod common;

use common::{banto, code, stderr, stdout};

const LEVEL: &str = "; Mine\n#######\n#     #\n#@$ . #\n#     #\n#######\n";
const JAM: &str = "..BC..\n..BC..\nAABC..\n......\n......\n......\n";

#[test]
fn a_hint_is_the_next_step_from_any_position() {
    let ask = |args: &[&str], text: &str| {
        let output = banto(&[&["hint", "-"], args].concat(), text);
        (code(&output), stdout(&output))
    };
    assert_eq!(ask(&[], LEVEL), (0, "RR (2 pushes, 2 moves to go)\n".to_owned()));
    let after = ask(&["--moves", "Ru"], LEVEL);
    assert_eq!(after, (0, "dR (1 push, 2 moves to go)\n".to_owned()));
    assert_eq!(ask(&["--moves", "RR"], LEVEL), (0, "nothing is left to do\n".to_owned()));
    assert_eq!(ask(&[], JAM), (0, "B+3 or C+3 (3 moves, 10 steps to go)\n".to_owned()));
    let (exit, stuck) = ask(&[], "..B\nAAB\n..B\n");
    assert_eq!(exit, 10);
    assert!(stuck.contains("no solution"), "{stuck}");
}

#[test]
fn a_reason_names_the_boxes_or_says_that_none_is_known() {
    let ask = |args: &[&str]| stdout(&banto(&[&["why", "-"], args].concat(), LEVEL));
    assert_eq!(ask(&[]), "not known to be lost\n");
    let lost = "lost: from here this box can never be pushed to a goal (box at row 4 column 3)\n";
    assert_eq!(ask(&["--moves", "urD"]), lost);
}

#[test]
fn records_have_the_usual_fields() {
    let record = |args: &[&str]| -> serde_json::Value {
        serde_json::from_str(&stdout(&banto(args, LEVEL))).unwrap()
    };
    let hint = record(&["hint", "-", "--jsonl"]);
    assert_eq!(
        (&hint["index"], &hint["title"], &hint["game"]),
        (&1.into(), &"Mine".into(), &"sokoban".into())
    );
    assert_eq!((&hint["status"], &hint["next"][0]), (&"solved".into(), &"RR".into()));
    assert_eq!((&hint["pushes"], hint.get("steps")), (&2.into(), None));
    let why = record(&["why", "-", "--moves", "urD", "--jsonl"]);
    assert_eq!((&why["lost"], &why["kind"]), (&true.into(), &"dead-square".into()));
    assert_eq!((&why["boxes"][0]["row"], &why["boxes"][0]["column"]), (&4.into(), &3.into()));
}

#[test]
fn wrong_moves_and_levels_are_three() {
    let output = banto(&["hint", "-", "--moves", "RRRR"], LEVEL);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("move 4: the box cannot be pushed"), "{}", stderr(&output));
    assert_eq!(code(&banto(&["why", "-"], "#####\n#@$ #\n#####\n")), 3);
    assert_eq!(code(&banto(&["hint"], "")), 2);
}
