//! What a level designer wants to know about a level, in words and as an object.

use search::Budget;
use serde_json::{Value, json};

use crate::{NoAnswer, Puzzle};

/// The advice about a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Advice {
    /// Sokoban.
    Sokoban(::rate::sokoban::Advice),
    /// Unblock.
    Unblock(::rate::unblock::Advice),
}

/// Looks a level over. Whatever is called superfluous was solved without.
///
/// # Errors
/// The limit that came first; or that the level has no solution, or too many positions to prove anything.
pub fn advice(puzzle: &Puzzle, budget: &mut Budget) -> Result<Advice, NoAnswer> {
    let none =
        || NoAnswer::Nothing("no solution, or too many positions to prove anything".to_owned());
    match puzzle {
        Puzzle::Sokoban(puzzle) => {
            let found = ::rate::sokoban::advice(puzzle.level(), puzzle.board(), budget)?;
            found.map(Advice::Sokoban).ok_or_else(none)
        }
        Puzzle::Unblock(level) => {
            let found = ::rate::unblock::advice(&level.board, budget)?;
            found.map(Advice::Unblock).ok_or_else(none)
        }
    }
}

/// A list of cells in the order of rows, counted from 1: `row 2 column 6; row 8 columns 2 to 9, 11`.
fn cells(all: &[(usize, usize)]) -> String {
    let mut all = all.to_vec();
    all.sort_unstable();
    let row = |cells: &[(usize, usize)]| {
        let runs: Vec<String> = cells
            .chunk_by(|a, b| a.1 + 1 == b.1)
            .map(|run| match (run[0].1 + 1, run[run.len() - 1].1 + 1) {
                (first, last) if first == last => first.to_string(),
                (first, last) => format!("{first} to {last}"),
            })
            .collect();
        let word = if cells.len() == 1 { "column" } else { "columns" };
        format!("row {} {word} {}", cells[0].0 + 1, runs.join(", "))
    };
    all.chunk_by(|a, b| a.0 == b.0).map(row).collect::<Vec<_>>().join("; ")
}

/// Parts that could go, of which each was tried alone.
fn parts(what: &str, all: &[(usize, usize)]) -> String {
    let alone = if all.len() == 1 { "" } else { ", each by itself" };
    format!("{what}{alone}: {}", cells(all))
}

/// Where most go wrong.
fn wrong(after: u32, [many, one]: [&str; 2]) -> String {
    match after {
        0 => "at the start".to_owned(),
        1 => format!("after 1 {one}"),
        _ => format!("after {after} {many}"),
    }
}

/// How many shortest solutions there are, with and without the order of what is done.
fn counted(solutions: &str, sets: Option<u32>, word: &str) -> String {
    let sets = match sets {
        None => {
            format!("too many to count those that make other {word}, not only in another order")
        }
        Some(1) => format!("all make the same {word} in some order"),
        Some(sets) => format!("{sets} that differ in more than the order of their {word}"),
    };
    match solutions {
        "1" => "1 shortest solution".to_owned(),
        many => format!("{many} shortest solutions; {sets}"),
    }
}

fn choice(single: usize, of: u32, word: &str) -> String {
    format!("{single} of {of} {word} of a shortest solution have no alternative")
}

/// What a level and its mirror image, and the squares of a solution, have to say.
fn twins_and_unused(mirrored: bool, unused: &[(usize, usize)], told: &mut Vec<String>) {
    if mirrored {
        told.push("the level is its own mirror image, so solutions have twins".to_owned());
    }
    if !unused.is_empty() {
        told.push(format!("squares the shortest solution leaves alone: {}", cells(unused)));
    }
}

fn of_sokoban(found: &::rate::sokoban::Advice) -> Vec<String> {
    let mut told = Vec::new();
    for (from, to) in &found.boxes {
        let (from, to) = (cells(&[*from]), cells(&[*to]));
        told.push(format!("superfluous: the box at {from} with the goal at {to}"));
    }
    if !found.walls.is_empty() {
        told.push(parts("walls that could as well be floor", &found.walls));
    }
    if !found.floor.is_empty() {
        told.push(parts("floor that nobody needs", &found.floor));
    }
    told.push(counted(&format!("{:.0}", found.solutions), found.sets, "pushes"));
    let unused = found.unused.iter().filter(|cell| !found.floor.contains(cell));
    let unused: Vec<_> = unused.copied().collect();
    twins_and_unused(found.symmetries > 1, &unused, &mut told);
    told.push(choice(found.single.len(), found.pushes, "pushes"));
    if let Some((after, hidden, all)) = found.worst {
        let verb = if hidden == 1 { "loses" } else { "lose" };
        told.push(format!(
            "easiest to lose {}: {hidden} of {all} pushes {verb} there without looking like it",
            wrong(after, ["pushes", "push"])
        ));
    }
    told
}

fn of_unblock(found: &::rate::unblock::Advice) -> Vec<String> {
    let mut told = Vec::new();
    if !found.pieces.is_empty() {
        told.push(format!("superfluous pieces: {}", found.pieces.join(", ")));
    }
    if !found.walls.is_empty() {
        told.push(parts("superfluous walls", &found.walls));
    }
    let count = match found.solutions {
        u64::MAX => "countless".to_owned(),
        count => count.to_string(),
    };
    told.push(counted(&count, found.sets, "moves"));
    twins_and_unused(found.mirrored, &found.unused, &mut told);
    told.push(choice(found.single.len(), found.moves, "moves"));
    if let Some((after, away, all)) = found.worst {
        let verb = if away == 1 { "leads" } else { "lead" };
        told.push(format!(
            "easiest to go astray {}: {away} of {all} moves {verb} away there",
            wrong(after, ["moves", "move"])
        ));
    }
    told
}

impl Advice {
    /// What was found, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        match self {
            Advice::Sokoban(found) => of_sokoban(found),
            Advice::Unblock(found) => of_unblock(found),
        }
    }

    /// As an object; rows and columns count from 0.
    pub fn to_json(&self) -> Value {
        let places = |all: &[(usize, usize)]| -> Vec<Value> {
            all.iter().map(|&(row, column)| json!({ "row": row, "column": column })).collect()
        };
        match self {
            Advice::Sokoban(found) => {
                let (boxes, goals): (Vec<_>, Vec<_>) = found.boxes.iter().copied().unzip();
                let way: Vec<Value> =
                    found.way.iter().map(|it| json!([it.0.0, it.0.1, it.1.0, it.1.1])).collect();
                let worst = found.worst.map(|(after, hidden, all)| {
                    json!({ "after_pushes": after, "lose_unseen": hidden, "of": all })
                });
                json!({
                    "superfluous_boxes": places(&boxes), "superfluous_goals": places(&goals),
                    "superfluous_walls": places(&found.walls), "unneeded_floor": places(&found.floor),
                    "shortest_solutions": found.solutions, "different_solutions": found.sets,
                    "symmetries": found.symmetries, "unused_squares": places(&found.unused),
                    "without_alternative": found.single,
                    "worst": worst, "way": way, "sentences": self.sentences(),
                })
            }
            Advice::Unblock(found) => {
                let worst = found.worst.map(|(after, away, all)| {
                    json!({ "after_moves": after, "lead_away": away, "of": all })
                });
                json!({
                    "superfluous_pieces": found.pieces, "superfluous_walls": places(&found.walls),
                    "shortest_solutions": found.solutions, "different_solutions": found.sets,
                    "symmetries": 1 + u32::from(found.mirrored),
                    "unused_squares": places(&found.unused), "without_alternative": found.single,
                    "moves": found.moves, "worst": worst, "sentences": self.sentences(),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_row_are_told_together() {
        assert_eq!(cells(&[(1, 5)]), "row 2 column 6");
        let all = [(7, 3), (7, 1), (7, 2), (7, 8), (1, 5)];
        assert_eq!(cells(&all), "row 2 column 6; row 8 columns 2 to 4, 9");
        assert_eq!(parts("walls", &all[..1]), "walls: row 8 column 4");
        assert!(parts("walls", &all).starts_with("walls, each by itself: "));
        assert_eq!(wrong(0, ["pushes", "push"]), "at the start");
        assert_eq!(wrong(1, ["pushes", "push"]), "after 1 push");
    }

    #[test]
    fn both_games_are_looked_over() {
        let text = "##########\n#@ $  . *#\n##########\n";
        let sokoban = crate::read(text.as_bytes()).unwrap();
        let found =
            advice(sokoban.entries[0].puzzle.as_ref().unwrap(), &mut Budget::unlimited()).unwrap();
        assert_eq!(found.to_json()["superfluous_boxes"][0]["column"], 8);
        assert!(found.sentences()[0].contains("row 2 column 9"), "{:?}", found.sentences());
        let unblock = crate::read(b"BBBCDEoFFCDEAAGHooIoGHJJIKKLLoMMNNoo\n").unwrap();
        let found =
            advice(unblock.entries[0].puzzle.as_ref().unwrap(), &mut Budget::unlimited()).unwrap();
        assert!(found.to_json()["shortest_solutions"].as_u64().unwrap() > 0);
    }
}
