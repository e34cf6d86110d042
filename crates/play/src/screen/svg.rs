//! A screen as a picture, for the README: every run of characters of one colour is a text of its own.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// Pixels of a character.
const CELL: (usize, usize) = (9, 18);
/// The colours of an empty screen.
const TEXT: &str = "#e6e1d6";
const GROUND: &str = "#1b1916";

/// The picture of a buffer whose colours are red, green and blue.
pub(super) fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (width, height) = (columns * CELL.0, rows * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..rows {
        let cells: Vec<&Cell> =
            (0..columns).map(|column| &buffer[(column as u16, row as u16)]).collect();
        let mut from = 0;
        for run in cells.chunk_by(|a, b| a.style() == b.style()) {
            draw_run(&mut out, run, from, row);
            from += run.len();
        }
    }
    out + "</svg>\n"
}

fn draw_run(out: &mut String, run: &[&Cell], column: usize, row: usize) {
    let (x, y, width) = (column * CELL.0, row * CELL.1, run.len() * CELL.0);
    let ground = colour(run[0].bg, GROUND);
    if ground != GROUND {
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{ground}\"/>",
            CELL.1
        );
    }
    let text: String = run.iter().map(|cell| cell.symbol()).collect();
    if text.trim().is_empty() {
        return;
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace(' ', "\u{a0}");
    let bold = run[0].modifier.contains(Modifier::BOLD);
    let weight = if bold { " font-weight=\"bold\"" } else { "" };
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" \
         fill=\"{}\"{weight}>{text}</text>",
        y + 14,
        colour(run[0].fg, TEXT)
    );
}

fn colour(colour: Color, other: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => other.to_owned(),
    }
}
