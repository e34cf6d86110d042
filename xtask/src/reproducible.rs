//! The Linux archive that `cargo xtask dist` ships, made twice: the bytes must be the same in another folder.
//!
//! The sources are those of the last commit, in two folders whose names differ in length, each with a target
//! folder of its own.

use std::path::Path;
use std::process::Command;

use crate::cross::{self, LINUX};
use crate::{dist, finish, root, say};

/// Makes the archive in two folders and compares.
pub(crate) fn run() -> Result<String, String> {
    cross::need(&[LINUX])?;
    let folder = crate::target().join("reproducible");
    let _ = std::fs::remove_dir_all(&folder);
    let places = ["a", "another-folder"].map(|name| folder.join(name));
    let built: Vec<Vec<u8>> = places.iter().map(|place| build(place)).collect::<Result<_, _>>()?;
    let _ = std::fs::remove_dir_all(&folder);
    let size = built[0].len();
    match built[0] == built[1] {
        true => Ok(format!("two archives from two folders are equal, {size} bytes")),
        false => {
            let equal = built[0].iter().zip(&built[1]).take_while(|(a, b)| a == b).count();
            Err(format!("two archives differ from byte {equal} of {size} on"))
        }
    }
}

/// The archive, made from the last commit in a folder of its own.
fn build(place: &Path) -> Result<Vec<u8>, String> {
    say(&format!("building in {}", place.display()));
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--local"]).arg(root()).arg(place);
    finish(clone, "git clone")?;
    let program = dist::build_in(place, LINUX)?;
    let inside = dist::fill(place, LINUX, &program, &place.join("target/packed"))?;
    let archive = dist::pack(&inside, LINUX)?;
    std::fs::read(&archive).map_err(|error| format!("{}: {error}", archive.display()))
}
