//! The notations of the five documents, from real runs of the binary.

mod common;

use common::{banto, code, scratch, stderr, stdout};

#[test]
fn a_solution_is_printed_as_a_list_of_boxes_and_checked_as_one() {
    let output = banto(&["solve", "kid-1", "--engine", "sokokids", "--notation", "caixas"], "");
    let text = stdout(&output);
    let list = text.lines().nth(1).expect("the solution is on the second line").trim();
    let start = "Caixa 0: Dc Caixa 1: Ec Caixa 2: Cd Caixa 3: Ed movimentos: Caixa ";
    assert!(list.starts_with(start), "{text}");
    // The list that the report prints, push for push.
    let printed = include_str!("../../../testdata/documents/sokokids-kids.tsv");
    let printed = printed.lines().find_map(|line| line.strip_prefix("1\t")).expect("kid 1");
    let (_, found) = list.split_once("movimentos: ").expect("the pushes");
    assert_eq!(found.replace(" , ", ", "), printed);
    let file = scratch("boxes").join("list.txt");
    std::fs::write(&file, list).unwrap();
    let check = |file: &std::path::Path| {
        banto(&["check", "kid-1", "--solutions", file.to_str().unwrap()], "")
    };
    let checked = check(&file);
    assert_eq!(code(&checked), 0, "{}", stderr(&checked));
    let (cut, _) = list.rsplit_once(" , ").unwrap();
    std::fs::write(&file, cut).unwrap();
    let checked = check(&file);
    assert_eq!(code(&checked), 3);
    assert!(stderr(&checked).contains("boxes not on goals: 1"), "{}", stderr(&checked));
}

#[test]
fn a_feup_board_comes_back_with_its_numbers() {
    let board = "-2,-2,-2,-2,-2\n-2,0,6,6,-2\n-2,1,1,13,-1\n-2,0,0,13,-2\n-2,-2,-2,-2,-2\n";
    let output = banto(&["convert", "-", "--to", "feup"], board);
    assert_eq!(stdout(&output).trim_end(), board.trim_end(), "{}", stderr(&output));
}
