//! Frames of `|`, `-` and `+` around a Sokoban board. Where the board has walls of its own the frame goes, where it
//! has none the frame is its wall.

use super::sheet::Line;
use super::{is_tile, runs};

fn is_border(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2
        && line.starts_with('+')
        && line.ends_with('+')
        && line[1..line.len() - 1].bytes().all(|c| c == b'-')
}

/// What stands between two uprights, when it can be a row.
fn inside(line: &str) -> Option<&str> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    (!row.is_empty() && row.chars().all(is_tile)).then_some(row)
}

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut out = lines.to_vec();
    let mut any = false;
    for run in runs(lines, |line| is_border(&line.text) || inside(&line.text).is_some()) {
        let rows: Vec<&str> = lines[run.clone()].iter().filter_map(|it| inside(&it.text)).collect();
        let walled = |row: &&str| {
            let row = row.trim();
            row.is_empty() || row.starts_with('#') && row.ends_with('#')
        };
        if rows.is_empty() || !rows.iter().any(|row| row.contains(['@', '+', 'p', 'P'])) {
            continue;
        }
        any = true;
        let own = rows.iter().all(walled) && rows[0].contains('#');
        for at in run {
            let line = &lines[at];
            let begin = line.text.len() - line.text.trim_start().len();
            let end = line.text.trim_end().len();
            out[at] = match (own, is_border(&line.text)) {
                (true, true) => line.blank(),
                (true, false) => line.part(begin + 1, end - 1),
                (false, true) => line.part(begin, end).translated(|_| '#'),
                (false, false) => {
                    line.part(begin, end).translated(|c| if c == '|' { '#' } else { c })
                }
            };
        }
    }
    any.then_some(out)
}
