//! Pages: tags are taken away, `<br>` and the ends of paragraphs are line ends, entities are characters. Of a picture,
//! what its `<metadata>` says.

use super::sheet::Line;

/// Tags that show that a text is a page.
const SIGNS: [&str; 14] = [
    "<br", "<pre", "</", "<p>", "<div", "<code", "<tt", "<td", "&nbsp;", "&lt;", "&gt;", "&amp;",
    "&#", "<svg",
];

/// Tags that end a line.
const BREAKS: [&str; 16] = [
    "br",
    "p",
    "/p",
    "div",
    "/div",
    "pre",
    "/pre",
    "li",
    "/li",
    "tr",
    "/tr",
    "h1",
    "/h1",
    "/title",
    "metadata",
    "/metadata",
];

/// Elements whose text is not shown.
const HIDDEN: [&str; 2] = ["script", "style"];

/// Longest entity that is looked at, with its signs.
const MAX_ENTITY: usize = 10;

pub(super) fn unwrap<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let is_sign = |line: &Line<'_>| {
        line.text.contains(['<', '&']) && {
            let lower = line.text.to_ascii_lowercase();
            SIGNS.iter().any(|sign| lower.contains(sign))
        }
    };
    if !lines.iter().any(is_sign) {
        return None;
    }
    let picture = lines.iter().find(|line| !line.text.trim().is_empty());
    let picture = picture.is_some_and(|line| line.text.trim_start().starts_with("<svg"));
    let mut page = Page { out: Vec::new(), state: State::Text, shown: !picture, picture };
    for line in lines {
        page.line(line);
    }
    Some(page.out)
}

/// What is being read, from line to line.
enum State {
    Text,
    /// Within a tag; its text so far.
    Tag(String),
    Comment,
    /// Within an element that is not shown.
    Hidden(&'static str),
}

struct Page<'a> {
    out: Vec<Line<'a>>,
    state: State,
    /// Whether text is shown: in a picture, only metadata is.
    shown: bool,
    picture: bool,
}

impl<'a> Page<'a> {
    /// Reads a line. Where a tag has ended a line, the end of the line itself is no other.
    fn line(&mut self, line: &Line<'a>) {
        let chars: Vec<char> = line.text.chars().collect();
        let mut kept: Vec<(char, usize)> = Vec::new();
        let mut broken = false;
        let mut at = 0;
        while at < chars.len() {
            let c = chars[at];
            at += 1;
            match &mut self.state {
                State::Comment => {
                    if c == '>' && at >= 3 && chars[at - 3..at - 1] == ['-', '-'] {
                        self.state = State::Text;
                    }
                }
                State::Hidden(name) => {
                    if c == '<' && starts(&chars[at..], &format!("/{name}")) {
                        self.state = State::Tag(String::new());
                    }
                }
                State::Tag(tag) => {
                    if c != '>' {
                        if tag.len() < 16 {
                            tag.push(c.to_ascii_lowercase());
                        }
                        continue;
                    }
                    let tag = std::mem::take(tag);
                    if self.ends_line(&tag) {
                        self.push(line, &mut kept);
                        broken = true;
                    }
                }
                State::Text => {
                    if c == '<' && starts(&chars[at..], "!--") {
                        self.state = State::Comment;
                    } else if c == '<' && is_tag(&chars[at..]) {
                        self.state = State::Tag(String::new());
                    } else if self.shown {
                        let (c, length) = match c {
                            '&' => entity(&chars[at..]).unwrap_or((c, 0)),
                            _ => (c, 0),
                        };
                        kept.push((c, at - 1));
                        at += length;
                        broken = false;
                    }
                }
            }
        }
        if !broken {
            self.push(line, &mut kept);
        }
    }

    /// Goes on behind a tag; whether it ends a line.
    fn ends_line(&mut self, tag: &str) -> bool {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '/';
        let name = &tag[..tag.find(|c| !is_name(c)).unwrap_or(tag.len())];
        let name = match name.strip_suffix('/') {
            Some(name) if !name.is_empty() => name,
            _ => name,
        };
        if self.picture && name.ends_with("metadata") {
            self.shown = name == "metadata";
        }
        let hidden = HIDDEN.iter().find(|it| **it == name);
        self.state = hidden.map_or(State::Text, |name| State::Hidden(name));
        BREAKS.contains(&name)
    }

    fn push(&mut self, line: &Line<'a>, kept: &mut Vec<(char, usize)>) {
        self.out.push(line.remade(kept.drain(..)));
    }
}

fn starts(chars: &[char], word: &str) -> bool {
    let mut word = word.chars();
    let same = |(a, b): (&char, char)| a.eq_ignore_ascii_case(&b);
    chars.len() >= word.clone().count() && chars.iter().zip(&mut word).all(same)
}

/// Whether a tag follows: a letter, or a slash and a letter, or `!` or `?`.
fn is_tag(chars: &[char]) -> bool {
    match chars {
        ['/', c, ..] => c.is_ascii_alphabetic(),
        [c, ..] => c.is_ascii_alphabetic() || matches!(c, '!' | '?'),
        [] => false,
    }
}

/// The character of an entity whose `&` has been read, and how many characters it has left.
fn entity(chars: &[char]) -> Option<(char, usize)> {
    let end = chars.iter().take(MAX_ENTITY).position(|&c| c == ';')?;
    let name: String = chars[..end].iter().collect();
    let c = match name.as_str() {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
        "num" => '#',
        "dollar" => '$',
        "period" => '.',
        "commat" => '@',
        "ast" => '*',
        "plus" => '+',
        "lowbar" => '_',
        "middot" => '·',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            match char::from_u32(code)? {
                '\u{a0}' => ' ',
                c if c.is_control() => return None,
                c => c,
            }
        }
    };
    Some((c, end + 1))
}
