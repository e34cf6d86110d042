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
    let ask = |args: &[&str]| {
        let output = banto(&[&["why", "-"], args].concat(), LEVEL);
        (code(&output), stdout(&output))
    };
    assert_eq!(ask(&[]), (0, "not lost: 2 pushes, 2 moves to go\n".to_owned()));
    let lost = "lost: from here this box can never be pushed to a goal (box at row 4 column 3)\n";
    assert_eq!(ask(&["--moves", "urD"]), (10, lost.to_owned()));
    assert_eq!(ask(&["--moves", "RR"]), (0, "not lost: the level is solved\n".to_owned()));
}

/// A script can tell "lost" from "not lost" and from "not known", by the record and by the code.
#[test]
fn lost_is_true_false_or_null() {
    let ask = |level: &str, args: &[&str]| {
        let output = banto(&[&["why", "-", "--jsonl"], args].concat(), level);
        let record: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        (code(&output), record["lost"].clone(), record["solved"].clone())
    };
    assert_eq!(ask(LEVEL, &[]), (0, false.into(), false.into()));
    assert_eq!(ask(LEVEL, &["--moves", "RR"]), (0, false.into(), true.into()));
    assert_eq!(ask(LEVEL, &["--moves", "urD"]), (10, true.into(), false.into()));
    // A hall with so many boxes that nothing is found in a moment.
    let row = "# $ . $ . $ . $ . $ . $ . #\n#                         #\n".repeat(12);
    let hall = format!("{0}\n#@                        #\n{row}{0}\n", "#".repeat(27));
    let null = serde_json::Value::Null;
    assert_eq!(ask(&hall, &["--time", "1ms"]), (11, null, false.into()));
    let jam = "..B...\n..B...\nAAB...\n..C...\n..C...\n..C...\n";
    assert_eq!(ask(jam, &[]), (10, true.into(), false.into()));
    let free = "......\n......\nAA....\n......\n......\n......\n";
    assert_eq!(ask(free, &[]), (0, false.into(), false.into()));
    assert_eq!(ask(free, &["--moves", "A+4"]), (0, false.into(), true.into()));
}

#[test]
fn questions_take_a_level_as_other_commands_do() {
    let two = format!("{LEVEL}\n; Other\n#####\n#@$.#\n#####\n");
    for command in ["hint", "why"] {
        let output = banto(&[command, "-", "--level", "2", "--jsonl"], &two);
        let record: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!((&record["index"], &record["title"]), (&2.into(), &"Other".into()), "{command}");
        assert_eq!(code(&banto(&[command, "-", "--level", "3"], &two)), 2);
        assert_eq!(code(&banto(&[command, "-", "--level", "0"], &two)), 2);
    }
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
