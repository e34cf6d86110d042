//! Fetches what the tests need and cargo does not bring: a browser, npm packages, Debian's levels, packages of
//! Python.
//!
//! `cargo test` installs nothing. This does, where it is allowed to, and says what it fetches;
//! where it is not, the tests say what they lacked.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::{finish, root, say};

/// The names under which Chromium is known.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The names under which Firefox is known.
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];

/// Fetches what is missing, where it can.
pub(crate) fn fetch() {
    let mut packages = Vec::new();
    for (package, programs) in [
        ("nodejs", &["node"][..]),
        ("npm", &["npm"]),
        ("chromium", &BROWSERS),
        ("firefox-esr", &FIREFOX),
        ("tmux", &["tmux"]),
        ("zsh", &["zsh"]),
        ("fish", &["fish"]),
        ("man-db", &["man"]),
        ("mandoc", &["mandoc"]),
    ] {
        if programs.iter().all(|name| find(name).is_none()) {
            packages.push(package);
        }
    }
    if !Path::new("/usr/share/games/cavepacker/maps").is_dir() {
        packages.push("cavepacker-data");
    }
    install(&packages);
    npm();
}

/// Installs the Debian packages whose programs are not on the path, where that is possible.
pub(crate) fn install_missing(wanted: &[(&str, &str)]) {
    let missing = wanted.iter().filter(|(_, program)| find(program).is_none());
    install(&missing.map(|(package, _)| *package).collect::<Vec<_>>());
}

/// What the tests that talk to programs in Python need: the official client of the Model Context
/// Protocol, what the course's game server is written with, a planner, and a cluster for bench runs.
const PYTHON_PACKAGES: [&str; 5] = ["mcp", "websockets<11", "requests", "up-fast-downward", "ray"];

/// Creates a Python virtual environment below `target`, if Python is installed.
pub(crate) fn python() {
    let folder = root().join("target/python");
    let has_all = |python: &Path| {
        let import =
            Command::new(python).args(["-c", "import mcp, websockets, requests, ray"]).output();
        import.is_ok_and(|it| it.status.success())
    };
    if has_all(&folder.join("bin/python")) {
        return;
    }
    say(&format!("fetching by pip: {}", PYTHON_PACKAGES.join(" ")));
    let mut make = Command::new("python3");
    make.args(["-m", "venv"]).arg(&folder);
    let mut install = Command::new(folder.join("bin/pip"));
    install.args(["install", "--quiet"]).args(PYTHON_PACKAGES);
    let done = finish(make, "python3 -m venv").and_then(|()| finish(install, "pip install"));
    if let Err(why) = done {
        say(&why);
    }
}

/// The folder with the programs of a Python virtual environment below `target` that holds Zig and what calls it for
/// cargo.
pub(crate) fn zig() -> Result<PathBuf, String> {
    let folder = root().join("target/tools/zig");
    let programs = folder.join("bin");
    if !programs.join("cargo-zigbuild").is_file() {
        install_missing(&[("python3-venv", "python3")]);
        say("fetching by pip: cargo-zigbuild ziglang");
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(&folder);
        finish(make, "python3 -m venv")?;
        let mut fetch = Command::new(programs.join("pip"));
        fetch.args(["install", "--quiet", "cargo-zigbuild", "ziglang"]);
        finish(fetch, "pip install")?;
    }
    Ok(programs)
}

/// The folder of the page's tests, with the npm packages in it.
pub(crate) fn page_tests() -> PathBuf {
    root().join("crates/web/tests/ui")
}

/// A program on the path.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Installs Debian packages, when this is Debian or like it and the user may.
pub(crate) fn install(packages: &[&str]) {
    if packages.is_empty() {
        return;
    }
    let named = packages.join(" ");
    let root = Command::new("id").arg("-u").output().is_ok_and(|it| it.stdout == b"0\n");
    if !root || find("apt-get").is_none() {
        return say(&format!("missing, and not installable without root and apt-get: {named}"));
    }
    say(&format!("fetching by apt-get: {named}"));
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(["-qq", "-y"]).args(args).env("DEBIAN_FRONTEND", "noninteractive");
        finish(command, "apt-get")
    };
    // The lists of a fresh machine are empty or old; one package that cannot be had must not hold
    // back the others.
    let updated = apt(&["update"]);
    let installed = packages.iter().map(|package| apt(&["install", package]));
    for why in std::iter::once(updated).chain(installed).filter_map(Result::err) {
        say(&why);
    }
}

/// Installs the npm packages that the page's tests name, when missing or older than the list.
fn npm() {
    let folder = page_tests();
    // npm writes this file last, with what it has installed.
    let installed = written(&folder.join("node_modules/.package-lock.json"));
    let wanted = written(&folder.join("package-lock.json"));
    if find("npm").is_none() || installed.is_some_and(|there| Some(there) >= wanted) {
        return;
    }
    say("fetching by npm: what crates/web/tests/ui/package-lock.json names");
    let mut command = Command::new("npm");
    command.args(["ci", "--no-audit", "--no-fund", "--silent"]).current_dir(&folder);
    if let Err(why) = finish(command, "npm ci") {
        say(&why);
    }
}

/// When a file was last written, if it is there.
fn written(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|it| it.modified()).ok()
}
