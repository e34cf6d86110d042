//! Strings of source code: `"####",` on a line for every row, all rows on one line, `\n` within a string, characters
//! one by one, and strings over several lines.

use super::sheet::Line;

/// Delimiters of strings over several lines.
const LONG: [&str; 3] = ["\"\"\"", "'''", "`"];

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut out = Vec::with_capacity(lines.len());
    let mut any = false;
    for line in lines {
        match rows(line) {
            Some(rows) => {
                any = true;
                out.extend(rows);
            }
            None => out.push(line.clone()),
        }
    }
    any.then_some(out)
}

/// The rows in the strings of a line; `None` when it has none.
fn rows<'a>(line: &Line<'a>) -> Option<Vec<Line<'a>>> {
    let text = &*line.text;
    if !text.contains(['"', '\'', '`', '\\']) {
        return None;
    }
    if let Some(inner) = long(line) {
        return Some(vec![inner]);
    }
    // A string that goes on in the next line.
    if let Some(row) = text.trim_end().strip_suffix("\\n\\").filter(|row| looks_like_row(row)) {
        return Some(vec![line.part(0, row.len())]);
    }
    let strings = literals(text);
    let single = strings.len() > 1 && strings.iter().all(|it| it.chars.len() == 1);
    let mut rows: Vec<Line<'a>> = Vec::new();
    let mut any = false;
    let mut characters: Vec<(char, usize)> = Vec::new();
    for string in &strings {
        if single {
            characters.extend(&string.chars);
            if string.closed > 0 {
                rows.push(line.remade(characters.drain(..)));
            }
        } else {
            let text: String = string.chars.iter().map(|(c, _)| *c).collect();
            let parts: Vec<&str> = text.trim_end_matches(['\n', '\r']).split('\n').collect();
            if parts.iter().any(|part| looks_like_row(part)) {
                any = true;
                let mut row = Vec::new();
                for &(c, at) in &string.chars {
                    match c {
                        '\n' => rows.push(line.remade(row.drain(..))),
                        '\r' => {}
                        _ => row.push((c, at)),
                    }
                }
                if !row.is_empty() {
                    rows.push(line.remade(row));
                }
            }
        }
        // What closes a list ends a board; the list of a row of characters only ends the row.
        if string.closed > usize::from(single) && !rows.is_empty() {
            rows.push(line.blank());
        }
    }
    if !characters.is_empty() {
        rows.push(line.remade(characters));
    }
    let single = single && rows.iter().any(|row| looks_like_row(&row.text));
    (any || single).then_some(rows)
}

/// The part of a line inside a string over several lines that begins or ends in it.
fn long<'a>(line: &Line<'a>) -> Option<Line<'a>> {
    LONG.iter().find_map(|mark| {
        let mut marks = line.text.match_indices(mark);
        let ((at, _), None) = (marks.next()?, marks.next()) else { return None };
        let after = at + mark.len();
        if looks_like_row(&line.text[after..]) {
            Some(line.part(after, line.text.len()))
        } else if looks_like_row(&line.text[..at]) {
            Some(line.part(0, at))
        } else {
            None
        }
    })
}

/// A string of a line.
struct Literal {
    /// Its characters with the columns they stand in.
    chars: Vec<(char, usize)>,
    /// How many brackets are closed behind it before the next string.
    closed: usize,
}

/// The strings that begin and end in a line.
fn literals(text: &str) -> Vec<Literal> {
    let chars: Vec<char> = text.chars().collect();
    let mut all: Vec<Literal> = Vec::new();
    let mut at = 0;
    // Quotation marks that are never closed: looking for their partners once is enough.
    let mut alone = [false; 2];
    while at < chars.len() {
        let quote = chars[at];
        at += 1;
        if matches!(quote, ']' | '}' | ')')
            && let Some(last) = all.last_mut()
        {
            last.closed += 1;
        }
        let kind = match quote {
            '"' => 0,
            '\'' => 1,
            _ => continue,
        };
        if alone[kind] {
            continue;
        }
        match literal(&chars, at, quote) {
            Some((string, end)) => {
                all.push(Literal { chars: string, closed: 0 });
                at = end;
            }
            None => alone[kind] = true,
        }
    }
    all
}

/// The characters of the string that begins at a place, and where it has ended.
fn literal(chars: &[char], start: usize, quote: char) -> Option<(Vec<(char, usize)>, usize)> {
    let mut string = Vec::new();
    let mut at = start;
    loop {
        let c = *chars.get(at)?;
        match (c, chars.get(at + 1)) {
            ('\\', Some(&next)) => {
                let meant = match next {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    _ => next,
                };
                string.push((meant, at));
                at += 2;
            }
            _ if c == quote => return Some((string, at + 1)),
            _ => {
                string.push((c, at));
                at += 1;
            }
        }
    }
}

/// Whether a text can be a row of a board of either game.
fn looks_like_row(text: &str) -> bool {
    let text = text.trim_end();
    let sokoban = |c: char| super::is_tile(c) || "oOXxMm&|".contains(c) || c.is_ascii_digit();
    let unblock = |c: char| c.is_ascii_alphanumeric() || ".#".contains(c);
    if text.chars().count() < 3 {
        return false;
    }
    text.contains(['#', 'X', 'x', 'W']) && text.chars().all(sokoban)
        || text.contains('.') && text.chars().all(unblock)
        || text.len() >= 25 && text.chars().all(unblock)
}
