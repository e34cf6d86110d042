//! The links of the book: those that leave it become names, all others must lead somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// A page with each link that leaves `docs` as text and the name of the file in the repository. `folder` is where
/// the page lies.
pub(super) fn inside(text: &str, folder: &Path, docs: &Path) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at);
        let Some(end) = after.find(')') else { break };
        let target = &after[2..end];
        let file = target.split('#').next().unwrap_or_default();
        let place = plain(&folder.join(file));
        let leaves = !file.is_empty() && !file.contains("://") && !place.starts_with(docs);
        if leaves && !place.exists() {
            return Err(format!("there is no {target}"));
        }
        match before.rfind('[').filter(|_| leaves) {
            Some(open) => {
                let repository = docs.parent().unwrap_or(docs);
                let name = place.strip_prefix(repository).unwrap_or(&place).display().to_string();
                let words = &before[open + 1..];
                out += &before[..open];
                out += &match words.trim_matches('`') == name {
                    true => format!("`{name}`"),
                    false => format!("{words} (`{name}` in the repository)"),
                };
            }
            None => {
                out += before;
                out += &after[..=end];
            }
        }
        rest = &after[end + 1..];
    }
    Ok(out + rest)
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part => path.push(part),
        }
        path
    })
}

/// Follows every link of the pages below a folder that does not leave the book; returns how many pages and links
/// there are.
pub(super) fn follow(built: &Path) -> Result<(usize, usize), String> {
    let files = super::files(built)?;
    let is_page = |it: &&PathBuf| {
        it.extension().is_some_and(|it| it == "html") && !it.starts_with(built.join("app"))
    };
    let mut pages: BTreeMap<PathBuf, String> = BTreeMap::new();
    for page in files.iter().filter(is_page) {
        pages.insert(page.clone(), super::read(page)?);
    }
    let anchors: BTreeMap<&PathBuf, BTreeSet<String>> =
        pages.iter().map(|(page, text)| (page, attributes(text, "id").collect())).collect();
    let (mut links, mut broken) = (0, Vec::new());
    for (page, text) in &pages {
        // The page for a wrong address and the one to print have addresses of their own kind.
        if page.ends_with("404.html") || page.ends_with("print.html") || page.ends_with("toc.html")
        {
            continue;
        }
        for link in attributes(text, "href").chain(attributes(text, "src")) {
            if link.contains("://") || link.starts_with("mailto:") || link.starts_with("data:") {
                continue;
            }
            // The page around the book, when it is a part of that.
            if link.starts_with("../index.html#") {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().unwrap_or(built);
            let mut place = if file.is_empty() { page.clone() } else { plain(&folder.join(file)) };
            if place.is_dir() {
                place = place.join("index.html");
            }
            let there = place.is_file();
            let anchored =
                anchor.is_empty() || anchors.get(&place).is_none_or(|known| known.contains(anchor));
            if !there || !anchored {
                let name = page.strip_prefix(built).unwrap_or(page).display().to_string();
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    broken.dedup();
    match broken.is_empty() {
        true => Ok((pages.len(), links)),
        false => Err(format!("links that lead nowhere:\n{}", broken.join("\n"))),
    }
}

/// The values of an attribute in a page, without scripts.
fn attributes<'a>(text: &'a str, name: &str) -> impl Iterator<Item = String> + use<'a> {
    let key = format!(" {name}=\"");
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.find(&key)? + key.len();
        let value = rest[at..].split('"').next()?;
        rest = &rest[at + value.len()..];
        Some(value.replace("&amp;", "&"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_become_names() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs");
        let text =
            "See [the ledger](../experiments/LEDGER.md#top), [web](web.md) and [x](https://x.y/).";
        let expected = "See the ledger (`experiments/LEDGER.md` in the repository), [web](web.md) and [x](https://x.y/).";
        assert_eq!(inside(text, &docs, &docs).unwrap(), expected);
        assert!(inside("[a](../nothing.md)", &docs, &docs).is_err());
    }

    #[test]
    fn a_broken_link_and_a_missing_anchor_are_found() {
        let folder = std::env::temp_dir().join(format!("banto-links-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let page = |text: &str| std::fs::write(folder.join("a.html"), text).unwrap();
        page("<h1 id=\"top\"><a href=\"#top\"><a href=\"https://x.y\">");
        assert_eq!(follow(&folder), Ok((1, 1)));
        for broken in ["b.html", "#bottom", "a.html#bottom"] {
            page(&format!("<h1 id=\"top\"><a href=\"{broken}\">"));
            assert!(follow(&folder).unwrap_err().ends_with(&format!("a.html: {broken}")));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
