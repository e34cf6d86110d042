//! Reads solutions from records in one document: the list of `solve -o FILE.json` and the table of `solve -o FILE.csv`.

use serde_json::{Value, json};

use crate::Fault;
use crate::solutions::{Claim, claim_of, column_of_solution};

/// The claims in a document of records; `None` if it is not one.
pub(crate) fn read(text: &str) -> Option<Vec<Result<Claim, Fault>>> {
    let start = text.trim_start();
    if start.starts_with("collection,") {
        return Some(read_csv(start));
    }
    // Levels in JSON may be in a list too: those have no `status`.
    let records: Vec<Value> =
        start.starts_with('[').then(|| serde_json::from_str(start).ok())??;
    let record = |it: &Value| it.get("status").is_some() && it.get("index").is_some();
    let line = |at: usize| u32::try_from(at + 2).unwrap_or(u32::MAX);
    let rows: Vec<&str> = text::split(start).collect();
    let claim = |(at, it): (usize, &Value)| {
        let column = rows.get(at + 1).map_or(1, |row| column_of_solution(it, row));
        claim_of(it, line(at), column)
    };
    let claims = records.iter().enumerate().filter_map(claim);
    records.iter().all(record).then(|| claims.collect())
}

/// The rows of a table with the names of the fields in its first line.
fn read_csv(text: &str) -> Vec<Result<Claim, Fault>> {
    let lines: Vec<&str> = text::split(text).collect();
    let mut rows = rows(text).into_iter();
    let names = rows.next().map_or(Vec::new(), |(_, names)| names);
    let cell = |row: &[String], name: &str| {
        let at = names.iter().position(|it| it == name)?;
        row.get(at).filter(|cell| !cell.is_empty()).cloned()
    };
    let claim = |(line, row): (u32, Vec<String>)| {
        let index = cell(&row, "index").and_then(|index| index.parse::<u64>().ok());
        let mut record = json!({ "index": index, "collection": cell(&row, "collection") });
        record["solution"] = cell(&row, "solution")?.into();
        let column = lines.get(line as usize - 1).map_or(1, |row| column_of_solution(&record, row));
        claim_of(&record, line, column)
    };
    rows.filter_map(claim).collect()
}

/// The rows of a table with commas, each with its line. A cell in quotes may hold anything.
fn rows(text: &str) -> Vec<(u32, Vec<String>)> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut begun, mut quoted) = (1, 1, false);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        line += u32::from(c == '\n');
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                cell.push('"');
                characters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push((begun, std::mem::take(&mut row)));
                begun = line;
            }
            '\r' if !quoted => {}
            c => cell.push(c),
        }
    }
    if !row.is_empty() || !cell.is_empty() {
        row.push(cell);
        rows.push((begun, row));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(
        file: &str,
        level: usize,
        moves: &str,
        (line, column): (u32, u32),
    ) -> Result<Claim, Fault> {
        Ok(Claim { file: Some(file.to_owned()), level, moves: moves.to_owned(), line, column })
    }

    #[test]
    fn records_in_a_list_and_in_a_table_are_claims() {
        let list = "[\n{\"collection\":\"a\",\"index\":1,\"status\":\"time\"},\n\
                    {\"collection\":\"b,c\",\"index\":2,\"status\":\"solved\",\"solution\":\"R\"}\n]\n";
        assert_eq!(read(list).unwrap(), [claim("b,c", 2, "R", (3, 61))]);
        let table =
            "collection,index,title,solution\na,1,\"two\nlines, \"\"quoted\"\"\",\n\"b,c\",2,,R\n";
        assert_eq!(read(table).unwrap(), [claim("b,c", 2, "R", (4, 10))]);
    }

    #[test]
    fn levels_are_no_records() {
        assert_eq!(read("[{\"board\": [\"#\"]}]"), None);
        assert_eq!(read("1\tR\n"), None);
        assert_eq!(read("[1"), None);
    }
}
