//! Comparison with reference traces of FESS, which are not part of the project.
//!
//! The tests run when `BANTO_TRACES` names a folder of trace files and `BANTO_LEVELS` the level
//! collections; otherwise they say on standard error that they are skipped.

use search::Budget;
use sokoban::{Board, Level};
use std::fmt::Write;
use std::path::PathBuf;

use crate::field::{Field, Hotspots, NO_ROOM};

/// One trace file: its level and its lines.
struct Trace {
    name: String,
    field: Field,
    lines: Vec<String>,
}

impl Trace {
    /// The rest of all lines that start with `tag` and a blank (or nothing more).
    fn all(&self, tag: &str) -> Vec<&str> {
        let rest = |line: &'_ String| line.strip_prefix(tag).map(str::len);
        self.lines
            .iter()
            .filter_map(|line| {
                let length = rest(line)?;
                let rest = &line[line.len() - length..];
                if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
            })
            .collect()
    }

    fn one(&self, tag: &str) -> &str {
        self.all(tag).first().copied().unwrap_or("")
    }

    /// `row,column` as a square.
    fn square(&self, text: &str) -> u16 {
        let (row, column) = text.split_once(',').unwrap_or_else(|| panic!("square {text}"));
        self.field.square_at(row.parse().unwrap(), column.parse().unwrap())
    }

    fn name_of(&self, square: u16) -> String {
        let (row, column) = self.field.place(square);
        format!("{row},{column}")
    }

    fn squares(&self, text: &str) -> Vec<u16> {
        text.split_whitespace().map(|word| self.square(word)).collect()
    }
}

fn traces() -> Vec<Trace> {
    let Ok(folder) = std::env::var("BANTO_TRACES") else {
        eprintln!("skipped: BANTO_TRACES is not set");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("xsokoban-") && !name.starts_with("microban-") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let rows: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("L ")).collect();
        let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
        let field = Field::new(&board, &mut Budget::unlimited()).unwrap();
        found.push(Trace { name, field, lines });
    }
    found
}

/// Collects differences, so that one run shows them all.
#[derive(Default)]
struct Report {
    text: String,
    differences: usize,
    compared: usize,
}

impl Report {
    fn compare(&mut self, trace: &Trace, what: &str, ours: &str, theirs: &str) {
        self.compared += 1;
        if ours.trim_end() != theirs.trim_end() {
            self.differences += 1;
            if self.differences <= 60 {
                writeln!(self.text, "{} {what}:\n  ours   {ours}\n  theirs {theirs}", trace.name)
                    .unwrap();
            }
        }
    }

    fn finish(self, what: &str) {
        eprintln!("{what}: {} of {} differ", self.differences, self.compared);
        assert_eq!(self.differences, 0, "\n{}", self.text);
    }
}

fn grid(field: &Field, mut letter: impl FnMut(u16) -> String) -> Vec<String> {
    (0..field.height())
        .map(|row| {
            (0..field.width()).map(|column| letter(field.square_at(row, column))).collect()
        })
        .collect()
}

#[test]
fn preprocessing_agrees() {
    let mut report = Report::default();
    for trace in traces() {
        let field = &trace.field;
        let n = field.wall();
        let list = |bits: &crate::field::Bits| {
            bits.iter().map(|square| trace.name_of(square)).collect::<Vec<_>>().join(" ")
        };
        report.compare(&trace, "TUNNELPUSH", &list(field.no_stop_pushed()), trace.one("TUNNELPUSH"));
        report.compare(&trace, "TUNNELPULL", &list(field.no_stop_pulled()), trace.one("TUNNELPULL"));
        report.compare(&trace, "HOLES", &list(field.holes()), trace.one("HOLES"));
        let floor = |text: &str| text.replace(['#', ' '], " ");
        let dead = grid(field, |square| match square {
            s if s == n => " ".into(),
            s if field.is_dead(s) => "x".into(),
            _ => ".".into(),
        });
        for (ours, theirs) in dead.iter().zip(trace.all("D")) {
            report.compare(&trace, "D", ours, &floor(theirs));
        }
        let rooms = grid(field, |square| match square {
            s if s == n => " ".into(),
            s => match field.rooms().of[s as usize] {
                NO_ROOM => ".".into(),
                room => char::from(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    [room as usize])
                .to_string(),
            },
        });
        for (ours, theirs) in rooms.iter().zip(trace.all("R")) {
            report.compare(&trace, "R", ours, &floor(theirs));
        }
        let edges: Vec<String> =
            field.rooms().edges().iter().map(|(i, j)| format!("{i}-{j}")).collect();
        report.compare(&trace, "ROOMEDGES", &edges.join(" "), trace.one("ROOMEDGES"));
        let forward = grid(field, |square| match square {
            s if s == n => "- ".into(),
            s if field.from_goals(s) == u16::MAX => "* ".into(),
            s => format!("{} ", field.from_goals(s)),
        });
        for (ours, theirs) in forward.iter().zip(trace.all("FD")).filter(|pair| !pair.1.is_empty()) {
            report.compare(&trace, "FD", ours, theirs);
        }
        let backward = grid(field, |square| match square {
            s if s == n => "- ".into(),
            s => format!("{} ", field.to_goals(s)),
        });
        for (ours, theirs) in backward.iter().zip(trace.all("BD")).filter(|pair| !pair.1.is_empty())
        {
            report.compare(&trace, "BD", ours, theirs);
        }
        let mut hotspots = Hotspots::new(field);
        let by: Vec<String> = (0..n)
            .map(|q| (q, hotspots.row(field, q).len()))
            .filter(|&(_, count)| count > 0)
            .map(|(q, count)| format!("{}:{count}", trace.name_of(q)))
            .collect();
        report.compare(&trace, "HOTBY", &by.join(" "), trace.one("HOTBY"));
        let _ = trace.squares("");
    }
    report.finish("preprocessing");
}
