//! The example programs, run as a reader would run them.

use std::path::Path;
use std::process::Command;

/// What an example prints, or why it fails.
fn example(name: &str, arguments: &[&str]) -> Result<String, String> {
    let mut program = std::env::current_exe().unwrap();
    program.pop();
    program.pop();
    let program = program.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(program).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn examples_do_what_they_say() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples.xsb");
    std::fs::write(&file, "#######\n#     #\n#@$ . #\n#     #\n#######\n\n###\n#@#\n###\n")
        .unwrap();
    let file = file.to_str().unwrap();
    let solved = example("solve_file", &[file]).unwrap();
    assert_eq!(solved, "1: solved RR\n2: line 7, column 1: there is no box\n");
    assert_eq!(example("check_solution", &[file, "RR"]).unwrap(), "solved, moves: 2\n");
    assert!(example("check_solution", &[file, "RU"]).unwrap_err().contains("move 2"));
    let hint = example("ask_hint", &[file, "u"]).unwrap();
    assert_eq!(hint, "next: dRR, moves to go: 3\n");
    let lost = example("ask_hint", &[file, "urD"]).unwrap();
    assert_eq!(lost, "lost: from here this box can never be pushed to a goal\n");
    assert!(example("own_search", &[]).unwrap().contains("Some(5) pushes"));
    let played = example("play_with_hints", &[file]).unwrap();
    assert!(played.ends_with("solved in 2 moves\n") && played.contains("\nRR\n"), "{played}");
}

#[test]
fn a_folder_is_solved_file_by_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("folder of examples");
    std::fs::create_dir_all(&folder).unwrap();
    let files = [
        ("a.xsb", "#####\n#@$.#\n#####\n\n###\n#@#\n###\n"),
        ("b.txt", "..B\nAAB\n...\n...\n"),
        ("c.xsb", ""),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let solved = example("solve_folder", &[folder.to_str().unwrap()]).unwrap();
    let lines: Vec<&str> = solved.lines().collect();
    assert_eq!(lines[0], "a.xsb:1: solved, 1 moves");
    assert_eq!(lines[2], "b.txt:1: solved, 2 moves");
    assert_eq!(lines.last(), Some(&"2 of 3 solved"), "{solved}");
    let unblock = folder.join("b.txt");
    let played = example("play_with_hints", &[unblock.to_str().unwrap()]).unwrap();
    assert!(played.ends_with("solved in 2 moves\n"), "{played}");
}
