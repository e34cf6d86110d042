//! The book: `docs/` and the pages that are made from the program itself, built by mdBook into `target/book`.
//!
//! ```text
//! docs/*.md ───────────────┐
//! banto --help, -T help ───┼─▶ target/book-source ── mdbook ──▶ target/book ── every link followed
//! headers, schemas, faults ┘                                         ▲
//! target/site, if it is there: boards that can be played in place ───┘
//! ```
//!
//! What is generated cannot be out of date: it is made anew each time and not committed. A link to a file of the
//! repository outside `docs` becomes its name, because the book travels without the repository; the file must
//! exist all the same.

mod drawings;
mod links;
mod pages;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::setup::find;
use crate::{Done, cargo, finish, root, say};

/// Where a page may have a board to play: `<!-- play: ADDRESS OF THE PAGE -->`.
const PLAY: &str = "<!-- play: ";

/// Builds the book and follows its links; with `into_site` also as the folder `book` of the static page.
pub(crate) fn make(into_site: bool) -> Done {
    let mdbook = mdbook()?;
    let (source, built) = (root().join("target/book-source"), root().join("target/book"));
    let site = root().join("target/site");
    let playable = site.join("index.html").is_file();
    if into_site && !playable {
        return Err("target/site is not there: cargo xtask site makes it".to_owned());
    }
    assemble(&source, if playable { Some(if into_site { "../" } else { "app/" }) } else { None })?;
    let _ = std::fs::remove_dir_all(&built);
    let mut command = Command::new(mdbook);
    command.arg("build").arg(&source).arg("--dest-dir").arg(&built);
    let output = command.output().map_err(|error| format!("mdbook: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let warned = words.lines().any(|line| line.contains("WARN") || line.contains("ERROR"));
    if !output.status.success() || warned {
        return Err(format!("mdbook is not content:\n{words}"));
    }
    if into_site {
        let inside = site.join("book");
        let _ = std::fs::remove_dir_all(&inside);
        copy_folder(&built, &inside)?;
    } else if playable {
        copy_folder(&site, &built.join("app"))?;
    } else {
        say("target/site is not there (cargo xtask site): the book has no boards to play in place");
    }
    let (pages, links) = links::follow(&built)?;
    say(&format!("the book is in {}: {pages} pages, {links} links followed", built.display()));
    Ok(())
}

/// mdBook: on the path, or installed below `target`.
fn mdbook() -> Result<PathBuf, String> {
    if let Some(there) = find("mdbook") {
        return Ok(there);
    }
    let tools = root().join("target/tools");
    let program = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        say("fetching mdbook");
        let mut install = Command::new(env!("CARGO"));
        install.args(["install", "--quiet", "--locked", "mdbook", "--root"]).arg(&tools);
        finish(install, "cargo install mdbook")?;
    }
    Ok(program)
}

/// Puts the sources of the book together.
fn assemble(source: &Path, page: Option<&str>) -> Done {
    let _ = std::fs::remove_dir_all(source);
    let docs = root().join("docs");
    copy_folder(&docs, &source.join("src"))?;
    let config = "book.toml";
    std::fs::rename(source.join("src").join(config), source.join(config))
        .map_err(|error| format!("{config}: {error}"))?;
    let program = program()?;
    for file in markdown(&source.join("src"))? {
        let text = read(&file)?;
        let place = file.strip_prefix(source.join("src")).unwrap_or(&file);
        let folder = docs.join(place).parent().unwrap_or(&docs).to_owned();
        let text = links::inside(&text, &folder, &docs)
            .map_err(|why| format!("docs/{}: {why}", place.display()))?;
        let text = drawings::levels(&text, &file, &program)?;
        write(&file, &boards(&text, place.components().count() - 1, page))?;
    }
    let folder = source.join("src/reference");
    let (pages, drawn) = pages::all(&program)?;
    for (name, text) in pages {
        write(&folder.join(name), &text)?;
    }
    drawings::draw(&drawn, &folder.join("drawings"))
}

/// The program that speaks in the book: the one that `BANTO_PROGRAM` names, or this tree's.
fn program() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("BANTO_PROGRAM") {
        return Ok(named.into());
    }
    cargo(&["build", "--quiet", "--locked", "--package", "banto"])?;
    Ok(crate::target().join(format!("debug/banto{}", std::env::consts::EXE_SUFFIX)))
}

/// The text with frames of the page where boards are to be played, or without them; `page` is where the page lies, seen
/// from the first page of the book.
fn boards(text: &str, depth: usize, page: Option<&str>) -> String {
    let line = |line: &str| {
        let address = line.strip_prefix(PLAY).and_then(|rest| rest.strip_suffix(" -->"));
        match (address, page) {
            (Some(address), Some(page)) => format!(
                "<iframe src=\"{}{page}index.html{address}\" width=\"100%\" height=\"560\" loading=\"lazy\" \
                 title=\"A board to play\"></iframe>\n",
                "../".repeat(depth)
            ),
            (Some(_), None) => String::new(),
            (None, _) => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

/// All pages below a folder.
fn markdown(folder: &Path) -> Result<Vec<PathBuf>, String> {
    Ok(files(folder)?
        .into_iter()
        .filter(|it| it.extension().is_some_and(|it| it == "md"))
        .collect())
}

/// All files below a folder, in order.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => found.push(path),
        }
    }
    found.sort();
    Ok(found)
}

fn copy_folder(from: &Path, to: &Path) -> Done {
    for file in files(from)? {
        let place = to.join(file.strip_prefix(from).unwrap_or(&file));
        let folder = place.parent().unwrap_or(to);
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        std::fs::copy(&file, &place).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, text: &str) -> Done {
    let folder = file.parent().unwrap_or(file);
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_frames_only_where_there_is_a_page() {
        let text = "one\n<!-- play: #/c/x/1 -->\ntwo\n";
        assert_eq!(boards(text, 0, None), "one\ntwo\n");
        assert!(boards(text, 1, Some("app/")).contains("src=\"../app/index.html#/c/x/1\""));
    }
}
