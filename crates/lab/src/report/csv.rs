//! One line per figure, for other programs.

use crate::Table;

/// The first line: what each column holds.
const HEADER: &str = "figure,level,configuration,published,ours,ratio\n";

/// The report as comma-separated values: the same columns whatever the layout of the tables.
pub fn csv(tables: &[Table]) -> String {
    let mut text = String::from(HEADER);
    for table in tables {
        for (name, cells) in &table.rows {
            for (heading, cell) in table.headings.iter().zip(cells) {
                let (figure, level, configuration) = place(table, name, heading);
                let plain = |text: &Option<String>| text.clone().unwrap_or_default();
                let ours = match cell.value {
                    Some(value) => value.to_string(),
                    None => plain(&cell.ours),
                };
                let published = match cell.figure {
                    Some(figure) => figure.to_string(),
                    None => plain(&cell.published),
                };
                let ratio = cell.ratio.map(|ratio| format!("{ratio:.4}")).unwrap_or_default();
                let fields = [figure, level, configuration, &published, &ours, &ratio];
                text += &fields.map(quoted).join(",");
                text.push('\n');
            }
        }
    }
    text
}

/// What a cell is about: the figure, the level and the configuration.
fn place<'a>(table: &'a Table, row: &'a str, heading: &'a str) -> (&'a str, &'a str, &'a str) {
    match table.rows_are {
        "level" => (&table.title, row, heading),
        "indicator" => (row, &table.title, heading),
        "configuration" => (heading, "all", row),
        _ => (row, "all", heading),
    }
}

/// A field of comma-separated values.
pub fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    #[test]
    fn the_header_holds_for_every_layout() {
        let table = |rows_are, title: &str, row: &str, heading: &str| Table {
            title: title.to_owned(),
            rows_are,
            headings: vec![heading.to_owned()],
            rows: vec![(row.to_owned(), vec![Cell::ours(1234.0)])],
            compared: false,
        };
        let tables = [
            table("level", "nodes", "3 Three, or so", "A*"),
            table("indicator", "Three", "nodes", "A*"),
            table("configuration", "All levels", "A*", "nodes"),
            table("figure", "All levels", "nodes", "A*"),
        ];
        let text = csv(&tables);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "figure,level,configuration,published,ours,ratio");
        assert_eq!(lines[1], "nodes,\"3 Three, or so\",A*,,1234,");
        assert_eq!(lines[2], "nodes,Three,A*,,1234,");
        assert_eq!(lines[3], "nodes,all,A*,,1234,");
        assert_eq!(lines[4], lines[3]);
    }
}
