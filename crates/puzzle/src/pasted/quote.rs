//! Quotations in mail and remarks in source code: `> ` or `// ` in front of every line.

use super::runs;
use super::sheet::Line;

const MARKS: [&str; 3] = [">", "//", "%"];

/// Quotations within quotations.
const DEPTH: usize = 8;

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut inner = once(lines)?;
    for _ in 1..DEPTH {
        match once(&inner) {
            Some(deeper) => inner = deeper,
            None => break,
        }
    }
    Some(inner)
}

/// Takes one mark off every run of lines that have it.
fn once<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut out = lines.to_vec();
    let mut any = false;
    for mark in MARKS {
        for run in runs(lines, |line| line.text.trim_start().starts_with(mark)) {
            if run.len() < 2 {
                continue;
            }
            any = true;
            let start =
                |line: &Line<'_>| line.text.len() - line.text.trim_start().len() + mark.len();
            // A blank after the mark belongs to it, if there is one in every line that has anything.
            let rest = |line: &Line<'a>| line.part(start(line), line.text.len());
            let spaced = lines[run.clone()].iter().all(|line| {
                line.text[start(line)..].is_empty() || line.text[start(line)..].starts_with(' ')
            });
            for at in run {
                let rest = rest(&lines[at]);
                let skip = usize::from(spaced && !rest.text.is_empty());
                out[at] = rest.part(skip, rest.text.len());
            }
        }
    }
    any.then_some(out)
}
