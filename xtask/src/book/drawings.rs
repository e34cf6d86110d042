//! The drawings of headers as pictures that Banto makes, and pictures of levels on the pages of `docs`.
//!
//! A header draws a part of a board in characters and explains it in a column beside it:
//!
//! ```text
//! ####      The two boxes hold
//! #$$       each other.
//! ```
//!
//! In the book the board is a picture, and the column is a paragraph below it. Drawings that are no boards stay text.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Done, finish, root};

/// Where a page may have a picture of a level: `<!-- draw: FILE:NUMBER -->`.
const DRAW: &str = "<!-- draw: ";

/// The names of pictures with the rows of their boards.
pub(super) type Drawings = BTreeMap<String, Vec<String>>;

/// A drawing of a header as a picture with its explanation; `None` if it is no board.
pub(super) fn pictured(lines: &[&str], name: &str, drawings: &mut Drawings) -> Option<String> {
    let (rows, words) = parted(lines)?;
    let number = 1 + drawings.keys().filter(|it| it.starts_with(&format!("{name}-"))).count();
    let file = format!("{name}-{number}");
    let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
    // Half the size that a board to play has.
    let width = columns * 20 + 20;
    let shown = format!(
        "<img src=\"drawings/{file}.svg\" width=\"{width}\" alt=\"The position described below\">\n\n{words}\n"
    );
    drawings.insert(file, rows);
    Some(shown)
}

/// The rows of a board and the words beside it.
fn parted(lines: &[&str]) -> Option<(Vec<String>, String)> {
    let column = lines.iter().find_map(|line| words_begin(line));
    let split = |line: &str| match column.and_then(|column| line.split_at_checked(column)) {
        Some((row, words)) => (row.trim_end().to_owned(), words.trim().to_owned()),
        None => (line.trim_end().to_owned(), String::new()),
    };
    let (rows, words): (Vec<String>, Vec<String>) = lines.iter().map(|line| split(line)).unzip();
    // What goes on below the board belongs to the words.
    let rows: Vec<String> = rows.into_iter().take_while(|row| !row.is_empty()).collect();
    // A word is no row of a board; letters on squares are one or two.
    let word =
        |row: &String| row.as_bytes().windows(3).any(|it| it.iter().all(u8::is_ascii_lowercase));
    let board = !rows.iter().any(word)
        && rows.iter().any(|row| row.contains('#'))
        && rows.iter().any(|row| row.contains(['$', '*']) || row.contains(char::is_numeric))
        && rows.iter().all(|row| row.chars().all(|it| " #$@.*+".contains(it) || mark(it)));
    let words = words.join(" ");
    board.then(|| (rows, words.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Where a line goes on with words: a word of two letters or more, or one in asterisks, behind two spaces.
fn words_begin(line: &str) -> Option<usize> {
    let gaps = (2..line.len()).filter(|at| line.get(at - 2..*at) == Some("  "));
    let is_word = |at: &usize| {
        let word: String = line[*at..].trim_start_matches('*').chars().take(2).collect();
        line[..*at].contains('#')
            && (word.chars().count() == 2
                && word.starts_with(char::is_alphabetic)
                && word.ends_with(|it: char| it.is_alphabetic() || it == ' ' || it == '-'))
    };
    gaps.filter(|at| !line[*at..].starts_with(' ')).find(is_word)
}

/// A letter or digit that names a square.
fn mark(character: char) -> bool {
    character.is_ascii_lowercase() || character.is_ascii_digit()
}

/// Draws them all.
pub(super) fn draw(drawings: &Drawings, folder: &Path) -> Done {
    let text: String =
        drawings.iter().map(|(name, rows)| format!("= {name}\n{}\n", rows.join("\n"))).collect();
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--locked", "--package", "banto-sokoban", "--example"]);
    command.arg("drawings").arg("--").arg(folder).current_dir(root()).stdin(Stdio::piped());
    let failed = |error: std::io::Error| format!("drawings: {error}");
    let mut child = command.spawn().map_err(failed)?;
    let mut input = child.stdin.take().ok_or("drawings: no input")?;
    input.write_all(text.as_bytes()).map_err(failed)?;
    drop(input);
    match child.wait().map_err(failed)?.success() {
        true => Ok(()),
        false => Err("the drawings of the headers could not be made".to_owned()),
    }
}

/// The text of a page with its levels drawn; the pictures are written beside it.
pub(super) fn levels(text: &str, file: &Path, program: &Path) -> Result<String, String> {
    let mut out = String::new();
    for line in text.lines() {
        match line.strip_prefix(DRAW).and_then(|rest| rest.strip_suffix(" -->")) {
            Some(level) => {
                let name = format!("{}.svg", level.replace(':', "-"));
                let folder = file.parent().unwrap_or(file).join("drawings");
                let mut command = Command::new(program);
                command.args(["convert", level, "--to", "svg", "--quiet", "--force", "--output"]);
                std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
                command.arg(folder.join(&name)).env_remove("BANTO_LEVELS");
                finish(command, &format!("a picture of {level}"))?;
                out += &format!("<img src=\"drawings/{name}\" alt=\"The level {level}\">\n");
            }
            None => out += &format!("{line}\n"),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_parted_from_the_words_beside_it() {
        let lines = ["####     The two boxes hold", "#$$      each other."];
        let (rows, words) = parted(&lines).unwrap();
        assert_eq!(rows, ["####", "#$$"]);
        assert_eq!(words, "The two boxes hold each other.");
        // Letters on squares are not words, and a line below the board goes on with the words.
        let lines = ["#######      A *box*", "# $ e  .#    beyond", "             the end."];
        let (rows, words) = parted(&lines).unwrap();
        assert_eq!(rows, ["#######", "# $ e  .#"]);
        assert_eq!(words, "A *box* beyond the end.");
        assert_eq!(parted(&["#@$.#"]).unwrap(), (vec!["#@$.#".to_owned()], String::new()));
    }

    #[test]
    fn what_is_no_board_stays_text() {
        for lines in [
            &["solved ── boxes pulled ──→ board"][..],
            &["boxes 0 1 | goals 01 02", "boxes 2 3 | goals 23 13"],
            &["heights  6 5 4     Every push", "        #####      counts", "        #@$.#"],
            &["# a heading"],
        ] {
            assert!(parted(lines).is_none(), "{lines:?}");
        }
    }

    #[test]
    fn pictures_of_a_file_are_numbered() {
        let mut drawings = Drawings::new();
        for number in 1..=2 {
            let shown = pictured(&["#@$.#"], "a-b", &mut drawings).unwrap();
            assert!(
                shown.contains(&format!("drawings/a-b-{number}.svg\" width=\"120\"")),
                "{shown}"
            );
        }
        assert_eq!(drawings.len(), 2);
    }
}
