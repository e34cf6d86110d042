//! Finds the line and column of a JSON value, for errors found after parsing.

/// A step from a value to one inside it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    /// The value of a key.
    Key(&'a str),
    /// The key itself.
    Name(&'a str),
    /// An element, counted from 0.
    At(usize),
}

/// Line and column of a value, both from 1; of the nearest one around it when it is not there. The
/// text must have been read as JSON before.
pub(crate) fn place(text: &str, steps: &[Step]) -> (usize, usize) {
    let mut scan = Scan { text, at: 0 };
    scan.space();
    for &step in steps {
        let before = scan.at;
        if !scan.enter(step) {
            scan.at = before;
            break;
        }
    }
    let before = &text[..scan.at];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn space(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// Passes white space and one byte of punctuation.
    fn pass(&mut self, byte: u8) -> bool {
        self.space();
        let found = self.peek() == byte;
        self.at += usize::from(found);
        self.space();
        found
    }

    /// Goes from the value here to one inside it.
    fn enter(&mut self, step: Step) -> bool {
        match step {
            Step::At(index) => {
                let mut found = self.pass(b'[') && self.peek() != b']';
                for _ in 0..index {
                    found = found && self.value() && self.pass(b',');
                }
                found
            }
            Step::Key(wanted) | Step::Name(wanted) => {
                if !self.pass(b'{') {
                    return false;
                }
                while self.peek() == b'"' {
                    let start = self.at;
                    self.string();
                    let key: Option<String> = serde_json::from_str(&self.text[start..self.at]).ok();
                    if key.as_deref() == Some(wanted) {
                        if matches!(step, Step::Name(_)) {
                            self.at = start;
                            return true;
                        }
                        return self.pass(b':');
                    }
                    if !(self.pass(b':') && self.value() && self.pass(b',')) {
                        return false;
                    }
                }
                false
            }
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while !matches!(self.peek(), b'"' | 0) {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
    }

    /// Passes a whole value.
    fn value(&mut self) -> bool {
        let mut depth = 0;
        loop {
            match self.peek() {
                0 => return false,
                b'"' => self.string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' if depth == 0 => return true,
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' if depth == 0 => return true,
                _ => self.at += 1,
            }
            if depth == 0 && matches!(self.peek(), b',' | b'}' | b']') {
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_where_they_stand() {
        let text =
            "{\n \"a\": [1, {\"b\\\"]\": \"x,}\"}],\n \"c\": {\"é\": 2, \"d\": [[], [3, 4]]}\n}";
        let at = |steps: &[Step]| place(text, steps);
        assert_eq!(at(&[]), (1, 1));
        assert_eq!(at(&[Step::Key("a")]), (2, 7));
        assert_eq!(at(&[Step::Key("a"), Step::At(1)]), (2, 11));
        assert_eq!(at(&[Step::Key("a"), Step::At(1), Step::Key("b\"]")]), (2, 20));
        assert_eq!(at(&[Step::Key("c"), Step::Name("d")]), (3, 16));
        assert_eq!(at(&[Step::Key("c"), Step::Key("d"), Step::At(1), Step::At(1)]), (3, 30));
        // A missing value is reported at the nearest value around it.
        assert_eq!(at(&[Step::Key("c"), Step::Key("nobody")]), (3, 7));
        assert_eq!(at(&[Step::Key("a"), Step::At(9)]), (2, 7));
    }
}
