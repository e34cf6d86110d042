//! Our own drawings of Sokoban boards, two columns a square, and boards whose squares stand apart: by blanks, by tabs
//! out of a table, or with numbered boxes as the text console draws them.

use std::ops::Range;

use super::runs;
use super::sheet::Line;

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let mut out = lines.to_vec();
    let mut any = false;
    for run in runs(lines, |line| is_drawn(&line.text)) {
        if let Some(rows) = drawn(&lines[run.clone()]) {
            any = true;
            if let Some(above) = run.start.checked_sub(1)
                && let Some(title) = heading(&lines[above])
            {
                out[above] = title;
            }
            out[run].clone_from_slice(&rows);
        }
    }
    for (at, line) in lines.iter().enumerate() {
        // The legend is no comment of the last level.
        if any && line.text.trim_start().starts_with("██ wall") {
            out[at] = line.blank();
        }
    }
    for run in runs(lines, |line| is_spaced(&line.text)) {
        let rows = tabbed(&lines[run.clone()]).or_else(|| spaced(&lines[run.clone()]));
        // A lonely row of a board in another alphabet may look as if it stood apart.
        let has = |signs: &[char]| rows.iter().flatten().any(|row| row.text.contains(signs));
        if !has(&['@', '+']) || !has(&['$', '*']) {
            continue;
        }
        if let Some(rows) = rows {
            any = true;
            out[run].clone_from_slice(&rows);
        }
    }
    any.then_some(out)
}

/// `3. Title` above a drawing is the number and the title that we have written there.
fn heading<'a>(line: &Line<'a>) -> Option<Line<'a>> {
    let digits = line.text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.text[digits..].strip_prefix('.').filter(|_| digits > 0)?;
    let title = rest.trim();
    let offset = digits + 1 + (rest.len() - rest.trim_start().len());
    let marked = "; ".chars().chain(title.chars()).enumerate();
    let at = |i: usize| if i < 2 { 0 } else { offset + i - 2 };
    Some(if title.is_empty() { line.blank() } else { line.remade(marked.map(|(i, c)| (c, at(i)))) })
}

fn is_drawn(line: &str) -> bool {
    let sign = |c: char| "█[]▐▌·@- ".contains(c);
    line.contains(['█', '-', '[', '▐', '·', '@']) && line.chars().all(sign)
}

/// The rows of a drawing in double width.
fn drawn<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    if lines.len() > sokoban::MAX_SIDE || !lines.iter().any(|line| line.text.contains('█')) {
        return None;
    }
    let indent = |line: &Line<'_>| line.text.chars().take_while(|&c| c == ' ').count();
    let left = lines.iter().map(indent).min().unwrap_or(0);
    let row = |line: &Line<'a>| {
        let chars: Vec<char> = line.text.trim_end().chars().collect();
        let cells = chars.get(left..).unwrap_or_default().chunks(2).enumerate();
        let cells: Option<Vec<(char, usize)>> = cells
            .map(|(i, pair)| {
                let tile = match pair {
                    ['█', '█'] => '#',
                    ['[', ']'] => '$',
                    ['▐', '▌'] => '*',
                    ['·', '·'] => '.',
                    ['@', '·'] => '+',
                    ['@'] | ['@', ' '] => '@',
                    [' ', ' '] => ' ',
                    ['-', '-'] => '-',
                    _ => return None,
                };
                Some((tile, left + 2 * i))
            })
            .collect();
        cells.map(|cells| line.remade(cells))
    };
    lines.iter().map(row).collect()
}

/// A sign of a square that stands apart: a tile, or the number of a box with a `*` on a goal.
fn square(word: &str) -> Option<char> {
    let number =
        |word: &str| (1..=5).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_digit());
    match word {
        "#" | "@" | "+" | "." | "$" | "*" | "-" | "_" => word.chars().next(),
        _ if number(word) => Some('$'),
        _ if word.strip_suffix('*').is_some_and(number) => Some('*'),
        _ => None,
    }
}

fn is_spaced(line: &str) -> bool {
    line.len() <= 16 * sokoban::MAX_SIDE
        && line.contains([' ', '\t'])
        && line.contains('#')
        && line.split_whitespace().all(|word| square(word).is_some())
}

/// A board out of a table: squares of one character, separated by tabs.
fn tabbed<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let row = |line: &Line<'a>| {
        let mut cells = Vec::new();
        let mut at = 0;
        for field in line.text.split('\t') {
            let mut chars = field.chars();
            match (chars.next(), chars.next()) {
                (None, _) => cells.push((' ', at)),
                (Some(c), None) => cells.push((c, at)),
                _ => return None,
            }
            at += field.chars().count() + 1;
        }
        (cells.len() > 2).then(|| line.remade(cells))
    };
    if !lines.iter().all(|line| line.text.contains('\t')) {
        return None;
    }
    lines.iter().map(row).collect()
}

/// A board whose squares end in columns that are equally far apart.
fn spaced<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let text = |line: &Line<'a>| -> Vec<char> { line.text.chars().collect() };
    let rows: Vec<Vec<(String, usize)>> = lines.iter().map(|line| words(&text(line))).collect();
    let all = || rows.iter().flatten();
    // A tab has no width.
    if lines.len() > sokoban::MAX_SIDE || lines.iter().any(|line| line.text.contains('\t')) {
        return None;
    }
    let digits = |word: &str| word.trim_end_matches('*').bytes().filter(u8::is_ascii_digit).count();
    let numbered = all().map(|(word, _)| digits(word)).max().unwrap_or(0);
    let pitch = if numbered > 0 { numbered + 2 } else { 2 };
    let first = all().map(|(word, at)| at + word.len()).min()?;
    if !all().all(|(word, at)| (at + word.len() - first).is_multiple_of(pitch)) {
        return None;
    }
    let row = |(line, words): (&Line<'a>, &Vec<(String, usize)>)| {
        let mut cells: Vec<(char, usize)> = Vec::new();
        for (word, at) in words {
            let column = (at + word.len() - first) / pitch;
            let place = |column: usize| first.saturating_sub(1) + column * pitch;
            cells.extend(
                (cells.len()..column).map(|column| (' ', place(column))).collect::<Vec<_>>(),
            );
            cells.push((square(word)?, *at));
        }
        Some(line.remade(cells))
    };
    lines.iter().zip(&rows).map(row).collect()
}

/// The words of a line with the columns they begin in.
fn words(chars: &[char]) -> Vec<(String, usize)> {
    let mut words: Vec<(String, usize)> = Vec::new();
    let mut inside: Range<usize> = 0..0;
    for (at, &c) in chars.iter().enumerate() {
        if c.is_whitespace() {
            continue;
        }
        match words.last_mut() {
            Some((word, _)) if inside.end == at => word.push(c),
            _ => words.push((c.to_string(), at)),
        }
        inside = at..at + 1;
    }
    words
}
