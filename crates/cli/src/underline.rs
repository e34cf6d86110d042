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

use crate::failure::printable;

/// A spot in a text.
pub(crate) struct Spot<'a> {
    /// What the text is called.
    pub(crate) name: &'a str,
    /// The whole text, decoded.
    pub(crate) text: &'a str,
    /// Line, from 1.
    pub(crate) line: u32,
    /// Column in characters, from 1.
    pub(crate) column: u32,
}

/// Characters shown of a line; of a longer line, the part around the spot.
const WIDTH: usize = 100;

/// Draws a fault. Whatever the text holds, only what is drawn reaches the terminal.
pub(crate) fn underline(message: &str, spot: &Spot<'_>, colour: bool) -> String {
    let paint = |code: &str, text: &str| match colour {
        true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    };
    let Spot { name, text, line, column } = *spot;
    let (line, column) = (line.max(1) as usize, column.max(1) as usize);
    let number = (line + 1).to_string().len();
    let gap = " ".repeat(number);
    let place = paint("36;1", &format!("{}:{line}:{column}", printable(name)));
    let mut out = format!("  {} {message}\n {gap} ╭─[{place}]\n", paint("31", "×"));
    // The same window in all three lines, so that columns stay above each other.
    let skipped = column.saturating_sub(WIDTH / 2);
    let nearby = text::split(text).enumerate().skip(line.saturating_sub(2)).take(3);
    for (at, shown) in nearby.map(|(i, shown)| (i + 1, shown)).filter(|it| it.0 <= line + 1) {
        let part: String = shown.chars().skip(skipped).take(WIDTH).map(visible).collect();
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
        underline("fault", &Spot { name: "my.xsb", text, line, column }, false)
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
    fn spots_outside_the_text_and_strange_texts_do_no_harm() {
        for (line, column) in [(1, 99), (99, 1), (0, 0), (3, 1), (u32::MAX, u32::MAX)] {
            assert!(spot("äö\n#", line, column).contains("fault"));
        }
        assert!(!spot("a\u{1b}[31mb", 1, 2).contains('\u{1b}'));
    }
}
