//! Packs the large level files, which are embedded so.

use std::env;
use std::fs::{self, File};
use std::io::{Result, Write};
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;

const PACKS: [&str; 2] = ["graded-sokoban.sok", "graded-unblock.txt"];

fn main() -> Result<()> {
    let folder = |name| PathBuf::from(env::var_os(name).unwrap_or_default());
    let (from, to) = (folder("CARGO_MANIFEST_DIR").join("levels"), folder("OUT_DIR"));
    for name in PACKS {
        let source = from.join(name);
        println!("cargo::rerun-if-changed={}", source.display());
        // Line ends as in the repository, whatever Git makes of them.
        let text = fs::read_to_string(source)?.replace("\r\n", "\n");
        let packed = File::create(to.join(format!("{name}.gz")))?;
        let mut encoder = GzEncoder::new(packed, Compression::best());
        encoder.write_all(text.as_bytes())?;
        encoder.finish()?;
    }
    Ok(())
}
