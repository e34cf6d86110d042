//! Escapes untrusted text for SVG pictures.

/// Escapes a text for the content of an XML element: no markup, no control characters.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\'' => out += "&apos;",
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_words() {
        assert_eq!(escape("<a href='\"'>\u{1b}&ö"), "&lt;a href=&apos;&quot;&apos;&gt;&amp;ö");
    }
}
