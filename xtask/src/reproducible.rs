//! The archives that `cargo xtask dist` ships, made twice: the bytes must be the same in another folder.
//!
//! The sources are those of the last commit, in two folders whose names differ in length, each with a target
//! folder of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cross, dist, finish, root, say};

/// Makes the archives in two folders and compares.
pub(crate) fn run() -> Result<String, String> {
    cross::need(dist::made_here())?;
    let folder = crate::target().join("reproducible");
    let _ = std::fs::remove_dir_all(&folder);
    let places = ["a", "another-folder"].map(|name| folder.join(name));
    let made: Vec<Vec<PathBuf>> =
        places.iter().map(|place| build(place)).collect::<Result<_, _>>()?;
    let pairs = made[0].iter().zip(&made[1]);
    let words = pairs.map(|(one, other)| same(one, other)).collect::<Result<Vec<_>, _>>()?;
    let _ = std::fs::remove_dir_all(&folder);
    Ok(format!("from two folders equal: {}", words.join(", ")))
}

/// The archives, made from the last commit in a folder of its own.
fn build(place: &Path) -> Result<Vec<PathBuf>, String> {
    say(&format!("building in {}", place.display()));
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--local"]).arg(root()).arg(place);
    finish(clone, "git clone")?;
    dist::archives(place, dist::made_here(), &place.join("target/archives"))
}

/// The name and size of two equal files.
fn same(one: &Path, other: &Path) -> Result<String, String> {
    let read = |file: &Path| std::fs::read(file).map_err(|it| format!("{}: {it}", file.display()));
    let (first, second) = (read(one)?, read(other)?);
    let name = one.file_name().unwrap_or_default().display().to_string();
    if first == second {
        return Ok(format!("{name} ({} bytes)", first.len()));
    }
    let equal = first.iter().zip(&second).take_while(|(a, b)| a == b).count();
    Err(format!("{name}: two archives differ from byte {equal} of {} on", first.len()))
}
