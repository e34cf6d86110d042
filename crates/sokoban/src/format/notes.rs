//! The text around boards: keys such as `Title:`, `;` lines, section heads, lines of moves; and how
//! text is cleaned before it is kept.

use super::limits::MAX_NOTE;

/// Words that mean something in front of a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Title,
    Author,
    Collection,
    Comment,
    CommentEnd,
}

const KEYS: [(&str, Key); 5] = [
    ("title", Key::Title),
    ("author", Key::Author),
    ("collection", Key::Collection),
    ("comment", Key::Comment),
    ("comment-end", Key::CommentEnd),
];

/// The key of a line and what follows it. A key begins in the first column.
pub(super) fn key(line: &str) -> Option<(Key, &str)> {
    let (word, value) = line.split_once(':')?;
    let word = word.trim_end();
    let (_, key) = KEYS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?;
    Some((*key, value.trim()))
}

/// The text after a semicolon.
pub(super) fn semicolon(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix(';')?;
    Some(text.strip_prefix(' ').unwrap_or(text))
}

/// Whether a line is for human eyes only.
pub(super) fn is_remark(line: &str) -> bool {
    line.starts_with("::")
}

/// A comment line that looks like a key is written with one more blank in front, so that it stays a
/// comment; [`unescape`] takes the blank away.
pub(super) fn escape(line: &str) -> String {
    if key(line.trim_start_matches(' ')).is_some() { format!(" {line}") } else { line.to_owned() }
}

/// The comment line that [`escape`] was given.
pub(super) fn unescape(line: &str) -> &str {
    match line.strip_prefix(' ') {
        Some(rest) if key(rest.trim_start_matches(' ')).is_some() => rest,
        _ => line,
    }
}

/// What kind of saved game a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Solution,
    Snapshot,
}

/// A head such as `Solution`, `Solution/Moves`, `Snapshot (12/3)`: the kind and the rest of it.
pub(super) fn section(line: &str) -> Option<(Section, &str)> {
    const HEADS: [(&str, Section); 3] = [
        ("solution", Section::Solution),
        ("snapshot", Section::Snapshot),
        ("saved game", Section::Snapshot),
    ];
    HEADS.iter().find_map(|&(head, section)| {
        let start = line.get(..head.len()).filter(|start| start.eq_ignore_ascii_case(head))?;
        let rest = &line[start.len()..];
        let ends = rest.chars().next().is_none_or(|c| !c.is_alphabetic());
        ends.then_some((section, rest.trim()))
    })
}

/// The title in what follows a section's head.
pub(super) fn section_title(rest: &str) -> &str {
    match rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => inner.trim(),
        None => rest.trim_start_matches(['/', ':', ' ']).trim(),
    }
}

/// Whether a line can be moves: only characters of the notation, at least one direction or bracket.
pub(super) fn is_moves(line: &str) -> bool {
    let mark = |c: char| c.is_ascii_digit() || "()* \t".contains(c);
    let step = |c: char| "udlrUDLR[]{}".contains(c);
    line.chars().all(|c| mark(c) || step(c)) && line.chars().any(step)
}

/// A title as we keep it: one line, no control characters, trimmed, of limited length; `None` when
/// nothing is left.
pub(crate) fn clean_title(text: &str) -> Option<String> {
    let title = clean(text).replace('\t', " ");
    let title = title.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// A comment line as we keep it: like a title, but leading blanks stay.
pub(crate) fn clean_line(text: &str) -> String {
    clean(text).trim_end().to_owned()
}

fn clean(text: &str) -> String {
    let mut end = text.len().min(MAX_NOTE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let printable = |c: char| match c {
        '\t' => '\t',
        '\u{feff}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    };
    text[..end].chars().map(printable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_begin_in_the_first_column() {
        assert_eq!(key("Title: a: b "), Some((Key::Title, "a: b")));
        assert_eq!(key("comment-end :"), Some((Key::CommentEnd, "")));
        assert_eq!(key(" Title: a"), None);
        assert_eq!(key("Date: a"), None);
    }

    #[test]
    fn escaping_comes_back() {
        for line in ["Comment-End:", "  Title: x", " a", "Author", "author:", ""] {
            assert_eq!(unescape(&escape(line)), line);
            assert_eq!(key(&escape(line)), None);
        }
    }

    #[test]
    fn sections_have_titles() {
        let title = |line| section(line).map(|(kind, rest)| (kind, section_title(rest)));
        assert_eq!(title("Solution"), Some((Section::Solution, "")));
        assert_eq!(title("Solution/Moves"), Some((Section::Solution, "Moves")));
        assert_eq!(title("solution (moves/pushes)"), Some((Section::Solution, "moves/pushes")));
        assert_eq!(title("Snapshot 2"), Some((Section::Snapshot, "2")));
        assert_eq!(title("Solutions by all"), None);
    }

    #[test]
    fn moves_need_a_direction() {
        assert!(is_moves("3r2(dull) [uu]*") && !is_moves("12*") && !is_moves("rubble"));
    }

    #[test]
    fn text_is_cleaned() {
        assert_eq!(clean_title(" a\nb\0 ").as_deref(), Some("a b"));
        assert_eq!(clean_title("\u{feff} \t"), None);
        assert_eq!(clean_line("  a\u{1b}[0m \r"), "  a [0m");
        assert_eq!(clean_line(&"ö".repeat(MAX_NOTE)).len(), MAX_NOTE);
    }
}
