//! The table as Markdown and as one page.

use std::fmt::Write as _;

use super::config::Row;
use super::figures::{Board, Line, ranges};
use super::plain;

/// What a table was made with.
pub(super) struct Made<'a> {
    pub(super) revision: &'a str,
    pub(super) machine: &'a str,
    pub(super) memory: &'a str,
    pub(super) rows: &'a [Row],
}

impl Made<'_> {
    /// What the figures mean, a sentence each.
    fn about(&self) -> Vec<String> {
        let Made { revision, machine, memory, .. } = self;
        vec![
            format!("Made with revision {revision} on {machine}; {memory} of memory a run."),
            "A limit is CPU time: the seconds above a column times the threads of the row. What is solved within the \
             first limit is not run again; the rest begins afresh with the next."
                .to_owned(),
            "A level counts as solved when our checker has accepted the solution. Seconds are CPU time with the start \
             of the program; total and median are over the levels that a row has solved, each in the run that solved \
             it. Alone are the levels that no other program here solves. Pushes are over the levels that all rows \
             solve."
                .to_owned(),
        ]
    }

    /// How each row is called.
    fn calls(&self) -> Vec<(String, String)> {
        let call = |row: &Row| {
            let version = row.version.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
            let line = match &row.command {
                Some(_) => row.line.clone(),
                None if row.threads > 1 => format!("banto solve FILE --engine {}", row.line),
                None => format!("banto solve FILE --engine {} --threads 1", row.line),
            };
            (format!("{}{version}", row.name), line)
        };
        self.rows.iter().map(call).collect()
    }
}

/// A table of words, with its headings.
struct Words {
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Seconds as they are worth reading.
fn seconds(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 1.0 => format!("{value:.1}"),
        value if value >= 0.01 || value == 0.0 => format!("{value:.3}"),
        value => format!("{value:.4}"),
    }
}

/// A row for each program over one collection.
fn words(board: &Board) -> Words {
    let (common, pushes) = board.common();
    let alone = board.alone();
    let mut headings = vec!["program".to_owned()];
    headings.extend(board.rungs.iter().map(|rung| format!("solved in {rung} s")));
    headings.extend((!alone.is_empty()).then(|| "alone".to_owned()));
    headings.extend(["median s", "total s", "all runs s"].map(str::to_owned));
    headings.push(format!("pushes of {common}"));
    headings.push("not solved".to_owned());
    let row = |(line, pushes): (&Line, u64)| {
        let mut cells = vec![line.name.clone()];
        cells.extend(board.rungs.iter().map(|&rung| line.solved_by(rung).to_string()));
        let own = alone.iter().find(|(program, _)| *program == line.program);
        cells.extend(own.map(|(_, levels)| (&line.solved() & levels).len().to_string()));
        cells.push(line.median().map(seconds).unwrap_or_default());
        cells.push(seconds(line.total()));
        cells.push(seconds(line.spent));
        cells.push(pushes.to_string());
        let ends = line.ends().into_iter().map(|(status, count)| format!("{count} {status}"));
        cells.push(ends.collect::<Vec<_>>().join(", "));
        cells
    };
    Words { headings, rows: board.lines.iter().zip(pushes).map(row).collect() }
}

/// All collections together: how many levels each row has solved in the end.
fn together(boards: &[Board]) -> Words {
    let names = boards.first().map_or(&[][..], |board| &board.lines[..]).iter().map(|it| &it.name);
    let mut headings = vec!["collection".to_owned(), "levels".to_owned()];
    headings.extend(names.cloned());
    let solved = |line: &Line| line.solved().len();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut sums = vec![0; headings.len() - 1];
    for board in boards {
        let mut figures = vec![board.levels().len()];
        figures.extend(board.lines.iter().map(solved));
        sums.iter_mut().zip(&figures).for_each(|(sum, figure)| *sum += figure);
        let cells = figures.iter().map(usize::to_string);
        rows.push([board.name.clone()].into_iter().chain(cells).collect());
    }
    if boards.len() > 1 {
        let cells = sums.iter().map(usize::to_string);
        rows.push(["together".to_owned()].into_iter().chain(cells).collect());
    }
    Words { headings, rows }
}

/// Who solves what alone, and what nobody solves, a sentence each.
fn who_alone(board: &Board) -> Vec<String> {
    let alone = board.alone().into_iter().filter(|(_, levels)| !levels.is_empty());
    let alone =
        alone.map(|(program, levels)| format!("Only {program} solves {}.", ranges(&levels)));
    let nobody = board.nobody();
    let nobody = (!nobody.is_empty()).then(|| format!("Nobody solves {}.", ranges(&nobody)));
    alone.chain(nobody).collect()
}

/// How the solutions of a row are replayed.
fn replay(board: &Board, line: &Line) -> String {
    format!("banto check {} --solutions solutions/{}.tsv", board.name, plain(&board.file(line)))
}

/// The table as Markdown.
pub(super) fn markdown(boards: &[Board], made: &Made) -> String {
    let mut text = "# Banto and others\n\n".to_owned();
    made.about().iter().for_each(|line| text += &format!("{line}\n\n"));
    for (name, call) in made.calls() {
        let _ = writeln!(text, "- {name}: `{call}`");
    }
    text += "\n## Solved\n\n";
    text += &markdown_table(&together(boards));
    for board in boards {
        let _ = write!(text, "\n## {}\n\n{}", board.name, markdown_table(&words(board)));
        who_alone(board).iter().for_each(|line| text += &format!("\n{line}\n"));
        text += "\nEvery solution can be replayed:\n\n";
        for line in board.with_solutions() {
            let _ = writeln!(text, "    {}", replay(board, line));
        }
    }
    text
}

fn markdown_table(words: &Words) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|---|{}\n", "---:|".repeat(words.headings.len() - 1));
    row(&words.headings) + &rule + &words.rows.iter().map(|cells| row(cells)).collect::<String>()
}

const STYLE: &str = include_str!("page.css");

/// The table as one page, which needs nothing else.
pub(super) fn html(boards: &[Board], made: &Made) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Banto and others</title>\
         <style>{STYLE}</style></head><body>\n<h1>Banto and others</h1>\n"
    );
    text += &html_table(&together(boards));
    made.about().iter().for_each(|line| text += &format!("<p>{}</p>\n", escaped(line)));
    text += "<details><summary>How each is called</summary><ul>\n";
    for (name, call) in made.calls() {
        let _ = writeln!(text, "<li>{}: <code>{}</code></li>", escaped(&name), escaped(&call));
    }
    text += "</ul></details>\n";
    for (at, board) in boards.iter().enumerate() {
        let name = escaped(&board.name);
        let _ = write!(text, "<h2>{name}</h2>\n{}", html_table(&words(board)));
        who_alone(board).iter().for_each(|line| text += &format!("<p>{}</p>\n", escaped(line)));
        text += &levels(at, board);
        text += "<details><summary>Replay the solutions</summary><ul>\n";
        for line in board.with_solutions() {
            let _ = writeln!(text, "<li><code>{}</code></li>", escaped(&replay(board, line)));
        }
        text += "</ul></details>\n";
    }
    text + "</body></html>\n"
}

fn html_table(words: &Words) -> String {
    let row = |cells: &[String], tag: &str| {
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = words.rows.iter().map(|cells| row(cells, "td")).collect();
    format!("<div class=\"wide\"><table>{}{rows}</table></div>\n", row(&words.headings, "th"))
}

/// Every level: the seconds of CPU time, which lead to the solution, or how the run ended.
fn levels(number: usize, board: &Board) -> String {
    let heads: String =
        board.lines.iter().map(|line| format!("<th>{}</th>", escaped(&line.name))).collect();
    let mut text = format!(
        "<details id=\"c{number}\"><summary>Level by level: CPU seconds, or how the run ended</summary>\
         <div class=\"wide\"><table><tr><th>level</th>{heads}</tr>\n"
    );
    let mut solutions = String::new();
    for (level, title) in board.levels() {
        let _ = write!(text, "<tr><td>{}</td>", escaped(format!("{level} {title}").trim()));
        for (row, line) in board.lines.iter().enumerate() {
            let Some(run) = line.runs.get(&level) else {
                text += "<td></td>";
                continue;
            };
            if !run.is_solved() {
                let _ = write!(text, "<td class=\"end\">{}</td>", escaped(&run.status));
                continue;
            }
            let id = format!("s{number}-{level}-{row}");
            let _ = write!(text, "<td><a href=\"#{id}\">{}</a></td>", seconds(run.cpu));
            let count =
                |n: Option<u64>, what: &str| n.map_or(String::new(), |n| format!(", {n} {what}"));
            let _ = writeln!(
                solutions,
                "<div class=\"solution\" id=\"{id}\"><a class=\"close\" href=\"#c{number}\">close</a><b>{} {level}</b>: \
                 {}{}{}<br><code>{}</code></div>",
                escaped(&board.name),
                escaped(&line.name),
                count(run.pushes, "pushes"),
                count(run.moves, "moves"),
                escaped(&run.solution)
            );
        }
        text += "</tr>\n";
    }
    text + "</table></div></details>\n" + &solutions
}

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::config::{Config, Row};
    use crate::table::figures::Run;

    #[test]
    fn nothing_of_a_title_is_markup_and_every_solution_has_its_place() {
        let rows = Config::default().rows(1);
        let mut board = Board::new("a&b.xsb", vec![10]);
        let solved = Run {
            level: 4,
            title: "<b>|".to_owned(),
            status: "solved".to_owned(),
            rung: 10,
            cpu: 0.5,
            solution: "rR".to_owned(),
            ..Run::default()
        };
        board.add(&rows[0], &[solved]);
        let made = Made { revision: "r", machine: "m", memory: "1GiB", rows: &rows };
        let page = html(std::slice::from_ref(&board), &made);
        assert!(page.contains("4 &lt;b&gt;|") && !page.contains("<b>|"), "{page}");
        assert!(page.contains("href=\"#s0-4-0\"") && page.contains("id=\"s0-4-0\""), "{page}");
        assert!(page.contains("<h2>a&amp;b.xsb</h2>"), "{page}");
        let text = markdown(std::slice::from_ref(&board), &made);
        assert!(text.contains("| banto | 1 | 0.500 | 0.500 | 0.500 | 0 |  |\n"), "{text}");
        assert!(!text.contains("Only banto"), "of one program that says nothing: {text}");
        let peer = Row { name: "peer".to_owned(), program: "peer".to_owned(), ..rows[0].clone() };
        board.add(&peer, &[Run { level: 4, status: "time".to_owned(), ..Run::default() }]);
        let text = markdown(&[board], &made);
        assert!(text.contains("| banto | 1 | 1 | 0.500 | 0.500 | 0.500 | 0 |  |\n"), "{text}");
        assert!(text.contains("Only banto solves 4."), "{text}");
        assert!(text.contains("banto check a&b.xsb --solutions solutions/a-b-banto.tsv"), "{text}");
    }
}
