//! Finds what may be a solution in what another program has written.
//!
//! | who | form |
//! |---|---|
//! | plain files, YASS, Festival, JSoko | lines of `lurdLURD`, one solution on several lines in a row, often after a heading such as `Solution` or `Solution/Moves 42` |
//! | terminals | `Solution: rrUU…` on one line |
//! | this program | a JSON object with a field `solution` on each line |
//! | Unblock | lines of words such as `A+2 C-1` |
//!
//! Rows of the board, titles and notes are none of these. What merely looks like a solution does no harm,
//! because the referee sees it first.

use puzzle::Game;
use serde_json::Value;

/// Something that may be a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) moves: String,
    /// Whether it can hardly be anything else: when the referee refuses it, the program was wrong.
    pub(super) sure: bool,
}

/// Letters in a row that are no accident.
const LONG: usize = 12;

/// Everything in a text that may be a solution, in its order.
pub(super) fn claims(text: &str, game: Game) -> Vec<Claim> {
    let mut claims = Vec::new();
    let (mut run, mut announced) = (String::new(), false);
    for line in text.lines().map(str::trim).chain([""]) {
        if let Some(moves) = of_json(line) {
            claims.push(Claim { moves, sure: true });
            continue;
        }
        let (heading, rest) = after_heading(line);
        if is_moves(rest, game) {
            if heading && !run.is_empty() {
                claims.push(finished(&mut run, announced, game));
            }
            announced |= heading;
            if game == Game::Unblock && !run.is_empty() {
                run.push(' ');
            }
            run += rest;
            continue;
        }
        if !run.is_empty() {
            claims.push(finished(&mut run, announced, game));
            announced = false;
        }
        // An empty line may stand between a heading and the moves.
        announced = (announced && line.is_empty()) || is_heading(line);
    }
    claims
}

fn finished(run: &mut String, announced: bool, game: Game) -> Claim {
    let moves = std::mem::take(run);
    let sure = announced || game == Game::Unblock || moves.len() >= LONG;
    Claim { moves, sure }
}

fn of_json(line: &str) -> Option<String> {
    let value: Value = line.starts_with('{').then(|| serde_json::from_str(line).ok())??;
    Some(value.get("solution")?.as_str()?.to_owned())
}

fn is_heading(line: &str) -> bool {
    line.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("solution"))
}

/// Whether a line announces a solution, and what follows on it.
fn after_heading(line: &str) -> (bool, &str) {
    match line.split_once([':', '=']) {
        Some((before, after)) if is_heading(before) => (true, after.trim()),
        _ => (false, line),
    }
}

fn is_moves(text: &str, game: Game) -> bool {
    match game {
        Game::Sokoban => !text.is_empty() && text.chars().all(|letter| "lurdLURD".contains(letter)),
        Game::Unblock => !text.is_empty() && text.split_whitespace().all(is_slide),
    }
}

/// A word such as `A+2`.
fn is_slide(word: &str) -> bool {
    match word.split_once(['+', '-']) {
        Some((name, count)) => {
            let named = !name.is_empty() && name.chars().all(char::is_alphanumeric);
            named && !count.is_empty() && count.chars().all(|digit| digit.is_ascii_digit())
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str, game: Game) -> Vec<(String, bool)> {
        claims(text, game).into_iter().map(|it| (it.moves, it.sure)).collect()
    }

    #[test]
    fn every_form_is_understood() {
        let one = |moves: &str, sure| vec![(moves.to_owned(), sure)];
        let sokoban = |text: &str| moves(text, Game::Sokoban);
        assert_eq!(sokoban("rrUU\n"), one("rrUU", false));
        // A level file with its solution on several lines, as hosts of plug-ins and Festival write it.
        let sok = "1\n\n#####\n#@$.#\n#####\nTitle: dull\nAuthor: Lu\n\nSolution\nrrUUllDD\nrrUU\n\nTime: 3\n";
        assert_eq!(sokoban(sok), one("rrUUllDDrrUU", true));
        assert_eq!(sokoban("Moves: 3\nSolution/Moves 3/1:\n\nR\n"), one("R", true));
        assert_eq!(sokoban("solution: rR\r\ndone\n"), one("rR", true));
        assert_eq!(sokoban("Solution: rR\nSolution: lL\n").len(), 2);
        let record = r#"{"index":1,"status":"solved","solution":"lR"}"#;
        assert_eq!(sokoban(record), one("lR", true));
        assert_eq!(sokoban("No solution\nsearching ...\n"), []);
        assert_eq!(moves("A+2 C-1\nB+3\n", Game::Unblock), one("A+2 C-1 B+3", true));
        assert_eq!(moves("in 3-4 moves\n", Game::Unblock), []);
    }
}
