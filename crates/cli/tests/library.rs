//! The library of collections and the conversions, through the real binary.

mod common;

use common::{banto, code, command, scratch, stderr, stdout};

const LEVELS: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";

#[test]
fn a_collection_is_added_once_and_found_by_name() {
    let home = scratch("library");
    let file = home.join("mine.xsb");
    std::fs::write(&file, LEVELS).unwrap();
    let run = |args: &[&str]| command(&home).args(args).output().unwrap();

    let output = run(&["levels", "add", file.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("kept as mine, 2 levels"), "{}", stdout(&output));
    let output = run(&["levels", "add", file.to_str().unwrap()]);
    assert!(stdout(&output).contains("already there as mine"), "{}", stdout(&output));

    let output = run(&["levels", "list"]);
    let row = stdout(&output).lines().find(|line| line.starts_with("mine ")).unwrap().to_owned();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["mine", "sokoban", "2"], "{row}");

    let output = run(&["solve", "mine:2", "--jsonl"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("\"title\":\"Two\""), "{}", stdout(&output));
    let output = run(&["levels", "export", "mine"]);
    assert_eq!(stdout(&output), LEVELS, "a collection is kept byte for byte");
}

#[test]
fn what_is_added_at_the_same_moment_under_one_name_is_all_kept() {
    use std::collections::BTreeSet;
    let home = scratch("at-once");
    let text = |n: usize| {
        let (wall, floor) = ("#".repeat(n + 5), " ".repeat(n));
        format!("{wall}\n#@{floor}$.#\n{wall}\n")
    };
    let add = |n: usize| {
        let folder = home.join(n.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("same.xsb"), text(n)).unwrap();
        let mut adding = command(&home);
        adding.args(["levels", "add"]).arg(folder.join("same.xsb"));
        adding.stdout(std::process::Stdio::piped()).spawn().unwrap()
    };
    let adding: Vec<_> = (0..12).map(add).collect();
    let kept = adding.into_iter().map(|child| {
        let said = stdout(&child.wait_with_output().unwrap());
        let (_, name) = said.split_once("kept as ").unwrap_or_else(|| panic!("{said}"));
        name.split(',').next().unwrap().to_owned()
    });
    let names: BTreeSet<String> = kept.collect();
    let export = |name: &String| {
        let output = command(&home).args(["levels", "export", name]).output().unwrap();
        stdout(&output)
    };
    let found: BTreeSet<String> = names.iter().map(export).collect();
    assert_eq!(found, (0..12).map(text).collect());
}

#[test]
fn a_collection_is_called_by_its_name_listed_as_json_and_removed() {
    let home = scratch("named");
    let file = home.join("mine.xsb");
    std::fs::write(&file, LEVELS).unwrap();
    let run = |args: &[&str]| command(&home).args(args).output().unwrap();
    run(&["levels", "add", file.to_str().unwrap()]);
    for args in [&["solve", "mine:2", "--jsonl"][..], &["info", "mine:2", "--jsonl"]] {
        let record: serde_json::Value = serde_json::from_str(&stdout(&run(args))).unwrap();
        assert_eq!(record["collection"], "mine", "{args:?}");
    }
    let list = || -> Vec<serde_json::Value> {
        let text = stdout(&run(&["levels", "list", "--jsonl"]));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let rows = list();
    let mine = rows.iter().find(|row| row["collection"] == "mine").unwrap();
    assert_eq!(
        (&mine["levels"], &mine["game"], &mine["own"]),
        (&2.into(), &"sokoban".into(), &true.into())
    );
    assert_eq!(
        (&rows[0]["collection"], &rows[0]["embedded"]),
        (&"starter-sokoban".into(), &true.into())
    );

    let output = run(&["levels", "remove", "mine"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(list().iter().all(|row| row["collection"] != "mine"));
    // As the program itself says.
    let text = stdout(&output);
    let removed = text.split('"').nth(1).unwrap();
    assert_eq!(stdout(&run(&["levels", "restore", removed])), format!("{removed}: back as mine\n"));
    assert_eq!(stdout(&run(&["levels", "export", "mine"])), LEVELS);
    for (name, reason) in [("mina", "did you mean \"mine\"?"), ("kid-1", "cannot be removed")] {
        let output = run(&["levels", "remove", name]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(reason), "{name}: {}", stderr(&output));
    }
}

#[test]
fn what_was_removed_is_listed_and_comes_back_without_overwriting() {
    let home = scratch("restore");
    let file = home.join("mine.xsb");
    let run = |args: &[&str]| command(&home).args(args).output().unwrap();
    let output = run(&["levels", "restore"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
    assert!(stderr(&output).contains("nothing has been removed"), "{}", stderr(&output));
    let second = LEVELS.replace("One", "Another");
    for text in [LEVELS, &second] {
        std::fs::write(&file, text).unwrap();
        run(&["levels", "add", file.to_str().unwrap()]);
        let said = stdout(&run(&["levels", "remove", "mine"]));
        assert!(said.contains("`banto levels restore \"mine."), "{said}");
    }
    let list = stdout(&run(&["levels", "restore"]));
    let rows: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..3], ["removed", "game", "levels"], "{list}");
    assert_eq!(rows[1], ["mine.1.xsb", "sokoban", "2"], "{list}");
    assert_eq!(rows[2], ["mine.2.xsb", "sokoban", "2"], "{list}");
    // A third of the same name is there: whatever comes back gets another.
    let third = LEVELS.replace("One", "Third");
    std::fs::write(&file, &third).unwrap();
    run(&["levels", "add", file.to_str().unwrap()]);
    assert_eq!(stdout(&run(&["levels", "restore", "mine"])), "mine: back as mine-2\n");
    assert_eq!(stdout(&run(&["levels", "export", "mine-2"])), second, "the last that was removed");
    let output = run(&["levels", "restore", "mine.1.xsb"]);
    assert_eq!(stdout(&output), "mine.1.xsb: back as mine-3\n");
    assert_eq!(stdout(&run(&["levels", "export", "mine-3"])), LEVELS);
    assert_eq!(stdout(&run(&["levels", "export", "mine"])), third, "untouched");
    let output = run(&["levels", "restore", "mine"]);
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(said.contains("`banto levels restore` lists what can be restored"), "{said}");
}

#[test]
fn equal_levels_are_found_mirrored_and_with_other_unreachable_parts() {
    let home = scratch("duplicates");
    let [first, second] = ["first.xsb", "second.xsb"].map(|name| home.join(name));
    std::fs::write(&first, LEVELS).unwrap();
    // The second is the first of LEVELS mirrored, beside a room that nobody can enter.
    let mirrored = "#######\n#@  $.#\n#######\n\n########\n#.$@## #\n########\n";
    std::fs::write(&second, mirrored).unwrap();
    let names = [first.to_str().unwrap(), second.to_str().unwrap()];
    let run = |args: &[&str]| command(&home).args(args).output().unwrap();
    let output = run(&["levels", "duplicates", names[0], names[1]]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output), format!("{}:1 = {}:2\n", names[0], names[1]));
    assert!(stderr(&output).contains("4 levels; 1 is the same"), "{}", stderr(&output));
    let output = run(&["levels", "duplicates", names[0], names[1], "--jsonl"]);
    let group: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!(
        (group["same"][0]["level"].as_u64(), group["same"][1]["level"].as_u64()),
        (Some(1), Some(2))
    );
    // Our own collections have no twins.
    assert_eq!(stdout(&run(&["levels", "duplicates"])), "");
}

#[test]
fn an_empty_variable_is_no_folder() {
    let home = scratch("empty-variable");
    let output = command(&home).env("BANTO_LEVELS", "").args(["levels", "list"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("starter-sokoban"));
}

#[test]
fn a_name_that_is_taken_gets_a_number() {
    let home = scratch("library");
    for (folder, text) in [("a", LEVELS.to_owned()), ("b", LEVELS.replace("One", "Other"))] {
        std::fs::create_dir_all(home.join(folder)).unwrap();
        let file = home.join(folder).join("mine.xsb");
        std::fs::write(&file, text).unwrap();
        let output = command(&home).args(["levels", "add"]).arg(&file).output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let output = command(&home).args(["levels", "list"]).output().unwrap();
    assert!(stdout(&output).lines().any(|line| line.starts_with("mine-2 ")), "{}", stdout(&output));
}

#[test]
fn solutions_found_are_solutions_accepted() {
    let folder = scratch("check");
    let (levels, records) = (folder.join("levels.xsb"), folder.join("records.jsonl"));
    std::fs::write(&levels, LEVELS).unwrap();
    let output = banto(&["solve", levels.to_str().unwrap(), "--jsonl"], "");
    std::fs::write(&records, &output.stdout).unwrap();
    let paths = [levels.to_str().unwrap(), records.to_str().unwrap()];
    let output = banto(&["check", paths[0], "--solutions", paths[1]], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("2 accepted, 0 refused"), "{}", stderr(&output));
}

/// Every format that can be read back gives the same boards, for all files of the user's folder.
#[test]
fn other_peoples_collections_survive_conversion() {
    let Some(levels) = needs::levels() else { return };
    let plan =
        [("sokoban", "xsb", ["sok", "rle", "slc"]), ("rush", "line", ["table", "json", "grid"])];
    let folder = scratch("convert");
    for (sub, plain, formats) in plan {
        let mut files: Vec<_> =
            std::fs::read_dir(levels.join(sub)).unwrap().map(|f| f.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty());
        for file in files {
            let before = stdout(&banto(&["convert", file.to_str().unwrap(), "--to", plain], ""));
            assert!(!before.is_empty(), "{file:?}");
            for format in formats {
                let middle = folder.join(format!("middle.{format}"));
                let (from, to) = (file.to_str().unwrap(), middle.to_str().unwrap());
                let output = banto(&["convert", from, "--to", format, "--force", "-o", to], "");
                assert_eq!(code(&output), 0, "{file:?} {format}: {}", stderr(&output));
                let after = stdout(&banto(&["convert", to, "--to", plain], ""));
                assert_eq!(boards(&after), boards(&before), "{file:?} {format}");
            }
        }
    }
}

/// The lines that are not comments.
fn boards(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with([';', ':']) && !line.is_empty()).collect()
}

/// Keeps a solution where the page and the terminal player keep theirs.
fn keep(home: &std::path::Path, level: &str, moves: &str) {
    let puzzle = puzzle::read(level.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap();
    let store = store::Store::open(&home.join("banto/progress.db"), std::sync::Arc::new(|_| {}));
    store::Solved::new(&puzzle, moves, 0, false).unwrap().keep(&store).unwrap();
}

#[test]
fn a_collection_leaves_with_the_best_solutions_of_its_user() {
    let home = scratch("with-solutions");
    let file = home.join("mine.xsb");
    let (one, two) = ("#######\n#@ $ .#\n#     #\n#######\n", "#####\n#@$.#\n#####\n");
    std::fs::write(&file, format!("; One\n{one}\n; Two\n{two}")).unwrap();
    let run = |args: &[&str]| command(&home).args(args).output().unwrap();
    run(&["levels", "add", file.to_str().unwrap()]);
    let output = run(&["levels", "export", "mine", "--with-solutions"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stdout(&output).contains("Solution"), "{}", stdout(&output));
    assert!(!home.join("banto/progress.db").exists(), "exporting begins no store");
    // The detour comes first, the better one replaces it.
    keep(&home, one, "druRR");
    keep(&home, one, "rRR");
    let sok = home.join("mine.sok");
    let output =
        run(&["levels", "export", "mine", "--with-solutions", "-o", sok.to_str().unwrap()]);
    assert!(stderr(&output).contains("1 level has solutions"), "{}", stderr(&output));
    let text = std::fs::read_to_string(&sok).unwrap();
    assert!(text.contains("rRR") && text.contains("3 moves, 2 pushes"), "{text}");
    assert!(!text.contains("druRR") && text.matches("Solution").count() == 1, "{text}");
    let output = run(&["check", sok.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = run(&["levels", "export", "starter-unblock", "--with-solutions"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
}

/// Names of files from elsewhere, in the library and in archives, do not reach the terminal as they are.
#[test]
#[cfg(unix)]
fn names_with_control_characters_are_shown_and_not_sent() {
    use std::io::Write;
    let home = scratch("control");
    let file = home.join("red\u{1b}[31m\nname.xsb");
    std::fs::write(&file, LEVELS).unwrap();
    let archive = home.join("large.zip");
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&archive).unwrap());
    zip.start_file("\u{1b}]0;title\u{7}.xsb", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(&vec![b'#'; 17 << 20]).unwrap();
    zip.finish().unwrap();
    let name = "red\u{1b}[31m\nname";
    let (file, archive) = (file.to_str().unwrap(), archive.to_str().unwrap());
    let commands: [&[&str]; 7] = [
        &["levels", "add", file],
        &["levels", "add", file],
        &["levels", "list"],
        &["levels", "remove", name],
        &["levels", "restore", name],
        &["info", archive],
        &["info", "no such\u{1b}[31m\u{7}file"],
    ];
    for args in commands {
        let output = command(&home).args(args).output().unwrap();
        let said = stdout(&output) + &stderr(&output);
        let control = said.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(control, None, "{args:?}: {said:?}");
        assert!(said.contains("\\u{1b}"), "{args:?}: {said:?}");
        assert!(args[0] != "levels" || said.contains("\\nname"), "{args:?}: {said:?}");
    }
}

/// Files such as those of `serve --game-write`: the collection is called like their folder.
#[test]
fn files_called_by_numbers_alone_are_a_collection_with_the_name_of_their_folder() {
    let home = scratch("numbers");
    std::fs::create_dir_all(home.join("course")).unwrap();
    for n in 1..=3 {
        let floor = " ".repeat(n);
        let level = format!("########\n#@{floor}$.{}\n########\n", "#".repeat(4 - n));
        std::fs::write(home.join(format!("course/{n}.xsb")), level).unwrap();
    }
    for (at, named) in [(home.clone(), "course"), (home.join("course"), ".")] {
        let own = scratch("numbers-own");
        let output = command(&own).current_dir(at).args(["levels", "add", named]).output().unwrap();
        let said = stdout(&output);
        assert!(said.contains("kept as course, 3 levels"), "{said} {}", stderr(&output));
    }
}
