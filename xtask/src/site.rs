//! The page for any static web space, in `target/site`: the engines as a WebAssembly module, no server.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cross::{self, BROWSER};
use crate::dist;
use crate::{Done, finish, root, say};

/// Builds the module and writes the page.
pub(crate) fn make() -> Done {
    let [engines, grade] = modules()?;
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
    command.arg(&engines).arg(&grade).arg(&folder).current_dir(root());
    finish(command, "writing the page")?;
    say(&format!("the page is in {}: any web server can serve it", folder.display()));
    Ok(())
}

/// Builds the modules of the engines and of the grades, with what that needs.
pub(crate) fn modules() -> Result<[PathBuf; 2], String> {
    modules_in(&root())
}

/// The same from the sources in a folder.
pub(crate) fn modules_in(folder: &Path) -> Result<[PathBuf; 2], String> {
    cross::need(&[BROWSER])?;
    let args = ["build", "--quiet", "--locked", "--package", "banto-wasm", "--examples"];
    let mut command = Command::new(env!("CARGO"));
    command.args(args).args(["--target", BROWSER, "--profile", "module"]).current_dir(folder);
    // The bytes do not say where the sources are.
    command.env("CARGO_ENCODED_RUSTFLAGS", dist::remapped(folder));
    command.env("CARGO_TARGET_DIR", folder.join("target"));
    finish(command, "the build of the modules")?;
    let built = folder.join("target").join(BROWSER).join("module/examples");
    let modules = ["banto.wasm", "banto_grade.wasm"].map(|name| built.join(name));
    match modules.iter().find(|it| !it.is_file()) {
        Some(missing) => Err(format!("{} is missing", missing.display())),
        None => Ok(modules),
    }
}
