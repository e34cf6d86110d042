//! Boards that follow each other without an empty line: a board ends between two rows of nothing but walls where
//! every part is a puzzle.

use super::sheet::Line;
use super::{is_puzzle, is_row, runs};

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut out = Vec::with_capacity(lines.len());
    let mut done = 0;
    for run in runs(lines, |line| is_row(&line.text)) {
        let Some(seams) = seams(&lines[run.clone()]) else { continue };
        for seam in seams {
            out.extend(lines[done..run.start + seam].iter().cloned());
            out.push(lines[run.start + seam].blank());
            done = run.start + seam;
        }
    }
    if done == 0 {
        return None;
    }
    out.extend(lines[done..].iter().cloned());
    Some(out)
}

/// Where boards begin among rows, the first aside; `None` when the rows are not several puzzles.
fn seams(lines: &[Line<'_>]) -> Option<Vec<usize>> {
    let rows: Vec<&str> = lines.iter().map(|line| line.text.trim_end()).collect();
    let wall = |row: &str| row.trim().bytes().all(|c| c == b'#');
    let seams: Vec<usize> =
        (1..rows.len()).filter(|&at| wall(rows[at - 1]) && wall(rows[at])).collect();
    let bounds: Vec<usize> =
        [0].into_iter().chain(seams.iter().copied()).chain([rows.len()]).collect();
    let sound = |pair: &[usize]| is_puzzle(&rows[pair[0]..pair[1]]);
    (!seams.is_empty() && bounds.windows(2).all(sound)).then_some(seams)
}
