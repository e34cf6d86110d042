//! Where a value stands in a JSON text.
//!
//! A parsed value no longer knows its line. These functions find values again in a text that is
//! known to be valid JSON; on any other text the result is meaningless, but they never fail. Each
//! starts at a given offset, so the whole file is read just once more, not once per level.

/// The offset at which the value at or after an offset begins.
pub(super) fn begin(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or(&[]);
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The offset just after a value that begins at an offset.
pub(super) fn end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut i, mut depth, mut quoted) = (at, 0u32, false);
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'\\' if quoted => i += 1,
            b'"' => {
                quoted = !quoted;
                if !quoted && depth == 0 {
                    return i + 1;
                }
            }
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth == 0 => return i,
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return i + 1;
                }
            }
            // A number or a word ends where something else begins.
            b',' | b':' if depth == 0 => return i,
            _ if depth == 0 && byte.is_ascii_whitespace() => return i,
            _ => {}
        }
        i += 1;
    }
    bytes.len()
}

/// The offsets of the elements of the list that begins at an offset.
pub(super) fn elements(text: &str, at: usize) -> Vec<usize> {
    let mut offsets = Vec::new();
    let mut i = begin(text, at + 1);
    while let Some(&byte) = text.as_bytes().get(i) {
        if byte == b']' {
            break;
        }
        offsets.push(i);
        i = behind_comma(text, end(text, i).max(i + 1));
    }
    offsets
}

/// The offset of the value of a key in the object that begins at an offset; of several, the last,
/// as parsers have it.
pub(super) fn member(text: &str, at: usize, key: &str) -> Option<usize> {
    let mut found = None;
    let mut i = begin(text, at + 1);
    while text.as_bytes().get(i) == Some(&b'"') {
        let close = end(text, i);
        let colon = begin(text, close);
        let value = begin(text, colon + 1);
        let name: Option<String> = text.get(i..close).and_then(|s| serde_json::from_str(s).ok());
        if name.as_deref() == Some(key) {
            found = Some(value);
        }
        i = behind_comma(text, end(text, value).max(value + 1));
    }
    found
}

fn behind_comma(text: &str, at: usize) -> usize {
    let at = begin(text, at);
    if text.as_bytes().get(at) == Some(&b',') { begin(text, at + 1) } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\n { \"a\\\"]\": [1, \"x]\", {\"é\": [ ]} ,\n true],\n\"b\":-2.5 }";

    #[test]
    fn values_are_found_again() {
        let object = begin(TEXT, 0);
        let list = member(TEXT, object, "a\"]").unwrap();
        let places: Vec<&str> = elements(TEXT, list).iter().map(|&at| &TEXT[at..at + 2]).collect();
        assert_eq!(places, ["1,", "\"x", "{\"", "tr"]);
        let number = member(TEXT, object, "b").unwrap();
        assert_eq!(&TEXT[number..number + 4], "-2.5");
        assert_eq!(member(TEXT, object, "c"), None);
        let inner = elements(TEXT, list)[2];
        assert!(elements(TEXT, member(TEXT, inner, "é").unwrap()).is_empty());
    }

    #[test]
    fn unsound_texts_do_no_harm() {
        for at in (0..TEXT.len()).filter(|&at| TEXT.is_char_boundary(at)) {
            let (head, tail) = TEXT.split_at(at);
            assert!(elements(tail, 0).iter().all(|&found| found <= tail.len()));
            assert!(member(head, 0, "b").is_none_or(|found| found <= head.len()));
        }
    }
}
