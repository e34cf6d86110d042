//! One line per figure, for other programs.

use crate::Table;

/// The report as comma-separated values.
pub fn csv(tables: &[Table]) -> String {
    let mut text = String::from("table,row,configuration,published,ours,ratio\n");
    for table in tables {
        for (name, cells) in &table.rows {
            for (label, cell) in table.headings.iter().zip(cells) {
                let plain = |text: &Option<String>| text.clone().unwrap_or_default();
                let ours = match cell.value {
                    Some(value) => value.to_string(),
                    None => plain(&cell.ours),
                };
                let published = plain(&cell.published).replace(',', "");
                let ratio = cell.ratio.map(|ratio| format!("{ratio:.4}")).unwrap_or_default();
                let fields = [&table.title, name, label, &published, &ours, &ratio];
                text += &fields.map(|field| quoted(field)).join(",");
                text.push('\n');
            }
        }
    }
    text
}

fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
