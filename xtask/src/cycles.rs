//! The folders of a crate depend on each other in one direction.
//!
//! The modules at the root of a crate are the nodes; a module that says `crate::other` outside its tests has an edge
//! to `other`. No way along the edges may lead from a folder back to itself. Single files may know each other.

use std::collections::{BTreeMap, BTreeSet};

/// What the sources of a tree say about each other: crate → module → the modules it names.
#[derive(Default)]
pub(crate) struct Cycles {
    edges: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
    folders: BTreeSet<(String, String)>,
}

impl Cycles {
    /// Notes what a source file names.
    pub(crate) fn read(&mut self, name: &str, text: &str) {
        let Some((krate, inside)) = name
            .strip_prefix("crates/")
            .and_then(|rest| rest.split_once("/src/"))
            .filter(|(_, inside)| inside.ends_with(".rs") && !is_for_tests(inside, text))
        else {
            return;
        };
        let module = match inside.split_once('/') {
            Some((folder, _)) => {
                self.folders.insert((krate.to_owned(), folder.to_owned()));
                folder
            }
            None => inside.trim_end_matches(".rs"),
        };
        let edges = self.edges.entry(krate.to_owned()).or_default();
        let named = edges.entry(module.to_owned()).or_default();
        // Tests stand at the end of a file.
        let product = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for line in product.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for part in line.split("crate::").skip(1) {
                let end =
                    part.find(|c: char| !c.is_ascii_lowercase() && c != '_' && !c.is_numeric());
                named.insert(part[..end.unwrap_or(part.len())].to_owned());
            }
        }
    }

    /// A sentence for each folder that can be reached from itself.
    pub(crate) fn findings(&self) -> Vec<String> {
        let path = |(krate, folder): &(String, String)| {
            let edges = self.edges.get(krate)?;
            let mut seen = BTreeMap::new();
            let mut waiting = vec![folder.clone()];
            while let Some(at) = waiting.pop() {
                for next in edges.get(&at).into_iter().flatten().filter(|it| **it != at) {
                    if next == folder {
                        return Some(format!("crates/{krate}/src: {}", way(folder, &at, &seen)));
                    }
                    if edges.contains_key(next) && !seen.contains_key(next) {
                        seen.insert(next.clone(), at.clone());
                        waiting.push(next.clone());
                    }
                }
            }
            None
        };
        self.folders.iter().filter_map(path).collect()
    }
}

/// Whether a file exists for tests alone.
fn is_for_tests(inside: &str, text: &str) -> bool {
    let file = inside.rsplit('/').next().unwrap_or_default();
    ["tests.rs", "testing.rs", "soundness.rs"].contains(&file)
        || ["/tests/", "/traces/"].iter().any(|folder| inside.contains(folder))
        || text.contains("\n#![cfg(test)]\n")
}

/// The way from a folder through `last` back to it.
fn way(folder: &str, last: &str, from: &BTreeMap<String, String>) -> String {
    let mut names = vec![folder, last];
    while let Some(before) = from.get(names[names.len() - 1]).filter(|it| *it != folder) {
        names.push(before);
    }
    names.push(folder);
    names.dedup();
    names.reverse();
    format!("folders depend on each other in a circle: {}", names.join(" → "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(files: &[(&str, &str)]) -> Vec<String> {
        let mut cycles = Cycles::default();
        files.iter().for_each(|(name, text)| cycles.read(name, text));
        cycles.findings()
    }

    #[test]
    fn a_circle_through_a_folder_is_found() {
        let found = findings(&[
            ("crates/x/src/a/mod.rs", "use crate::b;"),
            ("crates/x/src/b.rs", "use crate::c::C;"),
            ("crates/x/src/c.rs", "fn f() { crate::a::g(); }"),
        ]);
        let expected = "crates/x/src: folders depend on each other in a circle: a → b → c → a";
        assert_eq!(found, [expected]);
    }

    #[test]
    fn files_other_crates_tests_and_comments_are_no_circle() {
        let tests = "#[cfg(test)]\nmod tests {\n use crate::a;\n}";
        for other in ["", "// crate::a", tests] {
            assert!(
                findings(&[
                    ("crates/x/src/a/mod.rs", "use crate::b;"),
                    ("crates/x/src/b.rs", other),
                    ("crates/y/src/b.rs", "use crate::a;"),
                    ("crates/x/src/b/tests.rs", "use crate::a;"),
                    ("crates/x/src/c.rs", "use crate::d;"),
                    ("crates/x/src/d.rs", "use crate::c;"),
                ])
                .is_empty()
            );
        }
    }
}
