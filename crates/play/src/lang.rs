//! The two languages. Messages are written in English where they are used; `words.rs` has the
//! Portuguese of every one, and a test checks that none is missing.

use std::fmt::Display;

use crate::words::{ENGINES, PORTUGUESE};

/// A language that can be spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Portuguese.
    Pt,
}

impl Lang {
    /// The language with this code: `en`, `pt`, or what `LANG` holds, such as `pt_PT.UTF-8`.
    pub fn from_code(code: &str) -> Option<Lang> {
        match code.get(..2)?.to_ascii_lowercase().as_str() {
            "en" => Some(Lang::En),
            "pt" => Some(Lang::Pt),
            _ => None,
        }
    }

    /// A sentence in this language; without a translation it stays English.
    pub(crate) fn word(self, english: &str) -> &str {
        let row = match self {
            Lang::En => None,
            Lang::Pt => PORTUGUESE.iter().find(|(known, _)| *known == english),
        };
        row.map_or(english, |(_, portuguese)| portuguese)
    }

    /// What an engine does.
    pub(crate) fn engine(self, row: &puzzle::engines::EngineRow) -> &'static str {
        let known = match self {
            Lang::En => None,
            Lang::Pt => ENGINES.iter().find(|(name, _)| *name == row.name),
        };
        known.map_or(row.description, |(_, portuguese)| portuguese)
    }

    /// A sentence with `{0}`, `{1}` … filled in. `{0|one|many}` is the first word for 1, else the second.
    pub(crate) fn say(self, english: &str, values: &[&dyn Display]) -> String {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let mut text = String::new();
        let mut rest = self.word(english);
        while let Some((before, after)) = rest.split_once('{') {
            let (inside, behind) = after.split_once('}').unwrap_or((after, ""));
            text += before;
            let mut parts = inside.split('|');
            let value = parts.next().and_then(|it| it.parse::<usize>().ok());
            let value = value.and_then(|it| values.get(it)).map_or("", String::as_str);
            text += match (parts.next(), parts.next()) {
                (Some(one), Some(many)) => {
                    if value == "1" {
                        one
                    } else {
                        many
                    }
                }
                _ => value,
            };
            rest = behind;
        }
        text + rest
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_of_the_environment() {
        assert_eq!(Lang::from_code("pt_BR.UTF-8"), Some(Lang::Pt));
        assert_eq!((Lang::from_code("EN"), Lang::from_code("C")), (Some(Lang::En), None));
        assert_eq!((Lang::from_code("de_DE"), Lang::from_code("é")), (None, None));
    }

    #[test]
    fn values_and_plurals() {
        let say = |n: &dyn Display| Lang::En.say("{0} {0|box|boxes} on {1}", &[n, &"x{"]);
        assert_eq!((say(&1), say(&3)), ("1 box on x{".to_owned(), "3 boxes on x{".to_owned()));
    }

    /// Every sentence in the sources that is said in a language: what follows `.say(` or `.word(`.
    fn spoken() -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap();
                for call in [".say(", ".word("] {
                    for after in code.split(call).skip(1) {
                        let Some(literal) = after.trim_start().strip_prefix('"') else { continue };
                        let literal = literal.split('"').next().unwrap().to_owned();
                        found.insert(literal);
                    }
                }
            }
        }
        found
    }

    #[test]
    fn everything_that_is_said_is_known_in_portuguese() {
        let spoken = spoken();
        assert!(spoken.len() > 50, "{spoken:?}");
        let known: BTreeSet<String> = PORTUGUESE.iter().map(|(en, _)| (*en).to_owned()).collect();
        let missing: Vec<_> = spoken.difference(&known).collect();
        assert!(missing.is_empty(), "{missing:#?}");
        assert_eq!(known.len(), PORTUGUESE.len(), "a sentence stands there twice");
    }

    #[test]
    fn both_languages_name_the_same_values() {
        for (english, portuguese) in PORTUGUESE {
            let values = |text: &str| {
                let named = text.split('{').skip(1).filter_map(|it| it.chars().next());
                named.collect::<BTreeSet<char>>()
            };
            assert_eq!(values(english), values(portuguese), "{english}");
        }
    }
}
