//! `cargo xtask fit`: fits the grades of `banto rate` to what people did. The data stay where they are; only the
//! coefficients become part of the sources.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Done, finish, root};

/// Where the data are unless a folder is named, seen from the top of the repository.
const DATA: &str = "../shared/levels/human";

/// Writes the table of coefficients and prints the bars.
pub(crate) fn write(folder: Option<&Path>) -> Done {
    let folder: PathBuf = folder.map_or_else(|| root().join(DATA), Path::to_owned);
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "run",
        "--release",
        "--locked",
        "--package",
        "banto-rate",
        "--example",
        "fit",
        "--",
    ]);
    command.arg(folder).arg("crates/rate/src/table.rs").current_dir(root());
    finish(command, "the fit")
}
