//! `banto label`: names, order, interruption, and what is refused.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use common::{banto, code, command, scratch, stderr, stdout};
use needs::Rng;
use serde_json::Value;

/// A set in the folders of Boxoban, made of small rooms.
struct Set {
    home: PathBuf,
    folder: PathBuf,
}

impl Set {
    fn new() -> Set {
        let home = scratch("label");
        let folder = home.join("set");
        let mut rng = Rng::new(17);
        for (file, count) in
            [("hard/000.txt", 30), ("medium/valid/000.txt", 40), ("medium/valid/001.txt", 5)]
        {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            let levels = (0..count).map(|n| format!("; {n}\n{}\n", room(&mut rng)));
            std::fs::write(path, levels.collect::<String>()).unwrap();
        }
        std::fs::write(folder.join("LICENSE.txt"), "Anybody may do what they like.\n").unwrap();
        Set { home, folder }
    }

    fn label(&self, out: &Path, args: &[&str]) -> Command {
        let mut command = command(&self.home);
        command.arg("label").arg(&self.folder).arg("-o").arg(out).args(args);
        command.stdin(Stdio::null());
        command
    }

    fn labelled(&self, out: &Path, args: &[&str]) -> Output {
        self.label(out, args).output().unwrap()
    }

    fn check(&self, out: &Path) -> Output {
        let mut command = command(&self.home);
        command.args(["label", "--check"]).arg(out).arg(&self.folder).output().unwrap()
    }
}

/// A room of 8 by 8 squares with pillars, four goals, and four boxes somewhere, solvable or not.
fn room(rng: &mut Rng) -> String {
    let mut rows = vec![vec!['#'; 10]; 10];
    rows[1..9].iter_mut().for_each(|row| row[1..9].fill(' '));
    for (thing, count) in [('#', 14), ('$', 4), ('.', 4), ('@', 1)] {
        for _ in 0..count {
            let (row, column) = loop {
                let (row, column) = (1 + rng.below(8), 1 + rng.below(8));
                let inner = (2..8).contains(&row) && (2..8).contains(&column);
                if rows[row][column] == ' ' && (inner || thing != '$') {
                    break (row, column);
                }
            };
            rows[row][column] = thing;
        }
    }
    rows.into_iter().map(|row| String::from_iter(row) + "\n").collect()
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn rows_are_in_order_for_any_number_of_threads_and_hold_both_optima() {
    let set = Set::new();
    let one = set.home.join("one.jsonl");
    let output = set.labelled(&one, &["-j", "1"]);
    assert!([0, 3, 10].contains(&code(&output)), "{}", stderr(&output));
    assert!(stderr(&output).contains("LICENSE.txt: no level in it"), "{}", stderr(&output));
    let text = std::fs::read_to_string(&one).unwrap();
    let three = set.home.join("three.jsonl");
    set.labelled(&three, &["-j", "3"]);
    assert_eq!(std::fs::read_to_string(&three).unwrap(), text);
    let rows = rows(&text);
    assert_eq!(rows.len(), 75);
    let names = [0, 29, 30, 70].map(|i: usize| rows[i]["level"].as_str().unwrap());
    assert_eq!(names, ["hard/000:0", "hard/000:29", "medium/valid/000:0", "medium/valid/001:0"]);
    let solved = rows.iter().filter(|row| row["pushes_status"] == "solved");
    let mut count = 0;
    for row in solved {
        count += 1;
        assert_eq!(row["moves_status"], "solved", "{row}");
        let letters = |field: &str| row[field].as_str().unwrap().to_owned();
        let capitals = |text: String| text.chars().filter(char::is_ascii_uppercase).count();
        assert_eq!(row["moves"], letters("moves_solution").len());
        assert_eq!(row["pushes"], capitals(letters("pushes_solution")));
        assert!(letters("pushes_solution").len() >= letters("moves_solution").len());
        assert!(capitals(letters("moves_solution")) >= capitals(letters("pushes_solution")));
    }
    assert!(count > 5, "{count} solvable rooms are too few for a test");
}

#[test]
fn a_run_cut_anywhere_goes_on_to_the_same_file() {
    let set = Set::new();
    let whole = set.home.join("whole.jsonl");
    let first = set.labelled(&whole, &["--goal", "pushes"]);
    let text = std::fs::read(&whole).unwrap();
    let mut rng = Rng::new(3);
    for _ in 0..12 {
        let cut = set.home.join("cut.jsonl");
        std::fs::write(&cut, &text[..rng.below(text.len() + 1)]).unwrap();
        let output = set.labelled(&cut, &["--goal", "pushes"]);
        assert_eq!(code(&output), code(&first), "{}", stderr(&output));
        assert_eq!(std::fs::read(&cut).unwrap(), text);
    }
}

#[test]
fn twenty_kills_lose_nothing_and_double_nothing() {
    let set = Set::new();
    let whole = set.home.join("whole.jsonl");
    set.labelled(&whole, &["-j", "2"]);
    let (out, mut rng, mut hit) = (set.home.join("killed.jsonl"), Rng::new(29), 0);
    for _ in 0..200 {
        let mut child = set.label(&out, &["-j", "2"]).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(3_000 + rng.below(60_000) as u64));
        let ended = child.try_wait().unwrap().is_some();
        let _ = child.kill();
        child.wait().unwrap();
        if ended {
            assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&whole).unwrap());
            std::fs::remove_file(&out).unwrap();
        } else {
            hit += 1;
        }
        if hit == 20 {
            break;
        }
    }
    assert_eq!(hit, 20, "runs end too early to be killed");
    set.labelled(&out, &["-j", "2"]);
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&whole).unwrap());
}

#[test]
fn the_check_replays_every_solution() {
    let set = Set::new();
    let out = set.home.join("labels.jsonl");
    let made = set.labelled(&out, &["--goal", "moves"]);
    let output = set.check(&out);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let checksum = |output: &Output| {
        let text = stderr(output);
        text.lines().find(|line| line.starts_with("checksum")).unwrap().to_owned()
    };
    assert_eq!(checksum(&made), checksum(&output));
    let text = std::fs::read_to_string(&out).unwrap();
    let row = rows(&text).into_iter().find(|row| row["moves"].is_u64()).unwrap();
    let spoil = |from: String, to: String| {
        assert!(text.contains(&from), "{from}");
        std::fs::write(&out, text.replacen(&from, &to, 1)).unwrap();
        let output = set.check(&out);
        (code(&output), stderr(&output))
    };
    let name = row["level"].as_str().unwrap();
    let moves = row["moves"].as_u64().unwrap();
    let solution = row["moves_solution"].as_str().unwrap();
    let (code_, said) = spoil(format!("\"moves\":{moves},"), format!("\"moves\":{},", moves - 1));
    assert!(code_ == 3 && said.contains("counted"), "{said}");
    let (code_, said) = spoil(solution.to_owned(), format!("{solution}x"));
    assert!(code_ == 3 && said.contains(name), "{said}");
    let (code_, said) = spoil(format!("\"level\":\"{name}\""), "\"level\":\"other:1\"".to_owned());
    assert!(code_ == 3 && said.contains(name), "{said}");
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&out, lines[..lines.len() - 1].join("\n") + "\n").unwrap();
    let output = set.check(&out);
    assert!(code(&output) == 3 && stderr(&output).contains("medium/valid/001:4"));
}

#[test]
fn labels_of_something_else_are_left_alone() {
    let set = Set::new();
    let out = set.home.join("labels.jsonl");
    set.labelled(&out, &["--goal", "pushes", "--first", "10"]);
    let text = std::fs::read(&out).unwrap();
    let output = set.labelled(&out, &["--goal", "moves"]);
    assert!(code(&output) == 2 && stderr(&output).contains("--goal pushes"), "{}", stderr(&output));
    let mut other = command(&set.home);
    other.arg("label").arg(set.folder.join("medium")).arg("-o").arg(&out);
    let output = other.args(["--goal", "pushes"]).output().unwrap();
    assert!(code(&output) == 2 && stderr(&output).contains("other levels"), "{}", stderr(&output));
    let prose = set.home.join("prose.txt");
    std::fs::write(&prose, "Dear diary\n").unwrap();
    let output = set.labelled(&prose, &[]);
    assert_eq!((code(&output), std::fs::read(&out).unwrap()), (2, text));
    assert_eq!(std::fs::read_to_string(&prose).unwrap(), "Dear diary\n");
}

#[test]
fn a_limit_is_a_row_with_a_bound() {
    let set = Set::new();
    let file = set.home.join("wide.xsb");
    let level = "########\n#@     #\n# $$$$ #\n#      #\n#....  #\n########\n";
    std::fs::write(&file, format!("{level}\n#####\n#@$ #\n#####\n")).unwrap();
    let output = banto(&["label", file.to_str().unwrap(), "--nodes", "3"], "");
    assert_eq!(code(&output), 13, "{}", stderr(&output));
    let rows: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[0]["level"], &rows[0]["moves_status"]), (&"wide:1".into(), &"nodes".into()));
    assert!(rows[0]["moves_bound"].as_u64() > rows[0]["pushes_bound"].as_u64());
    assert!(rows[0].get("moves").is_none() && rows[0]["moves_expanded"] == 3);
    assert_eq!((&rows[1]["moves_status"], &rows[1]["level_hash"]), (&"invalid".into(), &"".into()));
    assert!(rows[1]["error"].as_str().is_some_and(|error| error.contains("goal")), "{}", rows[1]);
}

#[test]
fn some_of_the_levels_are_labelled_and_checked_by_the_same_words() {
    let set = Set::new();
    let names = |args: &[&str]| {
        let out = set.home.join("some.jsonl");
        let _ = std::fs::remove_file(&out);
        set.labelled(&out, &[&["--goal", "pushes"], args].concat());
        let mut check = command(&set.home);
        check.args(["label", "--check"]).arg(&out).arg(&set.folder).args(args);
        assert_eq!(code(&check.output().unwrap()), 0, "{args:?}");
        let text = std::fs::read_to_string(&out).unwrap();
        let name = |row: &Value| row["level"].as_str().unwrap().to_owned();
        rows(&text).iter().map(name).collect::<Vec<_>>()
    };
    let two = ["hard/000:1", "hard/000:2", "medium/valid/000:1", "medium/valid/000:2"];
    let two = [&two[..], &["medium/valid/001:1", "medium/valid/001:2"]].concat();
    assert_eq!(names(&["--level", "2-3"]), two);
    assert_eq!(names(&["--level", "2-3", "--every", "2", "--first", "2"]), [two[0], two[2]]);
    assert_eq!(names(&["--every", "29"]), ["hard/000:0", "hard/000:29", "medium/valid/000:28"]);
    // A level that one file has is no mistake; one that none has is.
    assert_eq!(names(&["--level", "36"]), ["medium/valid/000:35"]);
    let output = set.labelled(&set.home.join("none.jsonl"), &["--level", "99"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("there is no level 99"), "{}", stderr(&output));
}

#[test]
fn cpu_time_is_a_limit_of_each_search() {
    let set = Set::new();
    let file = set.home.join("wide.xsb");
    let space = " ".repeat(10);
    let rows_of = |row: &str| format!("#{row}#\n");
    let level = format!(
        "############\n{}{}{}{}{}{}{}{}############\n",
        rows_of(&space),
        rows_of(" $ $ $ $  "),
        rows_of(&space),
        rows_of("  $ $ $ $@"),
        rows_of(&space),
        rows_of(" ........ "),
        rows_of(&space),
        rows_of(&space),
    );
    std::fs::write(&file, format!("{level}\n#####\n#@$.#\n#####\n\n{level}")).unwrap();
    let args = ["label", file.to_str().unwrap(), "--goal", "moves", "--cpu", "40ms", "-j", "1"];
    let output = banto(&args, "");
    assert_eq!(code(&output), 11, "{}", stderr(&output));
    let status = |line: &str| serde_json::from_str::<Value>(line).unwrap()["moves_status"].clone();
    let found: Vec<Value> = stdout(&output).lines().map(status).collect();
    assert_eq!(found, ["time", "solved", "time"]);
}
