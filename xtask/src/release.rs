//! Everything a release needs, in the order in which a mistake is cheapest.
//!
//! `--dry-run` does all of it and changes nothing outside `target`; steps can be named to do some. Without it the
//! commit must be clean, and is tagged when every step has passed; publishing what lies in `target` then is the
//! workflow's work (`.github/workflows/release.yml`).

use std::path::PathBuf;
use std::process::Command;

use crate::tally::Tally;
use crate::{
    Done, LIBRARIES, book, cargo, dist, finish, library_packages, python, revision, root, say,
    site, test,
};

/// A part of the work.
struct Step {
    name: &'static str,
    run: fn() -> Done,
}

const STEPS: [Step; 7] = [
    Step { name: "versions", run: versions },
    Step { name: "tests", run: test::test },
    Step { name: "packages", run: packages },
    Step { name: "site", run: site::make },
    Step { name: "book", run: || book::make(false) },
    Step { name: "python", run: python::alone },
    Step { name: "dist", run: || dist::make(&[]) },
];

/// Runs all steps, or those that are named.
pub(crate) fn run(names: &[&str], dry: bool) -> Done {
    let known = STEPS.map(|step| step.name);
    if let Some(other) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("release: there is no step {other}; there are {}", known.join(" ")));
    }
    let changed = revision::git(&["status", "--porcelain", "--untracked-files=no"])?;
    if !dry && !changed.is_empty() {
        return Err(format!(
            "a release is made from a commit; these files are changed:\n{changed}"
        ));
    }
    let mut tally = Tally::new()?;
    for step in STEPS.iter().filter(|step| names.is_empty() || names.contains(&step.name)) {
        say(&format!("\n== {}", step.name));
        tally.run(step.name, step.run)?;
    }
    tally.close()?;
    let version = env!("CARGO_PKG_VERSION");
    if dry {
        say(&format!("version {version} could be released: nothing was tagged or published"));
        return Ok(());
    }
    let mut tag = Command::new("git");
    tag.args([
        "tag",
        "--annotate",
        &format!("v{version}"),
        "--message",
        &format!("Banto {version}"),
    ]);
    finish(tag, "git tag")?;
    say(&format!("tagged v{version}; to publish the libraries, in this order:"));
    LIBRARIES.iter().for_each(|name| say(&format!("  cargo publish --package banto-{name}")));
    Ok(())
}

/// What the workflow calls in the end: the files below `target/release-files` in a draft, with one list of checksums and
/// the words of the changelog. A person looks at it and publishes it.
pub(crate) fn draft() -> Done {
    let folder = root().join("target/release-files");
    let mut files: Vec<PathBuf> = book::files(&folder)?;
    files.retain(|it| !it.ends_with("SHA256SUMS"));
    let flat = root().join("target/release-flat");
    let _ = std::fs::remove_dir_all(&flat);
    let mut made = Vec::new();
    for file in &files {
        let to = flat.join(file.file_name().unwrap_or_default());
        dist::copy(file, &to)?;
        made.push(to);
    }
    dist::checksums(&flat, &made)?;
    made.push(flat.join("SHA256SUMS"));
    let version = env!("CARGO_PKG_VERSION");
    let changes = std::fs::read_to_string(root().join("CHANGELOG.md"));
    let changes = changes.map_err(|error| format!("CHANGELOG.md: {error}"))?;
    let words = section(&changes, version).ok_or("the changelog has no such version")?;
    let notes = root().join("target/notes.md");
    dist::write(&notes, words.as_bytes())?;
    let mut create = Command::new("gh");
    create.args(["release", "create", &format!("v{version}"), "--draft", "--title"]);
    create.arg(format!("Banto {version}")).arg("--notes-file").arg(notes).args(made);
    finish(create, "gh release create")
}

/// Every paper names the version of the workspace, and the changelog says what is in it.
fn versions() -> Done {
    let version = env!("CARGO_PKG_VERSION");
    let read = |name: &str| {
        std::fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))
    };
    let mut wrong = Vec::new();
    if !read("CITATION.cff")?.lines().any(|line| line == format!("version: {version}")) {
        wrong.push("CITATION.cff names another version".to_owned());
    }
    let changes = read("CHANGELOG.md")?;
    if section(&changes, version).is_none_or(|text| text.trim().is_empty()) {
        wrong.push(format!("CHANGELOG.md has no section ## {version}"));
    }
    for line in read("Cargo.toml")?.lines().filter(|line| line.contains("path = \"crates/")) {
        if line.contains("version = ") && !line.contains(&format!("version = \"{version}\"")) {
            wrong.push(format!("Cargo.toml: {line}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The text of a version in the changelog.
fn section<'a>(changes: &'a str, version: &str) -> Option<&'a str> {
    let mut parts = changes.split("\n## ");
    parts.find_map(|part| {
        let (title, text) = part.split_once('\n')?;
        (title.split(' ').next() == Some(version)).then_some(text)
    })
}

/// Everything that `cargo publish` does with the libraries but sending them: packed in the order of their dependencies,
/// each built from what was packed, those before it included.
fn packages() -> Done {
    let named = library_packages();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    cargo(&[&["publish", "--dry-run", "--locked", "--allow-dirty"], named.as_slice()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_without_words_is_no_release() {
        let changes =
            "# Changelog\n\n## Unreleased\n\n## 1.1.0 (2027-01-01)\n\nNew.\n\n## 1.0.0\n\nOld.\n";
        assert_eq!(section(changes, "1.1.0"), Some("\nNew.\n"));
        assert_eq!(section(changes, "1.0.0"), Some("\nOld.\n"));
        assert_eq!(section(changes, "1.0"), None);
    }

    #[test]
    fn the_papers_name_the_version_of_the_workspace() {
        versions().unwrap();
    }
}
