//! An empty line after every row, as some mail programs and wrong line ends leave it.

use super::sheet::Line;
use super::{is_puzzle, is_row};

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let blank = |at: usize| lines.get(at).is_none_or(|line| line.text.trim().is_empty());
    let row = |at: usize| lines.get(at).is_some_and(|line| is_row(&line.text));
    let mut out = Vec::with_capacity(lines.len());
    let mut any = false;
    let mut at = 0;
    while at < lines.len() {
        let mut end = at;
        while row(end) && blank(end + 1) && end < at + 2 * sokoban::MAX_SIDE {
            end += 2;
        }
        let rows: Vec<&str> = (at..end).step_by(2).map(|at| &*lines[at].text).collect();
        if rows.len() > 2 && is_puzzle(&rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>()) {
            any = true;
            out.extend((at..end).step_by(2).map(|at| lines[at].clone()));
            out.push(lines[end - 2].blank());
        } else {
            end = end.max(at + 1).min(lines.len());
            out.extend(lines[at..end].iter().cloned());
        }
        at = end;
    }
    any.then_some(out)
}
