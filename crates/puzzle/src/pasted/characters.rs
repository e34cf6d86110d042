//! Characters of word processors and East Asian keyboards: full-width letters and signs, blanks of all widths,
//! characters without any width.

use super::sheet::Line;

/// What a character stands for: itself, another one, or nothing.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{fe0e}' | '\u{fe0f}' => {
            None
        }
        '\u{3000}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff00 + 0x20),
        _ => Some(c),
    }
}

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let strange =
        |line: &Line<'_>| !line.text.is_ascii() && line.text.chars().any(|c| plain(c) != Some(c));
    if !lines.iter().any(strange) {
        return None;
    }
    let line = |line: &Line<'a>| match strange(line) {
        true => {
            line.remade(line.text.chars().enumerate().filter_map(|(at, c)| Some((plain(c)?, at))))
        }
        false => line.clone(),
    };
    Some(lines.iter().map(line).collect())
}
