//! Line numbers in front of rows: numbers that count up by one, line by line.

use super::sheet::Line;

/// Fewest lines that show that numbers count up.
const FEWEST: usize = 3;

/// A number at the beginning of a line, and where what follows it and its sign begins, in bytes.
fn number(line: &str) -> Option<(u64, usize)> {
    let start = line.len() - line.trim_start().len();
    let open = usize::from(line[start..].starts_with(['[', '(']));
    let digits = line[start + open..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 7 {
        return None;
    }
    let end = start + open + digits;
    let rest = &line[end..];
    let skipped = match rest.trim_start_matches(' ').chars().next() {
        Some(':' | '.' | ')' | ']' | '|' | '│' | '\t') => {
            let sign = rest.trim_start_matches(' ');
            let width = sign.chars().next().map_or(0, char::len_utf8);
            rest.len() - sign.len() + width
        }
        // A number and a blank is a line number too; a tile behind a number is a run length.
        _ if rest.starts_with(' ') || rest.is_empty() => 0,
        _ => return None,
    };
    Some((line[start + open..end].parse().ok()?, end + skipped))
}

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let numbers: Vec<_> = lines.iter().map(|line| number(&line.text)).collect();
    let mut out = lines.to_vec();
    let mut any = false;
    let mut at = 0;
    while at < lines.len() {
        let mut end = at;
        while let (Some(Some((next, _))), true) = (numbers.get(end), end < lines.len()) {
            let before = end.checked_sub(1).filter(|_| end > at).and_then(|it| numbers[it]);
            if before.is_some_and(|(before, _)| before + 1 != *next) {
                break;
            }
            end += 1;
        }
        if end - at >= FEWEST {
            any = true;
            strip(lines, &numbers, at..end, &mut out);
        }
        at = end.max(at + 1);
    }
    any.then_some(out)
}

/// Takes the numbers off a run of lines, with the blanks that all of them have behind it.
fn strip<'a>(
    lines: &[Line<'a>],
    numbers: &[Option<(u64, usize)>],
    run: std::ops::Range<usize>,
    out: &mut [Line<'a>],
) {
    let rest = |at: usize| numbers[at].map_or("", |(_, from)| &lines[at].text[from..]);
    let blanks = |at: usize| rest(at).len() - rest(at).trim_start_matches(' ').len();
    let full = run.clone().filter(|&at| !rest(at).trim().is_empty());
    // One blank belongs to the number; more may belong to the board, but then to all its rows.
    let common = full.map(blanks).min().unwrap_or(0);
    for at in run {
        let from = numbers[at].map_or(0, |(_, from)| from) + blanks(at).min(common);
        out[at] = lines[at].part(from, lines[at].text.len());
    }
}
