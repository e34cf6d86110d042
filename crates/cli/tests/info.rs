//! `banto info` as people use it: a table of many levels, sorted and chosen, and one level in full.

mod common;

use std::process::Output;

use common::{banto, code, command, scratch, stderr, stdout};
use unicode_width::UnicodeWidthStr;

/// Solvable, invalid, without solution, and a board with two boxes.
const MIXED: &str = "; 倉庫番の長い長い長い長い長い長い長い長い長い長い長い長い題名\n#####\n#@$.#\n#####\n\n\
    ; Nobody\n#####\n# $.#\n#####\n\n; Lost\n######\n#@ $ #\n#   .#\n######\n\n\
    ; A title of many words that nobody would ever want to read to its very end in a table\n\
    ########\n#      #\n#@$ $..#\n#      #\n########\n";

const JAM: &str = "; Jam\naaBBB.\n......\nXX....\n";

fn lines(output: &Output) -> Vec<String> {
    stdout(output).lines().map(str::to_owned).collect()
}

/// Asserts that a heading stands above the end or the beginning of every cell of its column.
fn assert_aligned(lines: &[String]) {
    let ends = |line: &str| -> Vec<usize> {
        let mut ends = Vec::new();
        let (mut at, mut letters) = (0, line.chars().peekable());
        while let Some(letter) = letters.next() {
            at += letter.to_string().width();
            if letter != ' ' && letters.peek().is_none_or(|next| *next == ' ') {
                ends.push(at);
            }
        }
        ends
    };
    let heading = ends(&lines[0]);
    // Figures end where their headings end; titles, which have blanks in them, come before.
    for line in lines {
        let (own, figures) = (ends(line), &heading[2..]);
        assert!(own.ends_with(figures), "{line:?} is not aligned:\n{}", lines.join("\n"));
    }
}

#[test]
fn several_levels_are_a_table_and_one_is_shown_in_full() {
    let output = banto(&["info", "-"], MIXED);
    let table = lines(&output);
    assert_eq!(code(&output), 3, "one level is invalid");
    assert_eq!(table.len(), 5, "a line each and the headings: {table:#?}");
    let heading: Vec<&str> = table[0].split_whitespace().collect();
    assert_eq!(heading, ["level", "title", "size", "boxes", "bound", "pushes", "moves"]);
    assert_aligned(&table);
    assert!(table.iter().all(|line| line.width() <= 80), "{table:#?}");
    assert!(table[1].contains("…") && table[4].contains("…"), "{table:#?}");
    assert!(table[2].contains("Nobody (invalid)"), "{table:#?}");
    assert!(table[3].contains("Lost (no solution)"), "{table:#?}");
    assert!(stderr(&output).contains("there is no player"), "{}", stderr(&output));

    let one = stdout(&banto(&["info", "-", "--level", "4"], MIXED));
    assert!(one.contains("lower bound pushes") && one.contains("██@ []"), "{one}");
    let plain = stdout(&banto(&["info", "-", "--level", "4", "--no-drawing"], MIXED));
    assert!(one.starts_with(plain.trim_end()) && plain.len() < one.len(), "{plain}");
    let short = lines(&banto(&["info", "-", "--level", "4", "--table"], MIXED));
    assert_eq!(short.len(), 2, "{short:#?}");
}

#[test]
fn a_table_takes_the_width_there_is() {
    let home = scratch("info-width");
    let file = home.join("mixed.xsb");
    std::fs::write(&file, MIXED).unwrap();
    let table = |columns: &str| {
        let output =
            command(&home).arg("info").arg(&file).env("COLUMNS", columns).output().unwrap();
        let table = lines(&output);
        assert_aligned(&table);
        table
    };
    let widest = |table: &[String]| table.iter().map(|line| line.width()).max().unwrap();
    for columns in [50, 60, 70, 80] {
        assert!(widest(&table(&columns.to_string())) <= columns, "{columns}");
    }
    assert!(widest(&table("100")) > 80);
    assert!(table("200").iter().all(|line| !line.contains('…')));
    // Whatever nonsense the variable holds.
    for nonsense in ["", "0", "-5", "wide", "1"] {
        assert!(table(nonsense).len() == 5, "{nonsense}");
    }
}

#[test]
fn levels_are_chosen_and_sorted_by_any_column() {
    let titles = |args: &[&str]| -> Vec<String> {
        let output = banto(&[&["info", "-", "--jsonl"], args].concat(), MIXED);
        let title = |line: String| {
            let record: serde_json::Value = serde_json::from_str(&line).unwrap();
            record["title"].as_str().unwrap()[..1].to_owned()
        };
        // The Japanese title is called J here.
        lines(&output).into_iter().map(|line| line.replace('倉', "J")).map(title).collect()
    };
    assert_eq!(titles(&[]), ["J", "N", "L", "A"]);
    assert_eq!(titles(&["--where", "boxes<=1"]), ["J", "L"]);
    assert_eq!(titles(&["--where", "boxes >= 1", "--where", "width>5"]), ["L", "A"]);
    assert_eq!(titles(&["--where", "bound>0"]), ["J", "A"]);
    assert_eq!(titles(&["--where", "status=invalid"]), ["N"]);
    assert_eq!(titles(&["--where", "status!=invalid"]), ["J", "L", "A"]);
    assert_eq!(titles(&["--where", "pieces>0"]), [""; 0]);
    // What has no such value comes last, whichever way.
    assert_eq!(titles(&["--sort", "size"]), ["J", "L", "A", "N"]);
    assert_eq!(titles(&["--sort", "-size"]), ["A", "L", "J", "N"]);
    assert_eq!(titles(&["--sort", "boxes,-width"]), ["L", "J", "A", "N"]);
    assert_eq!(titles(&["--sort", "title"]), ["A", "L", "N", "J"]);
    assert_eq!(titles(&["--sort", "-level", "--where", "level>2"]), ["A", "L"]);
    let table = lines(&banto(&["info", "-", "--sort", "-size"], MIXED));
    assert!(table[1].contains("A title of many words"), "{table:#?}");
}

#[test]
fn a_bad_condition_is_refused_with_its_column() {
    for (args, words) in [
        (["--where", "boxs<=5"], "column 1: unknown column \"boxs\"; did you mean \"boxes\"?"),
        (["--where", "boxes=<5"], "column 7: expected a number after =, found \"<5\""),
        (["--where", "boxes"], "column 6: expected <=, >=, <, >, = or != after boxes"),
        (["--where", "title<m"], "column 6: title is a word, which only = and != compare"),
        (["--sort", "-boxs"], "unknown column \"boxs\"; did you mean \"boxes\"?"),
    ] {
        let output = banto(&["info", "-", args[0], args[1]], MIXED);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{args:?}");
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn both_games_have_headings_of_their_own() {
    let home = scratch("info-games");
    for (name, text) in [("a.xsb", MIXED), ("b.txt", JAM), ("c.xsb", "#####\n#@$.#\n#####\n")] {
        std::fs::write(home.join(name), text).unwrap();
    }
    let run = |args: &[&str]| {
        let output =
            command(&home).current_dir(&home).args(["-q", "info", "."]).args(args).output();
        lines(&output.unwrap())
    };
    let table = run(&[]);
    let headings: Vec<&String> = table.iter().filter(|line| line.starts_with("level ")).collect();
    assert_eq!(headings.len(), 3, "{table:#?}");
    assert!(headings[1].contains("pieces") && headings[1].ends_with("rating"), "{table:#?}");
    let jam = table.iter().find(|line| line.contains("b.txt:1")).unwrap();
    // Two pieces and the red one; red drives out past the end of the row.
    assert!(jam.contains("Jam") && jam.contains("6x3") && jam.ends_with("first"), "{jam}");
    // Sorted, each game is together.
    let table = run(&["--sort", "-size"]);
    let headings = table.iter().filter(|line| line.starts_with("level ")).count();
    assert_eq!(headings, 2, "{table:#?}");
    // Every name can be given back.
    let name = jam.split_whitespace().next().unwrap();
    let again = command(&home).current_dir(&home).args(["info", name]).output().unwrap();
    assert!(stdout(&again).contains("Jam"), "{}", stdout(&again));
}

#[test]
fn comma_separated_values_hold_every_column() {
    let text = MIXED.replace("; Lost", "; Lost, \"quite\"");
    let output = banto(&["info", "-", "--csv", "--sort", "level"], &text);
    let rows = lines(&output);
    assert_eq!(rows.len(), 5, "{rows:#?}");
    let heading: Vec<&str> = rows[0].split(',').collect();
    let cell = |row: usize, name: &str| {
        let at = heading.iter().position(|it| *it == name).unwrap();
        rows[row].split(',').nth(at).unwrap().to_owned()
    };
    assert_eq!((cell(4, "width"), cell(4, "height")), ("8".to_owned(), "5".to_owned()));
    assert_eq!((cell(4, "boxes"), cell(1, "bound")), ("2".to_owned(), "1".to_owned()));
    assert_eq!((cell(2, "status"), cell(2, "boxes")), ("invalid".to_owned(), String::new()));
    let puzzle = puzzle::read(text.as_bytes()).unwrap().entries[3].puzzle.clone().unwrap();
    assert_eq!(cell(4, "level_hash"), format!("{:016x}", puzzle.level_hash()));
    assert!(rows[3].contains(",\"Lost, \"\"quite\"\"\",sokoban,unsolvable,6,4,"), "{}", rows[3]);
    // Nothing matches: still a file with headings.
    let none = lines(&banto(&["info", "-", "--csv", "--where", "boxes>9"], MIXED));
    assert_eq!(none, rows[..1]);
}

#[test]
fn a_reader_who_leaves_ends_it_and_many_faults_are_summed_up() {
    let bad = "; Bad\n#####\n# $.#\n#####\n\n".repeat(25);
    let output = banto(&["info", "-"], &bad);
    assert_eq!((code(&output), lines(&output).len()), (3, 26));
    let text = stderr(&output);
    assert_eq!(text.matches("there is no player").count(), 20, "{text}");
    assert!(text.contains("and 5 more invalid levels; --jsonl has the faults of each"), "{text}");
    let output = banto(&["info", "-"], "");
    assert_eq!((code(&output), stdout(&output).as_str()), (3, ""), "{}", stderr(&output));
}

/// A board that takes a moment to rate, so often that the whole takes long.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_long_table_with_what_there_is() {
    use std::io::{BufRead, BufReader};
    let home = scratch("info-interrupt");
    let file = home.join("many.txt");
    let boards =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/starter-unblock.txt"));
    std::fs::write(&file, boards.unwrap().repeat(500)).unwrap();
    for sorted in [false, true] {
        let mut run = command(&home);
        run.arg("info").arg(&file).args(if sorted { &["--sort", "-moves"][..] } else { &[] });
        run.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = run.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // A sorted table begins when it is whole: only the signal's handler can be waited for.
        match sorted {
            false => assert!(lines.next().unwrap().unwrap().starts_with("level")),
            true => common::wait_for_handler(child.id()),
        }
        let id = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
        let rows = lines.count();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 130, "{}", stderr(&output));
        assert!(
            rows < 20_000 && stderr(&output).contains(" of 20000 levels"),
            "{}",
            stderr(&output)
        );
    }
}
