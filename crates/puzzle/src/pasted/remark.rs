//! Remarks behind rows: `#@ $.#   // the door`.

use super::sheet::Line;
use super::{is_row, is_tile};

/// What a remark may begin with.
const MARKS: [&str; 9] = ["//", "/*", "<!--", "<-", "←", ";", "--", "%", "("];

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut any = false;
    let mut line = |(at, line): (usize, &Line<'a>)| match row(&line.text) {
        // A lonely row with words behind it is a sentence.
        Some(end) if has_neighbour(lines, at) => {
            any = true;
            line.part(0, end)
        }
        _ => line.clone(),
    };
    let out = lines.iter().enumerate().map(&mut line).collect();
    any.then_some(out)
}

/// Where the row ends that a remark follows.
fn row(line: &str) -> Option<usize> {
    let line = line.trim_end();
    // What ends with a wall is a row in another alphabet.
    if !line.contains('#') || line.ends_with('#') || line.len() > text::MAX_LINE || is_row(line) {
        return None;
    }
    // The last wall with blanks behind it, and only tiles in front of it.
    let tiles = line.char_indices().find(|&(_, c)| !is_tile(c)).map_or(line.len(), |(at, _)| at);
    let ends = line[..tiles].match_indices("# ").map(|(at, _)| at + 1);
    let marked = |end: &usize| {
        let rest = line[*end..].trim_start();
        let word = rest.chars().take_while(|c| c.is_alphabetic()).count() > 1;
        word || MARKS.iter().any(|mark| rest.starts_with(mark))
    };
    ends.filter(marked).last()
}

fn has_neighbour(lines: &[Line<'_>], at: usize) -> bool {
    let looks = |line: Option<&Line<'_>>| {
        line.is_some_and(|line| is_row(&line.text) || row(&line.text).is_some())
    };
    looks(at.checked_sub(1).and_then(|at| lines.get(at))) || looks(lines.get(at + 1))
}
