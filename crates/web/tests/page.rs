//! The page in a real browser: Playwright driving Chromium against a server of this test.
//!
//! Needs `node`, `npm` and Chromium. What is missing is fetched when that is possible (the npm
//! packages into `target/ui-tests`, Chromium by apt for root); when it is not, the test says what to
//! install and is skipped. `BANTO_SCREENS=FOLDER` writes the screenshots of the documentation.

// What was measured, or why a test was skipped, is for whoever reads the test's output.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[allow(dead_code)]
mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::Running;

#[test]
fn the_rules_of_the_page() {
    let Some(node) = find("node") else {
        return skip("node is not installed (Debian: apt install nodejs)");
    };
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/rules.test.mjs");
    let output = Command::new(node).arg("--test").arg(rules).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_page_in_a_browser() {
    let Some(node) = find("node") else {
        return skip("node is not installed (Debian: apt install nodejs)");
    };
    let modules = match modules() {
        Ok(modules) => modules,
        Err(reason) => return skip(&reason),
    };
    let chromium = match chromium() {
        Ok(chromium) => chromium,
        Err(reason) => return skip(&reason),
    };
    let server = Running::start(None);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/page.mjs");
    let mut command = Command::new(node);
    command.arg(script).arg(format!("http://{}", server.address)).arg(modules).arg(chromium);
    command.args(std::env::var_os("BANTO_SCREENS"));
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{told}");
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
}

fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}

/// A program on the path.
fn find(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The folder with playwright-core and axe-core, installed once.
fn modules() -> Result<PathBuf, String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned();
    let folder = target.join("ui-tests");
    let there = |name: &str| folder.join("node_modules").join(name).join("package.json").is_file();
    if there("playwright-core") && there("axe-core") {
        return Ok(folder);
    }
    let npm = find("npm").ok_or("npm is not installed (Debian: apt install npm)")?;
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    std::fs::write(folder.join("package.json"), "{\"private\":true}")
        .map_err(|error| error.to_string())?;
    let output = Command::new(npm)
        .args(["install", "--no-audit", "--no-fund", "playwright-core@1", "axe-core@4"])
        .current_dir(&folder)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() && there("playwright-core") && there("axe-core") {
        return Ok(folder);
    }
    Err(format!(
        "npm could not install playwright-core and axe-core: {}",
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// Chromium, installed by apt where this process may.
fn chromium() -> Result<PathBuf, String> {
    let known =
        || ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| find(name));
    if let Some(path) = known() {
        return Ok(path);
    }
    let apt = find("apt-get").ok_or("Chromium is not installed")?;
    let installed = Command::new(apt)
        .args(["install", "-y", "chromium"])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .output()
        .is_ok_and(|output| output.status.success());
    known()
        .filter(|_| installed)
        .ok_or_else(|| "Chromium is not installed (as root: apt install chromium)".to_owned())
}
