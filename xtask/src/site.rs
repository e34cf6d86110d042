//! The page for any static web space, in `target/site`: the engines as a WebAssembly module, no server.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cross::{self, BROWSER};
use crate::dist;
use crate::{Done, finish, root, say};

/// Builds the module and writes the page.
pub(crate) fn make() -> Done {
    let module = module()?;
    let folder = root().join("target/site");
    let _ = std::fs::remove_dir_all(&folder);
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "run",
        "--quiet",
        "--locked",
        "--package",
        "banto-web",
        "--example",
        "site",
        "--",
    ]);
    command.arg(&module).arg(&folder).current_dir(root());
    finish(command, "writing the page")?;
    say(&format!("the page is in {}: any web server can serve it", folder.display()));
    Ok(())
}

/// Builds the module of the engines, with what that needs.
pub(crate) fn module() -> Result<PathBuf, String> {
    module_in(&root())
}

/// The same from the sources in a folder.
pub(crate) fn module_in(folder: &Path) -> Result<PathBuf, String> {
    cross::need(&[BROWSER])?;
    let args = ["build", "--quiet", "--locked", "--package", "banto-wasm"];
    let mut command = Command::new(env!("CARGO"));
    command.args(args).args(["--target", BROWSER, "--profile", "site"]).current_dir(folder);
    // The bytes do not say where the sources are.
    command.env("CARGO_ENCODED_RUSTFLAGS", dist::remapped(folder));
    command.env("CARGO_TARGET_DIR", folder.join("target"));
    finish(command, "the build of the module")?;
    let built = folder.join("target").join(BROWSER).join("site/banto.wasm");
    if built.is_file() { Ok(built) } else { Err(format!("{} is missing", built.display())) }
}
