//! Files of solutions.
//!
//! - A table: one solution per line, `N<TAB>MOVES` or
//!   `N<TAB>pushes<TAB>moves<TAB>source<TAB>MOVES`, N counting levels from 1; `FILE:N` names the file
//!   too. Lines that begin with `#` are comments.
//! - A list, as in `.sol` files: moves over one or several lines; an empty line ends a solution.
//!   The first solution is for level 1, the second for level 2, and so on.
//! - A level file: the solutions inside it.
//!
//! Moves may be written in run lengths everywhere. In tables and lists a solution may also be a list
//! of boxes (`Caixa 2: De`, see [`read_box_list`](super::read_box_list)), which is kept in one line and
//! otherwise unchanged: it can be read only together with its level.

use ::text::{MAX_LINE, TextErrorKind};

use super::limits::Allowance;
use super::{FormatError, FormatErrorKind, is_box_list, lurd, notes, text};
use ::text::Position;

/// A claimed solution of a level, not replayed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSolution {
    /// The file of the level, if it is named.
    pub file: Option<String>,
    /// Number of the level in its file, from 1.
    pub level: usize,
    /// The moves, run lengths written out; or a list of boxes in one line, without tabs.
    pub moves: String,
    /// Where the moves begin.
    pub position: Position,
}

/// Reads a file of solutions. A solution that cannot be read is an error among the others.
///
/// # Errors
///
/// When the file is too large, is not a text, or holds no solution at all.
pub fn read_solutions(
    bytes: &[u8],
) -> Result<Vec<Result<KnownSolution, FormatError>>, FormatError> {
    read_solutions_text(&::text::decode(bytes)?)
}

/// Reads the text of a file of solutions.
///
/// # Errors
/// Why nothing in it can be read.
pub fn read_solutions_text(
    text: &str,
) -> Result<Vec<Result<KnownSolution, FormatError>>, FormatError> {
    let lines = ::text::lines(text)?;
    let solutions = if is_table(&lines) {
        read_table(&lines)
    } else if let Some(solutions) = read_levels(text)? {
        solutions
    } else {
        read_list(&lines)
    };
    match solutions.is_empty() {
        true => Err(FormatError::new(FormatErrorKind::NoSolution, 1, 1)),
        false => Ok(solutions),
    }
}

/// Whether the first line that is not a comment has the number of a level in front of a tab.
fn is_table(lines: &[&str]) -> bool {
    let first = lines.iter().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let name = first.and_then(|line| line.split_once('\t')).map(|(name, _)| level_name(name).1);
    name.is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
}

/// The file and the number in the name of a level: `7` or `sets/mine.xsb:7`.
pub fn level_name(name: &str) -> (Option<&str>, &str) {
    match name.trim().rsplit_once(':') {
        Some((file, number)) if !file.is_empty() => (Some(file), number),
        _ => (None, name.trim()),
    }
}

fn read_table(lines: &[&str]) -> Vec<Result<KnownSolution, FormatError>> {
    let mut allowance = Allowance::new();
    let rows = lines.iter().enumerate();
    rows.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(i, line)| read_row(line, i as u32 + 1, &mut allowance))
        .collect()
}

fn read_row(row: &str, line: u32, allowance: &mut Allowance) -> Result<KnownSolution, FormatError> {
    let error = |kind| Err(FormatError::new(kind, line, 1));
    if row.len() > super::MAX_MOVES {
        return error(FormatErrorKind::Text(TextErrorKind::LineTooLong));
    }
    let columns: Vec<&str> = row.split('\t').collect();
    let moves = match columns.as_slice() {
        [_, moves] | [_, _, _, _, moves] => *moves,
        _ => return error(FormatErrorKind::Columns(columns.len())),
    };
    let (file, number) = level_name(columns[0]);
    let level = match number.parse::<usize>() {
        Ok(level) if level > 0 => level,
        _ => return error(FormatErrorKind::LevelNumber),
    };
    let column = row[..row.len() - moves.len()].chars().count() as u32 + 1;
    let position = Position { line, column };
    let moves = expand(moves, allowance, position)?;
    Ok(KnownSolution { file: file.map(str::to_owned), level, moves, position })
}

/// The solutions inside a level file; `None` when there is no level.
fn read_levels(text: &str) -> Result<Option<Vec<Result<KnownSolution, FormatError>>>, FormatError> {
    let parsed = match text::read(text, &mut Allowance::new()) {
        Ok(parsed) => parsed,
        Err(error) if error.kind == FormatErrorKind::NoLevel => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut taken = vec![0; parsed.collection.entries.len()];
    let good = parsed.solutions.iter().filter_map(|&(entry, position)| {
        let level = parsed.collection.entries[entry].as_ref().ok()?;
        let moves = level.solutions[taken[entry]].moves.clone();
        taken[entry] += 1;
        Some(Ok(KnownSolution { file: None, level: entry + 1, moves, position }))
    });
    let mut all: Vec<_> = good.collect();
    all.extend(parsed.collection.warnings.into_iter().map(Err));
    let line = |one: &Result<KnownSolution, FormatError>| match one {
        Ok(solution) => solution.position,
        Err(error) => error.position,
    };
    all.sort_by_key(line);
    Ok(Some(all))
}

fn read_list(lines: &[&str]) -> Vec<Result<KnownSolution, FormatError>> {
    let mut allowance = Allowance::new();
    let mut solutions: Vec<Result<KnownSolution, FormatError>> = Vec::new();
    let skipped = |line: &str| {
        notes::is_remark(line) || notes::semicolon(line).is_some() || notes::section(line).is_some()
    };
    let mut at = 0;
    while at < lines.len() {
        let is_end = |line: &&str| line.trim().is_empty() || skipped(line);
        let count = lines[at..].iter().position(is_end).unwrap_or(lines.len() - at);
        if count > 0 {
            let position = Position { line: at as u32 + 1, column: 1 };
            let moves = read_moves(&lines[at..at + count], position, &mut allowance);
            let level = solutions.len() + 1;
            solutions.push(moves.map(|moves| KnownSolution { file: None, level, moves, position }));
        }
        at += count + 1;
    }
    solutions
}

fn read_moves(
    lines: &[&str],
    position: Position,
    allowance: &mut Allowance,
) -> Result<String, FormatError> {
    if let Some(long) = lines.iter().position(|line| line.len() > super::MAX_MOVES.max(MAX_LINE)) {
        let line = position.line + long as u32;
        return Err(FormatError::new(FormatErrorKind::Text(TextErrorKind::LineTooLong), line, 1));
    }
    expand(&lines.join("\n"), allowance, position)
}

/// Moves with their run lengths expanded. A list of boxes in one line with single blanks, which mean
/// nothing in it: with its tabs and line breaks it could not be a cell of a table.
fn expand(
    moves: &str,
    allowance: &mut Allowance,
    position: Position,
) -> Result<String, FormatError> {
    if is_box_list(moves) {
        allowance.charge(moves.len());
        return Ok(moves.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    lurd::expand(moves, allowance, (position.line, position.column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, String, u32)> {
        let solution = |one: Result<KnownSolution, FormatError>| {
            let one = one.unwrap();
            (one.level, one.moves, one.position.line)
        };
        read_solutions(text.as_bytes()).unwrap().into_iter().map(solution).collect()
    }

    #[test]
    fn tables_have_two_or_five_columns() {
        let table = "# n\tmoves\n3\t2r\n\n12\t1\t2\tsome one\tuL\r\n";
        assert_eq!(read(table), [(3, "rr".to_owned(), 2), (12, "uL".to_owned(), 4)]);
    }

    #[test]
    fn rows_may_name_their_file() {
        let all = read_solutions(b"a:b/mine.xsb:3\trr\n2\tl\n").unwrap();
        let named: Vec<_> = all.into_iter().flatten().map(|it| (it.file, it.level)).collect();
        assert_eq!(named, [(Some("a:b/mine.xsb".to_owned()), 3), (None, 2)]);
    }

    #[test]
    fn lists_of_boxes_are_kept_in_one_line() {
        let list = "Caixa 0: Dc movimentos:\nCaixa 0: Ec , Ca\nixa 0: Fc";
        assert_eq!(read("7\tCaixa 0: Ec\n"), [(7, "Caixa 0: Ec".to_owned(), 1)]);
        let both = format!("{list}\n\nrr\n");
        assert_eq!(read(&both), [(1, list.replace('\n', " "), 1), (2, "rr".to_owned(), 5)]);
    }

    #[test]
    fn lists_of_boxes_can_be_cells_of_a_table() {
        let list = "Caixa# n\tpushes\tmoves\tsource\tone\nCaixa 0: Ec\n\nCaixa 1:\tDe\r\n";
        let table = |all: &[(usize, String, u32)]| -> String {
            all.iter().map(|(level, moves, _)| format!("{level}\t{moves}\n")).collect()
        };
        let written = table(&read(list));
        assert_eq!(written.lines().count(), 2);
        assert_eq!(table(&read(&written)), written);
    }

    #[test]
    fn lists_count_levels() {
        assert_eq!(read("3r\n2(du\nll)"), [(1, "rrrdulldull".to_owned(), 1)]);
        assert_eq!(read("\nu\n\n\nd\n"), [(1, "u".to_owned(), 2), (2, "d".to_owned(), 5)]);
    }

    #[test]
    fn solutions_inside_levels_are_found() {
        let text = "####\n#@$.#\n####\n\nSolution\nR\n\nSnapshot\nu\n\n\n\
                    ####\n#@$.#\n####\nSolution/Pushes\nR\n2(R\nSolution: RR\n";
        let all = read_solutions(text.as_bytes()).unwrap();
        let lines: Vec<u32> = all.iter().flatten().map(|one| one.position.line).collect();
        assert_eq!(lines, [6, 18]);
        let error = all.iter().find_map(|one| one.as_ref().err()).unwrap();
        let place = (error.position.line, error.position.column);
        assert_eq!((&error.kind, place), (&FormatErrorKind::UnmatchedParenthesis, (17, 2)));
    }

    #[test]
    fn faults_name_their_line() {
        let all = read_solutions(b"1\tru\n2\trx\n0\tu\n1\t2\t3\n").unwrap();
        let errors: Vec<String> =
            all.iter().filter_map(|one| one.as_ref().err()).map(ToString::to_string).collect();
        let expected = [
            "line 2, column 4: 'x' is not a move",
            "line 3, column 1: the first column is not the number of a level",
            "line 4, column 1: a line needs 2 or 5 columns separated by tabs, not 3",
        ];
        assert_eq!(errors, expected);
        assert_eq!(read_solutions(b"\n").unwrap_err().kind, FormatErrorKind::NoSolution);
    }
}
