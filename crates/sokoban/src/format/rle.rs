//! Run lengths and groups: `3#` is `###`, `2(3(#-)#)` is `#-#-#-##-#-#-#`. Used for boards and for
//! moves.
//!
//! Expansion works on an explicit stack: a group is repeated by copying what it has already
//! written, so the work is bounded by the size of the result, which is checked before every copy.

use super::FormatErrorKind;
use super::limits::{MAX_COUNT, MAX_DEPTH};

/// What a character means to the notation that is written in run lengths.
pub(super) enum Item {
    /// Repeat and keep.
    Keep(char),
    /// Without meaning; left out.
    Skip,
    /// Not part of the notation.
    Unknown,
}

/// A fault and the index of the character it was seen at, counted from 0.
type Fault = (FormatErrorKind, usize);

/// Writes out run lengths and groups. More than `cap` characters are the error `too_long`.
pub(super) fn expand(
    text: &str,
    item: impl Fn(char) -> Item,
    unknown: impl Fn(char) -> FormatErrorKind,
    (cap, too_long): (usize, FormatErrorKind),
) -> Result<String, Fault> {
    let mut writer = Writer { out: String::new(), count: None, groups: Vec::new(), cap, too_long };
    for (at, c) in text.chars().enumerate() {
        match c {
            '0'..='9' => writer.digit(c as usize - '0' as usize, at)?,
            '(' => writer.open(at)?,
            ')' => writer.close(at)?,
            _ => match item(c) {
                Item::Keep(c) => writer.write(c, at)?,
                Item::Skip => {}
                Item::Unknown => return Err((unknown(c), at)),
            },
        }
    }
    writer.finish(text)
}

/// The index of the character of `text` that stands for character `n` of what it expands to. The text may
/// go on behind it with anything.
pub(super) fn origin(text: &str, item: &dyn Fn(char) -> Item, n: usize) -> Option<usize> {
    let mut count = None;
    // Where each open group begins, how often it is wanted, and how much was written before it.
    let mut groups: Vec<(usize, usize, usize)> = Vec::new();
    let mut written = 0_usize;
    let characters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < characters.len() {
        match characters[at] {
            digit @ '0'..='9' => {
                let value = digit as usize - '0' as usize;
                count = Some((count.unwrap_or(0) * 10 + value).min(MAX_COUNT));
            }
            '(' if groups.len() < MAX_DEPTH => {
                groups.push((at, count.take().unwrap_or(1), written));
            }
            ')' => {
                let (begin, times, before) = groups.pop()?;
                let length = written - before;
                let end = before.saturating_add(length.saturating_mul(times));
                if n < end {
                    // In a later repetition: look for it in the first.
                    let inside: String = characters[begin + 1..at].iter().collect();
                    let found = origin(&inside, item, (n - before) % length.max(1))?;
                    return Some(begin + 1 + found);
                }
                written = end;
            }
            c => match item(c) {
                Item::Keep(_) => {
                    written = written.saturating_add(count.take().unwrap_or(1));
                    if n < written {
                        return Some(at);
                    }
                }
                Item::Skip => {}
                Item::Unknown => return None,
            },
        }
        at += 1;
    }
    None
}

/// What has been written, and what is pending.
struct Writer {
    out: String,
    count: Option<usize>,
    groups: Vec<Group>,
    cap: usize,
    too_long: FormatErrorKind,
}

/// A group that is open: how often it is wanted, where its text begins in what has been written,
/// and the index of its parenthesis.
struct Group {
    times: usize,
    start: usize,
    at: usize,
}

impl Writer {
    fn digit(&mut self, digit: usize, at: usize) -> Result<(), Fault> {
        let value = self.count.unwrap_or(0) * 10 + digit;
        if value > MAX_COUNT {
            return Err((FormatErrorKind::CountTooLarge, at));
        }
        self.count = Some(value);
        Ok(())
    }

    fn open(&mut self, at: usize) -> Result<(), Fault> {
        if self.groups.len() == MAX_DEPTH {
            return Err((FormatErrorKind::TooDeep, at));
        }
        let times = take(&mut self.count, at)?;
        self.groups.push(Group { times, start: self.out.len(), at });
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Fault> {
        let unmatched = (FormatErrorKind::UnmatchedParenthesis, at);
        let Group { times, start, .. } = self.groups.pop().ok_or(unmatched)?;
        if self.count.is_some() {
            return Err((FormatErrorKind::CountWithoutItem, at));
        }
        let length = self.out.len() - start;
        if length * times > self.cap - start.min(self.cap) {
            return Err((self.too_long.clone(), at));
        }
        repeat_tail(&mut self.out, start, times - 1);
        Ok(())
    }

    fn write(&mut self, c: char, at: usize) -> Result<(), Fault> {
        let times = take(&mut self.count, at)?;
        if times > self.cap - self.out.len().min(self.cap) {
            return Err((self.too_long.clone(), at));
        }
        self.out.extend(std::iter::repeat_n(c, times));
        Ok(())
    }

    fn finish(mut self, text: &str) -> Result<String, Fault> {
        if let Some(group) = self.groups.pop() {
            return Err((FormatErrorKind::UnmatchedParenthesis, group.at));
        }
        match self.count {
            Some(_) => {
                let last = text.chars().count().saturating_sub(1);
                Err((FormatErrorKind::CountWithoutItem, last))
            }
            None => Ok(self.out),
        }
    }
}

/// The pending run length, 1 by default.
fn take(count: &mut Option<usize>, at: usize) -> Result<usize, Fault> {
    match count.take() {
        Some(0) => Err((FormatErrorKind::ZeroCount, at)),
        Some(n) => Ok(n),
        None => Ok(1),
    }
}

/// Appends the end of a string, from the byte `start` on, `times` times.
fn repeat_tail(text: &mut String, start: usize, times: usize) {
    let tail = text[start..].to_owned();
    if !tail.is_empty() {
        text.push_str(&tail.repeat(times));
    }
}

/// Writes runs of three and more as run lengths; two characters are as short as their run length.
pub(super) fn compress_runs(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let mut count = 1;
        while count < MAX_COUNT && chars.next_if_eq(&c).is_some() {
            count += 1;
        }
        match count {
            1 => out.push(c),
            2 => out.extend([c, c]),
            _ => {
                out.push_str(&count.to_string());
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::FormatErrorKind::*;
    use super::*;

    fn any(text: &str) -> Result<String, Fault> {
        let item = |c: char| match c {
            ' ' => Item::Skip,
            '?' => Item::Unknown,
            _ => Item::Keep(c),
        };
        expand(text, item, UnknownTile, (1000, TooMuch))
    }

    #[test]
    fn groups_nest() {
        assert_eq!(any("2(3(#-)#)").unwrap(), "#-#-#-##-#-#-#");
        assert_eq!(any("3r2(dull)").unwrap(), "rrrdulldull");
        assert_eq!(any("a()2()2[b] 3 c").unwrap(), "a[[b]ccc");
        assert_eq!(any("(a)(b)").unwrap(), "ab");
    }

    #[test]
    fn faults_are_named_with_their_place() {
        assert_eq!(any("a("), Err((UnmatchedParenthesis, 1)));
        assert_eq!(any("a)"), Err((UnmatchedParenthesis, 1)));
        assert_eq!(any("a3"), Err((CountWithoutItem, 1)));
        assert_eq!(any("(3)a"), Err((CountWithoutItem, 2)));
        assert_eq!(any("0a"), Err((ZeroCount, 1)));
        assert_eq!(any("65537a"), Err((CountTooLarge, 4)));
        assert_eq!(any("99999999999999999999a"), Err((CountTooLarge, 5 - 1)));
        assert_eq!(any("b?"), Err((UnknownTile('?'), 1)));
        assert_eq!(any(&"(".repeat(100)), Err((TooDeep, MAX_DEPTH)));
    }

    #[test]
    fn bombs_are_stopped_before_they_are_written_out() {
        assert_eq!(any("1001a"), Err((TooMuch, 4)));
        assert_eq!(any("999(999(999(999(a))))"), Err((TooMuch, 18)));
        assert_eq!(any("999(999(999(999())))").unwrap(), "");
        assert_eq!(any("500a501b"), Err((TooMuch, 7)));
        assert_eq!(any("a10(100b)"), Err((TooMuch, 8)));
        assert_eq!(any("500a500b").unwrap().len(), 1000);
    }

    #[test]
    fn runs_expand_to_themselves() {
        for text in ["", "a", "aa", "aaab", "abbbbbbbbbbbbb"] {
            assert_eq!(any(&compress_runs(text)).unwrap(), text);
        }
        assert_eq!(compress_runs("aabbbc"), "aa3bc");
    }
}
