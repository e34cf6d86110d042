//! `banto check`: where and why a solution is wrong.

mod common;

use common::{banto, code, scratch, stderr, stdout};
use serde_json::{Value, json};

const ROOM: &str = "#######\n#@$ . #\n#######\n";

/// The records of a check, with its exit code.
fn check(args: &[&str], input: &str) -> (u8, Vec<Value>) {
    let output = banto(&[&["check"], args, &["--jsonl"]].concat(), input);
    let rows = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (u8::try_from(code(&output)).unwrap(), rows)
}

fn fault(row: &Value) -> Value {
    json!([row["index"], row["line"], row["column"], row["move"], row["code"]])
}

/// In the file of the level, below its board, on a line of its own and in run lengths.
#[test]
fn a_wrong_move_is_named_with_its_place_below_the_board() {
    let file = format!("{ROOM}\nSolution\nRR\n\n; Second\n{ROOM}\nSolution\n2R\n2r\n");
    let (code, rows) = check(&["-"], &file);
    assert_eq!((code, rows.len()), (3, 2));
    assert_eq!(rows[0]["accepted"], true);
    assert_eq!((&rows[0]["index"], &rows[0]["line"]), (&json!(1), &json!(6)));
    assert_eq!(fault(&rows[1]), json!([2, 15, 2, 3, "push-in-lower-case"]));
    let unfinished = format!("{ROOM}\nSolution\nR\n");
    let (_, rows) = check(&["-"], &unfinished);
    assert_eq!(fault(&rows[0]), json!([1, 6, 1, null, "not-solved"]));
    let text = stderr(&banto(&["check", "-"], &file));
    assert!(text.contains("line 15, column 2: level 2: move 3: 'r' is lower case"), "{text}");
}

#[test]
fn a_wrong_move_is_named_with_its_place_in_a_file_of_solutions() {
    let home = scratch("check-places");
    let path = |name: &str, text: &str| {
        let path = home.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let levels = path("levels.xsb", &format!("{ROOM}\n{ROOM}"));
    let solved = banto(&["solve", &levels, "--jsonl"], "");
    let record = stdout(&solved).lines().nth(1).unwrap().replace("\"RR\"", "\"Rll\"");
    let column = record.find("Rll").unwrap() + 3;
    for (name, text, expected) in [
        ("a.tsv", "# mine\n1\tRR\n2\tRll\n".to_owned(), json!([2, 3, 5, 3, "walk-into-wall"])),
        ("b.sol", "RR\n\nR\nll\n".to_owned(), json!([2, 4, 2, 3, "walk-into-wall"])),
        ("c.jsonl", record, json!([2, 1, column, 3, "walk-into-wall"])),
        ("d.tsv", "7\tRR\n".to_owned(), json!([7, 1, 3, null, "no-such-level"])),
        ("e.tsv", "1\tRx\n".to_owned(), json!([null, 1, 4, null, "unknown-move"])),
    ] {
        let solutions = path(name, &text);
        let (code, rows) = check(&[&levels, "--solutions", &solutions], "");
        let wrong = rows.iter().find(|row| row["accepted"] == false).unwrap();
        assert_eq!((code, fault(wrong)), (3, expected), "{name}: {wrong}");
        // The place is one of this file, and the level one of that.
        assert_eq!(wrong["solutions"], solutions.as_str());
        assert_eq!(wrong["collection"], levels.as_str());
    }
    let jam = path("jam.txt", "..B...\n..B...\nAAB...\n......\n......\n......\n");
    let moves = path("jam.tsv", "1\tB+3 A+3 B-9\n");
    let (_, rows) = check(&[&jam, "--solutions", &moves], "");
    assert_eq!(fault(&rows[0]), json!([1, 1, 11, 3, "off-board"]), "{}", rows[0]);
}

#[test]
fn only_the_levels_that_were_asked_for_are_checked() {
    let file = format!("{ROOM}\nSolution\nR\n\n{ROOM}\nSolution\nRR\n");
    assert_eq!(check(&["-"], &file).0, 3);
    let (code, rows) = check(&["-", "--level", "2"], &file);
    assert_eq!((code, rows.len(), &rows[0]["index"]), (0, 1, &json!(2)));
    let home = scratch("check-level");
    let table = home.join("all.tsv");
    std::fs::write(&table, "1\tR\n2\tRR\n").unwrap();
    let args = ["-", "--level", "2", "--solutions", table.to_str().unwrap()];
    let (code, rows) = check(&args, &format!("{ROOM}\n{ROOM}"));
    assert_eq!((code, rows.len(), &rows[0]["index"]), (0, 1, &json!(2)));
}
