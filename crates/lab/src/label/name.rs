//! How the levels of a file are called in labels.
//!
//! A name says where a level is and does not change with the folder from which the program was called:
//! the path below the folder that was named, without its ending, and the number of the level. Boxoban
//! is a tree of folders that many people have at different places, so there the name begins at
//! `hard`, `medium` or `unfiltered`, wherever that is, and the numbers are those in the file, from 0.

use std::path::{Component, Path};

use puzzle::Entry;

/// The folders at the top of Boxoban.
const BOXOBAN: [&str; 3] = ["hard", "medium", "unfiltered"];

/// The names of the levels of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelNames {
    stem: String,
    /// Whether titles are numbers from 0, as in Boxoban.
    from_zero: bool,
}

impl LevelNames {
    /// The names of the levels in a file, which was found in `folder` if that was what the user named.
    pub fn new(file: &Path, folder: Option<&Path>, entries: &[Entry]) -> LevelNames {
        let numbered = |(i, entry): (usize, &Entry)| entry.title.as_deref() == Some(&i.to_string());
        let from_zero = !entries.is_empty() && entries.iter().enumerate().all(numbered);
        LevelNames { stem: stem(file, folder), from_zero }
    }

    /// The name of a level, counted from 1 as everywhere else.
    pub fn of(&self, index: usize) -> String {
        format!("{}:{}", self.stem, index - usize::from(self.from_zero))
    }
}

/// The path of a file as far as it belongs to the name.
fn stem(file: &Path, folder: Option<&Path>) -> String {
    let plain = file.with_extension("");
    let words: Vec<&str> = plain
        .components()
        .filter_map(|part| match part {
            Component::Normal(word) => word.to_str(),
            _ => None,
        })
        .collect();
    let above = &words[..words.len().saturating_sub(1)];
    if let Some(top) = above.iter().rposition(|word| BOXOBAN.contains(word)) {
        return words[top..].join("/");
    }
    let below = folder.and_then(|folder| plain.strip_prefix(folder).ok());
    match below {
        Some(below) => below
            .components()
            .map(|it| it.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join("/"),
        None => words.last().copied().unwrap_or("levels").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(titles: &[&str]) -> Vec<Entry> {
        let levels = titles.iter().map(|title| format!("; {title}\n####\n#@*#\n####\n\n"));
        puzzle::read(levels.collect::<String>().as_bytes()).unwrap().entries
    }

    #[test]
    fn boxoban_is_called_the_same_from_everywhere() {
        let zero = entries(&["0", "1"]);
        for (file, folder) in [
            ("/data/boxoban/medium/valid/000.txt", Some("/data/boxoban")),
            ("medium/valid/000.txt", Some("medium/valid")),
            ("../hard/x/medium/valid/000.txt", None),
        ] {
            let names = LevelNames::new(Path::new(file), folder.map(Path::new), &zero);
            assert_eq!(names.of(2), "medium/valid/000:1");
        }
        let names = LevelNames::new(Path::new("b/hard/003.txt"), None, &zero);
        assert_eq!(names.of(1), "hard/003:0");
    }

    #[test]
    fn other_sets_are_called_by_path_and_number() {
        let one = entries(&["1", "2"]);
        let names = LevelNames::new(Path::new("sets/a/b.xsb"), Some(Path::new("sets")), &one);
        assert_eq!(names.of(2), "a/b:2");
        let names = LevelNames::new(Path::new("sets/a/b.xsb"), None, &one);
        assert_eq!(names.of(1), "b:1");
        assert_eq!(LevelNames::new(Path::new("-"), None, &one).of(1), "-:1");
    }
}
