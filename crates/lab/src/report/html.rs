//! One page that needs nothing else: tables, notes and plots.

use super::svg;
use super::{about, headings, remarks, words};
use crate::{Experiment, Findings, Table};

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:72rem;margin:2rem auto;\
padding:0 1rem;color:#222;background:#fff}table{border-collapse:collapse;margin:1rem 0}\
th,td{padding:.15rem .6rem;border-bottom:1px solid #ddd;text-align:right}\
th:first-child,td:first-child{text-align:left;white-space:nowrap}caption{text-align:left;font-weight:600}\
.wide{overflow-x:auto}svg{max-width:100%;height:auto}code{background:#f3f3f3;padding:0 .25rem}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}\
code{background:#2a2a2a}svg{background:#fff}}";

/// More configurations than this are folded away.
const MANY: usize = 8;

/// The report as one page.
pub fn html(experiment: &Experiment, findings: &Findings) -> String {
    let tables = &findings.tables;
    let title = escaped(&experiment.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    for line in about(experiment) {
        text += &format!("<p>{}</p>\n", marked(&line));
    }
    // A long list is folded away: the figures are what the reader came for.
    let folded = experiment.configurations.len() > MANY;
    text += if folded { "<details><summary>Configurations</summary>" } else { "" };
    text += "<ul>\n";
    for configuration in &experiment.configurations {
        text += &format!(
            "<li>{}: <code>banto solve FILE --engine {}</code></li>\n",
            escaped(&configuration.label),
            escaped(&configuration.line)
        );
    }
    text += "</ul>\n";
    text += if folded { "</details>\n" } else { "" };
    for plot in &experiment.plots {
        text += &format!(
            "<h2>{}</h2>\n{}\n",
            escaped(&plot.title),
            svg::plot(plot, experiment, findings)
                .map_or_else(|why| format!("<p>{why}</p>"), |drawn| drawn.picture)
        );
    }
    for table in tables {
        text += &html_table(table);
    }
    for remark in remarks(findings) {
        text += &format!("<p>{}</p>\n", marked(&remark));
    }
    for note in &experiment.notes {
        text += &format!("<p>{}</p>\n", marked(note));
    }
    text + "</body></html>\n"
}

/// One table of a page.
pub fn html_table(table: &Table) -> String {
    let caption = escaped(&table.title);
    let mut text = format!("<div class=\"wide\"><table><caption>{caption}</caption>\n<tr>");
    let heads = headings(table);
    for head in [table.rows_are.to_owned()].into_iter().chain(heads) {
        text += &format!("<th>{}</th>", escaped(&head));
    }
    text += "</tr>\n";
    for (name, cells) in &table.rows {
        text += &format!("<tr><td>{}</td>", escaped(name));
        for word in words(table, cells) {
            text += &format!("<td>{}</td>", escaped(&word));
        }
        text += "</tr>\n";
    }
    text + "</table></div>\n"
}

/// A text with what stands between backticks as code.
fn marked(text: &str) -> String {
    let parts = text.split('`').map(escaped).enumerate();
    parts.map(|(i, it)| if i % 2 == 1 { format!("<code>{it}</code>") } else { it }).collect()
}

/// A text in which nothing is markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_between_backticks_are_code_and_nothing_is_markup() {
        assert_eq!(marked("a `b<c` d"), "a <code>b&lt;c</code> d");
        assert_eq!(marked("<p>"), "&lt;p&gt;");
    }
}
