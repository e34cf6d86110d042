//! What the program says, from real runs of the binary.

mod common;

use common::{banto, code, command, scratch, stderr, stdout};

const EASY: &str = "#####\n#@$.#\n#####\n";

#[test]
fn a_name_that_nothing_has_is_answered_with_the_one_meant() {
    for (args, meant) in [
        (&["solve", "-", "--engine", "atsar"][..], "astar"),
        (&["solve", "-", "--engine", "sokokid"], "sokokids"),
        (&["solve", "-", "-T", "-frezee"], "freeze"),
        (&["solve", "-", "--engine", "astar", "--heuristic", "manhatan"], "manhattan"),
        (&["solve", "-", "--engine", "astar", "--space", "push"], "pushes"),
        (&["convert", "-", "--to", "jsn"], "json"),
        (&["generate", "sokoban", "--to", "soc"], "sok"),
        (&["levels", "export", "kid-1", "--to", "jsn"], "json"),
        (&["lab", "run", "gargion"], "gargioni-boxes"),
    ] {
        let output = banto(args, EASY);
        let text = stderr(&output);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{args:?}: {text}");
        assert!(text.contains(&format!("did you mean {meant:?}?")), "{args:?}: {text}");
    }
    // Nothing is guessed where nothing is near.
    let text = stderr(&banto(&["solve", "-", "--engine", "nobody"], EASY));
    assert!(text.contains("`--engine help` lists them"), "{text}");
}

#[test]
fn every_list_can_be_asked_for() {
    let home = scratch("lists");
    for (option, row) in [
        (&["solve", "--engine"][..], "astar"),
        (&["solve", "--technique"], "+freeze"),
        (&["solve", "--heuristic"], "manhattan"),
        (&["solve", "--space"], "pushes"),
        (&["convert", "--to"], "sokoban   json"),
    ] {
        let output = command(&home).args(option).arg("help").output().unwrap();
        let found = stdout(&output).lines().any(|line| line.starts_with(row));
        assert!(code(&output) == 0 && found, "{option:?}: {}", stdout(&output));
    }
}
