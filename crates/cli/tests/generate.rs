//! `banto generate`: what is reached, what is not, and what is said about it.

mod common;

use common::{banto, code, stderr, stdout};

#[test]
fn what_an_unblock_board_could_not_reach_is_said() {
    let asked = ["generate", "unblock", "--width", "4", "--height", "4", "--moves", "60"];
    let output = banto(&[&asked[..], &["--tries", "2"]].concat(), "");
    assert_eq!(code(&output), 14);
    let said = stderr(&output);
    assert!(said.contains("level 1: only ") && said.contains(" of 60 moves after "), "{said}");
    // The nearest that was found is written all the same.
    assert_eq!(stdout(&output).lines().filter(|line| !line.starts_with('#')).count(), 1);
}

#[test]
fn time_ends_a_hopeless_wish() {
    let output = banto(&["generate", "unblock", "--moves", "90", "--time", "50ms"], "");
    assert_eq!(code(&output), 14, "{}", stderr(&output));
    let said = stderr(&output);
    assert!(
        said.contains("when the time was up") || said.contains("nothing was found in 50ms"),
        "{said}"
    );
}

#[test]
fn a_level_without_luck_does_not_end_the_others() {
    let asked = ["generate", "sokoban", "--solved-by", "1%", "--count", "3", "--time", "20ms"];
    let output = banto(&asked, "");
    assert_eq!(code(&output), 14, "{}", stderr(&output));
    let said = stderr(&output);
    for level in ["level 1: ", "level 2: ", "level 3: "] {
        assert!(said.contains(level), "{said}");
    }
}

#[test]
fn a_grade_that_was_not_reached_is_said() {
    let asked = ["generate", "sokoban", "--grade", "expert", "--width", "7", "--height", "7"];
    let output = banto(&[&asked[..], &["--boxes", "2", "--tries", "3"]].concat(), "");
    assert_eq!(code(&output), 14);
    let said = stderr(&output);
    assert!(said.contains("not expert") && said.contains(" after "), "{said}");
    assert!(stdout(&output).contains('@') || stdout(&output).contains('+'));
}

#[test]
fn a_level_carries_its_grade_and_its_pushes() {
    let output = banto(&["generate", "sokoban", "--grade", "medium", "--seed", "3"], "");
    assert_eq!(code(&output), 0);
    let text = stdout(&output);
    let line = text.lines().find(|line| line.starts_with("grade medium (score "));
    let line = line.unwrap_or_else(|| panic!("no grade in:\n{text}"));
    assert!(line.contains(" pushes, the fewest; "), "{line}");
}

#[test]
fn the_hardest_of_more_tries_is_at_least_as_hard() {
    let score = |tries: &str| -> u32 {
        let output = banto(&["generate", "sokoban", "--seed", "5", "--tries", tries], "");
        let text = stdout(&output);
        let score = text.split_once("(score ").unwrap().1.split_once(')').unwrap().0;
        score.parse().unwrap()
    };
    assert!(score("1") < score("40"));
}
