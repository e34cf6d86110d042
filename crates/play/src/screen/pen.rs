//! Writing into a part of the screen, line by line; what does not fit is cut off.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::board::frame;
use super::palette::{Ink, Palette};

/// A pen at a place of the screen.
pub(crate) struct Pen<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    palette: Palette,
    x: u16,
    y: u16,
}

impl<'a> Pen<'a> {
    /// A pen at the top left of an area.
    pub(crate) fn new(buffer: &'a mut Buffer, area: Rect, palette: Palette) -> Pen<'a> {
        let area = area.intersection(buffer.area);
        Pen { buffer, palette, x: area.x, y: area.y, area }
    }

    /// A pen in an empty window with a frame and a title.
    pub(crate) fn window(
        buffer: &'a mut Buffer,
        area: Rect,
        palette: Palette,
        title: &str,
    ) -> Pen<'a> {
        let area = area.intersection(buffer.area);
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                buffer[(x, y)].reset();
            }
        }
        let style = palette.style(Ink::Faint);
        frame(buffer, area, ["╭", "─", "╮", "│", "╰", "╯"], style);
        buffer.set_string(area.x + 2, area.y, format!(" {title} "), palette.style(Ink::Title));
        let inside = Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2);
        Pen::new(buffer, inside, palette)
    }

    /// Writes on.
    pub(crate) fn write(&mut self, ink: Ink, text: &str) {
        if self.y >= self.area.bottom() {
            cut::note(text);
            return;
        }
        let room = usize::from(self.area.right().saturating_sub(self.x));
        if text.trim_end().chars().count() > room {
            cut::note(text);
        }
        let style = self.palette.style(ink);
        (self.x, _) = self.buffer.set_stringn(self.x, self.y, text, room, style);
    }

    /// Writes a text in as many lines as it takes.
    pub(crate) fn wrapped(&mut self, ink: Ink, text: &str) {
        for line in wrapped(text, usize::from(self.area.width)) {
            self.write(ink, &line);
            self.line();
        }
    }

    /// The row that is written on.
    pub(crate) fn row(&self) -> u16 {
        self.y
    }

    /// Goes to the next line.
    pub(crate) fn line(&mut self) {
        self.x = self.area.x;
        self.y += 1;
    }
}

/// Keys and what they do, each in the first row of the pen's area that has room for it.
pub(crate) fn key_strip(pen: &mut Pen<'_>, keys: &[(&str, &str)]) {
    let mut rows = vec![(0, Vec::new()); usize::from(pen.area.height)];
    for (key, what) in keys {
        let width = key.chars().count() + what.chars().count() + 3;
        // The space behind the last one may be cut off.
        match rows.iter_mut().find(|(used, _)| used + width <= usize::from(pen.area.width) + 1) {
            Some((used, row)) => {
                *used += width;
                row.push((key, what));
            }
            None => cut::note(key),
        }
    }
    for (_, row) in rows {
        for (key, what) in row {
            pen.write(Ink::Key, &format!(" {key} "));
            pen.write(Ink::Faint, &format!("{what} "));
        }
        pen.line();
    }
}

/// What did not fit, so that tests can say that everything does.
pub(crate) mod cut {
    #[cfg(test)]
    thread_local!(static CUT: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) });

    /// Notes a text that was cut off.
    #[cfg(test)]
    pub(crate) fn note(text: &str) {
        if !text.trim().is_empty() {
            CUT.with_borrow_mut(|cut| cut.push(text.to_owned()));
        }
    }

    /// Nobody wants to know.
    #[cfg(not(test))]
    pub(crate) fn note(_: &str) {}

    /// The texts that were cut off since the last call.
    #[cfg(test)]
    pub(crate) fn take() -> Vec<String> {
        CUT.take()
    }
}

/// A text in lines of a width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let letters = |word: &str| word.chars().collect::<Vec<char>>();
    // A word that is longer than a line, such as a path, goes over several.
    let parts = text.split_whitespace().map(letters).flat_map(|word| {
        let parts = word.chunks(width.max(1)).map(String::from_iter);
        parts.collect::<Vec<String>>()
    });
    for word in parts {
        let last = lines.last_mut().expect("there is always a line");
        if last.chars().count() + word.chars().count() + 1 > width && !last.is_empty() {
            lines.push(word);
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(&word);
        }
    }
    lines
}
