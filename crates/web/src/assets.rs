//! The page, compiled in. Comments in its sources are stripped before they are sent.

use std::borrow::Cow;
use std::sync::LazyLock;

/// A file of the page.
pub(crate) struct Asset {
    path: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    pub(crate) bytes: Cow<'static, [u8]>,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLES: &str = "text/css; charset=utf-8";

/// One row per file in `ui/` and its folders.
macro_rules! assets {
    ($($file:literal $kind:expr),* $(,)?) => {
        &[
            Asset { path: "/style.css", kind: STYLES, bytes: Cow::Borrowed(STYLE.as_bytes()) },
            $(Asset { path: concat!("/", $file), kind: $kind, bytes: Cow::Borrowed(include_bytes!(concat!("../ui/", $file))) }),*
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
    "tones", "frame", "controls", "library", "boards", "skins", "play", "solve", "editor", "lab",
    "watch", "widths",
];

const SOURCES: &[Asset] = assets![
    "index.html" "text/html; charset=utf-8",
    "icon.svg" "image/svg+xml",
    "manifest.webmanifest" "application/manifest+json",
    "app.js" SCRIPT,
    "sw.js" SCRIPT,
    "board/camera.js" SCRIPT,
    "board/custom-skin.js" SCRIPT,
    "board/sokoban.js" SCRIPT,
    "board/spoken.js" SCRIPT,
    "board/unblock.js" SCRIPT,
    "game/difficulty.js" SCRIPT,
    "game/edit-sokoban.js" SCRIPT,
    "game/edit-unblock.js" SCRIPT,
    "game/level.js" SCRIPT,
    "game/plan.js" SCRIPT,
    "game/pull.js" SCRIPT,
    "game/reach.js" SCRIPT,
    "game/sokoban.js" SCRIPT,
    "game/unblock.js" SCRIPT,
    "lib/dom.js" SCRIPT,
    "lib/dropped.js" SCRIPT,
    "lib/engine-server.js" SCRIPT,
    "lib/engine.js" SCRIPT,
    "lib/errors.js" SCRIPT,
    "lib/http.js" SCRIPT,
    "lib/i18n.js" SCRIPT,
    "lib/kept.js" SCRIPT,
    "lib/lab.js" SCRIPT,
    "lib/levels.js" SCRIPT,
    "lib/live.js" SCRIPT,
    "lib/packs.js" SCRIPT,
    "lib/store-server.js" SCRIPT,
    "lib/store.js" SCRIPT,
    "play/daily.js" SCRIPT,
    "play/finish.js" SCRIPT,
    "play/generated.js" SCRIPT,
    "play/keys.js" SCRIPT,
    "play/known.js" SCRIPT,
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
    "play/unblock.js" SCRIPT,
    "views/append.js" SCRIPT,
    "views/configuration.js" SCRIPT,
    "views/editor.js" SCRIPT,
    "views/lab.js" SCRIPT,
    "views/library.js" SCRIPT,
    "views/live.js" SCRIPT,
    "views/plot.js" SCRIPT,
    "views/results.js" SCRIPT,
    "views/shelf.js" SCRIPT,
    "views/solve.js" SCRIPT,
    "views/sources.js" SCRIPT,
    "views/table.js" SCRIPT,
    "views/tree.js" SCRIPT,
    "views/watch.js" SCRIPT,
    "words/labels.js" SCRIPT,
    "words/messages.js" SCRIPT,
    "words/server.js" SCRIPT,
];

/// What is sent.
static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let sent = |&Asset { path, kind, ref bytes }: &Asset| {
        let text = std::str::from_utf8(bytes).ok().filter(|_| [SCRIPT, STYLES].contains(&kind));
        let plain = text.map(|text| Cow::Owned(without_comments(text).into_bytes()));
        Asset { path, kind, bytes: plain.unwrap_or_else(|| bytes.clone()) }
    };
    SOURCES.iter().map(sent).collect()
});

/// A script or a style sheet without the comments that have lines of their own.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let start = line.trim_start();
        inside |= start.starts_with("/*");
        if !inside && !start.starts_with("//") {
            kept += line;
            kept.push('\n');
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

/// Marks of the contents, in the order of [`ASSETS`], so that a browser asks only once per version.
static TAGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    ASSETS.iter().map(|asset| format!("\"{:016x}\"", text::fnv1a(&*asset.bytes))).collect()
});

impl Asset {
    /// The entity tag.
    pub(crate) fn tag(&self) -> &'static str {
        let at = ASSETS.iter().position(|asset| asset.path == self.path).unwrap_or(0);
        &TAGS[at]
    }
}

/// The file at a path of the server; `/` is the page.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "/index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/ui");
        // Declarations are for the type check alone.
        let is_served = |name: &String| !name.starts_with("/style/") && !name.ends_with(".d.ts");
        let files = below(folder, "");
        let (mut files, other): (Vec<_>, Vec<_>) = files.into_iter().partition(is_served);
        files.push("/style.css".to_owned());
        files.sort();
        let mut served: Vec<&str> = ASSETS.iter().map(|asset| asset.path).collect();
        served.sort_unstable();
        assert_eq!(served, files);
        for part in other.iter().filter(|name| name.ends_with(".css")) {
            let text = std::fs::read_to_string(format!("{folder}{part}")).unwrap();
            assert!(STYLE.contains(&text), "{part}");
        }
    }

    #[test]
    fn the_page_names_every_module_so_that_all_are_there_before_the_first_is_run() {
        let index = include_str!("../ui/index.html");
        let scripts = ASSETS.iter().filter(|asset| asset.kind == SCRIPT);
        for Asset { path, .. } in scripts.filter(|asset| asset.path != "/sw.js") {
            assert!(index.contains(&format!("\"{path}\"")), "{path}");
        }
    }

    /// The files below a folder, as paths that begin with `/`.
    fn below(folder: &str, inner: &str) -> Vec<String> {
        let entries = std::fs::read_dir(format!("{folder}{inner}")).unwrap().map(Result::unwrap);
        let paths = |entry: std::fs::DirEntry| {
            let path = format!("{inner}/{}", entry.file_name().to_string_lossy());
            if entry.file_type().unwrap().is_dir() { below(folder, &path) } else { vec![path] }
        };
        entries.flat_map(paths).collect()
    }

    #[test]
    fn comments_are_left_out_and_nothing_else() {
        let text = "// one\nlet a = 1; // two\n/** three\n * four */\nf(\n  /** @type {X} */ (b),\n);\n/* five */\n";
        assert_eq!(without_comments(text), "let a = 1; // two\nf(\n(b),\n);\n");
    }

    #[test]
    fn the_page_is_light() {
        let total: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(total < 400 << 10, "the page weighs {total} bytes");
    }
}
