//! Words and parentheses of PDDL, with their places.

use ::text::Locator;

use super::super::limits::MAX_DEPTH;
use super::super::{FormatError, FormatErrorKind};
use ::text::Position;

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// A word in lower case: PDDL knows no other.
    Word(String, Position),
    /// What stands between two parentheses.
    List(Vec<Node>, Position),
}

impl Node {
    /// Where it stands.
    pub(super) fn position(&self) -> Position {
        match self {
            Node::Word(_, position) | Node::List(_, position) => *position,
        }
    }

    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Node::Word(word, _) => Some(word),
            Node::List(..) => None,
        }
    }

    /// The members, if it is a list.
    pub(super) fn list(&self) -> Option<&[Node]> {
        match self {
            Node::Word(..) => None,
            Node::List(list, _) => Some(list),
        }
    }

    /// The members after the first, if it is a list that begins with this word.
    pub(super) fn after(&self, word: &str) -> Option<&[Node]> {
        let (first, rest) = self.list()?.split_first()?;
        (first.word() == Some(word)).then_some(rest)
    }

    /// The words of a list of words.
    pub(super) fn words(&self) -> Option<Vec<&str>> {
        self.list()?.iter().map(Node::word).collect()
    }
}

/// The lists of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, FormatError> {
    let mut locator = Locator::new(text);
    // The list of the whole text, and those that are still open.
    let mut open = vec![(Vec::new(), Position { line: 1, column: 1 })];
    for (start, token) in tokens(text) {
        let position = locator.position(start);
        let error = |kind| FormatError { kind, position };
        match token {
            "(" if open.len() > MAX_DEPTH => return Err(error(FormatErrorKind::TooDeep)),
            "(" => open.push((Vec::new(), position)),
            ")" => {
                let Some((list, from)) = open.pop().filter(|_| !open.is_empty()) else {
                    return Err(error(FormatErrorKind::UnmatchedParenthesis));
                };
                if let Some((outer, _)) = open.last_mut() {
                    outer.push(Node::List(list, from));
                }
            }
            word => {
                if let Some((list, _)) = open.last_mut() {
                    list.push(Node::Word(word.to_ascii_lowercase(), position));
                }
            }
        }
    }
    match open.pop() {
        Some((whole, _)) if open.is_empty() => Ok(whole),
        Some((_, position)) => {
            Err(FormatError { kind: FormatErrorKind::UnmatchedParenthesis, position })
        }
        None => Ok(Vec::new()),
    }
}

/// Parentheses and words with where they begin; comments run from `;` to the end of the line.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            if first.is_whitespace() {
                at += first.len_utf8();
                continue;
            }
            if first == ';' {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            let ends = |c: char| c.is_whitespace() || "();".contains(c);
            let length =
                if "()".contains(first) { 1 } else { rest.find(ends).unwrap_or(rest.len()) };
            let token = (at, &rest[..length]);
            at += length;
            return Some(token);
        }
    })
}
