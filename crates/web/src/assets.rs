//! The page, compiled in. Comments in its sources are stripped before they are sent.
//!
//! A few files have fixed names: the page itself, its service worker, its manifest and icons. All others are in a
//! folder named after their contents, so a browser may keep them for ever: a new version has another name.

use std::borrow::Cow;
use std::io::Write;
use std::sync::LazyLock;

use serde_json::json;

/// A file of the page.
pub(crate) struct Asset {
    /// Where it is, without a slash at the beginning.
    pub(crate) path: String,
    /// Its media type.
    pub(crate) kind: &'static str,
    pub(crate) bytes: Cow<'static, [u8]>,
    /// The same compressed, where that is worth it.
    pub(crate) gzipped: Option<Vec<u8>>,
    /// The entity tag.
    pub(crate) tag: String,
    /// Whether this path will never have another content.
    pub(crate) fixed: bool,
}

/// A file as it is written.
struct Source {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLES: &str = "text/css; charset=utf-8";
const PAGE: &str = "index.html";
const WORKER: &str = "sw.js";

/// Files with names of their own; the list of all files is made here.
const NAMED: [&str; 7] = [
    PAGE,
    WORKER,
    "manifest.webmanifest",
    "icon.svg",
    "icon-192.png",
    "icon-512.png",
    "icon-mask-512.png",
];

/// One row per file in `ui/` and its folders.
macro_rules! sources {
    ($($file:literal $kind:expr),* $(,)?) => {
        &[
            Source { path: "style.css", kind: STYLES, bytes: STYLE.as_bytes() },
            $(Source { path: $file, kind: $kind, bytes: include_bytes!(concat!("../ui/", $file)) }),*
        ]
    };
}

/// The parts of the style sheet as one file, in this order: a browser asks for it once.
macro_rules! style {
    ($($part:literal),* $(,)?) => {
        concat!($(include_str!(concat!("../ui/style/", $part, ".css"))),*)
    };
}

const STYLE: &str = style![
    "tones", "frame", "controls", "library", "boards", "skins", "play", "guide", "solve", "editor",
    "lab", "watch", "widths",
];

const SOURCES: &[Source] = sources![
    "index.html" "text/html; charset=utf-8",
    "sw.js" SCRIPT,
    "manifest.webmanifest" "application/manifest+json",
    "icon.svg" "image/svg+xml",
    "icon-192.png" "image/png",
    "icon-512.png" "image/png",
    "icon-mask-512.png" "image/png",
    "app.js" SCRIPT,
    "boot.js" SCRIPT,
    "board/camera.js" SCRIPT,
    "board/custom-skin.js" SCRIPT,
    "board/sokoban.js" SCRIPT,
    "board/spoken.js" SCRIPT,
    "board/unblock.js" SCRIPT,
    "game/edit-sokoban.js" SCRIPT,
    "game/edit-unblock.js" SCRIPT,
    "game/key.js" SCRIPT,
    "game/level.js" SCRIPT,
    "game/plan.js" SCRIPT,
    "game/pull.js" SCRIPT,
    "game/rating.js" SCRIPT,
    "game/reach.js" SCRIPT,
    "game/sokoban.js" SCRIPT,
    "game/unblock.js" SCRIPT,
    "lib/bounds.js" SCRIPT,
    "lib/database.js" SCRIPT,
    "lib/dom.js" SCRIPT,
    "lib/dropped.js" SCRIPT,
    "lib/engine-server.js" SCRIPT,
    "lib/engine-worker.js" SCRIPT,
    "lib/engine.js" SCRIPT,
    "lib/errors.js" SCRIPT,
    "lib/grades.js" SCRIPT,
    "lib/guide.js" SCRIPT,
    "lib/http.js" SCRIPT,
    "lib/i18n.js" SCRIPT,
    "lib/kept.js" SCRIPT,
    "lib/lab.js" SCRIPT,
    "lib/levels.js" SCRIPT,
    "lib/live.js" SCRIPT,
    "lib/packs.js" SCRIPT,
    "lib/results.js" SCRIPT,
    "lib/site.js" SCRIPT,
    "lib/store-browser.js" SCRIPT,
    "lib/store-server.js" SCRIPT,
    "lib/store-synced.js" SCRIPT,
    "lib/store.js" SCRIPT,
    "lib/tabs.js" SCRIPT,
    "lib/unpack.js" SCRIPT,
    "lib/worker.js" SCRIPT,
    "play/daily.js" SCRIPT,
    "play/finish.js" SCRIPT,
    "play/generated.js" SCRIPT,
    "play/keys.js" SCRIPT,
    "play/known.js" SCRIPT,
    "play/modes.js" SCRIPT,
    "play/outbox.js" SCRIPT,
    "play/panel.js" SCRIPT,
    "play/player.js" SCRIPT,
    "play/pointer.js" SCRIPT,
    "play/replay.js" SCRIPT,
    "play/reverse.js" SCRIPT,
    "play/saving.js" SCRIPT,
    "play/sokoban.js" SCRIPT,
    "play/solutions.js" SCRIPT,
    "play/sound.js" SCRIPT,
    "play/stars.js" SCRIPT,
    "play/state.js" SCRIPT,
    "play/steps.js" SCRIPT,
    "play/unblock.js" SCRIPT,
    "views/advice.js" SCRIPT,
    "views/append.js" SCRIPT,
    "views/cards.js" SCRIPT,
    "views/configuration.js" SCRIPT,
    "views/editor.js" SCRIPT,
    "views/guide.js" SCRIPT,
    "views/lab.js" SCRIPT,
    "views/library.js" SCRIPT,
    "views/live.js" SCRIPT,
    "views/plot.js" SCRIPT,
    "views/results.js" SCRIPT,
    "views/search.js" SCRIPT,
    "views/shelf.js" SCRIPT,
    "views/solve.js" SCRIPT,
    "views/sources.js" SCRIPT,
    "views/stats.js" SCRIPT,
    "views/table.js" SCRIPT,
    "views/tree.js" SCRIPT,
    "views/watch.js" SCRIPT,
    "words/labels.js" SCRIPT,
    "words/messages.js" SCRIPT,
    "words/people.js" SCRIPT,
    "words/playing.js" SCRIPT,
    "words/server.js" SCRIPT,
];

/// The folder of the reports that can be saved as files.
pub(crate) const REPORTS: &str = "api/reports/";

/// The engines for the browser, when the build was given them (`BANTO_MODULE`); else empty.
const MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/module.wasm"));

/// The WebAssembly modules beside a page; one that is empty is not there.
#[derive(Clone, Copy, Debug)]
pub struct Modules {
    /// The engines.
    pub engines: &'static [u8],
    /// What grades levels, fetched by those who ask for a grade.
    pub grade: &'static [u8],
}

/// The name of the file of a module.
fn module_name(stem: &str, bytes: &[u8]) -> Option<String> {
    (!bytes.is_empty()).then(|| format!("{stem}-{:016x}.wasm", text::fnv1a(bytes)))
}

/// What the page is told about where it is.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// Behind this server.
    Server,
    /// Files of a static web space.
    Static,
}

/// The files of the server.
static ASSETS: LazyLock<Vec<Asset>> =
    LazyLock::new(|| assemble(Place::Server, Modules { engines: MODULE, grade: &[] }, Vec::new()));

/// All files of a page: its own, the engines if there are any, and files beside them (path, bytes).
pub(crate) fn assemble(place: Place, modules: Modules, more: Vec<(String, Vec<u8>)>) -> Vec<Asset> {
    let sent = |source: &Source| {
        let text = std::str::from_utf8(source.bytes).ok();
        let text = text.filter(|_| [SCRIPT, STYLES].contains(&source.kind));
        match text {
            Some(text) => Cow::Owned(without_comments(text).into_bytes()),
            None => Cow::Borrowed(source.bytes),
        }
    };
    let (named, versioned): (Vec<_>, Vec<_>) = SOURCES
        .iter()
        .map(|source| (source.path, source.kind, sent(source)))
        .partition(|it| NAMED.contains(&it.0));
    let more = more.into_iter().map(|(path, bytes)| (path, "application/json", Cow::Owned(bytes)));
    let versioned: Vec<(String, &str, Cow<'static, [u8]>)> = versioned
        .into_iter()
        .map(|(path, kind, bytes)| (path.to_owned(), kind, bytes))
        .chain(more)
        .collect();
    let marks = versioned.iter().flat_map(|it| {
        [text::fnv1a(it.0.as_bytes()).to_le_bytes(), text::fnv1a(&*it.2).to_le_bytes()].concat()
    });
    let version = format!("v-{:016x}", text::fnv1a(&*marks.collect::<Vec<u8>>()));
    let mut all: Vec<Asset> = versioned
        .into_iter()
        .map(|(path, kind, bytes)| Asset::new(format!("{version}/{path}"), kind, bytes, true))
        .collect();
    let engines = module_name("engine", modules.engines);
    let grade = module_name("grade", modules.grade);
    for (path, bytes) in [(&engines, modules.engines), (&grade, modules.grade)] {
        if let Some(path) = path {
            all.push(Asset::new(path.clone(), "application/wasm", Cow::Borrowed(bytes), true));
        }
    }
    let (worker, named): (Vec<_>, Vec<_>) = named.into_iter().partition(|it| it.0 == WORKER);
    for (path, kind, bytes) in named {
        let bytes = match path {
            PAGE => Cow::Owned(page(&bytes, &version, [&engines, &grade], place)),
            _ => bytes,
        };
        all.push(Asset::new(path.to_owned(), kind, bytes, false));
    }
    // The service worker comes last: its version is that of everything else.
    let version = mark(&all);
    for (path, kind, bytes) in worker {
        let text = String::from_utf8_lossy(&bytes);
        let named = text.replace("const VERSION = 'v';", &format!("const VERSION = '{version}';"));
        all.push(Asset::new(path.to_owned(), kind, Cow::Owned(named.into_bytes()), false));
    }
    // Reports as files, and the grades' module, are taken by those who want them.
    let kept =
        |path: &&str| *path != PAGE && !path.contains(REPORTS) && Some(*path) != grade.as_deref();
    let files: Vec<&str> = all.iter().map(|it| &*it.path).filter(kept).collect();
    let list = json!({ "version": version, "files": files });
    let list = Cow::Owned(list.to_string().into_bytes());
    all.push(Asset::new("files.json".to_owned(), "application/json", list, false));
    all
}

/// The page with the names that its files have now.
fn page(source: &[u8], version: &str, modules: [&Option<String>; 2], place: Place) -> Vec<u8> {
    let mut told = format!("data-files=\"{version}/\"");
    for (name, path) in ["module", "grade"].iter().zip(modules) {
        if let Some(path) = path {
            told += &format!(" data-{name}=\"{path}\"");
        }
    }
    if let Place::Static = place {
        told += " data-server=\"none\"";
    }
    let text = String::from_utf8_lossy(source).replace("data-files=\"v/\"", &told);
    text.replace("\"v/", &format!("\"{version}/")).into_bytes()
}

/// A name for all contents together.
fn mark(all: &[Asset]) -> String {
    let tags: String = all.iter().map(|asset| &*asset.tag).collect();
    format!("{:016x}", text::fnv1a(tags.as_bytes()))
}

impl Asset {
    fn new(path: String, kind: &'static str, bytes: Cow<'static, [u8]>, fixed: bool) -> Asset {
        let tag = format!("\"{:016x}\"", text::fnv1a(&*bytes));
        let gzipped = if kind == "image/png" { None } else { gzip(&bytes) };
        Asset { path, kind, bytes, gzipped, tag, fixed }
    }
}

/// Bytes compressed, if that makes them smaller.
fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes).ok()?;
    writer.finish().ok().filter(|it| it.len() < bytes.len())
}

/// The file at a path of the server; `/` is the page.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    let path = path.strip_prefix('/')?;
    let path = if path.is_empty() { PAGE } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

/// A script or a style sheet without the comments that have lines of their own, and without indentation: a seventh of
/// all bytes. Lines inside a template string stay as they are.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut inside, mut template) = (false, false);
    for line in text.lines() {
        let start = line.trim_start();
        inside |= !template && start.starts_with("/*");
        if !inside && (template || !start.starts_with("//")) {
            kept += if template { line } else { start };
            kept.push('\n');
            template ^= line.replace("\\`", "").matches('`').count() % 2 == 1;
        }
        // What follows a comment on its last line is no comment: a type before an expression.
        if let (true, Some(end)) = (inside, start.find("*/")) {
            inside = false;
            let rest = start[end + 2..].trim_start();
            if !rest.is_empty() {
                kept += rest;
                kept.push('\n');
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/ui");
        // Declarations are for the type check alone.
        let is_served = |name: &String| !name.starts_with("style/") && !name.ends_with(".d.ts");
        let files = below(folder, "");
        let (mut files, other): (Vec<_>, Vec<_>) = files.into_iter().partition(is_served);
        files.push("style.css".to_owned());
        files.sort();
        let mut served: Vec<&str> = SOURCES.iter().map(|source| source.path).collect();
        served.sort_unstable();
        assert_eq!(served, files);
        for part in other.iter().filter(|name| name.ends_with(".css")) {
            let text = std::fs::read_to_string(format!("{folder}/{part}")).unwrap();
            assert!(STYLE.contains(&text), "{part}");
        }
    }

    #[test]
    fn the_page_names_every_module_so_that_all_are_there_before_the_first_is_run() {
        let index = find("/").unwrap();
        let index = std::str::from_utf8(&index.bytes).unwrap();
        let scripts = ASSETS.iter().filter(|asset| asset.kind == SCRIPT);
        // Workers are scripts of their own.
        let is_module =
            |asset: &&Asset| !["sw.js", "lib/worker.js"].iter().any(|it| asset.path.ends_with(it));
        for Asset { path, .. } in scripts.filter(is_module) {
            assert!(index.contains(&format!("\"{path}\"")), "{path}");
        }
        assert!(!index.contains("\"v/"), "{index}");
    }

    #[test]
    fn names_follow_contents() {
        let paths = |more: &[u8]| {
            let modules = Modules { engines: b"module", grade: b"grade" };
            let all =
                assemble(Place::Static, modules, vec![("api/x.json".to_owned(), more.to_vec())]);
            let list = all.iter().find(|it| it.path == "files.json").unwrap();
            let list = std::str::from_utf8(&list.bytes).unwrap();
            assert!(list.contains("\"engine-") && !list.contains("\"grade-"), "{list}");
            let worker = all.iter().find(|it| it.path == WORKER).unwrap().tag.clone();
            let fixed = all.into_iter().filter(|it| it.fixed).map(|it| it.path);
            fixed.chain([worker]).collect::<Vec<_>>()
        };
        let (one, same, other) = (paths(b"1"), paths(b"1"), paths(b"2"));
        assert_eq!(one, same);
        assert!(one.iter().zip(&other).any(|(a, b)| a != b));
        assert_ne!(one.last(), other.last(), "the service worker is another one");
        let engines = |paths: &[String]| paths.iter().find(|it| it.starts_with("engine-")).cloned();
        assert!(engines(&one).is_some());
        assert_eq!(engines(&one), engines(&other), "the engines are the same");
    }

    /// The files below a folder.
    fn below(folder: &str, inner: &str) -> Vec<String> {
        let entries = std::fs::read_dir(format!("{folder}/{inner}")).unwrap().map(Result::unwrap);
        let paths = |entry: std::fs::DirEntry| {
            let path = format!("{inner}{}", entry.file_name().to_string_lossy());
            if entry.file_type().unwrap().is_dir() {
                below(folder, &format!("{path}/"))
            } else {
                vec![path]
            }
        };
        entries.flat_map(paths).collect()
    }

    #[test]
    fn comments_are_left_out_and_nothing_else() {
        let text = "// one\nlet a = 1; // two\n/** three\n * four */\nf(\n  /** @type {X} */ (b),\n);\n/* five */\n";
        assert_eq!(without_comments(text), "let a = 1; // two\nf(\n(b),\n);\n");
        let text = "if (a) {\n  b = `one\n  // two\n  ${c}`;\n  d();\n}\n";
        assert_eq!(without_comments(text), "if (a) {\nb = `one\n  // two\n  ${c}`;\nd();\n}\n");
    }

    #[test]
    fn the_page_is_light() {
        let of_page = || ASSETS.iter().filter(|asset| !asset.path.starts_with("engine-"));
        let total: usize = of_page().map(|asset| asset.bytes.len()).sum();
        assert!(total < 480 << 10, "the page weighs {total} bytes");
        let sent: usize =
            of_page().map(|it| it.gzipped.as_ref().map_or(it.bytes.len(), Vec::len)).sum();
        assert!(sent < 176 << 10, "{sent} bytes are sent");
    }
}
