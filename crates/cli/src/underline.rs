//! A fault in a text, drawn: the message, the lines around it and a mark under the spot.
//!
//! ```text
//!   × unknown character 'x'
//!    ╭─[my.xsb:2:3]
//!  1 │ ####
//!  2 │ #@x#
//!    ·   ╰── here
//!  3 │ ####
//!    ╰────
//! ```

use std::fmt::Write;
use std::ops::Range;

use puzzle::Fault;

use crate::failure::printable;
use crate::sources::Source;

/// A text whose faults are drawn. Its lines are found once, so that thousands of faults in a long
/// text cost no more than the text.
pub(crate) struct Sheet {
    name: String,
    text: String,
    lines: Vec<Line>,
}

/// A line of a text.
struct Line {
    range: Range<usize>,
    /// Where every [`STRIDE`]th character of it begins: a file may be one long line.
    marks: Vec<usize>,
}

/// Characters between two marks.
const STRIDE: usize = 4096;

impl Line {
    fn new(line: &str, from: usize) -> Line {
        let marks = match line.len() > STRIDE {
            true => line.char_indices().step_by(STRIDE).map(|(at, _)| at).collect(),
            false => Vec::new(),
        };
        Line { range: from..from + line.len(), marks }
    }

    /// Its characters from the one with this number.
    fn after<'a>(&self, text: &'a str, skipped: usize) -> impl Iterator<Item = char> + 'a {
        let nearest = (skipped / STRIDE).min(self.marks.len().saturating_sub(1));
        let from = self.marks.get(nearest).copied().unwrap_or(0);
        text[self.range.clone()][from..].chars().skip(skipped - nearest * STRIDE)
    }
}

impl Sheet {
    /// The text of a source.
    pub(crate) fn new(source: &Source) -> Sheet {
        Sheet::of(&source.name, text::transcode(&source.bytes).into_owned())
    }

    fn of(name: &str, text: String) -> Sheet {
        let begin = text.as_ptr() as usize;
        let line = |line: &str| Line::new(line, line.as_ptr() as usize - begin);
        let lines = text::split(&text).map(line).collect();
        Sheet { name: printable(name), text, lines }
    }

    /// Draws a fault.
    pub(crate) fn underline(&self, fault: &Fault, colour: bool) -> String {
        self.draw(&fault.text, fault.line, fault.column, colour)
    }

    /// The line with a number, from 1.
    fn line(&self, number: usize) -> Option<&Line> {
        number.checked_sub(1).and_then(|i| self.lines.get(i))
    }

    /// Draws a fault. Whatever the text holds, only what is drawn reaches the terminal.
    fn draw(&self, message: &str, line: u32, column: u32, colour: bool) -> String {
        let paint = |code: &str, text: &str| match colour {
            true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            false => text.to_owned(),
        };
        let (line, column) = (line.max(1) as usize, column.max(1) as usize);
        let number = (line + 1).to_string().len();
        let gap = " ".repeat(number);
        let place = paint("36;1", &format!("{}:{line}:{column}", self.name));
        let mut out = format!("  {} {message}\n {gap} ╭─[{place}]\n", paint("31", "×"));
        // The same window in all three lines, so that columns stay above each other.
        let skipped = column.saturating_sub(WIDTH / 2);
        let nearby = (line - 1..=line + 1).filter_map(|at| Some((at, self.line(at)?)));
        for (at, shown) in nearby {
            let part: String = shown.after(&self.text, skipped).take(WIDTH).map(visible).collect();
            let digits = paint("2", &format!("{at:number$}"));
            writeln!(out, " {digits} │ {part}").expect("writing to a string");
            if at == line {
                let indent = " ".repeat(column - 1 - skipped);
                writeln!(out, " {gap} · {indent}{}", paint("35;1", "╰── here"))
                    .expect("writing to a string");
            }
        }
        out + &format!(" {gap} ╰────\n")
    }
}

/// Characters shown of a line; of a longer line, the part around the spot.
const WIDTH: usize = 100;

/// One column for one character, even for those that would move the cursor.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(text: &str, line: u32, column: u32) -> String {
        Sheet::of("my.xsb", text.to_owned()).draw("fault", line, column, false)
    }

    #[test]
    fn the_spot_is_underlined() {
        let expected = "  × fault\n   ╭─[my.xsb:2:3]\n 1 │ ####\n 2 │ #@x#\n   ·   ╰── here\n \
                        3 │ ####\n   ╰────\n";
        assert_eq!(spot("####\n#@x#\n####\n####\n", 2, 3), expected);
        let first = spot("x\r\ny\r\nz", 1, 1);
        assert!(first.contains(" 1 │ x\n   · ╰── here\n 2 │ y\n   ╰"), "{first}");
        let second = spot("x\ry\rz", 2, 1);
        assert!(second.contains(" 1 │ x\n 2 │ y\n   · ╰── here\n 3 │ z\n   ╰"), "{second}");
    }

    #[test]
    fn long_lines_are_cut_around_the_spot() {
        let text = format!("{}x{}", "#".repeat(5000), "-".repeat(5000));
        let drawn = spot(&text, 1, 5001);
        let lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
        assert!(lines.iter().all(|line| line.len() < WIDTH + 10));
        let at = lines[2].iter().position(|&c| c == 'x').unwrap();
        assert_eq!(lines[3][at], '╰', "{drawn}");
    }

    #[test]
    fn very_long_lines_are_shown_as_short_ones_are() {
        let line: String = (0..30_000).map(|i| ['ä', '#', '€'][i % 3]).collect();
        let sheet = Sheet::of("my.xsb", line.clone());
        for skipped in [0, 1, 4095, 4096, 4097, 20_000, 29_999, 30_000, 40_000] {
            let found: String = sheet.lines[0].after(&sheet.text, skipped).take(9).collect();
            let expected: String = line.chars().skip(skipped).take(9).collect();
            assert_eq!(found, expected, "{skipped}");
        }
    }

    #[test]
    fn spots_outside_the_text_and_strange_texts_do_no_harm() {
        for (line, column) in [(1, 99), (99, 1), (0, 0), (3, 1), (u32::MAX, u32::MAX)] {
            assert!(spot("äö\n#", line, column).contains("fault"));
        }
        assert!(!spot("a\u{1b}[31mb", 1, 2).contains('\u{1b}'));
    }
}
