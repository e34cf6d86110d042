//! Places in a text.

use std::fmt;

/// A place in a text, counted from 1 as editors do. Columns count characters, not bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl Position {
    /// The beginning of a text.
    pub const START: Position = Position { line: 1, column: 1 };
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Turns byte offsets into lines and columns. It remembers a place every few thousand bytes, so
/// asking is cheap in any order, however long the text and its lines are.
#[derive(Clone, Debug)]
pub struct Locator<'a> {
    text: &'a str,
    at: usize,
    position: Position,
    /// Offsets and their places, in order.
    marks: Vec<(usize, Position)>,
}

/// Bytes between two marks: what going back costs at most.
const BETWEEN_MARKS: usize = 4 << 10;

impl<'a> Locator<'a> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'a str) -> Locator<'a> {
        Locator { text, at: 0, position: Position::START, marks: vec![(0, Position::START)] }
    }

    /// The place of a byte offset. An offset inside a character gives the place of the character,
    /// one beyond the end gives the end.
    pub fn position(&mut self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at);
        // From the nearest mark, unless the present place is nearer.
        let mark = self.marks.partition_point(|&(mark, _)| mark <= at) - 1;
        if at < self.at || self.marks[mark].0 > self.at {
            (self.at, self.position) = self.marks[mark];
        }
        let (bytes, from) = (self.text.as_bytes(), self.at);
        let mut next = self.marks.last().map_or(0, |&(mark, _)| mark) + BETWEEN_MARKS;
        for (i, c) in self.text[from..at].char_indices() {
            if from + i >= next {
                self.marks.push((from + i, self.position));
                next = from + i + BETWEEN_MARKS;
            }
            let before_lf = bytes.get(from + i + 1) == Some(&b'\n');
            if c == '\n' || c == '\r' && !before_lf {
                self.position = Position { line: self.position.line + 1, column: 1 };
            } else {
                self.position.column += 1;
            }
        }
        self.at = at;
        self.position
    }

    /// The place meant by a parser that counts columns in bytes and knows only line feeds, with
    /// lines and columns counted from 1.
    pub fn counted_in_bytes(&mut self, line: usize, column: usize) -> Position {
        let before: usize =
            self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        self.position(before + column.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(position: Position) -> (u32, u32) {
        (position.line, position.column)
    }

    #[test]
    fn places_may_be_asked_in_any_order() {
        let mut locator = Locator::new("aö\r\nb\rc");
        let mut place = |at| pair(locator.position(at));
        assert_eq!(place(5), (2, 1));
        assert_eq!(place(1), (1, 2));
        assert_eq!(place(3), (1, 3));
        assert_eq!(place(7), (3, 1));
        assert_eq!(place(8), (3, 2));
        // Inside the ö, and far outside the text.
        assert_eq!((place(2), place(99)), ((1, 2), (3, 2)));
    }

    #[test]
    fn marks_do_not_change_the_places() {
        let text = "aö\r\nb\rc\n".repeat(4000);
        let places: Vec<Position> = {
            let mut locator = Locator::new(&text);
            (0..text.len()).map(|at| locator.position(at)).collect()
        };
        let mut locator = Locator::new(&text);
        for step in 0..5000 {
            let at = step * 7919 % text.len();
            assert_eq!(locator.position(at), places[at], "{at}");
        }
        assert!(locator.marks.windows(2).all(|pair| pair[0].0 + BETWEEN_MARKS <= pair[1].0));
    }

    #[test]
    fn places_counted_in_bytes_are_counted_anew() {
        let mut locator = Locator::new("öa\rb\nöc");
        assert_eq!(pair(locator.counted_in_bytes(1, 4)), (1, 3));
        assert_eq!(pair(locator.counted_in_bytes(1, 5)), (2, 1));
        assert_eq!(pair(locator.counted_in_bytes(2, 3)), (3, 2));
        assert_eq!(pair(locator.counted_in_bytes(9, 9)), (3, 3));
        assert_eq!(pair(locator.counted_in_bytes(0, 0)), (1, 1));
    }
}
