//! Compresses the records that come with the program: as text they would be a quarter of it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=records");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut names = Vec::new();
    for file in fs::read_dir("records")? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            println!("cargo::rerun-if-changed={}", path.display());
            names.push(compress(&path, &folder)?);
        }
    }
    names.sort();
    let rows: String = names.iter().map(|name| row(name)).collect();
    fs::write(folder.join("records.rs"), format!("&[\n{rows}]\n"))
}

/// Writes a compressed copy into the folder; returns the name of the experiment.
fn compress(path: &Path, folder: &Path) -> io::Result<String> {
    let name = path.file_stem().expect("it has an ending").to_string_lossy().into_owned();
    let out = File::create(folder.join(format!("{name}.jsonl.gz")))?;
    // Neither name nor time: the same records make the same bytes.
    let mut out = GzBuilder::new().write(out, Compression::best());
    io::copy(&mut File::open(path)?, &mut out)?;
    out.finish()?;
    Ok(name)
}

/// One row of the table that `embedded.rs` includes.
fn row(name: &str) -> String {
    format!(
        "    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.jsonl.gz\")).as_slice()),\n"
    )
}
