//! The page, compiled in. Comments are for whoever reads the sources: they are not sent.

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

/// One row per file in `ui/`.
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
    "api.js" SCRIPT,
    "app.js" SCRIPT,
    "append.js" SCRIPT,
    "board-sokoban.js" SCRIPT,
    "board-unblock.js" SCRIPT,
    "camera.js" SCRIPT,
    "configuration.js" SCRIPT,
    "daily.js" SCRIPT,
    "dom.js" SCRIPT,
    "draw-sokoban.js" SCRIPT,
    "draw-unblock.js" SCRIPT,
    "editor.js" SCRIPT,
    "finish.js" SCRIPT,
    "hard.js" SCRIPT,
    "i18n.js" SCRIPT,
    "kept.js" SCRIPT,
    "dropped.js" SCRIPT,
    "keys.js" SCRIPT,
    "known.js" SCRIPT,
    "lab.js" SCRIPT,
    "levels.js" SCRIPT,
    "library.js" SCRIPT,
    "live.js" SCRIPT,
    "packs.js" SCRIPT,
    "plan.js" SCRIPT,
    "play-common.js" SCRIPT,
    "play-panel.js" SCRIPT,
    "play-reverse.js" SCRIPT,
    "play-sokoban.js" SCRIPT,
    "play-unblock.js" SCRIPT,
    "plot.js" SCRIPT,
    "pointer-sokoban.js" SCRIPT,
    "pull.js" SCRIPT,
    "reach.js" SCRIPT,
    "replay.js" SCRIPT,
    "results.js" SCRIPT,
    "saving.js" SCRIPT,
    "shelf.js" SCRIPT,
    "sokoban.js" SCRIPT,
    "solutions.js" SCRIPT,
    "solve.js" SCRIPT,
    "sound.js" SCRIPT,
    "sources.js" SCRIPT,
    "spoken.js" SCRIPT,
    "stars.js" SCRIPT,
    "strip.js" SCRIPT,
    "sw.js" SCRIPT,
    "table.js" SCRIPT,
    "tree.js" SCRIPT,
    "unblock.js" SCRIPT,
    "watch.js" SCRIPT,
    "words-labels.js" SCRIPT,
    "words-server.js" SCRIPT,
    "words.js" SCRIPT,
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
        let list = |folder: &str| -> Vec<String> {
            let files = std::fs::read_dir(folder).unwrap();
            files.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect()
        };
        // Declarations are for the type check alone.
        let is_served = |name: &String| name != "style" && !name.ends_with(".d.ts");
        let files = list(folder).into_iter().filter(is_served);
        let mut files: Vec<String> = files.map(|name| format!("/{name}")).collect();
        files.push("/style.css".to_owned());
        files.sort();
        let mut served: Vec<&str> = ASSETS.iter().map(|asset| asset.path).collect();
        served.sort_unstable();
        assert_eq!(served, files);
        for part in list(&format!("{folder}/style")) {
            let text = std::fs::read_to_string(format!("{folder}/style/{part}")).unwrap();
            assert!(STYLE.contains(&text), "{part}");
        }
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
