//! What `solve` can be told beside the level files, and `generate`.

mod common;
#[path = "common/desk.rs"]
mod desk;

use common::{code, stderr, stdout};
use desk::{Desk, HARD, LONG, easy};

#[test]
fn rows_of_several_files_name_them() {
    let desk = Desk::new("several");
    std::fs::create_dir_all(desk.0.join("sub")).unwrap();
    desk.write("a.xsb", format!("{}\n{}", easy(1), easy(2)));
    desk.write("b.xsb", easy(3));
    desk.write("sub/a.xsb", easy(4));
    let files = ["a.xsb", "b.xsb", "sub/a.xsb"];
    for out in ["two.tsv", "two.sol", "two.json", "two.csv", "two.sok"] {
        desk.good(&[&["solve"][..], &files, &["-o", out]].concat());
        let output = desk.good(&[&["check"][..], &files, &["--solutions", out]].concat());
        assert!(stderr(&output).contains("4 accepted, 0 refused"), "{out}: {}", stderr(&output));
        let output =
            desk.good(&[&["improve"][..], &files, &["--solutions", out, "--nodes", "9"]].concat());
        assert_eq!(stdout(&output).lines().count(), 4, "{out}: {}", stdout(&output));
    }
    assert_eq!(
        desk.read("two.tsv"),
        "a.xsb:1\trR\na.xsb:2\trrR\nb.xsb:1\trrrR\nsub/a.xsb:1\trrrrR\n"
    );
    // One of the files alone, the old form, and a file that is not there.
    let output = desk.good(&["check", "sub/a.xsb", "--solutions", "two.tsv"]);
    assert!(stderr(&output).contains("1 accepted, 0 refused"), "{}", stderr(&output));
    desk.write("old.tsv", "1\trR\n2\trrR\n3\trrrR\n");
    desk.good(&["check", "a.xsb", "b.xsb", "--solutions", "old.tsv"]);
    let output = desk.run(&["check", "a.xsb", "b.xsb", "--solutions", "two.tsv"]);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("line 4: sub/a.xsb is not one of"), "{}", stderr(&output));
    // Both games, and what `info` makes of it.
    desk.write("jam.txt", "AAoBoooooBoooooBoooooooooooooooooooo\n");
    desk.good(&["solve", "a.xsb", "jam.txt", "-o", "both.tsv"]);
    let output = desk.good(&["check", "a.xsb", "jam.txt", "--solutions", "both.tsv"]);
    assert!(stderr(&output).contains("3 accepted, 0 refused"), "{}", stderr(&output));
    desk.good(&["info", "a.xsb", "b.xsb", "--known", "two.tsv", "--jsonl"]);
}

#[cfg(unix)]
#[test]
fn rows_of_files_with_tabs_in_their_names_are_read_again() {
    let desk = Desk::new("tabs");
    let files = ["a\tb.xsb", "c\nd.xsb", "e.xsb"];
    files.iter().zip(1..).for_each(|(file, n)| desk.write(file, easy(n)));
    for out in ["three.tsv", "three.sol", "three.json", "three.csv", "three.sok"] {
        desk.good(&[&["solve"][..], &files, &["-o", out]].concat());
        let output = desk.good(&[&["check"][..], &files, &["--solutions", out]].concat());
        assert!(stderr(&output).contains("3 accepted, 0 refused"), "{out}: {}", stderr(&output));
    }
}

#[test]
fn a_proved_solution_is_improved_in_the_other_count() {
    let desk = Desk::new("improve-proved");
    let far = "########\n## .  ##\n# #  $ #\n##@ #  #\n#  $  ##\n#     .#\n########\n";
    desk.write("x.xsb", far);
    let counts = |args: &[&str]| {
        let output = desk.good(&[&["solve", "x.xsb", "--jsonl"][..], args].concat());
        let record: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
        assert_ne!(record["guarantee"], "none");
        (record["pushes"].as_u64().unwrap(), record["moves"].as_u64().unwrap())
    };
    // Here the fewest moves have the fewest pushes too.
    let best = counts(&["--engine", "optimal", "--goal", "moves"]);
    for how in [&["--engine", "auto", "--goal", "pushes"][..], &["--engine", "astar"]] {
        let improved = counts(&[how, &["--improve", "5s"]].concat());
        assert_eq!(improved, best, "{how:?}");
    }
}

#[test]
fn what_only_sokoban_has_is_refused_for_unblock() {
    let desk = Desk::new("unblock");
    desk.write("jam.txt", "AAoBoooooBoooooBoooooooooooooooooooo\n");
    desk.write("a.xsb", easy(1));
    desk.refused(&["solve", "jam.txt", "--improve", "1s"], "--improve is for Sokoban");
    desk.refused(&["solve", "jam.txt", "--notation", "caixas"], "--notation caixas is for Sokoban");
    // Where there is Sokoban too it is for that.
    let output = desk.good(&["solve", "jam.txt", "a.xsb", "--notation", "caixas"]);
    assert!(stdout(&output).contains("Caixa"), "{}", stdout(&output));
    let both = ["solve", "jam.txt", "a.xsb", "--game", "unblock"];
    desk.refused(&[&both[..], &["--improve", "1s"]].concat(), "--improve is for Sokoban");
    let output = desk.good(&both);
    assert!(stdout(&output).contains("jam.txt:1") && !stdout(&output).contains("a.xsb"));
    desk.refused(&["solve", "a.xsb", "--game", "unblock"], "there is no level of unblock");
}

#[test]
fn levels_side_by_side_come_in_their_order() {
    let desk = Desk::new("jobs");
    let levels: Vec<String> = (1..10).map(easy).collect();
    desk.write("x.xsb", levels.join("\n"));
    let output = desk.good(&["solve", "x.xsb", "-j", "3", "--jsonl", "-o", "p.json"]);
    let rows: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let places: Vec<u64> = rows.iter().map(|row| row["index"].as_u64().unwrap()).collect();
    assert_eq!(places, (1..10).collect::<Vec<_>>());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(rows[0]["threads"], (cores / 3).max(1));
    let kept: Vec<serde_json::Value> = serde_json::from_str(&desk.read("p.json")).unwrap();
    assert_eq!(kept, rows);
    // One that crashes costs itself alone.
    let output = desk.run(&["solve", "x.xsb", "-j", "2", "--inject", "abort", "--jsonl"]);
    assert_eq!((code(&output), stdout(&output).lines().count()), (15, 9));
    desk.write("hard.xsb", HARD);
    let args = [&["solve", "hard.xsb", "--cpu", "100ms", "--jsonl"][..], &LONG[..4]].concat();
    let output = desk.run(&args);
    assert_eq!(code(&output), 11, "{}", stderr(&output));
    assert!(stdout(&output).contains("\"limits\":{\"cpu_seconds\":0.1,"), "{}", stdout(&output));
}

#[test]
fn a_table_has_a_row_for_every_level() {
    let desk = Desk::new("csv");
    let lost = "######\n#@ $ #\n#   .#\n######\n";
    desk.write("x.xsb", format!("; say \"a, b\"\n{}\n; lost\n{lost}", easy(1)));
    let output = desk.run(&["solve", "x.xsb", "--jsonl", "-o", "p.csv"]);
    assert_eq!(code(&output), 10);
    let table = desk.read("p.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("collection,index,title,game,status,solution,moves,pushes,"));
    assert!(
        lines[1].starts_with("x.xsb,1,\"say \"\"a, b\"\"\",sokoban,solved,rR,2,1,,"),
        "{table}"
    );
    assert!(lines[2].starts_with("x.xsb,2,lost,sokoban,unsolvable,,,,,"), "{table}");
    // Every field of a record but the counters of single engines has its column.
    let record: serde_json::Value =
        serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap();
    for (field, value) in record.as_object().unwrap() {
        let has = |name: &str| lines[0].split(',').any(|column| column == name);
        let inside = |value: &serde_json::Value| {
            value.as_object().is_some_and(|it| it.keys().all(|key| has(&format!("{field}.{key}"))))
        };
        assert!(field == "stats" || has(field) || inside(value), "{field}");
    }
}

#[test]
fn generated_levels_are_written_when_they_are_made() {
    use std::io::{BufRead, BufReader};
    let desk = Desk::new("generate");
    let few = ["generate", "unblock", "--count", "3", "--tries", "3", "--moves", "3-60"];
    let whole = stdout(&desk.run(&few));
    desk.run(&[&few[..], &["-o", "all.tsv"]].concat());
    assert_eq!((desk.read("all.tsv"), desk.files()), (whole.clone(), vec!["all.tsv".to_owned()]));
    desk.refused(&[&few[..], &["-o", "all.tsv"]].concat(), "exists already");
    let json = stdout(&desk.run(&[&few[..], &["--to", "json"]].concat()));
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    // A reader sees the first ones long before the last, and may leave.
    let many = ["generate", "unblock", "--count", "100000", "--tries", "3", "--moves", "3-60"];
    let mut child = desk.start(&many);
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert_eq!(whole.lines().next(), Some(line.trim_end()));
    drop(reader);
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    // A run that is killed leaves what it has made.
    let args = [&many[..], &["-o", "many.tsv"]].concat();
    let mut child = desk.at_work(&args, "many.tsv.part", 3);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!desk.has("many.tsv"));
    let part = desk.read("many.tsv.part");
    assert!(part.starts_with(whole.lines().next().unwrap()), "{part}");
    desk.refused(&args, "not finished; rename it");
    assert_eq!(desk.read("many.tsv.part"), part);
    let solved = desk.good(&["info", "many.tsv.part", "--jsonl"]);
    assert!(stdout(&solved).lines().count() >= 2);
}
