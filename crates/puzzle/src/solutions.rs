//! Files of solutions, for either game: tables, our own records, `.sol` and level files.

use crate::{Entry, Fault, Game};

pub use crate::check::{Replayed, box_list, replay};

/// A solution somebody claims for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The file of the level, if it is named.
    pub file: Option<String>,
    /// Number of the level in its file, from 1.
    pub level: usize,
    /// The moves, in the notation of the game.
    pub moves: String,
    /// Line on which its moves begin, from 1.
    pub line: u32,
    /// Column in which they begin, from 1.
    pub column: u32,
}

impl Claim {
    /// Line and column of a move in the text of the file: the one with `index` others in front of it.
    pub fn place_of_move(&self, text: &str, game: Game, index: usize) -> (u32, u32) {
        let rest = self.rest(text);
        let found = match game {
            Game::Sokoban => {
                let start = text::Position { line: self.line, column: self.column };
                let place = sokoban::format::place_of_move(rest, start, index);
                place.map(|place| (place.line, place.column))
            }
            Game::Unblock => {
                let word = rest.split_whitespace().nth(index);
                let before = word.map(|word| word.as_ptr() as usize - rest.as_ptr() as usize);
                let row = before.map(|before| &rest[..before]).filter(|it| !it.contains('\n'));
                row.map(|row| (self.line, self.column + row.chars().count() as u32))
            }
        };
        found.unwrap_or((self.line, self.column))
    }

    /// The text of the file from the first move on.
    fn rest<'a>(&self, text: &'a str) -> &'a str {
        let Some(row) = text::split(text).nth(self.line.saturating_sub(1) as usize) else {
            return "";
        };
        let skipped = row.chars().take(self.column.saturating_sub(1) as usize).map(char::len_utf8);
        &text[row.as_ptr() as usize - text.as_ptr() as usize + skipped.sum::<usize>()..]
    }
}

/// Reads a file of solutions. One that cannot be read is a fault among the others; records of
/// levels without a solution are passed over.
pub fn read_solutions(bytes: &[u8], game: Game) -> Result<Vec<Result<Claim, Fault>>, Fault> {
    let text = text::decode(bytes)?;
    if text.trim_start().starts_with('{') {
        return Ok(read_document(bytes, &text).unwrap_or_else(|| read_records(&text)));
    }
    if let Some(records) = crate::record_table::read(&text) {
        return Ok(records);
    }
    match game {
        Game::Sokoban => read_sokoban(&text),
        Game::Unblock => Ok(read_table(&text)),
    }
}

/// The solutions inside our own JSON of levels; `None` if it is something else, such as a line of a record.
fn read_document(bytes: &[u8], text: &str) -> Option<Vec<Result<Claim, Fault>>> {
    let collection = crate::collection::read_as_it_stands(bytes).ok()?;
    collection.entries.iter().find_map(Entry::sokoban_level)?;
    let mut locator = text::Locator::new(text);
    let mut at = 0;
    let mut claims = Vec::new();
    for entry in &collection.entries {
        let Some(level) = entry.sokoban_level() else { continue };
        for solution in &level.solutions {
            let moves = solution.moves.clone();
            // Moves in run lengths do not stand there as they are read: these have the place of what is before them.
            at = text[at..].find(&format!("\"{moves}\"")).map_or(at, |found| at + found + 1);
            let text::Position { line, column } = locator.position(at);
            claims.push(Ok(Claim { file: None, level: entry.index, moves, line, column }));
        }
    }
    Some(claims)
}

/// The lines of `solve --jsonl`.
fn read_records(text: &str) -> Vec<Result<Claim, Fault>> {
    let read = |(i, line): (usize, &str)| {
        let line_number = i as u32 + 1;
        let fault =
            |code, text: String, column| Err(Fault { code, line: line_number, column, text });
        let record: serde_json::Value = match serde_json::from_str(line) {
            Ok(record) => record,
            Err(error) => {
                let column = text::Locator::new(line).counted_in_bytes(1, error.column()).column;
                return Some(fault("json", error.to_string(), column));
            }
        };
        let column = column_of_solution(&record, line);
        claim_of(&record, line_number, column)
    };
    text::split(text)
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .filter_map(read)
        .collect()
}

/// The column in which the solution of a record begins in its line.
pub(crate) fn column_of_solution(record: &serde_json::Value, line: &str) -> u32 {
    let moves = record.get("solution").and_then(|it| it.as_str()).unwrap_or_default();
    let ends = [("\"", "\""), (",", ","), (",", "")];
    let written = ends.iter().find_map(|(left, right)| line.find(&format!("{left}{moves}{right}")));
    written.map_or(1, |at| line[..at].chars().count() as u32 + 2)
}

/// What a record claims; `None` if it has no solution.
pub(crate) fn claim_of(
    record: &serde_json::Value,
    line: u32,
    column: u32,
) -> Option<Result<Claim, Fault>> {
    let word = |name| record.get(name).and_then(|it| it.as_str());
    let moves = word("solution")?.to_owned();
    let file = word("collection").map(str::to_owned);
    Some(match record.get("index").and_then(|index| index.as_u64()) {
        Some(level) if level > 0 => Ok(Claim { file, level: level as usize, moves, line, column }),
        _ => {
            let text = "the record has no index".to_owned();
            Err(Fault { code: "level-number", line, column: 1, text })
        }
    })
}

fn read_sokoban(text: &str) -> Result<Vec<Result<Claim, Fault>>, Fault> {
    let fault = |error: sokoban::format::FormatError| Fault::from(&error);
    let solutions = sokoban::format::read_solutions_text(text).map_err(fault)?;
    let claim = |solution: sokoban::format::KnownSolution| Claim {
        file: solution.file,
        level: solution.level,
        moves: solution.moves,
        line: solution.position.line,
        column: solution.position.column,
    };
    Ok(solutions.into_iter().map(|solution| solution.map(claim).map_err(fault)).collect())
}

/// Lines `N<TAB>MOVES` or `FILE:N<TAB>MOVES`; lines that begin with `#` are comments.
fn read_table(text: &str) -> Vec<Result<Claim, Fault>> {
    let read = |(i, line): (usize, &str)| {
        let line_number = i as u32 + 1;
        let claim = line.split_once('\t').and_then(|(level, moves)| {
            let (file, level) = sokoban::format::level_name(level);
            let level = level.parse().ok().filter(|&level| level > 0)?;
            let file = file.map(str::to_owned);
            let front = &line[..line.len() - moves.trim_start().len()];
            let column = front.chars().count() as u32 + 1;
            let moves = moves.trim().to_owned();
            Some(Claim { file, level, moves, line: line_number, column })
        });
        claim.ok_or_else(|| Fault {
            code: "columns",
            line: line_number,
            column: 1,
            text: "expected a level number, a tab and the moves".to_owned(),
        })
    };
    let lines = text::split(text).enumerate();
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_records_are_solutions() {
        let text = concat!(
            r#"{"index":2,"status":"solved","solution":"lR"}"#,
            "\n",
            r#"{"index":3,"status":"time"}"#,
            "\n{nonsense\n"
        );
        let claims = read_solutions(text.as_bytes(), Game::Sokoban).unwrap();
        assert_eq!(
            claims[0],
            Ok(Claim { file: None, level: 2, moves: "lR".to_owned(), line: 1, column: 42 })
        );
        assert_eq!(claims[1].as_ref().unwrap_err().line, 3);
        assert_eq!(claims.len(), 2);
    }

    #[test]
    fn solutions_inside_our_own_json_of_levels_are_solutions() {
        let text = "room\n\n#######\n#@$ . #\n#######\n\nSolution\nRR\n\n#####\n#@$.#\n#####\n\nSolution\nR\n";
        let collection = crate::read(text.as_bytes()).unwrap();
        let json = crate::write::write(&collection, "json").unwrap();
        let claims = read_solutions(json.as_bytes(), Game::Sokoban).unwrap();
        let claims: Vec<Claim> = claims.into_iter().map(Result::unwrap).collect();
        let found: Vec<_> = claims.iter().map(|it| (it.level, it.moves.as_str())).collect();
        assert_eq!(found, [(1, "RR"), (2, "R")]);
        for claim in claims {
            let line = json.lines().nth(claim.line as usize - 1).unwrap();
            assert!(line[claim.column as usize - 1..].starts_with(&claim.moves), "{line}");
        }
    }

    #[test]
    fn tables_of_unblock_moves() {
        let claims = read_solutions(b"# mine\n1\tA+2 B-1\nA+1\n0\tA+1\n", Game::Unblock).unwrap();
        assert_eq!(claims[0].as_ref().unwrap().moves, "A+2 B-1");
        let lines: Vec<u32> =
            claims.iter().filter_map(|claim| claim.as_ref().err()).map(|f| f.line).collect();
        assert_eq!(lines, [3, 4]);
    }
}
