//! Lines that were cut out of a text or changed, and know where each character stood in it.

use std::borrow::Cow;

use text::Position;

/// Where the characters of a line stand in the line of the text it comes from.
#[derive(Clone, Debug)]
enum Columns {
    /// All in order, the first at this place, from 0.
    From(u32),
    /// Each by itself.
    Each(Vec<u32>),
}

/// A line and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) text: Cow<'a, str>,
    /// Number of the line in the text, from 1.
    number: u32,
    columns: Columns,
}

impl<'a> Line<'a> {
    /// A line as it stands in the text.
    pub(super) fn new(text: &'a str, number: u32) -> Line<'a> {
        Line { text: Cow::Borrowed(text), number, columns: Columns::From(0) }
    }

    /// An empty line at the same place.
    pub(super) fn blank(&self) -> Line<'a> {
        Line { text: Cow::Borrowed(""), number: self.number, columns: Columns::From(0) }
    }

    /// A part of the line, given in bytes that lie between characters.
    pub(super) fn part(&self, from: usize, to: usize) -> Line<'a> {
        let before = self.text[..from].chars().count();
        let columns = match &self.columns {
            Columns::From(first) => Columns::From(first + before as u32),
            Columns::Each(all) => {
                let count = self.text[from..to].chars().count();
                Columns::Each(all[before..before + count].to_vec())
            }
        };
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[from..to]),
            Cow::Owned(text) => Cow::Owned(text[from..to].to_owned()),
        };
        Line { text, number: self.number, columns }
    }

    /// Other characters, each with the column of this line, from 0, that it stands for.
    pub(super) fn remade(&self, characters: impl IntoIterator<Item = (char, usize)>) -> Line<'a> {
        let mut text = String::new();
        let mut columns = Vec::new();
        for (c, at) in characters {
            text.push(c);
            columns.push(self.column(at));
        }
        Line { text: Cow::Owned(text), number: self.number, columns: Columns::Each(columns) }
    }

    /// The same line with other characters, one for one.
    pub(super) fn translated(&self, to: impl Fn(char) -> char) -> Line<'a> {
        let text = Cow::Owned(self.text.chars().map(to).collect());
        Line { text, ..self.clone() }
    }

    /// A column of the text, from 0; one beyond the end follows the last.
    fn column(&self, at: usize) -> u32 {
        match &self.columns {
            Columns::From(first) => first + at as u32,
            Columns::Each(all) => match (all.get(at), all.last()) {
                (Some(&column), _) => column,
                (None, Some(&last)) => last + 1 + (at - all.len()) as u32,
                (None, None) => 0,
            },
        }
    }

    /// Whether characters that follow each other here do so in the text.
    fn is_straight(&self) -> bool {
        match &self.columns {
            Columns::From(_) => true,
            Columns::Each(all) => all.windows(2).all(|pair| pair[0] + 1 == pair[1]),
        }
    }
}

/// The place in the text of a place in lines.
pub(super) fn origin(lines: &[Line<'_>], place: Position) -> Position {
    let at = (place.line as usize).saturating_sub(1);
    match lines.get(at) {
        Some(line) => {
            let column = line.column((place.column as usize).saturating_sub(1)) + 1;
            Position { line: line.number, column }
        }
        None => place,
    }
}

/// Whether the characters of a row follow each other in the text as they do in the lines.
pub(super) fn is_straight(lines: &[Line<'_>], place: Position) -> bool {
    let line = (place.line as usize).checked_sub(1).and_then(|at| lines.get(at));
    line.is_none_or(Line::is_straight)
}

/// The lines as one text.
pub(super) fn joined(lines: &[Line<'_>]) -> String {
    let mut text = String::with_capacity(lines.iter().map(|line| line.text.len() + 1).sum());
    for line in lines {
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}
