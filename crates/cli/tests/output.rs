//! `-o`: nothing of the user's is lost, whatever is there and whatever happens to the run.

mod common;
#[path = "common/desk.rs"]
mod desk;
#[cfg(unix)]
#[path = "common/full.rs"]
mod full;

#[cfg(unix)]
use std::process::{Child, Output};

#[cfg(unix)]
use common::command;
use common::{code, stderr, stdout};
use desk::{Desk, HARD, LONG, easy, moves};

/// A file as people have them: notes above, below and between levels, and so many levels.
fn annotated(count: usize) -> String {
    let level = |n: usize| {
        format!(
            "Level {n}\n\n{}Author: Ann\nComment:\nabout {n}\n\nand more\nComment-End:\n\n",
            easy(n)
        )
    };
    let levels: String = (1..=count).map(level).collect();
    format!("Collection: Mine\n\n:: not for programs\n\n{levels}")
}

/// Whether a text is another one with lines inserted.
fn holds_all_lines(new: &str, old: &str) -> bool {
    let mut lines = new.split_inclusive('\n');
    old.split_inclusive('\n').all(|line| lines.any(|it| it == line))
}

#[cfg(unix)]
fn interrupt(child: Child) -> Output {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn solving_onto_the_input_keeps_what_was_not_touched() {
    let desk = Desk::new("in-place");
    let text = annotated(6);
    desk.write("x.sok", &text);
    desk.good(&["solve", "x.sok", "--level", "2,5", "--threads", "1", "-o", "./x.sok"]);
    let solution = |n| format!("Comment-End:\n\nSolution (Banto, push)\n{}\n", moves(n));
    let comment = |n: usize| format!("about {n}\n\nand more\n");
    let mut expected = text.clone();
    for n in [2, 5] {
        let old = format!("{}Comment-End:\n", comment(n));
        expected = expected.replace(&old, &format!("{}{}", comment(n), solution(n)));
    }
    assert_eq!(desk.read("x.sok"), expected);
    // The rest, with what is there left alone.
    let output = desk.good(&["solve", "x.sok", "-o", "x.sok"]);
    assert!(stderr(&output).contains("2 of 6 levels already solved, kept from x.sok"));
    assert!(holds_all_lines(&desk.read("x.sok"), &expected));
    desk.good(&["check", "x.sok"]);
    let all = desk.read("x.sok");
    assert_eq!(all.matches("Solution (Banto").count(), 6);
    desk.good(&["solve", "x.sok", "-o", "x.sok"]);
    desk.good(&["improve", "x.sok", "--nodes", "10", "-o", "x.sok"]);
    assert_eq!((desk.read("x.sok"), desk.files()), (all, vec!["x.sok".to_owned()]));
}

#[cfg(unix)]
#[test]
fn a_file_that_comes_while_a_run_is_at_work_is_not_overwritten() {
    let desk = Desk::new("meanwhile");
    desk.write("x.xsb", format!("{}\n{HARD}", easy(1)));
    for name in ["out.sok", "out.tsv", "out.json"] {
        let solve = [&["solve", "x.xsb", "--threads", "1", "-o", name][..], &LONG].concat();
        let child = desk.at_work(&solve, &format!("{name}.part"), 1);
        desk.write(name, "my own notes\n");
        let output = interrupt(child);
        assert_eq!(code(&output), 4, "{}", stderr(&output));
        let told = stderr(&output);
        assert!(told.contains("somebody else has made this file meanwhile"), "{told}");
        assert!(told.contains(&format!("the results are kept in {name}.part")), "{told}");
        assert_eq!(desk.read(name), "my own notes\n");
        // Once it is out of the way, the run goes on from what was kept.
        std::fs::rename(desk.0.join(name), desk.0.join("mine.txt")).unwrap();
        let output = desk.good(&["solve", "x.xsb", "--level", "1", "-o", name]);
        assert!(stderr(&output).contains("1 of 1 level already solved"), "{}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn levels_that_are_made_do_not_take_the_place_of_a_file_that_came_meanwhile() {
    let desk = Desk::new("made-meanwhile");
    let make = ["generate", "unblock", "--count", "100000", "-o", "out.tsv"];
    let child = desk.at_work(&make, "out.tsv.part", 3);
    desk.write("out.tsv", "my own notes\n");
    let output = interrupt(child);
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert!(stderr(&output).contains("the levels are kept in out.tsv.part"), "{}", stderr(&output));
    assert_eq!(desk.read("out.tsv"), "my own notes\n");
    assert!(!puzzle::read(desk.read("out.tsv.part").as_bytes()).unwrap().entries.is_empty());
    // A run that was killed before its first level has kept none.
    desk.write("none.tsv.part", "");
    let none = ["generate", "unblock", "--count", "1", "-o", "none.tsv"];
    desk.refused(&none, "none.tsv.part: is of a run that has no level yet, or was killed before");
    // Nor does force destroy what only has the name of a part.
    desk.write("new.tsv.part", "my own notes\n");
    let make = ["generate", "unblock", "--count", "1", "--force", "-o", "new.tsv"];
    desk.refused(&make, "new.tsv.part: is in the way");
    assert_eq!(desk.read("new.tsv.part"), "my own notes\n");
}

#[test]
fn improving_onto_the_input_adds_what_is_shorter() {
    let desk = Desk::new("improve-in-place");
    let level = "#########\r\n#       #\r\n# @$  . #\r\n#       #\r\n#########\r\n";
    let text = format!("One\r\n\r\n{level}\r\nSolution (Ann)\r\nudduRlrRlrR\r\nTwo\r\n\r\n{level}");
    let text = text.replace("R\r\nTwo", "R\r\n\r\nTwo");
    desk.write("x.sok", &text);
    desk.good(&["improve", "x.sok", "--nodes", "1000", "-o", "x.sok"]);
    let added = "rR\r\n\r\nSolution (Banto, improved)\r\nRRR\r\n\r\nTwo";
    assert_eq!(desk.read("x.sok"), text.replace("rR\r\n\r\nTwo", added));
    // A new file has all levels, those without solutions too.
    desk.good(&["improve", "x.sok", "--nodes", "1000", "-o", "new.sok"]);
    assert_eq!(desk.read("new.sok").matches('@').count(), 2);
}

#[test]
fn one_file_may_be_named_level_by_level() {
    let desk = Desk::new("twice");
    let text = annotated(3);
    desk.write("x.sok", &text);
    // The last level is named twice and gets one solution.
    desk.good(&["solve", "x.sok:1", "x.sok:3", "x.sok:3", "-o", "x.sok"]);
    let new = desk.read("x.sok");
    assert!(holds_all_lines(&new, &text) && new.matches("Solution").count() == 2, "{new}");
}

#[cfg(unix)]
#[test]
fn the_same_file_is_known_under_every_name() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new("names");
    let text = annotated(2);
    desk.write("x.sok", &text);
    std::fs::set_permissions(desk.0.join("x.sok"), std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("x.sok", desk.0.join("soft.sok")).unwrap();
    std::fs::hard_link(desk.0.join("x.sok"), desk.0.join("hard.sok")).unwrap();
    for (level, name) in [("1", "soft.sok"), ("2", "hard.sok")] {
        desk.good(&["solve", "x.sok", "--level", level, "-o", name]);
        let (new, mode) = (desk.read("x.sok"), std::fs::metadata(desk.0.join("x.sok")).unwrap());
        assert!(
            holds_all_lines(&new, &text) && new.matches("Solution").count().to_string() == level
        );
        assert_eq!(mode.permissions().mode() & 0o777, 0o640);
        assert_eq!(desk.read("hard.sok"), new);
    }
    assert!(desk.0.join("soft.sok").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let desk = Desk::new("owner");
    desk.write("x.sok", annotated(1));
    let file = desk.0.join("x.sok");
    // Only root can give it to somebody else.
    let _ = chown(&file, Some(1), Some(1));
    let owner = || std::fs::metadata(&file).map(|it| (it.uid(), it.gid())).unwrap();
    let before = owner();
    desk.good(&["solve", "x.sok", "-o", "x.sok"]);
    assert_eq!(owner(), before);
    assert!(desk.read("x.sok").contains("Solution (Banto"));
}

#[test]
fn what_cannot_be_edited_is_refused_before_any_search() {
    let desk = Desk::new("refused");
    desk.write("two.xsb", format!("; 1\n{}\n; 2\n{}", easy(1), easy(2)));
    desk.write("a.sok", annotated(1));
    desk.write("jam.tsv", "3\tAAoooBoooBooooooooooooooooooooooooooo\t9\t3\n");
    desk.write("jam.tsv", "AAoBoooooBoooooBoooooooooooooooooooo\n");
    desk.write("x.json", "{\"levels\": [{\"board\": [\"#####\", \"#@$.#\", \"#####\"]}]}");
    let before: Vec<_> = desk.files().iter().map(|name| desk.read(name)).collect();
    desk.refused(&["solve", "a.sok", "two.xsb", "-o", "a.sok"], "one of several inputs");
    desk.refused(&["solve", "jam.tsv", "-o", "jam.tsv"], "solutions alone would take their place");
    desk.refused(&["solve", "x.json", "-o", "x.json"], "would take their place");
    desk.refused(&["solve", "two.xsb", "-o", "two.xsb"], "a .sok, .sol, .tsv, .json or .csv file");
    desk.refused(&["solve", "x.json", "-o", "jam.tsv"], "exists already; --force overwrites it");
    desk.refused(&["improve", "x.json", "-o", "jam.tsv"], "exists already; --force overwrites it");
    let convert = ["convert", "two.xsb", "--to", "sok", "-o"];
    desk.refused(&[&convert[..], &["a.sok"]].concat(), "exists already; --force overwrites it");
    desk.refused(&[&convert[..], &["two.xsb"]].concat(), "sok is not the format of its name");
    desk.refused(&[&convert[..], &["two.xsb", "--force"]].concat(), "not the format of its name");
    let some = ["convert", "two.xsb", "--level", "1", "--to", "xsb", "-o", "two.xsb"];
    desk.refused(&some, "1 levels in it were not chosen");
    desk.refused(&["generate", "sokoban", "-o", "a.sok"], "exists already; --force overwrites it");
    let export = ["levels", "export", "starter-sokoban", "-o", "a.sok"];
    desk.refused(&export, "exists already; --force overwrites it");
    let proof = ["solve", "a.sok", "--proof", "x.json"];
    desk.refused(&proof, "exists already; --force overwrites it");
    assert_eq!(desk.files().iter().map(|name| desk.read(name)).collect::<Vec<_>>(), before);
    // An input without levels is an input all the same.
    desk.write("prose.sok", "nothing\nof the kind\n");
    let output = desk.run(&["solve", "prose.sok", "-o", "prose.sok", "--force"]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let both = ["solve", "prose.sok", "two.xsb", "-o", "prose.sok", "--force"];
    assert_eq!(code(&desk.run(&both)), 2);
    assert_eq!(desk.read("prose.sok"), "nothing\nof the kind\n");
    // Forced, or onto what loses nothing.
    desk.good(&[&convert[..], &["a.sok", "--force"]].concat());
    desk.good(&["convert", "two.xsb", "--to", "xsb", "-o", "two.xsb"]);
    assert_eq!(desk.read("two.xsb"), before[2]);
    desk.write("two.xsb", format!(":: mine\n\n:: keep\n{}", before[2]));
    let lost = ["convert", "two.xsb", "--to", "xsb", "-o", "two.xsb"];
    desk.refused(&lost, "not everything in it can be written");
}

#[test]
fn packed_inputs_stay_as_they_are() {
    use std::io::Write;
    let desk = Desk::new("packed");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(annotated(2).as_bytes()).unwrap();
    let bytes = packed.finish().unwrap();
    desk.write("x.sok", &bytes);
    desk.refused(&["solve", "x.sok", "-o", "x.sok"], "packed in this file");
    assert_eq!(std::fs::read(desk.0.join("x.sok")).unwrap(), bytes);
}

/// Easy levels with a hopeless one in the middle.
fn with_a_hard_one() -> String {
    let levels = [easy(1), easy(2), easy(3), easy(4), HARD.to_owned(), easy(5), easy(6)];
    levels.join("\n")
}

#[test]
fn a_killed_run_is_resumed() {
    let desk = Desk::new("killed");
    desk.write("x.xsb", with_a_hard_one());
    for file in ["p.sok", "p.sol", "p.tsv", "p.json", "p.csv"] {
        let part = format!("{file}.part");
        let args = [&["solve", "x.xsb", "-o", file][..], &LONG].concat();
        let mut child = desk.at_work(&args, &part, 4);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!desk.has(file));
        // A run of other levels leaves alone what it does not need.
        let output = desk.good(&["solve", "x.xsb", "--level", "6", "-o", file]);
        let others = format!("{part} still holds results of other levels");
        assert!(stderr(&output).contains(&others), "{}", stderr(&output));
        let output = desk.good(&["solve", "x.xsb", "-o", file]);
        let said = format!("5 of 7 levels already solved, kept from {part}");
        assert!(stderr(&output).contains(&said), "{}", stderr(&output));
        assert_eq!(stdout(&output).matches(": solved").count(), 2, "{}", stdout(&output));
        assert!(!desk.has(&part), "{:?}", desk.files());
        let output = desk.good(&["check", "x.xsb", "--solutions", file]);
        assert!(stderr(&output).contains("7 accepted, 0 refused"), "{file}: {}", stderr(&output));
    }
    assert_eq!(desk.files(), ["p.csv", "p.json", "p.sok", "p.sol", "p.tsv", "x.xsb"]);
}

#[test]
fn two_runs_do_not_write_one_file() {
    let desk = Desk::new("two-runs");
    desk.write("x.xsb", with_a_hard_one());
    let args = [&["solve", "x.xsb", "-o", "p.sok"][..], &LONG].concat();
    let mut child = desk.at_work(&args, "p.sok.part", 4);
    let output = desk.run(&["solve", "x.xsb", "-o", "p.sok"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((code(&output), stdout(&output).as_str()), (4, ""));
    assert!(stderr(&output).contains("another run is writing it"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_has_written_what_it_knows() {
    let desk = Desk::new("interrupted");
    let text = with_a_hard_one();
    for (input, file) in [("x.sok", "x.sok"), ("x.sok", "new.sok"), ("x.sok", "new.tsv")] {
        desk.write("x.sok", &text);
        let part = format!("{file}.part");
        let args = [&["solve", input, "-o", file][..], &LONG].concat();
        let output = interrupt(desk.at_work(&args, &part, 4));
        assert_eq!(code(&output), 130, "{}", stderr(&output));
        let known = desk.read(file);
        assert_eq!(known.matches("rR\n").count(), 4, "{known}");
        if file.ends_with(".sok") {
            // All levels are there, solved or not.
            assert!(holds_all_lines(&known, &text), "{known}");
        }
        // It was begun here, so nobody needs force to go on.
        let output = desk.good(&["solve", input, "-o", file]);
        assert!(stderr(&output).contains("4 of 7 levels already solved"), "{}", stderr(&output));
        assert!(!desk.has(&part));
        let output = desk.good(&["check", input, "--solutions", file]);
        assert!(stderr(&output).contains("7 accepted"), "{}", stderr(&output));
    }
    // What was to be overwritten is there until the run is over.
    desk.write("old.tsv", "mine");
    let args = [&["solve", "x.sok", "--goal", "moves", "-o", "old.tsv", "--force"][..], &LONG[4..]]
        .concat();
    let args = [&args[..], &["--engine", "optimal"]].concat();
    desk.write("x.sok", &text);
    let output = interrupt(desk.at_work(&args, "old.tsv.part", 4));
    assert_eq!((code(&output), desk.read("old.tsv").as_str()), (130, "mine"));
}

/// Whenever it is killed, the input is whole, and in the end everything is solved.
#[test]
fn kills_at_any_moment_lose_nothing() {
    let desk = Desk::new("any-moment");
    let text = annotated(12);
    desk.write("x.sok", &text);
    let mut moments =
        common::Moments::of(|| drop(desk.good(&["solve", "x.sok", "-o", "first.sok"])));
    for _ in 0..8 {
        let mut child = desk.start(&["solve", "x.sok", "-o", "x.sok"]);
        std::thread::sleep(moments.next());
        let _ = child.kill();
        child.wait().unwrap();
        assert!(holds_all_lines(&desk.read("x.sok"), &text));
    }
    desk.good(&["solve", "x.sok", "-o", "x.sok"]);
    desk.good(&["check", "x.sok"]);
    assert_eq!(desk.read("x.sok").matches("Solution").count(), 12);
    let left =
        desk.files().into_iter().filter(|name| name.contains(".part") || name.contains(".lock"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_finished_file_is_continued_if_it_is_about_the_same_levels() {
    let desk = Desk::new("finished");
    desk.write("x.xsb", with_a_hard_one());
    let short = [&LONG[..4], &["--nodes", "200"]].concat();
    for file in ["p.sok", "p.tsv", "p.sol"] {
        let output = desk.run(&[&["solve", "x.xsb", "-o", file][..], &short].concat());
        assert_eq!(code(&output), 13, "{}", stderr(&output));
        let output = desk.good(&["solve", "x.xsb", "-o", file]);
        assert!(stderr(&output).contains("6 of 7 levels already solved, kept from p"));
        let output = desk.good(&["check", "x.xsb", "--solutions", file]);
        assert!(stderr(&output).contains("7 accepted, 0 refused"), "{}", stderr(&output));
    }
    // A note of the user's in it makes it the user's.
    desk.write("p.tsv", format!("# mine\n{}", desk.read("p.tsv")));
    desk.refused(&["solve", "x.xsb", "-o", "p.tsv"], "exists already");
    desk.refused(&["solve", "x.xsb", "--level", "1-2", "-o", "p.sok"], "exists already");
    // Among the levels of a .sok file it stays where it is.
    desk.write("p.sok", format!("My notes\n\n{}", desk.read("p.sok")));
    desk.good(&["solve", "x.xsb", "-o", "p.sok", "--goal", "pushes"]);
    assert!(desk.read("p.sok").starts_with("My notes\n"));
    // Beside the file there may be a file of the user's.
    desk.write("q.tsv.part", "my part\n");
    desk.refused(&["solve", "x.xsb", "-o", "q.tsv"], "is in the way");
    assert_eq!(desk.read("q.tsv.part"), "my part\n");
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_result() {
    let desk = Desk::new("full");
    let levels: Vec<String> = (1..60).map(easy).collect();
    desk.write("x.sok", levels.join("\n"));
    let before = desk.read("x.sok");
    for file in ["x.sok", "p.json"] {
        // The journal takes a few rows and then no more.
        let mut run = command(&desk.0);
        run.args(["solve", "x.sok", "-o", file]);
        let output = full::with_short_files(&run, &desk.0, 40);
        assert_eq!(code(&output), 4, "{}", stderr(&output));
        assert!(desk.has(&format!("{file}.part")));
        assert!(holds_all_lines(&desk.read("x.sok"), &before));
        let output = desk.good(&["solve", "x.sok", "-o", file, "--goal", "any"]);
        assert!(stderr(&output).contains("of 59 levels already solved"), "{}", stderr(&output));
    }
    assert_eq!(desk.files(), ["p.json", "x.sok"]);
    let Some(disk) = full::SmallDisk::mount(desk.0.join("disk"), 4) else { return };
    std::fs::write(disk.0.join("x.sok"), &before).unwrap();
    let output = desk.run(&["solve", "x.sok", "-o", "disk/p.json"]);
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(disk.0.join("x.sok")).unwrap(), before);
}

#[test]
fn improving_is_resumed_too() {
    let desk = Desk::new("improve-killed");
    desk.write("hard.xsb", HARD);
    desk.good(&["solve", "hard.xsb", "-o", "hard.sok"]);
    let text = format!("{}\nSolution\nrlrR\n\n{}", easy(1), desk.read("hard.sok"));
    desk.write("x.sok", &text);
    let args = ["improve", "x.sok", "--time", "10s", "-o", "p.tsv"];
    // A run that is over before it is killed is made again.
    let killed = (0..20).any(|_| {
        let _ = std::fs::remove_file(desk.0.join("p.tsv"));
        let mut child = desk.at_work(&args, "p.tsv.part", 1);
        child.kill().unwrap();
        child.wait().unwrap();
        !desk.has("p.tsv")
    });
    assert!(killed);
    let output = desk.good(&args);
    assert!(stderr(&output).contains("x.sok:1: kept from p.tsv.part"), "{}", stderr(&output));
    let table = desk.read("p.tsv");
    assert!(table.starts_with("1\trR\n2\t") && table.lines().count() == 2, "{table}");
    assert!(!desk.has("p.tsv.part"));
    desk.write("s.tsv", "1\trlrR\n");
    desk.refused(&["improve", "x.sok", "--solutions", "s.tsv", "-o", "s.tsv"], "to be improved");
    // What comes to nothing leaves nothing behind.
    assert_eq!(code(&desk.run(&["improve", "hard.xsb", "-o", "none.sok"])), 3);
    assert!(desk.files().iter().all(|name| !name.starts_with("none")), "{:?}", desk.files());
}

/// A folder that takes no new file: said before anything is searched.
#[cfg(unix)]
#[test]
fn where_nothing_can_be_kept_nothing_is_searched() {
    let desk = Desk::new("nowhere");
    desk.write("x.xsb", easy(1));
    for out in ["missing/p.sok", "x.xsb/p.sok"] {
        let output = desk.run(&["solve", "x.xsb", "-o", out]);
        assert_eq!((code(&output), stdout(&output).as_str()), (4, ""), "{}", stderr(&output));
    }
    assert!(!desk.has("missing"));
    std::fs::create_dir(desk.0.join("p.sok")).unwrap();
    desk.refused(&["solve", "x.xsb", "-o", "p.sok"], "is a folder");
}
